"""Commuting covariances: what the singular vectors of Sigma_yx diagonalise."""

from __future__ import annotations

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.letters.commuting import (
    left_mu,
    right_xx,
    s_one,
    s_two,
    u_one,
    u_two,
    v_one,
    v_two,
)
from theory.linear.letters.data import c, cov, d, gram, prec
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, algebra, assume, conjoin
from theory.proof.sums.nested import same_sums
from theory.proof.sums.nests import lifted_over
from theory.proof.tactics import at, bound, combine, fresh, inverse, total
from theory.proof.terms import INT, ONE, Term, eq, le, lt


def commuted(row, column) -> Theorem:
    """r^T Sigma K s = r^T K Sigma s, for any r and s."""
    _, commute = known("commuting")
    l, m = fresh(INT, "row"), fresh(INT, "column")
    facts = [assume(one) for one in (le(1, l), le(l, d), le(1, m), le(m, d))]
    own = at(commute, l, facts[0], facts[1], m, facts[2], facts[3])
    left, right = own.conclusion.args
    scale = row(l) * column(m)
    scaled = algebra(eq(scale * left, scale * right), (scale, own))
    return lifted_over(lifted_over(scaled, (m, ONE, d)), (l, ONE, d))


def vanishes(value: Term, squares: Theorem) -> Theorem:
    """x = 0 from sigma_1^2 x = sigma_2^2 x."""
    low, less, *_ = known("two-pairs")
    gap = s_one**2 - s_two**2
    above = bound(lt(0, gap), (), [[less, less], [less, low]])
    undone = inverse(gap, [above])
    return combine(eq(value, 0), (inv(gap), squares), (value, undone))


@proof("linear.simultaneous")
def simultaneous() -> Theorem:
    """v_1^T Sigma v_2 and v_1^T Sigma^-1 v_2 vanish: K and Sigma commute, and K v = sigma^2 v."""
    _, _, *pairs = known("two-pairs")
    squared, _ = known("commuting")
    (turned,) = known("turned-covariance")
    direct = total(1, d, lambda l: total(1, d, lambda m: v_one(l) * cov(l, m) * v_two(m)))
    same = commuted(v_one, v_two)
    first = same_sums(eq(same.conclusion.args[0], s_two**2 * direct), squared, *pairs)
    second = same_sums(eq(same.conclusion.args[1], s_one**2 * direct), squared, *pairs)
    equal = combine(eq(s_one**2 * direct, s_two**2 * direct), (1, same), (1, first), (1, second))
    right = combine(eq(right_xx, 0), (1, turned), (1, vanishes(direct, equal)))

    def row(l):
        return total(1, d, lambda m: v_one(m) * prec(m, l))

    def column(m):
        return total(1, d, lambda l: prec(m, l) * v_two(l))

    inverses = known("inverse")
    undone = total(1, d, lambda l: total(1, d, lambda m: v_one(l) * prec(l, m) * v_two(m)))
    same = commuted(row, column)
    rules = [*inverses, squared, *pairs]
    first = same_sums(eq(same.conclusion.args[0], s_one**2 * undone), *rules)
    second = same_sums(eq(same.conclusion.args[1], s_two**2 * undone), *rules)
    equal = combine(eq(s_one**2 * undone, s_two**2 * undone), (1, same), (1, first), (1, second))
    (named,) = known("turned-gram")
    whole = total(1, c, lambda k: total(1, c, lambda l: u_one(k) * gram(k, l) * u_two(l)))
    product = same_sums(eq(whole, s_one * s_two * undone), *pairs)
    left = combine(
        eq(left_mu, 0), (1, named), (1, product), (s_one * s_two, vanishes(undone, equal))
    )
    return conjoin(left, right)
