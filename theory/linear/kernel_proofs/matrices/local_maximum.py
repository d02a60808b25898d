"""One vector on the sphere: a local maximum of a^T M w is the largest singular value, halved.

From a point with a smaller utility the way to the top pair goes up at once: with theta' =
(theta + s e)/n, n^2 = 1 + 2 s k + s^2, k = <theta, e> and s k >= 0 the utility grows by
(sigma_1/2 - U)(2 s k + s^2)/n^2, and |theta' - theta|^2 <= s^2.
"""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.flow.balance import half_of_two
from theory.linear.kernel_proofs.matrices.optima import frame_bound, system
from theory.linear.letters import HALVED
from theory.linear.letters.data import c, d
from theory.linear.letters.optima import (
    VECTOR,
    U_local,
    a_top,
    frame_total,
    framed,
    left,
    paired,
    right,
    sigma,
    sigma_top,
    size,
    squares,
    w_top,
)
from theory.proof.lemmas import HALF, inv, sqrt, trichotomy
from theory.proof.rules import Theorem, assume, discharge, generalise, order
from theory.proof.sums.any_range import counted
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    everywhere,
    fact,
    fresh,
    from_premises,
    given,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    put,
    total,
    weaker,
    written,
)
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, num, substituted, var


def at_least_one_mode() -> Theorem:
    """1 <= min(c, d)."""
    (own,) = known("rank")

    def at_least(one):
        more = fact("discrete", assume(lt(0, one)), n=ZERO, m=one)
        return bound(le(1, one), (), [[more]])

    def is_first(ordered):
        same = fact("min-left", ordered, x=c, y=d)
        return bound(le(1, size), [own, same], [[at_least(c)]])

    def is_second(ordered):
        same = fact("min-right", ordered, x=c, y=d)
        return bound(le(1, size), [own, same], [[at_least(d)]])

    return by_cases(
        trichotomy(c, d),
        lambda less: is_first(weaker(less)),
        lambda same: is_first(order(le(c, d), ((num(1), same),), ())),
        lambda more: is_second(weaker(more)),
    )


@cache
def sphere_bound() -> Theorem:
    """for all (a, w) on the sphere: a^T M w <= sigma_1/2; a frame of one vector."""
    top = at_least_one_mode()
    one_a, one_w = var("a'", VECTOR), var("w'", VECTOR)
    unit = assume(eq(squares(one_a, one_w), 1))
    a, w = lam(lambda l, i: one_a(l), INT, INT), lam(lambda q, i: one_w(q), INT, INT)
    every = given(put(frame_bound(), **{"count'": ONE}), bound(le(0, ONE)), top)
    i, j = fresh(INT, "i"), fresh(INT, "j")
    premises = (le(1, i), le(i, ONE), le(1, j), le(j, ONE))
    low_i, high_i, low_j, high_j = map(assume, premises)
    own = framed(a, w, ONE)
    entry = at(assume(own), i, low_i, high_i, j, low_j, high_j).conclusion
    same = fact(
        "antisymmetric",
        bound(le(i, j), (), [[high_i], [low_j]]),
        bound(le(j, i), (), [[high_j], [low_i]]),
        x=i,
        y=j,
    )
    delta_one = fact("ite-true", same, P=eq(i, j), z=ONE, w=ZERO)
    value = combine(entry, (1, unit), (1, delta_one))
    frame = written(own, everywhere(i, everywhere(j, value, *premises[2:]), *premises[:2]))
    most = at(every, a, w, frame)
    once = counted(1, ONE, bound(le(1, ONE + 1)))
    utility = paired(one_a, one_w)
    flat = same_sums(eq(frame_total(a, w, ONE), utility * total(1, ONE, lambda i: ONE)))
    flat = combine(eq(frame_total(a, w, ONE), utility), (1, flat), (utility, once))
    step = fact("sum-step", bound(le(ONE, ZERO + 1)), n=ONE, m=ZERO, s=lam(lambda q: sigma(q), INT))
    none = fact("sum-empty", bound(lt(ZERO, ONE)), n=ONE, m=ZERO, s=lam(lambda q: sigma(q), INT))
    single = written(
        eq(total(1, ONE, lambda q: sigma(q)), sigma(ONE)),
        combine(eq(total(1, ZERO + 1, lambda q: sigma(q)), sigma(ZERO + 1)), (1, step), (1, none)),
    )
    found = bound(le(utility, HALF * sigma(ONE)), [flat, single], [[most]])
    return generalise(generalise(discharge(unit.conclusion, found), one_w), one_a)


