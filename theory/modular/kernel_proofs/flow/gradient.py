"""The gradient of the utility in frequencies: U is linear in u, in v and in w, after all."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.local_maxima import flipped
from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.training.utility import TOP, initial_utility, some_frequencies
from theory.modular.kernel_proofs.transforms.conjugates import (
    conj,
    conjugated,
)
from theory.modular.kernel_proofs.transforms.delta import delta, kernel
from theory.modular.kernel_proofs.transforms.waves import (
    full,
    unit,
    wave_conjugate,
    wave_product,
    whole_turns,
    written_as,
)
from theory.modular.letters import p, transform, utility_of, wave, x_hat
from theory.modular.letters.flow import GRADIENTS, at_time, k, pushed_utility, t, unit_vector
from theory.proof.lemmas import inv
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import Theorem
from theory.proof.sums.finite import added, exchanged, scaled, sum_of, summand_equal
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fresh,
    lam,
    one_slope,
    ring,
    slope_of_same,
    total,
    with_slope,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    call,
    eq,
    le,
    num,
)

LOW, HIGH, AT = num(-1), num(1), num(0)
SCALE = 2 * inv(p) ** 3


def frequencies() -> Theorem:
    """1 <= (p - 1) + 1."""
    return some_frequencies()[0]


def factors(vectors: list[Term], q: Term) -> list[Term]:
    """u^, v^, conj(w^) and conj(x^) |x^|^2 at q."""
    f, g, h = vectors
    rest = call("conj", x_hat(q)) * call("abs", x_hat(q)) ** 2
    return [transform(f, q), transform(g, q), call("conj", transform(h, q)), rest]


def in_frequencies(vectors: list[Term]) -> Theorem:
    """U = 2/p^3 sum_1^(p-1) u^ v^ conj(w^) conj(x^) |x^|^2."""
    return concrete(initial_utility(), *vectors)


def spectrum(vectors: list[Term]) -> Term:
    """q -> u^ v^ conj(w^) conj(x^) |x^|^2."""

    def summand(q):
        one, two, three, four = factors(vectors, q)
        return one * two * three * four

    return fn(summand)


def transform_of_sum(f: Term, d: Term, e: Term, q: Term) -> Theorem:
    """The transform of f + e d."""
    whole = fn(lambda r: f(r) + e * d(r))
    first = fn(lambda r: f(r) * wave(-(q * r)))
    second = fn(lambda r: d(r) * wave(-(q * r)))
    split = summand_equal(
        fn(lambda r: whole(r) * wave(-(q * r))),
        fn(lambda r: first(r) + e * second(r)),
        0,
        TOP,
        lambda r, *_: ring(eq(whole(r) * wave(-(q * r)), first(r) + e * second(r))),
    )
    return combine(
        eq(transform(whole, q), transform(f, q) + e * transform(d, q)),
        (1, split),
        (1, added(first, fn(lambda r: e * second(r)), 0, TOP, full())),
        (1, scaled(e, second, 0, TOP, full())),
    )


def linear(number: int, vectors: list[Term], d: Term, e: Term) -> Theorem:
    """U with f + e d in one place is U(f) + e U(d): after all it is linear in u, in v and in w."""
    f = vectors[number]
    whole, other = list(vectors), list(vectors)
    whole[number] = fn(lambda r: f(r) + e * d(r))
    other[number] = d
    before, after, along = (spectrum(one) for one in (vectors, whole, other))

    def entry(q, *_):
        known = transform_of_sum(f, d, e, q)
        rules = [known]
        if number == 2:
            inside = equal_inside(conj(transform(whole[2], q)), known)
            spread = conjugated(inside.conclusion.args[1])
            rules = [
                combine(
                    eq(conj(transform(whole[2], q)), spread.conclusion.args[1]),
                    (1, inside),
                    (1, spread),
                )
            ]
        return ring(eq(after(q), before(q) + e * along(q)), *rules)

    low = frequencies()
    same = summand_equal(after, fn(lambda q: before(q) + e * along(q)), 1, TOP, entry)
    goal = eq(utility_of(*whole), utility_of(*vectors) + e * utility_of(*other))
    return combine(
        goal,
        (1, in_frequencies(whole)),
        (SCALE, same),
        (SCALE, added(before, fn(lambda q: e * along(q)), 1, TOP, low)),
        (SCALE, scaled(e, along, 1, TOP, low)),
        (1, in_frequencies(vectors)),
        (e, in_frequencies(other)),
    )


def along_entry(number: int, a: Term, s: Term) -> Term:
    """U with the vector that is 1 at a alone in place of u, v or w."""
    vectors = at_time(s)
    vectors[number] = unit_vector(a)
    return utility_of(*vectors)


def gradient_value(number: int, a: Term, s: Term, a_low: Theorem, a_high: Theorem) -> Theorem:
    """G(a, s) = U(e_a in the place of u, v or w)."""
    (known,) = defined(f"modular.gradient-of-{'uvw'[number]}")
    own = at(known, a, s, a_low, a_high)
    here, along = utility_of(*at_time(s)), along_entry(number, a, s)
    plain = lam(lambda e: here + e * along)
    slope = with_slope(derivative(plain, LOW, HIGH, AT), along)
    e = fresh()
    same = linear(number, at_time(s), unit_vector(a), e)
    actual = lam(lambda e: pushed_utility(number, a, s, e))
    return one_slope(
        own, slope_of_same(actual, everywhere(e, same, le(LOW, e), le(e, HIGH)), slope)
    )


def unit_transform(a: Term, q: Term, a_low: Theorem, a_high: Theorem) -> Theorem:
    """The transform of e_a is wave(-(q a))."""
    along = unit_vector(a)
    summand = fn(lambda r: along(r) * wave(-(q * r)))

    def off(r, r_low, r_high, apart):
        return ring(eq(summand(r), 0), chosen(eq(r, a), ONE, ZERO, apart, False))

    only = only_inside(summand, a, 0, TOP, a_low, a_high, off)
    here = chosen(eq(a, a), ONE, ZERO, combine(eq(a, a)), True)
    return combine(eq(transform(along, q), wave(-(q * a))), (1, only), (wave(-(q * a)), here))


def frequency_of() -> list[Theorem]:
    """1 <= k, k <= p - 1, X = |x^(k)|."""
    return defined("modular.wave-frequency")


def others(number: int, q: Term) -> Term:
    """The factors of T but that of u, v or w, at the time t."""
    one, two, three, four = factors(at_time(t), q)
    return (two * three * four, one * three * four, one * two * four)[number]


def turned(number: int, q: Term, a: Term) -> Term:
    """The transform of e_a at q, conjugate where it stands for w."""
    return wave(-(q * a)) if number < 2 else wave(q * a)


def entry(number: int, a: Term, q: Term) -> Term:
    """What frequency q gives to G(a, t) wave(-(k a))."""
    return SCALE * others(number, q) * (turned(number, q, a) * wave(-(k * a)))


@cache
def by_frequency(number: int) -> Theorem:
    """sum_a G(a, t) wave(-(k a)) = sum_q sum_a 2/p^3 others(q) turned(q, a) wave(-(k a)), any k."""

    def row(a, a_low, a_high):
        """G(a) wave(-(k a)) = sum_q 2/p^3 others(q) turned(q, a) wave(-(k a))."""
        vectors = at_time(t)
        vectors[number] = unit_vector(a)
        whole = spectrum(vectors)
        factor = SCALE * wave(-(k * a))
        inner = fn(lambda q: entry(number, a, q))

        def proof_at(q, *_):
            known = unit_transform(a, q, a_low, a_high)
            rules = [known]
            if number == 2:
                moved = equal_inside(conj(transform(unit_vector(a), q)), known)
                rules = [
                    combine(
                        eq(conj(transform(unit_vector(a), q)), wave(q * a)),
                        (1, moved),
                        (1, mirrored_wave(q * a)),
                    )
                ]
            return ring(eq(factor * whole(q), entry(number, a, q)), *rules)

        same = summand_equal(fn(lambda q: factor * whole(q)), inner, 1, TOP, proof_at)
        value = gradient_value(number, a, t, a_low, a_high)
        return combine(
            eq(GRADIENTS[number](a, t) * wave(-(k * a)), sum_of(inner, 1, TOP)),
            (wave(-(k * a)), value),
            (wave(-(k * a)), in_frequencies(vectors)),
            (1, scaled(factor, whole, 1, TOP, frequencies())),
            (1, same),
        )

    rows = summand_equal(
        fn(lambda a: GRADIENTS[number](a, t) * wave(-(k * a))),
        fn(lambda a: total(1, TOP, lambda q: entry(number, a, q))),
        0,
        TOP,
        row,
    )
    swapped = exchanged(
        lam(lambda a, q: entry(number, a, q), INT, INT), 0, TOP, 1, TOP, full(), frequencies()
    )
    return combine(eq(rows.conclusion.args[0], swapped.conclusion.args[1]), (1, rows), (1, swapped))


def place_of(number: int) -> Term:
    """The frequency whose waves meet wave(-(k a)): p - k for u and v, k for w."""
    return p - k if number < 2 else k


def inside_of(number: int) -> list[Theorem]:
    """1 <= place <= p - 1."""
    low, high, _ = frequency_of()
    if number == 2:
        return [low, high]
    return [bound(le(1, p - k), (), [[high]]), bound(le(p - k, TOP), (), [[low]])]


def marker(number: int, q: Term) -> Term:
    """p where q is the place, else 0."""
    return delta(place_of(number), q, p) if number < 2 else delta(q, k, p)


def met(number: int, q: Term, a: Term) -> Theorem:
    """turned(q, a) wave(-(k a)) = wave(a (place - q)); for w, wave(a (q - k))."""
    pair = turned(number, q, a) * wave(-(k * a))
    if number == 2:
        return written_as(eq(pair, wave(a * (q - k))), wave_product(q * a, -(k * a)))
    goal = eq(pair, wave(a * (p - k - q)))
    rest = wave(-(q * a) - k * a)
    turns = written_as(eq(wave(p * a), 1), whole_turns(a))
    product = written_as(eq(pair, rest), wave_product(-(q * a), -(k * a)))
    third = written_as(eq(wave(p * a) * rest, goal.args[1]), wave_product(p * a, -(q * a) - k * a))
    return combine(goal, (1, product), (rest, turns), (1, third))


def column(number: int, q: Term, q_low: Theorem, q_high: Theorem) -> Theorem:
    """sum_a entry = 2/p^3 others(q) (p where q is the place, else 0), for 1 <= q <= p - 1."""
    place, (low, high) = place_of(number), inside_of(number)
    factor = SCALE * others(number, q)
    plain = fn(lambda a: turned(number, q, a) * wave(-(k * a)))
    waves = fn(lambda a: met(number, q, a).conclusion.args[1])
    zero_q, zero_place = (bound(le(0, one.conclusion.args[1]), (), [[one]]) for one in (q_low, low))
    if number < 2:
        here = kernel(q, place, [zero_q, q_high, zero_place, high])
    else:
        here = kernel(k, q, [zero_place, high, zero_q, q_high])
    return combine(
        eq(total(0, TOP, lambda a: entry(number, a, q)), factor * marker(number, q)),
        (1, scaled(factor, plain, 0, TOP, full())),
        (factor, summand_equal(plain, waves, 0, TOP, lambda a, *_: met(number, q, a))),
        (factor, here),
    )


@cache
def pulled(number: int) -> Theorem:
    """sum_a G(a, t) wave(-(k a)) = 2/p^2 others(p - k); for w, 2/p^2 others(k)."""
    place, (first, last) = place_of(number), inside_of(number)
    marked = fn(lambda q: SCALE * others(number, q) * marker(number, q))
    columns = summand_equal(
        fn(lambda q: total(0, TOP, lambda a: entry(number, a, q))),
        marked,
        1,
        TOP,
        lambda *there: column(number, *there),
    )

    def off(q, q_low, q_high, apart):
        condition = eq(place, q) if number < 2 else eq(q, k)
        known = flipped(apart) if number < 2 else apart
        return ring(eq(marked(q), 0), chosen(condition, p, ZERO, known, False))

    only = only_inside(marked, place, 1, TOP, first, last, off)
    hit = chosen(eq(place, place), p, ZERO, combine(eq(place, place)), True)
    answer = 2 * inv(p) ** 2 * others(number, place)
    return combine(
        eq(sum_of(fn(lambda a: GRADIENTS[number](a, t) * wave(-(k * a))), 0, TOP), answer),
        (1, by_frequency(number)),
        (1, columns),
        (1, only),
        (SCALE * others(number, place), hit),
        (answer, unit()),
    )


def mirrored_wave(m: Term) -> Theorem:
    """conj(wave(-m)) = wave(m)."""
    return written_as(eq(conj(wave(-m)), wave(m)), wave_conjugate(-m))
