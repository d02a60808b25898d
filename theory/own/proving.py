"""Theorems of one's own: ``prove`` looks for a proof in the kernel, and says what is left to show
where it finds none.

The statement and what is given are SymPy relations; the definitions of their letters
(``theory.own.define``) may be used. What is returned was made by the kernel's rules; for a claim
with a ``proof`` it is made again by a process that knows the kernel alone, and only that makes the
claim ``proved``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sympy.logic.boolalg import Boolean

from theory.claim import Claim
from theory.notation import to_latex
from theory.own.letters import Meaning
from theory.own.search import found_proof
from theory.own.stating import Words
from theory.proof.definedness import obligations
from theory.proof.display import axioms_of, tree
from theory.proof.rules import Refused, Theorem, assume
from theory.proof.tactics import NotShown, written
from theory.proof.terms import Term

__all__ = ["NotShown", "Proved", "prove"]


@dataclass(frozen=True, repr=False)
class Proved:
    """A theorem of one's own: what it says in SymPy, and the kernel's theorem with all
    its steps.
    """

    statement: Boolean
    given: tuple[Any, ...]
    theorem: Theorem
    defined: tuple[Theorem, ...] = ()  # that its denominators, roots and logarithms make sense

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
    defined = tuple(where_defined(goal, [*lemmas, *known]))
    return Proved(statement, (*given, *used(words, theorem)), theorem, defined)


def where_defined(goal: Term, known: Sequence[Theorem]) -> Iterator[Theorem]:
    """Theorems that the functions of a statement are defined, as far as they are found."""
    for one in obligations(goal):
        try:
            yield found_proof(one, known)
        except Refused:
            continue


def used(words: Words, theorem: Theorem) -> list[Meaning]:
    """The definitions that a theorem uses."""
    return [one for one in words.definitions if words.meaning(one) & theorem.hypotheses]
