"""The best matrix of rank k: |y - Q R x|^2 splits, Ky Fan bounds the first part, the second is a
square.

E|y - Q R x|^2 = sum_q mu_q (1 - w_q) + E|Q^T y - R x|^2 with w_q = |Q^T u_q|^2.
"""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.loss.network import equations, same_covariance
from theory.linear.letters.cost import ell, product
from theory.linear.letters.data import (
    HALF,
    B,
    N,
    c,
    cov,
    cross,
    d,
    gram,
    least_squares,
    loss,
    mean,
    mu,
    p,
    rank,
    step,
    u,
    x,
    y,
)
from theory.linear.letters.optima import MATRIX
from theory.proof.lemmas.inner_products import bessel, orthonormal, square_sum
from theory.proof.lemmas.ky_fan import ky_fan
from theory.proof.rules import Theorem, assume, discharge, generalise
from theory.proof.sums.any_range import counted, delta, nonnegative, split_sum
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    fact,
    fresh,
    lam,
    obtain,
    parts,
    total,
    weaker,
    written,
)
from theory.proof.terms import INT, ONE, Term, eq, le, lt, var


def everywhere_in(shape: tuple[Term, Term], proof_at) -> Theorem:
    """for all (k, l) of a matrix of this shape: what proof_at(k, l, facts) gives."""
    k, l = fresh(INT, "row"), fresh(INT, "column")
    premises = (le(1, k), le(k, shape[0]), le(1, l), le(l, shape[1]))
    found = proof_at(k, l, list(map(assume, premises)))
    return everywhere(k, everywhere(l, found, *premises[2:]), *premises[:2])


@cache
def cross_is_target() -> Theorem:
    """Sigma_yx = B Sigma_xx."""
    rules = equations(known("covariance", "outputs", "cross"))
    return everywhere_in(
        (c, d),
        lambda k, l, facts: same_sums(
            eq(cross(k, l), total(1, d, lambda m: B(k, m) * cov(m, l))), *rules, facts=facts
        ),
    )


@cache
def second_moment() -> Theorem:
    """E[y_k y_l] = sum_q mu_q u_kq u_lq, because Sigma_yx Sigma_xx^-1 Sigma_yx^T = B
    Sigma_xx B^T.
    """
    rules = equations(known("covariance", "outputs"))
    inverse = known("inverse")
    _, spectral, *_ = known("modes")

    def proof_at(k, l, facts):
        middle = total(1, d, lambda m: total(1, d, lambda q: B(k, m) * B(l, q) * cov(m, q)))
        turned = [cross_is_target(), *inverse, same_covariance()]
        first = same_sums(eq(gram(k, l), middle), *turned, facts=facts)
        second = same_sums(eq(mean(lambda n: y(n, k) * y(n, l)), middle), *rules, facts=facts)
        own = at(spectral, k, facts[0], facts[1], l, facts[2], facts[3])
        value = own.conclusion.args[1]
        goal = eq(mean(lambda n: y(n, k) * y(n, l)), value)
        return combine(goal, (1, second), (1, first), (1, own))

    return everywhere_in((c, c), proof_at)


@cache
def target_is_least_squares() -> Theorem:
    """(Sigma_yx Sigma_xx^-1)_kl = B_kl."""
    return everywhere_in(
        (c, d),
        lambda k, l, facts: same_sums(
            eq(least_squares(k, l), B(k, l)), cross_is_target(), *known("inverse"), facts=facts
        ),
    )


def weight(q_, index) -> Term:
    """w_q = |Q^T u_q|^2."""
    return total(1, step, lambda h: total(1, c, lambda k: q_(k, h) * u(k, index)) ** 2)


def remainder(q_, r_, n, h) -> Term:
    """(Q^T y - R x)_h at the point n."""
    return total(1, c, lambda k: q_(k, h) * y(n, k)) - total(1, d, lambda m: r_(h, m) * x(n, m))


