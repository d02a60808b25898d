"""As alpha -> 0 AGF's accumulated utility tends to |s|, and its waiting time to the algorithm's.

S and |s| differ by log(2) (1 + |s|)/(2 eta) at most, the times by log(2)/(eta |g|).
"""

from __future__ import annotations

from theory import claim
from theory.diagonal.kernel_proofs.entry import defined, proof, stated
from theory.diagonal.kernel_proofs.neuron.flow import ROOT, rooted
from theory.diagonal.kernel_proofs.neuron.utility import either_force, some_force
from theory.diagonal.letters import g, s_i
from theory.diagonal.letters.algorithm import SCALED, rate_at, reach_at, start_at
from theory.proof.lemmas import (
    HALF,
    cosh,
    exp,
    exp_inverse,
    inv,
    log,
    log_below,
    log_one,
    log_product,
    trichotomy,
)
from theory.proof.lemmas.limits import close, near_zero
from theory.proof.letters import stated as in_terms
from theory.proof.rules import Theorem, order
from theory.proof.tactics import (
    NotShown,
    at,
    bound,
    by_cases,
    combine,
    differs,
    equal_inside,
    fact,
    inverse,
    parts,
    positive,
    ring,
    symmetric,
    weaker,
)
from theory.proof.terms import ONE, TWO, ZERO, Term, call, eq, le, lt, negation, num

SIZE = call("abs", s_i)


def log_two_above() -> Theorem:
    """0 < log 2."""
    grown = log_below(bound(lt(1, 2)), bound(lt(0, 1)))
    return order(lt(ZERO, log(TWO)), ((num(-1), log_one()),), ((ONE, (grown,), ONE),))


def doubled_log(z: Term) -> Theorem:
    """log(2 exp(z)) = log 2 + z."""
    split = log_product(TWO, exp(z), positive(TWO, []), fact("exp-positive", x=z))
    return combine(eq(log(TWO * exp(z)), log(TWO) + z), (1, split), (1, fact("log-exp", x=z)))


def between(z: Term, w: Term, above: Theorem, value: Theorem) -> tuple[Theorem, Theorem]:
    """z - log 2 < w < z + log 2, from 0 <= z and exp(w) = cosh(z)."""
    up, down = fact("exp-positive", x=z), fact("exp-positive", x=-z)
    short = bound(
        le(exp(-z), 1), [exp_inverse(z)], [[down, fact("exp-tangent", x=z)], [down, above]]
    )
    long = bound(le(1, exp(z)), (), [[fact("exp-tangent", x=z)], [above]])
    whole = [value, fact("cosh", x=z)]
    high = log_below(
        bound(lt(exp(w), TWO * exp(z)), whole, [[up], [short], [long]]),
        fact("exp-positive", x=w),
    )
    low = log_below(bound(lt(exp(z), TWO * exp(w)), whole, [[down]]), up)
    upper = bound(lt(w, z + log(TWO)), [doubled_log(z), fact("log-exp", x=w)], [[high]])
    lower = bound(lt(z - log(TWO), w), [doubled_log(w), fact("log-exp", x=z)], [[low]])
    return lower, upper


def reach(level: Term) -> Term:
    """log(2) (1 + |s|)/e: a rate beyond which S and |s| differ by less than e."""
    return log(TWO) * (1 + SIZE) * inv(level)


def reach_above(level: Term, above: Theorem) -> Theorem:
    """It is positive."""
    down = fact("inverse-positive", above, x=level)
    size = fact("abs-positive", z=s_i)
    return bound(lt(0, reach(level)), (), [[log_two_above(), down], [log_two_above(), down, size]])


def radius_of(rate: Term) -> tuple[Term, Theorem]:
    """exp(-r)/sqrt(2): within it eta is above r."""
    size = HALF * ROOT * exp(-rate)
    return size, positive(size, [])


def fast(x: Term, low: Theorem, high: Theorem, above: Theorem) -> list[Theorem]:
    """sqrt(2) x < 1 and eta > r for 0 < x < exp(-r)/sqrt(2), where 0 < r is ``above``."""
    rate, whole = above.conclusion.args[1], ROOT * x
    under = bound(lt(whole, exp(-rate)), [rooted()], [[high, positive(ROOT, [])]])
    logs = log_below(under, positive(whole, [low]))
    beyond = bound(lt(rate, rate_at(x)), [fact("log-exp", x=-rate)], [[logs]])
    tail = fact("exp-positive", x=-rate)
    below = bound(
        lt(exp(-rate), 1),
        [exp_inverse(rate)],
        [[tail, fact("exp-tangent", x=rate)], [tail, above]],
    )
    return [bound(lt(whole, 1), (), [[under], [below]]), beyond]


