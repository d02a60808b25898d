"""What every check has in common: how hard it works, and how it searches for a counterexample.

A check is an object with ``name``, ``method`` and ``run(claim, statement, effort) -> Evidence``.
The statement is an argument, so that the same check judges the printed form, the corrected form and
every mutant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import sympy as sp

from checks.evidence import Evidence
from checks.methods.balls import Indeterminate, Judgement, Undefined
from checks.methods.measured import Unsettled
from checks.methods.scope import Ranges
from numerics.internals import draw_by_seed_alone, shrinking_without_a_clock
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim
from theory.validate import abbreviated

if TYPE_CHECKING:  # it takes half a second to import, and `agf --help` draws nothing
    from hypothesis.strategies import SearchStrategy

PROFILES = ("quick", "full", "deep")
TIME_LIMIT = {
    "quick": 60.0,
    "full": 900.0,
    "deep": 7200.0,
}  # seconds a claim may take before it is `unknown`
LONGEST = 10_000_000  # seconds, four months: a limit beyond that is a slip, and no timer takes it
# of one check: 100,000 tasks; a number beyond that is a slip of the hand, and its plan would fill
# the memory
MOST_INSTANCES = 10_000_000
# the share of measured instances (one, where few are drawn) that may stay undecided; of exact ones,
# none
UNDECIDED = 0.1
# A found counterexample is made smaller by so many evaluations for each instance that was asked for
# (a check that takes long asks for few), at least LEAST_SHRINKS and at most MOST_SHRINKS: a count,
# so that no machine finds another one. 0: not at all.
SHRINKS_EACH = 4
LEAST_SHRINKS, MOST_SHRINKS = 12, 400
NO_VALUE = "a formula has no value there"
NO_PREMISE = "the premise does not hold"
# Where a premise left fewer than ENOUGH instances, and no fewer did not meet it, so many times as
# many are drawn.
ENOUGH, FURTHER = 10, 4
# Of what is a theorem `quick` draws one instance in three, and at least five: they are there for a
# slip in a definition, which nearly each would show. What is only tested rests on them all.
BESIDE_A_THEOREM, FEWEST = 3, 5


@dataclass(frozen=True)
class Effort:
    """profile = quick, full or deep, seed and, where a person gave them, the alphas and the number
    of random instances. ``proved``: the statement is a theorem, whatever instances say.

    >>> Effort("full", seed=3).pick(10, 100, 1000)
    100
    """

    profile: str = "quick"
    seed: int = 0
    alphas: tuple[str, ...] = ()
    instances: int | None = None
    proved: bool = False

    def __post_init__(self) -> None:
        if self.profile not in PROFILES:
            raise ValueError(
                f"profile is {abbreviated(self.profile)}: expected one of {', '.join(PROFILES)}"
            )
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0:
            raise ValueError(f"seed is {abbreviated(self.seed)}: expected a whole number >= 0")
        if self.instances is not None and (
            isinstance(self.instances, bool)
            or not isinstance(self.instances, int)
            or not 1 <= self.instances <= MOST_INSTANCES
        ):
            raise ValueError(
                f"instances is {abbreviated(self.instances)}: expected a whole number between 1 "
                f"and {MOST_INSTANCES}"
            )

    def pick(self, quick: Any, full: Any, deep: Any) -> Any:
        """The one of three that belongs to the profile."""
        return {"quick": quick, "full": full, "deep": deep}[self.profile]

    def examples(self, quick: int, full: int, deep: int) -> int:
        """How many instances a check that samples should draw: what a person asked for, or what the
        profile says.

        >>> Effort().examples(60, 400, 4000), Effort(proved=True).examples(60, 400, 4000)
        (60, 20)
        """
        if self.instances is not None:
            return self.instances
        if self.proved and self.profile == "quick":
            return max(min(quick, FEWEST), quick // BESIDE_A_THEOREM)
        return self.pick(quick, full, deep)


class Check(Protocol):
    """One way of judging a statement: what it is called, its method, and the evidence that it
    finds.
    """

    @property
    def name(self) -> str:
        """What it is called, in the evidence and in the plan of a run."""
        ...

    @property
    def method(self) -> str:
        """One of ``checks.evidence.METHODS``."""
        ...

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Judge the statement, in place of the claim's, under the claim's assumptions."""
        ...


