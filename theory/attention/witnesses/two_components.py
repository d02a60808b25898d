"""The head of ``aligning_head`` satisfies what the order of the misalignment is defined by: two
components with the eigenvalues 1 and 1/2, and log|tilt|/log(alpha) tends to 1/2.
"""

from __future__ import annotations

from theory.attention.witnesses.aligning_head import (
    ALIGNING,
    HALF,
    THREE,
    Aligning,
    At,
    below_top,
    depth,
    left,
    less_by_squares,
)
from theory.attention.witnesses.population import ROOT, holds, one_of_two
from theory.proof.lemmas import (
    exp,
    inv,
    log,
    log_below,
    log_one,
    log_product,
    sqrt,
)
from theory.proof.lemmas.limits import size_below
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, witness
from theory.proof.tactics import (
    bound,
    combine,
    differs,
    equal_inside,
    fact,
    fresh,
    inverse,
    positive,
    ring,
    weaker,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    ONE,
    TWO,
    ZERO,
    Term,
    eq,
    le,
    lt,
    negation,
    num,
    opened,
    substituted,
)

LARGE = num(12)  # more than 3 sqrt(3) z at the jump
NAMES = ("attention.scaled-heads", "attention.tilt-rate")


def aligning() -> Theorem:
    """The definitions of the order of the misalignment at once."""
    heads, rate = (substituted(DEFINITIONS[name].statement, ALIGNING) for name in NAMES)
    top, every = heads.args
    flights = below_top(every, lambda flight, goal: flight.part(goal, ()))
    return conjoin(conjoin(holds(top), flights), _rate(rate))


def _rate(statement: Term) -> Theorem:
    *plain, second, every, own_not, top_not, ahead, limit = statement.args
    root = fact("sqrt-square", bound(le(0, TWO)), x=TWO)
    start = At(ZERO, bound(lt(1, left(ZERO))))
    apart = [
        differs(bound(lt(0, one.args[0].args[0]), (), [[start.h_up], [start.h_up] * 2]), one)
        for one in (own_not, top_not)
    ]
    return conjoin(
        *(holds(one) for one in plain),
        ring(second, root),
        one_of_two(every, (), lambda one, known: holds(one)),
        *apart,
        below_top(ahead, _ahead),
        _order(limit),
    )


def _ahead(flight: Aligning, goal: Term) -> Theorem:
    """0 <= log(3) - log(z^2 - 1), as z < 2."""
    here, _ = flight.at_last()
    up = bound(lt(0, 2 + flight.z), (), [[flight.above_one]])
    less = bound(lt(depth(here.s), THREE), (), [[flight.below_two, up]])
    return linear(goal, log_below(less, here.deep))


def _order(statement: Term) -> Theorem:
    """|log(sqrt(c z))/log(alpha) - 1/2| < e below alpha = E/(4 + 4 E) with E = exp(-log(12)/e),
    which is less than both E and 1/4.
    """
    level = fresh()
    premise, existence = opened(statement, (level,)).args
    above = assume(premise)
    far = exp(-(log(LARGE) * inv(level)))
    far_up = fact("exp-positive", x=far.args[0])
    whole_up = bound(lt(0, 4 + 4 * far), (), [[far_up]])
    down, unit = positive(inv(4 + 4 * far), [whole_up]), inverse(4 + 4 * far, [whole_up])
    near = far * inv(4 + 4 * far)
    quarter = linear(lt(near, num(1, 4)), unit, down)
    slight = linear(lt(inv(4 + 4 * far), num(1, 4)), unit, products=[[far_up, down]])
    nearer = linear(lt(near, far), far_up, products=[[far_up, slight]])
    inner = opened(existence, (near,))
    _, every = inner.args
    alpha = fresh()
    body = opened(every, (alpha,))
    low, close, small = body.args[0], body.args[1].args[0], body.args[1].args[1].args[0]
    goal = body.args[1].args[1].args[1]
    top = linear(lt(alpha, num(1, 4)), assume(close), quarter)
    flight = Aligning(alpha, assume(low), top)
    early = linear(lt(alpha, far), assume(close), nearer)
    found = _near(flight, goal, level, above, early)
    for each in (small, close, low):
        found = discharge(each, found)
    pair = conjoin(bound(lt(0, near), (), [[far_up, down]]), generalise(found, alpha))
    return generalise(discharge(premise, witness(existence, near, written(inner, pair))), level)


