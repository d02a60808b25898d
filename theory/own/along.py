"""Theorems about a course in time, from the derivatives that define it: what is conserved, what
never falls, what stays zero.

A closed form of a differential equation is shown by the last: the difference from it (times what
stands below a fraction) starts at zero and has a derivative that is a multiple of itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sympy import Expr, Symbol, sympify
from sympy.logic.boolalg import Boolean

from theory.claim import equation
from theory.own.proving import Proved, used
from theory.own.rewriting import rewrites
from theory.own.search import found_proof, seen_at
from theory.own.stating import Words
from theory.proof.lemmas.monotone import constant
from theory.proof.lemmas.uniqueness import falls_to_zero, root_of_zero
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.tactics import (
    at,
    bound,
    derivative,
    everywhere,
    fact,
    fresh,
    lam,
    obtain,
    parts,
    slope_is,
)
from theory.proof.terms import Term, apply, bind, eq, le, num

__all__ = ["conserved", "never_falls", "stays_zero"]


class _Course:
    """An expression on [low, high], its derivative there, and what is known on the way."""

    def __init__(
        self,
        statement: Boolean,
        variable: Symbol,
        low: Any,
        high: Any,
        given: Iterable[Boolean],
        using: Sequence[Proved | Theorem],
    ) -> None:
        self.statement, self.variable = statement, variable
        self.given = tuple(one for one in given if one.args)
        self.words = Words(statement, *self.given)
        self.low, self.high = self.words.number(low), self.words.number(high)
        lemmas = [one.theorem if isinstance(one, Proved) else one for one in using]
        known = [
            assume(one) for one in (*self.words.assumptions(self.given), *self.words.defined())
        ]
        self.known = [leaf for one in (*lemmas, *known) for leaf in parts(one)]
        self.ordered = found_proof(le(self.low, self.high), self.known)

    def function(self, expression: Any) -> Term:
        """variable -> expression."""
        hole = fresh()
        return bind("lam", hole, self.words.term(sympify(expression), {self.variable: hole}))

    def here(self, s: Term, above: Theorem, below: Theorem) -> list[Theorem]:
        """What is known, also at the point s of [low, high]."""
        return seen_at(s, [*self.known, above, below])

    def slope(self, body: Term, s: Term, here: Sequence[Theorem]) -> Theorem:
        """The derivative of a function at s, by the definitions of its letters."""
        return derivative(body, self.low, self.high, s, here, here)

    def proved(self, *shown: Theorem) -> Proved:
        """The statement, from what was shown."""
        goal = self.words.term(self.statement)
        theorem = found_proof(goal, [*shown, *self.known])
        return Proved(self.statement, (*self.given, *used(self.words, theorem)), theorem)


def conserved(
    expression: Expr,
    variable: Symbol,
    low: Any,
    high: Any,
    given: Iterable[Boolean] = (),
    using: Sequence[Proved | Theorem] = (),
) -> Proved:
    """expression at ``high`` = expression at ``low``, because its derivative along the definitions
    of its letters is 0.

    >>> from sympy import Derivative, Eq
    >>> from theory import define, for_every, function, letter
    >>> t, T = letter("t", "t", "time", real=True), letter("T", "T", "end", nonnegative=True)
    >>> p, q = (function(n, n + "(#1)", "a coordinate at time #1", t) for n in "pq")
    >>> flow = for_every(t, 0, T, Eq(Derivative(p(t), t), q(t)), Eq(Derivative(q(t), t), p(t)))
    >>> _ = define(p, q, by=flow, words="p' = q, q' = p")
    >>> conserved(p(t)**2 - q(t)**2, t, 0, T).statement
    Eq(p(T)**2 - q(T)**2, p(0)**2 - q(0)**2)
    """
    statement = equation(expression.subs(variable, high), expression.subs(variable, low))
    course = _Course(statement, variable, low, high, given, using)
    body = course.function(expression)

    def slope(s: Term, above: Theorem, below: Theorem) -> Theorem:
        here = course.here(s, above, below)
        own = course.slope(body, s, here)
        return slope_is(own, found_proof(eq(own.conclusion.args[3], num(0)), here))

    return course.proved(constant(body, course.low, course.high, course.ordered, slope))


def never_falls(
    expression: Expr,
    variable: Symbol,
    low: Any,
    high: Any,
    given: Iterable[Boolean] = (),
    using: Sequence[Proved | Theorem] = (),
) -> Proved:
    """expression at ``high`` >= expression at ``low``, because its derivative is not negative.

    >>> from sympy import Derivative, Eq
    >>> from theory import define, for_every, function, letter
    >>> t, T = letter("t", "t", "time", real=True), letter("T", "T", "end", nonnegative=True)
    >>> w = function("w", "w(#1)", "a weight at time #1", t)
    >>> _ = define(w, by=for_every(t, 0, T, Eq(Derivative(w(t), t), 1 + w(t)**2)))
    >>> never_falls(w(t) - t, t, 0, T).statement
    -T + w(T) >= w(0)
    """
    statement = expression.subs(variable, high) >= expression.subs(variable, low)
    course = _Course(statement, variable, low, high, given, using)
    body, s = course.function(expression), fresh()
    ends = le(course.low, s), le(s, course.high)
    here = course.here(s, *map(assume, ends))
    own = course.slope(body, s, here)
    rate = own.conclusion.args[3]
    along = everywhere(s, conjoin(own, found_proof(le(0, rate), here)), *ends)
    rises = fact(
        "increasing",
        course.ordered,
        along,
        low=course.low,
        high=course.high,
        f=body,
        df=bind("lam", s, rate),
    )
    return course.proved(rises)


def stays_zero(
    expression: Expr,
    factor: Expr,
    variable: Symbol,
    low: Any,
    high: Any,
    given: Iterable[Boolean] = (),
    using: Sequence[Proved | Theorem] = (),
) -> Proved:
    """expression = 0 at ``high``, because it is 0 at ``low`` and its derivative is factor times
    itself. The factor must have a derivative on the way: then it is bounded there.

    A closed form of a differential equation is shown in this way. Here y' = y^2 from y(0) = 1 is
    1/(1 - t): for z = (1 - t) y - 1 the derivative is y z.

    >>> from sympy import Derivative, Eq
    >>> from theory import define, for_every, function, letter
    >>> t, T = letter("t", "t", "time", real=True), letter("T", "T", "end", nonnegative=True)
    >>> y = function("y", "y(#1)", "a weight at time #1", t)
    >>> flow = for_every(t, 0, T, Eq(Derivative(y(t), t), y(t)**2))
    >>> _ = define(y, by=(Eq(y(0), 1), flow))
    >>> stays_zero((1 - t)*y(t) - 1, y(t), t, 0, T).statement
    Eq((1 - T)*y(T) - 1, 0)
    """
    statement = equation(expression.subs(variable, high), sympify(0))
    course = _Course(statement, variable, low, high, given, using)
    body, rate = course.function(expression), course.function(factor)
    start = found_proof(eq(apply(body, (course.low,)), 0), course.known)
    square = lam(lambda x: apply(body, (x,)) ** 2)

    def bounded(most: Term, within: Theorem) -> Theorem:
        """z^2 has the derivative 2 c z^2 <= 2 M z^2, so it stays 0."""

        def proof_at(s: Term, above: Theorem, below: Theorem) -> tuple[Theorem, Theorem]:
            here = course.here(s, above, below)
            value, times = apply(body, (s,)), apply(rate, (s,))
            own = course.slope(body, s, here)
            multiple = found_proof(eq(own.conclusion.args[3], times * value), here)
            whole = course.slope(square, s, [slope_is(own, multiple), *here])
            doubled = eq(whole.conclusion.args[3], 2 * times * value**2)
            slope = slope_is(whole, found_proof(doubled, here))
            top = parts(at(within, s, above, below))[1]
            goal = le(2 * times * value**2, 2 * most * value**2)
            return slope, bound(goal, (), [([top], value)])

        zero = found_proof(eq(apply(square, (course.low,)), 0), [start])
        rules = tuple(rewrites([zero]))
        return falls_to_zero(
            square, 2 * most, course.high, course.ordered, rules, proof_at, course.low
        )

    gone = obtain(_bounded(course, rate), bounded)
    value = apply(body, (course.high,))
    flat = bound(le((value - num(0)) ** 2, 0), (), [[gone]])
    return course.proved(root_of_zero(value, num(0), flat))


def _bounded(course: _Course, rate: Term) -> Theorem:
    """There is an M with -M <= c <= M on [low, high], for a c that has a derivative there."""
    s = fresh()
    ends = le(course.low, s), le(s, course.high)
    own = course.slope(rate, s, course.here(s, *map(assume, ends)))
    along = everywhere(s, own, *ends)
    df = bind("lam", s, own.conclusion.args[3])
    return fact("deriv-bounded", along, low=course.low, high=course.high, f=rate, df=df)
