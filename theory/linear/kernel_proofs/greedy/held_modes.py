"""M M^T, M_ip = u_i a_p, is a diagonal projection of trace k, and its diagonal is the share of each
mode that the vectors at rest hold.
"""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.greedy.held_span import along, span
from theory.linear.kernel_proofs.greedy.rests import (
    SAME,
    decomposition,
    everywhere_one,
    images,
    overlap,
)
from theory.linear.kernel_proofs.loss.cost import (
    everywhere_in,
    rest,
    second_moment,
    split_loss,
    weight,
)
from theory.linear.kernel_proofs.loss.network import equations, same_covariance
from theory.linear.letters.cost import product
from theory.linear.letters.data import (
    HALF,
    B,
    c,
    cross,
    d,
    loss,
    mean,
    mu,
    rank,
    step,
    u,
    y,
)
from theory.linear.letters.rests import a, b, beta, ell, index, kept, s, share
from theory.proof.lemmas import inv, product_zero, trichotomy
from theory.proof.lemmas.inner_products import within
from theory.proof.lemmas.ky_fan import decreasing
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    instantiate,
)
from theory.proof.sums import MATRIX
from theory.proof.sums.any_range import counted, delta
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    differs,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    total,
    weaker,
)
from theory.proof.terms import INT, ONE, Term, eq, le, lt, negation, var

m = var("m'", MATRIX)

# --- M M^T ----------------------------------------------------------------------------------------
DEFINED = within(1, rank, lambda j: within(1, step, lambda r: eq(m(j, r), along(j, r))))


@cache
def spanned() -> Theorem:
    """for all (i, r): sum_j M_jr u_ij = a_ir."""

    def proof_at(i, r, facts):
        own = at(span(), r, facts[2], facts[3], i, facts[0], facts[1])
        goal = eq(total(1, rank, lambda j: m(j, r) * u(i, j)), a(i, r))
        same = same_sums(eq(goal.args[0], own.conclusion.args[0]), assume(DEFINED), facts=facts)
        return combine(goal, (1, same), (1, own))

    return everywhere_in((c, step), proof_at)


@cache
def orthonormal_rows() -> Theorem:
    """for all (r, q): sum_j M_jr M_jq = delta_rq."""
    orth_a = decomposition()[0]

    def proof_at(r, q, facts):
        one = lam(lambda j: m(j, r) * m(j, q), INT)
        other = lam(lambda j: m(j, r) * along(j, q), INT)
        moved = summand_equal(
            one, other, 1, rank,
            lambda j, low, high: combine(
                eq(one(j), other(j)), (m(j, r), at(assume(DEFINED), j, low, high, q, *facts[2:]))
            ),
        )  # fmt: skip
        value = same_sums(
            eq(total(1, rank, lambda j: other(j)), delta(r, q)), spanned(), orth_a, facts=facts
        )
        return combine(eq(moved.conclusion.args[0], delta(r, q)), (1, moved), (1, value))

    return everywhere_in((step, step), proof_at)


def turned(j, r) -> Term:
    """sum_q M_jq s_q s_r K_qr."""
    return total(1, step, lambda q: m(j, q) * s(q) * s(r) * overlap(q, r))


@cache
def eigenvalues() -> Theorem:
    """for all (j, r): mu_j M_jr = sum_q M_jq s_q s_r K_qr, both u_j^T Sigma_yx B^T a_r."""
    orth_u = known("modes")[0]
    rules = equations(known("covariance", "outputs", "cross"))

    def proof_at(j, r, facts):
        moment = total(
            1, c,
            lambda i: total(1, c, lambda k: u(i, j) * mean(lambda n: y(n, i) * y(n, k)) * a(k, r)),
        )  # fmt: skip
        first = same_sums(eq(moment, mu(j) * along(j, r)), second_moment(), orth_u, facts=facts)
        plain = total(
            1, c,
            lambda i: u(i, j) * total(
                1, d, lambda l: cross(i, l) * total(1, c, lambda k: a(k, r) * B(k, l))
            ),
        )  # fmt: skip
        second = same_sums(eq(moment, plain), *rules, facts=facts)
        seen = total(1, c, lambda i: u(i, j) * total(1, d, lambda l: cross(i, l) * b(l, r)))
        third = same_sums(eq(plain, s(r) * seen), images()[1], facts=facts)
        spread = total(
            1, c,
            lambda i: u(i, j) * total(1, step, lambda q: s(q) * overlap(q, r) * a(i, q)),
        )  # fmt: skip
        fourth = same_sums(eq(seen, spread), images()[0], facts=facts)
        fifth = same_sums(eq(s(r) * spread, turned(j, r)), assume(DEFINED), facts=facts)
        own = at(assume(DEFINED), j, facts[0], facts[1], r, facts[2], facts[3])
        return combine(
            eq(mu(j) * m(j, r), turned(j, r)),
            (mu(j), own), (1, first), (1, second), (1, third), (s(r), fourth), (1, fifth),
        )  # fmt: skip

    return everywhere_in((rank, step), proof_at)


