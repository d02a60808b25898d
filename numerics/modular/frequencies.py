"""The modular network in the frequencies that x has: an exact reduction, which makes p = 113 with
three frequencies nearly as cheap as p = 7.

Input weights at a frequency that x lacks feel no force and stay as they are. Output weights there
feel only their own output, the same linear pull for all such directions, so they keep to the span
of their first values: an orthonormal basis of it is all that is followed.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from numerics.modular.blow_up import ABSENT

# Pairs times neurons times outputs up to which the sum over all pairs is faster, compiled: equal
# near p = 11 with H = 2p.
DIRECT = 30_000


class Waves:
    """Rows (u, v, w, rest): u, v, w as K complex amplitudes each, interleaved; rest: what w has
    outside, in a basis of its span.

    The coordinates are orthonormal, so gradient flow in them is gradient flow; ``lower`` and
    ``lift`` go there and back.
    """

    def __init__(self, x: np.ndarray, start: np.ndarray) -> None:
        self.p, self.start, self.power = len(x), start, float(x @ x)
        p, hat = self.p, np.fft.rfft(x)
        self.present = 1 + np.flatnonzero(np.abs(hat[1:]) > ABSENT * np.abs(hat).max())
        hat = hat[self.present]
        self.basis = _basis(p, self.present)
        self.wave = 2 * len(self.present)
        weight: Any = np.where(2 * self.present == p, np.sqrt(p), np.sqrt(p / 2))
        # U = sum over k of Re(pull_k u_k v_k conj(w_k)); both members of a pair (k, -k) count, the
        # frequency p/2 once
        self.pull = (
            np.where(2 * self.present == p, 2, 4)
            / p**3
            * weight**3
            * np.conj(hat)
            * np.abs(hat) ** 2
        )
        # column a: the inner products of the basis with a.x; its rows are orthogonal with squares
        # |x_hat|^2
        self.shifts = np.array([np.roll(x, a) for a in range(p)]).dot(self.basis).T
        self.squares = np.sum(self.shifts**2, axis=1)
        # squares of waves have only sums and differences of their frequencies
        mixed = {abs(a + sign * b) for a in self.present for b in self.present for sign in (1, -1)}
        folded = sorted({min(k % p, -k % p) for k in mixed})
        self.second = _orthonormal(p, np.array(folded))
        # chosen within the other frequencies: singular vectors of a part that is all rounding would
        # point anywhere, into the waves too
        others = _orthonormal(p, np.setdiff1d(np.arange(p // 2 + 1), self.present))
        self.rest = np.linalg.svd(start[:, 2 * p :] @ others, full_matrices=False)[2] @ others.T

    def lower(self, theta: np.ndarray) -> np.ndarray:
        """The coordinates of (u, v, w): u, v and w in the waves of x, and what w has outside."""
        p = self.p
        w = theta[:, 2 * p :]
        return np.concatenate(
            [
                theta[:, :p] @ self.basis,
                theta[:, p : 2 * p] @ self.basis,
                w @ self.basis,
                w @ self.rest.T,
            ],
            axis=1,
        )

    def lift(self, rows: np.ndarray) -> np.ndarray:
        """Back to (u, v, w), at one time or at many; what never moves is taken from the start."""
        m, (u, v) = self.wave, self._fixed
        return np.concatenate(
            [
                rows[..., :m] @ self.basis.T + u,
                rows[..., m : 2 * m] @ self.basis.T + v,
                rows[..., 2 * m : 3 * m] @ self.basis.T + rows[..., 3 * m :] @ self.rest,
            ],
            axis=-1,
        )

    @cached_property
    def _fixed(self) -> tuple[np.ndarray, np.ndarray]:
        """What u and v have at other frequencies."""
        u, v = self.start[:, : self.p], self.start[:, self.p : 2 * self.p]
        return u - u @ self.basis @ self.basis.T, v - v @ self.basis @ self.basis.T

    def evaluate(self, rows: np.ndarray) -> tuple[Any, np.ndarray]:
        """Loss and gradient (eq:costsplit), at one time or at many, by the sums of
        ``numerics.modular.network`` in these coordinates; of a small network, over all pairs.
        """
        if self.compiled is not None and rows.ndim == 2:
            return self.compiled(rows)
        if self.compiled is not None:
            losses, slopes = zip(*map(self.compiled, rows))
            return np.array(losses), np.array(slopes)
        m, p, shape = self.wave, self.p, rows.shape[:-1]
        waves, out = rows[..., : 2 * m].reshape(*shape, 2, m), rows[..., 2 * m :]
        inner = waves @ self.shifts  # (..., H, 2, p): <u, a.x> and <v, a.x>
        seconds = ((inner * inner) @ self.second).reshape(*shape, -1)
        u, v = waves[..., 0, :], waves[..., 1, :]
        # <A_i, A_j> and <B_i, B_j>
        in_u, in_v = (u * self.squares) @ _turned(u), (v * self.squares) @ _turned(v)
        size_u, size_v = (one.diagonal(axis1=-2, axis2=-1)[..., None] for one in (in_u, in_v))
        gram, cross = out @ _turned(out), size_u * _turned(size_v)
        overlaps = p * (seconds @ _turned(seconds)) + 4 * in_u * in_v + cross + _turned(cross)
        z = np.ascontiguousarray(rows[..., : 3 * m]).view(complex).reshape(*shape, 3, -1)
        pulled, w = self.pull * z[..., :2, :], z[..., 2, :]
        utility = pulled[..., 0, :] * z[..., 1, :] * w.conj()
        loss = (gram * overlaps).sum(axis=(-2, -1)) / (2 * p * p) + self.power / 2
        loss -= utility.real.sum(axis=(-2, -1))

        slope = np.empty_like(rows)
        slope[..., 2 * m :] = overlaps @ out / p**2
        bent = (gram @ seconds).reshape(*shape, 2, -1) @ self.second.T
        in_waves = 2 * p * ((inner * bent) @ self.shifts.T)
        in_waves[..., 0, :] += (4 * ((gram * in_v) @ u) + 2 * (gram @ size_v) * u) * self.squares
        in_waves[..., 1, :] += (4 * ((gram * in_u) @ v) + 2 * (gram @ size_u) * v) * self.squares
        slope[..., : 2 * m] = in_waves.reshape(*shape, -1) / p**2
        towards = np.empty_like(z)
        towards[..., :2, :] = pulled[..., ::-1, :].conj() * w[..., None, :]
        towards[..., 2, :] = pulled[..., 0, :] * z[..., 1, :]
        slope[..., : 3 * m] -= towards.reshape(*shape, -1).view(float)
        return loss, slope

    @property
    def small(self) -> bool:
        """Is a sum over all pairs, compiled, the quickest way to the gradient? The frequency p/2
        has a coordinate that is always zero, and no pair shows its derivative.
        """
        work = self.p**2 * len(self.start) * (self.wave + len(self.rest))
        return work <= DIRECT and 2 * self.present[-1] != self.p

    @cached_property
    def compiled(self) -> Any:
        """Loss and gradient in machine code, where that is worth it and there is numba."""
        if not self.small:
            return None
        try:
            from numerics.modular.compiled import Direct
        except ImportError:
            return None
        return Direct(self.shifts, len(self.start), self.wave + len(self.rest))

    def hessian(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Second derivatives in the waves, (n, 3m, n, 3m), and M/p^2, those in every coordinate of
        the rest; without the mixed ones.

        The mixed ones are proportional to the rest, which an active neuron loses in its jump: an
        implicit method does without them.
        """
        n, m, p = len(rows), self.wave, self.p
        waves, out, w = rows[:, : 2 * m].reshape(n, 2, m), rows[:, 2 * m :], rows[:, 2 * m : 3 * m]
        inner = waves @ self.shifts
        gram, alpha = out @ out.T, waves * self.squares  # alpha: A_i . E_k
        # A_i . A_j and B_i . B_j
        products = np.stack([alpha[:, s] @ waves[:, s].T for s in (0, 1)])
        sizes = np.diagonal(products, axis1=1, axis2=2)
        squared = inner * inner
        M = (
            p * sum(squared[:, s] @ squared[:, s].T for s in (0, 1))
            + 4 * products[0] * products[1]
            + np.outer(sizes[0], sizes[1])
            + np.outer(sizes[1], sizes[0])
        )
        H, each, eye = np.zeros((n, 3, m, n, 3, m)), np.arange(n), np.eye(m)
        for s in (0, 1):
            # both derivatives in the same input: of the outputs' product, then of the neuron's own
            # output times the residual
            flat = (inner[:, s, None, :] * self.shifts).reshape(n * m, p)  # A_i[a] E_k[a]
            H[:, s, :, :, s, :] = (
                4
                * gram[:, None, :, None]
                * (
                    p * (flat @ flat.T).reshape(n, m, n, m)
                    + products[1 - s][:, None, :, None] * (self.squares * eye)[None, :, None]
                )
            )
            weight = p * gram @ squared[:, s] + (gram @ sizes[1 - s])[:, None]
            H[each, s, :, each, s, :] += 2 * np.einsum(
                "ia,ka,la->ikl", weight, self.shifts, self.shifts, optimize=True
            )
            # N[i, j, k] = dM_ij/du_jk
            N = (
                2 * p * (squared[:, s] @ flat.T).reshape(n, n, m)
                + 4 * products[1 - s][:, :, None] * alpha[:, None, s]
                + 2 * sizes[1 - s][:, None, None] * alpha[None, :, s]
            )
            H[:, 2, :, :, s, :] += np.einsum("jm,ijk->imjk", w, N)
            H[each, 2, :, each, s, :] += np.einsum("jik,jm->imk", N, w)
        H[:, 0, :, :, 1, :] = 4 * (
            np.einsum("ij,ik,jl->ikjl", gram, alpha[:, 0], alpha[:, 1])
            + np.einsum("ij,jk,il->ikjl", gram, alpha[:, 0], alpha[:, 1])
        )
        H[each, 0, :, each, 1, :] += 4 * np.einsum("ij,jk,jl->ikl", gram, alpha[:, 0], alpha[:, 1])
        H[:, 2, :, :, 2, :] = M[:, None, :, None] * eye[None, :, None]
        H /= p * p
        for (a, b), block in self._utility_hessian(rows).items():
            H[each, a, :, each, b, :] -= block
        for a, b in ((1, 0), (0, 2), (1, 2)):
            H[:, a, :, :, b, :] = H[:, b, :, :, a, :].transpose(2, 3, 0, 1)
        return H.reshape(n, 3 * m, n, 3 * m), M / p**2

    def _utility_hessian(self, rows: np.ndarray) -> dict[tuple[int, int], np.ndarray]:
        """Blocks (u, v), (w, u), (w, v) of the second derivatives of U: 2x2 real matrices for each
        frequency.
        """
        n, m = len(rows), self.wave
        z = np.ascontiguousarray(rows[:, : 3 * m]).view(complex).reshape(n, 3, m // 2)
        blocks = {}
        # U = Re(c a b) has the form [[Re c, -Im c], [-Im c, -Re c]], and Re(conj(a) c b) the form
        # [[Re c, -Im c], [Im c, Re c]]
        for pair, c, flip in (
            ((0, 1), self.pull * z[:, 2].conj(), -1),
            ((2, 0), self.pull * z[:, 1], 1),
            ((2, 1), self.pull * z[:, 0], 1),
        ):
            block, k = np.zeros((n, m, m)), np.arange(0, m, 2)
            block[:, k, k], block[:, k, k + 1], block[:, k + 1, k], block[:, k + 1, k + 1] = (
                c.real,
                -c.imag,
                flip * c.imag,
                flip * c.real,
            )
            blocks[pair] = block
        return blocks


def _turned(matrix: np.ndarray) -> np.ndarray:
    return matrix.swapaxes(-1, -2)


def _basis(p: int, present: np.ndarray) -> np.ndarray:
    """Columns sqrt(2/p) cos(2 pi k j/p), -sqrt(2/p) sin(2 pi k j/p), interleaved; 1/sqrt(p) and
    zero at k = p/2.
    """
    waves = (
        np.exp(2j * np.pi * np.outer(np.arange(p), present) / p)
        * np.where(2 * present == p, 1, np.sqrt(2))
        / np.sqrt(p)
    )
    columns = np.stack([waves.real, np.where(2 * present == p, 0, -waves.imag)], axis=2)
    return columns.reshape(p, -1)


def _orthonormal(p: int, frequencies: np.ndarray) -> np.ndarray:
    """An orthonormal basis of these frequencies, 0 and p/2 among them."""
    columns = _basis(p, frequencies)
    columns[:, :2] = [1 / np.sqrt(p), 0] if frequencies[0] == 0 else columns[:, :2]
    return columns[:, np.any(columns != 0, axis=0)]
