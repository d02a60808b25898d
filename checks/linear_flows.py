"""Measured flows of the linear setting: gradient flow as alpha -> 0, Greedy Low-Rank Learning and AGF beside it."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from hypothesis import strategies as st

from numerics import alternating_gradient_flow, gradient_flow
from numerics.linear import greedy_low_rank
from theory import linear as paper
from theory.symbols import c, d, t

from .check import Effort, Rejected
from .converge import extrapolate
from .linear_problems import (Problem, Spectrum, block_problems, in_order, integer_problems, narrow, numbered, parts, problem, require_assumptions,
                              spectral_problems, spectrum, table, wide)
from .property import Observation, Property

LIMIT = 1e-8  # the remainder behind the 1/log(1/alpha) term is a power of alpha; the flow itself is held to about 1e-10
LIMIT_REASON = "two alphas leave a power of alpha behind the 1/log(1/alpha) term; the flow is held to about 1e-10"
SMALL = 1e-9  # levels and singular values below this share of the first level are zero


@dataclass(frozen=True)
class Limit:
    """Gradient flow as alpha -> 0: times extrapolated, levels and matrices as they stand at the smallest alpha."""

    times: tuple[float, ...]
    levels: tuple[float, ...]
    points: tuple[np.ndarray, ...]
    alphas: tuple[str, ...]
    doubt: float


def alphas_for(effort: Effort, clustered: bool = False) -> tuple[str, ...]:
    """Close eigenvalues relax slowly, so that a plateau is flat only at a smaller alpha."""
    if effort.alphas:
        return effort.alphas
    if clustered:
        return effort.pick(("1e-1500", "1e-4000"), ("1e-1500", "1e-4000", "1e-10000"), ("1e-1500", "1e-4000", "1e-10000"))
    return effort.pick(("1e-150", "1e-400"), ("1e-150", "1e-1000", "1e-3000"), ("1e-150", "1e-1000", "1e-3000"))


@lru_cache(maxsize=512)
def flow(instance: Problem, alpha: str):
    return gradient_flow(instance.net, alpha, seed=instance.seed)


@lru_cache(maxsize=512)
def limit(instance: Problem, alphas: tuple[str, ...]) -> Limit:
    runs = [flow(instance, alpha) for alpha in alphas]
    seen = [run.staircase for run in runs]
    if len({len(stairs) for stairs in seen}) != 1:
        raise ArithmeticError(f"{instance}: {[len(stairs) for stairs in seen]} jumps at alpha = {alphas}: expected the same number at each")
    fits = [extrapolate([run.eta for run in runs], [stairs.jump_times[k] for stairs in seen]) for k in range(len(seen[-1]))]
    first = seen[-1].levels[0]
    return Limit(tuple(fit.limit for fit in fits), tuple(0 if v < SMALL * first else float(v) for v in seen[-1].levels),
                 seen[-1].points, alphas, max((fit.doubt for fit in fits), default=0.0))


def differences(times: tuple[float, ...]) -> list[float]:
    return [b - a for a, b in zip((0.0, *times), times)]


def probe(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Two fixed vectors: p^T beta q is one number that sees every entry of beta."""
    return np.sqrt(np.arange(2.0, 2 + rows)), np.sqrt(np.arange(3.0, 3 + columns))


def sequence_letters(whole: Spectrum, times: tuple, levels: tuple, matrices: tuple, names: tuple) -> dict:
    """The letters of the conjecture for one problem or one block: what flow did, and the spectra."""
    delta, level, entry, mode, sigma, mu = names
    p, q = probe(*whole.B.shape)
    _, U = whole.modes()
    shares = [float((p @ U[:, i]) * (U[:, i] @ whole.B @ q)) for i in range(whole.rank)]
    return {delta: numbered(differences(times)), level: numbered(list(levels), 0), entry: numbered([float(p @ m @ q) for m in matrices], 0),
            mode: numbered(shares), sigma: table([list(map(float, whole.singular(k))) for k in range(whole.rank)]),
            mu: numbered(list(map(float, whole.modes()[0])))}


WHOLE = (paper.delta, paper.level, paper.entry, paper.mode, paper.sigma, paper.mu)
BLOCK = (paper.delta_b, paper.level_b, paper.entry_b, paper.mode_b, paper.sigma_b, paper.mu_b)


def blocks_of(instance: Problem, found: Limit) -> Iterator[dict]:
    """The same letters for every block and each of its jumps: the plateaus on which its share of beta gains rank."""
    for block, E, F in parts(instance):
        shares = [E.T @ beta @ F for beta in found.points]
        ranks = [int(np.sum(np.linalg.svd(s, compute_uv=False) > 1e-5)) for s in shares]
        kept = [0] + [k for k in range(1, len(ranks)) if ranks[k] > ranks[k - 1]]
        first = found.levels[0]
        losses = [float(np.sum(((block.B - shares[k]) @ block.Sigma) * (block.B - shares[k]))) / 2 for k in kept]
        letters = sequence_letters(block, tuple(found.times[k - 1] for k in kept[1:]), tuple(0 if v < SMALL * first else v for v in losses),
                                   tuple(shares[k] for k in kept), BLOCK)
        for n in range(1, len(kept)):
            yield {**letters, paper.step_b: n, paper.rank_b: block.rank}


