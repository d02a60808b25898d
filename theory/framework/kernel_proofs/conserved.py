"""k |a|^2 - |w|^2 is conserved, in the kernel, for any numbers of weights: at a time, and all
along.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from theory.framework.kernel_proofs.dormant import euler_along
from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.letters.layer import (
    PLACE,
    A,
    F,
    F_along,
    W,
    a,
    eta,
    inputs,
    inward,
    k,
    outputs,
    outward,
    slope,
    slope_along,
    t,
    w,
)
from theory.proof.lemmas import constant
from theory.proof.rules import Theorem
from theory.proof.sums.finite import exchanged, scaled, slope_of_sum, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    conjuncts,
    derivative,
    everywhere,
    fresh,
    lam,
    parts,
    ring,
    slope_of_same,
    total,
    weaker,
    with_slope,
)
from theory.proof.terms import INT, REAL, ZERO, Term, eq, le


@dataclass(frozen=True)
class Moment:
    """Two layers at a time: a_i' = eta F_i and w_j' = eta sum_i a_i dF_i/dw_j within the place.

    ``a_flow`` and ``w_flow`` say so for every index, ``euler(i, ...)`` that sum_j w_j dF_i/dw_j =
    k F_i; ``sizes`` are 1 <= outputs and 1 <= inputs.
    """

    time: Term
    place: tuple[Term, Term, Term]
    inside: tuple[Theorem, Theorem]
    force: Callable
    slope: Callable
    a_flow: Theorem
    w_flow: Theorem
    euler: Callable
    sizes: tuple[Theorem, Theorem]

    def pull(self, j: Term) -> Term:
        """sum_i a_i dF_i/dw_j."""
        return total(1, outputs, lambda i: a(i, self.time) * self.slope(i, j))

    def ranges(self) -> tuple[Theorem, Theorem]:
        """The sums over outputs and inputs have a meaning."""
        some, more = self.sizes
        return bound(le(1, outputs + 1), (), [[some]]), bound(le(1, inputs + 1), (), [[more]])

    def slope_of_squares(self, weights: Term, size: Term, rate, flow, ordered) -> Theorem:
        """d|weights|^2/dt = sum of 2 eta (weight times its rate)."""

        def speed(i):
            return (2 * eta) * (weights(i, self.time) * rate(i))

        def proof_at(i, low, high):
            own = derivative(lambda s: weights(i, s) ** 2, *self.place, [at(flow, i, low, high)])
            return with_slope(own, speed(i))

        return slope_of_sum(
            lam(lambda i, s: weights(i, s) ** 2, INT, REAL),
            lam(speed, INT),
            1,
            size,
            self.place,
            ordered,
            self.inside,
            proof_at,
        )

    def work(self) -> Theorem:
        """sum_j w_j sum_i a_i dF_i/dw_j = k sum_i a_i F_i, by Euler's theorem for each i."""
        outer, inner = self.ranges()
        time = self.time
        product = lam(lambda j: w(j, time) * self.pull(j), INT)

        def entry(j, i):
            return w(j, time) * (a(i, time) * self.slope(i, j))

        def spread_out(j, *_):
            row = lam(lambda i: a(i, time) * self.slope(i, j), INT)
            goal = eq(w(j, time) * self.pull(j), total(1, outputs, lambda i: entry(j, i)))
            return combine(goal, (1, scaled(w(j, time), row, 1, outputs, outer)))

        spread = summand_equal(
            product,
            lam(lambda j: total(1, outputs, lambda i: entry(j, i)), INT),
            1,
            inputs,
            spread_out,
        )
        swapped = exchanged(lam(entry, INT, INT), 1, inputs, 1, outputs, inner, outer)
        rows = lam(lambda i: total(1, inputs, lambda j: entry(j, i)), INT)
        gains = lam(lambda i: k * (a(i, time) * self.force(i)), INT)

        def row(i, low, high):
            radial = lam(lambda j: w(j, time) * self.slope(i, j), INT)
            return combine(
                eq(rows(i), gains(i)),
                (1, scaled(a(i, time), radial, 1, inputs, inner)),
                (a(i, time), self.euler(i, low, high)),
            )

        gathered = summand_equal(rows, gains, 1, outputs, row)
        plain = lam(lambda i: a(i, time) * self.force(i), INT)
        out = scaled(k, plain, 1, outputs, outer)
        goal = eq(sum_of(product, 1, inputs), k * sum_of(plain, 1, outputs))
        return combine(goal, (1, spread), (1, swapped), (1, gathered), (1, out))

    def still(self) -> Theorem:
        """k |a|^2 - |w|^2 has the slope 0."""
        outer, inner = self.ranges()
        slopes = [
            self.slope_of_squares(a, outputs, self.force, self.a_flow, outer),
            self.slope_of_squares(w, inputs, self.pull, self.w_flow, inner),
        ]
        own = derivative(lam(lambda s: k * outward(s) - inward(s)), *self.place, slopes)
        forces = lam(lambda i: a(i, self.time) * self.force(i), INT)
        pulls = lam(lambda j: w(j, self.time) * self.pull(j), INT)
        return with_slope(
            own,
            ZERO,
            scaled(2 * eta, forces, 1, outputs, outer),
            scaled(2 * eta, pulls, 1, inputs, inner),
            self.work(),
        )


@proof("framework.conserved-quantity")
def conserved_quantity() -> Theorem:
    """d(k |a|^2 - |w|^2)/dt = 2 eta (k sum a_i F_i - sum_j w_j sum_i a_i dF_i/dw_j) = 0."""
    first, second = defined("framework.squared-weights")
    some, more, a_flow, w_flow = defined("framework.layers")
    (activation,) = defined("framework.activation")

    def euler(i, low, high):
        homogeneous, ray = parts(at(activation, i, low, high))
        return euler_along(ray, k, lambda scale, above: at(homogeneous, scale, above))

    low, high, point = PLACE
    inside = (bound(le(low, point)), bound(le(point, high)))
    moment = Moment(t, PLACE, inside, lambda i: F(i, 1), slope, a_flow, w_flow, euler, (some, more))
    s = fresh()
    named, plain = lam(lambda s: k * A(s) - W(s)), lam(lambda s: k * outward(s) - inward(s))
    same = everywhere(
        s, ring(eq(named(s), plain(s)), at(first, s), at(second, s)), le(low, s), le(s, high)
    )
    return slope_of_same(named, same, moment.still(), *inside)


def kept() -> Theorem:
    """k |a(0)|^2 - |w(0)|^2 = k |a(t)|^2 - |w(t)|^2 along gradient flow on [0, t]."""
    some, more, after, flows = defined("framework.layer-course")

    def at_time(s, low, high):
        now = at(flows, s, low, high)
        a_flow, w_flow, activation = conjuncts(now)

        def euler(i, i_low, i_high):
            homogeneous, ray = parts(at(activation, i, i_low, i_high))
            return euler_along(ray, k, lambda scale, above: at(homogeneous, scale, above))

        moment = Moment(
            s,
            (ZERO, t, s),
            (low, high),
            lambda i: F_along(i, 1, s),
            lambda i, j: slope_along(i, j, s),
            a_flow,
            w_flow,
            euler,
            (some, more),
        )
        return moment.still()

    function = lam(lambda s: k * outward(s) - inward(s))
    return constant(function, 0, t, weaker(after), at_time)
