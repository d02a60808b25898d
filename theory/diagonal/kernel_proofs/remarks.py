"""Statements in passing: the mirror potential, signs, boundaries, what a jump changes."""

from __future__ import annotations

from dataclasses import dataclass

from theory import claim
from theory.diagonal.kernel_proofs.entry import defined, domain, proof
from theory.diagonal.kernel_proofs.jumps.jump_time import simplified_jump_time
from theory.diagonal.kernel_proofs.jumps.plateau import rate_above
from theory.diagonal.kernel_proofs.minima.cost_limit import size_of
from theory.diagonal.kernel_proofs.minima.kuhn_tucker import same_gradient, smaller_loss, swap
from theory.diagonal.kernel_proofs.minima.unique_minimum import with_the_argmin
from theory.diagonal.kernel_proofs.neuron.accumulated import exp_of_accumulated, start_angle
from theory.diagonal.kernel_proofs.neuron.data import sized
from theory.diagonal.kernel_proofs.neuron.flow import alpha_above, dual_variable, orbit
from theory.diagonal.kernel_proofs.neuron.utility import either_force, some_force
from theory.diagonal.kernel_proofs.staircase.same_staircase import algorithm_parts
from theory.diagonal.kernel_proofs.staircase.sequence import here
from theory.diagonal.kernel_proofs.staircase.successive import inward_everywhere, linear_false
from theory.diagonal.letters import S_0, alpha, beta, dual, eta, g, rho, s_i, tau_pf
from theory.diagonal.letters.regression import count, loss
from theory.diagonal.letters.sequence import beta_new, coordinate, plateau
from theory.diagonal.letters.staircase import (
    WITH_THE_ARGMIN,
    coefficient,
    integral,
    jumps,
    row,
    signed,
    slope,
)
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_above_one,
    cosh_even,
    cosh_zero,
    exp,
    inv,
    log,
    log_one,
    product_zero,
    pythagoras,
    sinh,
    sinh_zero,
    sqrt_is,
    trichotomy,
)
from theory.proof.letters import stated as in_terms
from theory.proof.letters import undefined
from theory.proof.rules import Theorem, absurd, assume, conjoin, conjunct, discharge
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    obtain,
    parts,
    positive,
    ring,
    symmetric,
    weaker,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import FALSE, INT, ZERO, Term, call, eq, le, lt, num


# --- the mirror potential -------------------------------------------------------------------------
def _root() -> Theorem:
    """sqrt(beta^2 + alpha^4) = alpha^2 cosh(2 G)."""
    own = beta_in_dual()
    value = alpha**2 * cosh(2 * dual)
    squared = ring(eq(value**2, beta**2 + alpha**4), own, pythagoras(2 * dual))
    return sqrt_is(value, weaker(positive(value, [alpha_above()])), squared)


def beta_in_dual() -> Theorem:
    """beta = alpha^2 sinh(2 G)."""
    whole = dual_variable()
    return next(conjunct(whole, one) for one in whole.conclusion.args if one.args[0] is beta)


@proof("diagonal.mirror-potential")
def mirror_potential() -> Theorem:
    """beta + sqrt(beta^2 + alpha^4) = alpha^2 exp(2 G)."""
    statement = in_terms(claim("diagonal.mirror-potential")).statement
    logs = next(one for one in statement.args[1].args if one.op == "log")
    unit = inverse(alpha, [alpha_above()])
    turn = 2 * dual
    grown = combine(
        eq(exp(turn), cosh(turn) + sinh(turn)), (1, fact("cosh", x=turn)), (1, fact("sinh", x=turn))
    )
    root = written(eq(_root_in(logs), _root().conclusion.args[1]), _root())
    pair = alpha * inv(alpha)
    power = combine(eq(alpha**2 * inv(alpha) ** 2, 1), (pair + 1, unit))
    value = ring(eq(logs.args[0], exp(turn)), root, beta_in_dual(), power, grown)
    same = combine(eq(logs, turn), (1, equal_inside(logs, value)), (1, fact("log-exp", x=turn)))
    return ring(statement, same)


def _root_in(term: Term) -> Term:
    """The square root in a term."""
    stack = [term]
    while stack:
        part = stack.pop()
        if part.op == "sqrt":
            return part
        stack += part.args
    raise ValueError(term)


@domain("diagonal.mirror-potential")
def mirror_potential_domain() -> list[Theorem]:
    """beta^2 + alpha^4 >= 0, and beta + its root = alpha^2 exp(2 G) > 0."""
    found = []
    for one in undefined(in_terms(claim("diagonal.mirror-potential"))):
        if one.op == "le":
            found.append(bound(one, (), [], [beta, alpha**2]))
            continue
        whole = one.args[1]
        root = written(eq(_root_in(whole), _root().conclusion.args[1]), _root())
        turn = 2 * dual
        up = fact("exp-positive", x=turn)
        grown = combine(
            eq(cosh(turn), exp(turn) - sinh(turn)),
            (1, fact("cosh", x=turn)),
            (1, fact("sinh", x=turn)),
        )
        scale = positive(alpha**2 * inv(alpha) ** 2, [alpha_above()])
        found.append(bound(one, [root, beta_in_dual(), grown], [[scale, up]]))
    return found


