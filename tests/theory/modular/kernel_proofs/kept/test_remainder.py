"""What is left of the slope along the part outside a frequency: what its theorems ask for."""

from theory.modular.kernel_proofs.kept import remainder, vanishing, waves_seen
from theory.proof.terms import eq


def test_at_one_pair_only_the_orthogonality_of_the_outputs_is_asked_for():
    assert remainder.split().hypotheses == {remainder.APART.conclusion}


def test_the_rest_is_bounded_for_any_numbers():
    assert not remainder.rest_below().hypotheses
    assert not remainder.numbers_below().hypotheses


def test_the_cubic_sum_alone_needs_that_there_is_no_third_harmonic():
    no_third = waves_seen.NO_THIRD.conclusion
    assert no_third in vanishing.no_cubic().hypotheses
    assert no_third not in vanishing.no_linear().hypotheses | vanishing.no_output().hypotheses
    assert all(one.conclusion.args[1] is eq(0, 0).args[0] for one in waves_seen.no_third())
