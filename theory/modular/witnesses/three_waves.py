"""The neuron u = v = w = y(s) cos(2 pi a/3) beside x = cos(2 pi a/3), p = 3: its gradient, its
transforms, and R_F(s) = 1/sqrt(s + c), as Q(s) = (s + c)^3.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.kernel_proofs.script import I
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugate_parts, conjugated
from theory.modular.letters import p, x, x_hat
from theory.modular.letters.flow import (
    grown,  # noqa: F401  # the letters of the flow are defined there
)
from theory.modular.letters.utility import half
from theory.modular.witnesses.three_residues import (
    HAT,
    THREE,
    WAVE,
    periodic,
    spectrum,
    y,
)
from theory.proof.lemmas import inv, sqrt, sqrt_is, trichotomy
from theory.proof.lemmas.sizes import inverse_is
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    reflexive,
    witness,
)
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    part_by_part,
    positive,
    ring,
    slope_of_same,
    weaker,
    with_slope,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    le,
    lt,
    make,
    negation,
    num,
    opened,
)

THETA = {x: WAVE, x_hat: HAT, p: THREE, half: ONE}


# --- the flow -------------------------------------------------------------------------------------
def moves(statement: Term, rewrites: Callable) -> Theorem:
    """y' = 9/8 y^2; rewrites(s, premises) gives what the derivative needs: facts and equations."""

    def sloped(one: Term, known: tuple[Theorem, ...]) -> Theorem:
        low, high, point, value, body = one.args
        side, rules = rewrites(point, known)
        own = derivative(make("lam", (REAL,), (body,)), low, high, point, side=side)
        return with_slope(own, value, *rules)

    return part_by_part(statement, sloped)


def task(hats: Term, cyclic: Term) -> list[Theorem]:
    """The encoding and its transform."""
    q = fresh(INT)
    return [
        written(hats, generalise(reflexive(HAT(q)), q)),
        written(cyclic, generalise(periodic(q), q)),
    ]


# --- numbers at the frequency 1 -------------------------------------------------------------------
def transformed(whole: Term, now: Term) -> Theorem:
    """The transform of y cos(2 pi a/3) at 1 is 3/2 y."""
    return ring(eq(whole, num(3, 2) * now), instantiate(spectrum(), y, now))


def conjugate_of(whole: Term, now: Term) -> Theorem:
    """The same of its conjugate."""
    told = transformed(whole, now)
    inside = equal_inside(conj(whole), told)
    return combine(
        eq(conj(whole), num(3, 2) * now),
        (1, inside), (1, conjugated(inside.conclusion.args[1])),
    )  # fmt: skip


def power(whole: Term, now: Term) -> Theorem:
    """|f^|^2 = 9/4 y^2."""
    square = fact("abs-square", z=whole)
    return ring(
        eq(call("abs", whole) ** 2, num(9, 4) * now**2),
        square, conjugate_of(whole, now), transformed(whole, now),
    )  # fmt: skip


def product_parts(z: Term, now: Term) -> list[Theorem]:
    """Re z = 81/16 y^3 and Im z = 0, z = u^ v^ conj(w^) conj(x^)."""
    value = num(81, 16) * now**3
    hats = _hats(z)
    rules = [conjugate_of(hats[2], now), conjugate_of(hats[3], ONE)]
    rules += [transformed(one, now) for one in dict.fromkeys(hats[:3])]
    told = ring(eq(z, value), *rules)
    inside = equal_inside(conj(z), told)
    back = combine(eq(conj(z), value), (1, inside), (1, fact("conj-real", x=value)))
    half_ = num(1, 2)
    known = [fact("parts", z=z), conjugate_parts(z)]
    real = combine(eq(call("re", z), value), *((half_, one) for one in (*known, told, back)))
    imaginary = combine(
        eq(call("im", z), 0),
        *((half_ * I, one) for one in (*known, told, back)), (call("im", z), fact("i")),
    )  # fmt: skip
    return [real, imaginary]


def _hats(z: Term) -> list[Term]:
    """The four transforms in z."""
    found = []
    for one in _factors(z):
        found.append(one.args[0] if one.op == "conj" else one)
    return found


def _factors(z: Term) -> list[Term]:
    return [part for one in z.args for part in _factors(one)] if z.op == "mul" else [z]


# --- R_F(s) = 1/sqrt(s + c) -----------------------------------------------------------------------
def carlson(c: Term, s: Term) -> Term:
    """1/sqrt(s + c), and 0 at s = -c."""
    return make("ite", None, (eq(s, -c), ZERO, inv(sqrt(s + c))))


def beyond(c: Term, s: Term, out: Theorem) -> Theorem:
    """It is 1/sqrt(s + c) for -c < s."""
    apart = differs(out, negation(eq(s, -c)))
    return fact("ite-false", apart, P=eq(s, -c), z=ZERO, w=inv(sqrt(s + c)))


