"""Data, gradient and utility of the network: identities of matrices of any size, one call each."""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.letters.data import (
    U_basis,
    beta,
    c,
    cov,
    cross_ij,
    d,
    descent_ij,
    f_entry,
    f_moved,
    grad,
    grad_ij,
    i,
    j,
    loss,
    mean,
    moved,
    pairing,
    projected_ij,
    residual,
    rows,
    x,
)
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.sums.nested import same_sums
from theory.proof.sums.slopes import sum_derivative
from theory.proof.tactics import at, bound, combine, everywhere, fresh, one_slope, total
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, num


@proof("linear.cross-covariance")
def cross_covariance() -> Theorem:
    """E[(B x)_i x_j] = sum_l B_il E[x_l x_j]."""
    place = known("place")
    rules = known(
        "covariance", "outputs", "cross", "cross-entry", "target-row", "covariance-column"
    )
    goal = eq(cross_ij, total(1, d, lambda l: rows["B"](l) * rows["Sigma_xx"](l)))
    return same_sums(goal, *equations(rules), facts=place)


def equations(theorems: list[Theorem]) -> list[Theorem]:
    """Those that say "for all ..., L = R"."""
    found = []
    for one in theorems:
        statement = one.conclusion
        while statement.op in ("forall", "implies"):
            statement = statement.args[-1]
        if statement.op == "eq":
            found.append(one)
    return found


def slope(k: Term, l: Term) -> Term:
    """E[r_k x_l], minus the gradient in the entry (k, l)."""
    return mean(lambda n: residual(n, k, beta) * x(n, l))


@cache
def gradient_entries() -> Theorem:
    """for all (k, l): grad_kl = -E[r_k x_l], the derivative of the loss term by term."""
    k, l = fresh(INT, "row"), fresh(INT, "column")
    premises = (le(1, k), le(k, c), le(1, l), le(l, d))
    inside = list(map(assume, premises))
    (stated,) = known("loss-gradient")
    given = at(stated, k, inside[0], inside[1], l, inside[2], inside[3])
    ends = (bound(le(num(-1), ZERO)), bound(le(ZERO, ONE)))
    own = sum_derivative(lambda s: loss(moved(k, l, s)), -1, 1, 0, ends, [])
    unique = one_slope(given, own)
    value = same_sums(eq(own.conclusion.args[3], -slope(k, l)), facts=inside)
    found = combine(eq(grad(k, l), -slope(k, l)), (1, unique), (1, value))
    return everywhere(k, everywhere(l, found, *premises[2:]), *premises[:2])


def utility_is_minus_pairing() -> Theorem:
    """E<a w^T x, r> = -sum_kl a_k grad_kl w_l."""
    rules = [*known("basis-utility", "pairing"), gradient_entries()]
    return same_sums(eq(U_basis, -pairing), *rules)


proof("linear.utility")(utility_is_minus_pairing)
proof("linear.utility-main")(utility_is_minus_pairing)


@cache
def descent_at_learned() -> list[Theorem]:
    """-grad_ij = (Sigma_yx)_ij - (beta Sigma_xx)_ij = ((I - P) Sigma_yx)_ij."""
    place = known("place")
    data = equations(known("covariance", "cross", "cross-entry", "covariance-column"))
    plain = cross_ij - total(1, d, lambda l: beta(i, l) * cov(l, j))
    first = same_sums(eq(-grad(i, j), plain), gradient_entries(), *data, facts=place)
    rules = known("learned", "inverse", "projected", "cross-entry")
    second = same_sums(eq(plain, projected_ij), *rules, facts=place)
    return [first, second]


@cache
def same_covariance() -> Theorem:
    """Sigma_xx is symmetric."""
    l, m = fresh(INT, "row"), fresh(INT, "column")
    premises = (le(1, l), le(l, d), le(1, m), le(m, d))
    facts = list(map(assume, premises))
    rule = equations(known("covariance"))
    same = same_sums(eq(cov(l, m), cov(m, l)), *rule, facts=facts)
    return everywhere(l, everywhere(m, same, *premises[2:]), *premises[:2])


@proof("linear.gradient")
def gradient() -> Theorem:
    """Both equalities of the chain."""
    first, second = descent_at_learned()
    place = known("place")
    chain = cross_ij - total(1, d, lambda l: rows["beta"](l) * rows["Sigma_xx"](l))
    plain = first.conclusion.args[1]
    rows_ = known("learned-row", "covariance-column")
    same = same_sums(eq(chain, plain), *rows_, facts=place)
    (entry,) = known("descent-entry")
    return conjoin(
        combine(eq(descent_ij, chain), (1, entry), (1, first), (1, same)),
        combine(eq(chain, projected_ij), (1, same), (1, second)),
    )


@proof("linear.gradient-main")
def gradient_main() -> Theorem:
    """grad_ij = -((I - P) Sigma_yx)_ij."""
    first, second = descent_at_learned()
    (entry,) = known("gradient-entry")
    return combine(eq(grad_ij, -projected_ij), (1, entry), (1, first), (1, second))


@proof("linear.symmetry")
def symmetry() -> Theorem:
    """(A G^-1)(G W) = A (G^-1 G) W = A W."""
    return same_sums(eq(f_moved, f_entry), *known("basis-change", "map-entry", "moved-entry"))
