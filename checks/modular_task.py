"""Modular addition from its definition, and nothing else: all pairs (a, b), encodings rolled by hand, losses summed.

Everything that the claims are compared with is measured here; no transform and no formula of the paper enters a left side.
The same sums run in doubles, where something is searched for or integrated, and in fractions or balls, where it is judged:
an encoding is whole numbers, a neuron's amplitudes and phases are fractions, so a left side has no error but a radius.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

import numpy as np
from flint import acb, arb
from hypothesis import strategies as st
from scipy.optimize import least_squares, minimize

from .balls import ball, precision
from .check import Rejected
from .fourier import transform
from .modular_exact import BITS, balls, counted

DOUBLE = 1e-9   # sums of some thousand products in double precision, six digits to spare


# --- the task -------------------------------------------------------------------------------------------------------------
def encodings(x: np.ndarray) -> np.ndarray:
    """Row a is a.x, with (a.x)[j] = x[j - a]."""
    return np.array([np.roll(x, a) for a in range(len(x))])


def coefficient(x: tuple[int, ...], frequency: int) -> acb:
    """x_hat at a frequency, enclosed.

    x is whole numbers, so a coefficient that is not zero is an algebraic integer of degree below p, and the product of its conjugates, each
    at most |x|_1, is a whole number: for the p <= 21 drawn here it is above 1e-40, and a ball of 320 bits around it does not contain zero.
    """
    found = transform(x)(frequency)
    return acb(0) if found.contains(0) else found


def magnitude(x: tuple[int, ...], frequency: int) -> arb:
    """|x_hat|, to 50 digits whatever the precision in force."""
    with precision(BITS):
        return abs(coefficient(x, frequency))


def strongest(x: tuple) -> list[int]:
    """The frequencies below p/2, strongest first."""
    hat = abs(spectrum_of(x))
    return sorted(range(1, (len(x) - 1) // 2 + 1), key=lambda f: -hat[f])


def phase(value: acb) -> arb:
    """The angle of a complex number, up to whole turns; of zero, which has any, 0."""
    if value == 0:
        return arb(0)
    # away from the cut along the negative reals, where a ball would have every angle
    return value.arg() if value.real > 0 or value.imag > 0 or value.imag < 0 else arb.pi() + (-value).arg()


def square(value: acb) -> arb:
    """|z|^2."""
    return value.real * value.real + value.imag * value.imag


# --- aligned groups -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, repr=False)
class Group:
    """An encoding, a frequency and neurons (A_u, A_v, A_w, s_u, s_v, s_w) aligned with it."""

    x: tuple
    frequency: int
    neurons: tuple

    def __repr__(self) -> str:
        rows = ", ".join(f"({', '.join(map(str, row))})" for row in self.neurons)
        return f"x = {self.x}, xi = {self.frequency}, neurons (A_u, A_v, A_w, s_u, s_v, s_w) = ({rows})"

    @property
    def p(self) -> int:
        return len(self.x)

    @cached_property
    def spectrum(self) -> np.ndarray:
        return np.fft.fft(np.array(self.x, dtype=float))

    @property
    def magnitude(self) -> float:
        return abs(self.spectrum[self.frequency])

    @property
    def phase(self) -> float:
        return float(np.angle(self.spectrum[self.frequency]))

    @property
    def hat(self) -> acb:
        """x_hat at the frequency, enclosed."""
        return coefficient(self.x, self.frequency)

    @cached_property
    def parameters(self) -> np.ndarray:
        """(N, 3, p): u, v, w of every neuron (eq:utilitymaxshifts-costmin), in doubles."""
        turns = 2 * np.pi * self.frequency * np.arange(self.p) / self.p
        rows = np.array([[float(q) for q in row] for row in self.neurons]).reshape(-1, 6)
        return np.sqrt(2 / (3 * self.p)) * rows[:, :3, None] * np.cos(turns + rows[:, 3:, None])

    @property
    def enclosed(self) -> np.ndarray:
        """The same in balls, at the precision in force."""
        unit = (arb(2) / (3 * self.p)).sqrt()
        return np.array([[unit * ball(A) * wave(self.p, self.frequency, s) for A, s in zip(row[:3], row[3:])]
                         for row in self.neurons], dtype=object)

    def value(self, column: int) -> Callable[[float], Any]:
        """Neuron i (counted from 1) -> its amplitude or phase."""
        return counted([row[column] for row in self.neurons], "neuron")


def wave(p: int, frequency: int, phase: Any) -> np.ndarray:
    """cos(2 pi f a/p + s) for a = 0, ..., p - 1, in balls."""
    return np.array([(2 * arb.pi() * (frequency * a % p) / p + ball(phase)).cos() for a in range(p)], dtype=object)


def outputs(x: np.ndarray, parameters: np.ndarray) -> np.ndarray:
    """f(a.x, b.x)[c] for all a, b, c."""
    total = 0
    for z, (_, _, w) in zip(activations(x, parameters), parameters):
        total = total + (z * z)[:, :, None] * w
    return total


def activations(x: np.ndarray, parameters: np.ndarray) -> list[np.ndarray]:
    """<u, a.x> + <v, b.x> of every neuron."""
    E = encodings(x)
    return [(E @ u)[:, None] + (E @ v)[None, :] for u, v, _ in parameters]


def targets(x: np.ndarray) -> np.ndarray:
    """(a + b).x less its mean."""
    E, p = encodings(x), len(x)
    return E[np.add.outer(np.arange(p), np.arange(p)) % p] - sum(x) / p


def loss(x: np.ndarray, parameters: np.ndarray) -> Any:
    return np.sum(np.square(outputs(x, parameters) - targets(x))) / (2 * len(x)**2)


def cost(x: np.ndarray, parameters: np.ndarray) -> Any:
    return np.sum(np.square(outputs(x, parameters))) / (2 * len(x)**2)


def utility(x: np.ndarray, parameters: np.ndarray) -> Any:
    return np.sum(outputs(x, parameters) * targets(x)) / len(x)**2


def slope(x: np.ndarray, parameters: np.ndarray, direction: np.ndarray) -> Any:
    """d/dt loss(theta + t h) at 0: the loss is a polynomial of degree four in one block, and five points give it exactly."""
    def at(t: int) -> Any:
        return loss(x, parameters + t * direction)

    return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / 12


def gradient(x: np.ndarray, parameters: np.ndarray, errors: np.ndarray | None = None) -> np.ndarray:
    """(N, 3, p): of the loss; with other errors than f - (a + b).x, of E<f_i, errors>."""
    errors, E = outputs(x, parameters) - targets(x) if errors is None else errors, encodings(x)
    rows = []
    for z, (_, _, w) in zip(activations(x, parameters), parameters):
        pull = z * (errors @ w)
        rows.append([2 * (pull.sum(axis=1) @ E), 2 * (pull.sum(axis=0) @ E), np.tensordot(z * z, errors, 2)])
    return np.array(rows) / len(x)**2


# --- instances ----------------------------------------------------------------------------------------------------------
_phase = st.fractions(-3, 3, max_denominator=4)
_size = st.fractions(Fraction(1, 2), 2, max_denominator=4)


@st.composite
def centred(draw: st.DrawFn, sizes: tuple[int, ...] = (3, 5, 7, 9)) -> tuple[int, ...]:
    """Whole numbers that sum to zero."""
    p = draw(st.sampled_from(sizes))
    free = draw(st.lists(st.integers(-3, 3), min_size=p - 1, max_size=p - 1))
    return (*free, -sum(free))


@st.composite
def groups(draw: st.DrawFn, sizes: tuple[int, ...] = (3, 5, 7, 9), most: int = 3, frequency=None, least: int = 1) -> Group:
    x = draw(centred(sizes))
    chosen = frequency(len(x)) if frequency else draw(st.integers(1, (len(x) - 1) // 2))
    neuron = st.tuples(_size, _size, _size, _phase, _phase, _phase)
    group = Group(x, chosen, tuple(draw(st.lists(neuron, min_size=least, max_size=most))))
    return group


def present(group: Group) -> Group:
    """Reject an encoding that lacks the frequency."""
    if group.magnitude < 1e-6:
        raise Rejected("x lacks the frequency")
    return group


def fractions(numbers: Any) -> np.ndarray:
    """Whole numbers as an array of fractions: sums and means of them are exact."""
    numbers = np.asarray(numbers, dtype=object)
    return np.array([Fraction(q) for q in numbers.ravel()], dtype=object).reshape(numbers.shape)


def something(x: tuple[int, ...]) -> np.ndarray:
    """x in fractions; one that is zero is no encoding."""
    if not any(x):
        raise Rejected("x is zero")
    return fractions(x)


def at_block(parameters: np.ndarray, block: int, h: np.ndarray) -> np.ndarray:
    """The direction h in u, v or w (0, 1, 2) of the first neuron."""
    direction = 0 * parameters
    direction[0, block] = h
    return direction


def square_free(group: Group) -> Group:
    """Each neuron with its partner (u, -v, -w): the squares cancel, the products add."""
    half_turn = arb.pi()
    partners = tuple((A, B, C, s, ball(t) + half_turn, ball(r) + half_turn) for A, B, C, s, t, r in group.neurons)
    return Group(group.x, group.frequency, group.neurons + partners)


# --- minimisers ---------------------------------------------------------------------------------------------------------
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
    """Twice the outputs of a minimiser, and its opposite once: a minimiser in which not every phase is 0."""
    one = our_minimiser(x, frequency, count)
    return Group(x, frequency, tuple((A, B, 2 * C, s, t, r) for A, B, C, s, t, r in one.neurons)
                 + tuple((A, B, C, s, t, r + arb.pi()) for A, B, C, s, t, r in one.neurons))


def conditions(u: np.ndarray, v: np.ndarray, w: np.ndarray) -> np.ndarray:
    """The sums of eq:listcond in complex amplitudes; the last one is to be 1 where the others vanish (s_x taken into w)."""
    return _quadratics(u, v)[0] @ w


def _quadratics(u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, ...]:
    """The nine quadratics q, one column a neuron, and their derivatives in u, conj u, v, conj v."""
    U, V, zero = u.conj(), v.conj(), 0 * u
    return tuple(np.array(rows) for rows in (
        (u * U + v * V, u * u, U * U, v * v, V * V, u * V, U * v, u * v, U * V),
        (U, 2 * u, zero, zero, zero, V, zero, v, zero), (u, zero, 2 * U, zero, zero, zero, v, zero, V),
        (V, zero, zero, 2 * v, zero, zero, U, u, zero), (v, zero, zero, zero, 2 * V, u, zero, zero, U)))


def _slopes(u: np.ndarray, v: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Derivatives of the nine sums in (Re u, Im u, Re v, Im v, Re w, Im w)."""
    q, in_u, in_U, in_v, in_V = _quadratics(u, v)
    return np.concatenate([w * (in_u + in_U), 1j * w * (in_u - in_U), w * (in_v + in_V), 1j * w * (in_v - in_V), q, 1j * q], axis=1)


