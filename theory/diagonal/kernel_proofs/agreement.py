"""Two minimisers agree, for inputs in general position.

The integrals are s = X w. Coordinates with s_i = +-1 have s_i x_i on the hyperplane <x, w> = 1: n +
1 of them would be affinely dependent, so there are at most n; and two minimisers differ by a vector
of the kernel of X, an affine dependence of theirs.
"""

from __future__ import annotations

from theory.diagonal.kernel_proofs.kuhn_tucker import swap
from theory.diagonal.kernel_proofs.minimisers import (
    integrals_in_range,
    paired,
    same_predictions,
)
from theory.diagonal.kernel_proofs.successive import inward_everywhere, linear_false
from theory.diagonal.letters.regression import X, apart, count, long, samples, samples_above, vector
from theory.diagonal.letters.staircase import each, integral, on_boundary
from theory.proof.lemmas import trichotomy
from theory.proof.lemmas.enumeration import list_of, parts_of
from theory.proof.lemmas.inner_products import within
from theory.proof.lemmas.linear_dependence import dependence
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, absurd, assume, conjoin, conjunct, discharge, disjoin
from theory.proof.sums.any_range import zero_sum
from theory.proof.sums.finite import scaled, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
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
                return _finish(goal, c, b, h, k, w, in_image, m, i, parts_of(known), rows, off)

            return obtain(rest, with_list)

        return obtain(list_of(active, count, d_low), with_m)

    return obtain(at(integrals_in_range(), k, k_low, k_high), with_w)


def disjoined(s: Term, found: Theorem) -> Theorem:
    """s = 1 or s = -1, from one of them."""
    return disjoin(on_boundary(s), found)