def _near(flight: Aligning, goal: Term, level: Term, above: Theorem, close: Theorem) -> Theorem:
    """What is wanted at one alpha below exp(-log(12)/e)."""
    whole = goal.args[0].args[0]
    size = _modulus(whole)
    here, _ = flight.at_last()
    speed, rest = log(flight.alpha), 3 * ROOT * flight.z
    turn = log(rest)
    one_up = bound(lt(0, flight.z), (), [[flight.above_one]])
    rest_up = bound(lt(0, rest), (), [[positive(ROOT, []), one_up]])
    root = sqrt(depth(here.s))
    named = _size(flight, here, size)
    twice = log_product(root, root, here.root_up, here.root_up)
    product = combine(eq(root * root, flight.alpha * rest), (1, here.square), (1, flight.there))
    split = log_product(flight.alpha, rest, flight.low, rest_up)
    half = combine(
        eq(log(root), HALF * (speed + turn)),
        (-HALF, twice),
        (HALF, equal_inside(log(root * root), product)),
        (HALF, split),
    )
    written_out = combine(
        eq(log(size), HALF * (speed + turn)), (1, equal_inside(log(size), named)), (1, half)
    )
    one = bound(lt(flight.alpha, 1), (), [[flight.high]])
    slow = bound(lt(0, -speed), [log_one()], [[log_below(one, flight.low)]])
    share_up = positive(inv(-speed), [slow])
    unit = fact("inverse", differs(slow, negation(eq(speed, 0))), z=speed)
    turned = ring(eq(speed * inv(-speed), -1), inverse(-speed, [slow]))
    back = combine(eq(inv(speed), -inv(-speed)), (-inv(-speed), unit), (inv(speed), turned))
    goal_value = -HALF * turn * inv(-speed)
    value_ = combine(
        eq(whole, goal_value),
        (inv(speed), written_out),
        (HALF, unit),
        (HALF * turn, back),
    )
    early = fact("log-exp", x=close.conclusion.args[1].args[0])
    ahead = bound(lt(speed, early.conclusion.args[1]), [early], [[log_below(close, flight.low)]])
    few = bound(
        lt(log(LARGE) * inv(-speed), level),
        [inverse(level, [above]), turned],
        [[ahead, above, share_up]],
    )
    low, high = _turn(flight, rest, rest_up)
    size_ = size_below(
        goal_value,
        bound(lt(-level, goal_value), (), [[high, share_up], [few], [above]]),
        bound(lt(goal_value, level), (), [[low, share_up], [above]]),
    )
    return linear(goal, equal_inside(goal.args[0], value_), size_)


def _turn(flight: Aligning, rest: Term, rest_up: Theorem) -> tuple[Theorem, Theorem]:
    """0 < log(3 sqrt(3) z) and log(3 sqrt(3) z) < log(12): it is between 1 and 12."""
    root_up = positive(ROOT, [])
    more = less_by_squares(
        ONE,
        ROOT,
        bound(le(0, ONE)),
        weaker(root_up),
        bound(lt(ONE**2, ROOT**2), [flight.root]),
    )
    over = bound(lt(1, rest), (), [[flight.above_one, root_up], [more]])
    under = bound(lt(rest, LARGE), (), [[flight.below_two, root_up], [flight.few]])
    low = bound(lt(0, log(rest)), [log_one()], [[log_below(over, bound(lt(0, ONE)))]])
    return low, log_below(under, rest_up)


def _modulus(whole: Term) -> Term:
    """The modulus that stands in a term."""
    parts = [whole]
    while parts[-1].op != "abs":
        parts += parts.pop().args
    return parts[-1]


def _size(flight: Aligning, here: At, size: Term) -> Theorem:
    """|(Q_2 + K_2)/(Q_1 + K_1)| = 6 alpha h/(6 alpha h^2) = sqrt(z^2 - 1)."""
    quotient = size.args[0]
    _, down = quotient.args
    h, root = here.h, sqrt(depth(here.s))
    below = 6 * flight.alpha * h**2
    up = bound(lt(0, below), (), [[flight.low, here.h_up, here.h_up]])
    turned = equal_inside(down, ring(eq(down.args[0], below)))
    unit = inverse(below, [up])
    same = inverse(root, [here.root_up])
    value_ = combine(
        eq(quotient, root),
        (6 * flight.alpha * h, turned),
        (root, unit),
        (-6 * flight.alpha * h * inv(below), same),
    )
    plain = fact("abs-nonnegative", weaker(here.root_up), x=root)
    return combine(eq(size, root), (1, equal_inside(size, value_)), (1, plain))
