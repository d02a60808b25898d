"""A proof about groups in the flow: one group pulls on another, by harmonics of two frequencies
(``slopes``).
"""

from __future__ import annotations

import sympy as sp

from theory import modular as paper
from theory.modular import p
from theory.modular.proofs import slopes
from theory.modular.proofs.few_neurons import equivalent_to_vanishing, same_zeros
from theory.modular.proofs.harmonics import unit


def second_group(statement: sp.Basic) -> bool:
    """At its bound the first group answers its own frequency of the label exactly; what is left of
    the error are other frequencies of the label, which no aligned neuron of the first group feels,
    and the second group, felt in w alone, at its own frequency, by the mean of its squares
    (modular.cross-pull)."""
    stated = equivalent_to_vanishing(statement, paper.pull_first)
    if stated is None:
        return False
    (both,) = slopes.groups_apart().values()
    (slope,) = slopes.cross_pull().values()
    # along cos and along -sin of the frequency of the second group; what stands before them is
    # positive
    along = [sp.expand(slope.xreplace({unit(paper.ph_h): phase})) for phase in (1, sp.I)]
    factor = sp.sqrt(2 / (3 * p)) ** 5 * p / 8 * paper.X**2 * paper.X_2**2
    factor *= paper.amp_u**2 + paper.amp_v**2
    sums = [sp.cancel(one / factor) for one in along]
    return (
        sp.expand(both - paper.loss_one - paper.loss_two + paper.loss_none) == 0
        and not any(one.has(p, paper.X, paper.X_2, paper.amp_u, paper.amp_v) for one in sums)
        and same_zeros(stated, sums)
    )
