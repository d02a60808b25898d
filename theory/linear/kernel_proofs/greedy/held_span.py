"""The vectors of A W at rest lie in the span of the modes: what is left of one gives no output, so
nothing of it is seen.
"""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known
from theory.linear.kernel_proofs.greedy.rests import (
    decomposition,
    everywhere_one,
    images,
    no_output,
    overlap,
)
from theory.linear.kernel_proofs.loss.cost import second_moment
from theory.linear.kernel_proofs.loss.network import equations
from theory.linear.letters.data import (
    N,
    c,
    cov,
    cross,
    d,
    mean,
    p,
    prec,
    rank,
    step,
    u,
    x,
    y,
)
from theory.linear.letters.rests import a, b, s
from theory.proof.lemmas import product_zero
from theory.proof.lemmas.inner_products import within
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import (
    Theorem,
    assume,
    discharge,
    instantiate,
    order,
)
from theory.proof.sums import VECTOR
from theory.proof.sums.any_range import zero_sum
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import zero_terms
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    fresh,
    given,
    lam,
    nonzero,
    total,
)
from theory.proof.terms import INT, ONE, Term, eq, le, var

V = var("v'", VECTOR)


def along(j, r) -> Term:
    """u_j a_r."""
    return total(1, c, lambda i: u(i, j) * a(i, r))


def spanned(i, r) -> Term:
    """sum_j (u_j a_r) u_ij."""
    return total(1, rank, lambda j: along(j, r) * u(i, j))


def residue(i, r) -> Term:
    """What is left of a_r outside of the span."""
    return a(i, r) - spanned(i, r)


def hit(q) -> Term:
    """V a_q."""
    return total(1, c, lambda i: V(i) * a(i, q))


def drawn(i) -> Term:
    """sum_q s_q (V a_q) b_iq."""
    return total(1, step, lambda q: s(q) * hit(q) * b(i, q))


def spread(l) -> Term:
    """(Sigma_xx drawn)_l."""
    return total(1, d, lambda i: cov(l, i) * drawn(i))


def _silent_mean(factor, output, silent: Theorem):
    """(the sum of factor_n p_n output_n, that it is 0), where no sample has an output."""
    summand = lam(lambda n: factor(n) * (p(n) * output(n)), INT)
    none = zero_sum(
        summand, 1, N,
        lambda n, low, high: combine(
            eq(summand(n), 0), (factor(n), at(silent, n, low, high))
        ),
    )  # fmt: skip
    return total(1, N, lambda n: summand(n)), none


def _blind(own: Theorem, r_in: list[Theorem]) -> Theorem:
    """for all l: sum_i V_i (Sigma_yx)_il = 0, since V is perpendicular to every mode."""
    orth_u = known("modes")[0]
    off = everywhere_one(
        rank,
        lambda j, j_in: same_sums(
            eq(total(1, c, lambda i: V(i) * u(i, j)), 0), own, orth_u, facts=[*j_in, *r_in]
        ),
    )

    def seen(n):
        return total(1, c, lambda i: V(i) * y(n, i))

    silent = no_output(seen, same_sums(eq(mean(lambda n: seen(n) ** 2), 0), second_moment(), off))

    def unseen(l, l_in):
        whole, none = _silent_mean(lambda n: x(n, l), seen, silent)
        goal = eq(total(1, c, lambda i: V(i) * cross(i, l)), 0)
        same = same_sums(eq(goal.args[0], whole), *known("cross"), facts=l_in)
        return combine(goal, (1, same), (1, none))

    return everywhere_one(d, unseen)


def _balanced(blind: Theorem, q: Term, q_in: list[Theorem]) -> Theorem:
    """sum_p s_p (V a_p) K_pq = 0."""
    one = lam(lambda i: V(i) * total(1, d, lambda l: cross(i, l) * b(l, q)), INT)
    other = lam(lambda i: V(i) * total(1, step, lambda t: s(t) * overlap(t, q) * a(i, t)), INT)
    moved = summand_equal(
        one, other, 1, c,
        lambda i, low, high: combine(
            eq(one(i), other(i)), (V(i), at(images()[0], i, low, high, q, *q_in))
        ),
    )  # fmt: skip
    none = same_sums(eq(total(1, c, lambda i: one(i)), 0), blind, facts=q_in)
    goal = eq(total(1, step, lambda t: s(t) * hit(t) * overlap(t, q)), 0)
    same = same_sums(eq(goal.args[0], total(1, c, lambda i: other(i))), facts=q_in)
    return combine(goal, (1, same), (1, moved), (1, none))