def rest(q_, r_) -> Term:
    """E|Q^T y - R x|^2."""
    return mean(lambda n: total(1, step, lambda h: remainder(q_, r_, n, h) ** 2))


def sums_of_mu() -> tuple[Term, Term]:
    """mu_1 + ... + mu_r and mu_1 + ... + mu_k."""
    return total(1, rank, lambda q: mu(q)), total(1, step, lambda q: mu(q))


def split_loss(q_, r_, columns: Theorem) -> Theorem:
    """2 L(Q R) = sum_q mu_q - sum_q mu_q w_q + E|Q^T y - R x|^2."""
    orth_u = known("modes")[0]
    whole, _ = sums_of_mu()
    weighted = total(1, rank, lambda q: mu(q) * weight(q_, q))
    goal = eq(loss(product(q_, r_)), HALF * whole - HALF * weighted + HALF * rest(q_, r_))
    return same_sums(goal, second_moment(), columns, orth_u)


def weights_in_range(q_, columns: Theorem) -> list[Theorem]:
    """0 <= w_q <= 1, and they sum to at most k."""
    orth_u = known("modes")[0]
    q = fresh(INT, "q")
    inside = (le(1, q), le(q, rank))
    facts = list(map(assume, inside))
    least = square_sum(lambda h: total(1, c, lambda k: q_(k, h) * u(k, q)), 1, step)
    vector = lam(lambda k: u(k, q), INT)
    unit = same_sums(eq(total(1, c, lambda k: u(k, q) * u(k, q)), 1), orth_u, facts=facts)
    most = bessel(lam(lambda k, h: q_(k, h), INT, INT), vector, c, step, columns)
    h = fresh(INT, "h")
    h_in = (le(1, h), le(h, step))
    column = lam(lambda k: q_(k, h), INT)
    shadow = bessel(lam(lambda k, q: u(k, q), INT, INT), column, c, rank, orth_u)
    one = same_sums(
        eq(total(1, c, lambda k: q_(k, h) * q_(k, h)), 1), columns, facts=list(map(assume, h_in))
    )
    left = bound(
        le(0, 1 - total(1, rank, lambda q: total(1, c, lambda k: u(k, q) * q_(k, h)) ** 2)),
        [one],
        [[shadow]],
    )
    gap = lam(
        lambda h: 1 - total(1, rank, lambda q: total(1, c, lambda k: u(k, q) * q_(k, h)) ** 2), INT
    )
    above = nonnegative(
        gap, 1, step, lambda k, low, high: at(everywhere(h, left, *h_in), k, low, high)
    )
    weights = total(1, rank, lambda q: weight(q_, q))
    count = total(1, step, lambda h: ONE)
    same = same_sums(eq(total(1, step, lambda h: gap(h)), count - weights))
    return [
        everywhere(q, written(le(0, weight(q_, q)), least), *inside),
        everywhere(q, bound(le(weight(q_, q), 1), [unit], [[most]]), *inside),
        bound(le(weights, step), [same, counted_steps()], [[above]]),
    ]


@cache
def counted_steps() -> Theorem:
    """sum_{h=1}^k 1 = k."""
    return counted(1, step, bound(le(1, step + 1), (), [[assume(lt(0, step))]]))


@cache
def spectrum() -> tuple[Theorem, ...]:
    """0 <= k, k <= r, 0 <= mu_q, mu_{q+1} <= mu_q."""
    _, _, above, falls = known("modes")
    few = known("projector")[0]
    q = fresh(INT, "q")
    inside = [(le(1, q), le(q, rank)), (le(1, q), le(q, rank - 1))]
    low = weaker(at(above, q, *map(assume, inside[0])))
    down = weaker(at(falls, q, *map(assume, inside[1])))
    return (
        bound(le(0, step), (), [[assume(lt(0, step))]]),
        few,
        everywhere(q, low, *inside[0]),
        everywhere(q, down, *inside[1]),
    )


