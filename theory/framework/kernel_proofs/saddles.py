"""Where dormant neurons are zero: the gradient there, and the order at which a utility starts."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.kernel_proofs.network import (
    inputs,
    inside,
    loss_slope,
    mean_equal,
    mean_slope,
    neuron_slope,
    outputs,
    sampled,
)
from theory.framework.letters.network import (
    A_all,
    B_all,
    G_all,
    V_all,
    W_all,
    a,
    active,
    active_line,
    c,
    d,
    dormant_line,
    free_line,
    g,
    neuron_output,
    neurons,
    order_of,
    residual,
    samples,
    sigma,
    target,
    taylor,
    w,
    weight,
    whole_loss,
)
from theory.proof.lemmas import HALF, trichotomy
from theory.proof.rules import Theorem, absurd, assume, conjoin, order
from theory.proof.sums.finite import constant_sum, slope_of_sum, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    one_slope,
    ring,
    slope_is,
    slope_of_same,
    total,
    weaker,
    with_slope,
)
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, eq, le, lt, make, num

PLACE = (num(-1), ONE, ZERO)
POSITIVE = assume(lt(0, order_of))


def _many() -> tuple[Theorem, Theorem]:
    many, crowd = defined("framework.samples")
    return many, crowd


def nothing_seen(weights: Callable, feature: Callable, proof_at: Callable) -> Theorem:
    """sigma(sum of weights times features) = 0, where proof_at(j) says that an entry is 0."""
    (origin, _) = defined("framework.sigma")
    entries = lam(lambda j: weights(j) * feature(j), INT)
    flat = summand_equal(entries, lam(lambda j: ZERO, INT), 1, d, lambda j, *_: proof_at(j))
    zero = combine(eq(sum_of(entries, 1, d), 0), (1, flat), (1, constant_sum(ZERO, 1, d, inputs())))
    moved = equal_inside(sigma(sum_of(entries, 1, d)), zero)
    return combine(eq(moved.conclusion.args[0], 0), (1, moved), (1, origin))


def dormant_neuron(h: Term, kind: Theorem, o: Term, n: Term) -> Theorem:
    """x -> output of neuron h on the dormant line has the slope 0 at x = 0.

    An active neuron does not move; a dormant one puts out x b sigma(x <v, g>).
    """
    start = active(h) * A_all(h, o), (1 - active(h)) * B_all(h, o)
    own = neuron_slope(
        start,
        lambda j: active(h) * W_all(h, j),
        lambda j: (1 - active(h)) * V_all(h, j),
        lambda j: G_all(h, j, n),
        PLACE,
    )
    value = own.conclusion.args[3]

    def still(marked):
        """active: both factors 1 - active vanish."""
        entries = lam(lambda j: (1 - active(h)) * V_all(h, j) * G_all(h, j, n), INT)
        flat = summand_equal(
            entries,
            lam(lambda j: ZERO, INT),
            1,
            d,
            lambda j, *_: ring(eq(entries(j), 0), marked),
        )
        zero = combine(
            eq(sum_of(entries, 1, d), 0), (1, flat), (1, constant_sum(ZERO, 1, d, inputs()))
        )
        return ring(eq(value, 0), zero, marked)

    def asleep(marked):
        """dormant: sigma is taken at 0, and the other factor is 0."""
        nothing = nothing_seen(
            lambda j: active(h) * W_all(h, j) + ZERO * ((1 - active(h)) * V_all(h, j)),
            lambda j: G_all(h, j, n),
            lambda j: ring(
                eq(
                    (active(h) * W_all(h, j) + ZERO * ((1 - active(h)) * V_all(h, j)))
                    * G_all(h, j, n),
                    0,
                ),
                marked,
            ),
        )
        return ring(eq(value, 0), nothing, marked)

    flat = by_cases(kind, asleep, still)
    return slope_is(own, flat)


def dormant_slope() -> Theorem:
    """The loss has the slope 0 along any direction of the dormant neurons."""
    many, crowd = _many()
    (kinds,) = defined("framework.partition")

    def prediction(o, n, x):
        return total(1, neurons, lambda h: neuron_output(*dormant_line(x), h, o, n))

    def proof_at(o, n):
        whole = slope_of_sum(
            lam(lambda h, x: neuron_output(*dormant_line(x), h, o, n), INT, REAL),
            lam(lambda h: ZERO, INT),
            1,
            neurons,
            PLACE,
            bound(le(1, neurons + 1), (), [[crowd]]),
            inside(PLACE),
            lambda h, low, high: dormant_neuron(h, at(kinds, h, low, high), o, n),
        )
        flat = constant_sum(ZERO, 1, neurons, bound(le(1, neurons + 1), (), [[crowd]]))
        return with_slope(whole, ZERO, flat)

    own = loss_slope(prediction, lambda o, n: ZERO, PLACE, many, proof_at)
    return with_slope(own, ZERO, *nothing_on_average(many))


def nothing_on_average(many: Theorem) -> list[Theorem]:
    """E sum_o 0 = 0, in two steps."""
    row = lam(lambda n: weight(n) * total(1, c, lambda o: ZERO), INT)
    inner = constant_sum(ZERO, 1, c, outputs())
    flat = summand_equal(
        row, lam(lambda n: ZERO, INT), 1, samples, lambda n, *_: ring(eq(row(n), 0), inner)
    )
    return [flat, constant_sum(ZERO, 1, samples, sampled(many))]


def same_loss() -> Theorem:
    """L at (0, Theta_A) is the restricted loss: a dormant neuron puts out 0, an active one the
    same.
    """
    _, crowd = _many()
    (kinds,) = defined("framework.partition")
    x = fresh()

    def whole_square(o, n):
        return HALF * (target(o, n) - whole(o, n)) ** 2

    def other(o, n):
        return HALF * (target(o, n) - part(o, n)) ** 2

    def whole(o, n):
        return total(1, neurons, lambda h: neuron_output(*active_line(x), h, o, n))

    def part(o, n):
        return total(1, neurons, lambda h: active(h) * neuron_output(*free_line(x), h, o, n))

    def neuron(o, n, h, low, high):
        goal = eq(
            neuron_output(*active_line(x), h, o, n),
            active(h) * neuron_output(*free_line(x), h, o, n),
        )

        def awake(marked):
            entry = lam(lambda j: active(h) * (W_all(h, j) + x * V_all(h, j)) * G_all(h, j, n), INT)
            plain = lam(lambda j: (W_all(h, j) + x * V_all(h, j)) * G_all(h, j, n), INT)
            same = summand_equal(
                entry, plain, 1, d, lambda j, *_: ring(eq(entry(j), plain(j)), marked)
            )
            moved = equal_inside(sigma(sum_of(entry, 1, d)), same)
            return ring(goal, moved, marked)

        return by_cases(at(kinds, h, low, high), lambda marked: ring(goal, marked), awake)

    def proof_at(o, n):
        same = summand_equal(
            lam(lambda h: neuron_output(*active_line(x), h, o, n), INT),
            lam(lambda h: active(h) * neuron_output(*free_line(x), h, o, n), INT),
            1,
            neurons,
            lambda h, low, high: neuron(o, n, h, low, high),
        )
        return ring(eq(whole_square(o, n), other(o, n)), same)

    equal = mean_equal(whole_square, other, proof_at)
    return everywhere(x, equal, le(-1, x), le(x, 1))


@proof("framework.critical-points")
def critical_points() -> Theorem:
    """Along dormant neurons everything is of second order; along the others the losses
    are equal.
    """
    dormant, moving, restricted = defined("framework.saddle-gradients")
    apart = bound(lt(-1, 1))
    zero = one_slope(dormant, dormant_slope(), apart, *inside(PLACE))
    turned = slope_of_same(
        lam(lambda x: whole_loss(*active_line(x))), same_loss(), restricted, *inside(PLACE)
    )
    same = one_slope(moving, turned, apart, *inside(PLACE))
    return conjoin(same, zero)


@proof("framework.loop-test")
def loop_test() -> Theorem:
    """The first half of the same."""
    dormant, *_ = defined("framework.saddle-gradients")
    return one_slope(dormant, dormant_slope(), bound(lt(-1, 1)), *inside(PLACE))


# --- the order of the utility ---------------------------------------------------------------------


def flat_utility() -> Theorem:
    """l -> U(l theta) has the slope 0 at l = 0."""
    many, *_ = defined("framework.order")

    def proof_at(o, n):
        own = neuron_slope((ZERO, a(o)), lambda j: ZERO, w, lambda j: g(j, n), PLACE)
        nothing = nothing_seen(
            lambda j: ZERO + ZERO * w(j),
            lambda j: g(j, n),
            lambda j: ring(eq((ZERO + ZERO * w(j)) * g(j, n), 0)),
        )
        still = slope_is(own, ring(eq(own.conclusion.args[3], 0), nothing))
        body = make("lam", (REAL,), (still.conclusion.args[4],))
        times = derivative(lambda x: body(x) * residual(o, n), *PLACE, [still])
        return with_slope(times, ZERO)

    def moved(o, n, x):
        return (
            (ZERO + x * a(o))
            * sigma(total(1, d, lambda j: (ZERO + x * w(j)) * g(j, n)))
            * residual(o, n)
        )

    own = mean_slope(moved, lambda o, n: ZERO, PLACE, many, proof_at)
    return with_slope(own, ZERO, *nothing_on_average(many))


@proof("framework.leading-order")
def leading_order() -> Theorem:
    """U(0) = 0 and its slope along theta is 0: the first derivative that is not 0 is a
    later one.
    """
    _, start, slopes, _, first = defined("framework.order")
    goal = le(2, order_of)
    flat = flat_utility()
    x = fresh()
    ends = le(-1, x), le(x, 1)
    same = everywhere(x, at(start, x, *map(assume, ends)), *ends)
    turned = slope_of_same(lam(lambda x: taylor(0, x)), same, flat, *inside(PLACE))
    known = at(slopes, ZERO, bound(le(0, 0)), ZERO, *inside(PLACE))
    zero = one_slope(known, turned, bound(lt(-1, 1)), *inside(PLACE))

    def early(less):
        one = fact(
            "antisymmetric",
            bound(le(order_of, 1), (), [[fact("discrete", less, n=order_of, m=num(2))]]),
            bound(le(1, order_of), (), [[fact("discrete", POSITIVE, n=ZERO, m=order_of)]]),
            x=order_of,
            y=ONE,
        )
        moved = equal_inside(taylor(order_of, 0), one)
        vanishes = combine(eq(taylor(order_of, 0), 0), (1, moved), (1, zero))
        return absurd(given(first, vanishes), goal)

    return by_cases(
        trichotomy(order_of, num(2)),
        early,
        lambda same: order(goal, ((num(-1), same),), ()),
        weaker,
    )
