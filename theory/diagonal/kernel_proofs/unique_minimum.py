"""The constrained minimiser is unique for inputs in general position.

The integrals are s = X w. Coordinates with s_i = +-1 have s_i x_i on the hyperplane <x, w> = 1: n + 1
of them would be affinely dependent, so there are at most n; and two minimisers differ by a vector of
the kernel of X, an affine dependence of theirs.
"""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.alternating import _inside
from theory.diagonal.kernel_proofs.cost_limit import one_sample_low
from theory.diagonal.kernel_proofs.data import sized
from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.kuhn_tucker import swap
from theory.diagonal.kernel_proofs.successive import at_argmin, inward_everywhere, linear_false
from theory.diagonal.kernel_regression import (
    X,
    apart,
    count,
    curvature,
    expansion,
    gradient,
    long,
    predicted,
    samples,
    samples_above,
    vector,
    wide,
    y,
)
from theory.diagonal.kernel_staircase_letters import (
    coefficient,
    each,
    integral,
    jumps,
    on_boundary,
    pause,
    row,
)
from theory.diagonal.kernel_unique_letters import listed_best, minimisers, stage
from theory.proof.dependence import WEIGHTS, dependence
from theory.proof.enumeration import list_of, parts_of
from theory.proof.lemmas import inv, trichotomy
from theory.proof.linear import linear
from theory.proof.rules import Theorem, absurd, assume, conjoin, conjunct, discharge, witness
from theory.proof.sums import added, constant_sum, exchanged, scaled, summand_equal
from theory.proof.sums_order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    given,
    induction,
    lam,
    obtain,
    parts,
    put,
    ring,
    symmetric,
    total,
)
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    apply,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    num,
    var,
)

NAME = "diagonal.algorithm-any-argmin"


# --- the integrals are X w ------------------------------------------------------------------------
def in_range(k: Term) -> Term:
    """There is a w with s_i = sum_j X_ij w_j for all i, on plateau k."""
    return exists(
        lambda w: each(lambda i: eq(integral(k, i), total(1, samples, lambda j: X(i, j) * w(j)))),
        WEIGHTS,
    )


@cache
def integrals_in_range() -> Theorem:
    """s' = s - t X (f - y)/n."""
    *_, start, steps = defined(NAME)

    def base():
        i, inside, low, high = _inside()
        zero = parts(at(start, i, low, high))[0]
        w = lam(lambda j: ZERO, INT)
        summand = vector(lambda j: X(i, j) * ZERO)
        flat = summand_equal(
            summand, vector(lambda j: ZERO), 1, samples, lambda j, *_: ring(eq(X(i, j) * ZERO, 0))
        )
        none = constant_sum(ZERO, 1, samples, long())
        own = combine(
            eq(integral(ZERO, i), total(1, samples, lambda j: X(i, j) * ZERO)),
            (1, zero),
            (1, flat),
            (1, none),
        )
        found = witness(in_range(ZERO), w, everywhere(i, own, *inside))
        return discharge(le(0, jumps), found)

    def step(k, k_low, now):
        more = assume(le(k + 1, jumps))
        before = given(now, linear(le(k, jumps), more))
        moving = parts(at(steps, k, k_low, more))[4]

        def use(w, known):
            b = row(coefficient, k)

            def error(j):
                return predicted(b, j) - y(j)

            def new(j):
                return w(j) + -(pause(k) * inv(samples)) * error(j)

            i, inside, low, high = _inside()
            old = vector(lambda j: X(i, j) * w(j))
            pull = vector(lambda j: X(i, j) * error(j))
            change = vector(lambda j: -(pause(k) * inv(samples)) * apply(pull, (j,)))
            whole = summand_equal(
                vector(lambda j: X(i, j) * new(j)),
                vector(lambda j: apply(old, (j,)) + apply(change, (j,))),
                1,
                samples,
                lambda j, *_: ring(eq(X(i, j) * new(j), apply(old, (j,)) + apply(change, (j,)))),
            )
            split = added(old, change, 1, samples, long())
            out = scaled(-(pause(k) * inv(samples)), pull, 1, samples, long())
            own = combine(
                eq(integral(k + 1, i), total(1, samples, lambda j: X(i, j) * new(j))),
                (1, at(moving, i, low, high)),
                (1, at(known, i, low, high)),
                (1, whole),
                (1, split),
                (1, out),
            )
            return witness(in_range(k + 1), lam(new, INT), everywhere(i, own, *inside))

        return discharge(more.conclusion, obtain(before, use))

    return induction(lambda k: implies(le(k, jumps), in_range(k)), ZERO, base(), step)


