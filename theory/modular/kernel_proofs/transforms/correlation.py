"""The correlation theorem and the constraint on frequencies."""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.plancherel import plancherel
from theory.modular.kernel_proofs.transforms.waves import (
    full,
    shifted,
    wave_conjugate,
    wave_product,
    whole_turns,
    written_as,
)
from theory.modular.letters import (
    correlated,
    inner_xu,
    k,
    norm_sq,
    p,
    u,
    u_hat,
    v,
    v_hat,
    w,
    w_hat,
    wave,
    x,
    x_hat,
)
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    discharge,
    instantiate,
    reflexive,
)
from theory.proof.sums.finite import conjugate, exchanged, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    combine,
    equal_inside,
    fact,
    given,
    induction,
    lam,
    put,
    ring,
    symmetric,
    total,
)
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    call,
    eq,
)

TOP = p - 1


def mirrored_transform(f: Term, hat: Term, known: Theorem, frequency: Term) -> Theorem:
    """conj(f^(k)) = sum_b f(b) wave(k b), for a real f."""
    plain = fn(lambda b: f(b) * wave(frequency * b))
    turned = fn(lambda b: f(b) * wave(-(frequency * b)))
    conj = conjugate(turned, 0, TOP, full())

    def at_b(b, *_):
        w = wave(-(frequency * b))
        back = written_as(
            eq(call("conj", w), wave(frequency * b)), wave_conjugate(-(frequency * b))
        )
        goal = eq(call("conj", f(b) * w), f(b) * wave(frequency * b))
        return ring(goal, fact("conj-product", z=f(b), w=w), fact("conj-real", x=f(b)), back)

    same = summand_equal(fn(lambda b: call("conj", turned(b))), plain, 0, TOP, at_b)
    inside = equal_inside(call("conj", hat(frequency)), at(known, frequency))
    goal = eq(call("conj", hat(frequency)), sum_of(plain, 0, TOP))
    return combine(goal, (1, inside), (1, conj), (1, same))


def cyclic_shift(f: Term, again: Callable, by: Term, low: Theorem) -> Theorem:
    """sum_a f(a + j) = sum_a f(a) over a period, for j >= 0; again(n) gives f(n + p) = f(n)."""

    def statement(j):
        return eq(total(0, TOP, lambda a: f(a + j)), total(0, TOP, lambda a: f(a)))

    def step(j, _, now):
        moved = put(shifted(), f=fn(lambda a: f(a + j)))
        return combine(statement(j + 1), (1, moved), (1, again(j)), (1, now))

    return at(induction(statement, 0, ring(statement(ZERO)), step), by, low)


SPUN = fn(lambda b: u(b) * wave(-(k * b)))


def spun_again(n: Term) -> Theorem:
    """u(n + p) wave(-k (n + p)) = u(n) wave(-k n)."""
    (cyclic,) = defined("modular.cyclic-u")
    turns = written_as(eq(wave(-(k * p)), 1), whole_turns(-k))
    split = written_as(
        eq(wave(-(k * n)) * wave(-(k * p)), wave(-(k * (n + p)))),
        wave_product(-(k * n), -(k * p)),
    )
    w = wave(-(k * (n + p)))
    return combine(
        eq(SPUN(n + p), SPUN(n)),
        (w, at(cyclic, n)),
        (u(n), split),
        (u(n) * wave(-(k * n)), turns),
    )


def product_at(a: Term, j: Term) -> Term:
    """wave(-k a) x(j) u(j + a)."""
    return wave(-(k * a)) * (x(j) * u(j + a))


