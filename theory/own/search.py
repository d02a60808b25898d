"""The search behind ``prove``: a goal is taken apart, rewritten, combined from inequalities, or
split into cases. Not trusted.

A derivative is taken by the axioms of calculus; what holds for every value is used at the values
that occur. Absolute values, maxima and minima are cases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from theory.own.rewriting import attempts, by_rewriting, degree, inside, inverse_of, rewrites
from theory.proof import definedness
from theory.proof.polynomials import normal, polynomial, term_of
from theory.proof.rules import (
    Refused,
    Theorem,
    assume,
    axiom,
    conjoin,
    detach,
    discharge,
    generalise,
    replace,
    specialise,
)
from theory.proof.tactics import (
    NotShown,
    bound,
    by_cases,
    derivative,
    fact,
    fresh,
    given,
    parts,
    positive,
    put,
    reduced,
    written,
)
from theory.proof.terms import (
    COMPLEX,
    FALSE,
    REAL,
    Term,
    bind,
    call,
    eq,
    fits,
    le,
    make,
    mul,
    num,
    opened,
)

CASES = ("abs", "max", "min")
MOST_CASES = 4  # splits into cases, one inside the other
MOST_ROOTS = 12  # terms whose squares, and those of their sums, are tried
MOST_PRODUCTS = 400  # products of known inequalities that are tried together

__all__ = ["found_proof", "seen_at", "with_value"]


def found_proof(goal: Term, known: Sequence[Theorem], splits: int = MOST_CASES) -> Theorem:
    """A theorem of the goal from what is known, or ``NotShown`` with what is left to show."""
    known = list(dict.fromkeys(leaf for one in known for leaf in parts(one)))
    for one in known:
        if normal(one.conclusion) is normal(goal):
            return written(goal, one)
    if goal.op == "and":
        return conjoin(*(found_proof(one, known, splits) for one in goal.args))
    if goal.op == "forall":
        letter = fresh(goal.data[0])
        return generalise(found_proof(opened(goal, (letter,)), known, splits), letter)
    if goal.op == "implies" and goal.args[1] is not FALSE:
        inside = found_proof(goal.args[1], [*known, assume(goal.args[0])], splits)
        return discharge(goal.args[0], inside)
    known = [*known, *_at_the_points(goal, known)]
    if goal.op == "deriv":
        return _derivative(goal, known)
    return _first(
        goal,
        known,
        (_by_not_zero, by_rewriting, _by_order, lambda g, k: _by_cases(g, k, splits)),
    )


def _first(goal: Term, known: Sequence[Theorem], ways: Sequence[Callable]) -> Theorem:
    problems = []
    for way in ways:
        try:
            return way(goal, known)
        except Refused as problem:
            problems.append(str(problem))
    left = next((one for one in problems if one.startswith("left to show")), "")
    plain = [str(one.conclusion) for one in known if one.conclusion.op in ("eq", "le", "lt")]
    told = [left or f"left to show:  {goal}", *(f"  known:  {one}" for one in plain[:8])]
    raise NotShown("\n".join(told))


# --- what holds for every value, at the values that matter ----------------------------------------


def seen_at(point: Term, known: Sequence[Theorem]) -> list[Theorem]:
    """What is known, and what holds for every value of a variable, at this one: its premises are
    shown first.
    """
    found = list(known)
    for one in known:
        if one.conclusion.op != "forall" or not fits(point.sort, one.conclusion.data[0]):
            continue
        here = specialise(one, point)
        try:
            while here.conclusion.op == "implies" and here.conclusion.args[1] is not FALSE:
                here = detach(here, _as_it_stands(here.conclusion.args[0], known))
        except Refused:
            continue
        found += parts(here)
    return found


def _as_it_stands(goal: Term, known: Sequence[Theorem]) -> Theorem:
    """A premise, by what is known as it stands or by adding inequalities."""
    for one in known:
        if normal(one.conclusion) is normal(goal):
            return written(goal, one)
    sides = [[one] for one in known if one.conclusion.op in ("le", "lt")]
    if goal.op not in ("le", "lt"):
        raise NotShown(f"left to show:  {goal}")
    return bound(goal, (), sides)


def _at_the_points(goal: Term, known: Sequence[Theorem]) -> list[Theorem]:
    """What holds for every value, at the arguments of the functions in the goal."""
    if not any(one.conclusion.op == "forall" for one in known):
        return []
    points = {arg for part in inside(goal) if part.op == "app" for arg in part.args[1:]}
    if goal.op == "deriv":
        points.add(goal.args[2])
    closed = sorted((one for one in points if not one.loose), key=str)
    return [one for point in closed for one in seen_at(point, known)[len(known) :]]


# --- derivatives ----------------------------------------------------------------------------------


def _derivative(goal: Term, known: Sequence[Theorem]) -> Theorem:
    low, high, point, value, body = goal.args
    own = derivative(make("lam", (REAL,), (body,)), low, high, point, known, known)
    return with_value(own, found_proof(eq(own.conclusion.args[3], value), known))


def with_value(slope: Theorem, equation: Theorem) -> Theorem:
    """A derivative with its value replaced by an equal one."""
    low, high, point, _, body = slope.conclusion.args
    hole = fresh()
    template = bind("lam", hole, make("deriv", (REAL,), (low, high, point, hole, body)))
    return replace(equation, template, slope)


# --- inequalities ---------------------------------------------------------------------------------


def _by_order(goal: Term, known: Sequence[Theorem]) -> Theorem:
    if goal.op not in ("le", "lt"):
        raise NotShown(f"left to show:  {goal}")
    if goal.args[0] is num(0):
        try:
            way = positive if goal.op == "lt" else definedness.nonnegative
            return written(goal, way(goal.args[1], known))
        except Refused:
            pass
    single = [one for one in known if one.conclusion.op in ("le", "lt")]
    single += _signs(goal, known)
    pairs = [list(two) for two in combinations_with_replacement(single, 2)]
    products = ([[one] for one in single] + pairs)[:MOST_PRODUCTS]
    squares = _squares(goal, known)
    problem: Refused | None = None
    for facts in attempts(goal, known):
        try:
            return bound(goal, facts, products, squares)
        except Refused as one:
            problem = one
    if below := _denominators(goal):
        return _times_denominators(goal, below, known)
    raise NotShown(f"left to show:  {goal}") from problem


def _denominators(goal: Term) -> list[Term]:
    return [part.args[0] for part in inside(goal) if part.op == "inv" and not part.loose]


def _times_denominators(goal: Term, below: list[Term], known: Sequence[Theorem]) -> Theorem:
    """a <= b because a d <= b d, where d, the product of the denominators, is positive."""
    left, right = goal.args
    gap = right - left
    times = [one for one in below for _ in range(degree(gap, one))]
    rules = [one for each in below for one in rewrites([inverse_of(each, known)])]
    cleared, _ = reduced(polynomial(gap * mul(*times)), rules)
    over = make(goal.op, None, (num(0), term_of(cleared)))
    if _denominators(over):
        raise NotShown(f"left to show:  {goal}")
    shown = found_proof(over, known, 0)
    products = [[*(positive(call("inv", one), known) for one in times), shown]]
    return bound(goal, rules, products)


def _signs(goal: Term, known: Sequence[Theorem]) -> list[Theorem]:
    """Signs of the function values in a goal: exp(x) > 0, sqrt(x) >= 0, 1/x > 0 for positive x, 1 +
    x <= exp(x).
    """
    found = []
    for part in inside(goal):
        if part.loose:
            continue
        try:
            if part.op in ("exp", "cosh", "inv", "sqrt", "pi"):
                found.append(positive(part, known))
            if part.op == "exp":
                found.append(fact("exp-tangent", x=part.args[0]))
            if part.op == "abs":
                found.append(fact("abs-positive", z=part.args[0]))
        except Refused:
            continue
    return found


def _squares(goal: Term, known: Sequence[Theorem]) -> list[Term]:
    """What may stand in a square: roots of the even monomials of goal and equations, their sums and
    differences.
    """
    spoken = [goal, *(one.conclusion for one in known if one.conclusion.op == "eq")]
    sides = [polynomial(side) for one in spoken for side in one.args]
    roots = []
    for monomial in dict.fromkeys(monomial for side in sides for monomial in side):
        if all(exponent % 2 == 0 for _, exponent in monomial):
            roots.append(term_of({tuple((atom, e // 2) for atom, e in monomial): Fraction(1)}))
    roots += [part for part in inside(goal) if part.op == "sqrt" and not part.loose]
    roots = [one for one in roots if fits(one.sort, REAL)][:MOST_ROOTS]
    both = [two for one, other in combinations(roots, 2) for two in (one + other, one - other)]
    return [one for one in roots if one.op != "num"] + both


# --- cases ----------------------------------------------------------------------------------------


def _by_cases(goal: Term, known: Sequence[Theorem], splits: int) -> Theorem:
    """|x|, max and min are one thing or another: the goal in each case."""
    spoken = [goal, *(one.conclusion for one in known if one.conclusion.op in ("eq", "le", "lt"))]
    told = {one.conclusion for one in known}
    for part in dict.fromkeys(p for one in spoken for p in inside(one)):
        if part.op not in CASES or part.loose or not splits:
            continue
        if any(one.sort == COMPLEX for one in part.args):  # of which there are no signs
            continue
        first, second = (part.args[0], num(0)) if part.op == "abs" else part.args
        values = _values(part, first, second)
        if any(eq(part, value) in told for value in values.values()):
            continue

        def branch(name: str) -> Callable:
            def proof_from(case: Theorem) -> Theorem:
                ordered = _weaker(case)
                names = {"x": part.args[0]} | ({"y": part.args[1]} if part.op != "abs" else {})
                value = given(put(axiom(name), **names), ordered)
                return found_proof(goal, [*known, case, value], splits - 1)

            return proof_from

        low, high = {
            "abs": ("abs-negative", "abs-nonnegative"),
            "max": ("max-right", "max-left"),
            "min": ("min-left", "min-right"),
        }[part.op]
        whole = put(axiom("total"), x=first, y=second)
        return by_cases(whole, branch(low), branch(low), branch(high))
    raise NotShown(f"left to show:  {goal}")


def _values(part: Term, first: Term, second: Term) -> dict[str, Term]:
    if part.op == "abs":
        return {"low": num(-1) * first, "high": first}
    return {"low": first, "high": second}


def _weaker(case: Theorem) -> Theorem:
    """x <= y from x < y or x = y."""
    left, right = case.conclusion.args
    if case.conclusion.op == "lt":
        return bound(le(left, right), (), [[case]])
    return bound(le(left, right), rewrites([case]))


# --- not zero -------------------------------------------------------------------------------------


def _by_not_zero(goal: Term, known: Sequence[Theorem]) -> Theorem:
    if goal.op != "implies":
        raise NotShown(f"left to show:  {goal}")
    return definedness.by_few_steps_from(goal, known)
