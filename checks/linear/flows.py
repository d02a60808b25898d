"""Gradient flow of linear networks as alpha -> 0, Greedy Low-Rank Learning and AGF beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
from hypothesis import strategies as st

from checks.linear.problems import (
    Problem,
    Spectrum,
    block_problems,
    in_order,
    integer_problems,
    minus,
    narrow,
    numbered,
    parts,
    problem,
    require_assumptions,
    sized_by,
    spectral_problems,
    spectrum,
    table,
    wide,
)
from checks.methods.check import Effort
from checks.methods.extrapolation import extrapolate
from checks.methods.measured import Measured, Unsettled, between
from checks.methods.property import Observation, Property
from numerics import gradient_flow
from numerics.linear.greedy import greedy_low_rank
from numerics.linear.network import LinearNetwork, LinearTrajectory
from numerics.validate import log_inverse
from theory import linear as paper
from theory.notation import c, d

LIMIT = 1e-9  # the flow is held to about 1e-10 in plain time, which log(1/alpha) divides
LIMIT_REASON = (
    "the flow is held to about 1e-10; three alphas or more measure what extrapolation leaves"
)
# A limit that its own extrapolation doubts by more than this share is looked for at smaller alphas.
SETTLED = 1e-8
SCALES = (50, 100, 200, 500, 1250, 3000, 7500, 20000)  # alpha = 10^-n
CLUSTERED = SCALES[2:]  # close eigenvalues relax slowly: larger alphas would be followed in vain
# The seed of a turn, alpha^(1 - s_2/s_1), must stay in the range of doubles.
TURNS = (20, 40, 80, 160, 320)
NEEDED = 3  # alphas from which an extrapolation knows how far it is off


@dataclass(frozen=True)
class Limit:
    """Gradient flow as alpha -> 0: times extrapolated, the rest at two smallest alphas."""

    times: tuple[Measured, ...]
    levels: tuple[Measured, ...]
    points: tuple[np.ndarray, ...]
    points_before: tuple[np.ndarray, ...]
    alphas: tuple[str, ...]


@lru_cache(maxsize=24)  # a path of thousands of pieces is kept for the instance at hand only
def flow(instance: Problem, alpha: str) -> LinearTrajectory:
    """Gradient flow of the instance, in the log domain."""
    try:
        run = gradient_flow(instance.net, alpha, seed=instance.seed)
    except ArithmeticError as why:
        raise Unsettled(f"gradient flow at alpha = {alpha}: {why}") from why
    if not isinstance(run, LinearTrajectory):
        raise TypeError(f"{type(run).__name__}: expected the trajectory of a linear network")
    return run


def scales(effort: Effort, ours: tuple[int, ...]) -> tuple[str, ...]:
    """The alphas to go through, the largest first: those asked for, or our own."""
    if effort.alphas:
        return tuple({log_inverse(a): a for a in sorted(effort.alphas, key=log_inverse)}.values())
    return tuple(f"1e-{n}" for n in ours)


@lru_cache(maxsize=256)
def limit(
    instance: Problem, alphas: tuple[str, ...], all_of_them: bool = False, beyond: int = 0
) -> Limit:
    """The staircase as alpha -> 0, from the first three alphas at which it has settled.

    ``all_of_them`` goes to the last alpha, as a person who names alphas wants it; ``beyond``
    goes that much further than is needed, for a second look.
    """
    if len(alphas) < NEEDED:
        raise Unsettled(
            f"{len(alphas)} alphas: an extrapolation needs {NEEDED} to know how far it is off"
        )
    runs, why = [], ""
    for alpha in alphas:
        runs.append(flow(instance, alpha))
        if len(runs) < (len(alphas) if all_of_them else NEEDED):
            continue
        why = _unsettled(runs[-NEEDED:])
        if not why and beyond == 0:
            return _read(runs[-NEEDED:], alphas[: len(runs)])
        beyond -= not why
    if why:
        raise Unsettled(why)
    return _read(runs[-NEEDED:], alphas)


def _read(runs: Sequence[LinearTrajectory], alphas: tuple[str, ...]) -> Limit:
    before, last = (run.staircase for run in runs[-2:])
    first = float(last.levels[0])
    return Limit(
        tuple(_times(runs)),
        tuple(between(float(a), float(b), first) for a, b in zip(before.levels, last.levels)),
        tuple(last.points),
        tuple(before.points),
        alphas,
    )


def _times(runs: Sequence[LinearTrajectory]) -> list[Measured]:
    """Jump times, extrapolated; a doubt without end is shown as what it is."""
    logs = [run.eta for run in runs]
    fits = [
        extrapolate(logs, column) for column in zip(*(run.staircase.jump_times for run in runs))
    ]
    if not all(np.isfinite(fit.doubt) for fit in fits):
        raise Unsettled(f"jump times do not settle down to alpha = {runs[-1].alpha}")
    return [Measured(fit.limit, abs(fit.limit), fit.doubt) for fit in fits]


def _unsettled(runs: Sequence[LinearTrajectory]) -> str:
    """Why these alphas do not show the limit; nothing where they do."""
    stairs = [run.staircase for run in runs]
    counts, smallest = [len(one) for one in stairs], f"down to alpha = {runs[-1].alpha}"
    if len(set(counts)) > 1:
        return f"{', '.join(map(str, counts))} jumps {smallest}"
    if any(modes > 1 for one in stairs for modes in one.features):
        return f"several modes in one jump {smallest}"
    try:
        times = _times(runs)
    except Unsettled as why:
        return str(why)
    if any(time.error > SETTLED * time.size for time in times):
        return (
            f"jump times known to {max(time.error / time.size for time in times):.0e} only "
            f"{smallest}"
        )
    first, moved = (
        stairs[-1].levels[0],
        max(abs(a - b) for a, b in zip(stairs[-1].levels, stairs[-2].levels)),
    )
    return f"plateaus not flat {smallest}" if moved > SETTLED * first else ""


def followed(
    instance: Problem, effort: Effort, ours: tuple[int, ...] = SCALES, beyond: int = 0
) -> Limit:
    """The limit that the effort asks for; a second look goes to smaller alphas."""
    if beyond:
        return limit(instance, scales(Effort(), ours), beyond=beyond)
    return limit(instance, scales(effort, ours), all_of_them=bool(effort.alphas))


def differences(times: Sequence[Measured]) -> list[Measured]:
    """Delta tau^(k) = tau^(k) - tau^(k-1), with tau^(0) = 0."""
    return [minus(b, a) for a, b in zip((Measured(0, 0), *times), times)]


def probe(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Two fixed vectors: p^T beta q is one number that sees every entry of beta."""
    return np.sqrt(np.arange(2.0, 2 + rows)), np.sqrt(np.arange(3.0, 3 + columns))


