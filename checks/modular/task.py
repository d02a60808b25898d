"""Modular addition from its definition, and nothing else: all pairs (a, b), encodings rolled by
hand, losses summed.

Everything that the claims are compared with is measured here; no transform and no formula of the
paper enters a left side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import acb, arb
from hypothesis import strategies as st

from checks.methods import drawing
from checks.methods.balls import ball, precision
from checks.methods.check import Beyond, Rejected
from checks.modular.exact import BITS, counted
from checks.modular.sums.transforms import transform
from theory.modular.utility_maximisation import ODD

DOUBLE = 1e-9  # sums of some thousand products in double precision, six digits to spare


# --- the task -------------------------------------------------------------------------------------
def encodings(x: np.ndarray) -> np.ndarray:
    """Row a is a.x, with (a.x)[j] = x[j - a]."""
    return np.array([np.roll(x, a) for a in range(len(x))])


def coefficient(x: tuple[int, ...], frequency: int) -> acb:
    """x_hat at a frequency, enclosed.

    x is whole numbers, so a coefficient that is not zero is an algebraic integer of degree below p,
    and the product of its conjugates, each at most |x|_1, is a whole number: for the p <= 31 drawn
    here it is above 1e-66, and a ball of 320 bits around it does not contain zero.
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


def ordered(x: tuple) -> list[int]:
    """Every frequency but 0, strongest first: those below p/2, and p/2 where p is even."""
    hat = abs(spectrum_of(x))
    return sorted(range(1, len(x) // 2 + 1), key=lambda f: -hat[f])


def phase(value: acb) -> arb:
    """The angle of a complex number, up to whole turns; of zero, which has any, 0."""
    if value == 0:
        return arb(0)
    # away from the cut along the negative reals, where a ball would have every angle
    return (
        value.arg()
        if value.real > 0 or value.imag > 0 or value.imag < 0
        else arb.pi() + (-value).arg()
    )


def square(value: acb) -> arb:
    """|z|^2."""
    return value.real * value.real + value.imag * value.imag


# --- aligned groups -------------------------------------------------------------------------------
@dataclass(frozen=True, repr=False)
class Group:
    """An encoding, a frequency and neurons (A_u, A_v, A_w, s_u, s_v, s_w) aligned with it."""

    x: tuple
    frequency: int
    neurons: tuple

    def __repr__(self) -> str:
        rows = ", ".join(f"({', '.join(map(str, row))})" for row in self.neurons)
        return (
            f"x = {self.x}, xi = {self.frequency}, neurons (A_u, A_v, A_w, s_u, s_v, s_w) = "
            f"({rows})"
        )

    @property
    def p(self) -> int:
        """The number of residues."""
        return len(self.x)

    @cached_property
    def spectrum(self) -> np.ndarray:
        """x_hat[k] = sum_a x[a] e^(-2 pi i k a/p), in doubles."""
        return np.fft.fft(np.array(self.x, dtype=float))

    @property
    def magnitude(self) -> float:
        """|x_hat| at the frequency of the group."""
        return abs(self.spectrum[self.frequency])

    @property
    def phase(self) -> float:
        """s_x, the argument of x_hat at the frequency of the group."""
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
        return np.array(
            [
                [unit * ball(A) * wave(self.p, self.frequency, s) for A, s in zip(row[:3], row[3:])]
                for row in self.neurons
            ],
            dtype=object,
        )

    def value(self, column: int) -> Callable[[float], Any]:
        """Neuron i (counted from 1) -> its amplitude or phase."""
        return counted([row[column] for row in self.neurons], "neuron")


def wave(p: int, frequency: int, phase: Any) -> np.ndarray:
    """cos(2 pi f a/p + s) for a = 0, ..., p - 1, in balls."""
    return np.array(
        [(2 * arb.pi() * (frequency * a % p) / p + ball(phase)).cos() for a in range(p)],
        dtype=object,
    )


def outputs(x: np.ndarray, parameters: np.ndarray) -> np.ndarray:
    """f(a.x, b.x)[c] for all a, b, c."""
    total: Any = 0
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
    """L = 1/(2 p^2) sum over a, b of |f(a.x, b.x) - (a + b).x|^2."""
    return np.sum(np.square(outputs(x, parameters) - targets(x))) / (2 * len(x) ** 2)


def cost(x: np.ndarray, parameters: np.ndarray) -> Any:
    """1/(2 p^2) sum over a, b of |f(a.x, b.x)|^2."""
    return np.sum(np.square(outputs(x, parameters))) / (2 * len(x) ** 2)


def utility(x: np.ndarray, parameters: np.ndarray) -> Any:
    """1/p^2 sum over a, b of <f(a.x, b.x), (a + b).x>."""
    return np.sum(outputs(x, parameters) * targets(x)) / len(x) ** 2


def slope(x: np.ndarray, parameters: np.ndarray, direction: np.ndarray) -> Any:
    """d/dt loss(theta + t h) at 0: the loss is a polynomial of degree four in one block, and five
    points give it exactly.
    """

    def loss_after(t: int) -> Any:
        return loss(x, parameters + t * direction)

    return (8 * (loss_after(1) - loss_after(-1)) - (loss_after(2) - loss_after(-2))) / 12


def gradient(x: np.ndarray, parameters: np.ndarray, errors: np.ndarray | None = None) -> np.ndarray:
    """(N, 3, p): of the loss; with other errors than f - (a + b).x, of E<f_i, errors>."""
    errors, E = outputs(x, parameters) - targets(x) if errors is None else errors, encodings(x)
    rows = []
    for z, (_, _, w) in zip(activations(x, parameters), parameters):
        pull = z * (errors @ w)
        rows.append(
            [2 * (pull.sum(axis=1) @ E), 2 * (pull.sum(axis=0) @ E), np.tensordot(z * z, errors, 2)]
        )
    return np.array(rows) / len(x) ** 2


# --- instances ------------------------------------------------------------------------------------
# What is summed over all pairs (a, b) is cheap: small p first, for small counterexamples.
UP_TO_31 = (3, 5, 7, 9, 15, 31)
# Where a claim that says "p odd" is left without that premise: p/2 is one of their frequencies, and
# four times a quarter of p is 0.
EVEN = (4, 6)


LEAST_P, ODD_P = ODD


def beyond_odd(instances: st.SearchStrategy) -> tuple[Beyond]:
    """Instances with an even p, of claims that say "p odd"."""
    return (Beyond(ODD_P, instances),)


phases = drawing.fractions(-3, 3, max_denominator=4)
amplitudes = drawing.fractions(Fraction(1, 2), 2, max_denominator=4)


@st.composite
def centred(draw: st.DrawFn, sizes: tuple[int, ...] = (3, 5, 7, 9)) -> tuple[int, ...]:
    """Whole numbers that sum to zero."""
    p = draw(st.sampled_from(sizes))
    free = draw(st.lists(st.integers(-3, 3), min_size=p - 1, max_size=p - 1))
    return (*free, -sum(free))


def with_half(sizes: tuple[int, ...] = EVEN) -> st.SearchStrategy:
    """Whole numbers that sum to zero, an even number of them, with the frequency p/2."""
    return centred(sizes).filter(lambda x: magnitude(x, len(x) // 2) > 0)


@st.composite
def groups(
    draw: st.DrawFn,
    sizes: tuple[int, ...] = (3, 5, 7, 9),
    most: int = 3,
    frequency=None,
    least: int = 1,
) -> Group:
    """``least`` to ``most`` neurons aligned with one frequency of a centred encoding.

    ``frequency`` takes p to the frequency; without it one is drawn.
    """
    x = draw(centred(sizes))
    chosen = frequency(len(x)) if frequency else draw(st.integers(1, len(x) // 2))
    neuron = st.tuples(amplitudes, amplitudes, amplitudes, phases, phases, phases)
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
    partners = tuple(
        (A, B, C, s, ball(t) + half_turn, ball(r) + half_turn) for A, B, C, s, t, r in group.neurons
    )
    return Group(group.x, group.frequency, group.neurons + partners)


def spectrum_of(x: tuple) -> np.ndarray:
    """x_hat[k] = sum_a x[a] e^(-2 pi i k a/p), in doubles."""
    return np.fft.fft(np.array(x, dtype=float))


class Lacking(tuple):
    """An encoding that lacks frequencies on purpose, beyond a premise that they are there."""


@st.composite
def lacking(draw: st.DrawFn) -> Lacking:
    """Nine whole numbers without the frequency 3: those three apart sum to zero."""
    columns = [draw(centred((3,))) for _ in range(3)]
    return Lacking(column[row] for row in range(3) for column in columns)


def clear(x: tuple, ratio: float = 0.05) -> tuple:
    """Reject encodings with missing or nearly equal magnitudes, but for those lacking one on
    purpose.
    """
    if isinstance(x, Lacking):
        something(x)
        return x
    sizes = np.sort(abs(spectrum_of(x)[1 : (len(x) - 1) // 2 + 1]))
    if sizes[-1] < 1e-9 or sizes[0] < ratio * sizes[-1]:
        raise Rejected("x lacks a frequency, or nearly")
    if np.any(np.diff(sizes) < ratio * sizes[-1]):
        raise Rejected("two magnitudes of x are equal, or nearly")
    return x
