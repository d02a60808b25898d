"""A group at its bound computes (2X/p) (a + b).chi."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal, scales
from theory.modular.kernel_proofs.cost.bounds import above_x, conditions_at
from theory.modular.kernel_proofs.cost.distance import away, distance_value
from theory.modular.kernel_proofs.cost.loss import eliminated
from theory.modular.kernel_proofs.cost.neurons import some_neurons
from theory.modular.kernel_proofs.cost.squares import LISTED, listed
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.transforms.waves import full, next_, unit
from theory.modular.letters import N, over_pairs, p
from theory.modular.letters.cost import (
    ANY,
    HARMONICS,
    X,
    b,
    c,
    cost,
    distance,
    f_c,
    gain,
    gap,
    learned,
    output,
    s_x,
    turned,
)
from theory.modular.letters.cost import a as a_
from theory.proof.lemmas import inv
from theory.proof.lemmas.sizes import root_zero
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    reflexive,
)
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import zero_terms
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fresh,
    given,
    inverse,
    ring,
    total,
)
from theory.proof.tactics.angles import spread
from theory.proof.terms import INT, Term, eq, le, lt


# --- at the bound ---------------------------------------------------------------------------------
def at_bound() -> Theorem:
    """cost - gain = -X^2/p, as a hypothesis."""
    return assume(eq(cost - gain, -(X**2 * inv(p))))


def of_harmonics(theorem: Theorem) -> Theorem:
    """The theorem for the aligned neurons themselves; their cost and utility are written out."""
    theorem = eliminated(theorem, "modular.cost", "modular.gain")
    aligned = DEFINITIONS["modular.aligned-group"].statement
    pairs = [part for pair in zip(ANY, HARMONICS) for part in pair]
    told = instantiate(discharge(aligned, theorem), *pairs)
    i, q = fresh(INT, "i"), fresh(INT, "q")
    same = conjoin(*(reflexive(f(i, q)) for f in HARMONICS))
    return given(told, generalise(generalise(same, q), i))


@cache
def learned_at() -> Theorem:
    """f(a.x, b.x)[c] = f_*(a.x, b.x)[c] for a group at its bound: a sum of squares is 0."""
    (whole,) = defined("modular.distance")
    attained = at_bound()
    inside = {one.conclusion: one for one in defined("modular.residues")}
    pieces = over_pairs(lambda q, r: total(0, TOP, lambda m: away(q, r, m) ** 2))
    zero = combine(eq(distance, 0), (1, distance_value()), (1, attained))
    nothing = combine(
        eq(pieces, 0),
        (2 * p**2, zero),
        (2 * p**2, whole),
        (pieces * (p * inv(p) + 1), unit()),
    )

    def at_row(q):
        return fn(lambda r: total(0, TOP, lambda m: away(q, r, m) ** 2))

    def square(q, r):
        return lambda m, *_: bound(le(0, away(q, r, m) ** 2), (), (), [away(q, r, m)])

    def row(q):
        return lambda r, *_: nonnegative_sum(
            fn(lambda m: away(q, r, m) ** 2), 0, TOP, full(), square(q, r)
        )

    def whole_row(q, *_):
        return nonnegative_sum(at_row(q), 0, TOP, full(), row(q))

    def ends(k):
        return inside[le(0, k)], bound(le(k, TOP), (), [[inside_below(k, inside)]])

    rows = fn(lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: away(q, r, m) ** 2)))
    first = at(zero_terms(rows, 0, TOP, whole_row, nothing), a_, *ends(a_))
    second = at(zero_terms(at_row(a_), 0, TOP, row(a_), first), b, *ends(b))
    summand = fn(lambda m: away(a_, b, m) ** 2)
    third = at(zero_terms(summand, 0, TOP, square(a_, b), second), c, *ends(c))
    none = root_zero(away(a_, b, c), third)
    found = combine(eq(output(a_, b, c), learned(a_, b, c)), (1, none))
    return of_harmonics(eliminated(found, "modular.distance"))


def inside_below(k: Term, inside: dict) -> Theorem:
    """k + 1 <= p, from k < p."""
    return next_(k, p, inside[lt(k, p)])


@cache
def learned_value() -> Theorem:
    """f_c = (2X/p) cos(s_x + turn)."""
    (whole,), (angle,) = defined("modular.output"), defined("modular.turn")
    found = learned_at()
    wave = found.conclusion.args[1].args[1]
    same = equal_inside(cos(s_x + turned), angle)
    told = combine(eq(wave, cos(s_x + turned)), (1, same))
    factor = 2 * X * inv(p)
    return combine(eq(f_c, factor * cos(s_x + turned)), (1, whole), (1, found), (factor, told))


@proof("modular.learned-function")
def learned_function() -> Theorem:
    """The distance is 0 at the bound, and it is a sum of squares."""
    return learned_value()


@cache
def last_sums() -> list[Theorem]:
    """The last two conditions at the bound: the sum of cosines is sqrt(54 p)/X, that of sines 0."""
    attained = at_bound()
    (whole,) = defined("modular.gap")
    zero = combine(eq(gap, 0), (1, whole), (1, attained))
    found = conditions_at(zero)
    wanted = (listed(8, cos), listed(8, sin))
    return [
        of_harmonics(
            eliminated(next(one for one in found if one.conclusion.args[0] is sum_), "modular.gap")
        )
        for sum_ in wanted
    ]


@proof("modular.learned-factored")
def learned_factored() -> Theorem:
    """sqrt(2/(27p^3)) X^2 sqrt(54p)/X = 2X/p."""
    cosines, _ = last_sums()
    return ring(goal("modular.learned-factored"), learned_value(), cosines, inverse_x(), *scales())


def inverse_x() -> Theorem:
    """X (1/X) = 1."""
    return inverse(X, [above_x()])


@proof("modular.learned-expansion")
def learned_expansion() -> Theorem:
    """cos(s_x + turn + alpha) = cos(s_x + turn) cos(alpha) - sin(s_x + turn) sin(alpha)."""
    statement = goal("modular.learned-expansion")
    _, C, angle = LISTED[8]

    def inside(i):
        return [spread(s_x + turned + angle(i), [(1, s_x + turned), (1, angle(i))])[0]]

    sums = evaluated(
        lambda i: C(i) * cos(s_x + turned + angle(i)), 1, N, some_neurons(), inside, last_sums()
    )
    return ring(statement, learned_value(), sums, inverse_x(), *scales())
