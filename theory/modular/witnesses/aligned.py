"""A neuron that grows to its jump: p = 3, x = cos(2 pi a/3), nothing learned, and the neuron
u = v = w = y(s) cos(2 pi a/3), whose slope is 9/8 eta y^2, so that the bounds are attained.

At one rate y = sqrt(2)/(3 (2 - s)) and eta = 4 sqrt(2)/3: the norm is 1/2 at 0 and 1 at 1. At every
scale alpha y = alpha/(1 - 9/8 s): it starts at alpha and is 1 at s = 8/9 (1 - alpha).
"""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.kernel_proofs.race.next_jump import INSIDE, moved, quadratic_parts
from theory.modular.letters import jump, plateau, race, x, x_hat
from theory.modular.letters.flow import COURSES, GRADIENTS
from theory.modular.witnesses.cost import PLATEAU_TABLE, both_listed
from theory.modular.witnesses.three_residues import (
    GROWTH,
    HAT,
    HERE,
    THREE,
    WAVE,
    A,
    f,
    g,
    h,
    periodic,
    pull,
    spectrum,
    squares,
    y,
)
from theory.proof.lemmas import inv, sqrt
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    reflexive,
    replace,
    witness,
)
from theory.proof.tactics import (
    NotShown,
    bound,
    combine,
    contradiction,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    outermost,
    part_by_part,
    positive,
    ring,
    slope_is,
    slope_of_same,
    with_slope,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    bind,
    both,
    call,
    eq,
    le,
    lt,
    make,
    num,
    opened,
    substituted,
    var,
)

ROOT = sqrt(num(2))
SIZE = call("abs", HAT(ONE))
PLATEAU = {
    **PLATEAU_TABLE,
    x: WAVE,
    x_hat: HAT,
    plateau.mag: lam(lambda i: SIZE, INT),
    plateau.steps: ZERO,
}


# --- the neuron, whatever its size does -----------------------------------------------------------
def along_gradient(number: int, statement: Term, size: Callable[[Term], Term]) -> Theorem:
    """For every a and s the slope of the utility by entry a is 9/8 y(s)^2 cos(2 pi a/3)."""
    a, s = fresh(INT), fresh()
    low, inner = opened(opened(statement, (a,)), (s,)).args
    high, slope = inner.args
    ends = [assume(low), assume(high)]
    found = everywhere(s, _slope(number, slope, a, size(s), ends), low, high)
    return generalise(found, a)


def _slope(number: int, statement: Term, a: Term, now: Term, ends: list[Theorem]) -> Theorem:
    left, right, point, value, body = statement.args
    e, moving = fresh(), make("lam", (REAL,), (body,))
    general = moved(number)
    for one in INSIDE:
        general = discharge(one.conclusion, general)
    grown = lam(lambda b: now * WAVE(b), INT)
    table = {**HERE, **dict.fromkeys((f, g, h), grown), A: a, var("push"): e}
    used = general.conclusion.free
    pairs = [piece for pair in table.items() if pair[0] in used for piece in pair]
    told = given(instantiate(general, *pairs), *reversed(ends))
    here, along, across = quadratic_parts(told)
    plain = lam(lambda r: here + r * along + r**2 * across)
    flat = with_slope(derivative(plain, left, right, point), along)
    found = slope_of_same(moving, everywhere(e, told, le(left, e), le(e, right)), flat)
    steep = instantiate(pull(number), A, a, y, now)
    return written(statement, slope_is(found, combine(eq(along, value), (1, steep))))


def size_is(whole: Term, now: Term, *facts: Theorem) -> Theorem:
    """|the transform at 1| = 3/2, of y cos(2 pi a/3) with y = 1."""
    told = instantiate(spectrum(), y, now)
    inner = ring(eq(whole.args[0], num(3, 2)), told, *facts)
    size = fact("abs-nonnegative", bound(le(0, num(3, 2))), x=num(3, 2))
    return combine(eq(whole, num(3, 2)), (1, equal_inside(whole, inner)), (1, size))


def frame(odd: Term, hats: Term, cyclic: Term, every: Term, listed: Term) -> list[Theorem]:
    """p = 3, the encoding and its transform, and no group that has learned."""
    q = fresh(INT)
    return [
        ring(odd),
        generalise(reflexive(HAT(q)), q),
        written(cyclic, generalise(periodic(q), q)),
        none_learned(every),
        both_listed(listed),
    ]


def none_learned(statement: Term) -> Theorem:
    """There is no group from 1 to 0."""
    i = fresh(INT)
    low, inner = opened(statement, (i,)).args
    high, goal = inner.args
    false = bound(lt(0, 0), (), [[assume(low)], [assume(high)]])
    return everywhere(i, contradiction(false, goal), low, high)


