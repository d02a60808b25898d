"""The part of a dormant neuron at a frequency that is not learned grows by itself: d|part|^2/ds =
6 eta (4/p^3) Re T there, and 1/|part| falls at most at the rate 3 eta sqrt(2/(27 p^3)) |x^|^3.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.conjugates import conj, conjugated, real_part
from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.cost.listing import (
    frequency,
    order,
    other_frequency,
    within_range,
)
from theory.modular.kernel_proofs.cost.residual import residual_spectrum
from theory.modular.kernel_proofs.delta import chosen
from theory.modular.kernel_proofs.flow_gradient import transform_of_sum
from theory.modular.kernel_proofs.halves import T
from theory.modular.kernel_proofs.maximum import bounded, printed
from theory.modular.kernel_proofs.next_jump import f, g, h, rest, slope, slope_now, utility
from theory.modular.kernel_proofs.script import cos, defined, fn, sin
from theory.modular.kernel_proofs.single import concrete, there, wave_transform, wave_vector
from theory.modular.kernel_proofs.slow_growth import POSITIVE, WHEN, E, S, falls, root_facts
from theory.modular.kernel_proofs.three_wave import hat_parts, in_parts
from theory.modular.kernel_proofs.upper_bound import (
    ROOT,
    low,
    mean_of_three,
    root_low,
    root_squared,
    size,
    summand_below,
)
from theory.modular.kernel_proofs.waves import above_zero, unit
from theory.modular.letters import (
    against,
    k,
    over_pairs,
    p,
    transform,
    turn,
    u_hat,
    v_hat,
    w_hat,
    x_hat,
)
from theory.modular.letters.flow import COURSES, GRADIENTS, at_time, vector
from theory.modular.letters.jump import eta, residual, residual_of, tau, tau_l
from theory.modular.letters.plateau import freq_of, mag, steps
from theory.modular.letters.race import part
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.rules import order as ordering
from theory.proof.sums.any_range import delta, picked
from theory.proof.sums.finite import added, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.slopes import same_slope, sum_derivative
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    fresh,
    given,
    lam,
    parts,
    positive,
    ring,
    slope_is,
    total,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    add,
    call,
    eq,
    function,
    le,
    lt,
    negation,
    num,
    substituted,
    var,
)

NEXT = var("next_one", INT)  # the place of a frequency that is not learned
XI = freq_of(NEXT)
LATER = (assume(le(steps + 1, NEXT)), assume(le(NEXT, half)))
PUSH = var("push")


def ends() -> tuple[Theorem, Theorem]:
    """1 <= the place, and it is at most (p - 1)/2."""
    return bound(le(1, NEXT), (), [[LATER[0]], [order()[0]]]), LATER[1]


# --- any direction --------------------------------------------------------------------------------
F, G, H = DIRECTION = tuple(function(name, INT, REAL) for name in ("F_to", "G_to", "H_to"))


def along() -> Term:
    """The slope of the utility along a direction."""
    pulls = [
        total(0, TOP, lambda a, n=n, one=one: one(a) * slope(n, a))
        for n, one in enumerate(DIRECTION)
    ]
    return pulls[0] + pulls[1] + pulls[2]


def _forms() -> tuple[Term, Term]:
    """The coefficients of e^2 and e^3."""

    def hidden(q, r):
        return against(f, q) + against(g, r)

    def moved(q, r):
        return against(F, q) + against(G, r)

    def label(one, q, r):
        return total(0, TOP, lambda m: one(m) * rest(q, r, m))

    second = over_pairs(
        lambda q, r: (
            moved(q, r) ** 2 * label(h, q, r) + 2 * hidden(q, r) * moved(q, r) * label(H, q, r)
        )
    )
    third = over_pairs(lambda q, r: moved(q, r) ** 2 * label(H, q, r))
    return inv(p) ** 2 * second, inv(p) ** 2 * third


def pushed_along(e: Term, vectors, directions) -> list[Term]:
    """f + e F, g + e G, h + e H."""
    return [
        lam(lambda a, one=one, to=to: one(a) + e * to(a), INT)
        for one, to in zip(vectors, directions)
    ]


@cache
def expansion() -> Theorem:
    """U(theta + e direction) = U + e along + e^2 ... + e^3 ..."""
    second, third = _forms()
    value = utility([f, g, h]) + PUSH * along() + PUSH**2 * second + PUSH**3 * third
    return same_sums(eq(utility(pushed_along(PUSH, (f, g, h), DIRECTION)), value))


# --- the direction of one frequency ---------------------------------------------------------------
def sums_of(one: Term) -> tuple[Term, Term]:
    """sum_a f(a) cos(2 pi xi a/p) and sum_a f(a) sin(2 pi xi a/p)."""
    return (
        total(0, TOP, lambda a: one(a) * cos(turn(XI * a))),
        total(0, TOP, lambda a: one(a) * sin(turn(XI * a))),
    )


def own_part(one: Term) -> Term:
    """a -> 2/p (C cos + S sin): what f has of the frequency."""
    C, Q = sums_of(one)
    return wave_vector(2 * inv(p) * C, num(-2) * inv(p) * Q, XI)


def parts_of(one: Term) -> Theorem:
    """f^(xi) = C - i S."""
    whole = in_parts(lambda a: one(a), transform(one, k))
    return instantiate(whole, k, XI)


def same_there(one: Term) -> Theorem:
    """The part has the transform of f at xi."""
    alpha, beta = _pair(one)
    inside = within_range(NEXT, *ends())
    known = there(alpha, beta, XI, list(inside))
    own = parts_of(one)
    return ring(eq(transform(own_part(one), XI), transform(one, XI)), known, own, unit())


def _pair(one: Term) -> tuple[Term, Term]:
    C, Q = sums_of(one)
    return 2 * inv(p) * C, num(-2) * inv(p) * Q


def nothing_at(one: Term, i: Term, i_ends: tuple, apart: Theorem) -> Theorem:
    """The part has the transform 0 at another frequency of the list."""
    alpha, beta = _pair(one)
    q = freq_of(i)
    own, far = ends(), i_ends
    q_low, q_high = within_range(i, *far)
    whole = wave_transform(
        alpha,
        beta,
        q,
        [bound(le(0, q), (), [[q_low]]), q_high],
        XI,
        list(within_range(NEXT, *own)),
    )
    clash = other_frequency(NEXT, i, {NEXT: own, i: far}, apart)
    _, differ, turned = parts(clash)
    marks = []
    for place, no in ((XI, differ), (p - XI, turned)):
        equal = assume(eq(place, q))
        false = given(no, combine(no.conclusion.args[0], (1, equal)))
        marks.append(chosen(eq(place, q), p, ZERO, discharge(equal.conclusion, false), False))
    return ring(eq(transform(own_part(one), q), 0), whole, *marks)


def at_vectors(vectors) -> list[Term]:
    """u^, v^, w^ in T, for these vectors."""
    return [lam(lambda q, one=one: transform(one, q), INT) for one in vectors]


def T_of(vectors, q: Term) -> Term:
    """T(q) for these vectors."""
    return substituted(T(q), dict(zip((u_hat, v_hat, w_hat), at_vectors(vectors))))


VECTORS = (f, g, h)


def pushed_vectors() -> list[Term]:
    """theta + e part."""
    return pushed_along(PUSH, VECTORS, [own_part(one) for one in VECTORS])


GAIN = (1 + PUSH) ** 3 - 1


@cache
def pushed_real(here: bool) -> Theorem:
    """Re T of theta + e part: (1 + e)^3 Re T at xi, Re T at another frequency of the list."""
    i = NEXT if here else OTHER
    q = freq_of(i)
    rules = []
    for number, (one, new) in enumerate(zip(VECTORS, pushed_vectors())):
        known = transform_of_sum(one, own_part(one), PUSH, q)
        known = combine(eq(transform(new, q), known.conclusion.args[1]), (1, known))
        inner = same_there(one) if here else nothing_at(one, OTHER, OTHER_ENDS, APART)
        value = (1 + PUSH) * transform(one, q) if here else transform(one, q)
        full = combine(eq(transform(new, q), value), (1, known), (PUSH, inner))
        rules.append((full, number))
    before, after = T_of(VECTORS, q), T_of(pushed_vectors(), q)
    plain = []
    for full, number in rules:
        if number < 2:
            plain.append(full)
            continue
        inside = equal_inside(conj(full.conclusion.args[0]), full)
        spread = conjugated(inside.conclusion.args[1])
        plain.append(
            combine(
                eq(inside.conclusion.args[0], spread.conclusion.args[1]), (1, inside), (1, spread)
            )
        )
    factor = (1 + PUSH) ** 3 if here else ONE
    same = ring(eq(after, factor * before), *plain)
    mirror = equal_inside(conj(after), same)
    turned = conjugated(mirror.conclusion.args[1])
    flat = conjugated(conj(before))
    return ring(
        eq(call("re", after), factor * call("re", before)),
        combine(
            eq(call("re", after), num(1, 2) * (after + conj(after))), (num(1, 2), real_part(after))
        ),
        combine(
            eq(call("re", before), num(1, 2) * (before + conj(before))),
            (num(1, 2), real_part(before)),
        ),
        combine(eq(conj(after), turned.conclusion.args[1]), (1, mirror), (1, turned)),
        flat,
        *plain,
    )


OTHER = fresh(INT, "i")
FAR = (assume(le(steps + 1, OTHER)), assume(le(OTHER, half)))
OTHER_ENDS = (bound(le(1, OTHER), (), [[FAR[0]], [order()[0]]]), FAR[1])
APART = assume(negation(eq(NEXT, OTHER)))


def real_of(vectors, i: Term) -> Term:
    """Re T(xi(i)) for these vectors."""
    return call("re", T_of(vectors, freq_of(i)))


@cache
def spectrum_pushed() -> Theorem:
    """U(theta + e part) = U(theta) + 4/p^3 ((1 + e)^3 - 1) Re T(xi)."""
    new = pushed_vectors()
    before, after = (concrete(residual_spectrum(), *one) for one in (VECTORS, new))
    plain = fn(lambda i: real_of(VECTORS, i))
    extra = fn(lambda i: GAIN * real_of(VECTORS, i))
    marked = fn(lambda i: delta(NEXT, i) * extra(i))
    elsewhere = pushed_real(False)
    for one in (*FAR, APART):
        elsewhere = discharge(one.conclusion, elsewhere)

    def entry(i, first, last):
        goal = eq(real_of(new, i), plain(i) + marked(i))
        condition = eq(NEXT, i)

        def here(same):
            on = fact("ite-true", same, P=condition, z=ONE, w=ZERO)
            back = combine(eq(i, NEXT), (1, same))
            moved = [equal_inside(real_of(one, i), back) for one in (new, VECTORS)]
            return combine(
                goal,
                (1, moved[0]),
                (1, pushed_real(True)),
                ((1 + PUSH) ** 3, moved[1]),
                (extra(i), on),
            )

        def other(apart):
            off = fact("ite-false", apart, P=condition, z=ONE, w=ZERO)
            known = given(instantiate(elsewhere, OTHER, i), apart, last, first)
            return combine(goal, (1, known), (extra(i), off))

        return by_cases(condition, here, other)

    rows = summand_equal(
        fn(lambda i: real_of(new, i)), fn(lambda i: plain(i) + marked(i)), steps + 1, half, entry
    )
    rest_ = bound(le(steps + 1, half + 1), (), [[order()[1]]])
    scale = 4 * inv(p) ** 3
    return combine(
        eq(residual_of(*new), residual_of(*VECTORS) + scale * extra(NEXT)),
        (1, after),
        (1, before),
        (scale, rows),
        (scale, added(plain, marked, steps + 1, half, rest_)),
        (scale, picked(NEXT, extra, steps + 1, half, *LATER)),
    )


def strength(vectors) -> Term:
    """K = 4/p^3 Re T(xi)."""
    return 4 * inv(p) ** 3 * real_of(vectors, NEXT)


@cache
def along_part() -> Theorem:
    """The slope of the utility along the part is 3 K: three values of e give it."""
    table = {rest: lam(residual, INT, INT, INT)}
    table |= dict(zip(DIRECTION, (own_part(one) for one in VECTORS)))
    pairs = [piece for pair in table.items() for piece in pair]
    whole = instantiate(expansion(), *pairs)
    pull = substituted(along(), table)
    second, third = (substituted(one, table) for one in _forms())
    rows = []
    for e in (1, -1, 2):
        number = num(e)
        told, known = (instantiate(one, PUSH, number) for one in (whole, spectrum_pushed()))
        left = number * pull + number**2 * second + number**3 * third
        rows.append(
            combine(eq(left, num((1 + e) ** 3 - 1) * strength(VECTORS)), (1, told), (1, known))
        )
    factors = (num(1), num(-1, 3), num(-1, 6))
    return combine(eq(pull, 3 * strength(VECTORS)), *zip(factors, rows))


# --- along the course -----------------------------------------------------------------------------
def grown(s: Term) -> Term:
    """2/p (C^2 + S^2), added over u, v and w: the squared norm of the part."""
    one, two, three = (C**2 + Q**2 for C, Q in (sums_of(vector(course, s)) for course in COURSES))
    return 2 * inv(p) * (one + two + three)


def sizes_at(s: Term) -> list[Theorem]:
    """|f^(xi)|^2 = C^2 + S^2 at the time s, for u, v and w."""
    found = []
    for course in COURSES:
        own, back = (instantiate(one, k, XI) for one in hat_parts(course, s))
        hat = own.conclusion.args[0]
        C, Q = sums_of(vector(course, s))
        found.append(
            ring(eq(size(hat) ** 2, C**2 + Q**2), fact("abs-square", z=hat), back, own, fact("i"))
        )
    return found


def part_grown(s: Term) -> Theorem:
    """The definition's part is the same."""
    return combine(eq(part(XI, s), grown(s)), *((2 * inv(p), one) for one in sizes_at(s)))


