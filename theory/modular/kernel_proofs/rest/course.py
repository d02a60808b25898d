"""The six amplitudes of one aligned neuron move against the gradient of its loss, as a function of
these.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.fewest.smallest_group import written_out
from theory.modular.kernel_proofs.flow.network_energy import (
    DATA,
    ENDS,
    GROUP,
    any_loss,
    any_slope,
    slope_value,
)
from theory.modular.kernel_proofs.rest.amplitudes import (
    FIRST,
    SECOND,
    aligned_now,
    alone,
    amplitudes,
    one_alone,
    same_loss,
    vector_at,
)
from theory.modular.kernel_proofs.rest.lone import (
    REST,
    SCALE,
    TAU,
    Y,
    basis,
    loss_of_waves,
    neuron,
)
from theory.modular.kernel_proofs.rest.lyapunov import excess, slopes
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.transforms.waves import unit
from theory.modular.letters import N, p
from theory.modular.letters.cost import X
from theory.modular.letters.energy import SLOPES, eta, t, weights
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, conjunct, instantiate
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.slopes import same_slope, sum_derivative
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    everywhere,
    filled,
    fresh,
    given,
    lam,
    one_slope,
    slope_is,
    slope_of_same,
    total,
    with_slope,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    Term,
    eq,
    function,
    le,
    make,
    num,
    opened,
    substituted,
    var,
)

S = fresh(name="s")
WHEN = (assume(le(0, S)), assume(le(S, t)))
ALONG = function("along", INT, REAL)
SPEED = num(9, 8) * eta * X**4


# --- how they move --------------------------------------------------------------------------------
@cache
def any_direction(number: int) -> Theorem:
    """The derivative of the loss where ``along`` is added to u, v or w of every neuron."""

    def body(e):
        moved = list(GROUP)
        f = moved[number]
        moved[number] = lam(lambda i, a: f(i, a) + e * ALONG(a), INT, INT)
        return any_loss(moved)

    found = sum_derivative(body, -1, 1, 0, ENDS, [])
    value = total(1, N, lambda k: total(0, TOP, lambda l: ALONG(l) * slope_value(number, k, l)))
    return instantiate(same_slope(found, value), N, ONE)


def table_at(s: Term) -> list[Term]:
    """The data and the weights at the time s, for a group of one."""
    values = [*DATA, *(part for pair in zip(GROUP, weights(s)) for part in pair)]
    return values


def slope_at(number: int, l: Term, s: Term) -> Term:
    """The derivative of the loss by entry l of u, v or w, as a sum."""
    values = table_at(s)
    whole = substituted(slope_value(number, ONE, l), {N: ONE})
    return substituted(whole, dict(zip(values[::2], values[1::2])))


def moved_loss(number: int, place: int) -> Theorem:
    """For all e in [-1, 1]: the loss with e h added to u, v or w, h the first or second wave."""
    e = fresh()
    y = amplitudes(S)
    vectors = [vector_at(k, S) for k in range(3)]
    f = vectors[number]
    vectors[number] = fn(lambda a: f(a) + e * basis(place, a))
    new = list(y)
    new[2 * number + place] = new[2 * number + place] + e
    group = list(weights(S))
    g = group[number]
    group[number] = lam(lambda i, a: g(i, a) + e * basis(place, a), INT, INT)
    before = filled(one_alone(), dict(zip(GROUP, group)))
    shown = []
    for k in range(3):
        told = aligned_now(k, S, *WHEN)
        if k == number:
            r = fresh(INT)
            inside = (le(0, r), le(r, TOP))
            here = at(told, r, *map(assume, inside))
            goal = eq(vectors[k](r), neuron(new)[k](r))
            told = everywhere(r, combine(goal, (1, here)), *inside)
        shown.append(told)
    table = {**dict(zip(FIRST, vectors)), **dict(zip(SECOND, neuron(new)))}
    same = given(filled(same_loss(), table), *shown)
    value = filled(loss_of_waves(), dict(zip(Y, new)))
    goal = eq(before.conclusion.args[0], REST + SCALE * excess(new, TAU))
    found = combine(goal, (1, before), (1, same), (1, value))
    return everywhere(e, found, le(-1, e), le(e, 1))


def directed(number: int, place: int) -> Theorem:
    """<h, gradient> = 9/16 p X^4 dF, for the first or second wave in u, v or w."""
    y, index = amplitudes(S), 2 * number + place
    told = filled(
        instantiate(any_direction(number), *table_at(S)), {ALONG: fn(lambda a: basis(place, a))}
    )
    letters = [var(f"z_{k}") for k in range(6)]
    moved = lambda e: [one + e if k == index else one for k, one in enumerate(letters)]
    plain = lam(lambda e: REST + SCALE * excess(moved(e), TAU))
    steep = with_slope(derivative(plain, -1, 1, 0), SCALE * slopes(letters, TAU)[index])
    steep = filled(steep, dict(zip(letters, y)))
    body = lam_of(told)
    known = slope_of_same(body, moved_loss(number, place), steep)
    same = one_slope(told, known)
    whole, value = same.conclusion.args
    inner = fn(lambda k: substituted_sum(whole, k))
    single = written_out(inner, 1)
    goal = eq(total(0, TOP, lambda l: basis(place, l) * slope_at(number, l, S)), value)
    return combine(goal, (1, single), (1, same))


def substituted_sum(whole: Term, k: Term) -> Term:
    """The summand of a sum at k."""
    return opened(whole, (k,))


def lam_of(slope: Theorem) -> Term:
    """The function whose derivative this is."""
    return make("lam", (REAL,), (slope.conclusion.args[4],))


def entry_slope(number: int, l: Term, inside: list[Theorem]) -> tuple[Theorem, Theorem]:
    """dL(l) = its value, and how entry l moves, at the time s."""
    whole = alone("modular.network-flow")
    flow = conjunct(whole, whole.conclusion.args[number])
    ones = (bound(le(1, 1)), bound(le(1, 1)))
    found = at(flow, S, *WHEN, ONE, *ones, l, *inside)
    told, moves = (conjunct(found, part) for part in found.conclusion.args)
    known = instantiate(instantiate(any_slope(number), N, ONE), *table_at(S))
    return one_slope(told, at(known, ONE, *ones, l, *inside)), moves


@cache
def moving(number: int, place: int) -> Theorem:
    """For all s in [0, t]: the amplitude has the derivative -9/8 eta X^4 dF."""
    l = fresh(INT)
    inside = (le(0, l), le(l, TOP))
    _, moves = entry_slope(number, l, list(map(assume, inside)))
    moves = everywhere(l, moves, *inside)
    index = 2 * number + place
    body = lam(lambda s: amplitudes(s)[index])
    found = sum_derivative(body, 0, t, S, WHEN, [moves])
    G = SLOPES[number]
    value = num(-2) * eta * inv(p) * total(0, TOP, lambda l: basis(place, l) * G(ONE, l, S))
    found = same_slope(found, value)

    def entry(l, *where):
        same, _ = entry_slope(number, l, list(where))
        goal = eq(basis(place, l) * G(ONE, l, S), basis(place, l) * slope_at(number, l, S))
        return combine(goal, (basis(place, l), same))

    sums = summand_equal(
        fn(lambda l: basis(place, l) * G(ONE, l, S)),
        fn(lambda l: basis(place, l) * slope_at(number, l, S)),
        0,
        TOP,
        entry,
    )
    steep = slopes(amplitudes(S), TAU)[index]
    factor = num(-2) * eta * inv(p)
    same = combine(
        eq(value, -(SPEED * steep)),
        (factor, sums),
        (factor, directed(number, place)),
        (SPEED * steep, unit()),
    )
    return everywhere(S, slope_is(found, same), *(one.conclusion for one in WHEN))
