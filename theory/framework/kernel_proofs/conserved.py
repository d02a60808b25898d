"""k |a|^2 - |w|^2 is conserved, in the kernel, for any numbers of weights."""

from __future__ import annotations

from theory.framework.kernel_layer_letters import (
    PLACE,
    A,
    F,
    W,
    a,
    eta,
    inputs,
    inward,
    k,
    outputs,
    outward,
    pull,
    slope,
    t,
    w,
)
from theory.framework.kernel_proofs.dormant import euler_along
from theory.framework.kernel_proofs.entry import defined, proof
from theory.proof.rules import Theorem
from theory.proof.sums import exchanged, scaled, slope_of_sum, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    everywhere,
    fact,
    fresh,
    lam,
    parts,
    ring,
    total,
    with_slope,
)
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    eq,
    le,
)


def _ranges() -> tuple[Theorem, Theorem]:
    some, more, *_ = defined("framework.layers")
    return bound(le(1, outputs + 1), (), [[some]]), bound(le(1, inputs + 1), (), [[more]])


INSIDE = (bound(le(t - 1, t)), bound(le(t, t + 1)))


def slope_of_squares(weights: Term, size: Term, rate, flow: Theorem, ordered: Theorem) -> Theorem:
    """d|weights|^2/dt = sum of 2 eta (weight times its rate)."""

    def shown(i, low, high):
        own = derivative(lambda s: weights(i, s) ** 2, *PLACE, [at(flow, i, low, high)])
        return with_slope(own, (2 * eta) * (weights(i, t) * rate(i)))

    return slope_of_sum(
        lam(lambda i, s: weights(i, s) ** 2, INT, REAL),
        lam(lambda i: (2 * eta) * (weights(i, t) * rate(i)), INT),
        1,
        size,
        PLACE,
        ordered,
        INSIDE,
        shown,
    )


def work() -> Theorem:
    """sum_j w_j sum_i a_i dF_i/dw_j = k sum_i a_i F_i, by Euler's theorem for each i."""
    (activation,) = defined("framework.activation")
    outer, inner = _ranges()
    product = lam(lambda j: w(j, t) * pull(j), INT)

    def entry(j, i):
        return w(j, t) * (a(i, t) * slope(i, j))

    spread = summand_equal(
        product,
        lam(lambda j: total(1, outputs, lambda i: entry(j, i)), INT),
        1,
        inputs,
        lambda j, *_: combine(
            eq(w(j, t) * pull(j), total(1, outputs, lambda i: entry(j, i))),
            (1, scaled(w(j, t), lam(lambda i: a(i, t) * slope(i, j), INT), 1, outputs, outer)),
        ),
    )
    swapped = exchanged(lam(entry, INT, INT), 1, inputs, 1, outputs, inner, outer)
    rows = lam(lambda i: total(1, inputs, lambda j: entry(j, i)), INT)
    gains = lam(lambda i: k * (a(i, t) * F(i, 1)), INT)

    def row(i, low, high):
        homogeneous, ray = parts(at(activation, i, low, high))
        radial = lam(lambda j: w(j, t) * slope(i, j), INT)
        euler = euler_along(ray, k, lambda scale, above: at(homogeneous, scale, above))
        return combine(
            eq(rows(i), gains(i)),
            (1, scaled(a(i, t), radial, 1, inputs, inner)),
            (a(i, t), euler),
        )

    gathered = summand_equal(rows, gains, 1, outputs, row)
    out = scaled(k, lam(lambda i: a(i, t) * F(i, 1), INT), 1, outputs, outer)
    goal = eq(sum_of(product, 1, inputs), k * total(1, outputs, lambda i: a(i, t) * F(i, 1)))
    return combine(goal, (1, spread), (1, swapped), (1, gathered), (1, out))


@proof("framework.conserved-quantity")
def conserved_quantity() -> Theorem:
    """d(k |a|^2 - |w|^2)/dt = 2 eta (k sum a_i F_i - sum_j w_j sum_i a_i dF_i/dw_j) = 0."""
    first, second = defined("framework.squared-weights")
    *_, a_flow, w_flow = defined("framework.layers")
    outer, inner = _ranges()
    slopes = [
        slope_of_squares(a, outputs, lambda i: F(i, 1), a_flow, outer),
        slope_of_squares(w, inputs, pull, w_flow, inner),
    ]
    plain = lam(lambda s: k * outward(s) - inward(s))
    own = derivative(plain, *PLACE, slopes)
    still = with_slope(
        own,
        ZERO,
        scaled(2 * eta, lam(lambda i: a(i, t) * F(i, 1), INT), 1, outputs, outer),
        scaled(2 * eta, lam(lambda j: w(j, t) * pull(j), INT), 1, inputs, inner),
        work(),
    )
    s = fresh()
    named = lam(lambda s: k * A(s) - W(s))
    low, high, point = PLACE
    same = everywhere(
        s, ring(eq(named(s), plain(s)), at(first, s), at(second, s)), le(low, s), le(s, high)
    )
    place = dict(low=low, high=high, at=point, a=ZERO)
    return fact("deriv-equal", *INSIDE, same, still, f=named, g=plain, **place)
