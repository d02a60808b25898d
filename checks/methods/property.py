"""Properties: a statement at random structured instances, its left side measured by an independent
route.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis.strategies import SearchStrategy

from checks.evidence import Evidence
from checks.methods.balls import Judgement, judge
from checks.methods.certified import attained
from checks.methods.check import UNDECIDED, Beyond, Effort, Search, named, search, stands_for
from checks.methods.described import described
from checks.methods.functions import NotJudged
from checks.methods.measured import Measured
from checks.methods.scope import Ranges
from checks.methods.written import as_written
from theory.claim import Claim

DETAILS = 6  # lines for people that one check may add
REMEMBERED = 512  # instances whose measurements are kept; a long campaign must not fill the memory


@dataclass(frozen=True)
class Observation:
    """{letter: value}: measured values of the letters of a statement, x = 1.5 +- its error, with
    what to show beside them.

    >>> from sympy import Symbol
    >>> from checks import Measured, Observation
    >>> Observation({Symbol("x"): Measured(1.5, size=1.5)}, detail="by quadrature").detail
    'by quadrature'
    """

    values: Mapping[sp.Symbol, Any]
    alphas: tuple[str, ...] = ()
    rate: float | None = None
    detail: str = ""


@dataclass
class _Beside:
    """What is reported beside the verdict: the first few, or the largest, of many. A campaign must
    not fill the memory.
    """

    alphas: dict[str, None] = field(default_factory=dict)
    rate: float | None = None
    details: dict[str, None] = field(default_factory=dict)

    def note(self, observations: Iterable[Observation]) -> None:
        for one in observations:
            self.alphas.update(dict.fromkeys(one.alphas))
            if one.rate is not None and (self.rate is None or abs(one.rate) > abs(self.rate)):
                self.rate = one.rate
            if one.detail and len(self.details) < DETAILS:
                self.details[one.detail] = None


@dataclass(frozen=True)
class Property:
    """``Property(name, instances, observe, tolerance, reason)``: letters = what was measured.

    >>> from hypothesis import strategies as st
    >>> from math import log1p
    >>> from sympy import Symbol, log
    >>> from checks import Measured, Property, verify
    >>> from theory import Claim
    >>> x, y = Symbol("x", positive=True), Symbol("y", positive=True)
    >>> claim = Claim(id="mine.log", title="y <= x", kind="inequality", printed=y <= x)
    >>> measured = lambda x_, effort: [{x: Measured(x_, x_), y: Measured(log1p(x_), x_)}]
    >>> way = Property("log(1 + x), measured", st.floats(0.1, 9), measured, 1e-15, "doubles")
    >>> verify(claim, checks=[way]).verdict
    'tested'

    It draws an instance, observes it and judges the statement at every observation.

    ``observe(instance, effort)`` yields :class:`Observation` (or plain dictionaries), one for each
    neuron, jump or time; what it measured it gives as :class:`~checks.methods.measured.Measured`.
    ``tolerance`` is the relative accuracy of the arithmetic and needs its ``reason``: digits, order
    of the method, rate in alpha. ``confirm`` observes an instance again, in more digits or by a
    second route: one that broke the statement at first sight and not at the second is undecided,
    and a form that the catalogue stands for is not called false without a second look. Checks that
    name the same ``flows`` read the same ones: a run gives them to one worker, which keeps these.
    ``beyond`` are instances that one assumption excludes, for each that has some: they are drawn
    where it is dropped on purpose, and nowhere else.
    """

    name: str
    instances: SearchStrategy | Callable[[Effort], SearchStrategy]
    observe: Callable[[Any, Effort], Iterable[Observation | Mapping]]
    tolerance: float
    reason: str
    examples: tuple[int, int, int] = (30, 300, 3000)
    method: str = "property"
    sharp: bool = False
    confirm: Callable[[Any, Effort], Iterable[Observation | Mapping]] | None = None
    flows: str = ""
    beyond: tuple[Beyond, ...] = ()
    _seen: dict = field(default_factory=dict, compare=False, repr=False)

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The statement at every observation of random instances; one that breaks a form we stand
        for is looked at twice.
        """
        ours = stands_for(claim, statement)
        statement = attained(statement) if self.sharp else statement
        broken: dict[str, str] = {}
        beside, ranges = _Beside(), Ranges()
        # of all that was measured, the letters that the statement or the claim speaks of
        forms = (statement, claim.printed, claim.expr, *claim.given)
        spoken = {letter for one in forms for letter in one.free_symbols}

        def judge_at(instance: Any) -> Judgement:
            observations = self._observations(instance, effort)
            beside.note(observations)
            judgement, there = _judged(
                statement, observations, self.tolerance, ranges, spoken, claim.given
            )
            if judgement.holds is False:
                judgement = self._confirmed(claim, statement, instance, effort, judgement, ours)
                broken[repr(instance)] = named(
                    {one: _short(there[one]) for one in spoken & set(there)}
                )
            return judgement

        strategy = self.instances(effort) if callable(self.instances) else self.instances
        found = search(strategy, judge_at, effort.examples(*self.examples), effort.seed, UNDECIDED)
        found.ranges.stretches.update(ranges.stretches)
        detail = (f"tolerance {self.tolerance:g}: {self.reason}", *found.details, *beside.details)
        return found.evidence(
            self,
            digits=None,
            alphas=tuple(beside.alphas),
            rate=beside.rate,
            counterexample=_counterexample(found, broken),
            detail=detail,
        )

    def _confirmed(
        self,
        claim: Claim,
        statement: sp.Basic,
        instance: Any,
        effort: Effort,
        first: Judgement,
        ours: bool,
    ) -> Judgement:
        """A refutation after a second look; undecided where the two disagree, or where ours has no
        second look.
        """
        if self.confirm is None and not ours:
            return first
        if self.confirm is None:
            return replace(
                first, holds=None, contested=True, why=f"{first.sides}, by one measurement alone"
            )
        second, _ = _judged(
            statement,
            _as_observations(self.confirm(instance, effort)),
            self.tolerance,
            given=claim.given,
        )
        if second.holds is False:
            return first
        both = f"at first sight {first.sides}; looking closer {second.sides or second.why}"
        return replace(first, holds=None, contested=True, why=both)

    def _observations(self, instance: Any, effort: Effort) -> tuple[Observation, ...]:
        """Measured once for each instance: a mutant is judged by what was already seen."""
        key = (repr(instance), effort)
        if key not in self._seen:
            if len(self._seen) >= REMEMBERED:
                self._seen.clear()
            self._seen[key] = _as_observations(self.observe(instance, effort))
        return self._seen[key]


