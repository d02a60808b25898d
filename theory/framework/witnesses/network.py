"""Something satisfies the definitions of networks and of courses: one neuron on one sample.

Sums have one term, so that every statement is about polynomials of explicit functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from theory.framework import letters
from theory.framework.letters import courses, network, small
from theory.framework.letters import layer as layers
from theory.proof.lemmas import sqrt_is
from theory.proof.lemmas.powers import power_of_one, power_one, power_zero
from theory.proof.letters import DEFINITIONS
from theory.proof.polynomials import normal, polynomial, term_of
from theory.proof.rules import (
    Refused,
    Theorem,
    assume,
    conjoin,
    discharge,
    disjoin,
    generalise,
    reflexive,
)
from theory.proof.sums.finite import empty, step, sum_of
from theory.proof.tactics import (
    NotShown,
    bound,
    combine,
    derivative,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    parts,
    positive,
    reduced,
    ring,
    slope_of_same,
    weaker,
    with_slope,
    written,
)
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    both,
    eq,
    le,
    lt,
    make,
    num,
    opened,
    substituted,
)


def single(summand: Term) -> Theorem:
    """sum_{k = 1}^{1} f(k) = f(1)."""
    last = step(summand, ONE, ZERO, bound(le(ONE - 1, ZERO)))
    return ring(eq(sum_of(summand, 1, 1), summand(ONE)), last, empty(summand, ONE))


def unrolled(whole: Term, known: Sequence[Theorem]) -> list[Theorem]:
    """What the sums of one term, choices, powers and inverses of a term are, outermost first."""
    found: dict[Term, Theorem] = {}

    def visit(part):
        if part.loose or part in found:
            return
        if part.op == "sum" and part.args[0] is ONE and normal(part.args[1]) is ONE:
            summand = make("lam", (INT,), (part.args[2],))
            found[part] = single(summand)
            visit(summand(ONE))
        elif part.op == "ite" and part.args[0].op == "eq" and len(set(part.args[0].args)) == 1:
            condition, first, second = part.args
            same = reflexive(condition.args[0])
            found[part] = fact("ite-true", same, P=condition, z=first, w=second)
        elif part.op == "power" and normal(part.args[1]) is ONE:
            above = positive(part.args[0], known)
            found[part] = written(eq(part, part.args[0]), power_one(part.args[0], above))
        elif part.op == "power" and part.args[0] is ONE:
            found[part] = power_of_one(part.args[1])
        elif part.op == "power" and normal(part.args[1]) is ZERO:
            above = positive(part.args[0], known)
            found[part] = written(eq(part, 1), power_zero(part.args[0], above))
        elif part.op == "inv" and part.args[0].op == "sqrt":
            found[part] = _below_root(part, known)
        elif part.op == "inv" and normal(part.args[0]) is ONE:
            found[part] = ring(eq(part, 1), inverse(ONE, []))
        for one in part.args:
            visit(one)

    visit(whole)
    rules = []
    for one in found.values():
        left, right = one.conclusion.args
        if normal(left) is not normal(right):
            rules.append(one)
    return rules


def _below_root(part: Term, known: Sequence[Theorem]) -> Theorem:
    """1/sqrt(sum of one square) = 1/x, for an x that is known to be positive."""
    (root,) = part.args
    (inner,) = root.args
    for one in known:
        if one.conclusion.op == "lt" and one.conclusion.args[0] is ZERO:
            x = one.conclusion.args[1]
            square = single(make("lam", (INT,), (inner.args[2],)))
            if normal(square.conclusion.args[1]) is normal(x**2):
                value = sqrt_is(x, weaker(one), combine(eq(x**2, inner), (1, square)))
                return equal_inside(part, value)
    raise NotShown(f"no root is known of {inner}")


def holds(statement: Term, known: tuple = ()) -> Theorem:
    """A statement about explicit functions and sums of one term, part by part."""
    if statement.op == "and":
        return conjoin(*(holds(one, known) for one in statement.args))
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(holds(opened(statement, (letter,)), known), letter)
    if statement.op == "implies" and statement.args[1] is not FALSE:
        premise = assume(statement.args[0])
        return discharge(premise.conclusion, holds(statement.args[1], (*known, *parts(premise))))
    if statement.op == "or":
        for one in statement.args:
            try:
                return disjoin(statement, holds(one, known))
            except Refused:
                continue
        raise NotShown(f"none of these holds: {statement}")
    rules = unrolled(statement, known)
    rules += _units(statement, known)
    if statement.op == "implies":
        left, right = statement.args[0].args
        for strict in (lt(left, right), lt(right, left)):
            try:
                return differs(bound(strict, rules, [[one] for one in _ordered(known)]), statement)
            except Refused:
                continue
        raise NotShown(f"left to show:  {statement}")
    if statement.op == "deriv":
        return _slope(statement, known)
    if statement.op == "eq":
        return ring(statement, *rules)
    single_ones = [[one] for one in _ordered(known)]
    pairs = [[one, other] for one in _ordered(known) for other in _ordered(known)]
    return bound(statement, rules, single_ones + pairs)


def _ordered(known) -> list[Theorem]:
    return [one for one in known if one.conclusion.op in ("le", "lt")]


def _units(statement: Term, known) -> list[Theorem]:
    """x inv(x) = 1 for what is inverted, or a letter, and known to be positive."""
    found: dict[Term, Theorem] = {
        one.conclusion.args[1]: inverse(one.conclusion.args[1], known)
        for one in _ordered(known)
        if one.conclusion.args[0] is ZERO
        and one.conclusion.args[1].op == "var"
        and one.conclusion.op == "lt"
    }

    def visit(part):
        if part.op == "inv" and not part.loose and normal(part.args[0]) is not ONE:
            try:
                found[part.args[0]] = inverse(part.args[0], known)
            except Refused:
                pass
        for one in part.args:
            visit(one)

    visit(statement)
    return list(found.values())


def _slope(statement: Term, known) -> Theorem:
    """The derivative of what the body is, written without sums."""
    low, high, point, value, body = statement.args
    function = make("lam", (REAL,), (body,))
    x = fresh()
    here = function(x)
    rules = unrolled(here, known)
    left, _ = reduced(polynomial(here), rules)
    simple = term_of(left) if left else ZERO
    plainly = make("lam", (REAL,), (_bound_in(simple, x),))
    same = everywhere(x, ring(eq(here, simple), *rules), le(low, x), le(x, high))
    inside = [
        written(goal, one) if (one := _given(goal, known)) else bound(goal)
        for goal in (le(low, point), le(point, high))
    ]
    own = derivative(plainly, low, high, point)
    turned = slope_of_same(function, same, own, *inside)
    return with_slope(turned, value, *unrolled(value, known))


def _given(goal: Term, known):
    for one in known:
        if normal(one.conclusion) is normal(goal):
            return one
    pairs = [[one] for one in _ordered(known)]
    try:
        return bound(goal, (), pairs)
    except Refused:
        return None


def _bound_in(whole: Term, letter: Term) -> Term:
    from theory.proof.terms import bind

    return bind("lam", letter, whole).args[0]


def together(names: Sequence[str], table: dict) -> Theorem:
    """All these definitions at once, the table put in for their letters."""
    return holds(substituted(both(*(DEFINITIONS[name].statement for name in names)), table))


# --- one linear neuron a = w = 1, on one sample with y = 1 ----------------------------------------

NEURON = {
    network.c: ONE,
    network.d: ONE,
    network.k: ONE,
    network.samples: ONE,
    network.neurons: ONE,
    network.own: ONE,
    network.sigma: lam(lambda z: z),
    network.sigma_slope: lam(lambda z: ONE),
    network.weight: lam(lambda n: ONE, INT),
    network.target: lam(lambda o, n: ONE, INT, INT),
    network.residual: lam(lambda o, n: ONE, INT, INT),
    network.g: lam(lambda j, n: ONE, INT, INT),
    network.a: lam(lambda o: ONE, INT),
    network.b: lam(lambda o: ONE, INT),
    network.w: lam(lambda j: ONE, INT),
    network.v: lam(lambda j: ONE, INT),
    network.A_all: lam(lambda h, o: ONE, INT, INT),
    network.B_all: lam(lambda h, o: ONE, INT, INT),
    network.W_all: lam(lambda h, j: ONE, INT, INT),
    network.V_all: lam(lambda h, j: ONE, INT, INT),
    network.G_all: lam(lambda h, j, n: ONE, INT, INT, INT),
}
# An active neuron: its output is (1 + x)^2 on a line, the loss (1 - (1 + x)^2)^2/2, flat at 0.
SADDLE = {
    **NEURON,
    network.active: lam(lambda h: ONE, INT),
    **dict.fromkeys((network.grad_dormant, network.grad_active, network.grad_restricted), ZERO),
}
# A dormant neuron at theta = 0: a + x b = 1 + x, so C(x, q) = (1 + x)^2 (1 - (1 + q)^2).
LINE = {
    **NEURON,
    network.active: lam(lambda h: ZERO, INT),
    network.others: lam(lambda h, o, n: ZERO, INT, INT, INT),
    network.theta: ZERO,
    network.phi: ZERO,
    network.descent: ZERO,
    network.C: lam(lambda x, q: (1 + x) ** 2 * (1 - (1 + q) ** 2), REAL, REAL),
    network.C_A: lam(lambda x: (1 + x) ** 2),
    network.C_D: lam(lambda x, q: (1 + x) ** 2 * (1 + q) ** 2, REAL, REAL),
}
SCALED = {**NEURON, network.scale: TWO, network.U: ONE, network.U_scaled: num(4)}


# Both terms: (l + x)^2 has the slope 2 l, times l^2 for the other one.
TERMS = {
    **NEURON,
    small.utility_slope: lam(lambda l: 2 * l),
    small.dormant_slope: lam(lambda l: 2 * l**3),
    small.R: lam(lambda l: l**2),
}

# The neuron puts out l^2 at scale l: the residual is 1 - l^2, the loss (1 - l^2)^2/2.
NEAR = {
    **NEURON,
    small.output: ONE,
    small.sample: ONE,
    small.active_sum: lam(lambda o, n: ZERO, INT, INT),
    small.residual_at: lam(lambda l: 1 - l**2),
    small.residual_active: ONE,
}
CHANGE = {**NEURON, network.scale: TWO, network.U: ONE, small.square: ONE, small.change: num(4)}


# --- courses at rest ------------------------------------------------------------------------------

REST = {
    letters.size: ONE,
    letters.index: ONE,
    courses.eta: TWO,
    courses.t: ONE,
    courses.alpha: TWO,
    courses.kappa: num(3),
    courses.lipschitz: ONE,
    courses.end: TWO,
    courses.start: lam(lambda i: ONE, INT),
    courses.solution: lam(lambda r, s: ONE, REAL, REAL),
    courses.course: lam(lambda r, i, s: ONE, REAL, INT, REAL),
    courses.pull: lam(lambda r, i, s: ZERO, REAL, INT, REAL),
}
SCALED_REST = {
    **REST,
    courses.solution: lam(lambda r, s: r, REAL, REAL),
    courses.course: lam(lambda r, i, s: r, REAL, INT, REAL),
    courses.field: lam(lambda r, i, l, s: ZERO, REAL, INT, REAL, REAL),
}
UNIT_REST = {**SCALED_REST, courses.t: TWO, courses.direction: lam(lambda r, s: ONE, REAL, REAL)}
START = {
    layers.c: ONE,
    layers.d: ONE,
    layers.alpha: ONE,
    layers.a_moment: lam(lambda i: num(1, 2), INT),
    layers.w_moment: lam(lambda i: num(1, 2), INT),
    layers.mean_a: num(1, 2),
    layers.mean_w: num(1, 2),
}
BUNDLES = {
    "framework.saddle-gradients": (
        "framework.samples",
        "framework.sigma",
        "framework.partition",
        "framework.saddle-gradients",
    ),
    "framework.descent": (
        "framework.samples",
        "framework.sigma",
        "framework.partition",
        "framework.descent",
        "framework.held",
        "framework.correlation",
        "framework.split-correlations",
    ),
    "framework.utility": ("framework.sigma-homogeneous", "framework.utility"),
    "framework.dormant-terms": ("framework.sigma-homogeneous", "framework.dormant-terms"),
    "framework.residual-near": ("framework.sigma-homogeneous", "framework.residual-near"),
    "framework.loss-change": ("framework.sigma-homogeneous", "framework.loss-change"),
    "framework.rate-flows": ("framework.rate-flows",),
    "framework.scaled-flows": (
        "framework.scaled-flows",
        "framework.coordinate",
        "framework.until",
    ),
    "framework.component-of-direction": (
        "framework.scaled-flows",
        "framework.component-of-direction",
        "framework.until-t",
    ),
    "framework.initial-moments": ("framework.initial-moments",),
}
TABLES = {
    "framework.saddle-gradients": SADDLE,
    "framework.descent": LINE,
    "framework.utility": SCALED,
    "framework.dormant-terms": TERMS,
    "framework.residual-near": NEAR,
    "framework.loss-change": CHANGE,
    "framework.rate-flows": REST,
    "framework.scaled-flows": SCALED_REST,
    "framework.component-of-direction": UNIT_REST,
    "framework.initial-moments": START,
}
WITNESSES = {name: partial(together, BUNDLES[name], TABLES[name]) for name in TABLES}
