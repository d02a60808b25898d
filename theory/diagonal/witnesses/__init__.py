"""Something satisfies the definitions of the diagonal setting, all of a bundle at once: most of
them a neuron with gradient -1 (``neuron``).

A theorem without hypotheses says so; a definition that nothing satisfies would have none.
"""

from __future__ import annotations

from theory.diagonal.letters import (
    DEFINED,
    S_0,
    G_of,
    S_jump,
    S_later,
    S_of,
    S_on,
    U_star,
    alpha,
    dU_du,
    dU_dv,
    dual,
    eta,
    g,
    g_of,
    last,
    rho,
    rho_later,
    s_i,
    slope,
    t,
    tau_pf,
    u,
    u_cross,
    u_of,
    u_on,
    v,
    v_cross,
    v_of,
    v_on,
    waiting,
)
from theory.diagonal.letters.algorithm import SCALED, edge, s_later, sigma_later, signed_root, step
from theory.diagonal.letters.sequence import U_best
from theory.diagonal.witnesses import after_jump, cost, integral, sequence, stretch
from theory.diagonal.witnesses.neuron import (
    FLOWS,
    NEURON,
    ROOTED,
    SCALE,
    help_with,
    neuron,
    statement,
)
from theory.proof.lemmas import (
    HALF,
    cosh,
    cosh_double,
    cosh_zero,
    inv,
    log,
    log_one,
    sinh,
    sinh_double,
    sinh_zero,
    sqrt,
)
from theory.proof.rules import Theorem, assume, conjoin, discharge, disjoin, generalise, witness
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    fresh,
    lam,
    positive,
    ring,
    satisfied,
)
from theory.proof.terms import (
    FALSE,
    ONE,
    TWO,
    ZERO,
    Term,
    both,
    eq,
    le,
    lt,
    negation,
    num,
    opened,
    substituted,
)


def maximum() -> Theorem:
    """a b <= 1/2 on the circle, attained at a = b = 1/sqrt(2)."""
    whole = statement(("diagonal.maximum",), NEURON)
    limit, attained = whole.args
    a, b = fresh(), fresh()
    circle = assume(eq(a**2 + b**2, 1))
    inner = opened(opened(limit, (a,)), (b,)).args[1]
    one = combine(eq(a**2, 1 - b**2), (1, circle))
    below = generalise(
        generalise(discharge(circle.conclusion, bound(inner, [one], squares=[a - b])), b), a
    )
    there = opened(attained, (SCALE,))
    point = opened(there, (SCALE,))
    shown = conjoin(*(ring(one, ROOTED) for one in point.args))
    return conjoin(below, witness(attained, SCALE, witness(there, SCALE, shown)))


TOP = {g: num(-1), u: SCALE, v: SCALE}


def local_maximum() -> Theorem:
    """At (1, 1)/sqrt(2) with g = -1: a b <= 1/2 on the whole circle."""
    circle, existence = statement(("diagonal.local-maximum",), TOP).args
    low, every = opened(existence, (ONE,)).args
    a, b = fresh(), fresh()
    on, rest = opened(opened(every, (a,)), (b,)).args
    near, wanted = rest.args
    one = combine(eq(a**2, 1 - b**2), (1, assume(on)))
    below = bound(wanted, [one, ROOTED], squares=[a - b])
    found = generalise(generalise(discharge(on, discharge(near, below)), b), a)
    return conjoin(ring(circle, ROOTED), witness(existence, ONE, conjoin(bound(low), found)))


CROSSED = {last: ZERO, alpha: HALF, u: SCALE, v: ZERO, dual: ZERO, u_cross: SCALE, v_cross: ZERO}


def crossing() -> Theorem:
    """At the start v = 0."""
    return satisfied(statement(("diagonal.crossing",), CROSSED))


SLOPED = {g: num(-1), u: ONE, v: ZERO, dU_du: ZERO, dU_dv: ONE, slope: ONE}


def partials() -> Theorem:
    """At (1, 0) with g = -1: dU/du = 0, dU/dv = 1, and the norm of the gradient is 1."""
    return satisfied(
        statement(("diagonal.partials", "diagonal.on-circle", "diagonal.slope"), SLOPED)
    )


ROOTS = {s_i: ZERO, g: num(-1), tau_pf: ONE}


def first_root() -> Theorem:
    """s = 0, g = -1: the boundary 1 is reached at tau = 1, and not before."""
    whole = statement(("diagonal.first-root",), ROOTS)
    above, reached, earlier = whole.args
    s = fresh()
    body = opened(earlier, (s,))
    low, rest = body.args
    high, never = rest.args
    premises = assume(low), assume(high)
    either = never.args[0]
    false = by_cases(
        assume(either),
        lambda one: contradiction(
            bound(lt(0, 0), [combine(eq(s, 1), (1, one))], [[premises[1]]]), FALSE
        ),
        lambda one: contradiction(
            bound(lt(0, 0), [combine(eq(s, -1), (1, one))], [[premises[0]]]), FALSE
        ),
    )
    no = discharge(low, discharge(high, discharge(either, false)))
    return conjoin(bound(above), disjoin(reached, ring(reached.args[0])), generalise(no, s))


UNIT = {u: ONE, v: ZERO, S_0: ZERO, S_jump: ZERO}


def unit_norm() -> Theorem:
    """u = 1, v = 0."""
    return satisfied(statement(("diagonal.unit-norm",), UNIT))


STRETCHED = {eta: ONE, rho: ONE, S_0: ONE, s_i: ONE}


