"""A dormant attention head, solved: one quadrature for its time, exponentials for everything else.

With the force G fixed, V' = Q^T G K, Q' = V G K, K' = V G^T Q. In the singular bases of G the sums
p_j = Q_j + K_j grow like e^(s_j I) and the differences m_j = Q_j - K_j shrink like e^(-s_j I),
where I is the integral of V; and V^2 is a convex function F of I. So a head either runs straight to
its jump or turns round once, where F vanishes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq

# Relative accuracy asked of the quadrature; 12 digits are promised, where no saddle is near.
EPSREL = 1e-13
# V^2 that falls below this share of what cancelled in it: doubles leave six digits of the time, or
# not even its order.
NEAR_SADDLE = 1e-10
# Where s I is beyond this a shrinking exponential is gone and a growing one has won; e^(2 s I) does
# not overflow.
FAR = 300.0
# How far on its way to a saddle a head is followed for a time by which it has certainly not jumped.
SHORT_OF_SADDLE = 0.99


class NearSaddle(ArithmeticError):
    """The orbit passes a saddle closer than doubles can tell; ``since`` is a time before which
    nothing happens."""

    def __init__(self, since: float) -> None:
        super().__init__(
            "a dormant head passes a saddle closer than double precision can tell: "
            "theory.attention.exact_jump_time decides it in rationals"
        )
        self.since = since


@dataclass(frozen=True)
class Orbit:
    """F(I) = v^2 + sum_j (p_j^2 (e^(2 s_j I) - 1) + m_j^2 (e^(-2 s_j I) - 1)) / 4, walked from I =
    0 with V = v >= 0.

    >>> aligned = Orbit(1 / 3**0.5, np.array([2 / 3**0.5]), np.array([0.0]), np.array([1.0]))
    >>> round(aligned.time_to(1e6), 9)  # sqrt(3) (1 - 1e-6): an aligned head
    1.732049076
    """

    v: float
    p: np.ndarray
    m: np.ndarray
    s: np.ndarray
    sign: int = 1  # -1 where V and K have changed their signs on the way to V >= 0

    @classmethod
    def of(cls, direction: np.ndarray, left: np.ndarray, s: np.ndarray, right: np.ndarray) -> Orbit:
        """From a unit row (V, Q, K) and the singular value decomposition G = left diag(s)
        right^T."""
        d = len(s)
        v, Q, K = direction[0], left.T @ direction[1 : d + 1], right.T @ direction[d + 1 :]
        orbit = cls(abs(v), Q + K, Q - K, s)
        # V -> -V with K -> -K changes nothing; at V = 0 the force decides which way is forwards.
        return orbit._reversed() if v < 0 or (v == 0 and orbit.slope(0.0) < 0) else orbit

    def _reversed(self) -> Orbit:
        return Orbit(self.v, self.m, self.p, self.s, -self.sign)

    def _grown(self, I: float) -> np.ndarray:
        """p_j^2 e^(2 s_j I); nothing grows from zero, even where the exponential overflows."""
        with np.errstate(over="ignore"):
            return np.where(
                self.p == 0, 0.0, self.p**2 * np.exp(2 * self.s * np.where(self.p == 0, 0.0, I))
            )

    def square(self, I: float) -> float:
        """F(I) = V^2, without cancellation near I = 0."""
        return float(self.v**2 + np.sum(self._changes(I)))

    def _changes(self, I: float) -> np.ndarray:
        """The terms of F(I) - F(0), one a sum and one a difference."""
        with np.errstate(over="ignore"):
            grown = self.p**2 * np.expm1(2 * self.s * np.where(self.p == 0, 0.0, I))
        return np.concatenate([grown, self.m**2 * np.expm1(-2 * self.s * I)]) / 4

    def slope(self, I: float) -> float:
        """F'(I)."""
        return float(np.sum(self.s * (self._grown(I) - self.m**2 * np.exp(-2 * self.s * I))) / 2)

    def _seen_from(self, I: float) -> Orbit:
        """The orbit as seen from its turning point at I, where V = 0, looking back."""
        grown = np.exp(self.s * I)
        return Orbit(0.0, self.m / grown, self.p * grown, self.s, -self.sign)

    def _lowest(self) -> float | None:
        """Where F is least, if ahead; None if F only grows; infinity if it falls for ever (towards
        v^2 - sum_j m_j^2/4)."""
        if self.slope(0.0) >= 0:
            return None
        growing = self.s[(self.p != 0) & (self.s > 0)]
        if not growing.size:
            return np.inf
        high = 1.0 / self.s.max()
        while self.slope(high) < 0:
            high *= 2
            if high * growing.max() > FAR:
                return np.inf
        return float(brentq(self.slope, 0.0, high, xtol=1e-15 * high))

    def _size(self, I: float) -> float:
        """The magnitudes that were added up to F(I)."""
        return float(self.v**2 + np.sum(np.abs(self._changes(I))))

    def turning(self) -> tuple[Orbit, float] | None:
        """The orbit from its turning point on, and how much I it takes to get there; None if V
        keeps its sign."""
        low = self._lowest()
        if low is None:
            return None
        far = low if np.isfinite(low) else FAR / self.s[self.s > 0].min()
        least = self.square(far)
        if abs(least) <= NEAR_SADDLE * self._size(far):
            raise NearSaddle(
                self.elapsed(SHORT_OF_SADDLE * far if np.isfinite(low) else 1 / self.s.max())
            )
        if least > 0:
            return None
        back = float(brentq(self.square, 0.0, far, xtol=1e-16)) if self.v > 0 else 0.0
        return self._seen_from(back), back

    def _reach(self, square: float) -> float:
        """The I > 0 on the rising side with F(I) = square."""
        low = self._lowest() or 0.0
        fastest = max(self.s[self.p != 0], default=0.0)
        if not np.isfinite(low) or not fastest:
            return np.inf
        width = 1.0 / fastest
        while self.square(low + width) < square:
            width = min(2 * width, width + 8 / fastest)
            if width * fastest > 340:
                return np.inf
        return float(
            brentq(lambda I: self.square(I) - square, low, low + width, xtol=1e-15 * (low + width))
        )

    def elapsed(self, I: float) -> float:
        """integral_0^I dI / sqrt(F); the root at the start, where V is small or zero, is taken out
        by I = w^2."""
        low = self._lowest()
        marks = {I * f for f in (0.01, 0.1, 0.3)} | (
            {low} if low is not None and low < I else set()
        )
        edges = [0.0, *sorted(marks), I]

        def integrand(w: float) -> float:
            square = self.square(w * w)
            return 2 * w / np.sqrt(square) if square > 0 else 2 / np.sqrt(self.slope(0.0))

        return sum(
            quad(integrand, np.sqrt(a), np.sqrt(b), epsabs=0, epsrel=EPSREL, limit=400)[0]
            for a, b in zip(edges, edges[1:])
        )

    def time_to(self, growth: float) -> float:
        """Time until the norm, 1 at the start, is ``growth``; infinity if it never is."""
        if self.v == 0 == self.slope(0.0):
            return np.inf  # at rest
        orbit, back, reach = self._way(growth)
        if not np.isfinite(reach):
            return np.inf
        return (orbit.elapsed(back) if back else 0.0) + orbit.elapsed(reach)

    def _way(self, growth: float) -> tuple[Orbit, float, float]:
        """The orbit after its turn, if it has one, the I back to the start, and the I to
        ``growth``.

        3 V^2 = |theta|^2 - 1 + 3 v^2. What is left from norm R on takes a time of the order 1/R:
        beyond 1e140 nothing changes, and squares overflow.
        """
        turned = self.turning()  # may say that it cannot tell
        orbit, back = turned if turned is not None else (self, 0.0)
        return orbit, back, orbit._reach((min(growth, 1e140) ** 2 - 1) / 3 + self.v**2)

    def landing(self, growth: float, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """The row (V, Q, K), of norm 1 at the start, where its norm is ``growth``."""
        orbit, _, reach = self._way(growth)
        plus, minus = orbit.p * np.exp(self.s * reach), orbit.m * np.exp(-self.s * reach)
        V, Q, K = np.sqrt(orbit.square(reach)), (plus + minus) / 2, (plus - minus) / 2
        return np.concatenate([[orbit.sign * V], left @ Q, right @ (orbit.sign * K)])


def evolve(
    directions: np.ndarray, clocks: np.ndarray, left: np.ndarray, s: np.ndarray, right: np.ndarray
) -> np.ndarray:
    """Unit rows after the times ``clocks`` (one each), from I' = V, V' = F'(I) / 2; the result is
    not normalised."""
    d = len(s)
    V, Q, K = directions[:, 0], directions[:, 1 : d + 1] @ left, directions[:, d + 1 :] @ right
    p, m, count = Q + K, Q - K, len(V)

    def slope(_t: float, state: np.ndarray) -> np.ndarray:
        grown = np.exp(2 * s * state[:count, None])
        return np.concatenate(
            [clocks * state[count:], clocks * np.sum(s * (p**2 * grown - m**2 / grown), axis=1) / 4]
        )

    start = np.concatenate([np.zeros(count), V])
    end = solve_ivp(slope, (0.0, 1.0), start, "DOP853", rtol=EPSREL, atol=1e-15).y[:, -1]
    grown = np.exp(s * end[:count, None])
    plus, minus = p * grown, m / grown
    return np.column_stack([end[count:], (plus + minus) / 2 @ left.T, (plus - minus) / 2 @ right.T])
