"""The utility of a neuron from the data: the mean of u v X_ij r_j is -u v times dL/db_i."""

from __future__ import annotations

from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.letters import U, g, u, v
from theory.diagonal.letters.regression import (
    SIZES,
    X,
    along_one,
    count,
    gradient,
    long,
    loss,
    moved,
    predicted,
    samples,
    stiffness,
    vector,
    y,
)
from theory.diagonal.letters.scale import b_of, index
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.finite import scaled, summand_equal
from theory.proof.tactics import (
    bound,
    combine,
    derivative,
    everywhere,
    fresh,
    given,
    lam,
    one_slope,
    ring,
    slope_of_same,
    with_slope,
)
from theory.proof.terms import apply, eq, le

COEFFICIENTS = vector(lambda i: b_of(i))
ALONG = lam(lambda x: loss(moved(COEFFICIENTS, index, x)))


def sized(theorem: Theorem, sizes: list[Theorem]) -> Theorem:
    """The theorem with 1 <= d and 1 <= n from a definition."""
    for statement, known in zip(SIZES, sizes):
        theorem = given(discharge(statement, theorem), known)
    return theorem


def slope_along() -> Theorem:
    """L along b_i, a parabola, has the slope sum_j X_ij (sum_l b_l X_lj - y_j)/n; 1 <= i <= d."""
    low, high = assume(le(1, index)), assume(le(index, count))
    here = b_of(index)
    left, right = here - 1, here + 1
    force = gradient(COEFFICIENTS, index)
    parabola = lam(
        lambda x: loss(COEFFICIENTS) + force * (x - here) + (x - here) ** 2 * stiffness(index)
    )
    x = fresh()
    same = along_one(COEFFICIENTS, index, x, low, high)
    inside = [bound(le(left, here)), bound(le(here, right))]
    own = with_slope(derivative(parabola, left, right, here), force)
    equal = everywhere(x, same, le(left, x), le(x, right))
    return slope_of_same(ALONG, equal, own, *inside)


def slope_of_loss() -> Theorem:
    """g is that slope, for derivatives are unique."""
    *sizes, low, high, slope = defined("diagonal.gradient")
    found = one_slope(slope, slope_along())
    for known in (low, high):
        found = given(discharge(known.conclusion, found), known)
    return sized(found, sizes)


@proof("diagonal.utility")
def utility() -> Theorem:
    """Linearity of the mean, and the gradient of the squared error."""
    sizes = defined("diagonal.gradient")[:2]
    (mean,) = defined("diagonal.utility")
    own = vector(lambda j: X(index, j) * (predicted(COEFFICIENTS, j) - y(j)))
    summand = vector(lambda j: u * v * X(index, j) * (y(j) - predicted(COEFFICIENTS, j)))
    turned = summand_equal(
        summand,
        vector(lambda j: -(u * v) * apply(own, (j,))),
        1,
        samples,
        lambda j, *_: ring(eq(apply(summand, (j,)), -(u * v) * apply(own, (j,)))),
    )
    out = scaled(-(u * v), own, 1, samples, long())
    found = combine(
        eq(U, -(u * v * g)),
        (1, mean),
        (inv(samples), turned),
        (inv(samples), out),
        (u * v, slope_of_loss()),
    )
    return sized(found, sizes)
