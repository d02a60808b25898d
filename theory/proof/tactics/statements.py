"""A whole statement, taken apart by its connectives: at the prompt, and for functions that satisfy
a definition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement

from ..polynomials import normal, polynomial
from ..rules import Refused, Theorem, assume, conjoin, discharge, disjoin, generalise
from ..terms import FALSE, REAL, Term, make, opened
from .algebra import ring
from .derivatives import derivative, with_slope
from .logic import NotShown, fresh, parts, written
from .order import bound


def prove(statement: Term, given: Sequence[Theorem | Term] = ()) -> Theorem:
    """A theorem of the statement from what is given (statements become hypotheses), or what is left
    to show.
    """
    known = [one if type(one) is Theorem else assume(one) for one in given]
    known = [leaf for one in known for leaf in parts(one)]
    for one in known:
        if normal(one.conclusion) is normal(statement):
            return written(statement, one)
    if statement.op == "and":
        return conjoin(*(prove(one, known) for one in statement.args))
    if statement.op == "implies" and statement.args[1] is not FALSE:
        return discharge(
            statement.args[0], prove(statement.args[1], [*known, assume(statement.args[0])])
        )
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(prove(opened(statement, (letter,)), known), letter)
    rewrites = [
        one
        for one in known
        if one.conclusion.op == "eq"
        and len(polynomial(one.conclusion.args[0])) == 1
        and () not in polynomial(one.conclusion.args[0])
    ]
    if statement.op == "eq":
        return ring(statement, *rewrites)
    if statement.op in ("le", "lt"):
        single = [one for one in known if one.conclusion.op in ("le", "lt")]
        pairs = [list(pair) for pair in combinations_with_replacement(single, 2)]
        return bound(statement, rewrites, [[one] for one in single] + pairs)
    raise NotShown(f"left to show:  {statement}")


def part_by_part(
    statement: Term,
    atom: Callable[[Term, tuple[Theorem, ...]], Theorem],
    known: tuple[Theorem, ...] = (),
    special: Callable[[Term, tuple[Theorem, ...]], Theorem | None] = lambda *_: None,
) -> Theorem:
    """A theorem of the statement from those of its atoms: atom(part, premises met on the way).

    ``special(part, premises)`` is asked first at every part; None leaves it to the connective.
    """
    own = special(statement, known)
    if own is not None:
        return own
    if statement.op == "and":
        return conjoin(*(part_by_part(one, atom, known, special) for one in statement.args))
    if statement.op == "or":
        for one in statement.args:
            try:
                return disjoin(statement, part_by_part(one, atom, known, special))
            except Refused:
                continue
        raise NotShown(f"none of these holds: {statement}")
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(part_by_part(opened(statement, (letter,)), atom, known, special), letter)
    if statement.op == "implies" and statement.args[1] is not FALSE:
        premise = assume(statement.args[0])
        inner = part_by_part(statement.args[1], atom, (*known, premise), special)
        return discharge(premise.conclusion, inner)
    return atom(statement, known)


def satisfied(
    statement: Term,
    help: Callable = lambda *_: (),
    known: Sequence[Theorem] = (),
    letters: tuple = (),
) -> Theorem:
    """A statement about explicit functions, part by part; help(letters bound so far) gives
    equations to rewrite with.
    """
    if statement.op == "and":
        return conjoin(*(satisfied(one, help, known, letters) for one in statement.args))
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(
            satisfied(opened(statement, (letter,)), help, known, (*letters, letter)), letter
        )
    if statement.op == "implies":
        premise = assume(statement.args[0])
        return discharge(
            premise.conclusion,
            satisfied(statement.args[1], help, [*known, *parts(premise)], letters),
        )
    rewrites = list(help(*letters))
    if statement.op == "deriv":
        low, high, point, value, body = statement.args
        own = derivative(make("lam", (REAL,), (body,)), low, high, point, side=known)
        return with_slope(own, value, *rewrites)
    if statement.op == "eq":
        return ring(statement, *rewrites)
    if statement.op in ("le", "lt"):
        return bound(
            statement, rewrites, [[one] for one in known if one.conclusion.op in ("le", "lt")]
        )
    raise NotShown(f"left to show:  {statement}")
