"""Few neurons: the order in which magnitudes are named, and constructions at every N."""

import numpy as np
import pytest
import sympy as sp

from checks import verify
from checks.methods.balls import Undefined
from checks.methods.check import Effort
from checks.modular.neuron_groups.few_neurons import Construction, ranks
from checks.modular.neuron_groups.minimisers import our_construction
from theory import modular as paper
from theory.catalogue import claim
from theory.modular import p
from theory.modular.proofs import few_neurons

X = (5, -1, 0, 2, -3, -4, 1)


def test_learned_frequencies_come_first_and_the_others_by_size():
    hat = abs(np.fft.fft(X))
    others = sorted((1, 3), key=lambda f: -hat[f])
    named = ranks(X, (2,))
    assert named[p] == 7
    found = [float(named[paper.mag](n)) for n in (1, 2, 3)]
    assert found == pytest.approx([hat[2], hat[others[0]], hat[others[1]]], rel=1e-12)
    with pytest.raises(Undefined, match="no frequency 4 among 3"):
        named[paper.mag](4)


def test_a_construction_is_exact_for_every_number_of_neurons_and_tells_where_it_is_not():
    built = claim("modular.every-construction")
    check = Construction("our phases, every N", few_neurons.OURS, our_construction)
    assert check.run(built, built.expr, Effort()).outcome == "holds"
    # our phases leave a gap for few neurons: that there is none at any N is false
    never = sp.Eq(paper.gap, 0, evaluate=False)
    assert check.run(built, never, Effort()).outcome == "fails"
    negative = sp.Lt(paper.gap, 0, evaluate=False)
    assert check.run(built, negative, Effort()).outcome == "fails"


def test_where_the_amplitudes_are_free_a_statement_without_the_spread_is_about_all_of_them():
    small = sp.Implies(paper.N >= 6, sp.Le(paper.gap, 1000, evaluate=False), evaluate=False)
    even = claim("modular.even-construction")
    assert verify(even.id, small).verdict == "unknown"
    # in ours they are equal, and the gap is 0 from six neurons on
    assert verify("modular.every-construction", small).verdict in ("argued", "tested")