@runtime_checkable
class Sampling(Protocol):
    """A check that draws as many random instances as it is asked for; ``examples`` are those of
    quick, full and deep.
    """

    @property
    def examples(self) -> tuple[int, int, int]:
        """How many instances each profile draws."""
        ...


@dataclass(frozen=True)
class Beyond:
    """Instances that one premise of a claim excludes and the others allow: drawn where that premise
    is dropped on purpose (``agf mutate``), and nowhere else.
    """

    premise: sp.Basic
    instances: SearchStrategy


@runtime_checkable
class Further(Protocol):
    """A check that may have instances ``beyond`` some premises."""

    @property
    def beyond(self) -> tuple[Beyond, ...]:
        """The premises that it goes beyond, each with its instances."""
        ...


@runtime_checkable
class Sharp(Protocol):
    """A check that is asked, where ``sharp`` says so, of the form that we stand for alone: is the
    bound attained?
    """

    @property
    def sharp(self) -> bool:
        """Whether it asks for the bound to be attained."""
        ...


def asked_of_ours_alone(check: Check) -> bool:
    """Is the check asked only of the form that we stand for: whether a bound is attained, whether
    it is a theorem?
    """
    return isinstance(check, Sharp) and check.sharp


class Rejected(Exception):
    """The instance does not satisfy the assumptions; it is counted, with the reason given, and not
    judged.
    """


def stands_for(claim: Claim, statement: sp.Basic) -> bool:
    """Is this the form of the claim that the catalogue holds to be true? Not so a mutant, nor
    somebody's own statement.

    Such a form is not called false by one measurement alone.
    """
    try:
        ours = claim_by_id(claim.id)
    except LookupError:
        return False
    return statement == (ours.printed if ours.corrected is None else ours.corrected)


def dropped(claim: Claim) -> tuple[str, ...]:
    """The assumptions of the catalogue's claim of this name that this one does not make.

    What a setting proves, or puts in the place of a letter, it has worked out under all of them.
    """
    try:
        ours = claim_by_id(claim.id)
    except LookupError:
        return ()
    return tuple(str(one) for one in ours.given if one.args and one not in claim.given)


@dataclass
class Search:
    """The tally of a search: what was tried, what was rejected, the smallest
    counterexample found.
    """

    tried: int = 0
    rejected: int = 0
    undecided: int = 0
    worst: float = 0.0
    digits: int | None = None
    counterexample: Any = None
    judgement: Judgement = Judgement(None)  # of the counterexample
    reasons: Counter = field(default_factory=Counter)
    doubts: Counter = field(default_factory=Counter)
    may_stay_open: float = 0.0
    contested: int = 0
    ranges: Ranges = field(default_factory=Ranges)

    @property
    def outcome(self) -> str:
        """A counterexample decides; without one, undecided instances do where they are too many."""
        if self.counterexample is not None:
            return "fails"
        if self.contested:
            return "unknown"
        open_ones = max(1.0, self.may_stay_open * self.tried) if self.may_stay_open else 0.0
        decided = self.tried > self.undecided and self.undecided <= open_ones
        return "holds" if decided else "unknown"

    @property
    def details(self) -> tuple[str, ...]:
        """What was not judged or not decided, with the reasons; lines for people."""
        return (
            *(f"rejected {count}: {why}" for why, count in self.reasons.items()),
            *(f"undecided {count}: {why}" for why, count in self.doubts.items()),
        )

    def evidence(self, check: Check, **more: Any) -> Evidence:
        """The tally as evidence: what was tried, how it came out, what was drawn."""
        counted: dict[str, Any] = {
            "refuted_by": (self.judgement.means or "measured") if self.outcome == "fails" else None,
            "outcome": self.outcome,
            "instances": self.tried,
            "rejected": self.rejected,
            "max_error": self.worst,
            "digits": self.digits,
            "ranges": self.ranges.drawn,
            "detail": self.details,
        }
        return Evidence(check.name, check.method, **(counted | more))

    def reject(self, why: str) -> None:
        """Count one that is no instance."""
        self.rejected += 1
        self.reasons[why] += 1

    def note(self, judgement: Judgement, instance: Any) -> None:
        """Count one instance and what was judged of it."""
        self.tried += 1
        self.ranges.note(instance)
        self.worst = max(self.worst, judgement.error)
        if judgement.holds is None:
            self.undecided += 1
            self.contested += judgement.contested
            self.doubts[judgement.why or "the two sides are closer than their errors"] += 1
        if judgement.digits is not None:
            self.digits = (
                judgement.digits if self.digits is None else min(self.digits, judgement.digits)
            )


