"""What the claims say of the two algorithms, from ``same_staircase`` and ``inward_everywhere``."""

from __future__ import annotations

from functools import cache

from theory import claim
from theory.diagonal.kernel_proofs.entry import defined, domain, proof, stated
from theory.diagonal.kernel_proofs.jumps.plateau import rate_above
from theory.diagonal.kernel_proofs.neuron.flow import ROOT, alpha_above
from theory.diagonal.kernel_proofs.neuron.utility import maximal_utility
from theory.diagonal.kernel_proofs.small_alpha.learning_rate import doubled, inverse_of_negative
from theory.diagonal.kernel_proofs.small_alpha.small_scale import (
    edge_between,
    fast,
    inverse_of,
    log_two_above,
    radius_of,
)
from theory.diagonal.kernel_proofs.staircase.alternating import STRETCH
from theory.diagonal.kernel_proofs.staircase.staircase_induction import same_staircase
from theory.diagonal.kernel_proofs.staircase.successive import inward_everywhere
from theory.diagonal.letters import DEFINED, U_star, alpha, beta, eta, g, s_i
from theory.diagonal.letters.algorithm import rate_at
from theory.diagonal.letters.regression import SIZES
from theory.diagonal.letters.sequence import (
    U_best,
    agf_gap,
    agf_time,
    at_scale,
    coordinate,
    gap,
    plateau,
    t_agf,
    t_pf,
)
from theory.diagonal.letters.staircase import (
    AGF,
    NUMBERED,
    coefficient,
    coefficient_agf,
    integral,
    place,
)
from theory.proof.lemmas import HALF, exp, inv, log, trichotomy
from theory.proof.lemmas.limits import close, near_zero
from theory.proof.letters import stated as in_terms
from theory.proof.letters import undefined
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    conjunct,
    discharge,
    instantiate,
    order,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    differs,
    equal_inside,
    fact,
    filled,
    given,
    inverse,
    obtain,
    parts,
    positive,
    ring,
    weaker,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import ONE, TWO, ZERO, Term, apply, call, eq, le, lt, negation


# --- one coordinate on one plateau of the algorithm -----------------------------------------------
@cache
def here() -> tuple[list[Theorem], list[Theorem]]:
    """(inward for this coordinate, the definitions of g, beta and s)."""
    low, high, first, last, *letters = defined("diagonal.on-plateau")
    found = at(inward_everywhere(), plateau, low, high, coordinate, first, last)
    for statement, known in zip(SIZES, defined("diagonal.algorithm")[:2]):
        found = given(discharge(statement, found), known)
    return parts(found), letters


@proof("diagonal.candidates")
def candidates() -> Theorem:
    """beta g = 0, and U* = |g|/2."""
    (*_, rest, _, _, _), (force, own, _) = here()
    size = call("abs", g)
    known = discharge(DEFINED["diagonal.maximum"].statement, maximal_utility())
    top = given(instantiate(known, U_star, U_best), assume(DEFINED["diagonal.top"].statement))
    product = ring(eq(beta * g, 0), own, force, rest)
    statement = in_terms(claim("diagonal.candidates")).statement
    there, back = statement.args
    some = assume(there.args[0])
    unit = fact("inverse", some, z=g)
    dormant = combine(eq(beta, 0), (-beta, unit), (inv(g), product))

    def no_utility(zero):
        flat = combine(eq(size, 0), (2, top), (2, zero))
        square = fact("abs-square", z=g)
        whole = ring(eq(size**2, g**2), square, fact("conj-real", x=g))
        squared = combine(eq(g**2, 0), (1, whole), (size, flat))
        return given(some, combine(eq(g, 0), (-g, unit), (inv(g), squared)))

    pull = eq(U_best, 0)
    forward = discharge(there.args[0], conjoin(dormant, discharge(pull, no_utility(assume(pull)))))
    both = parts(assume(back.args[0]))
    zero = eq(g, 0)
    gone = equal_inside(size, assume(zero))
    none = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
    still = combine(pull, (1, top), (HALF, gone), (HALF, none))
    backward = discharge(back.args[0], discharge(zero, given(both[1], still)))
    return conjoin(written(there, forward), written(back, backward))


@proof("diagonal.dormant-integral")
def dormant_integral() -> Theorem:
    """Integrals never leave [-1, 1]: a jump comes first."""
    (low, high, *_), (*_, own) = here()
    size = call("abs", s_i)
    goal = le(size, 1)
    return by_cases(
        trichotomy(s_i),
        lambda less: linear(goal, fact("abs-negative", weaker(less), x=s_i), own, low),
        lambda same: linear(
            goal, fact("abs-nonnegative", linear(le(0, s_i), same), x=s_i), own, high
        ),
        lambda more: linear(goal, fact("abs-nonnegative", weaker(more), x=s_i), own, high),
    )


