"""Measurements for the claims of modular addition: sums over all pairs, searches, Hessians, integrated flows."""
from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from typing import Any

import mpmath as mp
import numpy as np
import sympy as sp
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from theory import modular_cost as mc
from theory import modular_utility as mu
from theory import modular_waves as mw
from theory import three_wave
from theory.modular_sums import p
from theory.symbols import eta, k, tau

from . import modular_task as task
from .check import Effort, Rejected
from .modular_task import DOUBLE, REASON, Group, Summands
from .property import Observation, Property

ODD = (3, 5, 7, 9)


def pairs(name: str, instances: Any, observe: Any, **options: Any) -> Property:
    """A property measured over all pairs (a, b) in double precision."""
    return Property(name, instances, observe, DOUBLE, REASON, **{"examples": (15, 150, 1500), **options})


def _letters(group: Group) -> dict:
    """What every statement about an aligned group may mention."""
    names = (mc.A_u, mc.A_v, mc.A_w, mc.s_u, mc.s_v, mc.s_w)
    return {p: group.p, mu.X: group.magnitude, mc.ph_x: group.phase, mc.N: len(group.neurons), mu.xi: group.frequency,
            **{function: group.value(column) for column, function in enumerate(names)}}


# --- transforms in magnitudes --------------------------------------------------------------------------------------------
def neurons(sizes: tuple[int, ...]) -> st.SearchStrategy:
    """(x, u, v, w): whole numbers, x not centred."""
    return st.sampled_from(sizes).flatmap(lambda n: st.tuples(*[st.tuples(*[st.integers(-2, 2)] * n)] * 4))


