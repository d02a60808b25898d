"""AGF beside Pesme and Flammarion's algorithm: the recursion that the theorem prints, and AGF from
``numerics``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import mpmath
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from checks.diagonal.data import (
    DIES_WITHOUT_FORCE,
    Data,
    Rounded,
    data,
    in_doubles,
    saddles,
    untied,
)
from checks.framework.cases import Unreadable
from checks.methods.certified import on_sides
from checks.methods.check import Effort, Rejected
from checks.methods.extrapolation import Extrapolation, extrapolate, settled
from checks.methods.measured import Measured, Unsettled, alone
from checks.methods.property import Observation
from numerics import alternating_gradient_flow
from numerics.validate import log_inverse
from theory import diagonal as paper
from theory.diagonal import agf_gap, agf_time, beta_gap, t_agf, t_pf, t_ratio
from theory.notation import alpha

ALPHAS = ("1e-200", "1e-400", "1e-800")

# --- AGF against the algorithm --------------------------------------------------------------------
SCALES = st.sampled_from(
    [
        sp.Rational(1, 2),
        sp.Rational(2, 3),
        sp.Rational(1, 10),
        sp.Rational(1, 1000),
        sp.Rational(1, 10**12),
        sp.Rational(7, 10),
    ]
)


def beside(path: Sequence, other: Sequence) -> Iterator[tuple]:
    """The k-th of either for every k; past the end of the shorter one its last goes on, as a
    staircase does.
    """
    for k in range(1, max(len(path), len(other))):
        yield path[min(k, len(path) - 1)], other[min(k, len(other) - 1)]


def exact_jumps(
    instance: tuple[Data, sp.Rational], effort: Effort, digits: int = 40
) -> Iterator[dict]:
    """Every jump of the recursion the theorem prints, beside the algorithm's."""
    problem, scale = instance
    for a, b in beside(
        untied(problem), paper.alternating_saddles(problem.X, problem.y, scale, digits)
    ):
        yield {
            t_pf: a.time,
            t_agf: alone(b.time),
            alpha: scale,
            beta_gap: max(abs(z - w) for z, w in zip(a.beta, b.beta)),
        }


def numeric_jumps(instance: tuple[Data, sp.Rational], effort: Effort) -> Iterator[dict]:
    """The same with AGF as numerics/ computes it, in doubles."""
    problem, scale = instance
    path = untied(problem)
    errors = in_doubles(problem, path)
    run = alternating_gradient_flow(problem.network, float(scale)).staircase
    steps = list(zip((0.0, *run.jump_times), run.points))
    for (a, (when, point)), off in zip(beside(path, steps), [*errors, *errors[-1:] * len(steps)]):
        yield {
            t_pf: a.time,
            t_agf: alone(float(when), off.time * float(paper.jump_factor(scale))),
            alpha: scale,
            beta_gap: coefficient_gap(a, point, off),
        }


def coefficient_gap(saddle: paper.Saddle, point: Sequence, off: Rounded) -> Measured:
    """max |beta - beta'|, of coefficients as large as the largest."""
    size = max(
        max(abs(float(z)) for z in saddle.beta),
        float(np.max(np.abs(np.asarray(point, dtype=float)))),
    )
    return Measured(
        max(abs(float(z) - float(w)) for z, w in zip(saddle.beta, point)), size, off.beta
    )


def tied_processes(instance: tuple[Data, sp.Rational], effort: Effort) -> Iterator[dict]:
    """AGF's coefficients once every neuron due at a time has had its turn, beside the algorithm's
    after its one jump.
    """
    problem, scale = instance
    path = saddles(problem)
    other = paper.alternating_saddles(problem.X, problem.y, scale, 40)
    if len(other) == len(path):
        raise Rejected("nobody is due at the same time")
    factor = paper.jump_factor(scale).evalf(60)
    for a in path:
        with mpmath.workdps(60):
            due = mpmath.mpf(str((a.time * factor).evalf(60))) * (1 + mpmath.mpf(10) ** -30)
            reached = [b for b in other if b.time <= due][-1]
        yield {beta_gap: max(abs(z - w) for z, w in zip(a.beta, reached.beta))}


