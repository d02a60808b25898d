"""A two-layer ReLU network on given data: f(x) = sum_i a_i max(0, <w_i, x>) (fig:stairslide).

The gradient jumps where a neuron meets a data point, <w_i, x_n> = 0, and neurons like to stop
there: the flow slides along such a kink. An adaptive integrator would shrink its steps without
end, so both gradient flow and the two steps of AGF use a Runge-Kutta step of fixed length;
`step` makes it shorter, and how much that changes is the error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np
from scipy.optimize import minimize

from numerics import validate
from numerics.network import Dormant, UtilityPhase, normalised, norms
from numerics.trajectory import Trajectory
from theory.validate import abbreviated

# A step, in units of the shortest time scale of a neuron at its final size: 3 is where Runge-Kutta
# 4 becomes unstable.
STEP = 1.0
# Gradient flow is at rest, and a cost step hands over to the quasi-Newton search, when one unit of
# the first waiting time would change the loss by less than this share of its first value.
REST = 1e-3
# A dormant neuron that has not activated after this many first waiting times is taken to sleep for
# ever.
HORIZON = 20.0
MOST_STEPS = 100_000
# Outputs are uncorrelated with inputs where E[y x^T] is below this share of E[|y| |x|].
UNCORRELATED = 1e-3
# Points of a trajectory that are shown; `at` starts from the nearest step in any case.
SAMPLES = 2000
TOGETHER = 1_000_000  # numbers max(0, <w, x>) that are computed at once


@dataclass(frozen=True, eq=False)
class ReluNetwork:
    """L = sum_n |y_n - sum_i a_i max(0, <w_i, x_n>)|^2 / (2n); X (d, n), Y (c, n), a row of theta
    is (a, w).

    >>> net = ReluNetwork([[1, -1]], [[2, 4]], width=1)
    >>> net.neurons, float(net.loss(np.array([[2.0, 1.0]]))), net.gradient(np.array([[1.0, 1.0]]))
    (1, 4.0, array([[-0.5, -0.5]]))
    """

    X: Any
    Y: Any
    width: int
    step: float = STEP

    # AGF's cost step follows the flow: who has collapsed is read off the norms
    # (numerics.steps.collapse).
    follows_flow = True

    def __post_init__(self) -> None:
        X, Y = validate.real_array("X", self.X, 2), validate.real_array("Y", self.Y, 2)
        if X.shape[1] != Y.shape[1]:
            raise ValueError(
                f"Y has shape {Y.shape}: expected (c, {X.shape[1]}), one column for each column of "
                f"X {X.shape}"
            )
        for name, value in (("X", X), ("Y", Y)):
            if not np.any(value):
                raise ValueError(f"{name} has only zeros: expected data that can be learned from")
        if (
            isinstance(self.step, bool)
            or not isinstance(self.step, Real)
            or not 0 < self.step <= 2  # a NaN is not
        ):
            raise ValueError(
                f"step is {abbreviated(self.step)}: expected a number between 0 and 2, in units of "
                "the shortest time scale"
            )
        object.__setattr__(self, "X", X)
        object.__setattr__(self, "Y", Y)
        object.__setattr__(self, "width", validate.whole("width", self.width, 1))

    def __repr__(self) -> str:
        return (
            f"ReluNetwork(d={len(self.X)}, c={len(self.Y)}, n={self.X.shape[1]}, "
            f"width={self.width})"
        )

    @property
    def neurons(self) -> int:
        """The number of hidden neurons."""
        return self.width

    @property
    def kappa(self) -> int:
        """2: the order of the utility at the origin."""
        return 2

    # ------------------------------------------------------------ the loss

    def _rows(self, theta: np.ndarray) -> np.ndarray:
        return validate.parameters(theta, len(self.Y) + len(self.X))

    def _hidden(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """a_i, max(0, <w_i, x_n>) and where it is positive, of one network or of a stack of them.
        At a kink the slope is taken to be 0.
        """
        c = len(self.Y)
        z = theta[..., c:] @ self.X
        on = z > 0
        return theta[..., :c], z * on, on

    def function(self, theta: np.ndarray) -> np.ndarray:
        """The outputs at every data point, (c, n)."""
        a, hidden, _ = self._hidden(self._rows(theta))
        return a.T @ hidden

    def residual(self, theta: np.ndarray) -> np.ndarray:
        """y_n - f(x_n), (c, n)."""
        return self.Y - self.function(theta)

    def loss(self, theta: np.ndarray) -> float:
        """sum_n |y_n - f(x_n)|^2 / (2n)."""
        return float(np.sum(self.residual(theta) ** 2)) / (2 * self.X.shape[1])

    def gradient(self, theta: np.ndarray) -> np.ndarray:
        """grad L in every row (a_i, w_i)."""
        return self._measured(self._rows(theta))[1]

    def _measured(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Loss and gradient, of one network or of a stack of them."""
        layers = self._hidden(theta)
        residual = self.Y - np.swapaxes(layers[0], -1, -2) @ layers[1]
        loss = np.sum(residual**2, axis=(-1, -2)) / (2 * self.X.shape[1])
        return loss, -self._pull(residual, layers)

    def _pull(self, residual: np.ndarray, layers: tuple[np.ndarray, ...]) -> np.ndarray:
        """grad U_i: E[max(0, <w, x>) r] and E[<a, r> x over the points with <w, x> > 0]."""
        a, hidden, on = layers
        parts = [hidden @ np.swapaxes(residual, -1, -2), ((a @ residual) * on) @ self.X.T]
        return np.concatenate(parts, axis=-1) / self.X.shape[1]

    def utility(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """U_i = E[<a_i, r> max(0, <w_i, x>)] (eq:utility-defn)."""
        a, hidden, _ = self._hidden(self._rows(directions))
        return np.sum((a @ self.residual(theta)) * hidden, axis=1) / self.X.shape[1]

    def utility_gradient(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """grad U_i with the residual at theta held."""
        return self._pull(self.residual(theta), self._hidden(self._rows(directions)))

    # ------------------------------------------------------------ initialisation

    def eta(self, alpha: Any) -> float:
        """eta = -log(alpha): E[c_i] for kappa = 2, to leading order."""
        eta = validate.log_inverse(alpha)
        if eta <= 0:
            raise ValueError(
                f"alpha is {alpha!r}: expected alpha < 1, so that eta = -log(alpha) > 0"
            )
        return eta

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        """a_i ~ N(0, alpha^2/(2c)), w_i ~ N(0, alpha^2/(2d)) (sec:framework)."""
        c, d = len(self.Y), len(self.X)
        draw = np.random.default_rng(validate.whole("seed", seed, 0)).normal(
            size=(self.width, c + d)
        )
        return np.exp(-self.eta(alpha)) * draw / np.sqrt(np.repeat([2 * c, 2 * d], [c, d]))

    # ------------------------------------------------------------ time scales

    @cached_property
    def rate(self) -> float:
        """The largest singular value of E[y x^T]: a linear neuron grows no faster than e^(rate t),
        a ReLU one near half of it.
        """
        n = self.X.shape[1]
        linear = float(np.linalg.norm(self.Y @ self.X.T, 2)) / n
        # Where no linear neuron grows a ReLU may: its bound is then E[|y| |x|].
        bound = float(np.linalg.norm(self.Y, axis=0) @ np.linalg.norm(self.X, axis=0)) / n
        return linear if linear > UNCORRELATED * bound else bound

    @cached_property
    def power(self) -> float:
        """The largest eigenvalue of E[x x^T]."""
        return float(np.linalg.norm(self.X @ self.X.T, 2)) / self.X.shape[1]

    def length(self, theta: np.ndarray) -> float:
        """The step in plain time: ``step`` over the curvature, which is the rate near the origin
        and E[x x^T] |theta|^2 away from it.
        """
        c = len(self.Y)
        return self.step / (
            self.rate
            + self.power
            * float(np.linalg.norm(theta[:, :c], 2) ** 2 + np.linalg.norm(theta[:, c:], 2) ** 2)
        )

    # ------------------------------------------------------------ gradient flow

    def flow(
        self, alpha: Any, seed: int, until: Any, digits: int, engine: str | None = None
    ) -> Trajectory:
        """Gradient flow by steps of fixed length; ``until=None`` stops where the loss hardly
        changes any more.
        """
        if digits > validate.DOUBLE_DIGITS or engine is not None:
            raise ValueError(
                f"digits is {digits}, engine {engine!r}: ReluNetwork has steps of fixed length in "
                "doubles and nothing else"
            )
        eta, theta = self.eta(alpha), self.initial(alpha, seed)
        end = np.inf if until is None else float(until) * eta
        now, kept, rested = 0.0, [(0.0, theta)], self._rested(eta / self.rate)
        while now < end and (until is not None or not rested(now, theta)):
            h = min(self.length(theta), end - now)
            theta, now = (
                _step(lambda some: -self.gradient(some), theta, h),
                (now + h if now + h < end * (1 - 1e-12) else end),
            )
            kept.append((now, theta))
            if len(kept) > MOST_STEPS:
                raise ArithmeticError(
                    f"no end after {MOST_STEPS} steps, at t = {now / eta:.6g}: pass "
                    + ("until=..." if until is None else "an earlier until, or None")
                )
        return self._trajectory(kept, alpha, eta)

    def _rested(self, wait: float) -> Callable[[float, np.ndarray], bool]:
        """Has the loss, once it has begun to fall, fallen by less than REST of its first value
        during ``wait``?
        """
        first = float(np.sum(self.Y**2)) / (2 * self.X.shape[1])
        mark, at_mark = 0.0, first

        def rested(now: float, theta: np.ndarray) -> bool:
            nonlocal mark, at_mark
            if now - mark < wait:
                return False
            loss = self.loss(theta)
            slow = at_mark - loss < REST * first and loss < (1 - REST) * first
            mark, at_mark = now, loss
            return slow

        return rested

    def _trajectory(
        self, kept: list[tuple[float, np.ndarray]], alpha: Any, eta: float
    ) -> Trajectory:
        knots, rows = (np.array(part) for part in zip(*kept))
        knots = knots / eta

        def states_at(times: np.ndarray) -> np.ndarray:
            k = np.clip(np.searchsorted(knots, times) - 1, 0, len(knots) - 2)
            spans = ((times - knots[k]) * eta)[:, None, None]
            return _step(lambda some: -self._measured(some)[1], rows[k], spans)

        def state_at(t: float) -> np.ndarray:
            return states_at(np.array([float(t)]))[0]

        def measure(t: float) -> tuple[float, float]:
            loss, gradient = self._measured(state_at(t))
            return float(loss), eta * float(np.sum(gradient**2))

        steps, share = len(kept) - 1, max(1, round(SAMPLES / len(kept)))
        times = np.interp(np.arange(steps * share + 1) / share, np.arange(steps + 1), knots)
        times = times[
            np.unique(
                np.linspace(0, len(times) - 1, min(len(times), 2 * SAMPLES)).round().astype(int)
            )
        ]
        # many at once, and no more than fit into memory
        few = -(-len(times) * self.width * self.X.shape[1] // TOGETHER)
        states = np.concatenate([states_at(part) for part in np.array_split(times, few)])
        seen = [self._measured(part) for part in np.array_split(states, few)]
        losses, gradients = (np.concatenate(part) for part in zip(*seen))
        return Trajectory(
            times=times,
            losses=losses,
            speeds=eta * np.sum(gradients**2, axis=(1, 2)),
            parameters=states,
            alpha=alpha,
            eta=eta,
            digits=validate.DOUBLE_DIGITS,
            network=self,
            at=state_at,
            measure=measure,
            steps=steps,
        )

    # ------------------------------------------------------------ the steps of AGF

    def maximise_utility(self, theta: np.ndarray, dormant: Dormant, eta: float) -> UtilityPhase:
        """theta' = grad U(theta; r) with r fixed: by homogeneity its direction and log-norm are
        eq:dormant-dynamics.

        The row is scaled back to length one after every step, and the logarithm of what was
        taken off, over eta, is added to S.
        """
        residual, asleep = self.residual(theta), np.flatnonzero(dormant.mask)
        h, S = self.step / self.rate, dormant.accumulated[asleep]
        rows, threshold = dormant.directions[asleep], dormant.thresholds[asleep]
        path, steps = [S], int(HORIZON * threshold.max() * eta / (self.rate * h))
        for k in range(1, steps + 1):
            grown = _step(
                lambda some: self._pull(residual, self._hidden(self._rows(some))), rows, h
            )
            size = norms(grown)
            after = S + np.log(size) / eta
            path.append(after)
            if np.any(after >= threshold):
                with np.errstate(divide="ignore", invalid="ignore"):
                    share = np.where(after >= threshold, (threshold - S) / (after - S), np.inf)
                return self._arrived(dormant, eta, share, k, path, rows, grown)
            rows, S = grown / size[:, None], after
        return UtilityPhase.never(dormant)

    def _arrived(
        self,
        dormant: Dormant,
        eta: float,
        share: np.ndarray,
        k: int,
        path: list,
        rows: np.ndarray,
        grown: np.ndarray,
    ) -> UtilityPhase:
        """The last step is cut, in proportion, at the first threshold."""
        asleep, first = np.flatnonzero(dormant.mask), int(np.argmin(share))
        part = float(np.clip(share[first], 0.0, 1.0))
        times = np.append(np.arange(k), k - 1 + part) * self.step / (self.rate * eta)
        along = np.tile(dormant.accumulated, (k + 1, 1))
        along[:, asleep] = np.vstack([*path[:-1], path[-2] + part * (path[-1] - path[-2])])
        winner = int(asleep[first])
        along[-1, winner] = dormant.thresholds[winner]
        directions = dormant.directions.copy()
        directions[asleep] = normalised(rows + part * (grown - rows))
        return UtilityPhase(float(times[-1]), (winner,), directions, along[-1], times, along)

    def minimise_cost(self, theta: np.ndarray) -> np.ndarray:
        """theta_A' = -grad L(theta_A) until the loss hardly falls; a quasi-Newton search ends the
        slow approach to the minimum.
        """
        active, first = norms(theta) > 0, self.loss(0 * theta)
        rows, now, rested = theta[active], 0.0, self._rested(1 / self.rate)
        while not rested(now, rows):
            h = self.length(rows)
            rows, now = _step(lambda some: -self.gradient(some), rows, h), now + h
        found = minimize(
            lambda flat: (
                self.loss(flat.reshape(rows.shape)) / first,
                self.gradient(flat.reshape(rows.shape)).ravel() / first,
            ),
            rows.ravel(),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": 150, "gtol": 1e-7},
        )
        rest = theta.copy()
        rest[active] = found.x.reshape(rows.shape)
        return rest


def _step(slope: Callable[[np.ndarray], np.ndarray], theta: np.ndarray, h: Any) -> np.ndarray:
    """One classical Runge-Kutta step of order 4; across a kink of the slope it errs by the order
    of h^2.
    """
    k1 = slope(theta)
    k2 = slope(theta + h / 2 * k1)
    k3 = slope(theta + h / 2 * k2)
    k4 = slope(theta + h * k3)
    return theta + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def tracking_gap(gf: Trajectory, staircase: Any, until: float) -> float:
    """Area between the two loss curves over [0, until], as a share of ``until`` times what
    gradient flow has gained by then.

    0: AGF's staircase is the loss curve; 1: as far off as never having moved, or having moved
    at once.
    """
    grid = np.linspace(0.0, until, 20001)
    ours = np.interp(grid, gf.times, gf.losses)
    stairs = np.asarray(staircase.levels, dtype=float)[
        np.searchsorted(np.asarray(staircase.jump_times, dtype=float), grid, side="right")
    ]
    return float(np.mean(np.abs(ours - stairs)) / (ours[0] - ours[-1]))
