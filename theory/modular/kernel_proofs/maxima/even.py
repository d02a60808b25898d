"""Even p = 2 mid: the frequencies folded at mid, which is its own conjugate and counts once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.maxima.upper_bound import (
    low,
    mean_of_three,
    size,
    squares_low,
    summand_below,
    unit_sphere,
    weak_frequency,
)
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.training.utility import TOP, first_apart, initial_utility
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated, real_part
from theory.modular.kernel_proofs.transforms.correlation import parseval
from theory.modular.kernel_proofs.transforms.halves import (
    T,
    folded,
    hat_mirrored,
    mirrored_summand,
    norm,
    squares,
)
from theory.modular.kernel_proofs.transforms.waves import above_zero, unit
from theory.modular.letters import U_init, p, u, u_hat, v, v_hat, w, w_hat, x_hat
from theory.modular.letters.utility import HAT
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import Theorem, assume, order
from theory.proof.sums.finite import added, scaled, step, sum_of, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fact,
    positive,
    put,
    ring,
    total,
)
from theory.proof.terms import INT, ONE, ZERO, Term, call, eq, le, num, var

MID = var("mid", INT)
LAST = MID - 1
EVEN = assume(eq(p, 2 * MID + 0))
LARGE = assume(le(4, p))
NYQUIST_ROOT = sqrt(num(1, 3) * p)  # sqrt(p/3): the magnitude of a neuron at p/2


def pairs_low() -> Theorem:
    """1 <= mid - 1, from 4 <= p = 2 mid."""
    return bound(le(1, LAST), [EVEN], [[LARGE]])


def some() -> Theorem:
    """1 <= (mid - 1) + 1."""
    return bound(le(1, LAST + 1), (), [[pairs_low()]])


def own_conjugate() -> Theorem:
    """p - mid = mid."""
    return combine(eq(p - MID, MID), (1, EVEN))


def folded_even(summand: Term) -> Theorem:
    """sum_1^(p-1) f = sum_1^(mid-1) f(k) + sum_1^(mid-1) f(p - k) + f(mid)."""
    begin = bound(le(0, LAST), (), [[pairs_low()]])
    inside = bound(le(LAST, TOP), [EVEN], [[pairs_low()]])
    whole = at(put(folded(), f=summand), LAST, begin, inside)
    end = combine(eq(TOP - LAST, LAST + 1), (1, EVEN))
    moved = equal_inside(sum_of(summand, 1, TOP - LAST), end)
    last = step(summand, ONE, LAST, begin)
    back = fn(lambda q: summand(p - q))
    goal = eq(
        sum_of(summand, 1, TOP), sum_of(summand, 1, LAST) + sum_of(back, 1, LAST) + summand(MID)
    )
    return combine(goal, (1, whole), (1, moved), (1, last))


@cache
def real_at_middle() -> Theorem:
    """T(mid) = Re T(mid)."""
    same = equal_inside(T(p - MID), own_conjugate())
    return combine(
        eq(T(MID), call("re", T(MID))),
        (num(1, 2), real_part(T(MID))),
        (num(1, 2), mirrored_summand(MID)),
        (num(1, 2), same),
    )


def _real(q: Term) -> Term:
    return call("re", T(q))


@cache
def even_utility() -> Theorem:
    """U = 4/p^3 sum_1^(mid-1) Re T(k) + 2/p^3 Re T(mid)."""
    pieces, back = fn(T), fn(lambda q: T(p - q))

    def entry(q, *_):
        goal = eq(T(q) + T(p - q), 2 * _real(q))
        return combine(goal, (1, mirrored_summand(q)), (1, real_part(T(q))))

    joined = summand_equal(
        fn(lambda q: T(q) + T(p - q)), fn(lambda q: 2 * _real(q)), 1, LAST, entry
    )
    factor = 2 * inv(p) ** 3
    return combine(
        eq(U_init, 4 * inv(p) ** 3 * total(1, LAST, _real) + factor * _real(MID)),
        (1, initial_utility()),
        (factor, folded_even(pieces)),
        (factor, added(pieces, back, 1, LAST, some())),
        (factor, joined),
        (factor, scaled(num(2), fn(_real), 1, LAST, some())),
        (factor, real_at_middle()),
    )


@cache
def even_energy(f: Term) -> Theorem:
    """p sum_a f(a)^2 = |f^(0)|^2 + 2 sum_1^(mid-1) |f^(k)|^2 + |f^(mid)|^2."""
    hat = HAT[f]
    own = fn(lambda q: size(hat(q)) ** 2)
    back = fn(lambda q: size(hat(p - q)) ** 2)

    def entry(q, *_):
        mirror = hat_mirrored(f, q)
        return ring(
            eq(back(q), own(q)),
            fact("abs-square", z=hat(p - q)),
            equal_inside(conj(hat(p - q)), mirror),
            mirror,
            fact("abs-square", z=hat(q)),
            conjugated(conj(conj(hat(q)))),
        )

    same = summand_equal(back, own, 1, LAST, entry)
    return combine(
        eq(
            p * total(0, TOP, lambda a: f(a) ** 2),
            own(ZERO) + 2 * sum_of(own, 1, LAST) + own(MID),
        ),
        (p, parseval(f, hat)),
        (sum_of(own, 0, TOP), unit()),
        (1, put(first_apart(), f=own)),
        (1, folded_even(own)),
        (1, same),
    )


@cache
def even_length() -> Theorem:
    """p (|u|^2 + |v|^2 + |w|^2) = squares at 0 + 2 sum_1^(mid-1) of the squares + those at mid."""
    one, two, three = (fn(lambda q, hat=hat: size(hat(q)) ** 2) for hat in (u_hat, v_hat, w_hat))
    pair = fn(lambda q: one(q) + two(q))
    return combine(
        eq(p * norm(), squares(ZERO) + 2 * total(1, LAST, squares) + squares(MID)),
        *((1, even_energy(f)) for f in (u, v, w)),
        (2, added(pair, three, 1, LAST, some())),
        (2, added(one, two, 1, LAST, some())),
    )


@cache
def even_norm() -> Theorem:
    """The same on the sphere, where the norm is 1."""
    right = even_length().conclusion.args[1]
    return combine(eq(p, right), (1, even_length()), (p, unit_sphere()))


def share(q: Term, q_low: Theorem, q_high: Theorem) -> Theorem:
    """2 squares(q) <= p, for q in 1, ..., mid - 1."""
    term = term_below_sum(fn(squares), q, 1, LAST, q_low, q_high, lambda k, *_: squares_low(k))
    return order(
        le(2 * squares(q), p),
        ((num(-1), even_norm()),),
        (
            (num(2), (term,), ONE),
            (ONE, (squares_low(ZERO),), ONE),
            (ONE, (squares_low(MID),), ONE),
        ),
    )


def share_of_middle() -> Theorem:
    """squares(mid) <= p."""
    others = nonnegative_sum(fn(squares), 1, LAST, some(), lambda k, *_: squares_low(k))
    return order(
        le(squares(MID), p),
        ((num(-1), even_norm()),),
        ((num(2), (others,), ONE), (ONE, (squares_low(ZERO),), ONE)),
    )


def root_squared() -> Theorem:
    """sqrt(p/3)^2 = p/3."""
    above = bound(le(0, num(1, 3) * p), (), [[above_zero()]])
    return fact("sqrt-square", above, x=num(1, 3) * p)


def root_low() -> Theorem:
    """0 <= sqrt(p/3)."""
    above = bound(le(0, num(1, 3) * p), (), [[above_zero()]])
    return fact("sqrt-nonnegative", above, x=num(1, 3) * p)


def at_middle(top: Term, less: Theorem, top_low: Theorem) -> Theorem:
    """Re T(mid) <= X^3 sqrt(p/3)/3 squares(mid), from |x^(mid)| <= X."""
    sizes = [size(hat(MID)) for hat in (u_hat, v_hat, w_hat)]
    lows = [low(hat(MID)) for hat in (u_hat, v_hat, w_hat)]
    small = order(
        le(squares(MID), 3 * NYQUIST_ROOT**2),
        ((num(-3), root_squared()),),
        ((ONE, (share_of_middle(),), ONE),),
    )
    mean = mean_of_three(sizes, lows, NYQUIST_ROOT, root_low(), small)
    here = size(x_hat(MID))
    product = sizes[0] * sizes[1] * sizes[2]
    grown = order(
        le(here**3 * product, top**3 * product),
        (),
        (
            (ONE, (less, *lows), top),
            (ONE, (less, *lows, low(x_hat(MID)), top_low), ONE),
            (ONE, (less, *lows), here),
        ),
    )
    return order(
        le(_real(MID), num(1, 3) * top**3 * NYQUIST_ROOT * squares(MID)),
        (),
        (
            (ONE, (summand_below(MID),), ONE),
            (ONE, (grown,), ONE),
            (num(1, 3), (mean, top_low, top_low, top_low), ONE),
        ),
    )


def below_middle(q: Term, top: Term, less: Theorem, top_low: Theorem, inside: list) -> Theorem:
    """Re T(q) <= X^3 sqrt(p/6)/3 squares(q), for q in 1, ..., mid - 1."""
    return weak_frequency(q, top, less, top_low, share(q, *inside))


def at_most(K: Term, K_low: Theorem, proof_at: Callable, middle: Theorem) -> Theorem:
    """U <= 2 K/p^2, where Re T <= K squares at every q in 1, ..., mid - 1 and at mid."""
    slack = fn(lambda q: K * squares(q) + num(-1) * _real(q))
    third = inv(p) ** 3

    def slack_at(q, q_low, q_high):
        return bound(le(0, slack(q)), (), [[proof_at(q, q_low, q_high)]], exact=True)

    above = nonnegative_sum(slack, 1, LAST, some(), slack_at)
    left, right = fn(lambda q: K * squares(q)), fn(lambda q: num(-1) * _real(q))
    split = combine(
        eq(sum_of(slack, 1, LAST), K * total(1, LAST, squares) - total(1, LAST, _real)),
        (1, added(left, right, 1, LAST, some())),
        (1, scaled(K, fn(squares), 1, LAST, some())),
        (1, scaled(num(-1), fn(_real), 1, LAST, some())),
    )
    rest = (
        4 * third * sum_of(slack, 1, LAST)
        + 2 * third * (K * squares(MID) - _real(MID))
        + 2 * third * K * squares(ZERO)
    )
    gap = combine(
        eq(2 * K * inv(p) ** 2 - U_init, rest),
        (1, even_utility()),
        (4 * third, split),
        (2 * third * K, even_norm()),
        (2 * K * inv(p) ** 2, unit()),
    )
    down = positive(inv(p), [above_zero()])
    lowest = bound(
        le(0, rest),
        (),
        [
            [down] * 3 + [above],
            [down] * 3 + [middle],
            [down] * 3 + [K_low, squares_low(ZERO)],
        ],
    )
    return order(le(U_init, 2 * K * inv(p) ** 2), ((num(-1), gap),), ((ONE, (lowest,), ONE),))
