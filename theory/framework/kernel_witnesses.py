"""Something satisfies the definitions of the framework: kappa = 2, eta = 1, U = 1, |theta| = exp(2
s - 2) up to T = 1.
"""

from __future__ import annotations

from theory.framework.kernel_letters import (
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
from theory.proof.lemmas import exp
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise
from theory.proof.tactics import equal_inside, fact, fresh, lam, ring, satisfied
from theory.proof.terms import ONE, TWO, ZERO, Term, both, call, eq, num, opened, substituted

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
    return _shown(statement(), [], ())


def _shown(one: Term, known: list, letters: tuple) -> Theorem:
    """Like ``satisfied``, with the positive norm added."""
    if one.op == "and":
        return conjoin(*(_shown(each, known, letters) for each in one.args))
    if one.op == "forall":
        s = fresh()
        return generalise(_shown(opened(one, (s,)), known, (*letters, s)), s)
    if one.op == "implies":
        premise = assume(one.args[0])
        return discharge(premise.conclusion, _shown(one.args[1], [*known, premise], letters))
    if one.op == "lt" and one.args[0] is ZERO and one.args[1].op == "exp":
        return fact("exp-positive", x=one.args[1].args[0])
    return satisfied(one, _help, known, letters)


WITNESSES = {"framework.radial": neuron}
BUNDLES = {"framework.radial": NAMES}
TABLES = {"framework.radial": NEURON}
