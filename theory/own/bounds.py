"""Inequalities about the function values in a goal: where they are defined, their signs, the
tangents of exp and log, and that exp, log and sqrt rise. Not trusted.

``show`` stands for the search itself: it gives a theorem of a smaller goal, or ``Refused``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from theory.own.rewriting import inside, rewrites
from theory.proof import definedness
from theory.proof.lemmas import (
    cosh_at_least_one,
    exp_inverse,
    exp_sum,
    log_below,
    log_inverse,
    log_one,
    sinh_at_least_zero,
    tanh_within,
)
from theory.proof.polynomials import polynomial, term_of
from theory.proof.rules import Refused, Theorem, axiom
from theory.proof.tactics import (
    NotShown,
    bound,
    by_cases,
    contradiction,
    equal_inside,
    fact,
    positive,
    put,
    weaker,
    written,
)
from theory.proof.tactics.angles import circle
from theory.proof.terms import COMPLEX, Term, call, eq, le, lt, make, mul, num

Show = Callable[[Term], Theorem]

MOST_PAIRS = 4  # values of one function that are compared with one another
RISING = ("exp", "log", "sqrt")


# --- where functions are defined ------------------------------------------------------------------


def where_defined(goal: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    """0 < d (or d < 0) for what stands below a fraction, under a root or a logarithm, where this is
    not plain to see.
    """
    found: list[Theorem] = []
    for part in inside(goal):
        if part.loose or part.op not in ("inv", "log", "sqrt", "power") or part.args[0].loose:
            continue
        value = part.args[0]
        if value.sort == COMPLEX or _as_it_stands([*known, *found], value):
            continue
        wanted = [lt(0, value)]
        wanted += {"inv": [lt(value, 0)], "sqrt": [le(0, value)]}.get(part.op, [])
        shown = next(_attempted(show, wanted), None)
        found += [shown] if shown is not None else []
    return found


def _as_it_stands(known: Sequence[Theorem], value: Term) -> bool:
    try:
        positive(value, known)
    except Refused:
        return False
    return True


def _attempted(show: Show, goals: Sequence[Term]) -> Iterator[Theorem]:
    for goal in goals:
        try:
            yield show(goal)
        except Refused:
            continue


# --- one value ------------------------------------------------------------------------------------


def about_values(goal: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    """What is known of the function values in a goal, one by one and two by two."""
    found: list[Theorem] = []
    values = [part for part in inside(goal) if not part.loose]
    for part in values:
        if part.op in _ABOUT and not any(one.sort == COMPLEX for one in part.args):
            for way in _ABOUT[part.op]:
                try:
                    found += way(part, known, show)
                except Refused:
                    continue
    return [*found, *_rising(values, known, show)]


def _sign(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    return [positive(part, known)]


def _root(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    try:
        return [positive(part, known)]
    except Refused:
        inner = part.args[0]
        try:
            above = definedness.nonnegative(inner, known)
        except Refused:
            above = show(le(0, inner))
        return [fact("sqrt-nonnegative", above, x=inner)]


def _size(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    return [fact("abs-positive", z=part.args[0])]


def _tangent(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    """1 + x <= exp(x)."""
    return [fact("exp-tangent", x=part.args[0])]


def _parabola(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    """1 <= exp(x) and (1 + x/2)^2 <= exp(x) for 0 <= x, so that the tangent touches at 0 alone;
    exp(x) <= 1 for x <= 0, and < for <.
    """
    (x,) = part.args
    for low in _attempted(show, [le(0, x)]):
        tangent = fact("exp-tangent", x=x)
        return [bound(le(1, part), (), [[low], [tangent]]), _above_parabola(x, low)]
    for below in _attempted(show, [lt(x, 0), le(x, 0)]):
        goal = make(below.conclusion.op, None, (part, num(1)))
        over = positive(part, [])
        tangent = fact("exp-tangent", x=num(-1) * x)
        return [bound(goal, [exp_inverse(x)], [[over, tangent], [over, below]])]
    return []


def _above_parabola(x: Term, low: Theorem) -> Theorem:
    half = num(1, 2) * x
    root, line = call("exp", half), 1 + half
    split = written(eq(call("exp", x), root * root), exp_sum(half, half))
    tangent = fact("exp-tangent", x=half)
    over = bound(le(0, line), (), [[low]])
    return bound(
        le(line**2, call("exp", x)), [split], [[tangent, positive(root, [])], [tangent, over]]
    )


def _logarithm(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    """1 - 1/x <= log(x) <= x - 1, and the sign of log(x)."""
    (x,) = part.args
    above = positive(x, known)
    back = fact("exp-log", above, x=x)
    found = [bound(le(part, x - 1), [back], [[fact("exp-tangent", x=part)]])]
    other = call("inv", x)
    turned = log_inverse(x, above)
    under = fact("exp-log", fact("inverse-positive", above, x=x), x=other)
    tangent = fact("exp-tangent", x=call("log", other))
    found.append(bound(le(1 - other, part), [turned, under], [[tangent]]))
    for strict in _attempted(show, [lt(1, x)]):
        sign = bound(lt(0, part), [log_one()], [[log_below(strict, bound(lt(0, 1)))]])
        curved = _above_parabola(part, weaker(sign))
        return [*found, sign, bound(le((1 + num(1, 2) * part) ** 2, x), [back], [[curved]])]
    for strict in _attempted(show, [lt(x, 1)]):
        return [*found, bound(lt(part, 0), [log_one()], [[log_below(strict, above)]])]
    return found


def _power(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    """x^y = exp(y log(x)): what is known of these."""
    base, exponent = part.args
    return about_values(call("exp", exponent * call("log", base)), known, show)


def _hyperbola(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    return [cosh_at_least_one(part.args[0])]


def _odd(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    return [sinh_at_least_zero(show(le(0, part.args[0])))]


def _within(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    return tanh_within(part.args[0])


def _turning(part: Term, known: Sequence[Theorem], show: Show) -> list[Theorem]:
    """-1 <= cos(x) <= 1: 2 - 2 cos = (1 - cos)^2 + sin^2."""
    (angle,) = part.args
    other = call("sin" if part.op == "cos" else "cos", angle)
    unit = rewrites([circle(angle)])
    return [
        bound(le(part, 1), unit, [], [1 - part, other]),
        bound(le(-1, part), unit, [], [1 + part, other]),
    ]


_ABOUT: dict[str, tuple[Callable[..., list[Theorem]], ...]] = {
    "exp": (_sign, _tangent, _parabola),
    "inv": (_sign,),
    "pi": (_sign,),
    "sqrt": (_root,),
    "abs": (_size,),
    "log": (_logarithm,),
    "power": (_power,),
    "cosh": (_sign, _hyperbola),
    "sinh": (_odd,),
    "tanh": (_within,),
    "cos": (_turning,),
    "sin": (_turning,),
}


# --- two values of one function -------------------------------------------------------------------


def _rising(values: Sequence[Term], known: Sequence[Theorem], show: Show) -> list[Theorem]:
    """f(x) < f(y) (or <=) for the values of exp, log and sqrt whose arguments are ordered."""
    found = []
    for name in RISING:
        own = [one for one in values if one.op == name][:MOST_PAIRS]
        for one, other in combinations(own, 2):
            x, y = one.args[0], other.args[0]
            orders = [lt(x, y), lt(y, x), le(x, y), le(y, x)]
            for ordered in _attempted(show, orders):
                try:
                    found.append(_risen(name, ordered, known))
                except Refused:
                    pass
                break
    return found


def _risen(name: str, ordered: Theorem, known: Sequence[Theorem]) -> Theorem:
    x, y = ordered.conclusion.args
    goal = call(name, x), call(name, y)
    strict = ordered.conclusion.op == "lt"
    if name == "exp":
        step = term_of(polynomial(y - x))
        split = written(eq(goal[1], goal[0] * call("exp", step)), exp_sum(x, step))
        above = fact("exp-positive", x=x)
        grown = fact("exp-tangent", x=step)
        wanted = lt(*goal) if strict else le(*goal)
        return bound(wanted, [split], [[above, grown], [above, ordered]])
    if name == "log":
        above = positive(x, known)
        return log_below(ordered, above) if strict else _log_rises(ordered, above)
    if name == "sqrt":
        low = definedness.nonnegative(x, known)
        return _root_rises(ordered, low)
    raise NotShown(f"left to show:  {goal[0]} <= {goal[1]}")


def _log_rises(ordered: Theorem, above: Theorem) -> Theorem:
    """0 < x <= y gives log(x) <= log(y)."""
    x, y = ordered.conclusion.args
    goal = le(call("log", x), call("log", y))
    return by_cases(
        put(axiom("total"), x=x, y=y),
        lambda less: weaker(log_below(less, above)),
        lambda same: bound(goal, [equal_inside(goal.args[0], same)]),
        lambda more: contradiction(bound(lt(0, 0), (), [[more], [ordered]], exact=True), goal),
    )


def _root_rises(ordered: Theorem, low: Theorem) -> Theorem:
    """0 <= x < y gives sqrt(x) < sqrt(y): otherwise y = sqrt(y)^2 <= sqrt(x)^2 = x."""
    x, y = ordered.conclusion.args
    high = bound(le(0, y), (), [[low], [ordered]])
    roots = [call("sqrt", x), call("sqrt", y)]
    goal = lt(*roots) if ordered.conclusion.op == "lt" else le(*roots)
    squares = [fact("sqrt-square", low, x=x), fact("sqrt-square", high, x=y)]
    signs = [fact("sqrt-nonnegative", low, x=x), fact("sqrt-nonnegative", high, x=y)]
    return refuted(goal, squares, [ordered, *signs], [])


def refuted(
    goal: Term, facts: Sequence[Theorem], known: Sequence[Theorem], squares: Sequence[Term]
) -> Theorem:
    """a <= b (or <), because b < a (or <=) would give 0 < 0, by products with what is known."""
    left, right = goal.args

    def impossible(case: Theorem) -> Theorem:
        around = [[case, one] for one in (case, *known)]
        pairs = [list(two) for two in combinations(known, 2)]
        products = [[one] for one in (case, *known)] + around + pairs
        above = [[case], *around] if goal.op == "le" else [[one] for one in known]
        for strict in above:
            if any(one.conclusion.op != "lt" for one in strict):
                continue
            size = mul(*(one.conclusion.args[1] - one.conclusion.args[0] for one in strict))
            try:
                none = bound(le(size, 0), facts, products, squares)
            except Refused:
                continue
            false = bound(lt(0, 0), (), [strict, [none]], exact=True)
            return contradiction(false, goal)
        raise NotShown(f"left to show:  {goal}")

    def same(case: Theorem) -> Theorem:
        if goal.op == "le":
            return bound(goal, rewrites([case]))
        return impossible(bound(le(right, left), rewrites([case])))

    whole = put(axiom("total"), x=left, y=right)
    return by_cases(whole, lambda less: less if goal.op == "lt" else weaker(less), same, impossible)


def shown_by_order(
    goal: Term, facts: Sequence[Theorem], products: Sequence, squares: Sequence[Term]
) -> Theorem:
    """``bound``, which takes long to find out that a < b cannot be had: a <= b is asked first."""
    if goal.op == "lt":
        bound(le(*goal.args), facts, products, squares)
    return bound(goal, facts, products, squares)
