"""A volume of n columns grows at the sum of e_q^T M e_q over its frame, so at most like the n
largest singular values.

With K_qp = e_q (e_p' - M e_p), the columns give sum_p K_qp r_pk + r_qk' = 0. Below the diagonal r
rests at 0, so K_qk = 0 for k < q by induction on k, and then r_qq' = r_qq e_q M e_q.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.matrices.optima import any_frame
from theory.linear.letters import M, end
from theory.linear.letters.data import c, d
from theory.linear.letters.optima import frame_total, modes, sigma
from theory.linear.letters.volume import (
    a,
    e_a,
    e_w,
    r,
    slope_a,
    slope_r,
    slope_w,
    volume_rate,
    w,
)
from theory.proof.lemmas import inv, log, product_zero, trichotomy
from theory.proof.rules import Theorem, absurd, assume, conjunct, reflexive
from theory.proof.sums.any_range import slope_of_sum
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import only_inside
from theory.proof.sums.slopes import sum_derivative
from theory.proof.tactics import at as at_point
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    everywhere,
    fact,
    forall,
    fresh,
    induction,
    inverse,
    lam,
    nonzero,
    one_slope,
    slope_of_same,
    total,
    weaker,
)
from theory.proof.terms import INT, REAL, ZERO, Term, eq, implies, le, lt, num


@cache
def ends() -> tuple[Theorem, Theorem]:
    """0 <= T and T <= T."""
    return weaker(known("moving-columns")[0]), bound(le(end, end))


def frame_at(s: Term, inside: tuple[Theorem, Theorem]) -> list[Theorem]:
    """Orthonormal e, a and w as sums, r triangular, heights positive, at the time s."""
    every, *_ = known("column-frame")
    return [
        conjunct(one, part) for one in [at_point(every, s, *inside)] for part in one.conclusion.args
    ]


@cache
def now() -> list[Theorem]:
    """The same at T."""
    return frame_at(end, ends())


def same_slope(given: Theorem, own: Theorem) -> Theorem:
    """Two derivatives of one function at T are equal."""
    return one_slope(given, own, known("moving-columns")[0], *ends())


def pair(q, p) -> Term:
    """e_q^T (0, M; M^T, 0) e_p."""
    return total(
        1,
        c,
        lambda l: total(
            1,
            d,
            lambda m: M(l, m) * (e_a(l, q, end) * e_w(m, p, end) + e_a(l, p, end) * e_w(m, q, end)),
        ),
    )


def turn(q, p) -> Term:
    """e_q e_p'."""
    return total(1, c, lambda l: e_a(l, q, end) * slope_a(l, p)) + total(
        1, d, lambda m: e_w(m, q, end) * slope_w(m, p)
    )


def excess(q, p) -> Term:
    """K_qp = e_q (e_p' - M e_p)."""
    return turn(q, p) - pair(q, p)


def gram_rule() -> Theorem:
    """sum_l e_lp e_lq = delta_pq - the same sum over the inputs, as a rule."""
    frame = now()[0]
    p, q = fresh(INT, "p"), fresh(INT, "q")
    premises = (le(1, p), le(p, modes), le(1, q), le(q, modes))
    facts = list(map(assume, premises))
    own = at_point(frame, p, facts[0], facts[1], q, facts[2], facts[3])
    whole, unit = own.conclusion.args
    one, other = whole.args
    turned = combine(eq(one, unit - other), (1, own))
    return everywhere(p, everywhere(q, turned, *premises[2:]), *premises[:2])


