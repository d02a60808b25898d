"""The full attention formula in the kernel: degree three, its reduction, and what a
flow conserves.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.kernel_proofs.formula.gradient import slope_of_loss
from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.letters.data import LAST as LAST_TOKEN
from theory.attention.letters.data import N, d, mean, output, target
from theory.attention.letters.gradient import network
from theory.attention.letters.model import (
    BOTTOM,
    LAST,
    PLACE,
    X,
    count,
    entry_moved,
    eta,
    full_K,
    full_Q,
    full_V,
    head,
    head_input,
    head_weights,
    heads,
    key_at,
    key_response,
    label,
    number,
    query_at,
    query_response,
    rate_VK,
    rate_VQ,
    rows,
    sample,
    scale,
    slope_K,
    slope_Q,
    t,
    value_at,
    values,
    y_hat,
)
from theory.proof.rules import Theorem, assume, conjoin, instantiate
from theory.proof.sums.any_range import delta, scaled, slope_of_sum
from theory.proof.sums.finite import step, sum_of, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    combine,
    conjuncts,
    derivative,
    lam,
    one_slope,
    parts,
    ring,
    total,
    with_slope,
)
from theory.proof.terms import INT, ONE, REAL, Term, apply, eq, function, le, lt, opened


@proof("attention.cubic")
def cubic() -> Theorem:
    """X stands three times in a head, and so do its weights: W_V, W_K and W_Q."""
    plain, by_input, by_weights = defined("attention.head")
    found = []
    for letter, named in ((head_input, by_input), (head_weights, by_weights)):
        same = same_sums(eq(named.conclusion.args[1], scale**3 * plain.conclusion.args[1]))
        found.append(combine(eq(letter, scale**3 * head), (1, named), (1, same), (scale**3, plain)))
    return conjoin(*found)


# --- the reduced prediction -----------------------------------------------------------------------


def last_term(summand: Term, top: Term, known: Theorem) -> Theorem:
    """sum_{1}^{top + 1} = sum_{1}^{top} + the last term; 0 < top."""
    return step(summand, ONE, top, bound(le(ONE - 1, top), (), [[known]]))


def _facts(h: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Theorem, Theorem]:
    """What is 0 in head h."""
    (slices,) = defined("attention.slices")
    whole = at(slices, h, low, high)
    first, second, third = conjuncts(whole)
    return first, second, third


D, COUNT = assume(lt(0, d)), assume(lt(0, N))


def value_row(h: Term, n: Term, values_: Theorem) -> Theorem:
    """sum_a W_V[d+1, a] X[a, n] = V_h X[d+1, n]."""
    bottom = [bound(le(1, BOTTOM), (), [[D]]), bound(le(BOTTOM, BOTTOM))]
    goal = eq(rows(lambda a: full_V(h, BOTTOM, a) * X(a, n)), values(h) * X(BOTTOM, n))
    return same_sums(goal, values_, facts=bottom)


def key_row(h: Term, n: Term, zero: Theorem, where: tuple) -> Theorem:
    """sum_b X[b, n] W_K[b] = x_n^T K_h."""
    inputs, *_ = defined("attention.tokens")
    summand = lam(lambda b: X(b, n) * full_K(h, b), INT)
    short = summand_equal(
        summand,
        lam(lambda a: sample(n, a) * full_K(h, a), INT),
        1,
        d,
        lambda a, *inside: ring(
            eq(X(a, n) * full_K(h, a), sample(n, a) * full_K(h, a)),
            at(inputs, n, *where, a, *inside),
        ),
    )
    value = total(1, d, lambda a: sample(n, a) * full_K(h, a))
    return ring(eq(sum_of(summand, 1, BOTTOM), value), last_term(summand, d, D), short, zero)


def query_row(h: Term, zero: Theorem) -> Theorem:
    """sum_c W_Q[c] X[c, N+1] = Q_h^T x_{N+1}."""
    inputs, *_ = defined("attention.tokens")
    where = (bound(le(1, LAST), (), [[COUNT]]), bound(le(LAST, LAST)))
    summand = lam(lambda c: full_Q(h, c) * X(c, LAST), INT)
    short = summand_equal(
        summand,
        lam(lambda a: full_Q(h, a) * sample(LAST, a), INT),
        1,
        d,
        lambda a, *inside: ring(
            eq(full_Q(h, a) * X(a, LAST), full_Q(h, a) * sample(LAST, a)),
            at(inputs, LAST, *where, a, *inside),
        ),
    )
    value = total(1, d, lambda a: full_Q(h, a) * sample(LAST, a))
    return ring(eq(sum_of(summand, 1, BOTTOM), value), last_term(summand, d, D), short, zero)


def one_head(h: Term, low: Theorem, high: Theorem) -> Theorem:
    """The entry of head h is V_h times key response times query response."""
    values_, key_zero, query_zero = _facts(h, low, high)
    _, labels, nothing = defined("attention.tokens")
    (responses,) = defined("attention.responses")
    keyed, queried = parts(at(responses, h, low, high))
    inner = lam(
        lambda n: (
            rows(lambda a: full_V(h, BOTTOM, a) * X(a, n)) * rows(lambda b: X(b, n) * full_K(h, b))
        ),
        INT,
    )
    plain = lam(
        lambda n: values(h) * (label(n) * total(1, d, lambda a: sample(n, a) * full_K(h, a))), INT
    )

    def token(n, n_low, n_high):
        where = (n_low, bound(le(n, LAST), (), [[n_high]]))
        return ring(
            eq(apply(inner, (n,)), apply(plain, (n,))),
            value_row(h, n, values_),
            key_row(h, n, key_zero, where),
            at(labels, n, n_low, n_high),
        )

    before = summand_equal(inner, plain, 1, N, token)
    dropped = ring(eq(apply(inner, (LAST,)), 0), value_row(h, LAST, values_), nothing)
    out = same_sums(eq(sum_of(plain, 1, N), values(h) * keyed.conclusion.args[1]))
    summed = combine(
        eq(sum_of(inner, 1, LAST), values(h) * key_response(h)),
        (1, last_term(inner, N, COUNT)),
        (1, before),
        (1, dropped),
        (1, out),
        (values(h), keyed),
    )
    asked = query_row(h, query_zero)
    whole = sum_of(inner, 1, LAST) * rows(lambda c: full_Q(h, c) * X(c, LAST))
    return ring(
        eq(whole, values(h) * key_response(h) * query_response(h)), summed, asked, _back(queried)
    )


def _back(named: Theorem) -> Theorem:
    left, right = named.conclusion.args
    return combine(eq(right, left), (1, named))


@proof("attention.reduced-prediction")
def reduced_prediction() -> Theorem:
    """Head by head; the last token has y = 0."""
    (named,) = defined("attention.prediction")
    *_, nothing = defined("attention.tokens")
    product = lam(lambda h: values(h) * key_response(h) * query_response(h), INT)
    whole = named.conclusion.args[1].args[1]
    each = summand_equal(lam(lambda h: opened(whole, (h,)), INT), product, 1, heads, one_head)
    goal = eq(y_hat, sum_of(product, 1, heads))
    return combine(goal, (1, named), (1, nothing), (1, each))


# --- conserved ------------------------------------------------------------------------------------


def residual(w: Term) -> Term:
    """y - prediction, at time t."""
    return target(LAST_TOKEN, w) - network(count, value_t, query_t, key_t, w)


def value_t(i: Term) -> Term:
    """V_i at time t."""
    return value_at(i, t)


def query_t(i: Term, a: Term) -> Term:
    """Q_i[a] at time t."""
    return query_at(i, a, t)


def key_t(i: Term, a: Term) -> Term:
    """K_i[a] at time t."""
    return key_at(i, a, t)


def unit_vector(a: Term) -> Callable:
    """e_a."""
    return lambda c: delta(c, a)


def _own_query(a: Term) -> Term:
    return query_t(number, a)


def _own_key(a: Term) -> Term:
    return key_t(number, a)


def _own_output(w: Term) -> Term:
    """The head's output without its value."""
    return output(_own_query, _own_key, w)


