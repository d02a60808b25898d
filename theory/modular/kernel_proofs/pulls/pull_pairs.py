"""The sums over all pairs that a pull between two frequencies needs."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, response_at
from theory.modular.kernel_proofs.cost.aligned_utility import over_all_pairs, pairwise, put_in
from theory.modular.kernel_proofs.cost.cosine_sums import (
    c_of,
    halved,
    moments,
    own_frequency,
    s_of,
    squared,
    vanishing,
)
from theory.modular.kernel_proofs.cost.squares import FIRST, NAMES, SECOND
from theory.modular.kernel_proofs.plateaus.groups import differ, mixed_sums
from theory.modular.kernel_proofs.pulls.pull import second, second_moments
from theory.modular.kernel_proofs.script import cos, sin
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import p, turn
from theory.modular.letters.cost import (
    HALF,
    HARMONICS,
    KAPPA,
    A_u,
    A_v,
    X,
    activation,
    amp_u,
    amp_v,
    ph_u,
    ph_v,
    s_u,
    s_v,
    s_x,
    xi,
)
from theory.modular.letters.learned import X_2, s_x2, xi_2
from theory.modular.letters.pull import hidden
from theory.proof.rules import Theorem, instantiate
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    combine,
    put,
    ring,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import (
    INT,
    Term,
    eq,
    num,
    substituted,
    var,
)


# --- over all pairs -------------------------------------------------------------------------------
def doubled(frequency: Term, q: Term) -> list[Theorem]:
    """c^2 and c s in cosines and sines of twice the angle."""
    return [
        instantiate(one, xi, frequency) if frequency is not xi else one for one in squared(q)[2:]
    ]


@cache
def mixed_quartics() -> list[Theorem]:
    """The sums of c^2 c'^2, c^2 c' s', c s c'^2 and c s c' s'."""
    less, more = differ()
    low, high = 2 * (xi_2 - xi), 2 * (xi_2 + xi)
    values = []
    for frequency, known in (
        (2 * xi, halved(xi, own_frequency())),
        (2 * xi_2, second(halved(xi, own_frequency()))),
        (low, halved(xi_2 - xi, less)),
        (high, halved(xi_2 + xi, more)),
    ):
        values += vanishing(frequency, known)

    def inside(q):
        own, another = turn(2 * xi * q), turn(2 * xi_2 * q)
        first, last = turn(low * q), turn(high * q)
        sums = [*spread(first, [(1, another), (-1, own)]), *spread(last, [(1, another), (1, own)])]
        products = [
            ring(eq(cos(own) * cos(another), HALF * (cos(first) + cos(last))), *sums),
            ring(eq(sin(own) * sin(another), HALF * (cos(first) - cos(last))), *sums),
            ring(eq(cos(own) * sin(another), HALF * (sin(last) + sin(first))), *sums),
            ring(eq(sin(own) * cos(another), HALF * (sin(last) - sin(first))), *sums),
        ]
        return [*doubled(xi, q), *doubled(xi_2, q), *products]

    return [
        evaluated(
            lambda q: c_of(q) ** a * s_of(q) ** b * c_of(q, xi_2) ** c * s_of(q, xi_2) ** d,
            0,
            TOP,
            full(),
            inside,
            values,
        )
        for a, b in ((2, 0), (1, 1))
        for c, d in ((2, 0), (1, 1))
    ]


def four(letters: list[Term], q: Term, r: Term, frequency: Term) -> Term:
    """P c(q) + Q s(q) + R c(r) + T s(r)."""
    P, Q, R, T = letters
    return (
        P * c_of(q, frequency)
        + Q * s_of(q, frequency)
        + R * c_of(r, frequency)
        + T * s_of(r, frequency)
    )


def circles(q: Term, r: Term) -> list[Theorem]:
    """sin^2 = 1 - cos^2 at both places and both frequencies."""
    places = (q,) if q is r else (q, r)
    return [circle(turn(k * place)) for k in (xi, xi_2) for place in places]


@cache
def all_values() -> list[Theorem]:
    """Every sum that is needed, of higher degree first."""
    return [*mixed_quartics(), *mixed_sums(), *moments(), *second_moments()]


@cache
def quartic() -> Theorem:
    """sum_ab (P c + ...)^2 (P' c' + ...)^2 of the two frequencies."""
    return over_all_pairs(
        lambda q, r: four(FIRST, q, r, xi) ** 2 * four(SECOND, q, r, xi_2) ** 2,
        circles,
        all_values(),
    )


V, W = var("V"), var("W")


@cache
def nothing_left() -> Theorem:
    """sum_ab (P c + ...)^2 (V c'(a + b) + W s'(a + b)) = 0."""

    def inside(q, r):
        turned = spread(turn(xi_2 * (q + r)), [(1, turn(xi_2 * q)), (1, turn(xi_2 * r))])
        return [*([] if q is r else turned), *circles(q, r)]

    return over_all_pairs(
        lambda q, r: four(FIRST, q, r, xi) ** 2 * (V * c_of(q + r, xi_2) + W * s_of(q + r, xi_2)),
        inside,
        all_values(),
    )


def table(A: Term, s: Term, B: Term, u: Term, size: Term, phase: Term, number: int) -> dict:
    """The four letters of an activation."""
    found = {}
    for (one, two), amplitude, angle in ((NAMES[:2], A, s), (NAMES[2:], B, u)):
        psi = phase - angle
        found[f"{one}{number}"] = KAPPA * size * amplitude * cos(psi)
        found[f"{two}{number}"] = KAPPA * size * amplitude * sin(psi)
    return found


def own_table() -> dict:
    """Those of the neuron that is pulled."""
    return table(amp_u, ph_u, amp_v, ph_v, X, s_x, 1)


def hidden_told(q: Term, r: Term) -> Theorem:
    """hidden in cosines and sines."""
    one, two = response_at(amp_u, ph_u, q), response_at(amp_v, ph_v, r)
    value = (one.conclusion.args[1] + two.conclusion.args[1]) ** 2
    return ring(eq(hidden(q, r), value), one, two)


@cache
def pair_value() -> Theorem:
    """sum_ab hidden (..)^2 of a neuron of the second group (letter j)."""
    j = var("at_j", INT)
    values = {**own_table(), **table(A_u(j), s_u(j), A_v(j), s_v(j), X_2, s_x2, 2)}

    def activated(q, r):
        return substituted(activation(j, q, r, HARMONICS), {xi: xi_2})

    def told(q, r):
        whole = four(FIRST, q, r, xi) ** 2 * four(SECOND, q, r, xi_2) ** 2
        return put_in(whole, values)

    def same(q, r):
        own = hidden_told(q, r)
        one = second(response_at(A_u(j), s_u(j), q))
        two = second(response_at(A_v(j), s_v(j), r))
        left, right = activated(q, r) ** 2, (one.conclusion.args[1] + two.conclusion.args[1]) ** 2
        other_ = ring(eq(left, right), one, two)
        return combine(
            eq(hidden(q, r) * left, told(q, r)), (left, own), (own.conclusion.args[1], other_)
        )

    rows = pairwise(lambda q, r: hidden(q, r) * activated(q, r) ** 2, told, same)
    value = put(quartic(), **values)
    psi = [s_x - ph_u, s_x - ph_v, s_x2 - s_u(j), s_x2 - s_v(j)]
    size = (
        num(1, 4) * p**2 * KAPPA**4 * X**2 * X_2**2
        * (amp_u**2 + amp_v**2) * (A_u(j) ** 2 + A_v(j) ** 2)
    )  # fmt: skip
    told_value = ring(eq(value.conclusion.args[1], size), *map(circle, psi))
    return combine(eq(rows.conclusion.args[0], size), (1, rows), (1, value), (1, told_value))
