"""The slope of the utility along the part of a neuron at a frequency that is not learned: three
times 4/p^3 Re T there, whatever else the neuron has.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.flow.gradient import transform_of_sum
from theory.modular.kernel_proofs.flow.three_wave import in_parts
from theory.modular.kernel_proofs.maxima.single import concrete, there, wave_transform, wave_vector
from theory.modular.kernel_proofs.plateaus.listing import (
    order,
    other_frequency,
    within_range,
)
from theory.modular.kernel_proofs.plateaus.residual import residual_spectrum
from theory.modular.kernel_proofs.race.next_jump import f, g, h, rest, slope, utility
from theory.modular.kernel_proofs.script import cos, fn, sin
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated, real_part
from theory.modular.kernel_proofs.transforms.halves import T
from theory.modular.kernel_proofs.transforms.waves import unit
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
)
from theory.modular.letters.jump import residual, residual_of
from theory.modular.letters.plateau import freq_of, steps
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.sums.any_range import delta, picked
from theory.proof.sums.finite import added, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    fresh,
    given,
    lam,
    parts,
    ring,
    total,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    function,
    le,
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
