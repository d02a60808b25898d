"""Measurements for the claims about transforms, aligned groups of neurons, their minimisers and the plateaus they make.

Everything is summed over all pairs (a, b), in fractions and balls, or searched for; nothing is integrated here (``modular_flows``).
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
import sympy as sp
from flint import arb
from hypothesis import strategies as st

from theory import modular_cost as mc
from theory import modular_utility as mu
from theory.modular_sums import p

from . import modular_task as task
from .balls import Undefined, ball
from .check import Effort, Rejected
from .fourier import transform
from .measured import Measured, Unsettled, alone
from .modular_exact import balls, counted, cyclic, pairs
from .modular_task import Group
from .property import Observation, Property

ODD = (3, 5, 7, 9)


def _letters(group: Group) -> dict:
    """What every statement about an aligned group may mention."""
    names = (mc.A_u, mc.A_v, mc.A_w, mc.s_u, mc.s_v, mc.s_w)
    return {**_of_x(group), mc.N: len(group.neurons), **{function: group.value(column) for column, function in enumerate(names)}}


def _of_x(group: Group) -> dict:
    hat = group.hat
    return {p: group.p, mu.X: abs(hat), mc.ph_x: task.phase(hat), mu.xi: group.frequency}


# --- transforms in magnitudes --------------------------------------------------------------------------------------------
def neurons(sizes: tuple[int, ...]) -> st.SearchStrategy:
    """(x, u, v, w): whole numbers, x not centred."""
    return st.sampled_from(sizes).flatmap(lambda n: st.tuples(*[st.tuples(*[st.integers(-2, 2)] * n)] * 4))


def _magnitudes(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, *parts = instance
    n, size = len(x), sum(q * q for part in parts for q in part)
    if size == 0:
        raise Rejected("the neuron is zero")
    spectra = [[task.coefficient(part, f) for f in range((n + 1) // 2)] for part in instance]
    letters = zip(spectra, (mu.mu_x, mu.mu_u, mu.mu_v, mu.mu_w), (mu.S_x, mu.S_u, mu.S_v, mu.S_w))
    functions = {letter: _half([read(q) for q in hat]) for hat, *both in letters for letter, read in zip(both, (abs, task.phase))}
    half = sum((task.square(q) for hat in spectra[1:] for q in hat), arb(0)) / size
    means = sum(sum(part)**2 for part in parts)
    yield {p: n, mu.U_init: task.utility(task.fractions(x), task.fractions([parts])), **functions,
           mu.half_sum: half, mu.mean_sq: Fraction(means, size)}


def _half(entries: list) -> Any:
    """Given on the half of the frequencies that the statement speaks of; anything else is a wrong index."""
    def at(frequency: float) -> Any:
        if not 0 <= round(frequency) < len(entries):
            raise Undefined(f"{round(frequency)} is none of the frequencies below p/2")
        return entries[round(frequency)]

    return at


magnitudes = pairs("brute force over all pairs", neurons(ODD), _magnitudes)


# --- aligned groups --------------------------------------------------------------------------------------------------------
def _group(group: Group, effort: Effort) -> Iterator[dict]:
    task.present(group)
    x, theta = balls(group.x), group.enclosed
    spent, gained = task.cost(x, theta), task.utility(x, theta)
    yield {**_letters(group), mc.cost: spent, mc.gain: gained, mc.net: spent - gained, mc.loss: task.loss(x, theta),
           mc.x_sq: sum(q * q for q in group.x), mc.x_sum: sum(group.x)}


aligned = pairs("brute force over all pairs", task.groups(), _group)
quarter = pairs("brute force over all pairs, p = 4, 8, 12, 20", task.groups((4, 8, 12, 20), frequency=lambda n: n // 4), _group)


@st.composite
def _uncentred(draw: st.DrawFn) -> tuple:
    """Any neurons and any encoding: nothing is aligned, nothing centred."""
    n = draw(st.sampled_from((2, 3, 4, 5, 6)))
    vector = st.tuples(*[st.integers(-2, 2)] * n)
    return draw(vector), tuple(draw(st.lists(st.tuples(vector, vector, vector), min_size=1, max_size=2)))


def _split(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, rows = task.something(instance[0]), task.fractions(instance[1])
    E, n = task.encodings(x), len(x)
    quartic = sum((w @ w2) * np.sum(((E @ u)[:, None] + (E @ v)[None, :])**2 * ((E @ u2)[:, None] + (E @ v2)[None, :])**2)
                  for u, v, w in rows for u2, v2, w2 in rows) / (2 * n**2)
    yield {p: n, mc.loss: task.loss(x, rows), mc.cost: quartic, mc.gain: task.utility(x, rows), mc.x_sq: x @ x, mc.x_sum: sum(x)}


split = pairs("brute force over all pairs, any neurons", _uncentred(), _split)


def _single(group: Group, effort: Effort) -> Iterator[dict]:
    task.present(group)
    x, rows, letters = balls(group.x), group.enclosed, _of_x(group)
    E, last = task.encodings(x), group.neurons[-1]
    for (A, B, C, s, t, r), (u, _, w), one in zip(group.neurons, rows, rows):
        scalars = {mc.amp_u: A, mc.amp_v: B, mc.amp_w: C, mc.ph_u: s, mc.ph_v: t, mc.ph_w: r, mc.amp_w2: last[2], mc.ph_w2: last[5]}
        gained = task.utility(x, [one])
        for a in range(0, group.p, 2):
            yield {**letters, **scalars, mu.a: a, mu.inner_u: E[a] @ u, mc.inner_w: w @ rows[-1][2], mc.U_i: gained}


single = pairs("brute force over all pairs", task.groups(most=2, least=2), _single)


@dataclass(frozen=True, repr=False)
class Along:
    """A group and a direction h[a] = cos(2 pi f a/p + s) + level."""

    group: Group
    frequency: int
    phase: Fraction
    level: Fraction = Fraction(0)

    @property
    def h(self) -> np.ndarray:
        return task.wave(self.group.p, self.frequency, self.phase) + ball(self.level)

    def __repr__(self) -> str:
        shift = f" + {self.phase}" if self.phase else ""
        lift = f" + {self.level}" if self.level else ""
        return f"{self.group}, h[a] = cos({2 * self.frequency} pi a/{self.group.p}{shift}){lift}"


def _gradient(along: Along, effort: Effort) -> Iterator[dict]:
    """The slope along a wave, from five losses, beside the letters of eq:threederiv."""
    group, h = along.group, along.h
    task.something(group.x)
    x, theta = balls(group.x), group.enclosed
    E = task.encodings(x)
    u, v, w = theta[0]
    residual = task.outputs(x, theta) - task.targets(x)
    slopes = [task.slope(x, theta, task.at_block(theta, block, h)) for block in range(3)]
    yield {p: group.p, mc.slope_u: slopes[0], mc.slope_v: slopes[1], mc.slope_w: slopes[2], mc.h_a: cyclic(E @ h),
           mc.z_u: cyclic(E @ u), mc.z_v: cyclic(E @ v), mc.r_w: cyclic(residual @ w), mc.r_h: cyclic(residual @ h)}


def _tripled(group: Group) -> Along:
    """The one frequency outside the harmonic along which a slope need not vanish (modular.only-third-harmonic); p = 5, 7 are not divisible by 3."""
    return Along(group, 3 * group.frequency % group.p, Fraction(0))


_any_wave = st.builds(Along, task.groups((3, 5), most=2), st.just(1), task._phase, st.sampled_from((Fraction(0), Fraction(1, 2))))
gradients = pairs("five losses along a line, any h", _any_wave, _gradient, examples=(8, 60, 400))
gradients_outside = pairs("five losses along a wave of the frequency 3 xi", task.groups((5, 7), most=2).map(_tripled), _gradient,
                          examples=(8, 60, 400))


def _outside(group: Group, excluded: tuple[int, ...]) -> tuple[arb, float]:
    """Largest slope along any wave of another frequency, any phase, any block of any neuron; and its share of the whole gradient."""
    n, blocks = group.p, task.gradient(balls(group.x), group.enclosed).reshape(-1, group.p)
    barred = {m * group.frequency * sign % n for m in excluded for sign in (1, -1)} | {0}
    hats = [[abs(transform(block)(f)) for f in range(n // 2 + 1)] for block in blocks]
    outside = [size for hat in hats for f, size in enumerate(hat) if f not in barred]
    whole = max((float(size.mid()) for hat in hats for size in hat), default=0.0)
    worst = arb(0)
    for size in outside:
        worst = worst.max(size)
    return worst, float(worst.mid()) / whole if whole else 0.0


def _preserved(group: Group, effort: Effort) -> Iterator[Observation]:
    task.present(group)
    (kept, _), (rest, share), (_, left) = _outside(task.square_free(group), (1,)), _outside(group, (1, 3)), _outside(group, (1,))
    yield Observation({p: group.p, mc.escape: kept, mc.escape_else: rest},
                      detail=f"p = {group.p}, xi = {group.frequency}: without the condition {left:.2g} of the gradient leaves the harmonic, "
                             f"{share:.1g} of it not to 3 xi")


preserved = pairs("gradient at every frequency, p divisible by 3 and 5 too", task.groups((5, 7, 9, 15), most=2), _preserved, examples=(20, 200, 2000))


def _third(group: Group, effort: Effort) -> Iterator[dict]:
    task.present(group)
    f, theta, turned = 3 * group.frequency % group.p, group.enclosed, Fraction(2, 5)
    if f == 0:
        raise Rejected("3 xi = 0 mod p")
    direction = task.at_block(theta, 0, task.wave(group.p, f, turned))
    hat = task.coefficient(group.x, f)
    yield {**_letters(group), mc.slope_res: task.slope(balls(group.x), theta, direction), mc.ph_h: turned,
           mc.X_3: abs(hat), mc.ph_3: task.phase(hat)}


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


class Minimiser(NamedTuple):
    x: tuple
    xi: int
    N: int

    def __str__(self) -> str:
        return f"x = {self.x}, {self.N} neurons with s_u = 2 psi, s_v = -psi, s_w = psi - s_x, psi = 2 pi i/{self.N}, equal amplitudes, A_w A_u A_v = sqrt(54 p)/(N |x_hat|)"


def _learned(one: Minimiser, effort: Effort) -> Iterator[dict]:
    """A minimiser whose phases all agree, and one with phases 0 and pi, which tells sums of products from products of sums."""
    for group in (task.our_minimiser(*one), task.signed_minimiser(*one)):
        f, n, letters = task.outputs(balls(one.x), group.enclosed), group.p, _letters(group)
        for a, b, c in ((0, 0, 0), (1, 0, 2), (2, 1, 1)):
            yield {**letters, mc.f_c: f[a, b, c % n], mc.turn: 2 * arb.pi() * one.xi * (c - a - b) / n}


learned = pairs("outputs of a minimiser", _counts(6, 9).map(lambda row: Minimiser(*row)), _learned)


def _gap(count: int, size: int, found: Any) -> Observation:
    return Observation({mc.N: count, mc.gap: found, mc.least_gap: found, p: size}, detail=f"N = {count}: gap {float(found):.3g} |x|^2/p")


def _ours(instance: tuple, effort: Effort) -> Iterator[Observation]:
    x, frequency, count = instance
    yield _gap(count, len(x), abs(task.enclosed_gap(task.our_minimiser(x, frequency, count))))


def _least(first_seed: int, instance: tuple, effort: Effort) -> Iterator[Observation]:
    """The least gap that searches find. Six neurons and more have a minimiser, and a search that misses it says nothing of the least gap."""
    x, frequency, count = instance
    found = abs(task.gap(task.searched(x, frequency, count, first_seed + count, tries=3 if count < 6 else 30)))
    if count >= 6 and found > task.DOUBLE:
        raise Unsettled("thirty searches ended in local minima")
    yield _gap(count, len(x), Measured(found, 1))   # cost, utility and 1 cancel


@dataclass(frozen=True, repr=False)
class Recipe:
    """The printed phases for N neurons. A_u and A_v are ``every`` times the cube root of the printed product, in the first neuron ``first`` times more; A_w has the rest."""

    x: tuple[int, ...]
    count: int
    every: tuple[Fraction, Fraction]
    first: tuple[Fraction, Fraction]

    @property
    def group(self) -> Group:
        (A, B), (C, D) = (map(ball, ratio) for ratio in (self.every, self.first))
        equal = task.printed_minimiser(self.x, 1, self.count)
        rows = [[one * A, two * B, three / (A * B), *phases] for one, two, three, *phases in equal.neurons]
        rows[0][:3] = rows[0][0] * C, rows[0][1] * D, rows[0][2] / (C * D)
        return Group(self.x, 1, tuple(map(tuple, rows)))

    @property
    def spread(self) -> Fraction:
        (A, B), (C, D) = self.every, self.first
        return abs(A / B * (C / D - 1))

    def __repr__(self) -> str:
        (A, B), (C, D) = self.every, self.first
        text = f"x = {self.x}, xi = 1, N = {self.count}, printed phases and product P = A_w A_u A_v; A_u = {A} P^(1/3), A_v = {B} P^(1/3)"
        return text if (C, D) == (1, 1) else f"{text}, but in the first neuron {A * C} P^(1/3) and {B * D} P^(1/3)"


def _recipe(one: Recipe, effort: Effort) -> Iterator[Observation]:
    group = one.group
    found = abs(task.enclosed_gap(group))
    yield Observation({mc.N: one.count, mc.gap: found * task.square(group.hat) / group.p, mc.spread: one.spread, p: group.p},
                      detail=f"{one}: gap {float(found):.3g} |x|^2/p" if one.spread else "")


def _ratios(*choices: tuple[str, str]) -> st.SearchStrategy:
    return st.sampled_from([tuple(map(Fraction, pair)) for pair in choices])


printed_construction = pairs("the printed phases and product, N = 6, 8, ..., 14", st.builds(
    Recipe, task.centred((3, 5, 7)), st.integers(3, 7).map(lambda half: 2 * half), _ratios(("1", "1"), ("2", "2"), ("3/2", "1"), ("2", "1/2")),
    _ratios(("1", "1"), ("2", "2"), ("2", "1/2"))), _recipe, examples=(20, 150, 1500))
our_construction = pairs("our phases, N = 1, ..., 14", _counts(1, 14), _ours, examples=(30, 200, 2000))
searched = Property("searched minimisers, N = 1, ..., 12", _counts(1, 12), partial(_least, 0), task.DOUBLE,
                    "the search stops where the sum of squares is 1e-24, or in a local minimum", examples=(14, 40, 120),
                    method="critical-points", confirm=partial(_least, 100))


SEARCHED = 1e-8
# Where more than this cancels in a gap, fewer than four digits of what a violation adds to it are left.
LONGEST = 1e4


def _measured(value: Any) -> Any:
    """A neuron that was searched for is known as well as the search keeps the conditions."""
    if callable(value):
        return lambda index: _measured(value(index))
    return alone(value) if isinstance(value, float) else value


def _equality(instance: tuple, effort: Effort) -> Iterator[Observation]:
    """A minimiser; then groups that break one of the eighteen conditions and keep the others. In units of |x_hat|^2/p the gap depends on nothing but the group,
    so one encoding is enough for these: with phase 0, where real parts are the printed cosines."""
    count, seed = instance
    for x, released in (((3, -1, 0, -2, 0), None), *(((2, -1, -1), n) for n in range(18))):
        group = task.searched(x, 1, count, seed, released, tries=3)
        sums = task.violations(group)
        off = abs(np.concatenate([sums.real, sums.imag]))
        kept = np.arange(18) != released
        size = float(np.sum((task.WEIGHTS * task.sizes(group))**2)) + 1   # of what cancels in the gap
        # Where the search did not keep the others nothing is known; and the gap is the square of a violation: too small a one does not show.
        shows = released is None or off[released]**2 / 4 > 100 * SEARCHED * size
        if size > LONGEST or np.max(off[kept]) > SEARCHED / 10 or not shows:
            continue
        found, unit = task.gap(group), group.magnitude**2 / group.p
        letters = {letter: _measured(value) for letter, value in _letters(group).items()}
        yield Observation({**letters, mc.gap: Measured(abs(found) * unit, size * unit)},
                          detail=f"condition {released + 1} of 18 alone violated by {off[released]:.2g}: gap {found:.2g}" if released is not None else "")


equality = Property("minimisers, and groups that break one condition and keep the others", st.tuples(st.integers(6, 8), st.integers(0, 50)),
                    _equality, SEARCHED, "the search keeps the other conditions to a tenth of it", examples=(1, 12, 60), method="critical-points",
                    confirm=lambda instance, effort: _equality((instance[0], instance[1] + 1000), effort))


@cache
def _least_gaps() -> str:
    """In units of |x_hat|^2/p the gap depends on nothing but N."""
    return ", ".join(f"N = {n}: {task.gap(task.searched((2, -1, -1), 1, n, 0, tries=6)):.3g}" for n in range(1, 6))


def _smallest(instance: tuple, effort: Effort) -> Iterator[Observation]:
    """From above: the first N whose construction attains the bound. From below: 4 + the nullity of K - z."""
    x, frequency, first, second = instance
    above = next(n for n in range(1, 20) if task.enclosed_gap(task.our_minimiser(x, frequency, n)).contains(0))
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
def _plateau(instance: tuple, effort: Effort) -> Iterator[dict]:
    numbers, share = instance
    order, x, n = task.strongest(task.clear(numbers, 0.01)), balls(numbers), len(numbers)
    done = round(share * len(order))
    groups = [task.our_minimiser(numbers, f, 6).enclosed for f in order[:done]]
    theta = np.concatenate(groups) if groups else balls(np.zeros((1, 3, n), dtype=int))
    f, level, hats = task.outputs(x, theta), task.loss(x, theta), [task.coefficient(numbers, f) for f in order]
    ranks = {letter: counted(list(entries), "frequency") for letter, entries in (
        (mc.mag, map(abs, hats)), (mc.freq_of, order), (mc.phase_of, map(task.phase, hats)))}
    for a, b, c in ((0, 0, 0), (1, 2, 1)):
        yield {p: n, **ranks, mc.steps: done, mc.level: level, mc.f_c: f[a, b, c], mc.c_out: (c - a - b) % n, mc.width_needed: 6 * len(order)}


plateaus = pairs("a network of six neurons a frequency, built and evaluated", st.tuples(task.centred((3, 5, 7, 9)), st.sampled_from((1.0, 0.5, 0.0))), _plateau)


def beside(one: Group, other: Group) -> Group:
    """The neurons of another group on another frequency of the same encoding, p >= 5."""
    return Group(one.x, one.frequency % ((one.p - 1) // 2) + 1, other.neurons)


def _both(instance: tuple, effort: Effort) -> Iterator[dict]:
    one, second = instance[0], beside(*instance)
    task.something(one.x)
    x, first, rest = balls(one.x), one.enclosed, second.enclosed
    yield {p: one.p, mc.loss_both: task.loss(x, np.concatenate([first, rest])), mc.loss_one: task.loss(x, first), mc.loss_two: task.loss(x, rest),
           mc.loss_none: task.loss(x, 0 * first)}


independent = pairs("two groups and each alone", st.tuples(task.groups((5, 7, 9), most=2), task.groups((5,), most=2)), _both)