def _magnitudes(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, *parts = instance
    spectra = [np.fft.fft(part) for part in instance]
    functions = {}
    for hat, size, phase in zip(spectra, (mu.mu_x, mu.mu_u, mu.mu_v, mu.mu_w), (mu.S_x, mu.S_u, mu.S_v, mu.S_w)):
        # Given on the half of the frequencies that the statement speaks of; anything else is a wrong index.
        functions[size] = lambda n, hat=hat: abs(hat[round(n)]) if 0 <= n < len(hat) / 2 else 9.0
        functions[phase] = lambda n, hat=hat: float(np.angle(hat[round(n)])) if 0 <= n < len(hat) / 2 else 9.0
    size = float(np.sum(np.square(parts)))
    if size == 0:
        raise Rejected
    half = [float(np.sum(abs(hat[:(len(x) + 1) // 2])**2)) / size for hat in spectra[1:]]
    yield {p: len(x), mu.U_init: task.utility(np.array(x), [np.array(parts, dtype=float)]), **functions,
           mu.half_sum: sum(half), mu.mean_sq: sum(abs(hat[0])**2 for hat in spectra[1:]) / size}


magnitudes = pairs("brute force over all pairs", neurons(ODD), _magnitudes)


# --- aligned groups --------------------------------------------------------------------------------------------------------
def _group(group: Group, effort: Effort, floor: bool = True) -> Iterator[dict]:
    if floor:
        task.present(group)
    x, theta = np.array(group.x, dtype=float), group.parameters
    spent, gained = task.cost(x, theta), task.utility(x, theta)
    yield {**_letters(group), mc.cost: spent, mc.gain: gained, mc.net: spent - gained, mc.loss: task.loss(x, theta),
           mc.x_sq: float(x @ x), mc.x_sum: float(x.sum())}


aligned = pairs("brute force over all pairs", task.groups(), _group)
quarter = pairs("brute force over all pairs, p = 4, 8, 12, 20", task.groups((4, 8, 12, 20), frequency=lambda n: n // 4), _group)


@st.composite
def _uncentred(draw: st.DrawFn) -> tuple:
    """Any neurons and any encoding: nothing is aligned, nothing centred."""
    n = draw(st.sampled_from((2, 3, 4, 5, 6)))
    vector = st.tuples(*[st.integers(-2, 2)] * n)
    return draw(vector), tuple(draw(st.lists(st.tuples(vector, vector, vector), min_size=1, max_size=2)))


def _split(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, rows = np.array(instance[0], dtype=float), np.array(instance[1], dtype=float)
    if not x.any():
        raise Rejected
    E, n = task.encodings(x), len(x)
    quartic = sum(float(w @ w2) * float(np.sum(((E @ u)[:, None] + (E @ v)[None, :])**2 * ((E @ u2)[:, None] + (E @ v2)[None, :])**2))
                  for u, v, w in rows for u2, v2, w2 in rows) / (2 * n**2)
    yield {p: n, mc.loss: task.loss(x, rows), mc.cost: quartic, mc.gain: task.utility(x, rows), mc.x_sq: float(x @ x), mc.x_sum: float(x.sum())}


split = pairs("brute force over all pairs, any neurons", _uncentred(), _split)


def _single(group: Group, effort: Effort) -> Iterator[dict]:
    task.present(group)
    E = task.encodings(np.array(group.x, dtype=float))
    rows, letters = group.parameters, {p: group.p, mu.X: group.magnitude, mc.ph_x: group.phase, mu.xi: group.frequency}
    last = group.neurons[-1]
    for (A, B, C, s, t, r), (u, _, w), one in zip(group.neurons, rows, rows):
        scalars = {mc.amp_u: A, mc.amp_v: B, mc.amp_w: C, mc.ph_u: s, mc.ph_v: t, mc.ph_w: r, mc.amp_w2: last[2], mc.ph_w2: last[5]}
        for a in range(0, group.p, 2):
            yield {**letters, **scalars, mu.a: a, mu.inner_u: float(E[a] @ u), mc.inner_w: float(w @ rows[-1][2]),
                   mc.U_i: task.utility(np.array(group.x), [one])}


single = pairs("brute force over all pairs", task.groups(most=2, least=2), _single)


def _gradient(group: Group, effort: Effort) -> Iterator[dict]:
    """The slope along a random wave, from five losses, beside the letters of eq:threederiv."""
    x, theta = np.array(group.x, dtype=float), group.parameters
    if not x.any():
        raise Rejected
    E, n = task.encodings(x), group.p
    h = np.cos(2 * np.pi * np.arange(n) / n + 0.7) + 0.5
    u, v, w = theta[0]
    residual = task.outputs(x, theta) - task.targets(x)
    slopes = []
    for block in range(3):
        direction = np.zeros_like(theta)
        direction[0, block] = h
        slopes.append(task.slope(x, theta, direction))
    yield {p: n, mc.slope_u: slopes[0], mc.slope_v: slopes[1], mc.slope_w: slopes[2], mc.h_a: lambda a: float((E @ h)[round(a) % n]),
           mc.z_u: lambda a: float((E @ u)[round(a) % n]), mc.z_v: lambda b: float((E @ v)[round(b) % n]),
           mc.r_w: lambda a, b: float((residual @ w)[round(a) % n, round(b) % n]), mc.r_h: lambda a, b: float((residual @ h)[round(a) % n, round(b) % n])}


gradients = pairs("five losses along a line", task.groups((3, 5), most=2), _gradient, examples=(8, 60, 400))


def _outside(group: Group, excluded: tuple[int, ...]) -> float:
    """Largest slope along any wave of another frequency, any phase, any block of any neuron, relative to the whole gradient."""
    x, theta, n = np.array(group.x, dtype=float), group.parameters, group.p
    E, residual = task.encodings(x), task.outputs(x, theta) - task.targets(x)
    barred = {m * group.frequency * sign % n for m in excluded for sign in (1, -1)} | {0}
    worst, whole = 0.0, 1e-30
    for u, v, w in theta:
        z, r = (E @ u)[:, None] + (E @ v)[None, :], residual @ w
        blocks = (2 * E.T @ (z * r).sum(axis=1), 2 * E.T @ (z * r).sum(axis=0), np.einsum("ab,abc->c", z**2, residual))
        for block in blocks:
            hat = abs(np.fft.fft(block))
            whole = max(whole, float(hat.max()))
            worst = max([worst, *(float(hat[f]) for f in range(n) if f not in barred)])
    return worst / whole


def _preserved(group: Group, effort: Effort) -> Iterator[Observation]:
    task.present(group)
    yield Observation({p: group.p, mc.escape: _outside(task.square_free(group), (1,)), mc.escape_else: _outside(group, (1, 3))},
                      detail=f"p = {group.p}, xi = {group.frequency}: without the condition {_outside(group, (1,)):.2g} of the gradient leaves the harmonic, "
                             f"{_outside(group, (1, 3)):.1g} of it not to 3 xi")


preserved = pairs("gradient at every frequency, p divisible by 3 and 5 too", task.groups((5, 7, 9, 15), most=2), _preserved, examples=(20, 200, 2000))


def _third(group: Group, effort: Effort) -> Iterator[dict]:
    task.present(group)
    n, f = group.p, 3 * group.frequency % group.p
    if f == 0:
        raise Rejected
    direction = np.zeros_like(group.parameters)
    direction[0, 0] = np.cos(2 * np.pi * f * np.arange(n) / n + 0.4)
    yield {**_letters(group), mc.slope_res: task.slope(np.array(group.x, dtype=float), group.parameters, direction), mc.ph_h: 0.4,
           mc.X_3: abs(group.spectrum[f]), mc.ph_3: float(np.angle(group.spectrum[f]))}


third = pairs("five losses along the third harmonic", task.groups((5, 7, 9, 15), most=2), _third)


# --- minimisers ---------------------------------------------------------------------------------------------------------------
def _counts(low: int, high: int, even: bool = False) -> st.SearchStrategy:
    return st.tuples(task.centred((3, 5, 7)), st.integers(low, high).map(lambda n: n - n % 2 if even else n)).map(
        lambda pair: (pair[0], 1, max(pair[1], 2 if even else 1)))


def _attaining(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, frequency, count = instance
    yield from _group(task.our_minimiser(x, frequency, count), effort)


attaining = pairs("attained by a minimiser", _counts(6, 9), _attaining, sharp=True)


def _cancelling(instance: tuple, effort: Effort) -> Iterator[dict]:
    yield from _group(task.signed_minimiser(*instance), effort)


cancelling = pairs("attained by a minimiser with phases 0 and pi", _counts(6, 7), _cancelling, examples=(4, 30, 200), sharp=True)


def _lifted(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The encoding is not centred; the labels are, and aligned neurons do not see the mean."""
    x, frequency, count = instance
    yield from _group(task.our_minimiser(tuple(q + 2 for q in x), frequency, count), effort)


attaining_uncentred = pairs("attained by a minimiser, x not centred", _counts(6, 7), _lifted, examples=(4, 30, 200), sharp=True)


def _learned(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, frequency, count = instance
    group = task.signed_minimiser(x, frequency, count)
    f, n = task.outputs(np.array(x, dtype=float), group.parameters), group.p
    for a, b, c in ((0, 0, 0), (1, 0, 2), (2, 1, 1)):
        yield {**_letters(group), mc.f_c: float(f[a, b, c % n]), mc.turn: float(2 * np.pi * frequency * (c - a - b) / n)}


learned = pairs("outputs of a minimiser", _counts(6, 9), _learned)


def _tight(build: Any, instance: tuple, effort: Effort) -> Iterator[Observation]:
    x, frequency, count = instance
    found = task.gap(build(x, frequency, count))
    yield Observation({mc.N: count, mc.gap: abs(found), mc.least_gap: abs(found), p: len(x)}, detail=f"N = {count}: gap {found:.3g} |x|^2/p")


printed_construction = pairs("the printed phases, N = 2, 4, ..., 14", _counts(2, 15, even=True), partial(_tight, task.printed_minimiser))
our_construction = pairs("our phases, N = 1, ..., 14", _counts(1, 14), partial(_tight, task.our_minimiser), examples=(30, 200, 2000))
searched = pairs("searched minimisers, N = 1, ..., 12", _counts(1, 12), partial(_tight, lambda x, f, n: task.searched(x, f, n, seed=n)), examples=(14, 40, 120))


def _equality(instance: tuple, effort: Effort) -> Iterator[Observation]:
    (x, frequency, count), released, seed = instance
    group = task.searched(x, frequency, count, seed, released if released < 9 else None, tries=3)
    off = task.violations(group)
    others = float(np.max(abs(np.delete(off, released)))) if released < 9 else 0.0
    if others > 1e-9:
        raise Rejected   # the search did not end at a point that keeps the other conditions
    found = task.gap(group)
    yield Observation({p: group.p, mc.gap: abs(found), mc.violation: float(np.max(abs(off)))},
                      detail=f"condition {released + 1} of 9 alone violated by {abs(off[released]):.2g}: gap {found:.2g}" if released < 9 else "")


equality = Property("minimisers, and groups that break one condition and keep the others", st.tuples(_counts(6, 8), st.integers(0, 9), st.integers(0, 50)),
                    _equality, 1e-8, "the search keeps the other conditions to 1e-9", examples=(25, 100, 500), method="critical-points")


@cache
def _least_gaps() -> str:
    """In units of |x_hat|^2/p the gap depends on nothing but N."""
    return ", ".join(f"N = {n}: {task.gap(task.searched((2, -1, -1), 1, n, 0, tries=6)):.3g}" for n in range(1, 6))


def _smallest(instance: tuple, effort: Effort) -> Iterator[Observation]:
    """From above: the first N whose construction attains the bound. From below: 4 + the nullity of K - z."""
    x, frequency, first, second = instance
    above = next(n for n in range(1, 20) if abs(task.gap(task.our_minimiser(x, frequency, n))) < 1e-9)
    lam, other = sp.Rational(first, 7), sp.Rational(second, 5)
    # cos(a + b) and sin(a + b) as forms in (cos a, sin a, cos b, sin b), with a multiple of |X_a|^2 - |X_b|^2 = 0
    M_1 = sp.Matrix([[lam, 0, "1/2", 0], [0, lam, 0, "-1/2"], ["1/2", 0, -lam, 0], [0, "-1/2", 0, -lam]])
    M_2 = sp.Matrix([[other, 0, 0, "1/2"], [0, other, "1/2", 0], [0, "1/2", -other, 0], ["1/2", 0, 0, -other]])
    K = M_1.inv() * M_2
    polynomial = sp.Poly(K.charpoly().as_expr())
    (factor, power), = sp.factor_list(polynomial)[1]
    real = sp.discriminant(factor.as_expr(), polynomial.gen) >= 0
    nullity = 4 - (K**2 + K * factor.monic().all_coeffs()[1] + sp.eye(4) * factor.monic().all_coeffs()[2]).rank()
    if real or power != 2 or nullity != 4:
        raise ArithmeticError(f"K has the characteristic polynomial {polynomial}: the rank argument does not apply")
    below = 4 + power
    yield Observation({p: len(x), mc.least_group: above if above == below else 0}, detail=f"least gaps found, in |x|^2/p: {_least_gaps()}")


smallest = Property("construction from above, rank of a pencil from below", st.tuples(task.centred((3, 5)), st.just(1), st.integers(-9, 9), st.integers(-9, 9)),
                    _smallest, 1e-15, "whole numbers", examples=(3, 20, 100), method="critical-points")


# --- plateaus ------------------------------------------------------------------------------------------------------------------
def _ordered(x: tuple) -> list[int]:
    hat = abs(task.spectrum_of(task.clear(x, 0.01)))
    return sorted(range(1, (len(x) - 1) // 2 + 1), key=lambda f: -hat[f])


def _or_zero(value: float) -> float:
    """Squares of rounding errors are zero."""
    return value if value > 1e-20 else 0.0


def _plateau(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, share = instance
    order, hat = _ordered(x), task.spectrum_of(x)
    done = round(share * len(order))
    theta = np.concatenate([task.our_minimiser(x, f, 6).parameters for f in order[:done]] or [np.zeros((1, 3, len(x)))])
    f, n = task.outputs(np.array(x, dtype=float), theta), len(x)
    functions = {mc.mag: lambda i: abs(hat[order[round(i) - 1]]) if 1 <= round(i) <= len(order) else 9.0, mc.freq_of: lambda i: order[(round(i) - 1) % len(order)],
                 mc.phase_of: lambda i: float(np.angle(hat[order[(round(i) - 1) % len(order)]]))}
    for a, b, c in ((0, 0, 0), (1, 2, 1)):
        yield {p: n, **functions, mc.steps: done, mc.level: _or_zero(task.loss(np.array(x, dtype=float), theta)), mc.f_c: float(f[a, b, c]), mc.c_out: (c - a - b) % n,
               mc.width_needed: 6 * len(order)}


plateaus = pairs("a network of six neurons a frequency, built and evaluated", st.tuples(task.centred((3, 5, 7, 9)), st.sampled_from((1.0, 0.5, 0.0))), _plateau)


def _both(instance: tuple, effort: Effort) -> Iterator[dict]:
    one, other = instance
    n = one.p
    second = Group(one.x, other.frequency % ((n - 1) // 2) + 1, other.neurons)
    x = np.array(one.x, dtype=float)
    if second.frequency == one.frequency or not x.any():
        raise Rejected
    both = np.concatenate([one.parameters, second.parameters])
    yield {p: n, mc.loss_both: task.loss(x, both), mc.loss_one: task.loss(x, one.parameters), mc.loss_two: task.loss(x, second.parameters),
           mc.loss_none: task.loss(x, np.zeros((1, 3, n)))}


independent = pairs("two groups and each alone", st.tuples(task.groups((5, 7, 9), most=2), task.groups((5,), most=2)), _both)


# --- maxima of the utility --------------------------------------------------------------------------------------------------------
ASCENT = 1e-7   # the ascent stops where the gradient is 1e-13 of the value or a step no longer gains: half the digits of a maximiser


def _starts(summands: Summands, seed: int, count: int) -> Iterator[np.ndarray]:
    draw = np.random.default_rng(seed)
    n = len(summands.x)
    for _ in range(count):
        yield draw.normal(size=summands.size)
    for f in range(1, n // 2 + 1):  # and one inside every frequency
        turns = 2 * np.pi * f * np.arange(n) / n
        yield np.concatenate([draw.uniform(0.5, 1) * np.cos(turns + draw.uniform(0, 6.3)) for _ in range(summands.k + 1)])


def _best(x: tuple, degree: int, seed: int, count: int) -> tuple[Summands, np.ndarray]:
    summands = task.summands(x, degree)
    return summands, max((summands.ascend(start) for start in _starts(summands, seed, count)), key=summands.utility)


def _maximum(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, seed = instance
    summands, best = _best(task.clear(x), 2, seed, 4)
    hat, spectra, n = task.spectrum_of(x), None, len(x)
    spectra = summands.spectrum(best)
    dominant = max(range(1, (n - 1) // 2 + 1), key=lambda f: abs(hat[f]))
    inside = np.zeros(n, dtype=bool)
    inside[[dominant, n - dominant]] = True
    z = spectra[0, dominant] * spectra[1, dominant] * np.conj(spectra[2, dominant] * hat[dominant])
    for row in range(3):
        yield {p: n, mu.X: abs(hat[dominant]), mu.U_top: summands.utility(best), mu.amplitude: 2 * abs(spectra[row, dominant]) / n,
               mu.leak: float(np.sqrt(np.sum(abs(spectra[:, ~inside])**2) / n)), mu.mismatch: float(1 - np.real(z) / abs(z))}


maximum = Property("gradient ascent on the sphere from many starts", st.tuples(task.centred((3, 5, 7)), st.integers(0, 9)), _maximum, ASCENT,
                   "a maximum is flat: half of the digits of the value are those of the maximiser", examples=(6, 60, 600), method="critical-points")


def _nyquist(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, seed = instance
    n, hat = len(x), abs(task.spectrum_of(x))
    below = float(max(hat[1:n // 2]))
    if max(below, hat[n // 2]) < 1e-6 or abs(below**3 - np.sqrt(2) * hat[n // 2]**3) < 0.1 * below**3:
        raise Rejected
    summands, best = _best(x, 2, seed, 4)
    yield {p: n, mu.X: max(below, 1e-9), mu.X_half: float(hat[n // 2]), mu.U_top: summands.utility(best)}


nyquist = Property("gradient ascent on the sphere, p = 4, 6", st.tuples(task.centred((4, 6)), st.integers(0, 9)), _nyquist, ASCENT,
                   "as for odd p", examples=(12, 60, 600), method="critical-points")


def _classified(summands: Summands) -> tuple[int, float | None, float | None, float | None, float | None]:
    """Count the frequencies whose critical point is a local maximum; the extreme eigenvalues at single points and at mixtures."""
    n, count, worst_single, single, mixed, value = len(summands.x), 0, None, None, None, None
    frequencies = range(1, (n - 1) // 2 + 1)
    for size in (1, 2, 3):
        for chosen in combinations(frequencies, size) if summands.k > 1 or size == 1 else ():
            theta = summands.mixture(chosen)
            utility, slope = summands.utility(theta), summands.gradient(theta)
            if np.linalg.norm(slope - (summands.k + 1) * utility * theta) > 1e-9 * utility:
                raise ArithmeticError(f"the mixture of {chosen} is not critical")
            eigenvalues = np.linalg.eigvalsh(summands.hessian(theta))
            # The radial direction and the k phases that keep the condition are flat; everything else must go down.
            across = np.sort(eigenvalues)[::-1][summands.k * size + 1:] if eigenvalues.max() < 1e-6 * utility else eigenvalues
            maximum = bool(across.max() < -1e-6 * utility)
            count += maximum
            if size == 1 and maximum:
                worst_single, single = float(across.max()), utility
            elif size > 1:
                if maximum:
                    raise ArithmeticError(f"the mixture of {chosen} is a local maximum")
                mixed, value = float(eigenvalues.max()), utility
    return count, worst_single, single, mixed, value


def _hessians(instance: tuple, effort: Effort) -> Iterator[Observation]:
    x, degree = instance
    summands = task.summands(task.clear(x), degree)
    count, worst, single, mixed, value = _classified(summands)
    ends = set()
    for start in _starts(summands, 0, 6):
        end = summands.ascend(start)
        power = np.sum(abs(summands.spectrum(end))**2, axis=0)
        ends.add(tuple(int(f) for f in range(1, (len(x) - 1) // 2 + 1) if power[f] > 1e-6 * power.max()))
    seen = {p: len(x), k: degree, mu.maxima: count, mw.maxima_k: count}
    if worst is not None and len(x) > 3:
        seen |= {mu.hess_single: worst, mu.U_single: single}
    if mixed is not None:
        seen |= {mu.hess_mix: mixed, mu.U_mix: value}
    yield Observation(seen, detail=f"x = {x}, k = {degree}: ascent ended at the frequencies {sorted(ends)}")


hessians = Property("Riemannian Hessian at every critical point of positive utility", st.tuples(task.centred((3, 5, 7)), st.just(2)), _hessians, 1e-6,
                    "central differences with step 1e-3 of a quadratic gradient: 1e-9", examples=(8, 60, 400), method="critical-points")
hessians_larger = Property("Riemannian Hessian at every critical point of positive utility, p = 5, 7", st.tuples(task.centred((5, 7)), st.just(2)), _hessians, 1e-6,
                           "central differences with step 1e-3 of a quadratic gradient: 1e-9", examples=(6, 60, 400), method="critical-points")
hessians_k = Property("Riemannian Hessian at every critical point of positive utility, k = 1, ..., 4", st.tuples(task.centred((3, 5)), st.integers(1, 4)), _hessians, 1e-6,
                      "central differences of a polynomial gradient", examples=(8, 60, 400), method="critical-points")


def _maximum_k(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, degree, seed = instance
    summands, best = _best(task.clear(x), degree, seed, 2)
    yield {p: len(x), k: degree, mu.X: max(abs(task.spectrum_of(x)[1:])), mw.U_top_k: summands.utility(best)}


maximum_k = Property("gradient ascent on the sphere, k = 1, ..., 4", st.tuples(task.centred((3, 5)), st.integers(1, 4), st.integers(0, 9)), _maximum_k, ASCENT,
                     "a maximum is flat", examples=(10, 60, 400), method="critical-points")


# --- the dormant flow ---------------------------------------------------------------------------------------------------------------
@st.composite
def dormant(draw: st.DrawFn, sizes: tuple[int, ...] = (3, 5), rows: int = 1, parts: int = 100) -> tuple:
    """An encoding and neurons with entries in hundredths (or ``parts``)."""
    x = draw(task.centred(sizes))
    entry = st.integers(-3 * parts // 10, 3 * parts // 10).map(lambda q: q / parts)
    return x, tuple(tuple(draw(st.lists(entry, min_size=3 * len(x), max_size=3 * len(x)))) for _ in range(rows))


def _velocity(x: tuple, theta: np.ndarray) -> np.ndarray:
    return task.summands(x).gradient(theta)


def _waves(instance: tuple, effort: Effort) -> Iterator[dict]:
    """How |u|^2, |v|^2, |w|^2 and z move in a short step of the flow, at every frequency."""
    x, (row,) = instance
    n, theta = len(x), np.array(row)
    if not np.any(x) or not theta.any():
        raise Rejected
    rate, hat = np.fft.fft(_velocity(x, theta).reshape(3, n), axis=1), task.spectrum_of(x)
    now = np.fft.fft(theta.reshape(3, n), axis=1)
    for f in range(1, n // 2 + 1):
        if abs(hat[f]) < 1e-9:
            continue
        u, v, w, size = *now[:, f], abs(hat[f])
        z = u * v * np.conj(w * hat[f]) / size
        drift = (rate[0, f] * v * np.conj(w) + u * rate[1, f] * np.conj(w) + u * v * np.conj(rate[2, f])) * np.conj(hat[f]) / size
        for part in range(3):
            yield {p: n, mu.X: size, mw.mag_u: abs(u), mw.mag_v: abs(v), mw.mag_w: abs(w), mw.Phi: float(np.angle(z)),
                   mw.rate_sq: float(2 * np.real(np.conj(now[part, f]) * rate[part, f])), mw.rate_im: float(np.imag(drift))}


waves = pairs("the gradient of the utility over all pairs, even p too", dormant((3, 4, 5, 6, 7)), _waves)

EXACT = 1e-12
EXACT_REASON = "Taylor or eighth-order integration to 1e-13, against 30-digit elliptic integrals"


def _flow(x: tuple, start: np.ndarray, until: float) -> np.ndarray:
    run = solve_ivp(lambda _, theta: _velocity(x, theta), (0.0, until), start, method="DOP853", rtol=3e-14, atol=1e-16)
    if not run.success:
        raise Rejected
    return run.y[:, -1]


def _wave_time(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Integrate to most of the blow-up; what has grown there gives R_F at the end, and the time must come back."""
    x, (row,) = instance
    if not np.any(x) or not any(row):
        raise Rejected
    with mp.workdps(30):
        found = three_wave.waves(x, row)
        f = min(range(len(found)), key=lambda n: found[n].blow_up)
        wave = found[f]
        # The integrator holds 13 digits where the frequency has grown well past its start.
        if not mp.isfinite(wave.blow_up) or abs(wave.z) < 1e-4 * max(wave.u, wave.v, wave.w):
            raise Rejected
        until = float(wave.blow_up) * 0.9
        end = np.fft.fft(_flow(x, np.array(row), until).reshape(3, -1), axis=1)[:, f + 1]
        grown = mp.mpf(abs(end[0]))**2 - wave.u
        if grown <= 0:
            raise Rejected
        yield {p: len(x), mu.X: float(abs(task.spectrum_of(x)[f + 1])), mw.wait: until, mw.rising: 1 if wave.rising else -1,
               mw.R_start: float(wave.remaining(mp.mpf(0))), mw.R_end: float(wave.remaining(grown)), mw.R_turn: float(wave.remaining(wave.turning))}


wave_time = Property("the integrated flow at nine tenths of the blow-up", dormant((3, 5)), _wave_time, EXACT, EXACT_REASON, examples=(15, 100, 600), method="flow")


def _first_jump(instance: tuple, effort: Effort) -> Iterator[Observation]:
    x, rows = instance
    if not np.any(x) or not all(any(row) for row in rows) or max(np.linalg.norm(row) for row in rows) >= 0.99:
        raise Rejected
    try:
        jump = three_wave.first_jump(x, rows, digits=18)
    except ValueError:
        raise Rejected from None
    if jump.time > 1e4:
        raise Rejected
    sizes = [float(np.linalg.norm(_flow(x, np.array(row), float(jump.time)))) for row in rows]
    yield Observation({p: len(x), mw.norm_at_jump: max(sizes)}, detail=f"neuron {jump.neuron} takes frequency {jump.frequency} at {mp.nstr(jump.time, 8)}")


first_jump = Property("integrated neurons at the exact time", dormant((3, 5), rows=2), _first_jump, 1e-11,
                      "the norm moves faster than time near the blow-up: one digit less than the flow", examples=(8, 60, 300), method="flow")


def _blown_up(x: tuple, theta: np.ndarray, reach: float = 25.0) -> tuple[float, np.ndarray]:
    """(time, direction) where the norm is e^25: the flow on the sphere with log-norm and time, all of them tame."""
    size = float(np.linalg.norm(theta))

    def field(_: float, state: np.ndarray) -> np.ndarray:
        direction = state[:-2] / np.linalg.norm(state[:-2])
        pull = _velocity(x, direction)
        growth = float(direction @ pull)
        return np.concatenate([pull - growth * direction, [growth, np.exp(-state[-2])]])

    def far(_: float, state: np.ndarray) -> float:
        return state[-2] - reach

    far.terminal = True
    run = solve_ivp(field, (0.0, 1e5), np.concatenate([theta / size, [np.log(size), 0.0]]), method="DOP853", rtol=1e-12, atol=1e-14, events=far)
    if not run.t_events[0].size:
        raise Rejected
    return float(run.y_events[0][0][-1]), run.y_events[0][0][:-2]


def _taken(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, (row,) = instance
    if not np.any(x) or not any(row):
        raise Rejected
    times = sorted(three_wave.blow_up_times(x, row, 16))
    if not mp.isfinite(times[0]) or times[0] > 1e4 or times[0] > 0.98 * times[1]:
        raise Rejected
    predicted = three_wave.frequency_taken(x, row, 16)
    _, end = _blown_up(x, np.array(row))
    power = np.sum(abs(np.fft.fft(end.reshape(3, -1), axis=1))**2, axis=0)
    yield {p: len(x), mw.share_taken: float(np.sqrt(2 * power[predicted] / power.sum()))}


taken = Property("the direction where the norm is e^25", dormant((5,)), _taken, 1e-6, "what has not blown up is e^-25 of the rest", examples=(12, 80, 500), method="flow")


def _dominant(instance: tuple, effort: Effort) -> Iterator[Observation]:
    x, rows = instance
    hat = abs(task.spectrum_of(task.clear(x)))
    first, second = sorted((1, 2), key=lambda f: -hat[f])
    table = [three_wave.blow_up_times(x, row, 16) for row in rows if any(row)]
    best = {f: min((times[f - 1] for times in table), default=mp.inf) for f in (1, 2)}
    if not all(mp.isfinite(t) and t < 1e4 for t in best.values()):
        raise Rejected
    measured = min(_blown_up(x, np.array(row))[0] for row in rows if any(row))
    yield Observation({p: 5, mw.jump_limit: measured, mw.T_1: float(best[first]), mw.T_2: float(best[second])},
                      detail=f"|x| ratio {hat[second] / hat[first]:.2f}: {'the dominant' if best[first] < best[second] else 'the weaker'} frequency first")


dominant = Property("integrated blow-up of one or two neurons, p = 5", st.integers(1, 2).flatmap(lambda n: dormant((5,), rows=n, parts=10)), _dominant, 1e-8,
                    "the time left at norm e^25 is 1e-11; twelve digits integrated", examples=(18, 150, 800), method="flow")


# --- gradient flow -----------------------------------------------------------------------------------------------------------------------
FLOW_ALPHAS = ("1e-2", "1e-3")
NEARLY = 0.3


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95% confidence interval of a share (Wilson's score)."""
    z, share = 1.959964, successes / trials
    middle, spread = share + z * z / (2 * trials), z * np.sqrt(share * (1 - share) / trials + z * z / (4 * trials**2))
    return float((middle - spread) / (1 + z * z / trials)), float((middle + spread) / (1 + z * z / trials))


def _predicted(x: np.ndarray, rows: np.ndarray) -> int:
    """The frequency that blows up first over all neurons, from elliptic integrals."""
    times = np.array([[float(t) for t in three_wave.blow_up_times(x, row, 15)] for row in rows])
    return int(np.unravel_index(np.argmin(times), times.shape)[1]) + 1


def template(ratio: float) -> np.ndarray:
    """p = 5 with |x_hat[1]| = 5 and |x_hat[2]| = 5 ratio."""
    n = np.arange(5)
    return 2 * np.cos(2 * np.pi * n / 5 + 0.4) + 2 * ratio * np.cos(4 * np.pi * n / 5 + 1.1)


def _flows(ratio: float, effort: Effort) -> Iterator[Observation]:
    """Run gradient flow past its first jump; compare its frequency and, extrapolated in alpha, its time with the exact ones."""
    from numerics import ModularNetwork, gradient_flow

    x, seeds = template(ratio), effort.pick(1, 10, 100)
    net = ModularNetwork(x, 3 * len(x))
    for seed in range(effort.seed, effort.seed + seeds):
        ratios = []
        for text in FLOW_ALPHAS:
            start = net.initial(text, seed)
            exact = three_wave.first_jump(x, start, net.eta(text), 15)
            run = gradient_flow(net, text, seed, until=float(exact.time) * (1 + 0.5 * float(text)**0.5))
            # one neuron alone comes to rest below norm 1; the way from 0.3 on takes a time of order alpha
            low, high = 0.0, float(run.times[-1])
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (middle, high) if np.linalg.norm(run.at(middle)[exact.neuron]) < NEARLY else (low, middle)
            ratios.append(high / float(exact.time))
        power = np.abs(np.fft.rfft(net.function(run.parameters[-1])) / net.spectrum)[1:]
        fitted = ratios[1] + (ratios[1] - ratios[0]) / 9    # the error is proportional to alpha
        yield Observation({mw.flow_ratio: fitted, mw.flow_agrees: int(1 + np.argmax(power) == _predicted(x, net.initial(1, seed))), p: len(x)}, alphas=FLOW_ALPHAS,
                          detail=f"ratio {ratio:g}, seed {seed}: flow over exact time " + ", ".join(f"{q:.6f}" for q in ratios) + f" -> {fitted:.6f}")
    trials = effort.pick(20, 400, 4000)
    first = sum(_predicted(x, ModularNetwork(x, 15).initial(1, seed)) == 1 for seed in range(trials))
    low, high = wilson(first, trials)
    yield Observation({mw.flow_ratio: 1.0, mw.flow_agrees: 1, p: len(x)},
                      detail=f"|x[2]|/|x[1]| = {ratio:g}, H = 15: the dominant frequency first in {first} of {trials} seeds (95%: {low:.2f} to {high:.2f})")


gradient_flows = Property("gradient flow past its first jump, and seeds counted", st.sampled_from((0.9, 0.8, 0.6)), _flows, 1e-3,
                          "the ratio is 1 + O(alpha): what is quadratic in alpha = 1e-2, 1e-3 is left", examples=(1, 3, 3), method="flow")


# --- bounds -----------------------------------------------------------------------------------------------------------------------------
def _jump_of(x: tuple, degree: int, start: np.ndarray, rate: float) -> float:
    """Integrate theta' = eta grad U until the norm is 1."""
    summands = task.summands(x, degree)

    def reached(_: float, theta: np.ndarray) -> float:
        return float(theta @ theta) - 1

    reached.terminal = True
    run = solve_ivp(lambda _, theta: rate * summands.gradient(theta), (0.0, 1e4), start, method="DOP853", rtol=1e-12, atol=1e-14, events=reached)
    if not run.t_events[0].size:
        raise Rejected
    return float(run.t_events[0][0])


def _bound(align: bool, later: bool, instance: tuple, effort: Effort) -> Iterator[dict]:
    x, degree, seed, size, rate, earlier = instance
    earlier = earlier if later else 0.0
    hat = abs(task.spectrum_of(task.clear(x)))
    f = max(range(1, (len(x) - 1) // 2 + 1), key=lambda n: hat[n])
    theta = task.summands(x, degree).mixture((f,)) if align else np.random.default_rng(seed).normal(size=(degree + 1) * len(x))
    theta = size * theta / np.linalg.norm(theta)
    yield {p: len(x), k: degree, mu.X: hat[f], mc.mu: size, eta: rate, mc.tau_l: earlier, tau: earlier + _jump_of(x, degree, theta, rate)}


def bounds(degrees: st.SearchStrategy, align: bool, later: bool) -> Property:
    fractions = partial(st.fractions, max_denominator=8)
    instances = st.tuples(task.centred((3, 5)), degrees, st.integers(0, 99), fractions(Fraction(1, 8), Fraction(3, 4)).map(float),
                          fractions(Fraction(1, 2), 4).map(float), fractions(0, 2).map(float))
    return Property("attained by an aligned neuron" if align else "integrated jump times", instances, partial(_bound, align, later), 1e-8,
                    "the integrator's 1e-12, three digits lost", examples=(10, 80, 500), method="flow", sharp=align)


def _figure(_: str, effort: Effort) -> Iterator[dict]:
    """The template of the figure: cosines of frequencies 1, 3, 5 with coefficients 10, 5, 5/2."""
    n = np.arange(20)
    x = sum(2 * size * np.cos(2 * np.pi * f * n / 20) / 20 for f, size in ((1, 10), (3, 5), (5, 2.5)))
    yield {mu.parity: len(x) % 2, mu.nyquist: float(sum(x * (-1.0)**n))}


figure = Property("the figure's own numbers", st.just("the template of the figure"), _figure, DOUBLE, "double precision", examples=(1, 1, 1))