def stretched() -> Theorem:
    """At the threshold, S = 1 and s = 1, both sides are A."""
    return satisfied(statement(("diagonal.stretched",), STRETCHED))


STEPPED = {
    eta: ONE,
    g: num(-1),
    step: ONE,
    t: substituted(edge(), {eta: ONE}),
    s_i: ZERO,
    s_later: ONE,
    rho_later: ONE,
    S_later: ONE,
    sigma_later: substituted(
        signed_root(rho_later, S_later), {eta: ONE, rho_later: ONE, S_later: ONE}
    ),
}


def stepped() -> Theorem:
    """From s = 0 with g = -1 to s = 1 in the time 1, and A for AGF."""
    return satisfied(statement(("diagonal.step",), STEPPED))


SCALES = {s_i: ONE, SCALED: lam(lambda a: ONE)}


def at_scale() -> Theorem:
    """At s = 1 the accumulated utility is 1 for every scale."""
    size = fact("abs-nonnegative", bound(le(0, 1)), x=ONE)
    return satisfied(statement(("diagonal.at-scale",), SCALES), lambda *letters: [size])


LATER = {**NEURON, waiting: ONE, u: SCALE * cosh(TWO), v: SCALE * sinh(TWO)}


def activated() -> Theorem:
    """The same neuron a time 1 after the last jump."""
    return satisfied(statement(("diagonal.activated",), LATER), help_with)


WITNESSES = {
    "diagonal.algorithm": sequence.one_scale,
    "diagonal.agf-at-every-scale": sequence.every_scale,
    "diagonal.on-plateau": sequence.on_plateau,
    "diagonal.next": sequence.next_one,
    "diagonal.gradient": sequence.data,
    "diagonal.cost-flow": cost.cost,
    "diagonal.activated": activated,
    "diagonal.integral-limit": integral.resting,
    "diagonal.network-flow": stretch.rising,
    "diagonal.number-of-minimisers": cost.one_minimiser,
    "diagonal.new": cost.first_jump,
    "diagonal.dormant-start": cost.dormant_start,
    "diagonal.top": maximum,
    "diagonal.local-maximum": local_maximum,
    "diagonal.flow": neuron,
    "diagonal.rate": after_jump.velocity,
    "diagonal.activation": after_jump.threshold,
    "diagonal.either-sign": after_jump.sign,
    "diagonal.maximum": maximum,
    "diagonal.crossing": crossing,
    "diagonal.partials": partials,
    "diagonal.first-root": first_root,
    "diagonal.unit-norm": unit_norm,
    "diagonal.stretched": stretched,
    "diagonal.step": stepped,
    "diagonal.at-scale": at_scale,
}
BUNDLES = {
    "diagonal.algorithm": (
        "diagonal.algorithm",
        "diagonal.agf",
        "diagonal.numbered",
        "diagonal.jump",
        "diagonal.accelerated",
    ),
    "diagonal.agf-at-every-scale": (
        "diagonal.algorithm",
        "diagonal.agf-at-every-scale",
        "diagonal.jump-at-scale",
    ),
    "diagonal.on-plateau": ("diagonal.algorithm", "diagonal.on-plateau"),
    "diagonal.next": ("diagonal.agf", "diagonal.next"),
    "diagonal.new": ("diagonal.algorithm", "diagonal.general-position", "diagonal.new"),
    "diagonal.number-of-minimisers": (
        "diagonal.algorithm",
        "diagonal.general-position",
        "diagonal.number-of-minimisers",
    ),
    "diagonal.dormant-start": ("diagonal.agf", "diagonal.dormant-start"),
    "diagonal.network-flow": stretch.NAMES,
    "diagonal.cost-flow": ("diagonal.cost-flow", "diagonal.cost-end", "diagonal.cost-best"),
    "diagonal.flow": FLOWS,
    "diagonal.rate": (*FLOWS, "diagonal.rate"),
    "diagonal.activation": (*FLOWS, "diagonal.activation"),
    "diagonal.either-sign": ("diagonal.sign", "diagonal.either-sign"),
    "diagonal.partials": ("diagonal.partials", "diagonal.on-circle", "diagonal.slope"),
}
TABLES = {
    "diagonal.algorithm": sequence.FIRST,
    "diagonal.agf-at-every-scale": sequence.EVERY_SCALE,
    "diagonal.on-plateau": sequence.PLATEAU,
    "diagonal.next": sequence.NEXT,
    "diagonal.gradient": sequence.gradient_values(),
    "diagonal.cost-flow": cost.AT_BEST,
    "diagonal.activated": LATER,
    "diagonal.integral-limit": integral.RESTING,
    "diagonal.network-flow": stretch.RISING,
    "diagonal.number-of-minimisers": cost.LISTED,
    "diagonal.new": cost.JUMPED,
    "diagonal.dormant-start": cost.STARTED,
    "diagonal.top": {**NEURON, U_best: HALF},
    "diagonal.local-maximum": TOP,
    "diagonal.rate": after_jump.moving(),
    "diagonal.partials": SLOPED,
    "diagonal.first-root": ROOTS,
    "diagonal.unit-norm": UNIT,
    "diagonal.flow": NEURON,
    "diagonal.activation": after_jump.AT_THRESHOLD,
    "diagonal.either-sign": after_jump.SIGNED,
    "diagonal.maximum": NEURON,
    "diagonal.crossing": CROSSED,
    "diagonal.stretched": STRETCHED,
    "diagonal.step": STEPPED,
    "diagonal.at-scale": SCALES,
}