def edge_between(amount: Term, above: Theorem) -> tuple[Theorem, Theorem]:
    """arcosh(exp(y)) is y up to log 2, for 0 <= y."""
    large = bound(le(1, exp(amount)), (), [[fact("exp-tangent", x=amount)], [above]])
    z = call("acosh", exp(amount))
    return between(
        z,
        amount,
        fact("acosh-nonnegative", large, x=exp(amount)),
        symmetric(fact("cosh-acosh", large, x=exp(amount))),
    )


def differences(
    x: Term, low: Theorem, high: Theorem, level: Term, above: Theorem
) -> tuple[Theorem, Theorem]:
    """-e < S - |s| < e within the radius."""
    inside, beyond = fast(x, low, high, reach_above(level, above))
    (known,) = defined("diagonal.at-scale")
    amount, value = parts(at(known, x, low, inside))
    S, rate, edge = SCALED(x), rate_at(x), reach_at(x)
    deep = bound(lt(0, rate), (), [[beyond], [reach_above(level, above)]], exact=True)
    size = fact("abs-positive", z=s_i)
    large = bound(le(1, exp(2 * rate)), (), [[fact("exp-tangent", x=2 * rate)], [deep]])
    grown = bound(
        le(1, exp(2 * rate * S)), (), [[fact("exp-tangent", x=2 * rate * S)], [deep, amount]]
    )
    far = fact("acosh-nonnegative", large, x=exp(2 * rate))
    first = edge_between(2 * rate, weaker(bound(lt(0, 2 * rate), (), [[deep]])))
    z = edge * SIZE
    reached = combine(
        eq(exp(2 * rate * S), cosh(z)),
        (-1, fact("cosh-acosh", grown, x=exp(2 * rate * S))),
        (1, equal_inside(cosh(call("acosh", exp(2 * rate * S))), value)),
    )
    second = between(z, 2 * rate * S, bound(le(0, z), (), [[far, size]]), reached)
    scaled = order(
        lt(log(TWO) * (1 + SIZE), level * rate),
        ((-(log(TWO) * (1 + SIZE)), inverse(level, [above])),),
        ((ONE, (above, beyond), ONE),),
    )
    thin = fact("inverse-positive", deep, x=rate)
    unit = inverse_of(rate, deep)
    product = [above, deep]
    up = bound(
        lt(rate * (S - SIZE), rate * level), (), [[second[1]], [first[0], size], [scaled], product]
    )
    down = bound(
        lt(-(rate * level), rate * (S - SIZE)),
        (),
        [[second[0]], [first[1], size], [scaled], product],
    )
    return (
        bound(lt(-level, S - SIZE), [unit], [[thin, down]]),
        bound(lt(S - SIZE, level), [unit], [[thin, up]]),
    )


def inverse_of(whole: Term, above: Theorem) -> Theorem:
    """w (1/w) = 1 for w > 0."""
    return fact("inverse", differs(above, negation(eq(whole, 0))), z=whole)


def absolute(wanted, x, low, high, level, above) -> Theorem:
    """|S - |s|| < e."""
    lower, upper = differences(x, low, high, level, above)
    same = ring(eq(wanted.args[0].args[0], SCALED(x) - SIZE))
    return close(wanted, same, lower, upper)


def signed(wanted, x, low, high, level, above) -> Theorem:
    """|sgn(s) S - s| < e: it is S - |s|, its negative, or 0."""
    lower, upper = differences(x, low, high, level, above)
    value, gap = wanted.args[0].args[0], SCALED(x) - SIZE

    def more(over):
        rules = [fact("sign-positive", over, x=s_i), fact("abs-nonnegative", weaker(over), x=s_i)]
        return close(wanted, ring(eq(value, gap), *rules), lower, upper)

    def less(below):
        rules = [fact("sign-negative", below, x=s_i), fact("abs-negative", weaker(below), x=s_i)]
        back = bound(lt(-level, -gap), (), [[upper]]), bound(lt(-gap, level), (), [[lower]])
        return close(wanted, ring(eq(value, -gap), *rules), *back)

    def none(same):
        flat = combine(
            eq(call("sign", s_i), 0),
            (1, equal_inside(call("sign", s_i), same)),
            (1, fact("sign-zero")),
        )
        around = bound(lt(-level, ZERO), (), [[above]]), bound(lt(ZERO, level), (), [[above]])
        return close(wanted, ring(eq(value, ZERO), flat, same), *around)

    return by_cases(trichotomy(s_i), less, none, more)


def absolute_or_signed(*asked) -> Theorem:
    """Whichever of the two is wanted."""
    try:
        return absolute(*asked)
    except NotShown:
        return signed(*asked)


def radius(level: Term, above: Theorem) -> tuple[Term, Theorem]:
    """Where the difference of S and |s| is below e."""
    return radius_of(reach(level))


