"""Only one matrix of rank k is best: both parts of its loss vanish, so Q Q^T = P and R = Q^T B."""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.loss.cost import (
    counted_steps,
    everywhere_in,
    ky_fan_of,
    leading,
    leading_loss,
    remainder,
    rest,
    rest_above,
    spectrum,
    split_loss,
    sums_of_mu,
    target_is_least_squares,
    weight,
    weights_in_range,
)
from theory.linear.kernel_proofs.loss.network import equations
from theory.linear.letters.cost import Q, R, best_ij, product
from theory.linear.letters.data import B, N, P, c, cov, d, i, j, mu, p, prec, rank, rows, step, u, x
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.inner_products import square_sum
from theory.proof.lemmas.ky_fan import decreasing, weighted_gap
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import Theorem, assume, order
from theory.proof.sums.any_range import zero_sum
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import zero_terms
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    everywhere,
    fact,
    fresh,
    lam,
    total,
)
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, num


@cache
def best_gaps() -> tuple[Theorem, Theorem]:
    """For the best Q R both parts vanish: mu_1 + ... + mu_k <= sum_q mu_q w_q, E|...|^2 <= 0."""
    columns, every, _ = known("best-matrix")
    own = at(every, *leading(), leading_loss()[0])
    _, part = sums_of_mu()
    weighted = total(1, rank, lambda q: mu(q) * weight(Q, q))
    split, value = split_loss(Q, R, columns), leading_loss()[1]
    first = bound(le(part, weighted), [split, value], [[own], [rest_above(Q, R)]])
    second = bound(le(rest(Q, R), 0), [split, value], [[own], [ky_fan_of(Q, columns)]])
    return first, second


def _head_counts(
    level: Term, heads: Theorem, tails: Theorem, level_low: Theorem, less: Theorem
) -> Theorem:
    """k <= w_1 + ... + w_k, where the first k values are at least mu_k, which is above ``level``
    (``less``), and the others are at most ``level``.
    """
    columns, *_ = known("best-matrix")
    first, _ = best_gaps()
    some, few, *_ = spectrum()
    head = total(1, step, lambda q: weight(Q, q))
    goal = le(step, head)
    gap = weighted_gap(
        lam(lambda q: mu(q), INT), lam(lambda q: weight(Q, q), INT), step, rank, mu(step), level,
        some, few, level_low, heads, tails, *weights_in_range(Q, columns),
    )  # fmt: skip

    def too_few(missing):
        """head < k and mu_k > level: the product is positive, the gap is not."""
        false = bound(lt(0, 0), (), [[less, missing], [gap], [first]], exact=True)
        return contradiction(false, goal)

    return by_cases(
        trichotomy(head, step),
        too_few,
        lambda same: order(goal, ((num(-1), same),), ()),
        lambda more: bound(goal, (), [[more]]),
    )


@cache
def all_of_the_leading() -> Theorem:
    """k <= w_1 + ... + w_k: else the gap between mu_k and what follows would cost."""
    some, few, low, down = spectrum()
    _, _, above, falls = known("modes")
    k_low = bound(le(1, step), (), [[fact("discrete", assume(lt(0, step)), n=ZERO, m=step)]])
    order_ = decreasing(lam(lambda q: mu(q), INT), rank, down)
    q = fresh(INT, "q")
    heads = everywhere(
        q, at(order_, q, assume(le(1, q)), step, assume(le(q, step)), few), le(1, q), le(q, step)
    )
    goal = le(step, total(1, step, lambda q: weight(Q, q)))

    def last(same):
        """k = r: nothing follows."""
        bad = order(
            lt(0, 0),
            ((num(-1), same),),
            (
                (ONE, (assume(le(step + 1, q)),), ONE),
                (ONE, (assume(le(q, rank)),), ONE),
                (ONE, (), ONE),
            ),
        )
        tails = everywhere(q, contradiction(bad, le(mu(q), 0)), le(step + 1, q), le(q, rank))
        less = at(above, step, k_low, few)
        return _head_counts(ZERO, heads, tails, bound(le(0, ZERO)), less)

    def inner(more):
        """k < r: mu_{k+1} < mu_k."""
        up = fact("discrete", more, n=step, m=rank)
        after = bound(le(1, step + 1), (), [[some]])
        tail = at(order_, step + 1, after, q, assume(le(step + 1, q)), assume(le(q, rank)))
        tails = everywhere(q, tail, le(step + 1, q), le(q, rank))
        less = at(falls, step, k_low, bound(le(step, rank - 1), (), [[up]]))
        return _head_counts(mu(step + 1), heads, tails, at(low, step + 1, after, up), less)

    return by_cases(
        trichotomy(step, rank),
        inner,
        last,
        lambda more: contradiction(bound(lt(0, 0), (), [[more], [few]], exact=True), goal),
    )