@proof("diagonal.dormant-set")
def dormant_set() -> Theorem:
    """Strictly inside the boundary the constraint says beta = 0."""
    (*_, between), (_, coefficient_, own) = here()
    size = call("abs", s_i)
    short = assume(lt(size, 1))

    def inside(name, ordered):
        known = fact(name, ordered, x=s_i)
        s = integral(plateau, coordinate)
        low = linear(lt(-1, s), known, own, short, ordered)
        high = linear(lt(s, 1), known, own, short, ordered)
        return combine(eq(beta, 0), (1, coefficient_), (1, given(between, low, high)))

    found = by_cases(
        trichotomy(s_i),
        lambda less: inside("abs-negative", weaker(less)),
        lambda same: inside("abs-nonnegative", linear(le(0, s_i), same)),
        lambda more: inside("abs-nonnegative", weaker(more)),
    )
    return discharge(short.conclusion, found)


# --- a jump of both -------------------------------------------------------------------------------
def nothing_apart(value, limits: list[Theorem], equal: Theorem, top: Term) -> Theorem:
    """max |a_i - b_i| = 0 where all are equal."""
    _, attained = limits

    def from_witness(i, known):
        low, high, reached = parts(known)
        size = value(i)
        flat = combine(eq(size.args[0], 0), (1, at(equal, i, low, high)))
        none = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
        return combine(eq(top, 0), (1, reached), (1, equal_inside(size, flat)), (1, none))

    return obtain(attained, from_witness)


@cache
def jump() -> tuple[Theorem, Theorem]:
    """t_AGF = A t_PF and beta_gap = 0, A in terms of eta."""
    low, high, own, other, *limits = defined("diagonal.jump")
    _, _, clock, _, equal, _ = parts(at(same_staircase(), plateau, low, high))
    m = place(plateau)
    times = combine(eq(t_agf, STRETCH * t_pf), (1, own), (1, clock), (STRETCH, other))

    def value(i):
        return call("abs", coefficient_agf(m, i) - coefficient(plateau, i))

    return times, nothing_apart(value, limits, equal, gap)


def scale_of_rate() -> Theorem:
    """exp(2 eta) 2 alpha^2 = 1."""
    (rate,) = defined("diagonal.accelerated")
    scale = positive(ROOT * alpha, [alpha_above()])
    inside = combine(eq(-eta, log(ROOT * alpha)), (1, rate))
    small = combine(
        eq(exp(-eta), ROOT * alpha),
        (1, equal_inside(exp(-eta), inside)),
        (1, fact("exp-log", scale, x=ROOT * alpha)),
    )
    return doubled(small)


@proof("diagonal.exact-relation")
def exact_relation() -> Theorem:
    """same_staircase, with 1/(2 alpha^2) = exp(2 eta) and -log(sqrt(2) alpha) = eta."""
    times, none = jump()
    (rate,) = defined("diagonal.accelerated")
    statement = in_terms(claim("diagonal.exact-relation")).statement
    wanted = next(one for one in statement.args if one.args[0] is t_agf)
    factors = {part.op: part for part in wanted.args[1].args}
    reach, _down = factors["acosh"], factors["inv"]
    unit = inverse(alpha, [alpha_above()])
    square = combine(
        eq(inv(alpha) ** 2, 2 * exp(2 * eta)),
        (inv(alpha) ** 2, scale_of_rate()),
        (2 * exp(2 * eta) * (alpha * inv(alpha) + 1), unit),
    )
    size = ring(eq(reach.args[0], exp(2 * eta)), square)
    logs = log(ROOT * alpha)
    turned = combine(eq(logs, -eta), (1, rate))
    etas = inverse(eta, [rate_above()])
    below = combine(
        eq(inv(logs), -inv(eta)),
        (1, equal_inside(inv(logs), turned)),
        (1, inverse_of_negative(eta, etas)),
    )
    return stated(
        "diagonal.exact-relation",
        ring(wanted, times, equal_inside(reach, size), below),
        none,
    )


@proof("diagonal.ties")
def ties() -> Theorem:
    """The same: no premise asks that neurons come one at a time."""
    return jump()[1]


@domain("diagonal.exact-relation")
def exact_relation_domain() -> list[Theorem]:
    """0 < sqrt(2) alpha, log(sqrt(2) alpha) = -eta < 0 and 1/(2 alpha^2) = exp(2 eta) >= 1."""
    (rate,) = defined("diagonal.accelerated")
    unit = inverse(alpha, [alpha_above()])
    square = combine(
        eq(inv(alpha) ** 2, 2 * exp(2 * eta)),
        (inv(alpha) ** 2, scale_of_rate()),
        (2 * exp(2 * eta) * (alpha * inv(alpha) + 1), unit),
    )
    found = []
    for one in undefined(in_terms(claim("diagonal.exact-relation"))):
        if one.op == "le":
            grown = fact("exp-tangent", x=2 * eta)
            found.append(bound(one, [square], [[grown], [rate_above()]]))
        else:
            logs = linear(lt(log(ROOT * alpha), 0), rate, rate_above())
            found.append(differs(logs, negation(eq(log(ROOT * alpha), 0))))
    return found


