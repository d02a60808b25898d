"""Limits of explicit functions: arcosh exp x for large x, the two learning rates, the factor in
plain time.
"""

from __future__ import annotations

from theory import claim
from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.neuron.flow import ROOT, rooted
from theory.diagonal.kernel_proofs.small_alpha.asymptotics import log_cosh
from theory.diagonal.kernel_proofs.small_alpha.learning_rate import inverse_of_negative
from theory.diagonal.kernel_proofs.small_alpha.small_scale import (
    fast,
    inverse_of,
    log_two_above,
    radius_of,
)
from theory.diagonal.letters.algorithm import rate_at
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_increases,
    exp,
    exp_inverse,
    inv,
    log,
    log_product,
    trichotomy,
)
from theory.proof.lemmas.limits import close, near_zero
from theory.proof.letters import stated as in_terms
from theory.proof.rules import Theorem, absurd, assume, discharge, generalise, order, witness
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    fresh,
    inverse,
    obtain,
    positive,
    ring,
    weaker,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import FALSE, ONE, TWO, Term, call, eq, le, lt, opened


@proof("diagonal.arcosh-asymptotics")
def arcosh_asymptotics() -> Theorem:
    """z = arcosh exp x has log cosh z = x and z >= x, so z - x - log 2 = -(log cosh z -
    z + log 2).
    """
    statement = in_terms(claim("diagonal.arcosh-asymptotics")).statement
    e, x = fresh(), fresh()
    inner = opened(statement, (e,))
    above = assume(inner.args[0])
    existence = inner.args[1]

    def from_witness(edge, known):
        """``edge``: beyond it log cosh is close to its asymptote."""
        start = call("abs", edge)
        far = assume(lt(start, x))
        wanted = opened(opened(existence, (start,)), (x,)).args[1]
        x_above = linear(lt(0, x), far, fact("abs-positive", z=edge))
        large = bound(le(1, exp(x)), (), [[fact("exp-tangent", x=x)], [x_above]])
        z = call("acosh", exp(x))
        back = fact("cosh-acosh", large, x=exp(x))
        z_low = fact("acosh-nonnegative", large, x=exp(x))
        beyond = _not_less(x, z, x_above, z_low, back)
        size = _at_most_abs(edge)
        there = at(known, z, linear(lt(edge, z), beyond, far, size))
        logs = combine(
            eq(log(cosh(z)), x), (1, equal_inside(log(cosh(z)), back)), (1, fact("log-exp", x=x))
        )
        value = there.conclusion.args[0].args[0]
        own = wanted.args[0].args[0]
        (known_,) = defined("diagonal.arcosh-exp")
        turned = ring(eq(value, -own), logs, at(known_, x, weaker(x_above)))
        return generalise(discharge(far.conclusion, _turned(wanted, there, turned, own)), x), start

    near = at(log_cosh(), e, above)

    def use(edge, known):
        shown, start = from_witness(edge, known)
        return witness(existence, start, shown)

    return generalise(discharge(above.conclusion, obtain(near, use)), e)


def _turned(wanted: Term, there: Theorem, turned: Theorem, own: Term) -> Theorem:
    """|w| < e, from |v| < e and v = -w."""
    value = there.conclusion.args[0].args[0]

    def side(name, ordered, other, flipped, *more):
        return linear(
            wanted,
            there,
            fact(name, ordered, x=own),
            fact(other, flipped, x=value),
            turned,
            *more,
        )

    return by_cases(
        trichotomy(own),
        lambda less: side(
            "abs-negative", weaker(less), "abs-nonnegative", linear(le(0, value), less, turned)
        ),
        lambda same: side(
            "abs-nonnegative",
            linear(le(0, own), same),
            "abs-nonnegative",
            linear(le(0, value), same, turned),
            same,
        ),
        lambda more: side(
            "abs-nonnegative", weaker(more), "abs-negative", linear(le(value, 0), more, turned)
        ),
    )


