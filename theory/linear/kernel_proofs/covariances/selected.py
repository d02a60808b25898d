"""The gradient at the pair selected first stays in its span where the covariances commute."""

from __future__ import annotations

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.loss.network import equations, gradient_entries, same_covariance
from theory.linear.kernel_proofs.matrices.local_maximum import at_least_one_mode
from theory.linear.letters.data import beta, c, cov, cross, d, grad, rank
from theory.linear.letters.remarks import (
    commutes,
    commuting,
    leaving,
    off_selected,
    s_sel,
    top_gap,
    v_sel,
)
from theory.proof.lemmas import inv, sqrt_is, trichotomy
from theory.proof.lemmas.ky_fan import decreasing
from theory.proof.rules import Theorem, absurd, algebra, assume, detach, discharge, order
from theory.proof.sums.any_range import zero_sum
from theory.proof.sums.nested import same_sums
from theory.proof.sums.nests import lifted_over
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    parts,
    total,
)
from theory.proof.terms import INT, ONE, TWO, ZERO, Term, both, eq, le, lt


def _turned(q) -> Term:
    """v_q^T Sigma v_1."""
    return total(1, d, lambda l: total(1, d, lambda m: v_sel(l, q) * cov(l, m) * v_sel(m, 1)))


class Selected:
    """The premises, the singular system of Sigma_yx and the commuting covariances."""

    def __init__(self, premise: Theorem) -> None:
        self.on, self.gap = parts(premise)
        self.orth_u, self.orth_v, self.matrix, self.low, falls = known("first-selection")
        self.falls = decreasing(lam(lambda q: s_sel(q), INT), rank, falls)
        self.some = at_least_one_mode()
        self.first = at(self.low, ONE, bound(le(ONE, ONE)), self.some)
        self.rules = [self.matrix, self.orth_u, self.orth_v]
        self.above = self._above()

    def commute(self) -> Theorem:
        """Sigma_xx commutes with Sigma_yx^T Sigma_yx, for commutes = 1."""
        (named,) = known("commutes")
        goal = commuting()

        def never(apart):
            off = fact("ite-false", apart, P=goal, z=ONE, w=ZERO)
            zero = combine(eq(ONE, 0), (1, self.on), (1, named), (1, off))
            return contradiction(order(lt(0, 0), ((ONE, zero),), ((ONE, (), ONE),)), goal)

        return by_cases(goal, lambda yes: yes, never)

    def _second(self, more: Theorem, holds: bool) -> Theorem:
        name = "ite-true" if holds else "ite-false"
        return fact(name, more, P=le(TWO, rank), z=s_sel(TWO), w=ZERO)

    def _above(self) -> Theorem:
        """0 < sigma_1."""
        (named,) = known("top-gap")
        goal = lt(0, s_sel(ONE))

        def two(more):
            second = at(self.low, TWO, bound(le(ONE, TWO)), more)
            return bound(goal, [named, self._second(more, True)], [[self.gap], [second]])

        return by_cases(
            le(TWO, rank),
            two,
            lambda one: bound(goal, [named, self._second(one, False)], [[self.gap]]),
        )

    def smaller(self, q: Term, q_low: Theorem, q_high: Theorem, other: Theorem) -> Theorem:
        """sigma_q < sigma_1 for q different from 1."""
        (named,) = known("top-gap")
        more = by_cases(
            trichotomy(q, ONE),
            lambda less: contradiction(bound(lt(0, 0), (), [[less], [q_low]]), le(TWO, q)),
            lambda same: absurd(detach(other, same), le(TWO, q)),
            lambda above: bound(le(TWO, q), (), [[fact("discrete", above, n=ONE, m=q)]]),
        )
        two = bound(le(TWO, rank), (), [[more], [q_high]])
        down = at(self.falls, TWO, bound(le(ONE, TWO)), q, more, q_high)
        return bound(
            lt(s_sel(q), s_sel(ONE)), [named, self._second(two, True)], [[self.gap], [down]]
        )

    def column(self, l: Term, l_low: Theorem, l_high: Theorem) -> Theorem:
        """(Sigma K v_1)_l = (K Sigma v_1)_l."""
        m = fresh(INT, "column")
        facts = [assume(le(1, m)), assume(le(m, d))]
        own = at(self.commute(), l, l_low, l_high, m, *facts)
        left, right = own.conclusion.args
        scale = v_sel(m, 1)
        return lifted_over(algebra(eq(scale * left, scale * right), (scale, own)), (m, ONE, d))

    def across(self, q: Term, q_low: Theorem, q_high: Theorem, other: Theorem) -> Theorem:
        """v_q^T Sigma v_1 = 0: (sigma_1^2 - sigma_q^2) times it is 0."""
        l = fresh(INT, "row")
        facts = [assume(le(1, l)), assume(le(l, d))]
        own = self.column(l, *facts)
        left, right = own.conclusion.args
        scale = v_sel(l, q)
        same = lifted_over(algebra(eq(scale * left, scale * right), (scale, own)), (l, ONE, d))
        inside = [q_low, q_high, self.some]
        value = _turned(q)
        first, second = (
            same_sums(eq(side, size**2 * value), *self.rules, facts=inside)
            for side, size in zip(same.conclusion.args, (s_sel(ONE), s_sel(q)))
        )
        q_value = at(self.low, q, q_low, q_high)
        less = self.smaller(q, q_low, q_high, other)
        gap = s_sel(ONE) ** 2 - s_sel(q) ** 2
        above = bound(lt(0, gap), (), [[less, less], [less, q_value]])
        zero = combine(eq(gap * value, 0), (1, same), (1, first), (1, second))
        return combine(eq(value, 0), (inv(gap), zero), (value, inverse(gap, [above])))

    def eigenvector(self, l: Term, l_low: Theorem, l_high: Theorem) -> Theorem:
        """(Sigma v_1)_l = (v_1^T Sigma v_1) v_1l."""
        own = self.column(l, l_low, l_high)
        inside = [l_low, l_high, self.some]
        moved = total(1, d, lambda m: cov(l, m) * v_sel(m, 1))
        first = same_sums(
            eq(own.conclusion.args[0], s_sel(ONE) ** 2 * moved), *self.rules, facts=inside
        )

        def body(q):
            return s_sel(q) ** 2 * v_sel(l, q) * _turned(q)

        spread = total(1, rank, body)
        second = same_sums(eq(own.conclusion.args[1], spread), *self.rules, facts=inside)
        only = only_inside(
            lam(body, INT),
            ONE,
            1,
            rank,
            bound(le(ONE, ONE)),
            self.some,
            lambda q, *known_: combine(
                eq(body(q), 0), (s_sel(q) ** 2 * v_sel(l, q), self.across(q, *known_))
            ),
        )
        goal = eq(moved, _turned(ONE) * v_sel(l, ONE))
        square = s_sel(ONE) ** 2
        above = bound(lt(0, square), (), [[self.above, self.above]])
        scaled = combine(
            eq(square * moved, square * _turned(ONE) * v_sel(l, ONE)),
            (1, own), (1, first), (1, second), (1, only),
        )  # fmt: skip
        return combine(
            goal,
            (inv(square), scaled),
            (moved - _turned(ONE) * v_sel(l, ONE), inverse(square, [above])),
        )


