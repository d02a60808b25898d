"""The constrained minimiser is unique for inputs in general position, so the algorithm has no
choice.
"""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.kernel_proofs.minima.agreement import agree
from theory.diagonal.kernel_proofs.minima.minimisers import (
    NAME,
)
from theory.diagonal.kernel_proofs.neuron.data import sized
from theory.diagonal.kernel_proofs.staircase.successive import linear_false
from theory.diagonal.letters.regression import loss, vector
from theory.diagonal.letters.staircase import coefficient, integral, jumps, row, signed_by
from theory.diagonal.letters.unique import listed_best, minimisers, stage
from theory.proof.lemmas import trichotomy
from theory.proof.polynomials import normal
from theory.proof.rules import Theorem, absurd, assume, conjoin, conjunct, discharge
from theory.proof.scripts import whole_definition
from theory.proof.sums import VECTOR
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    conjuncts,
    everywhere,
    fact,
    fresh,
    given,
    obtain,
    parts,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    Term,
    eq,
    le,
    num,
)


@proof("diagonal.unique-minimum")
def unique_minimum() -> Theorem:
    """The algorithm's own minimiser is one, and any two agree."""
    k_low, k_high, n_low, every, once, complete = defined("diagonal.number-of-minimisers")
    k = stage
    steps = defined(NAME)[-1]
    before = k + num(-1)
    own = parts(
        at(steps, before, linear(le(0, before), k_low), linear(le(before + 1, jumps), k_high))
    )[5:]
    at_k = [_moved(one, k) for one in own]
    goal = eq(minimisers, 1)

    def exists_one(q, known):
        low, high, _ = conjuncts(known)
        return linear(le(1, minimisers), low, high)

    found = given(at(complete, row(coefficient, k)), conjoin(*at_k))
    some = obtain(found, exists_one)

    def several(more):
        two = fact("discrete", more, n=ONE, m=minimisers)
        first = at(every, ONE, bound(le(1, 1)), some)
        second = at(every, num(2), bound(le(1, 2)), linear(le(2, minimisers), two))
        one, other = (vector(lambda i, q=q: listed_best(num(q), i)) for q in (1, 2))
        same = agree(
            one,
            other,
            k,
            linear(le(0, k), k_low),
            k_high,
            conjuncts(first),
            conjuncts(second),
        )
        equal = given(
            at(
                once,
                ONE,
                bound(le(1, 1)),
                some,
                num(2),
                bound(le(1, 2)),
                linear(le(2, minimisers), two),
            ),
            same,
        )
        return absurd(linear(FALSE, equal), goal)

    whole = by_cases(
        trichotomy(ONE, minimisers),
        several,
        lambda same: linear(goal, same),
        lambda less: linear_false(goal, less, some),
    )
    return sized(whole, defined(NAME)[:2])


@cache
def with_the_argmin() -> Theorem:
    """In general position each minimiser of the algorithm is the only one."""
    whole = defined(NAME)
    k = fresh(INT)
    low, more = le(0, k), le(k + 1, jumps)
    k_low, k_more = assume(low), assume(more)
    known = at(whole[-1], k, k_low, k_more)
    *plain, argmin = conjuncts(known)
    feasible, least = conjuncts(argmin)
    b = row(coefficient, k + 1)
    c = fresh(VECTOR)
    other = vector(lambda i: c(i))
    premise = signed_by(lambda i: integral(k + 1, i))(other)
    smaller = given(at(least, other), assume(premise))
    same = assume(eq(loss(other), loss(b)))
    e = fresh(VECTOR)
    third = vector(lambda i: e(i))
    e_premise = signed_by(lambda i: integral(k + 1, i))(third)
    lowest = linear(le(loss(other), loss(third)), same, given(at(least, third), assume(e_premise)))
    as_good = everywhere(e, lowest, e_premise)
    equal = agree(
        other,
        b,
        k + 1,
        linear(le(0, k + 1), k_low),
        k_more,
        [assume(premise), as_good],
        [feasible, least],
    )
    best_one = conjoin(smaller, discharge(same.conclusion, equal))
    unique = conjoin(feasible, everywhere(c, best_one, premise))
    steps = everywhere(k, conjoin(*plain, unique), low, more)
    found = sized(steps, whole[:2])
    return conjoin(*(assume_part(NAME, place) for place in range(5)), found)


def assume_part(name: str, place: int) -> Theorem:
    """A conjunct of a definition."""
    whole = whole_definition(name)
    return conjunct(whole, whole.conclusion.args[place])


def _moved(theorem: Theorem, k: Term) -> Theorem:
    """k - 1 + 1 written as k."""
    return written(normal(theorem.conclusion), theorem)