def column_slope(which: int) -> Theorem:
    """for all (l, q): sum_p (e_lp' r_pq + e_lp r_pq') = (Z')_lq, both sides written out."""
    size, column, axis, slope = ((c, a, e_a, slope_a), (d, w, e_w, slope_w))[which]
    _, *moves = known("moving-columns")
    every, *slopes = known("column-frame")
    l, q = fresh(INT, "l"), fresh(INT, "q")
    premises = (le(1, l), le(l, size), le(1, q), le(q, modes))
    facts = list(map(assume, premises))
    place = (l, facts[0], facts[1], q, facts[2], facts[3])
    body = lambda s: total(1, modes, lambda p: axis(l, p, s) * r(p, q, s))
    own = sum_derivative(body, 0, end, end, ends(), slopes, facts)
    s = fresh()
    inside = (le(0, s), le(s, end))
    same = at_point(frame_at(s, tuple(map(assume, inside)))[1 + which], *place)
    moved = slope_of_same(
        lam(lambda s: column(l, q, s)), everywhere(s, same, *inside), own, *ends()
    )
    found = same_slope(at_point(moves[which], *place), moved)
    value = total(1, modes, lambda p: slope(l, p) * r(p, q, end) + axis(l, p, end) * slope_r(p, q))
    flat = same_sums(eq(found.conclusion.args[1], value), facts=facts)
    goal = eq(value, found.conclusion.args[0])
    return everywhere(
        l, everywhere(q, combine(goal, (1, found), (1, flat)), *premises[2:]), *premises[:2]
    )


def _along(which: int, q: Term, value: Callable) -> Term:
    """sum_l e_lq v_l at the end: a slope along e_q, of A (0) or of W (1)."""
    size, axis = ((c, e_a), (d, e_w))[which]
    return total(1, size, lambda l: axis(l, q, end) * value(which, l))


def _two_ways(which: int, q: Term, k: Term, facts: list[Theorem], ways) -> Theorem:
    """The slope of column k along e_q is the same in two ways."""
    size, axis = ((c, e_a), (d, e_w))[which]
    one, other = (lam(lambda l, v=v: axis(l, q, end) * v(which, l), INT) for v in ways)
    slope = column_slope(which)

    def proof_at(l, low, high):
        own = at_point(slope, l, low, high, k, facts[2], facts[3])
        return combine(eq(one(l), other(l)), (axis(l, q, end), own))

    return summand_equal(one, other, 1, size, proof_at)


def projected(q: Term, k: Term, facts: list[Theorem]) -> Theorem:
    """sum_p K_qp r_pk = -r_qk': the slope of column k along e_q, in two ways."""
    _, up, across, *_ = now()

    def spread(which, l) -> Term:
        axis, slope = ((e_a, slope_a), (e_w, slope_w))[which]
        return total(
            1, modes, lambda p: slope(l, p) * r(p, k, end) + axis(l, p, end) * slope_r(p, k)
        )

    def pulled(which, l) -> Term:
        if which:
            return total(1, c, lambda m: M(m, l) * a(m, k, end))
        return total(1, d, lambda m: M(l, m) * w(m, k, end))

    equal = [_two_ways(which, q, k, facts, (spread, pulled)) for which in (0, 1)]
    left = same_sums(
        eq(
            _along(0, q, spread) + _along(1, q, spread),
            total(1, modes, lambda p: turn(q, p) * r(p, k, end)) + slope_r(q, k),
        ),
        gram_rule(),
        facts=facts,
    )
    right = same_sums(
        eq(
            _along(0, q, pulled) + _along(1, q, pulled),
            total(1, modes, lambda p: pair(q, p) * r(p, k, end)),
        ),
        up,
        across,
        facts=facts,
    )
    whole = total(1, modes, lambda p: excess(q, p) * r(p, k, end))
    parts = same_sums(
        eq(
            whole,
            total(1, modes, lambda p: turn(q, p) * r(p, k, end))
            - total(1, modes, lambda p: pair(q, p) * r(p, k, end)),
        ),
        facts=facts,
    )
    return combine(
        eq(whole, -slope_r(q, k)), (1, parts), (1, left), (1, right), (1, equal[0]), (1, equal[1])
    )


