"""Monomials in sequences over Z/p: products, conjugates, and an index that becomes a form."""

from fractions import Fraction

from theory.modular.monomials import Monomial, combine, sorted_form


def test_forms_are_added_and_zeros_left_out():
    one, other = sorted_form({"b": 2, "a": 1, "c": 0}), sorted_form({"a": -1, "d": 3})
    assert one == (("a", 1), ("b", 2))
    assert combine(one, other) == (("b", 2), ("d", 3))
    assert combine(one, other, 2) == (("a", -1), ("b", 2), ("d", 6))


def test_a_monomial_times_its_conjugate_has_no_phase():
    wave = Monomial(Fraction(3), phase=((("a", "k"), 1),))
    whole = wave.times(wave.conjugate())
    assert whole.coefficient == 9 and whole.phase == ()


def test_an_index_is_replaced_in_arguments_and_phases():
    # sum_a f(a + b) zeta^(k a) with a = c - b: f(c) zeta^(k c - k b)
    monomial = Monomial(
        Fraction(1),
        factors=(("f", (("a", 1), ("b", 1))),),
        phase=((("a", "k"), 1),),
        indices=frozenset("a"),
    )
    moved = monomial.put("a", (("b", -1), ("c", 1)))
    assert moved.factors == (("f", (("c", 1),)),)
    assert dict(moved.phase) == {("c", "k"): 1, ("b", "k"): -1} and not moved.indices
