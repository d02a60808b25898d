"""Every frequency that x has carries a local maximum: near its neuron others have too little."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.maxima.maximum import (
    UNIT,
    at_frequency,
    attained,
    bounded,
    odd_p,
    strength,
)
from theory.modular.kernel_proofs.maxima.single import (
    INSIDE,
    NEURON,
    PAIRS,
    PRESENT,
    M,
    concrete,
    elsewhere,
    neuron,
)
from theory.modular.kernel_proofs.maxima.upper_bound import (
    ROOT,
    at_most,
    low,
    mean_of_three,
    share,
    size,
    summand_below,
    weak_frequency,
)
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.correlation import parseval
from theory.modular.kernel_proofs.transforms.halves import (
    T,
    folded_odd,
    half_low,
    odd,
    some,
    squares,
)
from theory.modular.kernel_proofs.transforms.waves import above_zero, full, unit
from theory.modular.letters import p, transform, u, u_hat, v, v_hat, w, w_hat, wave, x_hat
from theory.modular.letters.maxima import X_least, carries, distance, local_maximum, maxima
from theory.modular.letters.utility import HAT, half
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    conjunct,
    discharge,
    generalise,
    instantiate,
    order,
    reflexive,
    witness,
)
from theory.proof.sums.finite import added, constant_sum, scaled, sum_of, summand_equal
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    positive,
    ring,
    total,
    weaker,
)
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    both,
    call,
    eq,
    le,
    lt,
    negation,
    num,
    opened,
)

ALL = total(1, half, lambda q: size(x_hat(q)))  # at least every |x^(q)|
HERE = size(x_hat(M))
EPSILON = HERE**3 * ROOT * inv(ALL) ** 3
RADIUS = 3 * EPSILON**2 * inv(p)


def below_all(q: Term, q_low: Theorem, q_high: Theorem) -> Theorem:
    """|x^(q)| <= sum of all."""
    summand = fn(lambda k: size(x_hat(k)))
    return term_below_sum(summand, q, 1, half, q_low, q_high, lambda k, *_: low(x_hat(k)))


@cache
def all_above() -> Theorem:
    """0 < sum of all |x^(q)|."""
    return bound(lt(0, ALL), (), [[PRESENT], [below_all(M, *INSIDE)]])


@cache
def epsilon_above() -> Theorem:
    """0 < epsilon."""
    return positive(EPSILON, [PRESENT, all_above(), above_zero()])


def small_frequency(q: Term, q_low: Theorem, q_high: Theorem, near: Theorem) -> Theorem:
    """Re T(q) <= K squares(q), from squares(q) <= 3 epsilon^2: K belongs to the frequency m."""
    sizes = [size(hat(q)) for hat in (u_hat, v_hat, w_hat)]
    lows = [low(hat(q)) for hat in (u_hat, v_hat, w_hat)]
    mean = mean_of_three(sizes, lows, EPSILON, weaker(epsilon_above()), near)
    here, product = size(x_hat(q)), sizes[0] * sizes[1] * sizes[2]
    less = below_all(q, q_low, q_high)
    top_low = weaker(all_above())
    grown = order(
        le(here**3 * product, ALL**3 * product),
        (),
        (
            (ONE, (less, *lows), ALL),
            (ONE, (less, *lows, low(x_hat(q)), top_low), ONE),
            (ONE, (less, *lows), here),
        ),
    )
    down = fact("inverse", differs(all_above(), negation(eq(ALL, 0))), z=ALL)
    level = ring(eq(ALL**3 * EPSILON, HERE**3 * ROOT), down)
    return order(
        le(call("re", T(q)), strength(HERE) * squares(q)),
        ((num(1, 3) * squares(q), level),),
        (
            (ONE, (summand_below(q),), ONE),
            (ONE, (grown,), ONE),
            (num(1, 3), (mean, top_low, top_low, top_low), ONE),
        ),
    )


def not_in_neuron(f: Term, q: Term, inside: list[Theorem], apart: Theorem, far: Theorem) -> Theorem:
    """The transform of the neuron is 0 at q."""
    return elsewhere(*PAIRS[f], q, inside, apart, far)


def near_there(f: Term, q: Term, inside: list[Theorem], zero: Theorem) -> Theorem:
    """|f^(q)|^2 <= p sum_a (f(a) - n(a))^2, where the neuron n has nothing at q."""
    n, hat = NEURON[f], HAT[f]
    (hat_is,) = defined(f"modular.transform-{f.data[0]}")
    gap = fn(lambda a: f(a) - n(a))
    gap_hat = fn(lambda k: transform(gap, k))
    definition = DEFINITIONS["modular.transform-u"].statement
    whole = instantiate(discharge(definition, parseval(u, u_hat)), u, gap, u_hat, gap_hat)
    letter = fresh(INT)
    own = given(whole, generalise(reflexive(transform(gap, letter)), letter))
    plain = fn(lambda a: f(a) * wave(-(q * a)))
    turned = fn(lambda a: num(-1) * (n(a) * wave(-(q * a))))
    moved = fn(lambda a: n(a) * wave(-(q * a)))
    split = summand_equal(
        fn(lambda a: gap(a) * wave(-(q * a))),
        fn(lambda a: plain(a) + turned(a)),
        0,
        TOP,
        lambda a, *_: ring(eq(gap(a) * wave(-(q * a)), plain(a) + turned(a))),
    )
    same = combine(
        eq(transform(gap, q), hat(q)),
        (1, split),
        (1, added(plain, turned, 0, TOP, full())),
        (1, scaled(num(-1), moved, 0, TOP, full())),
        (1, zero),
        (1, at(hat_is, q)),
    )
    summand = fn(lambda k: size(gap_hat(k)) ** 2)
    first, last = inside
    less = term_below_sum(
        summand,
        q,
        0,
        TOP,
        first,
        last,
        lambda k, *_: bound(le(0, summand(k)), (), (), [size(gap_hat(k))]),
    )
    sizes = equal_inside(size(transform(gap, q)), same)
    distance_ = total(0, TOP, lambda a: (f(a) - n(a)) ** 2)
    spread = combine(
        eq(p * distance_, sum_of(summand, 0, TOP)), (p, own), (sum_of(summand, 0, TOP), unit())
    )
    there, here = size(transform(gap, q)), size(hat(q))
    return order(
        le(here**2, p * distance_),
        ((num(-1), spread), (num(-1) * (there + here), sizes)),
        ((ONE, (less,), ONE),),
    )


def flipped(apart: Theorem) -> Theorem:
    """not b = a, from not a = b."""
    a, b = apart.conclusion.args[0].args
    return discharge(eq(b, a), given(apart, combine(eq(a, b), (1, assume(eq(b, a))))))


@cache
def nearby() -> Theorem:
    """U <= that of the neuron, for a unit vector with |(u, v, w) - neuron|^2 < radius."""
    far = distance(NEURON[u], NEURON[v], NEURON[w], u, v, w)
    within = assume(lt(far, RADIUS))

    def proof_at(q, q_low, q_high):
        def here(same):
            """q = m: |x^(q)| <= |x^(m)|."""
            less = order(
                le(size(x_hat(q)), HERE), ((num(1), equal_inside(size(x_hat(q)), same)),), ()
            )
            return weak_frequency(q, HERE, less, low(x_hat(M)), share(q, q_low, q_high))

        def other(apart):
            first = bound(le(0, q), (), [[q_low]])
            last = bound(le(q, TOP), [odd()], [[q_high], [half_low()]])
            beyond = differs(
                bound(lt(q, p - M), [odd()], [[q_high], [INSIDE[1]]]), negation(eq(p - M, q))
            )
            pieces = [
                near_there(
                    f,
                    q,
                    [first, last],
                    not_in_neuron(f, q, [first, last], flipped(apart), beyond),
                )
                for f in (u, v, w)
            ]
            near = order(
                le(squares(q), 3 * EPSILON**2),
                ((num(3) * EPSILON**2, unit()),),
                (*((ONE, (one,), ONE) for one in pieces), (ONE, (above_zero(), within), ONE)),
            )
            return small_frequency(q, q_low, q_high, near)

        return by_cases(eq(q, M), here, other)

    K_low = weaker(positive(strength(HERE), [PRESENT, above_zero()]))
    whole = at_most(strength(HERE), K_low, proof_at)
    _, value = neuron()
    same = combine(
        eq(whole.conclusion.args[1], value.conclusion.args[0]),
        (1, bounded(HERE)),
        (1, attained(HERE)),
        (1, value),
    )
    own = whole.conclusion.args[0]
    less = order(le(own, value.conclusion.args[0]), ((num(1), same),), ((ONE, (whole,), ONE),))
    f, g, h = (fresh(one.sort) for one in (u, v, w))
    closed = discharge(UNIT, discharge(within.conclusion, less))
    closed = concrete(closed, f, g, h)
    for letter in (h, g, f):
        closed = generalise(closed, letter)
    return closed


def shown_of(existence: Term, values: list[Term], theorem: Theorem) -> Theorem:
    """there are f, g, ... with P, from P at these values."""
    first, *others = values
    if not others:
        return witness(existence, first, theorem)
    return witness(existence, first, shown_of(opened(existence, (first,)), others, theorem))


@cache
def local() -> Theorem:
    """The neuron of the frequency m is a local maximum on the sphere."""
    norm, _ = neuron()
    goal = local_maximum(*(NEURON[f] for f in (u, v, w)))
    sphere, around = goal.args
    radius = positive(RADIUS, [epsilon_above(), above_zero()])
    there = witness(around, RADIUS, conjoin(radius, nearby()))
    assert norm.conclusion is sphere
    return conjoin(norm, there)


def alone(f: Term) -> Theorem:
    """The transform of the neuron is 0 but at +-m."""
    q = fresh(INT)
    inside = [assume(le(0, q)), assume(le(q, TOP))]
    apart = [assume(negation(eq(q, M))), assume(negation(eq(q, p - M)))]
    zero = not_in_neuron(f, q, inside, *map(flipped, apart))
    return everywhere(q, zero, *(one.conclusion for one in (*inside, *apart)))


@cache
def carried() -> Theorem:
    """The frequency m carries a local maximum."""
    vectors = [NEURON[f] for f in (u, v, w)]
    return shown_of(carries(M), vectors, conjoin(local(), *(alone(f) for f in (u, v, w))))


def beyond_half(carries_: Callable, q: Term, q_high: Theorem) -> Theorem:
    """p - q is not below p/2 and does not count."""
    condition = both(lt(2 * (p - q), p), carries_(p - q))
    holds = assume(condition)
    first = conjunct(holds, condition.args[0])
    false = order(
        lt(ZERO, ZERO),
        ((num(-1), odd()),),
        ((ONE, (first,), ONE), (num(2), (q_high,), ONE), (ONE, (), ONE)),
    )
    no = discharge(condition, contradiction(false, FALSE))
    return fact("ite-false", no, P=condition, z=ONE, w=ZERO)


@proof("modular.no-other-maxima")
def no_other_maxima() -> Theorem:
    """Each of the frequencies 1, ..., half counts once, those above p/2 do not count."""
    (known,) = defined("modular.maxima")
    least, _ = defined("modular.least")
    above = assume(lt(0, X_least))
    summed = known.conclusion.args[1]
    summand = fn(lambda q: opened(summed, (q,)))

    def proof_at(q, q_low, q_high):
        last = bound(le(q, TOP), [odd()], [[q_high], [half_low()]])
        there = bound(lt(0, size(x_hat(q))), (), [[above], [at(least, q, q_low, last)]])
        lower = bound(lt(2 * q, p), [odd()], [[q_high]])
        found = at_frequency(discharge(PRESENT.conclusion, carried()), q, q_low, q_high)
        condition = both(lt(2 * q, p), carries(q))
        return fact("ite-true", conjoin(lower, given(found, there)), P=condition, z=ONE, w=ZERO)

    def none(q, _, q_high):
        return beyond_half(carries, q, q_high)

    ones = summand_equal(summand, fn(lambda q: ONE), 1, half, proof_at)
    zeros = summand_equal(fn(lambda q: summand(p - q)), fn(lambda q: ZERO), 1, half, none)
    return odd_p(
        combine(
            eq(maxima, num(1, 2) * (p - 1)),
            (1, known),
            (1, folded_odd(summand)),
            (1, ones),
            (1, zeros),
            (1, constant_sum(ONE, 1, half, some())),
            (1, constant_sum(ZERO, 1, half, some())),
            (num(1, 2), odd()),
        )
    )
