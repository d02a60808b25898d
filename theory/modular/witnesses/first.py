"""A neuron that is the first to jump: p = 3, x = cos(2 pi a/3), and u = v = w = cos(2 pi a/3) as
its weights at unit scale.

Its only frequency grows as y = 1/(1 - 9/8 s), so that T_1 = 8/9, and no other ever blows up. At the
scale alpha the norm 3/sqrt(2) alpha y is 1 at tau = 8/9 (1 - 3/sqrt(2) alpha), which tends to T_1.
"""

from __future__ import annotations

from theory.modular.letters import first, p, x, x_hat
from theory.modular.letters.utility import half
from theory.modular.witnesses.aligned import ROOT, root_two, scaled
from theory.modular.witnesses.growing_alone import (
    END,
    STEEP,
    alone,
    blows,
    gradient,
    grown,
    grows_to,
    moves,
    none_smaller,
    only_one,
)
from theory.modular.witnesses.three_residues import (
    GROWTH,
    HAT,
    THREE,
    WAVE,
    periodic,
    squares,
    y,
)
from theory.proof.lemmas import inv
from theory.proof.lemmas.sizes import inverse_is
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    disjoin,
    generalise,
    instantiate,
    reflexive,
    witness,
)
from theory.proof.tactics import (
    bound,
    combine,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    part_by_part,
    positive,
    ring,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    Term,
    both,
    eq,
    le,
    lt,
    num,
    opened,
    substituted,
)

TABLE = {
    p: THREE,
    half: ONE,
    x: WAVE,
    x_hat: HAT,
    first.H: ONE,
    first.T_1: END,
    first.T_2: END,
    first.jump_limit: END,
    first.largest_scale: num(1, 3),
    first.tau: lam(lambda alpha: END * (1 - STEEP * alpha)),
    **dict.fromkeys(first.starts, lam(lambda i, a: WAVE(a), INT, INT)),
    **dict.fromkeys(first.alone, lam(lambda i, m, a, s: grown(s) * WAVE(a), INT, INT, INT, REAL)),
    **dict.fromkeys(
        first.alone_slopes,
        lam(lambda i, m, a, s: GROWTH * grown(s) ** 2 * WAVE(a), INT, INT, INT, REAL),
    ),
    **dict.fromkeys(
        first.scaled, lam(lambda alpha, i, a, s: scaled(alpha, s) * WAVE(a), REAL, INT, INT, REAL)
    ),
    **dict.fromkeys(
        first.scaled_slopes,
        lam(lambda alpha, i, a, s: GROWTH * scaled(alpha, s) ** 2 * WAVE(a), REAL, INT, INT, REAL),
    ),
}
NAMES = READINGS["modular.dominant-first"]


# --- at every scale -------------------------------------------------------------------------------
def root_small() -> Theorem:
    """sqrt(2) <= 3/2: (sqrt(2) - 1)^2 >= 0."""
    return bound(le(ROOT, num(3, 2)), [root_two()], [], [ROOT - 1])


def jumps(statement: Term) -> Theorem:
    """The course from the scale alpha to the norm 1."""
    alpha = fresh()
    above_, rest_ = opened(statement, (alpha,)).args
    below_, whole = rest_.args
    above, below = assume(above_), assume(below_)
    unit_ = inverse(alpha, [above])
    late, courses, norms, reached = whole.args
    short = bound(lt(0, 1 - STEEP * alpha), (), [[above, root_small()], [below]])
    steep_up = positive(STEEP * alpha, [above])

    def early(last):
        point = last.conclusion.args[0]
        return bound(lt(0, 1 - GROWTH * point), (), [[last], [steep_up]])

    def course(one: Term) -> Theorem:
        u, v, w, *others = one.args
        return conjoin(
            *(gradient(n, each, lambda s: scaled(alpha, s)) for n, each in enumerate((u, v, w))),
            *(moves(each, early, unit_) for each in others[:3]),
            *(
                part_by_part(each, lambda eq_, _: ring(eq_, inverse(ONE, [])))
                for each in others[3:]
            ),
        )

    found = conjoin(
        bound(late, (), [[short]]),
        only_one(courses, course),
        only_one(norms, lambda one: _before(one, alpha, above, steep_up)),
        _reached(reached, alpha, above),
    )
    return everywhere(alpha, found, above_, below_)


