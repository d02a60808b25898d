"""Something satisfies the definitions of utility maximisation: p = 1, and p = 3 with a wave.

For p = 3, x is the wave of frequency 1, and the neuron in phase with it is a maximiser.
"""

from __future__ import annotations

from functools import cache

from theory.modular import kernel_letters_gradient as gradient
from theory.modular.kernel_letters import (
    HATS,
    N,
    U_init,
    p,
    transform,
    turn,
    u,
    u_hat,
    v,
    v_hat,
    w,
    w_hat,
    x,
    x_hat,
)
from theory.modular.kernel_letters_maxima import A_p, U_top, X, X_least, xi
from theory.modular.kernel_letters_utility import (
    MAGNITUDE,
    PHASE,
    POLAR,
    half,
    half_sum,
    mean_sq,
    w_sum,
    x_sum,
    z_u,
    z_v,
    z_w,
)
from theory.modular.kernel_proofs.conjugates import conj, real_part
from theory.modular.kernel_proofs.local_maxima import flipped, shown_of
from theory.modular.kernel_proofs.magnitudes import circle
from theory.modular.kernel_proofs.maximum import (
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
from theory.modular.kernel_proofs.script import I, cos, fn, sin
from theory.modular.kernel_proofs.single import (
    HEIGHT,
    INSIDE,
    NEURON,
    M,
    concrete,
    elsewhere,
    frequency_bounds,
    there,
    wave_vector,
)
from theory.modular.kernel_proofs.upper_bound import root_low, size
from theory.modular.kernel_proofs.utility import TOP, _single
from theory.modular.kernel_proofs.waves import above_zero, cos_sum, sin_zero, unit, zero_square
from theory.proof.lemmas import inv, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Refused,
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
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
    fresh,
    given,
    inverse,
    lam,
    ring,
    weaker,
    written,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    both,
    call,
    eq,
    le,
    lt,
    make,
    negation,
    num,
    opened,
    substituted,
)

ZEROS, ONES = lam(lambda q: ZERO, INT), lam(lambda q: ONE, INT)

# --- p = 1 ----------------------------------------------------------------------------------------

POINT = {
    p: ONE,
    half: ZERO,
    **dict.fromkeys((x, v, w, x_hat, v_hat, w_hat, z_u, z_v, z_w), ZEROS),
    **dict.fromkeys((u, u_hat, MAGNITUDE[u]), ONES),
    **dict.fromkeys((MAGNITUDE[f] for f in (x, v, w)), ZEROS),
    **dict.fromkeys(PHASE.values(), ZEROS),
    **dict.fromkeys((U_init, x_sum, w_sum), ZERO),
    **dict.fromkeys((half_sum, mean_sq), ONE),
}
AT_POINT = (
    "modular.half",
    *HATS,
    *POLAR,
    "modular.cyclic-x",
    "modular.utility",
    "modular.unit",
    "modular.half-sum",
    "modular.mean-square",
    *(f"modular.correlation-{name}" for name in "uvw"),
    "modular.entries-x",
    "modular.entries-w",
)


def point() -> Theorem:
    """u = 1 and nothing else, on Z/1: every sum has one term."""
    return _shown(substituted(_together(AT_POINT), POINT))


def _together(names: tuple[str, ...]) -> Term:
    return both(*(DEFINITIONS[name].statement for name in names))


def _shown(statement: Term) -> Theorem:
    if statement.op == "and":
        return conjoin(*map(_shown, statement.args))
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(_shown(opened(statement, (letter,))), letter)
    if statement.op == "le":
        return bound(statement)
    if statement.op == "deriv":
        return _constant(statement)
    from theory.modular.kernel_witnesses import sums_in, vanishing

    def only_term(whole):
        summand = make("lam", (INT,), (whole.args[2],))
        one = _single(summand)
        return written(eq(whole, one.conclusion.args[1]), one)

    def of(whole):
        try:
            return vanishing(whole)
        except Refused:
            return only_term(whole)

    return ring(statement, *map(of, sums_in(statement)), fact("cos-zero"), sin_zero())


def _constant(statement: Term) -> Theorem:
    """A function that is 0 everywhere has the derivative 0."""
    low, high, place, value, body = statement.args
    t = fresh()
    f = make("lam", (REAL,), (body,))
    same = everywhere(t, _shown(eq(f(t), 0)), le(low, t), le(t, high))
    where = {"low": low, "high": high, "at": place}
    flat = fact("deriv-constant", y=ZERO, **where)
    ends = [bound(le(low, place)), bound(le(place, high))]
    return fact("deriv-equal", *ends, same, flat, f=f, g=lam(lambda _: ZERO), a=value, **where)


# --- the slopes, p = 1 and one neuron of zeros ----------------------------------------------------

PLANE = lam(lambda k, q: ZERO, INT, INT)
STILL = {
    **dict.fromkeys((p, N, gradient.i), ONE),
    **dict.fromkeys((x, z_u, z_v, gradient.h, gradient.h_x), ZEROS),
    **dict.fromkeys((*gradient.GROUP.values(), gradient.r_w, gradient.r_h), PLANE),
    **dict.fromkeys(gradient.GROUP, ZERO),
}
AT_REST = (
    "modular.centred",
    "modular.neuron",
    "modular.response-u",
    "modular.response-v",
    "modular.response-h",
    "modular.residual-w",
    "modular.residual-h",
    *(f"modular.slope-{name}" for name in "uvw"),
)


