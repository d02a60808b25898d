"""Theorems of one's own: ``prove`` looks for a proof in the kernel, and says what is left to show
where it finds none.

The statement and what is given are SymPy relations; the definitions of their letters
(``theory.own.define``) may be used. What is returned was made by the kernel's rules; for a claim
with a ``proof`` it is made again by a process that knows the kernel alone, and only that makes the
claim ``proved``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Symbol
from sympy.logic.boolalg import Boolean

from theory.claim import Claim
from theory.notation import to_latex
from theory.own.letters import Meaning
from theory.own.search import found_proof, seen_at, with_value
from theory.own.stating import Words
from theory.proof.display import axioms_of, tree
from theory.proof.lemmas.monotone import constant
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import NotShown, derivative, fresh, parts, written
from theory.proof.terms import Term, bind, eq, le, num

__all__ = ["NotShown", "Proved", "conserved", "prove"]


@dataclass(frozen=True, repr=False)
class Proved:
    """A theorem of one's own: what it says in SymPy, and the kernel's theorem with all
    its steps.
    """

    statement: Boolean
    given: tuple[Any, ...]
    theorem: Theorem

    def __repr__(self) -> str:
        lines = [f"theorem  {self.statement}", *(f"  given  {one}" for one in self.given)]
        axioms = ", ".join(sorted(axioms_of(self.theorem))) or "none"
        return "\n".join([*lines, f"  axioms {axioms}"])

    def tree(self, depth: int = 3) -> str:
        """The proof as a tree, ``depth`` steps down."""
        return tree(self.theorem, depth)

    def _repr_latex_(self) -> str:
        above = r" \quad ".join(to_latex(one) for one in self.given if isinstance(one, Boolean))
        rule = (
            rf"\frac{{{above}}}{{{to_latex(self.statement)}}}"
            if above
            else to_latex(self.statement)
        )
        return f"$\\displaystyle {rule}$"


def prove(
    statement: Boolean | Claim,
    given: Iterable[Boolean] = (),
    using: Sequence[Proved | Theorem] = (),
) -> Proved:
    """A theorem of the statement (of a claim: under its assumptions), or an error that says what is
    left to show.

    >>> from sympy import cosh, sinh, Eq, symbols
    >>> x, y = symbols("x y", positive=True)
    >>> prove(Eq(cosh(x)**2 - sinh(x)**2, 1))
    theorem  Eq(-sinh(x)**2 + cosh(x)**2, 1)
      axioms cosh, exp-sum, exp-zero, sinh
    >>> prove(x/y + y/x >= 2)
    theorem  x/y + y/x >= 2
      axioms inverse, inverse-positive, irreflexive
    >>> prove(x > 2)
    Traceback (most recent call last):
        ...
    theory.proof.tactics.logic.NotShown: left to show:  2 < x
      known:  0 < x

    ``using`` are theorems proved before, such as :func:`conserved`; ``given`` are further
    assumptions.
    """
    if isinstance(statement, Claim):
        given = (*statement.given, *given)
        statement = statement.expr
    if not isinstance(statement, Boolean) or not statement.args:
        raise ValueError(
            f"{statement} is no relation (SymPy may have decided it already): expected one such as "
            "theory.claim.equation(left, right), or Ge(a, b, evaluate=False)"
        )
    given = tuple(one for one in given if one.args)
    words = Words(statement, *given)
    goal = words.term(statement)
    lemmas = [one.theorem if isinstance(one, Proved) else one for one in using]
    known = [assume(one) for one in (*words.assumptions(given), *words.defined())]
    theorem = written(goal, found_proof(goal, [*lemmas, *known]))
    return Proved(statement, (*given, *_used(words.definitions, theorem, words)), theorem)


def _used(definitions: Iterable[Meaning], theorem: Theorem, words: Words) -> list[Meaning]:
    return [one for one in definitions if words.meaning(one) & theorem.hypotheses]


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
    from theory.claim import equation

    given = tuple(one for one in given if one.args)
    statement = equation(expression.subs(variable, high), expression.subs(variable, low))
    words = Words(statement, *given)
    start, end = words.number(low), words.number(high)
    body = bind("lam", hole := fresh(), words.term(expression, {variable: hole}))
    lemmas = [one.theorem if isinstance(one, Proved) else one for one in using]
    known = [assume(one) for one in (*words.assumptions(given), *words.defined())]
    known = [leaf for one in (*lemmas, *known) for leaf in parts(one)]

    def slope(s: Term, above: Theorem, below: Theorem) -> Theorem:
        here = seen_at(s, [*known, above, below])
        own = derivative(body, start, end, s, here, here)
        return with_value(own, found_proof(eq(own.conclusion.args[3], num(0)), here))

    ordered = found_proof(le(start, end), known)
    same = constant(body, start, end, ordered, slope)
    theorem = found_proof(words.term(statement), [same])
    return Proved(statement, (*given, *_used(words.definitions, theorem, words)), theorem)
