"""Something satisfies the definitions of attention: the norm 1/(2 - 3 s) up to T = 1/3.

And the maximum of the utility exists: it is what the claim says, at explicit numbers.
"""

from __future__ import annotations

from theory.attention import letters
from theory.attention.kernel_proofs.sphere.maximum import THIRD, VALUE, at_most, maximiser
from theory.attention.letters import JUMP, RADIAL
from theory.attention.witnesses import (
    blow_up,
    bounds,
    dormant,
    initial_scale,
    orbit,
    population,
    two_components,
)
from theory.attention.witnesses import limit as limits
from theory.attention.witnesses import peak as peaks
from theory.attention.witnesses.peak import UNIT
from theory.framework.letters import S_jump, S_of, end, eta, n_0, norm_of, utility_of
from theory.proof.lemmas import exp, inv, log
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, witness
from theory.proof.tactics import (
    bound,
    derivative,
    fact,
    fresh,
    inverse,
    lam,
    part_by_part,
    positive,
    satisfied,
    with_slope,
    written,
)
from theory.proof.terms import ONE, Term, both, eq, lt, num, opened, substituted

LAST = num(1, 3)
HEAD = {
    eta: ONE,
    end: LAST,
    utility_of: lam(lambda s: ONE),
    norm_of: lam(lambda s: inv(2 - 3 * s)),
    S_of: lam(lambda s: 3 * s),
    n_0: num(1, 2),
    S_jump: ONE,
}
NAMES = (RADIAL.name, JUMP.name)


def head() -> Theorem:
    """Both definitions at once."""
    whole = substituted(both(*(DEFINITIONS[name].statement for name in NAMES)), HEAD)
    return part_by_part(whole, _of_head)


def _of_head(one: Term, known: tuple[Theorem, ...]) -> Theorem:
    """Within [0, 1/3] the number 2 - 3 s is positive."""
    if one.op == "lt" and one.args[1].op == "inv":
        return fact("inverse-positive", _above(one.args[1].args[0], known), x=one.args[1].args[0])
    if one.op == "deriv" and one.args[4].op == "inv":
        return _slope(one, known)
    return satisfied(one, lambda *_: [_whole(num(2)), _whole(num(1))], known)


def _above(whole: Term, known: tuple[Theorem, ...]) -> Theorem:
    return bound(lt(0, whole), (), [[premise] for premise in known])


def _whole(number: Term) -> Theorem:
    """1/2 and 1/1 as numbers: inv(n) n = 1."""
    return inverse(number, [])


def _slope(goal: Term, known: tuple[Theorem, ...]) -> Theorem:
    """d(1/w)/ds = 3/w^2 for w = 2 - 3 s, and w^(1 - 3) ... (1/w)^2 as a power."""
    low, high, point, value, _ = goal.args
    w = 2 - 3 * point
    above = _above(w, known)
    own = derivative(lambda s: inv(2 - 3 * s), low, high, point, side=[above])
    norm, up = inv(w), positive(inv(w), [above])
    height = log(norm)
    double = written(eq(exp((num(3) - 1) * height), exp(height) ** 2), _doubled(height))
    powered = fact("power", up, x=norm, y=num(3) - 1)
    return with_slope(own, value, powered, double, fact("exp-log", up, x=norm))


def _doubled(height: Term) -> Theorem:
    return fact("exp-sum", x=height, y=height)


# --- a maximum exists: one direction, all numbers 1 -----------------------------------------------

TOP = {**UNIT, letters.U_star: substituted(VALUE, UNIT)}
MAXIMUM = ("attention.spectrum", "attention.maximum")


def maximum() -> Theorem:
    """VALUE is the maximum wherever the spectrum is as defined; then at these numbers."""
    wanted = substituted(DEFINITIONS["attention.maximum"].statement, {letters.U_star: VALUE})
    every, existence = wanted.args
    v, Q, K = fresh(), fresh(letters.VECTOR), fresh(letters.VECTOR)
    sphere = letters.on_sphere(v, Q, K)
    below = discharge(sphere, at_most(v, Q, K, assume(sphere)))
    for letter in (K, Q, v):
        below = generalise(below, letter)
    vector, there, value = maximiser()
    found = conjoin(there, value)
    second = opened(existence, (THIRD,))
    third = opened(second, (vector,))
    for statement, point in ((third, vector), (second, vector), (existence, THIRD)):
        found = witness(statement, point, found)
    whole = conjoin(written(every, below), found)
    return conjoin(*peaks.at_unit(whole))


WITNESSES = {
    "attention.radial": head,
    "attention.spectrum": maximum,
    "attention.dormant-flow": dormant.at_rest,
    "attention.population": population.one_head,
    "attention.odd-moments": population.both_signs,
    "attention.jumps": bounds.fastest,
    "attention.accumulated": bounds.still,
    "attention.best-at-value": peaks.flat,
    "attention.maximiser": peaks.peak,
    "attention.local-maximum": peaks.local,
    "attention.largest-eigenvalue": peaks.matrix,
    "attention.races": limits.family,
    "attention.expected-threshold": initial_scale.exponential,
    "attention.component-taken": peaks.taken,
    "attention.quadrature": orbit.on_time,
    "attention.racing-heads": orbit.alone,
    "attention.scaled-heads": two_components.aligning,
    "attention.quadrature-limit": blow_up.at_the_end,
}
BUNDLES = {
    "attention.radial": NAMES,
    "attention.spectrum": MAXIMUM,
    "attention.dormant-flow": dormant.NAMES,
    "attention.population": population.NAMES,
    "attention.odd-moments": population.SLICE_NAMES,
    "attention.jumps": bounds.NAMES,
    "attention.accumulated": bounds.STILL_NAMES,
    "attention.best-at-value": peaks.FLAT_NAMES,
    "attention.maximiser": peaks.PEAK_NAMES,
    "attention.local-maximum": peaks.LOCAL_NAMES,
    "attention.largest-eigenvalue": peaks.MATRIX_NAMES,
    "attention.races": limits.NAMES,
    "attention.expected-threshold": initial_scale.NAMES,
    "attention.component-taken": peaks.TAKEN_NAMES,
    "attention.quadrature": orbit.NAMES,
    "attention.racing-heads": orbit.RACE_NAMES,
    "attention.scaled-heads": two_components.NAMES,
    "attention.quadrature-limit": blow_up.NAMES,
}
TABLES = {
    "attention.radial": HEAD,
    "attention.spectrum": TOP,
    "attention.dormant-flow": dormant.REST,
    "attention.population": population.ONE_HEAD,
    "attention.odd-moments": population.BOTH_SIGNS,
    "attention.jumps": bounds.FASTEST,
    "attention.accumulated": bounds.STILL,
    "attention.best-at-value": peaks.FLAT,
    "attention.maximiser": peaks.PEAK,
    "attention.local-maximum": peaks.LOCAL,
    "attention.largest-eigenvalue": peaks.MATRIX,
    "attention.races": limits.FAMILY,
    "attention.expected-threshold": initial_scale.EXPONENTIAL,
    "attention.component-taken": peaks.TAKEN,
    "attention.quadrature": orbit.ORBIT,
    "attention.racing-heads": orbit.RACE,
    "attention.scaled-heads": two_components.ALIGNING,
    "attention.quadrature-limit": blow_up.BLOW_UP,
}
