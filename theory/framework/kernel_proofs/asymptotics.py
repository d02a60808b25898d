"""Ratios near 0: the threshold over -log alpha for kappa = 2, the gradient over the scale."""

from __future__ import annotations

from theory.framework.kernel_proofs.dormant import gradient_at
from theory.framework.kernel_proofs.entry import DOMAINS, defined, proof
from theory.framework.kernel_proofs.limits import below_one, log_below_zero, near_zero
from theory.framework.letters import grad, index, kappa, n_0
from theory.proof.lemmas import exp, exp_inverse, inv, log, log_below, log_product
from theory.proof.lemmas.limits import close, small, under_small
from theory.proof.lemmas.powers import (
    power,
    power_below_base,
    power_one,
    power_positive,
    power_sum,
)
from theory.proof.lemmas.sizes import within_size
from theory.proof.letters import stated, undefined
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, witness
from theory.proof.tactics import (
    at,
    bound,
    combine,
    differs,
    fact,
    fresh,
    inverse,
    parts,
    positive,
    ring,
)
from theory.proof.terms import FALSE, ONE, Term, call, eq, le, lt, negation, num, opened

START = assume(lt(0, n_0))
QUADRATIC = "framework.threshold-asymptotics-quadratic"


@proof(QUADRATIC)
def threshold_asymptotics_quadratic() -> Theorem:
    """-log(x n)/(-log x) - 1 = log n/log x, and -log x > (1 + |log n|)/e for x < exp(-...)."""
    height = log(n_0)
    size, size_low = call("abs", height), fact("abs-positive", z=height)

    def depth(level):
        return (1 + size) * inv(level)

    def radius(level, above):
        return exp(-depth(level)), fact("exp-positive", x=-depth(level))

    def proof_at(wanted, x, low, high, level, above):
        down, unit = positive(inv(level), [above]), inverse(level, [above])
        deep = bound(
            lt(depth(level), -log(x)),
            [fact("log-exp", x=-depth(level))],
            [[log_below(high, low)]],
        )
        some = bound(lt(0, depth(level)), (), [[down], [size_low, down]])
        fall = bound(lt(0, -log(x)), (), [[deep], [some]])
        enough = bound(lt(size, level * -log(x)), [unit], [[deep, above], []])
        # x < 1, for log x < 0: were it not, x = exp(log x) < 1
        under = below(x, low, fall)
        choice = next(one for one in _inside(wanted) if one.op == "ite")
        condition, first, second = choice.args
        picked = fact("ite-true", under, P=condition, z=first, w=second)
        nonzero = differs(bound(lt(log(x), 0), (), [[fall]]), negation(eq(log(x), 0)))
        share = fact("inverse", nonzero, z=log(x))
        steep = _inverse_negative(x, fall)
        E = height * inv(log(x))
        same = ring(eq(wanted.args[0].args[0], E), picked, log_product(x, n_0, low, START), share)
        one, other = within_size(height)
        return close(
            wanted,
            same,
            bound(lt(-level, E), [share], [[enough, steep], [other, steep]]),
            bound(lt(E, level), [share], [[enough, steep], [one, steep]]),
        )

    return near_zero(QUADRATIC, radius, proof_at)


def below(x: Term, low: Theorem, fall: Theorem) -> Theorem:
    """x < 1, from log x < 0: 1/x = exp(-log x) >= 1 - log x > 1."""
    tangent = fact("exp-tangent", x=-log(x))
    pair = combine(
        eq(x * exp(-log(x)), 1),
        (1, exp_inverse(log(x))),
        (exp(-log(x)), fact("exp-log", low, x=x)),
    )
    return bound(lt(x, 1), [pair], [[low, tangent], [low, fall]])


def _inverse_negative(x: Term, fall: Theorem) -> Theorem:
    """0 < -1/log x."""
    down = positive(inv(-log(x)), [fall])
    nonzero = differs(bound(lt(log(x), 0), (), [[fall]]), negation(eq(log(x), 0)))
    same = combine(
        eq(inv(-log(x)), -inv(log(x))),
        (inv(log(x)), inverse(-log(x), [fall])),
        (inv(-log(x)), fact("inverse", nonzero, z=log(x))),
    )
    return bound(lt(0, -inv(log(x))), [same], [[down]])


