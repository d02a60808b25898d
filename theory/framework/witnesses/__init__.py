"""Something satisfies the definitions of the framework.

A growing neuron: kappa = 2, eta = 1, U = 1, |theta| = exp(2 s - 2) up to T = 1; and one at rest.
"""

from __future__ import annotations

from theory.framework.letters import (
    S,
    S_jump,
    S_of,
    U_bar,
    U_star,
    course,
    dir_j,
    end,
    eta,
    grad,
    grad_there,
    gradU_dir_j,
    gradU_j,
    gradU_norm,
    index,
    inner,
    kappa,
    n_0,
    n_t,
    near,
    norm,
    norm_of,
    rate_dir_j,
    rate_norm,
    rate_U,
    size,
    tau,
    theta,
    theta_j,
    utility_of,
)
from theory.framework.letters import layer as layers
from theory.framework.letters.limit import pull_at
from theory.framework.letters.speed import (
    S_alg,
    S_alg_of,
    drate,
    factor,
    grad_scaled,
    rate_dir_scaled,
    rate_i,
    rate_norm_scaled,
    theta_scaled,
)
from theory.framework.witnesses import expectation, means, network, places, special
from theory.framework.witnesses import limit as limits
from theory.framework.witnesses.order import BUNDLE, LEADING, ORDER, leading_square, square_of_scale
from theory.proof.lemmas import exp
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise
from theory.proof.sums.finite import constant_sum
from theory.proof.tactics import (
    bound,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    ring,
    satisfied,
    slope_of_same,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    both,
    call,
    eq,
    le,
    make,
    num,
    opened,
    substituted,
    var,
)

NEURON = {
    kappa: TWO,
    eta: ONE,
    end: ONE,
    U_star: ONE,
    tau: ONE,
    utility_of: lam(lambda s: ONE),
    norm_of: lam(lambda s: exp(2 * s - 2)),
    S_of: lam(lambda s: 2 * s),
    n_0: exp(num(-2)),
    n_t: ONE,
    S: TWO,
    S_jump: TWO,
}
NAMES = (
    "framework.radial",
    "framework.end",
    "framework.jump",
    "framework.jump-time",
    "framework.quadratic",
)


def statement() -> Term:
    """All definitions of ``NAMES`` at once, the growing neuron put in for their letters."""
    return substituted(both(*(DEFINITIONS[name].statement for name in NAMES)), NEURON)


def _help(*letters: Term) -> list[Theorem]:
    if not letters:
        return [fact("exp-zero")]
    norm = exp(2 * letters[0] - 2)
    above = fact("exp-positive", x=2 * letters[0] - 2)
    first = fact("power", above, x=norm, y=TWO - 1)
    back = fact("log-exp", x=2 * letters[0] - 2)
    inside = equal_inside(exp((TWO - 1) * call("log", norm)), back)
    return [ring(eq(call("power", norm, TWO - 1), norm), first, inside)]


def neuron() -> Theorem:
    """All definitions at once."""
    return _part_by_part(statement(), [], ())


def _part_by_part(one: Term, known: list, letters: tuple) -> Theorem:
    """Like ``satisfied``, with the positive norm added."""
    if one.op == "and":
        return conjoin(*(_part_by_part(each, known, letters) for each in one.args))
    if one.op == "forall":
        s = fresh()
        return generalise(_part_by_part(opened(one, (s,)), known, (*letters, s)), s)
    if one.op == "implies":
        premise = assume(one.args[0])
        return discharge(premise.conclusion, _part_by_part(one.args[1], [*known, premise], letters))
    if one.op == "lt" and one.args[0] is ZERO and one.args[1].op == "exp":
        return fact("exp-positive", x=one.args[1].args[0])
    return satisfied(one, _help, known, letters)


# --- a neuron at rest: one parameter 1, where the utility is flat ---------------------------------

REST = {
    kappa: TWO,
    eta: ONE,
    end: ONE,
    size: ONE,
    index: ONE,
    norm: ONE,
    theta: lam(lambda i, s: ONE, INT, REAL),
    grad: lam(lambda i: ZERO, INT),
    grad_there: lam(lambda i: ZERO, INT),
    near: lam(lambda i, scale, h: ZERO, INT, REAL, REAL),
    course: lam(lambda s: ZERO),
    theta_j: ONE,
    dir_j: ONE,
    **dict.fromkeys((rate_norm, inner, U_bar, gradU_j, gradU_dir_j, rate_dir_j), ZERO),
    **dict.fromkeys((gradU_norm, rate_U, drate, rate_norm_scaled, rate_dir_scaled), ZERO),
    factor: ONE,
    rate_i: ONE,
    pull_at: lam(lambda l: ZERO),
    var("U"): ZERO,
    theta_scaled: lam(lambda i, s: ONE, INT, REAL),
    grad_scaled: lam(lambda i: ZERO, INT),
}
FLOWS = (
    "framework.flow",
    "framework.norm",
    "framework.rate-norm",
    "framework.inner",
    "framework.component",
    "framework.rate-direction",
    "framework.homogeneous",
    "framework.gradient",
    "framework.direction-utility",
    "framework.direction",
    "framework.direction-gradient",
    "framework.direction-gradients",
    "framework.gradient-norm",
    "framework.rate-utility",
    "framework.adaptive-flow",
    "framework.own-flow",
    "framework.utility-here",
    "framework.gradient-near",
    "framework.scaled-flow",
    "framework.scaled-rates",
)