def violations(group: Group) -> np.ndarray:
    """How far a group is from each condition, in units of sqrt(54 p)/|x_hat|."""
    rows = np.array([[float(q) for q in row] for row in group.neurons])
    u, v, w = (rows[:, n] * np.exp(1j * rows[:, n + 3]) for n in range(3))
    sums = conditions(u, v, w * np.exp(1j * group.phase)) * group.magnitude / np.sqrt(54 * group.p)
    return sums - np.eye(9)[8]


def sizes(group: Group) -> np.ndarray:
    """What is added in each condition, without regard to signs, in the same units."""
    rows = np.array([[float(q) for q in row[:3]] for row in group.neurons])
    return abs(conditions(*(rows[:, n].astype(complex) for n in range(3)))) * group.magnitude / np.sqrt(54 * group.p)


WEIGHTS = np.array([1, .5, .5, .5, .5, 1, 1, 1, 1])  # so that the sum of squares is the gap, in units of |x_hat|^2/p


def searched(x: tuple, frequency: int, count: int, seed: int, released: int | None = None, tries: int = 3) -> Group:
    """The best of several searches for a minimiser; ``released`` leaves one condition out: the real part of the n-th sum, or the imaginary part of the (n - 9)-th."""
    kept = np.arange(18) != released

    def residual(flat: np.ndarray) -> np.ndarray:
        u, v, w = (part[:count] + 1j * part[count:] for part in flat.reshape(3, 2 * count))
        sums = (conditions(u, v, w) - np.eye(9)[8]) * WEIGHTS
        return np.concatenate([sums.real, sums.imag])[kept]

    def jacobian(flat: np.ndarray) -> np.ndarray:
        u, v, w = (part[:count] + 1j * part[count:] for part in flat.reshape(3, 2 * count))
        rows = _slopes(u, v, w) * WEIGHTS[:, None]
        return np.concatenate([rows.real, rows.imag])[kept]

    best = None
    for attempt in range(tries):
        start = np.random.default_rng((seed, attempt)).normal(size=6 * count)
        found = least_squares(residual, start, jac=jacobian, method="trf", xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=150)
        best = found if best is None or found.cost < best.cost else best
        if best.cost < 1e-24:
            break
    shape = present(Group(x, frequency, ()))
    unit = (np.sqrt(54 * shape.p) / shape.magnitude)**(1 / 3)
    u, v, w = (part[:count] + 1j * part[count:] for part in best.x.reshape(3, 2 * count))
    return Group(x, frequency, tuple((unit * abs(p_), unit * abs(q), unit * abs(r), float(np.angle(p_)), float(np.angle(q)),
                                      float(np.angle(r)) - shape.phase) for p_, q, r in zip(u, v, w)))


