"""The numbers of 1..D with a property can be listed, each once, and sums over them are sums over
the list: by induction on D. Not trusted.
"""

from __future__ import annotations

from functools import cache

from ..rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    conjunct,
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
                    lambda yes: _longer(D, D_low, m, i, known, yes),
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
    low, inside, apart, all_, sums = parts_of(known)
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


def parts_of(known: Theorem) -> list[Theorem]:
    """The five parts of ``listed``."""
    return [conjunct(known, one) for one in known.conclusion.args]


def _shorter(D, f, off) -> Theorem:
    """f vanishes off the property on 1..D, since it does on 1..D + 1."""
    k = fresh(INT)
    low, high, no = le(1, k), le(k, D), negation(A(k))
    there = at(off, k, assume(low), linear(le(k, D + 1), assume(high)), assume(no))
    return generalise(discharge(low, discharge(high, discharge(no, there))), k)


def _longer(D, D_low, m, i, known, yes) -> Theorem:
    """D + 1 has the property: it is appended."""
    low, inside, apart, all_, sums = parts_of(known)
    new = lam(lambda p: make("ite", None, (le(p, m), i(p), D + 1)), INT)

    def old(p, p_high):
        return fact("ite-true", p_high, P=le(p, m), z=i(p), w=D + 1)

    def last(p, over):
        return fact("ite-false", over, P=le(p, m), z=i(p), w=D + 1)

    def over_of(more):
        """m < p: not p <= m."""
        p = more.conclusion.args[1]
        return discharge(le(p, m), linear(FALSE, more, assume(le(p, m))))

    goal = listed(D + 1, m + 1, lambda p: opened(new, (p,)))  # type: ignore[arg-type]  # called
    low_goal, in_goal, apart_goal, all_goal, sum_goal = goal.args

    def split(p, p_high, before, after):
        """p <= m, or p = m + 1."""
        return by_cases(
            le(p, m),
            before,
            lambda over: after(over),
        )

    p = fresh(INT)
    p_low, rest = opened(in_goal, (p,)).args
    p_high, wanted = rest.args

    def kept(value, equation):
        """A(value) for the new list, from A(old) and new = old."""
        return replace(symmetric(equation), bind("lam", (hole := fresh(INT)), A(hole)), value)

    def before(high):
        one, two, three = parts(at(inside, p, assume(p_low), high))
        same = old(p, high)
        return conjoin(
            linear(wanted.args[0], same, one), linear(wanted.args[1], same, two), kept(three, same)
        )

    def after(over):
        same = last(p, over)
        return conjoin(
            linear(wanted.args[0], same, D_low), linear(wanted.args[1], same), kept(yes, same)
        )

    within = generalise(discharge(p_low, discharge(p_high, split(p, None, before, after))), p)
    # each once
    p, q = fresh(INT), fresh(INT)
    p_low, rest = opened(apart_goal, (p,)).args
    p_high, inner = rest.args
    q_low, rest = opened(inner, (q,)).args
    q_high, said = rest.args
    equal, result = assume(said.args[0]), said.args[1]

    def second(p_case, p_in):
        def use(q_case, q_in):
            if p_in and q_in:
                old_equal = combine(
                    eq(i(p), i(q)), (1, equal), (1, old(p, p_case)), (1, old(q, q_case))
                )
                return given(
                    at(apart, p, assume(p_low), p_case, q, assume(q_low), q_case), old_equal
                )
            if p_in != q_in:
                r, case, r_low = (p, p_case, p_low) if p_in else (q, q_case, q_low)
                other, over = (q, q_case) if p_in else (p, p_case)
                high = parts(at(inside, r, assume(r_low), case))[1]
                return absurd(linear(FALSE, equal, old(r, case), last(other, over), high), result)
            return linear(result, *_above(m, p, p_case, p_high), *_above(m, q, q_case, q_high))

        return by_cases(le(q, m), lambda c: use(c, True), lambda c: use(c, False))

    once = by_cases(le(p, m), lambda c: second(c, True), lambda c: second(c, False))
    inner_all = generalise(discharge(q_low, discharge(q_high, discharge(said.args[0], once))), q)
    different = generalise(discharge(p_low, discharge(p_high, inner_all)), p)
    # all of them
    k = fresh(INT)
    k_low, rest = opened(all_goal, (k,)).args
    k_high, said_k = rest.args
    has, there = assume(said_k.args[0]), said_k.args[1]

    def earlier(less):
        found = given(
            at(all_, k, assume(k_low), linear(le(k, D), fact("discrete", less, n=k, m=D + 1))), has
        )

        def use(r, r_known):
            r_low, r_high, same = parts(r_known)
            return witness(
                there,
                r,
                conjoin(
                    r_low,
                    linear(le(r, m + 1), r_high),
                    combine(eq(opened(new, (r,)), k), (1, old(r, r_high)), (1, same)),
                ),
            )

        return obtain(found, use)

    def newest(same):
        over = over_of(bound(lt(m, m + 1)))
        return witness(
            there,
            m + 1,
            conjoin(
                linear(le(1, m + 1), low),
                bound(le(m + 1, m + 1)),
                combine(eq(opened(new, (m + 1,)), k), (1, last(m + 1, over)), (1, same)),
            ),
        )

    found = by_cases(
        trichotomy(k, D + 1),
        earlier,
        newest,
        lambda more: absurd(
            linear(FALSE, fact("discrete", more, n=D + 1, m=k), assume(k_high)), there
        ),
    )
    every = generalise(discharge(k_low, discharge(k_high, discharge(has.conclusion, found))), k)
    # sums
    f = fresh(VECTOR)
    premise, same = opened(sum_goal, (f,)).args
    off = assume(premise)
    grown = step(lam(lambda k: f(k), INT), ONE, D, D_low)
    listed_sum = lam(lambda p: f(opened(new, (p,))), INT)
    other = step(listed_sum, ONE, m, low)
    head = summand_equal(
        listed_sum,
        lam(lambda p: f(i(p)), INT),
        1,
        m,
        lambda p, p_low, p_high: equal_inside(f(opened(new, (p,))), old(p, p_high)),
    )
    tail = equal_inside(f(opened(new, (m + 1,))), last(m + 1, over_of(bound(lt(m, m + 1)))))
    before_sum = given(at(sums, f), _shorter(D, f, off))
    whole = generalise(
        discharge(
            premise,
            combine(same, (1, grown), (1, before_sum), (1, other), (1, head), (1, tail)),
        ),
        f,
    )
    return _exists(
        D + 1, m + 1, new, conjoin(linear(low_goal, low), within, different, every, whole)
    )


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
