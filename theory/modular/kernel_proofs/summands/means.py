"""One frequency of k summands: |x^ w^ prod u_j^ x^| is at most X^(k+1) times the geometric mean of
the k + 1 magnitudes, and so at most G times the mean of their squares.

By t <= exp(t - 1): the product of t_i/M is at most exp(sum t_i/M - n), which is 1 for the mean M.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.spectrum import (
    FIRST,
    LATER,
    SOME,
    all_at,
    inputs_at,
    of_input,
    ordered_inputs,
    size,
    term,
)
from theory.modular.kernel_proofs.transforms.conjugates import (
    below,
    conj,
    conjugated,
    real_part_below,
)
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import p, transform, w, x_hat
from theory.modular.letters.maxima import X
from theory.modular.letters.summands import k, product_to
from theory.proof.lemmas import exp, exp_sum, inv, log, log_below, log_product, trichotomy
from theory.proof.lemmas.limits import exp_rises
from theory.proof.lemmas.powers import power, power_positive, power_step, power_zero
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.sums.finite import empty, step, sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    fact,
    given,
    induction,
    inverse,
    positive,
    ring,
    weaker,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import INT, ONE, ZERO, Term, call, eq, implies, le, lt, num, var

M, Q = var("mean'"), var("freq'", INT)
MEAN_ABOVE, X_ABOVE = assume(lt(0, M)), assume(lt(0, X))
WEAK = assume(le(size(x_hat(Q)), X))
BASE = X**2 * M
HALF = num(1, 2)


def base_above() -> Theorem:
    """0 < X^2 M."""
    return positive(BASE, [X_ABOVE, MEAN_ABOVE])


def size_low(z: Term) -> Theorem:
    """0 <= |z|^2."""
    return bound(le(0, size(z) ** 2), (), (), [size(z)])


def size_product(*factors: Term) -> Theorem:
    """|z w ...|^2 = |z|^2 |w|^2 ..."""
    whole, sizes = factors[0], size(factors[0]) ** 2
    for one in factors[1:]:
        whole, sizes = whole * one, sizes * size(one) ** 2
    return ring(
        eq(size(whole) ** 2, sizes),
        fact("abs-square", z=whole),
        conjugated(conj(whole)),
        *(fact("abs-square", z=one) for one in factors),
        *(conjugated(conj(one)) for one in factors if one.op == "conj"),
    )


def tangent(z: Term) -> Theorem:
    """|z|^2 <= M exp(|z|^2/M - 1)."""
    own = fact("exp-tangent", x=size(z) ** 2 * inv(M) - 1)
    home = inverse(M, [MEAN_ABOVE])
    return ordered(
        le(size(z) ** 2, M * exp(size(z) ** 2 * inv(M) - 1)), [(size(z) ** 2, home)],
        [own, MEAN_ABOVE],
    )  # fmt: skip


def weak_square() -> Theorem:
    """|x^|^2 <= X^2."""
    low = fact("abs-positive", z=x_hat(Q))
    return bound(le(size(x_hat(Q)) ** 2, X**2), (), [[WEAK, low], [WEAK, X_ABOVE]])


def three_below(goal: Term, parts_: list[tuple[Theorem, Theorem, Theorem]], pairs) -> Theorem:
    """a b c <= a' b' c' from a <= a', 0 <= a, 0 <= a', and so on."""
    (one, one_low, _), (two, two_low, two_up), (three, _, three_up) = parts_
    return ordered(
        goal, pairs, [one, two_up, three_up], [two, one_low, three_up], [three, one_low, two_low]
    )


def conj_size(z: Term) -> Theorem:
    """|conj(z)|^2 = |z|^2."""
    return ring(
        eq(size(conj(z)) ** 2, size(z) ** 2),
        fact("abs-square", z=conj(z)), fact("abs-square", z=z), conjugated(conj(conj(z))),
    )  # fmt: skip


SQUARES = fn(lambda i: size(of_input(i, Q)) ** 2)


def exponent_to(j: Term) -> Term:
    """sum_1^j |u_i^|^2/M - j."""
    return sum_of(SQUARES, 1, j) * inv(M) - j


def top(j: Term) -> Term:
    """(X^2 M)^j exp(sum_1^j |u_i^|^2/M - j)."""
    return power(BASE, j) * exp(exponent_to(j))


