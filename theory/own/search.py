"""The search behind ``prove``: a goal is taken apart, rewritten, combined from inequalities, or
split into cases. Not trusted.

A derivative is taken by the axioms of calculus; what holds for every value is used at the values
that occur. Absolute values, maxima and minima are cases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from theory.own.bounds import about_values, refuted, shown_by_order, where_defined
from theory.own.rewriting import (
    attempts,
    by_rewriting,
    degree,
    equal_where,
    inside,
    inverse_of,
    not_zero,
    rewrites,
)
from theory.proof import definedness
from theory.proof.lemmas import product_zero
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
    specialise,
)
from theory.proof.tactics import (
    NotShown,
    bound,
    by_cases,
    derivative,
    differs,
    fresh,
    given,
    parts,
    positive,
    put,
    reduced,
    ring,
    slope_is,
    written,
)
from theory.proof.terms import (
    COMPLEX,
    FALSE,
    REAL,
    Term,
    call,
    eq,
    fits,
    le,
    lt,
    make,
    mul,
    num,
    opened,
)

CASES = ("abs", "max", "min")
MOST_CASES = 4  # splits into cases, one inside the other
MOST_ROOTS = 12  # terms whose squares, and those of their sums, are tried
MOST_PRODUCTS = 400  # products of known inequalities that are tried together
MOST_SINGLE = 12  # inequalities that are multiplied with the opposite of the goal
FEW = 8  # inequalities whose products of three are tried

__all__ = ["found_proof", "seen_at"]


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
    less = min(splits, 1)
    known += where_defined(goal, known, lambda smaller: found_proof(smaller, known, less))
    if goal.op == "deriv":
        return _derivative(goal, known)
    return _first(
        goal,
        known,
        (
            _by_not_zero,
            by_rewriting,
            lambda g, k: _equal_without(g, k, splits),
            lambda g, k: _by_order(g, k, splits),
            lambda g, k: _by_equations(g, k, splits),
            lambda g, k: _by_cases(g, k, splits),
        ),
    )


def _first(goal: Term, known: Sequence[Theorem], ways: Sequence[Callable]) -> Theorem:
    problems = []
    for way in ways:
        try:
            return way(goal, known)
        except Refused as problem:
            problems.append(str(problem))
    left = next((one for one in problems if one.startswith("left to show")), "")
    relations = [str(one.conclusion) for one in known if one.conclusion.op in ("eq", "le", "lt")]
    told = [left or f"left to show:  {goal}", *(f"  known:  {one}" for one in relations[:8])]
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
    return slope_is(own, found_proof(eq(own.conclusion.args[3], value), known))


# --- inequalities ---------------------------------------------------------------------------------


def _by_order(goal: Term, known: Sequence[Theorem], splits: int) -> Theorem:
    if goal.op not in ("le", "lt"):
        raise NotShown(f"left to show:  {goal}")
    if goal.args[0] is num(0):
        try:
            way = positive if goal.op == "lt" else definedness.nonnegative
            return written(goal, way(goal.args[1], known))
        except Refused:
            pass

    def show(smaller: Term) -> Theorem:
        return found_proof(smaller, known, 0) if splits else _as_it_stands(smaller, known)

    single = [one for one in known if one.conclusion.op in ("le", "lt")]
    single += about_values(goal, known, show)
    products, squares = _products(single), _squares(goal, known)
    problem: Refused | None = None
    for facts in attempts(goal, known):
        try:
            return shown_by_order(goal, facts, products, squares)
        except Refused as one:
            problem = one
        try:
            if splits:  # what only helps another goal is not worth this much
                return refuted(goal, facts, single[:MOST_SINGLE], squares)
        except Refused:
            continue
    try:
        return _order_without(goal, known, splits)
    except Refused:
        raise NotShown(f"left to show:  {goal}") from problem


def _by_equations(goal: Term, known: Sequence[Theorem], splits: int) -> Theorem:
    """a <= b with what is known to be equal put in: the goal then speaks of other functions."""
    equations = rewrites(known)
    if goal.op not in ("le", "lt") or not equations or not splits:
        raise NotShown(f"left to show:  {goal}")
    gap = polynomial(goal.args[1] - goal.args[0])
    other, _ = reduced(gap, equations)
    if other == gap:
        raise NotShown(f"left to show:  {goal}")
    rest = [one for one in known if one.conclusion.op != "eq"]
    shown = found_proof(make(goal.op, None, (num(0), term_of(other))), rest, splits - 1)
    return bound(goal, equations, [[shown]])


def _products(single: Sequence[Theorem]) -> list[list[Theorem]]:
    """Known inequalities alone, two by two and, where they are few, three by three."""
    most = 3 if len(single) <= FEW else 2
    sizes = [combinations_with_replacement(single, size) for size in range(1, most + 1)]
    return [list(one) for each in sizes for one in each][:MOST_PRODUCTS]


# --- without denominators -------------------------------------------------------------------------


def _outer(goal: Term) -> list[Term]:
    """The denominators of a goal that stand in no other: these are cleared first."""
    below = [part.args[0] for part in inside(goal) if part.op == "inv" and not part.loose]
    deeper = {one for each in below for one in inside(each) if one.op == "inv"}
    return [one for one in below if call("inv", one) not in deeper and one.op != "num"]


def _cleared(goal: Term, known: Sequence[Theorem]) -> tuple[list[Term], list[Theorem], Term]:
    """Denominators d (as often as needed), the rules d (1/d) = 1, and (right - left) d without
    them.
    """
    left, right = goal.args
    gap, below = right - left, _outer(goal)
    times = [one for one in below for _ in range(degree(gap, one))]
    rules = [one for each in below for one in rewrites([inverse_of(each, known)])]
    over = term_of(reduced(polynomial(gap * mul(*times)), rules)[0]) if below else gap
    if not below or set(below) & set(_outer(over)):
        raise NotShown(f"left to show:  {goal}")
    return times, rules, over


def _order_without(goal: Term, known: Sequence[Theorem], splits: int) -> Theorem:
    """a <= b because a d <= b d, where d, the product of the denominators, is positive."""
    times, rules, over = _cleared(goal, known)
    shown = found_proof(make(goal.op, None, (num(0), over)), known, splits)
    products = [[*(positive(call("inv", one), known) for one in times), shown]]
    return bound(goal, rules, products)


def _equal_without(goal: Term, known: Sequence[Theorem], splits: int) -> Theorem:
    """L = R because (R - L) d = 0 for the product d of their denominators, which is not zero."""
    if goal.op != "eq":
        raise NotShown(f"left to show:  {goal}")
    times, rules, over = _cleared(goal, known)
    shown = found_proof(eq(over, 0), known, splits)
    left, right = goal.args
    factor = mul(*times)
    vanishing = ring(eq(factor * (right - left), 0), *rules, *rewrites([shown]))
    return equal_where(goal, product_zero(vanishing, not_zero(factor, known)))


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
    try:
        return definedness.by_few_steps_from(goal, known)
    except Refused:
        if goal.args[0].op != "eq" or goal.args[0].args[1] is not num(0):
            raise
    whole = goal.args[0].args[0]
    for strict in (lt(0, whole), lt(whole, 0)):
        try:
            return differs(found_proof(strict, known, 0), goal)
        except Refused:
            continue
    raise NotShown(f"left to show:  {goal}")
