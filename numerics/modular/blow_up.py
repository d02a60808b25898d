"""When each frequency of each dormant neuron blows up, for thousands of neurons at once, in
doubles.

While neurons are dormant every frequency is a three-wave interaction (``theory.modular.three_wave``
solves one to many digits, with mpmath); here the same time is R_F/g by SciPy's Carlson integrals,
one array operation for a whole network. The first to blow up is learned first as alpha -> 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import elliprf

from numerics import validate

# A frequency below this share of the largest is one that the encoding lacks, up to the rounding of
# its transform.
ABSENT = 1e-14
# Sums of entries centred in double precision are a few units in the last place;
# theory.modular.three_wave has the same limit.
CENTRED = 1e-12


def blow_up_times(x: Any, neurons: Any) -> np.ndarray:
    """T[i, k-1] for neuron i and frequency k under theta' = grad U, k = 1, ..., (p - 1)/2; infinite
    where nothing grows (modular.wave-time).

    Twelve digits, except that nearly equal roots (a wave all but at its turning point, all but in
    phase) keep half of the digits of a double.

    >>> x, c = [2.0, -1.0, -1.0], np.cos(2 * np.pi * np.arange(3) / 3)
    >>> blow_up_times(x, [np.concatenate([c, c, c])]).round(12)        # g = 6, |u| = 3/2: 1/(g |u|)
    array([[0.11111111]])
    """
    x, neurons = validate.real_array("x", x, 1), validate.real_array("neurons", neurons, 2)
    p = len(x)
    if p < 3 or p % 2 == 0:
        raise ValueError(f"x has p = {p} entries: expected p odd and at least 3")
    if not np.any(x):
        raise ValueError("x is zero: expected an encoding with at least one frequency")
    if abs(x.sum()) > CENTRED * np.abs(x).max() * p:
        raise ValueError(
            f"x has the sum {x.sum():.6g}: expected a centred encoding; subtract its mean"
        )
    if neurons.shape[1] != 3 * p:
        raise ValueError(
            f"neurons has shape {neurons.shape}: expected rows of 3p = {3 * p} entries, u then v "
            "then w"
        )
    return times_below_half(x, neurons)


def times_below_half(x: np.ndarray, neurons: np.ndarray) -> np.ndarray:
    """The same for any p, odd or not: of the frequencies k < p/2, each with its partner p - k.

    >>> times_below_half(np.array([2.0, -1.0, 0.0, -1.0]), np.ones((1, 12))).shape    # not of k = 2
    (1, 1)
    """
    p = len(x)
    pairs = slice(1, (p + 1) // 2)
    hat = np.fft.rfft(x)[pairs]
    u, v, w = (np.fft.rfft(neurons[:, n * p : (n + 1) * p])[:, pairs] for n in range(3))
    size = np.abs(hat)
    here = size > ABSENT * size.max()
    z = u * v * np.conj(w * np.where(here, hat / np.where(here, size, 1), 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        squares = [np.abs(part) ** 2 for part in (u, v, w)]
        time = _waiting(squares[0], squares[1], squares[2], z) * p**2 / (2 * size**3)
    return np.where(here & np.isfinite(time), time, np.inf)


def _waiting(a: np.ndarray, b: np.ndarray, c: np.ndarray, z: np.ndarray) -> np.ndarray:
    """g T: R_F at the start on the way up; through the turning point and back where the wave first
    falls.
    """
    first, others = _roots(a, b, c, z.imag)
    start = elliprf(-first.astype(complex), -others[0], -others[1]).real
    turn = elliprf(0j * first, first - others[0], first - others[1]).real
    return np.where(z.real >= 0, start, 2 * turn - start)


def _roots(
    a: np.ndarray, b: np.ndarray, c: np.ndarray, J: np.ndarray
) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """e_1 <= 0, real and the largest, and the two others of (s + a)(s + b)(s + c) = J^2: Newton's
    method from the right falls on e_1.
    """
    first = np.zeros_like(a)
    for _ in range(80):
        slope = (first + a) * (first + b) + (first + b) * (first + c) + (first + c) * (first + a)
        step = np.divide(
            (first + a) * (first + b) * (first + c) - J * J,
            slope,
            out=np.zeros_like(a),
            where=slope > 0,
        )
        first = first - np.maximum(step, 0)
    half = (a + b + c + first) / 2
    root = np.sqrt(half * half - (a * b + b * c + c * a + first * (a + b + c + first)) + 0j)
    return first, (-half + root, -half - root)


def first_frequency(x: Any, neurons: Any) -> int:
    """The frequency that is learned first as alpha -> 0: the one of the earliest blow-up over all
    neurons.
    """
    times = blow_up_times(x, neurons)
    if not np.isfinite(times.min()):
        raise ValueError("no neuron has a frequency in common with x: nothing ever activates")
    return int(np.unravel_index(np.argmin(times), times.shape)[1]) + 1
