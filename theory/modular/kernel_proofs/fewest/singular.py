"""How far a singular form stays from T/2 (c cos(a + b) + s sin(a + b)): S v = 0 leaves T^2/9.

With Z = v y' + y v', y the image of v under the form to be learned, <S, Z> = 0 while <M, Z> is
not, and the length of Z in the dual norm is at most 3/2 |v|^2: so says Cauchy and Schwarz.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.forms import added, misfit
from theory.proof.lemmas import trichotomy
from theory.proof.rules import Theorem, assume, discharge, instantiate, order
from theory.proof.tactics import by_cases, contradiction, given
from theory.proof.tactics.order import weaker
from theory.proof.terms import ONE, ZERO, Term, eq, le, lt, num, var

PLACES = range(1, 5)
ENTRY = {(k, m): var(f"S_{k}{m}") for k in PLACES for m in PLACES if k <= m}
v = {k: var(f"v_{k}") for k in PLACES}
c, s, quarter = var("dir_1"), var("dir_2"), var("quarter")
LETTERS = (*ENTRY.values(), *v.values(), c, s, quarter)


def S(k: int, m: int) -> Term:
    """Entry (k, m) of the form."""
    return ENTRY[min(k, m), max(k, m)]


def added_up(terms) -> Term:
    """a + b + ..."""
    value = ZERO
    for one in terms:
        value = value + one
    return value


def row(k: int) -> Term:
    """(S v)_k = 0."""
    return eq(added_up(S(k, m) * v[m] for m in PLACES), 0)


SIZE = added_up(v[k] ** 2 for k in PLACES)  # |v|^2
TURN = c**2 + s**2
Y = {
    1: c * v[3] + s * v[4],
    2: s * v[3] - c * v[4],
    3: c * v[1] + s * v[2],
    4: s * v[1] - c * v[2],
}
DISTANCE = added(misfit(S, c * quarter, s * quarter))
FLOOR = num(16, 9) * TURN * quarter**2


def Z(k: int, m: int) -> Term:
    """Entry (k, m) of v y' + y v'."""
    return v[k] * Y[m] + Y[k] * v[m]


def unless(goal: Term, below: Callable[[Theorem], Theorem]) -> Theorem:
    """a <= b, where below(b < a) shows it too, by what is impossible."""
    return by_cases(
        trichotomy(*goal.args),
        weaker,
        lambda same: order(goal, ((ONE, same),), ()),
        below,
    )


@cache
def floor() -> Theorem:
    """T^2 (c^2 + s^2)/9 <= the distance, T = 4 t: from S v = 0 and 0 < |v|^2."""
    half = num(1, 2)
    dual = (
        half * (Z(1, 1) + Z(2, 2)),
        half * (Z(1, 1) - Z(2, 2)),
        2 * Z(1, 2),
        half * (Z(3, 3) - Z(4, 4)),
        2 * Z(3, 4),
        2 * Z(1, 3),
        2 * Z(2, 4),
        2 * Z(1, 4),
        2 * Z(2, 3),
    )
    share = num(8, 9) * quarter
    squares = [
        (weight, (), SIZE * root + share * num(weight.data[1], weight.data[0]) * z)
        for (weight, root), z in zip(misfit(S, c * quarter, s * quarter), dual)
    ]
    unequal = v[1] ** 2 + v[2] ** 2 - v[3] ** 2 - v[4] ** 2
    across = v[1] * Y[2] - v[2] * Y[1]
    squares += [(num(5, 4), (), share * direction * unequal) for direction in (c, s)]
    squares.append((num(3), (), share * across))
    rows = tuple((4 * SIZE * share * Y[k], assume(row(k))) for k in PLACES)
    scaled = order(le(ZERO, SIZE**2 * (DISTANCE - FLOOR)), rows, tuple(squares))
    some = assume(lt(0, SIZE))
    goal = le(FLOOR, DISTANCE)

    def below(less):
        false = order(lt(ZERO, ZERO), (), ((ONE, (scaled,), ONE), (ONE, (some, some, less), ONE)))
        return contradiction(false, goal)

    return unless(goal, below)


def floor_at(table: dict[Term, Term], rows: list[Theorem], some: Theorem) -> Theorem:
    """The same for a form, a vector and a direction; S v = 0 and 0 < |v|^2 are given."""
    told = floor()
    for k in reversed(PLACES):
        told = discharge(row(k), told)
    told = discharge(lt(0, SIZE), told)
    told = instantiate(told, *(part for pair in table.items() for part in pair))
    return given(told, some, *rows)
