"""Two groups at different frequencies, for every odd p: their losses add, and what one pulls on the
other.
"""

from __future__ import annotations

import sympy as sp

from theory import modular as paper
from theory.modular import X, j, p
from theory.modular.proofs.group import (
    output,
    size,
    turn_a,
    turn_b,
    turn_c,
)
from theory.modular.proofs.harmonics import (
    average,
    mean_product,
    two_frequencies,
)
from theory.modular.proofs.moments import in_moments

far_a, far_b, far_c = sp.symbols("far_a far_b far_c", real=True)  # angles of the frequency xi'
s_far = sp.Symbol("s_far", real=True)
ONE = sp.S.One


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
