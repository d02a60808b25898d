"""Euler's identity for each of u_1, ..., u_k and for w: the utility is linear in it."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.maximum import with_products
from theory.modular.kernel_proofs.summands.one_factor import (
    AGREES,
    ROW,
    F,
    J,
    one_factor,
    rest,
    without_rest,
)
from theory.modular.kernel_proofs.summands.pushed import (
    LINEAR,
    VALUE,
    c,
    collected,
    g,
    omega,
    pulled,
    row_of,
    slope_is_weight,
)
from theory.modular.kernel_proofs.summands.spectrum import (
    SCALE,
    in_frequencies,
    ordered_inputs,
    term,
)
from theory.modular.kernel_proofs.summands.upper import TUPLES
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj
from theory.modular.kernel_proofs.transforms.waves import above_zero, full
from theory.modular.letters import p, transform, w, wave, x_hat
from theory.modular.letters.summands import (
    input_of,
    inputs,
    k,
    product_to,
    tuple_sum,
)
from theory.modular.letters.summands_jump import (
    input_slopes,
    is_input,
    output_slopes,
    pushed_input,
    pushed_output,
)
from theory.modular.letters.summands_maximum import utility
from theory.proof.rules import (
    Theorem,
    assume,
    discharge,
    generalise,
    instantiate,
    reflexive,
)
from theory.proof.sums import VECTOR
from theory.proof.sums.any_range import delta
from theory.proof.sums.finite import (
    conjugate,
    constant_sum,
    scaled,
    sum_of,
    summand_equal,
)
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    total,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    function,
    le,
    negation,
    substituted,
    var,
)


# --- u_j ------------------------------------------------------------------------------------------
def input_coefficient(m: Term) -> Term:
    """p^(-k-1) k! x^ conj(w^) R conj(x^)."""
    return SCALE * (x_hat(m) * conj(transform(w, m)) * rest(k, m) * conj(x_hat(m)))


WEIGHTS = fn(lambda a: call("re", total(1, TOP, lambda m: input_coefficient(m) * wave(-(m * a)))))


@cache
def input_value() -> Theorem:
    """U = sum_a u_j(a) l(a), for inputs that agree off j."""
    whole = instantiate(in_frequencies(), inputs, F)
    row = row_of(F, J)
    inner = fn(lambda m: input_coefficient(m) * transform(row, m))

    def entry(m, *_):
        z = x_hat(m) * conj(transform(w, m))
        return combine(eq(SCALE * term(m), inner(m)), (SCALE * z, at(one_factor(), m)))

    terms_ = summand_equal(fn(lambda m: SCALE * term(m)), inner, 1, TOP, entry)
    linear_ = combine(
        eq(utility(tuple_sum), sum_of(inner, 1, TOP)),
        (1, whole), (1, scaled(SCALE, fn(term), 1, TOP, some_residues())), (1, terms_),
    )  # fmt: skip
    linear_ = with_products(linear_, {inputs: F})
    found = instantiate(
        discharge(LINEAR.conclusion, collected()),
        VALUE, utility(tuple_sum), c, fn(input_coefficient), g, row,
        omega, lam(lambda m, a: wave(-(m * a)), INT, INT),
    )  # fmt: skip
    return given(found, linear_)


def some_residues() -> Theorem:
    """1 <= p - 1 + 1."""
    return bound(le(1, TOP + 1), (), [[fact("discrete", above_zero(), n=ZERO, m=p)]])


GRADIENT = var("gradient'", VECTOR)


def input_value_at(f: Term, sums: Term, told: Theorem, agrees: Theorem) -> Theorem:
    """The same for these inputs and their sums."""
    theorem = discharge(
        substituted(TUPLES, {inputs: F}), discharge(AGREES.conclusion, input_value())
    )
    return given(instantiate(theorem, F, f, tuple_sum, sums), told, agrees)


@cache
def input_pull() -> Theorem:
    """sum_a u_j(a) G(a) = U, G the slopes of the utility by the entries of u_j."""
    slopes = assume(input_slopes(inputs, w, J, GRADIENT))
    i, a = fresh(INT), fresh(INT)
    apart = negation(eq(i, J))

    def value_of(entry, e, sums, told):
        pushed = pushed_input(inputs, J, entry, e)
        off = fact("ite-false", assume(apart), P=eq(i, J), z=ONE, w=ZERO)
        same = combine(eq(pushed(i, a), inputs(i, a)), (e * delta(a, entry), off))
        agrees = generalise(everywhere(a, same, apart), i)
        found = input_value_at(pushed, sums, told, agrees)
        on = fact("ite-true", reflexive(J), P=eq(J, J), z=ONE, w=ZERO)
        moved = summand_equal(
            fn(lambda b: pushed(J, b) * WEIGHTS(b)),
            fn(lambda b: (inputs(J, b) + e * delta(b, entry)) * WEIGHTS(b)),
            0,
            TOP,
            lambda b, *_: combine(
                eq(
                    pushed(J, b) * WEIGHTS(b),
                    (inputs(J, b) + e * delta(b, entry)) * WEIGHTS(b),
                ),
                (e * delta(b, entry) * WEIGHTS(b), on),
            ),
        )
        return combine(eq(utility(sums), moved.conclusion.args[1]), (1, found), (1, moved))

    def table(entry, e):
        return {inputs: pushed_input(inputs, J, entry, e), w: fn(lambda b: w(b))}

    row = input_of(J)
    same = slope_is_weight(table, WEIGHTS, row, value_of, slopes, GRADIENT)
    agrees = everywhere(i, generalise(discharge(apart, reflexive(inputs(i, a))), a))
    value = input_value_at(all_inputs(), tuple_sum, assume(TUPLES), agrees)
    return without_rest(pulled(row, GRADIENT, WEIGHTS, same, value))


def all_inputs() -> Term:
    """u_1, ..., u_k."""
    return lam(lambda i, a: inputs(i, a), INT, INT)


# --- w --------------------------------------------------------------------------------------------
H = var("w'", VECTOR)


def output_coefficient(m: Term) -> Term:
    """p^(-k-1) k! x^ P."""
    return SCALE * (x_hat(m) * product_to(k, m))


OUTPUT_WEIGHTS = fn(
    lambda a: call("re", total(1, TOP, lambda m: output_coefficient(m) * conj(wave(-(m * a)))))
)


@cache
def output_value() -> Theorem:
    """U = sum_a w(a) l(a)."""
    whole = instantiate(in_frequencies(), w, H)
    inner = fn(
        lambda m: output_coefficient(m) * total(0, TOP, lambda a: H(a) * conj(wave(-(m * a))))
    )

    def entry(m, *_):
        plain = fn(lambda a: H(a) * wave(-(m * a)))
        back = conjugate(plain, 0, TOP, full())
        spread = summand_equal(
            fn(lambda a: conj(plain(a))),
            fn(lambda a: H(a) * conj(wave(-(m * a)))),
            0,
            TOP,
            lambda a, *_: combine(
                eq(conj(plain(a)), H(a) * conj(wave(-(m * a)))),
                (1, fact("conj-product", z=H(a), w=wave(-(m * a)))),
                (conj(wave(-(m * a))), fact("conj-real", x=H(a))),
            ),
        )
        scale = output_coefficient(m)
        own = SCALE * substituted(term(m), {w: H})
        return combine(eq(own, inner(m)), (scale, back), (scale, spread))

    own_term = fn(lambda m: substituted(term(m), {w: H}))
    terms_ = summand_equal(fn(lambda m: SCALE * own_term(m)), inner, 1, TOP, entry)
    linear_ = combine(
        eq(utility(tuple_sum), sum_of(inner, 1, TOP)),
        (1, whole), (1, scaled(SCALE, own_term, 1, TOP, some_residues())), (1, terms_),
    )  # fmt: skip
    found = instantiate(
        discharge(LINEAR.conclusion, collected()),
        VALUE, utility(tuple_sum), c, fn(output_coefficient), g, fn(lambda a: H(a)),
        omega, lam(lambda m, a: conj(wave(-(m * a))), INT, INT),
    )  # fmt: skip
    return given(found, linear_)


def output_value_at(h: Term, sums: Term, told: Theorem) -> Theorem:
    """The same for this w and its sums."""
    theorem = discharge(substituted(TUPLES, {w: H}), output_value())
    return given(instantiate(theorem, H, h, tuple_sum, sums), told)


@cache
def output_pull() -> Theorem:
    """sum_a w(a) G(a) = U, G the slopes of the utility by the entries of w."""
    slopes = assume(output_slopes(inputs, w, GRADIENT))

    def value_of(entry, e, sums, told):
        return output_value_at(pushed_output(w, entry, e), sums, told)

    def table(entry, e):
        return {inputs: all_inputs(), w: pushed_output(w, entry, e)}

    own = fn(lambda a: w(a))
    same = slope_is_weight(table, OUTPUT_WEIGHTS, own, value_of, slopes, GRADIENT)
    value = output_value_at(own, tuple_sum, assume(TUPLES))
    whole = pulled(own, GRADIENT, OUTPUT_WEIGHTS, same, value)
    return with_products(whole, {inputs: inputs})


# --- all of them ----------------------------------------------------------------------------------
gradients = function("gradients'", INT, INT, REAL)
INPUT_SLOPES = assume(is_input(lambda j: input_slopes(inputs, w, j, fn(lambda a: gradients(j, a)))))
OUTPUT_SLOPES = assume(output_slopes(inputs, w, GRADIENT))
PULL = total(1, k, lambda j: total(0, TOP, lambda a: inputs(j, a) * gradients(j, a))) + total(
    0, TOP, lambda a: w(a) * GRADIENT(a)
)


@cache
def euler() -> Theorem:
    """<theta, grad U> = (k + 1) U."""
    row = input_pull()
    for one in (input_slopes(inputs, w, J, GRADIENT), *(one.conclusion for one in ROW)):
        row = discharge(one, row)

    def entry(j, low, high):
        own = instantiate(row, J, j, GRADIENT, fn(lambda a: gradients(j, a)))
        return given(own, high, low, at(INPUT_SLOPES, j, low, high))

    value = utility(tuple_sum)
    rows = summand_equal(
        fn(lambda j: total(0, TOP, lambda a: inputs(j, a) * gradients(j, a))),
        fn(lambda j: value), 1, k, entry,
    )  # fmt: skip
    return combine(
        eq(PULL, (k + 1) * value),
        (1, rows), (1, constant_sum(value, 1, k, ordered_inputs())), (1, output_pull()),
    )  # fmt: skip
