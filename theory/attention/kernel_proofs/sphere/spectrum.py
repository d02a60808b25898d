"""The largest eigenvalue of Sigma^2 - sum_{h<k} lambda_h^2 v_h v_h^T, in the kernel."""

from __future__ import annotations

from functools import cache

from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.letters.data import Sigma, d, eigenvalue, k, lam_k, vector
from theory.attention.letters.learning import largest, left_over
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.inner_products import dot
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, order
from theory.proof.sums.any_range import at_most, scaled
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    everywhere,
    fact,
    fresh,
    lam,
    obtain,
    parts,
    ring,
    total,
    weaker,
)
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, negation, num


@cache
def symmetric_covariance() -> Theorem:
    """Sigma_ab = Sigma_ba: both are sum_j lambda_j v_j[a] v_j[b]."""
    eigen, _, complete, *_ = defined("attention.eigenbasis")
    a, b = fresh(INT, "a"), fresh(INT, "b")
    inside = [assume(one) for one in (le(1, a), le(a, d), le(1, b), le(b, d))]

    def spectral(i, j):
        """Sigma_ij = sum_c Sigma_ic sum_m v_m[c] v_m[j] = sum_m lambda_m v_m[i] v_m[j]."""
        whole = total(
            1, d, lambda c: total(1, d, lambda m: Sigma(i, c) * vector(m, c) * vector(m, j))
        )
        value = total(1, d, lambda m: eigenvalue(m) * vector(m, i) * vector(m, j))
        one = same_sums(eq(whole, Sigma(i, j)), complete, facts=inside)
        other = same_sums(eq(whole, value), eigen, facts=inside)
        return combine(eq(Sigma(i, j), value), (1, one), (1, other))

    goal = eq(Sigma(a, b), Sigma(b, a))
    found = combine(goal, (1, spectral(a, b)), (1, spectral(b, a)))
    found = everywhere(b, found, *(one.conclusion for one in inside[2:]))
    return everywhere(a, found, *(one.conclusion for one in inside[:2]))


def at_k() -> tuple[Theorem, Theorem]:
    """1 <= k and k <= d."""
    low, high, _ = defined("attention.iteration")
    return low, high


def orthogonal_to(j: Term, low: Theorem, high: Theorem) -> Theorem:
    """v_h^T v_j = 0 for every h < k, where k <= j."""
    _, basis, *_ = defined("attention.eigenbasis")
    h = fresh(INT, "h")
    h_low, h_high = assume(le(1, h)), assume(le(h, k - 1))
    below = bound(lt(h, j), (), [[h_high], [low]])
    inside = (h_low, bound(le(h, d), (), [[h_high], [at_k()[1]]]))
    gone = fact("ite-false", differs(below, negation(eq(h, j))), P=eq(h, j), z=ONE, w=ZERO)
    first = bound(le(1, j), (), [[low], [at_k()[0]]])
    known = at(basis, h, *inside, j, first, high)
    return everywhere(h, ring(eq(known.conclusion.args[0], 0), known, gone), le(1, h), le(h, k - 1))


@cache
def attained() -> Theorem:
    """lambda_k^2 <= top, by v_k."""
    eigen, basis, *_ = defined("attention.eigenbasis")
    _, most = parts(defined_whole())
    low, high = at_k()
    v = lam(lambda a: vector(k, a), INT)
    unit = same_sums(eq(dot(v, v, d), 1), basis, facts=[low, high])
    above = order(lt(ZERO, unit.conclusion.args[0]), ((num(-1), unit),), ((ONE, (), ONE),))
    a = fresh(INT, "a")
    inside = [assume(le(1, a)), assume(le(a, d))]
    goal = eq(total(1, d, lambda b: left_over(a, b) * v(b)), eigenvalue(k) ** 2 * v(a))
    never = orthogonal_to(k, bound(le(k, k)), high)
    row = same_sums(goal, eigen, never, facts=[low, high, *inside])
    pair = conjoin(above, everywhere(a, row, *(one.conclusion for one in inside)))
    return at(most, eigenvalue(k) ** 2, v, pair)


def defined_whole() -> Theorem:
    """The definition of the largest eigenvalue."""
    return assume(DEFINITIONS["attention.largest-eigenvalue"].statement)


def left_over_along(j: Term, u: Term) -> Term:
    """v_j^T M u, M the left-over matrix."""
    return total(1, d, lambda a: vector(j, a) * total(1, d, lambda b: left_over(a, b) * u(b)))


