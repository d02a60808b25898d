"""Groups of neurons that attain their bound: the printed ones, ours, and those that a
search finds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb
from scipy.optimize import least_squares

from checks.modular.exact import balls
from checks.modular.task import Group, coefficient, cost, phase, present, square, utility


# --- minimisers -----------------------------------------------------------------------------------
def scaled(x: tuple, frequency: int, phases: list) -> Group:
    """Equal amplitudes with A_w A_u A_v = sqrt(54 p)/(N |x_hat|), enclosed."""
    shape = present(Group(x, frequency, ()))
    size = (arb(54 * shape.p).sqrt() / (len(phases) * abs(shape.hat))).root(3)
    return Group(x, frequency, tuple((size, size, size, *row) for row in phases))


def turns(count: int) -> list[arb]:
    """2 pi i/N."""
    return [2 * arb.pi() * i / count for i in range(count)]


def printed_minimiser(x: tuple, frequency: int, count: int) -> Group:
    """s_w + s_x = s_u + s_v = 2 pi i/N, s_u - s_v = 0, pi, 0, pi, ..."""
    s_x, rows = phase(coefficient(x, frequency)), []
    for i, psi in enumerate(turns(count)):
        delta = arb.pi() * (i % 2)
        rows.append(((psi + delta) / 2, (psi - delta) / 2, psi - s_x))
    return scaled(x, frequency, rows)


def our_minimiser(x: tuple, frequency: int, count: int) -> Group:
    """s_u = 2 psi, s_v = -psi, s_w = psi - s_x."""
    s_x = phase(coefficient(x, frequency))
    return scaled(x, frequency, [(2 * psi, -psi, psi - s_x) for psi in turns(count)])


def signed_minimiser(x: tuple, frequency: int, count: int) -> Group:
    """Twice the outputs of a minimiser, and its opposite once: a minimiser in which not every phase
    is 0.
    """
    one = our_minimiser(x, frequency, count)
    return Group(
        x,
        frequency,
        tuple((A, B, 2 * C, s, t, r) for A, B, C, s, t, r in one.neurons)
        + tuple((A, B, C, s, t, r + arb.pi()) for A, B, C, s, t, r in one.neurons),
    )


def conditions(u: np.ndarray, v: np.ndarray, w: np.ndarray) -> np.ndarray:
    """The sums of eq:listcond in complex amplitudes; the last one is to be 1 where the others
    vanish (s_x taken into w).
    """
    return _quadratics(u, v)[0] @ w


def _quadratics(u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, ...]:
    """The nine quadratics q, one column a neuron, and their derivatives in u, conj u, v, conj v."""
    U, V, zero = u.conj(), v.conj(), 0 * u
    return tuple(
        np.array(rows)
        for rows in (
            (u * U + v * V, u * u, U * U, v * v, V * V, u * V, U * v, u * v, U * V),
            (U, 2 * u, zero, zero, zero, V, zero, v, zero),
            (u, zero, 2 * U, zero, zero, zero, v, zero, V),
            (V, zero, zero, 2 * v, zero, zero, U, u, zero),
            (v, zero, zero, zero, 2 * V, u, zero, zero, U),
        )
    )


def _slopes(u: np.ndarray, v: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Derivatives of the nine sums in (Re u, Im u, Re v, Im v, Re w, Im w)."""
    q, in_u, in_U, in_v, in_V = _quadratics(u, v)
    return np.concatenate(
        [
            w * (in_u + in_U),
            1j * w * (in_u - in_U),
            w * (in_v + in_V),
            1j * w * (in_v - in_V),
            q,
            1j * q,
        ],
        axis=1,
    )


def violations(group: Group) -> np.ndarray:
    """How far a group is from each condition, in units of sqrt(54 p)/|x_hat|."""
    rows = np.array([[float(q) for q in row] for row in group.neurons])
    u, v, w = (rows[:, n] * np.exp(1j * rows[:, n + 3]) for n in range(3))
    sums = conditions(u, v, w * np.exp(1j * group.phase)) * group.magnitude / np.sqrt(54 * group.p)
    return sums - np.eye(9)[8]


def sizes(group: Group) -> np.ndarray:
    """What is added in each condition, without regard to signs, in the same units."""
    rows = np.array([[float(q) for q in row[:3]] for row in group.neurons])
    return (
        abs(conditions(*(rows[:, n].astype(complex) for n in range(3))))
        * group.magnitude
        / np.sqrt(54 * group.p)
    )


WEIGHTS = np.array(
    [1, 0.5, 0.5, 0.5, 0.5, 1, 1, 1, 1]
)  # so that the sum of squares is the gap, in units of |x_hat|^2/p


def searched(
    x: tuple, frequency: int, count: int, seed: int, released: int | None = None, tries: int = 3
) -> Group:
    """The best of several searches for a minimiser; ``released`` leaves one condition out: the real
    part of the n-th sum, or the imaginary part of the (n - 9)-th.
    """
    kept = np.arange(18) != released

    def residual(flat: np.ndarray) -> np.ndarray:
        u, v, w = (part[:count] + 1j * part[count:] for part in flat.reshape(3, 2 * count))
        sums = (conditions(u, v, w) - np.eye(9)[8]) * WEIGHTS
        return np.concatenate([sums.real, sums.imag])[kept]

    def jacobian(flat: np.ndarray) -> np.ndarray:
        u, v, w = (part[:count] + 1j * part[count:] for part in flat.reshape(3, 2 * count))
        rows = _slopes(u, v, w) * WEIGHTS[:, None]
        return np.concatenate([rows.real, rows.imag])[kept]

    best: Any = None
    for attempt in range(tries):
        start = np.random.default_rng((seed, attempt)).normal(size=6 * count)
        found = least_squares(
            residual,
            start,
            jac=jacobian,
            method="trf",
            xtol=1e-15,
            ftol=1e-15,
            gtol=1e-15,
            max_nfev=150,
        )
        best = found if best is None or found.cost < best.cost else best
        if best.cost < 1e-24:
            break
    shape = present(Group(x, frequency, ()))
    unit = (np.sqrt(54 * shape.p) / shape.magnitude) ** (1 / 3)
    u, v, w = (part[:count] + 1j * part[count:] for part in best.x.reshape(3, 2 * count))
    return Group(
        x,
        frequency,
        tuple(
            (
                unit * abs(p_),
                unit * abs(q),
                unit * abs(r),
                float(np.angle(p_)),
                float(np.angle(q)),
                float(np.angle(r)) - shape.phase,
            )
            for p_, q, r in zip(u, v, w)
        ),
    )


def gap(group: Group) -> float:
    """(C - U) p/|x_hat|^2 + 1, summed over all pairs, in doubles."""
    x = np.array(group.x, dtype=float)
    return float(
        (cost(x, group.parameters) - utility(x, group.parameters)) * group.p / group.magnitude**2
        + 1
    )


def enclosed_gap(group: Group) -> arb:
    """The same in balls."""
    x, theta = balls(group.x), group.enclosed
    return (cost(x, theta) - utility(x, theta)) * group.p / square(group.hat) + 1