@cache
def _paired() -> Theorem:
    """sum_p g_p sum_j V(p, j) w_j = 0, where sum_p g_p V(p, j) = 0 for all j = 1..n."""
    g, w = function("g", INT, REAL), function("w", INT, REAL)
    V, m, n = function("V", INT, INT, REAL), var("m", INT), var("n", INT)
    m_low, n_low = le(1, m + 1), le(1, n + 1)
    rows = forall(
        lambda j: implies(le(1, j), le(j, n), eq(total(1, m, lambda p: g(p) * V(p, j)), 0)), INT
    )
    first = summand_equal(
        lam(lambda p: g(p) * total(1, n, lambda j: V(p, j) * w(j)), INT),
        lam(lambda p: total(1, n, lambda j: g(p) * (V(p, j) * w(j))), INT),
        1,
        m,
        lambda p, *_: symmetric(
            scaled(g(p), lam(lambda j: V(p, j) * w(j), INT), 1, n, assume(n_low))
        ),
    )
    turned = exchanged(
        lam(lambda p, j: g(p) * (V(p, j) * w(j)), INT, INT),
        1,
        m,
        1,
        n,
        assume(m_low),
        assume(n_low),
    )

    def column(j, low, high):
        own = lam(lambda p: g(p) * V(p, j), INT)
        same = summand_equal(
            lam(lambda p: g(p) * (V(p, j) * w(j)), INT),
            lam(lambda p: w(j) * (g(p) * V(p, j)), INT),
            1,
            m,
            lambda p, *_: ring(eq(g(p) * (V(p, j) * w(j)), w(j) * (g(p) * V(p, j)))),
        )
        out = scaled(w(j), own, 1, m, assume(m_low))
        zero = at(assume(rows), j, low, high)
        return combine(
            eq(total(1, m, lambda p: g(p) * (V(p, j) * w(j))), 0),
            (1, same),
            (1, out),
            (w(j), zero),
        )

    columns = summand_equal(
        lam(lambda j: total(1, m, lambda p: g(p) * (V(p, j) * w(j))), INT),
        lam(lambda j: ZERO, INT),
        1,
        n,
        column,
    )
    none = constant_sum(ZERO, 1, n, assume(n_low))
    found = combine(
        eq(total(1, m, lambda p: g(p) * total(1, n, lambda j: V(p, j) * w(j))), 0),
        (1, first),
        (1, turned),
        (1, columns),
        (1, none),
    )
    for premise in (rows, n_low, m_low):
        found = discharge(premise, found)
    return found


def paired(g, V, w, m, m_low: Theorem, rows: Theorem) -> Theorem:
    """The same for these vectors; 1 <= m + 1."""
    made = put(_paired(), g=lam(g, INT), V=lam(V, INT, INT), w=lam(w, INT), m=m, n=samples)
    return given(made, m_low, long(), rows)


# --- two minimisers -------------------------------------------------------------------------------
def same_predictions(c: Term, b: Term, cases: tuple) -> Theorem:
    """for all j: sum_i (c_i - b_i) X_ij = 0, for two minimisers."""
    k, range_, c_best, b_best = cases
    h = apart(c, b)

    def s(i):
        return integral(k, i)

    def slopes(i, low, high):
        up, down, rest, here = at_argmin(b, i, s, low, high, b_best)
        own, other = apply(b, (i,)), apply(c, (i,))
        g = gradient(b, i)
        goal = le(0, g * (other - own))
        mine, its = parts(here), parts(at(c_best[0], i, low, high))
        s_low, s_high, *_ = parts(at(range_, i, low, high))

        def edge(sign):
            def shown(found):
                inward = given(up if sign > 0 else down, found)
                size = given(its[0 if sign > 0 else 1], found)
                return linear(goal, rest, products=[[inward, size]])

            return shown

        def inner(more):
            return by_cases(
                trichotomy(s(i), ONE),
                lambda less: bound(goal, [given(mine[2], more, less), given(its[2], more, less)]),
                edge(1),
                lambda far: linear_false(goal, far, s_high),
            )

        return by_cases(
            trichotomy(num(-1), s(i)),
            inner,
            lambda same: edge(-1)(symmetric(same)),
            lambda less: linear_false(goal, less, s_low),
        )

    grown = nonnegative_sum(
        vector(lambda i: gradient(b, i) * apply(h, (i,))), 1, count, wide(), slopes
    )
    smaller = given(at(c_best[1], b), b_best[0])
    flat = linear(le(curvature(h), 0), expansion(c, b), grown, smaller)
    j = fresh(INT)
    inside = le(1, j), le(j, samples)
    low, high = map(assume, inside)
    square = predicted(h, j) ** 2
    thin = fact("inverse-positive", samples_above(), x=samples)
    part = one_sample_low(h, j, low, high)
    goal = eq(predicted(h, j), 0)

    def no(ordered):
        return absurd(linear(FALSE, flat, part, products=[[thin, ordered, ordered]]), goal)

    assert square is not None
    found = by_cases(
        trichotomy(predicted(h, j)),
        lambda less: no(linear(lt(0, -predicted(h, j)), less)),
        lambda same: same,
        no,
    )
    return everywhere(j, found, *inside)


