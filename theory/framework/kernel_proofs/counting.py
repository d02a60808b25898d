"""The number of a neuron's parameters: each place of theta is counted once, by the weight that has
it.
"""

from __future__ import annotations

from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.letters.layer import c, d
from theory.framework.letters.places import a_place, parameters, w_place
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.any_range import delta
from theory.proof.sums.finite import added, constant_sum, exchanged, sum_of, summand_equal
from theory.proof.sums.single_terms import only_inside, sum_of_marked
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    fact,
    given,
    lam,
    obtain,
    parts,
)
from theory.proof.terms import INT, ONE, ZERO, Term, apply, eq, le, lt

FLAT = lam(lambda n: ONE, INT)
WITH_INPUTS, WITH_OUTPUTS = assume(lt(0, d)), assume(lt(0, c))


def _holders(place: Term, n: Term) -> Term:
    """j -> 1 where the n-th place is that of the weight j, else 0."""
    return lam(lambda j: delta(n, place(j)), INT)


def _counts(place: Term, size: Term) -> Term:
    """n -> how many weights of the layer have the n-th place."""
    return lam(lambda n: sum_of(_holders(place, n), 1, size), INT)


def _not_held(place: Term, n: Term, j: Term, apart: Theorem) -> Theorem:
    """The term of j is 0, from not n = place(j)."""
    return fact("ite-false", apart, P=eq(n, place(j)), z=ONE, w=ZERO)


def _held_once(place: Term, size: Term, n: Term, j: Term, known: list, apart: Theorem) -> Theorem:
    """Where the weight j has the n-th place, it alone has, of its layer."""
    j_low, j_high, same = known

    def zero(k, k_low, k_high, other):
        also = assume(eq(n, place(k)))
        twice = combine(eq(place(k), place(j)), (-1, also), (1, same))
        equal = given(at(apart, k, k_low, k_high, j, j_low, j_high), twice)
        return _not_held(place, n, k, discharge(also.conclusion, given(other, equal)))

    whole = only_inside(_holders(place, n), j, 1, size, j_low, j_high, zero)
    here = fact("ite-true", same, P=eq(n, place(j)), z=ONE, w=ZERO)
    return combine(eq(whole.conclusion.args[0], ONE), (1, whole), (1, here))


def _held_by_none(place: Term, size: Term, n: Term, ordered: Theorem, free) -> Theorem:
    """No weight of the layer has the n-th place, where free(k, ...) gives not n = place(k)."""
    nothing = lam(lambda k: ZERO, INT)
    same = summand_equal(
        _holders(place, n),
        nothing,
        1,
        size,
        lambda k, low, high: _not_held(place, n, k, free(k, low, high)),
    )
    flat = constant_sum(ZERO, 1, size, ordered)
    return combine(eq(same.conclusion.args[0], ZERO), (1, same), (1, flat))


def _ordered(size: Term, above: Theorem) -> Theorem:
    return bound(le(1, size + 1), (), [[above]])


def _as_many(place: Term, size: Term, within: Theorem, above: Theorem, filled: Theorem) -> Theorem:
    """Counted place by place, a layer has as many weights as it has."""
    table = lam(lambda n, j: delta(n, place(j)), INT, INT)
    ordered = _ordered(size, above)
    turned = exchanged(table, 1, parameters, 1, size, filled, ordered)
    columns = lam(lambda j: sum_of(lam(lambda n: delta(n, place(j)), INT), 1, parameters), INT)

    def once(j, low, high):
        return sum_of_marked(FLAT, place(j), 1, parameters, *parts(at(within, j, low, high)))

    each_once = summand_equal(columns, FLAT, 1, size, once)
    flat = constant_sum(ONE, 1, size, ordered)
    goal = eq(sum_of(_counts(place, size), 1, parameters), size)
    return combine(goal, (1, turned), (1, each_once), (1, flat))


@proof("framework.projection-size")
def projection_size() -> Theorem:
    """Each of the m places has one weight: counted by weights, there are d and c of them."""
    w_in, a_in, w_apart, a_apart, differ, every = defined("framework.parameter-count")
    filled = _ordered(parameters, assume(lt(0, parameters)))
    inputs, outputs = _counts(w_place, d), _counts(a_place, c)
    both_kinds = lam(lambda n: apply(inputs, (n,)) + apply(outputs, (n,)), INT)

    an_input, an_output = (w_place, d, w_apart, WITH_INPUTS), (a_place, c, a_apart, WITH_OUTPUTS)

    def differing(of_input, of_output):
        """Not so, were the n-th place that of an input and of an output."""
        met = combine(
            eq(w_place(of_input[0]), a_place(of_output[0])), (1, of_output[-1]), (-1, of_input[-1])
        )
        return given(at(differ, *of_input[:-1], *of_output[:-1]), met)

    def one_weight(n, low, high):
        goal = eq(apply(both_kinds, (n,)), ONE)

        def held(own, other, never):
            """By one weight of its own layer, and by none of the other."""
            place, size, apart, _ = own
            other_place, other_size, _, above = other

            def from_witness(j, known):
                inside = parts(known)

                def free(i, *where):
                    also = assume(eq(n, other_place(i)))
                    return discharge(also.conclusion, never((j, *inside), (i, *where, also)))

                here = _held_once(place, size, n, j, inside, apart)
                none = _held_by_none(other_place, other_size, n, _ordered(other_size, above), free)
                return combine(goal, (1, here), (1, none))

            return lambda exists: obtain(exists, from_witness)

        return by_cases(
            at(every, n, low, high),
            held(an_input, an_output, differing),
            held(an_output, an_input, lambda i, j: differing(j, i)),
        )

    return combine(
        eq(parameters, c + d),
        (-1, constant_sum(ONE, 1, parameters, filled)),
        (-1, summand_equal(both_kinds, FLAT, 1, parameters, one_weight)),
        (1, added(inputs, outputs, 1, parameters, filled)),
        (1, _as_many(w_place, d, w_in, WITH_INPUTS, filled)),
        (1, _as_many(a_place, c, a_in, WITH_OUTPUTS, filled)),
    )
