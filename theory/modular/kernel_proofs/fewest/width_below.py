"""No network of aligned neurons that attains every bound has fewer than six for a frequency.

The neurons of a frequency are listed; as a group of their own they have the same forms, hence the
same gap, 0: so there are six at least, and every neuron is counted once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from theory.modular.kernel_proofs.cost.forms import form, g, gap_by_forms, out
from theory.modular.kernel_proofs.fewest.smallest_group import entries_at_bound, six_needed
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.transforms.waves import above_zero, next_
from theory.modular.letters import N, p, x_hat
from theory.modular.letters.cost import A_u, A_v, A_w, X, s_u, s_v, s_w, s_x, xi
from theory.modular.letters.learned import gap_of
from theory.modular.letters.plateau import phase_of
from theory.modular.letters.width import at_every_bound, of_frequency, own, size
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.enumeration import list_of
from theory.proof.letters import DEFINITIONS
from theory.proof.polynomials import normal
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    discharge,
    instantiate,
    order,
    reflexive,
)
from theory.proof.sums.any_range import counted, delta, empty_sum, exchanged
from theory.proof.sums.finite import sum_of, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import only_inside
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    obtain,
    parts,
    positive,
    substitute,
    symmetric,
    total,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    digest,
    eq,
    le,
    lt,
    negation,
    num,
    substituted,
    var,
)

COUNT, HALF = var("neurons", INT), var("half_p", INT)
GROUP = (A_u, A_v, A_w, s_u, s_v, s_w)
ENTRIES = tuple((j, k, m) for j in (1, 2) for k in range(1, 5) for m in range(k, 5))


# --- what holds of one frequency holds of each ----------------------------------------------------
def present(k: Term, low: Theorem, high: Theorem) -> Theorem:
    """0 < |x_hat[k]|."""
    _, every = parts(assume(DEFINITIONS["modular.every-frequency"].statement))
    apart = at(every, k, low, high)
    phase = at(assume(DEFINITIONS["modular.phases"].statement), k, low, high)
    goal = lt(0, size(k))

    def none(same):
        zero = combine(eq(x_hat(k), 0), (1, phase), (phase.conclusion.args[1].args[1], same))
        return absurd(given(apart, zero), goal)

    def negative(less):
        return contradiction(
            bound(lt(0, 0), (), [[less], [fact("abs-positive", z=x_hat(k))]], exact=True), goal
        )

    return by_cases(trichotomy(size(k)), negative, none, lambda more: more)


def for_frequency(
    theorem: Theorem,
    k: Term,
    inside: tuple[Theorem, Theorem],
    table: dict[Term, Term],
    facts: Sequence[Theorem] = (),
) -> Theorem:
    """A theorem about a group of the frequency xi, for k, 1 <= k < p/2, and these amplitudes."""
    low, high = inside
    table = {xi: k, X: size(k), s_x: phase_of(k), **table}
    cyclic, _ = parts(assume(DEFINITIONS["modular.every-frequency"].statement))
    known = [
        cyclic,
        bound(lt(0, k), (), [[low]]),
        bound(lt(k, p), (), [[low], [high]]),
        reflexive(size(k)),
        present(k, low, high),
        at(assume(DEFINITIONS["modular.phases"].statement), k, low, high),
        *facts,
    ]
    by_form = {normal(one.conclusion): one for one in known}
    cyclic_x = DEFINITIONS["modular.cyclic-x"].statement
    own_ = [
        one
        for one in sorted(theorem.hypotheses, key=digest)
        if one is cyclic_x or not one.free.isdisjoint(table)
    ]
    for one in own_:
        theorem = discharge(one, theorem)
    free = theorem.conclusion.free
    pairs = [part for pair in table.items() if pair[0] in free for part in pair]
    theorem = instantiate(theorem, *pairs)
    for _ in own_:
        theorem = given(theorem, by_form[normal(theorem.conclusion.args[0])])
    return theorem


# --- the neurons of a frequency -------------------------------------------------------------------
def masked(k: Term, count: Term) -> dict[Term, Term]:
    """The group of the frequency k, the outputs of the other neurons left out."""
    table = of_frequency(k, count)
    return {letter: table[letter] for letter in (A_w, N)}


def entry_of(place: tuple[int, int, int], table: dict[Term, Term]) -> Term:
    """An entry of the forms, for these amplitudes and phases."""
    return substituted(form(*place), table)


def body_of(place: tuple[int, int, int], table: dict[Term, Term]) -> Term:
    """Its summand, as a function of the neuron."""
    j, k, m = place
    i = fresh(INT, "i")
    return lam(
        lambda q: substituted(substituted(out(j, i) * g(k, i) * g(m, i), table), {i: q}), INT
    )


def kept(i: Term, k: Term, yes: Theorem) -> Theorem:
    """The output of a neuron of the frequency k is its own."""
    return fact("ite-true", yes, P=eq(own(i), k), z=A_w(i), w=ZERO)


def left_out(i: Term, k: Term, no: Theorem) -> Theorem:
    """That of another neuron is 0."""
    return fact("ite-false", no, P=eq(own(i), k), z=A_w(i), w=ZERO)


@dataclass(frozen=True)
class Listed:
    """The neurons of the frequency k among 1, ..., n: places(1), ..., places(m), each once.

    ``zero`` says that their gap is 0, the outputs of all others left out.
    """

    k: Term
    inside: tuple[Theorem, Theorem]
    count: Term
    some: Theorem
    zero: Theorem
    m: Term
    places: Term
    known: Theorem

    @property
    def own_letters(self) -> dict[Term, Term]:
        """The letters of the frequency."""
        return {s_x: phase_of(self.k), X: size(self.k), xi: self.k}

    @property
    def whole(self) -> dict[Term, Term]:
        """The network, the outputs of other neurons left out."""
        return {**self.own_letters, **masked(self.k, self.count)}

    @property
    def group(self) -> dict[Term, Term]:
        """The neurons that are listed, as a group of their own."""
        table = {f: lam(lambda q, f=f: f(self.places(q)), INT) for f in GROUP}
        return {**table, N: self.m}

    def over_list(self, f: Term, vanish: Callable) -> Theorem:
        """sum_1^n f = sum_1^m f(places), where vanish(i, not own(i) = k) gives f(i) = 0."""
        i = fresh(INT)
        no = negation(eq(own(i), self.k))
        nothing = everywhere(i, vanish(i, assume(no)), le(1, i), le(i, self.count), no)
        return given(at(conjuncts(self.known)[4], f), nothing)

    def member(self, q: Term, low: Theorem, high: Theorem) -> Theorem:
        """places(q) has the frequency k."""
        return parts(at(conjuncts(self.known)[1], q, low, high))[2]

    def same_entry(self, place: tuple[int, int, int]) -> Theorem:
        """The entry of the forms is that of the group."""
        part = {**self.own_letters, **self.group}
        body, listed = body_of(place, self.whole), body_of(place, part)

        def vanish(i, no):
            moved = equal_inside(body(i), left_out(i, self.k, no))
            return combine(eq(body(i), 0), (1, moved))

        def same(q, low, high):
            here = self.places(q)
            moved = equal_inside(body(here), kept(here, self.k, self.member(q, low, high)))
            return combine(eq(body(here), listed(q)), (1, moved))

        told = summand_equal(fn(lambda q: body(self.places(q))), listed, 1, self.m, same)
        return combine(
            eq(entry_of(place, self.whole), entry_of(place, part)),
            (1, self.over_list(body, vanish)),
            (1, told),
        )

    def length(self) -> Theorem:
        """The number of neurons with the frequency k = m."""
        mark = fn(lambda i: delta(own(i), self.k))

        def chosen(name, i, known):
            return fact(name, known, P=eq(own(i), self.k), z=ONE, w=ZERO)

        ones = summand_equal(
            fn(lambda q: mark(self.places(q))),
            fn(lambda q: ONE),
            1,
            self.m,
            lambda q, *ends: chosen("ite-true", self.places(q), self.member(q, *ends)),
        )
        low = conjuncts(self.known)[0]
        number = counted(1, self.m, bound(le(1, self.m + 1), (), [[low]]))
        listed = self.over_list(mark, lambda i, no: chosen("ite-false", i, no))
        goal = eq(marks_of(self.k, self.count), self.m)
        return combine(goal, (1, listed), (1, ones), (1, number))

    def nobody(self, none: Theorem) -> Theorem:
        """m < 1 is impossible: no neuron writes the entry that is to be T/4."""
        place = (1, 1, 3)
        wanted = wanted_entry(self.k, self.inside, self.count, self.some, self.zero)
        empty = empty_sum(body_of(place, {**self.own_letters, **self.group}), 1, self.m, none)
        value = wanted.conclusion.args[1]
        flat = combine(eq(value, 0), (1, wanted), (1, self.same_entry(place)), (1, empty))
        above = positive(value, [present(self.k, *self.inside), above_zero()])
        false = order(lt(ZERO, ZERO), ((num(1), flat),), ((ONE, (above,), ONE),))
        return contradiction(false, le(6, marks_of(self.k, self.count)))

    def somebody(self, more: Theorem) -> Theorem:
        """0 < m: the group has the gap 0, so m is at least 6."""
        network = masked(self.k, self.count)
        first = for_frequency(gap_by_forms(), self.k, self.inside, network, [self.some])
        second = for_frequency(gap_by_forms(), self.k, self.inside, self.group, [more])
        for place in ENTRIES:
            first = substitute(first, self.same_entry(place))
        gap = substituted(gap_of(), {**self.own_letters, **self.group})
        none = combine(eq(gap, 0), (1, second), (1, first), (1, self.zero))
        six = for_frequency(six_needed(), self.k, self.inside, self.group, [more, none])
        goal = le(6, marks_of(self.k, self.count))
        return order(goal, ((num(-1), self.length()),), ((ONE, (six,), ONE),))


def six_of(k: Term, inside: tuple, count: Term, some: Theorem, zero: Theorem) -> Theorem:
    """6 <= the number of neurons i = 1, ..., n of the frequency k, whose group has the gap 0."""
    there = list_of(lam(lambda i: eq(own(i), k), INT), count, bound(le(0, count), (), [[some]]))

    def with_list(m, places, known):
        listed = Listed(k, inside, count, some, zero, m, places, known)
        return by_cases(
            trichotomy(m),
            lambda less: listed.nobody(bound(lt(m, 1), (), [[less]])),
            lambda same: listed.nobody(order(lt(m, ONE), ((num(1), same),), ((ONE, (), ONE),))),
            listed.somebody,
        )

    return obtain(
        there, lambda m, rest: obtain(rest, lambda places, known: with_list(m, places, known))
    )


def marks_of(k: Term, count: Term) -> Term:
    """How many of the neurons i = 1, ..., n have the frequency k."""
    return total(1, count, lambda i: delta(own(i), k))


def wanted_entry(k: Term, inside: tuple, count: Term, some: Theorem, zero: Theorem) -> Theorem:
    """S_1 has T/4 in its entry (1, 3), where the gap is 0."""
    known = next(one for one in entries_at_bound() if one.conclusion.args[0] is form(1, 1, 3))
    return for_frequency(known, k, inside, masked(k, count), [some, zero])


# --- all frequencies ------------------------------------------------------------------------------
def once(i: Term, h: Term, i_inside: Theorem, odd: Theorem) -> Theorem:
    """sum_k of the marks of neuron i = 1: it has one frequency from 1 to h, p = 2 h + 1."""
    low, high = parts(i_inside)
    doubled = next_(2 * own(i), p, high)
    below = bound(
        le(own(i), h),
        (),
        [[order(le(2 * own(i), 2 * h), ((num(1), odd),), ((ONE, (doubled,), ONE),))]],
    )
    summand = fn(lambda k: delta(own(i), k))

    def other(k, _low, _high, no):
        apart = discharge(eq(own(i), k), given(no, symmetric(assume(eq(own(i), k)))))
        return fact("ite-false", apart, P=eq(own(i), k), z=ONE, w=ZERO)

    single = only_inside(summand, own(i), 1, h, low, below, other)
    here = fact("ite-true", reflexive(own(i)), P=eq(own(i), own(i)), z=ONE, w=ZERO)
    return combine(eq(sum_of(summand, 1, h), 1), (1, single), (1, here))


@cache
def enough() -> Theorem:
    """6 h <= n for the network of n > 0 neurons, p = 2 h + 1: letters n and h."""
    n, h = COUNT, HALF
    some, odd, positive_h = assume(lt(0, n)), assume(eq(p, 2 * h + 1)), assume(le(1, h))
    *_, inside, zeros = conjuncts(assume(at_every_bound(n)))
    marks = fn(lambda k: marks_of(k, n))
    top = bound(le(1, h + 1), (), [[positive_h]])

    def surplus(k, k_low, k_high):
        below = order(lt(2 * k, p), ((num(-1), odd),), ((num(2), (k_high,), ONE), (ONE, (), ONE)))
        six = six_of(k, (k_low, below), n, some, at(zeros, k, k_low, below))
        return order(le(0, marks(k) - 6), (), ((ONE, (six,), ONE),))

    total_surplus = nonnegative_sum(fn(lambda k: marks(k) - 6), 1, h, top, surplus)
    apart = evaluated(lambda k: marks(k) - 6, 1, h, top)
    turned = exchanged(lam(lambda k, i: delta(own(i), k), INT, INT), 1, h, 1, n)
    ones = summand_equal(
        fn(lambda i: total(1, h, lambda k: delta(own(i), k))),
        fn(lambda i: ONE),
        1,
        n,
        lambda i, low, high: once(i, h, at(inside, i, low, high), odd),
    )
    number = counted(1, n, bound(le(1, n + 1), (), [[some]]))
    whole = combine(eq(sum_of(marks, 1, h), n), (1, turned), (1, ones), (1, number))
    return order(le(6 * h, n), ((num(1), whole), (num(1), apart)), ((ONE, (total_surplus,), ONE),))
