"""The head that jumps first is the one with the least quadrature, in the kernel."""

from __future__ import annotations

from theory.attention.kernel_proofs.dormant_head.orbit_time import exact_jump_time
from theory.attention.kernel_proofs.script import proof
from theory.attention.letters.dormant import eta
from theory.attention.letters.race import ALONE, first, least, of_head
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjunct, detach, discharge
from theory.proof.scripts import whole_definition
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    filled,
    positive,
    symmetric,
)
from theory.proof.terms import Term, eq, lt


def time_of(i: Term, low: Theorem, high: Theorem) -> Theorem:
    """tau_i = quadrature_i/eta."""
    every = assume(DEFINITIONS["attention.racing-heads"].statement)
    known = at(every, i, low, high)
    found = exact_jump_time()
    for name in ALONE:
        found = discharge(DEFINITIONS[name].statement, found)
    found = filled(found, of_head(i))
    while found.conclusion.op == "implies":
        found = detach(found, conjunct(known, found.conclusion.args[0]))
    return found


@proof("attention.first-head")
def first_head() -> Theorem:
    """Another head with the least quadrature would not come later."""
    f_low, f_high, before = conjuncts(whole_definition("attention.first-head"))
    l_low, l_high, shortest = conjuncts(whole_definition("attention.least-quadrature"))
    goal = eq(first - least, 0)

    def apart(differ):
        later = at(before, least, l_low, l_high, differ)
        less = at(shortest, first, f_low, f_high)
        pace = positive(inv(eta), [assume(lt(0, eta))])
        false = bound(
            lt(0, 0),
            [time_of(first, f_low, f_high), time_of(least, l_low, l_high)],
            [[later], [pace, less]],
        )
        return contradiction(false, goal)

    return by_cases(eq(least, first), lambda same: combine(goal, (1, symmetric(same))), apart)
