"""The loss of any group of neurons splits; of an aligned one it is a distance from what can be
learned.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal
from theory.modular.kernel_proofs.cost.aligned_utility import centred_utility, pairwise
from theory.modular.kernel_proofs.cost.neurons import some_neurons
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.correlation import cyclic_shift
from theory.modular.kernel_proofs.transforms.waves import full, unit
from theory.modular.letters import N, entries, over_pairs, p, utility_of, x
from theory.modular.letters.cost import (
    ANY,
    HALF,
    activation,
    cost,
    gain,
    label,
    loss,
    response,
    w_in,
    x_sq,
    x_sum,
)
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    discharge,
    instantiate,
    reflexive,
)
from theory.proof.sums.finite import sum_of, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    combine,
    fresh,
    given,
    lam,
    ring,
    total,
)
from theory.proof.terms import INT, REAL, Term, eq, function, le

act = function("act", INT, INT, INT, REAL)
lab = function("lab", INT, INT, INT, REAL)


# --- the square multiplied out --------------------------------------------------------------------
@cache
def _expanded() -> Theorem:
    """sum_abm (sum_i act^2 w - lab)^2 in Gram matrices, for any functions."""
    left = over_pairs(
        lambda q, r: total(
            0,
            TOP,
            lambda m: (total(1, N, lambda i: act(i, q, r) ** 2 * w_in(i, m)) - lab(q, r, m)) ** 2,
        )
    )
    gram = total(
        1,
        N,
        lambda j: total(
            1,
            N,
            lambda i: (
                total(0, TOP, lambda m: w_in(i, m) * w_in(j, m))
                * over_pairs(lambda q, r: act(i, q, r) ** 2 * act(j, q, r) ** 2)
            ),
        ),
    )
    mixed = total(
        1,
        N,
        lambda i: over_pairs(
            lambda q, r: act(i, q, r) ** 2 * total(0, TOP, lambda m: w_in(i, m) * lab(q, r, m))
        ),
    )
    own = over_pairs(lambda q, r: total(0, TOP, lambda m: lab(q, r, m) ** 2))
    return same_sums(eq(left, gram - 2 * mixed + own))


def expanded(target) -> Theorem:
    """The same for the activations of the group and this target."""
    return instantiate(
        _expanded(), act, lam(activation, INT, INT, INT), lab, lam(target, INT, INT, INT)
    )


def shifted_back(f: Term, again, n: Term, low: Theorem) -> Theorem:
    """sum_m f(m - n) = sum_m f(m) over a period, for n >= 0."""
    moved = cyclic_shift(fn(lambda m: f(m - n)), lambda k: again(k - n), n, low)
    return combine(eq(total(0, TOP, lambda m: f(m - n)), total(0, TOP, lambda m: f(m))), (1, moved))


LABEL_SQUARE = sum_of(fn(lambda m: x(m) ** 2), 0, TOP) - entries(x) ** 2 * inv(p)


def label_row(q: Term, r: Term, low: Theorem) -> Theorem:
    """sum_m ((q + r).x - mean)^2 = |x|^2 - <x, 1>^2/p, for q + r >= 0."""
    (cyclic,) = defined("modular.cyclic-x")
    n = q + r
    first = shifted_back(x, lambda k: at(cyclic, k), n, low)
    second = squares_back(n, low)
    whole = evaluated(lambda m: label(q, r, m) ** 2, 0, TOP, full())
    return ring(eq(whole.conclusion.args[0], LABEL_SQUARE), whole, first, second, unit_rule())


def squares_back(n: Term, low: Theorem) -> Theorem:
    """sum_m x(m - n)^2 = |x|^2, for n >= 0."""
    (cyclic,) = defined("modular.cyclic-x")
    squares = fn(lambda m: x(m) ** 2)
    return shifted_back(
        squares, lambda k: ring(eq(x(k + p) ** 2, x(k) ** 2), at(cyclic, k)), n, low
    )


@cache
def label_square() -> Theorem:
    """sum_abm ((a + b).x - mean)^2 = p^2 (|x|^2 - <x, 1>^2/p)."""
    value = LABEL_SQUARE
    rows = summand_equal(
        fn(lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: label(q, r, m) ** 2))),
        fn(lambda q: total(0, TOP, lambda r: value)),
        0,
        TOP,
        lambda q, q_low, _: summand_equal(
            fn(lambda r: total(0, TOP, lambda m: label(q, r, m) ** 2)),
            fn(lambda r: value),
            0,
            TOP,
            lambda r, r_low, _: label_row(q, r, bound(le(0, q + r), (), [[q_low], [r_low]])),
        ),
    )
    flat = constant_pairs(value)
    return combine(eq(rows.conclusion.args[0], p**2 * value), (1, rows), (1, flat))


def constant_pairs(value: Term) -> Theorem:
    """sum_ab c = p^2 c."""
    inner = evaluated(lambda r: value, 0, TOP, full())
    outer = evaluated(lambda q: total(0, TOP, lambda r: value), 0, TOP, full())
    return ring(eq(outer.conclusion.args[0], p**2 * value), outer, inner)


def unit_rule() -> Theorem:
    """p (1/p) = 1, to rewrite with."""
    return combine(eq(p * inv(p), 1), (1, unit()))


@cache
def mixed_is_gain() -> Theorem:
    """(1/p^2) sum_i sum_ab act^2 <w_i, label> = gain."""
    (whole,) = defined("modular.gain")

    def correlated(i, q, r):
        parts = evaluated(lambda m: w_in(i, m) * label(q, r, m), 0, TOP, full())
        value = response(w_in, i, q + r) - total(0, TOP, lambda m: w_in(i, m)) * entries(x) * inv(p)
        return combine(eq(parts.conclusion.args[0], value), (1, parts))

    def neuron(i, *_):
        one = lambda q, r: (
            activation(i, q, r) ** 2 * total(0, TOP, lambda m: w_in(i, m) * label(q, r, m))
        )
        other = lambda q, r: activation(i, q, r) ** 2 * correlated(i, q, r).conclusion.args[1]
        rows = pairwise(
            one,
            other,
            lambda q, r: combine(
                eq(one(q, r), other(q, r)), (activation(i, q, r) ** 2, correlated(i, q, r))
            ),
        )
        own = [lam(lambda q, f=f: f(i, q), INT) for f in ANY]
        return combine(
            eq(inv(p) ** 2 * rows.conclusion.args[0], utility_of(*own)),
            (inv(p) ** 2, rows),
            (1, centred_utility(*own)),
        )

    i = fresh(INT, "i")
    left, right = (
        lam(lambda k, side=side: substituted_in(side, i, k), INT)
        for side in neuron(i).conclusion.args
    )
    same = summand_equal(left, right, 1, N, neuron)
    scale = evaluated(lambda k: left(k), 1, N, some_neurons())
    inner = scale.conclusion.args[1]
    return combine(eq(inner, gain), (1, whole), (1, same), (1, scale))


def substituted_in(whole: Term, letter: Term, value: Term) -> Term:
    """The term with a value for a letter."""
    from theory.proof.terms import substituted

    return substituted(whole, {letter: value})


@proof("modular.loss-split")
def loss_split() -> Theorem:
    """The square of a difference, summed."""
    (whole,), (costs,) = defined("modular.loss"), defined("modular.cost")
    (size,), (mean,) = defined("modular.x-sq"), defined("modular.entries-x")
    factor = HALF * inv(p) ** 2
    plain = combine(
        eq(
            loss,
            cost
            - gain
            + factor * p**2 * (sum_of(fn(lambda m: x(m) ** 2), 0, TOP) - entries(x) ** 2 * inv(p)),
        ),
        (1, whole),
        (factor, expanded(label)),
        (1, costs),
        (1, mixed_is_gain()),
        (factor, label_square()),
    )
    back = [
        combine(eq(size.conclusion.args[1], x_sq), (1, size)),
        combine(eq(entries(x), x_sum), (1, mean)),
    ]
    return ring(goal("modular.loss-split"), plain, *back, unit_square(), unit_rule())


def unit_square() -> Theorem:
    """p^2 (1/p)^2 = 1."""
    return ring(eq(p**2 * inv(p) ** 2, 1), unit_rule())


def eliminated(theorem: Theorem, *names: str) -> Theorem:
    """The theorem with what these definitions (letter = value) say put in for their letters."""
    for name in names:
        statement = DEFINITIONS[name].statement
        letter, value = statement.args
        free = instantiate(discharge(statement, theorem), letter, value)
        theorem = given(free, reflexive(value))
    return theorem
