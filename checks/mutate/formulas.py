"""Mutants of a formula: a sign, a factor, an exponent, a term, a symbol or an index is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import sympy as sp
from sympy.logic import boolalg

RELATIONS = (sp.Eq, sp.Ne, sp.Ge, sp.Gt, sp.Le, sp.Lt)
OPERATORS = ("sign", "factor", "exponent", "dropped term", "swapped symbol", "shifted index")


@dataclass(frozen=True)
class Mutant:
    """A statement that differs from its original by one ``operator``."""

    operator: str
    statement: sp.Basic


def mutants(statement: sp.Basic) -> list[Mutant]:
    """Every mutant of a statement, without repetitions, in a fixed order.

    >>> a, b = sp.symbols("a b")
    >>> [m.operator for m in mutants(sp.Eq(a, b**2))]
    ['sign', 'factor', 'exponent', 'swapped symbol']
    """
    seen, found = {statement}, []
    for operator, mutant in _mutate_statement(statement):
        if mutant not in seen:
            seen.add(mutant)
            found.append(Mutant(operator, mutant))
    return sorted(found, key=lambda m: OPERATORS.index(m.operator))


def _mutate_statement(statement: sp.Basic) -> Iterator[tuple[str, sp.Basic]]:
    if isinstance(statement, RELATIONS):
        yield from _mutate_relation(statement)
    elif isinstance(statement, boolalg.Implies):  # the hypothesis is an assumption, not a formula
        for operator, mutant in _mutate_statement(statement.args[1]):
            yield operator, boolalg.Implies(statement.args[0], mutant, evaluate=False)
    elif isinstance(statement, boolalg.BooleanFunction):
        for index, part in enumerate(statement.args):
            for operator, mutant in _mutate_statement(part):
                args = (*statement.args[:index], mutant, *statement.args[index + 1 :])
                yield operator, statement.func(*args, evaluate=False)


def _mutate_relation(relation: sp.Basic) -> Iterator[tuple[str, sp.Basic]]:
    left, right = relation.args

    def rebuilt(side: sp.Expr) -> sp.Basic:
        try:
            return relation.func(left, side, evaluate=False)
        except (
            TypeError
        ):  # SymPy sees that the side is not real: nothing can be larger or smaller than it
            return sp.false

    for operator, side in _mutate_side(right):
        yield operator, rebuilt(side)
    names = sorted(right.free_symbols, key=str)
    for one, other in combinations(names, 2):
        if one.is_integer == other.is_integer:
            yield "swapped symbol", rebuilt(right.xreplace({one: other, other: one}))
    (name,) = names if len(names) == 1 else (None,)
    # x = x would say nothing, and no sum has a real number of terms
    if left.is_Symbol and name not in (None, left, right) and left.is_integer == name.is_integer:
        yield "swapped symbol", rebuilt(right.xreplace({name: left}))
    for symbol in names:
        if symbol.is_integer:
            yield "shifted index", rebuilt(right.xreplace({symbol: symbol + 1}))


def _mutate_side(side: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    if side == 0:  # an assertion that something vanishes: shift it
        yield "dropped term", sp.S.One
        return
    if side is sp.oo:
        yield "sign", -sp.oo
        yield "factor", sp.S.One
        return
    for operator, change in _CHANGES:
        yield operator, change(side)
    if side.is_Symbol:
        yield "exponent", side**2
    yield from _inside(side, lambda new: new)


_CHANGES: tuple[tuple[str, Callable[[sp.Expr], sp.Expr]], ...] = (
    ("sign", lambda e: -e),
    ("factor", lambda e: 2 * e),
)


def _inside(expr: sp.Expr, put: Callable[[sp.Expr], sp.Expr]) -> Iterator[tuple[str, sp.Expr]]:
    """Mutants of the subexpressions; ``put`` rebuilds the whole around a changed part."""
    if isinstance(expr, sp.Limit):
        inner, *rest = expr.args
        yield from _mutate_parts(expr, 0, inner, put, lambda new: sp.Limit(new, *rest))
        return
    if isinstance(expr, sp.Piecewise):
        for index, (branch, condition) in enumerate(expr.args):

            def rebuild(
                new: sp.Expr, index: int = index, condition: sp.Basic = condition
            ) -> sp.Expr:
                pairs = [(p.expr, p.cond) for p in expr.args]
                pairs[index] = (new, condition)
                return sp.Piecewise(*pairs)

            for operator, mutant in _mutate_side(branch):
                yield operator, put(rebuild(mutant))
        return
    if isinstance(expr, sp.Pow) and expr.exp.is_number:
        yield "exponent", put(sp.Pow(expr.base, expr.exp + 1))
    if isinstance(expr, (sp.Add, sp.Mul)) and len(expr.args) > 1:
        for index, arg in enumerate(expr.args):
            rest = expr.args[:index] + expr.args[index + 1 :]
            if not arg.is_number or isinstance(expr, sp.Add):
                yield "dropped term", put(expr.func(*rest))
            if isinstance(expr, sp.Add):
                yield "sign", put(expr.func(*rest, -arg))
                yield "factor", put(expr.func(*rest, 2 * arg))
    for index, arg in enumerate(expr.args):
        if isinstance(arg, sp.Expr):
            yield from _mutate_parts(expr, index, arg, put, _replacer(expr, index))


def _replacer(expr: sp.Expr, index: int) -> Callable[[sp.Expr], sp.Expr]:
    return lambda new: expr.func(*expr.args[:index], new, *expr.args[index + 1 :])


def _mutate_parts(
    expr: sp.Expr, index: int, arg: sp.Expr, put: Callable, rebuild: Callable
) -> Iterator[tuple[str, sp.Expr]]:
    if isinstance(expr, (sp.Function, sp.Limit)):
        for operator, change in _CHANGES:
            yield operator, put(rebuild(change(arg)))
    yield from _inside(arg, lambda new: put(rebuild(new)))
