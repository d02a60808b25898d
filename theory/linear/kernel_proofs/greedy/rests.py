"""Where k active vectors rest with rank k they hold k modes u_i, each whole.

A W = sum_q s_q a_q b_q^T. At rest a_q^T B = s_q b_q^T and (Sigma_yx b_p)_k = sum_q s_q K_qp a_kq
with K = b^T Sigma_xx b. So a_q lie in the span of the u_i; with M_ip = u_i a_p,
mu_i M_ip = sum_q M_iq s_q s_p K_qp, hence (mu_i - mu_j) (M M^T)_ij = 0: M M^T is a diagonal
projection of trace k.
"""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known
from theory.linear.kernel_proofs.greedy.stage_gradients import slope_value
from theory.linear.kernel_proofs.loss.cost import (
    cross_is_target,
    everywhere_in,
)
from theory.linear.kernel_proofs.loss.network import equations, same_covariance
from theory.linear.letters.data import (
    B,
    N,
    c,
    cov,
    cross,
    d,
    loss,
    mean,
    p,
    prec,
    residual,
    step,
    x,
)
from theory.linear.letters.energy import bumped
from theory.linear.letters.rests import (
    A,
    W,
    a,
    b,
    beta,
    count,
    decomposed,
    s,
)
from theory.linear.letters.stages import product
from theory.proof.lemmas import product_zero
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import Theorem, assume, conjoin, order, replace
from theory.proof.sums.any_range import zero_sum
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import zero_terms
from theory.proof.tactics import (
    at,
    bound,
    combine,
    conjuncts,
    everywhere,
    fresh,
    lam,
    nonzero,
    total,
)
from theory.proof.terms import INT, Term, bind, eq, le, num

SAME = eq(count, step)


@cache
def decomposition() -> list[Theorem]:
    """Orthonormal a_q and b_q, s_q > 0, A W = sum_q s_q a_q b_q^T, q = 1..k."""
    _, *parts_ = known("rank-at-rest")
    hole = fresh(INT, "n")
    template = bind("lam", hole, decomposed(hole))
    return conjuncts(replace(assume(SAME), template, conjoin(*parts_)))


def pull(k, l) -> Term:
    """E[(y - A W x)_k x_l]."""
    return mean(lambda n: residual(n, k, beta) * x(n, l))


def left_over(k, l) -> Term:
    """G = Sigma_yx - A W Sigma_xx."""
    return cross(k, l) - total(1, d, lambda m: beta(k, m) * cov(m, l))


@cache
def no_slopes() -> tuple[Theorem, Theorem]:
    """G W^T = 0 and A^T G = 0."""
    by_a, by_w = conjuncts(known_whole())
    rules = equations(known("covariance", "cross"))

    def first(k, h, facts):
        own = at(by_a, k, facts[0], facts[1], h, facts[2], facts[3])
        value = mean(lambda n: residual(n, k, beta) * total(1, d, lambda l: W(h, l) * x(n, l)))
        found = slope_value(
            own, lambda q: loss(product(bumped(A, k, h, q), W, step)), -value, facts
        )
        plain = total(1, d, lambda l: left_over(k, l) * W(h, l))
        same = same_sums(eq(plain, value), *rules, facts=facts)
        return combine(eq(plain, 0), (1, same), (1, found))

    def second(h, l, facts):
        own = at(by_w, h, facts[0], facts[1], l, facts[2], facts[3])
        value = mean(lambda n: total(1, c, lambda k: A(k, h) * residual(n, k, beta)) * x(n, l))
        found = slope_value(
            own, lambda q: loss(product(A, bumped(W, h, l, q), step)), -value, facts
        )
        plain = total(1, c, lambda k: A(k, h) * left_over(k, l))
        same = same_sums(eq(plain, value), *rules, facts=facts)
        return combine(eq(plain, 0), (1, same), (1, found))

    return everywhere_in((c, step), first), everywhere_in((step, d), second)


def known_whole() -> Theorem:
    """Both halves of the rest."""
    one, other = known("active-at-rest")
    return conjoin(one, other)


def _vector_rests(
    size, q, q_in, facts, rest, vector, turned, weights, none_at, orthonormal
) -> Theorem:
    """sum_l vector_l rest_l = 0: turned = s_q vector, and turned is made of weights times sums
    that are 0 (``none_at``).
    """
    _, _, above, entry = decomposition()
    image = everywhere_one(
        size, lambda l, l_in: same_sums(
            eq(turned(l), s(q) * vector(l)), entry, orthonormal, facts=[*facts, *l_in]
        ),
    )  # fmt: skip
    one = lam(lambda l: turned(l) * rest(l), INT)
    other = lam(lambda l: (s(q) * vector(l)) * rest(l), INT)
    moved = summand_equal(
        one, other, 1, size,
        lambda l, low, high: combine(eq(one(l), other(l)), (rest(l), at(image, l, low, high))),
    )  # fmt: skip
    first = fresh(INT, "h")
    row = none_at(first, *map(assume, (le(1, first), le(first, step)))).conclusion.args[0]
    spread = bind("lam", first, weights(first) * row)
    none = zero_sum(
        spread, 1, step,
        lambda h, low, high: combine(eq(spread(h), 0), (weights(h), none_at(h, low, high))),
    )  # fmt: skip
    whole = total(1, step, lambda h: spread(h))
    listed = same_sums(eq(whole, total(1, size, lambda l: one(l))), facts=facts)
    value = total(1, size, lambda l: vector(l) * rest(l))
    out = same_sums(eq(total(1, size, lambda l: other(l)), s(q) * value), facts=facts)
    zero = combine(eq(s(q) * value, 0), (1, out), (1, moved), (1, listed), (1, none))
    return product_zero(zero, nonzero(s(q), [at(above, q, *q_in)]))


