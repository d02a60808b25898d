"""The slope of a utility that is linear in a vector, by an entry: its weight there."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.existence import (
    Recursion,
    low_k,
)
from theory.modular.kernel_proofs.summands.maximum import told_sums
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, real_part
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import against, w
from theory.modular.letters.summands import (
    centred_label,
    inputs,
    k,
    power_of,
    tuple_sum,
)
from theory.modular.letters.summands_jump import (
    along,
    sums_at,
)
from theory.modular.letters.summands_maximum import utility
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    generalise,
    instantiate,
    specialise,
)
from theory.proof.sums import VECTOR
from theory.proof.sums.any_range import delta
from theory.proof.sums.finite import (
    added,
    conjugate,
    scaled,
    sum_of,
    summand_equal,
)
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    obtain,
    parts,
    symmetric,
    total,
    with_slope,
)
from theory.proof.terms import (
    COMPLEX,
    INT,
    REAL,
    Term,
    call,
    eq,
    function,
    le,
    lt,
    num,
    substituted,
    var,
)


def row_of(f: Term, j: Term) -> Term:
    """u_j as a vector."""
    return fn(lambda a: f(j, a))


# --- a sum that is linear in a vector -------------------------------------------------------------
c, omega = function("c'", INT, COMPLEX), function("omega'", INT, INT, COMPLEX)
g, VALUE = var("g'", VECTOR), var("value'")
LINEAR = assume(
    eq(VALUE, total(1, TOP, lambda m: c(m) * total(0, TOP, lambda a: g(a) * omega(m, a))))
)


def weight(a: Term) -> Term:
    """Re sum_m c(m) omega(m, a)."""
    return call("re", total(1, TOP, lambda m: c(m) * omega(m, a)))


@cache
def collected() -> Theorem:
    """The value is sum_a g(a) Re sum_m c(m) omega(m, a)."""
    inner = fn(lambda a: total(1, TOP, lambda m: c(m) * omega(m, a)))
    double = fn(lambda a: g(a) * inner(a))
    whole = combine(
        eq(VALUE, sum_of(double, 0, TOP)),
        (1, LINEAR),
        (1, same_sums(eq(LINEAR.conclusion.args[1], sum_of(double, 0, TOP)))),
    )
    back = equal_inside(conj(VALUE), whole)
    mirror = combine(
        eq(VALUE, sum_of(fn(lambda a: conj(double(a))), 0, TOP)),
        (1, fact("conj-real", x=VALUE)), (1, back), (1, conjugate(double, 0, TOP, full())),
    )  # fmt: skip
    plain = fn(lambda a: g(a) * weight(a))

    def entry(a, *_):
        value = inner(a)
        spread = combine(
            eq(conj(double(a)), g(a) * conj(value)),
            (1, fact("conj-product", z=g(a), w=value)), (conj(value), fact("conj-real", x=g(a))),
        )  # fmt: skip
        return combine(
            eq(double(a) + conj(double(a)), 2 * plain(a)),
            (1, spread), (g(a), real_part(value)),
        )  # fmt: skip

    joined = summand_equal(
        fn(lambda a: double(a) + conj(double(a))), fn(lambda a: 2 * plain(a)), 0, TOP, entry
    )
    half_ = num(1, 2)
    return combine(
        eq(VALUE, sum_of(plain, 0, TOP)),
        (half_, whole), (half_, mirror),
        (half_, added(double, fn(lambda a: conj(double(a))), 0, TOP, full())),
        (half_, joined), (half_, scaled(num(2), plain, 0, TOP, full())),
    )  # fmt: skip


# --- the utility of pushed vectors ----------------------------------------------------------------
def sums_exist(table) -> Theorem:
    """There are sums over tuples of the vectors table(e), for all e at once."""

    def start(e, n, z, r):
        return power_of(n, z) * substituted(centred_label(r), {w: table(e)[w]})

    def reached(e, j, a):
        return against(row_of(table(e)[inputs], j), a)

    def following(f, j, e, n, z, r):
        return total(0, TOP, lambda a: f(j, e, n, z + reached(e, j + 1, a), r + a))

    def local(one, other, j, letters, same):
        e, n, z, r = letters

        def entry(h):
            return fn(lambda a: h(j, e, n, z + reached(e, j + 1, a), r + a))

        return summand_equal(
            entry(other), entry(one), 0, TOP,
            lambda a, *_: symmetric(same(e, n, z + reached(e, j + 1, a), r + a)),
        )  # fmt: skip

    sorts = (REAL, INT, REAL, INT)
    there = Recursion(along, start, following, sorts, local)
    return at(there.exists(), k, low_k())


def told_along(table, sums: Term, known: Theorem) -> Theorem:
    """For all e these are the sums over tuples of table(e)."""
    first, later = parts(known)
    e, j = fresh(), fresh(INT)
    inside = le(0, j), le(j + 1, k)
    at_e = everywhere(j, at(later, j, *map(assume, inside), e), *inside)
    return generalise(told_sums(table(e), sums_at(sums, e), conjoin(at(first, e), at_e)), e)


LOW, HIGH, AT = num(-1), num(1), num(0)
A = var("entry'", INT)
INSIDE = (assume(le(0, A)), assume(le(A, TOP)))
own_weight = var("weight'", VECTOR)


@cache
def pushed_sum() -> Theorem:
    """sum_b (g(b) + e delta(b, a)) l(b) = sum_b g(b) l(b) + e l(a)."""
    e = var("push'")
    moved = total(0, TOP, lambda b: (g(b) + e * delta(b, A)) * own_weight(b))
    plain = total(0, TOP, lambda b: g(b) * own_weight(b))
    return same_sums(eq(moved, plain + e * own_weight(A)), facts=INSIDE)


def slope_is_weight(table, weights: Term, vector: Term, value_of, slopes: Theorem, gradient: Term):
    """For all a: gradient(a) = weights(a), where value_of(e, sums, told) says that the utility of
    table(a, e) is sum_b (vector(b) + e delta(b, a)) weights(b).
    """

    def use(sums, known):
        told = told_along(lambda e: table(A, e), sums, known)
        e = fresh()
        value = value_of(A, e, sums_at(sums, e), at(told, e))
        spread = instantiate(pushed_sum(), g, vector, own_weight, weights, var("push'"), e)
        here, rise = spread.conclusion.args[1].args
        actual, plain = (
            lam(lambda v, t=t: substituted(t, {e: v}))
            for t in (value.conclusion.args[0], here + rise)
        )
        same = combine(eq(value.conclusion.args[0], here + rise), (1, value), (1, spread))
        flat = with_slope(derivative(plain, LOW, HIGH, AT), weights(A))
        within = [bound(le(LOW, AT)), bound(le(AT, HIGH))]
        ends = {"low": LOW, "high": HIGH, "at": AT}
        found = fact(
            "deriv-equal", *within, everywhere(e, same, le(LOW, e), le(e, HIGH)), flat,
            f=actual, g=plain, a=weights(A), **ends,
        )  # fmt: skip
        own = given(specialise(at(slopes, A, *INSIDE), sums), told)
        return fact(
            "deriv-unique", bound(lt(LOW, HIGH)), *within, own, found,
            f=actual, a=gradient(A), b=weights(A), **ends,
        )  # fmt: skip

    equal = obtain(sums_exist(lambda e: table(A, e)), use)
    return everywhere(A, equal, *(one.conclusion for one in INSIDE))


def pulled(vector: Term, gradient: Term, weights: Term, same: Theorem, value: Theorem) -> Theorem:
    """sum_a vector(a) gradient(a) = the utility."""
    rows = summand_equal(
        fn(lambda a: vector(a) * gradient(a)),
        fn(lambda a: vector(a) * weights(a)),
        0,
        TOP,
        lambda a, *where: combine(
            eq(vector(a) * gradient(a), vector(a) * weights(a)), (vector(a), at(same, a, *where))
        ),
    )
    return combine(eq(rows.conclusion.args[0], utility(tuple_sum)), (1, rows), (1, value))
