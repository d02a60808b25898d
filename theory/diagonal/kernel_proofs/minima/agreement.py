"""Two minimisers agree, for inputs in general position.

The integrals are s = X w. Coordinates with s_i = +-1 have s_i x_i on the hyperplane <x, w> = 1: n +
1 of them would be affinely dependent, so there are at most n; and two minimisers differ by a vector
of the kernel of X, an affine dependence of theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from theory.diagonal.kernel_proofs.minima.kuhn_tucker import swap
from theory.diagonal.kernel_proofs.minima.minimisers import (
    integrals_in_range,
    paired,
    same_predictions,
)
from theory.diagonal.kernel_proofs.staircase.successive import inward_everywhere, linear_false
from theory.diagonal.letters.regression import X, apart, count, long, samples, samples_above, vector
from theory.diagonal.letters.staircase import each, integral, on_boundary
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.enumeration import list_of
from theory.proof.lemmas.inner_products import within
from theory.proof.lemmas.linear_dependence import dependence
from theory.proof.rules import Theorem, absurd, assume, conjoin, conjunct, discharge, disjoin
from theory.proof.scripts import whole_definition
from theory.proof.sums.any_range import zero_sum
from theory.proof.sums.finite import scaled, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    obtain,
    parts,
    ring,
    symmetric,
    total,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    INT,
    ONE,
    Term,
    apply,
    eq,
    le,
    negation,
    num,
)


def agree(c: Term, b: Term, k: Term, k_low, k_high, c_best, b_best) -> Theorem:
    """Two minimisers have equal entries."""
    range_ = at(inward_everywhere(), k, k_low, k_high)
    rows = same_predictions(c, b, (k, range_, c_best, b_best))
    h = apart(c, b)
    active = lam(lambda i: on_boundary(integral(k, i)), INT)
    d_low = linear(le(0, count), assume(le(1, count)))
    goal = each(lambda i: eq(apply(c, (i,)), apply(b, (i,))))

    def off(i, low, high, no):
        """h_i = 0 strictly inside."""
        its, mine = (parts(at(one[0], i, low, high))[2] for one in (c_best, b_best))
        s = integral(k, i)
        s_low, s_high, *_ = parts(at(range_, i, low, high))
        wanted = eq(apply(h, (i,)), 0)

        def inner(more):
            return by_cases(
                trichotomy(s, ONE),
                lambda less: combine(
                    wanted, (1, given(its, more, less)), (1, given(mine, more, less))
                ),
                lambda same: absurd(given(no, disjoined(s, same)), wanted),
                lambda far: linear_false(wanted, far, s_high),
            )

        return by_cases(
            trichotomy(num(-1), s),
            inner,
            lambda same: absurd(given(no, disjoined(s, symmetric(same))), wanted),
            lambda less: linear_false(wanted, less, s_low),
        )

    def with_w(w, in_image):
        def with_m(m, rest):
            def with_list(i, known):
                known = conjuncts(known)
                listed = _Listed(goal, (c, b), h, k, w, in_image, m, i, known, rows, off)
                return listed.agree()

            return obtain(rest, with_list)

        return obtain(list_of(active, count, d_low), with_m)

    return obtain(at(integrals_in_range(), k, k_low, k_high), with_w)


def disjoined(s: Term, found: Theorem) -> Theorem:
    """s = 1 or s = -1, from one of them."""
    return disjoin(on_boundary(s), found)


@dataclass(frozen=True)
class _Listed:
    """The coordinates on the boundary as a list i(1), ..., i(m), and w with s = X w.

    ``h`` = c - b vanishes ``off`` the boundary, and every row of X is orthogonal to it.
    """

    goal: Term
    minimisers: tuple[Term, Term]
    h: Term
    k: Term
    w: Term
    in_image: Theorem
    m: Term
    i: Term
    known: list[Theorem]
    rows: Theorem
    off: Callable

    @property
    def m_low(self) -> Theorem:
        """0 <= m."""
        return self.known[0]

    @property
    def inside(self) -> Theorem:
        """1 <= i(p) <= d, and s is +-1 there."""
        return self.known[1]

    @property
    def once(self) -> Theorem:
        """No coordinate is listed twice."""
        return self.known[2]

    @property
    def all_(self) -> Theorem:
        """Every coordinate with s = +-1 is listed."""
        return self.known[3]

    @property
    def sums(self) -> Theorem:
        """A sum of what vanishes off the boundary is one over the list."""
        return self.known[4]

    def sign(self, p):
        return integral(self.k, self.i(p))

    def V(self, p, j):
        return self.sign(p) * X(self.i(p), j)

    def unit(self, p, low, high):
        """sum_j V(p, j) w_j = s^2 = 1."""
        first, last, edge = (conjunct_at(self.inside, p, low, high, place) for place in range(3))
        image = at(self.in_image, self.i(p), first, last)
        out = summand_equal(
            vector(lambda j: self.V(p, j) * self.w(j)),
            vector(lambda j: self.sign(p) * (X(self.i(p), j) * self.w(j))),
            1,
            samples,
            lambda j, *_: ring(
                eq(self.V(p, j) * self.w(j), self.sign(p) * (X(self.i(p), j) * self.w(j)))
            ),
        )
        factor = scaled(
            self.sign(p), vector(lambda j: X(self.i(p), j) * self.w(j)), 1, samples, long()
        )
        one = by_cases(
            edge,
            lambda same: combine(eq(self.sign(p) ** 2, 1), (self.sign(p) + 1, same)),
            lambda same: combine(eq(self.sign(p) ** 2, 1), (self.sign(p) - 1, same)),
        )
        return combine(
            eq(total(1, samples, lambda j: self.V(p, j) * self.w(j)), 1),
            (1, out),
            (1, factor),
            (self.sign(p), image),
            (1, one),
        )

    def at_list(self, top, top_low, top_high, shorter, weights, w_rows):
        """All weights of an affine dependence of the first ``top`` vanish; their sum is 0."""
        zero = paired(weights, self.V, self.w, top, linear(le(1, top + 1), top_low), w_rows)
        same = summand_equal(
            vector(lambda p: weights(p) * total(1, samples, lambda j: self.V(p, j) * self.w(j))),
            vector(weights),
            1,
            top,
            lambda p, low, high: ring(
                eq(weights(p) * total(1, samples, lambda j: self.V(p, j) * self.w(j)), weights(p)),
                self.unit(p, low, shorter(p, high)),
            ),
        )
        flat = combine(eq(total(1, top, weights), 0), (1, same), (1, zero))
        position = at(
            whole_definition("diagonal.general-position"),
            top,
            top_low,
            top_high,
            lam(lambda p: self.i(p), INT),
            lam(self.sign, INT),
        )
        p, q = fresh(INT), fresh(INT)
        p_in, q_in = (le(1, p), le(p, top)), (le(1, q), le(q, top))
        p_low, p_high = map(assume, p_in)
        q_low, q_high = map(assume, q_in)
        ranges = conjoin(
            *(conjunct_at(self.inside, p, p_low, shorter(p, p_high), place) for place in range(2))
        )
        first = everywhere(p, ranges, *p_in)
        apart_ = at(self.once, p, p_low, shorter(p, p_high), q, q_low, shorter(q, q_high))
        second = everywhere(p, everywhere(q, apart_, *q_in), *p_in)
        edges = everywhere(p, conjunct_at(self.inside, p, p_low, shorter(p, p_high), 2), *p_in)
        independent = given(position, conjoin(first, second), edges)
        return given(at(independent, lam(weights, INT)), flat, w_rows)

    def too_many(self, more):
        """n + 1 <= m: n + 1 vectors with n entries are dependent."""
        n_low = linear(le(0, samples), samples_above())

        def use(g, found):
            size, g_rows = parts(found)

            def shorter(p, high):
                return linear(le(p, self.m), high, more)

            gone = self.at_list(
                samples + 1,
                linear(le(0, samples + 1), n_low),
                bound(le(samples + 1, samples + 1)),
                shorter,
                lambda p: g(p),
                written(columns(g), g_rows),
            )
            flat = zero_sum(
                vector(lambda p: g(p) ** 2),
                1,
                samples + 1,
                lambda p, low, high: combine(eq(g(p) ** 2, 0), (g(p), at(gone, p, low, high))),
            )
            return linear_false(self.goal, size, flat)

        def columns(g):
            """sum_p g_p V(p, j) = 0 for j = 1..n."""
            return within(
                1, samples, lambda j: eq(total(1, samples + 1, lambda p: g(p) * self.V(p, j)), 0)
            )

        return obtain(
            at(dependence(), samples, n_low, lam(lambda j, p: self.V(p, j), INT, INT)), use
        )

    def weight(self, p):
        """h at i(p), with the sign of s there."""
        return apply(self.h, (self.i(p),)) * self.sign(p)

    def row(self, j, j_low, j_high):
        """sum_p h_i(p) s_i(p) V(p, j) = 0: a row of X against h, over the list."""

        def f(r):
            return apply(self.h, (r,)) * X(r, j)

        r = fresh(INT)
        r_in = le(1, r), le(r, count)
        r_low, r_high = map(assume, r_in)
        no = negation(on_boundary(integral(self.k, r)))
        zero = ring_zero(eq(f(r), 0), self.off(r, r_low, r_high, assume(no)), X(r, j))
        vanish = everywhere(r, discharge(no, zero), *r_in)
        over = given(at(self.sums, lam(f, INT)), vanish)
        squares = summand_equal(
            vector(lambda p: self.weight(p) * self.V(p, j)),
            vector(lambda p: f(self.i(p))),
            1,
            self.m,
            lambda p, low, high: _squared(
                self.weight(p) * self.V(p, j),
                f(self.i(p)),
                self.sign(p),
                conjunct_at(self.inside, p, low, high, 2),
            ),
        )
        return combine(
            eq(total(1, self.m, lambda p: self.weight(p) * self.V(p, j)), 0),
            (1, squares),
            (1, over),
            (1, at(self.rows, j, j_low, j_high)),
        )

    def few(self, less):
        """m <= n: the difference of the minimisers, on the list."""
        j = fresh(INT)
        j_in = le(1, j), le(j, samples)
        gone = self.at_list(
            self.m,
            self.m_low,
            linear(le(self.m, samples + 1), less),
            lambda p, high: high,
            self.weight,
            everywhere(j, self.row(j, *map(assume, j_in)), *j_in),
        )
        q = fresh(INT)
        q_in = le(1, q), le(q, count)
        q_low, q_high = map(assume, q_in)
        wanted = eq(*(apply(one, (q,)) for one in self.minimisers))

        def on(edge):
            def from_place(p, p_known):
                p_low, p_high, same = parts(p_known)
                entry = self.no_entry(p, p_low, p_high, at(gone, p, p_low, p_high))
                moved = swap(entry, self.i(p), q, same, lambda t: eq(apply(self.h, (t,)), 0))
                return combine(wanted, (1, moved))

            return obtain(given(at(self.all_, q, q_low, q_high), edge), from_place)

        found = by_cases(
            on_boundary(integral(self.k, q)),
            on,
            lambda no_: combine(wanted, (1, self.off(q, q_low, q_high, no_))),
        )
        return everywhere(q, found, *q_in)

    def no_entry(self, p, low, high, none):
        """h at i(p) is 0, as it is times +-1."""
        entry = apply(self.h, (self.i(p),))

        def with_sign(one):
            return combine(eq(entry, 0), (1, none), (entry, one))

        return by_cases(conjunct_at(self.inside, p, low, high, 2), with_sign, with_sign)

    def agree(self) -> Theorem:
        """There are at most n coordinates on the boundary, and then the minimisers agree."""
        return by_cases(
            trichotomy(samples, self.m),
            lambda more: self.too_many(fact("discrete", more, n=samples, m=self.m)),
            lambda same: self.few(linear(le(self.m, samples), same)),
            lambda less: self.few(linear(le(self.m, samples), less)),
        )


def conjunct_at(theorem: Theorem, p: Term, low: Theorem, high: Theorem, place: int) -> Theorem:
    """One conjunct of a statement about p = 1..m."""
    whole = at(theorem, p, low, high)
    return conjunct(whole, whole.conclusion.args[place])


def ring_zero(goal: Term, zero: Theorem, factor: Term) -> Theorem:
    """h X = 0, from h = 0."""
    return combine(goal, (factor, zero))


def _squared(left: Term, right: Term, sign: Term, edge: Theorem) -> Theorem:
    """h s s X = h X, as s = +-1."""

    def with_sign(value):
        def case(same):
            return combine(eq(left, right), (right * (sign + num(value)), same))

        return case

    return by_cases(edge, with_sign(1), with_sign(-1))