def product_below(j: Term) -> Term:
    """|P(j)|^2 <= top(j), for j <= k."""
    return implies(le(j, k), le(size(product_to(j, Q)) ** 2, top(j)))


def no_product_below() -> Theorem:
    """|P(0)|^2 = 1 = (X^2 M)^0 exp(0)."""
    nothing = combine(eq(exponent_to(ZERO), 0), (inv(M), empty(SQUARES, ONE)))
    flat = combine(
        eq(exp(exponent_to(ZERO)), 1),
        (1, equal_inside(exp(exponent_to(ZERO)), nothing)), (1, fact("exp-zero")),
    )  # fmt: skip
    first = at(FIRST, Q)
    one = ring(
        eq(size(product_to(0, Q)) ** 2, 1),
        fact("abs-square", z=product_to(ZERO, Q)),
        combine(
            eq(conj(product_to(0, Q)), 1),
            (1, equal_inside(conj(product_to(0, Q)), first)), (1, fact("conj-real", x=ONE)),
        ),
        first,
    )  # fmt: skip
    goal = le(size(product_to(0, Q)) ** 2, top(ZERO))
    return discharge(le(ZERO, k), bound(goal, [one, power_zero(BASE, base_above()), flat]))


def longer_exponent(j: Term, low: Theorem) -> Theorem:
    """exp(sum_1^(j + 1) ... - (j + 1)) = exp(sum_1^j ... - j) exp(|u_(j + 1)^|^2/M - 1)."""
    last = size(of_input(j + 1, Q)) ** 2 * inv(M) - 1
    whole = exp(exponent_to(j + 1))
    inside = equal_inside(whole, step(SQUARES, ONE, j, bound(le(ZERO, j), (), [[low]])))
    apart = exp_sum(exponent_to(j), last)
    return combine(
        eq(whole, exp(exponent_to(j)) * exp(last)),
        (1, inside),
        (1, written(eq(inside.conclusion.args[1], apart.conclusion.args[1]), apart)),
    )


def longer_product_below(j: Term, low: Theorem, now: Theorem) -> Theorem:
    """P(j + 1) = P(j) u_(j + 1)^ conj(x^), and |u^|^2 |x^|^2 <= X^2 M exp(|u^|^2/M - 1)."""
    last = assume(le(j + 1, k))
    before = given(now, bound(le(j, k), (), [[last]]))
    own = of_input(j + 1, Q)
    one, next_one, base = product_to(j, Q), product_to(j + 1, Q), size(x_hat(Q))
    squared = combine(
        eq(size(next_one) ** 2, size(one) ** 2 * size(own) ** 2 * base**2),
        (
            size(next_one) + size(one * (own * conj(x_hat(Q)))),
            equal_inside(size(next_one), at(LATER, j, low, last, Q)),
        ),
        (1, size_product(one, own, conj(x_hat(Q)))),
        (size(one) ** 2 * size(own) ** 2, conj_size(x_hat(Q))),
    )
    raised = power_step(BASE, base_above(), j)
    up = positive(M * exp(size(own) ** 2 * inv(M) - 1), [MEAN_ABOVE])
    pj = power_positive(BASE, base_above(), j)
    top_low = bound(le(0, top(j)), (), [[pj, fact("exp-positive", x=exponent_to(j))]])
    found = three_below(
        le(size(next_one) ** 2, top(j + 1)),
        [
            (before, size_low(one), top_low),
            (tangent(own), size_low(own), weaker(up)),
            (weak_square(), size_low(x_hat(Q)), weaker(positive(X**2, [X_ABOVE]))),
        ],
        [
            (1, squared),
            (exp(exponent_to(j + 1)), raised),
            (BASE * power(BASE, j), longer_exponent(j, low)),
        ],
    )
    return discharge(last.conclusion, found)


@cache
def products_below() -> Theorem:
    """For j = 0, ..., k: |P(j)|^2 <= (X^2 M)^j exp(sum_1^j |u_i^|^2/M - j)."""
    return induction(product_below, 0, no_product_below(), longer_product_below)


