"""A neuron with one input weight and one output weight: two places, taken in this order."""

from __future__ import annotations

from theory.framework.letters.layer import c, d
from theory.framework.letters.places import a_place, parameters, w_place
from theory.proof.lemmas import trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, absurd, conjoin, disjoin
from theory.proof.tactics import by_cases, fact, lam, part_by_part, witnessed
from theory.proof.tactics.linear import linear, never
from theory.proof.terms import FALSE, INT, ONE, TWO, Term, opened, substituted

PAIR = {
    d: ONE,
    c: ONE,
    parameters: TWO,
    w_place: lam(lambda j: j, INT),
    a_place: lam(lambda i: i + 1, INT),
}


def _one_of_two(goal: Term, known: tuple[Theorem, ...]) -> Theorem | None:
    """1 <= n <= 2: n is the place of the one weight or of the other."""
    if goal.op != "or":
        return None
    low, high = known
    n = low.conclusion.args[1]

    def held(number, *same):
        one = goal.args[number]
        values = (linear(part, *same) for part in opened(one, (ONE,)).args)
        return disjoin(goal, witnessed(one, [ONE], conjoin(*values)))

    def beyond(more):
        return absurd(linear(FALSE, fact("discrete", more, n=TWO, m=n), high), goal)

    return by_cases(
        trichotomy(n, TWO),
        lambda less: held(0, fact("discrete", less, n=n, m=TWO), low),
        lambda same: held(1, same),
        beyond,
    )


def _atom(goal: Term, known: tuple[Theorem, ...]) -> Theorem:
    return never(goal.args[0], *known) if goal.op == "implies" else linear(goal, *known)


def one_and_one() -> Theorem:
    """The definition at this neuron."""
    whole = substituted(DEFINITIONS["framework.parameter-count"].statement, PAIR)
    return part_by_part(whole, _atom, special=_one_of_two)


WITNESSES = {"framework.parameter-count": one_and_one}
TABLES = {"framework.parameter-count": PAIR}
