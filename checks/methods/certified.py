"""Certificates: a statement in ball arithmetic at exact rational instances, precision doubled until
decided.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any

import sympy as sp
from flint import arb
from hypothesis import strategies as st
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.core.relational import Relational
from sympy.logic import boolalg

from checks.evidence import Evidence
from checks.methods.balls import Judgement, evaluate, judge, show
from checks.methods.carried_out import carried_out
from checks.methods.check import Effort, Rejected, Search, named, search
from checks.methods.instances import allows, require, strategy
from checks.methods.ladder import judge_limits
from checks.methods.ties import with_ties
from checks.methods.written import as_written, side_in_numbers
from checks.methods.zeros import put, zeros
from theory.claim import Claim

# a counterexample that can be read off to this many digits is shown in the claim's own symbols
READ_OFF = 1e-12
SHORT = 30  # operations of a formula whose zeros are looked for
AT_A_TIE, MOST_TIES = 24, 8  # instances at each such zero, and of how many zeros
AT_A_POINT = 8  # instances at each number that the statement compares a letter with
STRICT = (sp.Gt, sp.Lt, sp.Ne)
Definitions = Mapping[sp.Basic, sp.Basic] | Callable[[], Mapping[sp.Basic, sp.Basic]]


def substituted(statement: sp.Basic, defined: Definitions) -> sp.Basic:
    """The statement with every defined symbol or function replaced, and derivatives and integrals
    carried out.

    The relation itself is not evaluated away: an equation between equal sides stays an equation.
    """
    definitions = dict(defined() if callable(defined) else defined)
    functions = {
        key: definitions.pop(key) for key in list(definitions) if isinstance(key, UndefinedFunction)
    }

    def filled(side: sp.Basic) -> sp.Basic:
        for function, body in functions.items():
            side = side.replace(function, body)
        return side.xreplace(definitions).replace(
            lambda e: isinstance(e, (sp.Derivative, sp.Integral)), carried_out
        )

    return on_sides(statement, filled)


def on_sides(statement: sp.Basic, change: Callable[[sp.Basic], sp.Basic]) -> sp.Basic:
    """Change both sides of every relation in a statement; one that cannot be (a side is not real)
    is false.
    """
    if isinstance(statement, sp.core.relational.Relational):
        try:
            return statement.func(*(change(side) for side in statement.args), evaluate=False)
        except TypeError as problem:
            if "Invalid comparison" in str(problem):
                return sp.false
            raise
    if isinstance(statement, boolalg.BooleanFunction):
        return statement.func(*(on_sides(part, change) for part in statement.args), evaluate=False)
    return statement


def attained(statement: sp.Basic) -> sp.Basic:
    """The statement with each weak inequality turned into an equation: a bound that must be
    reached.
    """
    return statement.replace(
        lambda e: isinstance(e, (sp.Ge, sp.Le)), lambda e: sp.Eq(*e.args, evaluate=False)
    )


def refute(claim: Claim, statement: sp.Basic, given: tuple, examples: int, seed: int) -> Search:
    """Look for an exact instance at which the balls of the two sides separate, also at the points
    that the statement itself names (x = 1/7919, x > 3).

    A limit is followed there: it may break the statement, but following it never encloses what it
    tends to.
    """
    symbols = statement.free_symbols | {s for g in (*claim.given, *given) for s in g.free_symbols}
    limits = statement.atoms(sp.Limit)

    def judge_at(values: dict) -> Judgement:
        require((*claim.given, *given), values)
        if not limits:
            return _settled(statement, values, judge(statement, values))
        found = judge_limits(statement, values)
        return (
            found
            if found.holds is False
            else replace(found, holds=None, why=found.why or "limits, followed only")
        )

    drawn = strategy((*claim.given, *given), symbols)
    found = search(drawn, judge_at, examples, seed)
    if found.counterexample is not None or examples <= 1:
        return found
    named_there = at_named_points(
        statement, (*claim.given, *given), drawn, judge_at, examples, seed
    )
    if named_there is not None:
        return named_there
    for letter, root in ties(statement):

        def judge_there(values: dict) -> Judgement:
            try:
                return judge_at(put(values, letter, root))
            except Rejected:  # most may be: what is drawn for the others has no such root
                return Judgement(True, idle=True)

        beside = search(drawn, judge_there, min(examples, AT_A_TIE), seed)
        if beside.counterexample is not None:
            beside.counterexample = put(beside.counterexample, letter, root)
            return beside
    return found


def at_named_points(
    statement: sp.Basic, assumed: tuple, drawn: Any, judge_at: Callable, examples: int, seed: int
) -> Search | None:
    """A counterexample at a point that the statement itself names."""
    for letter, number in named_points(statement):
        if not allows(letter, number, assumed):
            continue
        there = st.builds(operator.or_, drawn, st.just({letter: number}))
        beside = search(there, judge_at, min(examples, AT_A_POINT), seed)
        if beside.counterexample is not None:
            return beside
    return None


def ties(statement: sp.Basic) -> list[tuple[sp.Symbol, sp.Expr]]:
    """(letter, value) where what is strict, or denied, may alone be false: (x^2 - 2)^2 > 0. Each
    zero by one letter, of a few short formulas.
    """
    from checks.methods.points import single_points  # which imports this file

    found: dict[sp.Expr, list[tuple[sp.Symbol, sp.Expr]]] = {}
    strict = (one for one in statement.atoms(Relational) if isinstance(one, STRICT))
    for one in chain(single_points(statement), sorted(strict, key=str)):
        gap = one.lhs - one.rhs
        if gap not in found and -gap not in found and sp.count_ops(gap) <= SHORT:
            found[gap] = list(zeros(gap, gap.free_symbols))
    return [pair for pairs in found.values() for pair in pairs][:MOST_TIES]


def _settled(statement: sp.Basic, values: dict, found: Judgement) -> Judgement:
    """What balls of any precision leave open may be a tie, which algebra sees: it breaks what is
    strict.
    """
    decided = with_ties(statement, values) if found.holds is None else None
    if decided is sp.false:
        return replace(found, holds=False, means="exact", sides=f"{found.sides}, equal by algebra")
    if decided is not sp.true:
        return found
    idle = isinstance(statement, sp.Implies) and with_ties(statement.args[0], values) is sp.false
    return replace(found, holds=True, idle=idle)


def named_points(statement: sp.Basic) -> list[tuple[sp.Symbol, sp.Rational]]:
    """(letter, number) for every comparison of the two inside the statement: what is false at one
    point only is false at such a point.

    What is false from a whole number on may hold there: so the two before and after it as well,
    one of which is odd. What is false between two such numbers is so in the middle.
    """
    pairs = {
        (pair[0], pair[1] + beside)
        for relation in statement.atoms(sp.core.relational.Relational)
        for pair in (relation.args, relation.args[::-1])
        if pair[0].is_Symbol and pair[1].is_Rational
        for beside in (range(-2, 3) if pair[0].is_integer and pair[1].is_integer else (0,))
    }
    inside = {
        (letter, (low + high) / 2)
        for letter in {letter for letter, _ in pairs if not letter.is_integer}
        for low, high in pairwise(sorted(number for other, number in pairs if other == letter))
    }
    return sorted(pairs | inside, key=str)


def counterexample(
    found: Search, statement: sp.Basic = sp.true, defined: Definitions = sp.Dict()
) -> str | None:
    """The smallest instance, in the claim's own symbols where they have values there, and both
    sides.
    """
    if found.counterexample is None:
        return None
    instance = found.counterexample
    own = _own_symbols(statement, defined, instance)
    if own is None:
        return f"{named(instance)}: {found.judgement.sides}"
    extra = {symbol: value for symbol, value in instance.items() if symbol not in own}
    aside = f" (from {named(extra)})" if extra and len(own.keys() - instance.keys()) else ""
    values = {symbol: as_written(value) or _decimal(value) for symbol, value in own.items()}
    return f"{named(values)}{aside}: {judge(statement, own, READ_OFF).sides}"


def _own_symbols(statement: sp.Basic, defined: Definitions, instance: Mapping) -> dict | None:
    """Values of the statement's own symbols at an instance; None where it cannot be read off them
    again.
    """
    if statement.atoms(sp.Limit, AppliedUndef):
        return None  # a limit or a function is not read off from numbers
    definitions = dict(defined() if callable(defined) else defined)
    try:
        own = {
            symbol: instance[symbol]
            if symbol in instance
            else _value_at(definitions[symbol], instance)
            for symbol in statement.free_symbols
        }
        return own if own and judge(statement, own, READ_OFF).holds is False else None
    except (KeyError, TypeError, ArithmeticError):
        return None


def _value_at(defined: sp.Expr, instance: Mapping) -> Any:
    """What a definition gives at an instance: a fraction or a radical, or else a ball."""
    exactly = side_in_numbers(defined, instance)
    return evaluate(defined, instance) if exactly is None else exactly


def _decimal(value: Any) -> Any:
    return show(value) if isinstance(value, arb) else value


@dataclass(frozen=True)
class Certified:
    """``Certified()``: is left = right (or <=, ...)? Both sides in balls at random exact instances
    of the claim's letters, inside its assumptions.

    >>> from sympy import Symbol, cosh
    >>> from checks import Certified, verify
    >>> from theory import Claim
    >>> x = Symbol("x", real=True)
    >>> statement = cosh(x) >= 1 + x**2/2
    >>> bound = Claim(id="mine.bound", title="A bound", kind="inequality", printed=statement)
    >>> verify(bound, checks=[Certified()]).verdict
    'certified'

    ``definitions`` gives observed symbols their definition.

    ``sharp`` turns an inequality into an equality: used on instances (``given``) where a bound must
    be attained, because a weaker bound than the one stated would otherwise pass.
    """

    name: str = "balls at exact instances"
    definitions: Definitions = sp.Dict()
    given: tuple = ()
    examples: tuple[int, int, int] = (60, 400, 4000)
    sharp: bool = False
    method: str = "certified"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """Balls at exact instances inside the assumptions; the first that breaks the statement is
        the counterexample.
        """
        relation = substituted(attained(statement) if self.sharp else statement, self.definitions)
        found = refute(claim, relation, self.given, effort.examples(*self.examples), effort.seed)
        if found.outcome == "holds" and not self.sharp:
            from checks.methods.poles import divided_by_zero  # which imports this file

            poles = divided_by_zero(claim, statement, self.definitions, self.given, effort.seed)
            if poles.counterexample is not None:
                sides = poles.judgement.sides
                return poles.evidence(self, counterexample=sides, refuted_by="exact")
        return found.evidence(
            self, counterexample=counterexample(found, statement, self.definitions)
        )
