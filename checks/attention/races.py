"""AGF of a few heads with given starts: the times between its jumps and the norms of dormant
heads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import strategies as st

from checks.methods.check import Effort, Rejected
from checks.methods.measured import Measured, Unsettled, between
from numerics import AttentionNetwork, alternating_gradient_flow
from theory import attention as paper
from theory.notation import eta


@dataclass(frozen=True, eq=False, repr=False)
class Started(AttentionNetwork):
    """A network whose heads start at alpha times given rows."""

    rows: Any = None

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        """alpha times the rows, whatever the seed."""
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
        """The network with these heads."""
        rows = np.array([[float(x) for x in row] for row in self.rows])
        return Started(np.diag([float(x) for x in self.values]), self.N, len(rows), rows)


SPECTRA = tuple(
    tuple(Fraction(x) for x in values)
    for values in (("2", "1"), ("1", "1/2"), ("3", "1"), ("4", "2", "1"), ("1", "1/2", "1/4"))
)
# Two heads that differ a little, so that the second jump follows the first closely.
CLOSE = Race(
    SPECTRA[0],
    1,
    tuple(tuple(Fraction(x) for x in row) for row in ((1, 1, 1, 1, 1), (1, 1, "1/2", 1, 1))),
)


@st.composite
def _drawn_races(draw: st.DrawFn) -> Race:
    entry = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(3, 2)])
    small = st.sampled_from([Fraction(1), Fraction(1, 4), Fraction(-1, 2), Fraction(1, 8)])
    values = draw(st.sampled_from(SPECTRA))
    d = len(values)

    def part() -> tuple[Fraction, ...]:
        return (draw(entry), *(draw(small) for _ in range(d - 1)))

    heads = tuple((draw(entry), *part(), *part()) for _ in range(draw(st.integers(d, 4))))
    return Race(values, draw(st.integers(1, 4)), heads)


def raced() -> st.SearchStrategy:
    """Two or three components, up to four heads with V, Q_1, K_1 of one sign; eigenvalues well
    apart. The first is one with two heads close together."""
    return st.one_of(st.just(CLOSE), _drawn_races())


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
    """tau^(k) - tau^(l), its plateaus weighted by lambda^2, and the largest dormant norm mu^(l),
    from AGF, with the sizes that cancelled in them."""

    l: int
    k: int
    time: Measured
    weighted: Measured
    norm: Measured


def gaps(race: Race, scale: float, integrated: bool) -> list[Gap]:
    """One for every l < k."""
    if any(tied(one, other) for one, other in combinations(race.rows, 2)):
        raise Rejected("two heads jump together")
    run = alternating_gradient_flow(race.started, scale, integrated=integrated)
    features = run.staircase.features
    if len(features) < 2 or list(features) != list(range(len(features))):
        raise Rejected("not the order of the paper: an unaligned head took another component")
    times, squares = [0.0, *run.staircase.jump_times], [float(v) ** 2 for v in race.values]
    between_jumps: list[Gap] = []
    first = 1 / np.linalg.norm(race.started.initial(scale), axis=1)
    asleep, S = np.ones(len(first), dtype=bool), np.zeros(len(first))
    for l in range(len(times) - 1):
        norms = np.where(asleep, 1 / (first - run.eta * S), 0.0)
        i = int(np.argmax(norms))
        # 1/|theta| is a difference, and a share x of its terms is a share x |theta| (first + eta S)
        # of |theta|
        norm = Measured(norms[i], norms[i] ** 2 * (first[i] + run.eta * abs(S[i])))
        for k in range(l + 1, len(times)):
            plateaus = range(l, k)
            weighted = Measured(
                sum(squares[j] * (times[j + 1] - times[j]) for j in plateaus),
                sum(squares[j] * (times[j + 1] + times[j]) for j in plateaus),
            )
            time = Measured(times[k] - times[l], times[k] + times[l])
            between_jumps.append(Gap(l, k, time, weighted, norm))
        S = run.iterations[l].accumulated[-1]
        asleep[list(run.iterations[l].activated)] = False
    return between_jumps


GAP_ALPHAS = (1e-5, 1e-7)


def limit_gaps(race: Race, effort: Effort, integrated: bool = False) -> Iterator[dict]:
    """Both in the limit alpha -> 0 with eta = 1/alpha, as the distance of two alphas tells."""
    far, near = (gaps(race, scale, integrated) for scale in GAP_ALPHAS)
    if len(far) != len(near):
        raise Unsettled("as many jumps at one alpha as at another are needed for a limit")
    for one, two in zip(far, near):
        sizes = one.norm.value / GAP_ALPHAS[0], two.norm.value / GAP_ALPHAS[1]
        yield {
            paper.gap_limit: _limit(one.time, two.time),
            paper.weighted_limit: _limit(one.weighted, two.weighted),
            paper.mu_limit: between(*sizes, size=two.norm.size / GAP_ALPHAS[1]),
            paper.N: race.N,
            paper.lam_k: race.values[two.k - 1],
            paper.lam_now: race.values[two.l],
        }


def _limit(far: Measured, near: Measured) -> Measured:
    return between(far.value, near.value, near.size)


FINITE_ALPHA = Fraction(1, 20)


def finite_gaps(race: Race, effort: Effort, integrated: bool = False) -> Iterator[dict]:
    """The same at one alpha, with eta = 1/alpha."""
    for gap in gaps(race, float(FINITE_ALPHA), integrated):
        yield {
            paper.gap: gap.time,
            paper.weighted: gap.weighted,
            paper.mu: gap.norm,
            paper.N: race.N,
            paper.lam_k: race.values[gap.k - 1],
            paper.lam_now: race.values[gap.l],
            eta: 1 / FINITE_ALPHA,
        }
