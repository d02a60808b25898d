"""The forms of fewer than five neurons are singular, and stay away from those to be learned.

Some v is orthogonal to the vectors of three neurons. With up to three, S_1 v = S_2 v = 0; with
four, the combination of S_1 and S_2 across the output of the fourth has that.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.kernel_proofs.cost.forms import (
    PLACES,
    SIZE,
    added,
    both_forms,
    entries,
    form,
    g,
    misfit,
    out,
)
from theory.modular.kernel_proofs.cost.neurons import some_neurons
from theory.modular.kernel_proofs.fewest import singular
from theory.modular.kernel_proofs.fewest.smallest_group import written_out
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.transforms.waves import next_
from theory.modular.letters import N
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.linear_dependence import dependence
from theory.proof.rules import (
    Theorem,
    algebra,
    order,
)
from theory.proof.sums.finite import constant_sum, sum_of, summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    lam,
    obtain,
    parts,
    ring,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    eq,
    le,
    lt,
    make,
    negation,
    num,
)

QUARTER = num(1, 4) * SIZE
DISTANCE = added(both_forms())
THREE = num(3)


# --- a vector that is orthogonal to three neurons -------------------------------------------------
def entry(i: Term, k: Term) -> Term:
    """Entry k of the vector of neuron i, k a term."""
    value = g(4, i)
    for place in (3, 2, 1):
        value = make("ite", None, (eq(k, place), g(place, i), value))
    return value


def chosen(place: int, i: Term) -> Theorem:
    """entry(i, k) = g_k for a number k."""
    whole = entry(i, num(place))
    steps, rest = [], whole
    while rest.op == "ite":
        condition, yes, no = rest.args
        number = condition.args[1].data[0]
        values = {"P": condition, "z": yes, "w": no}
        if number == place:
            steps.append(fact("ite-true", ring(condition), **values))
            break
        less, more = sorted((condition.args), key=lambda one: one.data[0])
        apart = differs(bound(lt(less, more)), negation(condition))
        steps.append(fact("ite-false", apart, **values))
        rest = no
    return combine(eq(whole, g(place, i)), *((1, one) for one in steps))


def orthogonal(use: Callable) -> Theorem:
    """What use(v, 0 < |v|^2, i -> <g_i, v> = 0 for 1 <= i <= 3) shows of such a v."""
    matrix = lam(entry, INT, INT)
    there = at(dependence(), THREE, bound(le(0, THREE)), matrix)

    def given_vector(x, known):
        size, rows = parts(known)
        v = {k: x(num(k)) for k in PLACES}
        squares = written_out(fn(lambda k: x(k) ** 2), 4)
        some_ = order(
            lt(ZERO, squares.conclusion.args[1]), ((num(1), squares),), ((ONE, (size,), ONE),)
        )

        def across(i, low, high):
            zero = at(rows, i, low, high)
            summand = fn(lambda k: entry(i, k) * x(k))
            out_ = written_out(summand, 4)
            told = [(v[k], chosen(k, i)) for k in PLACES]
            return combine(eq(paired(i, v), 0), (1, zero), (1, out_), *told)

        return use(v, some_, across)

    return obtain(there, given_vector)


def paired(i: Term, v: dict[int, Term]) -> Term:
    """<g_i, v>."""
    value = ZERO
    for k in PLACES:
        value = value + g(k, i) * v[k]
    return value


# --- both forms, or a combination of them ---------------------------------------------------------
def turned(c: Term, s: Term) -> Callable[[int, int], Term]:
    """The entries of c S_1 + s S_2."""
    return lambda k, m: c * form(1, k, m) + s * form(2, k, m)


def flat_row(k: int, c: Term, s: Term, v: dict[int, Term], shown: Callable) -> Theorem:
    """((c S_1 + s S_2) v)_k = 0, from (c o_1 + s o_2) <g, v> = 0 by shown(i, 1 <= i, i <= N)."""

    def whole(i):
        return (c * out(1, i) + s * out(2, i)) * g(k, i) * paired(i, v)

    none = summand_equal(
        fn(whole),
        fn(lambda i: ZERO),
        1,
        N,
        lambda i, low, high: combine(eq(whole(i), 0), (g(k, i), shown(i, low, high))),
    )
    zero = constant_sum(ZERO, 1, N, some_neurons())
    apart = evaluated(whole, 1, N, some_neurons())
    value = ZERO
    for m in PLACES:
        value = value + turned(c, s)(k, m) * v[m]
    return combine(eq(value, 0), (1, apart), (1, none), (1, zero))


def far(c: Term, s: Term, v: dict[int, Term], some_: Theorem, shown: Callable) -> Theorem:
    """T^2 (c^2 + s^2)/9 <= the distance of c S_1 + s S_2, where shown says that it kills v."""
    S = turned(c, s)
    table = {
        **{letter: S(k, m) for (k, m), letter in singular.ENTRY.items()},
        **{letter: v[k] for k, letter in singular.v.items()},
        singular.c: c,
        singular.s: s,
        singular.quarter: QUARTER,
    }
    return singular.floor_at(table, [flat_row(k, c, s, v, shown) for k in PLACES], some_)


def up_to_three(few: Theorem) -> Theorem:
    """2 T^2/9 <= the distance, for N <= 3."""

    def use(v, some_, across):
        def proof_at(c, s):
            def silent(i, low, high):
                here = across(i, low, bound(le(i, THREE), (), [[high], [few]]))
                o = c * out(1, i) + s * out(2, i)
                return combine(eq(o * paired(i, v), 0), (o, here))

            return silent

        first = far(ONE, ZERO, v, some_, proof_at(ONE, ZERO))
        second = far(ZERO, ONE, v, some_, proof_at(ZERO, ONE))
        return order(
            le(num(2, 9) * SIZE**2, DISTANCE), (), ((ONE, (first,), ONE), (ONE, (second,), ONE))
        )

    return orthogonal(use)


FOURTH = num(4)
O_1, O_2 = out(1, FOURTH), out(2, FOURTH)


def across_fourth(same: Theorem, c: Term, s: Term, off: Theorem) -> Theorem:
    """T^2 (c^2 + s^2)/9 <= the distance of c S_1 + s S_2, where c o_1 + s o_2 = 0 at the fourth
    neuron: it kills the v that is orthogonal to the first three. ``same``: N = 4.
    """

    def use(v, some_, across):
        def silent(i, low, high):
            o = c * out(1, i) + s * out(2, i)
            target = eq(o * paired(i, v), 0)

            def fourth(same_i):
                moved = [equal_inside(out(j, i), same_i) for j in (1, 2)]
                here = combine(eq(o, 0), (c, moved[0]), (s, moved[1]), (1, off))
                return combine(target, (paired(i, v), here))

            def earlier(less):
                below = bound(le(i, THREE), (), [[next_(i, FOURTH, less)]])
                return combine(target, (o, across(i, low, below)))

            def beyond(more):
                top = order(le(i, FOURTH), ((num(1), same),), ((ONE, (high,), ONE),))
                false = bound(lt(0, 0), (), [[more], [top]], exact=True)
                return contradiction(false, target)

            return by_cases(trichotomy(i, FOURTH), earlier, fourth, beyond)

        return far(c, s, v, some_, silent)

    return orthogonal(use)


def four(same: Theorem) -> Theorem:
    """T^2/9 <= the distance, for N = 4."""
    goal_ = le(num(1, 9) * SIZE**2, DISTANCE)

    def loud(strict):
        """The squares of both forms are at least that of the combination, over c^2 + s^2."""
        c, s = O_2, -O_1
        found = across_fourth(same, c, s, ring(eq(c * O_1 + s * O_2, 0)))
        turn = c**2 + s**2
        above = order(lt(ZERO, turn), (), ((ONE, (strict, strict), ONE), (ONE, (), O_2)))
        # n (|D_1|^2 + |D_2|^2) - |c D_1 + s D_2|^2 = |s D_1 - c D_2|^2
        first = misfit(entries(1), QUARTER, ZERO)
        second = misfit(entries(2), ZERO, QUARTER)
        cross = tuple((w, (), s * a - c * b) for (w, a), (_, b) in zip(first, second))
        scaled = order(
            le(ZERO, turn * (DISTANCE - num(1, 9) * SIZE**2)), (), (*cross, (ONE, (found,), ONE))
        )

        def below(less):
            false = order(lt(ZERO, ZERO), (), ((ONE, (scaled,), ONE), (ONE, (above, less), ONE)))
            return contradiction(false, goal_)

        return singular.unless(goal_, below)

    def quiet(zero):
        """o_1 = 0 there: S_1 is singular."""
        off = combine(eq(ONE * O_1 + ZERO * O_2, 0), (1, zero))
        found = across_fourth(same, ONE, ZERO, off)
        rest = misfit(entries(2), ZERO, QUARTER)
        return order(goal_, (), ((ONE, (found,), ONE), *((w, (), root) for w, root in rest)))

    return by_cases(trichotomy(O_1), loud, quiet, loud)


# --- one neuron -----------------------------------------------------------------------------------
def alone(same: Theorem) -> Theorem:
    """8 T^2/9 <= the distance, for N = 1: squares, one of them completed."""
    o1, o2 = out(1, ONE), out(2, ONE)
    g1, g2, g3, g4 = (g(k, ONE) for k in PLACES)
    cosine, sine = g1 * g3 - g2 * g4, g1 * g4 + g2 * g3
    unequal = g1**2 + g2**2 - g3**2 - g4**2
    rho = o1 * cosine + o2 * sine
    worth = {}
    for j in (1, 2):
        for k, m in singular.ENTRY:
            summand = fn(lambda i, j=j, k=k, m=m: out(j, i) * g(k, i) * g(m, i))
            moved = equal_inside(sum_of(summand, 1, N), same)
            one = written_out(summand, 1)
            value = out(j, ONE) * g(k, ONE) * g(m, ONE)
            worth[j, k, m] = combine(eq(form(j, k, m), value), (1, moved), (1, one))

    def told(j):
        return lambda k, m: worth[j, min(k, m), max(k, m)].conclusion.args[1]

    values = [*misfit(told(1), QUARTER, ZERO), *misfit(told(2), ZERO, QUARTER)]
    steps = []
    for (weight, root), (_, value) in zip(both_forms(), values):
        same_root = ring(eq(root, value), *worth.values())
        steps.append((weight * (root + value), same_root))
    whole = algebra(eq(DISTANCE, added(values)), *steps)
    return order(
        le(num(8, 9) * SIZE**2, DISTANCE),
        ((num(-1), whole),),
        (
            (num(3, 2), (), o1 * unequal),
            (num(3, 2), (), o2 * unequal),
            (num(9), (), o1 * sine - o2 * cosine),
            (ONE, (), 3 * rho - num(1, 3) * SIZE),
        ),
    )