@cache
def vectors_rest() -> tuple[Theorem, Theorem]:
    """sum_l G_kl b_lq = 0 and sum_k a_kq G_kl = 0: times s_q, they are combinations of the same."""
    by_a, by_w = no_slopes()
    orth_a, orth_b, _, _ = decomposition()

    def first(k, q, facts):
        return _vector_rests(
            d, q, facts[2:], facts,
            rest=lambda l: left_over(k, l),
            vector=lambda l: b(l, q),
            turned=lambda l: total(1, c, lambda i: a(i, q) * beta(i, l)),
            weights=lambda h: total(1, c, lambda i: A(i, h) * a(i, q)),
            none_at=lambda h, *h_in: at(by_a, k, facts[0], facts[1], h, *h_in),
            orthonormal=orth_a,
        )  # fmt: skip

    def second(q, l, facts):
        return _vector_rests(
            c, q, facts[:2], facts,
            rest=lambda k: left_over(k, l),
            vector=lambda k: a(k, q),
            turned=lambda k: total(1, d, lambda m: beta(k, m) * b(m, q)),
            weights=lambda h: total(1, d, lambda m: W(h, m) * b(m, q)),
            none_at=lambda h, *h_in: at(by_w, h, *h_in, l, facts[2], facts[3]),
            orthonormal=orth_b,
        )  # fmt: skip

    return everywhere_in((c, step), first), everywhere_in((step, d), second)


def everywhere_one(size, proof_at) -> Theorem:
    """for all k from 1 to size."""
    k = fresh(INT, "k")
    premises = (le(1, k), le(k, size))
    return everywhere(k, proof_at(k, list(map(assume, premises))), *premises)


@cache
def images() -> tuple[Theorem, Theorem]:
    """(Sigma_yx b_q)_k = sum_p s_p K_pq a_kp, and a_q^T B = s_q b_q^T."""
    by_b, by_a = vectors_rest()
    orth_a, _, _, entry = decomposition()

    def first(k, q, facts):
        own = at(by_b, k, facts[0], facts[1], q, facts[2], facts[3])
        goal = eq(
            total(1, d, lambda l: cross(k, l) * b(l, q)),
            total(1, step, lambda r: s(r) * overlap(r, q) * a(k, r)),
        )
        same = same_sums(
            eq(own.conclusion.args[0], goal.args[0] - goal.args[1]), entry, same_covariance(),
            facts=facts,
        )  # fmt: skip
        return combine(goal, (1, same), (1, own))

    def second(q, j, facts):
        def folded(l):
            return total(1, c, lambda k: a(k, q) * left_over(k, l))

        undone = lam(lambda l: folded(l) * prec(l, j), INT)
        none = zero_sum(
            undone, 1, d,
            lambda l, low, high: combine(
                eq(undone(l), 0), (prec(l, j), at(by_a, q, facts[0], facts[1], l, low, high))
            ),
        )  # fmt: skip
        goal = eq(total(1, c, lambda k: a(k, q) * B(k, j)), s(q) * b(j, q))
        same = same_sums(
            eq(total(1, d, lambda l: undone(l)), goal.args[0] - goal.args[1]),
            cross_is_target(), known("inverse")[0], entry, orth_a, facts=facts,
        )  # fmt: skip
        return combine(goal, (1, same), (1, none))

    return everywhere_in((c, step), first), everywhere_in((step, d), second)


def overlap(r, q) -> Term:
    """K_rq = b_r^T Sigma_xx b_q."""
    return total(1, d, lambda m: total(1, d, lambda l: b(m, r) * cov(m, l) * b(l, q)))


def no_output(body, small: Theorem) -> Theorem:
    """for all n: p_n f(n) = 0, from E[f^2] = 0."""
    weights_low = known("covariance")[0]
    summand = lam(lambda n: p(n) * body(n) ** 2, INT)
    none = order(le(total(1, N, lambda n: summand(n)), 0), ((num(1), small),), ())
    terms = zero_terms(
        summand, 1, N,
        lambda n, low, high: bound(
            le(0, summand(n)), (), [([at(weights_low, n, low, high)], body(n))]
        ),
        none,
    )  # fmt: skip
    n = fresh(INT, "n")
    n_in = (le(1, n), le(n, N))
    own = at(terms, n, *map(assume, n_in))
    value = p(n) * body(n)
    root = root_zero(value, combine(eq(value**2, 0), (p(n), own)))
    return everywhere(n, root, *n_in)