def over_products(j: Term, low: Theorem) -> Theorem:
    """sum_a wave(-k a) x(j) u(j + a) = u^(k) x(j) wave(k j), for j >= 0."""
    (u_is,) = defined("modular.transform-u")
    factor = x(j) * wave(k * j)
    same = summand_equal(
        fn(lambda a: product_at(a, j)),
        fn(lambda a: factor * SPUN(a + j)),
        0,
        TOP,
        lambda a, *_: combine(
            eq(product_at(a, j), factor * SPUN(a + j)),
            (
                x(j) * u(j + a),
                written_as(
                    eq(wave(k * j) * wave(-(k * (a + j))), wave(-(k * a))),
                    wave_product(k * j, -(k * (a + j))),
                ),
            ),
        ),
    )
    return combine(
        eq(total(0, TOP, lambda a: product_at(a, j)), u_hat(k) * factor),
        (1, same),
        (1, scaled(factor, fn(lambda a: SPUN(a + j)), 0, TOP, full())),
        (factor, cyclic_shift(SPUN, spun_again, j, low)),
        (factor, at(u_is, k)),
    )


@proof("modular.correlation-theorem")
def correlation_theorem() -> Theorem:
    """sum_a sum_j x(j) u(j + a) wave(-k a) = sum_j x(j) wave(k j) sum_b u(b) wave(-k b)."""
    (x_is,), (whole,) = defined("modular.transform-x"), defined("modular.correlated")

    def at_shift(a, *_):
        products = fn(lambda j: x(j) * u(j + a))
        left = total(0, TOP, products) * wave(-(k * a))
        right = total(0, TOP, lambda j: product_at(a, j))
        return combine(eq(left, right), (1, scaled(wave(-(k * a)), products, 0, TOP, full())))

    rows = summand_equal(
        fn(lambda a: total(0, TOP, lambda j: x(j) * u(j + a)) * wave(-(k * a))),
        fn(lambda a: total(0, TOP, lambda j: product_at(a, j))),
        0,
        TOP,
        at_shift,
    )
    encoded = fn(lambda j: x(j) * wave(k * j))
    columns = summand_equal(
        fn(lambda j: total(0, TOP, lambda a: product_at(a, j))),
        fn(lambda j: u_hat(k) * encoded(j)),
        0,
        TOP,
        lambda j, low, _: over_products(j, low),
    )
    return combine(
        eq(correlated, call("conj", x_hat(k)) * u_hat(k)),
        (1, whole),
        (1, rows),
        (1, exchanged(lam(product_at, INT, INT), 0, TOP, 0, TOP, full(), full())),
        (1, columns),
        (1, scaled(u_hat(k), encoded, 0, TOP, full())),
        (u_hat(k), mirrored_transform(x, x_hat, x_is, k)),
    )


def parseval(f: Term, hat: Term) -> Theorem:
    """sum_a f(a)^2 = (1/p) sum_k |f^(k)|^2: Plancherel's theorem with both vectors the same."""
    inner = DEFINITIONS["modular.inner"].statement
    pairs = (x, f, u, f, x_hat, hat, u_hat, hat)
    same = instantiate(discharge(inner, plancherel()), *pairs)
    value = total(0, TOP, lambda a: f(a) * f(a))
    both = given(instantiate(same, inner_xu, value), reflexive(value))
    sizes = summand_equal(
        fn(lambda q: hat(q) * call("conj", hat(q))),
        fn(lambda q: call("abs", hat(q)) ** 2),
        0,
        TOP,
        lambda q, *_: symmetric(fact("abs-square", z=hat(q))),
    )
    goal = eq(
        total(0, TOP, lambda a: f(a) ** 2),
        inv(p) * total(0, TOP, lambda q: call("abs", hat(q)) ** 2),
    )
    return combine(goal, (1, both), (inv(p), sizes))


@proof("modular.frequency-constraint")
def frequency_constraint() -> Theorem:
    """Plancherel's theorem for each of the three vectors."""
    (norm,) = defined("modular.norm")
    squares = [parseval(f, hat) for f, hat in ((u, u_hat), (v, v_hat), (w, w_hat))]
    sizes = [one.conclusion.args[1] for one in squares]
    return combine(
        eq(norm_sq, sizes[0] + sizes[1] + sizes[2]), (1, norm), *((1, one) for one in squares)
    )
