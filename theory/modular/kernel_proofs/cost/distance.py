"""The gap of an aligned group is its distance from the function to be learned."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal, scales
from theory.modular.kernel_proofs.cost.aligned_utility import no_mean, pairwise
from theory.modular.kernel_proofs.cost.cosine_sums import moments
from theory.modular.kernel_proofs.cost.loss import (
    constant_pairs,
    eliminated,
    expanded,
    loss_split,
    mixed_is_gain,
    substituted_in,
    unit_rule,
    unit_square,
)
from theory.modular.kernel_proofs.cost.neurons import VECTORS, entry_of, response_of
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import N, p, turn
from theory.modular.letters.cost import (
    HALF,
    X,
    activation,
    cost,
    distance,
    gain,
    gap,
    harmonic,
    label,
    learned,
    output,
    s_x,
    w_in,
    xi,
)
from theory.proof.lemmas import inv
from theory.proof.rules import (
    Theorem,
    order,
)
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    bound,
    combine,
    fresh,
    lam,
    put,
    ring,
    total,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import INT, ONE, Term, eq, le, num


# --- the distance from the function to be learned -------------------------------------------------
@cache
def same_correlation() -> Theorem:
    """sum_m w_i[m] f_*[m] = <w_i, (a + b).x> less its mean: letters i, q, r."""
    i, q, r = (fresh(INT, name) for name in "iqr")
    A, s = VECTORS[w_in]

    def inside(m):
        back = turn(xi * (m - q - r)) + s_x
        return [
            entry_of(w_in, i, m),
            spread(turn(xi * m) + s(i), [(1, turn(xi * m)), (1, s(i))])[0],
            spread(back, [(1, turn(xi * m)), (-1, turn(xi * q)), (-1, turn(xi * r)), (1, s_x)])[0],
            circle(turn(xi * m)),
        ]

    left = evaluated(lambda m: w_in(i, m) * learned(q, r, m), 0, TOP, full(), inside, moments())
    own = evaluated(lambda m: w_in(i, m) * label(q, r, m), 0, TOP, full())
    entries_ = summand_equal(
        fn(lambda m: w_in(i, m)),
        fn(lambda m: harmonic(A(i), m, s(i))),
        0,
        TOP,
        lambda m, *_: entry_of(w_in, i, m),
    )
    angles = [
        *spread(turn(xi * (q + r)), [(1, turn(xi * q)), (1, turn(xi * r))]),
        *spread(s_x - s(i), [(1, s_x), (-1, s(i))]),
    ]
    both = ring(
        eq(left.conclusion.args[0], own.conclusion.args[0]),
        left,
        own,
        response_of(w_in, i, q + r),
        entries_,
        no_mean(A(i), s(i)),
        *angles,
        *scales(),
    )
    return put(both, **{one.data[0]: letter for one, letter in zip((i, q, r), PLACES)})


PLACES = tuple(fresh(INT, name) for name in ("i", "q", "r"))


@cache
def learned_square() -> Theorem:
    """sum_abm f_*^2 = 2 X^2 p."""
    q, r = fresh(INT, "q"), fresh(INT, "r")

    def inside(m, q=q, r=r):
        back = turn(xi * (m - q - r)) + s_x
        return [
            spread(back, [(1, turn(xi * m)), (-1, turn(xi * q)), (-1, turn(xi * r)), (1, s_x)])[0],
            circle(turn(xi * m)),
        ]

    row = evaluated(lambda m: learned(q, r, m) ** 2, 0, TOP, full(), inside, moments())
    value = 2 * X**2 * inv(p)
    one = ring(
        eq(row.conclusion.args[0], value),
        row,
        *(circle(angle) for angle in (turn(xi * q), turn(xi * r), s_x)),
        unit_rule(),
    )
    rows = pairwise(
        lambda a, b: total(0, TOP, lambda m: learned(a, b, m) ** 2),
        lambda a, b: value,
        lambda a, b: put(one, **{q.data[0]: a, r.data[0]: b}),
    )
    return combine(eq(rows.conclusion.args[0], p**2 * value), (1, rows), (1, constant_pairs(value)))


@cache
def distance_value() -> Theorem:
    """distance = cost - gain + X^2/p."""
    (whole,), (costs,) = defined("modular.distance"), defined("modular.cost")
    factor = HALF * inv(p) ** 2
    known = same_correlation()

    def neuron(i, *_):
        one, other = (
            lambda q, r, f=f: (
                activation(i, q, r) ** 2 * total(0, TOP, lambda m: w_in(i, m) * f(q, r, m))
            )
            for f in (learned, label)
        )
        return pairwise(
            one,
            other,
            lambda q, r: combine(
                eq(one(q, r), other(q, r)),
                (
                    activation(i, q, r) ** 2,
                    put(known, **{k.data[0]: v for k, v in zip(PLACES, (i, q, r))}),
                ),
            ),
        )

    i = fresh(INT, "i")
    left, right = (
        lam(lambda k, side=side: substituted_in(side, i, k), INT)
        for side in neuron(i).conclusion.args
    )
    same = summand_equal(left, right, 1, N, neuron)
    plain = combine(
        eq(distance, cost - gain + factor * p**2 * (2 * X**2 * inv(p))),
        (1, whole),
        (factor, expanded(learned)),
        (inv(p) ** 2, same),
        (1, costs),
        (1, mixed_is_gain()),
        (factor, learned_square()),
    )
    return ring(eq(distance, cost - gain + X**2 * inv(p)), plain, unit_square(), unit_rule())


@proof("modular.gap-distance")
def gap_distance() -> Theorem:
    """What f_* leaves of the labels is orthogonal to every output of the group."""
    (whole,) = defined("modular.gap")
    return combine(eq(gap, distance), (1, whole), (1, distance_value()))


def squares_nonnegative(body) -> Theorem:
    """0 <= sum_abm body^2."""

    def inner(q, r):
        return nonnegative_sum(
            fn(lambda m: body(q, r, m) ** 2),
            0,
            TOP,
            full(),
            lambda m, *_: bound(le(0, body(q, r, m) ** 2), (), (), [body(q, r, m)]),
        )

    return nonnegative_sum(
        fn(lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: body(q, r, m) ** 2))),
        0,
        TOP,
        full(),
        lambda q, *_: nonnegative_sum(
            fn(lambda r: total(0, TOP, lambda m: body(q, r, m) ** 2)),
            0,
            TOP,
            full(),
            lambda r, *_: inner(q, r),
        ),
    )


def away(q: Term, r: Term, m: Term) -> Term:
    """f - f_* at (q, r)[m]."""
    return output(q, r, m) - learned(q, r, m)


@cache
def distance_nonnegative() -> Theorem:
    """0 <= cost - gain + X^2/p."""
    known = distance_value()
    above = squares_nonnegative(away)
    (whole,) = defined("modular.distance")
    goal_ = le(0, cost - gain + X**2 * inv(p))
    shown = order(goal_, ((num(-1), whole), (num(1), known)), ((HALF, (above,), inv(p)),))
    return eliminated(shown, "modular.distance")


@proof("modular.loss-bound")
def loss_bound() -> Theorem:
    """The loss split, and the bound on cost less utility."""
    shown = order(
        goal("modular.loss-bound"),
        ((num(-1), loss_split()),),
        ((ONE, (distance_nonnegative(),), ONE),),
    )
    return eliminated(shown, "modular.cost", "modular.gain")
