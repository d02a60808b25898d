"""Of (z_1 + ... + z_k)^k only k! z_1 ... z_k meets centred labels; each index is summed alone."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.summands.labels import inverted, label_hat
from theory.modular.kernel_proofs.summands.periods import period_sum
from theory.modular.kernel_proofs.summands.slopes import reached, straight_line
from theory.modular.kernel_proofs.training.utility import (
    TOP,
)
from theory.modular.kernel_proofs.transforms.correlation import mirrored_transform
from theory.modular.kernel_proofs.transforms.mirror import against_transform
from theory.modular.kernel_proofs.transforms.waves import (
    full,
    unit,
    wave_product,
    written_as,
)
from theory.modular.letters import p, transform, wave, x, x_hat
from theory.modular.letters.summands import (
    centred_label,
    factorial,
    input_of,
    k,
    product_to,
    tuple_sum,
)
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.finite import added, exchanged, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    forall,
    fresh,
    given,
    induction,
    lam,
    total,
)
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    call,
    eq,
    implies,
    le,
)


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
