"""How fast a neuron with k summands can grow: n = |theta|^2 has n' <= 2 eta (k + 1) U* n^((k+1)/2),
by Euler's identity and the largest utility.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.maxima.maximum import (
    ABOVE,
    MOST,
)
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.summands.existence import tuples
from theory.modular.kernel_proofs.summands.local_maxima import SEVERAL, opened_at
from theory.modular.kernel_proofs.summands.maximum import told_sums, with_products
from theory.modular.kernel_proofs.summands.means import (
    CAP,
    COUNT,
    HALF,
    cap_above,
    count_above,
    strength,
)
from theory.modular.kernel_proofs.summands.one_summand import SINGLE
from theory.modular.kernel_proofs.summands.pulls import (
    GRADIENT,
    INPUT_SLOPES,
    OUTPUT_SLOPES,
    PULL,
    euler,
    gradients,
)
from theory.modular.kernel_proofs.summands.spectrum import SCALE, all_at, ordered_inputs
from theory.modular.kernel_proofs.summands.upper import (
    NORM,
    TUPLES,
    bounded,
    from_terms,
    placed_below,
    printed,
    scale_above,
    share,
)
from theory.modular.kernel_proofs.transforms.waves import above_zero, full
from theory.modular.letters import p, w
from theory.modular.letters.jump import eta, tau
from theory.modular.letters.maxima import X
from theory.modular.letters.summands import inputs, k, tuple_sum
from theory.modular.letters.summands_jump import G_inputs, G_w, at_time, squared_norm
from theory.modular.letters.summands_maximum import utility
from theory.proof.lemmas import (
    exp,
    exp_sum,
    inv,
    log,
    log_product,
)
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.slopes import same_slope, sum_derivative
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    obtain,
    positive,
    total,
    weaker,
    with_slope,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    eq,
    le,
    lt,
    substituted,
    var,
)

# --- no vector has more, at its norm --------------------------------------------------------------
R = var("radius'")
R_ABOVE, WITHIN = assume(lt(0, R)), assume(le(NORM, R))
GROWN = exp(HALF * (k + 1) * log(R))  # R^((k+1)/2)


@cache
def upper_within() -> Theorem:
    """U <= U* R^((k+1)/2), where |theta|^2 <= R."""
    level = R * CAP
    level_above = positive(level, [R_ABOVE, cap_above()])
    half_share = positive(HALF * inv(COUNT), [count_above()])
    p_share = positive(HALF * p * inv(COUNT), [above_zero(), count_above()])

    def proof_at(q, low, high):
        mean = ordered(
            le(all_at(q) * inv(COUNT), level), [],
            [share(q, low, high), half_share], [WITHIN, p_share],
        )  # fmt: skip
        return placed_below(q, X, level, level_above, ABOVE, at(MOST, q, low, high), mean)

    strong, unit = strength(X, level), strength(X, CAP)
    up = fact("exp-positive", x=strong.args[0])
    whole = from_terms(strong, up, proof_at)
    logs = log_product(R, CAP, R_ABOVE, cap_above())
    moved = equal_inside(strong, logs)
    rest = HALF * (k - 1) * log(R)
    apart = exp_sum(unit.args[0], rest)
    split = combine(
        eq(strong, unit * exp(rest)),
        (1, moved),
        (1, written(eq(moved.conclusion.args[1], apart.conclusion.args[1]), apart)),
    )
    joined = written(eq(GROWN, exp(log(R)) * exp(rest)), exp_sum(log(R), rest))
    scale = SCALE * (p * inv(COUNT))
    p_above = positive(p * inv(COUNT), [above_zero(), count_above()])
    return ordered(
        le(utility(tuple_sum), printed() * GROWN),
        [
            (GROWN, bounded()), (scale * R, split), (scale * unit, joined),
            (scale * unit * exp(rest), fact("exp-log", R_ABOVE, x=R)),
        ],
        [whole], [WITHIN, scale_above(), p_above, up],
    )  # fmt: skip


# --- the course -----------------------------------------------------------------------------------
E = var("slack'")  # added to n, which may be 0
SLACK = assume(lt(0, E))
S = fresh(name="s")
WHEN = (assume(le(0, S)), assume(le(S, tau)))
RATE = assume(lt(0, eta))
HERE = squared_norm(S) + E
LOG = log(HERE)


def pull() -> Term:
    """<theta, grad U> at the time s."""
    return substituted(PULL, _letters())


def _letters() -> dict[Term, Term]:
    return {
        **at_time(S),
        gradients: lam(lambda j, a: G_inputs(j, a, S), INT, INT),
        GRADIENT: fn(lambda a: G_w(a, S)),
    }


@cache
def norm_low(s: Term) -> Theorem:
    """0 <= n(s)."""
    vectors = at_time(s)

    def row(f):
        return nonnegative_sum(
            fn(lambda a: f(a) ** 2), 0, TOP, full(),
            lambda a, *_: bound(le(0, f(a) ** 2), (), (), [f(a)]),
        )  # fmt: skip

    rows = nonnegative_sum(
        fn(lambda j: total(0, TOP, lambda a: vectors[inputs](j, a) ** 2)), 1, k, ordered_inputs(),
        lambda j, *_: row(fn(lambda a: vectors[inputs](j, a))),
    )  # fmt: skip
    return bound(le(0, squared_norm(s)), (), [[rows], [row(vectors[w])]], exact=True)


def above(s: Term) -> Theorem:
    """0 < n(s) + e."""
    return bound(lt(0, squared_norm(s) + E), (), [[norm_low(s)], [SLACK]], exact=True)


@cache
def norm_slope() -> Theorem:
    """n' = 2 eta <theta, grad U>."""
    slopes = [defined("modular.input-flow")[0], defined("modular.output-flow")[0]]
    found = sum_derivative(lam(squared_norm), ZERO, tau, S, WHEN, slopes, facts=WHEN)
    return same_slope(found, 2 * eta * pull())