def _change(query: bool, a: Term, w: Term) -> Term:
    """How the head's prediction moves with Q_a, or with K_a."""
    e = unit_vector(a)
    return value_t(number) * (output(e, _own_key, w) if query else output(_own_query, e, w))


def _entry_slope(query: bool, facts: list[Theorem], entry: Theorem, a: Term, where) -> Theorem:
    """dL/dQ_a = -E[r V sum_n y_n x_n^T K x_{N+1}[a]], or dL/dK_a."""

    def rewrite(h, w):
        moved = (
            network(count, value_t, entry_moved(query_t, a, h), key_t, w)
            if query
            else network(count, value_t, query_t, entry_moved(key_t, a, h), w)
        )
        goal = eq(moved, network(count, value_t, query_t, key_t, w) + h * _change(query, a, w))
        return same_sums(goal, facts=[*facts, *where])

    return slope_of_loss(entry, residual, lambda w: _change(query, a, w), rewrite)


def _gathered(query: bool, moving: Callable) -> Theorem:
    """sum_a Q_a (-E[r change_a]) = -V E[r output]: a head is linear in its query."""
    r = function("r'", INT, REAL)
    theorem = same_sums(
        eq(
            total(
                1,
                d,
                lambda a: moving(number, a, t) * -mean(lambda w: r(w) * _change(query, a, w)),
            ),
            -(value_t(number) * mean(lambda w: r(w) * _own_output(w))),
        ),
    )
    return instantiate(theorem, r, lam(residual, INT))