@cache
def part_slope() -> Theorem:
    """d|part|^2/ds = 6 eta K."""
    flows = [defined(f"modular.jump-flow-{name}")[0] for name in "uvw"]
    found = sum_derivative(lam(grown), tau_l, tau, S, WHEN, flows, facts=WHEN)
    vectors = at_time(S)
    own = [own_part(one) for one in vectors]
    pulls = [
        total(0, TOP, lambda a, one=one, G_=G_: one(a) * G_(a, S))
        for one, G_ in zip(own, GRADIENTS)
    ]
    value = 2 * eta * (pulls[0] + pulls[1] + pulls[2])
    moved = same_slope(found, value)
    told = instantiate(along_part(), *(one for pair in zip(VECTORS, vectors) for one in pair))
    rows = [_row(number, own[number]) for number in range(3)]
    same = combine(
        eq(value, 6 * eta * strength(vectors)), *((2 * eta, one) for one in rows), (2 * eta, told)
    )
    return slope_is(moved, same)


def _row(number: int, own: Term) -> Theorem:
    """sum_a part(a) G(a) = sum_a part(a) slope(a)."""
    known, gradient = slope_now(number), GRADIENTS[number]
    a = fresh(INT, "a")
    shape = at(known, a, assume(le(0, a)), assume(le(a, TOP))).conclusion.args[1]

    def entry(b, first, last):
        told = at(known, b, first, last)
        value = told.conclusion.args[1]
        return combine(eq(own(b) * gradient(b, S), own(b) * value), (own(b), told))

    return summand_equal(
        fn(lambda b: own(b) * gradient(b, S)),
        fn(lambda b: own(b) * substituted(shape, {a: b})),
        0,
        TOP,
        entry,
    )