def common(i, j) -> Term:
    """(M M^T)_ij."""
    return total(1, step, lambda q: m(i, q) * m(j, q))


def scaled(i, j, i_in: list[Theorem], facts: list[Theorem]) -> Theorem:
    """mu_i (M M^T)_ij = sum_rq M_iq s_q s_r K_qr M_jr."""
    one = lam(lambda r: mu(i) * m(i, r) * m(j, r), INT)
    other = lam(lambda r: turned(i, r) * m(j, r), INT)
    moved = summand_equal(
        one, other, 1, step,
        lambda r, low, high: combine(
            eq(one(r), other(r)), (m(j, r), at(eigenvalues(), i, *i_in, r, low, high))
        ),
    )  # fmt: skip
    out = same_sums(eq(mu(i) * common(i, j), total(1, step, lambda r: one(r))), facts=facts)
    return combine(
        eq(mu(i) * common(i, j), total(1, step, lambda r: other(r))), (1, out), (1, moved)
    )


@cache
def falls() -> Theorem:
    """for all i, j with i < j: mu_j < mu_i."""
    *_, strict = known("modes")
    q = fresh(INT, "q")
    q_in = (le(1, q), le(q, rank - 1))
    stepwise = everywhere(q, weaker(at(strict, q, *map(assume, q_in))), *q_in)
    down = decreasing(lam(lambda q: mu(q), INT), rank, stepwise)
    return down


@cache
def diagonal() -> Theorem:
    """for all (i, j), i != j: (M M^T)_ij = 0."""

    def proof_at(i, j, facts):
        apart = negation(eq(i, j))
        left = scaled(i, j, facts[:2], facts)
        right = scaled(j, i, facts[2:], facts)
        same = same_sums(
            eq(left.conclusion.args[1], right.conclusion.args[1]), same_covariance(), facts=facts
        )
        swap = same_sums(eq(common(i, j), common(j, i)), facts=facts)
        zero = combine(
            eq((mu(i) - mu(j)) * common(i, j), 0),
            (1, left), (1, right), (1, same), (mu(j), swap),
        )  # fmt: skip
        goal = eq(common(i, j), 0)
        found = by_cases(
            trichotomy(i, j),
            lambda less: product_zero(zero, _distinct(i, j, less, facts, 1)),
            lambda equal: absurd(given(assume(apart), equal), goal),
            lambda more: product_zero(zero, _distinct(j, i, more, facts[2:] + facts[:2], -1)),
        )
        return discharge(apart, found)

    return everywhere_in((rank, rank), proof_at)


def _distinct(i, j, less: Theorem, facts: list[Theorem], sign: int) -> Theorem:
    """mu_i - mu_j is not 0 for i < j (or mu_j - mu_i)."""
    *_, strict = known("modes")
    after = fact("discrete", less, n=i, m=j)
    top = bound(le(i, rank - 1), (), [[after], [facts[3]]])
    first = at(strict, i, facts[0], top)
    low = bound(le(1, i + 1), (), [[facts[0]]])
    later = at(falls(), i + 1, low, j, after, facts[3])
    value = mu(i) - mu(j) if sign > 0 else mu(j) - mu(i)
    if sign > 0:
        return differs(bound(lt(0, value), (), [[first], [later]]), negation(eq(value, 0)))
    return differs(bound(lt(value, 0), (), [[first], [later]]), negation(eq(value, 0)))


@cache
def whole_or_none() -> Theorem:
    """for all i: (M M^T)_ii^2 = (M M^T)_ii."""

    def proof_at(i, i_in):
        summand = lam(lambda j: common(i, j) ** 2, INT)
        single = only_inside(
            summand, i, 1, rank, *i_in,
            lambda j, low, high, apart: combine(
                eq(summand(j), 0),
                (common(i, j), at(diagonal(), i, *i_in, j, low, high, _turned(apart))),
            ),
        )  # fmt: skip
        whole = same_sums(
            eq(total(1, rank, lambda j: summand(j)), common(i, i)), orthonormal_rows(), facts=i_in
        )
        return combine(eq(common(i, i) ** 2, common(i, i)), (1, single), (1, whole))

    return everywhere_one(rank, proof_at)


