"""The normalised utility runs from its value at the last jump to its maximum."""

from __future__ import annotations

from theory import claim
from theory.diagonal.kernel_proofs.entry import defined, proof, stated
from theory.diagonal.kernel_proofs.neuron.accumulated import angle, at_time, later
from theory.diagonal.kernel_proofs.neuron.utility import (
    either_force,
    maximal_utility,
    top_above,
    utility_in_angle,
)
from theory.diagonal.letters import U_0, UTILITY_AT, U_star, dual, eta, g, u, u_on, v, v_on
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_at_least_one,
    exp,
    exp_inverse,
    inv,
    sinh,
    tanh,
    tanh_odd,
    tanh_quotient,
)
from theory.proof.lemmas.limits import close
from theory.proof.letters import stated as in_terms
from theory.proof.rules import Theorem, assume, discharge, generalise, order, witness
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fact,
    fresh,
    inverse,
    positive,
    ring,
    weaker,
)
from theory.proof.terms import ONE, ZERO, Term, eq, le, lt, num, opened


def begins() -> Theorem:
    """Ubar(0) = U_0: the neuron goes on from where it was."""
    u_start, v_start, _ = defined("diagonal.dormant")
    (course,) = defined("diagonal.course")
    (value,) = defined("diagonal.start-utility")
    square = u_on(ZERO) ** 2 + v_on(ZERO) ** 2
    same = equal_inside(inv(square), ring(eq(square, u**2 + v**2), u_start, v_start))
    here = at(course, ZERO, bound(le(0, 0)))
    return ring(eq(UTILITY_AT(ZERO), U_0), here, same, u_start, v_start, value)


def tanh_below(y: Term) -> list[Theorem]:
    """tanh y = 1 - exp(-y)/cosh(y), as rewriting: sinh = cosh - exp(-y), and cosh (1/cosh) = 1."""
    less = combine(eq(sinh(y), cosh(y) - exp(-y)), (1, fact("sinh", x=y)), (-1, fact("cosh", x=y)))
    return [tanh_quotient(y), less, inverse(cosh(y), [])]


def near_the_top(goal: Term, s: Term, late: Theorem, level: Term, above: Theorem) -> Theorem:
    """|Ubar(s) - U*| = U* exp(-y)/cosh(y) < e, where y = 4 eta U* s -+ 2 G > U*/e."""
    rate = assume(lt(0, eta))
    known = [above, rate, top_above()]
    low = weaker(bound(lt(0, s), (), [[late], [positive_since(level, known)]], exact=True))
    (course,) = defined("diagonal.course")
    moment = fresh()
    pair = tuple(at_time(one, moment, s, low) for one in later(moment))
    there = utility_in_angle(u_on(s), v_on(s), g, angle(s), pair)

    def side(sign, size, _one, _more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), size)
        y = num(-sign) * (2 * angle(s))
        odd = [tanh_odd(2 * angle(s))] if sign > 0 else []
        value = ring(eq(UTILITY_AT(s), U_star * tanh(y)), at(course, s, low), there, top, *odd)
        course_of_y = 4 * eta * U_star * s - num(2 * sign) * dual
        turn = ring(eq(y, course_of_y), top)
        units = [inverse(eta, [rate]), inverse(U_star, [top_above()])]
        beyond = bound(
            lt(U_star * inv(level), course_of_y),
            units,
            [[late, rate, top_above()]],
            squares=[1 - num(sign) * dual],
        )
        far = order(lt(U_star * inv(level), y), ((num(-1), turn),), ((ONE, (beyond,), ONE),))
        return thin(goal, y, value, far, level, above)

    return either_force(goal, side, top_above())


def since(level: Term) -> Term:
    """(U*/e + 1 + G^2)/(4 eta U*): the time from which the utility is near its maximum."""
    return num(1, 4) * inv(U_star) * inv(eta) * (U_star * inv(level) + 1 + dual**2)


def positive_since(level: Term, known: list[Theorem]) -> Theorem:
    """That time is positive."""
    above, rate, top = known
    inner = bound(
        lt(0, U_star * inv(level) + 1 + dual**2),
        (),
        [[top, fact("inverse-positive", above, x=level)]],
        squares=[dual],
    )
    down = [fact("inverse-positive", one, x=z) for one, z in ((top, U_star), (rate, eta))]
    return bound(lt(0, since(level)), (), [[*down, inner]])


def thin(goal: Term, y: Term, value: Theorem, far: Theorem, level: Term, above: Theorem) -> Theorem:
    """|Ubar - U*| < e, from Ubar = U* tanh(y) and y > U*/e."""
    tail, share = fact("exp-positive", x=-y), inv(cosh(y))
    gap = -(U_star * exp(-y) * share)
    equation = ring(eq(goal.args[0].args[0], gap), value, *tanh_below(y))
    grown = bound(
        lt(U_star, level * exp(y)),
        [inverse(level, [above])],
        [[above, far], [above, fact("exp-tangent", x=y)], [above]],
    )
    small = bound(lt(U_star * exp(-y), level), [exp_inverse(y)], [[tail, grown]])
    some = positive(share, [])
    most = bound(le(share, 1), [inverse(cosh(y), [])], [[some, cosh_at_least_one(y)]])
    lower = bound(lt(-level, gap), (), [[small], [top_above(), tail, most]])
    upper = bound(lt(gap, level), (), [[above], [top_above(), tail, some]])
    return close(goal, equation, lower, upper)


def ends() -> Theorem:
    """For e > 0 and s > (U*/e + 1 + G^2)/(4 eta U*): |Ubar(s) - U*| < e."""
    whole = in_terms(claim("diagonal.utility-interpolates")).statement
    (statement,) = (one for one in whole.args if one.op == "forall")
    level, s = fresh(), fresh()
    inner = opened(statement, (level,))
    above, existence = assume(inner.args[0]), inner.args[1]
    step = opened(opened(existence, (since(level),)), (s,))
    late, goal = assume(step.args[0]), step.args[1]
    final = near_the_top(goal, s, late, level, above)
    shown = generalise(discharge(late.conclusion, final), s)
    there = witness(existence, since(level), shown)
    return generalise(discharge(above.conclusion, there), level)


@proof("diagonal.utility-interpolates")
def utility_interpolates() -> Theorem:
    """Ubar = U* tanh(y), and y grows like 4 eta U* s."""
    return stated("diagonal.utility-interpolates", begins(), ends())
