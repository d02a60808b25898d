"""Fewer vectors than min(c, d) cannot make the gradient 0: the loop goes on."""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known
from theory.linear.kernel_proofs.flow.balance import half_of_two
from theory.linear.kernel_proofs.greedy.stage_gradients import gradients, pull
from theory.linear.kernel_proofs.loss.cost import everywhere_in
from theory.linear.letters import HALVED
from theory.linear.letters.data import (
    c,
    cross,
    d,
    gram,
    mean,
    mu,
    rank,
    u,
    x,
)
from theory.linear.letters.stages import (
    A,
    W,
    descends,
    grad,
    top_slope,
)
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.inner_products import within
from theory.proof.lemmas.linear_dependence import dependence
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import (
    Theorem,
    assume,
    discharge,
    instantiate,
    order,
)
from theory.proof.sums import VECTOR
from theory.proof.sums.any_range import delta, zero_sum
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import zero_terms
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    obtain,
    parts,
    total,
    weaker,
)
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, num, var

# --- fewer vectors than min(c, d) -----------------------------------------------------------------
P = var("p'", VECTOR)


def _spanned(xi: Term, r: Term, k) -> Term:
    """sum_q xi_q u_kq over the first r + 1 modes."""
    return total(1, r + 1, lambda q: xi(q) * u(k, q))


def _twice(entry) -> Term:
    """P P entry, the quadratic form at P."""
    return total(1, c, lambda k: total(1, c, lambda l: P(k) * P(l) * entry(k, l)))


def _modes(k, l) -> Term:
    """sum_q mu_q u_kq u_lq."""
    return total(1, rank, lambda q: mu(q) * u(k, q) * u(l, q))


def _perpendicular(r: Term, own: Theorem, rows: Theorem) -> Theorem:
    """for all h: P is perpendicular to column h of A_r."""
    h = fresh(INT, "h")
    h_in = (le(1, h), le(h, r))
    row = at(rows, h, *map(assume, h_in))
    listed = same_sums(
        eq(total(1, c, lambda k: P(k) * A(r, k, h)), row.conclusion.args[0]), own,
        facts=list(map(assume, h_in)),
    )  # fmt: skip
    return everywhere(h, combine(eq(listed.conclusion.args[0], 0), (1, listed), (1, row)), *h_in)


def _images(r: Term, slopes: Theorem, flat: Theorem) -> Theorem:
    """(Sigma_yx)_kl = sum_h A_kh sum_m W_hm E[x_m x_l], since the gradient is 0."""

    def image(k, l, facts):
        (own_cross,) = known("cross")
        value, none, said = (
            at(one, k, facts[0], facts[1], l, facts[2], facts[3])
            for one in (slopes, flat, own_cross)
        )
        right = total(
            1, r, lambda h: A(r, k, h)
            * total(1, d, lambda m: W(r, h, m) * mean(lambda n: x(n, m) * x(n, l))),
        )  # fmt: skip
        split = same_sums(eq(pull(r, k, l), said.conclusion.args[1] - right), facts=facts)
        return combine(eq(cross(k, l), right), (1, said), (1, split), (1, value), (1, none))

    return everywhere_in((c, d), image)


def _no_energy(images: Theorem, off: Theorem) -> Theorem:
    """P (Sigma_yx Sigma_xx^-1 Sigma_xy) P = 0, since P Sigma_yx = 0."""
    l = fresh(INT, "l")
    l_in = (le(1, l), le(l, d))
    seen = same_sums(
        eq(total(1, c, lambda k: P(k) * cross(k, l)), 0), images, off,
        facts=list(map(assume, l_in)),
    )  # fmt: skip
    return same_sums(eq(_twice(gram), 0), everywhere(l, seen, *l_in))


def _in_modes(spectral: Theorem) -> Theorem:
    """P gram P is the same form in the modes."""

    def outer(k, k_low, k_high):
        one = lam(lambda l: P(k) * P(l) * gram(k, l), INT)
        other = lam(lambda l: P(k) * P(l) * _modes(k, l), INT)
        return summand_equal(
            one, other, 1, c,
            lambda l, l_low, l_high: combine(
                eq(one(l), other(l)),
                (P(k) * P(l), at(spectral, k, k_low, k_high, l, l_low, l_high)),
            ),
        )  # fmt: skip

    return summand_equal(
        lam(lambda k: total(1, c, lambda l: P(k) * P(l) * gram(k, l)), INT),
        lam(lambda k: total(1, c, lambda l: P(k) * P(l) * _modes(k, l)), INT),
        1, c, outer,
    )  # fmt: skip


