"""The overlap G = sum mu Q K of a head: V' = eta N G, G' = eta N V C with 0 <= C <= sum mu^2."""

from __future__ import annotations

from theory.attention.kernel_proofs.dormant_head.dormant import HEAD, some, velocities
from theory.attention.letters import N, modes
from theory.attention.letters.dormant import K, Q, V, end, eta, mu, squared_norm
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.uniqueness import below_sum
from theory.proof.rules import Theorem, absurd, assume
from theory.proof.scripts import whole_definition
from theory.proof.sums.finite import added, scaled, slope_of_sum, sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    derivative,
    equal_inside,
    lam,
    with_slope,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    REAL,
    ZERO,
    Term,
    apply,
    eq,
    le,
    lt,
)

RATE = eta * N
SQUARES = sum_of(lam(lambda j: mu(j) ** 2, INT), 1, modes)


def rate_above() -> Theorem:
    """0 < eta N."""
    return bound(lt(0, RATE), (), [[assume(lt(0, eta)), assume(lt(0, N))]])


# --- the overlap G = sum mu Q K and its slope -----------------------------------------------------


def overlap(s: Term) -> Term:
    """G(s) = sum_j mu_j Q_j K_j."""
    return HEAD.overlap(s)


def weights(s: Term) -> Term:
    """j -> mu_j^2 (Q_j^2 + K_j^2)."""
    return lam(lambda j: mu(j) ** 2 * (Q(j, s) ** 2 + K(j, s) ** 2), INT)


def weight(s: Term) -> Term:
    """C(s) = sum_j mu_j^2 (Q_j^2 + K_j^2)."""
    return sum_of(weights(s), 1, modes)


def slopes(s: Term, low: Theorem, high: Theorem) -> list[Theorem]:
    """V' = eta N G and G' = eta N V C at time s."""
    value, component = velocities(s, low, high)
    pace = RATE * V(s)
    speed = lam(lambda j: pace * apply(weights(s), (j,)), INT)

    def proof_at(j, j_low, j_high):
        known = component(j, j_low, j_high)
        own = derivative(lambda r: mu(j) * Q(j, r) * K(j, r), 0, end, s, known)
        return with_slope(own, apply(speed, (j,)))

    summand = lam(lambda j, r: mu(j) * Q(j, r) * K(j, r), INT, REAL)
    whole = slope_of_sum(summand, speed, 1, modes, (ZERO, end, s), some(), (low, high), proof_at)
    out = scaled(pace, weights(s), 1, modes, some())
    return [value, with_slope(whole, pace * weight(s), out)]


def weight_low(s: Term) -> Theorem:
    """0 <= C."""

    def proof_at(j, j_low, j_high):
        return bound(le(0, apply(weights(s), (j,))), (), (), [mu(j) * Q(j, s), mu(j) * K(j, s)])

    return nonnegative_sum(weights(s), 1, modes, some(), proof_at)


def norm_high(s: Term, low: Theorem, high: Theorem) -> Theorem:
    """V^2 + |Q|^2 + |K|^2 <= 1 up to the jump."""
    _, full, early = conjuncts(whole_definition("attention.first-norm-one"))
    goal = le(squared_norm(s), 1)

    def there(same):
        moved = equal_inside(squared_norm(s), same)
        return linear(goal, moved, full)

    return by_cases(
        trichotomy(s, end),
        lambda less: linear(goal, at(early, s, low, high, less)),
        there,
        lambda more: absurd(linear(FALSE, more, high), goal),
    )


def weight_high(s: Term, low: Theorem, high: Theorem) -> Theorem:
    """C <= sum mu^2, since Q_j^2 + K_j^2 <= 1."""
    full = norm_high(s, low, high)
    rest = lam(lambda j: mu(j) ** 2 - apply(weights(s), (j,)), INT)

    def at_most_all(own, j, j_low, j_high):
        def square(i, *_):
            return bound(le(0, own(i, s) ** 2), (), (), [own(i, s)])

        summand = lam(lambda i: own(i, s) ** 2, INT)
        return below_sum(summand, j, modes, (j_low, j_high), some(), square)

    def proof_at(j, j_low, j_high):
        mine = [at_most_all(own, j, j_low, j_high) for own in (Q, K)]
        small = bound(
            le(Q(j, s) ** 2 + K(j, s) ** 2, 1), (), [[mine[0]], [mine[1]], [full]], [V(s)]
        )
        return bound(le(0, apply(rest, (j,))), (), [([small], mu(j))])

    left = nonnegative_sum(rest, 1, modes, some(), proof_at)
    whole = added(rest, weights(s), 1, modes, some())
    squares = combine(eq(SQUARES, sum_of(rest, 1, modes) + weight(s)), (1, whole))
    return linear(le(weight(s), SQUARES), squares, left)