def at_rest() -> Theorem:
    """All definitions of the flow at once."""
    once = bound(le(1, ONE + 1))
    known = [constant_sum(ZERO, 1, 1, once), constant_sum(ONE, 1, 1, once), inverse(ONE, [])]
    whole = substituted(both(*(DEFINITIONS[name].statement for name in FLOWS)), REST)
    return satisfied(whole, lambda *_: known)


def flat_in_norm() -> Theorem:
    """A function that is 0 everywhere has the slope 0."""
    goal = substituted(DEFINITIONS["framework.rate-in-norm"].statement, REST)
    low, high, point, value, body = goal.args
    n = fresh()
    function = make("lam", (REAL,), (body,))
    same = everywhere(n, ring(eq(function(n), 0)), le(low, n), le(n, high))
    flat = fact("deriv-constant", y=ZERO, low=low, high=high, at=point)
    return slope_of_same(function, same, flat)


CLOCKS = {
    kappa: TWO,
    eta: num(1, 2),
    end: ONE,
    utility_of: lam(lambda s: ONE),
    S_of: lam(lambda s: 2 * s),
    S_alg_of: lam(lambda s: s),
    S: TWO,
    S_alg: ONE,
}


def clocks() -> Theorem:
    """A constant utility: S = 2 s, and half of it for eta = 1/2."""
    return satisfied(substituted(DEFINITIONS["framework.two-clocks"].statement, CLOCKS))


LAYERS = {
    layers.k: ONE,
    layers.outputs: ONE,
    layers.inputs: ONE,
    layers.eta: ONE,
    layers.t: ONE,
    layers.a: lam(lambda i, s: ONE, INT, REAL),
    layers.w: lam(lambda j, s: ONE, INT, REAL),
    layers.A: lam(lambda s: ONE),
    layers.W: lam(lambda s: ONE),
    layers.F: lam(lambda i, l: ZERO, INT, REAL),
    layers.slope: lam(lambda i, j: ZERO, INT, INT),
}
LAYERS_ALONG = {
    **LAYERS,
    layers.kappa: TWO,
    layers.F_along: lam(lambda i, l, s: ZERO, INT, REAL, REAL),
    layers.slope_along: lam(lambda i, j, s: ZERO, INT, INT, REAL),
    layers.imbalance: ZERO,
    layers.theta_sq: TWO,
    layers.A_t: ONE,
    layers.W_t: ONE,
}
ALONG = ("framework.layer-course", "framework.imbalance", "framework.weights")
LAYERED = ("framework.squared-weights", "framework.layers", "framework.activation")


def resting_layers() -> Theorem:
    """Weights of 1 at rest."""
    once = bound(le(1, ONE + 1))
    known = [constant_sum(ZERO, 1, 1, once), constant_sum(ONE, 1, 1, once)]
    whole = substituted(both(*(DEFINITIONS[name].statement for name in LAYERED)), LAYERS)
    return satisfied(whole, lambda *_: known)


def resting_course() -> Theorem:
    """Weights of 1 at rest, all along."""
    once = bound(le(1, ONE + 1))
    known = [constant_sum(ZERO, 1, 1, once), constant_sum(ONE, 1, 1, once)]
    whole = substituted(both(*(DEFINITIONS[name].statement for name in ALONG)), LAYERS_ALONG)
    return satisfied(whole, lambda *_: known)


WITNESSES = {
    **network.WITNESSES,
    **limits.WITNESSES,
    **expectation.WITNESSES,
    **means.WITNESSES,
    **places.WITNESSES,
    **special.WITNESSES,
    "framework.order": square_of_scale,
    "framework.leading-part": leading_square,
    "framework.layers": resting_layers,
    "framework.radial": neuron,
    "framework.flow": at_rest,
    "framework.rate-in-norm": flat_in_norm,
    "framework.imbalance": resting_course,
    "framework.two-clocks": clocks,
}
BUNDLES = {
    **network.BUNDLES,
    **special.BUNDLES,
    "framework.order": BUNDLE,
    "framework.layers": LAYERED,
    "framework.radial": NAMES,
    "framework.flow": FLOWS,
    "framework.imbalance": ALONG,
}
TABLES = {
    **network.TABLES,
    **limits.TABLES,
    **expectation.TABLES,
    **means.TABLES,
    **places.TABLES,
    **special.TABLES,
    "framework.order": ORDER,
    "framework.leading-part": LEADING,
    "framework.layers": LAYERS,
    "framework.radial": NEURON,
    "framework.flow": REST,
    "framework.rate-in-norm": REST,
    "framework.imbalance": LAYERS_ALONG,
    "framework.two-clocks": CLOCKS,
}
