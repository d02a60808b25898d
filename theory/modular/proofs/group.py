"""Neurons aligned with one frequency, as trigonometric polynomials: what a group costs, gains and
outputs.

Angles stand for indices: turn_a = 2 pi xi a/p. Sums over Z/p are carried out by harmonics, sums
over the group become moments: what is shown holds for every odd p and every number of neurons.
"""

from __future__ import annotations

import sympy as sp

from theory import modular as paper
from theory.modular import X, i, p
from theory.modular.proofs.harmonics import average, laurent, mean_product, unit
from theory.modular.proofs.moments import AMPLITUDES, PHASES, in_moments, moment

turn_a, turn_b, turn_c = sp.symbols("turn_a turn_b turn_c", real=True)
size = sp.sqrt(2 / (3 * p))


# --- one neuron, one pair -------------------------------------------------------------------------
def pre_activation(
    n: sp.Basic, angle: sp.Expr, amplitude: sp.Function, phase: sp.Function
) -> sp.Expr:
    """<u, a.x> of an aligned neuron (modular.aligned-input) with angle = omega a."""
    return size * X * amplitude(n) * sp.cos(paper.ph_x - phase(n) - angle)


def hidden(n: sp.Basic) -> sp.Expr:
    """(<u, a.x> + <v, b.x>)^2 of an aligned neuron."""
    return (
        pre_activation(n, turn_a, paper.A_u, paper.s_u)
        + pre_activation(n, turn_b, paper.A_v, paper.s_v)
    ) ** 2


def output(n: sp.Basic, angle: sp.Symbol = turn_c) -> sp.Expr:
    """w[c] = sqrt(2/(3p)) A_w cos(omega c + s_w) of an aligned neuron, angle = omega c."""
    return size * paper.A_w(n) * sp.cos(angle + paper.s_w(n))


def target(n: sp.Basic) -> sp.Expr:
    """<w, (a + b).x>: <u, a.x> at a + b with w in place of u."""
    return pre_activation(n, turn_a + turn_b, paper.A_w, paper.s_w)


def inner_outputs(one: sp.Basic, other: sp.Basic) -> sp.Expr:
    """<w^i, w^j>, summed by harmonics."""
    return p * average(output(one) * output(other), turn_c)


def pair_cost(one: sp.Basic, other: sp.Basic) -> sp.Expr:
    """What an ordered pair of neurons adds to the cost eq:costimpl, with both sums over Z/p carried
    out by harmonics.
    """
    return inner_outputs(one, other) * mean_product(hidden(one), hidden(other), turn_a, turn_b) / 2


def utility_of(n: sp.Basic) -> sp.Expr:
    """(1/p^2) sum of z^2 <w, (a + b).x>."""
    return mean_product(hidden(n), target(n), turn_a, turn_b)


# --- a group of any size --------------------------------------------------------------------------
def group() -> dict:
    """Cost, cumulated utility, their difference, the gap and the loss in moments, from
    modular.cost-cosines and modular.aligned-utility.
    """
    cost = in_moments(paper.cost_cosines.formula)
    letters = zip(
        (paper.amp_u, paper.amp_v, paper.amp_w, paper.ph_u, paper.ph_v, paper.ph_w),
        (*AMPLITUDES, *PHASES),
    )
    gain = in_moments(
        paper.over_neurons(
            paper.aligned_utility.formula.xreplace(
                {letter: function(i) for letter, function in letters}
            )
        )
    )
    net = sp.expand(cost - gain)
    return {
        paper.cost: cost,
        paper.gain: gain,
        paper.net: net,
        paper.gap: net + X**2 / p,
        paper.loss: net + (paper.x_sq - paper.x_sum**2 / p) / 2,
    }


def function() -> sp.Expr:
    """f(a.x, b.x)[c] in moments and the units of the three angles."""
    return in_moments(paper.over_neurons(hidden(i) * output(i)))


def distance() -> dict:
    """(1/(2 p^2)) sum over a, b of |f - g|^2, with g the function to be learned; beside it cost and
    utility.
    """
    g = 2 * X / p * sp.cos(paper.ph_x + turn_c - turn_a - turn_b)
    far = function() - laurent(g)
    return {**group(), paper.distance: p * mean_product(far, far, turn_a, turn_b, turn_c) / 2}


# --- minimisers -----------------------------------------------------------------------------------
LAST = moment(
    (1, 1, 1, 1, 1, -1)
)  # conjugate of the sum of eq:listcond that is not to vanish: its real part is aligned_part
SHIFT = sp.Symbol("shift", real=True)


def first_line() -> dict:
    """New letters for the first line of eq:listcond, the only one with two moments: their sum takes
    the place of one of them.
    """
    one, other = moment((2, 0, 1, 0, 0, 1)), moment((0, 2, 1, 0, 0, 1))
    return {
        part(one): sp.Symbol(f"line_{part.__name__}", real=True) - part(other)
        for part in (sp.re, sp.im)
    }


def about_the_minimum() -> dict:
    """And aligned_part measured from its value at a minimiser: any real number, as before."""
    return {**first_line(), sp.re(LAST): SHIFT + sp.sqrt(54 * p) / X}


def listed() -> list[sp.Expr]:
    """The sums of C cos(alpha) and C sin(alpha) for each line of eq:listcond, all angles turned by
    s_x: they vanish with the printed ones.
    """
    return [
        in_moments(paper.over_neurons(C * wave(angle + paper.ph_x)))
        for C, angle in paper.LISTED
        for wave in (sp.cos, sp.sin)
    ]


def minimiser() -> dict:
    """The moments of a group that obeys all the conditions; the angle of an output entry is omega
    (c - a - b).
    """
    lines = listed()
    letters = sorted(set().union(*(one.free_symbols for one in lines)), key=str)
    (values,) = sp.linsolve(lines, *letters)
    return {
        **dict(zip(letters, values)),
        sp.re(LAST): sp.sqrt(54 * p) / X,
        sp.im(LAST): sp.S.Zero,
        unit(paper.turn): unit(turn_c) / unit(turn_a) / unit(turn_b),
    }


def gap_is_squares() -> bool:
    """Is the gap the sum of the squares of all the conditions, each with a positive factor? Then it
    vanishes exactly where they all do.
    """
    lines = [one.xreplace(first_line()) for one in listed()] + [SHIFT, sp.im(LAST)]
    letters = sorted(set().union(*(sp.expand(one).free_symbols for one in lines)), key=str)
    weights = sp.symbols(f"weight:{len(paper.LISTED) + 1}")
    excess = sp.expand(
        group()[paper.gap].xreplace(about_the_minimum())
        - sum(weights[n // 2] * one**2 for n, one in enumerate(lines))
    )
    found = sp.solve(sp.Poly(excess, *letters).coeffs(), weights, dict=True)
    return (
        len(found) == 1
        and sp.expand(excess.xreplace(found[0])) == 0
        and all(found[0].get(weight, sp.S.Zero).is_positive for weight in weights)
    )
