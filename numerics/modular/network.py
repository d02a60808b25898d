"""Modular addition with a quadratic network: (a.x, b.x) -> (a + b).x (sec:modular-addition).

Neuron i is theta_i = (u_i, v_i, w_i). The sums over all p^2 pairs factorise into sums over one
residue, so loss and gradient cost O(H^2 p + H p^2) instead of O(H p^3). With centred x the sum over
a of <u, a.x> vanishes, which the factorisation uses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from numerics import validate
from numerics.modular.blow_up import ABSENT, CENTRED
from numerics.modular.factorised import (
    initial_utility,
    overlap_slopes,
    overlaps,
    utility_slopes,
)
from numerics.modular.flow import follow, recorded
from numerics.network import Dormant, UtilityPhase, dormant_norm, normalised, norms
from numerics.patience import Patience
from numerics.trajectory import Trajectory

# A frequency belongs to a jump when its share rose by half of the largest rise, and by more than
# this.
LEARNED, SMALL = 0.5, 1e-3
# Up to this p the gradient over all pairs is faster than the factorised one (measured with H = 3p:
# 33 against 185 microseconds at p = 5, equal near p = 25).
DIRECT = 23
# Gradient flow without a given end stops where this share of the loss is left.
FINISHED = 1e-3
# Nor does it wait for a jump that takes so many times longer than all before it, as that of a
# frequency ten times weaker would.
HORIZON = 1e3
# The cost step is followed for at least FLOW_TIME and at most LONGEST, in units of the inverse
# utility of a unit neuron, and until twice the time would lower the loss by no more than DRIFT of
# the first one. Two neurons of one frequency already drift to infinity, as a power of time: no
# minimiser exists there, and where the weights get long the valley narrows. With LONGEST or
# FINISHED ten times larger or smaller the number of jumps changes (9.4 to 11.7 on average, p = 5,
# alpha = 1e-4), the order of the frequencies in none of ten seeds.
FLOW_TIME, LONGEST, DRIFT = 20.0, 1e3, 1e-7
# A dormant neuron whose waiting time exceeds this many times that of a well aligned one at the
# weakest frequency never activates.
WAIT = 100.0
UTILITY_RTOL = 1e-10
# At a smaller alpha the cubic utility of a neuron, held to UTILITY_RTOL, leaves the range of
# doubles.
SMALLEST = 1e-100


@dataclass(frozen=True, eq=False)
class ModularNetwork:
    """L = 1/(2 p^2) sum over a, b of |sum_i (<u_i, a.x> + <v_i, b.x>)^2 w_i - (a + b).x|^2, x
    centred (eq:costsplit).

    >>> net = ModularNetwork([2, -1, -1], width=2)
    >>> net.neurons, net.p, round(net.loss(np.zeros((2, 9))), 12)
    (2, 3, 3.0)
    """

    x: Any
    width: int

    # AGF's cost step follows the flow: who has collapsed is read off the norms
    # (numerics.steps.collapse).
    follows_flow = True

    def __post_init__(self) -> None:
        x = validate.real_array("x", self.x, 1)
        if len(x) < 3:
            raise ValueError(f"x has p = {len(x)} entries: expected at least 3")
        size = np.abs(x).max()
        if size == 0:
            raise ValueError("x is zero: expected an encoding with at least one frequency")
        if abs(x.sum()) > CENTRED * size * len(x):
            raise ValueError(
                f"x has the sum {x.sum():.6g}: expected a centred encoding; subtract its mean"
            )
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "width", validate.whole("width", self.width, 1))

    def __repr__(self) -> str:
        return f"ModularNetwork(p={self.p}, width={self.width})"

    @property
    def p(self) -> int:
        """The number of residues."""
        return len(self.x)

    @property
    def neurons(self) -> int:
        """H, the rows of theta."""
        return self.width

    @property
    def kappa(self) -> int:
        """3: f_i is quadratic in (u, v) and linear in w."""
        return 3

    @cached_property
    def encodings(self) -> np.ndarray:
        """Row a is a.x, with (a.x)[j] = x[j - a]."""
        return np.array([np.roll(self.x, a) for a in range(self.p)])

    @cached_property
    def spectrum(self) -> np.ndarray:
        """x_hat[k], k = 0, ..., p // 2."""
        return np.fft.rfft(self.x)

    @cached_property
    def present(self) -> np.ndarray:
        """The frequencies of x, among 1, ..., p // 2."""
        size = np.abs(self.spectrum[1:])
        return 1 + np.flatnonzero(size > ABSENT * size.max())

    # ------------------------------------------------------------ the loss

    def _parts(self, theta: np.ndarray) -> tuple[np.ndarray, ...]:
        """<u_i, a.x>, <v_i, a.x>, w_i and <w_i, a.x>, one row a neuron."""
        theta = validate.parameters(theta, 3 * self.p)
        u, v, w = theta[:, : self.p], theta[:, self.p : 2 * self.p], theta[:, 2 * self.p :]
        return u @ self.encodings.T, v @ self.encodings.T, w, w @ self.encodings.T

    def loss(self, theta: np.ndarray) -> float:
        """L = cost - utility + |x|^2/2 over all pairs of inputs, by correlations."""
        A, B, w, R = self._parts(theta)
        cost = np.sum((w @ w.T) * overlaps(A, B, A, B)) / (2 * self.p**2)
        return float(cost - initial_utility(A, B, R).sum() + self.x @ self.x / 2)

    def gradient(self, theta: np.ndarray) -> np.ndarray:
        """grad L in every row (u_i, v_i, w_i); over all pairs for small p, by
        correlations beyond.
        """
        theta = validate.parameters(theta, 3 * self.p)
        return (
            self._direct_gradient(theta) if self.p <= DIRECT else self._factorised_gradient(theta)
        )

    def _direct_gradient(self, theta: np.ndarray) -> np.ndarray:
        """Over all p^2 pairs: fewer and larger array operations, which win for small p."""
        z = self._preactivations(theta)
        return self._correlation_gradient(
            theta, z, (z * z).T @ theta[:, 2 * self.p :] - self._targets
        )

    def _preactivations(self, theta: np.ndarray) -> np.ndarray:
        """<u_i, a.x> + <v_i, b.x>, one column a pair."""
        inner = theta[:, : 2 * self.p].reshape(-1, self.p) @ self.encodings.T
        return (inner[0::2, :, None] + inner[1::2, None, :]).reshape(-1, self.p**2)

    def _correlation_gradient(
        self, theta: np.ndarray, z: np.ndarray, errors: np.ndarray
    ) -> np.ndarray:
        """The gradient of E<f_i, errors>, one row a neuron."""
        p = self.p
        pull = (z * (theta[:, 2 * p :] @ errors.T)).reshape(-1, p, p)
        in_u, in_v = pull.sum(axis=2) @ self.encodings, pull.sum(axis=1) @ self.encodings
        return np.concatenate([2 * in_u, 2 * in_v, (z * z) @ errors], axis=1) / p**2

    @cached_property
    def _targets(self) -> np.ndarray:
        """(a + b).x for all pairs, one row a pair."""
        return self.encodings[np.add.outer(np.arange(self.p), np.arange(self.p)).ravel() % self.p]

    def _factorised_gradient(self, theta: np.ndarray) -> np.ndarray:
        A, B, w, R = self._parts(theta)
        return self._rows(A, B, w, R, A, B, w)

    def _rows(
        self, A: np.ndarray, B: np.ndarray, w: np.ndarray, R: np.ndarray,
        C: np.ndarray, D: np.ndarray, others: np.ndarray,
    ) -> np.ndarray:  # fmt: skip
        """-grad U of neurons with these inner products, in (u, v, w), the network being that of the
        others."""
        in_A, in_B, in_w = overlap_slopes(A, B, w, C, D, others)
        own_A, own_B, own_R = utility_slopes(A, B, R)
        in_uv = np.concatenate([in_A - 2 * own_A, in_B - 2 * own_B, -2 * own_R]) @ self.encodings
        in_u, in_v, more = np.split(in_uv, 3)
        return np.concatenate([in_u, in_v, in_w + more], axis=1) / self.p**2

    def utility(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """U_i = E<f_i, residual of the network at theta> (eq:utility-defn)."""
        A, B, w, R = self._parts(directions)
        C, D, other, _ = self._parts(theta)
        return (
            initial_utility(A, B, R)
            - np.sum((w @ other.T) * overlaps(A, B, C, D), axis=1) / self.p**2
        )

    def utility_gradient(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """grad U_i at the directions, the residual being that of the network at theta."""
        A, B, w, R = self._parts(directions)
        return -self._rows(A, B, w, R, *self._parts(theta)[:3])

    # ------------------------------------------------------------ what is learned

    def function(self, theta: np.ndarray) -> np.ndarray:
        """The template that the network puts out: the mean over a, b of f(a.x, b.x)[c + a + b]; x
        itself at zero loss.
        """
        A, B, w, _ = self._parts(theta)
        hat = (
            np.sum(np.fft.rfft(w) * np.conj(np.fft.rfft(A) * np.fft.rfft(B)), axis=0)
            * 2
            / self.p**2
        )
        hat[0] = 0
        return np.fft.irfft(hat, self.p)

    def shares(self, theta: np.ndarray) -> np.ndarray:
        """How much of each frequency of x the network puts out, k = 1, ..., p // 2: 1 when it is
        learned, 0 where x has none.
        """
        size = np.abs(self.spectrum[1:])
        put_out = np.abs(np.fft.rfft(self.function(theta))[1:])
        return np.divide(put_out, size, out=np.zeros_like(size), where=size > 1e-9 * size.max())

    def learned(self, before: np.ndarray, after: np.ndarray, alpha: Any) -> Any:
        """The frequency whose share rose most in a jump; a tuple where others rose at least half as
        much.
        """
        rise = self.shares(after) - self.shares(before)
        new = tuple(
            int(k) + 1 for k in np.flatnonzero((rise > LEARNED * rise.max()) & (rise > SMALL))
        )
        return new[0] if len(new) == 1 else new

    # ------------------------------------------------------------ gradient flow and the steps of
    # AGF

    def flow(
        self, alpha: Any, seed: int, until: Any, digits: int, engine: str | None
    ) -> Trajectory:
        """Gradient flow by an implicit method with tolerance 1e-6 a step
        (``numerics.modular.flow``); ``raw=True`` integrates to 1e-11, for the first jump.

        With ``until=None`` it ends where a thousandth of the first loss is left: the flow has no
        end of its own, because a group of five neurons comes as close to its level as one likes,
        with ever larger weights (modular.smallest-group). A network that is too narrow for that
        ends where its loss has not changed by as much for HORIZON times the time before.
        """
        if digits > validate.DOUBLE_DIGITS:
            raise ValueError(
                f"digits is {digits}: ModularNetwork is integrated in doubles, expected at most "
                f"{validate.DOUBLE_DIGITS}"
            )
        if engine is not None:
            raise ValueError(f"engine is {engine!r}: ModularNetwork has only one, expected None")
        if validate.as_double(alpha) >= 1:
            raise ValueError(
                f"alpha is {alpha!r}: expected a number below 1, so that neurons start dormant"
            )
        start, eta = self.initial(alpha, seed), self.eta(alpha)
        steps, enough = [], FINISHED * float(self.x @ self.x) / 2
        level, since, patience = self.loss(start), 0.0, Patience(until)
        for step in follow(self, start, eta, np.inf if until is None else float(until)):
            steps.append(step)
            if level - step.loss > enough:
                level, since = step.loss, step.time
            resting = step.loss < enough or 0 < HORIZON * since < step.time
            if until is not None:
                patience.look(len(steps), step.time, resting)
            elif resting:
                break
        return recorded(self, alpha, eta, start, steps)

    def maximise_utility(self, theta: np.ndarray, dormant: Dormant, eta: float) -> UtilityPhase:
        """AGF's utility step, as theta' = eta grad U without the sphere: S_i reaches its threshold
        where the norm reaches one (eq:dormant-norm-sol).

        AGF ends where gradient flow does, with a thousandth of the first loss left: a group of five
        neurons never comes to rest, so there is always a pull.
        """
        if eta > 1 / SMALLEST:
            raise ValueError(
                f"alpha is {1 / eta:.1e}: AGF of ModularNetwork is integrated in doubles, expected "
                f"alpha of at least {SMALLEST:g}"
            )
        asleep = np.flatnonzero(dormant.mask)
        size = dormant_norm(dormant.initial_norms, dormant.accumulated, eta, 3)[asleep]
        rows = dormant.directions[asleep] * size[:, None]
        never = UtilityPhase.never(dormant)
        if self.loss(theta) < FINISHED * self.x @ self.x / 2:
            return never
        pull = self._dormant_pull(theta[np.any(theta != 0, axis=1)])
        horizon = (
            WAIT * self.p**1.5 / (eta * size.max() * np.abs(self.spectrum[self.present]).min() ** 3)
        )

        def arrival(_t: float, flat: np.ndarray) -> float:
            return float(np.log(norms(flat.reshape(rows.shape)).max()))

        # SciPy reads these attributes of an event
        # SciPy reads its events' attributes
        arrival.terminal, arrival.direction = True, 1  # type: ignore[attr-defined]
        found = solve_ivp(
            lambda _t, flat: eta * pull(flat.reshape(rows.shape)).ravel(),
            (0.0, horizon),
            rows.ravel(),
            "DOP853",
            events=arrival,
            rtol=UTILITY_RTOL,
            atol=UTILITY_RTOL * float(size.min()),
        )
        if found.status != 1:
            return never
        path = np.tile(dormant.accumulated, (len(found.t), 1))
        path[:, asleep] = (
            1 / dormant.initial_norms[asleep]
            - 1 / np.array([norms(flat.reshape(rows.shape)) for flat in found.y.T])
        ) / eta
        directions, end = dormant.directions.copy(), found.y[:, -1].reshape(rows.shape)
        directions[asleep] = normalised(end)
        return UtilityPhase(
            float(found.t[-1]),
            (int(asleep[np.argmax(norms(end))]),),
            directions,
            path[-1],
            found.t,
            path,
        )

    def _dormant_pull(self, active: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        """The utility gradient beside these active neurons; for small p their residual is computed
        once.
        """
        if self.p > DIRECT:
            return lambda rows: self.utility_gradient(active, rows)
        z = self._preactivations(active)
        residual = self._targets - (z * z).T @ active[:, 2 * self.p :]
        return lambda rows: self._correlation_gradient(rows, self._preactivations(rows), residual)

    def minimise_cost(self, theta: np.ndarray) -> np.ndarray:
        """AGF's cost step: the active neurons follow their own gradient flow, until as long again
        would lower the loss by less than DRIFT of the first, or for LONGEST: a group of two or more
        neurons of one frequency need not have a minimiser.

        A flow of t so far with the gradient g loses at most t |g|^2 before 2 t. No search takes
        over at the end: it could leave for another minimiser.
        """
        active = np.any(theta != 0, axis=1)
        size = float(self.x @ self.x) / 2
        for step in follow(self, theta[active], 1.0):
            units = step.time * self.fastest
            if units > LONGEST or units > FLOW_TIME and step.time * step.slope < DRIFT * size:
                break
        rest = theta.copy()
        rest[active] = step.theta
        return rest

    @property
    def fastest(self) -> float:
        """max |x_hat|^3/p^(3/2): the largest rate of growth of a unit neuron, up to a constant
        (modular.maximal-utility).
        """
        return float(np.abs(self.spectrum).max()) ** 3 / self.p**1.5

    # ------------------------------------------------------------ initialisation

    def eta(self, alpha: Any) -> float:
        """eta_alpha = 1/alpha (eq:ma-sequence)."""
        return validate.inverse(alpha)

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        """u, v ~ N(0, alpha^2/(4p)), w ~ N(0, alpha^2/(2p)): 2p inputs, p outputs
        (sec:framework).
        """
        validate.log_inverse(alpha)
        scale = validate.as_double(alpha)
        draw = np.random.default_rng(validate.whole("seed", seed, 0)).normal(
            size=(self.width, 3 * self.p)
        )
        draw[:, : 2 * self.p] *= scale / np.sqrt(4 * self.p)
        draw[:, 2 * self.p :] *= scale / np.sqrt(2 * self.p)
        return draw
