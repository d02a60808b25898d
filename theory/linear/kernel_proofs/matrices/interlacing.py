"""Poincare's separation theorem: one projection moves no singular value past its neighbour.

More unknowns than equations have a solution: some z in the span of i (or i + 1) singular vectors
of one matrix is orthogonal to the first i - 1 of the other, and |X z| is compared there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.loss.cost import everywhere_in
from theory.linear.letters.data import c, cross, d, rank, step, u
from theory.linear.letters.interlacing import index, rest, right, sigma
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.inner_products import bessel
from theory.proof.lemmas.ky_fan import decreasing
from theory.proof.lemmas.linear_dependence import dependence
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, detach, discharge, generalise, order
from theory.proof.sums.any_range import at_most
from theory.proof.sums.finite import step as sum_step
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
    given,
    induction,
    lam,
    obtain,
    parts,
    total,
    written,
)
from theory.proof.terms import FALSE, INT, ONE, ZERO, Term, eq, implies, le, lt, make, negation, num

BEFORE = step - 1


@cache
def places() -> tuple[Theorem, Theorem]:
    """1 <= k and k <= r - 1, assumed."""
    return assume(le(1, step)), assume(le(step, rank - 1))


class Plateau:
    """Singular values and vectors of one plateau, as rules."""

    def __init__(self, k: Term, low: Theorem, high: Theorem) -> None:
        (every,) = known("rest-values")
        self.k = k
        own = parts(at(every, k, low, high))
        self.left, self.right, self.spectral, self.low, falls = own
        self.falls = decreasing(lam(lambda q: sigma(q, k), INT), rank, falls)

    def image(self, z, l) -> Term:
        """(X z)_l."""
        return total(1, d, lambda m: rest(l, m, self.k) * z(m))

    def size(self, z) -> Term:
        """|X z|^2."""
        return total(1, c, lambda l: self.image(z, l) ** 2)

    def along(self, z, q) -> Term:
        """<v_q, z>."""
        return total(1, d, lambda m: right(m, q, self.k) * z(m))

    def upper(self, z, i: Term, i_in: tuple[Theorem, Theorem], zero: Theorem) -> Theorem:
        """|X z|^2 <= sigma_i^2 |z|^2, where <v_q, z> = 0 for q = 1..i - 1."""
        i_low, i_high = i_in
        top = sigma(i, self.k)
        squares = lam(lambda q: (sigma(q, self.k) * self.along(z, q)) ** 2, INT)
        most = lam(lambda q: (top * self.along(z, q)) ** 2, INT)

        def smaller(q, q_low, q_high):
            goal = le(squares(q), most(q))

            def first(less):
                before = bound(le(q, i - 1), (), [[fact("discrete", less, n=q, m=i)]])
                flat = at(zero, q, q_low, before)
                g = self.along(z, q)
                factor = (top**2 - sigma(q, self.k) ** 2) * g
                return order(goal, ((-factor, flat),), ())

            def later(ordered):
                down = at(self.falls, i, i_low, q, ordered, q_high)
                own = at(self.low, q, q_low, q_high)
                g = self.along(z, q)
                return bound(goal, (), [([down, down], g), ([down, own], g)])

            return by_cases(
                trichotomy(q, i),
                first,
                lambda same: later(order(le(i, q), ((num(-1), same),), ())),
                lambda more: later(bound(le(i, q), (), [[more]])),
            )

        whole = at_most(squares, most, 1, rank, smaller)
        split = same_sums(
            eq(self.size(z), total(1, rank, lambda q: squares(q))), self.spectral, self.left
        )
        shadow = bessel(
            lam(lambda m, q: right(m, q, self.k), INT, INT),
            lam(lambda m: z(m), INT), d, rank, self.right,
        )  # fmt: skip
        out = same_sums(
            eq(
                total(1, rank, lambda q: most(q)),
                top**2 * total(1, rank, lambda q: self.along(z, q) ** 2),
            )
        )
        norm = total(1, d, lambda m: z(m) * z(m))
        return bound(le(self.size(z), top**2 * norm), [split, out], [[whole], ([shadow], top)])

    def lower(self, x, i: Term, i_in: tuple[Theorem, Theorem]) -> tuple[Theorem, Theorem]:
        """sigma_i^2 |x|^2 <= |X z|^2 and |z|^2 = |x|^2 for z = sum_{j <= i} x_j v_j."""
        i_low, i_high = i_in
        z = self.combination(x, i)
        least = sigma(i, self.k)
        small = lam(lambda j: (least * x(j)) ** 2, INT)
        gains = lam(lambda j: (sigma(j, self.k) * x(j)) ** 2, INT)
        i_above = at(self.low, i, i_low, i_high)

        def larger(j, j_low, j_high):
            down = at(self.falls, j, j_low, i, j_high, i_high)
            return bound(
                le(small(j), gains(j)), (), [([down, down], x(j)), ([down, i_above], x(j))]
            )

        whole = at_most(small, gains, 1, i, larger)
        rules = [self.spectral, self.left, self.right]
        split = same_sums(eq(self.size(z), total(1, i, lambda j: gains(j))), *rules, facts=[i_high])
        out = same_sums(
            eq(total(1, i, lambda j: small(j)), least**2 * total(1, i, lambda j: x(j) ** 2))
        )
        norm = same_sums(
            eq(total(1, d, lambda m: z(m) * z(m)), total(1, i, lambda j: x(j) ** 2)),
            self.right,
            facts=[i_high],
        )
        goal = le(least**2 * total(1, i, lambda j: x(j) ** 2), self.size(z))
        return bound(goal, [split, out], [[whole]]), norm

    def combination(self, x, i: Term):
        """z = sum_{j <= i} x_j v_j."""
        return lambda m: total(1, i, lambda j: x(j) * right(m, j, self.k))


@cache
def one_more() -> Theorem:
    """X_k = X_{k-1} - u_k u_k^T X_{k-1}."""
    low, high = places()
    (every,) = known("rests")
    orth_u = known("modes")[0]
    k_low = bound(le(0, step), (), [[low]])
    before_low = bound(le(0, BEFORE), (), [[low]])
    before_high = bound(le(BEFORE, rank - 1), (), [[high]])
    here, there = at(every, step, k_low, high), at(every, BEFORE, before_low, before_high)
    few = bound(le(step, rank), (), [[high]])
    q = fresh(INT, "q")
    q_in = (le(1, q), le(q, BEFORE))
    q_facts = list(map(assume, q_in))
    apart = differs(bound(lt(q, step), (), [[q_facts[1]]]), negation(eq(step, q)))
    own = at(orth_u, step, low, few, q, q_facts[0], bound(le(q, rank), (), [[q_facts[1]], [few]]))
    off = fact("ite-false", apart, P=eq(step, q), z=ONE, w=ZERO)
    orthogonal = everywhere(q, combine(eq(own.conclusion.args[0], 0), (1, own), (1, off)), *q_in)

    def proof_at(l, m, facts):
        gains = lam(lambda q: u(l, q) * total(1, c, lambda b: u(b, q) * cross(b, m)), INT)
        grown = sum_step(gains, ONE, BEFORE, bound(le(ONE - 1, BEFORE), (), [[low]]))
        entry = at(here, l, facts[0], facts[1], m, facts[2], facts[3])
        prior = at(there, l, facts[0], facts[1], m, facts[2], facts[3])
        shadow = total(1, c, lambda b: u(b, step) * rest(b, m, BEFORE))
        plain = total(1, c, lambda b: u(b, step) * cross(b, m))
        same = same_sums(eq(shadow, plain), there, orthogonal, facts=facts)
        goal = eq(rest(l, m, step), rest(l, m, BEFORE) - u(l, step) * shadow)
        return combine(goal, (1, entry), (1, prior), (1, grown), (u(l, step), same))

    return everywhere_in((c, d), proof_at)


def shadow_of(z) -> Term:
    """u_k^T X_{k-1} z."""
    return total(1, c, lambda b: u(b, step) * total(1, d, lambda m: rest(b, m, BEFORE) * z(m)))


def shortened(here: Plateau, there: Plateau, z) -> Theorem:
    """|X_k z|^2 = |X_{k-1} z|^2 - (u_k^T X_{k-1} z)^2."""
    low, high = places()
    orth_u = known("modes")[0]
    few = bound(le(step, rank), (), [[high]])
    goal = eq(here.size(z), there.size(z) - shadow_of(z) ** 2)
    return same_sums(goal, one_more(), orth_u, facts=[low, few])


def _plateaus() -> tuple[Plateau, Plateau]:
    low, high = places()
    here = Plateau(step, bound(le(0, step), (), [[low]]), high)
    return here, Plateau(
        BEFORE, bound(le(0, BEFORE), (), [[low]]), bound(le(BEFORE, rank - 1), (), [[high]])
    )


def compared(
    small: Term, large: Term, large_low: Theorem, size: Theorem, chain: Theorem
) -> Theorem:
    """s <= t, from s^2 X <= t^2 X, 0 <= t, 0 < X."""
    goal = le(small, large)

    def too_large(less):
        false = order(
            lt(ZERO, ZERO),
            (),
            (
                (ONE, (less, less, size), ONE),
                (num(2), (large_low, less, size), ONE),
                (ONE, (chain,), ONE),
            ),
        )
        return contradiction(false, goal)

    return by_cases(
        trichotomy(large, small),
        too_large,
        lambda same: order(goal, ((num(-1), same),), ()),
        lambda more: bound(goal, (), [[more]]),
    )


@proof("linear.interlaced-above")
def interlaced_above() -> Theorem:
    """z among the first i right vectors of X_k, orthogonal to the first i - 1 of X_{k-1}."""
    i_low, i_high, *_ = known("same-place")
    here, there = _plateaus()
    rows = lam(
        lambda h, j: total(1, d, lambda m: right(m, h, BEFORE) * right(m, j, step)), INT, INT
    )
    exists = at(dependence(), index - 1, bound(le(0, index - 1), (), [[i_low]]), rows)

    def from_witness(x, own):
        size, zeros = parts(own)
        z = here.combination(x, index)
        h = fresh(INT, "h")
        h_in = (le(1, h), le(h, index - 1))
        row = at(zeros, h, *map(assume, h_in))
        same = same_sums(eq(there.along(z, h), row.conclusion.args[0]))
        flat = combine(eq(there.along(z, h), 0), (1, same), (1, row))
        zero = everywhere(h, flat, *h_in)
        upper = there.upper(z, index, (i_low, i_high), zero)
        lower, norm = here.lower(x, index, (i_low, i_high))
        cut = shortened(here, there, z)
        X = total(1, index, lambda j: x(j) ** 2)
        less, more = sigma(index, step), sigma(index, BEFORE)
        chain = order(
            le(less**2 * X, more**2 * X),
            ((num(1), cut), (more**2, norm)),
            ((ONE, (lower,), ONE), (ONE, (upper,), ONE), (ONE, (), shadow_of(z))),
        )
        above = at(there.low, index, i_low, i_high)
        return compared(less, more, above, written(lt(0, X), size), chain)

    return _with_places(obtain(exists, from_witness), "same-place")


def _with_places(theorem: Theorem, name: str) -> Theorem:
    """The ranges of k come from the definition of the index."""
    own = known(name)
    for premise in places():
        given_ = next(one for one in own if one.conclusion is premise.conclusion)
        theorem = detach(discharge(premise.conclusion, theorem), given_)
    return theorem


def _kept(h: Term, j: Term) -> Term:
    """The product of the right vectors h of X_k and j of X_{k-1}."""
    return total(1, d, lambda m: right(m, h, step) * right(m, j, BEFORE))


def _pull(j: Term) -> Term:
    """The shadow of the right vector j of X_{k-1}."""
    return shadow_of(lambda m: right(m, j, BEFORE))


def _conditions() -> Term:
    """(h, j) -> the factor of x_j in condition h on z: i - 1 products, then the shadow."""
    return lam(lambda h, j: make("ite", None, (lt(h, index), _kept(h, j), _pull(j))), INT, INT)


def _condition(h: Term, x, known: Theorem, name: str, value: Callable) -> Theorem:
    """Condition h on z is sum_j value(h, j) x_j: ``known`` says which of the two it is."""
    rows = _conditions()
    first = lam(lambda j: rows(h, j) * x(j), INT)
    second = lam(lambda j: value(h, j) * x(j), INT)

    def same(j, *_):
        picked = fact(name, known, P=lt(h, index), z=_kept(h, j), w=_pull(j))
        return combine(eq(first(j), second(j)), (x(j), picked))

    return summand_equal(first, second, ONE, index + 1, same)


@proof("linear.interlaced-below")
def interlaced_below() -> Theorem:
    """z among the first i + 1 right vectors of X_{k-1}, orthogonal to the first i - 1 of X_k and to
    X_{k-1}^T u_k.
    """
    i_low, i_high, *_ = known("next-place")
    here, there = _plateaus()
    more_low = bound(le(1, index + 1), (), [[i_low]])
    less_high = bound(le(index, rank), (), [[i_high]])
    exists = at(dependence(), index, bound(le(0, index), (), [[i_low]]), _conditions())

    def from_witness(x, own):
        size, zeros = parts(own)
        z = there.combination(x, index + 1)

        h = fresh(INT, "h")
        h_in = (le(1, h), le(h, index - 1))
        h_low, h_high = map(assume, h_in)
        row = at(zeros, h, h_low, bound(le(h, index), (), [[h_high]]))
        equal = _condition(h, x, bound(lt(h, index), (), [[h_high]]), "ite-true", _kept)
        same = same_sums(eq(here.along(z, h), equal.conclusion.args[1]))
        flat = combine(eq(here.along(z, h), 0), (1, same), (1, equal), (1, row))
        zero = everywhere(h, flat, *h_in)
        last = at(zeros, index, i_low, bound(le(index, index)))
        never = discharge(
            lt(index, index),
            contradiction(bound(lt(0, 0), (), [[assume(lt(index, index))]]), FALSE),
        )
        turned = _condition(index, x, never, "ite-false", lambda h, j: _pull(j))
        pulled = same_sums(eq(shadow_of(z), turned.conclusion.args[1]))
        still = combine(eq(shadow_of(z), 0), (1, pulled), (1, turned), (1, last))
        upper = here.upper(z, index, (i_low, less_high), zero)
        lower, norm = there.lower(x, index + 1, (more_low, i_high))
        cut = shortened(here, there, z)
        X = total(1, index + 1, lambda j: x(j) ** 2)
        less, more = sigma(index + 1, BEFORE), sigma(index, step)
        chain = order(
            le(less**2 * X, more**2 * X),
            ((num(-1), cut), (more**2, norm), (shadow_of(z), still)),
            ((ONE, (lower,), ONE), (ONE, (upper,), ONE)),
        )
        above = at(here.low, index, i_low, less_high)
        return compared(less, more, above, written(lt(0, X), size), chain)

    return _with_places(obtain(exists, from_witness), "next-place")


@proof("linear.alternate")
def alternate() -> Theorem:
    """sigma_{i+k}^(0) <= sigma_{i+k-1}^(1) <= ... <= sigma_i^(k), one projection after
    the other.
    """
    low, step_low, last = known("indices")
    place = assume(DEFINITIONS["linear.next-place"].statement)
    one = discharge(place.conclusion, interlaced_below())
    every = generalise(generalise(one, step), index)

    def statement(m):
        return implies(le(m, step), le(sigma(index + m, step - m), sigma(index, step)))

    def next_one(m, m_low, now):
        condition = assume(le(m + 1, step))
        before = given(now, bound(le(m, step), (), [[condition]]))
        there = conjoin(
            bound(le(1, index + m), (), [[low], [m_low]]),
            bound(le(index + m + 1, rank), (), [[last], [condition]]),
            bound(le(1, step - m), (), [[condition]]),
            bound(le(step - m, rank - 1), (), [[last], [low], [m_low]]),
        )
        down = at(every, index + m, step - m, there)
        goal = le(sigma(index + (m + 1), step - (m + 1)), sigma(index, step))
        return discharge(condition.conclusion, bound(goal, (), [[down], [before]]))

    base = discharge(le(ZERO, step), bound(statement(ZERO).args[1]))
    scheme = induction(statement, ZERO, base, next_one)
    found = given(at(scheme, step, step_low), bound(le(step, step)))
    return written(le(sigma(index + step, ZERO), sigma(index, step)), found)
