"""A half turn of two axes that never mix: s = mu = (2, 1) and T = 1, so that one pair follows
f' = 2 f - 2 f^3 on the first axis, at both ends; the cosine is 1 before and -1 after.
"""

from __future__ import annotations

from theory.linear.kernel_proofs.greedy.reversed_axes import turned_angles
from theory.linear.kernel_proofs.small import constant
from theory.linear.letters.half_turn import ENDS, cosine, covariance, mu, n, overlap, s, tilt
from theory.proof.lemmas import exp, inv, sqrt, sqrt_is
from theory.proof.lemmas.limits import shown_to_tend, size_below
from theory.proof.lemmas.sizes import inverse_is
from theory.proof.letters import DEFINITIONS
from theory.proof.polynomials import atom_of, polynomial
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, reflexive
from theory.proof.sums.any_range import delta
from theory.proof.sums.index_order import is_delta
from theory.proof.sums.index_rules import delta_turned
from theory.proof.sums.nested import normal_sums
from theory.proof.sums.slopes import sum_derivative
from theory.proof.tactics import (
    NotShown,
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    equal_inside,
    fact,
    fresh,
    inverse,
    lam,
    positive,
    ring,
    slope_is,
    weaker,
    with_slope,
    written,
)
from theory.proof.tactics.linear import never
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    eq,
    le,
    lt,
    make,
    num,
    opened,
    substituted,
    var,
)


def inside(e, t) -> Term:
    """1 + e^2 (exp(2 t)^2 - 1)."""
    return 1 + e**2 * (exp(2 * t) ** 2 - 1)


def course(e, t) -> Term:
    """f = e exp(2 t)/sqrt(1 + e^2 (exp(4 t) - 1)), which starts at e."""
    return e * exp(2 * t) * inv(sqrt(inside(e, t)))


_MOVES = lam(lambda i, e, t: course(e, t) * delta(i, ONE), INT, REAL, REAL)
_SLOPE = lam(
    lambda i, e, t: (2 * course(e, t) ** 3 - 2 * course(e, t)) * delta(i, ONE), INT, REAL, REAL
)
AXES = {
    n: TWO,
    **dict.fromkeys((s, mu), lam(lambda q: 3 - q, INT)),
    tilt: lam(lambda i, q: delta(i, q), INT, INT),
    overlap: lam(lambda h: 1 - 2 * h),
}
for _end, _sign in zip(ENDS, (1, -1)):
    AXES[_end.R] = lam(lambda i, q, sign=_sign: num(sign) * delta(i, q), INT, INT)
    AXES.update(dict.fromkeys((_end.a, _end.w), _MOVES))
    AXES.update(dict.fromkeys((_end.slope_a, _end.slope_w), _SLOPE))
    AXES[_end.rest] = constant(num(_sign), REAL)
for _end in ENDS:
    _i, _j = var("i'", INT), var("j'", INT)
    _entry = opened(opened(covariance(_end), (_i,)).args[1].args[1], (_j,)).args[1].args[1]
    AXES[_end.cov] = lam(
        lambda i, j, own=substituted(_entry.args[1], AXES): substituted(own, {_i: i, _j: j}),
        INT,
        INT,
    )
NAMES = ("linear.loop", "linear.loop-ends", "linear.first-stage", "linear.overlap-at-rest")


def first_only(i: Term) -> Theorem:
    """i delta(i, 1) = delta(i, 1)."""
    one = delta(i, ONE)
    goal = eq(i * one, one)
    return by_cases(
        eq(i, ONE),
        lambda same: combine(goal, (one, same)),
        lambda other: ring(goal, fact("ite-false", other, P=eq(i, ONE), z=ONE, w=ZERO)),
    )


def equal(goal: Term, facts, *more: Theorem) -> Theorem:
    """Sums over two axes carried out, 1/2 and deltas with the first axis settled."""
    sides = [normal_sums(one, facts=list(facts)) for one in goal.args]
    rules = list(more)
    for number in {
        pair[0] for one in sides for m in polynomial(one.conclusion.args[1]) for pair in m
    }:
        atom = atom_of(number)
        if is_delta(atom):
            one, other = atom.args[0].args
            if one is other:
                rules.append(fact("ite-true", reflexive(one), P=eq(one, one), z=ONE, w=ZERO))
            elif one is ONE and other.op == "var":
                rules += [delta_turned(one, other), first_only(other)]
            elif other is ONE and one.op == "var":
                rules.append(first_only(one))
            elif one.op == "num" and other.op == "num":
                apart = never(eq(one, other))
                rules.append(fact("ite-false", apart, P=eq(one, other), z=ONE, w=ZERO))
        if atom.op == "inv" and not atom.free:
            rules.append(
                inverse_is(atom.args[0], num(1, 2), combine(eq(atom.args[0] * num(1, 2), 1)))
            )
    plain = ring(eq(sides[0].conclusion.args[1], sides[1].conclusion.args[1]), *rules)
    return combine(goal, (1, sides[0]), (1, plain), (1, sides[1]))


