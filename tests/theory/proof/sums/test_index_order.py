"""One order for the sums of a nest: the same for every order they were written in."""

from itertools import permutations

from theory.proof.sums.index_order import canonical, factors_of, flipped, head_of, is_delta
from theory.proof.sums.nests import nested
from theory.proof.terms import INT, ONE, REAL, ZERO, eq, function, make, var

c, d = var("c", INT), var("d", INT)
a, b, k = (var(name, INT) for name in "abk")
S, T = (function(name, INT, INT, REAL) for name in "ST")
x = function("x", INT, REAL)
DELTA_AB = make("ite", None, (eq(a, b), ONE, ZERO))


def test_every_order_of_the_sums_gets_the_same_one():
    indices = [(a, ONE, c), (b, ONE, c), (k, ONE, d)]
    body = S(a, b) * T(b, k) * x(a)
    forms = set()
    for order in permutations(indices):
        chosen, _ = canonical(order, body, ())
        forms.add(nested(chosen, body))
    assert len(forms) == 1


def test_ranges_that_speak_of_other_indices_stay_where_they_are():
    triangle = [(a, ONE, c), (b, ONE, a)]
    assert canonical(triangle, S(a, b), ()) == (tuple(triangle), [])


def test_a_symmetric_letter_is_turned_at_most_one_way():
    indices = [(a, ONE, c), (b, ONE, c)]
    turned = [canonical(indices, x(a) * atom, (S,))[1] for atom in (S(a, b), S(b, a))]
    assert sorted(map(len, turned)) == [0, 1]
    assert all(not canonical(indices, x(a) * atom, ())[1] for atom in (S(a, b), S(b, a)))


def test_a_delta_is_told_from_other_letters():
    assert is_delta(DELTA_AB) and not is_delta(S(a, b))
    assert head_of(S(a, b)) is S and head_of(x(a)) is None
    assert flipped(S(a, b)) is S(b, a) and flipped(DELTA_AB).args[0] is eq(b, a)
    assert dict(factors_of(x(a) ** 2 * S(a, b))) == {x(a): 2, S(a, b): 1}
