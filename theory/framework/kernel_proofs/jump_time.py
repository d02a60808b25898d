"""The norm of a dormant neuron, the threshold and bounds on the jump time, for any course of the
utility and every kappa.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.framework.kernel_proofs.entry import DOMAINS, defined, power, proof
from theory.framework.letters import (
    S,
    S_jump,
    S_of,
    U_star,
    end,
    eta,
    kappa,
    n_0,
    n_t,
    norm_of,
    tau,
    utility_of,
)
from theory.proof.lemmas import constant, exp, exp_sum, inv, log, log_one
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import Theorem, assume, axiom, conjoin, discharge, order
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    parts,
    positive,
    put,
    ring,
    swapped,
    symmetric,
    with_slope,
    written,
)
from theory.proof.terms import ONE, ZERO, Term, eq, le, lt, make, negation, num

DEGREE = 2 - kappa


def along(s: Term, low: Theorem, high: Theorem) -> list[Theorem]:
    """At s: the norm is positive; the derivatives of norm and accumulated utility."""
    return parts(at(defined("framework.radial")[3], s, low, high))


def ends() -> list[Theorem]:
    """0 < norm at the start and at the end."""
    ordered, start, _, _ = defined("framework.radial")
    first = along(ZERO, bound(le(0, 0)), ordered)[0]
    return [
        order(lt(ZERO, n_0), ((num(1), start),), ((ONE, (first,), ONE),)),
        along(end, ordered, bound(le(end, end)))[0],
    ]


@cache
def quadratic(two: Theorem) -> Theorem:
    """log |theta(T)| = log |theta(0)| + eta S(T) for kappa = 2: the difference has no slope."""
    ordered, start, zero, _ = defined("framework.radial")
    function = lam(lambda s: log(norm_of(s)) - eta * S_of(s))

    def slope(s, low, high):
        above, norm_slope, S_slope = along(s, low, high)
        own = derivative(function, 0, end, s, [norm_slope, S_slope], side=[above])
        return with_slope(
            own, ZERO, first_power(norm_of(s), above, two), inverse(norm_of(s), [above])
        )

    whole = constant(function, 0, end, ordered, slope)
    begin = ring(eq(whole.conclusion.args[0], log(n_0)), equal_inside(log(norm_of(0)), start), zero)
    return combine(eq(log(norm_of(end)), log(n_0) + eta * S_of(end)), (-1, whole), (1, begin))


def first_power(x: Term, above: Theorem, two: Theorem) -> Theorem:
    """x^(kappa - 1) = x for kappa = 2."""
    inside = equal_inside(power(x, kappa - 1), two)
    exponential = fact("power", above, x=x, y=num(2) - 1)
    back = fact("exp-log", above, x=x)
    return ring(eq(power(x, kappa - 1), x), inside, exponential, back)


def some_degree(other: Theorem) -> Theorem:
    """not 2 - kappa = 0, where kappa is not 2."""
    equation = eq(DEGREE, 0)
    return discharge(equation, given(other, combine(eq(kappa, 2), (-1, assume(equation)))))


@cache
def higher(other: Theorem) -> Theorem:
    """|theta(T)|^(2 - kappa) = |theta(0)|^(2 - kappa) + (2 - kappa) eta S(T), in exponentials."""
    ordered, start, zero, _ = defined("framework.radial")
    function = lam(lambda s: exp(DEGREE * log(norm_of(s))) - DEGREE * eta * S_of(s))

    def slope(s, low, high):
        above, norm_slope, S_slope = along(s, low, high)
        n = norm_of(s)
        own = derivative(function, 0, end, s, [norm_slope, S_slope], side=[above])
        powered = fact("power", above, x=n, y=kappa - 1)
        joined = written(
            eq(exp(DEGREE * log(n)) * exp((kappa - 1) * log(n)), exp(log(n))),
            symmetric(exp_sum(DEGREE * log(n), (kappa - 1) * log(n))),
        )
        return with_slope(
            own, ZERO, powered, joined, fact("exp-log", above, x=n), inverse(n, [above])
        )

    whole = constant(function, 0, end, ordered, slope)
    begin = ring(
        eq(whole.conclusion.args[0], exp(DEGREE * log(n_0))),
        equal_inside(exp(DEGREE * log(norm_of(0))), start),
        zero,
    )
    return combine(
        eq(exp(DEGREE * log(norm_of(end))), exp(DEGREE * log(n_0)) + DEGREE * eta * S_of(end)),
        (-1, whole),
        (1, begin),
    )


INSIDE = power(n_0, 2 - kappa) + S * eta * (2 - kappa)


def base(other: Theorem) -> tuple[Theorem, Theorem]:
    """|theta(0)|^(2 - kappa) + (2 - kappa) eta S = |theta(T)|^(2 - kappa), and it is positive."""
    _, S_end = defined("framework.end")
    start_above, _ = ends()
    turned = exp(DEGREE * log(norm_of(end)))
    powered = fact("power", start_above, x=n_0, y=DEGREE)
    whole = ring(eq(INSIDE, turned), powered, S_end, higher(other))
    above = fact("exp-positive", x=DEGREE * log(norm_of(end)))
    return whole, order(lt(ZERO, INSIDE), ((num(-1), whole),), ((ONE, (above,), ONE),))


def norm_solution_domain() -> list[Theorem]:
    """The power's base is positive where kappa is not 2."""
    other = negation(eq(kappa, 2))
    return [discharge(other, base(assume(other))[1])]


