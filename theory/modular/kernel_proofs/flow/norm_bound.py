"""From no start does gradient flow come to a norm before the printed time: 1/|theta| of all weights
falls at most at the rate 3 eta U*, as the utilities add up to at most U* |theta|^3.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.flow.network_energy import (
    GROUP,
    WANTED,
    S,
    energy,
    energy_slope,
    gained,
    hidden,
    over_outputs,
    put_out,
    table,
)
from theory.modular.kernel_proofs.maxima.maximum import bounded, printed, within_half
from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.maxima.upper_bound import (
    ROOT,
    low,
    mean_of_three,
    root_low,
    root_squared,
    size,
    slacks,
    squares_low,
    summand_below,
)
from theory.modular.kernel_proofs.race.slow_growth import POSITIVE, E, falls, root_facts
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.halves import (
    T,
    half_norm,
    half_utility,
    norm,
    some,
    squares,
)
from theory.modular.kernel_proofs.transforms.waves import above_zero, unit
from theory.modular.letters import N, U_init, p, u_hat, utility_of, v_hat, w_hat, x_hat
from theory.modular.letters.energy import t, weights
from theory.modular.letters.maxima import X
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.rules import order as ordering
from theory.proof.sums.any_range import at_most, nonnegative
from theory.proof.sums.finite import added, scaled, sum_of
from theory.proof.sums.nested import same_sums
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    given,
    positive,
    total,
    weaker,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import ONE, ZERO, Term, call, eq, le, lt, num, var

# --- the utility of one neuron that is no longer than r -------------------------------------------
R = var("r_net")
R_LOW, INSIDE = assume(le(0, R)), assume(le(norm(), R**2))
LATER = assume(lt(0, t))
SPEED = num(1, 3) * X**3 * ROOT * R


def dominant() -> tuple[Theorem, Theorem]:
    """0 <= X, and |x^(q)| <= X for q = 1, ..., half."""
    _, _, is_x, most = defined("modular.dominant")
    own = low(is_x.conclusion.args[1].args[0])
    return ordering(le(0, X), ((num(-1), is_x),), ((ONE, (own,), ONE),)), within_half(most)


def share(q: Term, q_low: Theorem, q_high: Theorem) -> Theorem:
    """2 squares(q) <= p r^2."""
    term = term_below_sum(fn(squares), q, 1, half, q_low, q_high, lambda k, *_: squares_low(k))
    return ordering(
        le(2 * squares(q), p * R**2),
        ((num(-1), half_norm()),),
        (
            (num(2), (term,), ONE),
            (ONE, (squares_low(ZERO),), ONE),
            (ONE, (above_zero(), INSIDE), ONE),
        ),
    )


def frequency_below(q: Term, *where: Theorem) -> Theorem:
    """Re T <= X^3 sqrt(p/6) r squares/3."""
    X_low, every = dominant()
    less, within = at(every, q, *where), share(q, *where)
    sizes = [size(hat(q)) for hat in (u_hat, v_hat, w_hat)]
    lows = [low(hat(q)) for hat in (u_hat, v_hat, w_hat)]
    most = ROOT * R
    most_low = bound(le(0, most), (), [[root_low(), R_LOW]])
    small = ordered(
        le(squares(q), 3 * most**2),
        [(3 * R**2, root_squared())],
        [bound(lt(0, num(1, 2))), within],
    )
    mean = mean_of_three(sizes, lows, most, most_low, small)
    product, here = sizes[0] * sizes[1] * sizes[2], size(x_hat(q))
    grown = ordered(
        le(here**3 * product, X**3 * product),
        [],
        [less, *lows, X],
        [less, *lows, low(x_hat(q)), X_low],
        [less, *lows, here],
    )
    return ordering(
        le(call("re", T(q)), SPEED * squares(q)),
        (),
        (
            (ONE, (summand_below(q),), ONE),
            (ONE, (grown,), ONE),
            (num(1, 3), (mean, X_low, X_low, X_low), ONE),
        ),
    )


@cache
def utility_below() -> Theorem:
    """U <= U* r |theta|^2, where |theta| <= r."""
    X_low, _ = dominant()
    K_low = bound(le(0, SPEED), (), [[X_low] * 3 + [root_low(), R_LOW]])
    real = fn(lambda q: call("re", T(q)))
    left, right = fn(lambda q: SPEED * squares(q)), fn(lambda q: num(-1) * real(q))
    slack = fn(lambda q: SPEED * squares(q) + num(-1) * call("re", T(q)))
    above = nonnegative_sum(slack, 1, half, some(), slacks(SPEED, frequency_below))
    third = inv(p) ** 3
    split = combine(
        eq(sum_of(slack, 1, half), SPEED * total(1, half, squares) - sum_of(real, 1, half)),
        (1, added(left, right, 1, half, some())),
        (1, scaled(SPEED, fn(squares), 1, half, some())),
        (1, scaled(num(-1), real, 1, half, some())),
    )
    rest = 4 * third * sum_of(slack, 1, half) + 2 * third * SPEED * squares(ZERO)
    gap = combine(
        eq(2 * SPEED * norm() * inv(p) ** 2 - U_init, rest),
        (1, half_utility()),
        (4 * third, split),
        (2 * third * SPEED, half_norm()),
        (2 * SPEED * norm() * inv(p) ** 2, unit()),
    )
    down = positive(inv(p), [above_zero()])
    rest_low = bound(
        le(0, rest), (), [[down] * 3 + [above], [down] * 3 + [K_low, squares_low(ZERO)]]
    )
    return ordered(
        le(U_init, printed() * R * norm()), [(1, gap), (R * norm(), bounded())], [rest_low]
    )


# --- all neurons ----------------------------------------------------------------------------------
def neuron(i: Term, s: Term) -> list[Term]:
    """(u, v, w) of neuron i at the time s."""
    return [fn(lambda a, f=f: f(i, a)) for f in weights(s)]


def own_norm(i: Term, s: Term) -> Term:
    """|u|^2 + |v|^2 + |w|^2 of neuron i."""
    one, two, three = (total(0, TOP, lambda a, f=f: f(a) ** 2) for f in neuron(i, s))
    return one + two + three


def own_low(i: Term, s: Term) -> Theorem:
    """0 <= the same."""
    parts = [
        nonnegative(
            fn(lambda a, f=f: f(a) ** 2),
            0,
            TOP,
            lambda a, *_, f=f: bound(le(0, f(a) ** 2), (), (), [f(a)]),
        )
        for f in neuron(i, s)
    ]
    return bound(le(0, own_norm(i, s)), (), [[one] for one in parts], exact=True)


@cache
def energy_parts(s: Term) -> Theorem:
    """The norms of the neurons, added, are E."""
    return same_sums(eq(total(1, N, lambda i: own_norm(i, s)), energy(s)))


def energy_low(s: Term) -> Theorem:
    """0 <= E."""
    whole = nonnegative(fn(lambda i: own_norm(i, s)), 1, N, lambda i, *_: own_low(i, s))
    return ordered(le(0, energy(s)), [(1, energy_parts(s))], [whole])


@cache
def outputs_low() -> Theorem:
    """0 <= sum of the squared outputs."""

    def over(body: Callable, inner: Callable) -> Theorem:
        return nonnegative(fn(body), 0, TOP, lambda n, *_: inner(n))

    def entry(q, r, m):
        out = put_out(GROUP, q, r, m)
        return bound(le(0, out**2), (), (), [out])

    def row(q, r):
        return over(lambda m: put_out(GROUP, q, r, m) ** 2, lambda m: entry(q, r, m))

    def rows(q):
        def body(r):
            return total(0, TOP, lambda m: put_out(GROUP, q, r, m) ** 2)

        return over(body, lambda r: row(q, r))

    def whole(q):
        return total(0, TOP, lambda r: total(0, TOP, lambda m: put_out(GROUP, q, r, m) ** 2))

    return over(whole, rows)


@cache
def any_gain() -> Theorem:
    """sum of output times (wanted less output) = sum of the neurons' utilities less |f|^2."""
    left = inv(p) ** 2 * over_outputs(
        lambda q, r, m: (WANTED(q, r, m) - put_out(GROUP, q, r, m)) * put_out(GROUP, q, r, m)
    )
    gains = total(
        1,
        N,
        lambda i: (
            inv(p) ** 2
            * over_outputs(
                lambda q, r, m: hidden(GROUP, i, q, r) ** 2 * GROUP[2](i, m) * WANTED(q, r, m)
            )
        ),
    )
    out = inv(p) ** 2 * over_outputs(lambda q, r, m: put_out(GROUP, q, r, m) ** 2)
    return same_sums(eq(left, gains - out))


