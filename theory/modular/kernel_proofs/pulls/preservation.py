"""No slope of the loss leaves the harmonic without square terms; with them, only to its triple."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.cosine_sums import within
from theory.modular.kernel_proofs.plateaus.groups import differ
from theory.modular.kernel_proofs.pulls.escapes import (
    DIRECTION,
    Slope,
    amp_h,
    neuron,
    ph_h,
    value,
)
from theory.modular.kernel_proofs.pulls.resonance import (
    far,
)
from theory.modular.kernel_proofs.script import proof
from theory.modular.letters import N, p
from theory.modular.letters.escape import (
    SLOPES,
    beyond,
    escape,
    escape_else,
    outside,
    slope_along,
)
from theory.modular.letters.learned import xi_2
from theory.proof.rules import Theorem, assume, conjoin, discharge, generalise, instantiate
from theory.proof.scripts import whole_definition
from theory.proof.tactics import (
    at,
    bound,
    conjuncts,
    discharged,
    equal_inside,
    fact,
    given,
    one_slope,
    parts,
)
from theory.proof.terms import ZERO, Term, call, le, lt


@cache
def slope_is_zero(slope: Term, square_free: bool) -> Theorem:
    """d = 0 for every d that is <h, dL/du> (or dv, dw)."""
    zero = Slope(slope, square_free).vanishes()
    own = assume(slope_along(slope, neuron, DIRECTION, value))
    return one_slope(own, zero)


def different(known: list[Theorem]) -> list[Theorem]:
    """None of xi', xi' - xi, xi' + xi is a multiple of p: 1 <= xi' <= p - 1, xi' != xi, p - xi."""
    low, high, first, second = known
    below, above = bound(lt(far, p), (), [[high]]), bound(lt(0, far), (), [[low]])
    found = [within(far, above, below)]
    for one in differ():
        whole = one
        mine = [h for h in whole.hypotheses if xi_2 in h.free]
        for premise in mine:
            whole = discharge(premise, whole)
        whole = instantiate(whole, xi_2, far)
        while whole.conclusion.op == "implies" and mine:
            mine.pop()
            premise = whole.conclusion.args[0]
            whole = given(whole, above if premise is lt(0, far) else conjoin(below, first, second))
        found.append(whole)
    return found


def nothing_leaves(letter: Term, frequencies: Callable, square_free: bool) -> Theorem:
    """No slope along such a wave is more than 0."""
    condition = assume(frequencies(far))
    known = parts(condition)
    apart_ = [*different(known[:4]), *known[4:]]
    limits = []
    for slope in SLOPES:
        flat = slope_is_zero(slope, square_free)
        for one in apart_:
            if one.conclusion in flat.hypotheses:
                flat = given(discharge(one.conclusion, flat), one)
        size = equal_inside(call("abs", value), flat)
        none = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
        least = bound(le(call("abs", value), 0), [size, none])
        premise = slope_along(slope, neuron, DIRECTION, value)
        limits.append(discharge(premise, least))
    whole = conjoin(*limits)
    ranges = (le(1, neuron), le(neuron, N), le(-1, amp_h), le(amp_h, 1))
    whole = discharged(whole, condition.conclusion, *ranges)
    for bound_letter in (value, ph_h, amp_h, far, neuron):
        whole = generalise(whole, bound_letter)
    return whole


def least_is_zero(name: str, letter: Term, frequencies: Callable, square_free: bool) -> Theorem:
    """The least number >= 0 that no slope exceeds is 0."""
    low, _, least = conjuncts(whole_definition(name))
    most = at(least, ZERO, bound(le(0, 0)), nothing_leaves(letter, frequencies, square_free))
    return fact("antisymmetric", most, low, x=letter, y=ZERO)


@proof("modular.alignment-preserved")
def alignment_preserved() -> Theorem:
    """Without square terms every product meets a sum over a or b of one wave, or of two that
    differ.
    """
    return least_is_zero("modular.escape", escape, outside, True)


@proof("modular.only-third-harmonic")
def only_third_harmonic() -> Theorem:
    """h u_i u_j^2 has the frequencies xi' +- xi and xi' +- 3 xi, none of them 0."""
    return least_is_zero("modular.escape-else", escape_else, beyond, False)
