"""The numbers of 1..D with a property can be listed, each once, and sums over them are sums over
the list: by induction on D. Not trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from theory.proof.tactics import conjuncts

from ..rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    replace,
    witness,
)
from ..sums import VECTOR
from ..sums.finite import step, summand_equal
from ..tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    exists,
    fact,
    forall,
    fresh,
    given,
    induction,
    lam,
    obtain,
    parts,
    ring,
    symmetric,
    total,
)
from ..tactics.linear import linear
from ..terms import (
    BOOL,
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    bind,
    both,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    negation,
    opened,
)
from . import trichotomy

LIST = ("Fun", (INT,), INT)
A = function("A", INT, BOOL)


def up_to(top: Term, statement) -> Term:
    """for all p = 1..top."""
    return forall(lambda p: implies(le(1, p), le(p, top), statement(p)), INT)


def listed(D: Term, m: Term, i: Term) -> Term:
    """i(1), ..., i(m) are the numbers of 1..D with the property A, each once."""
    return both(
        le(0, m),
        up_to(m, lambda p: both(le(1, i(p)), le(i(p), D), A(i(p)))),
        up_to(m, lambda p: up_to(m, lambda q: implies(eq(i(p), i(q)), eq(p, q)))),
        up_to(
            D,
            lambda k: implies(A(k), exists(lambda p: both(le(1, p), le(p, m), eq(i(p), k)), INT)),
        ),
        forall(
            lambda f: implies(
                up_to(D, lambda k: implies(negation(A(k)), eq(f(k), 0))),
                eq(total(1, D, lambda k: f(k)), total(1, m, lambda p: f(i(p)))),
            ),
            VECTOR,
        ),
    )


def can_be_listed(D: Term) -> Term:
    """There are m and a list of that length."""
    return exists(lambda m: exists(lambda i: listed(D, m, i), LIST), INT)


def _exists(D: Term, m: Term, i: Term, found: Theorem) -> Theorem:
    inner = exists(lambda one: listed(D, m, one), LIST)
    return witness(can_be_listed(D), m, witness(inner, i, found))


def _apply(i: Term, p: Term) -> Term:
    return opened(i, (p,)) if i.op == "lam" else i(p)


@cache
def enumeration() -> Theorem:
    """for all D >= 0: ``can_be_listed``; A a letter."""

    def next_one(D, D_low, now):
        def with_m(m, rest):
            def with_list(i, known):
                return by_cases(
                    A(D + 1),
                    lambda yes: _Longer(D, D_low, m, i, known, yes).listed(),
                    lambda no: _same(D, D_low, m, i, known, no),
                )

            return obtain(rest, with_list)

        return obtain(now, with_m)

    return induction(can_be_listed, ZERO, _empty(), next_one)


def _vacuous(statement: Term, *extra: Theorem) -> Theorem:
    """for all p = 1..0: anything."""
    p = fresh(INT)
    low, rest = opened(statement, (p,)).args
    high, wanted = rest.args
    none = absurd(linear(FALSE, assume(low), assume(high), *extra), wanted)
    return generalise(discharge(low, discharge(high, none)), p)


def _empty() -> Theorem:
    i = lam(lambda p: p, INT)
    goal = listed(ZERO, ZERO, lambda p: _apply(i, p))  # type: ignore[arg-type]  # called as one
    low, inside, apart, all_, sums = goal.args
    f = fresh(VECTOR)
    premise, same = opened(sums, (f,)).args
    whole = generalise(discharge(premise, ring(same)), f)
    return _exists(
        ZERO, ZERO, i, conjoin(bound(low), _vacuous(inside), _vacuous(apart), _vacuous(all_), whole)
    )


def _same(D, D_low, m, i, known, no) -> Theorem:
    """D + 1 has not the property: the same list."""
    low, inside, apart, all_, sums = conjuncts(known)
    goal = listed(D + 1, m, i)
    _, in_goal, _, all_goal, sum_goal = goal.args
    p = fresh(INT)
    p_low, rest = opened(in_goal, (p,)).args
    p_high, wanted = rest.args
    one, two, three = parts(at(inside, p, assume(p_low), assume(p_high)))
    inner = conjoin(one, linear(le(i(p), D + 1), two), three)
    within = generalise(discharge(p_low, discharge(p_high, inner)), p)
    k = fresh(INT)
    k_low, rest = opened(all_goal, (k,)).args
    k_high, said = rest.args
    has = assume(said.args[0])

    def last(same):
        there = replace(same, bind("lam", (hole := fresh(INT)), A(hole)), has)
        return absurd(given(no, there), said.args[1])

    found = by_cases(
        trichotomy(k, D + 1),
        lambda less: given(
            at(all_, k, assume(k_low), linear(le(k, D), fact("discrete", less, n=k, m=D + 1))), has
        ),
        last,
        lambda more: absurd(
            linear(FALSE, fact("discrete", more, n=D + 1, m=k), assume(k_high)), said.args[1]
        ),
    )
    every = generalise(discharge(k_low, discharge(k_high, discharge(has.conclusion, found))), k)
    f = fresh(VECTOR)
    premise, same = opened(sum_goal, (f,)).args
    off = assume(premise)
    grown = step(lam(lambda k: f(k), INT), ONE, D, D_low)
    zero = at(off, D + 1, linear(le(1, D + 1), D_low), bound(le(D + 1, D + 1)), no)
    before = given(at(sums, f), _shorter(D, f, off))
    whole = generalise(discharge(premise, combine(same, (1, grown), (1, zero), (1, before))), f)
    return _exists(D + 1, m, i, conjoin(low, within, apart, every, whole))


def _shorter(D, f, off) -> Theorem:
    """f vanishes off the property on 1..D, since it does on 1..D + 1."""
    k = fresh(INT)
    low, high, no = le(1, k), le(k, D), negation(A(k))
    there = at(off, k, assume(low), linear(le(k, D + 1), assume(high)), assume(no))
    return generalise(discharge(low, discharge(high, discharge(no, there))), k)


@dataclass(frozen=True)
class _Longer:
    """D + 1 has the property, ``yes``: it is appended to the list i(1), ..., i(m)."""

    D: Term
    D_low: Theorem
    m: Term
    i: Term
    known: Theorem
    yes: Theorem

    @property
    def new(self) -> Term:
        """p -> i(p) for p <= m, else D + 1."""
        return lam(lambda p: make("ite", None, (le(p, self.m), self.i(p), self.D + 1)), INT)

    def entry(self, p) -> Term:
        """The p-th of the new list."""
        return opened(self.new, (p,))

    def old(self, p, p_high) -> Theorem:
        """It is i(p) for p <= m."""
        return fact("ite-true", p_high, P=le(p, self.m), z=self.i(p), w=self.D + 1)

    def last(self, p, over) -> Theorem:
        """It is D + 1 for any other p."""
        return fact("ite-false", over, P=le(p, self.m), z=self.i(p), w=self.D + 1)

    def newest(self) -> Theorem:
        """The entry at m + 1 is D + 1."""
        over = le(self.m + 1, self.m)
        beyond = linear(FALSE, bound(lt(self.m, self.m + 1)), assume(over))
        return self.last(self.m + 1, discharge(over, beyond))

    def listed(self) -> Theorem:
        """The longer list has the five parts of ``listed``."""
        goal = listed(self.D + 1, self.m + 1, self.entry)  # type: ignore[arg-type]  # called
        low, inside, apart, all_, sums = conjuncts(self.known)
        low_goal, in_goal, apart_goal, all_goal, sum_goal = goal.args
        found = conjoin(
            linear(low_goal, low),
            self.within(in_goal, inside),
            self.different(apart_goal, inside, apart),
            self.every(all_goal, low, all_),
            self.sums(sum_goal, low, sums),
        )
        return _exists(self.D + 1, self.m + 1, self.new, found)

    def within(self, goal: Term, inside: Theorem) -> Theorem:
        """Every entry is in its range and has the property."""
        p = fresh(INT)
        p_low, rest = opened(goal, (p,)).args
        p_high, wanted = rest.args

        def kept(value, equation):
            """A(value) for the new list, from A(old) and new = old."""
            return replace(symmetric(equation), bind("lam", (hole := fresh(INT)), A(hole)), value)

        def before(high):
            one, two, three = parts(at(inside, p, assume(p_low), high))
            same = self.old(p, high)
            first, second = (
                linear(wanted.args[k], same, known) for k, known in ((0, one), (1, two))
            )
            return conjoin(first, second, kept(three, same))

        def after(over):
            same = self.last(p, over)
            return conjoin(
                linear(wanted.args[0], same, self.D_low),
                linear(wanted.args[1], same),
                kept(self.yes, same),
            )

        found = by_cases(le(p, self.m), before, after)
        return generalise(discharge(p_low, discharge(p_high, found)), p)

    def different(self, goal: Term, inside: Theorem, apart: Theorem) -> Theorem:
        """No entry comes twice."""
        m, p, q = self.m, fresh(INT), fresh(INT)
        p_low, rest = opened(goal, (p,)).args
        p_high, inner = rest.args
        q_low, rest = opened(inner, (q,)).args
        q_high, said = rest.args
        equal, result = assume(said.args[0]), said.args[1]

        def both_cases(p_case, p_in, q_case, q_in):
            if p_in and q_in:
                before = ((1, self.old(p, p_case)), (1, self.old(q, q_case)))
                old_equal = combine(eq(self.i(p), self.i(q)), (1, equal), *before)
                known = at(apart, p, assume(p_low), p_case, q, assume(q_low), q_case)
                return given(known, old_equal)
            if p_in != q_in:
                r, case, r_low = (p, p_case, p_low) if p_in else (q, q_case, q_low)
                other, over = (q, q_case) if p_in else (p, p_case)
                high = parts(at(inside, r, assume(r_low), case))[1]
                values = self.old(r, case), self.last(other, over)
                return absurd(linear(FALSE, equal, *values, high), result)
            return linear(result, *_above(m, p, p_case, p_high), *_above(m, q, q_case, q_high))

        def second(p_case, p_in):
            return by_cases(
                le(q, m),
                lambda case: both_cases(p_case, p_in, case, True),
                lambda case: both_cases(p_case, p_in, case, False),
            )

        once = by_cases(le(p, m), lambda c: second(c, True), lambda c: second(c, False))
        for_q = generalise(discharge(q_low, discharge(q_high, discharge(said.args[0], once))), q)
        return generalise(discharge(p_low, discharge(p_high, for_q)), p)

    def every(self, goal: Term, low: Theorem, all_: Theorem) -> Theorem:
        """Every k up to D + 1 with the property is listed."""
        D, m, k = self.D, self.m, fresh(INT)
        k_low, rest = opened(goal, (k,)).args
        k_high, said = rest.args
        has, there = assume(said.args[0]), said.args[1]

        def earlier(less):
            below = linear(le(k, D), fact("discrete", less, n=k, m=D + 1))

            def from_witness(r, known):
                r_low, r_high, same = parts(known)
                value = combine(eq(self.entry(r), k), (1, self.old(r, r_high)), (1, same))
                return witness(there, r, conjoin(r_low, linear(le(r, m + 1), r_high), value))

            return obtain(given(at(all_, k, assume(k_low), below), has), from_witness)

        def appended(same):
            value = combine(eq(self.entry(m + 1), k), (1, self.newest()), (1, same))
            ends = linear(le(1, m + 1), low), bound(le(m + 1, m + 1))
            return witness(there, m + 1, conjoin(*ends, value))

        def beyond(more):
            return absurd(
                linear(FALSE, fact("discrete", more, n=D + 1, m=k), assume(k_high)), there
            )

        found = by_cases(trichotomy(k, D + 1), earlier, appended, beyond)
        return generalise(discharge(k_low, discharge(k_high, discharge(has.conclusion, found))), k)

    def sums(self, goal: Term, low: Theorem, sums: Theorem) -> Theorem:
        """A sum of what vanishes off the property is one over the list."""
        f = fresh(VECTOR)
        premise, same = opened(goal, (f,)).args
        off = assume(premise)
        grown = step(lam(lambda k: f(k), INT), ONE, self.D, self.D_low)
        listed_sum = lam(lambda p: f(self.entry(p)), INT)
        other = step(listed_sum, ONE, self.m, low)
        head = summand_equal(
            listed_sum,
            lam(lambda p: f(self.i(p)), INT),
            1,
            self.m,
            lambda p, p_low, p_high: equal_inside(f(self.entry(p)), self.old(p, p_high)),
        )
        tail = equal_inside(f(self.entry(self.m + 1)), self.newest())
        before = given(at(sums, f), _shorter(self.D, f, off))
        whole = combine(same, (1, grown), (1, before), (1, other), (1, head), (1, tail))
        return generalise(discharge(premise, whole), f)


def _above(m: Term, p: Term, over: Theorem, p_high: Term) -> list[Theorem]:
    """m + 1 <= p and p <= m + 1, from not p <= m."""
    goal = le(m + 1, p)
    found = by_cases(
        trichotomy(m, p),
        lambda less: fact("discrete", less, n=m, m=p),
        lambda same: absurd(given(over, linear(le(p, m), same)), goal),
        lambda more: absurd(given(over, linear(le(p, m), more)), goal),
    )
    return [found, assume(p_high)]


def list_of(predicate: Term, top: Term, top_low: Theorem) -> Theorem:
    """``can_be_listed`` for this property of 1..top."""
    return at(instantiate(enumeration(), A, predicate), top, top_low)