g_, s_, t_, U_, V_, top_, n_ = map(var, ("g'", "s'", "t'", "U'", "V'", "top'", "n'"))


@cache
def _uphill() -> Theorem:
    """V = g^2 (U + 2 m t + m s^2) is above U < m, where g^2 (1 + 2 t + s^2) = 1."""
    premises = (
        eq(g_**2 * (1 + 2 * t_ + s_**2), 1),
        eq(V_, g_**2 * (U_ + 2 * top_ * t_ + top_ * s_**2)),
        le(V_, U_),
        lt(U_, top_),
        le(0, t_),
        lt(0, s_),
        lt(0, g_),
    )

    def proof_from(unit, value, most, less, t_low, s_above, g_above):
        products = (
            (ONE, (less, g_above, g_above, s_above, s_above), ONE),
            (num(2), (less, t_low), g_),
            (ONE, (most,), ONE),
        )
        pairs = ((num(-1), value), (-U_, unit))
        return order(lt(ZERO, ZERO), pairs, products)

    return from_premises(proof_from, *premises)


@cache
def _close() -> Theorem:
    """2 - 2 g (1 + t) <= s^2, where n^2 = 1 + 2 t + s^2, g n = 1, t >= 0."""
    premises = (
        eq(n_**2, 1 + 2 * t_ + s_**2),
        eq(g_ * n_, 1),
        le(0, t_),
        lt(0, g_),
    )

    def proof_from(square, unit, t_low, g_above):
        whole = 1 + 2 * t_ + s_**2
        twice = bound(le(2 * n_, whole + 1), [square], [], [n_ - 1])
        first = bound(le(2, g_ * (whole + 1)), [unit], [[g_above, twice]])
        one = combine(eq(g_**2 * whole, 1), (g_**2, square), (1 + g_ * n_, unit))
        small = order(le(g_**2, 1), ((num(1), one),), ((num(2), (t_low,), g_), (ONE, (), s_ * g_)))
        less = bound(le(g_, 1), (), [[small]], [g_ - 1])
        return bound(le(2 - 2 * g_ * (1 + t_), s_**2), (), [[first], ([less], s_)])

    return from_premises(proof_from, *premises)


def _pulled(sign: int):
    """(theta + s e) g, entry by entry, e = sign (u_1, v_1)/sqrt(2)."""
    a = lam(lambda l: g_ * (a_top(l) + s_ * (sign * HALVED * left(l, 1))), INT)
    w = lam(lambda q: g_ * (w_top(q) + s_ * (sign * HALVED * right(q, 1))), INT)
    return a, w


def _cosine(sign: int) -> Term:
    """<theta, e>."""
    along = total(1, c, lambda l: left(l, 1) * a_top(l))
    across = total(1, d, lambda q: right(q, 1) * w_top(q))
    return sign * HALVED * (along + across)


def _moved(sign: int, unit: Theorem, top: Theorem) -> tuple[Theorem, Theorem, Theorem]:
    """Norm, distance and utility of the point pulled towards the top pair, for any s and g."""
    orth_u, orth_v, matrix, *_ = system()
    facts, half = [top], half_of_two()
    a, w = _pulled(sign)
    rise = s_ * _cosine(sign)
    both = 2 * HALVED**2
    size_ = squares(a_top, w_top)
    norm = same_sums(
        eq(squares(a, w), g_**2 * (size_ + 2 * rise + both * s_**2)), orth_u, orth_v, facts=facts
    )
    gap = same_sums(
        eq(
            squares(lambda l: a(l) - a_top(l), lambda q: w(q) - w_top(q)),
            g_**2 * (size_ + 2 * rise + both * s_**2) - 2 * g_ * (size_ + rise) + size_,
        ),
        orth_u,
        orth_v,
        facts=facts,
    )
    gain = same_sums(
        eq(
            paired(a, w),
            g_**2 * (paired(a_top, w_top) + sigma(1) * rise + sigma(1) * HALVED**2 * s_**2),
        ),
        orth_u,
        orth_v,
        matrix,
        facts=facts,
    )
    return (
        combine(
            eq(squares(a, w), g_**2 * (1 + 2 * rise + s_**2)),
            (1, norm), (g_**2, unit), (2 * g_**2 * s_**2, half),
        ),
        combine(
            eq(
                gap.conclusion.args[0],
                g_**2 * (1 + 2 * rise + s_**2) - 2 * g_ * (1 + rise) + 1,
            ),
            (1, gap), (g_**2 - 2 * g_ + 1, unit), (2 * g_**2 * s_**2, half),
        ),
        combine(
            eq(
                paired(a, w),
                g_**2
                * (paired(a_top, w_top) + sigma(1) * rise + HALF * sigma(1) * s_**2),
            ),
            (1, gain), (sigma(1) * g_**2 * s_**2, half),
        ),
    )  # fmt: skip