def only_one(every: Term, some: Term, shown: Callable[[Term], Theorem]) -> list[Theorem]:
    """What is said of every neuron from 1 to 1, and that there is one."""
    i = fresh(INT)
    low, inner = opened(every, (i,)).args
    said = conjoin(*map(shown, inner.args[1].args)) if inner.args[1].op == "and" else None
    said = said or shown(inner.args[1])
    there = opened(some, (ONE,))
    return [
        everywhere(i, said, low, inner.args[0]),
        witness(some, ONE, conjoin(*map(shown, there.args))),
    ]


# --- from norm 1/2 to norm 1 ----------------------------------------------------------------------
def growing(s: Term) -> Term:
    """sqrt(2)/(3 (2 - s))."""
    return num(1, 3) * ROOT * inv(2 - s)


JUMPING = {
    **PLATEAU,
    **dict.fromkeys(COURSES, lam(lambda a, s: growing(s) * WAVE(a), INT, REAL)),
    **dict.fromkeys(GRADIENTS, lam(lambda a, s: GROWTH * growing(s) ** 2 * WAVE(a), INT, REAL)),
    jump.X: SIZE,
    jump.tau_l: ZERO,
    jump.eta: num(4, 3) * ROOT,
    **dict.fromkeys((jump.tau, jump.count, jump.jumper), ONE),
    jump.mu: num(1, 2),
    jump.norm_of: lam(lambda i: num(1, 2), INT),
}
JUMP_NAMES = READINGS["modular.jump-bound-finite"]


def jumping() -> Theorem:
    """All definitions of the next jump at once."""
    stated = both(*(DEFINITIONS[name].statement for name in JUMP_NAMES))
    *base, left, u, v, w, moves_u, moves_v, moves_w, norms = substituted(stated, JUMPING).args
    in_order, every, some, first, last, start, end = norms.args
    return conjoin(
        *frame(*base),
        conjoin(*only_one(left.args[0], left.args[1], exact)),
        *(along_gradient(number, one, growing) for number, one in enumerate((u, v, w))),
        *map(_moves, (moves_u, moves_v, moves_w)),
        conjoin(
            bound(in_order),
            *only_one(every, some, exact),
            bound(first),
            bound(last),
            *map(_norm, (start, end)),
        ),
    )


def exact(statement: Term) -> Theorem:
    """A comparison of numbers, or an equation of one thing with itself."""
    return ring(statement) if statement.op == "eq" else bound(statement)


def _moves(statement: Term) -> Theorem:
    """d/ds sqrt(2)/(3 (2 - s)) is eta times the slope of the utility, between 0 and 1."""

    def slope(one: Term, known: tuple[Theorem, ...]) -> Theorem:
        low, high, point, value, body = one.args
        rest = bound(lt(0, 2 - point), (), [[known[-1]]])
        own = derivative(make("lam", (REAL,), (body,)), low, high, point, side=[rest])
        return with_slope(own, value, root_two())

    return part_by_part(statement, slope)


def root_two() -> Theorem:
    """sqrt(2)^2 = 2."""
    return fact("sqrt-square", bound(le(0, num(2))), x=num(2))


def _norm(equation: Term) -> Theorem:
    """|theta|^2 = 9/2 y^2 at the two ends."""
    units = [inverse(one, []) for one in (num(2), ONE)]
    ends = [instantiate(squares(), y, growing(s)) for s in (ZERO, ONE)]
    return ring(equation, *ends, *units, root_two())


# --- the same at every scale ----------------------------------------------------------------------
def scaled(alpha: Term, s: Term) -> Term:
    """alpha/(1 - 9/8 s)."""
    return alpha * inv(1 - GROWTH * s)


def start_norm(alpha: Term) -> Term:
    """alpha times 3/2 sqrt(2), the norm of the neuron at s = 0."""
    return alpha * num(3, 2) * ROOT


RACING = {
    **PLATEAU,
    **dict.fromkeys(
        race.courses, lam(lambda alpha, a, s: scaled(alpha, s) * WAVE(a), REAL, INT, REAL)
    ),
    **dict.fromkeys(
        race.slopes,
        lam(lambda alpha, j, a, s: GROWTH * scaled(alpha, s) ** 2 * WAVE(a), REAL, INT, INT, REAL),
    ),
    race.t: lam(lambda alpha, j: j * num(8, 9) * (1 - alpha), REAL, INT),
    race.norm_of: lam(lambda alpha, i: start_norm(alpha), REAL, INT),
    race.mu: lam(start_norm),
    race.jumper: lam(lambda alpha: ONE),
    race.first: ZERO,
    race.count: ONE,
    race.share: ONE,
    race.wait_limit: num(8, 9),
    race.mu_limit: num(3, 2) * ROOT,
}
RACE_NAMES = READINGS["modular.jump-bound"]