def below_rests(q: Term, k: Term, facts: list[Theorem], less: Theorem) -> Theorem:
    """r_qk' = 0 for k < q: r_qk is 0 all the time."""
    *_, slopes = known("column-frame")
    s = fresh()
    inside = (le(0, s), le(s, end))
    zero = at_point(
        frame_at(s, tuple(map(assume, inside)))[3],
        q, facts[0], facts[1], k, facts[2], facts[3], less,
    )  # fmt: skip
    flat = fact("deriv-constant", y=ZERO, low=ZERO, high=end, at=end)
    rests = slope_of_same(lam(lambda s: r(q, k, s)), everywhere(s, zero, *inside), flat, *ends())
    given = at_point(slopes, q, facts[0], facts[1], k, facts[2], facts[3])
    return same_slope(given, rests)


def alone(q: Term, k: Term, facts: list[Theorem], before: Theorem) -> Theorem:
    """sum_p K_qp r_pk = K_qk r_kk, where before says K_qp = 0 for p < k."""
    _, _, _, triangular, _ = now()
    summand = lam(lambda p: excess(q, p) * r(p, k, end), INT)

    def zero(p, low, high, apart):
        goal = eq(summand(p), 0)

        def early(less):
            none = at_point(before, p, low, less)
            return combine(goal, (r(p, k, end), none))

        def late(more):
            none = at_point(triangular, p, low, high, k, facts[2], facts[3], more)
            return combine(goal, (excess(q, p), none))

        def same(equal):
            return absurd(at_point(apart, equal), goal)

        return by_cases(trichotomy(p, k), early, same, late)

    return only_inside(summand, k, 1, modes, facts[2], facts[3], zero)


def _vanishes(k) -> Term:
    """for all p <= k and all q > p: K_qp = 0."""
    return forall(
        lambda p: implies(
            le(1, p),
            le(p, k),
            forall(
                lambda q: implies(lt(p, q), le(q, modes), eq(excess(q, p), 0)),
                INT,
            ),
        ),
        INT,
    )


@cache
def vanishing() -> Theorem:
    """for all k >= 0: K_qp = 0 for p <= k, p < q."""
    p = fresh(INT, "p")
    outside = (le(1, p), le(p, ZERO))
    false = bound(lt(0, 0), (), [[assume(one)] for one in outside])
    inner = forall(lambda q: implies(lt(p, q), le(q, modes), eq(excess(q, p), 0)), INT)
    base = everywhere(p, contradiction(false, inner), *outside)

    def step(k, low, before):
        p, q = fresh(INT, "p"), fresh(INT, "q")
        outer, within = (le(1, p), le(p, k + 1)), (lt(p, q), le(q, modes))
        p_low, p_high = map(assume, outer)
        less, q_high = map(assume, within)
        q_low = bound(le(1, q), (), [[p_low], [less]])
        p_end = bound(le(p, modes), (), [[less], [q_high]])
        facts = [q_low, q_high, p_low, p_end]
        o = fresh(INT, "o")
        early = (le(1, o), lt(o, p))
        o_low, o_less = map(assume, early)
        o_high = bound(le(o, k), (), [[fact("discrete", o_less, n=o, m=p)], [p_high]])
        o_under = bound(lt(o, q), (), [[o_less], [less]])
        none = at_point(before, o, o_low, o_high, q, o_under, q_high)
        single = alone(q, p, facts, everywhere(o, none, *early))
        whole, still = projected(q, p, facts), below_rests(q, p, facts, less)
        above = at_point(now()[4], p, p_low, p_end)
        zero = combine(eq(r(p, p, end) * excess(q, p), 0), (1, single), (1, whole), (1, still))
        found = product_zero(zero, nonzero(r(p, p, end), [above]))
        return everywhere(p, everywhere(q, found, *within), *outer)

    return induction(_vanishes, ZERO, base, step)


