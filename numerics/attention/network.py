"""The attention-only linear transformer on in-context linear regression (sec:unifying-analysis,
app:transformer).

Head h is theta_h = (V_h, Q_h, K_h), a row of 2d + 1 parameters; the network predicts x^T W sum_n
y_n x_n with W = sum_h V_h Q_h K_h^T. Its population loss is an exact polynomial in W. Utility
maximisation is solved by a quadrature (dormant_head.py); cost minimisation follows the flow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from scipy.integrate import LSODA

from numerics import validate
from numerics.attention.dormant_head import NearSaddle, Orbit, evolve
from numerics.network import Dormant, UtilityPhase, dormant_norm, normalised, norms

# Rounding of an eigenvalue decomposition of a symmetric matrix, with a margin.
SYMMETRY = 1e-10
# Cost minimisation is followed closely enough to end in the right minimum; Newton steps give the
# digits.
RTOL = 1e-9
# Active heads are nearly at rest when their gradient is below this share of N lambda_1^2.
REST = 1e-7
MOST_STEPS = 200_000
# N (N + 1) beside the rest of the loss must leave digits to doubles.
MOST_CONTEXT = 10**6
# Longest Newton step, against heads of order 0.1; the next one must be of the order of its square.
NEWTON = 1e-4
# Heads whose times agree to this share jump together: the quadrature knows twelve digits.
TIE = 1e-11
# A component counts as learned when it has more than half of its final magnitude A_k.
LEARNED = 0.5


@dataclass(frozen=True, eq=False)
class AttentionNetwork:
    """L = tr(Sigma)/2 - N tr(Sigma^2 W) + tr(Sigma W C W^T)/2, C = N tr(Sigma) Sigma + N(N+1)
    Sigma^2 (eq:expectation_of_emp_covariance_square).

    ``Sigma`` (d, d) is the covariance of the inputs, ``context`` the number N of examples,
    ``heads`` the number H.

    >>> net = AttentionNetwork([[1.0]], context=1, heads=1)
    >>> float(net.loss(np.zeros((1, 3)))), float(net.loss(np.full((1, 3), (1 / 3) ** (1 / 3))))
    (0.5, 0.33333333333333337)
    """

    Sigma: Any
    context: int
    heads: int

    # AGF's cost step follows the flow: who has collapsed is read off the norms
    # (numerics.steps.collapse).
    follows_flow = True

    def __post_init__(self) -> None:
        Sigma = validate.real_array("Sigma", self.Sigma, 2)
        if Sigma.shape[0] != Sigma.shape[1]:
            raise ValueError(
                f"Sigma has shape {Sigma.shape}: expected a square matrix, the covariance of the "
                "inputs"
            )
        gap = float(np.abs(Sigma - Sigma.T).max())
        if gap > SYMMETRY * np.abs(Sigma).max():
            raise ValueError(
                f"Sigma differs from its transpose by {gap:.3g}: expected a symmetric matrix"
            )
        least = float(np.linalg.eigvalsh(Sigma)[0])
        if least <= SYMMETRY * np.abs(Sigma).max():
            raise ValueError(
                f"Sigma has the eigenvalue {least:.3g}: expected a positive definite matrix"
            )
        object.__setattr__(self, "Sigma", (Sigma + Sigma.T) / 2)
        object.__setattr__(
            self, "context", validate.whole("context", self.context, 1, MOST_CONTEXT)
        )
        object.__setattr__(self, "heads", validate.whole("heads", self.heads, 1))

    def __repr__(self) -> str:
        return f"AttentionNetwork(d={len(self.Sigma)}, context={self.context}, heads={self.heads})"

    @property
    def neurons(self) -> int:
        """The number H of heads."""
        return self.heads

    @property
    def kappa(self) -> int:
        """A head is cubic in its parameters: 3."""
        return 3

    @cached_property
    def spectrum(self) -> tuple[np.ndarray, np.ndarray]:
        """lambda_1 >= ... >= lambda_d and the eigenvectors, in columns."""
        values, vectors = np.linalg.eigh(self.Sigma)
        return values[::-1], vectors[:, ::-1]

    @cached_property
    def second_moment(self) -> np.ndarray:
        """C = E[(sum_n x_n x_n^T)^2] = N tr(Sigma) Sigma + N(N+1) Sigma^2
        (eq:expectation_of_emp_covariance_square)."""
        N = self.context
        return N * np.trace(self.Sigma) * self.Sigma + N * (N + 1) * self.Sigma @ self.Sigma

    @cached_property
    def magnitudes(self) -> np.ndarray:
        """A_k = 1 / (tr(Sigma) + (N+1) lambda_k) (sec:costmin_attn_app)."""
        values, _ = self.spectrum
        return 1 / (values.sum() + (self.context + 1) * values)

    # ------------------------------------------------------------ the loss

    def _split(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        d = len(self.Sigma)
        theta = validate.parameters(theta, 2 * d + 1)
        return theta[:, 0], theta[:, 1 : d + 1], theta[:, d + 1 :]

    def function(self, theta: np.ndarray) -> np.ndarray:
        """W = sum_h V_h Q_h K_h^T."""
        V, Q, K = self._split(theta)
        return (V[:, None] * Q).T @ K

    def force(self, W: np.ndarray) -> np.ndarray:
        """G = -dL/dW = N Sigma^2 - Sigma W C: a head's utility is V Q^T G K."""
        return self.context * self.Sigma @ self.Sigma - self.Sigma @ W @ self.second_moment

    def loss(self, theta: np.ndarray) -> float:
        """The population loss at W = sum_h V_h Q_h K_h^T."""
        W, S = self.function(theta), self.Sigma
        return float(
            np.trace(S) / 2
            - self.context * np.sum((S @ S) * W)
            + np.sum((S @ W @ self.second_moment) * W) / 2
        )

    def along(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """L and |grad L|^2 at many parameters (T, H, 2d + 1), in one batch."""
        d, S, C = len(self.Sigma), self.Sigma, self.second_moment
        V, Q, K = rows[:, :, :1], rows[:, :, 1 : d + 1], rows[:, :, d + 1 :]
        W = np.swapaxes(V * Q, 1, 2) @ K
        moved = S @ W @ C
        best = self.context * S @ S
        losses = np.trace(S) / 2 - np.sum(best * W, (1, 2)) + np.sum(moved * W, (1, 2)) / 2
        G = best - moved
        GK, GQ = K @ np.swapaxes(G, 1, 2), Q @ G
        own = np.sum(Q * GK, axis=2) ** 2 + V[:, :, 0] ** 2 * np.sum(GK**2 + GQ**2, axis=2)
        return losses, np.sum(own, axis=1)

    def gradient(self, theta: np.ndarray) -> np.ndarray:
        """Its gradient in the parameters, head by head."""
        return -self.utility_gradient(theta, theta)

    def utility(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """U_i = V_i Q_i^T G K_i (lemma:app_transformer_utility)."""
        V, Q, K = self._split(directions)
        return V * np.sum((Q @ self.force(self.function(theta))) * K, axis=1)

    def utility_gradient(self, theta: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """(Q^T G K, V G K, V G^T Q)."""
        V, Q, K = self._split(directions)
        G = self.force(self.function(theta))
        GK, GQ = K @ G.T, Q @ G
        return np.column_stack([np.sum(Q * GK, axis=1), V[:, None] * GK, V[:, None] * GQ])

    def hessian(self, theta: np.ndarray) -> np.ndarray:
        """Second derivatives of L in the parameters, row after row."""
        V, Q, K = self._split(theta)
        H, d = Q.shape
        G = self.force(self.function(theta))
        GK, GQ = K @ G.T, Q @ G
        turn = np.zeros((H, 2 * d + 1, d, d))  # dW / dtheta_h
        turn[:, 0] = Q[:, :, None] * K[:, None, :]
        for j in range(d):
            turn[:, 1 + j, j] = V[:, None] * K
            turn[:, 1 + d + j, :, j] = V[:, None] * Q
        pulled = np.einsum("ij,hajk,kl->hail", self.Sigma, turn, self.second_moment, optimize=True)
        full = (pulled.reshape(-1, d * d) @ turn.reshape(-1, d * d).T).reshape(
            H, 2 * d + 1, H, 2 * d + 1
        )
        own = np.arange(H)
        block = np.zeros((H, 2 * d + 1, 2 * d + 1))
        block[:, 0, 1 : d + 1], block[:, 0, d + 1 :] = GK, GQ
        block[:, 1 : d + 1, d + 1 :] = V[:, None, None] * G
        full[own, :, own, :] -= block + np.swapaxes(block, 1, 2)
        return full.reshape(H * (2 * d + 1), -1)

    # ------------------------------------------------------------ initialisation

    def eta(self, alpha: Any) -> float:
        """eta_alpha = 1 / alpha (eq:in-context-learning-sequence)."""
        return validate.inverse(alpha)

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        """Every parameter from N(0, alpha^2): alpha is the scale, so that thresholds are of the
        order of eta_alpha.

        The paper writes N(0, alpha); with alpha as a variance they would be of the order of 1 /
        sqrt(alpha).
        """
        seed, scale = validate.whole("seed", seed, 0), np.exp(-validate.log_inverse(alpha))
        return scale * np.random.default_rng(seed).normal(
            size=(self.heads, 2 * len(self.Sigma) + 1)
        )

    # ------------------------------------------------------------ the steps of AGF

    @cached_property
    def rotated(self) -> PrincipalNetwork:
        """The same network in the eigenbasis of Sigma."""
        return PrincipalNetwork(self)

    def maximise_utility(self, theta: np.ndarray, dormant: Dormant, eta: float) -> UtilityPhase:
        """Every head's own jump time by its quadrature; the first one ends the phase
        (eq:jump-time-neuron)."""
        left, s, right = np.linalg.svd(self.force(self.function(theta)))
        right = right.T
        with np.errstate(divide="ignore"):  # an active head's row is at its threshold, and unused
            sizes = dormant_norm(dormant.initial_norms, dormant.accumulated, eta, self.kappa)
        if np.any(dormant.mask & (sizes >= 1)):
            worst = sizes[dormant.mask].max()
            raise ArithmeticError(
                f"a dormant head has norm {worst:.3g}, not below the threshold 1: use a smaller "
                "alpha"
            )
        if np.any(dormant.mask & ~(sizes > 0)):
            raise ArithmeticError(
                f"alpha is {1 / eta:.1e}: a dormant head has left the range of doubles; use a "
                "larger alpha, 1e-250 say"
            )
        waiting, unclear = np.full(self.heads, np.inf), {}
        moving = np.flatnonzero(dormant.mask)
        orbits = {i: Orbit.of(dormant.directions[i], left, s, right) for i in moving}
        for i, orbit in orbits.items():
            try:
                waiting[i] = orbit.time_to(1 / sizes[i]) / (eta * sizes[i])
            except NearSaddle as saddle:
                unclear[saddle.since / (eta * sizes[i])] = saddle
        first = int(np.argmin(waiting))
        if unclear and min(unclear) < waiting[first]:  # it matters only if nobody jumps before
            raise unclear[min(unclear)]
        if not np.isfinite(waiting[first]):
            return UtilityPhase.never(dormant)
        together = np.flatnonzero(waiting <= waiting[first] * (1 + TIE))
        others = np.setdiff1d(moving, together)
        directions, S = dormant.directions.copy(), dormant.accumulated.copy()
        for i in together:
            directions[i] = normalised(orbits[i].landing(1 / sizes[i], left, right)[None])[0]
            S[i] = dormant.thresholds[i]
        if others.size:
            clocks = waiting[first] * eta * sizes[others]
            ends = evolve(dormant.directions[others], clocks, left, s, right)
            directions[others] = normalised(ends)
            S[others] += (1 - 1 / norms(ends)) / (eta * sizes[others])
        path = np.vstack([dormant.accumulated, S])
        return UtilityPhase(
            float(waiting[first]),
            tuple(map(int, together)),
            directions,
            S,
            np.array([0.0, waiting[first]]),
            path,
        )

    def minimise_cost(self, theta: np.ndarray) -> np.ndarray:
        """theta_A' = -grad L(theta_A), followed to rest with the exact Hessian; no head is stepped
        through zero."""
        work, rotation = self.rotated, self.rotated.rotation
        active = np.flatnonzero(norms(theta) > 0)
        rows = work.descend(theta[active] @ rotation)
        end = np.zeros_like(theta)
        end[active] = rows @ rotation.T
        return end

    def learned(self, before: np.ndarray, after: np.ndarray, alpha: Any) -> Any:
        """The component (0 is the largest eigenvalue) that appeared; a tuple if it was not exactly
        one."""
        old, new = (self._components(theta) for theta in (before, after))
        return _alone_or_all([int(k) for k in np.flatnonzero(new & ~old)])

    def _components(self, theta: np.ndarray) -> np.ndarray:
        _, vectors = self.spectrum
        return np.diag(vectors.T @ self.function(theta) @ vectors) > LEARNED * self.magnitudes


def _alone_or_all(found: list[int]) -> Any:
    return found[0] if len(found) == 1 else tuple(found)


class PrincipalNetwork:
    """The network in the eigenbasis of Sigma: parameters theta @ rotation, and the covariance is
    diagonal."""

    def __init__(self, whole: AttentionNetwork) -> None:
        values, vectors = whole.spectrum
        d = len(values)
        self.whole = whole
        self.rotation = np.zeros((2 * d + 1, 2 * d + 1))
        self.rotation[0, 0] = 1
        self.rotation[1 : d + 1, 1 : d + 1] = self.rotation[d + 1 :, d + 1 :] = vectors
        self._diagonal = AttentionNetwork(np.diag(values), whole.context, whole.heads)

    def __getattr__(self, name: str) -> Any:
        """Loss, gradient, Hessian, utility, learned, eta, ...: those of the diagonal covariance."""
        return getattr(self._diagonal, name)

    def flat_gradient(self, factor: float, heads: int) -> Any:
        """flat theta -> factor grad L in machine code; None without numba."""
        try:
            compiled = import_module("numerics.attention.compiled")
        except ImportError:
            return None
        return compiled.gradient(self._diagonal.spectrum[0], self._diagonal.context, heads, factor)

    def integrator(self) -> Any:
        """What follows the flow to the digits of doubles, in machine code; None without numba."""
        try:
            own = import_module("numerics.attention.integrator")
        except ImportError:
            return None
        net = self._diagonal
        return own.Integrator(net.spectrum[0], net.context, net.heads, net.hessian)

    def initial(self, alpha: Any, seed: int = 0) -> np.ndarray:
        """The same start, in the eigenbasis."""
        return self.whole.initial(alpha, seed) @ self.rotation

    def descend(self, theta: np.ndarray) -> np.ndarray:
        """Gradient flow of these heads alone, to rest; then Newton steps in the directions that
        have curvature."""
        net, shape = self._diagonal, theta.shape
        values, _ = net.spectrum
        fast = self.flat_gradient(-1.0, len(theta))
        small = REST * net.context * values[0] ** 2
        solver = LSODA(
            lambda _t, flat: fast(flat) if fast else -net.gradient(flat.reshape(shape)).ravel(),
            0.0,
            theta.ravel(),
            np.inf,
            rtol=RTOL,
            atol=1e-3 * RTOL,
            jac=lambda _t, flat: -net.hessian(flat.reshape(shape)),
            first_step=1e-6 / np.abs(net.hessian(theta)).max(),
        )
        for _ in range(MOST_STEPS):
            message = solver.step()
            if solver.status == "failed" or not np.all(np.isfinite(solver.y)):
                raise ArithmeticError(f"cost minimisation failed at t = {solver.t:.6g} ({message})")
            if np.abs(net.gradient(solver.y.reshape(shape))).max() <= small:
                end = _polished(net, solver.y.reshape(shape))
                if end is not None:
                    return end
                small /= 10  # a head on a small eigenvalue is still on its way
        raise ArithmeticError(
            f"cost minimisation has not converged after {MOST_STEPS} steps: eigenvalues of Sigma "
            "nearly equal?"
        )


def _polished(net: AttentionNetwork, theta: np.ndarray) -> np.ndarray | None:
    """Newton steps of least norm, which leave a head's scalings, that have no curvature, alone;
    None if one is not small.

    Only the last digits are their business: a long step would leave the flow, or end at a saddle.
    """
    for longest in (NEWTON, NEWTON**2, NEWTON**2):
        step = np.linalg.lstsq(net.hessian(theta), -net.gradient(theta).ravel(), rcond=1e-9)[
            0
        ].reshape(theta.shape)
        if np.abs(step).max() > longest:
            return None
        theta = theta + step
    return theta