def _as_observations(found: Iterable[Observation | Mapping]) -> tuple[Observation, ...]:
    return tuple(one if isinstance(one, Observation) else Observation(one) for one in found)


def _judged(
    statement: sp.Basic,
    observations: Iterable[Observation],
    tolerance: float,
    ranges: Ranges | None = None,
    spoken: Collection[sp.Basic] = (),
    given: Iterable[sp.Basic] = (),
) -> tuple[Judgement, Mapping]:
    """One judgement of all observations: the first that breaks the statement, and where; else an
    open one, else the worst. Where the premise fails nothing was judged, and ``ranges`` does not
    say so; of what was measured it has the letters ``spoken`` of. What breaks an assumption
    ``given`` breaks nothing else: checks may look further than the claim does.
    """
    found = Judgement(None, why="nothing was observed")
    for number, one in enumerate(observations):
        now = judge(statement, one.values, tolerance)
        if now.holds is False and _outside(given, one.values, tolerance):
            now = Judgement(True, idle=True)
        if ranges is not None and not now.idle:
            ranges.note(
                {
                    letter: value
                    for letter, value in one.values.items()
                    if letter in spoken or not isinstance(value, Measured)
                }
            )
        if now.holds is False:
            return now, one.values
        if (
            number == 0
            or (now.holds is None and not found.contested)
            or (found.holds and (found.idle or now.error > found.error))
        ):
            found = now
    return found, {}


def _outside(given: Iterable[sp.Basic], values: Mapping, tolerance: float) -> bool:
    """Does an assumption about the letters observed fail here?"""
    known = [one for one in given if one.args and one.free_symbols <= values.keys()]
    return any(_fails(one, values, tolerance) for one in known)


def _fails(assumption: sp.Basic, values: Mapping, tolerance: float) -> bool:
    try:
        return judge(assumption, values, tolerance).holds is False
    except (ArithmeticError, NotJudged):  # about a function or a limit, which nobody observed
        return False


def _counterexample(found: Search, broken: Mapping[str, str]) -> str | None:
    """The smallest instance that broke the statement, what was measured there, and both sides."""
    drawn = found.counterexample
    if drawn is None:
        return None
    # Plain numbers are already among the measured values.
    only_numbers = isinstance(drawn, (int, float)) or (
        type(drawn) is tuple and all(isinstance(v, (int, float, Fraction)) for v in drawn)
    )
    parts = ("" if only_numbers else described(drawn), broken.get(repr(drawn), ""))
    return ": ".join((*filter(None, parts), found.judgement.sides))


def _short(value: Any) -> str:
    exactly = as_written(value)
    if exactly is not None:
        return exactly
    try:
        return f"{float(value):.12g}"
    except (TypeError, ValueError, OverflowError):
        return str(value)
