"""Something satisfies the definitions of what leaves the harmonic: p = 5, zeros, silent neurons."""

from __future__ import annotations

from theory.modular.kernel_proofs.pulls.preservation import nothing_leaves
from theory.modular.letters import escape
from theory.modular.witnesses.cost import TABLE, satisfied, unmoved
from theory.modular.witnesses.utility import together
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate, witness
from theory.proof.tactics import bound, everywhere, fresh, given, ring, written
from theory.proof.terms import ZERO, Term, le, num, opened, substituted

LETTERS = (escape.escape, escape.escape_else, escape.slope_res, escape.X_3, escape.s_x3, escape.s_h)
SILENT = {**TABLE, **dict.fromkeys(LETTERS, ZERO)}
LARGEST = ("modular.square-free", "modular.escape", "modular.escape-else")
THIRD = ("modular.third-phase", "modular.third-slope")


def at_table(theorem: Theorem, table: dict = SILENT) -> Theorem:
    """A theorem at the numbers of the table, its hypotheses shown there."""
    hypotheses = list(theorem.hypotheses)
    for one in hypotheses:
        theorem = discharge(one, theorem)
    free = [letter for letter in table if letter in theorem.conclusion.free]
    moved = instantiate(theorem, *(part for one in free for part in (one, table[one])))
    for one in reversed(hypotheses):
        moved = given(moved, there(substituted(one, table)))
    return moved


def there(statement: Term) -> Theorem:
    """A hypothesis at the table: p = 5 = 2 2 + 1 is odd, the rest is sums of zeros."""
    if statement.op == "exists":
        return witness(statement, num(2), ring(opened(statement, (num(2),))))
    return satisfied(statement)


def least(name: str, frequencies, square_free: bool) -> Theorem:
    """0 is the least number >= 0 that no slope exceeds."""
    letter = escape.escape if square_free else escape.escape_else
    none = at_table(nothing_leaves(letter, frequencies, square_free))
    return least_at(substituted(DEFINITIONS[name].statement, SILENT), none)


def least_at(statement: Term, none: Theorem) -> Theorem:
    """The same, from that no slope exceeds 0."""
    low, most, last = statement.args
    e = fresh()
    first, second = opened(last, (e,)).args
    known = written(most, none)
    rest = second.args[0]
    shown = everywhere(e, bound(le(0, e), (), [[assume(first)]]), first, rest)
    return conjoin(bound(low), known, written(last, shown))


def nothing_escapes() -> Theorem:
    """Both largest slopes are 0, without square terms."""
    free = substituted(DEFINITIONS["modular.square-free"].statement, SILENT)
    return conjoin(
        satisfied(free),
        least("modular.escape", escape.outside, True),
        least("modular.escape-else", escape.beyond, False),
    )


def third_rests() -> Theorem:
    """With an encoding of zeros the loss does not depend on u."""
    phase, slope = substituted(together(THIRD), SILENT).args
    return conjoin(satisfied(phase), unmoved(slope))


WITNESSES = {"modular.escape": nothing_escapes, "modular.third-slope": third_rests}
BUNDLES = {"modular.escape": LARGEST, "modular.third-slope": THIRD}
TABLES = {"modular.escape": SILENT, "modular.third-slope": SILENT}