@cache
def pull_below() -> Theorem:
    """<theta, grad U> <= (k + 1) U* (n + e)^((k+1)/2)."""
    (inner,) = defined("modular.input-gradient")
    (outer,) = defined("modular.output-gradient")
    j = fresh(INT)
    where = [assume(le(1, j)), assume(le(j, k))]
    rows = everywhere(j, at(inner, j, *where, S), *(one.conclusion for one in where))
    here = le(squared_norm(S), HERE)
    less = ordered(here, [], [SLACK])
    table = at_time(S)

    def use(sums, known):
        told = told_sums(table, sums, known)
        own = euler()
        for one in (INPUT_SLOPES.conclusion, OUTPUT_SLOPES.conclusion, TUPLES):
            own = discharge(one, own)
        own = given(
            instantiate(opened_at(own, _letters()), tuple_sum, sums), told, at(outer, S), rows
        )
        most = with_products(upper_within(), {inputs: inputs})
        for one in (R_ABOVE.conclusion, WITHIN.conclusion, TUPLES):
            most = discharge(one, most)
        most = given(
            instantiate(opened_at(most, table), tuple_sum, sums, R, HERE), told, less, above(S)
        )
        return ordered(
            le(pull(), COUNT * (printed() * substituted(GROWN, {R: HERE}))), [(1, own)],
            [most, count_above()],
        )  # fmt: skip

    return obtain(opened_at(tuples(), table), use)


def rising(body: Term, slowed: Term, own: Theorem, up: Theorem) -> Theorem:
    """body(0) <= body(tau), from its slope at the time s, which is not negative."""
    each = everywhere(S, conjoin(own, up), *(one.conclusion for one in WHEN))
    course = lam(lambda s: substituted(slowed, {S: s}))
    late = weaker(assume(lt(0, tau)))
    return fact("increasing", late, each, low=ZERO, high=tau, f=body, df=course)


PACE = eta * COUNT * printed()  # eta (k + 1) U*


@cache
def one_course() -> Theorem:
    """-2 eta (k + 1) U* tau <= log(n(0) + e) - log(1 + e), for k = 1."""
    body = lam(lambda s: 2 * PACE * s - log(squared_norm(s) + E))
    down = inv(HERE)
    slowed = 2 * PACE - 2 * eta * pull() * down
    own = with_slope(derivative(body, ZERO, tau, S, [norm_slope()], [above(S)]), slowed)
    grown = substituted(GROWN, {R: HERE})
    exponent = combine(eq(grown.args[0], LOG), (HALF * LOG, SINGLE))
    same = combine(
        eq(grown, HERE),
        (1, equal_inside(grown, exponent)), (1, fact("exp-log", above(S), x=HERE)),
    )  # fmt: skip
    unit = inverse(HERE, [above(S)])
    twice = positive(2 * eta * down, [RATE, above(S)])
    up = ordered(
        le(0, slowed),
        [(2 * PACE * down, same), (2 * PACE, unit)],
        [pull_below(), twice],
    )
    return rising(body, slowed, own, up)


STEEP = HALF * (k - 1)


@cache
def several_course() -> Theorem:
    """(n(0) + e)^(-(k-1)/2) <= (1 + e)^(-(k-1)/2) + (k - 1) eta (k + 1) U* tau, for k > 1."""
    rate = (k - 1) * PACE

    def falling(s):
        return exp(-(STEEP * log(squared_norm(s) + E)))

    body = lam(lambda s: falling(s) + rate * s)
    down, low = inv(HERE), falling(S)
    slowed = rate - (k - 1) * eta * low * down * pull()
    own = with_slope(derivative(body, ZERO, tau, S, [norm_slope()], [above(S)]), slowed)
    grown = substituted(GROWN, {R: HERE})
    product = exp_sum(grown.args[0], low.args[0])
    joined = combine(
        eq(grown * low, HERE),
        (1, written(eq(exp(LOG), grown * low), product)), (1, fact("exp-log", above(S), x=HERE)),
    )  # fmt: skip
    unit = inverse(HERE, [above(S)])
    more = bound(lt(0, k - 1), (), [[SEVERAL]])
    scale = positive((k - 1) * eta * low * down, [more, RATE, above(S)])
    up = ordered(le(0, slowed), [(rate * down, joined), (rate, unit)], [pull_below(), scale])
    return rising(body, slowed, own, up)