def gains_below(s: Term, r: Term, r_low: Theorem, inside: Theorem) -> Theorem:
    """The utilities add up to at most U* r E, where E <= r^2."""
    told = utility_below()
    for one in (R_LOW, INSIDE):
        told = discharge(one.conclusion, told)
    told = instantiate(told, R, r)

    def each(i, *where):
        term = term_below_sum(
            fn(lambda k: own_norm(k, s)), i, 1, N, *where, lambda k, *_: own_low(k, s)
        )
        own = ordered(le(own_norm(i, s), r**2), [(1, energy_parts(s))], [term], [inside])
        return given(concrete(told, *neuron(i, s)), own, r_low)

    most = at_most(
        fn(lambda i: utility_of(*neuron(i, s))),
        fn(lambda i: printed() * r * own_norm(i, s)),
        1,
        N,
        each,
    )
    whole = same_sums(
        eq(total(1, N, lambda i: printed() * r * own_norm(i, s)), printed() * r * energy(s))
    )
    gains = total(1, N, lambda i: utility_of(*neuron(i, s)))
    return ordered(le(gains, printed() * r * energy(s)), [(1, whole)], [most])


@cache
def gained_below() -> Theorem:
    """What E grows by is at most U* r^3, r = sqrt(E + e)."""
    above, root, square, _ = root_facts(energy(S), energy_low(S))
    r = sqrt(energy(S) + E)
    inside = ordered(le(energy(S), r**2), [(1, square)], [POSITIVE])
    gains = gains_below(S, r, weaker(root), inside)
    split = instantiate(any_gain(), *table(S))
    lost = instantiate(outputs_low(), *table(S))
    X_low, _ = dominant()
    return ordered(
        le(gained(S), printed() * r**3),
        [(1, split)],
        [gains],
        [positive(inv(p), [above_zero()])] * 2 + [lost],
        [printed_low(X_low), weaker(root), inside],
    )


def printed_low(X_low: Theorem) -> Theorem:
    """0 <= U*."""
    root = positive(sqrt(p), [above_zero()])
    down = positive(inv(sqrt(p)), [root])
    six = positive(sqrt(num(6)), [])
    return bound(le(0, printed()), (), [[six, X_low, X_low, X_low, down, down, down]])


@cache
def all_fall() -> Theorem:
    """1/r(0) <= 1/r(t) + 3 eta U* t, r = sqrt(E + e)."""
    found = falls(
        energy,
        gained(S),
        printed(),
        energy_low(S),
        energy_slope(),
        gained_below(),
        (ZERO, t),
    )
    return given(discharge(le(0, t), found), weaker(LATER))
