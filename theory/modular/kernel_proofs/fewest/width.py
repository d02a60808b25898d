"""Six neurons for each of (p - 1)/2 frequencies: enough, and no network has fewer."""

from __future__ import annotations

from theory.modular.kernel_proofs.cost.aligned import goal
from theory.modular.kernel_proofs.fewest.width_above import enough_neurons
from theory.modular.kernel_proofs.fewest.width_below import COUNT, HALF, enough
from theory.modular.kernel_proofs.script import defined, proof
from theory.modular.letters import p
from theory.modular.letters.cost import odd
from theory.modular.letters.width import NETWORK, at_every_bound, width_needed
from theory.proof.rules import Theorem, assume, discharge, instantiate, order
from theory.proof.tactics import at, bound, fact, given, obtain, ring
from theory.proof.terms import Term, eq, le, lt, num


def for_half(theorem: Theorem, h: Term, odd_p: Theorem, some: Theorem) -> Theorem:
    """A theorem about the letter h, p = 2 h + 1 and 1 <= h, for this number."""
    premises = (le(1, HALF), eq(p, 2 * HALF + 1))
    for premise in premises:
        theorem = discharge(premise, theorem)
    return given(instantiate(theorem, HALF, h), odd_p, some)


def at_least(existence: Theorem, count: Term, above: Theorem) -> Theorem:
    """6 h <= n, h a letter, where some network of n > 0 neurons attains every bound."""
    told = discharge(at_every_bound(COUNT), discharge(lt(0, COUNT), enough()))

    def use(found, letters):
        if found.conclusion.op == "exists":
            return obtain(found, lambda letter, one: use(one, [*letters, letter]))
        pairs = [part for pair in zip(NETWORK, letters) for part in pair]
        return given(instantiate(told, COUNT, count, *pairs), found, above)

    return use(existence, [])


@proof("modular.width")
def width() -> Theorem:
    """From below by the neurons of each frequency, from above by our six for each."""
    statement = goal("modular.width")
    there, least = defined("modular.width-needed")
    low = at_least(there, width_needed, assume(lt(0, width_needed)))

    def use(h, odd_p):
        some = at_least_one(h, odd_p)
        below = for_half(low, h, odd_p, some)
        count = 6 * h
        above = at(least, count, bound(lt(0, count), (), [[some]]))
        most = given(above, for_half(enough_neurons(), h, odd_p, some))
        same = fact("antisymmetric", most, below, x=width_needed, y=count)
        return ring(statement, same, odd_p)

    return obtain(assume(odd()), use)


def at_least_one(h: Term, odd_p: Theorem) -> Theorem:
    """1 <= h, because 3 <= p = 2 h + 1."""
    twice = order(le(num(2), 2 * h), ((num(1), odd_p),), ((num(1), (assume(le(3, p)),), num(1)),))
    return bound(le(1, h), (), [[twice]])