@proof("diagonal.utility-limit")
def utility_limit() -> Theorem:
    """2 eta S = log cosh(B |s|) with B = arcosh(exp(2 eta)), and log cosh z, arcosh exp y are z, y
    up to log 2.
    """
    whole = in_terms(claim("diagonal.utility-limit")).statement
    return stated(
        "diagonal.utility-limit",
        *(near_zero(one, radius, absolute_or_signed) for one in whole.args),
    )


# --- the waiting time -----------------------------------------------------------------------------
FORCE = call("abs", g)


def force_above() -> Theorem:
    """0 < |g|."""
    return either_force(
        lt(0, FORCE),
        lambda sign, size, one, more: bound(lt(0, FORCE), [size], [[more]]),
        some_force(),
    )


def patience(level: Term) -> Term:
    """log(2)/(e |g|): a rate beyond which the waiting times differ by less than e."""
    return log(TWO) * inv(level) * inv(FORCE)


def patience_above(level: Term, above: Theorem) -> Theorem:
    """It is positive."""
    down = fact("inverse-positive", above, x=level)
    other = fact("inverse-positive", force_above(), x=FORCE)
    return bound(lt(0, patience(level)), (), [[log_two_above(), down, other]])


def path_left(x: Term) -> Term:
    """B + sgn(g) sgn(s) D - 2 eta (1 + sgn(g) s): what the two paths to the threshold differ by."""
    rate, turn = rate_at(x), call("sign", g) * call("sign", s_i)
    return reach_at(x) + turn * start_at(x) - 2 * rate * (1 + call("sign", g) * s_i)


def paths_differ(x: Term, deep: Theorem) -> tuple[Theorem, Theorem]:
    """-2 log 2 < B + sgn(g) sgn(s) D - 2 eta (1 + sgn(g) s) < 2 log 2."""
    rate, left, size = rate_at(x), path_left(x), fact("abs-positive", z=s_i)
    edge = edge_between(2 * rate, weaker(bound(lt(0, 2 * rate), (), [[deep]])))
    start = edge_between(2 * rate * SIZE, bound(le(0, 2 * rate * SIZE), (), [[deep, size]]))
    goals = lt(-(2 * log(TWO)), left), lt(left, 2 * log(TWO))

    def proof_of(goal: Term) -> Theorem:
        def side(sign, _size, one, _more):
            def moving(rules):
                known = [[part] for part in (*edge, *start)]
                return bound(goal, [one, *rules], [*known, [log_two_above()]])

            def none(same):
                flat = combine(
                    eq(call("sign", s_i), 0),
                    (1, equal_inside(call("sign", s_i), same)),
                    (1, fact("sign-zero")),
                )
                return bound(
                    goal, [one, flat, same], [*([part] for part in edge), [log_two_above()]]
                )

            return by_cases(
                trichotomy(s_i),
                lambda below: moving(
                    [
                        fact("sign-negative", below, x=s_i),
                        fact("abs-negative", weaker(below), x=s_i),
                    ]
                ),
                none,
                lambda over: moving(
                    [
                        fact("sign-positive", over, x=s_i),
                        fact("abs-nonnegative", weaker(over), x=s_i),
                    ]
                ),
            )

        return either_force(goal, side, some_force())

    low, high = map(proof_of, goals)
    return low, high


def waits(wanted, x, low, high, level, above) -> Theorem:
    """|Dtau - (1 + sgn(g) s)/|g|| = |paths differ|/(2 eta |g|) < e."""
    inside, beyond = fast(x, low, high, patience_above(level, above))
    (known,) = defined("diagonal.wait-at-scale")
    value, rate = at(known, x, low, inside), rate_at(x)
    deep = bound(lt(0, rate), (), [[beyond], [patience_above(level, above)]], exact=True)
    force, left = force_above(), path_left(x)
    units = [inverse_of(rate, deep), inverse_of(FORCE, force)]
    gap = HALF * inv(rate) * inv(FORCE) * left
    equation = ring(eq(wanted.args[0].args[0], gap), value, *units)
    scaled = order(
        lt(log(TWO), level * FORCE * rate),
        (
            (-(log(TWO) * FORCE * inv(FORCE)), inverse_of(level, above)),
            (-log(TWO), inverse_of(FORCE, force)),
        ),
        ((ONE, (above, force, beyond), ONE),),
    )
    thin = [fact("inverse-positive", deep, x=rate), fact("inverse-positive", force, x=FORCE)]
    lower, upper = paths_differ(x, deep)
    return close(
        wanted,
        equation,
        bound(lt(-level, gap), units, [[*thin, lower], [*thin, scaled]]),
        bound(lt(gap, level), units, [[*thin, upper], [*thin, scaled]]),
    )


@proof("diagonal.jump-time-limit")
def jump_time_limit() -> Theorem:
    """arcosh exp y is y up to log 2, so both paths differ by 2 log 2 at most, at a speed of 2 eta
    |g|.
    """
    return near_zero(
        in_terms(claim("diagonal.jump-time-limit")).statement,
        lambda level, above: radius_of(patience(level)),
        waits,
    )
