"""What was found of one statement at one instance, and of several statements joined."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Judgement:
    """``holds`` is True, False or None (undecided); ``error`` the relative gap; ``digits`` what was
    reached.

    ``idle`` says that nothing was asserted: the premise of an implication does not hold here.
    ``margin`` is what an inequality between exact numbers has to spare, as a share of its larger
    side: a search follows it downhill. ``why`` says what stood in the way where nothing was
    decided; ``contested``, that one look broke the statement and another did not, so that nothing
    is said of the whole search. ``means`` says what a refutation rests on: both sides are fractions
    or radicals (``exact``), balls that do not meet (``enclosed``), or something was ``measured``.
    ``no_value`` says that one side has none where the other has one: a violation, which no negation
    around it turns into a truth.
    """

    holds: bool | None
    error: float = 0.0
    digits: int | None = None
    sides: str = ""
    idle: bool = False
    margin: float | None = None
    why: str = ""
    contested: bool = False
    means: str = ""
    no_value: bool = False


def combine(conjunction: bool, parts: list[Judgement]) -> Judgement:
    """The judgement of a conjunction, or of a disjunction, from those of its parts: one that
    decides, then one that is undecided.
    """
    decisive = [p for p in parts if p.holds is (not conjunction)]
    if decisive:
        return decisive[0]
    undecided = [p for p in parts if p.holds is None]
    if undecided:
        return max(undecided, key=lambda p: p.contested) if conjunction else undecided[0]
    digits = [p.digits for p in parts if p.digits is not None]
    return Judgement(
        conjunction,
        max(p.error for p in parts),
        min(digits) if digits else None,
        "; ".join(p.sides for p in parts),
        all(p.idle for p in parts),
        min((p.margin for p in parts if p.margin is not None), default=None),
    )
