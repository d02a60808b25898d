"""The utility of a unit vector is at most 2 K/p^2, where every frequency has Re T <= K squares."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.transforms.conjugates import (
    below,
    conj,
    conjugated,
    real_part_below,
)
from theory.modular.kernel_proofs.transforms.halves import (
    T,
    half_norm,
    half_utility,
    norm,
    some,
    squares,
)
from theory.modular.kernel_proofs.transforms.waves import above_zero, unit
from theory.modular.letters import U_init, p, u_hat, v_hat, w_hat, x_hat
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import Theorem, order
from theory.proof.sums.finite import added, scaled, sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import bound, combine, fact, positive, ring, total
from theory.proof.terms import ONE, ZERO, Term, call, eq, le, num

ROOT = sqrt(num(1, 6) * p)  # sqrt(p/6): the magnitude of a maximiser


def root_squared() -> Theorem:
    """ROOT^2 = p/6."""
    return fact("sqrt-square", bound(le(0, num(1, 6) * p), (), [[above_zero()]]), x=num(1, 6) * p)


def root_low() -> Theorem:
    """0 <= ROOT."""
    above = bound(le(0, num(1, 6) * p), (), [[above_zero()]])
    return fact("sqrt-nonnegative", above, x=num(1, 6) * p)


def size(z: Term) -> Term:
    """|z| as a term."""
    return call("abs", z)


def low(z: Term) -> Theorem:
    """0 <= |z|."""
    return fact("abs-positive", z=z)


def squares_low(q: Term) -> Theorem:
    """0 <= |u^|^2 + |v^|^2 + |w^|^2."""
    return bound(le(0, squares(q)), (), (), [size(hat(q)) for hat in (u_hat, v_hat, w_hat)])


def unit_sphere() -> Theorem:
    """|u|^2 + |v|^2 + |w|^2 = 1, as a hypothesis."""
    return combine(eq(norm(), 1), (1, defined("modular.unit")[0]))


@cache
def whole_norm() -> Theorem:
    """p = squares at 0 + 2 sum of squares, for a unit vector."""
    right = half_norm().conclusion.args[1]
    return combine(eq(p, right), (1, half_norm()), (p, unit_sphere()))


def share(q: Term, q_low: Theorem, q_high: Theorem) -> Theorem:
    """2 squares(q) <= p, for a unit vector and q in 1, ..., half."""
    term = term_below_sum(fn(squares), q, 1, half, q_low, q_high, lambda k, *_: squares_low(k))
    return order(
        le(2 * squares(q), p),
        ((num(-1), whole_norm()),),
        ((num(2), (term,), ONE), (ONE, (squares_low(ZERO),), ONE)),
    )


def mean_of_three(sizes: list[Term], lows: list[Theorem], most: Term, most_low, within) -> Theorem:
    """3 a b c <= m (a^2 + b^2 + c^2), where a^2 + b^2 + c^2 <= 3 m^2 and none is negative."""
    a, b, c = sizes
    whole = a**2 + b**2 + c**2
    roots = [f * (g**2 - h**2) for f in sizes for g, h in ((a, b), (a, c), (b, c))]
    mean = bound(le(27 * (a * b * c) ** 2, whole**3), (), (), roots)
    above = bound(le(0, whole), (), (), sizes)
    cube = order(
        le((3 * (a * b * c)) ** 2, (most * whole) ** 2),
        (),
        ((num(1, 3), (mean,), ONE), (num(1, 3), (within,), whole)),
    )
    goal_low = bound(le(0, most * whole), (), [[most_low, above]], exact=True)
    return below(3 * (a * b * c), most * whole, goal_low, cube)


def summand_below(q: Term) -> Theorem:
    """Re T(q) <= |x^|^3 |u^| |v^| |w^|."""
    z = T(q)
    product = size(u_hat(q)) * size(v_hat(q)) * size(w_hat(q))
    whole = size(x_hat(q)) ** 3 * product
    lows = [low(hat(q)) for hat in (x_hat, u_hat, v_hat, w_hat)]
    above = bound(le(0, whole), (), [[lows[0]] * 3 + lows[1:]], exact=True)
    squared = ring(
        eq(z * conj(z), whole**2),
        conjugated(conj(z)),
        *(fact("abs-square", z=hat(q)) for hat in (x_hat, u_hat, v_hat, w_hat)),
    )
    return real_part_below(z, whole, above, squared)


def gap(K: Term) -> Theorem:
    """2 K/p^2 - U = 4/p^3 sum_k (K squares - Re T) + 2/p^3 K (squares at 0), on the sphere."""
    left = fn(lambda q: K * squares(q))
    right = fn(lambda q: num(-1) * call("re", T(q)))
    slack = fn(lambda q: K * squares(q) + num(-1) * call("re", T(q)))
    third = inv(p) ** 3
    split = combine(
        eq(sum_of(slack, 1, half), K * total(1, half, squares) - total(1, half, _real)),
        (1, added(left, right, 1, half, some())),
        (1, scaled(K, fn(squares), 1, half, some())),
        (1, scaled(num(-1), fn(_real), 1, half, some())),
    )
    return combine(
        eq(
            2 * K * inv(p) ** 2 - U_init,
            4 * third * sum_of(slack, 1, half) + 2 * third * K * squares(ZERO),
        ),
        (1, half_utility()),
        (4 * third, split),
        (2 * third * K, whole_norm()),
        (2 * K * inv(p) ** 2, unit()),
    )


def _real(q: Term) -> Term:
    return call("re", T(q))


def slacks(K: Term, proof_at: Callable) -> Callable:
    """0 <= K squares - Re T, from proof_at(q, 1 <= q, q <= half), which gives Re T <= K squares."""

    def slack_at(q, q_low, q_high):
        goal = le(0, K * squares(q) + num(-1) * call("re", T(q)))
        return bound(goal, (), [[proof_at(q, q_low, q_high)]], exact=True)

    return slack_at


def at_most(K: Term, K_low: Theorem, proof_at: Callable) -> Theorem:
    """U <= 2 K/p^2 for a unit vector, where proof_at(q, 1 <= q, q <= half)
    gives Re T <= K squares.
    """
    slack = fn(lambda q: K * squares(q) + num(-1) * call("re", T(q)))
    above = nonnegative_sum(slack, 1, half, some(), slacks(K, proof_at))
    down = positive(inv(p), [above_zero()])
    rest = bound(
        le(0, gap(K).conclusion.args[1]),
        (),
        [[down] * 3 + [above], [down] * 3 + [K_low, squares_low(ZERO)]],
    )
    return order(le(U_init, 2 * K * inv(p) ** 2), ((num(-1), gap(K)),), ((ONE, (rest,), ONE),))


def frequency_below(top: Term, most: Callable, most_low: Theorem) -> tuple[Term, Theorem, Callable]:
    """K = X^3 sqrt(p/6)/3 and Re T <= K squares, where most(q, ...) gives |x^(q)| <= X."""
    K = num(1, 3) * top**3 * ROOT
    K_low = bound(le(0, K), (), [[most_low] * 3 + [root_low()]])

    def proof_at(q, q_low, q_high):
        return weak_frequency(q, top, most(q, q_low, q_high), most_low, share(q, q_low, q_high))

    return K, K_low, proof_at


def weak_frequency(q: Term, top: Term, less: Theorem, top_low: Theorem, within: Theorem) -> Theorem:
    """Re T <= X^3 sqrt(p/6)/3 squares, from |x^(q)| <= X and 2 squares <= p."""
    sizes = [size(hat(q)) for hat in (u_hat, v_hat, w_hat)]
    lows = [low(hat(q)) for hat in (u_hat, v_hat, w_hat)]
    small = bound(le(squares(q), 3 * ROOT**2), [root_squared()], [[within]])
    mean = mean_of_three(sizes, lows, ROOT, root_low(), small)
    here = size(x_hat(q))
    product = sizes[0] * sizes[1] * sizes[2]
    grown = order(
        le(here**3 * product, top**3 * product),
        (),
        (
            (ONE, (less, *lows), top),
            (ONE, (less, *lows, low(x_hat(q)), top_low), ONE),
            (ONE, (less, *lows), here),
        ),
    )
    return order(
        le(call("re", T(q)), num(1, 3) * top**3 * ROOT * squares(q)),
        (),
        (
            (ONE, (summand_below(q),), ONE),
            (ONE, (grown,), ONE),
            (num(1, 3), (mean, top_low, top_low, top_low), ONE),
        ),
    )