@cache
def same_projector() -> Theorem:
    """for all (a, b): (Q Q^T)_ab = P_ab, since |Q Q^T - P|^2 = 2 k - 2 (w_1 + ... + w_k) <= 0."""
    columns, *_ = known("best-matrix")
    orth_u = known("modes")[0]
    few, own = known("projector")

    def gap(a, b):
        shadow = total(1, step, lambda h: Q(a, h) * Q(b, h))
        return shadow - total(1, step, lambda h: u(a, h) * u(b, h))

    row = lam(lambda a: total(1, c, lambda b: gap(a, b) ** 2), INT)
    head = total(1, step, lambda q: weight(Q, q))
    count = total(1, step, lambda h: ONE)
    size = same_sums(
        eq(total(1, c, lambda a: row(a)), 2 * count - 2 * head), columns, orth_u, facts=[few]
    )
    small = bound(
        le(total(1, c, lambda a: row(a)), 0), [size, counted_steps()], [[all_of_the_leading()]]
    )
    rows_zero = zero_terms(row, 1, c, lambda a, *_: square_sum(lambda b: gap(a, b), 1, c), small)

    def proof_at(a, b, facts):
        zero = at(rows_zero, a, facts[0], facts[1])
        none = order(le(zero.conclusion.args[0], 0), ((num(1), zero),), ())
        inner = zero_terms(
            lam(lambda q: gap(a, q) ** 2, INT),
            1,
            c,
            lambda q, *_: bound(le(0, gap(a, q) ** 2), (), [], [gap(a, q)]),
            none,
        )
        squared = at(inner, b, facts[2], facts[3])
        flat = root_zero(gap(a, b), squared)
        entry = at(own, a, facts[0], facts[1], b, facts[2], facts[3])
        return combine(
            eq(total(1, step, lambda h: Q(a, h) * Q(b, h)), P(a, b)), (1, flat), (1, entry)
        )

    return everywhere_in((c, c), proof_at)


def unfitted(h: Term, m: Term) -> Term:
    """(Q^T B - R)_hm."""
    return total(1, c, lambda k: Q(k, h) * B(k, m)) - R(h, m)


def unfitted_at(n: Term, h: Term) -> Term:
    """((Q^T B - R) x_n)_h."""
    return total(1, d, lambda m: unfitted(h, m) * x(n, m))


@cache
def no_remainder() -> Theorem:
    """for all n: p_n |(Q^T B - R) x_n|^2 = 0, since all of them together are at most 0."""
    _, small = best_gaps()
    weights_low = known("covariance")[0]
    point = lam(lambda n: p(n) * total(1, step, lambda h: remainder(Q, R, n, h) ** 2), INT)

    def point_low(n, low, high):
        squared = square_sum(lambda h: remainder(Q, R, n, h), 1, step)
        return bound(le(0, point(n)), (), [[at(weights_low, n, low, high), squared]], exact=True)

    return zero_terms(point, 1, N, point_low, small)


