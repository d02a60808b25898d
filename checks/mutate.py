"""Can the checks fail? Every formula is broken on purpose, and the claim's own checks must notice.

A mutant changes a sign, a factor, an exponent, a term, a symbol or an index. It is *killed* when a check of the
claim refutes it, *equivalent* when it is proved to say the same (or to be a theorem itself), and has *survived*
otherwise: then either a check is too weak or a proof is missing, and it is listed by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import sympy as sp
from sympy.logic import boolalg

from checks.catalogue import checks_for
from checks.methods import check
from checks.methods.check import Effort
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim
from theory.notation import to_latex
from theory.vanishing import vanishes

RELATIONS = (sp.Eq, sp.Ne, sp.Ge, sp.Gt, sp.Le, sp.Lt)
OPERATORS = ("sign", "factor", "exponent", "dropped term", "swapped symbol", "shifted index")


@dataclass(frozen=True)
class Mutant:
    """A statement that differs from its original by one ``operator``."""

    operator: str
    statement: sp.Basic


@dataclass(frozen=True)
class Fate:
    """What became of one mutant, and which check or proof decided."""

    operator: str
    latex: str
    fate: str  # killed | survived | equivalent
    by: str


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
    if (
        len(names) == 1 and left.is_Symbol and left != names[0] and right != names[0]
    ):  # x = x would say nothing
        yield "swapped symbol", rebuilt(right.xreplace({names[0]: left}))
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


def decide(claim: Claim, mutant: Mutant, effort: Effort) -> Fate:
    """Run the claim's checks on a mutant until one refutes it; else look for a proof of equivalence."""
    if mutant.statement is sp.false:
        return Fate(mutant.operator, str(mutant.statement), "killed", "it contradicts itself")
    name, proved = to_latex(mutant.statement), ""
    for one in checks_for(claim):
        evidence = one.run(claim, mutant.statement, effort)
        if evidence.outcome == "fails":
            return Fate(mutant.operator, name, "killed", one.name)
        if evidence.outcome == "holds" and one.method == "symbolic":
            proved = f"proved by: {one.name}"
    if not proved and same(claim.expr, mutant.statement):
        proved = "the two formulas are proved equal"
    return Fate(mutant.operator, name, "equivalent" if proved else "survived", proved)


def same(statement: sp.Basic, mutant: sp.Basic) -> bool:
    """Proved to say the same: part by part, both sides are equal, or exchange sign together."""
    if statement == mutant or mutant is sp.true:
        return True
    if type(statement) is not type(mutant) or len(statement.args) != len(mutant.args):
        return False
    if isinstance(statement, RELATIONS):
        return all(vanishes(a - b) for a, b in zip(statement.args, mutant.args))
    return all(same(a, b) for a, b in zip(statement.args, mutant.args))


def fates(identifier: str, effort: Effort, send: Callable[[Fate], None]) -> None:
    """The fate of every mutant of the form of a claim that we hold to be true (for the runner)."""
    claim = claim_by_id(identifier)
    before, check.SHRINK_SECONDS = (
        check.SHRINK_SECONDS,
        0.0,
    )  # a killed mutant needs no small counterexample
    try:
        for mutant in mutants(claim.expr):
            send(decide(claim, mutant, effort))
    finally:
        check.SHRINK_SECONDS = before
