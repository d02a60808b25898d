"""k + 1 waves of one frequency are a local maximum of the utility with k summands: for k > 1 of
every frequency, since near them the others have too little; for any k of the strongest one.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.local_maxima import (
    ALL,
    all_above,
    below_all,
    flipped,
    shown_of,
)
from theory.modular.kernel_proofs.maxima.maximum import ABOVE, IS_X
from theory.modular.kernel_proofs.maxima.single import PRESENT, M, elsewhere
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.existence import tuples
from theory.modular.kernel_proofs.summands.maximum import as_much, with_products
from theory.modular.kernel_proofs.summands.means import (
    CAP,
    COUNT,
    HALF,
    all_low,
    cap_above,
    count_above,
    strength,
)
from theory.modular.kernel_proofs.summands.spectrum import (
    SCALE,
    all_at,
    half_norm,
    of_input,
    size,
)
from theory.modular.kernel_proofs.summands.strongest import (
    ALPHA,
    BETA,
    HERE,
    VECTORS,
    V,
    not_there,
    placed,
)
from theory.modular.kernel_proofs.summands.upper import (
    TUPLES,
    UNIT,
    bounded,
    from_terms,
    placed_below,
    printed,
    share,
    upper,
)
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import above_zero, full
from theory.modular.kernel_proofs.transforms.waves import unit as p_unit
from theory.modular.letters import p, transform, w, wave, x_hat
from theory.modular.letters.maxima import X
from theory.modular.letters.summands import input_of, inputs, k, tuple_sum
from theory.modular.letters.summands_maxima import carries, distance, local_maximum
from theory.modular.letters.summands_maximum import utility
from theory.modular.letters.utility import half
from theory.proof.lemmas import exp, inv, log, log_product
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    reflexive,
    witness,
)
from theory.proof.sums.finite import added, scaled, sum_of, summand_equal
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    fact,
    filled,
    fresh,
    given,
    inverse,
    lam,
    obtain,
    positive,
    ring,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, negation, num, substituted, var

SEVERAL = assume(lt(1, k))
ALPHA_, BETA_ = var("alpha'"), var("beta'")
OTHER = var("other'", w.sort)


# --- transforms of sums of two vectors ------------------------------------------------------------
@cache
def _mixed() -> Theorem:
    """(alpha f + beta g)^(q) = alpha f^(q) + beta g^(q)."""
    q = var("q'", INT)
    one = fn(lambda a: w(a) * wave(-(q * a)))
    other = fn(lambda a: OTHER(a) * wave(-(q * a)))
    left, right = fn(lambda a: ALPHA_ * one(a)), fn(lambda a: BETA_ * other(a))
    mixture = fn(lambda a: ALPHA_ * w(a) + BETA_ * OTHER(a))
    apart = summand_equal(
        fn(lambda a: mixture(a) * wave(-(q * a))),
        fn(lambda a: left(a) + right(a)),
        0,
        TOP,
        lambda a, *_: ring(eq(mixture(a) * wave(-(q * a)), left(a) + right(a))),
    )
    return combine(
        eq(transform(mixture, q), ALPHA_ * sum_of(one, 0, TOP) + BETA_ * sum_of(other, 0, TOP)),
        (1, apart),
        (1, added(left, right, 0, TOP, full())),
        (1, scaled(ALPHA_, one, 0, TOP, full())),
        (1, scaled(BETA_, other, 0, TOP, full())),
    )


def mixed_transform(alpha: Term, f: Term, beta: Term, g: Term, q: Term) -> Theorem:
    """(alpha f + beta g)^(q) = alpha f^(q) + beta g^(q)."""
    return instantiate(_mixed(), ALPHA_, alpha, w, f, BETA_, beta, OTHER, g, var("q'", INT), q)


def mixture(alpha: Term, beta: Term) -> dict[Term, Term]:
    """alpha (u_1, ..., u_k, w) + beta (V, ..., V), V the wave of the frequency m."""
    return {
        inputs: lam(lambda j, a: alpha * inputs(j, a) + beta * V(a), INT, INT),
        w: fn(lambda a: alpha * w(a) + beta * V(a)),
    }


# --- near the waves, other frequencies have little ------------------------------------------------
STEEP = 2 * (k + 1) * inv(k - 1)
SMALL = CAP * exp(-(STEEP * (log(ALL) - log(X))))
RADIUS = 2 * COUNT * inv(p) * SMALL
WITHIN = assume(lt(distance(VECTORS[inputs], V, inputs, w), RADIUS))


def small_above() -> Theorem:
    """0 < the level below which a frequency cannot gain."""
    return positive(SMALL, [cap_above()])


@cache
def same_strength() -> Theorem:
    """ALL^(k+1) small^((k-1)/2) = X^(k+1) c^(k-1)."""
    tail = SMALL.args[1]
    logs = log_product(CAP, tail, cap_above(), fact("exp-positive", x=tail.args[0]))
    whole = combine(
        eq(log(SMALL), log(CAP) - STEEP * (log(ALL) - log(X))),
        (1, logs), (1, fact("log-exp", x=tail.args[0])),
    )  # fmt: skip
    one = inverse(k - 1, [bound(lt(0, k - 1), (), [[SEVERAL]])])
    left, right = strength(ALL, SMALL), strength(X, CAP)
    exponents = combine(
        eq(left.args[0], right.args[0]),
        (HALF * (k - 1), whole), ((k + 1) * (log(ALL) - log(X)), one),
    )  # fmt: skip
    return equal_inside(left, exponents)


def little(q: Term, low: Theorem, high: Theorem, apart: Theorem) -> Theorem:
    """A(q) <= p |theta - waves|^2/2, for q in 1, ..., half, not m."""
    gap = mixture(ONE, num(-1))
    zero = not_there(q, bound(le(0, q), (), [[low]]), high, apart)

    def of_gap(thing):
        return opened_at(thing, gap)

    def same(f):
        """|(f - V)^(q)|^2 = |f^(q)|^2."""
        moved = mixed_transform(ONE, f, num(-1), V, q)
        plain = combine(eq(moved.conclusion.args[0], transform(f, q)), (1, moved), (1, zero))
        sizes = equal_inside(size(plain.conclusion.args[0]), plain)
        a, b = sizes.conclusion.args
        return combine(eq(a**2, b**2), (a + b, sizes))

    rows = summand_equal(
        fn(lambda j: size(transform(fn(lambda a: gap[inputs](j, a)), q)) ** 2),
        fn(lambda j: size(of_input(j, q)) ** 2),
        1,
        k,
        lambda j, *_: same(input_of(j)),
    )
    whole = of_gap(half_norm())
    there = fn(lambda m: of_gap(all_at(m)))
    own = term_below_sum(there, q, 1, half, low, high, lambda m, *_: of_gap(all_low(m)))
    far = distance(VECTORS[inputs], V, inputs, w)
    return ordered(
        le(2 * all_at(q), p * far),
        [(1, whole), (2, rows), (2, same(fn(lambda a: w(a))))],
        [own], [own], [of_gap(all_low(ZERO))],
    )  # fmt: skip


def opened_at(thing, table: dict[Term, Term]):
    """A theorem or a term about u_j and w, at these vectors."""
    return filled(thing, table) if isinstance(thing, Theorem) else substituted(thing, table)


@cache
def nearby() -> Theorem:
    """U is at most that of the waves, for a unit vector near them; k > 1."""
    strong = strength(X, CAP)

    def proof_at(q, low, high):
        def here(same):
            weak = ordered(
                le(size(x_hat(q)), X), [(1, equal_inside(size(x_hat(q)), same)), (1, IS_X)]
            )
            mean = ordered(
                le(all_at(q) * inv(COUNT), CAP), [(HALF * p * inv(COUNT), UNIT)],
                [share(q, low, high), positive(HALF * inv(COUNT), [count_above()])],
            )  # fmt: skip
            return placed_below(q, X, CAP, cap_above(), ABOVE, weak, mean)

        def other(apart):
            half_scale = positive(HALF * inv(COUNT), [count_above()])
            p_scale = positive(HALF * p * inv(COUNT), [above_zero(), count_above()])
            mean = ordered(
                le(all_at(q) * inv(COUNT), SMALL),
                [(COUNT * inv(COUNT) * SMALL, p_unit()), (SMALL, inverse(COUNT, [count_above()]))],
                [little(q, low, high, apart), half_scale], [WITHIN, p_scale],
            )  # fmt: skip
            told = placed_below(
                q, ALL, SMALL, small_above(), total_above(), below_all(q, low, high), mean
            )
            goal = le(told.conclusion.args[0], strong * (all_at(q) * inv(COUNT)))
            return ordered(goal, [(all_at(q) * inv(COUNT), same_strength())], [told])

        return by_cases(eq(q, M), here, other)

    whole = from_terms(strong, fact("exp-positive", x=strong.args[0]), proof_at)
    return ordered(
        le(utility(tuple_sum), printed()),
        [(1, bounded()), (SCALE * (p * inv(COUNT) * strong), UNIT)], [whole],
    )  # fmt: skip


def present() -> Theorem:
    """0 < |x^(m)|."""
    return ordered(lt(0, HERE), [(1, IS_X)], [ABOVE])


def total_above() -> Theorem:
    """0 < the sum of all magnitudes."""
    return given(discharge(PRESENT.conclusion, all_above()), present())


# --- the waves are a local maximum ----------------------------------------------------------------
def alone() -> Theorem:
    """The transform of the wave is 0 but at +-m."""
    q = fresh(INT)
    inside = [assume(le(0, q)), assume(le(q, TOP))]
    apart = [assume(negation(eq(q, M))), assume(negation(eq(q, p - M)))]
    zero = elsewhere(ALPHA, BETA, q, inside, *map(flipped, apart))
    return everywhere(q, zero, *(one.conclusion for one in (*inside, *apart)))


def carried(less: Theorem, within: Theorem, above: Theorem) -> Theorem:
    """The frequency m carries a local maximum: ``less`` says that no unit vector ``within`` a
    distance has more than the waves, ``above`` that this distance is positive.
    """
    radius = above.conclusion.args[1]

    def use(sums, known):
        told, norm, value = as_much(sums, known)
        own = with_products(less, {inputs: inputs})
        own = ordered(le(utility(tuple_sum), utility(sums)), [(1, value)], [own])
        for one in (within, UNIT):
            own = discharge(one.conclusion, own)
        own = discharge(TUPLES, own)
        f, h, s = (fresh(one.sort) for one in (inputs, w, tuple_sum))
        own = instantiate(own, inputs, f, w, h, tuple_sum, s)
        for letter in (s, h, f):
            own = generalise(own, letter)
        _, around = local_maximum(VECTORS[inputs], V, sums).args
        local = conjoin(norm, witness(around, radius, conjoin(above, own)))
        j = fresh(INT)
        rows = everywhere(j, alone(), le(1, j), le(j, k))
        values = [VECTORS[inputs], V, sums]
        return shown_of(carries(M), values, conjoin(told, local, rows, alone()))

    return obtain(placed(tuples()), use)


def of_magnitude(theorem: Theorem) -> Theorem:
    """A theorem about the magnitude X of the frequency m, from 0 < |x^(m)| alone."""
    for one in (ABOVE, IS_X):
        theorem = discharge(one.conclusion, theorem)
    return given(instantiate(theorem, X, HERE), reflexive(HERE), PRESENT)


@cache
def several() -> Theorem:
    """For k > 1 every frequency m that x has carries a local maximum."""
    above = positive(RADIUS, [small_above(), count_above(), above_zero()])
    return of_magnitude(carried(nearby(), WITHIN, above))


@cache
def strongest() -> Theorem:
    """For any k the strongest frequency carries a local maximum."""
    far = assume(lt(distance(VECTORS[inputs], V, inputs, w), ONE))
    return carried(upper(), far, bound(lt(0, ONE)))