def _value_slope(facts: list[Theorem], in_value: Theorem) -> Theorem:
    """dL/dV = -E[r output]."""

    def rewrite(h, w):
        moved = network(count, lambda i: value_t(i) + h * delta(i, number), query_t, key_t, w)
        goal = eq(moved, network(count, value_t, query_t, key_t, w) + h * _own_output(w))
        return same_sums(goal, facts=facts)

    return slope_of_loss(in_value, residual, _own_output, rewrite)


def one_sided(query: bool) -> Theorem:
    """d(V^2 - |Q|^2)/dt = -2 eta (V dL/dV - sum_a Q_a dL/dQ_a) = 0, or the same with K."""
    low, high, in_value, value_moves, entries = defined("attention.head-flow")
    rate, moving = (rate_VQ, query_at) if query else (rate_VK, key_at)
    known = defined("attention.imbalances")[0 if query else 1]
    slope = _value_slope([low, high], in_value)

    def entry(a, *where):
        """(dL/dQ_a is named, Q_a moves against it), or of K_a."""
        in_Q, in_K, Q_moves, K_moves = parts(at(entries, a, *where))
        return (in_Q, Q_moves) if query else (in_K, K_moves)

    slopes = slope_Q if query else slope_K
    products = lam(lambda a: moving(number, a, t) * slopes(a), INT)
    speed = lam(lambda a: (-2 * eta) * (moving(number, a, t) * slopes(a)), INT)

    def square_slope(a, *where):
        own = derivative(lambda s: moving(number, a, s) ** 2, *PLACE, [entry(a, *where)[1]])
        return with_slope(own, apply(speed, (a,)))

    inside = (bound(le(t - 1, t)), bound(le(t, t + 1)))
    squares = slope_of_sum(
        lam(lambda a, s: moving(number, a, s) ** 2, INT, REAL),
        speed,
        1,
        d,
        PLACE,
        inside,
        square_slope,
    )
    whole = lam(
        lambda s: value_at(number, s) ** 2 - total(1, d, lambda a: moving(number, a, s) ** 2)
    )
    own = derivative(whole, *PLACE, [value_moves, squares])
    # sum_a Q_a dL/dQ_a = V dL/dV
    correlated = lam(
        lambda a: moving(number, a, t) * -mean(lambda w: residual(w) * _change(query, a, w)), INT
    )
    each = summand_equal(
        products,
        correlated,
        1,
        d,
        lambda a, *where: combine(
            eq(moving(number, a, t) * slopes(a), apply(correlated, (a,))),
            (
                moving(number, a, t),
                _entry_slope(query, [low, high], entry(a, *where)[0], a, where),
            ),
        ),
    )
    zero = combine(
        eq(own.conclusion.args[3], 0),
        (1, scaled(-2 * eta, products, 1, d)),
        (2 * eta, each),
        (2 * eta, _gathered(query, moving)),
        (2 * eta * value_t(number), slope),
    )
    return combine(eq(rate, 0), (1, one_slope(known, own)), (1, zero))


@proof("attention.conserved")
def conserved() -> Theorem:
    """Both imbalances, for any head of any network."""
    return conjoin(one_sided(False), one_sided(True))
