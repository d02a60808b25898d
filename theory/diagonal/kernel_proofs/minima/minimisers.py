"""Integrals are X w on every plateau, and two minimisers make the same predictions."""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.entry import defined
from theory.diagonal.kernel_proofs.minima.cost_limit import one_sample_low
from theory.diagonal.kernel_proofs.staircase.alternating import index_inside
from theory.diagonal.kernel_proofs.staircase.successive import at_argmin, linear_false
from theory.diagonal.letters.regression import (
    X,
    apart,
    count,
    curvature,
    expansion,
    gradient,
    long,
    predicted,
    samples,
    samples_above,
    vector,
    wide,
    y,
)
from theory.diagonal.letters.staircase import coefficient, each, integral, jumps, pause, row
from theory.proof.lemmas import inv, trichotomy
from theory.proof.rules import Theorem, absurd, assume, discharge, witness
from theory.proof.sums import VECTOR
from theory.proof.sums.finite import added, constant_sum, exchanged, scaled, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    given,
    induction,
    lam,
    obtain,
    parts,
    put,
    ring,
    symmetric,
    total,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    apply,
    eq,
    function,
    implies,
    le,
    lt,
    num,
    var,
)

NAME = "diagonal.algorithm"


# --- the integrals are X w ------------------------------------------------------------------------
def in_range(k: Term) -> Term:
    """There is a w with s_i = sum_j X_ij w_j for all i, on plateau k."""
    return exists(
        lambda w: each(lambda i: eq(integral(k, i), total(1, samples, lambda j: X(i, j) * w(j)))),
        VECTOR,
    )


def _next_in_range(k: Term, moving: Theorem, w: Term, known: Theorem) -> Theorem:
    """s = X w on plateau k gives s = X w' on the next one, w' = w - t (f - y)/n."""
    b = row(coefficient, k)
    share = -(pause(k) * inv(samples))

    def error(j):
        return predicted(b, j) - y(j)

    def new(j):
        return w(j) + share * error(j)

    i, inside, low, high = index_inside()
    old = vector(lambda j: X(i, j) * w(j))
    pull = vector(lambda j: X(i, j) * error(j))
    change = vector(lambda j: share * apply(pull, (j,)))
    whole = summand_equal(
        vector(lambda j: X(i, j) * new(j)),
        vector(lambda j: apply(old, (j,)) + apply(change, (j,))),
        1,
        samples,
        lambda j, *_: ring(eq(X(i, j) * new(j), apply(old, (j,)) + apply(change, (j,)))),
    )
    split = added(old, change, 1, samples, long())
    out = scaled(share, pull, 1, samples, long())
    own = combine(
        eq(integral(k + 1, i), total(1, samples, lambda j: X(i, j) * new(j))),
        (1, at(moving, i, low, high)),
        (1, at(known, i, low, high)),
        (1, whole),
        (1, split),
        (1, out),
    )
    return witness(in_range(k + 1), lam(new, INT), everywhere(i, own, *inside))


@cache
def integrals_in_range() -> Theorem:
    """s' = s - t X (f - y)/n."""
    *_, start, steps = defined(NAME)

    def base():
        i, inside, low, high = index_inside()
        zero = parts(at(start, i, low, high))[0]
        w = lam(lambda j: ZERO, INT)
        summand = vector(lambda j: X(i, j) * ZERO)
        flat = summand_equal(
            summand, vector(lambda j: ZERO), 1, samples, lambda j, *_: ring(eq(X(i, j) * ZERO, 0))
        )
        none = constant_sum(ZERO, 1, samples, long())
        own = combine(
            eq(integral(ZERO, i), total(1, samples, lambda j: X(i, j) * ZERO)),
            (1, zero),
            (1, flat),
            (1, none),
        )
        found = witness(in_range(ZERO), w, everywhere(i, own, *inside))
        return discharge(le(0, jumps), found)

    def step(k, k_low, now):
        more = assume(le(k + 1, jumps))
        before = given(now, linear(le(k, jumps), more))
        moving = parts(at(steps, k, k_low, more))[4]
        found = obtain(before, lambda w, known: _next_in_range(k, moving, w, known))
        return discharge(more.conclusion, found)

    return induction(lambda k: implies(le(k, jumps), in_range(k)), ZERO, base(), step)


# g_p and w_j for p = 1..m and j = 1..n, V(p, j) between them; every column of V has g V = 0.
g_, w_, V_ = function("g", INT, REAL), function("w", INT, REAL), function("V", INT, INT, REAL)
m_, n_ = var("m", INT), var("n", INT)
ROWS, COLUMNS = le(1, m_ + 1), le(1, n_ + 1)
NO_COLUMN = forall(
    lambda j: implies(le(1, j), le(j, n_), eq(total(1, m_, lambda p: g_(p) * V_(p, j)), 0)), INT
)


