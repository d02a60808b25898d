"""Plancherel's theorem on Z/p, for every p."""

from __future__ import annotations

from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.delta import delta, kernel, pick
from theory.modular.kernel_proofs.transforms.waves import (
    full,
    unit,
    wave_conjugate,
    wave_product,
    written_as,
)
from theory.modular.letters import inner_xu, p, u, u_hat, wave, x, x_hat
from theory.proof.lemmas import inv
from theory.proof.lemmas.elementary import chosen
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

LAST = p - 1


def entry(k, a, b):
    """x(a) u(b) wave(k (b - a))."""
    return x(a) * u(b) * wave(k * (b - a))


def _mirrored(k):
    return fn(lambda b: u(b) * wave(k * b))


def _conjugated(k) -> Theorem:
    """conj u^(k) = sum_b u(b) wave(k b)."""
    (u_is,) = defined("modular.transform-u")
    inside = fn(lambda b: call("conj", u(b) * wave(-(k * b))))

    def without_conjugate(b, *_):
        return ring(
            eq(inside(b), u(b) * wave(k * b)),
            fact("conj-product", z=u(b), w=wave(-(k * b))),
            fact("conj-real", x=u(b)),
            written_as(eq(call("conj", wave(-(k * b))), wave(k * b)), wave_conjugate(-(k * b))),
        )

    return combine(
        eq(call("conj", u_hat(k)), sum_of(_mirrored(k), 0, LAST)),
        (1, equal_inside(call("conj", u_hat(k)), at(u_is, k))),
        (1, conjugate(fn(lambda b: u(b) * wave(-(k * b))), 0, LAST, full())),
        (1, summand_equal(inside, _mirrored(k), 0, LAST, without_conjugate)),
    )


def _column(k, a) -> Theorem:
    """x(a) wave(-k a) sum_b u(b) wave(k b) = sum_b entry."""
    factor = x(a) * wave(-(k * a))

    def product(b, *_):
        waves = eq(wave(-(k * a)) * wave(k * b), wave(k * (b - a)))
        return combine(
            eq(factor * (u(b) * wave(k * b)), entry(k, a, b)),
            (x(a) * u(b), written_as(waves, wave_product(-(k * a), k * b))),
        )

    inside = summand_equal(
        fn(lambda b: factor * (u(b) * wave(k * b))),
        fn(lambda b: entry(k, a, b)),
        0,
        LAST,
        product,
    )
    return combine(
        eq(sum_of(_mirrored(k), 0, LAST) * factor, total(0, LAST, lambda b: entry(k, a, b))),
        (1, scaled(factor, _mirrored(k), 0, LAST, full())),
        (1, inside),
    )


def _row(k, *_) -> Theorem:
    """x^(k) conj u^(k) = sum_a sum_b x(a) u(b) wave(k (b - a))."""
    (x_is,) = defined("modular.transform-x")
    right = sum_of(_mirrored(k), 0, LAST)
    terms = fn(lambda a: x(a) * wave(-(k * a)))
    columns = summand_equal(
        fn(lambda a: right * (x(a) * wave(-(k * a)))),
        fn(lambda a: total(0, LAST, lambda b: entry(k, a, b))),
        0,
        LAST,
        lambda a, *_: _column(k, a),
    )
    return combine(
        eq(
            x_hat(k) * call("conj", u_hat(k)),
            total(0, LAST, lambda a: total(0, LAST, lambda b: entry(k, a, b))),
        ),
        (call("conj", u_hat(k)), at(x_is, k)),
        (sum_of(terms, 0, LAST), _conjugated(k)),
        (1, scaled(right, terms, 0, LAST, full())),
        (1, columns),
    )


def _over_frequencies(a, b, inside) -> Theorem:
    """sum_k entry = p x(a) u(b) where b = a, and 0 elsewhere."""
    value = x(a) * u(b)

    def picked(case, is_so):
        return combine(
            eq(value * delta(b, a, p), delta(b, a, value * p)),
            (value, chosen(eq(b, a), p, ZERO, case, is_so)),
            (1, chosen(eq(b, a), value * p, ZERO, case, is_so)),
        )

    return combine(
        eq(total(0, LAST, lambda k: entry(k, a, b)), delta(b, a, value * p)),
        (1, scaled(value, fn(lambda k: wave(k * (b - a))), 0, LAST, full())),
        (value, kernel(a, b, inside)),
        (1, by_cases(eq(b, a), lambda yes: picked(yes, True), lambda no: picked(no, False))),
    )


def _diagonal(a, low, high) -> Theorem:
    """sum_k sum_b entry = p x(a) u(a)."""
    deltas = summand_equal(
        fn(lambda b: total(0, LAST, lambda k: entry(k, a, b))),
        fn(lambda b: delta(b, a, x(a) * u(b) * p)),
        0,
        LAST,
        lambda b, *ends: _over_frequencies(a, b, [low, high, *ends]),
    )
    entries = lam(lambda k, b: entry(k, a, b), INT, INT)
    return combine(
        eq(total(0, LAST, lambda k: total(0, LAST, lambda b: entry(k, a, b))), p * (x(a) * u(a))),
        (1, exchanged(entries, 0, LAST, 0, LAST, full(), full())),
        (1, deltas),
        (1, pick(fn(lambda b: x(a) * u(b) * p), a, low, high)),
    )


@proof("modular.plancherel")
def plancherel() -> Theorem:
    """sum_k x^(k) conj u^(k) = sum_a sum_b x(a) u(b) sum_k wave(k (b - a)) = p sum_a x(a) u(a)."""
    (inner,) = defined("modular.inner")
    rows = summand_equal(
        fn(lambda k: x_hat(k) * call("conj", u_hat(k))),
        fn(lambda k: total(0, LAST, lambda a: total(0, LAST, lambda b: entry(k, a, b)))),
        0,
        LAST,
        _row,
    )
    over_b = lam(lambda k, a: total(0, LAST, lambda b: entry(k, a, b)), INT, INT)
    diagonal = summand_equal(
        fn(lambda a: total(0, LAST, lambda k: total(0, LAST, lambda b: entry(k, a, b)))),
        fn(lambda a: p * (x(a) * u(a))),
        0,
        LAST,
        _diagonal,
    )
    whole = total(0, LAST, lambda k: x_hat(k) * call("conj", u_hat(k)))
    answer = combine(
        eq(whole, p * inner_xu),
        (1, rows),
        (1, exchanged(over_b, 0, LAST, 0, LAST, full(), full())),
        (1, diagonal),
        (1, scaled(p, fn(lambda a: x(a) * u(a)), 0, LAST, full())),
        (p, inner),
    )
    return combine(eq(inner_xu, inv(p) * whole), (inv(p), answer), (inner_xu, unit()))
