"""No neuron of norm r has more of the residual utility than sqrt(2/(27 p^3)) X^3 r^3, where X is
the largest magnitude that is not learned.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.maximum import bounded, mirrored_size, printed
from theory.modular.kernel_proofs.maxima.upper_bound import (
    ROOT,
    low,
    mean_of_three,
    root_low,
    root_squared,
    size,
    squares_low,
    summand_below,
)
from theory.modular.kernel_proofs.plateaus.listed_sums import later, listed_sum
from theory.modular.kernel_proofs.plateaus.listing import frequency, order
from theory.modular.kernel_proofs.plateaus.residual import real, residual_spectrum
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.transforms.halves import (
    T,
    folded_odd,
    half_norm,
    norm,
    some,
    squares,
)
from theory.modular.kernel_proofs.transforms.waves import above_zero, unit
from theory.modular.letters import p, u, u_hat, v, v_hat, w, w_hat, x_hat
from theory.modular.letters.jump import X, residual_of
from theory.modular.letters.plateau import freq_of, steps
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume
from theory.proof.rules import order as ordering
from theory.proof.sums.finite import added, scaled, sum_of, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import at, bound, combine, fresh, positive, ring, total
from theory.proof.terms import ONE, ZERO, Term, call, eq, le, lt, num

R = fresh(name="r")
SMALL = assume(le(0, R))
WITHIN = assume(le(norm(), R**2))  # |theta| <= r
ABOVE = assume(lt(0, X))


def powers(i: Term) -> Term:
    """|u^|^2 + |v^|^2 + |w^|^2 at xi(i)."""
    return squares(freq_of(i))


@cache
def norm_listed() -> Theorem:
    """p |theta|^2 = squares at 0 + 2 sum_i squares at xi(i)."""

    def mirrored(q, *_):
        back = [
            combine(
                eq(size(hat(p - q)) ** 2, size(hat(q)) ** 2),
                (size(hat(p - q)) + size(hat(q)), mirrored_size(f, hat, q)),
            )
            for f, hat in ((u, u_hat), (v, v_hat), (w, w_hat))
        ]
        return combine(eq(squares(p - q), squares(q)), *((1, one) for one in back))

    plain = fn(squares)
    again = summand_equal(fn(lambda q: squares(p - q)), plain, 1, half, mirrored)
    double = summand_equal(
        fn(lambda i: powers(i) + squares(p - freq_of(i))),
        fn(lambda i: 2 * powers(i)),
        1,
        half,
        lambda i, *_: combine(
            eq(powers(i) + squares(p - freq_of(i)), 2 * powers(i)), (1, mirrored(freq_of(i)))
        ),
    )
    return combine(
        eq(p * norm(), squares(ZERO) + 2 * total(1, half, powers)),
        (1, half_norm()),
        (1, folded_odd(plain)),
        (1, again),
        (1, listed_sum(plain)),
        (1, double),
        (1, scaled(num(2), fn(powers), 1, half, some())),
    )


def learned_low() -> Theorem:
    """0 <= sum_{i <= n} squares at xi(i)."""
    enough = bound(le(1, steps + 1), (), [[order()[0]]])
    return nonnegative_sum(fn(powers), 1, steps, enough, lambda i, *_: squares_low(freq_of(i)))


@cache
def left_share() -> Theorem:
    """2 sum_{i > n} squares at xi(i) <= p r^2."""
    return ordering(
        le(2 * total(steps + 1, half, powers), p * R**2),
        ((num(-1), norm_listed()), (num(-2), later(fn(powers)))),
        (
            (ONE, (above_zero(), WITHIN), ONE),
            (ONE, (squares_low(ZERO),), ONE),
            (num(2), (learned_low(),), ONE),
        ),
    )


def one_frequency(i: Term, first: Theorem, last: Theorem) -> Theorem:
    """Re T <= X^3 sqrt(p/6) r/3 squares at xi(i), for a frequency that is not learned."""
    q = freq_of(i)
    most, _ = defined("modular.left-magnitude")
    from_one = bound(le(1, i), (), [[first], [order()[0]]])
    *_, is_mag = frequency(i, from_one, last)
    less = ordering(
        le(size(x_hat(q)), X), ((num(-1), is_mag),), ((ONE, (at(most, i, first, last),), ONE),)
    )
    one = term_below_sum(
        fn(powers), i, steps + 1, half, first, last, lambda k, *_: squares_low(freq_of(k))
    )
    small = ordering(
        le(squares(q), 3 * (ROOT * R) ** 2),
        ((num(-3) * R**2, root_squared()),),
        ((ONE, (one,), ONE), (num(1, 2), (left_share(),), ONE)),
    )
    sizes = [size(hat(q)) for hat in (u_hat, v_hat, w_hat)]
    lows = [low(hat(q)) for hat in (u_hat, v_hat, w_hat)]
    scale_low = bound(le(0, ROOT * R), (), [[root_low(), SMALL]])
    mean = mean_of_three(sizes, lows, ROOT * R, scale_low, small)
    here, product = size(x_hat(q)), sizes[0] * sizes[1] * sizes[2]
    grown = ordering(
        le(here**3 * product, X**3 * product),
        (),
        (
            (ONE, (less, *lows), X),
            (ONE, (less, *lows, low(x_hat(q)), ABOVE), ONE),
            (ONE, (less, *lows), here),
        ),
    )
    return ordering(
        le(call("re", T(q)), strength() * powers(i)),
        (),
        (
            (ONE, (summand_below(q),), ONE),
            (ONE, (grown,), ONE),
            (num(1, 3), (mean, ABOVE, ABOVE, ABOVE), ONE),
        ),
    )


def strength() -> Term:
    """K = X^3 sqrt(p/6) r/3."""
    return num(1, 3) * X**3 * (ROOT * R)


@cache
def residual_below() -> Theorem:
    """U <= sqrt(2/(27 p^3)) X^3 r^3, where |theta| <= r."""
    K = strength()
    rest = bound(le(steps + 1, half + 1), (), [[order()[1]]])
    slack = fn(lambda i: K * powers(i) + num(-1) * real(i))

    def proof_at(i, first, last):
        return bound(le(0, slack(i)), (), [[one_frequency(i, first, last)]], exact=True)

    above = nonnegative_sum(slack, steps + 1, half, rest, proof_at)
    split = combine(
        eq(
            sum_of(slack, steps + 1, half),
            K * total(steps + 1, half, powers) - total(steps + 1, half, real),
        ),
        (
            1,
            added(
                fn(lambda i: K * powers(i)), fn(lambda i: num(-1) * real(i)), steps + 1, half, rest
            ),
        ),
        (1, scaled(K, fn(powers), steps + 1, half, rest)),
        (1, scaled(num(-1), fn(real), steps + 1, half, rest)),
    )
    down = positive(inv(p), [above_zero()])
    K_low = bound(le(0, K), (), [[ABOVE, ABOVE, ABOVE, root_low(), SMALL]])
    third = inv(p) ** 3
    whole = ordering(
        le(residual_of(u, v, w), 2 * third * p * K * R**2),
        ((num(1), residual_spectrum()), (4 * third, split)),
        (
            (num(4), (down, down, down, above), ONE),
            (num(2), (down, down, down, K_low, left_share()), ONE),
        ),
    )
    value = ring(
        eq(2 * third * p * K * R**2, 2 * (num(1, 3) * X**3 * ROOT) * inv(p) ** 2 * R**3), unit()
    )
    return ordering(
        le(residual_of(u, v, w), printed(X) * R**3),
        ((num(1), value), (R**3, bounded(X))),
        ((ONE, (whole,), ONE),),
    )