def sequence_letters(
    whole: Spectrum, times: Sequence, levels: Sequence, matrices: Sequence, names: tuple
) -> dict:
    """The letters of the conjecture for a problem or a block: what flow did, and the spectra."""
    delta, level, entry, mode, sigma, mu = names
    p, q = probe(*whole.B.shape)
    size = float(np.linalg.norm(p) * np.linalg.norm(whole.B) * np.linalg.norm(q))
    _, U = whole.modes()
    shares = [float((p @ U[:, i]) * (U[:, i] @ whole.B @ q)) for i in range(whole.rank)]
    entries = [
        between(float(p @ coarse @ q), float(p @ fine @ q), size) for coarse, fine in matrices
    ]
    return {
        delta: numbered(differences(times)),
        level: numbered(list(levels), 0),
        entry: numbered(entries, 0),
        mode: numbered(sized_by(shares, size)),
        sigma: table([whole.sigma(k) for k in range(whole.rank)]),
        mu: numbered(whole.mu()),
    }


WHOLE = (paper.delta, paper.level, paper.entry, paper.mode, paper.sigma, paper.mu)
BLOCK = (paper.delta_b, paper.level_b, paper.entry_b, paper.mode_b, paper.sigma_b, paper.mu_b)


def blocks_of(instance: Problem, found: Limit) -> Iterator[dict]:
    """The same for every block and each of its jumps, where its share of beta gains rank."""
    first = found.levels[0].size
    for block, E, F in parts(instance):
        shares = [
            (E.T @ coarse @ F, E.T @ fine @ F)
            for coarse, fine in zip(found.points_before, found.points)
        ]
        ranks = [int(np.sum(np.linalg.svd(fine, compute_uv=False) > 1e-5)) for _, fine in shares]
        kept = [0] + [k for k in range(1, len(ranks)) if ranks[k] > ranks[k - 1]]
        losses = [tuple(_loss(block, share) for share in shares[k]) for k in kept]
        levels = [between(coarse, fine, first) for coarse, fine in losses]
        letters = sequence_letters(
            block, [found.times[k - 1] for k in kept[1:]], levels, [shares[k] for k in kept], BLOCK
        )
        for n in range(1, len(kept)):
            yield {**letters, paper.step_b: n, paper.rank_b: block.rank}


def _loss(block: Spectrum, beta: np.ndarray) -> float:
    return float(np.sum(((block.B - beta) @ block.Sigma) * (block.B - beta))) / 2


def facts(instance: Problem) -> dict:
    """Sizes, blocks and order of a problem, by the letters of the claims."""
    rows, columns = len(instance.B), len(instance.Sigma)
    return {
        c: rows,
        d: columns,
        paper.width: instance.width,
        paper.rank: min(rows, columns),
        paper.ordered: int(in_order(instance)),
        paper.blocks: len(parts(instance)),
    }


@lru_cache(maxsize=64)
def reaches_best(instance: Problem) -> bool:
    """Does Greedy Low-Rank Learning end each stage, in every block, at the best matrix of its
    rank?
    """
    for block, _, _ in parts(instance):
        net, levels = LinearNetwork(block.B, block.Sigma, block.rank), block.levels()
        try:  # the last stage has nothing left to choose
            stages = greedy_low_rank(net, stages=block.rank - 1)
        except ArithmeticError as why:
            raise Unsettled(f"Greedy Low-Rank Learning: {why}") from why
        # Two saddles differ by a gap of eigenvalues, a share of 1e-2 of the loss; GLRL rests to
        # 1e-9.
        if any(net.loss_of(beta) - best > 1e-5 * levels[0] for beta, best in zip(stages, levels)):
            return False
    return True


