"""A neuron that rests beside the dormant flow from twice its weights: p = 3, the encoding
64/81 cos(2 pi a/3), alpha = 1/2. The network rests at u = v = w = cos(2 pi a/3)/2; the dormant flow
is y cos(2 pi a/3) with y = 1/(1 - r s), r = 32768/59049, and is more than twice as long at s = 1.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.flow.apart import ONE_NEURON, any_pull, pull_value
from theory.modular.kernel_proofs.flow.network_energy import DATA, GROUP, any_slope, slope_value
from theory.modular.kernel_proofs.race.next_jump import A
from theory.modular.letters import N, p, x
from theory.modular.letters.cost import x_sq
from theory.modular.letters.energy import NETS, SLOPES, energy_of, eta, t
from theory.modular.letters.follows import (
    DORMANT,
    PULLS,
    alpha,
    apart,
    difference,
    most,
)
from theory.modular.witnesses.resting import simplified
from theory.modular.witnesses.three_residues import WAVE, periodic
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import Theorem, conjoin, instantiate, reflexive
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    fact,
    inverse,
    lam,
    part_by_part,
    positive,
    ring,
    slope_is,
    total,
    with_slope,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, eq, le, lt, make, num, substituted, var

NAMES = READINGS["modular.flow-follows"]
SIZE, HALF, SPEED = num(64, 81), num(1, 2), num(32768, 59049)
ENCODING = lam(lambda a: SIZE * WAVE(a), INT)
AT_REST = lam(lambda i, a: HALF * WAVE(a), INT, INT)
y = var("y_size")
PLACE = {p: num(3), N: ONE, x: ENCODING}


def grown(s: Term) -> Term:
    """y = 1/(1 - r s)."""
    return inv(1 - SPEED * s)


_FLOWS = {
    **dict.fromkeys(NETS, lam(lambda i, a, s: HALF * WAVE(a), INT, INT, REAL)),
    **dict.fromkeys(SLOPES, lam(lambda i, a, s: ZERO, INT, INT, REAL)),
    **dict.fromkeys(DORMANT, lam(lambda i, a, s: grown(s) * WAVE(a), INT, INT, REAL)),
    **dict.fromkeys(PULLS, lam(lambda i, a, s: SPEED * grown(s) ** 2 * WAVE(a), INT, INT, REAL)),
    alpha: HALF,
    eta: num(2),
    t: ONE,
}
TABLE = {
    **PLACE,
    **_FLOWS,
    most: num(24),
    x_sq: substituted(total(0, p - 1, lambda a: x(a) ** 2), PLACE),
    apart: substituted(substituted(energy_of(difference(t)), _FLOWS), PLACE),
}
AT_DATA = {DATA[0]: substituted(DATA[1], PLACE), DATA[2]: substituted(DATA[3], PLACE)}
RESTING = {**PLACE, **AT_DATA, **dict.fromkeys(GROUP, AT_REST)}
ASLEEP = {**PLACE, **AT_DATA, **dict.fromkeys(ONE_NEURON, lam(lambda a: y * WAVE(a), INT))}


def pairs_of(table: dict[Term, Term]) -> list[Term]:
    """The letters and what they are, one after the other."""
    return [part for pair in table.items() for part in pair]


@cache
def no_slope(number: int) -> Theorem:
    """The loss does not change with entry a of u, v or w, whatever a is."""
    value = substituted(slope_value(number, ONE, A), RESTING)
    return combine(eq(value, 0), (1, simplified(value)))


@cache
def pull(number: int) -> Theorem:
    """The slope of the utility by entry a is r y^2 cos(2 pi a/3), whatever a is."""
    value = substituted(pull_value(ONE_NEURON, number, A), ASLEEP)
    return combine(eq(value, SPEED * y**2 * WAVE(A)), (1, simplified(value)))


def rests(number: int, statement: Term, premises: tuple[Theorem, ...]) -> Theorem:
    """The two derivatives of one entry of the network are 0."""
    k, l = premises[2].conclusion.args[1], premises[4].conclusion.args[1]
    known = at(
        instantiate(any_slope(number), *pairs_of(RESTING)), k, *premises[2:4], l, *premises[4:6]
    )
    none = instantiate(no_slope(number), A, l)
    flat = slope_is(known, combine(eq(known.conclusion.args[3], 0), (1, none)))
    slope, moving = statement.args
    low, high, place, _, body = moving.args
    still = fact("deriv-constant", y=body, low=low, high=high, at=place)
    return conjoin(written(slope, flat), written(moving, still))


def gap_above(s: Term, s_high: Theorem) -> Theorem:
    """26281/59049 <= 1 - r s, for s <= 1."""
    return bound(le(1 - SPEED, 1 - SPEED * s), (), [[s_high]])


def above(s: Term, s_high: Theorem) -> Theorem:
    """0 < 1 - r s."""
    return bound(lt(0, 1 - SPEED * s), (), [[gap_above(s, s_high)], []])


def grows(number: int, statement: Term, premises: tuple[Theorem, ...]) -> Theorem:
    """The two derivatives of one entry of the dormant flow."""
    s, l = premises[0].conclusion.args[1], premises[4].conclusion.args[1]
    slope, moving = statement.args
    known = at(instantiate(any_pull(number), *pairs_of(ASLEEP)), l, *premises[4:6])
    valued = slope_is(known, instantiate(pull(number), A, l))
    low, high, place, value, body = moving.args
    own = derivative(make("lam", (REAL,), (body,)), low, high, place, (), [above(s, premises[1])])
    return conjoin(
        written(slope, instantiate(valued, y, grown(s))), written(moving, with_slope(own, value))
    )


def flowing(statement: Term, entry) -> Theorem:
    """A flow on [0, 1]: entry by entry of u, of v and of w."""

    def entries_of(number, whole):
        def special(part, premises):
            return entry(number, part, premises) if part.op == "and" else None

        return part_by_part(whole, lambda one, _: bound(one), (), special)

    return conjoin(*(entries_of(number, one) for number, one in enumerate(statement.args)))


def started(statement: Term) -> Theorem:
    """2 = 1/(1/2), and the start is half that of the dormant flow."""
    first = inverse(1 - SPEED * ZERO, [bound(lt(0, 1 - SPEED * ZERO))])

    def atom(part: Term, premises) -> Theorem:
        if not premises:
            return combine(part, (2, inverse(HALF, [])))
        return ring(part, first)

    return part_by_part(statement, atom)


@cache
def length() -> Theorem:
    """The squared norm of the dormant flow is 9/2 y^2."""
    still = lam(lambda i, a: y * WAVE(a), INT, INT)
    whole = substituted(energy_of((still,) * 3), {p: num(3), N: ONE})
    return combine(eq(whole, num(9, 2) * y**2), (1, simplified(whole)))


def within(statement: Term) -> Theorem:
    """9/2 y^2 <= 24 on [0, 1]."""

    def atom(part: Term, premises) -> Theorem:
        s = premises[0].conclusion.args[1]
        up = above(s, premises[1])
        here, one = positive(grown(s), [up]), inverse(1 - SPEED * s, [up])
        most_ = ordered(
            le((1 - SPEED) * grown(s), 1), [(1, one)], [gap_above(s, premises[1]), here]
        )
        small = bound(le(grown(s), num(23, 10)), (), [[most_], [here], []])
        square = bound(le(num(9, 2) * grown(s) ** 2, 24), (), [[small, here], [small], []])
        return ordered(part, [(1, instantiate(length(), y, grown(s)))], [square])

    return part_by_part(statement, atom)


def following() -> Theorem:
    """All of them at once."""
    pieces = []
    for name in NAMES:
        statement = substituted(DEFINITIONS[name].statement, TABLE)
        if name == "modular.cyclic-x":
            pieces.append(part_by_part(statement, lambda part, _: _again(part)))
        elif name == "modular.network-flow":
            pieces.append(flowing(statement, rests))
        elif name == "modular.dormant-flow":
            pieces.append(flowing(statement, grows))
        elif name == "modular.scaled-start":
            pieces.append(started(statement))
        elif name == "modular.dormant-most":
            pieces.append(within(statement))
        else:
            pieces.append(reflexive(statement.args[0]))
    return conjoin(*pieces)


def _again(statement: Term) -> Theorem:
    """x(q + 3) = x(q)."""
    q = next(iter(statement.args[1].free))
    return combine(statement, (SIZE, periodic(q)))


WITNESSES = {"modular.dormant-flow": following}
BUNDLES = {"modular.dormant-flow": NAMES}
TABLES = {"modular.dormant-flow": TABLE}
