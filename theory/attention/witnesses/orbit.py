"""A head whose jump time is its quadrature: V = Q = K with the norm 1/(2 - s) on [0, 1].

I = log 2 - log(2 - s), so that V^2 = exp(2 I)/12 and -sqrt(12) exp(-I) is a primitive of 1/|V|.
"""

from __future__ import annotations

from theory.attention.letters import dormant, orbit, race
from theory.attention.letters.dormant import N, modes
from theory.attention.witnesses.bounds import part, rest_positive, share
from theory.attention.witnesses.population import ROOT, holds, worked_out
from theory.proof.lemmas import (
    HALF,
    exp,
    exp_inverse,
    exp_sum,
    inv,
    log,
    log_below,
    log_one,
    sqrt_is,
    trichotomy,
)
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    detach,
    discharge,
    generalise,
    order,
    witness,
)
from theory.proof.tactics import (
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
    weaker,
    with_slope,
    written,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    apply,
    eq,
    le,
    lt,
    num,
    opened,
    substituted,
)


def clock(s: Term) -> Term:
    """log 2 - log(2 - s)."""
    return log(TWO) - log(2 - s)


def primitive(x: Term) -> Term:
    """-2 sqrt(3) exp(-x)."""
    return num(-2) * ROOT * exp(-x)


ORBIT = {
    N: ONE,
    modes: ONE,
    dormant.eta: ROOT,
    dormant.end: ONE,
    dormant.mu: lam(lambda j: ONE, INT),
    dormant.V: lam(share),
    dormant.Q: lam(lambda j, s: share(s), INT, REAL),
    dormant.K: lam(lambda j, s: share(s), INT, REAL),
    dormant.slope_V: lam(lambda s: share(s) ** 2),
    dormant.slope_Q: lam(lambda j, s: share(s) ** 2, INT, REAL),
    dormant.slope_K: lam(lambda j, s: share(s) ** 2, INT, REAL),
    dormant.clock: lam(clock),
    dormant.I_V: clock(ONE),
    dormant.plus_of: lam(lambda j: 2 * share(ZERO), INT),
    dormant.minus_of: lam(lambda j: ZERO, INT),
    orbit.tau: ONE,
    orbit.turn: ZERO,
    orbit.before: ONE,
    orbit.after: ONE,
    orbit.primitive: lam(primitive),
    orbit.I_low: ZERO,
    orbit.I_high: log(TWO),
    orbit.quadrature: ROOT,
}
NAMES = (
    *dormant.FLOW, "attention.clock", "attention.starts", "attention.first-norm-one",
    "attention.one-turn", "attention.quadrature",
)  # fmt: skip


def _on_orbit(name: str) -> Term:
    return substituted(DEFINITIONS[name].statement, ORBIT)


def on_time() -> Theorem:
    """All definitions of the exact jump time at once."""
    special = {
        "attention.clock": _clock,
        "attention.starts": _starts,
        "attention.first-norm-one": _jump,
        "attention.one-turn": _one_way,
        "attention.quadrature": _quadrature,
    }
    return conjoin(
        *(special.get(name, lambda one: part(one, ()))(_on_orbit(name)) for name in NAMES)
    )


def _starts(goal: Term) -> Theorem:
    j = fresh(INT)
    return generalise(conjoin(*(combine(one) for one in opened(goal, (j,)).args)), j)


def _along(goal: Term, use) -> Theorem:
    """for all s in [0, 1]: what use(statement, s, 0 <= s, s <= 1) shows."""
    s = fresh()
    body = opened(goal, (s,))
    low, high = assume(body.args[0]), assume(body.args[1].args[0])
    found = written(body.args[1].args[1], use(body.args[1].args[1], s, low, high))
    return generalise(discharge(low.conclusion, discharge(high.conclusion, found)), s)


def _clock(goal: Term) -> Theorem:
    start, course, named = goal.args

    def pace(one, s, low, high):
        rest = rest_positive(s, (low, high))
        own = derivative(lam(clock), ZERO, ONE, s, side=[rest, bound(lt(0, TWO))])
        return with_slope(own, one.args[3], fact("sqrt-square", bound(le(0, num(3))), x=num(3)))

    return conjoin(combine(start), _along(course, pace), combine(named))


