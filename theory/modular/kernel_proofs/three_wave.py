"""theta' = grad U in frequencies: u^' = 2/p^2 |x^|^2 conj(v^) w^ x^, and what follows from it."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_letters import (
    p,
    transform,
    turn,
    u,
    u_hat,
    utility_of,
    v,
    v_hat,
    w,
    w_hat,
    wave,
    x,
    x_hat,
)
from theory.modular.kernel_letters_flow import (
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
    pushed_utility,
    rate_im,
    rate_sq,
    t,
    unit_vector,
)
from theory.modular.kernel_proofs.conjugates import (
    conj,
    conjugate_parts,
    conjugated,
)
from theory.modular.kernel_proofs.delta import chosen, delta, kernel
from theory.modular.kernel_proofs.halves import hat_mirrored
from theory.modular.kernel_proofs.local_maxima import flipped
from theory.modular.kernel_proofs.script import I, cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.single import concrete
from theory.modular.kernel_proofs.utility import TOP, initial_utility, some_frequencies
from theory.modular.kernel_proofs.waves import (
    cos_sum,
    full,
    unit,
    wave_conjugate,
    wave_product,
    whole_turns,
    written_as,
)
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, cases
from theory.proof.sums import added, exchanged, scaled, slope_of_sum, sum_of, summand_equal
from theory.proof.sums_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    lam,
    ring,
    total,
    with_slope,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    le,
    lt,
    num,
)

LOW, HIGH, AT = num(-1), num(1), num(0)
SCALE = 2 * inv(p) ** 3


def frequencies() -> Theorem:
    """1 <= (p - 1) + 1."""
    return some_frequencies()[0]


def factors(vectors: list[Term], q: Term) -> list[Term]:
    """u^, v^, conj(w^) and conj(x^) |x^|^2 at q."""
    f, g, h = vectors
    rest = call("conj", x_hat(q)) * call("abs", x_hat(q)) ** 2
    return [transform(f, q), transform(g, q), call("conj", transform(h, q)), rest]


def in_frequencies(vectors: list[Term]) -> Theorem:
    """U = 2/p^3 sum_1^(p-1) u^ v^ conj(w^) conj(x^) |x^|^2."""
    return concrete(initial_utility(), *vectors)


def spectrum(vectors: list[Term]) -> Term:
    """q -> u^ v^ conj(w^) conj(x^) |x^|^2."""

    def summand(q):
        one, two, three, four = factors(vectors, q)
        return one * two * three * four

    return fn(summand)


def transform_of_sum(f: Term, d: Term, e: Term, q: Term) -> Theorem:
    """The transform of f + e d."""
    whole = fn(lambda r: f(r) + e * d(r))
    first = fn(lambda r: f(r) * wave(-(q * r)))
    second = fn(lambda r: d(r) * wave(-(q * r)))
    split = summand_equal(
        fn(lambda r: whole(r) * wave(-(q * r))),
        fn(lambda r: first(r) + e * second(r)),
        0,
        TOP,
        lambda r, *_: ring(eq(whole(r) * wave(-(q * r)), first(r) + e * second(r))),
    )
    return combine(
        eq(transform(whole, q), transform(f, q) + e * transform(d, q)),
        (1, split),
        (1, added(first, fn(lambda r: e * second(r)), 0, TOP, full())),
        (1, scaled(e, second, 0, TOP, full())),
    )


def linear(number: int, vectors: list[Term], d: Term, e: Term) -> Theorem:
    """U with f + e d in one place is U(f) + e U(d): after all it is linear in u, in v and in w."""
    f = vectors[number]
    whole, other = list(vectors), list(vectors)
    whole[number] = fn(lambda r: f(r) + e * d(r))
    other[number] = d
    before, after, along = (spectrum(one) for one in (vectors, whole, other))

    def entry(q, *_):
        known = transform_of_sum(f, d, e, q)
        rules = [known]
        if number == 2:
            inside = equal_inside(conj(transform(whole[2], q)), known)
            spread = conjugated(inside.conclusion.args[1])
            rules = [
                combine(
                    eq(conj(transform(whole[2], q)), spread.conclusion.args[1]),
                    (1, inside),
                    (1, spread),
                )
            ]
        return ring(eq(after(q), before(q) + e * along(q)), *rules)

    low = frequencies()
    same = summand_equal(after, fn(lambda q: before(q) + e * along(q)), 1, TOP, entry)
    goal = eq(utility_of(*whole), utility_of(*vectors) + e * utility_of(*other))
    return combine(
        goal,
        (1, in_frequencies(whole)),
        (SCALE, same),
        (SCALE, added(before, fn(lambda q: e * along(q)), 1, TOP, low)),
        (SCALE, scaled(e, along, 1, TOP, low)),
        (1, in_frequencies(vectors)),
        (e, in_frequencies(other)),
    )


def along_entry(number: int, a: Term, s: Term) -> Term:
    """U with the vector that is 1 at a alone in place of u, v or w."""
    vectors = at_time(s)
    vectors[number] = unit_vector(a)
    return utility_of(*vectors)


def gradient_value(number: int, a: Term, s: Term, a_low: Theorem, a_high: Theorem) -> Theorem:
    """G(a, s) = U(e_a in the place of u, v or w)."""
    (known,) = defined(f"modular.gradient-of-{'uvw'[number]}")
    own = at(known, a, s, a_low, a_high)
    here, along = utility_of(*at_time(s)), along_entry(number, a, s)
    plain = lam(lambda e: here + e * along)
    slope = with_slope(derivative(plain, LOW, HIGH, AT), along)
    e = fresh()
    same = linear(number, at_time(s), unit_vector(a), e)
    within = [bound(le(LOW, AT)), bound(le(AT, HIGH))]
    actual = lam(lambda e: pushed_utility(number, a, s, e))
    where = {"low": LOW, "high": HIGH, "at": AT}
    found = fact(
        "deriv-equal",
        *within,
        everywhere(e, same, le(LOW, e), le(e, HIGH)),
        slope,
        f=actual,
        g=plain,
        a=along,
        **where,
    )
    value = GRADIENTS[number](a, s)
    return fact(
        "deriv-unique",
        bound(lt(LOW, HIGH)),
        *within,
        own,
        found,
        f=actual,
        a=value,
        b=along,
        **where,
    )


def unit_transform(a: Term, q: Term, a_low: Theorem, a_high: Theorem) -> Theorem:
    """The transform of e_a is wave(-(q a))."""
    along = unit_vector(a)
    summand = fn(lambda r: along(r) * wave(-(q * r)))

    def off(r, r_low, r_high, apart):
        return ring(eq(summand(r), 0), chosen(eq(r, a), ONE, ZERO, apart, False))

    only = only_inside(summand, a, 0, TOP, a_low, a_high, off)
    here = chosen(eq(a, a), ONE, ZERO, combine(eq(a, a)), True)
    return combine(eq(transform(along, q), wave(-(q * a))), (1, only), (wave(-(q * a)), here))


def frequency_of() -> list[Theorem]:
    """1 <= k, k <= p - 1, X = |x^(k)|."""
    return defined("modular.wave-frequency")


def others(number: int, q: Term) -> Term:
    """The factors of T but that of u, v or w, at the time t."""
    one, two, three, four = factors(at_time(t), q)
    return (two * three * four, one * three * four, one * two * four)[number]


@cache
def pulled(number: int) -> Theorem:
    """sum_a G(a, t) wave(-(k a)) = 2/p^2 others(p - k); for w, 2/p^2 others(k)."""
    low, high, _ = frequency_of()
    place = p - k if number < 2 else k
    inside = (
        [bound(le(1, p - k), (), [[high]]), bound(le(p - k, TOP), (), [[low]])]
        if number < 2
        else [low, high]
    )

    def turned(q, a):
        """The transform of e_a at q, conjugate where it stands for w."""
        return wave(-(q * a)) if number < 2 else wave(q * a)

    def row(a, a_low, a_high):
        """G(a) wave(-(k a)) = sum_q 2/p^3 others(q) turned(q, a) wave(-(k a))."""
        vectors = at_time(t)
        vectors[number] = unit_vector(a)
        whole = spectrum(vectors)
        factor = SCALE * wave(-(k * a))
        inner = fn(lambda q: entry(a, q))

        def one(q, *_):
            known = unit_transform(a, q, a_low, a_high)
            rules = [known]
            if number == 2:
                moved = equal_inside(conj(transform(unit_vector(a), q)), known)
                rules = [
                    combine(
                        eq(conj(transform(unit_vector(a), q)), wave(q * a)),
                        (1, moved),
                        (1, mirrored_wave(q * a)),
                    )
                ]
            return ring(eq(factor * whole(q), entry(a, q)), *rules)

        same = summand_equal(fn(lambda q: factor * whole(q)), inner, 1, TOP, one)
        value = gradient_value(number, a, t, a_low, a_high)
        return combine(
            eq(GRADIENTS[number](a, t) * wave(-(k * a)), sum_of(inner, 1, TOP)),
            (wave(-(k * a)), value),
            (wave(-(k * a)), in_frequencies(vectors)),
            (1, scaled(factor, whole, 1, TOP, frequencies())),
            (1, same),
        )

    def entry(a, q):
        return SCALE * others(number, q) * (turned(q, a) * wave(-(k * a)))

    rows = summand_equal(
        fn(lambda a: GRADIENTS[number](a, t) * wave(-(k * a))),
        fn(lambda a: total(1, TOP, lambda q: entry(a, q))),
        0,
        TOP,
        row,
    )
    swapped = exchanged(lam(entry, INT, INT), 0, TOP, 1, TOP, full(), frequencies())

    def column(q, q_low, q_high):
        """sum_a entry = 2/p^3 others(q) (p where q is the place, else 0)."""
        factor = SCALE * others(number, q)
        waves = fn(lambda a: wave(a * (place - q) if number < 2 else a * (q - k)))

        def joined(a, *_):
            if number == 2:
                return written_as(
                    eq(turned(q, a) * wave(-(k * a)), waves(a)), wave_product(q * a, -(k * a))
                )
            turns = written_as(eq(wave(p * a), 1), whole_turns(a))
            pair = written_as(
                eq(turned(q, a) * wave(-(k * a)), wave(-(q * a) - k * a)),
                wave_product(-(q * a), -(k * a)),
            )
            third = written_as(
                eq(wave(p * a) * wave(-(q * a) - k * a), waves(a)),
                wave_product(p * a, -(q * a) - k * a),
            )
            return combine(
                eq(turned(q, a) * wave(-(k * a)), waves(a)),
                (1, pair),
                (wave(-(q * a) - k * a), turns),
                (1, third),
            )

        same = summand_equal(fn(lambda a: turned(q, a) * wave(-(k * a))), waves, 0, TOP, joined)
        zero_q, zero_place = (
            bound(le(0, one.conclusion.args[1]), (), [[one]]) for one in (q_low, inside[0])
        )
        if number < 2:
            here = kernel(q, place, [zero_q, q_high, zero_place, inside[1]])
            value = delta(place, q, p)
        else:
            here = kernel(k, q, [zero_place, inside[1], zero_q, q_high])
            value = delta(q, k, p)
        out = scaled(factor, fn(lambda a: turned(q, a) * wave(-(k * a))), 0, TOP, full())
        return combine(
            eq(total(0, TOP, lambda a: entry(a, q)), factor * value),
            (1, out),
            (factor, same),
            (factor, here),
        )

    def marked(q):
        value = delta(place, q, p) if number < 2 else delta(q, k, p)
        return SCALE * others(number, q) * value

    columns = summand_equal(
        fn(lambda q: total(0, TOP, lambda a: entry(a, q))), fn(marked), 1, TOP, column
    )

    def off(q, q_low, q_high, apart):
        condition = eq(place, q) if number < 2 else eq(q, k)
        known = flipped(apart) if number < 2 else apart
        return ring(eq(marked(q), 0), chosen(condition, p, ZERO, known, False))

    only = only_inside(fn(marked), place, 1, TOP, *inside, off)
    hit = chosen(eq(place, place), p, ZERO, combine(eq(place, place)), True)
    answer = 2 * inv(p) ** 2 * others(number, place)
    return combine(
        eq(sum_of(fn(lambda a: GRADIENTS[number](a, t) * wave(-(k * a))), 0, TOP), answer),
        (1, rows),
        (1, swapped),
        (1, columns),
        (1, only),
        (SCALE * others(number, place), hit),
        (2 * inv(p) ** 2 * others(number, place), unit()),
    )


def mirrored_wave(m: Term) -> Theorem:
    """conj(wave(-m)) = wave(m)."""
    return written_as(eq(conj(wave(-m)), wave(m)), wave_conjugate(-m))


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

        def shown(a, a_low, a_high, function=function):
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
                shown,
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
    """C' - i S' = 2/p^2 |x^|^2 conj(v^) w^ x^ (and so for v; for w: |x^|^2 u^ v^ conj(x^)), at k."""
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
    found = []
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
    return fact(
        "deriv-equal",
        low,
        high,
        everywhere(s, same, le(num(0), s), le(s, end)),
        plain,
        low=num(0),
        high=end,
        at=t,
        f=lam(lambda s: call("abs", hat(course, s)) ** 2),
        g=body,
        a=value,
    )


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
    course = COURSES[number]
    known = square_slope(number)
    value = known.conclusion.args[3]
    unique = fact(
        "deriv-unique",
        positive_,
        low,
        high,
        own,
        known,
        low=num(0),
        high=end,
        at=t,
        f=lam(lambda s: call("abs", hat(course, s)) ** 2),
        a=rate_sq,
        b=value,
    )
    up, down = (one.conclusion.args[3] for one in part_slopes(number))
    turned = turning(number)
    mirror = equal_inside(conj(up - I * down), turned)
    spread_left = conjugated(conj(up - I * down))
    spread_right = conjugated(mirror.conclusion.args[1])
    back = combine(
        eq(up + I * down, spread_right.conclusion.args[1]),
        (1, spread_left),
        (1, mirror),
        (1, spread_right),
    )
    whole, conjugate = hat_parts(course, t)
    twice = combine(
        eq(
            value,
            conj(hat(course, t)) * turned.conclusion.args[1]
            + hat(course, t) * back.conclusion.args[1],
        ),
        (turned.conclusion.args[1], conjugate),
        (cosine_sum(course, t) + I * sine_sum(course, t), turned),
        (back.conclusion.args[1], whole),
        (cosine_sum(course, t) - I * sine_sum(course, t), back),
        (2 * sine_sum(course, t) * down, fact("i")),
    )
    (phase,) = defined("modular.wave-phase")
    is_x = frequency_of()[2]
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
    pair = combine(eq(twice.conclusion.args[1], factor * (z + z_left.conclusion.args[1])))
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
        (1, twice),
        (1, pair),
        (1, total_),
        (4 * inv(p) ** 2 * product * cos(Phi), level),
    )


# --- the imaginary part of u^ v^ conj(w^ x^) ------------------------------------------------------

R, J = call("re", x_hat(k)), call("im", x_hat(k))


def encoding_parts() -> list[Theorem]:
    """x^ = R + i J and its conjugate."""
    return [fact("parts", z=x_hat(k)), conjugate_parts(x_hat(k))]


def real_velocities(number: int) -> list[Theorem]:
    """C' and S' as polynomials in the C, S of the others, in R and in J."""
    up, down = (one.conclusion.args[3] for one in part_slopes(number))
    c = 2 * inv(p) ** 2 * call("abs", x_hat(k)) ** 2
    (Cu, Su), (Cv, Sv), (Cw, Sw) = (
        (cosine_sum(course, t), sine_sum(course, t)) for course in COURSES
    )
    if number == 2:
        A, B = Cu * Cv - Su * Sv, Cu * Sv + Su * Cv
        real, imaginary = A * R - B * J, num(-1) * (A * J + B * R)
    else:
        Co, So = (Cv, Sv) if number == 0 else (Cu, Su)
        A, B = Co * Cw + So * Sw, So * Cw - Co * Sw
        real, imaginary = A * R - B * J, A * J + B * R
    known = turning(number)
    rules = [rule for course in COURSES for rule in hat_parts(course, t)]
    first = ring(
        eq(known.conclusion.args[1], c * (real + I * imaginary)),
        *rules,
        *encoding_parts(),
        fact("i"),
    )
    plain = combine(eq(up - I * down, c * (real + I * imaginary)), (1, known), (1, first))
    mirror = equal_inside(conj(up - I * down), plain)
    back = combine(
        eq(up + I * down, c * (real - I * imaginary)),
        (1, conjugated(conj(up - I * down))),
        (1, mirror),
        (1, conjugated(mirror.conclusion.args[1])),
    )
    half = num(1, 2)
    return [
        combine(eq(up, c * real), (half, plain), (half, back)),
        combine(
            eq(down, num(-1) * c * imaginary),
            (half * I, plain),
            (half * I, back),
            (down + c * imaginary, fact("i")),
        ),
    ]


def imaginary_polynomial(s: Term) -> Term:
    """Im u^ v^ conj(w^ x^) in the C and S at the time s, R and J."""
    (Cu, Su), (Cv, Sv), (Cw, Sw) = (
        (cosine_sum(course, s), sine_sum(course, s)) for course in COURSES
    )
    return (Cu * Cv - Su * Sv) * (Sw * R - Cw * J) - (Cu * Sv + Su * Cv) * (Cw * R + Sw * J)


def imaginary_value(s: Term) -> Theorem:
    """Im z is that polynomial: z - conj(z) = 2 i Im z."""
    z = product_at(s)
    gap = combine(
        eq(z - conj(z), 2 * I * call("im", z)),
        (1, fact("parts", z=z)),
        (1, conjugate_parts(z)),
    )
    rules = [rule for course in COURSES for rule in hat_parts(course, s)]
    spread = conjugated(conj(z))
    value = imaginary_polynomial(s)
    other = ring(
        eq(z - spread.conclusion.args[1], 2 * I * value),
        *rules,
        *encoding_parts(),
        fact("i"),
    )
    return combine(
        eq(call("im", z), value),
        (num(1, 2) * I, gap),
        (num(1, 2) * I, spread),
        (num(1, 2) * I, other),
        (call("im", z) - value, fact("i")),
    )


@proof("modular.wave-momentum")
def wave_momentum() -> Theorem:
    """z' = 2/p^2 |x^|^4 (|v^ w^|^2 + |u^ w^|^2 + |u^ v^|^2) is real."""
    (own,) = defined("modular.drift")
    low, high, positive_ = times()
    slopes = [one for number in range(3) for one in part_slopes(number)]
    body = lam(imaginary_polynomial)
    grown = derivative(body, num(0), end, t, slopes)
    flat = with_slope(grown, ZERO, *(one for number in range(3) for one in real_velocities(number)))
    s = fresh()
    actual = lam(lambda r: call("im", product_at(r)))
    where = {"low": num(0), "high": end, "at": t}
    known = fact(
        "deriv-equal",
        low,
        high,
        everywhere(s, imaginary_value(s), le(num(0), s), le(s, end)),
        flat,
        f=actual,
        g=body,
        a=ZERO,
        **where,
    )
    return fact(
        "deriv-unique", positive_, low, high, own, known, f=actual, a=rate_im, b=ZERO, **where
    )