# --- signs ----------------------------------------------------------------------------------------
@proof("diagonal.sign-at-zero")
def sign_at_zero() -> Theorem:
    """exp(2 eta S) = cosh(2 G), which is 1 at G = 0 alone; rho arcosh(exp(2 eta S)) = 2 G."""
    statement = in_terms(claim("diagonal.sign-at-zero")).statement
    none, empty = eq(rho, 0), eq(S_0, 0)
    turn = 2 * dual

    def forward():
        flat = ring(
            eq(turn, 0),
            combine(
                eq(turn, 0), (1, start_angle()), (call("acosh", exp(2 * eta * S_0)), assume(none))
            ),
        )
        one = combine(eq(cosh(turn), 1), (1, equal_inside(cosh(turn), flat)), (1, cosh_zero()))
        full = combine(eq(exp(2 * eta * S_0), 1), (1, exp_of_accumulated()), (1, one))
        logs = equal_inside(log(exp(2 * eta * S_0)), full)
        zero = combine(
            eq(2 * eta * S_0, 0), (1, fact("log-exp", x=2 * eta * S_0)), (1, logs), (1, log_one())
        )
        unit = inverse(eta, [rate_above()])
        return combine(eq(S_0, 0), (HALF * inv(eta), zero), (S_0, unit))

    def backward():
        flat = ring(eq(2 * eta * S_0, 0), assume(empty))
        one = combine(
            eq(cosh(turn), 1),
            (1, exp_of_accumulated()),
            (1, equal_inside(exp(2 * eta * S_0), flat)),
            (1, fact("exp-zero")),
        )
        # rho^2 arcosh^2 = (2 G)^2, and rho = sgn
        angle = by_cases(
            trichotomy(turn),
            lambda less: linear_false(
                eq(turn, 0), cosh_above_one(linear(lt(0, -turn), less)), cosh_even(turn), one
            ),
            lambda same: same,
            lambda more: linear_false(eq(turn, 0), cosh_above_one(more), one),
        )
        (sign,) = defined("diagonal.sign")
        product = sign.conclusion.args[1].args[0]
        first, second = (
            next(c for c in orbit() if c.conclusion.args[0] is letter) for letter in product.args
        )
        still = ring(eq(dual, 0), combine(eq(dual, 0), (HALF, angle)))
        none_ = combine(eq(sinh(dual), 0), (1, equal_inside(sinh(dual), still)), (1, sinh_zero()))
        gone = ring(eq(product, 0), first, second, none_)
        return combine(
            eq(rho, 0),
            (1, sign),
            (1, equal_inside(call("sign", product), gone)),
            (1, fact("sign-zero")),
        )

    found = {none: discharge(none, forward()), empty: discharge(empty, backward())}
    return conjoin(*(found[one.args[0]] for one in statement.args))


# --- boundaries -----------------------------------------------------------------------------------
@proof("diagonal.inward-candidates")
def inward_candidates() -> Theorem:
    """At s = -sgn(g) Kuhn and Tucker would give g the other sign."""
    (low, high, up, down, *_), (force, _, own) = here()
    goal = lt(-1, call("sign", g) * s_i)

    def side(sign, _size, one, more):
        edge = high if sign < 0 else low
        s = integral(plateau, coordinate)

        def boundary(same):
            point = linear(eq(s, -sign), same)
            inward = given(up if sign < 0 else down, point)
            return absurd(linear(FALSE, inward, force, more), goal)

        inside = by_cases(
            trichotomy(num(sign) * s, num(-1)),
            lambda less: linear_false(goal, less, edge),
            boundary,
            lambda more_: bound(goal, [one, own], [[more_]]),
        )
        return inside

    return either_force(goal, side, some_force())


@proof("diagonal.boundary-sign")
def boundary_sign() -> Theorem:
    """tau = (1 + sgn(g) s)/|g|, put in."""
    goal = eq(s_i - tau_pf * g, -call("sign", g))

    def side(sign, size, one, more):
        unit = inverse(num(sign) * g, [more])
        down = equal_inside(inv(call("abs", g)), size)
        value = combine(
            eq(tau_pf, inv(num(sign) * g) * (1 + s_i * call("sign", g))),
            (1, simplified_jump_time()),
            (1 + s_i * call("sign", g), down),
        )
        whole = ring(eq(tau_pf, inv(num(sign) * g) * (1 + num(sign) * s_i)), value, one)
        return combine(goal, (g, whole), (num(sign) * (1 + num(sign) * s_i), unit), (1, one))

    return either_force(goal, side, some_force())


