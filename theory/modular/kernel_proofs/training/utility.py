"""The initial utility: its squares average out, its mean is one frequency, the rest is
a spectrum.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.script import DOMAINS, defined, fn, proof
from theory.modular.kernel_proofs.transforms.correlation import cyclic_shift
from theory.modular.kernel_proofs.transforms.double_sums import (
    pairs_added,
    pairs_product,
    pairs_scaled,
    rowwise,
)
from theory.modular.kernel_proofs.transforms.mirror import against_transform
from theory.modular.kernel_proofs.transforms.spectrum import dft_lemma
from theory.modular.kernel_proofs.transforms.waves import above_zero, full, sin_zero, unit
from theory.modular.letters import (
    MEAN,
    U_init,
    against,
    entries,
    over_pairs,
    p,
    triple,
    u,
    u_hat,
    v,
    v_hat,
    w,
    w_hat,
    wave,
    x,
    x_hat,
    zero_term,
)
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, discharge, instantiate, reflexive
from theory.proof.sums.finite import (
    added,
    constant_sum,
    empty,
    exchanged,
    scaled,
    step,
    sum_of,
    summand_equal,
)
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fact,
    fresh,
    given,
    induction,
    lam,
    put,
    ring,
    total,
)
from theory.proof.terms import COMPLEX, INT, ONE, ZERO, Term, call, eq, function, le, lt, num

TOP = p - 1


def still() -> list[Theorem]:
    """cos(0) = 1, sin(0) = 0."""
    return [fact("cos-zero"), sin_zero()]


def without_waves(f: Callable) -> Theorem:
    """sum of f(a) wave(0) = sum of f(a)."""
    turned, plain = fn(lambda a: f(a) * wave(-(ZERO * a))), fn(f)
    return summand_equal(
        turned, plain, 0, TOP, lambda a, *_: ring(eq(turned(a), plain(a)), *still())
    )


@cache
def hat_at_zero(f: Term, hat: Term) -> Theorem:
    """f^(0) is the sum of the entries."""
    (known,) = defined(f"modular.transform-{f.data[0]}")
    return combine(eq(hat(0), entries(f)), (1, at(known, ZERO)), (1, without_waves(f)))


@cache
def sum_of_correlations(f: Term) -> Theorem:
    """sum_a <f, a.x> = (sum of f) (sum of x): the correlation's frequency 0."""
    q = fresh(INT)
    whole = instantiate(against_transform(f, q), q, ZERO)  # with 0 itself, cos(0) would not settle
    rewrites = [
        without_waves(lambda a: against(f, a)),
        without_waves(f),
        without_waves(x),
    ]
    goal = eq(total(0, TOP, lambda a: against(f, a)), entries(f) * entries(x))
    left, right = whole.conclusion.args
    first = ring(eq(left, total(0, TOP, lambda a: against(f, a))), *rewrites)
    second = ring(eq(right, entries(f) * entries(x)), *rewrites)
    return combine(goal, (1, first), (1, whole), (1, second))


# --- the claims -----------------------------------------------------------------------------------


@cache
def mean_part() -> Theorem:
    """zero_term = 2/p^3 (sum u) (sum v) (sum w) (sum x)^3."""
    (known,) = defined("modular.zero-term")
    product = pairs_product(lambda a: against(u, a), lambda b: against(v, b))
    out = pairs_scaled(MEAN, lambda a, b: against(u, a) * against(v, b))
    return ring(
        eq(
            zero_term,
            2 * inv(p) ** 3 * entries(u) * entries(v) * entries(w) * entries(x) ** 3,
        ),
        known,
        out,
        product,
        sum_of_correlations(u),
        sum_of_correlations(v),
    )


@proof("modular.zero-frequency")
def zero_frequency() -> Theorem:
    """Sums of entries are transforms at frequency 0."""
    hats = [hat_at_zero(f, hat) for f, hat in ((x, x_hat), (u, u_hat), (v, v_hat), (w, w_hat))]
    goal = eq(zero_term, 2 * inv(p) ** 3 * x_hat(0) ** 3 * u_hat(0) * v_hat(0) * w_hat(0))
    return ring(goal, mean_part(), *hats)


def centred(c: Term) -> Term:
    """<w, c.x - its mean>."""
    return against(w, c) - MEAN


