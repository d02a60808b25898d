"""The jump time at one scale in the letters of the fixed head, in the kernel.

At scale alpha the orbit is alpha^2 times that of the fixed head, so tau = alpha quadrature is its
quadrature up to I(tau).
"""

from __future__ import annotations

from collections.abc import Callable

from theory.attention.kernel_proofs.dormant_head.one_turn import one_sign, square_above
from theory.attention.kernel_proofs.dormant_head.orbit_time import exact_jump_time, value_at
from theory.attention.kernel_proofs.small_alpha.scaled_heads import (
    QUARTER,
    SUMS,
    Scaled,
)
from theory.attention.letters import N, modes
from theory.attention.letters import dormant as one_head
from theory.attention.letters import orbit as one_orbit
from theory.attention.letters.blow_up import (
    I_turn,
    high_at,
    low_at,
    orbit_hat,
    primitive,
    sign_first,
    sign_last,
    turn_at,
)
from theory.attention.letters.dormant import mu
from theory.attention.letters.scaled import (
    I_at,
    V_at,
    V_hat,
    minus_hat,
    plus_hat,
    tau_at,
)
from theory.proof.lemmas import exp, inv, sqrt, sqrt_is, trichotomy
from theory.proof.lemmas.sizes import inverse_is
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    generalise,
    witness,
)
from theory.proof.scripts import whole_definition
from theory.proof.sums.finite import scaled, summand_equal
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    ring,
    with_slope,
    written,
)
from theory.proof.tactics.linear import both_ways, linear
from theory.proof.terms import (
    FALSE,
    INT,
    ZERO,
    Term,
    apply,
    eq,
    le,
    lt,
    make,
    opened,
    substituted,
)

P, M = SUMS["plus"], SUMS["minus"]


