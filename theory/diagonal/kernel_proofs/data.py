"""The utility of a neuron from the data: the mean of u v X_ij r_j is -u v times dL/db_i."""

from __future__ import annotations

from theory.diagonal.kernel_letters import U, g, u, v
from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_regression import (
    SIZES,
    X,
    along_one,
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
from theory.diagonal.kernel_scale_letters import b_of, index
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, discharge
from theory.proof.sums import scaled, summand_equal
from theory.proof.tactics import (
    bound,
    combine,
    derivative,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    ring,
    with_slope,
)
from theory.proof.terms import apply, eq, le, lt

COEFFICIENTS = vector(lambda i: b_of(i))


def sized(theorem: Theorem, sizes: list[Theorem]) -> Theorem:
    """The theorem with 1 <= d and 1 <= n from a definition."""
    for statement, known in zip(SIZES, sizes):
        theorem = given(discharge(statement, theorem), known)
    return theorem


def slope_of_loss() -> Theorem:
    """g = sum_j X_ij (sum_l b_l X_lj - y_j)/n: L along b_i is a parabola."""
    *sizes, low, high, slope = defined("diagonal.gradient")
    here = b_of(index)
    left, right = here - 1, here + 1
    along = lam(lambda x: loss(moved(COEFFICIENTS, index, x)))
    force = gradient(COEFFICIENTS, index)
    parabola = lam(
        lambda x: loss(COEFFICIENTS) + force * (x - here) + (x - here) ** 2 * stiffness(index)
    )
    x = fresh()
    same = along_one(COEFFICIENTS, index, x, low, high)
    inside = [bound(le(left, here)), bound(le(here, right))]
    own = with_slope(derivative(parabola, left, right, here), force)
    place = dict(low=left, high=right, at=here)
    equal = everywhere(x, same, le(left, x), le(x, right))
    other = fact("deriv-equal", *inside, equal, own, f=along, g=parabola, a=force, **place)
    found = fact(
        "deriv-unique",
        bound(lt(left, right)),
        *inside,
        slope,
        other,
        f=along,
        a=g,
        b=force,
        **place,
    )
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
