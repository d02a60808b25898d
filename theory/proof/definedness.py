"""Where a statement is defined: x >= 0 under a root, x > 0 under a logarithm, x != 0 below a
fraction, and so on.

The kernel gives every function some real value everywhere; SymPy and the paper do not. So a theorem
proves a claim only where its functions are defined. ``obligations`` lists what has to hold, as
closed statements; ``by_few_steps`` looks for a cheap proof of one and is not trusted: what it
returns is a theorem, made by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from .polynomials import combined, normal
from .rules import (
    Refused,
    Theorem,
    algebra,
    assume,
    axiom,
    conjoin,
    detach,
    discharge,
    generalise,
    witness,
)
from .tactics import (
    NotShown,
    bound,
    by_cases,
    differs,
    fact,
    fresh,
    parts,
    positive,
    prove,
    put,
    weaker,
    written,
)
from .tactics.algebra import gap_polynomial
from .terms import (
    BINDERS,
    FALSE,
    ZERO,
    Term,
    bind,
    both,
    eq,
    implies,
    le,
    lt,
    negation,
    num,
    opened,
    var,
)

CONDITIONS: dict[str, Callable[..., tuple[Term, ...]]] = {
    "inv": lambda x: (negation(eq(x, 0)),),
    "sqrt": lambda x: (le(0, x),),
    "log": lambda x: (lt(0, x),),
    "acosh": lambda x: (le(1, x),),
    "atanh": lambda x: (lt(-1, x), lt(x, 1)),
    "power": lambda base, _: (lt(0, base),),
    # SymPy turns a sum or integral round whose end lies before its start; the kernel does not.
    "sum": lambda low, high, _: (le(low, high + 1),),
    "integral": lambda low, high, _: (le(low, high),),
}


def obligations(statement: Term) -> list[Term]:
    """What has to hold for the functions of a statement to be defined, also under its binders, as
    closed statements.

    A bound letter ranges over its sort, between the ends of its sum, integral or derivative; what
    an implication says after its premise, and a case under its condition, has to be defined where
    those hold. "Near enough to a point" (a limit) asks only that it is defined near the point.
    """
    found: dict[Term, None] = {}

    def closed(condition, context):
        for kind, one in reversed(context):
            if kind == "premise":
                condition = implies(one, condition)
            elif kind == "near":
                condition = _near_enough(*one, condition)
            elif one in condition.free:
                condition = bind("forall", one, condition)
        return condition

    seen = set()

    def visit(part, context):
        if (part, tuple(context)) in seen:  # a term is shared inside: each part once
            return
        seen.add((part, tuple(context)))
        for condition in CONDITIONS.get(part.op, lambda *_: ())(*part.args):
            found[closed(condition, context)] = None
        for arg, more in _inside(part, len(context)):
            visit(arg, context + more)

    visit(statement, [])
    return list(found)


def _near(part: Term, depth: int) -> tuple | None:
    """(r, conditions on r, x, conditions on x, P) of "there is an r with ... such that for every x
    with ...: P(x)", where P does not speak of r: the shape that a limit has.

    Two such statements about conditions that a smaller (or larger) r keeps hold for one r.
    """
    if part.op != "exists":
        return None
    radius = var(f"#{depth}", part.data[0])
    at_all: tuple[Term, ...] = ()
    body = opened(part, (radius,))
    if body.op == "and" and len(body.args) == 2:
        at_all, body = body.args[:1], body.args[1]
    if body.op != "forall":
        return None
    letter = var(f"#{depth + 1}", body.data[0])
    claim, close = opened(body, (letter,)), []
    while claim.op == "implies" and claim.args[0].op == "lt" and claim.args[1] is not FALSE:
        close.append(claim.args[0])
        claim = claim.args[1]
    shrinks = _shrinks(radius, letter, at_all, close)
    return (radius, at_all, letter, tuple(close), claim) if shrinks(claim) else None


def _shrinks(radius, letter, at_all, close) -> Callable[[Term], bool]:
    """Is r > 0 in point < x < point + r alone, or r in r < x alone?"""
    about = [one for one in close if radius in one.free]
    if not at_all:
        fits_shape = close == [lt(radius, letter)]
    else:
        fits_shape = (
            at_all == (lt(0, radius),)
            and len(close) == 2
            and about == close[1:]
            and close[0].args[1] is letter
            and close[1] is lt(letter, close[0].args[0] + radius)
        )
    return lambda claim: fits_shape and radius not in claim.free


def _near_enough(radius, at_all, letter, close, condition) -> Term:
    if letter not in condition.free:
        return condition
    inner = bind("forall", letter, implies(*close, condition))
    return bind("exists", radius, both(*at_all, inner) if at_all else inner)


def _inside(part: Term, depth: int) -> list[tuple[Term, list]]:
    """(part, what is known there beyond the context) for each direct part of a term."""
    near = _near(part, depth)
    if near is not None:
        *bounds_, claim = near
        radius, at_all, letter, close = bounds_
        free = [("letter", radius), ("letter", letter)]
        return [(one, free) for one in (*at_all, *close)] + [(claim, [("near", tuple(bounds_))])]
    if part.op in BINDERS:
        letters = [var(f"#{depth + j}", sort) for j, sort in enumerate(part.data)]
        more = [("letter", one) for one in letters]
        if part.op in ("sum", "integral", "deriv"):
            (letter,), (low, high) = letters, part.args[:2]
            more += [("premise", le(low, letter)), ("premise", le(letter, high))]
        return [(one, []) for one in part.args[:-1]] + [(opened(part, letters), more)]
    if part.op == "implies":
        premise, conclusion = part.args
        return [(premise, []), (conclusion, [("premise", premise)])]
    if part.op == "ite":
        condition, first, second = part.args
        others = [("premise", negation(condition))]
        return [(condition, []), (first, [("premise", condition)]), (second, others)]
    return [(one, []) for one in part.args]


# --- a cheap proof, or NotShown -------------------------------------------------------------------


def by_few_steps(goal: Term, assumptions: Sequence[Term]) -> Theorem:
    """A theorem of an obligation from assumptions, by a few steps; NotShown where they do not
    suffice.
    """
    known = [leaf for one in assumptions for leaf in parts(assume(one))]
    return by_few_steps_from(
        goal, [one for one in known if one.conclusion.op in ("eq", "le", "lt", "implies")]
    )


def by_few_steps_from(goal: Term, known: Sequence[Theorem]) -> Theorem:
    """The same from theorems: by its parts, by what is known as it stands, or by a few orders."""
    if goal.op == "forall":
        letter = fresh(goal.data[0])
        return generalise(by_few_steps_from(opened(goal, (letter,)), known), letter)
    if goal.op == "exists":  # near a point: it may hold as far as 1 from it, or beyond 1
        return witness(goal, num(1), by_few_steps_from(opened(goal, (num(1),)), known))
    if goal.op == "and":
        return conjoin(*(by_few_steps_from(one, known) for one in goal.args))
    if goal.op == "implies" and goal.args[1] is not FALSE:
        premise = assume(goal.args[0])
        return discharge(goal.args[0], by_few_steps_from(goal.args[1], [*known, *parts(premise)]))
    for one in known:
        if normal(one.conclusion) is normal(goal):
            return written(goal, one)
    ways = (
        (_not_zero, _not_zero_by_known) if goal.op == "implies" else (_signed, _above_one, _linear)
    )
    for way in ways:
        try:
            return way(goal, known)
        except Refused:
            continue
    raise NotShown(f"left to show:  {goal}")


def nonnegative(whole: Term, known: Sequence[Theorem]) -> Theorem:
    """0 <= whole, part by part: squares, sums and products of such, roots, what is known."""
    goal = le(0, whole)
    for one in known:
        if normal(one.conclusion) is normal(goal):
            return written(goal, one)
    if whole.op == "pow" and whole.data % 2 == 0:
        return bound(goal, (), [], [whole.args[0] ** (whole.data // 2)])
    if whole.op == "abs":
        return fact("abs-positive", z=whole.args[0])
    if whole.op == "num" and whole.data[0] >= 0:
        return bound(goal)
    if whole.op in ("add", "mul"):
        inner = [nonnegative(one, known) for one in whole.args]
        return bound(
            goal, (), [[one] for one in inner] if whole.op == "add" else [inner], exact=True
        )
    return weaker(positive(whole, known))


def _signed(goal: Term, known: Sequence[Theorem]) -> Theorem:
    """0 < x or 0 <= x, part by part."""
    low, whole = goal.args
    if low is not ZERO:
        raise NotShown(f"left to show:  {goal}")
    return positive(whole, known) if goal.op == "lt" else nonnegative(whole, known)


def _above_one(goal: Term, known: Sequence[Theorem]) -> Theorem:
    """1 <= exp(x), for 0 <= x: the tangent 1 + x lies below."""
    low, whole = goal.args
    if goal.op != "le" or low is not num(1) or whole.op != "exp":
        raise NotShown(f"left to show:  {goal}")
    (inner,) = whole.args
    return bound(
        goal, (), [[fact("exp-tangent", x=inner)], [nonnegative(inner, known)]], exact=True
    )


def _linear(goal: Term, known: Sequence[Theorem]) -> Theorem:
    """An inequality from products of two of the known ones."""
    plain = [one for one in known if one.conclusion.op in ("eq", "le", "lt")]
    return prove(goal, [one for one in plain if not _complex(one.conclusion)])


def _complex(relation: Term) -> bool:
    return any(side.sort == "Complex" for side in relation.args)


def _not_zero(goal: Term, known: Sequence[Theorem]) -> Theorem:
    """x is not 0: it is positive, or negative, or the absolute value of something that is not 0."""
    whole, _ = goal.args[0].args
    if whole.op == "abs":
        return _size_not_zero(goal, whole.args[0], known)
    for strict in (lt(0, whole), lt(whole, 0)):
        try:
            return differs(by_few_steps_from(strict, known), goal)
        except Refused:
            continue
    raise NotShown(f"left to show:  {goal}")


def _not_zero_by_known(goal: Term, known: Sequence[Theorem]) -> Theorem:
    """x is not 0, for it is a multiple of y - z, and y = z is known not to hold."""
    wanted = goal.args[0]
    for one in known:
        if one.conclusion.op == "implies" and one.conclusion.args[1] is FALSE:
            equation = one.conclusion.args[0]
            factor = _factor(equation, wanted) if equation.op == "eq" else None
            if factor is not None:
                cofactor = num(factor.numerator, factor.denominator)
                return discharge(wanted, detach(one, algebra(equation, (cofactor, assume(wanted)))))
    raise NotShown(f"left to show:  {goal}")


def _factor(equation: Term, wanted: Term) -> Fraction | None:
    """c with right - left of the equation c times that of the wanted one, if there is such a
    number.
    """
    first, second = gap_polynomial(equation), gap_polynomial(wanted)
    monomial = next(iter(second), None)
    if monomial not in first:
        return None
    factor = Fraction(first[monomial]) / second[monomial]
    return factor if not combined(((Fraction(1), first), (-factor, second))) else None


def _size_not_zero(goal: Term, inner: Term, known: Sequence[Theorem]) -> Theorem:
    """|x| is not 0 where x is not: it is x or -x."""
    apart = by_few_steps_from(negation(eq(inner, 0)), known)
    zero = assume(goal.args[0])

    def side(name, ordered):
        size = fact(name, ordered, x=inner)
        return detach(apart, algebra(eq(inner, 0), *_signs(inner, size, zero, name)))

    found = by_cases(
        put(axiom("total"), x=inner, y=ZERO),
        lambda less: side("abs-negative", weaker(less)),
        lambda same: detach(apart, written(eq(inner, 0), same)),
        lambda more: side("abs-nonnegative", weaker(more)),
    )
    return discharge(goal.args[0], found)


def _signs(inner, size, zero, name):
    """x = 0 as a combination of |x| = x (or -x) and |x| = 0."""
    sign = num(1 if name == "abs-negative" else -1)
    return ((sign, size), (-sign, zero))