@cache
def height_slope() -> Theorem:
    """for all q: r_qq' = e_q M e_q r_qq."""
    q = fresh(INT, "q")
    premises = (le(1, q), le(q, modes))
    low, high = map(assume, premises)
    facts = [low, high, low, high]
    o = fresh(INT, "o")
    early = (le(1, o), lt(o, q))
    o_low, o_less = map(assume, early)
    some = bound(le(0, q), (), [[low]])
    none = at_point(at_point(vanishing(), q, some), o, o_low, weaker(o_less), q, o_less, high)
    single = alone(q, q, facts, everywhere(o, none, *early))
    whole, still = projected(q, q, facts), at_point(frame_rests(), q, low, high)
    height = r(q, q, end)
    goal = eq(slope_r(q, q), pair(q, q) * height)
    return everywhere(q, combine(goal, (1, single), (1, whole), (height, still)), *premises)


@cache
def frame_rests() -> Theorem:
    """for all q: e_q e_q' = 0, since |e_q| = 1 all the time."""
    q = fresh(INT, "q")
    premises = (le(1, q), le(q, modes))
    facts = list(map(assume, premises))
    _, *slopes = known("column-frame")
    s = fresh()
    inside = (le(0, s), le(s, end))
    place = (q, *facts, q, *facts)
    unit = at_point(frame_at(s, tuple(map(assume, inside)))[0], *place)
    one = fact("ite-true", reflexive(q), P=eq(q, q), z=num(1), w=ZERO)
    size = combine(eq(unit.conclusion.args[0], 1), (1, unit), (1, one))
    body = lambda s: (
        total(1, c, lambda l: e_a(l, q, s) * e_a(l, q, s))
        + total(1, d, lambda m: e_w(m, q, s) * e_w(m, q, s))
    )
    flat = fact("deriv-constant", y=num(1), low=ZERO, high=end, at=end)
    rests = slope_of_same(lam(body), everywhere(s, size, *inside), flat, *ends())
    own = sum_derivative(body, 0, end, end, ends(), slopes, facts)
    zero = same_slope(rests, own)
    same = same_sums(eq(own.conclusion.args[3], 2 * turn(q, q)), facts=facts)
    found = combine(eq(turn(q, q), 0), (num(1, 2), zero), (num(1, 2), same))
    return everywhere(q, found, *premises)


@proof("linear.volume-growth")
def volume_growth() -> Theorem:
    """(log volume)' = sum_q r_qq'/r_qq = sum_q e_q M e_q, twice the total utility of a frame."""
    *_, slopes = known("column-frame")
    positive_heights = now()[4]
    (given,) = known("volume")
    summand = lam(lambda q, s: log(r(q, q, s)), INT, REAL)
    value = lam(lambda q: inv(r(q, q, end)) * slope_r(q, q), INT)

    def proof_at(q, low, high):
        above = at_point(positive_heights, q, low, high)
        own = at_point(slopes, q, low, high, q, low, high)
        return derivative(lambda s: log(r(q, q, s)), 0, end, end, [own], [above])

    own = slope_of_sum(summand, value, 1, modes, (ZERO, end, end), ends(), proof_at)
    rate = same_slope(given, own)
    pairs = lam(lambda q: pair(q, q), INT)

    def height(q, low, high):
        above = at_point(positive_heights, q, low, high)
        back = inverse(r(q, q, end), [above])
        slope = at_point(height_slope(), q, low, high)
        return combine(eq(value(q), pairs(q)), (inv(r(q, q, end)), slope), (pair(q, q), back))

    listed = summand_equal(value, pairs, 1, modes, height)
    frame = [lam(lambda k, q: one(k, q, end), INT, INT) for one in (e_a, e_w)]
    doubled = same_sums(
        eq(total(1, modes, lambda q: pair(q, q)), 2 * frame_total(frame[0], frame[1], modes))
    )
    most = at_point(any_frame(), *frame, now()[0])
    return bound(
        le(volume_rate, total(1, modes, lambda q: sigma(q))),
        [rate, listed, doubled],
        [[most]],
    )
