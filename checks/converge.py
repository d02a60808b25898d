"""Shrinking alpha: limits of formulas along exact alphas, and limits of measured quantities by extrapolation.

Jump times approach their limit only like 1/log(1/alpha), so two digits are all that a small alpha shows by
itself. The remainder behind that term is far smaller: with it removed, a limit is read off to many digits.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import sympy as sp
from flint import arb

from theory.claim import Claim

from .balls import Judgement, combine, evaluate, judge, precision, show
from .certify import Definitions, substituted
from .check import Effort, named, search
from .evidence import Evidence
from .instances import require, strategy
from .measured import Measured

ALPHAS = ("1e-100", "1e-200", "1e-400", "1e-800")
BITS = 30000        # alpha**kappa at alpha = 1e-800 and kappa = 6 must not be swallowed by rounding
TOLERANCE = 1e-6    # Neville's scheme over the four alphas leaves less than (1/L)^3 ~ 1e-9 of a series in 1/L
STEADY = arb("0.9")  # increments that shrink by less than this are those of something that diverges
HALVED = arb("0.57")  # those of a series in 1/log shrink to 1/2; of log log/log, the slowest that the margin covers, to 0.563
SETTLED = arb("1e-12")  # increments below this are not worth a ratio
MARGIN = 10           # the last extrapolation moves log log/log by a sixth of its error
FLOW_NOISE = 1e-9     # increments of a flow's jump times below this share are its integrator's, and shrink no further
SLOWEST = 0.3         # slopes of a series in 1/L settle, of log(L)/L they grow like L^0.2; L^0.5 would be of 1/sqrt(L)
FOURFOLD = 4          # of remainders between 1/L^0.7 and any power of alpha, the last step is at least a quarter of what is left


@dataclass(frozen=True)
class Extrapolation:
    """value(L) = limit + slope/L + less, with L = log(1/alpha); the limit is within ``doubt``.

    ``raw`` are the distances of the values from the limit, the largest alpha first. An infinite doubt says that the
    points do not tell: there are fewer than three, or their increments do not shrink like those of 1/L.
    """

    limit: float
    slope: float
    doubt: float
    raw: tuple[float, ...]


def extrapolate(logs: Sequence[float], values: Sequence[float], size: float | None = None) -> Extrapolation:
    """Remove the 1/L term with the two smallest alphas; the two before the last tell how far that may be off.

    ``size`` is what the values are to be compared with where they may all vanish; their largest by default.

    >>> fit = extrapolate([100.0, 200.0, 400.0], [3 + 2/100, 3 + 2/200, 3 + 2/400])
    >>> round(fit.limit, 12), round(fit.slope, 9), fit.doubt < 1e-12
    (3.0, 2.0, True)
    >>> extrapolate([100.0, 200.0], [3.02, 3.01]).doubt
    inf
    """
    if len(logs) != len(values) or len(set(logs)) < 2:
        raise ValueError(f"extrapolation needs two alphas or more, got {len(set(logs))} and {len(values)} values")
    points = dict(sorted(zip(map(float, logs), map(float, values))))
    L, v = np.array(list(points)), np.array(list(points.values()))
    slopes = -np.diff(v) / (1 / L[:-1] - 1 / L[1:])
    limits = v[1:] - slopes / L[1:]
    doubt = _doubt(L, v, slopes, limits, np.abs(v).max() if size is None else size)
    return Extrapolation(float(limits[-1]), float(slopes[-1]), doubt, tuple(float(g) for g in v - limits[-1]))


def _doubt(L: np.ndarray, v: np.ndarray, slopes: np.ndarray, limits: np.ndarray, size: float) -> float:
    """FOURFOLD |last limit - the one before|, and more where the alphas are close together; oo where nothing settles."""
    if len(L) < 3 or not np.all(np.isfinite(v)):
        return float("inf")
    moving = abs(v[-1] - v[-2]) > FLOW_NOISE * size
    if moving and abs(slopes[-1]) > abs(slopes[-2]) * (L[-1] / L[-3]) ** (SLOWEST / 2):
        return float("inf")
    # What is left of a term 1/L^2 is this share of the distance between the two limits.
    share = L[-3] / (L[-1] - L[-3])
    return float(FOURFOLD * max(1.0, share) * abs(limits[-1] - limits[-2]))


@dataclass(frozen=True)
class Followed:
    """A limit by extrapolation (it may be +inf or -inf) and how far it may be off; a doubt of infinity says "cannot tell".

    ``size`` is the largest of the numbers that were extrapolated, and one where they are all smaller: the letters of a
    formula are drawn of order one, and what decays has no size of its own.
    """

    value: arb
    doubt: arb
    size: arb = arb(0)


def limit_along(expr: sp.Expr, symbol: sp.Symbol, values: dict) -> Followed:
    """The limit of ``expr`` as ``symbol`` -> 0+, by Neville extrapolation in 1/log.

    log(1/alpha) doubles from one alpha to the next, so the increments of a series in 1/log halve and those of
    anything that diverges (even log log) do not shrink. Increments in between (of 1/log log, say) are of neither kind.
    """
    with precision(BITS):
        nodes = [-1 / arb(a).log() for a in ALPHAS]
        column = [evaluate(expr, {**values, symbol: sp.Rational(a)}) for a in ALPHAS]
        steps = [b - a for a, b in zip(column, column[1:])]
        for sign in (1, -1):
            if all(sign * s > 0 for s in steps) and all(sign * (b - STEADY * a) > 0 for a, b in zip(steps, steps[1:])):
                return Followed(arb("inf") * sign, arb(0))
        size = max((abs(value) for value in (*column, arb(1))), key=lambda value: value.mid())
        still = abs(steps[-1]) <= SETTLED * abs(column[-1]).max(arb(1))
        for order in range(1, len(nodes)):
            before, column = column[-1], [(nodes[k] * column[k + 1] - nodes[k + order] * column[k]) / (nodes[k] - nodes[k + order])
                                          for k in range(len(column) - 1)]
        halved = still or abs(steps[-1]) <= HALVED * abs(steps[-2])
        return Followed(column[0], MARGIN * abs(column[0] - before) if halved else arb("inf"), size)


@dataclass(frozen=True)
class Limiting:
    """Judge a statement about ``Limit`` objects by following the formula to alpha = 1e-800 in exact arithmetic.

    ``into`` may turn the statement into one about limits at 0 (x -> oo as x = -log(alpha), say).
    """

    name: str
    where: Definitions = sp.Dict()
    given: tuple = ()
    examples: tuple[int, int, int] = (12, 60, 300)
    into: Callable[[sp.Basic], sp.Basic] = lambda statement: statement
    method: str = "limit"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        relation = self.into(substituted(statement, self.where))
        bound = {limit.args[1] for limit in relation.atoms(sp.Limit)}
        symbols = (relation.free_symbols | {s for g in (*claim.given, *self.given) for s in g.free_symbols}) - bound

        def at(values: dict) -> Judgement:
            require((*claim.given, *self.given), values)
            return _judge_limits(relation, values)

        found = search(strategy((*claim.given, *self.given), symbols), at, effort.examples(*self.examples), effort.seed)
        text = None if found.counterexample is None else f"{named(found.counterexample)}: {found.judgement.sides}"
        return Evidence(self.name, self.method, found.outcome, instances=found.tried, rejected=found.rejected,
                        max_error=found.worst, alphas=ALPHAS, counterexample=text,
                        detail=(f"tolerance {TOLERANCE:g}: Neville extrapolation in 1/log(1/alpha) over {', '.join(ALPHAS)}",))


def _judge_limits(relation: sp.Basic, values: dict) -> Judgement:
    """Replace every limit by its numeric value; infinity is compared as such."""
    if isinstance(relation, sp.And):
        return combine(True, [_judge_limits(part, values) for part in relation.args])
    measured: dict[sp.Basic, sp.Dummy] = {}
    numbers, widened = dict(values), dict(values)
    for limit in relation.atoms(sp.Limit):
        expr, symbol, point, direction = limit.args
        if point != 0 or str(direction) != "+":
            raise ValueError(f"{limit}: only limits at 0 from above are followed")
        found = limit_along(expr, symbol, values)
        if not found.value.is_finite():
            return _judge_infinite(relation, values, limit, sp.oo if found.value > 0 else -sp.oo)
        if not found.doubt.is_finite():
            return Judgement(None, sides=f"{limit} converges too slowly to be followed")
        measured[limit] = sp.Dummy("limit")
        numbers[measured[limit]] = Measured(found.value.mid(), found.size)
        widened[measured[limit]] = Measured(found.value.mid(), found.size, found.doubt.upper())
    if sp.oo in relation.args or -sp.oo in relation.args:
        holds = relation.func(*(side if side in (sp.oo, -sp.oo) else sp.S.Zero for side in relation.args)) == sp.true
        only = ", ".join(show(numbers[d].value) for d in measured.values())
        return Judgement(holds, 0.0 if holds else float("inf"), sides=f"the limit is {only}, not infinite")
    verdict, allowed = (judge(relation.xreplace(measured), at, TOLERANCE) for at in (numbers, widened))
    if verdict.holds is not allowed.holds:  # what is stated lies within the doubt of the extrapolation
        return Judgement(None, sides=verdict.sides)
    back = {str(dummy): str(limit) for limit, dummy in measured.items()}
    sides = verdict.sides
    for name, original in back.items():
        sides = sides.replace(name, original)
    return Judgement(verdict.holds, verdict.error, sides=sides)


def _judge_infinite(relation: sp.Basic, values: dict, limit: sp.Limit, value: sp.Expr) -> Judgement:
    """An infinite limit against what is printed for it: only where the whole side is that limit."""
    if not isinstance(relation, sp.core.relational.Relational) or limit not in relation.args:
        raise ValueError(f"{limit} is infinite inside {relation}: state it as one side of a relation")
    sides = [value if side == limit else side.xreplace(values) for side in relation.args]
    holds = relation.func(*sides) == sp.true
    return Judgement(holds, 0.0 if holds else float("inf"), sides=f"the limit is {value}, printed: {relation.args[1]}")