def still() -> Theorem:
    """A neuron of zeros, moved along zeros: the loss does not change."""
    return _shown(substituted(_together(AT_REST), STILL))


# --- p = 3, by way of any odd p -------------------------------------------------------------------

WAVE = wave_vector(ONE, ZERO)  # x, the wave of frequency m
SPECTRUM = fn(lambda q: transform(WAVE, q))
HERE = size(SPECTRUM(M))
ABOUT_X = {x: WAVE, x_hat: SPECTRUM}
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


def turns(n: Term) -> list[Theorem]:
    """cos(2 pi n) = 1 and sin(2 pi n) = 0, for the angle turn(p n)."""
    angle = turn(p * n)
    same = ring(eq(angle, 2 * call("pi") * n), unit())
    one = ring(eq(cos(angle), 1), equal_inside(cos(angle), same), fact("cos-turns", n=n))
    flat = ring(eq(sin(angle) ** 2, 0), circle(angle), one)
    return [one, zero_square(sin(angle), flat)]


@cache
def cyclic() -> Theorem:
    """cos(2 pi m (q + p)/p) = cos(2 pi m q/p)."""
    q = fresh(INT)
    split = cos_sum(turn(M * q), turn(p * M))[0]
    moved = combine(eq(cos(turn(M * (q + p))), split.conclusion.args[1]), (1, split))
    shown = ring(eq(WAVE(q + p), WAVE(q)), moved, *turns(M))
    return generalise(shown, q)


@cache
def spectrum_there() -> Theorem:
    """x^(m) = p/2."""
    whole = there(ONE, ZERO, M, frequency_bounds())
    return combine(eq(SPECTRUM(M), num(1, 2) * p), (1, whole))


@cache
def strong() -> list[Theorem]:
    """|x^(m)| = p/2 > 0."""
    inside = equal_inside(HERE, spectrum_there())
    low = bound(le(0, num(1, 2) * p), (), [[above_zero()]])
    value = combine(
        eq(HERE, num(1, 2) * p), (1, inside), (1, fact("abs-nonnegative", low, x=num(1, 2) * p))
    )
    return [value, order(lt(0, HERE), ((num(-1), value),), ((num(1, 2), (above_zero(),), ONE),))]


def weak(q: Term, inside: list[Theorem], apart: Theorem, far: Theorem) -> Theorem:
    """|x^(q)| = 0, from not q = m and not q = p - m."""
    zero = elsewhere(ONE, ZERO, q, inside, flipped(apart), flipped(far))
    moved = equal_inside(size(SPECTRUM(q)), zero)
    return combine(
        eq(size(SPECTRUM(q)), 0), (1, moved), (1, fact("abs-nonnegative", bound(le(0, 0)), x=ZERO))
    )


def about_x(theorem: Theorem) -> Theorem:
    """A theorem about x, x^ and X, at this x."""
    definition = DEFINITIONS["modular.transform-x"].statement
    period = DEFINITIONS["modular.cyclic-x"].statement
    hypotheses = [definition, period, IS_X.conclusion, ABOVE.conclusion, MOST.conclusion]
    for one in hypotheses:
        theorem = discharge(one, theorem)
    whole = instantiate(theorem, *_pairs({**ABOUT_X, X: HERE}))
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


def _pairs(table: dict) -> list[Term]:
    return [part for pair in table.items() for part in pair]


def mirror() -> Theorem:
    """|x^(p - m)| = |x^(m)|."""
    definition = DEFINITIONS["modular.transform-x"].statement
    whole = discharge(definition, mirrored_size(x, x_hat, M))
    return given(instantiate(whole, *_pairs(ABOUT_X)), transformed(WAVE))


def same_or_weak(q: Term, inside: list[Theorem], same, less) -> Theorem:
    """Three cases: q = m or q = p - m, where |x^(q)| = X, and the others, where it is 0."""

    def mirrored(known):
        moved = equal_inside(size(SPECTRUM(q)), known)
        return same(combine(eq(size(SPECTRUM(q)), HERE), (1, moved), (1, mirror())))

    def plain(known):
        moved = equal_inside(size(SPECTRUM(q)), known)
        return same(combine(eq(size(SPECTRUM(q)), HERE), (1, moved)))

    return by_cases(
        eq(q, M),
        plain,
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

    def one(same):
        moved = equal_inside(size(spectrum(q)), same)
        return order(goal, ((num(-1), moved),), ())

    shown = by_cases(
        trichotomy(q, ONE),
        lambda less: one(fact("antisymmetric", weaker(less), inside[0], x=q, y=ONE)),
        one,
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
    whole = instantiate(theorem, *_pairs(THREE))
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


WITNESSES = {"modular.half": point, "modular.maximum": three, "modular.slope-u": still}
BUNDLES = {"modular.half": AT_POINT, "modular.maximum": AT_THREE, "modular.slope-u": AT_REST}
TABLES = {"modular.half": POINT, "modular.maximum": TABLE, "modular.slope-u": STILL}
