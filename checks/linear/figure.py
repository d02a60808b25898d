"""The data of the figure of singular values, drawn as its caption says, and the loop of Greedy
Low-Rank Learning.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from hypothesis import strategies as st

from checks.linear.flows import (
    SADDLE,
    SCALES,
    SOME,
    WHOLE,
    facts,
    followed,
    limiting,
    sequence_letters,
)
from checks.linear.greedy import diagonal_problems
from checks.linear.problems import (
    Problem,
    in_order,
    integer_problems,
    numbered,
    problem,
    require_assumptions,
    spectrum,
    table,
)
from checks.methods.assuming import Assuming
from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, between
from checks.methods.property import Observation, Property
from numerics.linear.greedy import greedy_stages
from numerics.linear.network import LinearNetwork
from theory import linear as paper

# How the variances lie to the singular values of B: one rises, both fall, or no axis in common.
# What
# the premise excludes stands first, and is always drawn.
PAIRINGS = ("other order", "same order", "not commuting")


def power_law(seed: int, size: int, exponent: int, pairing: str) -> Problem:
    """A Gaussian B and the variances 1, 2^-exponent, 3^-exponent, ... along its right singular
    vectors, in either order, or along other axes.
    """
    draw = np.random.default_rng(seed)
    B = draw.normal(size=(size, size))
    axes = np.linalg.svd(B)[2] if pairing != "not commuting" else _axes(draw, size)
    variances = np.arange(1.0, size + 1) ** -exponent
    if pairing == "other order":
        variances = variances[::-1]
    return problem(B, axes.T @ np.diag(variances) @ axes, size, seed % 4)


def _axes(draw: np.random.Generator, size: int) -> np.ndarray:
    return np.linalg.qr(draw.normal(size=(size, size)))[0]


def captions(effort: Effort) -> st.SearchStrategy:
    """Problems of the caption whose spectra are distinct, the first few of each pairing from a
    place that the seed decides; a Gaussian B is often nearly singular.
    """
    sizes, wanted = effort.pick((2, 3), (3, 4), (3, 4, 5)), effort.pick(2, 12, 60)
    found = [
        one
        for pairing in PAIRINGS
        for size in sizes
        for one in _distinct(1000 * effort.seed, size, pairing, wanted)
    ]
    return st.sampled_from(found)


def _distinct(first: int, size: int, pairing: str, wanted: int) -> Iterator[Problem]:
    seed = first
    while wanted:
        one = power_law(seed, size, 1 + seed % 2, pairing)
        seed += 1
        try:
            require_assumptions(one)
        except Rejected:
            continue
        if in_order(one) == (pairing == "other order"):
            continue
        wanted -= 1
        yield one


def singular_values(
    instance: Problem, effort: Effort, ours: tuple[int, ...] = SCALES, beyond: int = 0
) -> Iterator[Observation]:
    """Those of A W where gradient flow rests, and those of P_{U_k} B, after every jump."""
    require_assumptions(instance)
    whole, found = spectrum(instance), followed(instance, effort, ours, beyond)
    size = float(np.linalg.norm(whole.B, 2))
    _, U = whole.modes()
    rests = [
        [
            between(float(a), float(b), size)
            for a, b in zip(_values(found.points_before[k]), _values(found.points[k]))
        ]
        for k in range(len(found.points))
    ]
    best = [
        [Measured(float(s), size) for s in _values(U[:, :k] @ U[:, :k].T @ whole.B)]
        for k in range(whole.rank + 1)
    ]
    letters = sequence_letters(
        whole, found.times, found.levels, list(zip(found.points_before, found.points)), WHOLE
    )
    for k in range(1, len(found.times) + 1):
        for i in range(1, whole.rank + 1):
            yield Observation(
                {
                    **facts(instance),
                    **letters,
                    paper.singular_flow: table(rests),
                    paper.singular_best: table(best),
                    paper.step: k,
                    paper.index: i,
                },
                alphas=found.alphas,
            )


def _values(matrix: np.ndarray) -> np.ndarray:
    return np.linalg.svd(np.asarray(matrix, dtype=float), compute_uv=False)


caption = limiting(
    "gradient flow, power-law variances and a Gaussian B", captions, singular_values, (6, 60, 400)
)


# --- the loop of Greedy Low-Rank Learning ---------------------------------------------------------
def least_curvature(net: LinearNetwork, Z: np.ndarray) -> float:
    """The least eigenvalue of the second derivative of L(A W) in (A, W), Z = (A; W^T):
    E|(dA W + A dW) x|^2 - 2 <-grad L, dA dW>.
    """
    c = len(net.B)
    A, W, slope = Z[:c], Z[c:].T, net.slope_of(Z[:c] @ Z[c:].T)
    root = np.linalg.cholesky(net.Sigma)
    steps = np.eye(Z.size).reshape(-1, *Z.shape)
    moved = [((one[:c] @ W + A @ one[c:].T) @ root).ravel() for one in steps]
    form = np.array(moved) @ np.array(moved).T
    for i, one in enumerate(steps):
        form[i] -= np.vstack([slope @ one[c:], slope.T @ one[:c]]).ravel()
    return float(np.linalg.eigvalsh((form + form.T) / 2)[0])


def regular(A: np.ndarray, W: np.ndarray) -> bool:
    """Whether the rest beside (A, W) has the gradient 0 in A W, exactly, not within an error.

    There A^T G = 0 and G W^T = 0, G the gradient: G = 0 where A is square and has an inverse, or W.
    """
    square = [one for one in (A, W) if one.shape[0] == one.shape[1]]
    sizes = [np.linalg.svd(one, compute_uv=False) for one in square]
    return any(each[-1] > STILL * each[0] for each in sizes)


def loop_tests(
    instance: Problem, effort: Effort, epsilon: float = 1e-8, rtol: float = 1e-11, last: bool = True
) -> Iterator[dict]:
    """lambda_1(-grad L(W_r)) before the first stage and after every one; the last one does not
    move where it starts with epsilon = 0 (``last`` False), and rests at a saddle.
    """
    require_assumptions(instance)
    net, c = instance.net, len(instance.net.B)
    rests = [Z for _, Z in greedy_stages(net, epsilon, rtol)]
    if not last:
        before = rests[-2] if len(rests) > 1 else np.zeros((len(rests[-1]), 0))
        rests[-1] = np.column_stack([before, np.zeros(len(before))])
    learned = [np.zeros(net.B.shape), *(Z[:c] @ Z[c:].T for Z in rests)]
    tops = [float(_values(net.slope_of(beta))[0]) for beta in learned]
    values = [Measured(top, tops[0]) for top in tops]
    if tops[-1] < REST * tops[0] and regular(rests[-1][:c], rests[-1][c:].T):
        values[-1] = Measured(0, 0)
    settled = int(least_curvature(net, rests[-1]) > -STILL * tops[0])
    # one further than the claim says, where there is no such stage
    for k in range(1, spectrum(instance).rank + 2):
        yield {
            **facts(instance),
            paper.step: k,
            paper.top_slope: numbered(values, 0),
            paper.settled: settled,
        }


# A gradient of 1e-9 of the first leaves curvatures of that size; those of a saddle are the
# singular values that are left, at least 3 % of the first ones.
STILL = 1e-4
REST = 1e-6
# The largest eigenvalue is below 1 from the start: > 0 is not > 1.
SLOW = st.just(problem(np.diag([0.125, 0.25]), np.diag([3.0, 1.0]), 2))


def _loop(name: str, problems: st.SearchStrategy, examples: tuple, last: bool) -> Property:
    return Assuming(
        name,
        problems,
        partial(loop_tests, last=last),
        REST,
        "a stage is followed until the gradient in its vectors is 1e-9; the gradient in W is that "
        "over their size",
        examples=examples,
        method="flow",
        confirm=partial(loop_tests, epsilon=1e-9, rtol=1e-13, last=last),
    )


loop = _loop(
    "Greedy Low-Rank Learning, the test of its loop",
    st.one_of(SLOW, diagonal_problems, SOME, integer_problems(4, (3, 4)), st.just(SADDLE)),
    (10, 80, 500),
    True,
)
# The premise fails there, and without it the conclusion.
unmoved = _loop(
    "the same, where the last stage starts with epsilon = 0", diagonal_problems, (2, 4, 4), False
)
