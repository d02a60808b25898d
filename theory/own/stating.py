"""Claims of one's own in the kernel's terms: the statement, what is assumed of its letters, what
its letters are.

This is read together with ``theory/proof/translate.py``: a mistake here would make the machine read
a definition or an assumption wrongly. What was read is printed by ``agf show``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sympy import Derivative, Equality, Symbol, sympify

from theory.own.letters import ARGUMENTS, ForEvery, Meaning, definitions_of
from theory.proof.letters import FUNCTIONS, Definition, Stated
from theory.proof.tactics import fresh
from theory.proof.terms import REAL, Term, bind, both, implies, le
from theory.proof.translate import NotUnderstood, Translation, assumptions, sort_of


class Words:
    """One dictionary from SymPy to terms for a statement, its assumptions and the definitions of
    its letters.
    """

    def __init__(self, *statements: Any) -> None:
        self.definitions = definitions_of(*statements)
        own = {head: ("Fun", tuple(map(sort_of, of)), REAL) for head, of in ARGUMENTS.items()}
        self._translate = Translation({**FUNCTIONS, **own})

    def term(self, expression: Any, inside: Mapping[Symbol, Term] | None = None) -> Term:
        """The term of a SymPy expression; ``inside`` has the letters that stand for
        some symbols.
        """
        return self._translate(expression, dict(inside or {}))

    def letter(self, head: Any) -> Term:
        """The letter of a symbol or function."""
        return self._translate.letter(head)

    def number(self, value: Any) -> Term:
        """The term of a number or an expression."""
        return self.term(sympify(value))

    def assumptions(self, given: Iterable[Any]) -> list[Term]:
        """What is given, and what SymPy assumes of every letter that was spoken of."""
        found = [self.term(one) for one in given if one.args]
        self.defined()
        for symbol in list(self._translate.letters.values()):
            if isinstance(symbol, Symbol):
                found += assumptions(symbol, self._translate.letter(symbol))
        return list(dict.fromkeys(found))

    def meaning(self, one: Meaning) -> set[Term]:
        """A definition as statements."""
        return {self._holds(part) for part in one.statements}

    def defined(self) -> list[Term]:
        """What holds of the letters by their definitions."""
        return [term for one in self.definitions for term in sorted(self.meaning(one), key=str)]

    def _holds(self, part: Any) -> Term:
        if not isinstance(part, ForEvery):
            return self.term(part)
        low, high, here = (
            self.number(part.low),
            self.number(part.high),
            fresh(sort_of(part.variable)),
        )
        inside = [self._there(one, part.variable, here, low, high) for one in part.statements]
        return bind("forall", here, implies(le(low, here), le(here, high), both(*inside)))

    def _there(self, one: Any, variable: Symbol, here: Term, low: Term, high: Term) -> Term:
        """A statement at one value of the variable; a derivative is taken within [low, high]."""
        if not one.atoms(Derivative):
            return self.term(one, {variable: here})
        left, value = one.args if isinstance(one, Equality) else (one, one)
        if not isinstance(left, Derivative) or left.args[1:] != ((variable, 1),):
            raise NotUnderstood(f"{one}: expected Eq(Derivative(f({variable}), {variable}), value)")
        if value.atoms(Derivative):
            raise NotUnderstood(f"{one}: a derivative stands on the left alone")
        moving = fresh()
        body = self.term(left.args[0], {variable: moving})
        return bind("deriv", moving, body, low, high, here, self.term(value, {variable: here}))


def stated(claim: Any, statement: Any) -> tuple[Stated, Words]:
    """A statement under the assumptions of a claim of one's own, as ``theory.proof.letters.stated``
    has the paper's.
    """
    given = tuple(one for one in claim.given if one.args)
    words = Words(statement, *given)
    goal = words.term(statement)
    assumed = words.assumptions(given)
    meanings = tuple(
        Definition(f"own.{number}", (), term, str(one))
        for number, one in enumerate(words.definitions)
        for term in sorted(words.meaning(one), key=str)
    )
    return Stated(goal, tuple(assumed), meanings), words