def scaled_along(j: Term, u: Term, rows: Theorem) -> Theorem:
    """v_j^T M u = top v_j^T u, where ``rows`` say M u = top u."""
    along = total(1, d, lambda a: vector(j, a) * u(a))
    turned = summand_equal(
        lam(lambda a: vector(j, a) * total(1, d, lambda b: left_over(a, b) * u(b)), INT),
        lam(lambda a: largest * (vector(j, a) * u(a)), INT),
        1,
        d,
        lambda a, *where: combine(
            eq(
                vector(j, a) * total(1, d, lambda b: left_over(a, b) * u(b)),
                largest * (vector(j, a) * u(a)),
            ),
            (vector(j, a), at(rows, a, *where)),
        ),
    )
    out = scaled(largest, lam(lambda a: vector(j, a) * u(a), INT), 1, d)
    return combine(eq(left_over_along(j, u), largest * along), (1, turned), (1, out))


def component_bound(u: Term, rows: Theorem, j: Term, low: Theorem, high: Theorem) -> Theorem:
    """top (v_j^T u)^2 <= lambda_k^2 (v_j^T u)^2."""
    eigen, basis, _, positive, falling = defined("attention.eigenbasis")
    k_low, k_high = at_k()
    along = total(1, d, lambda a: vector(j, a) * u(a))
    whole, scaled_ = left_over_along(j, u), scaled_along(j, u, rows)
    goal = le(largest * along**2, eigenvalue(k) ** 2 * along**2)
    facts = [low, high, k_low, k_high]

    def learned(below):
        """j < k: v_j^T M = 0."""
        inside = bound(le(j, k - 1), (), [[fact("discrete", below, n=j, m=k)]])
        zero = same_sums(
            eq(whole, ZERO * along),
            symmetric_covariance(),
            eigen,
            basis,
            facts=[*facts, inside],
        )
        gone = combine(eq(largest * along, 0), (1, scaled_), (1, zero))
        nothing = combine(eq(largest * along**2, 0), (along, gone))
        return bound(goal, [nothing], [], [eigenvalue(k) * along])

    def remains(reached):
        """k <= j: v_j^T M = lambda_j^2 v_j^T, and lambda_j <= lambda_k."""
        never = orthogonal_to(j, reached, high)
        value = same_sums(
            eq(whole, eigenvalue(j) ** 2 * along),
            symmetric_covariance(),
            eigen,
            never,
            facts=facts,
        )
        same = combine(eq(largest * along, eigenvalue(j) ** 2 * along), (1, scaled_), (1, value))
        squared = combine(eq(largest * along**2, eigenvalue(j) ** 2 * along**2), (along, same))
        smaller = at(falling, k, k_low, k_high, j, reached, high)
        sign = at(positive, j, low, high)
        most = at(positive, k, k_low, k_high)
        return bound(goal, [squared], [([smaller, sign], along), ([smaller, most], along)])

    return by_cases(
        trichotomy(j, k),
        learned,
        lambda same: remains(order(le(k, j), ((num(-1), same),), ())),
        lambda more: remains(weaker(more)),
    )


@proof("attention.largest-eigenvalue")
def largest_eigenvalue() -> Theorem:
    """v_k has lambda_k^2; any other eigenvector has components that grow by no more."""
    *_, name = defined("attention.iteration")
    existence, _ = parts(defined_whole())
    complete = defined("attention.eigenbasis")[2]

    def use(u, known):
        above, rows = known_parts(known)
        parts_ = lam(lambda j: total(1, d, lambda a: vector(j, a) * u(a)) ** 2, INT)
        left, right = (
            lam(lambda j, c=c: c * parts_(j), INT) for c in (largest, eigenvalue(k) ** 2)
        )
        summed = at_most(
            left, right, 1, d, lambda j, low, high: component_bound(u, rows, j, low, high)
        )
        length = total(1, d, lambda j: parts_(j))
        norm = same_sums(eq(length, dot(u, u, d)), complete)
        spread = [scaled(c, parts_, 1, d) for c in (largest, eigenvalue(k) ** 2)]
        whole = bound(
            le(0, (eigenvalue(k) ** 2 - largest) * dot(u, u, d)), [*spread, norm], [[summed]]
        )
        goal = le(largest, eigenvalue(k) ** 2)
        return by_cases(
            trichotomy(largest, eigenvalue(k) ** 2),
            weaker,
            lambda same: order(goal, ((ONE, same),), ()),
            lambda more: contradiction(bound(lt(0, 0), (), [[whole], [more, above]]), goal),
        )

    upper = obtain(existence, use)
    same = fact("antisymmetric", upper, attained(), x=largest, y=eigenvalue(k) ** 2)
    return ring(eq(largest, lam_k**2), same, name)


def known_parts(known: Theorem) -> tuple[Theorem, Theorem]:
    """u is not 0, and its rows."""
    above, rows = parts(known)
    return above, rows