def _unfelt(flat: Theorem) -> Theorem:
    """for all l: (Sigma_xx drawn)_l = 0, since what is drawn gives no output on any input."""
    covariance = equations(known("covariance"))

    def felt(n):
        return total(1, d, lambda i: drawn(i) * x(n, i))

    weighted = lam(
        lambda q: (s(q) * hit(q)) * total(1, step, lambda t: s(t) * hit(t) * overlap(t, q)), INT
    )
    none = zero_sum(
        weighted, 1, step,
        lambda q, low, high: combine(eq(weighted(q), 0), (s(q) * hit(q), at(flat, q, low, high))),
    )  # fmt: skip
    energy = same_sums(
        eq(mean(lambda n: felt(n) ** 2), total(1, step, lambda q: weighted(q))), *covariance
    )
    still = no_output(felt, combine(eq(mean(lambda n: felt(n) ** 2), 0), (1, energy), (1, none)))

    def at_entry(l, l_in):
        whole, nothing = _silent_mean(lambda n: x(n, l), felt, still)
        same = same_sums(eq(spread(l), whole), *covariance, facts=l_in)
        return combine(eq(spread(l), 0), (1, same), (1, nothing))

    return everywhere_one(d, at_entry)


def _missed(gone: Theorem, r: Term, r_in: list[Theorem]) -> Theorem:
    """V a_r = 0: b_r Sigma_xx^-1 undoes the covariance, and s_r is not 0."""
    _, orth_b, above, _ = decomposition()
    back = lambda l: total(1, d, lambda i: b(i, r) * prec(i, l))
    undone = lam(lambda l: back(l) * spread(l), INT)
    zero = zero_sum(
        undone, 1, d,
        lambda l, low, high: combine(eq(undone(l), 0), (back(l), at(gone, l, low, high))),
    )  # fmt: skip
    value = same_sums(
        eq(total(1, d, lambda l: undone(l)), s(r) * hit(r)),
        known("inverse")[1], orth_b, facts=r_in,
    )  # fmt: skip
    product = combine(eq(s(r) * hit(r), 0), (1, value), (1, zero))
    return product_zero(product, nonzero(s(r), [at(above, r, *r_in)]))


def outside(r: Term, r_in: list[Theorem]) -> Theorem:
    """a_r = sum_j (u_j a_r) u_j: what is left of a_r is V, and it vanishes."""
    orth_u = known("modes")[0]
    own = assume(within(1, c, lambda i: eq(V(i), residue(i, r))))
    blind = _blind(own, r_in)
    flat = everywhere_one(step, lambda q, q_in: _balanced(blind, q, q_in))
    missed = _missed(_unfelt(flat), r, r_in)
    size = same_sums(eq(total(1, c, lambda i: V(i) ** 2), hit(r)), own, orth_u, facts=r_in)
    small = order(le(size.conclusion.args[0], 0), ((ONE, size), (ONE, missed)), ())
    terms = zero_terms(
        lam(lambda i: V(i) ** 2, INT), 1, c,
        lambda i, *_: bound(le(0, V(i) ** 2), (), [], [V(i)]), small,
    )  # fmt: skip
    i = fresh(INT, "i")
    i_in = (le(1, i), le(i, c))
    inside = list(map(assume, i_in))
    empty = root_zero(V(i), at(terms, i, *inside))
    same = combine(eq(spanned(i, r), a(i, r)), (1, at(own, i, *inside)), (1, empty))
    theorem = discharge(own.conclusion, everywhere(i, same, *i_in))
    theorem = instantiate(theorem, V, lam(lambda i: residue(i, r), INT))
    return given(theorem, everywhere_one(c, lambda i, _: combine(eq(residue(i, r), residue(i, r)))))


@cache
def span() -> Theorem:
    """for all (r, i): sum_j (u_j a_r) u_ij = a_ir."""
    return everywhere_one(step, outside)