def quadratic_domain() -> list[Theorem]:
    """-log x is not 0 where 0 < x < 1."""
    from theory import claim

    return [_settled(goal, []) for goal in undefined(stated(claim(QUADRATIC)))]


def _settled(goal: Term, known: list[Theorem]) -> Theorem:
    """As near as 1: the limit's own radius is of no account here."""
    if goal.op == "forall":
        letter = fresh(goal.data[0])
        return generalise(_settled(opened(goal, (letter,)), known), letter)
    if goal.op == "exists":
        return witness(goal, ONE, _settled(opened(goal, (ONE,)), known))
    if goal.op == "and":
        return conjoin(*(_settled(one, known) for one in goal.args))
    if goal.op == "lt":
        return bound(goal)
    if goal.op == "implies" and goal.args[1] is not FALSE:
        premise = assume(goal.args[0])
        return discharge(premise.conclusion, _settled(goal.args[1], [*known, *parts(premise)]))
    near = known[-1]
    x = near.conclusion.args[0]
    low = next(one for one in known if one.conclusion is lt(0, x))
    falls = log_below_zero(bound(lt(x, 1), (), [[near]]), low)
    whole = goal.args[0].args[0]
    strict = lt(whole, 0) if whole is log(x) else lt(0, whole)
    return differs(bound(strict, (), [[falls]]), goal)


DOMAINS[QUADRATIC] = quadratic_domain


def _inside(term: Term):
    yield term
    for arg in term.args:
        yield from _inside(arg)


@proof("framework.linearisation")
def linearisation() -> Theorem:
    """g(l theta)/l = l^(kappa - 2) g(theta), and l^(kappa - 2) <= l for l < 1."""
    (slopes,) = defined("framework.gradient-near")
    low_index, high_index, *_ = defined("framework.component")
    value = grad(index)
    size, size_low = call("abs", value), fact("abs-positive", z=value)
    large = assume(le(3, kappa))

    def proof_at(wanted, x, low, high, level, above):
        tight = under_small(x, high, level, above, size, size_low)
        one = bound(lt(x * (1 + level), level), (), [[tight], [low, size_low]])
        unit_below = below_one(x, one, bound(lt(0, 1 + level), (), [[above]]))
        found = gradient_at(index, low_index, high_index, at(slopes, x, low), low, down_of(x, low))
        unit = inverse(x, [low])
        factor = power(x, kappa - 2)
        whole = combine(
            eq(power(x, kappa), factor * x**2),
            (1, power_sum(x, low, kappa - 2, num(2))),
            (factor, _square(x, low)),
        )
        same = ring(eq(wanted.args[0].args[0], factor * value), found, whole, unit)
        steep = bound(le(1, kappa - 2), (), [[large]])
        less = power_below_base(x, low, unit_below, kappa - 2, steep)
        factor_above = power_positive(x, low, kappa - 2)
        capped = bound(lt(x * size, level), (), [[tight], [low], [low, above]])
        top = bound(lt(factor * size, level), (), [[less, size_low], [capped]])
        first, second = within_size(value)
        return close(
            wanted,
            same,
            bound(lt(-level, factor * value), (), [[top], [factor_above, first]]),
            bound(lt(factor * value, level), (), [[top], [factor_above, second]]),
        )

    return near_zero(
        "framework.linearisation",
        lambda level, above: small(level, above, size, size_low),
        proof_at,
    )


def down_of(x: Term, low: Theorem) -> Theorem:
    """0 < 1/x."""
    return fact("inverse-positive", low, x=x)


def _square(x: Term, low: Theorem) -> Theorem:
    """x^2 as a power."""
    return combine(
        eq(power(x, num(2)), x**2),
        (1, power_sum(x, low, ONE, ONE)),
        (power(x, ONE), power_one(x, low)),
        (x, power_one(x, low)),
    )
