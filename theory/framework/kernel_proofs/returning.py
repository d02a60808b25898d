"""How small the norm of an active neuron can become: |a|^2 and |w|^2 with their difference kept."""

from __future__ import annotations

from functools import cache

from theory.framework.kernel_proofs.conserved import kept
from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.letters import kappa
from theory.framework.letters.layer import (
    A_t,
    W_t,
    a,
    a_moment,
    alpha,
    c,
    d,
    imbalance,
    inputs,
    inward,
    mean_a,
    mean_w,
    outputs,
    outward,
    t,
    theta_sq,
    w,
    w_moment,
)
from theory.proof.lemmas import inv
from theory.proof.letters import stated
from theory.proof.rules import Theorem, assume, axiom, conjoin, discharge, order
from theory.proof.sums.finite import constant_sum, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    fact,
    inverse,
    lam,
    parts,
    positive,
    put,
    ring,
    weaker,
)
from theory.proof.terms import INT, Term, call, eq, le, lt, num

AT_LEAST_TWO = assume(le(2, kappa))


def _sides() -> tuple[Term, Term, Theorem, Theorem]:
    """-c, c/(kappa - 1), that 0 < kappa - 1, and (kappa - 1)/(kappa - 1) = 1 for rewriting."""
    wide = bound(lt(0, kappa - 1), (), [[AT_LEAST_TWO]])
    D = inv(kappa - 1)
    unit = combine(eq(kappa * D, 1 + D), (1, inverse(kappa - 1, [wide])))
    return -imbalance, imbalance * D, positive(D, [wide]), unit


def larger(first: Term, second: Term, if_first, if_second) -> Theorem:
    """A statement about max(a, b), by cases: the maximum is b where a <= b, and a otherwise."""

    def case(ordered, name, chosen):
        return chosen(fact(name, ordered, x=first, y=second))

    return by_cases(
        put(axiom("total"), x=first, y=second),
        lambda less: case(weaker(less), "max-right", if_second),
        lambda same: case(order(le(first, second), ((num(1), same),), ()), "max-right", if_second),
        lambda more: case(weaker(more), "max-left", if_first),
    )


@cache
def balanced() -> tuple[list[Theorem], Theorem, Theorem]:
    """What c and |theta|^2 are in |a(t)|^2 and |w(t)|^2, by conservation; neither is negative."""
    degree, difference, whole = defined("framework.imbalance")
    some, more, *_ = defined("framework.layer-course")
    A, W = outward(t), inward(t)
    value = combine(
        eq(imbalance, (kappa - 1) * A - W),
        (1, difference),
        (1, kept()),
        (outward(num(0)) - A, degree),
    )
    low = [
        nonnegative_sum(
            lam(lambda i: weights(i, t) ** 2, INT),
            1,
            size,
            bound(le(1, size + 1), (), [[many]]),
            lambda i, *_: bound(le(0, weights(i, t) ** 2), (), [], [weights(i, t)]),
        )
        for weights, size, many in ((a, outputs, some), (w, inputs, more))
    ]
    return [value, whole], low[0], low[1]


@proof("framework.norm-lower-bound")
def norm_lower_bound() -> Theorem:
    """|theta|^2 + c = kappa |a|^2 >= 0, and |theta|^2 - c/(kappa - 1) = |w|^2 kappa/(kappa - 1)."""
    first, second, D_above, unit = _sides()
    known, A_low, W_low = balanced()
    degree = assume(lt(0, kappa))
    goal = le(call("max", first, second), theta_sq)
    return larger(
        first,
        second,
        lambda is_: bound(goal, [is_, *known], [[A_low, degree]]),
        lambda is_: bound(goal, [is_, *known, unit], [[W_low], [W_low, D_above]]),
    )


@proof("framework.norm-split")
def norm_split() -> Theorem:
    """Both sides in |a(t)|^2 and |w(t)|^2."""
    known, *_ = balanced()
    *_, unit = _sides()
    named = defined("framework.weights")
    D = inv(kappa - 1)
    first = ring(eq(theta_sq, -imbalance + kappa * A_t), *known, *named)
    second = ring(eq(theta_sq, imbalance * D + kappa * D * W_t), *known, *named, unit)
    return conjoin(first, second)


@proof("framework.norm-bound-attained")
def norm_bound_attained() -> Theorem:
    """With a = 0 the bound is |w|^2, with w = 0 it is |a|^2."""
    from theory import claim

    first, second, D_above, unit = _sides()
    known, A_low, W_low = balanced()
    degree = assume(lt(0, kappa))
    premise, goal = stated(claim("framework.norm-bound-attained")).statement.args
    outer, inner = defined("framework.weights")

    def case(given_):
        """a = 0: -c = |w|^2 is the larger one; w = 0: c/(kappa - 1) = |a|^2 is."""
        zero = next(one for one in parts(given_) if one.conclusion.op == "eq")
        if zero.conclusion.args[0] is A_t:
            none = combine(eq(outward(t), 0), (1, outer), (1, zero))
            ordered = bound(le(second, first), [*known, none], [[W_low], [W_low, D_above]])
            return ring(goal, fact("max-left", ordered, x=first, y=second), *known, none)
        none = combine(eq(inward(t), 0), (1, inner), (1, zero))
        ordered = bound(le(first, second), [*known, none, unit], [[A_low], [A_low, degree]])
        return ring(goal, fact("max-right", ordered, x=first, y=second), *known, none, unit)

    return discharge(premise, by_cases(assume(premise), case, case))


# --- the initialisation ---------------------------------------------------------------------------


@proof("framework.balanced-start")
def balanced_start() -> Theorem:
    """Each layer has the mean square alpha^2/2, whatever its size."""
    a_each, w_each, a_sum, w_sum = defined("framework.initial-moments")

    def half(size, moment, each, named):
        above = assume(lt(0, size))
        double = bound(lt(0, 2 * size), (), [[above]])
        value = alpha**2 * inv(2 * size)
        same = summand_equal(
            lam(lambda i: moment(i), INT),
            lam(lambda i: value, INT),
            1,
            size,
            lambda i, low, high: at(each, i, low, high),
        )
        flat = constant_sum(value, 1, size, bound(le(1, size + 1), (), [[above]]))
        return combine(
            eq(named.conclusion.args[0], num(1, 2) * alpha**2),
            (1, named),
            (1, same),
            (1, flat),
            (num(1, 2) * alpha**2, inverse(2 * size, [double])),
        )

    outer, inner = half(c, a_moment, a_each, a_sum), half(d, w_moment, w_each, w_sum)
    goal = eq((kappa - 1) * mean_a - mean_w, num(1, 2) * alpha**2 * (kappa - 2))
    return ring(goal, outer, inner)
