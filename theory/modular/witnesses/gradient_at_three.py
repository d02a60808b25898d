"""The utility's gradient at three residues: x = cos(2 pi a/3) and u = v = w = y cos(2 pi a/3)."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.race.next_jump import INSIDE, moved, quadratic_parts, utility
from theory.modular.kernel_proofs.race.next_jump import slope as steepness
from theory.modular.letters import p, utility_of, x
from theory.modular.letters.cost import label
from theory.modular.letters.flow import pushed
from theory.modular.witnesses.three_residues import (
    GROWN,
    GROWTH,
    THREE,
    WAVE,
    A,
    f,
    g,
    h,
    rest,
    simplified,
    y,
)
from theory.proof.rules import Theorem, assume, discharge, generalise, instantiate
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    combine,
    derivative,
    everywhere,
    filled,
    fresh,
    given,
    lam,
    slope_is,
    slope_of_same,
    with_slope,
    written,
)
from theory.proof.terms import INT, REAL, Term, eq, le, make, opened, substituted, var

LABEL = lam(label, INT, INT, INT)


@cache
def pushed_sum(number: int) -> Theorem:
    """U with e added to entry a is U + e slope + e^2 curvature, at three residues."""
    vectors = [f, g, h]
    plain = same_sums(eq(utility_of(f, g, h), _with_label(utility([f, g, h]))))
    told = instantiate(moved(number), rest, LABEL)
    e = var("push")
    vectors[number] = pushed(vectors[number], A, e)
    table = dict(zip((f, g, h), vectors))
    here = filled(plain, table)
    found = combine(eq(here.conclusion.args[0], told.conclusion.args[1]), (1, here), (1, told))
    for one in INSIDE:
        found = discharge(one.conclusion, found)
    return found


def _with_label(whole: Term) -> Term:
    return substituted(whole, {rest: LABEL})


@cache
def pull(number: int) -> Theorem:
    """The slope by entry a is 9/8 y^2 cos(2 pi a/3)."""
    at_three = {p: THREE, x: WAVE}
    value = substituted(
        _with_label(steepness(number, A)), {**dict.fromkeys((f, g, h), GROWN), **at_three}
    )
    return combine(eq(value, GROWTH * y**2 * WAVE(A)), (1, simplified(value)))


def gradient(number: int, statement: Term, size) -> Theorem:
    """For every a and s the slope of the utility by entry a is 9/8 y(s)^2 cos(2 pi a/3)."""
    a, s = fresh(INT), fresh()
    low, inner = opened(opened(statement, (a,)), (s,)).args
    high, goal = inner.args
    ends = [assume(low), assume(high)]
    found = _slope(number, goal, a, size(s), ends)
    return generalise(everywhere(s, found, low, high), a)


def _slope(number: int, statement: Term, a: Term, now: Term, ends: list[Theorem]) -> Theorem:
    left, right, point, value, body = statement.args
    e, moving = fresh(), make("lam", (REAL,), (body,))
    size = lam(lambda b: now * WAVE(b), INT)
    table = {**dict.fromkeys((f, g, h), size), A: a, var("push"): e, p: THREE, x: WAVE}
    told = given(filled(pushed_sum(number), table), *reversed(ends))
    here, along, across = quadratic_parts(told)
    plain = lam(lambda r: here + r * along + r**2 * across)
    flat = with_slope(derivative(plain, left, right, point), along)
    found = slope_of_same(moving, everywhere(e, told, le(left, e), le(e, right)), flat)
    steep = instantiate(pull(number), A, a, y, now)
    return written(statement, slope_is(found, combine(eq(along, value), (1, steep))))