@cache
def term_below() -> Theorem:
    """|term|^2 <= (X^2 M)^(k+1) exp(A/M - (k + 1))."""
    low = bound(le(0, k), (), [[SOME]])
    before = at(products_below(), k, low, bound(le(k, k)))
    own = transform(w, Q)
    z = term(Q)
    sizes = size_product(x_hat(Q), conj(own), product_to(k, Q))
    squared = combine(
        eq(size(z) ** 2, size(product_to(k, Q)) ** 2 * size(own) ** 2 * size(x_hat(Q)) ** 2),
        (1, sizes), (size(x_hat(Q)) ** 2 * size(product_to(k, Q)) ** 2, conj_size(own)),
    )  # fmt: skip
    exponent = inputs_at(Q) * inv(M) - k
    last = size(own) ** 2 * inv(M) - 1
    whole = exp(all_at(Q) * inv(M) - (k + 1))
    grown = written(eq(whole, exp(exponent) * exp(last)), exp_sum(exponent, last))
    raised = power_step(BASE, base_above(), k)
    pk = power_positive(BASE, base_above(), k)
    top_low = bound(
        le(0, power(BASE, k) * exp(exponent)), (), [[pk, fact("exp-positive", x=exponent)]]
    )
    up = positive(M * exp(last), [MEAN_ABOVE])
    facts = [
        (before, size_low(product_to(k, Q)), top_low),
        (tangent(own), size_low(own), weaker(up)),
        (weak_square(), size_low(x_hat(Q)), weaker(positive(X**2, [X_ABOVE]))),
    ]
    return three_below(
        le(size(z) ** 2, power(BASE, k + 1) * whole),
        facts,
        [(1, squared), (whole, raised), (BASE * power(BASE, k), grown)],
    )


# --- the mean of the squares ----------------------------------------------------------------------
COUNT = k + 1
CAP = HALF * p * inv(COUNT)  # c^2 = p/(2 (k + 1))
LEVEL = var("level'")  # the mean of the squares is at most this
LEVEL_ABOVE = assume(lt(0, LEVEL))


def strength(top: Term, level: Term) -> Term:
    """top^(k+1) level^((k-1)/2), in exponents."""
    return exp((k + 1) * log(top) + HALF * (k - 1) * log(level))


G = strength(X, LEVEL)
MEAN = all_at(Q) * inv(COUNT)
SHARE = assume(le(MEAN, LEVEL))


def count_above() -> Theorem:
    """0 < k + 1."""
    return bound(lt(0, COUNT), (), [[SOME]])


def cap_above() -> Theorem:
    """0 < p/(2 (k + 1))."""
    return positive(CAP, [above_zero(), count_above()])


def all_low(m: Term) -> Theorem:
    """0 <= A(m)."""
    inside = nonnegative_sum(
        fn(lambda j: size(of_input(j, m)) ** 2), 1, k, ordered_inputs(),
        lambda j, *_: size_low(of_input(j, m)),
    )  # fmt: skip
    return bound(le(0, all_at(m)), (), [[inside], [size_low(transform(w, m))]])


def log_at_most(less: Theorem, above: Theorem) -> Theorem:
    """log(x) <= log(y), from x <= y and 0 < x."""
    a, b = less.conclusion.args
    goal = le(log(a), log(b))
    return by_cases(
        trichotomy(a, b),
        lambda strict: weaker(log_below(strict, above)),
        lambda same: ordered(goal, [(1, equal_inside(log(a), same))]),
        lambda more: contradiction(bound(lt(0, 0), (), [[more], [less]]), goal),
    )


