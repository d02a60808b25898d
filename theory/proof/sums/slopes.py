"""Derivatives of terms with nested sums, from those of indexed letters "for all indices". Not
trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..rules import Theorem, assume
from ..tactics import NotShown, at, derivative, fresh, lam, slope_is
from ..terms import INT, REAL, Term, apply, bind, eq, le, make, opened, substituted, term
from .any_range import slope_of_sum
from .index_rules import premise, unified
from .nested import same_sums


def sum_derivative(
    body: Callable | Term,
    low,
    high,
    point,
    inside: tuple[Theorem, Theorem],
    slopes: Sequence[Theorem],
    facts: Sequence[Theorem] = (),
) -> Theorem:
    """s -> body(s) has some derivative at the point within [low, high], sums term by term.

    ``slopes``: theorems "for all indices in range, deriv(low, high, point, v, s. f(..., s))";
    ``inside``: low <= point and point <= high; ``facts`` are for the premises of the slopes.
    """
    body = body if type(body) is Term else lam(body)
    place = tuple(map(term, (low, high, point)))
    return _slope(body, place, inside, slopes, list(facts))


def same_slope(theorem: Theorem, value: Term, *rules: Theorem, facts: Sequence = ()) -> Theorem:
    """The same derivative with its value written otherwise, equal as nested sums are."""
    return slope_is(theorem, same_sums(eq(theorem.conclusion.args[3], value), *rules, facts=facts))


def _slope(function: Term, place: tuple, inside, slopes, facts) -> Theorem:
    known = [_known(part, place, inside, slopes, facts) for part in _moving(function.args[0])]
    low, high, point = place
    return derivative(function, low, high, point, known)


def _moving(body: Term) -> list[Term]:
    """The sums and letters of a term that move with the bound variable."""
    if not body.loose:
        return []
    if body.op in ("sum", "app"):
        return [body]
    return list(dict.fromkeys(part for arg in body.args for part in _moving(arg)))


def _known(part: Term, place: tuple, inside, slopes, facts) -> Theorem:
    if part.op == "sum":
        return _sum_slope(part, place, inside, slopes, facts)
    for one in slopes:
        found = _slope_of_part(one, part, place, facts)
        if found:
            return found
    raise NotShown(f"no derivative is known of  {make('lam', (REAL,), (part,))}")


def _sum_slope(part: Term, place: tuple, inside, slopes, facts) -> Theorem:
    function = make("lam", (REAL,), (part,))
    q = fresh()
    at_q = opened(function, (q,))
    low, high, _ = at_q.args
    if q in low.free or q in high.free:
        raise NotShown("the range of a sum moves")

    def inner(k):
        return bind("lam", q, opened(at_q, (k,)))

    def proof_at(k, k_low, k_high):
        return _slope(inner(k), place, inside, slopes, [*facts, k_low, k_high])

    k = fresh(INT, "k")
    value = proof_at(k, assume(le(low, k)), assume(le(k, high))).conclusion.args[3]
    summand = bind("lam", (k, q), apply(inner(k), (q,)))
    return slope_of_sum(summand, bind("lam", k, value), low, high, place, inside, proof_at)


def _slope_of_part(theorem: Theorem, part: Term, place: tuple, facts) -> Theorem | None:
    """The slope of this letter, from one for all indices."""
    steps, letters, statement = [], set(), theorem.conclusion
    while statement.op in ("forall", "implies"):
        if statement.op == "forall":
            letter = fresh(statement.data[0], "at")
            letters.add(letter)
            steps.append(letter)
            statement = opened(statement, (letter,))
        else:
            steps.append(statement.args[0])
            statement = statement.args[1]
    table: dict[Term, Term] = {}
    if statement.op != "deriv" or not unified(statement.args[4], part, letters, table):
        return None
    for own, wanted in zip(statement.args[:3], place):
        if not unified(own, wanted, letters, table):
            return None
    things: list = []
    for step in steps:
        if step in letters:
            if step not in table or table[step].loose:
                return None
            things.append(table[step])
            continue
        needed = premise(substituted(step, table), facts)
        if needed is None:
            return None
        things.append(needed)
    return at(theorem, *things)