def _vanishing_weights(xi: Term, r: Term, more: Theorem, above: Theorem, small: Theorem) -> Theorem:
    """sum_q xi_q^2 = 0 over q <= r + 1, where sum_q mu_q xi_q^2 <= 0."""
    weighted = lam(lambda q: mu(q) * xi(q) ** 2, INT)

    def mu_above(q, q_low, q_high):
        return at(above, q, q_low, bound(le(q, rank), (), [[q_high], [more]]))

    terms = zero_terms(
        weighted, 1, r + 1,
        lambda q, q_low, q_high: bound(
            le(0, weighted(q)), (), [([mu_above(q, q_low, q_high)], xi(q))]
        ),
        small,
    )  # fmt: skip

    def vanishes(q, q_low, q_high):
        zero = at(terms, q, q_low, q_high)
        root = root_zero(xi(q), zero, mu_above(q, q_low, q_high))
        return combine(eq(xi(q) ** 2, 0), (xi(q), root))

    return zero_sum(lam(lambda q: xi(q) ** 2, INT), 1, r + 1, vanishes)


def too_few(r: Term, inside: list[Theorem], flat: Theorem, goal: Term) -> Theorem:
    """0 <= r < min(c, d) and grad L(W_r) = 0 contradict each other."""
    low, less = inside
    top = bound(le(r, rank), (), [[less]])
    more = fact("discrete", less, n=r, m=rank)
    orth_u, spectral, above, _ = known("modes")
    slopes = gradients(r, [low, top])
    turned = lam(lambda h, j: total(1, c, lambda k: A(r, k, h) * u(k, j)), INT, INT)

    def from_witness(xi, dependent):
        """P = sum_q xi_q u_q, whose energy is sum_q mu_q xi_q^2, has none."""
        size, rows = parts(dependent)
        own = assume(within(1, c, lambda k: eq(P(k), _spanned(xi, r, k))))
        off = _perpendicular(r, own, rows)
        nothing = _no_energy(_images(r, slopes, flat), off)
        both = _in_modes(spectral)
        energy = total(1, r + 1, lambda q: mu(q) * xi(q) ** 2)
        value = same_sums(eq(_twice(_modes), energy), own, orth_u, facts=[more])
        small = order(le(energy, 0), ((num(-1), value), (num(-1), both), (num(1), nothing)), ())
        none = _vanishing_weights(xi, r, more, above, small)
        false = order(lt(ZERO, ZERO), ((num(1), none),), ((ONE, (size,), ONE),))
        theorem = discharge(own.conclusion, contradiction(false, goal))
        theorem = instantiate(theorem, P, lam(lambda k: _spanned(xi, r, k), INT))
        k = fresh(INT, "k")
        k_in = (le(1, k), le(k, c))
        itself = combine(eq(_spanned(xi, r, k), _spanned(xi, r, k)))
        return given(theorem, everywhere(k, itself, *k_in))

    return obtain(at(dependence(), r, low, turned), from_witness)


def entries_vanish(r: Term, inside: list[Theorem], most: Theorem) -> Theorem:
    """for all (k, l): grad_kl = 0, where the largest eigenvalue is not positive."""
    (stated,) = known("top-slope")
    every, _ = conjuncts(at(stated, r, *inside))
    half = half_of_two()

    def proof_at(k, l, facts):
        sides = []
        for sign in (1, -1):
            a = lam(lambda i: num(sign) * HALVED * delta(i, k), INT)
            w = lam(lambda m: HALVED * delta(m, l), INT)
            premise = at(every, a, w).conclusion.args[0]
            size = same_sums(eq(premise.args[0], 2 * HALVED**2), facts=facts)
            unit = combine(premise, (1, size), (2, half))
            least = at(every, a, w, unit)
            value = same_sums(
                eq(descends(r, a, w), num(-2 * sign) * HALVED**2 * grad(r, k, l)), facts=facts
            )
            plain = combine(
                eq(descends(r, a, w), num(-sign) * grad(r, k, l)),
                (1, value), (2 * grad(r, k, l), half),
            )  # fmt: skip
            sides.append(
                order(
                    le(num(-sign) * grad(r, k, l), 0),
                    ((num(-1), plain),),
                    ((ONE, (least,), ONE), (ONE, (most,), ONE)),
                )
            )
        up = bound(le(grad(r, k, l), 0), (), [[sides[1]]])
        down = bound(le(0, grad(r, k, l)), (), [[sides[0]]])
        return fact("antisymmetric", up, down, x=grad(r, k, l), y=ZERO)

    return everywhere_in((c, d), proof_at)


@cache
def goes_on() -> Theorem:
    """for all 0 <= r < min(c, d): 0 < the largest eigenvalue."""
    r = fresh(INT, "r")
    premises = (le(0, r), lt(r, rank))
    low, less = map(assume, premises)
    goal = lt(0, top_slope(r))
    inside = [low, weaker(less)]

    def stopped(most):
        return too_few(r, [low, less], entries_vanish(r, inside, most), goal)

    found = by_cases(
        trichotomy(top_slope(r)),
        lambda below: stopped(weaker(below)),
        lambda none: stopped(order(le(top_slope(r), 0), ((num(1), none),), ())),
        lambda above: above,
    )
    return everywhere(r, found, *premises)
