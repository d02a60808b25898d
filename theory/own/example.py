"""Values that satisfy assumptions and definitions together: without any, everything would follow
from them.

``example`` looks for simple values of all the letters and shows, in the kernel, that they satisfy
every statement. A person may name values (``define(..., example={...})``) where simple ones will
not do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from theory.own.search import found_proof
from theory.proof.rules import Refused, Theorem, conjoin
from theory.proof.tactics import NotShown, lam
from theory.proof.terms import INT, SortError, Term, both, call, digest, num, substituted

NUMBERS = (num(1), num(2), num(1, 2), num(0), num(-1), num(3), num(1, 3), num(-2))
MOST_TRIES = 3000


def example(
    statements: Iterable[Term], named: Mapping[Term, Term] | None = None
) -> tuple[Theorem, dict[Term, Term]]:
    """A theorem without hypotheses that these values satisfy all the statements, and the values."""
    wanted = sorted(statements, key=digest)
    letters = sorted({v for one in wanted for v in one.free}, key=_difficulty)
    tries = [0]
    shown: dict[Term, Theorem] = {}

    def holds(one: Term, table: Mapping[Term, Term]) -> bool:
        try:
            at_them = substituted(one, dict(table))
            if at_them not in shown:
                shown[at_them] = found_proof(at_them, (), 1)
        except (Refused, SortError):
            return False
        return not shown[at_them].hypotheses

    def extend(table: dict[Term, Term], left: Sequence[Term]) -> dict[Term, Term] | None:
        if not left:
            return table
        letter, rest = left[0], left[1:]
        for value in _candidates(letter, table, wanted, named or {}):
            tries[0] += 1
            if tries[0] > MOST_TRIES:
                return None
            tried = {**table, letter: value}
            settled = [one for one in wanted if letter in one.free and one.free <= tried.keys()]
            if all(holds(one, tried) for one in settled):
                found = extend(tried, rest)
                if found is not None:
                    return found
        return None

    table = extend({}, letters)
    if table is None:
        raise NotShown(
            "no values were found that satisfy the assumptions and definitions together: name some "
            "with define(..., example={letter: value}), or look for a contradiction in them"
        )
    each = [shown[substituted(one, table)] for one in wanted]
    return (conjoin(*each) if len(each) > 1 else each[0]), table


def at_values(statements: Iterable[Term], table: Mapping[Term, Term]) -> Term:
    """What ``example`` shows: the statements at these values, all together."""
    return both(*(substituted(one, dict(table)) for one in sorted(statements, key=digest)))


def _difficulty(letter: Term) -> tuple:
    """Functions first: what they are decides the rest."""
    return type(letter.sort) is str, letter.data[0]


def _candidates(
    letter: Term, table: Mapping[Term, Term], wanted: Sequence[Term], named: Mapping[Term, Term]
) -> Iterator[Term]:
    if letter in named:
        yield named[letter]
        return
    if type(letter.sort) is tuple:
        sorts = letter.sort[1]
        yield lam(lambda *_: num(0), *sorts)
        yield lam(lambda *_: num(1), *sorts)
        if sorts[0] != INT:
            yield lam(lambda x, *_: call("exp", x), *sorts)
            yield lam(lambda x, *_: call("exp", -x), *sorts)
        yield lam(lambda x, *_: x, *sorts)
        return
    for one in wanted:  # a letter that an equation gives outright
        if one.op == "eq" and letter in one.args:
            value = one.args[1] if one.args[0] is letter else one.args[0]
            if value.free <= table.keys():
                yield substituted(value, dict(table))
    yield from (one for one in NUMBERS if letter.sort != INT or one.sort == INT)
