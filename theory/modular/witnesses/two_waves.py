"""An encoding x that is the sum of the waves of two frequencies, and u = v = w proportional to it:
both frequencies are in balance, the norm is 1 and the utility is positive, for every odd p.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.hessian.converse import (
    balanced,
)
from theory.modular.kernel_proofs.hessian.critical import (
    T,
    conjugate_in_sums,
    cosine_sum,
    in_half,
    in_sums,
    inner_mixed,
    inner_wave,
    no_wave,
)
from theory.modular.kernel_proofs.hessian.expansion import of_mixed
from theory.modular.kernel_proofs.hessian.moved_weight import FARTHER, OTHER
from theory.modular.kernel_proofs.maxima.maximum import at_frequency
from theory.modular.kernel_proofs.maxima.single import (
    INSIDE,
    M,
    elsewhere,
    frequency_bounds,
    there,
    wave_vector,
)
from theory.modular.kernel_proofs.script import I, fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import real_is
from theory.modular.kernel_proofs.transforms.halves import half_low, odd
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import p, transform, utility_of, x_hat
from theory.modular.letters.hessian import inner, mixed
from theory.modular.letters.utility import half, unit
from theory.modular.witnesses.hessian import conjugate_is, in_balance
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import (
    Theorem,
    assume,
    discharge,
    disjoin,
)
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    differs,
    equal_inside,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    inverse,
    positive,
    ring,
    weaker,
    written,
)
from theory.proof.tactics.linear import signed_order
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    call,
    eq,
    implies,
    joined,
    le,
    lt,
    negation,
    num,
    substituted,
)

WAVES = {m: wave_vector(ONE, ZERO, m) for m in (M, OTHER)}
ENCODING = mixed(WAVES[M], WAVES[OTHER], ONE, ONE)
SPECTRUM = fn(lambda q: transform(ENCODING, q))
HEIGHT = inv(sqrt(3 * p))
PART = fn(lambda a: HEIGHT * ENCODING(a))  # u, v and w
PARTS = (PART, PART, PART)
TOP_VALUE = num(1, 2) * p
STRENGTH = HEIGHT * TOP_VALUE**4


def of_other(theorem: Theorem) -> Theorem:
    """A theorem about m, at the other frequency."""
    first = bound(le(1, OTHER), (), [[INSIDE[0]], [FARTHER[0]]])
    return at_frequency(theorem, OTHER, first, FARTHER[1])


@cache
def elsewhere_of_both(q: Term) -> list[Theorem]:
    """not q = m -> the wave of m has nothing at q, for both frequencies; 1 <= q <= half."""
    apart = assume(negation(eq(q, M)))
    low, high = assume(le(1, q)), assume(le(q, half))
    nothing = discharge(apart.conclusion, no_wave(ONE, ZERO, q, low, high, apart))
    return [nothing, of_other(nothing)]


@cache
def here_of_both() -> list[Theorem]:
    """The wave of m has p/2 at m, and so the other one."""
    known = there(ONE, ZERO, M, frequency_bounds())
    value = combine(eq(transform(WAVES[M], M), TOP_VALUE), (1, known))
    return [value, of_other(value)]


def spread(q: Term) -> Theorem:
    """x^(q) is the sum of both transforms."""
    return of_mixed(WAVES[M], WAVES[OTHER], ONE, ONE, q)


@cache
def strong() -> list[Theorem]:
    """x^ = p/2 at both frequencies."""
    found = []
    for mine, other, at_m in ((0, 1, M), (1, 0, OTHER)):
        q = fresh(INT)
        low, high = le(1, q), le(q, half)
        nothing = everywhere(q, elsewhere_of_both(q)[other], low, high)
        first = bound(le(1, at_m), (), [[INSIDE[0]], [FARTHER[0]]])
        last = bound(le(at_m, half), (), [[INSIDE[1]], [FARTHER[1]]])
        goal = negation(eq(at_m, (M, OTHER)[other]))
        zero = at(nothing, at_m, first, last, differs(FARTHER[0], goal))
        value = here_of_both()[mine]
        found.append(
            combine(eq(SPECTRUM(at_m), TOP_VALUE), (1, spread(at_m)), (1, zero), (1, value))
        )
    return found


def either_value(q: Term) -> Term:
    """x^(q) = p/2 or x^(q) = 0."""
    return joined("or", eq(x_hat(q), TOP_VALUE), eq(x_hat(q), ZERO))


TWO_VALUES = assume(forall(lambda q: implies(le(1, q), le(q, half), either_value(q)), INT))
PROPORTIONAL = assume(forall(lambda q: eq(transform(PART, q), HEIGHT * x_hat(q)), INT))


def two_values() -> Theorem:
    """TWO_VALUES, for the spectrum of this encoding."""
    q = fresh(INT)
    low, high = le(1, q), le(q, half)
    goal = substituted(either_value(q), {x_hat: SPECTRUM})
    first, second = goal.args

    def at_one(place):
        def use(same):
            value = strong()[place]
            moved = equal_inside(SPECTRUM(q), same)
            return disjoin(goal, combine(first, (1, moved), (1, value)))

        return use

    def none(far, apart):
        zeros = [given(*pair) for pair in zip(elsewhere_of_both(q), (apart, far))]
        return disjoin(goal, combine(second, (1, spread(q)), *((1, one) for one in zeros)))

    shown = by_cases(
        eq(q, M),
        at_one(0),
        lambda apart: by_cases(eq(q, OTHER), at_one(1), lambda far: none(far, apart)),
    )
    return everywhere(q, shown, low, high)


def proportional(q: Term) -> Theorem:
    """(A x)^(q) = A x^(q)."""
    known = of_mixed(ENCODING, ENCODING, HEIGHT, ZERO, q)
    return combine(eq(transform(PART, q), HEIGHT * SPECTRUM(q)), (1, known))


@cache
def mixture_balanced() -> Theorem:
    """u = v = w = A x is balanced: every x^(q) is p/2 or 0."""
    q = fresh(INT)
    low, high = assume(le(1, q)), assume(le(q, half))
    here = at(PROPORTIONAL, q)

    def valued(known):
        rewrites = [here, conjugate_is(here), fact("abs-square", z=x_hat(q))]
        return in_balance(q, [*rewrites, conjugate_is(known), known], PARTS, STRENGTH)

    shown = by_cases(at(TWO_VALUES, q, low, high), valued, valued)
    every = everywhere(q, shown, low.conclusion, high.conclusion)
    return written(balanced(PARTS, STRENGTH), every)


@cache
def no_mean() -> Theorem:
    """x^(0) = 0, and so the transform of A x."""
    q = fresh(INT)
    premises = [le(0, q), le(q, TOP), negation(eq(M, q)), negation(eq(p - M, q))]
    first, last, other, mirror = map(assume, premises)
    nothing = everywhere(q, elsewhere(ONE, ZERO, q, [first, last], other, mirror), *premises)
    zeros = []
    for m, known in ((M, nothing), (OTHER, of_other(nothing))):
        above = bound(lt(0, m), (), [[INSIDE[0]], [FARTHER[0]]])
        below = bound(lt(0, p - m), [odd()], [[INSIDE[1]], [FARTHER[1]], [half_low()]])
        inside = [bound(le(0, 0)), bound(le(0, TOP), [odd()], [[half_low()]])]
        apart = [differs(above, negation(eq(m, ZERO))), differs(below, negation(eq(p - m, ZERO)))]
        zeros.append(at(known, ZERO, *inside, *apart))
    return combine(
        eq(transform(PART, ZERO), 0),
        (1, proportional(ZERO)),
        (HEIGHT, spread(ZERO)),
        *((HEIGHT, one) for one in zeros),
    )


@cache
def on_sphere() -> Theorem:
    """3 A^2 |x|^2 = 1: <x, wave> = p/2 for both waves."""
    halves = []
    for m, value in zip((M, OTHER), strong()):
        cosines = combine(
            eq(cosine_sum(ENCODING, m), TOP_VALUE),
            (num(1, 2), in_sums(ENCODING, m)),
            (num(1, 2), conjugate_in_sums(ENCODING, m)),
            (num(1, 2), value),
            (num(1, 2), conjugate_is(value)),
        )
        own = inner_wave(ENCODING, ONE, ZERO, m)
        halves.append(combine(eq(inner(ENCODING, WAVES[m]), TOP_VALUE), (1, own), (1, cosines)))
    square = combine(
        eq(inner(ENCODING, ENCODING), p),
        (1, inner_mixed(ENCODING, WAVES[M], WAVES[OTHER], ONE, ONE)),
        *((1, one) for one in halves),
    )
    above = positive(3 * p, [above_zero()])
    root = fact("sqrt-square", weaker(above), x=3 * p)
    own = inverse(sqrt(3 * p), [positive(sqrt(3 * p), [above])])
    level = combine(eq(3 * HEIGHT**2 * p, 1), (HEIGHT**2, root), (sqrt(3 * p) * HEIGHT + 1, own))
    scaled_ = combine(
        eq(inner(PART, PART), HEIGHT**2 * p),
        (1, inner_mixed(PART, ENCODING, ENCODING, HEIGHT, ZERO)),
        (HEIGHT, inner_mixed(ENCODING, ENCODING, ENCODING, HEIGHT, ZERO)),
        (HEIGHT**2, square),
    )
    return combine(unit(*PARTS), (3, scaled_), (1, level))


@cache
def utility_above() -> Theorem:
    """0 < U: every Re T(q) is A^3 (p/2)^6 or 0, and the first of them at m."""
    HERE = assume(eq(x_hat(M), TOP_VALUE))
    height = positive(HEIGHT, [above_zero()])

    def real(q, known, value):
        here = at(PROPORTIONAL, q)
        rewrites = [here, conjugate_is(here), fact("abs-square", z=x_hat(q))]
        whole = ring(eq(ONE * T(PARTS, q), value + I * ZERO), *rewrites, conjugate_is(known), known)
        return real_is(T(PARTS, q), value, ZERO, ONE, whole)

    most = HEIGHT**3 * TOP_VALUE**6
    most_above = positive(most, [above_zero(), height])

    def proof_at(q, low, high):
        goal = le(0, call("re", T(PARTS, q)))
        return by_cases(
            at(TWO_VALUES, q, low, high),
            lambda known: signed_order(
                goal, ((ONE, real(q, known, most)),), (ONE, (most_above,), ONE)
            ),
            lambda known: signed_order(goal, ((ONE, real(q, known, ZERO)),)),
        )

    summand = fn(lambda q: call("re", T(PARTS, q)))
    less = term_below_sum(summand, M, 1, half, *INSIDE, proof_at)
    down = positive(inv(p), [above_zero()])
    above = signed_order(
        lt(0, less.conclusion.args[1]),
        ((ONE, real(M, HERE, most)),),
        (ONE, (less,), ONE),
        (ONE, (most_above,), ONE),
    )
    whole = signed_order(
        lt(0, utility_of(*PARTS)),
        ((ONE, in_half(PARTS)),),
        (num(4), (down, down, down, above), ONE),
    )
    return discharge(HERE.conclusion, whole)