def grown(e: Term, t: Term, e_above: Theorem, t_low: Theorem) -> Theorem:
    """0 < 1 + e^2 (exp(2 t)^2 - 1) for t >= 0."""
    up = fact("exp-tangent", x=2 * t)
    more = bound(le(1, exp(2 * t)), (), [[up], [t_low]])
    return bound(lt(0, inside(e, t)), (), [([more], e), ([more, more], e)])


def course_above(e: Term, t: Term, e_above: Theorem, t_low: Theorem) -> Theorem:
    """0 < f."""
    return positive(course(e, t), [e_above, grown(e, t, e_above, t_low)])


def start(e: Term) -> Theorem:
    """f(0) = e."""
    flat = ring(eq(TWO * ZERO, ZERO))
    one = combine(
        eq(exp(TWO * ZERO), 1), (1, equal_inside(exp(TWO * ZERO), flat)), (1, fact("exp-zero"))
    )
    unit = ring(eq(inside(e, ZERO), 1), one)
    root = equal_inside(inv(sqrt(inside(e, ZERO))), unit)
    plain = sqrt_is(ONE, bound(le(0, ONE)), combine(eq(ONE**2, ONE)))
    back = equal_inside(inv(sqrt(ONE)), plain)
    value = combine(eq(inv(sqrt(inside(e, ZERO))), 1), (1, root), (1, back), (1, inverse(ONE, [])))
    return ring(eq(course(e, ZERO), e), one, value)


def part_by_part(statement: Term, facts: tuple[Theorem, ...] = (), letters: tuple = ()) -> Theorem:
    """The statement part by part."""
    if statement.op == "and":
        return conjoin(*(part_by_part(one, facts, letters) for one in statement.args))
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(
            part_by_part(opened(statement, (letter,)), facts, (*letters, letter)), letter
        )
    if statement.op == "implies":
        premise = assume(statement.args[0])
        return discharge(
            premise.conclusion, part_by_part(statement.args[1], (*facts, premise), letters)
        )
    known = [[one] for one in facts]
    if statement.op == "deriv":
        return _slope(statement, facts, letters)
    if statement.op in ("lt", "le"):
        return bound(statement, (), known)
    rules = turned_angles()
    if len(letters) == 2 and letters[0].sort == REAL:  # e, i: the start
        rules.append(start(letters[0]))
    try:
        return equal(statement, facts, *rules)
    except NotShown:
        return contradiction(bound(lt(0, 0), (), known), statement)


def _slope(statement: Term, facts, letters) -> Theorem:
    low, high, point, value, body = statement.args
    e, limit, t, i = letters
    e_above, _, t_low, t_high, i_low, i_high = facts
    function = make("lam", (REAL,), (body,))
    if low is ZERO:
        above = grown(e, t, e_above, t_low)
        return with_slope(derivative(function, low, high, point, (), [above]), value)
    ends = (bound(le(num(-1), ZERO)), bound(le(ZERO, ONE)))
    own = sum_derivative(function, low, high, point, ends, [])
    return slope_is(own, equal(eq(own.conclusion.args[3], value), (i_low, i_high)))


def _at_rest(end, own: Term) -> Theorem:
    """The cosine is 1 (or -1) all the time."""
    sign = num(1 if end.turns == 0 else -1)
    later, small = own.args
    e = fresh(REAL, "e")
    ends = (lt(0, e), lt(e, 1))
    e_above = assume(ends[0])

    def body(x):
        return substituted(cosine(end, e, inv(x)), AXES)

    def value(x, low):
        t = inv(x)
        t_low = weaker(positive(t, [low]))
        f = course(e, t)
        above = course_above(e, t, e_above, t_low)
        along, scale = body(x).args
        size = scale.args[0].args[0]
        plain = [equal(eq(along, sign * f), ()), equal(eq(size, f**2), ())]
        root = combine(
            eq(sqrt(size), f),
            (1, equal_inside(sqrt(size), plain[1])),
            (1, sqrt_is(f, weaker(above), combine(eq(f**2, f**2)))),
        )
        back = equal_inside(scale, root)
        return combine(
            eq(body(x), sign), (scale, plain[0]), (sign * f, back), (sign, inverse(f, [above]))
        )

    def constant_limit(function, limit, same):
        def at_level(level, above, finish):
            def near(x, low, *_):
                gap = function(x) - limit
                none = same(x, low)
                return size_below(
                    gap,
                    bound(lt(-level, gap), [none], [[above]]),
                    bound(lt(gap, level), [none], [[above]]),
                )

            return finish(ONE, bound(lt(0, ONE)), near)

        return shown_to_tend(function, limit, at_level)

    first = constant_limit(body, sign, value)
    first = generalise(discharge(ends[0], discharge(ends[1], first)), e)
    limit = substituted(overlap(num(end.turns)), AXES)
    second = constant_limit(lambda x: sign, limit, lambda x, low: ring(eq(e, e)))
    return conjoin(written(later, first), written(small, second))


def two_axes() -> Theorem:
    """All four definitions at once."""
    statements = [substituted(DEFINITIONS[name].statement, AXES) for name in NAMES]
    found = [part_by_part(one) for one in statements[:3]]
    ends = [_at_rest(end, own) for end, own in zip(ENDS, statements[3].args)]
    return conjoin(*found, conjoin(*ends))