def conjecture_observations(
    instance: Problem, effort: Effort, ours: tuple[int, ...] = SCALES, beyond: int = 0
) -> Iterator[Observation]:
    """What gradient flow does as alpha -> 0, jump by jump, for the whole and for every block."""
    require_assumptions(instance)
    whole, found = spectrum(instance), followed(instance, effort, ours, beyond)
    most = min(len(found.times), whole.rank, instance.width)
    base = {
        **facts(instance),
        paper.jump_count: len(found.times),
        paper.reached: int(reaches_best(instance)),
    }
    letters = sequence_letters(
        whole, found.times, found.levels, list(zip(found.points_before, found.points)), WHOLE
    )
    own = list(blocks_of(instance, found))
    for n in range(max(most, len(own))):
        yield Observation(
            {**base, **letters, paper.step: 1 + n % most, **own[n % len(own)]},
            alphas=found.alphas,
            detail=f"{instance}: jumps at {', '.join(f'{float(x):.10g}' for x in found.times)}"
            if n == 0
            else "",
        )


# --- families ------------------------------------------------------------------------------------
WIDE = ((3, 3), (2, 2), (2, 3), (3, 2))
FULL = (*WIDE, (4, 4), (4, 3), (2, 4), (3, 1), (1, 3))
THIRD = 1 / 3


def shapes(effort: Effort) -> tuple:
    """(c, d), more of them where there is more time."""
    return effort.pick(WIDE, FULL, FULL)


def limiting(name: str, instances: Any, observe: Any, examples: tuple[int, int, int]) -> Property:
    """A flow as alpha -> 0; what seems to break is followed to a smaller alpha."""
    return Property(
        name,
        instances,
        observe,
        LIMIT,
        LIMIT_REASON,
        examples=examples,
        method="limit",
        confirm=partial(observe, beyond=1),
    )


def family(
    name: str, instances: Any, examples: tuple[int, int, int], ours: tuple[int, ...] = SCALES
) -> Property:
    """The conjecture's letters along gradient flow, for one family of problems."""
    return limiting(
        f"gradient flow, {name}", instances, partial(conjecture_observations, ours=ours), examples
    )


# B Sigma = diag(3, 2, 1) and mu = 4.4, 3.6, 1; the first active vector runs into the second mode.
# Its distance from the problem at which it stays there is some 1e-16, and grows by e^(t/10): not
# to be followed to very small alphas.
_INTO_SADDLE = np.array(
    [
        [0.6190463311762375, 0.2629400422239003, -1.207707892933673],
        [0.17529336148260022, 1.7759747330977247, 0.6670185988698487],
        [-0.4025692976445577, 0.33350929943492436, 3.5909115402758367],
    ]
)
SADDLE = problem(_INTO_SADDLE, np.linalg.solve(_INTO_SADDLE, np.diag([3.0, 2.0, 1.0])), 3)
SHORT = SCALES[:4]
# One neuron learns the mode with s = 3 and mu = 3, then turns to that with s = 2 and mu = 4.
TURNED = problem(np.diag([1.0, 2.0]), np.diag([3.0, 1.0]), 1)
MISORDERED = spectral_problems(
    (3.0, 1.0, 2.2, 0.6), (1.0, 2.0, 0.7, 3.1), ((2, 2), (3, 3), (2, 3), (3, 2)), True, wide
)
NARROW = spectral_problems((2.0, 1.0, 0.5), (3.0, 1.2, 0.6), ((2, 2), (3, 3), (3, 2)), True, narrow)
FAMILIES = [
    family("commuting covariances in any order", MISORDERED, (3, 50, 300)),
    family("commuting covariances, any width", NARROW, (2, 30, 200)),
    family(
        "spread spectra",
        lambda e: spectral_problems((3.0, 1.0, THIRD, 2.0), (4.0, 1.5, 0.5, 1.0), shapes(e), False),
        (3, 70, 400),
    ),
    family(
        "clustered spectra",
        lambda e: spectral_problems(
            (1.0, 1.1, 1.21, 1.33), (1.0, 1.12, 1.25, 1.4), shapes(e), False
        ),
        (2, 60, 300),
        CLUSTERED,
    ),
    family(
        "small whole numbers, splitting or not",
        lambda e: integer_problems(e.pick(2, 3, 4)),
        (3, 70, 400),
        CLUSTERED,
    ),
    family("two blocks side by side", block_problems(), (2, 40, 300), CLUSTERED),
    # A part of the premise fails in each; without it the statement does.
    family("one block that runs into a saddle", st.just(SADDLE), (1, 1, 1), SHORT),
    family("one neuron that turns to a better mode", st.just(TURNED), (1, 1, 1), TURNS),
]


# --- accumulated utility -------------------------------------------------------------------------
SOME = spectral_problems(
    (3.0, 1.0, 2.0), (2.0, 1.5, 0.6), ((2, 2), (3, 3), (2, 3), (3, 2)), False, wide
)