def _finish(goal, c, b, h, k, w, in_image, m, i, known, rows, off) -> Theorem:
    m_low, inside, once, all_, sums = known
    (general,) = [whole_definition("diagonal.general-position")]

    def sign(p):
        return integral(k, i(p))

    def V(p, j):
        return sign(p) * X(i(p), j)

    def unit(p, low, high):
        """sum_j V(p, j) w_j = s^2 = 1."""
        first, last, edge = (conjunct_at(inside, p, low, high, place) for place in range(3))
        image = at(in_image, i(p), first, last)
        out = summand_equal(
            vector(lambda j: V(p, j) * w(j)),
            vector(lambda j: sign(p) * (X(i(p), j) * w(j))),
            1,
            samples,
            lambda j, *_: ring(eq(V(p, j) * w(j), sign(p) * (X(i(p), j) * w(j)))),
        )
        factor = scaled(sign(p), vector(lambda j: X(i(p), j) * w(j)), 1, samples, long())
        one = by_cases(
            edge,
            lambda same: combine(eq(sign(p) ** 2, 1), (sign(p) + 1, same)),
            lambda same: combine(eq(sign(p) ** 2, 1), (sign(p) - 1, same)),
        )
        return combine(
            eq(total(1, samples, lambda j: V(p, j) * w(j)), 1),
            (1, out),
            (1, factor),
            (sign(p), image),
            (1, one),
        )

    def at_list(top, top_low, top_high, shorter, weights, w_rows):
        """All weights of an affine dependence of the first ``top`` vanish; their sum is 0."""
        zero = paired(weights, V, w, top, linear(le(1, top + 1), top_low), w_rows)
        same = summand_equal(
            vector(lambda p: weights(p) * total(1, samples, lambda j: V(p, j) * w(j))),
            vector(weights),
            1,
            top,
            lambda p, low, high: ring(
                eq(weights(p) * total(1, samples, lambda j: V(p, j) * w(j)), weights(p)),
                unit(p, low, shorter(p, high)),
            ),
        )
        flat = combine(eq(total(1, top, weights), 0), (1, same), (1, zero))
        position = at(general, top, top_low, top_high, lam(lambda p: i(p), INT), lam(sign, INT))
        p, q = fresh(INT), fresh(INT)
        p_in, q_in = (le(1, p), le(p, top)), (le(1, q), le(q, top))
        p_low, p_high = map(assume, p_in)
        q_low, q_high = map(assume, q_in)
        ranges = conjoin(
            *(conjunct_at(inside, p, p_low, shorter(p, p_high), place) for place in range(2))
        )
        first = everywhere(p, ranges, *p_in)
        apart_ = at(once, p, p_low, shorter(p, p_high), q, q_low, shorter(q, q_high))
        second = everywhere(p, everywhere(q, apart_, *q_in), *p_in)
        edges = everywhere(p, conjunct_at(inside, p, p_low, shorter(p, p_high), 2), *p_in)
        independent = given(position, conjoin(first, second), edges)
        return given(at(independent, lam(weights, INT)), flat, w_rows)

    def too_many(more):
        """n + 1 <= m: n + 1 vectors with n entries are dependent."""
        n_low = linear(le(0, samples), samples_above())

        def use(g, found):
            size, g_rows = parts(found)

            def shorter(p, high):
                return linear(le(p, m), high, more)

            gone = at_list(
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
            return linear_false(goal, size, flat)

        def columns(g):
            """sum_p g_p V(p, j) = 0 for j = 1..n."""
            return within(
                1, samples, lambda j: eq(total(1, samples + 1, lambda p: g(p) * V(p, j)), 0)
            )

        return obtain(at(dependence(), samples, n_low, lam(lambda j, p: V(p, j), INT, INT)), use)

    def few(less):
        """m <= n: the difference of the minimisers, on the list."""

        def weights(p):
            return apply(h, (i(p),)) * sign(p)

        j = fresh(INT)
        j_in = le(1, j), le(j, samples)
        j_low, j_high = map(assume, j_in)

        def f(r):
            return apply(h, (r,)) * X(r, j)

        r = fresh(INT)
        r_in = le(1, r), le(r, count)
        r_low, r_high = map(assume, r_in)
        no = negation(on_boundary(integral(k, r)))
        zero = ring_zero(eq(f(r), 0), off(r, r_low, r_high, assume(no)), X(r, j))
        vanish = everywhere(r, discharge(no, zero), *r_in)
        over = given(at(sums, lam(f, INT)), vanish)
        squares = summand_equal(
            vector(lambda p: weights(p) * V(p, j)),
            vector(lambda p: f(i(p))),
            1,
            m,
            lambda p, low, high: _squared(
                weights(p) * V(p, j), f(i(p)), sign(p), conjunct_at(inside, p, low, high, 2)
            ),
        )
        row_ = combine(
            eq(total(1, m, lambda p: weights(p) * V(p, j)), 0),
            (1, squares),
            (1, over),
            (1, at(rows, j, j_low, j_high)),
        )
        gone = at_list(
            m,
            m_low,
            linear(le(m, samples + 1), less),
            lambda p, high: high,
            weights,
            everywhere(j, row_, *j_in),
        )
        q = fresh(INT)
        q_in = le(1, q), le(q, count)
        q_low, q_high = map(assume, q_in)
        wanted = eq(apply(c, (q,)), apply(b, (q,)))

        def on(edge):
            def use(p, p_known):
                p_low, p_high, same = parts(p_known)
                none = at(gone, p, p_low, p_high)
                there = conjunct_at(inside, p, p_low, p_high, 2)
                entry = by_cases(
                    there,
                    lambda one: combine(
                        eq(apply(h, (i(p),)), 0), (1, none), (apply(h, (i(p),)), one)
                    ),
                    lambda one: combine(
                        eq(apply(h, (i(p),)), 0), (1, none), (apply(h, (i(p),)), one)
                    ),
                )
                moved = swap(entry, i(p), q, same, lambda t: eq(apply(h, (t,)), 0))
                return combine(wanted, (1, moved))

            return obtain(given(at(all_, q, q_low, q_high), edge), use)

        found = by_cases(
            on_boundary(integral(k, q)),
            on,
            lambda no_: combine(wanted, (1, off(q, q_low, q_high, no_))),
        )
        return everywhere(q, found, *q_in)

    return by_cases(
        trichotomy(samples, m),
        lambda more: too_many(fact("discrete", more, n=samples, m=m)),
        lambda same: few(linear(le(m, samples), same)),
        lambda less: few(linear(le(m, samples), less)),
    )


def whole_definition(name: str) -> Theorem:
    """A definition as a hypothesis."""
    return assume(DEFINITIONS[name].statement)


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