@cache
def part_low(s: Term) -> Theorem:
    """0 <= |part|^2."""
    roots = [one for course in COURSES for one in sums_of(vector(course, s))]
    down = positive(inv(p), [above_zero()])
    squares = bound(le(0, add(*(one**2 for one in roots))), (), (), roots)
    return bound(le(0, grown(s)), (), [[down, squares]])


@cache
def part_below() -> Theorem:
    """K <= sqrt(2/(27 p^3)) mag^3 r^3, r = sqrt(|part|^2 + e)."""
    _, root, square, _ = root_facts(grown(S), part_low(S))
    r, m = sqrt(grown(S) + E), mag(NEXT)
    hats = [transform(one, XI) for one in at_time(S)]
    sizes, lows = [size(one) for one in hats], [low(one) for one in hats]
    a, b, c = sizes
    whole = a**2 + b**2 + c**2
    is_part = combine(
        eq(p * grown(S), 2 * whole),
        *((2, one) for one in sizes_at(S)),
        (2 * whole_sums(), unit()),
    )
    most = ROOT * r
    most_low = bound(le(0, most), (), [[root_low(), root]])
    within = ordered(
        le(whole, 3 * most**2),
        [(3 * r**2, root_squared()), (num(1, 2) * p, square), (num(1, 2), is_part)],
        [half_positive(), POSITIVE],
    )
    mean = mean_of_three(sizes, lows, most, most_low, within)
    letters = [one for pair in zip((u_hat, v_hat, w_hat), at_vectors(at_time(S))) for one in pair]
    less = instantiate(summand_below(XI), *letters)
    *_, is_mag = frequency(NEXT, *ends())
    cube = combine(
        eq(size(x_hat(XI)) ** 3, m**3),
        (size(x_hat(XI)) ** 2 + size(x_hat(XI)) * m + m**2, is_mag),
    )
    m_low = low(x_hat(XI))
    mag_low = ordering(le(0, m), ((num(-1), is_mag),), ((ONE, (m_low,), ONE),))
    down = positive(inv(p), [above_zero()])
    third = inv(p) ** 3
    # K <= 4/p^3 m^3 a b c <= 4/(3 p^3) m^3 most whole <= 4 m^3 most^3/p^3
    first = ordering(
        le(strength(at_time(S)), 4 * third * m**3 * (a * b * c)),
        ((4 * third * (a * b * c), cube),),
        ((num(4), (down, down, down, less), ONE),),
    )
    second = ordering(
        le(4 * third * m**3 * (a * b * c), 4 * third * m**3 * most**3),
        (),
        (
            (num(4, 3), (down, down, down, mag_low, mag_low, mag_low, mean), ONE),
            (num(4, 3), (down, down, down, mag_low, mag_low, mag_low, most_low, within), ONE),
        ),
    )
    value = ring(
        eq(4 * third * m**3 * most**3, 2 * (num(1, 3) * m**3 * ROOT) * inv(p) ** 2 * r**3),
        root_squared(),
        unit(),
    )
    return ordering(
        le(strength(at_time(S)), printed(m) * r**3),
        ((num(1), value), (r**3, bounded(m))),
        ((ONE, (first,), ONE), (ONE, (second,), ONE)),
    )


def whole_sums() -> Term:
    """C^2 + S^2, added over u, v and w."""
    one, two, three = (C**2 + Q**2 for C, Q in (sums_of(vector(course, S)) for course in COURSES))
    return one + two + three


def half_positive() -> Theorem:
    """0 < p/2."""
    return bound(lt(0, num(1, 2) * p), (), [[above_zero()]])


@cache
def part_falls() -> Theorem:
    """1/r(tau_l) + rate tau_l <= 1/r(tau) + rate tau, for the part at xi."""
    return falls(
        grown,
        strength(at_time(S)),
        printed(mag(NEXT)),
        part_low(S),
        part_slope(),
        part_below(),
    )
