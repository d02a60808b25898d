"""The wave cos(2 pi a/3) against itself: sums over three residues, term by term.

A neuron u = v = w = y cos(2 pi a/3) beside the encoding x = cos(2 pi a/3), with nothing learned:
the derivative of its utility by entry a of u, v or w is 9/8 y^2 cos(2 pi a/3).
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import period
from theory.modular.kernel_proofs.maxima.single import wave_vector
from theory.modular.kernel_proofs.race.next_jump import A, f, g, h, rest, slope
from theory.modular.letters import jump, p, plateau, transform, x
from theory.modular.letters.cost import xi
from theory.modular.letters.utility import half
from theory.modular.witnesses.cost import PLATEAU_TABLE
from theory.proof.lemmas.third_turn import THIRD, third_turn
from theory.proof.rules import Theorem, discharge, instantiate
from theory.proof.tactics import (
    bound,
    combine,
    fact,
    fresh,
    given,
    inverse,
    lam,
    outermost,
    ring,
    total,
)
from theory.proof.tactics.angles import difference, rewritten, sin_zero, spread
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    eq,
    le,
    lt,
    make,
    num,
    substituted,
    var,
)

THREE = num(3)
WAVE = substituted(wave_vector(ONE, ZERO, ONE), {p: THREE})  # cos(2 pi a/3)
HAT = lam(lambda q: substituted(transform(wave_vector(ONE, ZERO, ONE), q), {p: THREE}), INT)
y = var("y_size")
GROWTH = num(9, 8)
TABLE = {**PLATEAU_TABLE, x: WAVE, p: THREE, plateau.steps: ZERO}
RESIDUAL = substituted(lam(jump.residual, INT, INT, INT), TABLE)
GROWN = lam(lambda a: y * WAVE(a), INT)
HERE = {rest: RESIDUAL, **dict.fromkeys((f, g, h), GROWN), p: THREE, x: WAVE}


def three_terms(whole: Term) -> Theorem:
    """sum_{0}^{2} f = f(0) + f(1) + f(2); a sum from 1 to 0 is 0."""
    low, high, body = whole.args
    summand = make("lam", (INT,), (body,))
    if low is ONE:
        return fact("sum-empty", bound(lt(high, low)), n=low, m=high, s=summand)
    steps = [
        fact("sum-step", bound(le(ZERO, top + 1)), n=ZERO, m=top, s=summand)
        for top in (ONE, ZERO, num(-1))
    ]
    nothing = fact("sum-empty", bound(lt(num(-1), ZERO)), n=ZERO, m=num(-1), s=summand)
    value = summand(ZERO) + summand(ONE) + summand(num(2))
    return combine(eq(whole, value), *((1, one) for one in steps), (1, nothing))


@cache
def cosines() -> list[Theorem]:
    """cos(2 pi n/3) for n = -4, ..., 4."""
    known = third_turn()
    found = [fact("cos-zero"), known[0]]
    for n in (-1, 2, -2, 3, -3, 4, -4):
        even, _ = spread(n * THIRD, [(n, THIRD)])
        found.append(ring(eq(even.conclusion.args[0], _value(n)), even, *known))
    return found


def _value(n: int) -> Term:
    return ONE if n % 3 == 0 else num(-1, 2)


@cache
def turned(a: Term) -> list[Theorem]:
    """cos(2 pi (a - q)/3) by the angles a and -q, and the sines of -q in that of a third."""
    found = []
    for q in (1, 2, 3, 4, -1, -2):
        found.append(difference(a * THIRD, q * THIRD)[0])
        if q != 1:
            found.append(spread(q * THIRD, [(q, THIRD)])[1])
    return found


@cache
def known() -> list[Theorem]:
    """What the numbers are that are left when every sum is unfolded."""
    return [*cosines(), *third_turn(), inverse(THREE, [])]


@cache
def sines() -> list[Theorem]:
    """sin(2 pi n/3) in that of a third, for n = 0, -1, -2."""
    return [sin_zero(), *(spread(n * THIRD, [(n, THIRD)])[1] for n in (-1, -2))]


@cache
def valued(whole: Term) -> Theorem:
    """A sum as a polynomial in cos(2 pi a/3) and what stands beside it, from the inside out."""
    plain = three_terms(whole)
    told = simplified(plain.conclusion.args[1])
    return combine(eq(whole, told.conclusion.args[1]), (1, plain), (1, told))


def simplified(whole: Term) -> Theorem:
    """The same with every sum in it as such a polynomial."""
    return rewritten(whole, [*map(valued, outermost(whole, "sum")), *turned(A), *sines(), *known()])


@cache
def pull(number: int) -> Theorem:
    """The slope of the utility by entry a is 9/8 y^2 cos(2 pi a/3), whatever a is."""
    value = substituted(slope(number, A), HERE)
    return combine(eq(value, GROWTH * y**2 * WAVE(A)), (1, simplified(value)))


@cache
def spectrum() -> Theorem:
    """The transform of y cos(2 pi a/3) at the frequency 1 is 3/2 y."""
    whole = substituted(transform(GROWN, ONE), {p: THREE})
    return combine(eq(whole, num(3, 2) * y), (1, simplified(whole)))


@cache
def squares() -> Theorem:
    """The sum of (y cos(2 pi a/3))^2 over a is 3/2 y^2."""
    whole = total(0, THREE - 1, lambda a: GROWN(a) ** 2)
    return combine(eq(whole, num(3, 2) * y**2), (1, simplified(whole)))


def periodic(q: Term) -> Theorem:
    """x(q + 3) = x(q)."""
    phase = fresh()
    one = at_three(instantiate(period(q, phase), xi, ONE, phase, ZERO))
    return ring(eq(WAVE(q + THREE), WAVE(q)), one)


def at_three(theorem: Theorem) -> Theorem:
    """A theorem about p, at p = 3 and (p - 1)/2 = 1."""
    own = [one for one in theorem.hypotheses if not one.free.isdisjoint((p, half))]
    for one in own:
        theorem = discharge(one, theorem)
    table = {p: THREE, half: ONE}
    free = theorem.conclusion.free
    pairs = [piece for pair in table.items() if pair[0] in free for piece in pair]
    theorem = instantiate(theorem, *pairs)
    for _ in own:
        premise = theorem.conclusion.args[0]
        theorem = given(theorem, ring(premise) if premise.op == "eq" else bound(premise))
    return theorem
