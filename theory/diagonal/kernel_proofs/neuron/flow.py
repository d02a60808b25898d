"""The flow of one neuron, for any course of the gradient: u = sqrt(2) alpha cosh G, v = sqrt(2)
alpha sinh G.

Everything else follows from this one fact (``orbit``): what is conserved, the parameters in terms
of the norm, where the product changes its sign.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.diagonal import letters
from theory.diagonal.kernel_proofs.entry import assumed, defined, domain, proof, stated
from theory.diagonal.letters import G_of, alpha, beta, dual, last, theta_sq, u, u_of, v, v_of
from theory.proof.lemmas import (
    HALF,
    abs_square,
    constant,
    cosh,
    cosh_zero,
    exp,
    exp_inverse,
    product_zero,
    sinh,
    sinh_double,
    sinh_negative,
    sinh_positive,
    sinh_zero,
    sqrt,
    sqrt_is,
    trichotomy,
)
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import (
    at,
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
    lam,
    parts,
    positive,
    ring,
    slope_within,
    symmetric,
    with_slope,
)
from theory.proof.terms import TWO, ZERO, Term, call, eq, le, lt, negation, num

ROOT = sqrt(TWO)


def rooted() -> Theorem:
    """sqrt(2)^2 = 2."""
    return fact("sqrt-square", bound(le(0, 2)), x=TWO)


def motion(
    one: Callable, other: Callable, angle: Callable, end: Term, ordered: Theorem, slopes: Callable
) -> list[Theorem]:
    """f' = a' h and h' = a' f: (f + h) exp(-a) and (f - h) exp(a) are constant on [0, end]."""

    def sums(sign):
        function = lam(lambda s: (one(s) + sign * other(s)) * exp(-sign * angle(s)))

        def slope(s, low, high):
            known = slopes(s, low, high)
            return with_slope(derivative(function, 0, end, s, known), ZERO)

        return constant(function, 0, end, ordered, slope)

    return [sums(num(1)), sums(num(-1))]


@cache
def orbit_at(s: Term) -> tuple[Theorem, Theorem]:
    """u(s) = sqrt(2) alpha cosh G(s), v(s) = sqrt(2) alpha sinh G(s) at every s of [0, T_last]; any
    course of g.
    """
    _, u_start, v_start, _, _, flow = defined("diagonal.flow")
    start, _, slope = defined("diagonal.dual")
    low, high = assumed(le(0, s), le(s, last))

    def slopes(r, above, below):
        beyond = bound(le(r, last), (), [[below], [high]], exact=True)
        whole = [*parts(at(flow, r, above, beyond)), at(slope, r, above, beyond)]
        return [slope_within(one, ZERO, s, bound(le(0, 0)), high) for one in whole]

    sums = motion(u_of, v_of, G_of, s, low, slopes)
    zero = [
        combine(
            eq(exp(sign * G_of(0)), 1),
            (1, equal_inside(exp(sign * G_of(0)), start)),
            (1, fact("exp-zero")),
        )
        for sign in (num(-1), num(1))
    ]
    return halves(u_of(s), v_of(s), G_of(s), sums, [u_start, v_start, *zero])


def halves(
    one: Term, other: Term, angle: Term, sums: list[Theorem], starts: list[Theorem]
) -> tuple[Theorem, Theorem]:
    """(f + h) exp(-a) = (f - h) exp(a) = sqrt(2) alpha, so f = sqrt(2) alpha cosh a and h = sqrt(2)
    alpha sinh a.
    """
    solved = []
    for sign, whole in zip((num(1), num(-1)), sums):
        value = ring(eq(whole.conclusion.args[0], ROOT * alpha), *starts)
        here = combine(
            eq((one + sign * other) * exp(-sign * angle), ROOT * alpha), (-1, whole), (1, value)
        )
        solved.append(
            combine(
                eq(one + sign * other, ROOT * alpha * exp(sign * angle)),
                (exp(sign * angle), here),
                (-(one + sign * other), exp_inverse(angle)),
            )
        )
    scale = -(ROOT * alpha)
    first = combine(
        eq(one, ROOT * alpha * cosh(angle)),
        (HALF, solved[0]),
        (HALF, solved[1]),
        (scale, fact("cosh", x=angle)),
    )
    second = combine(
        eq(other, ROOT * alpha * sinh(angle)),
        (HALF, solved[0]),
        (-HALF, solved[1]),
        (scale, fact("sinh", x=angle)),
    )
    return first, second


@cache
def orbit() -> tuple[Theorem, Theorem]:
    """u = sqrt(2) alpha cosh G and v = sqrt(2) alpha sinh G at the last jump."""
    ordered, _, _, u_end, v_end, _ = defined("diagonal.flow")
    _, end, _ = defined("diagonal.dual")
    s = fresh()

    def at_the_end(theorem: Theorem, own: Theorem, function: Callable) -> Theorem:
        there = at(
            everywhere(s, theorem, le(0, s), le(s, last)), last, ordered, bound(le(last, last))
        )
        turned = equal_inside(function(G_of(last)), symmetric(end))
        return combine(
            eq(own.conclusion.args[0], ROOT * alpha * function(dual)),
            (1, own),
            (1, there),
            (ROOT * alpha, turned),
        )

    first, second = orbit_at(s)
    return at_the_end(first, u_end, cosh), at_the_end(second, v_end, sinh)


@proof("diagonal.dual-variable")
def dual_variable() -> Theorem:
    """orbit, and beta = u v = 2 alpha^2 cosh G sinh G."""
    first, second = orbit()
    (product,) = defined("diagonal.beta")
    whole = ring(
        eq(beta, alpha**2 * sinh(2 * dual)), product, first, second, sinh_double(dual), rooted()
    )
    return stated("diagonal.dual-variable", first, second, whole)


@proof("diagonal.conserved")
def conserved() -> Theorem:
    """(u^2 - v^2)' = 0, and at the start it is 2 alpha^2."""
    ordered, u_start, v_start, u_end, v_end, flow = defined("diagonal.flow")
    function = lam(lambda s: u_of(s) ** 2 - v_of(s) ** 2)

    def slope(s, low, high):
        return with_slope(derivative(function, 0, last, s, parts(at(flow, s, low, high))), ZERO)

    whole = constant(function, 0, last, ordered, slope)
    value = ring(eq(u_of(0) ** 2 - v_of(0) ** 2, 2 * alpha**2), u_start, v_start, rooted())
    ends = [symmetric(u_end), symmetric(v_end)]
    there = ring(eq(u_of(last) ** 2 - v_of(last) ** 2, u**2 - v**2), *ends)
    return combine(eq(u**2 - v**2, 2 * alpha**2), (-1, there), (-1, whole), (1, value))


