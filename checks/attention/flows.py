"""AGF and gradient flow of the linear transformer, measured against the claims about plateaus and levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st
from scipy.optimize import minimize

from checks.methods.check import Effort, Rejected
from checks.methods.measured import BETWEEN, Measured, Unsettled, between
from checks.methods.property import Observation
from numerics import AttentionNetwork, alternating_gradient_flow, gradient_flow
from theory import attention as paper
from theory.framework import expected
from theory.notation import alpha, eta
from theory.notation import d as dimension


# --- AGF and gradient flow ------------------------------------------------------------------------
@dataclass(frozen=True, eq=False, repr=False)
class Started(AttentionNetwork):
    """A network whose heads start at alpha times given rows."""

    rows: Any = None

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        return float(alpha) * self.rows


@dataclass(frozen=True)
class Race:
    """Eigenvalues, context and the rows (V, Q, K) of the heads, over alpha."""

    values: tuple[Fraction, ...]
    N: int
    rows: tuple[tuple[Fraction, ...], ...]

    def __repr__(self) -> str:
        heads = "; ".join("(" + ", ".join(map(str, row)) + ")" for row in self.rows)
        values = ", ".join(map(str, self.values))
        return f"Sigma = diag({values}), N = {self.N}, heads over alpha: {heads}"

    @property
    def started(self) -> Started:
        rows = np.array([[float(x) for x in row] for row in self.rows])
        return Started(np.diag([float(x) for x in self.values]), self.N, len(rows), rows)


@st.composite
def raced(draw: st.DrawFn) -> Race:
    """Two components, two or three heads with V, Q_1, K_1 of one sign; eigenvalues well apart."""
    entry = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(3, 2)])
    small = st.sampled_from([Fraction(1), Fraction(1, 4), Fraction(-1, 2), Fraction(1, 8)])
    values = draw(
        st.sampled_from(
            [(Fraction(2), Fraction(1)), (Fraction(1), Fraction(1, 2)), (Fraction(3), Fraction(1))]
        )
    )
    heads = tuple(
        (draw(entry), draw(entry), draw(small), draw(entry), draw(small))
        for _ in range(draw(st.integers(2, 3)))
    )
    return Race(values, draw(st.integers(1, 2)), heads)


def tied(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
    """Do two heads jump together whatever M is? V(I)^2 depends on V^2 and the squares of sums and
    differences alone."""
    return _orbit(one) == _orbit(other)


def _orbit(row: tuple[Fraction, ...]) -> tuple:
    d, sign = len(row) // 2, 1 if row[0] > 0 else -1
    return row[0] ** 2, *(
        (row[j] + side * sign * row[j + d]) ** 2 for side in (1, -1) for j in range(1, d + 1)
    )


@dataclass(frozen=True)
class Gap:
    """tau^(k) - tau^(l) and the largest dormant norm mu^(l), from AGF, with the sizes that
    cancelled in them."""

    l: int
    k: int
    time: Measured
    norm: Measured


def gaps(race: Race, scale: float, integrated: bool) -> list[Gap]:
    """One for every l < k."""
    if any(tied(one, other) for one, other in combinations(race.rows, 2)):
        raise Rejected("two heads jump together")
    run = alternating_gradient_flow(race.started, scale, integrated=integrated)
    features = run.staircase.features
    if (
        len(features) < 2
        or any(not isinstance(f, int) for f in features)
        or list(features) != sorted(features)
    ):
        raise Rejected("not the order of the paper: an unaligned head took another component")
    times, found = [0.0, *run.staircase.jump_times], []
    first = 1 / np.linalg.norm(race.started.initial(scale), axis=1)
    asleep, S = np.ones(len(first), dtype=bool), np.zeros(len(first))
    for l in range(len(times) - 1):
        norms = np.where(asleep, 1 / (first - run.eta * S), 0.0)
        i = int(np.argmax(norms))
        # 1/|theta| is a difference, and a share x of its terms is a share x |theta| (first + eta S)
        # of |theta|
        norm = Measured(norms[i], norms[i] ** 2 * (first[i] + run.eta * abs(S[i])))
        found += [
            Gap(l, k, Measured(times[k] - times[l], times[k] + times[l]), norm)
            for k in range(l + 1, len(times))
        ]
        S = run.iterations[l].accumulated[-1]
        asleep[list(run.iterations[l].activated)] = False
    return found


GAP_ALPHAS = (1e-5, 1e-7)


def limit_gaps(race: Race, effort: Effort, integrated: bool = False) -> Iterator[dict]:
    """Both in the limit alpha -> 0 with eta = 1/alpha, as the distance of two alphas tells."""
    far, near = (gaps(race, scale, integrated) for scale in GAP_ALPHAS)
    if len(far) != len(near):
        raise Unsettled("as many jumps at one alpha as at another are needed for a limit")
    for one, two in zip(far, near):
        gap = between(one.time.value, two.time.value, two.time.size)
        norms = [found.norm.value / scale for found, scale in zip((one, two), GAP_ALPHAS)]
        largest = between(*norms, two.norm.size / GAP_ALPHAS[1])  # type: ignore[call-arg]
        yield {
            paper.gap_limit: gap,
            paper.mu_limit: largest,
            paper.N: race.N,
            paper.lam_k: race.values[two.k - 1],
            paper.lam_now: race.values[two.l],
        }


def finite_gaps(race: Race, effort: Effort, integrated: bool = False) -> Iterator[dict]:
    for gap in gaps(race, 0.05, integrated):
        yield {
            paper.gap: gap.time,
            paper.mu: gap.norm,
            paper.N: race.N,
            paper.lam_k: race.values[gap.k - 1],
            paper.lam_now: race.values[gap.l],
            eta: 20,
        }


@st.composite
def random_networks(draw: st.DrawFn, most: int = 3, heads: int = 5) -> tuple:
    """Eigenvalues at ratios of 3/2 or more, a rotation by seed, and a seed for the heads."""
    d = draw(st.integers(1, most))
    ratios = [
        draw(st.sampled_from([Fraction(3, 2), Fraction(2), Fraction(5, 3)])) for _ in range(d - 1)
    ]
    values = [Fraction(1)]
    for ratio in ratios:
        values.append(values[-1] / ratio)
    return (
        tuple(values),
        draw(st.integers(1, 6)),
        draw(st.integers(d, heads)),
        draw(st.integers(0, 10**6)),
    )


@lru_cache(maxsize=32)
def network(instance: tuple) -> AttentionNetwork:
    values, N, heads, seed = instance
    turn = np.linalg.qr(np.random.default_rng(seed).normal(size=(len(values),) * 2))[0]
    return AttentionNetwork(turn @ np.diag([float(x) for x in values]) @ turn.T, N, heads)


def at_rest(net: AttentionNetwork, theta: np.ndarray) -> tuple[np.ndarray, float] | None:
    """The minimum that Newton steps lead to, and how far the last moved W; None if it is none.

    A head's scalings have no curvature; steps of least norm leave them alone.
    """
    for _ in range(4):
        curved = net.hessian(theta)
        values = np.linalg.eigvalsh(curved)
        if values[0] < -UPHILL * values[-1]:
            return None
        step = np.linalg.lstsq(curved, -net.gradient(theta).ravel(), rcond=UPHILL)[0].reshape(
            theta.shape
        )
        before, theta = theta, theta + step
        moved = float(np.abs(net.function(theta) - net.function(before)).max())
        if moved < SETTLED * float(np.abs(net.function(theta)).max()):
            return theta, moved
    return None


# curvature beyond rounding, as a share of the largest; the least that matters is of the order 1e-3
UPHILL = 1e-9
SETTLED = 1e-8  # a Newton step that moves W by more than this share has not converged


def learned(
    net: AttentionNetwork, instance: tuple, theta: np.ndarray, k: int, moved: float
) -> dict:
    """What a minimum has along v_k, and what the formula needs."""
    _, vectors = net.spectrum
    W = net.function(theta)
    return {
        paper.W_kk: Measured(
            vectors[:, k] @ W @ vectors[:, k], np.linalg.norm(W, 2), BETWEEN * moved
        ),
        paper.T: sum(instance[0]),
        paper.lam_k: instance[0][k],
        paper.N: net.context,
    }


# Far below the alpha at which a head still takes another component than the largest one left: its
# misalignment is a power of
# alpha, 1 - 4/9 at the closest eigenvalues, and at 1e-20 no draw has that much. The second look is
# closer still.
AGF_ALPHA, CLOSER_ALPHA = "1e-20", "1e-60"


def agf_plateaus(instance: tuple, effort: Effort, alpha: str = AGF_ALPHA) -> Iterator[dict]:
    """What AGF learns at each jump, from a random initialisation."""
    net = network(instance)
    run = alternating_gradient_flow(net, alpha, seed=instance[3])
    if len(run.staircase) < len(instance[0]):
        raise Rejected("not every component was learned")
    for k, (feature, turn) in enumerate(zip(run.staircase.features, run.iterations)):
        if not isinstance(feature, int):
            raise Rejected("two components in one jump")
        active = list(turn.active)
        found = at_rest(net, turn.theta[active])
        if found is None:
            raise Unsettled("cost minimisation did not end at a minimum")
        yield {
            paper.component: feature + 1,
            paper.iteration: k + 1,
            **learned(net, instance, turn.theta[active], k, found[1]),
        }


def agf_components(instance: tuple, effort: Effort, alpha: str = AGF_ALPHA) -> Iterator[dict]:
    """Which component each jump learns: whole numbers alone, so that they are judged exactly."""
    for seen in agf_plateaus(instance, effort, alpha):
        yield {letter: seen[letter] for letter in (paper.component, paper.iteration)}


def best_networks(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The minimum of the loss over all networks of k heads, by BFGS from several starts of order
    one."""
    net, d = network(instance), len(instance[0])
    for k in range(1, d + 1):
        shape = (k, 2 * d + 1)
        draw = np.random.default_rng([k, instance[3]])
        runs = [
            minimize(
                lambda x: net.loss(x.reshape(shape)),
                draw.normal(size=shape).ravel() / 2,
                method="BFGS",
                jac=lambda x: net.gradient(x.reshape(shape)).ravel(),
                options={"gtol": 1e-10, "maxiter": 3000},
            )
            for _ in range(6)
        ]
        ends = [end for run in runs if (end := at_rest(net, run.x.reshape(shape))) is not None]
        if not ends:
            raise Unsettled("BFGS ended in no minimum")
        theta, moved = min(ends, key=lambda end: net.loss(end[0]))
        yield from (learned(net, instance, theta, j, moved) for j in range(k))


