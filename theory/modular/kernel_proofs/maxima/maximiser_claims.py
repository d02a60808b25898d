"""The claims about maximisers, at the dominant frequency xi: it is m, or p - m, with m <= half."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.maxima.magnitudes import polar_size, real_summand_at
from theory.modular.kernel_proofs.maxima.maximiser import (
    ALONE,
    empty_frequency,
    inverse_of,
    magnitudes_there,
    nothing_left,
    product_there,
    settled,
    value_reached,
)
from theory.modular.kernel_proofs.maxima.maximum import (
    ABOVE,
    IS_X,
    at_frequency,
    folded_frequency,
    mirrored_size,
    odd_p,
    printed,
)
from theory.modular.kernel_proofs.maxima.single import M
from theory.modular.kernel_proofs.maxima.upper_bound import ROOT, low, size
from theory.modular.kernel_proofs.script import cos, defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated, real_part
from theory.modular.kernel_proofs.transforms.halves import T, mirrored_summand, odd, squares
from theory.modular.kernel_proofs.transforms.waves import above_zero, full
from theory.modular.letters import U_init, p, u, v, w, x, x_hat
from theory.modular.letters.maxima import X, leak, mismatch, outside, power, xi
from theory.modular.letters.utility import HAT, MAGNITUDE, PHASE, half
from theory.proof.lemmas import inv, same_root, sqrt, trichotomy
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, order
from theory.proof.sums.finite import constant_sum, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    parts,
    positive,
    ring,
    weaker,
)
from theory.proof.terms import INT, ZERO, Term, call, eq, le, lt, make, negation, num


def mirrored_real(q: Term) -> Theorem:
    """Re T(p - q) = Re T(q)."""
    back = mirrored_summand(q)
    return combine(
        eq(call("re", T(p - q)), call("re", T(q))),
        (num(1, 2), real_part(T(p - q))),
        (num(1, 2), back),
        (num(1, 2), equal_inside(conj(T(p - q)), back)),
        (num(1, 2), conjugated(conj(conj(T(q))))),
        (num(1, 2), real_part(T(q))),
    )


def at_xi(plain: bool) -> Theorem:
    """Magnitudes sqrt(p/6) and Re T = X^3 sqrt(p/6)^3 at xi, nothing elsewhere; xi = m or p - m."""
    value = M if plain else p - M
    is_m = assume(eq(xi, value))
    sizes = []
    for f, known in zip((u, v, w), magnitudes_there()):
        hat = HAT[f]
        mirror = [] if plain else [(1, mirrored_size(f, hat, M))]
        moved = equal_inside(size(hat(xi)), is_m)
        sizes.append(combine(eq(size(hat(xi)), ROOT), (1, moved), *mirror, (1, known)))
    mirror = [] if plain else [(1, mirrored_real(M))]
    moved = equal_inside(call("re", T(xi)), is_m)
    real = combine(
        eq(call("re", T(xi)), X**3 * ROOT**3), (1, moved), *mirror, (1, product_there()[1])
    )
    return conjoin(*sizes, real, nowhere_else(plain, is_m))


def nowhere_else(plain: bool, is_m: Theorem) -> Theorem:
    """The squares are 0 at every q in 0, ..., p - 1 but +-xi."""
    q = fresh(INT)
    inside = [assume(le(0, q)), assume(le(q, TOP))]
    apart = [assume(negation(eq(q, xi))), assume(negation(eq(q, p - xi)))]
    goal = eq(squares(q), 0)

    def not_m(k, mirrored):
        """not k = m, where k is q, or p - q: q would be xi or p - xi."""
        same = assume(eq(k, M))
        hit = apart[0] if plain is not mirrored else apart[1]
        equation = hit.conclusion.args[0]
        return discharge(same.conclusion, given(hit, combine(equation, (1, same), (1, is_m))))

    def lower(q_high):
        one = fact("discrete", assume(lt(ZERO, q)), n=ZERO, m=q)
        first = bound(le(1, q), (), [[one]])
        return empty_frequency(q, first, q_high, not_m(q, False))

    def upper_(more):
        far = fact("discrete", more, n=half, m=q)
        back = p - q
        first = bound(le(1, back), (), [[inside[1]]])
        last = bound(le(back, half), [odd()], [[far]])
        zero = empty_frequency(back, first, last, not_m(back, True))
        mirrors = [mirrored_size(f, HAT[f], q) for f in (u, v, w)]
        return combine(
            goal,
            (1, zero),
            *((size(HAT[f](back)) + size(HAT[f](q)), one) for f, one in zip((u, v, w), mirrors)),
        )

    def some(_):
        return by_cases(
            trichotomy(q, half),
            lambda less: lower(weaker(less)),
            lambda same: lower(order(le(q, half), ((num(1), same),), ())),
            upper_,
        )

    def none(same):
        moved = equal_inside(squares(q), combine(eq(q, ZERO), (1, same)))
        return combine(goal, (1, moved), (1, nothing_left()[1]))

    shown = by_cases(
        trichotomy(ZERO, q),
        some,
        none,
        lambda less: absurd(
            given(
                fact("irreflexive", x=ZERO),
                bound(lt(0, 0), (), [[less], [inside[0]]], exact=True),
            ),
            goal,
        ),
    )
    return everywhere(q, shown, *(one.conclusion for one in (*inside, *apart)))


def about_m(theorem: Theorem, plain: bool, known: list[Theorem]) -> Callable:
    """From the definition of xi to what is assumed of m, which is xi, or p - xi."""
    is_x, alone = known[2:]
    value = M if plain else p - M
    theorem = discharge(ALONE.conclusion, discharge(eq(xi, value), theorem))
    theorem = discharge(IS_X.conclusion, theorem)

    def use(m, m_low, m_high):
        q = fresh(INT)
        inside = [assume(le(1, q)), assume(le(q, half)), assume(negation(eq(q, m)))]
        last = bound(le(q, TOP), [odd()], [[inside[1]], [m_low], [m_high]])
        other = p - xi if plain else xi  # beyond half
        far = bound(lt(q, other), [odd()], [[inside[1]], [m_high]])
        apart = [inside[2], differs(far, negation(eq(q, other)))]
        both = at(alone, q, inside[0], last, *(apart if plain else reversed(apart)))
        less = everywhere(q, both, *(one.conclusion for one in inside))
        mirror = [] if plain else [(1, mirrored_size(x, x_hat, xi))]
        here = combine(eq(X, size(x_hat(m))), (1, is_x), *mirror)
        whole = given(at_frequency(theorem, m, m_low, m_high), here, less)
        return given(whole, ring(whole.conclusion.args[0]))

    return use


def dominant(proof_from) -> Theorem:
    """proof_from(is m = xi?) about m, as a theorem about xi alone with its conjugate."""
    known = defined("modular.alone")

    def use(m, m_low, m_high, plain):
        return about_m(proof_from(plain), plain, known)(m, m_low, m_high)

    return odd_p(folded_frequency(known[:2], use))


@cache
def maximiser() -> list[Theorem]:
    """|u^| = |v^| = |w^| = sqrt(p/6), Re T = X^3 sqrt(p/6)^3 at xi, and squares 0 but at +-xi."""

    def proof_from(plain):
        reached = eq(U_init, printed())
        return given(settled(discharge(reached, at_xi(plain))), value_reached())

    return parts(dominant(proof_from))


@proof("modular.maximiser-form")
def maximiser_form() -> Theorem:
    """Every summand of the leak is 0."""
    (known,) = defined("modular.leak")
    empty = maximiser()[-1]

    def none(q, q_low, q_high):
        inner = make("ite", None, (eq(q, p - xi), ZERO, power(q)))

        def off(apart):
            first = chosen(eq(q, xi), ZERO, inner, apart, False)

            def far(other):
                second = chosen(eq(q, p - xi), ZERO, power(q), other, False)
                zero = at(empty, q, q_low, q_high, apart, other)
                return combine(eq(outside(q), 0), (1, first), (1, second), (1, zero))

            def mirrored(same):
                second = chosen(eq(q, p - xi), ZERO, power(q), same, True)
                return combine(eq(outside(q), 0), (1, first), (1, second))

            return by_cases(eq(q, p - xi), mirrored, far)

        def here(same):
            return combine(eq(outside(q), 0), (1, chosen(eq(q, xi), ZERO, inner, same, True)))

        return by_cases(eq(q, xi), here, off)

    zeros = summand_equal(fn(outside), fn(lambda q: ZERO), 0, TOP, none)
    flat = constant_sum(ZERO, 0, TOP, full())
    inside = known.conclusion.args[1].args[0]
    nothing = combine(eq(inside, 0), (inv(p), zeros), (inv(p), flat))
    root = equal_inside(call("sqrt", inside), nothing)
    least = bound(le(0, 0))
    square = combine(eq(sqrt(ZERO) ** 2, ZERO**2), (1, fact("sqrt-square", least, x=ZERO)))
    zero = same_root(sqrt(ZERO), ZERO, fact("sqrt-nonnegative", least, x=ZERO), least, square)
    return combine(eq(leak, 0), (1, known), (1, root), (1, zero))


def polar_magnitude(f: Term, q: Term) -> Theorem:
    """mu_f(q) = |f^(q)|."""
    (known,) = defined(f"modular.polar-{f.data[0]}")
    least, _ = parts(at(known, q))
    squares_ = combine(eq(MAGNITUDE[f](q) ** 2, size(HAT[f](q)) ** 2), (1, polar_size(f, q)))
    return same_root(MAGNITUDE[f](q), size(HAT[f](q)), least, low(HAT[f](q)), squares_)


@proof("modular.maximiser-phases")
def maximiser_phases() -> Theorem:
    """Re T = X^3 sqrt(p/6)^3 cos(s_u + s_v - s_w - s_x) there, so the cosine is 1."""
    (known,) = defined("modular.mismatch")
    *sizes, real, _ = maximiser()
    is_x = defined("modular.alone")[2]
    angle = PHASE[u](xi) + PHASE[v](xi) - PHASE[w](xi) - PHASE[x](xi)
    magnitudes = [
        combine(eq(MAGNITUDE[f](xi), ROOT), (1, polar_magnitude(f, xi)), (1, one))
        for f, one in zip((u, v, w), sizes)
    ]
    magnitudes.append(combine(eq(MAGNITUDE[x](xi), X), (1, polar_magnitude(x, xi)), (1, is_x)))
    level = X**3 * ROOT**3
    turned = ring(eq(call("re", T(xi)), level * cos(angle)), real_summand_at(xi), *magnitudes)
    same = combine(eq(level * cos(angle), level), (1, turned), (1, real))
    above = bound(
        lt(0, level), (), [[ABOVE] * 3 + [positive(ROOT, [above_zero()])] * 3], exact=True
    )
    own = inverse_of(above)
    one = combine(eq(cos(angle), 1), (inv(level), same), (cos(angle), own), (1, own))
    return combine(eq(mismatch, 0), (1, known), (1, one))