@cache
def squared_below() -> Theorem:
    """|term|^2 <= (G A/(k + 1))^2, where A is not 0."""
    above = assume(lt(0, all_at(Q)))
    count = count_above()
    mean_above = positive(MEAN, [above, count])
    told = given(instantiate(discharge(MEAN_ABOVE.conclusion, term_below()), M, MEAN), mean_above)
    base = X**2 * MEAN
    # A/M = k + 1
    home, unit = inverse(MEAN, [mean_above]), inverse(COUNT, [count])
    flat = combine(
        eq(all_at(Q) * inv(MEAN) - (k + 1), 0),
        (COUNT, home), (all_at(Q) * inv(MEAN), unit),
    )  # fmt: skip
    one = combine(
        eq(exp(all_at(Q) * inv(MEAN) - (k + 1)), 1),
        (1, equal_inside(exp(all_at(Q) * inv(MEAN) - (k + 1)), flat)), (1, fact("exp-zero")),
    )  # fmt: skip
    base_up = positive(base, [X_ABOVE, mean_above])
    raised = fact("power", base_up, x=base, y=k + 1)
    logs = combine(
        eq(log(base), 2 * log(X) + log(MEAN)),
        (1, log_product(X**2, MEAN, positive(X**2, [X_ABOVE]), mean_above)),
        (1, written(eq(log(X**2), log(X) + log(X)), log_product(X, X, X_ABOVE, X_ABOVE))),
    )
    moved = equal_inside(raised.conclusion.args[1], logs)
    logs_less = log_at_most(SHARE, mean_above)
    steps = bound(le(0, k - 1), (), [[fact("discrete", SOME, n=ZERO, m=k)]])
    exponent = (k + 1) * (2 * log(X) + log(MEAN))
    most = 2 * log(MEAN) + 2 * G.args[0]
    rise = exp_rises(bound(le(exponent, most), (), [[steps, logs_less]]))
    inner = G.args[0]
    twice = written(eq(exp(2 * inner), G * G), exp_sum(inner, inner))
    mean_log = fact("exp-log", mean_above, x=MEAN)
    double = written(eq(exp(2 * log(MEAN)), exp(log(MEAN)) ** 2), exp_sum(log(MEAN), log(MEAN)))
    apart = exp_sum(2 * log(MEAN), 2 * inner)
    value = combine(
        eq(exp(most), (G * MEAN) ** 2),
        (1, written(eq(exp(most), exp(2 * log(MEAN)) * exp(2 * inner)), apart)),
        (exp(2 * inner), double),
        (exp(2 * inner) * (exp(log(MEAN)) + MEAN), mean_log),
        (MEAN**2, twice),
    )
    final = written(
        eq(moved.conclusion.args[1], exp(exponent)),
        ring(eq(moved.conclusion.args[1], exp(exponent))),
    )
    return ordered(
        le(size(term(Q)) ** 2, (G * MEAN) ** 2),
        [
            (power(base, k + 1), one),
            (1, raised),
            (1, moved),
            (1, final),
            (1, value),
        ],
        [told], [rise],
    )  # fmt: skip


@cache
def real_below() -> Theorem:
    """Re term <= G A/(k + 1), where no mean square is above the level."""
    z = term(Q)
    goal = le(size(z), G * MEAN)
    low = all_low(Q)
    gap = fact("exp-positive", x=G.args[0])
    top = bound(le(0, G * MEAN), (), [[gap, low, positive(inv(COUNT), [count_above()])]])

    def some_there(above):
        squares = given(discharge(lt(0, all_at(Q)), squared_below()), above)
        return below(size(z), G * MEAN, top, squares)

    def none(same):
        """A = 0: w^ = 0, and the term with it."""
        own = transform(w, Q)
        inside = nonnegative_sum(
            fn(lambda j: size(of_input(j, Q)) ** 2), 1, k, ordered_inputs(),
            lambda j, *_: size_low(of_input(j, Q)),
        )  # fmt: skip
        flat = ordered(le(size(own) ** 2, 0), [(1, same)], [inside])
        sizes = size_product(x_hat(Q), conj(own), product_to(k, Q))
        a, b = size(x_hat(Q)), size(product_to(k, Q))
        zero = ordered(
            le(size(z) ** 2, (G * MEAN) ** 2),
            [(1, sizes), (a**2 * b**2, conj_size(own))],
            [flat, a * b], [G * MEAN],
        )  # fmt: skip
        return below(size(z), G * MEAN, top, zero)

    sized = by_cases(
        trichotomy(all_at(Q)),
        lambda less: contradiction(bound(lt(0, 0), (), [[less], [low]]), goal),
        none,
        some_there,
    )
    own = real_part_below(
        z, size(z), fact("abs-positive", z=z),
        combine(eq(z * conj(z), size(z) ** 2), (1, fact("abs-square", z=z))),
    )  # fmt: skip
    return bound(le(call("re", z), G * MEAN), (), [[own], [sized]])
