"""The loss gradient of one neuron through the residual, and its parts from active and
dormant ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.kernel_proofs.network import (
    inside,
    loss_slope,
    mean_difference,
    mean_equal,
    mean_scaled,
    mean_slope,
    neuron_slope,
)
from theory.framework.letters.network import (
    C_A,
    C_D,
    PLACE,
    C,
    a,
    active,
    b,
    descent,
    g,
    line,
    mean,
    neurons,
    others,
    own,
    phi,
    prediction,
    put_out,
    share_of,
    target,
    theta,
    v,
    w,
)
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import Theorem, reflexive
from theory.proof.sums.finite import added, summand_equal
from theory.proof.sums.single_terms import only
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fresh,
    lam,
    one_slope,
    ring,
    slope_is,
    slope_of_same,
    total,
    with_slope,
    written,
)
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, apply, eq, le, lt, make, num


def crowd() -> tuple[Theorem, Theorem]:
    """1 <= samples, and 1 <= neurons + 1."""
    many, some = defined("framework.samples")
    return many, bound(le(1, neurons + 1), (), [[some]])


def own_slope(o: Term, n: Term) -> Theorem:
    """x -> f_i(x): its slope at theta."""
    return neuron_slope((a(o), b(o)), w, v, lambda j: g(j, n), PLACE)


def own_rate(o: Term, n: Term) -> Term:
    """What that slope is."""
    return own_slope(o, n).conclusion.args[3]


def rest_of(which: Callable, o: Term, n: Term) -> Term:
    """What the sum over neurons has beside m(i) f_i: it does not depend on neuron i."""
    return total(1, neurons, lambda h: which(h) * others(h, o, n)) - which(own) * others(own, o, n)


def apart(which: Callable, o: Term, n: Term, x: Term) -> Theorem:
    """sum_h m(h) f_h = m(i) f_i(x) + the rest."""
    first, last, _ = defined("framework.descent")
    _, some = crowd()
    rest = lam(lambda h: which(h) * others(h, o, n), INT)
    whole = lam(lambda h: which(h) * put_out(h, o, n, x), INT)
    step = which(own) * line(o, n, x) - which(own) * others(own, o, n)
    change = lam(lambda h: make("ite", None, (eq(h, own), step, ZERO)), INT)

    def picked(h, known, holds):
        return [
            chosen(eq(h, own), line(o, n, x), others(h, o, n), known, holds),
            chosen(eq(h, own), step, ZERO, known, holds),
        ]

    def proof_at(h, *_):
        goal = eq(whole(h), rest(h) + change(h))

        def itself(same):
            here = [equal_inside(term, same) for term in (active(h), others(h, o, n))]
            return ring(goal, *picked(h, same, True), *here)

        return by_cases(eq(h, own), itself, lambda other: ring(goal, *picked(h, other, False)))

    zero = only(change, own, 1, neurons, first, last, lambda h, other: picked(h, other, False)[1])
    return ring(
        eq(share_of(which, o, n, x), which(own) * line(o, n, x) + rest_of(which, o, n)),
        summand_equal(whole, lam(lambda h: rest(h) + change(h), INT), 1, neurons, proof_at),
        added(rest, change, 1, neurons, some),
        zero,
        chosen(eq(own, own), step, ZERO, reflexive(own), True),
    )


def all_of(h: Term) -> Term:
    """1: every neuron counts."""
    return ONE


def prediction_slope(o: Term, n: Term) -> Theorem:
    """x -> f(x) has the slope of f_i."""
    plain = lam(lambda x: line(o, n, x) + rest_of(all_of, o, n))
    slope = with_slope(derivative(plain, *PLACE, [own_slope(o, n)]), own_rate(o, n))
    return carried(lambda x: prediction(o, n, x), plain, lambda x: apart(all_of, o, n, x), slope)


def carried(body: Callable, plain: Term, same: Callable, slope: Theorem) -> Theorem:
    """The slope of a function that equals ``plain`` everywhere: same(x) says so."""
    low, high, point = PLACE
    x = fresh()
    equal = written(eq(body(x), apply(plain, (x,))), same(x))
    return slope_of_same(
        lam(body), everywhere(x, equal, le(low, x), le(x, high)), slope, *inside(PLACE)
    )


@cache
def descent_value() -> Theorem:
    """descent = E<f_i', y - f> at theta."""
    *_, known = defined("framework.descent")
    many, _ = crowd()
    own_loss = loss_slope(prediction, own_rate, PLACE, many, prediction_slope)
    found = one_slope(known, own_loss, bound(lt(PLACE[0], PLACE[1])), *inside(PLACE))

    def gain(o, n):
        return (target(o, n) - prediction(o, n, theta)) * own_rate(o, n)

    return combine(eq(descent, mean(gain)), (1, found), (1, mean_scaled(num(-1), gain, many)))