def search(
    strategy: SearchStrategy, judge: Callable[[Any], Judgement], examples: int, seed: int,
    may_stay_open: float = 0.0,
) -> Search:  # fmt: skip
    """Draw up to ``examples`` instances and shrink the first that breaks the statement.

    Deterministic for a seed. Only instances drawn before the first failure are counted: shrinking
    re-tries them. With more than the share ``may_stay_open`` of them undecided, nothing is said of
    the whole.
    """
    from hypothesis import reject, target

    draw_by_seed_alone()
    tally = Search(may_stay_open=may_stay_open)
    left = min(max(LEAST_SHRINKS, SHRINKS_EACH * examples), MOST_SHRINKS) if SHRINKS_EACH else 0
    failing: dict[str, tuple[Any, Judgement]] = {}
    refused: set[str] = set()

    def breaks(instance: Any) -> bool:
        nonlocal left
        shrinking = bool(failing)
        left -= shrinking
        if shrinking and left < 0:
            if repr(instance) in refused:
                reject()
            # the final replay, of whichever was smallest, must fail again
            return repr(instance) in failing
        try:
            judgement = _judged(judge, instance)
        except (Rejected, Undefined) as why:
            if not shrinking:
                tally.reject(_reason(why))
            refused.add(repr(instance))
            reject()
        if judgement.idle:
            if not shrinking:
                tally.reject(NO_PREMISE)
            return False
        if not shrinking:
            tally.note(judgement, instance)
        if judgement.holds is False:
            failing[repr(instance)] = (instance, judgement)
            return True
        if judgement.margin is not None and isfinite(judgement.margin):
            target(-judgement.margin)
        return False

    def look(most: int, source: int) -> None:
        smallest = _smallest(strategy, breaks, most, source)
        if smallest is not None:
            tally.counterexample, tally.judgement = failing[repr(smallest)]

    look(examples, seed)
    if 0 < tally.tried < ENOUGH and tally.tried <= tally.reasons[NO_PREMISE]:
        look(FURTHER * examples, seed + 1)
    if not tally.tried and not tally.rejected:
        tally.reject("no instance satisfies the assumptions")  # that is no proof either
    return tally


def _smallest(strategy: SearchStrategy, breaks: Callable[[Any], bool], most: int, seed: int) -> Any:
    """An instance that breaks it, made as small as can be; None where none of ``most`` does."""
    from hypothesis import find
    from hypothesis.errors import NoSuchExample, Unsatisfiable

    try:
        with shrinking_without_a_clock():
            return find(strategy, breaks, settings=_quiet(most), random=Random(seed))
    except (NoSuchExample, Unsatisfiable):
        return None


def _judged(judge: Callable[[Any], Judgement], instance: Any) -> Judgement:
    """What is judged of an instance; undecided where a measurement does not settle."""
    try:
        return judge(instance)
    except Unsettled as why:
        return Judgement(None, why=str(why))


def _quiet(examples: int) -> Any:
    """Hypothesis without a clock, a database or advice."""
    from hypothesis import HealthCheck, Phase, settings

    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate, Phase.target)
        + (Phase.shrink,) * (SHRINKS_EACH > 0),
        report_multiple_bugs=False,
    )


def _reason(why: Exception) -> str:
    if isinstance(why, Indeterminate):
        return "on the edge of where a formula is defined"
    if isinstance(why, Undefined):
        return NO_VALUE
    return str(why) if isinstance(why, Rejected) and str(why) else "outside the assumptions"


def named(values: Mapping[Any, Any]) -> str:
    """An instance in the claim's own symbols."""
    return ", ".join(
        f"{symbol} = {value}"
        for symbol, value in sorted(values.items(), key=lambda item: str(item[0]))
    )