def agree(c: Term, b: Term, k: Term, k_low, k_high, c_best, b_best) -> Theorem:
    """Two minimisers have equal entries."""
    range_ = at(inward_everywhere(NAME), k, k_low, k_high)
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
    from theory.proof.rules import disjoin

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
            some, g_rows = parts(found)

            def shorter(p, high):
                return linear(le(p, m), high, more)

            gone = at_list(
                samples + 1,
                linear(le(0, samples + 1), n_low),
                bound(le(samples + 1, samples + 1)),
                shorter,
                lambda p: g(p),
                g_rows,
            )

            def clash(p, p_known):
                p_low, p_high, differs = parts(p_known)
                return absurd(given(differs, at(gone, p, p_low, p_high)), goal)

            return obtain(some, clash)

        return obtain(at(dependence(), samples, n_low, lam(V, INT, INT)), use)

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
    from theory.proof.letters import DEFINITIONS

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

    def shown(value):
        def case(same):
            return combine(eq(left, right), (right * (sign + num(value)), same))

        return case

    return by_cases(edge, shown(1), shown(-1))


@proof("diagonal.unique-minimum")
def unique_minimum() -> Theorem:
    """The algorithm's own minimiser is one, and any two agree."""
    k_low, k_high, n_low, every, once, complete = defined("diagonal.number-of-minimisers")
    k = stage
    steps = defined(NAME)[-1]
    before = k + num(-1)
    own = parts(
        at(steps, before, linear(le(0, before), k_low), linear(le(before + 1, jumps), k_high))
    )[5:]
    at_k = [_moved(one, k) for one in own]
    goal = eq(minimisers, 1)

    def exists_one(q, known):
        low, high, _ = parts_three(known)
        return linear(le(1, minimisers), low, high)

    found = given(at(complete, row(coefficient, k)), conjoin(*at_k))
    some = obtain(found, exists_one)

    def several(more):
        two = fact("discrete", more, n=ONE, m=minimisers)
        first = at(every, ONE, bound(le(1, 1)), some)
        second = at(every, num(2), bound(le(1, 2)), linear(le(2, minimisers), two))
        one, other = (vector(lambda i, q=q: listed_best(num(q), i)) for q in (1, 2))
        same = agree(
            one,
            other,
            k,
            linear(le(0, k), k_low),
            k_high,
            [conjunct(first, x) for x in first.conclusion.args],
            [conjunct(second, x) for x in second.conclusion.args],
        )
        equal = given(
            at(
                once,
                ONE,
                bound(le(1, 1)),
                some,
                num(2),
                bound(le(1, 2)),
                linear(le(2, minimisers), two),
            ),
            same,
        )
        return absurd(linear(FALSE, equal), goal)

    whole = by_cases(
        trichotomy(ONE, minimisers),
        several,
        lambda same: linear(goal, same),
        lambda less: linear_false(goal, less, some),
    )
    return sized(whole, defined(NAME)[:2])


def parts_three(known: Theorem) -> list[Theorem]:
    """The conjuncts, not those inside them."""
    return [conjunct(known, one) for one in known.conclusion.args]


def _moved(theorem: Theorem, k: Term) -> Theorem:
    """k - 1 + 1 written as k."""
    from theory.proof.polynomials import normal
    from theory.proof.tactics import written

    return written(normal(theorem.conclusion), theorem)
