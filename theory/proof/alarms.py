"""Two ways in which a theorem may say nothing: algebra alone shows it, or its hypotheses say it.

An alarm is no proof of anything; it keeps a claim from being called proved where its definitions
contain the answer, whole or in parts: ``answer = x + z`` with ``z = y`` says ``answer = x + y``.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .polynomials import combined, normal, product
from .rules import Refused, assume
from .show import show
from .tactics import bound
from .tactics.algebra import gap_polynomial
from .terms import SortError, Term, substituted

RELATIONS = ("eq", "le", "lt")


def alarms(statement: Term, hypotheses: Iterable[Term]) -> list[str]:
    """What is wrong with a theorem of this statement from these hypotheses; empty where
    nothing is.
    """
    said = [part for one in hypotheses for part in _inside(one, said_by)]
    found = []
    for goal in _inside(statement, lambda one: one.args if one.op == "and" else ()):
        if goal.op == "and":
            continue
        if _true_by_algebra(goal):
            found.append(f"algebra shows it with no hypothesis: {show(goal)}")
        elif any(normal(goal) is normal(part) for part in said):
            found.append(f"a hypothesis says the same: {show(goal)}")
        elif goal.op in RELATIONS and _together(goal, [one for one in said if one.op in RELATIONS]):
            found.append(f"the hypotheses say it between them, by algebra alone: {show(goal)}")
    return found


def _inside(statement: Term, parts) -> list[Term]:
    """A statement and everything in it that ``parts`` leads to, each once."""
    found: dict[Term, None] = {}
    stack = [statement]
    while stack:
        one = stack.pop()
        if one not in found:
            found[one] = None
            stack += parts(one)
    return list(found)


def said_by(hypothesis: Term) -> tuple[Term, ...]:
    """What a hypothesis may say beside itself: conjuncts, also behind quantifiers and premises."""
    if hypothesis.op == "and":
        return hypothesis.args
    return hypothesis.args[-1:] if hypothesis.op in ("forall", "exists", "implies") else ()


def _true_by_algebra(goal: Term) -> bool:
    """Is a relation true whatever its letters are worth, by algebra?"""
    if goal.op not in RELATIONS or gap_polynomial(goal).keys() - {()}:
        return False
    constant = gap_polynomial(goal).get((), 0)
    return {"eq": constant == 0, "le": constant >= 0, "lt": constant > 0}[goal.op]


def _together(goal: Term, said: list[Term]) -> bool:
    """Do relations give the goal, once the letters that they define outright are written out?"""
    goal, said = _unfolded(goal, said)
    if _true_by_algebra(goal):
        return True
    equations = [one for one in said if one.op == "eq"]
    if goal.op == "eq":
        return _combination(gap_polynomial(goal), [gap_polynomial(one) for one in equations])
    return _ordered(goal, said)


def _unfolded(goal: Term, said: list[Term]) -> tuple[Term, list[Term]]:
    """Letters that an equation defines outright (letter = something without it), written out."""
    for _ in range(len(said)):
        for one in said:
            pair = _outright(one)
            if pair is None:
                continue
            letter, value = pair
            try:
                table = {letter: value}
                rest = [substituted(other, table) for other in said if other is not one]
                goal, said = substituted(goal, table), rest
            except SortError:
                continue
            break
        else:
            break
    return goal, said


def _outright(equation: Term) -> tuple[Term, Term] | None:
    if equation.op != "eq" or equation.loose:
        return None
    for letter, value in (equation.args, reversed(equation.args)):
        if letter.op == "var" and letter not in value.free:
            return letter, value
    return None


def _combination(wanted: dict, known: list[dict]) -> bool:
    """Is a polynomial a combination of known ones, each times a number and at most one atom?"""
    atoms = {pair[0] for poly in (wanted, *known) for monomial in poly for pair in monomial}
    factors: list[dict] = [
        {(): Fraction(1)},
        *({((atom, 1),): Fraction(1)} for atom in sorted(atoms)),
    ]
    basis: dict[tuple, dict] = {}
    for column in (product(factor, one) for factor in factors for one in known):
        rest = _reduced(column, basis)
        if rest:
            basis[max(rest)] = rest
    return not _reduced(wanted, basis)


def _reduced(vector: dict, basis: dict[tuple, dict]) -> dict:
    """A polynomial less multiples of those in the basis, each kept under its largest monomial."""
    while pivots := vector.keys() & basis.keys():
        pivot = max(pivots)
        factor = Fraction(vector[pivot]) / basis[pivot][pivot]
        vector = combined(((Fraction(1), vector), (-factor, basis[pivot])))
    return vector


def _ordered(goal: Term, said: list[Term]) -> bool:
    """Is an inequality a sum of known ones and equations, with factors >= 0?"""
    closed = [assume(one) for one in said if not one.loose]
    sides = [one for one in closed if one.conclusion.op != "eq"]
    try:
        bound(goal, (), [[one] for one in sides])
    except (Refused, SortError):
        return False
    return True