def facts(instance: Problem) -> dict:
    rows, columns = len(instance.B), len(instance.Sigma)
    return {c: rows, d: columns, paper.width: instance.width, paper.rank: min(rows, columns), paper.ordered: int(in_order(instance)),
            paper.blocks: len(parts(instance))}


def conjecture_observations(instance: Problem, effort: Effort, clustered: bool = False) -> Iterator[Observation]:
    require_assumptions(instance)
    whole = spectrum(instance)
    turns = instance.width < whole.rank and not in_order(instance)  # the seed of the turn must stay in the range of doubles
    found = limit(instance, ("1e-20", "1e-40") if turns else alphas_for(effort, clustered))
    most = min(len(found.times), whole.rank, instance.width)
    base = {**facts(instance), paper.jump_count: len(found.times)}
    letters = sequence_letters(whole, found.times, found.levels, found.points, WHOLE)
    own = list(blocks_of(instance, found))
    for n in range(max(most, len(own))):
        yield Observation({**base, **letters, paper.step: 1 + n % most, **own[n % len(own)]}, alphas=found.alphas,
                          detail=f"{instance}: jumps at {', '.join(f'{x:.10g}' for x in found.times)}" if n == 0 else "")


# --- families ----------------------------------------------------------------------------------------------------------------
WIDE = ((3, 3), (2, 2), (2, 3), (3, 2))
FULL = (*WIDE, (4, 4), (4, 3), (2, 4), (3, 1), (1, 3))
THIRD = 1 / 3


def shapes(effort: Effort) -> tuple:
    return effort.pick(WIDE, FULL, FULL)


def family(name: str, instances, examples: tuple[int, int, int], clustered: bool = False) -> Property:
    observe = partial(conjecture_observations, clustered=clustered)
    return Property(f"gradient flow, {name}", instances, observe, LIMIT, LIMIT_REASON, examples=examples, method="limit")


MISORDERED = spectral_problems((3.0, 1.0, 2.2, 0.6), (1.0, 2.0, 0.7, 3.1), ((2, 2), (3, 3), (2, 3), (3, 2)), True, wide)
FAMILIES = [
    family("commuting covariances in any order", MISORDERED, (3, 50, 300)),
    family("commuting covariances, any width", spectral_problems((2.0, 1.0, 0.5), (3.0, 1.2, 0.6), ((2, 2), (3, 3), (3, 2)), True, narrow), (2, 30, 200)),
    family("spread spectra", lambda e: spectral_problems((3.0, 1.0, THIRD, 2.0), (4.0, 1.5, 0.5, 1.0), shapes(e), False), (3, 70, 400)),
    family("clustered spectra", lambda e: spectral_problems((1.0, 1.1, 1.21, 1.33), (1.0, 1.12, 1.25, 1.4), shapes(e), False), (2, 60, 300), clustered=True),
    family("small whole numbers, splitting or not", lambda e: integer_problems(e.pick(2, 3, 4)), (3, 70, 400), clustered=True),
    family("two blocks side by side", block_problems(), (2, 40, 300), clustered=True),
]


# --- accumulated utility -----------------------------------------------------------------------------------------------------
SOME = spectral_problems((3.0, 1.0, 2.0), (2.0, 1.5, 0.6), ((2, 2), (3, 3), (2, 3), (3, 2)), False, wide)


def utilities(instance: Problem, alphas: tuple[str, ...], time: float) -> list[float]:
    """S_i at an accelerated time, extrapolated to alpha = 0."""
    runs = [flow(instance, alpha) for alpha in alphas]
    columns = [run.exponents(time) for run in runs]
    return [extrapolate([run.eta for run in runs], [col[i] for col in columns]).limit for i in range(min(instance.width, spectrum(instance).rank))]


def _plateaus(instance: Problem, effort: Effort) -> Iterator[tuple]:
    require_assumptions(instance)
    if len(parts(instance)) > 1:
        raise Rejected
    alphas = alphas_for(effort)
    found = limit(instance, alphas)
    starts = (0.0, *found.times)
    seen = [utilities(instance, alphas, time) if time else [0.0] * len(found.times) for time in starts[:-1]]
    for k in range(1, len(starts)):
        yield k, alphas, starts, seen


def _accumulated(instance: Problem, effort: Effort) -> Iterator[Observation]:
    whole = spectrum(instance)
    for k, alphas, starts, seen in _plateaus(instance, effort):
        if k == len(seen):
            return  # nothing is dormant after the last jump
        span = 0.6 * (starts[k + 1] - starts[k])
        later, rates = utilities(instance, alphas, starts[k] + span), whole.singular(k)
        for i in range(k, len(starts) - 1):
            yield Observation({paper.S_after: later[i], paper.S_start: seen[k][i], paper.S_before: seen[k - 1][i],
                               paper.sigma_mode: float(rates[i - k]), t: span}, alphas=alphas)