def correlation_slope(factor: Callable) -> Theorem:
    """x -> E<f_i(x), F> has the slope E<f_i', F>, for any F that does not move with x."""
    many, _ = crowd()

    def body(o, n, x):
        return line(o, n, x) * factor(o, n)

    def proof_at(o, n):
        times = derivative(lambda x: body(o, n, x), *PLACE, [own_slope(o, n)])
        return with_slope(times, own_rate(o, n) * factor(o, n))

    return mean_slope(body, lambda o, n: own_rate(o, n) * factor(o, n), PLACE, many, proof_at)


@proof("framework.residual-gradient")
def residual_gradient() -> Theorem:
    """The chain rule for the square; the residual stands beside f_i' and is not differentiated."""
    (named,) = defined("framework.correlation")
    (held,) = defined("framework.held")

    def factor(o, n):
        return target(o, n) - prediction(o, n, phi)

    slope = correlation_slope(factor)
    plain = make("lam", (REAL,), (slope.conclusion.args[4],))
    turned = carried(lambda x: C(x, phi), plain, lambda x: at(named, x, phi), slope)
    value = turned.conclusion.args[3]
    moved = equal_inside(value, held)
    back = combine(eq(value, descent), (1, moved), (1, descent_value()))
    return slope_is(turned, back)


def asleep(h: Term) -> Term:
    """1 for a dormant neuron, 0 for an active one."""
    return 1 - active(h)


def left_over(o: Term, n: Term, phi: Term) -> Term:
    """y - (the other active ones) - (the dormant ones at phi): what stands beside f_i."""
    return target(o, n) - rest_of(active, o, n) - share_of(asleep, o, n, phi)


def split_correlation(x: Term) -> Theorem:
    """C_A(x) - C_D(x, phi) = E<f_i(x), y - the other active ones - the dormant ones at phi>."""
    mark, active_named, dormant_named = defined("framework.split-correlations")
    many, _ = crowd()

    def whole(o, n):
        return line(o, n, x) * left_over(o, n, phi)

    def first(o, n):
        return line(o, n, x) * (target(o, n) - share_of(active, o, n, x))

    def second(o, n):
        return line(o, n, x) * share_of(asleep, o, n, phi)

    joined = mean_equal(
        whole,
        lambda o, n: first(o, n) - second(o, n),
        lambda o, n: ring(
            eq(whole(o, n), first(o, n) - second(o, n)), apart(active, o, n, x), mark
        ),
    )
    return combine(
        eq(C_A(x) - C_D(x, phi), mean(whole)),
        (1, joined),
        (1, mean_difference(first, second, many)),
        (1, at(active_named, x)),
        (1, at(dormant_named, x, phi)),
    )


def split_gain(o: Term, n: Term) -> Theorem:
    """f_i' (y - the other active ones - the dormant ones) = (y - f) f_i' at theta: the active and
    the dormant ones are all of them.
    """
    mark, *_ = defined("framework.split-correlations")
    _, some = crowd()
    halves = added(
        lam(lambda h: active(h) * put_out(h, o, n, theta), INT),
        lam(lambda h: asleep(h) * put_out(h, o, n, theta), INT),
        1,
        neurons,
        some,
    )
    kept = apart(active, o, n, theta)
    return combine(
        eq(
            own_rate(o, n) * left_over(o, n, theta),
            (target(o, n) - prediction(o, n, theta)) * own_rate(o, n),
        ),
        (own_rate(o, n), halves),
        (own_rate(o, n), kept),
        (own_rate(o, n) * line(o, n, theta), mark),
    )


@proof("framework.gradient-split")
def gradient_split() -> Theorem:
    """y - f is y - (sum over active ones), which neuron i does not move, less the sum over the
    dormant ones.
    """
    (held,) = defined("framework.held")
    slope = correlation_slope(lambda o, n: left_over(o, n, phi))
    plain = make("lam", (REAL,), (slope.conclusion.args[4],))
    turned = carried(lambda x: C_A(x) - C_D(x, phi), plain, split_correlation, slope)
    value = turned.conclusion.args[3]
    moved = equal_inside(value, held)
    there = mean_equal(
        lambda o, n: own_rate(o, n) * left_over(o, n, theta),
        lambda o, n: (target(o, n) - prediction(o, n, theta)) * own_rate(o, n),
        split_gain,
    )
    back = combine(eq(value, descent), (1, moved), (1, there), (1, descent_value()))
    return slope_is(turned, back)