def _column(j: Term, low: Theorem, high: Theorem) -> Theorem:
    """sum_p g_p V(p, j) w_j = 0."""
    own = lam(lambda p: g_(p) * V_(p, j), INT)
    same = summand_equal(
        lam(lambda p: g_(p) * (V_(p, j) * w_(j)), INT),
        lam(lambda p: w_(j) * (g_(p) * V_(p, j)), INT),
        1,
        m_,
        lambda p, *_: ring(eq(g_(p) * (V_(p, j) * w_(j)), w_(j) * (g_(p) * V_(p, j)))),
    )
    return combine(
        eq(total(1, m_, lambda p: g_(p) * (V_(p, j) * w_(j))), 0),
        (1, same),
        (1, scaled(w_(j), own, 1, m_, assume(ROWS))),
        (w_(j), at(assume(NO_COLUMN), j, low, high)),
    )


@cache
def _paired() -> Theorem:
    """sum_p g_p sum_j V(p, j) w_j = 0, where sum_p g_p V(p, j) = 0 for all j = 1..n."""
    many = assume(COLUMNS)
    first = summand_equal(
        lam(lambda p: g_(p) * total(1, n_, lambda j: V_(p, j) * w_(j)), INT),
        lam(lambda p: total(1, n_, lambda j: g_(p) * (V_(p, j) * w_(j))), INT),
        1,
        m_,
        lambda p, *_: symmetric(scaled(g_(p), lam(lambda j: V_(p, j) * w_(j), INT), 1, n_, many)),
    )
    summand = lam(lambda p, j: g_(p) * (V_(p, j) * w_(j)), INT, INT)
    turned = exchanged(summand, 1, m_, 1, n_, assume(ROWS), many)
    columns = summand_equal(
        lam(lambda j: total(1, m_, lambda p: g_(p) * (V_(p, j) * w_(j))), INT),
        lam(lambda j: ZERO, INT),
        1,
        n_,
        _column,
    )
    found = combine(
        eq(total(1, m_, lambda p: g_(p) * total(1, n_, lambda j: V_(p, j) * w_(j))), 0),
        (1, first),
        (1, turned),
        (1, columns),
        (1, constant_sum(ZERO, 1, n_, many)),
    )
    for premise in (NO_COLUMN, COLUMNS, ROWS):
        found = discharge(premise, found)
    return found


def paired(g, V, w, m, m_low: Theorem, rows: Theorem) -> Theorem:
    """The same for these vectors; 1 <= m + 1."""
    made = put(_paired(), g=lam(g, INT), V=lam(V, INT, INT), w=lam(w, INT), m=m, n=samples)
    return given(made, m_low, long(), rows)


# --- two minimisers -------------------------------------------------------------------------------
def not_lower(c: Term, b: Term, cases: tuple, i: Term, low: Theorem, high: Theorem) -> Theorem:
    """0 <= g_i(b) (c_i - b_i), for two minimisers: by what s_i allows."""
    k, range_, c_best, b_best = cases

    def s(i):
        return integral(k, i)

    up, down, rest, here = at_argmin(b, i, s, low, high, b_best)
    own, other = apply(b, (i,)), apply(c, (i,))
    goal = le(0, gradient(b, i) * (other - own))
    mine, its = parts(here), parts(at(c_best[0], i, low, high))
    s_low, s_high, *_ = parts(at(range_, i, low, high))

    def edge(sign):
        def proof_from(found):
            inward = given(up if sign > 0 else down, found)
            size = given(its[0 if sign > 0 else 1], found)
            return linear(goal, rest, products=[[inward, size]])

        return proof_from

    def inner(more):
        return by_cases(
            trichotomy(s(i), ONE),
            lambda less: bound(goal, [given(mine[2], more, less), given(its[2], more, less)]),
            edge(1),
            lambda far: linear_false(goal, far, s_high),
        )

    return by_cases(
        trichotomy(num(-1), s(i)),
        inner,
        lambda same: edge(-1)(symmetric(same)),
        lambda less: linear_false(goal, less, s_low),
    )


def same_predictions(c: Term, b: Term, cases: tuple) -> Theorem:
    """for all j: sum_i (c_i - b_i) X_ij = 0, for two minimisers."""
    _, _, c_best, b_best = cases
    h = apart(c, b)
    grown = nonnegative_sum(
        vector(lambda i: gradient(b, i) * apply(h, (i,))),
        1,
        count,
        wide(),
        lambda i, low, high: not_lower(c, b, cases, i, low, high),
    )
    smaller = given(at(c_best[1], b), b_best[0])
    flat = linear(le(curvature(h), 0), expansion(c, b), grown, smaller)
    j = fresh(INT)
    inside = le(1, j), le(j, samples)
    low, high = map(assume, inside)
    thin = fact("inverse-positive", samples_above(), x=samples)
    part = one_sample_low(h, j, low, high)
    goal = eq(predicted(h, j), 0)

    def no(ordered):
        return absurd(linear(FALSE, flat, part, products=[[thin, ordered, ordered]]), goal)

    found = by_cases(
        trichotomy(predicted(h, j)),
        lambda less: no(linear(lt(0, -predicted(h, j)), less)),
        lambda same: same,
        no,
    )
    return everywhere(j, found, *inside)