# --- alpha -> 0 -----------------------------------------------------------------------------------
@cache
def at_every_scale() -> Theorem:
    """same_staircase for AGF at scale alpha and rate -log(sqrt(2) alpha); alpha a letter."""
    found = at(same_staircase(), plateau, *defined("diagonal.jump-at-scale")[:2])
    for statement in (AGF.statement, NUMBERED.statement, lt(0, alpha), lt(0, eta)):
        found = discharge(statement, found)
    return found


def staircase_at(a: Term, low: Theorem, inside: Theorem, deep: Theorem) -> tuple[Theorem, Theorem]:
    """t_AGF(a) = A(a) t_PF and gap(a) = 0 at a scale a."""
    table = at_scale(a)
    (every,) = defined("diagonal.agf-at-every-scale")
    process = at(every, a, low, inside)
    agf, numbered = process.conclusion.args
    whole = filled(at_every_scale(), table)
    known = given(whole, deep, low, conjunct(process, numbered), conjunct(process, agf))
    _, _, clock, _, equal, _ = parts(known)
    _, _, other, scales = defined("diagonal.jump-at-scale")
    own, *limits = parts(at(scales, a, low, inside))
    rate = rate_at(a)
    stretch = HALF * inv(rate) * call("acosh", exp(2 * rate))
    times = combine(eq(agf_time(a), stretch * t_pf), (1, own), (1, clock), (stretch, other))

    def value(i):
        both = apply(table[coefficient_agf], (apply(table[place], (plateau,)), i))
        return call("abs", both - coefficient(plateau, i))

    return times, nothing_apart(value, limits, equal, agf_gap(a))


def patience(level: Term) -> Term:
    """log(2) (1 + |t|)/e: a rate beyond which the times differ by less than e."""
    return log(TWO) * (1 + call("abs", t_pf)) * inv(level)


def patience_above(level: Term, above: Theorem) -> Theorem:
    """It is positive."""
    down, size = fact("inverse-positive", above, x=level), fact("abs-positive", z=t_pf)
    two = log_two_above()
    return bound(lt(0, patience(level)), (), [[two, down], [two, down, size]])


def near(wanted, x, low, high, level, above) -> Theorem:
    """|A t - t| = |B - 2 eta| |t|/(2 eta) < e, and gap = 0."""
    inside, beyond = fast(x, low, high, patience_above(level, above))
    rate = rate_at(x)
    deep = linear(lt(0, rate), beyond, patience_above(level, above))
    times, none = staircase_at(x, low, inside, deep)
    value = wanted.args[0].args[0]
    around = linear(lt(-level, ZERO), above), linear(lt(ZERO, level), above)
    if agf_gap in value.free:
        return close(wanted, ring(eq(value, ZERO), none), *around)
    unit, size = inverse_of(rate, deep), call("abs", t_pf)
    reach = call("acosh", exp(2 * rate))
    gap_ = HALF * inv(rate) * (reach - 2 * rate) * t_pf
    same = ring(eq(value, gap_), times, unit)
    lower, upper = edge_between(2 * rate, weaker(bound(lt(0, 2 * rate), (), [[deep]])))
    scaled = order(
        lt(log(TWO) * (1 + size), level * rate),
        ((-(log(TWO) * (1 + size)), inverse(level, [above])),),
        ((ONE, (above, beyond), ONE),),
    )
    thin = fact("inverse-positive", deep, x=rate)
    two = log_two_above()

    def proof_from(name, ordered, t_low):
        """-e < gap < e, where |t| is t or -t."""
        known = fact(name, ordered, x=t_pf)
        products = [
            [thin, scaled],
            [thin, two],
            [thin, lower, t_low],
            [thin, upper, t_low],
            [above],
            [thin, two, t_low],
        ]
        return close(
            wanted,
            same,
            bound(lt(-level, gap_), [unit, known], products),
            bound(lt(gap_, level), [unit, known], products),
        )

    return by_cases(
        trichotomy(t_pf),
        lambda less: proof_from("abs-negative", weaker(less), linear(le(0, -t_pf), less)),
        lambda zero: close(wanted, ring(eq(value, ZERO), times, zero), *around),
        lambda more: proof_from("abs-nonnegative", weaker(more), weaker(more)),
    )


@proof("diagonal.theorem")
def theorem() -> Theorem:
    """At every scale t_AGF = A t_PF and the coefficients are equal; A(alpha) tends to 1."""
    whole = in_terms(claim("diagonal.theorem")).statement
    return stated(
        "diagonal.theorem",
        *(
            near_zero(one, lambda level, above: radius_of(patience(level)), near)
            for one in whole.args
        ),
    )