def _before(statement: Term, alpha: Term, above: Theorem, steep_up: Theorem) -> Theorem:
    """9/2 y^2 < 1 for s < tau: 1 - 9/8 s is more than 3/sqrt(2) alpha."""
    s = fresh()
    low, inner = opened(statement, (s,)).args
    high, goal = inner.args
    left = 1 - GROWTH * s
    more = bound(lt(STEEP * alpha, left), (), [[assume(high)]])
    left_up = bound(lt(0, left), (), [[more], [steep_up]])
    unit_, down = inverse(left, [left_up]), positive(inv(left), [left_up])
    now = scaled(alpha, s)
    less = ordered(lt(STEEP * now, 1), [(1, unit_)], [more, down])
    size_up = positive(STEEP * now, [positive(now, [above, down])])
    norm = instantiate(squares(), y, now)
    small = bound(lt(num(9, 2) * now**2, 1), [root_two()], [[less, size_up], [less]])
    return everywhere(s, bound(goal, [norm], [[small]]), low, high)


def _reached(statement: Term, alpha: Term, above: Theorem) -> Theorem:
    """9/2 y^2 = 1 at tau: 1 - 9/8 tau = 3/sqrt(2) alpha."""
    first_, last, goal = opened(statement, (ONE,)).args
    moment = END * (1 - STEEP * alpha)
    left = 1 - GROWTH * moment
    unit_, third = inverse(alpha, [above]), num(1, 3) * ROOT
    value = third * inv(alpha)
    is_one = ring(eq(left * value, 1), unit_, root_two())
    now = inverse_is(left, value, is_one)
    norm = instantiate(squares(), y, scaled(alpha, moment))
    found = ring(goal, norm, now, unit_, root_two())
    return witness(statement, ONE, conjoin(bound(first_), bound(last), found))


def tending(statement: Term) -> Theorem:
    """|tau - 8/9| = 4/3 sqrt(2) alpha <= 2 alpha."""
    level = fresh()
    above, existence = opened(statement, (level,)).args
    near = num(1, 2) * level
    alpha = fresh()
    positive_, inner = opened(existence, (near,)).args
    low, more = opened(inner, (alpha,)).args
    high, goal = more.args
    size, _ = goal.args
    value = num(8, 9) * STEEP * alpha
    up = positive(value, [assume(low)])
    told = equal_inside(size, ring(eq(size.args[0], -value)))
    flat = fact("abs-negative", bound(le(-value, 0), (), [[up]]), x=-value)
    small = combine(eq(size, value), (1, told), (1, flat))
    close = bound(goal, [small], [[assume(low), root_small()], [assume(high)]])
    found = conjoin(bound(positive_, (), [[assume(above)]]), everywhere(alpha, close, low, high))
    return everywhere(level, witness(existence, near, found), above)


def first_to_jump() -> Theorem:
    """All definitions of the first jump at once."""
    stated = both(*(DEFINITIONS[name].statement for name in NAMES))
    odd, hats, cyclic, single, strong, weak, all_jumps = substituted(stated, TABLE).args
    q = fresh(INT)
    up, exist, blow = strong.args
    second_up, second, either_way = weak.args
    top, every, limit = all_jumps.args
    late, none = either_way.args[1].args
    s = fresh()
    never_ = generalise(none_smaller(opened(none, (s,))), s)
    return conjoin(
        ring(odd),
        generalise(reflexive(HAT(q)), q),
        written(cyclic, generalise(periodic(q), q)),
        alone(single),
        conjoin(bound(up), grows_to(exist), blows(blow)),
        conjoin(
            bound(second_up),
            grows_to(second),
            disjoin(either_way, conjoin(bound(late), never_)),
        ),
        conjoin(bound(top), jumps(every), tending(limit)),
    )


WITNESSES = {"modular.first-jumps": first_to_jump}
BUNDLES = {"modular.first-jumps": NAMES}
TABLES = {"modular.first-jumps": TABLE}
