"""Complex numbers by their parts: conjugates of products, real parts, sizes."""

from __future__ import annotations

from functools import cache

from theory.proof.lemmas import same_root, trichotomy
from theory.proof.rules import Theorem, assume, discharge, order
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    fact,
    given,
    put,
    ring,
    weaker,
)
from theory.proof.terms import COMPLEX, ONE, REAL, ZERO, Term, call, eq, fits, le, lt, mul, num, var

I = call("i")


def conj(z: Term) -> Term:
    """conj(z) as a term."""
    return call("conj", z)


def conjugate_parts(z: Term) -> Theorem:
    """conj(z) = Re z - i Im z."""
    real, imaginary = call("re", z), call("im", z)
    apart = equal_inside(conj(z), fact("parts", z=z))
    return ring(
        eq(conj(z), real - I * imaginary),
        combine(eq(conj(z), conj(real + I * imaginary)), (1, apart)),
        fact("conj-sum", z=real, w=I * imaginary),
        fact("conj-product", z=I, w=imaginary),
        fact("conj-real", x=real),
        fact("conj-real", x=imaginary),
        fact("conj-i"),
    )


def conjugated(whole: Term) -> Theorem:
    """conj(z) = what it is, part by part: products, powers, sums, conjugates, real numbers."""
    (z,) = whole.args
    if fits(z.sort, REAL):
        return fact("conj-real", x=z)
    if z.op == "i":
        return fact("conj-i")
    if z.op == "conj":
        return _twice(z.args[0])
    if z.op == "pow":
        return _product(whole, (z.args[0],) * z.data)
    if z.op == "mul":
        return _product(whole, z.args)
    if z.op == "add":
        one, *others = z.args
        rest = others[0] if len(others) == 1 else call("add", *others)
        parts = [conjugated(conj(one)), conjugated(conj(rest))]
        goal = eq(whole, parts[0].conclusion.args[1] + parts[1].conclusion.args[1])
        return combine(goal, (1, fact("conj-sum", z=one, w=rest)), *((1, part) for part in parts))
    return combine(eq(whole, whole))


def _product(whole: Term, factors: tuple) -> Theorem:
    one, *others = factors
    if not others:
        return conjugated(conj(one))
    rest = mul(*others)
    first, second = conjugated(conj(one)), conjugated(conj(rest))
    left, right = first.conclusion.args[1], second.conclusion.args[1]
    return combine(
        eq(whole, left * right),
        (1, fact("conj-product", z=one, w=rest)),
        (conj(rest), first),
        (left, second),
    )


def _twice(z: Term) -> Theorem:
    """conj(conj(z)) = z."""
    back = equal_inside(conj(conj(z)), conjugate_parts(z))
    real, imaginary = call("re", z), call("im", z)
    return ring(
        eq(conj(conj(z)), z),
        back,
        conjugated(conj(real + num(-1) * I * imaginary)),
        combine(eq(z, real + I * imaginary), (1, fact("parts", z=z))),
    )


def real_part(z: Term) -> Theorem:
    """z + conj(z) = 2 Re z."""
    goal = eq(z + conj(z), 2 * call("re", z))
    return combine(goal, (1, fact("parts", z=z)), (1, conjugate_parts(z)))


def below(a: Term, b: Term, low: Theorem, squares: Theorem) -> Theorem:
    """a <= b, from 0 <= b and a^2 <= b^2."""
    goal = le(a, b)

    def more(above):
        """b < a: 0 < (a - b)^2 + 2 b (a - b) = a^2 - b^2."""
        false = order(
            lt(ZERO, ZERO),
            (),
            ((ONE, (squares,), ONE), (ONE, (above, above), ONE), (num(2), (above, low), ONE)),
        )
        return contradiction(false, goal)

    return by_cases(
        trichotomy(a, b),
        lambda less: weaker(less),
        lambda same: order(goal, ((num(1), same),), ()),
        more,
    )


def size_squared(z: Term) -> Theorem:
    """|z|^2 = (Re z)^2 + (Im z)^2."""
    real, imaginary = call("re", z), call("im", z)
    parts = fact("parts", z=z)
    return combine(
        eq(call("abs", z) ** 2, real**2 + imaginary**2),
        (1, fact("abs-square", z=z)),
        (z, conjugate_parts(z)),
        (real - I * imaginary, parts),
        (imaginary**2, fact("i")),
    )


def real_part_below(z: Term, size: Term, low: Theorem, squared: Theorem) -> Theorem:
    """Re z <= s, from 0 <= s and z conj(z) = s^2."""
    real, imaginary = call("re", z), call("im", z)
    whole = combine(
        eq(real**2 + imaginary**2, size**2),
        (1, size_squared(z)),
        (1, fact("abs-square", z=z)),
        (1, squared),
    )
    smaller = order(le(real**2, size**2), ((num(1), whole),), ((ONE, (), imaginary),))
    return below(real, size, low, smaller)


def same_size(z: Term, w: Term, squares: Theorem) -> Theorem:
    """|z| = |w|, from |z|^2 = |w|^2."""
    return same_root(
        call("abs", z),
        call("abs", w),
        fact("abs-positive", z=z),
        fact("abs-positive", z=w),
        squares,
    )


@cache
def _real_is() -> Theorem:
    """s z = a + i b -> s Re z = a, for real s, a and b."""
    z, (scale, real, imaginary) = var("z'", COMPLEX), map(var, ("s'", "a'", "b'"))
    known = assume(eq(scale * z, real + I * imaginary))
    inside = equal_inside(conj(scale * z), known)
    mirror = combine(
        eq(scale * conj(z), real - I * imaginary),
        (1, conjugated(conj(scale * z))),
        (1, inside),
        (1, conjugated(inside.conclusion.args[1])),
    )
    shown = combine(
        eq(scale * call("re", z), real),
        (num(1, 2) * scale, real_part(z)),
        (num(1, 2), known),
        (num(1, 2), mirror),
    )
    return discharge(known.conclusion, shown)


def real_is(z: Term, real: Term, imaginary: Term, scale: Term, known: Theorem) -> Theorem:
    """s Re z = a, from s z = a + i b."""
    whole = put(_real_is(), **{"z'": z, "s'": scale, "a'": real, "b'": imaginary})
    return given(whole, known)


__all__ = [
    "below",
    "bound",
    "conj",
    "conjugate_parts",
    "conjugated",
    "real_is",
    "real_part",
    "real_part_below",
    "same_size",
    "size_squared",
]
