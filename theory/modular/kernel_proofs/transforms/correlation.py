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


def mirrored_transform(f: Term, hat: Term, known: Theorem, frequency: Term) -> Theorem:
    """conj(f^(k)) = sum_b f(b) wave(k b), for a real f."""
    top = p - 1
    plain = fn(lambda b: f(b) * wave(frequency * b))
    turned = fn(lambda b: f(b) * wave(-(frequency * b)))
    conj = conjugate(turned, 0, top, full())

    def at_b(b, *_):
        w = wave(-(frequency * b))
        back = written_as(
            eq(call("conj", w), wave(frequency * b)), wave_conjugate(-(frequency * b))
        )
        goal = eq(call("conj", f(b) * w), f(b) * wave(frequency * b))
        return ring(goal, fact("conj-product", z=f(b), w=w), fact("conj-real", x=f(b)), back)

    same = summand_equal(fn(lambda b: call("conj", turned(b))), plain, 0, top, at_b)
    inside = equal_inside(call("conj", hat(frequency)), at(known, frequency))
    goal = eq(call("conj", hat(frequency)), sum_of(plain, 0, top))
    return combine(goal, (1, inside), (1, conj), (1, same))


def cyclic_shift(f: Term, again: Callable, by: Term, low: Theorem) -> Theorem:
    """sum_a f(a + j) = sum_a f(a) over a period, for j >= 0; again(n) gives f(n + p) = f(n)."""
    top = p - 1

    def statement(j):
        return eq(total(0, top, lambda a: f(a + j)), total(0, top, lambda a: f(a)))

    def step(j, _, now):
        moved = put(shifted(), f=fn(lambda a: f(a + j)))
        return combine(statement(j + 1), (1, moved), (1, again(j)), (1, now))

    return at(induction(statement, 0, ring(statement(ZERO)), step), by, low)


@proof("modular.correlation-theorem")
def correlation_theorem() -> Theorem:
    """sum_a sum_j x(j) u(j + a) wave(-k a) = sum_j x(j) wave(k j) sum_b u(b) wave(-k b)."""
    (x_is,), (u_is,) = defined("modular.transform-x"), defined("modular.transform-u")
    (cyclic,), (whole,) = defined("modular.cyclic-u"), defined("modular.correlated")
    top = p - 1
    f = fn(lambda b: u(b) * wave(-(k * b)))

    def again(n):
        turns = written_as(eq(wave(-(k * p)), 1), whole_turns(-k))
        split = written_as(
            eq(wave(-(k * n)) * wave(-(k * p)), wave(-(k * (n + p)))),
            wave_product(-(k * n), -(k * p)),
        )
        goal = eq(f(n + p), f(n))
        w = wave(-(k * (n + p)))
        return combine(goal, (w, at(cyclic, n)), (u(n), split), (u(n) * wave(-(k * n)), turns))

    def entry(a, j):
        return wave(-(k * a)) * (x(j) * u(j + a))

    rows = summand_equal(
        fn(lambda a: total(0, top, lambda j: x(j) * u(j + a)) * wave(-(k * a))),
        fn(lambda a: total(0, top, lambda j: entry(a, j))),
        0,
        top,
        lambda a, *_: combine(
            eq(
                total(0, top, lambda j: x(j) * u(j + a)) * wave(-(k * a)),
                total(0, top, lambda j: entry(a, j)),
            ),
            (1, scaled(wave(-(k * a)), fn(lambda j: x(j) * u(j + a)), 0, top, full())),
        ),
    )
    swapped = exchanged(lam(entry, INT, INT), 0, top, 0, top, full(), full())

    def column(j, low, _):
        """sum_a wave(-k a) x(j) u(j + a) = u^(k) x(j) wave(k j)."""
        factor = x(j) * wave(k * j)
        same = summand_equal(
            fn(lambda a: entry(a, j)),
            fn(lambda a: factor * f(a + j)),
            0,
            top,
            lambda a, *_: combine(
                eq(entry(a, j), factor * f(a + j)),
                (
                    x(j) * u(j + a),
                    written_as(
                        eq(wave(k * j) * wave(-(k * (a + j))), wave(-(k * a))),
                        wave_product(k * j, -(k * (a + j))),
                    ),
                ),
            ),
        )
        out = scaled(factor, fn(lambda a: f(a + j)), 0, top, full())
        goal = eq(total(0, top, lambda a: entry(a, j)), u_hat(k) * (x(j) * wave(k * j)))
        return combine(
            goal,
            (1, same),
            (1, out),
            (factor, cyclic_shift(f, again, j, low)),
            (factor, at(u_is, k)),
        )

    columns = summand_equal(
        fn(lambda j: total(0, top, lambda a: entry(a, j))),
        fn(lambda j: u_hat(k) * (x(j) * wave(k * j))),
        0,
        top,
        column,
    )
    product = scaled(u_hat(k), fn(lambda j: x(j) * wave(k * j)), 0, top, full())
    mirrored = mirrored_transform(x, x_hat, x_is, k)
    goal = eq(correlated, call("conj", x_hat(k)) * u_hat(k))
    return combine(
        goal, (1, whole), (1, rows), (1, swapped), (1, columns), (1, product), (u_hat(k), mirrored)
    )


def parseval(f: Term, hat: Term) -> Theorem:
    """sum_a f(a)^2 = (1/p) sum_k |f^(k)|^2: Plancherel's theorem with both vectors the same."""
    top = p - 1
    inner = DEFINITIONS["modular.inner"].statement
    pairs = (x, f, u, f, x_hat, hat, u_hat, hat)
    same = instantiate(discharge(inner, plancherel()), *pairs)
    value = total(0, top, lambda a: f(a) * f(a))
    both = given(instantiate(same, inner_xu, value), reflexive(value))
    sizes = summand_equal(
        fn(lambda q: hat(q) * call("conj", hat(q))),
        fn(lambda q: call("abs", hat(q)) ** 2),
        0,
        top,
        lambda q, *_: symmetric(fact("abs-square", z=hat(q))),
    )
    goal = eq(
        total(0, top, lambda a: f(a) ** 2),
        inv(p) * total(0, top, lambda q: call("abs", hat(q)) ** 2),
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