def _at_most_abs(x: Term) -> Theorem:
    """x <= |x|."""
    goal = le(x, call("abs", x))
    return by_cases(
        trichotomy(x),
        lambda less: linear(goal, less, fact("abs-positive", z=x)),
        lambda same: linear(goal, same, fact("abs-positive", z=x)),
        lambda more: linear(goal, fact("abs-nonnegative", weaker(more), x=x)),
    )


def _not_less(x: Term, z: Term, above: Theorem, z_low: Theorem, back: Theorem) -> Theorem:
    """x <= z, since cosh x <= exp x = cosh z."""
    goal = le(x, z)
    tail = fact("exp-positive", x=-x)
    short = bound(
        le(exp(-x), 1), [exp_inverse(x)], [[tail, fact("exp-tangent", x=x)], [tail, above]]
    )
    long = bound(le(1, exp(x)), (), [[fact("exp-tangent", x=x)], [above]])

    def before(less):
        grown = cosh_increases(z_low, less)
        return absurd(linear(FALSE, grown, back, fact("cosh", x=x), short, long), goal)

    return by_cases(
        trichotomy(z, x), before, lambda same: linear(goal, same), lambda more: linear(goal, more)
    )


# --- the two learning rates -----------------------------------------------------------------------
def log_of_scale(x: Term, low: Theorem) -> Theorem:
    """log x = -eta - log(2)/2 at scale x."""
    root = positive(ROOT, [])
    split = log_product(ROOT, x, root, low)
    twice = log_product(ROOT, ROOT, root, root)
    double = combine(
        eq(log(TWO), 2 * log(ROOT)),
        (-1, equal_inside(log(ROOT * ROOT), written(eq(ROOT * ROOT, 2), rooted()))),
        (1, twice),
    )
    return combine(eq(log(x), -rate_at(x) - HALF * log(TWO)), (1, split), (HALF, double))


@proof("diagonal.two-rates")
def two_rates() -> Theorem:
    """The ratio is 1 + log(2)/(2 eta), and eta grows beyond all bounds."""

    def reach(level):
        return log(TWO) * inv(level)

    def reach_low(level, above):
        return positive(reach(level), [log_two_above(), above])

    def proof_at(wanted, x, low, high, level, above):
        inside, beyond = fast(x, low, high, reach_low(level, above))
        (known,) = defined("diagonal.rate-ratio-at")
        rate, logs = rate_at(x), log(ROOT * x)
        deep = linear(lt(0, rate), beyond, reach_low(level, above))
        unit = inverse_of(rate, deep)
        flipped = ring(eq(logs, -rate))
        down = combine(
            eq(inv(logs), -inv(rate)),
            (1, equal_inside(inv(logs), flipped)),
            (1, inverse_of_negative(rate, unit)),
        )
        gap = HALF * log(TWO) * inv(rate)
        value = combine_ratio(
            wanted.args[0].args[0], gap, at(known, x, low, inside), down, x, low, unit
        )
        scaled = order(
            lt(log(TWO), level * rate),
            ((-log(TWO), inverse(level, [above])),),
            ((ONE, (above, beyond), ONE),),
        )
        thin = fact("inverse-positive", deep, x=rate)
        two = log_two_above()
        upper = bound(lt(gap, level), [unit], [[thin, scaled], [thin, two], [above]])
        lower = bound(lt(-level, gap), [], [[thin, two], [above]])
        return close(wanted, value, lower, upper)

    return near_zero(
        in_terms(claim("diagonal.two-rates")).statement,
        lambda level, above: radius_of(reach(level)),
        proof_at,
    )


def combine_ratio(value, gap, known, down, x, low, unit) -> Theorem:
    """log x/log(sqrt(2) x) - 1 = log(2)/(2 eta)."""
    rate = rate_at(x)
    first = combine(eq(known.conclusion.args[0], -(log(x) * inv(rate))), (1, known), (log(x), down))
    second = combine(
        eq(-(log(x) * inv(rate)), (rate + HALF * log(TWO)) * inv(rate)),
        (-inv(rate), log_of_scale(x, low)),
    )
    return combine(eq(value, gap), (1, first), (1, second), (1, unit))