@cache
def centred_sum(a: Term, low: Theorem) -> Theorem:
    """sum_b <w, (a + b).x - its mean> = 0."""
    (cyclic,) = defined("modular.cyclic-x")
    outputs = fn(lambda c: against(w, c))

    def again(n):
        def entry(j, *_):
            back = at(cyclic, j - n - p)
            return ring(eq(w(j) * x(j - (n + p)), w(j) * x(j - n)), _turned(back, j, n))

        return summand_equal(
            fn(lambda j: w(j) * x(j - (n + p))), fn(lambda j: w(j) * x(j - n)), 0, TOP, entry
        )

    moved = cyclic_shift(outputs, again, a, low)
    constant = constant_sum(-MEAN, 0, TOP, full())
    spread = added(fn(lambda b: against(w, b + a)), fn(lambda b: -MEAN), 0, TOP, full())
    return ring(
        eq(total(0, TOP, lambda b: centred(a + b)), 0),
        spread,
        moved,
        sum_of_correlations(w),
        constant,
        unit(),
    )


def _turned(back: Theorem, j: Term, n: Term) -> Theorem:
    """x(j - n - p) = x(j - n), from the period."""
    return combine(eq(x(j - (n + p)), x(j - n)), (1, back))


def squares_vanish(f: Callable, first: bool) -> Theorem:
    """The double sum of f(a)^2 <w, (a + b).x - mean>, or of f(b)^2 times it, is 0."""

    def body(a, b):
        return (f(a) if first else f(b)) ** 2 * centred(a + b)

    def row(a, low, _):
        factor = f(a) ** 2
        inner = fn(lambda b: centred(a + b))
        return combine(
            eq(total(0, TOP, lambda b: factor * inner(b)), 0),
            (1, scaled(factor, inner, 0, TOP, full())),
            (factor, centred_sum(a, low)),
        )

    nothing = constant_sum(ZERO, 0, TOP, full())
    if first:
        same = rowwise(body, lambda a: ZERO, row)
        return combine(eq(over_pairs(body), 0), (1, same), (1, nothing))
    turned = exchanged(lam(body, INT, INT), 0, TOP, 0, TOP, full(), full())
    same = rowwise(lambda b, a: body(a, b), lambda b: ZERO, row)
    return combine(eq(over_pairs(body), 0), (1, turned), (1, same), (1, nothing))


@cache
def labels_summed() -> Theorem:
    """U = the mean of (z_u + z_v)^2 <w, (a + b).x - mean>: the inner product taken apart."""
    (whole,) = defined("modular.utility")
    mean = entries(x) * inv(p)

    def hidden(a, b):
        return (against(u, a) + against(v, b)) ** 2

    def paired(a, b):
        factor = hidden(a, b)
        one, two = fn(lambda c: w(c) * x(c - (a + b))), fn(lambda c: (-mean) * w(c))
        inner = fn(lambda c: w(c) * (x(c - (a + b)) - mean))
        split = [
            summand_equal(
                inner,
                fn(lambda c: one(c) + two(c)),
                0,
                TOP,
                lambda c, *_: ring(eq(inner(c), one(c) + two(c))),
            ),
            added(one, two, 0, TOP, full()),
            scaled(-mean, w_alone, 0, TOP, full()),
        ]
        whole_row = fn(lambda c: factor * w(c) * (x(c - (a + b)) - mean))
        return combine(
            eq(sum_of(whole_row, 0, TOP), factor * centred(a + b)),
            (1, scaled(factor, inner, 0, TOP, full())),
            *((factor, part) for part in split),
        )

    w_alone = fn(lambda c: w(c))

    def row(a, *_):
        return summand_equal(
            fn(lambda b: total(0, TOP, lambda c: hidden(a, b) * w(c) * (x(c - (a + b)) - mean))),
            fn(lambda b: hidden(a, b) * centred(a + b)),
            0,
            TOP,
            lambda b, *_: paired(a, b),
        )

    rows = rowwise(
        lambda a, b: total(0, TOP, lambda c: hidden(a, b) * w(c) * (x(c - (a + b)) - mean)),
        lambda a: total(0, TOP, lambda b: hidden(a, b) * centred(a + b)),
        row,
    )
    answer = over_pairs(lambda a, b: hidden(a, b) * centred(a + b))
    return combine(eq(U_init, inv(p) ** 2 * answer), (1, whole), (inv(p) ** 2, rows))