def gap(group: Group) -> float:
    """(C - U) p/|x_hat|^2 + 1, summed over all pairs, in doubles."""
    x = np.array(group.x, dtype=float)
    return float((cost(x, group.parameters) - utility(x, group.parameters)) * group.p / group.magnitude**2 + 1)


def enclosed_gap(group: Group) -> arb:
    """The same in balls."""
    x, theta = balls(group.x), group.enclosed
    return (cost(x, theta) - utility(x, theta)) * group.p / square(group.hat) + 1


# --- k summands ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Summands:
    """(a_1.x, ..., a_k.x) -> (a_1 + ... + a_k).x with activation z^k: theta = (u_1, ..., u_k, w), utility over all p^k tuples."""

    x: tuple
    k: int

    @cached_property
    def grid(self) -> tuple[np.ndarray, np.ndarray]:
        """Stacked encodings (p^k, k p) and centred targets (p^k, p)."""
        x = np.array(self.x, dtype=float)
        E, p = encodings(x), len(x)
        tuples = np.array(list(product(range(p), repeat=self.k)))
        return np.concatenate([E[tuples[:, n]] for n in range(self.k)], axis=1), E[tuples.sum(axis=1) % p] - x.mean()

    @property
    def size(self) -> int:
        return (self.k + 1) * len(self.x)

    def utility(self, theta: np.ndarray) -> float:
        inputs, labels = self.grid
        split = self.k * len(self.x)
        return float(np.mean((inputs @ theta[:split])**self.k * (labels @ theta[split:])))

    def gradient(self, theta: np.ndarray, labels: np.ndarray | None = None) -> np.ndarray:
        """Of the utility; with other labels of the utility against them."""
        inputs, labels = self.grid[0], self.grid[1] if labels is None else labels
        split, count = self.k * len(self.x), len(self.grid[0])
        z, r = inputs @ theta[:split], labels @ theta[split:]
        return np.concatenate([inputs.T @ (self.k * z**(self.k - 1) * r), labels.T @ z**self.k]) / count

    def utility_size(self, theta: np.ndarray) -> float:
        """What is added in the utility, without regard to signs."""
        z, r, _ = self._sizes(theta)
        return float(np.mean(z**self.k * r))

    def hessian_size(self, theta: np.ndarray) -> float:
        """What is added in the second derivatives of the utility, without regard to signs."""
        z, r, (inputs, labels) = self._sizes(theta)
        return float(np.mean(self.k**2 * z**(self.k - 1) * (r / np.maximum(z, 1e-300) * inputs + 2 * labels) * inputs))

    def _sizes(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[np.ndarray, np.ndarray]]:
        """|z| and |r| at every tuple with all signs taken away, and the lengths of the encodings and of the labels."""
        (inputs, labels), split = (abs(part) for part in self.grid), self.k * len(self.x)
        lengths = np.linalg.norm(inputs, axis=1), np.linalg.norm(labels, axis=1)
        return inputs @ abs(theta[:split]), labels @ abs(theta[split:]), lengths

    def hessian(self, theta: np.ndarray) -> np.ndarray:
        """The Riemannian Hessian on the sphere, on the tangent space: of U = E z^k r, differentiated twice at every tuple."""
        inputs, labels = self.grid
        split, count, k = self.k * len(self.x), len(inputs), self.k
        z, r = inputs @ theta[:split], labels @ theta[split:]
        full = np.zeros((self.size, self.size))
        if k > 1:
            full[:split, :split] = inputs.T @ ((k * (k - 1) * z**(k - 2) * r)[:, None] * inputs) / count
        full[:split, split:] = inputs.T @ ((k * z**(k - 1))[:, None] * labels) / count
        full[split:, :split] = full[:split, split:].T
        return self._on_the_sphere(full, theta)

    def _on_the_sphere(self, full: np.ndarray, theta: np.ndarray) -> np.ndarray:
        eye = np.eye(self.size)
        P = eye - np.outer(theta, theta)
        return P @ (full - (theta @ self.gradient(theta)) * eye) @ P

    def hessian_by_differences(self, theta: np.ndarray, step: float = 1e-3) -> np.ndarray:
        """The same from five gradients along every axis: exact, up to rounding, for the polynomial of degree k <= 4 that a component of the gradient is."""
        def slope(t: float) -> np.ndarray:
            return np.array([self.gradient(theta + t * step * axis) for axis in np.eye(self.size)])

        return self._on_the_sphere((8 * (slope(1) - slope(-1)) - (slope(2) - slope(-2))) / (12 * step), theta)

    def ascend(self, start: np.ndarray) -> np.ndarray:
        """A local maximum on the sphere: BFGS on U(theta)/|theta|^(k+1), which is constant along rays."""
        scale = float(np.max(abs(spectrum_of(self.x))))**(self.k + 1) / len(self.x)**((self.k + 1) / 2)

        def negative(theta: np.ndarray) -> tuple[float, np.ndarray]:
            size = np.linalg.norm(theta)
            unit = theta / size
            value, slope = self.utility(unit), self.gradient(unit)
            return -value / scale, -(slope - (self.k + 1) * value * unit) / (size * scale)

        found = minimize(negative, start / np.linalg.norm(start), jac=True, method="BFGS", options={"gtol": 1e-10, "maxiter": 2000})
        return found.x / np.linalg.norm(found.x)

    def spectrum(self, theta: np.ndarray) -> np.ndarray:
        """Transforms of u_1, ..., u_k, w."""
        return np.fft.fft(theta.reshape(self.k + 1, len(self.x)), axis=1)

    def mixture(self, frequencies: tuple[int, ...]) -> np.ndarray:
        """The critical point of positive utility that mixes these frequencies: weights |x_hat|^(-(k+1)/(k-1))."""
        p, hat = len(self.x), np.fft.fft(np.array(self.x, dtype=float))
        turns = 2 * np.pi * np.arange(p) / p
        parts = []
        for n in range(self.k + 1):
            vector = np.zeros(p)
            for f in frequencies:
                power = 0 if len(frequencies) == 1 else -(self.k + 1) / (self.k - 1)
                # phases 0.3, 0.6, ... of the inputs; w takes what the condition leaves: sum s_u = s_w + (k - 1) s_x
                s = 0.3 * (n + 1) if n < self.k else 0.15 * self.k * (self.k + 1) - (self.k - 1) * np.angle(hat[f])
                vector = vector + abs(hat[f])**power * np.cos(f * turns + s)
            parts.append(vector)
        theta = np.concatenate(parts)
        return theta / np.linalg.norm(theta)


@lru_cache(maxsize=64)
def summands(x: tuple, k: int = 2) -> Summands:
    """The task, with its grid of tuples kept."""
    return Summands(x, k)


def spectrum_of(x: tuple) -> np.ndarray:
    return np.fft.fft(np.array(x, dtype=float))


def clear(x: tuple, ratio: float = 0.05) -> tuple:
    """Reject encodings with missing or nearly equal magnitudes."""
    sizes = np.sort(abs(spectrum_of(x)[1:(len(x) - 1) // 2 + 1]))
    if sizes[-1] < 1e-9 or sizes[0] < ratio * sizes[-1]:
        raise Rejected("x lacks a frequency, or nearly")
    if np.any(np.diff(sizes) < ratio * sizes[-1]):
        raise Rejected("two magnitudes of x are equal, or nearly")
    return x
