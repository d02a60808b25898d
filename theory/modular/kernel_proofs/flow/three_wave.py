"""theta' = grad U in frequencies: u^' = 2/p^2 |x^|^2 conj(v^) w^ x^, and the rate of |u^|^2."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.flow.gradient import (
    frequency_of,
    pulled,
)
from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.script import I, cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import (
    conj,
    conjugated,
)
from theory.modular.kernel_proofs.transforms.halves import hat_mirrored
from theory.modular.kernel_proofs.transforms.waves import (
    cos_sum,
    full,
)
from theory.modular.letters import p, turn, u, u_hat, v, v_hat, w, w_hat, wave, x, x_hat
from theory.modular.letters.flow import (
    COURSES,
    GRADIENTS,
    MAGS,
    Phi,
    X,
    at_time,
    end,
    hat,
    k,
    product_at,
    rate_sq,
    t,
)
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, cases
from theory.proof.sums.finite import added, scaled, slope_of_sum, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    lam,
    one_slope,
    ring,
    slope_of_same,
    total,
    with_slope,
)
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    le,
    num,
)

# --- real parts -----------------------------------------------------------------------------------


def cosine_sum(course: Term, s: Term) -> Term:
    """sum_a u(a, s) cos(2 pi k a/p)."""
    return total(0, TOP, lambda a: course(a, s) * cos(turn(k * a)))


def sine_sum(course: Term, s: Term) -> Term:
    """sum_a u(a, s) sin(2 pi k a/p)."""
    return total(0, TOP, lambda a: course(a, s) * sin(turn(k * a)))


def in_parts(values, whole: Term) -> Theorem:
    """sum_a f(a) wave(-(k a)) = sum_a f(a) cos - i sum_a f(a) sin; ``whole`` is the left side."""
    one = fn(lambda a: values(a) * cos(turn(k * a)))
    two = fn(lambda a: (-I) * (values(a) * sin(turn(k * a))))
    plain = fn(lambda a: values(a) * sin(turn(k * a)))

    def entry(a, *_):
        _, _, even, odd = cos_sum(ZERO, turn(k * a))
        goal = eq(values(a) * wave(-(k * a)), one(a) + two(a))
        return ring(goal, even, odd)

    same = summand_equal(
        fn(lambda a: values(a) * wave(-(k * a))), fn(lambda a: one(a) + two(a)), 0, TOP, entry
    )
    return combine(
        eq(whole, sum_of(one, 0, TOP) - I * sum_of(plain, 0, TOP)),
        (1, same),
        (1, added(one, two, 0, TOP, full())),
        (1, scaled(-I, plain, 0, TOP, full())),
    )


def hat_parts(course: Term, s: Term) -> list[Theorem]:
    """f^(k) = C - i S, and its conjugate C + i S."""
    whole = in_parts(lambda a: course(a, s), hat(course, s))
    inside = equal_inside(conj(hat(course, s)), whole)
    spread = conjugated(inside.conclusion.args[1])
    back = combine(eq(conj(hat(course, s)), spread.conclusion.args[1]), (1, inside), (1, spread))
    return [whole, back]


def times() -> list[Theorem]:
    """0 <= t, t <= T, 0 < T."""
    return defined("modular.time")


@cache
def part_slopes(number: int) -> list[Theorem]:
    """The derivatives at t of C and S: sum_a G(a, t) cos and sum_a G(a, t) sin."""
    course, gradient = COURSES[number], GRADIENTS[number]
    (flow,) = defined(f"modular.flow-{'uvw'[number]}")
    low, high, _ = times()
    found = []
    for function in (cos, sin):

        def proof_at(a, a_low, a_high, function=function):
            own = at(flow, a, t, a_low, a_high, low, high)
            body = lam(lambda s: course(a, s) * function(turn(k * a)))
            grown = derivative(body, num(0), end, t, [own])
            return with_slope(grown, gradient(a, t) * function(turn(k * a)))

        found.append(
            slope_of_sum(
                lam(lambda a, s: course(a, s) * function(turn(k * a)), INT, REAL),
                fn(lambda a: gradient(a, t) * function(turn(k * a))),
                0,
                TOP,
                (num(0), end, t),
                full(),
                (low, high),
                proof_at,
            )
        )
    return found


def velocities(number: int) -> tuple[Term, Term, Theorem]:
    """(C', S', C' - i S' = what pulls)."""
    gradient = GRADIENTS[number]
    up, down = (one.conclusion.args[3] for one in part_slopes(number))
    whole = sum_of(fn(lambda a: gradient(a, t) * wave(-(k * a))), 0, TOP)
    split = in_parts(lambda a: gradient(a, t), whole)
    known = pulled(number)
    return up, down, combine(eq(up - I * down, known.conclusion.args[1]), (1, split), (1, known))


def now(theorem: Theorem) -> Theorem:
    """A theorem about u^, v^, w^ as letters, at the vectors of the time t."""
    return concrete(theorem, *at_time(t))


@cache
def turning(number: int) -> Theorem:
    """C' - i S' = 2/p^2 |x^|^2 conj(v^) w^ x^ (and so for v; for w: |x^|^2 u^ v^
    conj(x^)), at k.
    """
    up, down, known = velocities(number)
    first, second, third = (hat(course, t) for course in COURSES)
    size = call("abs", x_hat(k)) ** 2
    if number == 2:
        value = 2 * inv(p) ** 2 * first * second * conj(x_hat(k)) * size
        return combine(eq(up - I * down, value), (1, known))
    other = second if number == 0 else first
    value = 2 * inv(p) ** 2 * conj(other) * third * x_hat(k) * size
    mirrors = mirrored_hats()
    turned = ring(eq(known.conclusion.args[1], value), *mirrors)
    return combine(eq(up - I * down, value), (1, known), (1, turned))


@cache
def mirrored_hats() -> list[Theorem]:
    """f^(p - k) = conj(f^(k)), its conjugate, and |x^(p - k)|^2 = |x^(k)|^2."""
    found: list[Theorem] = []
    for f, letter in ((u, u_hat), (v, v_hat), (w, w_hat), (x, x_hat)):
        plain = hat_mirrored(f, k)
        moved = equal_inside(conj(letter(p - k)), plain)
        back = combine(
            eq(conj(letter(p - k)), letter(k)), (1, moved), (1, conjugated(conj(conj(letter(k)))))
        )
        pair = [plain, back]
        if f is x:
            size = ring(
                eq(call("abs", x_hat(p - k)) ** 2, call("abs", x_hat(k)) ** 2),
                fact("abs-square", z=x_hat(p - k)),
                fact("abs-square", z=x_hat(k)),
                *pair,
            )
            found = [size, *found, *pair]
        else:
            found += [now(one) for one in pair]
    return found


# --- the claims -----------------------------------------------------------------------------------


def square_slope(number: int) -> Theorem:
    """|f^|^2 has the derivative 2 (C C' + S S') at t."""
    course = COURSES[number]
    up, down = part_slopes(number)
    C, S = cosine_sum(course, t), sine_sum(course, t)
    body = lam(lambda s: cosine_sum(course, s) ** 2 + sine_sum(course, s) ** 2)
    value = 2 * (C * up.conclusion.args[3] + S * down.conclusion.args[3])
    plain = with_slope(derivative(body, num(0), end, t, [up, down]), value)
    s = fresh()
    whole, back = hat_parts(course, s)
    same = ring(
        eq(call("abs", hat(course, s)) ** 2, body(s)),
        fact("abs-square", z=hat(course, s)),
        back,
        whole,
        fact("i"),
    )
    low, high, _ = times()
    squared = lam(lambda s: call("abs", hat(course, s)) ** 2)
    return slope_of_same(squared, everywhere(s, same, le(num(0), s), le(s, end)), plain, low, high)


def turned_twice(number: int, whole: Theorem) -> Theorem:
    """2 (C C' + S S') = conj(f^) V + f^ conj(V), where ``whole`` says that C' - i S' = V."""
    course = COURSES[number]
    up, down = (one.conclusion.args[3] for one in part_slopes(number))
    value = 2 * (cosine_sum(course, t) * up + sine_sum(course, t) * down)
    mirror = equal_inside(conj(up - I * down), whole)
    spread_left = conjugated(conj(up - I * down))
    spread_right = conjugated(mirror.conclusion.args[1])
    back = combine(
        eq(up + I * down, spread_right.conclusion.args[1]),
        (1, spread_left),
        (1, mirror),
        (1, spread_right),
    )
    own, conjugate = hat_parts(course, t)
    return combine(
        eq(
            value,
            conj(hat(course, t)) * whole.conclusion.args[1]
            + hat(course, t) * back.conclusion.args[1],
        ),
        (whole.conclusion.args[1], conjugate),
        (cosine_sum(course, t) + I * sine_sum(course, t), whole),
        (back.conclusion.args[1], own),
        (cosine_sum(course, t) - I * sine_sum(course, t), back),
        (2 * sine_sum(course, t) * down, fact("i")),
    )


@cache
def common_rate(number: int) -> Theorem:
    """The derivative of |f^|^2 is 2/p^2 |x^|^2 (z + conj(z)), z = u^ v^ conj(w^ x^),
    for every f.
    """
    twice = turned_twice(number, turning(number))
    z = product_at(t)
    factor = 2 * inv(p) ** 2 * call("abs", x_hat(k)) ** 2
    goal = factor * (z + conjugated(conj(z)).conclusion.args[1])
    return combine(eq(twice.conclusion.args[0], goal), (1, twice))


@proof("modular.wave-growth")
def wave_growth() -> Theorem:
    """(|f^|^2)' = 2 Re(conj(f^) f^') = 4/p^2 Re(u^ v^ conj(w^ x^)) |x^|^2, whichever f is."""
    (rates,) = defined("modular.growth")
    goal = eq(rate_sq, 4 * X**3 * inv(p) ** 2 * MAGS[0] * MAGS[1] * MAGS[2] * cos(Phi))
    branches = []
    for number in range(3):
        branches.append(one_growth(number, assume(rates.conclusion.args[number]), goal))
    return cases(rates, *branches)


def one_growth(number: int, own: Theorem, goal: Term) -> Theorem:
    """The rate of one of the three."""
    low, high, positive_ = times()
    unique = one_slope(own, square_slope(number), positive_, low, high)
    (phase,) = defined("modular.wave-phase")
    is_x = frequency_of()[2]
    common = common_rate(number)
    z = product_at(t)
    inside = equal_inside(conj(z), phase)
    z_back = conjugated(inside.conclusion.args[1])
    z_left = conjugated(conj(z))
    mirrored = combine(
        eq(z_left.conclusion.args[1], z_back.conclusion.args[1]),
        (1, z_left),
        (1, inside),
        (1, z_back),
    )
    size = call("abs", x_hat(k)) ** 2
    factor = 2 * inv(p) ** 2 * size
    product = MAGS[0] * MAGS[1] * MAGS[2] * X
    total_ = combine(
        eq(factor * (z + z_left.conclusion.args[1]), 2 * factor * product * cos(Phi)),
        (factor, phase),
        (factor, mirrored),
    )
    level = combine(eq(size, X**2), (call("abs", x_hat(k)) + X, is_x))
    return combine(
        goal,
        (1, unique),
        (1, common),
        (1, total_),
        (4 * inv(p) ** 2 * product * cos(Phi), level),
    )