@proof("modular.utility-cross")
def utility_cross() -> Theorem:
    """(z_u + z_v)^2 multiplied out: the squares meet a sum that is 0."""
    whole, (known,) = labels_summed(), defined("modular.triple")
    (zero,) = defined("modular.zero-term")

    def z_u(a):
        return against(u, a)

    def z_v(b):
        return against(v, b)

    def products(a, b):
        return z_u(a) * z_v(b) * against(w, a + b)

    def means(a, b):
        return z_u(a) * z_v(b) * MEAN

    def ups(a, b):
        return z_u(a) ** 2 * centred(a + b)

    def downs(a, b):
        return z_v(b) ** 2 * centred(a + b)

    def cross(a, b):
        return 2 * products(a, b) + num(-2) * means(a, b)

    def rest(a, b):
        return downs(a, b) + cross(a, b)

    return ring(
        eq(U_init, 2 * inv(p) ** 2 * triple - zero_term),
        whole,
        known,
        zero,
        pairs_added(ups, rest),
        pairs_added(downs, cross),
        pairs_added(lambda a, b: 2 * products(a, b), lambda a, b: num(-2) * means(a, b)),
        squares_vanish(z_u, True),
        squares_vanish(z_v, False),
        pairs_scaled(num(2), products),
        pairs_scaled(num(-2), means),
    )


@cache
def first_apart() -> Theorem:
    """sum_{0}^{p-1} f = f(0) + sum_{1}^{p-1} f."""
    f = function("f", INT, COMPLEX)
    plain = fn(lambda q: f(q))

    def statement(top):
        return eq(sum_of(plain, 0, top), f(0) + sum_of(plain, 1, top))

    base = ring(
        statement(ZERO),
        single_term(plain),
        fact("sum-empty", bound(lt(ZERO, ONE)), n=ONE, m=ZERO, s=plain),
    )

    def next_one(top, above, now):
        lower = bound(le(ZERO - 1, top), (), [[above]])
        both = [
            step(plain, ZERO, top, lower),
            step(plain, ONE, top, bound(le(0, top), (), [[above]])),
        ]
        return ring(statement(top + 1), *both, now)

    whole = induction(statement, ZERO, base, next_one)
    last = bound(le(0, p - 1), (), [[fact("discrete", above_zero(), n=ZERO, m=p)]])
    return at(whole, p - 1, last)


def single_term(plain: Term) -> Theorem:
    """sum_0^0 f = f(0)."""
    grown = step(plain, ZERO, ZERO - 1, bound(le(ZERO - 1, ZERO - 1)))
    return ring(eq(sum_of(plain, 0, ZERO), plain(ZERO)), grown, empty(plain, ZERO))


@proof("modular.initial-utility")
def initial_utility() -> Theorem:
    """The triple correlation's spectrum without frequency 0, which is the mean's part."""
    triple_is = DEFINITIONS["modular.triple"].statement
    zero_is = DEFINITIONS["modular.zero-term"].statement
    spectrum = named(triple_is, triple, dft_lemma())
    means = named(zero_is, zero_term, mean_part())
    cross = named(zero_is, zero_term, named(triple_is, triple, utility_cross()))

    def summand(q):
        size = call("abs", x_hat(q)) ** 2
        return u_hat(q) * v_hat(q) * call("conj", w_hat(q)) * call("conj", x_hat(q)) * size

    hats = [hat_at_zero(f, hat) for f, hat in ((x, x_hat), (u, u_hat), (v, v_hat), (w, w_hat))]
    conjugates = [
        combine(
            eq(call("conj", hat(0)), entries(f)),
            (1, equal_inside(call("conj", hat(0)), hat_at_zero(f, hat))),
            (1, fact("conj-real", x=entries(f))),
        )
        for f, hat in ((x, x_hat), (w, w_hat))
    ]
    apart = put(first_apart(), f=fn(summand))
    product = over_pairs(lambda a, b: against(u, a) * against(v, b) * against(w, a + b))
    mean = zero_is.args[1]
    total_ = combine(eq(U_init, 2 * inv(p) ** 2 * product - mean), (1, cross))
    value = ring(eq(product, inv(p) * (summand(ZERO) + total(1, TOP, summand))), spectrum, apart)
    start = ring(
        eq(summand(ZERO), entries(u) * entries(v) * entries(w) * entries(x) ** 3),
        fact("abs-square", z=x_hat(0)),
        *conjugates,
        *hats,
    )
    return combine(
        eq(U_init, 2 * inv(p) ** 3 * total(1, TOP, summand)),
        (1, total_),
        (2 * inv(p) ** 2, value),
        (2 * inv(p) ** 3, start),
        (1, means),
    )


def named(definition: Term, letter: Term, theorem: Theorem) -> Theorem:
    """A theorem with the definition of a letter put in for the letter."""
    value = definition.args[1]
    return given(instantiate(discharge(definition, theorem), letter, value), reflexive(value))


def some_frequencies() -> list[Theorem]:
    """1 <= (p - 1) + 1: the sum from 1 to p - 1 has a meaning."""
    return [bound(le(1, (p - 1) + 1), (), [[fact("discrete", above_zero(), n=ZERO, m=p)]])]


DOMAINS["modular.initial-utility"] = some_frequencies