def reduced_rank(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The same in closed form: L = |A W B - R|^2/2 + const with A = Sigma^(1/2), B = C^(1/2), and R
    cut to its k largest parts."""
    net, d = network(instance), len(instance[0])
    A, B = _root(net.Sigma), _root(net.second_moment)
    left, s, right = np.linalg.svd(
        np.linalg.solve(A, net.context * net.Sigma @ net.Sigma) @ np.linalg.inv(B)
    )
    _, vectors = net.spectrum
    for k in range(1, d + 1):
        W = np.linalg.solve(A, (left[:, :k] * s[:k]) @ right[:k]) @ np.linalg.inv(B)
        for j in range(k):
            yield {
                paper.W_kk: Measured(vectors[:, j] @ W @ vectors[:, j], np.linalg.norm(W, 2)),
                paper.T: sum(instance[0]),
                paper.lam_k: instance[0][j],
                paper.N: net.context,
            }


def _root(matrix: np.ndarray) -> np.ndarray:
    values, vectors = np.linalg.eigh(matrix)
    return (vectors * np.sqrt(values)) @ vectors.T


# --- gradient flow beside AGF ---------------------------------------------------------------------
GF_ALPHAS = ("1e-2", "1e-3", "1e-4", "1e-5", "1e-6")
LARGE_ALPHAS = ("1e-3", "1e-4", "1e-5", "1e-6")
READ = 1e-8  # steps of LSODA to 1e-11; a jump time is read off them to nine digits
APART = 0.02  # a jump that follows within this share of the time is not told from the one before
# the gap is of the order alpha with a factor of tens: above this alpha it says nothing about a
# limit
SMALL_ENOUGH = 1e-3


def limit(alphas: list[float], values: list[float]) -> Measured:
    """The limit of values that approach it in proportion to alpha, through the last two.

    It is off by what the two before say. It may also be off by as much as was extrapolated.
    """
    through = [
        (a * w - b * v) / (a - b) for a, b, v, w in zip(alphas, alphas[1:], values, values[1:])
    ]
    found = between(through[-2], through[-1])
    return replace(found, error=found.error + abs(through[-1] - values[-1]))


def beside(
    net: AttentionNetwork, seed: int, alphas: tuple[str, ...], wanted: int, jumps: int | None
) -> Iterator[Observation]:
    """Times and levels of gradient flow over those of AGF, to alpha -> 0; ``jumps``: the first few.

    Where jumps still merge, or come in another order, a smaller alpha is taken.
    """
    if len(set(map(float, alphas))) < 3 or min(map(float, alphas)) > SMALL_ENOUGH:
        raise Unsettled(
            f"a limit needs three alphas, the smallest not above {SMALL_ENOUGH:g}: "
            f"asked for {', '.join(alphas)}"
        )
    good, times, heights = [], [], []
    for text in sorted({float(text): text for text in alphas}.values(), key=float, reverse=True):
        agf = alternating_gradient_flow(net, text, seed=seed).staircase
        stop = None
        if jumps is not None and len(agf) > jumps:
            stop = (agf.jump_times[jumps - 1] + agf.jump_times[jumps]) / 2
            if stop < (1 + APART) * agf.jump_times[jumps - 1]:
                raise Rejected(f"jump {jumps + 1} follows the one before too closely")
        flow = gradient_flow(net, text, seed=seed, until=stop).staircase
        if flow.features == agf.features[:jumps]:
            good.append(text)
            times.append(np.array(flow.jump_times) / np.array(agf.jump_times[:jumps]))
            heights.append(np.array(flow.levels) / np.array(agf.levels[: len(flow.levels)]))
        if len(good) == wanted:
            break
    if len(good) < 3 or float(good[-1]) > SMALL_ENOUGH:
        raise Rejected(
            "jumps are not yet separate, or in another order, "
            f"at all but {', '.join(good) or 'none'} of the alphas"
        )
    sizes = [float(text) for text in good]
    errors = [float(np.abs(row - 1).max()) for row in times]
    power = float(np.polyfit(np.log(sizes), np.log(np.maximum(errors, 1e-15)), 1)[0])
    for k in range(len(times[-1])):
        gaps_k = ", ".join(f"{row[k] - 1:.1e}" for row in times)
        shown = f"jump {k + 1}: relative gap {gaps_k}, fitted power of alpha {power:.2f}"
        yield Observation(
            {
                paper.time_ratio: limit(sizes, [row[k] for row in times]),
                paper.level_ratio: limit(sizes, [row[k + 1] for row in heights]),
            },
            tuple(good),
            power,
            shown,
        )


def flow_and_agf(instance: tuple, effort: Effort, closer: bool = False) -> Iterator[Observation]:
    """Gradient flow beside AGF from the same heads as alpha shrinks; ``closer``: from a smaller
    alpha on."""
    alphas, wanted = _alphas(effort, GF_ALPHAS, effort.pick(3, 3, 5), closer)
    yield from beside(network(instance), instance[3], alphas, wanted, None)


def _alphas(
    effort: Effort, usual: tuple[str, ...], wanted: int, closer: bool
) -> tuple[tuple[str, ...], int]:
    """What a person asked for, or the usual ones, and how many of them are enough."""
    if closer:
        return usual[1:], 3
    return (effort.alphas, len(effort.alphas)) if effort.alphas else (usual, wanted)


def large_networks(effort: Effort) -> st.SearchStrategy:
    """d = 3, 8 or 16 features and twice as many heads, variances falling by a third each time; a
    seed."""
    return st.tuples(st.just(effort.pick(3, 8, 16)), st.integers(0, 10**6))


def large_flow(
    instance: tuple[int, int], effort: Effort, closer: bool = False
) -> Iterator[Observation]:
    """The first two jumps of gradient flow beside those of AGF, with many heads in the race."""
    d, seed = instance
    net = AttentionNetwork(np.diag(1.5 ** -np.arange(d)), 16, 2 * d)
    yield from beside(net, seed, *_alphas(effort, LARGE_ALPHAS, 3, closer), 2)


def expected_rates(
    instance: tuple[int, Fraction], effort: Effort, digits: int = 25
) -> Iterator[dict]:
    """E[1/|theta| - 1] for 2d + 1 independent normal variables of variance alpha, over the density
    of the norm."""
    d, variance = instance
    with mpmath.workdps(digits):
        m, v = 2 * d + 1, mpmath.mpf(variance.numerator) / variance.denominator
        front = 2 / ((2 * v) ** (mpmath.mpf(m) / 2) * mpmath.gamma(mpmath.mpf(m) / 2))
        edge = mpmath.sqrt(v)
        value, error = mpmath.quad(
            lambda r: (1 / r - 1) * front * r ** (m - 1) * mpmath.exp(-r * r / (2 * v)),
            [0, edge, 3 * edge, 8 * edge, 16 * edge],
            error=True,
        )
    # a difference of E[1/|theta|] and 1
    yield {expected: Measured(value, value + 2, 10 * error), dimension: d, alpha: variance}