def _higher(sign, near: Theorem, radius: Term, cosine: Theorem, unit, top, less) -> Theorem:
    """0 < 0, where U < sigma_1/2 and <theta, e> >= 0; ``near``: no close point is higher."""
    above, every = parts(near)
    s = radius * inv(1 + radius)
    scale = bound(lt(0, 1 + radius), (), [[above]])
    s_above = positive(s, [above, scale])
    cleared = inverse(1 + radius, [scale])
    rise = s * _cosine(sign)
    rise_low = bound(le(0, rise), (), [[s_above, cosine]], exact=True)
    whole = 1 + 2 * rise + s**2
    n, g = sqrt(whole), inv(sqrt(whole))
    whole_above = order(
        lt(0, whole), (), ((ONE, (), ONE), (num(2), (rise_low,), ONE), (ONE, (), s))
    )
    square = fact("sqrt-square", weaker(whole_above), x=whole)
    n_above = positive(n, [whole_above])
    g_above = positive(g, [n_above])
    g_unit = combine(eq(g * n, 1), (1, inverse(n, [n_above])))
    values = {"s'": s, "g'": g, "t'": rise}
    norm, gap, gain = (put(one, **{"s'": s, "g'": g}) for one in _moved(sign, unit, top))
    one = combine(eq(g**2 * whole, 1), (g**2, square), (1 + g * n, g_unit))
    close = given(put(_close(), **values, **{"n'": n}), square, g_unit, rise_low, g_above)
    s_small = _small(radius, above, scale, cleared)
    a, w = (substituted(part, {s_: s, g_: g}) for part in _pulled(sign))
    on_sphere = combine(eq(norm.conclusion.args[0], 1), (1, norm), (1, one))
    nearer = order(
        lt(gap.conclusion.args[0], radius),
        ((num(1), gap), (num(1), one)),
        ((ONE, (close,), ONE), (ONE, (s_small,), ONE)),
    )
    most = at(every, a, w, on_sphere, nearer)
    value = known("local-maximum")[1]
    utility = paired(a_top, w_top)
    below = order(le(gain.conclusion.args[0], utility), ((num(1), value),), ((ONE, (most,), ONE),))
    numbers = {
        "U'": utility, "V'": gain.conclusion.args[0], "top'": HALF * sigma(1), **values,
    }  # fmt: skip
    return given(put(_uphill(), **numbers), one, gain, below, less, rise_low, s_above, g_above)


def _small(radius: Term, above: Theorem, scale: Theorem, cleared: Theorem) -> Theorem:
    """s^2 < r for s = r/(1 + r)."""
    i = inv(1 + radius)
    i_above = positive(i, [scale])
    # r - s^2 = r - r^2 i^2 and 1 = (1 + r)^2 i^2: r i^2 (1 + 2 r + r^2 - r) > 0
    goal = lt((radius * i) ** 2, radius)
    factor = radius * (1 + (1 + radius) * i)
    return order(
        goal,
        ((factor, cleared),),
        (
            (ONE, (above, i_above, i_above), ONE),
            (ONE, (above, above, i_above, i_above), ONE),
            (ONE, (above, above, above, i_above, i_above), ONE),
        ),
    )


@proof("linear.single-maximum")
def single_maximum() -> Theorem:
    """U <= sigma_1/2, and not less: else a point near by is higher."""
    unit, value, near = known("local-maximum")
    (named,) = known("top-value")
    top = at_least_one_mode()
    upper = at(sphere_bound(), a_top, w_top, unit)
    utility = paired(a_top, w_top)
    goal = eq(U_local, HALF * sigma_top)

    def lower(less):
        def somewhere(radius, own):
            def side(sign, cosine):
                found = _higher(sign, own, radius, cosine, unit, top, less)
                return contradiction(found, goal)

            k = _cosine(1)
            return by_cases(
                trichotomy(k),
                lambda down: side(-1, bound(le(0, _cosine(-1)), (), [[down]])),
                lambda zero: side(1, order(le(0, k), ((num(-1), zero),), ())),
                lambda up: side(1, bound(le(0, k), (), [[up]])),
            )

        return obtain(near, somewhere)

    return by_cases(
        trichotomy(utility, HALF * sigma(1)),
        lower,
        lambda same: combine(goal, (1, value), (1, same), (HALF, named)),
        lambda more: contradiction(bound(lt(0, 0), (), [[more], [upper]], exact=True), goal),
    )
