"""The utility of k summands in frequency space: of (z_1 + ... + z_k)^k only k! z_1 ... z_k meets
centred labels, and then each index is summed alone.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import DOMAINS, defined, fn, proof
from theory.modular.kernel_proofs.summands.slopes import (
    label_is,
    label_sum,
    period_sum,
    reached,
    straight_line,
)
from theory.modular.kernel_proofs.training.utility import (
    TOP,
    first_apart,
    some_frequencies,
)
from theory.modular.kernel_proofs.transforms.correlation import mirrored_transform
from theory.modular.kernel_proofs.transforms.mirror import against_transform, sampled, spread
from theory.modular.kernel_proofs.transforms.waves import (
    above_zero,
    full,
    orthogonality,
    sin_zero,
    unit,
    wave_product,
    whole_turns,
    written_as,
)
from theory.modular.letters import MEAN, against, entries, p, transform, w, w_hat, wave, x, x_hat
from theory.modular.letters.summands import (
    U_k,
    centred_label,
    factorial,
    input_of,
    k,
    prod_hat,
    product_to,
    tuple_sum,
)
from theory.proof.lemmas import inv, trichotomy
from theory.proof.lemmas.powers import power, power_step
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.finite import added, exchanged, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    differs,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    induction,
    lam,
    put,
    ring,
    total,
    weaker,
)
from theory.proof.tactics.linear import both_ways
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    call,
    eq,
    implies,
    le,
    lt,
    negation,
)


def label_hat(q: Term) -> Term:
    """sum_c <w, c.x - mean> wave(q c)."""
    return total(0, TOP, lambda c: centred_label(c) * wave(q * c))


def in_waves(r: Term) -> Term:
    """p <w, r.x - mean> = sum_q wave(-(q r)) label_hat(q)."""
    return eq(p * centred_label(r), total(0, TOP, lambda q: wave(-(q * r)) * label_hat(q)))


def one_period(r: Term, low: Theorem, high: Theorem) -> Theorem:
    """The same for r = 0, ..., p - 1."""
    apart = spread(centred_label, lambda q, c: wave(q * c), lambda q: wave(-(q * r)))

    def column(c, *_):
        joined = summand_equal(
            fn(lambda q: wave(q * c) * wave(-(q * r))),
            fn(lambda q: wave(q * (c - r))),
            0,
            TOP,
            lambda q, *_: written_as(
                eq(wave(q * c) * wave(-(q * r)), wave(q * (c - r))),
                wave_product(q * c, -(q * r)),
            ),
        )
        left, right = joined.conclusion.args
        return combine(
            eq(centred_label(c) * left, centred_label(c) * right), (centred_label(c), joined)
        )

    columns = summand_equal(
        fn(lambda c: centred_label(c) * total(0, TOP, lambda q: wave(q * c) * wave(-(q * r)))),
        fn(lambda c: centred_label(c) * total(0, TOP, lambda q: wave(q * (c - r)))),
        0,
        TOP,
        column,
    )
    return combine(in_waves(r), (1, apart), (1, columns), (1, sampled(centred_label, r, low, high)))


def next_period(r: Term, before: Theorem) -> Theorem:
    """From r - p to r: labels and waves repeat."""
    (cyclic,) = defined("modular.cyclic-x")
    labels = summand_equal(
        fn(lambda c: w(c) * (x(c - (r - p)) - _mean())),
        fn(lambda c: w(c) * (x(c - r) - _mean())),
        0,
        TOP,
        lambda c, *_: combine(
            eq(w(c) * (x(c - (r - p)) - _mean()), w(c) * (x(c - r) - _mean())),
            (w(c), at(cyclic, c - r)),
        ),
    )

    def wave_at(q, *_):
        turns = written_as(eq(wave(-(q * p)), 1), whole_turns(-q))
        split = written_as(
            eq(wave(-(q * (r - p))) * wave(-(q * p)), wave(-(q * r))),
            wave_product(-(q * (r - p)), -(q * p)),
        )
        hat = label_hat(q)
        return combine(
            eq(wave(-(q * (r - p))) * hat, wave(-(q * r)) * hat),
            (hat, split),
            (hat * wave(-(q * (r - p))), turns),
        )

    waves = summand_equal(
        fn(lambda q: wave(-(q * (r - p))) * label_hat(q)),
        fn(lambda q: wave(-(q * r)) * label_hat(q)),
        0,
        TOP,
        wave_at,
    )
    return combine(in_waves(r), (1, before), (p, labels), (1, waves))


def _mean() -> Term:
    return entries(x) * inv(p)


@cache
def inverted() -> Theorem:
    """For all r >= 0: the labels in waves, by induction over what r is at most."""

    def statement(top):
        return forall(lambda r: implies(le(0, r), le(r, top), in_waves(r)), INT)

    def every(top, shown):
        r = fresh(INT)
        premises = (le(0, r), le(r, top))
        return everywhere(r, shown(r, *map(assume, premises)), *premises)

    last = bound(le(0, TOP), (), [[fact("discrete", above_zero(), n=ZERO, m=p)]])

    def start(r, low, high):
        return one_period(r, low, bound(le(r, TOP), (), [[high], [last]]))

    def step(top, top_low, now):
        def proof_at(r, low, high):
            def far(more):
                back = bound(le(0, r - p), (), [[fact("discrete", more, n=TOP, m=r)]])
                less = bound(
                    le(r - p, top), (), [[high], [fact("discrete", above_zero(), n=ZERO, m=p)]]
                )
                return next_period(r, at(now, r - p, back, less))

            return by_cases(
                trichotomy(r, TOP),
                lambda less: one_period(r, low, weaker(less)),
                lambda same: one_period(r, low, bound_of(same)),
                far,
            )

        return every(top + 1, proof_at)

    whole = induction(statement, 0, every(ZERO, start), step)
    r = fresh(INT)
    low = assume(le(0, r))
    return everywhere(r, at(whole, r, low, r, low, bound(le(r, r))), low.conclusion)


def bound_of(same: Theorem) -> Theorem:
    """a <= b, from a = b."""
    return both_ways(same)[0]


# --- one index at a time --------------------------------------------------------------------------


def transformed_input(j: Term, q: Term) -> Theorem:
    """sum_a <u_j, a.x> wave(-(q a)) = u_j^(q) conj(x^(q))."""
    (x_is,) = defined("modular.transform-x")
    known = against_transform(input_of(j), q)
    back = mirrored_transform(x, x_hat, x_is, q)
    goal = eq(
        total(0, TOP, lambda a: reached(j, a) * wave(-(q * a))),
        transform(input_of(j), q) * call("conj", x_hat(q)),
    )
    return combine(goal, (1, known), (transform(input_of(j), q), back))


def spectral(j: Term, r: Term) -> Term:
    """sum_q wave(-(q r)) label_hat(q) product_to(j, q)."""
    return total(0, TOP, lambda q: wave(-(q * r)) * label_hat(q) * product_to(j, q))


@cache
def leading() -> Theorem:
    """For all j, r >= 0 and s: p tuple_sum(j, j, s, r) = j! sum_q wave(-(q r)) label_hat product."""
    fac_first, fac_later = defined("modular.factorial")
    power_first, _ = defined("modular.powers")
    first, later = defined("modular.tuple-sums")
    empty, grown, _ = defined("modular.product-hat")

    def equation(j, s, r):
        return eq(p * tuple_sum(j, j, s, r), factorial(j) * spectral(j, r))

    def statement(j):
        every = forall(lambda r: implies(le(0, r), forall(lambda s: equation(j, s, r))), INT)
        return implies(le(j, k), every)

    def at_all(shown):
        r, s = fresh(INT), fresh()
        low = assume(le(0, r))
        return everywhere(r, everywhere(s, shown(s, r, low)), low.conclusion)

    def start(s, r, low):
        plain = summand_equal(
            fn(lambda q: wave(-(q * r)) * label_hat(q) * product_to(0, q)),
            fn(lambda q: wave(-(q * r)) * label_hat(q)),
            0,
            TOP,
            lambda q, *_: combine(
                eq(
                    wave(-(q * r)) * label_hat(q) * product_to(0, q),
                    wave(-(q * r)) * label_hat(q),
                ),
                (wave(-(q * r)) * label_hat(q), at(empty, q)),
            ),
        )
        return combine(
            equation(ZERO, s, r),
            (p, at(first, ZERO, bound(le(0, 0)), assume(le(ZERO, k)), s, r)),
            (p * centred_label(r), at(power_first, s)),
            (1, at(inverted(), r, low)),
            (spectral(ZERO, r), fac_first),
            (1, plain),
        )

    def step(j, j_low, held):
        up = bound(le(0, j + 1), (), [[j_low]])
        last = assume(le(j + 1, k))
        most = bound(le(j, k), (), [[last]])
        now = given(held, most)

        def proof_at(s, r, low):
            def level(a):
                return tuple_sum(j, j, ZERO, r + a)

            def start_of(a):
                return tuple_sum(j, j + 1, ZERO, r + a)

            def line(a, a_low, _):
                """The summand, straight in s."""
                there = bound(le(0, r + a), (), [[low], [a_low]])
                known = at(now, r + a, there)
                t = fresh()
                flat = everywhere(
                    t,
                    combine(
                        eq(tuple_sum(j, j, t, r + a), level(a)),
                        (inv(p), at(known, t)),
                        (inv(p), at(known, ZERO)),
                        (tuple_sum(j, j, t, r + a), unit()),
                        (level(a), unit()),
                    ),
                )
                own = straight_line(j, j_low, last, r + a, s + reached(j + 1, a), flat)
                return combine(
                    eq(
                        tuple_sum(j, j + 1, s + reached(j + 1, a), r + a),
                        start_of(a) + ((j + 1) * s * level(a) + (j + 1) * product(a)),
                    ),
                    (1, own),
                )

            def product(a):
                return reached(j + 1, a) * level(a)

            starts, levels, products = map(fn, (start_of, level, product))
            rest = fn(lambda a: (j + 1) * s * levels(a) + (j + 1) * products(a))
            lines = summand_equal(
                fn(lambda a: tuple_sum(j, j + 1, s + reached(j + 1, a), r + a)),
                fn(lambda a: starts(a) + rest(a)),
                0,
                TOP,
                line,
            )
            split = [
                added(starts, rest, 0, TOP, full()),
                added(
                    fn(lambda a: (j + 1) * s * levels(a)),
                    fn(lambda a: (j + 1) * products(a)),
                    0,
                    TOP,
                    full(),
                ),
                scaled((j + 1) * s, levels, 0, TOP, full()),
                scaled(j + 1, products, 0, TOP, full()),
            ]
            none = at(period_sum(), j, j_low, most, j + 1, ZERO, r, up, last, low)
            flat_sum = at(period_sum(), j, j_low, most, j, ZERO, r, j_low, most, low)
            top = combine(
                eq(tuple_sum(j + 1, j + 1, s, r), (j + 1) * sum_of(products, 0, TOP)),
                (1, at(later, j, j_low, last, j + 1, up, last, s, r)),
                (1, lines),
                *((1, one) for one in split),
                (1, none),
                ((j + 1) * s, flat_sum),
            )
            value = convolved(j, j_low, last, r, low, now)
            return combine(
                equation(j + 1, s, r),
                (p, top),
                (j + 1, value),
                (spectral(j + 1, r), at(fac_later, j, j_low, last)),
            )

        return discharge(last.conclusion, at_all(proof_at))

    def convolved(j, j_low, last, r, low, now):
        """p sum_a <u, a.x> tuple_sum(j, j, 0, r + a) = j! spectral(j + 1, r)."""

        def entry(a, q):
            return reached(j + 1, a) * (wave(-(q * (r + a))) * label_hat(q) * product_to(j, q))

        def row(a, a_low, _):
            there = bound(le(0, r + a), (), [[low], [a_low]])
            known = at(now, r + a, there, ZERO)
            inner = fn(lambda q: wave(-(q * (r + a))) * label_hat(q) * product_to(j, q))
            return combine(
                eq(
                    p * (reached(j + 1, a) * tuple_sum(j, j, ZERO, r + a)),
                    factorial(j) * total(0, TOP, lambda q: entry(a, q)),
                ),
                (reached(j + 1, a), known),
                (factorial(j), scaled(reached(j + 1, a), inner, 0, TOP, full())),
            )

        products = fn(lambda a: reached(j + 1, a) * tuple_sum(j, j, ZERO, r + a))
        inner = fn(lambda a: total(0, TOP, lambda q: entry(a, q)))
        rows = summand_equal(
            fn(lambda a: p * products(a)), fn(lambda a: factorial(j) * inner(a)), 0, TOP, row
        )
        turned = exchanged(lam(entry, INT, INT), 0, TOP, 0, TOP, full(), full())

        def column(q, *_):
            factor = wave(-(q * r)) * label_hat(q) * product_to(j, q)
            waves = fn(lambda a: reached(j + 1, a) * wave(-(q * a)))

            def each(a, *_):
                split = written_as(
                    eq(wave(-(q * r)) * wave(-(q * a)), wave(-(q * (r + a)))),
                    wave_product(-(q * r), -(q * a)),
                )
                scale = reached(j + 1, a) * label_hat(q) * product_to(j, q)
                return combine(eq(entry(a, q), factor * waves(a)), (scale, split))

            same = summand_equal(
                fn(lambda a: entry(a, q)), fn(lambda a: factor * waves(a)), 0, TOP, each
            )
            goal = wave(-(q * r)) * label_hat(q) * product_to(j + 1, q)
            return combine(
                eq(total(0, TOP, lambda a: entry(a, q)), goal),
                (1, same),
                (1, scaled(factor, waves, 0, TOP, full())),
                (factor, transformed_input(j + 1, q)),
                (wave(-(q * r)) * label_hat(q), at(grown, j, j_low, last, q)),
            )

        columns = summand_equal(
            fn(lambda q: total(0, TOP, lambda a: entry(a, q))),
            fn(lambda q: wave(-(q * r)) * label_hat(q) * product_to(j + 1, q)),
            0,
            TOP,
            column,
        )
        return combine(
            eq(p * sum_of(products, 0, TOP), factorial(j) * spectral(j + 1, r)),
            (1, scaled(p, products, 0, TOP, full())),
            (1, rows),
            (1, scaled(factorial(j), inner, 0, TOP, full())),
            (factorial(j), turned),
            (factorial(j), columns),
        )

    return induction(statement, 0, discharge(le(ZERO, k), at_all(start)), step)


# --- the claim ------------------------------------------------------------------------------------


def no_label_mean() -> Theorem:
    """label_hat(0) = 0."""
    plain = summand_equal(
        fn(lambda c: centred_label(c) * wave(ZERO * c)),
        fn(lambda c: centred_label(ZERO + c)),
        0,
        TOP,
        lambda c, *_: ring(
            eq(centred_label(c) * wave(ZERO * c), centred_label(ZERO + c)),
            fact("cos-zero"),
            sin_zero(),
        ),
    )
    return combine(eq(label_hat(ZERO), 0), (1, plain), (1, label_sum(ZERO, bound(le(0, 0)))))


def label_there(q: Term, low: Theorem, high: Theorem) -> Theorem:
    """label_hat(q) = conj(w^(q)) x^(q) for 1 <= q <= p - 1."""
    (x_is,), (w_is,) = defined("modular.transform-x"), defined("modular.transform-w")
    letter = fresh(INT)
    three = put(against_transform(w, letter), **{letter.data[0]: -q})
    outputs, ones = fn(lambda c: against(w, c) * wave(q * c)), fn(lambda c: wave(c * q))
    same = summand_equal(
        fn(lambda c: centred_label(c) * wave(q * c)),
        fn(lambda c: outputs(c) + (-MEAN) * ones(c)),
        0,
        TOP,
        lambda c, *_: combine(
            eq(centred_label(c) * wave(q * c), outputs(c) + (-MEAN) * ones(c)),
            (wave(q * c), at(label_is(), c)),
        ),
    )
    zero = orthogonality(q)
    premises = [
        bound(lt(-p, q), (), [[low], [above_zero()]]),
        bound(lt(q, p), (), [[high]]),
        differs(bound(lt(0, q), (), [[low]]), negation(eq(q, 0))),
    ]
    for one in premises:
        zero = discharge(one.conclusion, zero)
    zero = given(zero, *reversed(premises))
    return combine(
        eq(label_hat(q), x_hat(q) * call("conj", w_hat(q))),
        (1, same),
        (1, added(outputs, fn(lambda c: (-MEAN) * ones(c)), 0, TOP, full())),
        (1, scaled(-MEAN, ones, 0, TOP, full())),
        (MEAN, zero),
        (1, three),
        (total(0, TOP, lambda b: w(b) * wave(q * b)), at(x_is, q)),
        (x_hat(q), mirrored_transform(w, w_hat, w_is, q)),
    )


@proof("modular.summands-utility")
def summands_utility() -> Theorem:
    """At r = s = 0 and j = k, without frequency 0."""
    (known,) = defined("modular.summands-utility")
    _, _, is_product = defined("modular.product-hat")
    some = assume(lt(0, k))
    low = bound(le(0, k), (), [[some]])
    whole = at(leading(), k, low, bound(le(k, k)), ZERO, bound(le(0, 0)), ZERO)
    summand = fn(lambda q: wave(-(q * ZERO)) * label_hat(q) * product_to(k, q))
    apart = put(first_apart(), f=summand)

    def entry(q, q_low, q_high):
        still = ring(eq(wave(-(q * ZERO)), 1), fact("cos-zero"), sin_zero())
        return combine(
            eq(summand(q), printed(q)),
            (label_hat(q) * product_to(k, q), still),
            (product_to(k, q), label_there(q, q_low, q_high)),
            (x_hat(q) * call("conj", w_hat(q)), at(is_product, q)),
        )

    def printed(q):
        return x_hat(q) * call("conj", w_hat(q)) * prod_hat(q)

    rest = summand_equal(summand, fn(printed), 1, TOP, entry)
    none = combine(
        eq(summand(ZERO), 0), (wave(-(ZERO * ZERO)) * product_to(k, ZERO), no_label_mean())
    )
    down = power_step(p, above_zero(), -k - 1)
    lowered = combine(eq(power(p, -k), p * power(p, -k - 1)), (1, down))
    scale = power(p, -k - 1)
    return combine(
        eq(U_k, scale * factorial(k) * total(1, TOP, printed)),
        (1, known),
        (tuple_sum(k, k, ZERO, ZERO), lowered),
        (scale, whole),
        (scale * factorial(k), apart),
        (scale * factorial(k), none),
        (scale * factorial(k), rest),
    )


DOMAINS["modular.summands-utility"] = some_frequencies
