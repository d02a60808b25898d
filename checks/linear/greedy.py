"""Where the flow of the active vectors ends, stage by stage: Greedy Low-Rank Learning, and its
saddles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from hypothesis import strategies as st

from checks.linear.flows import SADDLE, SHORT, SOME, facts, followed, limiting
from checks.linear.problems import (
    Problem,
    integer_problems,
    numbered,
    problem,
    require_assumptions,
    rotation,
    spectrum,
    table,
)
from checks.methods.check import Effort
from checks.methods.measured import Measured, between
from checks.methods.property import Observation, Property
from numerics.linear.greedy import greedy_low_rank, greedy_stages
from numerics.linear.network import LinearNetwork
from theory import linear as paper

# Its gradient at rest is 1e-9, its curvature at least a share of 1e-3 where spectra are 3 % apart.
AT_REST = 1e-6


def rests(
    instance: Problem,
    effort: Effort,
    epsilon: float = 1e-8,
    rtol: float = 1e-11,
    moves: bool = True,
) -> Iterator[Observation]:
    """The loss after every stage and the share u_i^T beta Sigma B^T u_i / mu_i of each mode that
    is held there; a stage that starts with epsilon = 0 (``moves`` False) stays where it is.
    """
    require_assumptions(instance)
    net, whole = instance.net, spectrum(instance)
    values, U = whole.modes()
    stages = greedy_low_rank(net, epsilon, rtol)
    if not moves:
        stages = [stages[0], *stages[:-1]]
    levels = [Measured(net.loss_of(beta), net.loss_of(stages[0])) for beta in stages]
    best = [Measured(float(level), net.loss_of(stages[0])) for level in whole.levels()]
    for k, beta in enumerate(stages[1:], 1):
        held = np.diag(U.T @ beta @ net.Sigma @ net.B.T @ U)[: whole.rank] / values
        for i in range(1, whole.rank + 1):
            yield Observation(
                {
                    **facts(instance),
                    paper.step: k,
                    paper.index: i,
                    paper.level_glrl: numbered(levels, 0),
                    paper.level: numbered(best, 0),
                    paper.rank_rest: _rank(beta, net.B),
                    paper.kept: numbered([Measured(float(share), 1.0, AT_REST) for share in held]),
                    paper.mu: numbered(whole.mu()),
                }
            )


def _rank(beta: np.ndarray, B: np.ndarray) -> int:
    """How many singular values of beta are not those of a matrix at rest with fewer."""
    least = AT_REST * np.linalg.norm(B, 2)
    return int((np.linalg.svd(beta, compute_uv=False) > least).sum())


diagonal_problems = st.builds(
    lambda b, lam: problem(np.diag(b), np.diag(lam), len(b)),
    st.permutations((1.0, 2.0)),
    st.permutations((3.0, 1.0)),
)
stage_by_stage = Property(
    "Greedy Low-Rank Learning, stage by stage",
    st.one_of(diagonal_problems, SOME, integer_problems(4, (3, 4)), st.just(SADDLE)),
    rests,
    1e-9,
    "GLRL is followed until its gradient is 1e-9, and the loss is off by the square of that; the "
    "integrator to 1e-11",
    examples=(10, 80, 500),
    method="flow",
    confirm=partial(rests, epsilon=1e-9, rtol=1e-13),
)


def moved_or_not(
    instance: Problem, effort: Effort, epsilon: float = 1e-8, rtol: float = 1e-11
) -> Iterator[Observation]:
    """Stages that move, and the same ones that start with epsilon = 0."""
    yield from rests(instance, effort, epsilon, rtol)
    yield from rests(instance, effort, epsilon, rtol, moves=False)


# The premise of the correction fails where a stage does not move, and without it the conclusion.
unmoved = Property(
    "the same, and where a stage starts with epsilon = 0",
    diagonal_problems,
    moved_or_not,
    1e-9,
    "as above",
    examples=(2, 4, 4),
    method="flow",
    confirm=partial(moved_or_not, epsilon=1e-9, rtol=1e-13),
)


# --- a saddle without blocks ---------------------------------------------------------------------
def _saddle(instance: Problem, effort: Effort, beyond: int = 0) -> Iterator[Observation]:
    require_assumptions(instance)
    limit, whole = followed(instance, effort, SHORT, beyond), spectrum(instance)
    second = whole.modes()[1][:, 1]
    cross = whole.B @ whole.Sigma
    top = float(np.linalg.norm(cross - np.outer(second, second) @ cross, 2))
    yield Observation(
        {
            **facts(instance),
            paper.level: numbered(limit.levels, 0),
            paper.tau_gf: numbered(limit.times),
            paper.mu: numbered(whole.mu()),
            paper.sigma: table([whole.sigma(0)]),
            paper.sigma_saddle: Measured(top, float(np.linalg.norm(cross))),
        },
        alphas=limit.alphas,
        detail=f"{instance}: jumps at {', '.join(f'{float(x):.10g}' for x in limit.times)}",
    )


saddle = limiting(
    "gradient flow of one problem in two sizes, from three seeds",
    st.builds(
        lambda seed, size: problem(
            size * np.array(SADDLE.B), np.array(SADDLE.Sigma), 3 + seed % 2, seed
        ),
        st.integers(0, 2),
        st.sampled_from((1.0, 2.0)),
    ),
    _saddle,
    (2, 6, 6),
)


@dataclass(frozen=True)
class Loop:
    """Singular values of Sigma_yx, eigenvalues mu, and the fixed rotation T behind the turn."""

    sigma: tuple[float, ...]
    mu: tuple[float, ...]
    tilt: tuple[float, ...]

    def turned(self, turns: float) -> tuple[LinearNetwork, np.ndarray]:
        """The problem after so many half turns, and its best mode u_1."""
        cosine, sine = np.cos(np.pi * turns), np.sin(np.pi * turns)
        turn = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
        R = turn @ rotation(self.tilt, 3)
        cross = np.diag(self.sigma)
        inverse = np.linalg.inv(cross) @ R @ np.diag(self.mu) @ R.T @ np.linalg.inv(cross)
        return LinearNetwork(cross @ inverse, _symmetric(np.linalg.inv(inverse)), 1), R[:, 0]


def _symmetric(matrix: np.ndarray) -> np.ndarray:
    return (matrix + matrix.T) / 2


def _overlap(loop: Loop, turns: float, epsilon: float, rtol: float) -> float:
    """cos(u_1, a) where the first stage ends, for the vector a that started on the first axis."""
    net, best = loop.turned(turns)
    start, rest = next(greedy_stages(net, epsilon, rtol))
    ended = rest[: len(best), 0] * np.sign(start[0, 0])
    return float(ended @ best / np.linalg.norm(ended))


def half_turns(loop: Loop, effort: Effort, rtol: float = 1e-11) -> Iterator[dict]:
    """The overlap at both ends of the half turn, each at two sizes of the start."""
    ends = [
        between(_overlap(loop, turns, 1e-7, rtol), _overlap(loop, turns, 1e-8, rtol), 1.0)
        for turns in (0.0, 1.0)
    ]
    yield {paper.overlap: numbered(ends, 0)}


def _choose(*values: Sequence[float]) -> st.SearchStrategy:
    return st.sampled_from([tuple(value) for value in values])


half_turn = Property(
    "the first stage of Greedy Low-Rank Learning at both ends",
    st.builds(
        Loop,
        _choose((3, 2, 1), (3, 1.5, 1), (2, 1.6, 1.1)),
        _choose((4.4, 3.6, 1), (5, 3, 1), (4, 3.5, 2)),
        st.tuples(*[st.sampled_from((0.0, 0.25, -0.5, 2.0, -2.0))] * 3),
    ),
    half_turns,
    1e-8,
    "GLRL is followed until its gradient is 1e-9; two sizes of the start measure the rest",
    examples=(8, 40, 200),
    method="flow",
    confirm=partial(half_turns, rtol=1e-13),
)
