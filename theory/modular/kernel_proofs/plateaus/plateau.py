"""The function on a plateau: what its groups have learned, added."""

from __future__ import annotations

from theory.modular.kernel_proofs.cost.aligned import goal, whole_turn
from theory.modular.kernel_proofs.cost.learned import learned_at
from theory.modular.kernel_proofs.script import cos, defined, fn, proof
from theory.modular.letters import p, turn
from theory.modular.letters.cost import a, b, c, f_c
from theory.modular.letters.plateau import (
    c_out,
    freq_of,
    group_output,
    mag,
    of_group,
    phase_of,
    steps,
)
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, discharge, instantiate
from theory.proof.sums.finite import summand_equal
from theory.proof.tactics import at, combine, equal_inside, given, obtain, parts, ring
from theory.proof.tactics.angles import spread
from theory.proof.terms import Term, eq


def group_learned(g: Term, low: Theorem, high: Theorem) -> Theorem:
    """The output of the g-th group is (2 mag(g)/p) cos(2 pi xi(g) (c - a - b)/p + s(g))."""
    (known,) = defined("modular.plateau")
    facts = {one.conclusion: one for one in parts(at(known, g, low, high))}
    table = of_group(g)
    theorem = learned_at()
    own = [one for one in theorem.hypotheses if not one.free.isdisjoint(table)]
    for one in own:
        theorem = discharge(one, theorem)
    free = theorem.conclusion.free
    pairs = [part for pair in table.items() if pair[0] in free for part in pair]
    theorem = instantiate(theorem, *pairs)
    for _ in own:
        theorem = given(theorem, facts[theorem.conclusion.args[0]])
    return theorem


@proof("modular.plateau-function")
def plateau_function() -> Theorem:
    """Each group by itself; whole turns do not change a cosine."""
    (whole,), (entry,) = defined("modular.plateau-output"), defined("modular.entry")
    statement = goal("modular.plateau-function")

    def with_turns(n, found):
        def wave(g):
            return 2 * mag(g) * inv(p) * cos(turn(freq_of(g) * c_out) + phase_of(g))

        def each(g, low, high):
            own = group_learned(g, low, high)
            back = turn(freq_of(g) * (c - a - b))
            round_ = turn(p * (freq_of(g) * n))
            angle = combine(
                eq(turn(freq_of(g) * c_out), turn(freq_of(g) * (c - a - b + p * n))),
                (turn(freq_of(g)), found),
            )
            moved = equal_inside(cos(turn(freq_of(g) * c_out) + phase_of(g)), angle)
            far = turn(freq_of(g) * (c - a - b + p * n)) + phase_of(g)
            same = ring(
                eq(cos(far), cos(back + phase_of(g))),
                spread(far, [(1, back + phase_of(g)), (1, round_)])[0],
                *whole_turn(freq_of(g) * n),
            )
            factor = 2 * mag(g) * inv(p)
            return combine(eq(group_output(g), wave(g)), (1, own), (factor, moved), (factor, same))

        sums = summand_equal(fn(group_output), fn(wave), 1, steps, each)
        return combine(statement, (1, whole), (1, sums))

    assert f_c is statement.args[0]
    return obtain(entry, with_turns)