def rest_above(q_, r_) -> Theorem:
    """0 <= E|Q^T y - R x|^2."""
    weights_low = known("covariance")[0]
    inner = lam(lambda n: p(n) * total(1, step, lambda h: remainder(q_, r_, n, h) ** 2), INT)

    def gain(n, low, high):
        squared = square_sum(lambda h: remainder(q_, r_, n, h), 1, step)
        return bound(le(0, inner(n)), (), [[at(weights_low, n, low, high), squared]], exact=True)

    return nonnegative(inner, 1, N, gain)


def ky_fan_of(q_, columns: Theorem) -> Theorem:
    """sum_q mu_q w_q <= mu_1 + ... + mu_k."""
    weights = lam(lambda q: weight(q_, q), INT)
    values = lam(lambda q: mu(q), INT)
    return ky_fan(values, weights, step, rank, *spectrum(), *weights_in_range(q_, columns))


@cache
def loss_bound() -> Theorem:
    """for all Q R: (mu_{k+1} + ... + mu_r)/2 <= L(Q R)."""
    q_, r_ = var("Q'", MATRIX), var("R'", MATRIX)
    columns = assume(orthonormal(q_, c, step))
    whole, part = sums_of_mu()
    found = bound(
        le(HALF * whole - HALF * part, loss(product(q_, r_))),
        [split_loss(q_, r_, columns)],
        [[ky_fan_of(q_, columns)], [rest_above(q_, r_)]],
    )
    return generalise(generalise(discharge(columns.conclusion, found), r_), q_)


def leading() -> tuple[Term, Term]:
    """Q = U_k, R = U_k^T B."""
    return (
        lam(lambda k, h: u(k, h), INT, INT),
        lam(lambda h, m: total(1, c, lambda k: u(k, h) * B(k, m)), INT, INT),
    )


@cache
def leading_loss() -> tuple[Theorem, Theorem]:
    """U_k has orthonormal columns, and L(U_k U_k^T B) = (mu_{k+1} + ... + mu_r)/2."""
    orth_u = known("modes")[0]
    few = known("projector")[0]
    q_, r_ = leading()
    goal = orthonormal(q_, c, step)

    def proof_at(k, l, facts):
        unit = eq(total(1, c, lambda b: u(b, k) * u(b, l)), delta(k, l))
        return same_sums(unit, orth_u, facts=[*facts, few])

    columns = written(goal, everywhere_in((step, step), proof_at))
    whole, part = sums_of_mu()
    fitted = same_sums(eq(rest(q_, r_), 0), *equations(known("outputs")))
    weighted = same_sums(
        eq(total(1, rank, lambda q: mu(q) * weight(q_, q)), part), orth_u, facts=[few]
    )
    value = combine(
        eq(loss(product(q_, r_)), HALF * whole - HALF * part),
        (1, split_loss(q_, r_, columns)), (HALF, fitted), (HALF, weighted),
    )  # fmt: skip
    return columns, value


@proof("linear.level")
def level() -> Theorem:
    """The bound holds for the matrix that attains ell; the leading one is one of all."""
    every, attained = known("best-loss")
    whole, part = sums_of_mu()
    half = HALF * whole - HALF * part
    columns, value = leading_loss()

    def lowest(q_, outer):
        def inner(r_, both):
            own, reached = parts(both)
            least = at(loss_bound(), q_, r_, own)
            return bound(le(half, ell(step)), [reached], [[least]])

        return obtain(outer, inner)

    lower = obtain(attained, lowest)
    own = at(every, *leading(), columns)
    upper = bound(le(ell(step), half), [value], [[own]])
    same = fact("antisymmetric", upper, lower, x=ell(step), y=half)
    later = total(step + 1, rank, lambda q: mu(q))
    few = known("projector")[0]
    start = bound(le(1, step + 1), (), [[spectrum()[0]]])
    split = split_sum(lam(lambda q: mu(q), INT), 1, step, rank, start, few)
    return combine(eq(ell(step), HALF * later), (1, same), (HALF, split))
