"""Plancherel's theorem on Z/p, for every p."""

from __future__ import annotations

from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.delta import chosen, delta, kernel, pick
from theory.modular.kernel_proofs.transforms.waves import (
    full,
    unit,
    wave_conjugate,
    wave_product,
    written_as,
)
from theory.modular.letters import inner_xu, p, u, u_hat, wave, x, x_hat
from theory.proof.lemmas import inv
from theory.proof.rules import (
    Theorem,
)
from theory.proof.sums.finite import conjugate, exchanged, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    by_cases,
    combine,
    equal_inside,
    fact,
    lam,
    ring,
    total,
)
from theory.proof.terms import (
    INT,
    ZERO,
    call,
    eq,
)


@proof("modular.plancherel")
def plancherel() -> Theorem:
    """sum_k x^(k) conj u^(k) = sum_a sum_b x(a) u(b) sum_k wave(k (b - a)) = p sum_a x(a) u(a)."""
    (inner,) = defined("modular.inner")
    (x_is,), (u_is,) = defined("modular.transform-x"), defined("modular.transform-u")
    top = p - 1

    def entry(k, a, b):
        return x(a) * u(b) * wave(k * (b - a))

    def row(k, *_):
        """x^(k) conj u^(k) = sum_a sum_b x(a) u(b) wave(k (b - a))."""
        mirrored = fn(lambda b: u(b) * wave(k * b))
        conj = conjugate(fn(lambda b: u(b) * wave(-(k * b))), 0, top, full())
        plain = summand_equal(
            fn(lambda b: call("conj", u(b) * wave(-(k * b)))),
            mirrored,
            0,
            top,
            lambda b, *_: ring(
                eq(call("conj", u(b) * wave(-(k * b))), u(b) * wave(k * b)),
                fact("conj-product", z=u(b), w=wave(-(k * b))),
                fact("conj-real", x=u(b)),
                written_as(eq(call("conj", wave(-(k * b))), wave(k * b)), wave_conjugate(-(k * b))),
            ),
        )
        u_conj = combine(
            eq(call("conj", u_hat(k)), sum_of(mirrored, 0, top)),
            (1, equal_inside(call("conj", u_hat(k)), at(u_is, k))),
            (1, conj),
            (1, plain),
        )
        right = sum_of(mirrored, 0, top)

        def column(a, *_):
            """x(a) wave(-k a) sum_b u(b) wave(k b) = sum_b entry."""
            factor = x(a) * wave(-(k * a))
            inside = summand_equal(
                fn(lambda b: factor * (u(b) * wave(k * b))),
                fn(lambda b: entry(k, a, b)),
                0,
                top,
                lambda b, *_: combine(
                    eq(factor * (u(b) * wave(k * b)), entry(k, a, b)),
                    (
                        x(a) * u(b),
                        written_as(
                            eq(wave(-(k * a)) * wave(k * b), wave(k * (b - a))),
                            wave_product(-(k * a), k * b),
                        ),
                    ),
                ),
            )
            return combine(
                eq(right * factor, total(0, top, lambda b: entry(k, a, b))),
                (1, scaled(factor, mirrored, 0, top, full())),
                (1, inside),
            )

        spread = scaled(right, fn(lambda a: x(a) * wave(-(k * a))), 0, top, full())
        columns = summand_equal(
            fn(lambda a: right * (x(a) * wave(-(k * a)))),
            fn(lambda a: total(0, top, lambda b: entry(k, a, b))),
            0,
            top,
            column,
        )
        return combine(
            eq(
                x_hat(k) * call("conj", u_hat(k)),
                total(0, top, lambda a: total(0, top, lambda b: entry(k, a, b))),
            ),
            (call("conj", u_hat(k)), at(x_is, k)),
            (sum_of(fn(lambda a: x(a) * wave(-(k * a))), 0, top), u_conj),
            (1, spread),
            (1, columns),
        )

    whole = total(0, top, lambda k: x_hat(k) * call("conj", u_hat(k)))
    rows = summand_equal(
        fn(lambda k: x_hat(k) * call("conj", u_hat(k))),
        fn(lambda k: total(0, top, lambda a: total(0, top, lambda b: entry(k, a, b)))),
        0,
        top,
        row,
    )
    swapped = exchanged(
        lam(lambda k, a: total(0, top, lambda b: entry(k, a, b)), INT, INT),
        0,
        top,
        0,
        top,
        full(),
        full(),
    )

    def diagonal(a, a_low, a_high):
        """sum_k sum_b entry = p x(a) u(a)."""
        inner_swap = exchanged(
            lam(lambda k, b: entry(k, a, b), INT, INT), 0, top, 0, top, full(), full()
        )

        def at_b(b, b_low, b_high):
            value = x(a) * u(b)
            out = scaled(value, fn(lambda k: wave(k * (b - a))), 0, top, full())
            here = kernel(a, b, [a_low, a_high, b_low, b_high])
            choice = by_cases(
                eq(b, a),
                lambda yes: combine(
                    eq(value * delta(b, a, p), delta(b, a, value * p)),
                    (value, chosen(eq(b, a), p, ZERO, yes, True)),
                    (1, chosen(eq(b, a), value * p, ZERO, yes, True)),
                ),
                lambda no: combine(
                    eq(value * delta(b, a, p), delta(b, a, value * p)),
                    (value, chosen(eq(b, a), p, ZERO, no, False)),
                    (1, chosen(eq(b, a), value * p, ZERO, no, False)),
                ),
            )
            return combine(
                eq(total(0, top, lambda k: entry(k, a, b)), delta(b, a, value * p)),
                (1, out),
                (value, here),
                (1, choice),
            )

        deltas = summand_equal(
            fn(lambda b: total(0, top, lambda k: entry(k, a, b))),
            fn(lambda b: delta(b, a, x(a) * u(b) * p)),
            0,
            top,
            at_b,
        )
        found = pick(fn(lambda b: x(a) * u(b) * p), a, a_low, a_high)
        return combine(
            eq(total(0, top, lambda k: total(0, top, lambda b: entry(k, a, b))), p * (x(a) * u(a))),
            (1, inner_swap),
            (1, deltas),
            (1, found),
        )

    last = summand_equal(
        fn(lambda a: total(0, top, lambda k: total(0, top, lambda b: entry(k, a, b)))),
        fn(lambda a: p * (x(a) * u(a))),
        0,
        top,
        diagonal,
    )
    product = scaled(p, fn(lambda a: x(a) * u(a)), 0, top, full())
    answer = combine(
        eq(whole, p * inner_xu), (1, rows), (1, swapped), (1, last), (1, product), (p, inner)
    )
    return combine(eq(inner_xu, inv(p) * whole), (inv(p), answer), (inner_xu, unit()))
