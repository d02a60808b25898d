"""Properties: a statement at random structured instances, its left side measured by an independent route."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis.strategies import SearchStrategy

from theory.claim import Claim

from .balls import Judgement, judge
from .certify import attained
from .check import Effort, named, search
from .evidence import Evidence

DETAILS = 6       # lines for people that one check may add
REMEMBERED = 512  # instances whose measurements are kept; a long campaign must not fill the memory


@dataclass(frozen=True)
class Observation:
    """Measured values for the symbols of the statement, with what a person may want to see beside them."""

    values: Mapping[sp.Symbol, Any]
    alphas: tuple[str, ...] = ()
    rate: float | None = None
    detail: str = ""


@dataclass
class _Beside:
    """What is reported beside the verdict: the first few, or the largest, of many. A campaign must not fill the memory."""

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
    """Draw an instance, observe it, judge the statement at every observation.

    ``observe(instance, effort)`` yields :class:`Observation` (or plain dictionaries), one for each neuron, jump or
    time. ``tolerance`` needs its ``reason``: digits of the arithmetic, order of the method, rate in alpha.
    """

    name: str
    instances: SearchStrategy | Callable[[Effort], SearchStrategy]
    observe: Callable[[Any, Effort], Iterable[Observation | Mapping]]
    tolerance: float
    reason: str
    examples: tuple[int, int, int] = (30, 300, 3000)
    method: str = "property"
    sharp: bool = False
    _seen: dict = field(default_factory=dict, compare=False, repr=False)

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        statement = attained(statement) if self.sharp else statement
        broken: dict[str, str] = {}
        beside = _Beside()

        def at(instance: Any) -> Judgement:
            observations = self._observations(instance, effort)
            beside.note(observations)
            worst = Judgement(None)
            for one in observations:
                now = judge(statement, one.values, self.tolerance)
                if now.holds is False:
                    broken[repr(instance)] = named({s: _short(v) for s, v in one.values.items() if isinstance(s, sp.Symbol)})
                    return now
                worst = now if worst.holds is None or worst.idle or now.error > worst.error else worst
            return worst

        strategy = self.instances(effort) if callable(self.instances) else self.instances
        found = search(strategy, at, effort.examples(*self.examples), effort.seed)
        text = None
        if found.counterexample is not None:
            # Plain numbers are already among the measured values; a data set or a network is shown as it is.
            drawn = found.counterexample
            plain = isinstance(drawn, (int, float)) or (isinstance(drawn, tuple) and all(isinstance(v, (int, float, Fraction)) for v in drawn))
            text = "" if plain else f"{drawn}: "
            text += f"{broken.get(repr(drawn), '')}: {found.judgement.sides}"
        detail = [f"tolerance {self.tolerance:g}: {self.reason}", *(f"rejected {count}: {why}" for why, count in found.reasons.items()),
                  *beside.details]
        return Evidence(self.name, self.method, found.outcome, instances=found.tried, rejected=found.rejected,
                        max_error=found.worst, alphas=tuple(beside.alphas), rate=beside.rate,
                        counterexample=text, detail=tuple(detail))

    def _observations(self, instance: Any, effort: Effort) -> tuple[Observation, ...]:
        """Measured once for each instance: a mutant is judged by what was already seen."""
        key = (repr(instance), effort)
        if key not in self._seen:
            if len(self._seen) >= REMEMBERED:
                self._seen.clear()
            self._seen[key] = tuple(one if isinstance(one, Observation) else Observation(one)
                                    for one in self.observe(instance, effort))
        return self._seen[key]


def _short(value: Any) -> str:
    try:
        return f"{float(value):.12g}"
    except (TypeError, ValueError, OverflowError):
        return str(value)