@proof("diagonal.conserved-appendix")
def conserved_appendix() -> Theorem:
    """The same formula as in the main text."""
    return conserved()


@proof("diagonal.product")
def product() -> Theorem:
    """(2 u v)^2 = (u^2 + v^2)^2 - (u^2 - v^2)^2."""
    (norm,) = defined("diagonal.norm")
    size = call("abs", u * v)
    difference = combine(eq(u**2, v**2 + 2 * alpha**2), (1, conserved()))
    squared = ring(
        eq((2 * size) ** 2, theta_sq**2 - 4 * alpha**4), abs_square(u * v), norm, difference
    )
    root = sqrt_is(2 * size, bound(le(0, 2 * size), (), [[fact("abs-positive", z=u * v)]]), squared)
    return symmetric(root)


@proof("diagonal.parameters")
def parameters() -> Theorem:
    """u^2 and v^2 are half the sum and half the difference of the norm and 2 alpha^2."""
    (norm,) = defined("diagonal.norm")
    difference = combine(eq(u**2, v**2 + 2 * alpha**2), (1, conserved()))
    found = []
    for letter, sign in ((u, 1), (v, -1)):
        size = call("abs", letter)
        squared = ring(
            eq(size**2, HALF * theta_sq + num(sign) * alpha**2),
            abs_square(letter),
            norm,
            difference,
        )
        found.append(symmetric(sqrt_is(size, fact("abs-positive", z=letter), squared)))
    return stated("diagonal.parameters", *found)


def alpha_above() -> Theorem:
    """0 < alpha."""
    return assume(lt(0, alpha))


def sinh_vanishes(x: Term, zero: Theorem) -> Theorem:
    """sinh(x) = 0 gives x = 0."""
    goal = eq(x, 0)
    return by_cases(
        trichotomy(x),
        lambda less: contradiction(bound(lt(0, 0), [zero], [[sinh_negative(less)]]), goal),
        lambda same: same,
        lambda more: contradiction(bound(lt(0, 0), [zero], [[sinh_positive(more)]]), goal),
    )


@proof("diagonal.sign-change")
def sign_change() -> Theorem:
    """u v = 2 alpha^2 cosh G sinh G vanishes only where sinh G does, at G = 0."""
    first, second = orbit()
    u_there, v_there, crossing = defined("diagonal.crossing")
    scale = positive(2 * alpha**2 * cosh(dual), [alpha_above()])
    scaled = combine(
        eq(scale.conclusion.args[1] * sinh(dual), 0),
        (1, crossing),
        (
            1,
            symmetric(
                ring(eq(u * v, scale.conclusion.args[1] * sinh(dual)), first, second, rooted())
            ),
        ),
    )
    zero = sinh_vanishes(
        dual, product_zero(scaled, differs(scale, negation(eq(scale.conclusion.args[1], 0))))
    )
    flat = [
        ring(eq(f(dual), value), *rewrite)
        for f, value, rewrite in (
            (cosh, 1, [equal_inside(cosh(dual), zero), cosh_zero()]),
            (sinh, 0, [equal_inside(sinh(dual), zero), sinh_zero()]),
        )
    ]
    return stated(
        "diagonal.sign-change",
        ring(eq(letters.u_cross, ROOT * alpha), u_there, first, flat[0]),
        ring(eq(letters.v_cross, 0), v_there, second, flat[1]),
    )


def unequal() -> Theorem:
    """u^2 = v^2 + 2 alpha^2."""
    return combine(eq(u**2, v**2 + 2 * alpha**2), (1, conserved()))


@domain("diagonal.product")
def product_domain() -> list[Theorem]:
    """|theta|^4 - 4 alpha^4 = 4 u^2 v^2."""
    rewrites = [*defined("diagonal.norm"), unequal()]
    return [bound(le(0, theta_sq**2 - 4 * alpha**4), rewrites, squares=[u * v])]


@domain("diagonal.parameters")
def parameters_domain() -> list[Theorem]:
    """|theta|^2/2 - alpha^2 = v^2."""
    rewrites = [*defined("diagonal.norm"), unequal()]
    return [bound(le(0, HALF * theta_sq - alpha**2), rewrites, squares=[v])]