class Timed(Scaled):
    """The head at one scale, with the primitive of the fixed head over alpha."""

    def __init__(self, alpha: Term, above: Theorem, below: Theorem) -> None:
        super().__init__(alpha, above, below)
        _, turns = conjuncts(whole_definition("attention.turns-at-scale"))
        known = at(turns, alpha, above, below)
        self.turned, self.at_turn, self.ahead = conjuncts(known)
        ways, *_ = conjuncts(whole_definition("attention.quadrature-limit"))
        way = at(ways, alpha, above, below)
        self.range, self.slopes, self.near = conjuncts(way)
        self.unit = inverse(alpha, [above])
        self.thin = positive(inv(alpha), [above])
        self.turn = turn_at(alpha)
        self.table = {
            **self.table,
            one_orbit.turn: self.turn,
            one_orbit.before: sign_first,
            one_orbit.after: sign_last,
            one_orbit.I_low: low_at(alpha),
            one_orbit.I_high: high_at(alpha),
            one_orbit.primitive: lam(lambda x: inv(alpha) * primitive(x)),
            one_orbit.quadrature: self.quadrature(),
            one_head.plus_of: lam(lambda j: alpha * plus_hat(j), INT),
            one_head.minus_of: lam(lambda j: alpha * minus_hat(j), INT),
        }
        self.begun = self._starts()

    def place(self, s: Term) -> Term:
        """The primitive over alpha where the head is at time s."""
        return inv(self.alpha) * primitive(I_at(self.alpha, s))

    def quadrature(self) -> Term:
        """The quadrature at this scale."""
        return sign_first * (self.place(self.turn) - self.place(ZERO)) + sign_last * (
            self.place(self.T) - self.place(self.turn)
        )

    def _starts(self) -> Theorem:
        statement = substituted(DEFINITIONS["attention.starts"].statement, self.table)
        return self.starts_of(statement)

    def orbit_is(self, x: Term) -> Theorem:
        """The orbit at this scale is alpha^2 times that of the fixed head."""
        whole = substituted(one_orbit.orbit(x), self.table)
        a = self.alpha

        def growth(j):
            power = 2 * N * mu(j) * x
            return plus_hat(j) ** 2 * (exp(power) - 1) + minus_hat(j) ** 2 * (exp(-power) - 1)

        large = lam(lambda j: a**2 * growth(j), INT)
        sums = scaled(a**2, lam(growth, INT), 1, modes, self.some)
        inner = next(part for part in _inside(whole) if part.op == "sum")
        summand = lam(lambda j: opened(inner_lambda(inner), (j,)), INT)
        same = summand_equal(
            summand,
            large,
            1,
            modes,
            lambda j, *_: ring(eq(apply(summand, (j,)), apply(large, (j,)))),
        )
        return combine(
            eq(whole, a**2 * orbit_hat(x)),
            (QUARTER, same),
            (QUARTER, sums),
            (V_at(a, ZERO) + a * V_hat, self.V_start),
        )

    def slope_at(self, s: Term, low: Theorem, high: Theorem, apart: Theorem) -> Theorem:
        """(P/alpha)' = 1/sqrt(the orbit at this scale)."""
        a, x = self.alpha, I_at(self.alpha, s)
        known = at(self.slopes, s, low, high, apart)
        squared = at(self.of(value_at(), self.begun), s, low, high)
        orbit_ = self.orbit_is(x)
        moving = self._moving(s, low, high, apart)
        v_up = square_above(V_at(a, s), moving)
        hat = orbit_hat(x)
        # alpha^2 F = V^2 > 0
        value = combine(eq(V_at(a, s) ** 2, a**2 * hat), (1, squared), (1, orbit_))
        i = inv(a)
        hat_is = combine(
            eq(hat, i**2 * V_at(a, s) ** 2), (i**2, value), (hat * (a * i + 1), self.unit)
        )
        hat_up = bound(lt(0, hat), [], [[v_up, self.thin, self.thin], *_ways(hat_is)])
        root = sqrt(hat)
        root_up = positive(root, [hat_up])
        square = fact("sqrt-square", linear(le(0, hat), hat_up), x=hat)
        whole = orbit_.conclusion.args[0]
        product = combine(eq((a * root) ** 2, whole), (a**2, square), (1, orbit_))
        same = sqrt_is(a * root, bound(le(0, a * root), (), [[self.above, root_up]]), product)
        unit = combine(
            eq(a * root * (i * inv(root)), 1),
            (root * inv(root), self.unit),
            (1, inverse(root, [root_up])),
        )
        flipped = inverse_is(a * root, i * inv(root), unit)
        inverse_ = combine(
            eq(inv(sqrt(whole)), i * inv(root)),
            (1, equal_inside(inv(sqrt(whole)), same)),
            (1, flipped),
        )
        own = derivative(lam(lambda q: i * primitive(q)), low_at(a), high_at(a), x, [known])
        back = combine(eq(i * inv(root), inv(sqrt(whole))), (1, inverse_))
        return with_slope(own, inv(sqrt(whole)), back)

    def _moving(self, s: Term, low: Theorem, high: Theorem, apart: Theorem) -> Theorem:
        """V(s) is not 0 away from the turn."""
        zero = eq(V_at(self.alpha, s), 0)
        none = assume(zero)

        def ahead(early):
            def proof_from(strict):
                sign = at(self.of(one_sign(early), self.turned), s, low, high, strict)
                return linear(FALSE, ring(eq(sign.conclusion.args[1], 0), none), sign)

            return proof_from

        found = by_cases(
            trichotomy(s, self.turn),
            ahead(True),
            lambda same: absurd(given(apart, same), FALSE),
            ahead(False),
        )
        return discharge(zero, found)

    def _quadrature(self) -> Theorem:
        """What attention.quadrature says, at this scale."""
        goal = substituted(DEFINITIONS["attention.quadrature"].statement, self.table)
        ranged, slopes, near, named = goal.args
        s = fresh()
        body = opened(slopes, (s,))
        premises = body.args[0], body.args[1].args[0], body.args[1].args[1].args[0]
        low, high, apart = map(assume, premises)
        wanted = body.args[1].args[1].args[1]
        steep = written(wanted, self.slope_at(s, low, high, apart))
        return conjoin(
            written(ranged, self.range),
            everywhere(s, steep, *premises),
            self._close(near),
            ring(named),
        )

    def _close(self, goal: Term) -> Theorem:
        """No jump at the turn: within alpha e of the primitive."""
        e = fresh()
        premise, existence = opened(goal, (e,)).args
        e_up = assume(premise)
        level = self.alpha * e

        def use(r, known):
            r_up, every = parts(known)
            inner = opened(existence, (r,))
            s = fresh()
            body = opened(inner.args[1], (s,))
            premises, rest = [], body
            while rest.op == "implies":
                premises.append(rest.args[0])
                rest = rest.args[1]
            down, up = parts(at(every, s, *map(assume, premises)))
            sides = [
                bound(one, [], [[known_, self.thin], *pair(self.unit, e)])
                for one, known_ in zip(rest.args, (down, up))
            ]
            found = everywhere(s, conjoin(*sides), *premises)
            return witness(existence, r, written(inner, conjoin(r_up, found)))

        found = obtain(at(self.near, level, bound(lt(0, level), (), [[self.above, e_up]])), use)
        return generalise(discharge(premise, found), e)

    def time(self) -> Theorem:
        """tau = sigma (P(I*) - P(0)) + sigma' (P(I(T)) - P(I*))."""
        found = self.of(exact_jump_time(), self.begun, self.turned, self._quadrature())
        a = self.alpha
        back = inverse_is(inv(a), a, combine(eq(inv(a) * a, 1), (1, self.unit)))
        turn = equal_inside(primitive(I_at(a, self.turn)), self.at_turn)
        start = equal_inside(
            primitive(I_at(a, ZERO)), written(eq(I_at(a, ZERO), 0), self.part("attention.clock", 0))
        )
        plain = sign_first * (primitive(I_turn) - primitive(ZERO)) + sign_last * (
            primitive(self.I) - primitive(I_turn)
        )
        spread = ring(eq(tau_at(a), a * self.quadrature()), found, back)
        return ring(eq(tau_at(a), plain), spread, self.unit, turn, start)


def sum_low(hat: Callable, some: Theorem) -> Theorem:
    """0 <= sum of squares of the fixed head."""

    def square(j, *_):
        return bound(le(0, hat(j) ** 2), (), (), [hat(j)])

    return nonnegative_sum(lam(lambda j: hat(j) ** 2, INT), 1, modes, some, square)


def _inside(term: Term):
    yield term
    for arg in term.args:
        yield from _inside(arg)


def inner_lambda(body: Term) -> Term:
    """k -> the summand of a sum."""
    return make("lam", (INT,), (body.args[2],))


def _ways(equation: Theorem) -> list:
    return [[one] for one in both_ways(equation)]


def pair(equation: Theorem, factor: Term) -> list:
    """Both directions of an equation times a factor, as facts."""
    left, right = equation.conclusion.args
    return _ways(combine(eq(factor * left, factor * right), (factor, equation)))
