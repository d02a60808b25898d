"""Inequalities from products of known ones, with weights found by linear programming and solved
exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..polynomials import combined, polynomial, product, term_of
from ..rules import Theorem, absurd, assume, axiom, detach, discharge, order
from ..terms import ONE, ZERO, Term, le, lt, num, term
from .algebra import cofactor_pairs, gap_polynomial, reduced
from .logic import NotShown, put

ONCE = Fraction(1)


def bound(
    goal: Term,
    rewrites: Sequence[Theorem] = (),
    products: Iterable = (),
    squares: Iterable = (),
    exact: bool = False,
) -> Theorem:
    """a <= b from products of known inequalities (lists of theorems, or (list, root)) and squares
    of terms.

    The non-negative coefficients are found by linear programming; with ``exact`` they are all 1.
    """
    candidates = [
        (tuple(one[0]), term(one[1])) if type(one) is tuple else (tuple(one), ONE)
        for one in products
    ]
    candidates += [((), term(root)) for root in squares] + [((), ONE)]
    polys = [_value(known, root) for known, root in candidates]
    gap, left = gap_polynomial(goal), None
    if exact:
        weights = [Fraction(1)] * (len(polys) - 1) + [Fraction(0)]
    else:
        columns = [reduced(poly, rewrites)[0] for poly in polys]
        wanted, _ = reduced(gap, rewrites)
        weights = _nonnegative(
            columns, wanted, [_strict(known, root) for known, root in candidates], goal.op == "lt"
        )
        if weights is None:
            raise NotShown(
                f"no combination of the products given shows\n  {goal}\n"
                f"which asks for  0 {'<' if goal.op == 'lt' else '<='} {term_of(wanted)}"
            )
    rest = combined([(Fraction(1), gap), *((-w, poly) for w, poly in zip(weights, polys))])
    left, cofactors = reduced(rest, rewrites)
    if left:
        raise NotShown(f"left to show:  0 = {term_of(left)}\nin  {goal}")
    chosen = tuple(
        (num(w.numerator, w.denominator), known, root)
        for w, (known, root) in zip(weights, candidates)
        if w
    )
    return order(goal, cofactor_pairs(cofactors, rewrites, -1), chosen)


def _strict(known, root):
    return root is ONE and all(one.conclusion.op == "lt" for one in known)


def _value(known, root):
    value = product(polynomial(root), polynomial(root))
    for one in known:
        value = product(value, gap_polynomial(one.conclusion))
    return value


def _nonnegative(columns, wanted, strict, need_strict):
    """Non-negative rational weights with sum of weight * column = wanted, one of the strict ones
    positive; or None.
    """
    found = _weights(columns, wanted, strict, need_strict)
    for place in [j for j, one in enumerate(strict) if one and need_strict and found is None]:
        rest = combined(
            ((ONCE, wanted), (-ONCE, columns[place]))
        )  # this one with weight 1, the others as they have to be
        found = _weights(columns, rest, strict, False)
        if found is not None:
            found[place] += 1
            break
    return found


def _weights(columns, wanted, strict, need_strict):
    rows = sorted({monomial for column in [*columns, wanted] for monomial in column})
    for support in _supports(columns, wanted, rows, strict, need_strict):
        solved = _solve([columns[j] for j in support], wanted, rows)
        if solved is not None and all(w >= 0 for w in solved):
            weights = [Fraction(0)] * len(columns)
            for j, w in zip(support, solved):
                weights[j] = w
            if need_strict and not any(w > 0 and s for w, s in zip(weights, strict)):
                weights = [
                    ONCE if s and not column else w
                    for w, s, column in zip(weights, strict, columns)
                ]
            if not need_strict or any(w > 0 and s for w, s in zip(weights, strict)):
                return weights
    return None


def _supports(columns, wanted, rows, strict, need_strict):
    """Sets of columns to try: one or two by hand, then what linear programming in floating point
    suggests.
    """
    yield from ([j] for j in range(len(columns)))
    try:
        import numpy
        from scipy.optimize import linprog
    except ImportError:
        yield list(range(len(columns)))
        return
    matrix = numpy.array(
        [[float(column.get(row, 0)) for column in columns] for row in rows]
        or [[0.0] * len(columns)]
    )
    vector = numpy.array([float(wanted.get(row, 0)) for row in rows] or [0.0])
    cost = numpy.array([-1.0 if s and need_strict else 1e-3 for s in strict])
    for prices in (cost, numpy.ones(len(columns))):
        found = linprog(
            prices, A_eq=matrix, b_eq=vector, bounds=[(0, 1e6)] * len(columns), method="highs-ds"
        )
        if found.status == 0:
            yield [j for j, w in enumerate(found.x) if w > 1e-9]


def _solve(columns, wanted, rows):
    """Exact solution of sum of x_j column_j = wanted (free unknowns are 0), or None."""
    matrix = [[Fraction(column.get(row, 0)) for column in (*columns, wanted)] for row in rows]
    pivots, width = [], len(columns)
    for column in range(width):
        found = next((r for r in range(len(pivots), len(matrix)) if matrix[r][column]), None)
        if found is None:
            continue
        place = len(pivots)
        matrix[place], matrix[found] = matrix[found], matrix[place]
        matrix[place] = [entry / matrix[place][column] for entry in matrix[place]]
        for r in range(len(matrix)):
            if r != place and matrix[r][column]:
                matrix[r] = [e - matrix[r][column] * p for e, p in zip(matrix[r], matrix[place])]
        pivots.append(column)
    if any(row[-1] for row in matrix[len(pivots) :]):
        return None
    solution = [Fraction(0)] * width
    for row, column in zip(matrix, pivots):
        solution[column] = row[-1]
    return solution


def weaker(strict: Theorem) -> Theorem:
    """a < b gives a <= b."""
    return order(le(*strict.conclusion.args), (), ((ONE, (strict,), ONE),))


def contradiction(theorem: Theorem, goal: Term) -> Theorem:
    """From c < c (as numbers: 0 < 0, or 1 < 0): anything."""
    left, right = theorem.conclusion.args
    gap = combined(((Fraction(1), polynomial(left)), (Fraction(-1), polynomial(right))))
    if set(gap) - {()} or gap.get((), 0) < 0 or (theorem.conclusion.op == "le" and not gap):
        raise NotShown(f"this is no contradiction: {theorem.conclusion}")
    below = order(lt(ZERO, ZERO), (), _scaled(theorem, gap.get((), Fraction(0))))
    return absurd(detach(put(axiom("irreflexive"), x=ZERO), below), goal)


def _scaled(theorem, gap):
    """0 - 0 = (right - left) + gap: strict by the theorem or by the gap."""
    own = (ONE, (theorem,), ONE)
    return (own,) if gap == 0 else (own, (num(gap.numerator, gap.denominator), (), ONE))


def differs(strict: Theorem, goal: Term) -> Theorem:
    """From a < b: not a = b (or not b = a), whichever the goal says."""
    equation = goal.args[0]
    sign = (
        1
        if not combined(
            (
                (Fraction(1), gap_polynomial(equation)),
                (Fraction(1), gap_polynomial(strict.conclusion)),
            )
        )
        else -1
    )
    below = order(lt(ZERO, ZERO), ((num(sign), assume(equation)),), ((ONE, (strict,), ONE),))
    return discharge(equation, detach(put(axiom("irreflexive"), x=ZERO), below))
