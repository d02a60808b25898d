"""All weights along gradient flow are bounded: |theta(s)|^2 <= |theta(0)|^2 + 3/2 eta |x|^2 t."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.flow.apart_bounds import (
    WANTED_SQ,
    encoding_low,
    pairs_below,
)
from theory.modular.kernel_proofs.flow.flow_follows import wanted_square
from theory.modular.kernel_proofs.flow.network_energy import (
    GROUP,
    WANTED,
    WHEN,
    S,
    energy,
    energy_slope,
    gained,
    over_outputs,
    put_out,
    table,
)
from theory.modular.kernel_proofs.kept.vanishing import told
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import above_zero, full, unit
from theory.modular.letters import p
from theory.modular.letters.cost import x_sq
from theory.modular.letters.energy import eta, t
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.sums.any_range import at_most
from theory.proof.sums.finite import scaled
from theory.proof.tactics import (
    at,
    bound,
    derivative,
    everywhere,
    fact,
    fresh,
    lam,
    positive,
    slope_within,
    total,
    with_slope,
)
from theory.proof.tactics.linear import ordered, signed_order
from theory.proof.terms import (
    ONE,
    ZERO,
    Term,
    le,
    lt,
    num,
)

RATE = assume(lt(0, eta))
SPEED = num(3, 2) * eta * x_sq
B = energy(ZERO) + SPEED * t


@cache
def gain_below() -> Theorem:
    """1/p^2 sum of output times (what is wanted less output) <= |x|^2/4."""

    def row(q, r):
        return total(
            0,
            TOP,
            lambda m: (WANTED(q, r, m) - put_out(GROUP, q, r, m)) * put_out(GROUP, q, r, m),
        )

    def each(pair, where):
        q, r = pair

        def entry(m, *_):
            y, f = WANTED(q, r, m), put_out(GROUP, q, r, m)
            return signed_order(le((y - f) * f, num(1, 4) * y**2), [], (ONE, (), num(1, 2) * y - f))

        quarter = fn(lambda m: num(1, 4) * WANTED(q, r, m) ** 2)
        below = at_most(
            fn(lambda m: (WANTED(q, r, m) - put_out(GROUP, q, r, m)) * put_out(GROUP, q, r, m)),
            quarter,
            0,
            TOP,
            entry,
        )
        out = scaled(num(1, 4), fn(lambda m: WANTED(q, r, m) ** 2), 0, TOP, full())
        known = at(WANTED_SQ, q, *where[:2], r, *where[2:])
        return signed_order(
            le(row(q, r), num(1, 4) * x_sq),
            [(1, out)],
            (ONE, (below,), ONE),
            (num(1, 4), (known,), ONE),
        )

    whole = pairs_below(row, num(1, 4) * x_sq, each)
    down = positive(inv(p), [above_zero()])
    value = inv(p) ** 2 * over_outputs(
        lambda q, r, m: (WANTED(q, r, m) - put_out(GROUP, q, r, m)) * put_out(GROUP, q, r, m)
    )
    return ordered(
        le(value, num(1, 4) * x_sq),
        [(num(1, 4) * x_sq * (1 + p * inv(p)), unit())],
        [down, down, whole],
    )


@cache
def energy_below() -> Theorem:
    """For all s in [0, t]: |theta(s)|^2 <= B."""
    slopes = everywhere(S, energy_slope(), *(one.conclusion for one in WHEN))
    end, s = fresh(name="end"), fresh()
    inside = (le(0, end), le(end, t))
    low, high = map(assume, inside)
    ends = (le(0, s), le(s, end))
    known = list(map(assume, ends))
    within_ = ordered(le(s, t), [], [known[1]], [high])
    own = slope_within(at(slopes, s, known[0], within_), ZERO, end, bound(le(0, 0)), high)
    body = lam(lambda r: SPEED * r - energy(r))
    value = lam(lambda r: SPEED - 6 * eta * gained(r))
    moved = with_slope(derivative(body, 0, end, s, [own]), value(s))
    below = told(gain_below(), dict_of(table(s)), {WANTED_SQ: wanted_square()})
    up = signed_order(le(0, value(s)), [], (num(6), (RATE, below), ONE))
    each = everywhere(s, conjoin(moved, up), *ends)
    grown = fact("increasing", low, each, low=ZERO, high=end, f=body, df=value)
    found = signed_order(
        le(energy(end), B),
        [],
        (ONE, (grown,), ONE),
        (num(3, 2), (RATE, encoding_low(), high), ONE),
    )
    return everywhere(end, found, *inside)


def dict_of(pairs) -> dict[Term, Term]:
    """(letter, value, letter, value, ...) as a table."""
    return dict(zip(pairs[::2], pairs[1::2]))