def racing() -> Theorem:
    """All definitions of the race at once, its limits among them."""
    stated = both(*(DEFINITIONS[name].statement for name in RACE_NAMES))
    *base, following, races, limits = substituted(stated, RACING).args
    size = size_is(SIZE, ONE)
    return conjoin(
        *frame(*base),
        conjoin(*(bound(one, [size]) for one in following.args)),
        _race(races),
        conjoin(*map(tending, limits.args)),
    )


def _race(statement: Term) -> Theorem:
    alpha = fresh()
    above_, rest = opened(statement, (alpha,)).args
    below_, whole = rest.args
    above, below = assume(above_), assume(below_)
    courses, every, some, first, last, start, end = whole.args
    root_up = positive(ROOT, [])
    unit = inverse(alpha, [above])

    def sized(one: Term) -> Theorem:
        return ring(one) if one.op == "eq" else bound(one, (), [[above, root_up]])

    begin = instantiate(squares(), y, scaled(alpha, ZERO))
    final = scaled(alpha, num(8, 9) * (1 - alpha))
    sizes = [size_is(one, final, unit) for one in outermost(end, "abs")]
    found = conjoin(
        _on_plateau(courses, alpha, above, below, unit),
        *only_one(every, some, sized),
        bound(first),
        bound(last),
        ring(start, begin, inverse(ONE, []), root_two()),
        bound(end, [*sizes, inverse(THREE, [])]),
    )
    return everywhere(alpha, found, above_, below_)


def _on_plateau(
    statement: Term, alpha: Term, above: Theorem, below: Theorem, unit: Theorem
) -> Theorem:
    """On the only plateau, j = 0: the course from 0 to 8/9 (1 - alpha)."""
    j = fresh(INT)
    low, inner = opened(statement, (j,)).args
    high, at_j = inner.args
    in_order, u, v, w, *moves = opened(statement, (ZERO,)).args[1].args[1].args

    def slope(one: Term, known: tuple[Theorem, ...]) -> Theorem:
        first, last, point, value, body = one.args
        rest = bound(lt(0, 1 - GROWTH * point), (), [[known[-1]], [above]])
        own = derivative(make("lam", (REAL,), (body,)), first, last, point, side=[rest])
        return with_slope(own, value, unit)

    shown = conjoin(
        bound(in_order, (), [[below]]),
        *(
            along_gradient(number, one, lambda s: scaled(alpha, s))
            for number, one in enumerate((u, v, w))
        ),
        *(part_by_part(one, slope) for one in moves),
    )
    none = linear(eq(ZERO, j), assume(low), assume(high))
    return everywhere(j, replace(none, bind("lam", j, at_j), shown), low, high)


def tending(statement: Term) -> Theorem:
    """The difference from the limit is 0, or -8/9 alpha: smaller than alpha."""
    level = fresh()
    above, existence = opened(statement, (level,)).args
    alpha = fresh()
    positive_, inner = opened(existence, (level,)).args
    low, more = opened(inner, (alpha,)).args
    high, goal = more.args
    size, _ = goal.args
    unit = inverse(alpha, [assume(low)])
    small = _small(size, alpha, assume(low), unit)
    near = bound(goal, [small], [[assume(high)], [assume(low)]])
    inside = conjoin(written(positive_, assume(above)), everywhere(alpha, near, low, high))
    return everywhere(level, witness(existence, level, inside), above)


def _small(size: Term, alpha: Term, low: Theorem, unit: Theorem) -> Theorem:
    """|0| = 0, or |-8/9 alpha| = 8/9 alpha."""
    (gap,) = size.args
    try:
        value, told = ZERO, ring(eq(gap, 0), unit)
    except NotShown:
        value = num(8, 9) * alpha
        told = ring(eq(gap, -value))
    flat = fact("abs-negative", bound(le(-value, 0), (), [[low]]), x=-value)
    return combine(eq(size, value), (1, equal_inside(size, told)), (1, flat))


WITNESSES = {"modular.next-jump": jumping, "modular.races": racing}
BUNDLES = {"modular.next-jump": JUMP_NAMES, "modular.races": RACE_NAMES}
TABLES = {"modular.next-jump": JUMPING, "modular.races": RACING}