def term_zero(n: Term, h: Term, n_in: list[Theorem], h_in: list[Theorem]) -> Theorem:
    """p_n ((Q^T B - R) x_n)_h = 0."""
    zero = at(no_remainder(), n, *n_in)
    p_low = at(known("covariance")[0], n, *n_in)
    own = lam(lambda q: p(n) * remainder(Q, R, n, q) ** 2, INT)
    whole = p(n) * total(1, step, lambda h: remainder(Q, R, n, h) ** 2)
    listed = same_sums(eq(total(1, step, lambda q: own(q)), whole))
    none = order(le(total(1, step, lambda q: own(q)), 0), ((num(1), listed), (num(1), zero)), ())
    inner = zero_terms(
        own,
        1,
        step,
        lambda q, *_: bound(le(0, own(q)), (), [([p_low], remainder(Q, R, n, q))]),
        none,
    )
    squared = at(inner, h, *h_in)
    value = p(n) * remainder(Q, R, n, h)
    flat = combine(eq(value**2, 0), (p(n), squared))
    root = root_zero(value, flat)
    outputs = equations(known("outputs"))
    same = same_sums(eq(remainder(Q, R, n, h), unfitted_at(n, h)), *outputs, facts=[*n_in, *h_in])
    return combine(eq(p(n) * unfitted_at(n, h), 0), (1, root), (p(n), same))


def in_kernel(h: Term, h_in: list[Theorem]) -> Theorem:
    """for all m: (Sigma_xx (Q^T B - R)_h)_m = 0."""
    n = fresh(INT, "n")
    n_in = (le(1, n), le(n, N))
    every = everywhere(n, term_zero(n, h, list(map(assume, n_in)), h_in), *n_in)
    m = fresh(INT, "m")
    m_in = (le(1, m), le(m, d))
    cov_z = total(1, d, lambda q: cov(m, q) * unfitted(h, q))
    covariance = equations(known("covariance"))
    spread = total(1, N, lambda q: x(q, m) * (p(q) * unfitted_at(q, h)))
    opened = same_sums(eq(cov_z, spread), *covariance, facts=list(map(assume, m_in)))
    nothing = zero_sum(
        lam(lambda q: x(q, m) * (p(q) * unfitted_at(q, h)), INT),
        1,
        N,
        lambda q, low, high: combine(
            eq(x(q, m) * (p(q) * unfitted_at(q, h)), 0), (x(q, m), at(every, q, low, high))
        ),
    )
    return everywhere(m, combine(eq(cov_z, 0), (1, opened), (1, nothing)), *m_in)


@cache
def fitted_rows() -> Theorem:
    """for all (h, l): R_hl = (Q^T B)_hl, since E|(Q^T B - R) x|^2 <= 0 and Sigma_xx has
    an inverse.
    """

    def proof_at(h, l, facts):
        kernel = in_kernel(h, facts[:2])

        def undone_at(m):
            return prec(l, m) * total(1, d, lambda q: cov(m, q) * unfitted(h, q))

        inverse = known("inverse")[1]
        undone = same_sums(eq(total(1, d, undone_at), unfitted(h, l)), inverse, facts=facts)
        gone = zero_sum(
            lam(undone_at, INT),
            1,
            d,
            lambda m, low, high: combine(
                eq(undone_at(m), 0), (prec(l, m), at(kernel, m, low, high))
            ),
        )
        goal = eq(R(h, l), total(1, c, lambda k: Q(k, h) * B(k, l)))
        return combine(goal, (1, undone), (1, gone))

    return everywhere_in((step, d), proof_at)


@proof("linear.reduced-rank-regression")
def reduced_rank_regression() -> Theorem:
    """Q R = Q Q^T B = P B = P Sigma_yx Sigma_xx^-1."""
    place = known("place")
    *_, entry = known("best-matrix")
    goal = eq(best_ij, total(1, c, lambda l: rows["P"](l) * rows["beta_ols"](l)))
    columns = known("projector-row", "least-squares-column")
    middle = total(1, c, lambda l: P(i, l) * B(l, j))
    right = same_sums(eq(goal.args[1], middle), *columns, target_is_least_squares(), facts=place)
    rules = [fitted_rows(), same_projector(), known("projector")[1]]
    first = same_sums(eq(product(Q, R)(i, j), middle), *rules, facts=place)
    return combine(goal, (1, entry), (1, first), (1, right))
