"""The flow from alpha (u, v, w), one frequency k up to the time t: sigma/alpha^2 and Re z/alpha^3
follow the equations of ``legs`` with the numbers of (u, v, w), alpha times as fast.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.elliptic import blow_up, cubic, legs
from theory.modular.kernel_proofs.elliptic.wave_time import (
    SIZE,
    alike_now,
    growth_slope,
    real_slope_in_sigma,
    shorter,
    sizes_low,
    square_now,
    throughout,
)
from theory.modular.kernel_proofs.flow.gradient import frequency_of
from theory.modular.kernel_proofs.flow.three_wave import times
from theory.modular.kernel_proofs.flow.wave_norm import at_earlier, kept
from theory.modular.kernel_proofs.script import I, fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugate_parts, conjugated
from theory.modular.kernel_proofs.transforms.waves import above_zero, full
from theory.modular.letters import k, p, transform, u, v, w, wave, x_hat
from theory.modular.letters.elliptic import grown_at, real_at, starts_of
from theory.modular.letters.first import three_powers
from theory.modular.letters.flow import COURSES, X, end, hat, product_at, t
from theory.modular.letters.maxima import xi
from theory.modular.letters.taken import (
    blow_up as blow_up_of,
)
from theory.modular.letters.taken import carlson_at, product_of, root_of, sign_of
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.sums.finite import scaled, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    fact,
    filled,
    filled_where,
    forall,
    given,
    inverse,
    lam,
    parts,
    positive,
    ring,
    substitute,
    with_slope,
)
from theory.proof.tactics.linear import both_ways, ordered
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    both,
    call,
    eq,
    implies,
    le,
    lt,
    num,
    substituted,
    var,
)

SCALE = var("alpha")
SCALE_ABOVE = assume(lt(0, SCALE))
DOWN = inv(SCALE)
START = assume(
    forall(
        lambda a: implies(
            le(0, a),
            le(a, p - 1),
            both(*(eq(f(a, num(0)), SCALE * g(a)) for f, g in zip(COURSES, (u, v, w)))),
        ),
        INT,
    )
)
STARTS = starts_of([call("abs", transform(f, k)) ** 2 for f in (u, v, w)], product_of(k), X)
CARLSON = lam(lambda s: carlson_at(k, s))
PACE = 2 * inv(p) ** 2 * X**3  # times alpha: the rate of F(sigma)
FORMS = {
    cubic.T: t,
    cubic.E: root_of(k),
    **dict(zip(cubic.STARTS, STARTS)),
    cubic.ALPHA: 4 * inv(p) ** 2 * SIZE**2 * SCALE,
    cubic.BETA: 2 * inv(p) ** 2 * SIZE**4 * SCALE,
    cubic.GAMMA: X,
    cubic.SIGMA: lam(lambda s: DOWN**2 * grown_at(s)),
    cubic.Y: lam(lambda s: DOWN**3 * real_at(s)),
    legs.F: CARLSON,
    legs.RISING: sign_of(k),
}


def unit() -> Theorem:
    """alpha/alpha = 1."""
    return inverse(SCALE, [SCALE_ABOVE])


# --- the start ------------------------------------------------------------------------------------
@cache
def hat_start(number: int) -> Theorem:
    """f^(k) at the start is alpha times that of u, v or w."""
    course, f = COURSES[number], (u, v, w)[number]
    plain = fn(lambda a: f(a) * wave(-(k * a)))

    def entry(a, low, high):
        known = parts(at(START, a, low, high))[number]
        turned = wave(-(k * a))
        return combine(eq(course(a, ZERO) * turned, SCALE * plain(a)), (turned, known))

    same = summand_equal(
        fn(lambda a: course(a, ZERO) * wave(-(k * a))), fn(lambda a: SCALE * plain(a)), 0, TOP,
        entry,
    )  # fmt: skip
    return combine(
        eq(hat(course, ZERO), SCALE * transform(f, k)),
        (1, same), (1, scaled(SCALE, plain, 0, TOP, full())),
    )  # fmt: skip


@cache
def conj_start(number: int) -> Theorem:
    """The same of conj(f^(k))."""
    known = hat_start(number)
    inside = equal_inside(conj(known.conclusion.args[0]), known)
    spread = conjugated(inside.conclusion.args[1])
    return combine(
        eq(inside.conclusion.args[0], spread.conclusion.args[1]), (1, inside), (1, spread)
    )


@cache
def power_start(number: int) -> Theorem:
    """|f^(k)|^2 at the start is alpha^2 times that of u, v or w."""
    f = (u, v, w)[number]
    first, own = hat(COURSES[number], ZERO), transform(f, k)
    return ring(
        eq(call("abs", first) ** 2, SCALE**2 * call("abs", own) ** 2),
        fact("abs-square", z=first), fact("abs-square", z=own),
        conj_start(number), hat_start(number),
    )  # fmt: skip


@cache
def product_start() -> list[Theorem]:
    """Re z and Im z at the start are alpha^3 times those of (u, v, w)."""
    z, own = product_at(ZERO), product_of(k)
    cube = SCALE**3
    whole = ring(eq(z, cube * own), hat_start(0), hat_start(1), conj_start(2))
    inside = equal_inside(conj(z), whole)
    back = conjugated(inside.conclusion.args[1])
    mirror = combine(
        eq(conj(z), cube * conj(own)), (1, inside), (1, back), (cube, conjugated(conj(own)))
    )
    half = num(1, 2)
    known = [fact("parts", z=z), conjugate_parts(z)]
    others = [fact("parts", z=own), conjugate_parts(own)]
    real = combine(
        eq(call("re", z), cube * call("re", own)),
        *((half, one) for one in known), (half, whole), (half, mirror),
        *((half * cube, one) for one in others),
    )  # fmt: skip
    gap = call("im", z) - cube * call("im", own)
    imaginary = combine(
        eq(call("im", z), cube * call("im", own)),
        *((half * I, one) for one in known), (half * I, whole), (half * I, mirror),
        *((half * I * cube, one) for one in others), (gap, fact("i")),
    )  # fmt: skip
    return [real, imaginary]


# --- the equations --------------------------------------------------------------------------------
def _moves() -> Theorem:
    own = derivative(FORMS[cubic.SIGMA], num(0), end, t, [growth_slope()])
    value = FORMS[cubic.ALPHA] * FORMS[cubic.Y](t)
    return shorter(with_slope(own, value, unit()), FORMS[cubic.SIGMA])


def _turns() -> Theorem:
    own = derivative(FORMS[cubic.Y], num(0), end, t, [real_slope_in_sigma()])
    value = substituted(cubic.BETA * cubic.steepness(cubic.SIGMA(cubic.T)), FORMS)
    starts = [power_start(number) for number in range(3)]
    return shorter(with_slope(own, value, *starts, unit()), FORMS[cubic.Y])


def _square() -> Theorem:
    goal = substituted(
        eq(cubic.Y(cubic.T) ** 2, cubic.GAMMA**2 * cubic.cubic(cubic.SIGMA(cubic.T))), FORMS
    )
    starts = [power_start(number) for number in range(3)]
    return throughout(ring(goal, square_now(), *starts, product_start()[1], unit()))


def _lows() -> Theorem:
    found = []
    for number, low in enumerate(parts(sizes_low())):
        goal = le(0, FORMS[cubic.SIGMA](t) + STARTS[number])
        found.append(bound(goal, [power_start(number), unit()], [([low], DOWN)]))
    return throughout(conjoin(*found))


TIMED = (
    assume(lt(0, X)),
    assume(eq(sign_of(k) ** 2, 1)),
    assume(lt(0, sign_of(k) * call("re", product_of(k)))),
    *(assume(substituted(one.conclusion, FORMS)) for one in (cubic.ROOT, cubic.BEYOND)),
    *(
        assume(substituted(one.conclusion, FORMS))
        for one in (legs.SLOPES, blow_up.VANISHES, legs.SIMPLE)
    ),
    assume(
        eq(
            2 * X**3 * blow_up_of(k),
            p**2 * ((1 - sign_of(k)) * CARLSON(root_of(k)) + sign_of(k) * CARLSON(ZERO)),
        )
    ),
)


def in_numbers(theorem: Theorem) -> Theorem:
    """A theorem about the letters of ``legs``, about the frequency k of the flow."""
    x_above, sign, begins, root, beyond, slopes, vanishes, simple, _ = TIMED
    is_x = frequency_of()[2]
    size_above = bound(lt(0, SIZE), (), [[x_above], *([one] for one in both_ways(is_x))])
    above = [above_zero(), size_above, SCALE_ABOVE]
    start = ring(eq(DOWN**3 * real_at(ZERO), call("re", product_of(k))), product_start()[0], unit())
    shown = {
        cubic.MOVES: _moves,
        cubic.TURNS: _turns,
        cubic.SQUARE: _square,
        cubic.LOWS: _lows,
        cubic.BEGINS: lambda: combine(eq(DOWN**2 * grown_at(ZERO), 0)),
        cubic.ABOVE[0]: lambda: positive(FORMS[cubic.ALPHA], above),
        cubic.ABOVE[1]: lambda: positive(FORMS[cubic.BETA], above),
        cubic.ABOVE[2]: lambda: x_above,
        cubic.AHEAD: lambda: times()[0],
        cubic.ROOT: lambda: root,
        cubic.BEYOND: lambda: beyond,
        legs.SLOPES: lambda: slopes,
        legs.SIMPLE: lambda: simple,
        legs.SIGN: lambda: sign,
        legs.STARTS_SO: lambda: ordered(
            lt(0, sign_of(k) * (DOWN**3 * real_at(ZERO))), [(sign_of(k), start)], [begins]
        ),
        blow_up.VANISHES: lambda: vanishes,
    }
    used = {one: proof for one, proof in shown.items() if one.conclusion in theorem.hypotheses}
    for one in used:
        theorem = discharge(one.conclusion, theorem)
    theorem = filled_where(theorem, FORMS)
    return given(theorem, *(proof() for proof in reversed(used.values())))


@cache
def reach() -> Theorem:
    """(1 - sign) F(e) + sign F(0) = 2 X^3/p^2 times the blow-up time."""
    *_, blows = TIMED
    left = substituted(blow_up.REACH, FORMS)
    home = inverse(p, [above_zero()])
    return combine(
        eq(left, PACE * blow_up_of(k)),
        (inv(p) ** 2, blows), (left * (1 + p * inv(p)), home),
    )  # fmt: skip


@cache
def rate() -> Theorem:
    """The rate of F(sigma/alpha^2) times t is 2 X^3/p^2 alpha t."""
    value = substituted(legs.RATE * cubic.T, FORMS)
    return combine(
        eq(value, PACE * (SCALE * t)),
        (2 * inv(p) ** 2 * SCALE * X * t * (SIZE + X), frequency_of()[2]),
    )


@cache
def in_time() -> Theorem:
    """alpha t <= the blow-up time of the frequency."""
    told = in_numbers(blow_up.not_later())
    pace = positive(PACE, [above_zero(), TIMED[0]])
    less = ordered(
        le(PACE * (SCALE * t), PACE * blow_up_of(k)), [(1, rate()), (1, reach())], [told]
    )
    home, down = inverse(PACE, [pace]), positive(inv(PACE), [pace])
    gap = blow_up_of(k) - SCALE * t
    return ordered(le(SCALE * t, blow_up_of(k)), [(gap, home)], [less, down])


LEVEL = PACE * (blow_up_of(k) - blow_up_of(xi))
LATER = assume(lt(blow_up_of(xi), blow_up_of(k)))
BEFORE = assume(le(SCALE * t, blow_up_of(xi)))


SMALL = assume(substituted(blow_up.SMALL.conclusion, {**FORMS, blow_up.LEVEL: LEVEL}))


@cache
def stays() -> Theorem:
    """sigma <= alpha^2 far, where another frequency blows up earlier."""
    table = {blow_up.LEVEL: LEVEL}
    told = discharge(blow_up.EARLY.conclusion, blow_up.stays_near())
    told = in_numbers(filled(told, table))
    pace = positive(PACE, [above_zero(), TIMED[0]])
    early = ordered(told.conclusion.args[0], [(1, rate()), (1, reach())], [pace, BEFORE])
    told = given(told, early)
    far = blow_up.FAR
    return ordered(
        le(grown_at(t), SCALE**2 * far),
        [(grown_at(t) * (1 + SCALE * DOWN), unit())],
        [told, SCALE],
    )


@cache
def rests() -> Theorem:
    """sigma = 0, where x does not have the frequency."""
    none = assume(eq(x_hat(k), 0))
    flat = combine(
        eq(SIZE, 0),
        (1, equal_inside(SIZE, none)), (1, fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)),
    )  # fmt: skip

    def slope(s, low, high):
        own = growth_slope()
        zero = combine(eq(own.conclusion.args[3], 0), (4 * inv(p) ** 2 * SIZE * real_at(t), flat))
        return at_earlier(substitute(own, zero), s, low, high)

    return combine(eq(grown_at(t), 0), (1, kept(lam(grown_at), slope)))


def start_three(m: Term) -> Term:
    """The same of (u, v, w)."""
    one, two, last = (call("abs", transform(f, m)) ** 2 for f in (u, v, w))
    return one + two + last


@cache
def grown_three() -> Theorem:
    """It has grown by 3 sigma from alpha^2 times that of (u, v, w)."""
    return combine(
        eq(three_powers(k, t), 3 * grown_at(t) + SCALE**2 * start_three(k)),
        *((1, alike_now(number)) for number in range(3)),
        *((1, power_start(number)) for number in range(3)),
    )