@proof("linear.descent-in-span")
def descent_in_span() -> Theorem:
    """grad L^T u_1 = Sigma v_1 - sigma_1 v_1, and v_1 is an eigenvector of Sigma."""
    premise = both(eq(commutes, 1), lt(0, top_gap))
    selected = Selected(assume(premise))
    slopes = _gradient()
    rules = [slopes, *known("selected-map"), *selected.rules, same_covariance()]

    def nothing(l, l_low, l_high):
        moved = total(1, d, lambda m: cov(l, m) * v_sel(m, 1))
        rest = same_sums(
            eq(off_selected(l), moved - _turned(ONE) * v_sel(l, ONE)),
            *rules,
            facts=[l_low, l_high, selected.some],
        )
        zero = combine(
            eq(off_selected(l), 0), (1, rest), (1, selected.eigenvector(l, l_low, l_high))
        )
        return combine(eq(off_selected(l) ** 2, 0), (off_selected(l), zero))

    flat = zero_sum(lam(lambda l: off_selected(l) ** 2, INT), 1, d, nothing)
    (named,) = known("leaving")
    root = equal_inside(named.conclusion.args[1], flat)
    none = sqrt_is(ZERO, bound(le(0, 0)), combine(eq(ZERO**2, ZERO)))
    found = combine(eq(leaving, 0), (1, named), (1, root), (1, none))
    return discharge(premise, found)


def _gradient() -> Theorem:
    """for all (k, l): grad_kl = (beta Sigma_xx)_kl - (Sigma_yx)_kl."""
    k, l = fresh(INT, "row"), fresh(INT, "column")
    premises = (le(1, k), le(k, c), le(1, l), le(l, d))
    inside = list(map(assume, premises))
    data = equations(known("covariance", "cross"))
    plain = total(1, d, lambda m: beta(k, m) * cov(m, l)) - cross(k, l)
    found = same_sums(eq(grad(k, l), plain), gradient_entries(), *data, facts=inside)
    return everywhere(k, everywhere(l, found, *premises[2:]), *premises[:2])
