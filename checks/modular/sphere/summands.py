"""The task with k summands and activation z^k: utility, gradient and critical points, over all
tuples.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

import numpy as np
from scipy.optimize import minimize

from checks.modular.task import encodings, spectrum_of

# (p, k) with at most a thousand tuples, p odd and k = 1, ..., 6
SIZES = tuple((p, k) for k in range(1, 7) for p in (3, 5, 7, 9, 11) if p**k <= 1000)


# --- k summands -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Summands:
    """(a_1.x, ..., a_k.x) -> (a_1 + ... + a_k).x with activation z^k: theta = (u_1, ..., u_k, w),
    utility over all p^k tuples.
    """

    x: tuple
    k: int

    @cached_property
    def grid(self) -> tuple[np.ndarray, np.ndarray]:
        """Stacked encodings (p^k, k p) and centred targets (p^k, p)."""
        x = np.array(self.x, dtype=float)
        E, p = encodings(x), len(x)
        tuples = np.array(list(product(range(p), repeat=self.k)))
        return np.concatenate([E[tuples[:, n]] for n in range(self.k)], axis=1), E[
            tuples.sum(axis=1) % p
        ] - x.mean()

    @property
    def size(self) -> int:
        """(k + 1) p, the length of theta."""
        return (self.k + 1) * len(self.x)

    def utility(self, theta: np.ndarray) -> float:
        """U = the mean over all p^k tuples of (sum_n <u_n, a_n.x>)^k <w, (a_1 + ... + a_k).x -
        mean>.
        """
        inputs, labels = self.grid
        split = self.k * len(self.x)
        return float(np.mean((inputs @ theta[:split]) ** self.k * (labels @ theta[split:])))

    def gradient(self, theta: np.ndarray, labels: np.ndarray | None = None) -> np.ndarray:
        """Of the utility; with other labels of the utility against them."""
        inputs, labels = self.grid[0], self.grid[1] if labels is None else labels
        split, count = self.k * len(self.x), len(self.grid[0])
        z, r = inputs @ theta[:split], labels @ theta[split:]
        return (
            np.concatenate([inputs.T @ (self.k * z ** (self.k - 1) * r), labels.T @ z**self.k])
            / count
        )

    def utility_size(self, theta: np.ndarray) -> float:
        """What is added in the utility, without regard to signs."""
        z, r, _ = self._sizes(theta)
        return float(np.mean(z**self.k * r))

    def hessian_size(self, theta: np.ndarray) -> float:
        """What is added in the second derivatives of the utility, without regard to signs."""
        z, r, (inputs, labels) = self._sizes(theta)
        return float(
            np.mean(
                self.k**2
                * z ** (self.k - 1)
                * (r / np.maximum(z, 1e-300) * inputs + 2 * labels)
                * inputs
            )
        )

    def _sizes(
        self, theta: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, tuple[np.ndarray, np.ndarray]]:
        """|z| and |r| at every tuple with all signs taken away, and the lengths of the encodings
        and of the labels.
        """
        (inputs, labels), split = (abs(part) for part in self.grid), self.k * len(self.x)
        lengths = np.linalg.norm(inputs, axis=1), np.linalg.norm(labels, axis=1)
        return inputs @ abs(theta[:split]), labels @ abs(theta[split:]), lengths

    def hessian(self, theta: np.ndarray) -> np.ndarray:
        """The Riemannian Hessian on the sphere, on the tangent space: of U = E z^k r,
        differentiated twice at every tuple.
        """
        inputs, labels = self.grid
        split, count, k = self.k * len(self.x), len(inputs), self.k
        z, r = inputs @ theta[:split], labels @ theta[split:]
        full = np.zeros((self.size, self.size))
        if k > 1:
            full[:split, :split] = (
                inputs.T @ ((k * (k - 1) * z ** (k - 2) * r)[:, None] * inputs) / count
            )
        full[:split, split:] = inputs.T @ ((k * z ** (k - 1))[:, None] * labels) / count
        full[split:, :split] = full[:split, split:].T
        return self._on_the_sphere(full, theta)

    def _on_the_sphere(self, full: np.ndarray, theta: np.ndarray) -> np.ndarray:
        eye = np.eye(self.size)
        P = eye - np.outer(theta, theta)
        return P @ (full - (theta @ self.gradient(theta)) * eye) @ P

    def hessian_by_differences(self, theta: np.ndarray, step: float = 1e-3) -> np.ndarray:
        """The same from five gradients along every axis: exact, up to rounding, for the polynomial
        of degree k <= 4 that a component of the gradient is.
        """

        def slope(t: float) -> np.ndarray:
            return np.array([self.gradient(theta + t * step * axis) for axis in np.eye(self.size)])

        return self._on_the_sphere(
            (8 * (slope(1) - slope(-1)) - (slope(2) - slope(-2))) / (12 * step), theta
        )

    def ascend(self, start: np.ndarray) -> np.ndarray:
        """A local maximum on the sphere: BFGS on U(theta)/|theta|^(k+1), which is constant along
        rays.
        """
        scale = float(np.max(abs(spectrum_of(self.x)))) ** (self.k + 1) / len(self.x) ** (
            (self.k + 1) / 2
        )

        def negative(theta: np.ndarray) -> tuple[float, np.ndarray]:
            size = np.linalg.norm(theta)
            unit = theta / size
            value, slope = self.utility(unit), self.gradient(unit)
            return -value / scale, -(slope - (self.k + 1) * value * unit) / (size * scale)

        found = minimize(
            negative,
            start / np.linalg.norm(start),
            jac=True,
            method="BFGS",
            options={"gtol": 1e-10, "maxiter": 2000},
        )
        return found.x / np.linalg.norm(found.x)

    def spectrum(self, theta: np.ndarray) -> np.ndarray:
        """Transforms of u_1, ..., u_k, w."""
        return np.fft.fft(theta.reshape(self.k + 1, len(self.x)), axis=1)

    def mixture(self, frequencies: tuple[int, ...]) -> np.ndarray:
        """The critical point of positive utility that mixes these frequencies: weights
        |x_hat|^(-(k+1)/(k-1)), half of it at p/2, which is its own mirror and has no phase.
        """
        p, hat = len(self.x), np.fft.fft(np.array(self.x, dtype=float))
        turns = 2 * np.pi * np.arange(p) / p
        parts = []
        for n in range(self.k + 1):
            vector = np.zeros(p)
            for f in frequencies:
                power = 0 if len(frequencies) == 1 else -(self.k + 1) / (self.k - 1)
                # phases 0.3, 0.6, ... of the inputs; w takes what the condition leaves: sum s_u =
                # s_w + (k - 1) s_x
                s = (
                    0.3 * (n + 1)
                    if n < self.k
                    else 0.15 * self.k * (self.k + 1) - (self.k - 1) * np.angle(hat[f])
                )
                weight = abs(hat[f]) ** power
                if 2 * f == p:
                    weight, s = weight / 2, 0.0 if n < self.k else (self.k - 1) * np.angle(hat[f])
                vector = vector + weight * np.cos(f * turns + s)
            parts.append(vector)
        theta = np.concatenate(parts)
        return theta / np.linalg.norm(theta)


@lru_cache(maxsize=64)
def summands(x: tuple, k: int = 2) -> Summands:
    """The task, with its grid of tuples kept."""
    return Summands(x, k)
