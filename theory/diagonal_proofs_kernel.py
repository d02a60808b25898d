"""Proofs of the diagonal setting in the kernel: one function a claim, its docstring the idea.

Everything on the flow follows from one fact (``orbit``): u = sqrt(2) alpha cosh G, v = sqrt(2) alpha sinh G.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory import diagonal_letters_kernel as letters
from theory.diagonal_letters_kernel import (DEFINED, S_0, S_later, S_of, S_on, U_0, U_star, G_of, alpha, beta, delta, dual, eta,
                                            g, g_of, last, rho, rho_later, t, theta_sq, u, u_of, u_on, v, v_of, v_on)  # fmt: skip
from theory.proof.lemmas import (HALF, acosh_cosh, constant, cosh, cosh_at_least_one, cosh_double, cosh_even, cosh_sum, cosh_zero,
                                 exp, exp_inverse, exp_sum, hyperbolic, inv, log, log_below, log_product, product_zero, pythagoras,
                                 sign_times_acosh_cosh, sinh, sinh_double, sinh_negative, sinh_odd, sinh_positive, sinh_zero, sqrt,
                                 tanh, tanh_quotient, trichotomy)  # fmt: skip
from theory.proof.rules import (Theorem, assume, axiom, choose, conjoin, discharge, disjoin, generalise, instantiate, specialise,
                                witness)  # fmt: skip
from theory.proof.tactics import (at, bound, by_cases, combine, contradiction, deriv, derivative, differs, equal_inside,
                                  everywhere, fact, fresh, given, inverse, lam, nonzero, parts, positive, put, ring, substitute,
                                  symmetric, weaker, with_slope, written)  # fmt: skip
from theory.proof.terms import ONE, TWO, ZERO, Term, call, eq, implies, le, lt, make, negation, num, opened, var

PROOFS: dict[str, Callable[[], Theorem]] = {}
ROOT = sqrt(TWO)


def proof(identifier: str):
    """Enter the proof of a claim."""

    def entered(function):
        PROOFS[identifier] = cache(function)
        return PROOFS[identifier]

    return entered


def defined(name: str) -> list[Theorem]:
    """The definition of letters as hypotheses, conjunct by conjunct."""
    return parts(assume(DEFINED[name].statement))


def assumed(*statements: Term) -> list[Theorem]:
    return [assume(one) for one in statements]


# --- the flow ---------------------------------------------------------------------------------------------------------


def rooted() -> Theorem:
    """sqrt(2)^2 = 2."""
    return fact("sqrt-square", bound(le(0, 2)), x=TWO)


def motion(one: Term, other: Term, angle: Callable, end: Term, ordered: Theorem, slopes: Callable) -> list[Theorem]:
    """f' = a' h and h' = a' f: (f + h) exp(-a) and (f - h) exp(a) are constant on [0, end]."""

    def sums(sign):
        function = lam(lambda s: (one(s) + sign * other(s)) * exp(-sign * angle(s)))

        def slope(s, low, high):
            known = slopes(s, low, high)
            return with_slope(derivative(function, 0, end, s, known), ZERO)

        return constant(function, 0, end, ordered, slope)

    return [sums(num(1)), sums(num(-1))]


@cache
def orbit() -> tuple[Theorem, Theorem]:
    """u = sqrt(2) alpha cosh G and v = sqrt(2) alpha sinh G, for any course of the gradient."""
    ordered, u_start, v_start, u_end, v_end, flow = defined("diagonal.flow")
    start, end, slope = defined("diagonal.dual")

    def slopes(s, low, high):
        return [*parts(at(flow, s, low, high)), at(slope, s, low, high)]

    plus, minus = motion(u_of, v_of, G_of, last, ordered, slopes)
    zero = [combine(eq(exp(sign * G_of(0)), 1), (1, equal_inside(exp(sign * G_of(0)), start)), (1, fact("exp-zero")))
            for sign in (num(-1), num(1))]  # fmt: skip
    ends = [symmetric(one) for one in (u_end, v_end, end)]
    rewrite = [u_start, v_start, *zero]
    turned = [equal_inside(exp(sign * G_of(last)), ends[2]) for sign in (num(-1), num(1))]
    sums = []
    for sign, whole in ((num(1), plus), (num(-1), minus)):
        here = ring(eq((u + sign * v) * exp(-sign * dual), ROOT * alpha), u_end, v_end)if False else None
        value = ring(eq(whole.conclusion.args[0], ROOT * alpha), *rewrite)
        there = ring(eq(whole.conclusion.args[1], (u + sign * v) * exp(-sign * dual)), *turned, *ends[:2])
        here = combine(eq((u + sign * v) * exp(-sign * dual), ROOT * alpha), (-1, there), (-1, whole), (1, value))
        sums.append(combine(eq(u + sign * v, ROOT * alpha * exp(sign * dual)),
                            (exp(sign * dual), here), (-(u + sign * v), exp_inverse(dual))))  # fmt: skip
    half_sum = combine(eq(u, ROOT * alpha * cosh(dual)), (HALF, sums[0]), (HALF, sums[1]), (-(ROOT * alpha), fact("cosh", x=dual)))
    half_difference = combine(eq(v, ROOT * alpha * sinh(dual)), (HALF, sums[0]), (-HALF, sums[1]), (-(ROOT * alpha), fact("sinh", x=dual)))
    return half_sum, half_difference


@proof("diagonal.dual-variable")
def dual_variable() -> Theorem:
    """orbit, and beta = u v = 2 alpha^2 cosh G sinh G."""
    first, second = orbit()
    (product,) = defined("diagonal.beta")
    whole = ring(eq(beta, alpha**2 * sinh(2 * dual)), product, first, second, sinh_double(dual), rooted())
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


def stated(identifier: str, *theorems: Theorem) -> Theorem:
    """The theorems as the conjuncts of the claim's statement, in its order and its writing."""
    from theory import claim
    from theory.proof.letters import stated as in_terms

    statement = in_terms(claim(identifier)).statement
    if statement.op != "and":
        return written(statement, theorems[0])
    return conjoin(*(_matching(one, theorems) for one in statement.args))


def _matching(statement, theorems):
    from theory.proof.polynomials import normal

    for one in theorems:
        if normal(one.conclusion) is normal(statement):
            return written(statement, one)
    raise ValueError(f"none of the theorems says {statement}")