DOMAINS["framework.norm-solution"] = norm_solution_domain


@proof("framework.norm-solution")
def norm_solution() -> Theorem:
    """Separate the variables: d log|theta| = eta dS for kappa = 2, d|theta|^(2-kappa) = (2 - kappa)
    eta dS otherwise.
    """
    norm_end, S_end = defined("framework.end")
    start_above, end_above = ends()
    condition = eq(kappa, 2)
    first = n_0 * exp(S * eta)
    inside = INSIDE
    second = power(inside, inv(2 - kappa))
    goal = eq(n_t, make("ite", None, (condition, first, second)))
    log_end = log(norm_of(end))

    def two(known):
        value = combine(eq(log_end, log(n_0) + S * eta), (1, quadratic(known)), (-eta, S_end))
        grown = ring(
            eq(exp(log_end), first),
            equal_inside(exp(log_end), value),
            exp_sum(log(n_0), S * eta),
            fact("exp-log", start_above, x=n_0),
        )
        answer = combine(
            eq(n_t, first),
            (1, norm_end),
            (-1, fact("exp-log", end_above, x=norm_of(end))),
            (1, grown),
        )
        return combine(goal, (1, answer), (-1, chosen(condition, first, second, known, True)))

    def more(known):
        unit = fact("inverse", some_degree(known), z=DEGREE)
        whole, above = base(known)
        logs = combine(
            eq(log(inside), DEGREE * log_end),
            (1, equal_inside(log(inside), whole)),
            (1, fact("log-exp", x=DEGREE * log_end)),
        )
        exponent = combine(
            eq(inv(DEGREE) * log(inside), log_end), (inv(DEGREE), logs), (log_end, unit)
        )
        value = ring(
            eq(second, norm_of(end)),
            fact("power", above, x=inside, y=inv(DEGREE)),
            equal_inside(exp(inv(DEGREE) * log(inside)), exponent),
            fact("exp-log", end_above, x=norm_of(end)),
        )
        return combine(
            goal, (1, norm_end), (-1, value), (-1, chosen(condition, first, second, known, False))
        )

    return by_cases(condition, two, more)


def threshold(first: Term, second: Term, scale: Callable) -> Theorem:
    """S(tau) = scale(ite(kappa = 2, ...)), where the norm is 1."""
    one, S_end = defined("framework.jump")
    return threshold_of(S_jump, one, S_end, first, second, scale)


def log_of_one(one: Theorem) -> Theorem:
    """log |theta(tau)| = 0."""
    return combine(
        eq(log(norm_of(end)), 0), (1, equal_inside(log(norm_of(end)), one)), (1, log_one())
    )


def amount(known: Theorem, one: Theorem, two: bool) -> Theorem:
    """eta S(T) = -log|theta(0)|, or (2 - kappa) eta S(T) = 1 - |theta(0)|^(2-kappa)."""
    flat = log_of_one(one)
    if two:
        return combine(eq(eta * S_of(end), -log(n_0)), (-1, quadratic(known)), (1, flat))
    start_above, _ = ends()
    powered = fact("power", start_above, x=n_0, y=DEGREE)
    there = combine(
        eq(exp(DEGREE * log(norm_of(end))), 1),
        (1, equal_inside(exp(DEGREE * log(norm_of(end))), flat)),
        (1, written(eq(exp(DEGREE * ZERO), 1), fact("exp-zero"))),
    )
    return combine(
        eq(DEGREE * eta * S_of(end), 1 - power(n_0, DEGREE)),
        (-1, higher(known)),
        (1, there),
        (1, powered),
    )


def threshold_of(
    letter: Term, one: Theorem, S_end: Theorem, first: Term, second: Term, scale: Callable
) -> Theorem:
    """letter = scale(ite(kappa = 2, first, second)), from |theta(T)| = 1 and letter = S(T).

    kappa = 2 has S(T) = -log|theta(0)|/eta, kappa > 2 has (1 - |theta(0)|^(2-kappa))/((2-kappa)
    eta).
    """
    condition = eq(kappa, 2)
    whole = make("ite", None, (condition, first, second))
    goal = eq(letter, scale(whole))
    unit = inverse(eta, [assume(lt(0, eta))])

    def two(known):
        value = combine(
            eq(S_of(end), inv(eta) * -log(n_0)),
            (inv(eta), amount(known, one, True)),
            (S_of(end), unit),
        )
        return ring(goal, S_end, value, chosen(condition, first, second, known, True))

    def more(known):
        other = fact("inverse", some_degree(known), z=DEGREE)
        solved = combine(
            eq(S_of(end), inv(eta) * inv(DEGREE) * (1 - power(n_0, DEGREE))),
            (inv(eta) * inv(DEGREE), amount(known, one, False)),
            (S_of(end), other),
            (S_of(end) * DEGREE * inv(DEGREE), unit),
        )
        return ring(goal, S_end, solved, chosen(condition, first, second, known, False))

    return by_cases(condition, two, more)