def _waiting(instance: Problem, effort: Effort) -> Iterator[Observation]:
    whole = spectrum(instance)
    for k, alphas, starts, seen in _plateaus(instance, effort):
        yield Observation({paper.wait: starts[k] - starts[k - 1], paper.S_before: seen[k - 1][k - 1], paper.sigma_last: float(whole.singular(k - 1)[0]),
                           paper.sigma_here: float(whole.singular(k)[0]) if k < whole.rank else 0}, alphas=alphas)


accumulated = Property("singular values of (A; W^T) along gradient flow", SOME, _accumulated, LIMIT, LIMIT_REASON, examples=(3, 40, 300), method="limit")
waiting = Property("gradient flow between jumps", SOME, _waiting, LIMIT, LIMIT_REASON, examples=(3, 40, 300), method="limit")


# --- commuting covariances ---------------------------------------------------------------------------------------------------
def by_singular_value(instance: Problem) -> tuple[np.ndarray, np.ndarray]:
    """sigma_i downwards and the input variance along each: the right singular vectors diagonalise Sigma."""
    whole = spectrum(instance)
    _, values, Vt = np.linalg.svd(whole.B @ whole.Sigma)
    return values[:whole.rank], np.diag(Vt @ whole.Sigma @ Vt.T)[:whole.rank]


def _commuting(instance: Problem, effort: Effort) -> Iterator[Observation]:
    require_assumptions(instance)
    found = limit(instance, alphas_for(effort))
    values, variances = by_singular_value(instance)
    most = min(len(found.times), len(values))
    for k in range(1, most + 1):
        yield Observation({**facts(instance), paper.step: k, paper.tau_gf: numbered(list(found.times)), paper.level: numbered(list(found.levels), 0),
                           paper.sigma: table([list(map(float, values))]), paper.lam: numbered(list(map(float, variances))),
                           paper.mu: numbered(list(map(float, spectrum(instance).modes()[0])))}, alphas=found.alphas)


commuting = Property("gradient flow, commuting covariances", MISORDERED, _commuting, LIMIT, LIMIT_REASON, examples=(4, 50, 300), method="limit")


@st.composite
def turning_problems(draw: st.DrawFn) -> Problem:
    """b_1 < b_2 with b_1 lam_1 > b_2 lam_2 and b_1^2 lam_1 < b_2^2 lam_2: lam_1 = share of the way from b_2/b_1 to (b_2/b_1)^2."""
    ratio, share = draw(st.sampled_from((2.0, 1.6, 2.5))), draw(st.sampled_from((0.5, 0.4, 0.6)))
    size, variance = draw(st.sampled_from((1.0, 0.8, 1.3))), draw(st.sampled_from((1.0, 0.7)))
    lam = variance * (ratio + share * (ratio**2 - ratio))
    return problem(np.diag([size, ratio * size]), np.diag([lam, variance]), 1, draw(st.integers(0, 3)))


def _turning(instance: Problem, effort: Effort) -> Iterator[Observation]:
    found = limit(instance, effort.alphas or ("1e-20", "1e-40"))
    if len(found.times) != 2:
        raise ArithmeticError(f"{instance}: {len(found.times)} jumps, expected two")
    yield Observation({paper.turn_time: found.times[1], paper.s_1: instance.B[0][0] * instance.Sigma[0][0], paper.s_2: instance.B[1][1] * instance.Sigma[1][1],
                       paper.b_1: instance.B[0][0], paper.lam_1: instance.Sigma[0][0], paper.lam_2: instance.Sigma[1][1]}, alphas=found.alphas)


turning = Property("gradient flow of one neuron", turning_problems(), _turning, 2e-5, "alpha = 1e-20 and 1e-40 leave a power of alpha",
                   examples=(2, 20, 50), method="limit")


# --- greedy low-rank learning -----------------------------------------------------------------------------------------------
def _greedy(instance: Problem, effort: Effort) -> Iterator[Observation]:
    require_assumptions(instance)
    net = instance.net
    levels = [net.loss_of(beta) for beta in greedy_low_rank(net)]
    alternating = alternating_gradient_flow(net, "1e-1000").staircase.levels
    levels, alternating = ([0 if v < 1e-7 * levels[0] else float(v) for v in group] for group in (levels, alternating))
    for k in range(1, min(len(levels), len(alternating))):
        yield Observation({**facts(instance), paper.step: k, paper.level_glrl: numbered(levels, 0), paper.level_agf: numbered(alternating, 0)})


diagonal_problems = st.builds(lambda b, lam: problem(np.diag(b), np.diag(lam), len(b)), st.permutations((1.0, 2.0)), st.permutations((3.0, 1.0)))
greedy = Property("GLRL and AGF side by side", st.one_of(diagonal_problems, SOME, integer_problems(3, (3, 4))), _greedy, 1e-6,
                  "gradient descent of GLRL is followed until its gradient is 1e-9", examples=(10, 80, 500), method="flow")
