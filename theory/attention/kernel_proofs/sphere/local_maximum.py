"""Every local maximum of the utility on the sphere is as high as the highest, in the kernel.

One family of points is enough: (u, g (Q + y v_k), g (K + sigma y v_k)), a = sigma V >= 0. With
R = |Q|^2 + |K|^2, B = Q^T M K, P = v_k^T (Q + sigma K), s = |y|, y P >= 0 and w = y P + s^2 > 0

    |point|^2 = u^2 + g^2 (R + 2 w),   its Q^T M K = g^2 (B + sigma l^2 w),

and it is within 5 s where |u - V| <= s. At u = V it is higher unless 2 sigma B >= l^2 R; then it is
higher for u towards 1/sqrt(3), unless V is there. At V = 0 it is higher for small u.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.kernel_proofs.sphere.maximum import (
    THIRD,
    VALUE,
    at_most,
    height,
    root_three,
    some,
)
from theory.attention.kernel_proofs.sphere.pulled_point import (
    OVERLAP,
    REST,
    along,
    moved_to,
)
from theory.attention.kernel_proofs.sphere.steps_up import (
    N_,
    R_,
    a_,
    b_,
    best_at_value,
    best_of_all,
    c_,
    close,
    g_,
    l_,
    n_,
    off_the_equator,
    rho_,
    s_,
    t_,
    to_,
    w_,
    x_,
)
from theory.attention.letters import (
    K_local,
    N,
    Q_local,
    U_peak,
    V_local,
    lam_k,
    modes,
    on_sphere,
)
from theory.proof.lemmas import HALF, inv, sqrt, trichotomy
from theory.proof.rules import Theorem, assume, order, reflexive
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    fact,
    filled,
    given,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    ring,
    weaker,
)
from theory.proof.terms import INT, ONE, Term, eq, le, lt, num

# --- the local maximum ----------------------------------------------------------------------------


class Near:
    """A local maximum, its radius, and the points of the family near by; |y| = s = r/(6
    (1 + r)).
    """

    def __init__(self, radius: Term, known: Theorem) -> None:
        self.sphere, self.value, _ = defined("attention.local-maximum")
        self.radius = radius
        self.above, self.every = parts(known)
        self.count, self.wide = assume(lt(0, N)), assume(lt(0, lam_k))
        self.rest_low = bound(
            le(0, REST), (), [[_squares(Q_local)], [_squares(K_local)]], exact=True
        )
        self.own = combine(eq(REST, 1 - V_local**2), (1, self.sphere))
        self.square = combine(eq(V_local**2, 1 - REST), (1, self.sphere))
        small = inv(6 * (1 + radius))
        six = bound(lt(0, 6 * (1 + radius)), (), [[self.above]])
        i_above = positive(small, [six])
        split = combine(
            eq(radius * small, num(1, 6) - small), (num(1, 6), inverse(6 * (1 + radius), [six]))
        )
        self.s = radius * small
        self.s_above = positive(self.s, [self.above, i_above])
        self.s_below = bound(lt(self.s, 1), [split], [[i_above]])
        self.s_one = weaker(self.s_below)
        self.s_small = bound(
            lt(5 * self.s, radius),
            [split],
            [[i_above, self.above], [i_above, self.above, self.above]],
        )
        self.root, _ = root_three()
        self.third = ring(eq(THIRD**2, num(1, 3)), self.root)
        self.third_above = positive(THIRD, [])
        self.third_one = bound(le(THIRD, 1), [self.third], (), [THIRD - 1])

    def rise(self, sigma: int, tau: int) -> Term:
        """w = y P + s^2."""
        return num(tau) * self.s * along(num(sigma)) + self.s**2

    def point(self, sigma: int, tau: int, side: Theorem, to: Term, facts: list[Theorem]):
        """g, g^2 R = 1 - to^2 - 2 g^2 w, and the point is not higher.

        ``side``: tau P >= 0; ``facts``: 0 <= a, a <= 1, 0 <= to, to <= 1, |to - a| <= s.
        """
        s, y = self.s, num(tau) * self.s
        a, x = num(sigma) * V_local, y * along(num(sigma))
        x_low = bound(le(0, x), (), [[self.s_above, side]], exact=True)
        whole, inside = REST + 2 * x + 2 * s**2, 1 - to**2
        whole_above = bound(
            lt(0, whole), (), [[self.rest_low], [x_low], [self.s_above, self.s_above]]
        )
        more = bound(le(0, 1 + to), (), [[facts[2]]])
        inside_low = bound(le(0, inside), (), [[more, facts[3]]])
        n, c, rho = sqrt(whole), sqrt(inside), sqrt(REST)
        n_above = positive(n, [whole_above])
        g = c * inv(n)
        roots = [
            fact("sqrt-square", low, x=one)
            for low, one in (
                (self.rest_low, REST),
                (weaker(whole_above), whole),
                (inside_low, inside),
            )
        ]
        rho_low = fact("sqrt-nonnegative", self.rest_low, x=REST)
        c_low = fact("sqrt-nonnegative", inside_low, x=inside)
        g_low = bound(le(0, g), (), [[c_low, positive(inv(n), [n_above])]])
        unit = combine(eq(g * n, c), (c, inverse(n, [n_above])))
        own = combine(eq(REST, 1 - a**2), (1, self.own))
        numbers = {
            a_: a, to_: to, R_: REST, s_: s, x_: x, n_: n, c_: c, rho_: rho, g_: g,
        }  # fmt: skip
        within = given(
            filled(close(), numbers), *roots, unit, own, rho_low, n_above, c_low, g_low, x_low,
            self.s_above, self.s_one, *facts,
        )  # fmt: skip
        (Q, K), (norm, gap, gain) = moved_to(sigma, y, g, num(sigma) * to)
        # g^2 n^2 = c^2 = 1 - to^2
        scale = combine(
            eq(g**2 * whole, inside), (g**2, roots[1]), (g * n + c, unit), (1, roots[2])
        )
        there = combine(on_sphere(num(sigma) * to, Q, K), (1, norm), (1, scale))
        nearer = order(
            lt(gap.conclusion.args[0], self.radius),
            ((ONE, gap), (num(-1), roots[2]), (ONE, scale)),
            ((ONE, (within,), ONE), (ONE, (self.s_small,), ONE)),
        )
        most = at(self.every, num(sigma) * to, Q, K, there, nearer)
        w, overlap = self.rise(sigma, tau), num(sigma) * OVERLAP
        lower = order(
            le(N * to * g**2 * (overlap + lam_k**2 * w), N * a * overlap),
            ((-N * sigma * to, gain), (ONE, self.value)),
            ((ONE, (most,), ONE),),
        )
        spread = combine(eq(g**2 * REST, inside - 2 * g**2 * w), (1, scale))
        return g, spread, lower, positive(inv(n), [n_above])

    def rises(self, sigma: int, tau: int, side: Theorem) -> Theorem:
        """0 < w."""
        return bound(
            lt(0, self.rise(sigma, tau)),
            (),
            [[self.s_above, side], [self.s_above, self.s_above]],
        )

    def numbers(self, sigma: int, tau: int, to: Term, g: Term) -> dict[Term, Term]:
        """What the letters of the lemmas are."""
        return {
            N_: N, l_: lam_k, a_: num(sigma) * V_local, to_: to, b_: num(sigma) * OVERLAP,
            R_: REST, w_: self.rise(sigma, tau), s_: self.s, g_: g, t_: THIRD,
        }  # fmt: skip

    # --- V is not 0 -------------------------------------------------------------------------------

    def inside(self, sigma: int, ahead: Theorem) -> list[Theorem]:
        """0 <= a, a <= 1 for a = sigma V > 0."""
        a = num(sigma) * V_local
        return [weaker(ahead), bound(le(a, 1), [self.square], [[self.rest_low]], [a - 1])]

    def top_at_value(self, sigma: int, tau: int, side: Theorem, ahead: Theorem) -> Theorem:
        """l^2 R <= 2 b."""
        a, b = num(sigma) * V_local, num(sigma) * OVERLAP
        goal = le(lam_k**2 * REST, 2 * b)
        low, high = self.inside(sigma, ahead)
        still = bound(le(a - a, self.s), (), [[self.s_above]])
        g, spread, lower, _ = self.point(sigma, tau, side, a, [low, high, low, high, still, still])
        unit = combine(
            eq(g**2 * REST, REST - 2 * g**2 * self.rise(sigma, tau)), (1, spread), (1, self.own)
        )

        def less(strict):
            false = given(
                filled(best_at_value(), self.numbers(sigma, tau, a, g)), unit, lower, strict,
                self.count, ahead, self.rises(sigma, tau, side), self.rest_low,
            )  # fmt: skip
            return contradiction(false, goal)

        return by_cases(
            trichotomy(2 * b, lam_k**2 * REST),
            less,
            lambda same: order(goal, ((num(-1), same),), ()),
            weaker,
        )

    def away(self, sigma: int, tau: int, side: Theorem, ahead: Theorem) -> Theorem:
        """U = N l^2/(3 sqrt 3): a = 1/sqrt(3), and 2 b = l^2 R."""
        a = num(sigma) * V_local
        goal = le(VALUE, U_peak)
        steep = self.top_at_value(sigma, tau, side, ahead)

        def apart(strict):
            square = bound(lt(0, (THIRD - a) ** 2), (), [[strict, strict]])
            return contradiction(self.towards(sigma, tau, side, ahead, steep, square), goal)

        def there(same):
            half = HALF * N * lam_k**2
            value = combine(
                eq(half * a * REST, VALUE),
                (half * a, self.own),
                (half * (1 - a**2 - a * THIRD - THIRD**2), same),
                (half * THIRD, self.third),
            )
            return order(
                goal,
                ((num(-1), self.value), (num(-1), value)),
                ((HALF, (self.count, ahead, steep), ONE),),
            )

        return by_cases(trichotomy(a, THIRD), apart, there, apart)

    def towards(self, sigma: int, tau: int, side, ahead, steep, square) -> Theorem:
        """0 < 0: from a a step towards 1/sqrt(3) goes up."""
        a, b, s = num(sigma) * V_local, num(sigma) * OVERLAP, self.s
        low, high = self.inside(sigma, ahead)
        to = a + s * (THIRD - a)
        g, spread, lower, _ = self.point(sigma, tau, side, to, self.steps(a, low, high))
        size = fact(
            "abs-nonnegative" if sigma > 0 else "abs-negative",
            bound(le(0, V_local) if sigma > 0 else le(V_local, 0), (), [[ahead]]),
            x=V_local,
        )
        most = height(V_local, Q_local, K_local, self.sphere)
        upper = bound(
            le(N * a * b, HALF * N * lam_k**2 * a * REST), [size, self.square], [[self.count, most]]
        )
        own = combine(eq(REST, 1 - a**2), (1, self.own))
        return given(
            filled(best_of_all(), self.numbers(sigma, tau, to, g)), spread, reflexive(to), own,
            self.third, lower, steep, upper, self.count, self.wide, self.s_above, self.s_one, low,
            self.steps(a, low, high)[2], self.third_above, square,
        )  # fmt: skip

    def steps(self, a: Term, low: Theorem, high: Theorem) -> list[Theorem]:
        """What ``point`` asks about a and a + s (1/sqrt(3) - a)."""
        s, to = self.s, a + self.s * (THIRD - a)
        s_above = self.s_above
        one, above = self.third_one, self.third_above
        return [
            low,
            high,
            bound(le(0, to), (), [[s_above, above], [low, self.s_one], [low]]),
            bound(le(to, 1), (), [[s_above, one], [self.s_one, high]]),
            bound(le(to - a, s), (), [[s_above, one], [s_above, low]]),
            bound(le(a - to, s), (), [[s_above, above], [s_above, high]]),
        ]

    # --- V = 0 ------------------------------------------------------------------------------------

    def equator(self, sigma: int, tau: int, side, flat: Theorem, overlap: Theorem):
        """0 < 0, where V = 0 and b >= 0."""
        a, s = num(sigma) * V_local, self.s
        zero = combine(eq(a, 0), (sigma, flat))
        low, high = bound(le(0, a), [flat]), bound(le(a, 1), [flat])
        steps = self.steps(a, low, high)
        to = a + s * (THIRD - a)
        g, _, lower, n_above = self.point(sigma, tau, side, to, steps)
        below = bound(lt(to, 1), [flat], [[self.s_below], [self.s_above, self.third_one]])
        ahead = bound(lt(0, to), [flat], [[self.s_above, self.third_above]])
        more = bound(lt(0, 1 + to), (), [[ahead]])
        inside = bound(lt(0, 1 - to**2), (), [[more, below]])
        g_above = positive(g, [positive(sqrt(1 - to**2), [inside]), n_above])
        return given(
            filled(off_the_equator(), self.numbers(sigma, tau, to, g)), lower, zero, self.count,
            ahead, g_above, overlap, self.wide, self.rises(sigma, tau, side),
        )  # fmt: skip


def _squares(vector: Term) -> Theorem:
    """0 <= |vector|^2."""
    return nonnegative_sum(
        lam(lambda j: vector(j) ** 2, INT),
        1,
        modes,
        some(),
        lambda j, low, high: bound(le(0, vector(j) ** 2), (), (), [vector(j)]),
    )


def on_a_side(number: Term, use: Callable) -> Theorem:
    """use(1, 0 <= x) or use(-1, 0 <= -x), whichever holds."""
    return by_cases(
        trichotomy(number),
        lambda less: use(-1, bound(le(0, -number), (), [[less]])),
        lambda same: use(1, order(le(0, number), ((num(-1), same),), ())),
        lambda more: use(1, weaker(more)),
    )


@proof("attention.no-other-maxima")
def no_other_maxima() -> Theorem:
    """U <= N l^2/(3 sqrt 3), and not less: else a point near by is higher."""
    sphere, value, existence = defined("attention.local-maximum")
    most = at_most(V_local, Q_local, K_local, sphere)
    upper = order(le(U_peak, VALUE), ((ONE, value),), ((ONE, (most,), ONE),))
    goal = le(VALUE, U_peak)

    def somewhere(radius, known):
        near = Near(radius, known)

        def ahead(sigma, strict):
            positive_ = bound(lt(0, num(sigma) * V_local), (), [[strict]])
            return on_a_side(
                along(num(sigma)), lambda tau, side: near.away(sigma, tau, side, positive_)
            )

        def flat(same):
            def overlap(sigma, low):
                return on_a_side(
                    along(num(sigma)),
                    lambda tau, side: contradiction(
                        near.equator(sigma, tau, side, same, low), goal
                    ),
                )

            return on_a_side(OVERLAP, overlap)

        return by_cases(
            trichotomy(V_local),
            lambda less: ahead(-1, less),
            flat,
            lambda more: ahead(1, more),
        )

    return fact("antisymmetric", upper, obtain(existence, somewhere), x=U_peak, y=VALUE)