def largest(statement: Term, c: Term, rules: list[Theorem]) -> Theorem:
    """Q(-c) = 0 and Q(s) = (s + c)^3 > 0 beyond."""
    zero, every = statement.args
    s = fresh()
    out, goal = opened(every, (s,)).args
    gap = bound(lt(0, s + c), (), [[assume(out)]])
    return conjoin(ring(zero, *rules), everywhere(s, bound(goal, rules, [[gap, gap, gap]]), out))


def is_carlson(statement: Term, c: Term, rules: list[Theorem]) -> Theorem:
    """The slope is -1/(2 sqrt(Q)), it falls to 0, and the frequency grows from the start."""
    sloped, vanishes, falls = statement.args
    no = assume(falls.args[0])
    false = ordered(lt(0, 0), [(1, no)], [bound(lt(0, 2))])
    return conjoin(
        _slopes(sloped, c, rules),
        _vanishes(vanishes, c),
        discharge(no.conclusion, contradiction(false, falls.args[1])),
    )


def _slopes(statement: Term, c: Term, rules: list[Theorem]) -> Theorem:
    a, b, s = fresh(), fresh(), fresh()
    out_, rest_ = opened(opened(opened(statement, (a,)), (b,)), (s,)).args
    low_, rest_ = rest_.args
    high_, goal = rest_.args
    out, low, high = map(assume, (out_, low_, high_))
    gap = bound(lt(0, s + c), (), [[out], [low]])
    plain = lam(lambda r: inv(sqrt(r + c)))
    own = derivative(plain, a, b, s, side=[gap, positive(sqrt(s + c), [gap])])
    root = sqrt(s + c)
    up = positive(root, [gap])
    unit = inverse(root, [up])
    square = fact("sqrt-square", weaker(gap), x=s + c)
    inside = goal.args[3].args[1].args[0].args[0]  # -1/2 inv(sqrt(Q))
    cube = sqrt_is(
        root**3,
        weaker(positive(root**3, [up])),
        combine(
            eq((root**3) ** 2, inside),
            (root**4 + root**2 * (s + c) + (s + c) ** 2, square),
            (1, ring(eq(inside, (s + c) ** 3), *rules)),
        ),
    )
    whole = goal.args[3].args[1]
    moved_ = equal_inside(whole, cube)
    third = inverse_is(root**3, inv(root) ** 3, ring(eq(root**3 * inv(root) ** 3, 1), unit))
    steep = combine(eq(whole, inv(root) ** 3), (1, moved_), (1, third))
    sloped = with_slope(own, goal.args[3], steep)
    q = fresh()
    ends = le(a, q), le(q, b)
    same = everywhere(q, beyond(c, q, bound(lt(-c, q), (), [[out], [assume(ends[0])]])), *ends)
    function = make("lam", (REAL,), (goal.args[4],))
    theorem = written(goal, slope_of_same(function, same, sloped, low, high))
    return generalise(generalise(everywhere(s, theorem, out_, low_, high_), b), a)


def _vanishes(statement: Term, c: Term) -> Theorem:
    """1/sqrt(s + c) < e for s > 1/e^2."""
    e = fresh()
    above_, existence = opened(statement, (e,)).args
    above = assume(above_)
    down, unit = positive(inv(e), [above]), inverse(e, [above])
    s = fresh()
    out_, goal = opened(opened(existence, (inv(e) ** 2,)), (s,)).args
    far = assume(out_)
    gap = bound(lt(0, s + c), (), [[far], [down, down]])
    root = sqrt(s + c)
    up = positive(root, [gap])
    square, home = fact("sqrt-square", weaker(gap), x=s + c), inverse(root, [up])
    back = positive(inv(root), [up])

    def too_large(more):
        """e <= 1/r: e r <= 1, so e^2 (s + c) <= 1, yet e^2 s > 1."""
        less = ordered(le(e * root, 1), [(1, home)], [more, up])
        both_ = bound(le((e * root) ** 2, 1), (), [[less], [less, above, up]])
        one = bound(lt(1, e**2 * s), [unit], [[far, above, above]])
        false = bound(lt(0, 0), [square], [[both_], [one], ([bound(lt(0, c))], e)])
        return contradiction(false, lt(inv(root), e))

    small = by_cases(
        trichotomy(inv(root), e),
        lambda less: less,
        lambda same: too_large(ordered(le(e, inv(root)), [(1, same)])),
        lambda more: too_large(weaker(more)),
    )
    value = beyond(c, s, bound(lt(-c, s), (), [[gap]]))
    found = conjoin(
        bound(goal.args[0], [value], [[back], [above]]), bound(goal.args[1], [value], [[small]])
    )
    there = witness(existence, inv(e) ** 2, everywhere(s, found, out_))
    return everywhere(e, there, above_)