def reused_levels() -> st.SearchStrategy:
    """Orthogonal or small-integer inputs, where several coordinates often arrive together; and one
    that dies without a force.
    """
    return st.tuples(st.one_of(data(4, reach=2), st.just(DIES_WITHOUT_FORCE)), SCALES)


def agf_limit(problem: Data, effort: Effort) -> Iterator[Observation]:
    """AGF of numerics/ at shrinking alpha, jump times extrapolated."""
    path, net, alphas = untied(problem), problem.network, scales(effort, 8)
    errors = in_doubles(problem, path)
    found = [alternating_gradient_flow(net, a) for a in alphas]
    steps = [list(zip((0.0, *one.staircase.jump_times), one.staircase.points)) for one in found]
    yield from _ratios(path, [one.eta for one in found], steps, alphas, errors)


def by_its_limits(statement: sp.Basic) -> sp.Basic:
    """The statement in the limits as alpha -> 0: of a jump time, which is measured as its ratio to
    the algorithm's, and of the coefficients.
    """
    limits = {
        sp.Limit(agf_time(alpha), alpha, 0): t_ratio * t_pf,
        sp.Limit(agf_gap(alpha), alpha, 0): beta_gap,
    }
    read = on_sides(statement, lambda side: side.xreplace(limits))
    if read.has(sp.Limit, agf_time, agf_gap):
        raise Unreadable("only the limits of a jump time and of the coefficients are measured")
    return read


def exact_limit(problem: Data, effort: Effort) -> Iterator[Observation]:
    """The same by the recursion of the theorem, in forty digits, at smaller alphas."""
    path, alphas = untied(problem), tuple(smaller(a) for a in scales(effort, 8))
    runs = [paper.alternating_saddles(problem.X, problem.y, a, 40) for a in alphas]
    steps = [[(one.time, one.beta) for one in run] for run in runs]
    yield from _ratios(
        path,
        [float(problem.network.eta(a)) for a in alphas],
        steps,
        alphas,
        [Rounded(0.0, 0.0)] * len(path),
    )


def _ratios(
    path: tuple[paper.Saddle, ...],
    logs: list[float],
    steps: list[list[tuple]],
    alphas: tuple[str, ...],
    errors: list[Rounded],
) -> Iterator[Observation]:
    """t_AGF/t_PF of every jump extrapolated to alpha = 0, and the coefficients at the smallest
    alpha.
    """
    longest = max(len(path), *map(len, steps))
    for k, off in zip(range(1, longest), [*errors, *errors[-1:] * longest]):
        saddle = path[min(k, len(path) - 1)]
        reached = [one[min(k, len(one) - 1)] for one in steps]
        fit = extrapolated(logs, [float(when) / float(saddle.time) for when, _ in reached])
        ratio = settled(fit)
        ratio = replace(
            ratio, error=ratio.error + 2 * off.time / float(saddle.time)
        )  # extrapolation doubles an error
        yield Observation(
            {
                t_pf: saddle.time,
                t_ratio: ratio,
                beta_gap: coefficient_gap(saddle, reached[-1][1], off),
            },
            tuple(alphas),
            fit.slope,
            f"jump {k}: raw gaps {', '.join(f'{x:.2e}' for x in fit.raw)}, extrapolated "
            f"{fit.limit - 1:.1e}",
        )


def scales(effort: Effort, digits: float) -> tuple[str, ...]:
    """The alphas asked for, largest first, raised to a power that is below 10^-digits for all."""
    sizes = sorted(log_inverse(a) / math.log(10) for a in effort.alphas or ALPHAS)
    if sizes[0] <= 0:
        raise ValueError(f"alpha is {effort.alphas}: expected scales below 1")
    factor = max(1, math.ceil(digits / sizes[0]))
    return tuple(f"1e-{size}" for size in sorted({max(1, round(size * factor)) for size in sizes}))


def exponent(scale: str) -> int:
    """n of the alpha ``1e-n``."""
    return int(scale.removeprefix("1e-"))


def smaller(scale: str) -> str:
    """alpha^4."""
    return f"1e-{4 * exponent(scale)}"


def extrapolated(logs: Sequence[float], values: Sequence[float]) -> Extrapolation:
    """As :func:`extrapolate`; with one alpha nothing is known of a limit."""
    if len(set(logs)) < 2:
        raise Unsettled("one alpha: three or more tell a limit")
    return extrapolate(logs, values, 1.0)
