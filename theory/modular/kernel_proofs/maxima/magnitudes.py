"""The utility and the constraint in magnitudes and phases, over half of the frequencies."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.training.utility import single_term
from theory.modular.kernel_proofs.transforms.conjugates import conjugated, real_part
from theory.modular.kernel_proofs.transforms.halves import (
    T,
    half_low,
    half_norm,
    half_utility,
    norm,
    squares,
)
from theory.modular.kernel_proofs.transforms.waves import cos_sum
from theory.modular.letters import U_init, p, u, v, w, x
from theory.modular.letters.utility import HAT, MAGNITUDE, PHASE, half, half_sum, mean_sq, squared
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem
from theory.proof.sums.finite import step, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fact,
    fresh,
    induction,
    parts,
    put,
    ring,
    total,
)
from theory.proof.terms import (
    COMPLEX,
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    function,
    le,
    lt,
    num,
    substituted,
)


def polar(f: Term, q: Term) -> Theorem:
    """f^(q) = mu (cos S + i sin S)."""
    (known,) = defined(f"modular.polar-{f.data[0]}")
    return parts(at(known, q))[1]


def circle(angle: Term) -> Theorem:
    """sin^2 = 1 - cos^2."""
    return combine(
        eq(sin(angle) ** 2, 1 - cos(angle) ** 2),
        (1, fact("cos-difference", x=angle, y=angle)),
        (1, fact("cos-zero")),
    )


def polar_conjugate(f: Term, q: Term) -> Theorem:
    """conj(f^(q)) = mu (cos S - i sin S)."""
    known = polar(f, q)
    inside = equal_inside(call("conj", HAT[f](q)), known)
    spread = conjugated(inside.conclusion.args[1])
    return combine(eq(call("conj", HAT[f](q)), spread.conclusion.args[1]), (1, inside), (1, spread))


def polar_size(f: Term, q: Term) -> Theorem:
    """|f^(q)|^2 = mu^2."""
    return ring(
        eq(call("abs", HAT[f](q)) ** 2, MAGNITUDE[f](q) ** 2),
        fact("abs-square", z=HAT[f](q)),
        polar_conjugate(f, q),
        polar(f, q),
        fact("i"),
        circle(PHASE[f](q)),
    )


@cache
def cosine_of_four() -> Theorem:
    """cos(a + b - c - d), in cosines and sines of each."""
    a, b, c, d = (fresh(REAL) for _ in range(4))
    goal = eq(
        cos(a + b - c - d),
        (cos(a) * cos(b) - sin(a) * sin(b)) * (cos(c) * cos(d) - sin(c) * sin(d))
        + (sin(a) * cos(b) + cos(a) * sin(b)) * (sin(c) * cos(d) + cos(c) * sin(d)),
    )
    whole = ring(
        goal,
        combine(
            eq(
                cos(a + b - c - d),
                cos(a + b) * cos(c + d) + sin(a + b) * sin(c + d),
            ),
            (1, fact("cos-difference", x=a + b, y=c + d)),
        ),
        *cos_sum(a, b)[:2],
        *cos_sum(c, d)[:2],
    )
    return put(whole, **{one.data[0]: function_of(f) for one, f in zip((a, b, c, d), (u, v, w, x))})


def function_of(f: Term) -> Term:
    """The phase of f at the frequency q."""
    return PHASE[f](ANY)


ANY = fresh(INT, "q")


@cache
def real_summand() -> Theorem:
    """Re T(q) = mu_x^3 mu_u mu_v mu_w cos(S_u + S_v - S_w - S_x), at any frequency q."""
    q = ANY
    half_sum_of = combine(
        eq(call("re", T(q)), num(1, 2) * (T(q) + call("conj", T(q)))), (num(1, 2), real_part(T(q)))
    )
    sizes = MAGNITUDE[x](q) ** 3 * MAGNITUDE[u](q) * MAGNITUDE[v](q) * MAGNITUDE[w](q)
    angle = PHASE[u](q) + PHASE[v](q) - PHASE[w](q) - PHASE[x](q)
    return ring(
        eq(call("re", T(q)), sizes * cos(angle)),
        half_sum_of,
        conjugated(call("conj", T(q))),
        polar_size(x, q),
        *(polar_conjugate(f, q) for f in (x, u, v, w)),
        *(polar(f, q) for f in (x, u, v, w)),
        cosine_of_four(),
        fact("i"),
    )


def real_summand_at(q: Term) -> Theorem:
    """The same at this frequency."""
    return put(real_summand(), **{ANY.data[0]: q})


@proof("modular.magnitude-utility")
def magnitude_utility() -> Theorem:
    """U = 4/p^3 sum_1^half Re T(k), and each real part in magnitudes and phases."""
    right = real_summand().conclusion.args[1]
    stated = fn(lambda q: _of_frequency(right, q))
    same = summand_equal(
        fn(lambda q: call("re", T(q))), stated, 1, half, lambda q, *_: real_summand_at(q)
    )
    factor = 4 * inv(p) ** 3
    return combine(
        eq(U_init, factor * sum_of(stated, 1, half)), (1, half_utility()), (factor, same)
    )


def _of_frequency(whole: Term, q: Term) -> Term:
    return substituted(whole, {ANY: q})


@cache
def first_apart_to_half() -> Theorem:
    """sum_0^half f = f(0) + sum_1^half f."""
    f = function("f", INT, COMPLEX)
    plain = fn(lambda q: f(q))

    def statement(top):
        return eq(sum_of(plain, 0, top), f(0) + sum_of(plain, 1, top))

    none = fact("sum-empty", bound(lt(ZERO, ONE)), n=ONE, m=ZERO, s=plain)

    def next_one(top, above, now):
        both = [
            step(plain, ZERO, top, bound(le(ZERO - 1, top), (), [[above]])),
            step(plain, ONE, top, bound(le(0, top), (), [[above]])),
        ]
        return ring(statement(top + 1), *both, now)

    whole = induction(statement, ZERO, ring(statement(ZERO), single_term(plain), none), next_one)
    return at(whole, half, half_low())


@proof("modular.magnitude-constraint")
def magnitude_constraint() -> Theorem:
    """p = (squares at 0) + 2 sum_1^half, and the sum from 0 counts the mean once."""
    (norm_is,), (sum_is,) = defined("modular.unit"), defined("modular.half-sum")
    (mean_is,) = defined("modular.mean-square")

    def sizes(q, *_):
        return ring(eq(squares(q), squared(q)), *(polar_size(f, q) for f in (u, v, w)))

    same = summand_equal(fn(squares), fn(squared), 1, half, sizes)
    one = combine(eq(norm(), 1), (1, norm_is))
    twice = combine(
        eq(p, squared(ZERO) + 2 * total(1, half, squared)),
        (1, half_norm()),
        (p, one),
        (1, sizes(ZERO)),
        (2, same),
    )
    return combine(
        eq(half_sum, num(1, 2) * p + num(1, 2) * mean_sq),
        (1, sum_is),
        (1, put(first_apart_to_half(), f=fn(squared))),
        (num(1, 2), twice),
        (num(1, 2), mean_is),
    )