def _printed_threshold(identifier: str) -> Theorem:
    from theory import claim
    from theory.proof.letters import stated

    statement = stated(claim(identifier)).statement
    choice = next(part for part in _inside(statement) if part.op == "ite")
    _, first, second = choice.args

    def scale(whole):
        return swapped(statement.args[1], choice, whole)

    return threshold(first, second, scale)


def _inside(term: Term):
    yield term
    for arg in term.args:
        yield from _inside(arg)


@proof("framework.jump-threshold")
def jump_threshold() -> Theorem:
    """The closed form of the norm, where it is 1."""
    return _printed_threshold("framework.jump-threshold")


@proof("framework.jump-threshold-appendix")
def jump_threshold_appendix() -> Theorem:
    """The same, as the appendix writes it."""
    return _printed_threshold("framework.jump-threshold-appendix")


@cache
def accumulated_bound() -> Theorem:
    """S(tau) <= kappa U* tau: the slope kappa (U* - U) is not negative, for kappa > 0."""
    ordered, _, zero, _ = defined("framework.radial")
    *_, limit = defined("framework.jump-time")
    degree = assume(lt(0, kappa))
    s = fresh()
    inside = (le(0, s), le(s, end))
    low, high = map(assume, inside)
    *_, S_slope = along(s, low, high)
    function = lam(lambda r: kappa * U_star * r - S_of(r))
    own = with_slope(
        derivative(function, 0, end, s, [S_slope]), kappa * U_star - kappa * utility_of(s)
    )
    grows = bound(
        le(0, kappa * U_star - kappa * utility_of(s)), (), [[degree, at(limit, s, low, high)]]
    )
    along_ = everywhere(s, conjoin(own, grows), *inside)
    whole = fact(
        "increasing",
        ordered,
        along_,
        low=ZERO,
        high=end,
        f=function,
        df=lam(lambda r: kappa * U_star - kappa * utility_of(r)),
    )
    return bound(le(S_of(end), kappa * U_star * end), [zero], [[whole]])


@proof("framework.jump-bound-quadratic")
def jump_bound_quadratic() -> Theorem:
    """-log|theta(0)| = eta S(tau) <= 2 eta U* tau."""
    when, one, _ = defined("framework.jump-time")
    (two,) = defined("framework.quadratic")
    rate, top = assume(lt(0, eta)), assume(lt(0, U_star))
    units = [inverse(eta, [rate]), inverse(U_star, [top])]
    goal = le(-(num(1, 2) * inv(U_star) * inv(eta) * log(n_0)), tau)
    value = combine(eq(log(n_0), -(eta * S_of(end))), (1, amount(two, one, True)))
    return bound(
        goal, [when, value, *units, two], [[accumulated_bound(), positive(inv(U_star), [top])]]
    )


@proof("framework.jump-bound-higher")
def jump_bound_higher() -> Theorem:
    """(1 - |theta(0)|^(2-kappa))/(2 - kappa) = eta S(tau) <= kappa eta U* tau."""
    when, one, _ = defined("framework.jump-time")
    rate, top, large = assume(lt(0, eta)), assume(lt(0, U_star)), assume(le(3, kappa))
    degree = assume(lt(0, kappa))
    apart = bound(lt(DEGREE, 0), (), [[large]])
    other = _different(apart)
    unit = fact("inverse", some_degree(other), z=DEGREE)
    units = [inverse(eta, [rate]), inverse(U_star, [top]), inverse(kappa, [degree])]
    solved = combine(
        eq(S_of(end), inv(eta) * inv(DEGREE) * (1 - power(n_0, DEGREE))),
        (inv(eta) * inv(DEGREE), amount(other, one, False)),
        (S_of(end), unit),
        (S_of(end) * DEGREE * inv(DEGREE), units[0]),
    )
    goal_left = -(inv(U_star) * inv(eta) * inv(kappa) * inv(DEGREE) * (power(n_0, DEGREE) - 1))
    scale = positive(inv(U_star) * inv(kappa), [top, degree])
    return bound(le(goal_left, tau), [when, *units, solved], [[accumulated_bound(), scale]])


def _different(apart: Theorem) -> Theorem:
    """2 - kappa < 0: not kappa = 2."""
    equation = eq(kappa, 2)
    false = bound(lt(0, 0), [assume(equation)], [[apart]])
    return discharge(equation, given(put(axiom("irreflexive"), x=ZERO), false))
