"""Where the gradient of an aligned group points: slopes of the loss along a wave of another
frequency, for every odd p and every group.

The slope in u of the first neuron is (2/p^2) sum h_x(a) (z_u + z_v) r_w (modular.gradient-u); each
factor is a trigonometric polynomial, and the sums over a and b vanish term by term unless a
harmonic m xi + n xi' is 0 mod p: the resonances.
"""

from __future__ import annotations

import sympy as sp

from theory import modular as paper
from theory.modular import X, i, j, p
from theory.modular.proofs.group import (
    hidden,
    inner_outputs,
    output,
    pre_activation,
    size,
    target,
    turn_a,
    turn_b,
    turn_c,
)
from theory.modular.proofs.harmonics import (
    average,
    mean_product,
    third_apart,
    two_frequencies,
    unit,
)
from theory.modular.proofs.moments import Moment, in_moments

far_a, far_b, far_c = sp.symbols("far_a far_b far_c", real=True)  # angles of the frequency xi'
X_far = sp.Symbol("X_far", positive=True)
s_far, amplitude = sp.symbols("s_far amplitude", real=True)
ONE = sp.S.One


def far_wave(angle: sp.Expr) -> sp.Expr:
    """<h, a.x> for h = A cos(2 pi xi' a/p + s) (modular.aligned-input)."""
    return amplitude * X_far * sp.cos(s_far - paper.ph_h - angle)


def residual(first: sp.Basic = ONE) -> sp.Expr:
    """<w^1, f - (a + b).x>, in moments of the group."""
    return in_moments(paper.over_neurons(inner_outputs(first, j) * hidden(j), j)) - target(first)


def activation(first: sp.Basic = ONE) -> sp.Expr:
    """<u, a.x> + <v, b.x> of an aligned neuron, before it is squared."""
    return pre_activation(first, turn_a, paper.A_u, paper.s_u) + pre_activation(
        first, turn_b, paper.A_v, paper.s_v
    )


def slopes(apart: tuple[int, ...], group: dict) -> sp.Expr:
    """The slopes in u, v and w of a neuron along xi' != 0, +-m xi for m in ``apart``; zero only if
    all three are.

    ``group`` are the moments that are known. A harmonic that some p makes resonant is an error.
    """
    rule, angles = two_frequencies(apart), ((turn_a, far_a), (turn_b, far_b))
    pull = residual().xreplace(group)
    in_u, in_v = (
        2 * mean_product(far_wave(angle) * activation(), pull, *angles, dies=rule)
        for angle in (far_a, far_b)
    )
    # <h, f - (a + b).x>: of f through <h, w^j>, of the label through the encoding at xi'
    learned = average(
        amplitude * sp.cos(far_c + paper.ph_h) * output(j), (turn_c, far_c), dies=rule
    )
    in_w = mean_product(hidden(ONE), learned - far_wave(far_a + far_b), *angles, dies=rule)
    return sum(sp.Symbol(f"part_{name}") * part for name, part in zip("uvw", (in_u, in_v, in_w)))


def square_free() -> dict:
    """The moments that vanish by eq:square-free-assumption-cost-min: each harmonic of sum w <u,
    a.x>^2 in (a, c), of sum w <v, b.x>^2 in (b, c).
    """
    vanishing: set[Moment] = set()
    for angle, amplitudes, phases in (
        (turn_a, paper.A_u, paper.s_u),
        (turn_b, paper.A_v, paper.s_v),
    ):
        total = in_moments(
            paper.over_neurons(pre_activation(i, angle, amplitudes, phases) ** 2 * output(i))
        )
        parts = sp.Poly(
            sp.expand(total * (unit(angle) * unit(turn_c)) ** 2), unit(angle), unit(turn_c)
        ).coeffs()
        # harmonics 0, +-2 in a and +-1 in c are different characters, p being odd
        for part in parts:
            real_and_imaginary = part.atoms(Moment)
            if len(real_and_imaginary) != 2:
                raise ArithmeticError(f"{part} is more than one moment: that it vanishes says less")
            vanishing |= real_and_imaginary
    return dict.fromkeys(vanishing, sp.S.Zero)


def preserved() -> dict:
    """``escape``: the slopes along every xi' != 0, +-xi, for groups that satisfy the square-free
    condition.
    """
    return {paper.escape: slopes((1,), square_free())}


def only_third() -> dict:
    """``escape_else``: the slopes along every xi' != 0, +-xi, +-3 xi, for any group."""
    return {paper.escape_else: slopes((1, 3), {})}


def third() -> dict:
    """The slope in u of the first neuron along cos(3 omega a + s_h), where 3 xi != 0 mod p."""
    wave = paper.X_3 * sp.cos(paper.ph_3 - paper.ph_h - 3 * turn_a)
    return {
        paper.slope_res: 2
        * mean_product(wave * activation(), residual(), turn_a, turn_b, dies=third_apart)
    }


def groups_apart() -> dict:
    """The loss of two groups: the only term that mixes them has <w^i, w^j>, of two frequencies xi'
    != +-xi.
    """
    other = size * paper.amp_w * sp.cos(far_c + paper.ph_w)
    mixed = p * average(output(ONE) * other, (turn_c, far_c), dies=two_frequencies())
    return {
        paper.loss_both: paper.loss_one
        + paper.loss_two
        - paper.loss_none
        + mixed * sp.Symbol("rest_of_the_pair")
    }


def cross_pull() -> dict:
    """The slope in w of a neuron of the first group along the frequency of the second: (1/p^2) sum
    z^2 <h, f_2 - (a + b).x>.
    """
    rule, angles = two_frequencies(), ((turn_a, far_a), (turn_b, far_b))
    z = (
        size
        * X
        * (
            paper.amp_u * sp.cos(paper.ph_x - paper.ph_u - turn_a)
            + paper.amp_v * sp.cos(paper.ph_x - paper.ph_v - turn_b)
        )
    )
    second = (
        size
        * paper.X_2
        * (
            paper.A_u(j) * sp.cos(s_far - paper.s_u(j) - far_a)
            + paper.A_v(j) * sp.cos(s_far - paper.s_v(j) - far_b)
        )
    )
    onto = p * average(
        sp.cos(far_c + paper.ph_h) * size * paper.A_w(j) * sp.cos(far_c + paper.s_w(j)), far_c
    )
    label = paper.X_2 * sp.cos(s_far - paper.ph_h - far_a - far_b)
    pulled = mean_product(z**2, second**2, *angles, dies=rule)
    return {
        paper.slope_cross: in_moments(paper.over_neurons(pulled * onto, j))
        - mean_product(z**2, label, *angles, dies=rule)
    }
