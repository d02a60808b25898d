"""Something satisfies the definitions of maxima: p = 3, x the wave of frequency 1, by way of any
odd p.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.local_maxima import shown_of
from theory.modular.kernel_proofs.maxima.maximum import (
    ABOVE,
    IS_X,
    MOST,
    UNIT,
    best,
    mirrored_size,
    printed,
    upper,
    within_half,
)
from theory.modular.kernel_proofs.maxima.single import (
    HEIGHT,
    INSIDE,
    NEURON,
    M,
    concrete,
    frequency_bounds,
)
from theory.modular.kernel_proofs.maxima.upper_bound import root_low, size
from theory.modular.kernel_proofs.script import I, cos, fn, sin
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, real_part
from theory.modular.kernel_proofs.transforms.wave_encoding import (
    ABOUT_X,
    HERE,
    SPECTRUM,
    WAVE,
    cyclic,
    spectrum_there,
    strong,
    weak,
)
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import HATS, p, transform, turn, u, u_hat, v, v_hat, w, w_hat, x, x_hat
from theory.modular.letters.maxima import A_p, U_top, X, X_least, xi
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    order,
    reflexive,
    witness,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    fact,
    filled,
    fresh,
    given,
    inverse,
    ring,
    weaker,
    written,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    call,
    eq,
    le,
    lt,
    negation,
    num,
    opened,
    substituted,
)

WAVES = {
    **ABOUT_X,
    **{f: substituted(NEURON[f], ABOUT_X) for f in (u, v, w)},
    xi: M,
    X: HERE,
    X_least: HERE,
    U_top: printed(HERE),
    A_p: HEIGHT,
}
WAVES |= {
    hat: fn(lambda q, e=WAVES[f]: transform(e, q))
    for f, hat in ((u, u_hat), (v, v_hat), (w, w_hat))
}
THREE = {p: num(3), half: ONE, M: ONE}
AT_THREE = (
    *HATS,
    "modular.cyclic-x",
    "modular.maximum",
    "modular.dominant",
    "modular.maximiser",
    "modular.alone",
    "modular.amplitude",
    "modular.least",
)
TABLE = {letter: substituted(value, THREE) for letter, value in WAVES.items()} | {p: num(3)}


def about_x(theorem: Theorem) -> Theorem:
    """A theorem about x, x^ and X, at this x."""
    definition = DEFINITIONS["modular.transform-x"].statement
    period = DEFINITIONS["modular.cyclic-x"].statement
    hypotheses = [definition, period, IS_X.conclusion, ABOVE.conclusion, MOST.conclusion]
    for one in hypotheses:
        theorem = discharge(one, theorem)
    whole = filled(theorem, {**ABOUT_X, X: HERE})
    return given(
        whole,
        within_half_wave(),
        strong()[1],
        reflexive(HERE),
        cyclic(),
        transformed(WAVE),
    )


def transformed(f: Term) -> Theorem:
    """f^(q) = f^(q) for all q: the transform by its definition."""
    q = fresh(INT)
    return generalise(reflexive(transform(f, q)), q)


def mirror() -> Theorem:
    """|x^(p - m)| = |x^(m)|."""
    definition = DEFINITIONS["modular.transform-x"].statement
    whole = discharge(definition, mirrored_size(x, x_hat, M))
    return given(filled(whole, ABOUT_X), transformed(WAVE))


def same_or_weak(q: Term, inside: list[Theorem], same, less) -> Theorem:
    """Three cases: q = m or q = p - m, where |x^(q)| = X, and the others, where it is 0."""

    def mirrored(known):
        moved = equal_inside(size(SPECTRUM(q)), known)
        return same(combine(eq(size(SPECTRUM(q)), HERE), (1, moved), (1, mirror())))

    def at_frequency(known):
        moved = equal_inside(size(SPECTRUM(q)), known)
        return same(combine(eq(size(SPECTRUM(q)), HERE), (1, moved)))

    return by_cases(
        eq(q, M),
        at_frequency,
        lambda apart: by_cases(
            eq(q, p - M), mirrored, lambda far: less(weak(q, inside, apart, far))
        ),
    )


@cache
def most_of_all() -> Theorem:
    """|x^(q)| <= X for q = 1, ..., p - 1."""
    q = fresh(INT)
    inside = [assume(le(1, q)), assume(le(q, TOP))]
    first = [bound(le(0, q), (), [[inside[0]]]), inside[1]]
    goal = le(size(SPECTRUM(q)), HERE)
    shown = same_or_weak(
        q,
        first,
        lambda known: order(goal, ((num(1), known),), ()),
        lambda known: order(goal, ((num(1), known),), ((ONE, (strong()[1],), ONE),)),
    )
    return everywhere(q, shown, *(one.conclusion for one in inside))


@cache
def within_half_wave() -> Theorem:
    """|x^(q)| <= X for q = 1, ..., half."""
    return within_half(most_of_all())


@cache
def alone() -> Theorem:
    """|x^(q)| < X for q = 1, ..., p - 1 but +-m."""
    q = fresh(INT)
    inside = [assume(le(1, q)), assume(le(q, TOP))]
    apart = [assume(negation(eq(q, M))), assume(negation(eq(q, p - M)))]
    first = [bound(le(0, q), (), [[inside[0]]]), inside[1]]
    known = weak(q, first, *apart)
    shown = order(lt(size(SPECTRUM(q)), HERE), ((num(1), known),), ((ONE, (strong()[1],), ONE),))
    return everywhere(q, shown, *(one.conclusion for one in (*inside, *apart)))


@cache
def bounds() -> Theorem:
    """No unit vector has more than the printed value."""
    f, g, h = (fresh(one.sort) for one in (u, v, w))
    whole = about_x(concrete(discharge(UNIT, upper()), f, g, h))
    for letter in (h, g, f):
        whole = generalise(whole, letter)
    return whole


@cache
def greatest() -> list[Theorem]:
    """The definitions of the maximum and of a maximiser."""
    norm, value = map(about_x, best())
    vectors = [WAVES[f] for f in (u, v, w)]
    maximum = substituted(DEFINITIONS["modular.maximum"].statement, WAVES)
    first, some = maximum.args
    reached = conjoin(bounds(), shown_of(some, vectors, conjoin(norm, value)))
    f, g, h = (fresh(one.sort) for one in (u, v, w))
    less = at(bounds(), f, g, h)
    premise = less.conclusion.args[0]
    below = given(less, assume(premise))
    own = order(
        le(below.conclusion.args[0], value.conclusion.args[0]),
        ((num(-1), value),),
        ((ONE, (below,), ONE),),
    )
    others = discharge(premise, own)
    for letter in (h, g, f):
        others = generalise(others, letter)
    assert reached.conclusion is maximum and first is bounds().conclusion
    return [reached, conjoin(norm, others)]


@cache
def amplitude() -> Theorem:
    """u, v and w are sqrt(2/(3p)) cos(2 pi m a/p)."""
    statement = substituted(DEFINITIONS["modular.amplitude"].statement, WAVES)
    low, *waves = statement.args
    down = fact("inverse-positive", above_zero(), x=p)
    least = bound(low, (), [[down, root_low()]])
    z = SPECTRUM(M)
    value = spectrum_there()
    mirrored = equal_inside(conj(z), value)
    real = combine(
        eq(call("re", z), num(1, 2) * p),
        (num(1, 2), real_part(z)),
        (num(1, 2), value),
        (num(1, 2), mirrored),
        (num(1, 2), fact("conj-real", x=num(1, 2) * p)),
    )
    imaginary = combine(
        eq(call("im", z), 0),
        (I, fact("parts", z=z)),
        (I, value),
        (I, real),
        (call("im", z), fact("i")),
    )
    own = inverse(HERE, [strong()[1]])
    level = combine(eq(num(1, 2) * p * inv(HERE), 1), (1, own), (inv(HERE), strong()[0]))
    flat = ring(
        eq(HEIGHT * call("re", z) * inv(HERE), HEIGHT),
        combine(
            eq(HEIGHT * call("re", z) * inv(HERE), HEIGHT),
            (HEIGHT * inv(HERE), real),
            (HEIGHT, level),
        ),
    )
    shown = []
    for f, existence in zip((u, v, w), waves):
        a = fresh(INT)
        inside = [le(0, a), le(a, TOP)]
        angle = turn(M * a)
        still = combine(eq(cos(angle + 0), cos(angle)))
        goal = eq(WAVES[f](a), HEIGHT * cos(angle + 0))
        if f is w:
            entry = combine(
                goal,
                (cos(angle), flat),
                (HEIGHT * inv(HERE) * sin(angle), imaginary),
                (HEIGHT, still),
            )
        else:
            entry = combine(goal, (HEIGHT, still))
        every = opened(existence, (ZERO,))
        shown.append(witness(existence, ZERO, written(every, everywhere(a, entry, *inside))))
    return conjoin(least, *shown)


@cache
def least() -> Theorem:
    """|x^(1)| = |x^(2)| is the least of all, for p = 3."""
    statement = substituted(substituted(DEFINITIONS["modular.least"].statement, WAVES), THREE)
    every, some = statement.args
    q = fresh(INT)
    inside = [assume(le(1, q)), assume(le(q, num(3) - 1))]
    spectrum = substituted(SPECTRUM, THREE)
    top = substituted(HERE, THREE)
    goal = le(top, size(spectrum(q)))
    other = at_three(mirror())

    def two(more):
        second = fact("discrete", more, n=ONE, m=q)
        same = fact(
            "antisymmetric",
            bound(le(q, num(3) - 1), (), [[inside[1]]]),
            bound(le(num(3) - 1, q), (), [[second]]),
            x=q,
            y=num(3) - 1,
        )
        moved = equal_inside(size(spectrum(q)), same)
        return order(goal, ((num(-1), moved), (num(-1), other)), ())

    def itself(same):
        moved = equal_inside(size(spectrum(q)), same)
        return order(goal, ((num(-1), moved),), ())

    shown = by_cases(
        trichotomy(q, ONE),
        lambda less: itself(fact("antisymmetric", weaker(less), inside[0], x=q, y=ONE)),
        itself,
        two,
    )
    attained = conjoin(conjoin(bound(le(1, 1)), bound(le(ONE, num(3) - 1))), reflexive(top))
    return conjoin(
        written(every, everywhere(q, shown, *(part.conclusion for part in inside))),
        witness(some, ONE, written(opened(some, (ONE,)), attained)),
    )


def at_three(theorem: Theorem) -> Theorem:
    """p = 3, half = 1, m = 1."""
    odd = eq(p, 2 * half + 1)
    hypotheses = [odd, lt(0, p), *(one.conclusion for one in INSIDE)]
    for one in hypotheses:
        theorem = discharge(one, theorem)
    whole = filled(theorem, THREE)
    trivial = [ring(eq(num(3), 2 * ONE + 1)), bound(lt(0, 3)), bound(le(1, 1)), bound(le(1, 1))]
    return given(whole, *reversed(trivial))


def three() -> Theorem:
    """All of them at once."""
    maximum, maximiser = greatest()
    is_x = reflexive(HERE)
    bounds_ = frequency_bounds()
    inside = conjoin(*bounds_)
    known = {
        "modular.cyclic-x": cyclic(),
        "modular.maximum": maximum,
        "modular.maximiser": maximiser,
        "modular.dominant": conjoin(inside, is_x, most_of_all()),
        "modular.alone": conjoin(inside, is_x, alone()),
        "modular.amplitude": amplitude(),
        **{name: transformed(WAVES[f]) for name, f in zip(HATS, (x, u, v, w))},
    }
    pieces = []
    for name in AT_THREE:
        asked = substituted(DEFINITIONS[name].statement, TABLE)
        one = least() if name == "modular.least" else at_three(known[name])
        pieces.append(written(asked, one))
    return conjoin(*pieces)


WITNESSES = {"modular.maximum": three}
BUNDLES = {"modular.maximum": AT_THREE}
TABLES = {"modular.maximum": TABLE}