def _jump(goal: Term) -> Theorem:
    named, unit, before = goal.args
    value = worked_out(unit.args[0])
    one = inverse(num(2) - ONE, [bound(lt(0, num(2) - ONE))])
    i_one = inv(num(2) - ONE)
    there = combine(unit, (1, value), (i_one + 1, combine(eq(i_one, 1), (1, one))))

    def smaller(statement, s, low, high):
        strict = assume(statement.args[0])
        below = statement.args[1]
        size = worked_out(below.args[0])
        rest = rest_positive(s, (low, high))
        unit_ = inverse(2 - s, [rest])
        i = inv(2 - s)
        above = positive(i, [rest])
        # 1 - i^2 = (1 - i)(1 + i), 1 - i = i (1 - s)
        less = order(lt(i, 1), ((num(1), unit_),), ((ONE, (above, strict), ONE),))
        more = bound(lt(0, 1 + i), (), [[above]])
        small = bound(lt(i**2, 1), (), [[less, more]])
        return discharge(strict.conclusion, order(below, ((ONE, size),), ((ONE, (small,), ONE),)))

    return conjoin(combine(named), there, _along(before, smaller))


def _one_way(goal: Term) -> Theorem:
    *plain, least, begin, finish = goal.args
    root = positive(ROOT, [])

    def smaller(statement, s, low, high):
        """1/2 <= 1/(2 - s)."""
        rest = rest_positive(s, (low, high))
        i, half = inv(2 - s), inv(TWO - ZERO)
        above = positive(i, [rest])
        unit, two = inverse(2 - s, [rest]), inverse(TWO - ZERO, [bound(lt(0, TWO - ZERO))])
        # i - 1/2 = i s/2, and i^2 - 1/4 = (i - 1/2)(i + 1/2)
        more = order(le(HALF, i), ((-HALF, unit),), ((HALF, (above, low), ONE),))
        own = combine(eq(half, HALF), (HALF, two))
        return bound(statement, [own, SQUARE], [[more, above], [more], [root, root, more, above]])

    def ahead(statement, s):
        value = inv(2 - s)
        above = positive(value, [bound(lt(0, 2 - s))])
        return bound(statement, (), [[root, above]])

    return conjoin(
        *(holds(one) for one in plain),
        _along(least, smaller),
        ahead(begin, ZERO),
        ahead(finish, ONE),
    )


def _back(s: Term, rest: Theorem) -> Theorem:
    """exp(-I(s)) = (2 - s)/2."""
    two, own = fact("exp-log", bound(lt(0, TWO)), x=TWO), fact("exp-log", rest, x=2 - s)
    split = exp_sum(log(2 - s), -log(TWO))
    half = combine(
        eq(exp(-log(TWO)), HALF),
        (HALF, exp_inverse(log(TWO))), (HALF * exp(-log(TWO)), two),
    )  # fmt: skip
    return ring(eq(exp(-clock(s)), HALF * (2 - s)), split, own, half)


def _forth(s: Term, rest: Theorem) -> Theorem:
    """exp(2 I(s)) = 4/(2 - s)^2: exp(I) exp(-I) = 1."""
    unit = exp_inverse(clock(s))
    back = _back(s, rest)
    i = inv(2 - s)
    once = combine(
        eq(exp(clock(s)), 2 * i),
        (exp(clock(s)), inverse(2 - s, [rest])), (2 * i, unit), (2 * i * exp(clock(s)), back),
    )  # fmt: skip
    double = exp_sum(clock(s), clock(s))
    return ring(eq(exp(2 * clock(s)), 4 * i**2), double, once)


SQUARE = fact("sqrt-square", bound(le(0, num(3))), x=num(3))


def _orbit_root(whole: Term, s: Term, rest: Theorem) -> Theorem:
    """1/sqrt(V^2 as a function of I) = sqrt(3) (2 - s)."""
    inside = whole.args[0].args[0]
    value = worked_out(inside)
    half = combine(eq(inv(TWO), HALF), (HALF, inverse(TWO, [])))
    size = share(s)
    plain = ring(eq(size**2, value.conclusion.args[1]), _forth(s, rest), half, SQUARE)
    squared = combine(eq(size**2, inside), (1, plain), (1, value))
    above = positive(inv(2 - s), [rest])
    up = bound(lt(0, size), (), [[positive(ROOT, []), above]])
    root = sqrt_is(size, weaker(up), squared)
    unit, own = inverse(size, [up]), inverse(2 - s, [rest])
    longer = ROOT * (2 - s)
    one = combine(
        eq(size * longer, 1),
        (num(1, 3) * ROOT**2, own), (num(1, 3), SQUARE),
    )  # fmt: skip
    flipped = combine(eq(inv(size), longer), (longer, unit), (inv(size), one))
    return combine(eq(whole, longer), (1, equal_inside(whole, root)), (1, flipped))