# --- what a jump changes --------------------------------------------------------------------------
@dataclass(frozen=True)
class Pushed:
    """The jump at the end of plateau k: its positive length, the motion of the integrals, where
    they point ``before`` and ``after``, and that no coefficient changes (``equal``).
    """

    length: Theorem
    moving: Theorem
    before: Theorem
    after: Theorem
    equal: Theorem

    def impossible(self, goal: Term, j: Term, known: Theorem) -> Theorem:
        """Anything: neuron j is due, and its old gradient points outwards at the new plateau."""
        k = plateau
        low, high, force, edge = parts(known)
        slopes = same_gradient(row(coefficient, k), row(coefficient, k + 1), j, self.equal)
        s_low, s_high, *_ = parts(at(self.before, j, low, high))
        _, _, up, down, *_ = parts(at(self.after, j, low, high))
        new = at(self.moving, j, low, high)
        g_j = slope(coefficient, k, j)

        def side(sign):
            def proof_from(reached):
                there = linear(eq(integral(k + 1, j), sign), new, reached)
                inward = given(up if sign > 0 else down, there)
                signs = inward, slopes, reached, s_low, s_high

                def wrong(ordered):
                    false = linear(FALSE, *signs, ordered, products=[[ordered, self.length]])
                    return absurd(false, goal)

                return by_cases(
                    trichotomy(g_j), wrong, lambda zero: absurd(given(force, zero), goal), wrong
                )

            return proof_from

        return by_cases(edge, side(1), side(-1))


@proof("diagonal.new-coefficient")
def new_coefficient() -> Theorem:
    """Else the loss could not fall, the old point would be the new argmin, and the gradient of who
    is due would point outwards there.
    """
    k = plateau
    k_low, k_more, every, attained = defined("diagonal.new")
    goal = lt(0, beta_new)
    length, due, _, _, moving, *best = parts(at(algorithm_parts()[-1], k, k_low, k_more))
    before = at(inward_everywhere(WITH_THE_ARGMIN), k, k_low, linear(le(k, jumps), k_more))
    after = at(inward_everywhere(WITH_THE_ARGMIN), k + 1, linear(le(0, k + 1), k_low), k_more)

    def size_low(i, known):
        *_, same = parts(known)
        return linear(le(0, beta_new), same, fact("abs-positive", z=coefficient(k + 1, i)))

    def nothing_new(same):
        equal = _same_point(k, every, same, before, moving, best)
        pushed = Pushed(length, moving, before, after, equal)
        return obtain(due, lambda j, known: pushed.impossible(goal, j, known))

    shown = by_cases(
        trichotomy(ZERO, beta_new),
        lambda more: more,
        nothing_new,
        lambda less: linear_false(goal, less, obtain(attained, size_low)),
    )
    whole = sized(shown, algorithm_parts()[:2])
    return given(discharge(WITH_THE_ARGMIN, whole), with_the_argmin())


def _same_point(k: Term, every: Theorem, same: Theorem, before, moving, best) -> Theorem:
    """b = c, where c_i = 0 wherever b_i = 0: then sum_i g_i (c_i - b_i) = 0 and L(b) <= L(c)."""
    b, c = row(coefficient, k), row(coefficient, k + 1)

    def zero(i, low, high, none):
        """b_i = 0 gives c_i = 0."""
        size = given(at(every, i, low, high), none)
        value = coefficient(k + 1, i)
        return linear(eq(value, 0), size, symmetric(same), *size_of(value))

    def slopes(i, low, high):
        g_i, own, new = slope(coefficient, k, i), coefficient(k, i), coefficient(k + 1, i)
        rest = parts(at(before, i, low, high))[4]
        wanted = le(0, g_i * (new - own))
        return by_cases(
            eq(own, 0),
            lambda none: bound(wanted, [none, zero(i, low, high, none)]),
            lambda some: bound(wanted, [product_zero(rest, some)]),
        )

    smaller = smaller_loss(c, b, slopes)
    i = fresh(INT)
    inside = le(1, i), le(i, count)
    low, high = map(assume, inside)
    own, s, t = coefficient(k, i), integral(k, i), integral(k + 1, i)
    entry = at(before, i, low, high)
    rest, signs = parts(entry)[4], conjunct(entry, entry.conclusion.args[5])

    def none(flat):
        one, other, last = signed(t, own).args
        first, second = last.args[0], last.args[1].args[0]
        return conjoin(
            discharge(one.args[0], linear(one.args[1], flat)),
            discharge(other.args[0], linear(other.args[1], flat)),
            discharge(first, discharge(second, flat)),
        )

    def some(apart):
        still = ring(eq(s, t), at(moving, i, low, high), product_zero(rest, apart))
        return swap(signs, s, t, still, lambda x: signed(x, own))

    feasible = everywhere(i, by_cases(eq(own, 0), none, some), *inside)
    larger, unique = parts(given(at(best[1], b), feasible))
    return given(unique, fact("antisymmetric", smaller, larger, x=loss(b), y=loss(c)))
