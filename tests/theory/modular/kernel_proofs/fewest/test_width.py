"""Six neurons for each frequency: who belongs to which, and what the definition asks for."""

from theory.modular.kernel_proofs.fewest import shared_out, width_above
from theory.modular.letters.width import at_every_bound, attains, output_of, own
from theory.proof.terms import INT, eq, num, substituted, var


def test_the_neurons_of_a_frequency_are_six_in_a_row():
    places = [[6 * (q - 1) + j for j in shared_out.SIXTH] for q in (1, 2, 3)]
    assert sum(places, []) == list(range(1, 19))
    found = shared_out.sharing()
    assert not found.hypotheses and found.conclusion.op == "forall"


def test_a_sum_in_sixes_is_a_theorem_of_any_summand():
    found = width_above.in_sixes()
    assert not found.hypotheses
    assert found.conclusion.free == {width_above.F}


def test_the_neurons_of_other_frequencies_have_no_output_in_a_group():
    i, k = var("i", INT), var("k", INT)
    condition, _, other = output_of(i, k).args
    assert condition is eq(own(i), k) and other is num(0)


def test_the_definition_asks_for_every_frequency_up_to_half_of_p():
    n = var("n", INT)
    *_, inside, zeros = at_every_bound(n).args
    k = zeros.args[0].args[0]
    assert k.op == "le" and inside.op == zeros.op == "forall"
    assert substituted(attains(n), {n: num(12)}) is attains(num(12))