def _turned(apart: Theorem) -> Theorem:
    """j != i gives i != j."""
    j, i = apart.conclusion.args[0].args
    same = assume(eq(i, j))
    return discharge(same.conclusion, given(apart, combine(eq(j, i), (1, same))))


@cache
def shares() -> Theorem:
    """for all i: kept_i = (M M^T)_ii."""
    (stated,) = known("kept")
    *_, entry = decomposition()
    above = known("modes")[2]

    def proof_at(i, i_in):
        own = at(stated, i, *i_in)
        held = share(i).args[1]
        double = total(1, step, lambda r: turned(i, r) * m(i, r))
        first = same_sums(eq(held, double), entry, images()[0], assume(DEFINED), facts=i_in)
        second = scaled(i, i, i_in, i_in)
        unit = inverse(mu(i), [at(above, i, *i_in)])
        return combine(
            eq(kept(i), common(i, i)),
            (1, own), (inv(mu(i)), first), (inv(mu(i)), second), (common(i, i), unit),
        )  # fmt: skip

    return everywhere_one(rank, proof_at)


@cache
def count_held() -> Theorem:
    """sum_i kept_i = k."""
    one, other = lam(lambda i: kept(i), INT), lam(lambda i: common(i, i), INT)
    listed = summand_equal(one, other, 1, rank, lambda i, low, high: at(shares(), i, low, high))
    units = same_sums(
        eq(total(1, rank, lambda i: other(i)), total(1, step, lambda q: ONE)), orthonormal_rows()
    )
    few = bound(le(1, step + 1), (), [[assume(lt(0, step))]])
    return combine(
        eq(total(1, rank, lambda i: kept(i)), step),
        (1, listed), (1, units), (1, counted(1, step, few)),
    )  # fmt: skip


@cache
def level_held() -> Theorem:
    """L = sum_i (1 - kept_i) mu_i/2."""
    orth_a, _, _, entry = decomposition()
    (own,) = known("level-at-rest")
    left = lam(lambda k, h: a(k, h), INT, INT)
    right = lam(lambda h, l: s(h) * b(l, h), INT, INT)
    same = same_sums(eq(loss(beta), loss(product(left, right))), entry)
    split = split_loss(left, right, orth_a)
    fitted = same_sums(eq(rest(left, right), 0), *equations(known("outputs")), images()[1])
    one = lam(lambda i: mu(i) * weight(left, i), INT)
    other = lam(lambda i: mu(i) * kept(i), INT)

    def proof_at(i, low, high):
        direct = same_sums(eq(weight(left, i), common(i, i)), assume(DEFINED), facts=[low, high])
        return combine(eq(one(i), other(i)), (mu(i), direct), (mu(i), at(shares(), i, low, high)))

    weights = summand_equal(one, other, 1, rank, proof_at)
    lost = total(1, rank, lambda i: (1 - kept(i)) * mu(i))
    parts_ = same_sums(
        eq(lost, total(1, rank, lambda i: mu(i)) - total(1, rank, lambda i: other(i)))
    )
    return combine(
        eq(ell(step), HALF * lost),
        (1, own), (1, same), (1, split), (HALF, fitted), (HALF, weights), (HALF, parts_),
    )  # fmt: skip


@proof("linear.greedy-low-rank")
def greedy_low_rank() -> Theorem:
    """kept = (M M^T)_ii is 0 or 1, they sum to k, and the loss is that of the modes not held."""
    place = known("any-mode")
    own = at(shares(), index, *place)
    whole = at(whole_or_none(), index, *place)
    first = combine(
        eq(kept(index) ** 2, kept(index)),
        (kept(index) + common(index, index), own), (1, own), (1, whole),
    )  # fmt: skip
    theorem = conjoin(first, count_held(), level_held())
    theorem = instantiate(discharge(DEFINED, theorem), m, lam(along, INT, INT))
    theorem = given(
        theorem,
        everywhere_in((rank, step), lambda j, r, _: combine(eq(along(j, r), along(j, r)))),
    )
    return discharge(SAME, theorem)