def _quadrature(goal: Term) -> Theorem:
    ranged, slopes, near, named = goal.args

    def between(one, s, low, high):
        rest = rest_positive(s, (low, high))
        top = by_cases(
            trichotomy(2 - s, TWO),
            lambda less: weaker(log_below(less, rest)),
            lambda same: _equal(equal_inside(log(2 - s), same)),
            lambda more: contradiction(
                bound(lt(0, 0), (), [[more], [low]]), le(log(2 - s), log(TWO))
            ),
        )
        bottom = by_cases(
            trichotomy(ONE, 2 - s),
            lambda less: bound(
                le(0, log(2 - s)), [log_one()], [[log_below(less, bound(lt(0, ONE)))]]
            ),
            lambda same: bound(
                le(0, log(2 - s)),
                [log_one()],
                [[_equal(equal_inside(log(ONE), same))]],
            ),
            lambda more: contradiction(bound(lt(0, 0), (), [[more], [high]]), le(0, log(2 - s))),
        )
        return conjoin(*(bound(each, (), [[top], [bottom]]) for each in one.args))

    def slope(one, s, low, high):
        rest = rest_positive(s, (low, high))
        asked = one.args[1]
        own = derivative(lam(primitive), ZERO, log(TWO), clock(s))
        found = with_slope(own, asked.args[3], _back(s, rest), _orbit_root(asked.args[3], s, rest))
        return discharge(one.args[0], written(asked, found))

    begin = _back(ZERO, bound(lt(0, 2 - ZERO)))
    finish = _back(ONE, bound(lt(0, 2 - ONE)))
    return conjoin(
        _along(ranged, between),
        _along(slopes, slope),
        _close(near, begin),
        ring(named, begin, finish),
    )


def _equal(equation: Theorem) -> Theorem:
    """a <= b of a = b."""
    left, right = equation.conclusion.args
    return order(le(left, right), ((ONE, equation),), ())


def _close(goal: Term, begin: Theorem) -> Theorem:
    """|G(I(s)) - G(I(0))| = sqrt(3) s < e for s < e/2."""
    e = fresh()
    body = opened(goal, (e,))
    e_above = assume(body.args[0])
    existence = body.args[1]
    inner = opened(existence, (HALF * e,))
    root = positive(ROOT, [])
    less = bound(le(ROOT, 2), [SQUARE], (), [ROOT - 2])

    def inside(statement, s, low, high):
        down, rest_ = statement.args
        up, both_ = rest_.args
        upper = assume(up)
        back = _back(s, rest_positive(s, (low, high)))
        found = conjoin(
            bound(both_.args[0], [begin, back], [[root, low], [e_above]]),
            bound(both_.args[1], [begin, back], [[upper], [low, less]]),
        )
        return discharge(down, discharge(up, found))

    near = conjoin(bound(inner.args[0], (), [[e_above]]), _along(inner.args[1], inside))
    found = witness(existence, HALF * e, near)
    return generalise(discharge(e_above.conclusion, found), e)


# --- one head is the first of all -----------------------------------------------------------------

RACE = {
    **{letter: ORBIT[letter] for letter in (N, modes, dormant.eta, dormant.mu)},
    race.heads: ONE,
    race.first: ONE,
    race.least: ONE,
    **{race.EVERY[letter]: lam(lambda i, v=ORBIT[letter]: v, INT) for letter in race.NUMBERS},
    **{
        race.EVERY[letter]: lam(lambda i, *x, v=ORBIT[letter]: apply(v, x), INT, *letter.sort[1])
        for letter in race.COURSES
    },
}
RACE_NAMES = ("attention.racing-heads", "attention.first-head", "attention.least-quadrature")


def alone() -> Theorem:
    """A race of one head."""
    racing, first, least = (substituted(DEFINITIONS[name].statement, RACE) for name in RACE_NAMES)
    i = fresh(INT)
    body = opened(racing, (i,))
    found = written(body.args[1].args[1], on_time())
    every = generalise(discharge(body.args[0], discharge(body.args[1].args[0], found)), i)
    return conjoin(every, _winner(first), _shortest(least))


def _winner(goal: Term) -> Theorem:
    low, high, every = goal.args
    j = fresh(INT)
    body = opened(every, (j,))
    start, stop = body.args[0], body.args[1].args[0]
    other, wanted = body.args[1].args[1].args
    same = fact("antisymmetric", assume(stop), assume(start), x=j, y=ONE)
    found = absurd(detach(assume(other), same), wanted)
    for premise in (other, stop, start):
        found = discharge(premise, found)
    return conjoin(bound(low), bound(high), generalise(found, j))


def _shortest(goal: Term) -> Theorem:
    low, high, every = goal.args
    j = fresh(INT)
    body = opened(every, (j,))
    start, stop, wanted = body.args[0], body.args[1].args[0], body.args[1].args[1]
    found = discharge(start, discharge(stop, bound(wanted)))
    return conjoin(bound(low), bound(high), generalise(found, j))
