"""A frequency that grows: p = 3, x = cos(2 pi a/3) and the neuron u = v = w = y(s) cos(2 pi a/3),
whose slope is 9/8 y^2, so that Q(s) = (s + c)^3 and R_F(s) = 1/sqrt(s + c).

From one start y = 1/(2 - 9/8 s); at every scale y = alpha/(1 - 9/8 alpha s), of norm 1 at the time
8/9 (1/alpha - 3/sqrt(2)), and the frequency blows up at 8/9.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.race.next_jump import INSIDE, moved, utility
from theory.modular.kernel_proofs.script import I
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugate_parts, conjugated
from theory.modular.letters import elliptic, k, p, taken, transform, u, utility_of, v, w, x, x_hat
from theory.modular.letters.cost import label
from theory.modular.letters.flow import (
    COURSES,
    GRADIENTS,
    X,
    end,
    grown,  # noqa: F401  # the letters of the flow are defined there
    pushed,
    t,
)
from theory.modular.letters.maxima import xi
from theory.modular.letters.utility import half
from theory.modular.witnesses.aligned import ROOT, SIZE, root_two
from theory.modular.witnesses.three_residues import (
    GROWTH,
    HAT,
    THREE,
    WAVE,
    A,
    at_three,  # noqa: F401
    f,
    g,
    h,
    periodic,
    rest,
    simplified,
    slope,
    spectrum,
    squares,
    y,
)
from theory.proof.lemmas import inv, sqrt, sqrt_is, trichotomy
from theory.proof.lemmas.sizes import inverse_is
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    reflexive,
    witness,
)
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    part_by_part,
    positive,
    ring,
    slope_is,
    weaker,
    with_slope,
    written,
)
from theory.proof.tactics.linear import ordered
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
    var,
)

THETA = {x: WAVE, x_hat: HAT, p: THREE, half: ONE}
LABEL = lam(label, INT, INT, INT)


# --- the flow -------------------------------------------------------------------------------------
@cache
def same_utility() -> Theorem:
    """Both ways to write the utility: the sum over c inside, or outside."""
    return same_sums(eq(utility_of(f, g, h), substituted(utility([f, g, h]), {rest: LABEL})))


@cache
def pull(number: int) -> Theorem:
    """The slope of the utility by entry a is 9/8 y^2 cos(2 pi a/3)."""
    here = lam(lambda a: y * WAVE(a), INT)
    table = {**dict.fromkeys((f, g, h), here), p: THREE, x: WAVE}
    value = substituted(substituted(slope(number, A), {rest: LABEL}), table)
    return combine(eq(value, GROWTH * y**2 * WAVE(A)), (1, simplified(value)))


def along_gradient(number: int, statement: Term, size: Callable[[Term], Term]) -> Theorem:
    """For every a and s the slope of the utility by entry a is 9/8 y(s)^2 cos(2 pi a/3)."""
    a, s = fresh(INT), fresh()
    low, inner = opened(opened(statement, (a,)), (s,)).args
    high, sloped = inner.args
    ends = [assume(low), assume(high)]
    found = everywhere(s, _slope(number, sloped, a, size(s), ends), low, high)
    return generalise(found, a)


def _slope(number: int, statement: Term, a: Term, now: Term, ends: list[Theorem]) -> Theorem:
    left, right, point, value, body = statement.args
    e, moving = fresh(), make("lam", (REAL,), (body,))
    general = moved(number)
    for one in INSIDE:
        general = discharge(one.conclusion, general)
    general = instantiate(general, rest, LABEL)
    here = lam(lambda b: now * WAVE(b), INT)
    table = {**dict.fromkeys((f, g, h), here), p: THREE, x: WAVE, A: a, var("push"): e}
    used = general.conclusion.free
    told = instantiate(
        general, *(piece for pair in table.items() if pair[0] in used for piece in pair)
    )
    told = given(told, *reversed(ends))
    vectors = [here, here, here]
    vectors[number] = pushed(here, a, e)
    own = instantiate(same_utility(), f, vectors[0], g, vectors[1], h, vectors[2])
    own = instantiate(own, p, THREE, x, WAVE)
    whole = combine(eq(moving(e), told.conclusion.args[1]), (1, own), (1, told))
    first, last = told.conclusion.args[1].args
    base, second = first.args
    along, across = second.args[1], last.args[1]
    plain = lam(lambda r: base + r * along + r**2 * across)
    flat = with_slope(derivative(plain, left, right, point), along)
    inside = [bound(le(left, point)), bound(le(point, right))]
    where = {"low": left, "high": right, "at": point}
    same = everywhere(e, whole, le(left, e), le(e, right))
    found = fact("deriv-equal", *inside, same, flat, f=moving, g=plain, a=along, **where)
    steep = instantiate(pull(number), A, a, y, now)
    return written(statement, slope_is(found, combine(eq(along, value), (1, steep))))


def moves(statement: Term, rewrites: Callable) -> Theorem:
    """y' = 9/8 y^2; rewrites(s, premises) gives what the derivative needs: facts and equations."""

    def sloped(one: Term, known: tuple[Theorem, ...]) -> Theorem:
        low, high, point, value, body = one.args
        side, rules = rewrites(point, known)
        own = derivative(make("lam", (REAL,), (body,)), low, high, point, side=side)
        return with_slope(own, value, *rules)

    return part_by_part(statement, sloped)


def task(hats: Term, cyclic: Term) -> list[Theorem]:
    """The encoding and its transform."""
    q = fresh(INT)
    return [
        written(hats, generalise(reflexive(HAT(q)), q)),
        written(cyclic, generalise(periodic(q), q)),
    ]


# --- numbers at the frequency 1 -------------------------------------------------------------------
def transformed(whole: Term, now: Term) -> Theorem:
    """The transform of y cos(2 pi a/3) at 1 is 3/2 y."""
    return ring(eq(whole, num(3, 2) * now), instantiate(spectrum(), y, now))


def conjugate_of(whole: Term, now: Term) -> Theorem:
    """The same of its conjugate."""
    told = transformed(whole, now)
    inside = equal_inside(conj(whole), told)
    return combine(
        eq(conj(whole), num(3, 2) * now),
        (1, inside), (1, conjugated(inside.conclusion.args[1])),
    )  # fmt: skip


def power(whole: Term, now: Term) -> Theorem:
    """|f^|^2 = 9/4 y^2."""
    square = fact("abs-square", z=whole)
    return ring(
        eq(call("abs", whole) ** 2, num(9, 4) * now**2),
        square, conjugate_of(whole, now), transformed(whole, now),
    )  # fmt: skip


def product_parts(z: Term, now: Term) -> list[Theorem]:
    """Re z = 81/16 y^3 and Im z = 0, z = u^ v^ conj(w^) conj(x^)."""
    value = num(81, 16) * now**3
    hats = _hats(z)
    rules = [conjugate_of(hats[2], now), conjugate_of(hats[3], ONE)]
    rules += [transformed(one, now) for one in dict.fromkeys(hats[:3])]
    told = ring(eq(z, value), *rules)
    inside = equal_inside(conj(z), told)
    back = combine(eq(conj(z), value), (1, inside), (1, fact("conj-real", x=value)))
    half_ = num(1, 2)
    known = [fact("parts", z=z), conjugate_parts(z)]
    real = combine(eq(call("re", z), value), *((half_, one) for one in (*known, told, back)))
    imaginary = combine(
        eq(call("im", z), 0),
        *((half_ * I, one) for one in (*known, told, back)), (call("im", z), fact("i")),
    )  # fmt: skip
    return [real, imaginary]


def _hats(z: Term) -> list[Term]:
    """The four transforms in z."""
    found = []
    for one in _factors(z):
        found.append(one.args[0] if one.op == "conj" else one)
    return found


def _factors(z: Term) -> list[Term]:
    return [part for one in z.args for part in _factors(one)] if z.op == "mul" else [z]


# --- R_F(s) = 1/sqrt(s + c) -----------------------------------------------------------------------
def carlson(c: Term, s: Term) -> Term:
    """1/sqrt(s + c), and 0 at s = -c."""
    return make("ite", None, (eq(s, -c), ZERO, inv(sqrt(s + c))))


def beyond(c: Term, s: Term, out: Theorem) -> Theorem:
    """It is 1/sqrt(s + c) for -c < s."""
    apart = differs(out, negation(eq(s, -c)))
    return fact("ite-false", apart, P=eq(s, -c), z=ZERO, w=inv(sqrt(s + c)))


def largest(statement: Term, c: Term, rules: list[Theorem]) -> Theorem:
    """Q(-c) = 0 and Q(s) = (s + c)^3 > 0 beyond."""
    zero, every = statement.args
    s = fresh()
    out, goal = opened(every, (s,)).args
    gap = bound(lt(0, s + c), (), [[assume(out)]])
    return conjoin(ring(zero, *rules), everywhere(s, bound(goal, rules, [[gap, gap, gap]]), out))


def is_carlson(statement: Term, c: Term, rules: list[Theorem]) -> Theorem:
    """The slope is -1/(2 sqrt(Q)), it falls to 0, and the frequency grows from the start."""
    sloped, vanishes, falls = statement.args
    no = assume(falls.args[0])
    false = ordered(lt(0, 0), [(1, no)], [bound(lt(0, 2))])
    return conjoin(
        _slopes(sloped, c, rules),
        _vanishes(vanishes, c),
        discharge(no.conclusion, contradiction(false, falls.args[1])),
    )


def _slopes(statement: Term, c: Term, rules: list[Theorem]) -> Theorem:
    a, b, s = fresh(), fresh(), fresh()
    out_, rest_ = opened(opened(opened(statement, (a,)), (b,)), (s,)).args
    low_, rest_ = rest_.args
    high_, goal = rest_.args
    out, low, high = map(assume, (out_, low_, high_))
    gap = bound(lt(0, s + c), (), [[out], [low]])
    plain = lam(lambda r: inv(sqrt(r + c)))
    own = derivative(plain, a, b, s, side=[gap, positive(sqrt(s + c), [gap])])
    root = sqrt(s + c)
    up = positive(root, [gap])
    unit = inverse(root, [up])
    square = fact("sqrt-square", weaker(gap), x=s + c)
    inside = goal.args[3].args[1].args[0].args[0]  # -1/2 inv(sqrt(Q))
    cube = sqrt_is(
        root**3,
        weaker(positive(root**3, [up])),
        combine(
            eq((root**3) ** 2, inside),
            (root**4 + root**2 * (s + c) + (s + c) ** 2, square),
            (1, ring(eq(inside, (s + c) ** 3), *rules)),
        ),
    )
    whole = goal.args[3].args[1]
    moved_ = equal_inside(whole, cube)
    third = inverse_is(root**3, inv(root) ** 3, ring(eq(root**3 * inv(root) ** 3, 1), unit))
    steep = combine(eq(whole, inv(root) ** 3), (1, moved_), (1, third))
    sloped = with_slope(own, goal.args[3], steep)
    q = fresh()
    ends = le(a, q), le(q, b)
    same = everywhere(q, beyond(c, q, bound(lt(-c, q), (), [[out], [assume(ends[0])]])), *ends)
    found = fact(
        "deriv-equal", low, high, same, sloped,
        f=make("lam", (REAL,), (goal.args[4],)), g=plain, a=goal.args[3], low=a, high=b, at=s,
    )  # fmt: skip
    theorem = written(goal, found)
    return generalise(generalise(everywhere(s, theorem, out_, low_, high_), b), a)


def _vanishes(statement: Term, c: Term) -> Theorem:
    """1/sqrt(s + c) < e for s > 1/e^2."""
    e = fresh()
    above_, existence = opened(statement, (e,)).args
    above = assume(above_)
    down, unit = positive(inv(e), [above]), inverse(e, [above])
    s = fresh()
    out_, goal = opened(opened(existence, (inv(e) ** 2,)), (s,)).args
    far = assume(out_)
    gap = bound(lt(0, s + c), (), [[far], [down, down]])
    root = sqrt(s + c)
    up = positive(root, [gap])
    square, home = fact("sqrt-square", weaker(gap), x=s + c), inverse(root, [up])
    back = positive(inv(root), [up])

    def too_large(more):
        """e <= 1/r: e r <= 1, so e^2 (s + c) <= 1, yet e^2 s > 1."""
        less = ordered(le(e * root, 1), [(1, home)], [more, up])
        both_ = bound(le((e * root) ** 2, 1), (), [[less], [less, above, up]])
        one = bound(lt(1, e**2 * s), [unit], [[far, above, above]])
        false = bound(lt(0, 0), [square], [[both_], [one], ([bound(lt(0, c))], e)])
        return contradiction(false, lt(inv(root), e))

    small = by_cases(
        trichotomy(inv(root), e),
        lambda less: less,
        lambda same: too_large(ordered(le(e, inv(root)), [(1, same)])),
        lambda more: too_large(weaker(more)),
    )
    value = beyond(c, s, bound(lt(-c, s), (), [[gap]]))
    found = conjoin(
        bound(goal.args[0], [value], [[back], [above]]), bound(goal.args[1], [value], [[small]])
    )
    there = witness(existence, inv(e) ** 2, everywhere(s, found, out_))
    return everywhere(e, there, above_)


# --- one start ------------------------------------------------------------------------------------
def size_at(s: Term) -> Term:
    """1/(2 - 9/8 s)."""
    return inv(2 - GROWTH * s)


C_ONE = num(9, 16)
F_ONE = lam(lambda s: carlson(C_ONE, s))
ONE_START = {
    **THETA,
    **dict.fromkeys(COURSES, lam(lambda a, s: size_at(s) * WAVE(a), INT, REAL)),
    **dict.fromkeys(GRADIENTS, lam(lambda a, s: GROWTH * size_at(s) ** 2 * WAVE(a), INT, REAL)),
    **dict.fromkeys((t, end, k, elliptic.wait, elliptic.rising), ONE),
    X: SIZE,
    elliptic.largest_root: -C_ONE,
    elliptic.carlson: F_ONE,
    elliptic.R_start: F_ONE(ZERO),
    elliptic.R_turn: F_ONE(-C_ONE),
}
ONE_START[elliptic.R_end] = F_ONE(substituted(elliptic.grown_at(t), ONE_START))
WAVE_TIME = READINGS["modular.wave-time"]


def growing() -> Theorem:
    """All definitions of the time at which a frequency has grown, at once."""
    stated = both(*(DEFINITIONS[name].statement for name in WAVE_TIME))
    hats, cyclic, *flow, time, frequency, root, rising, is_r, values, named = substituted(
        stated, ONE_START
    ).args

    def rewrites(s, known):
        return [bound(lt(0, 2 - GROWTH * s), (), [[known[-1]]])], []

    start, finish = (substituted(elliptic.product_at(s), ONE_START) for s in (ZERO, t))
    first, last = size_at(ZERO), size_at(ONE)
    halves = [
        inverse(whole, [bound(lt(0, whole))]) for whole in (2 - GROWTH * ZERO, 2 - GROWTH * ONE)
    ]
    half_ = combine(eq(first, num(1, 2)), (num(1, 2), halves[0]))
    other = combine(eq(last, num(8, 7)), (num(8, 7), halves[1]))
    hat_0 = substituted(transform(lam(lambda a: COURSES[0](a, ZERO), INT), k), ONE_START)
    re_0, im_0 = product_parts(start, first)
    rules = [power(hat_0, first), im_0, half_]
    return conjoin(
        *task(hats, cyclic),
        *(along_gradient(number, one, size_at) for number, one in enumerate(flow[:3])),
        *(moves(one, rewrites) for one in flow[3:]),
        conjoin(*map(bound, time.args)),
        conjoin(*(ring(one) if one.op == "eq" else bound(one) for one in frequency.args)),
        largest(root, C_ONE, rules),
        conjoin(ring(rising.args[0]), bound(rising.args[1], [re_0, half_])),
        is_carlson(is_r, C_ONE, rules),
        conjoin(*map(ring, values.args)),
        conjoin(ring(named.args[0]), bound(named.args[1], [product_parts(finish, last)[0], other])),
    )


# --- every scale ----------------------------------------------------------------------------------
def size_of(alpha: Term, s: Term) -> Term:
    """alpha/(1 - 9/8 alpha s)."""
    return alpha * inv(1 - GROWTH * alpha * s)


C_ALL = num(9, 4)
LAST = num(3, 2) * ROOT  # 3/sqrt(2)
EVERY_SCALE = {
    **THETA,
    **dict.fromkeys((u, v, w), WAVE),
    **dict.fromkeys(
        taken.courses, lam(lambda alpha, a, s: size_of(alpha, s) * WAVE(a), REAL, INT, REAL)
    ),
    **dict.fromkeys(
        taken.gradients,
        lam(lambda alpha, a, s: GROWTH * size_of(alpha, s) ** 2 * WAVE(a), REAL, INT, REAL),
    ),
    taken.jump_at: lam(lambda alpha: num(8, 9) * (inv(alpha) - LAST)),
    taken.scale: num(1, 3),
    xi: ONE,
    taken.share: ONE,
    taken.root_of: lam(lambda m: -C_ALL, INT),
    taken.sign_of: lam(lambda m: ONE, INT),
    taken.carlson_at: lam(lambda m, s: carlson(C_ALL, s), INT, REAL),
    taken.blow_up: lam(lambda m: num(8, 9), INT),
}
TAKEN = READINGS["modular.frequency-taken"]


def taking() -> Theorem:
    """All definitions of the frequency that is taken, at once."""
    stated = both(*(DEFINITIONS[name].statement for name in TAKEN))
    odd, hats, cyclic, flows, times, limit = substituted(stated, EVERY_SCALE).args
    return conjoin(ring(odd), *task(hats, cyclic), _flows(flows), _times(times), _tends(limit))


def _flows(statement: Term) -> Theorem:
    above_scale, every = statement.args
    alpha = fresh()
    above_, rest_ = opened(every, (alpha,)).args
    below_, whole = rest_.args
    above, below = assume(above_), assume(below_)
    starts, (later, *flow, norm) = whole.args[0], whole.args[1].args
    a = fresh(INT)
    inner = opened(starts, (a,))
    unit_one = inverse(1 - GROWTH * alpha * ZERO, [bound(lt(0, 1 - GROWTH * alpha * ZERO))])
    flat = combine(eq(inv(1 - GROWTH * alpha * ZERO), 1), (1, unit_one))
    equations = inner.args[1].args[1]
    begin = everywhere(
        a,
        conjoin(*(ring(one, flat) for one in equations.args)),
        inner.args[0],
        inner.args[1].args[0],
    )
    unit, down = inverse(alpha, [above]), positive(inv(alpha), [above])
    up = positive(ROOT, [])
    less = bound(lt(ROOT, 2), [root_two()], (), [ROOT - 1])  # 2 - r = ((r - 1)^2 + 1)/2, r^2 = 2
    short = bound(lt(LAST, inv(alpha)), [unit], [[less], [below, down]])
    time_above = bound(later, (), [[short]])

    def rewrites(s, known):
        high = known[-1]
        gap = bound(lt(0, 1 - GROWTH * alpha * s), [unit], [[high, above], [above, up]])
        return [gap], []

    time = num(8, 9) * (inv(alpha) - LAST)
    gap = bound(lt(0, 1 - GROWTH * alpha * time), [unit], [[above, up]])
    home = inverse(1 - GROWTH * alpha * time, [gap])
    # (1 - 9/8 alpha T) = 3/2 sqrt(2) alpha, so y = alpha/(...) = sqrt(2)/3
    final = size_of(alpha, time)
    at_end = combine(
        eq(final, num(1, 3) * ROOT),
        (num(1, 3) * ROOT, home),
        (num(1, 3) * ROOT * inv(1 - GROWTH * alpha * time), unit),
        (num(1, 2) * alpha * inv(1 - GROWTH * alpha * time), root_two()),
    )
    ended = ring(norm, instantiate(squares(), y, final), at_end, root_two())
    found = conjoin(
        begin,
        conjoin(
            time_above,
            *(
                along_gradient(number, one, lambda s: size_of(alpha, s))
                for number, one in enumerate(flow[:3])
            ),
            *(moves(one, rewrites) for one in flow[3:]),
            ended,
        ),
    )
    return conjoin(bound(above_scale), everywhere(alpha, found, above_, below_))


def _times(statement: Term) -> Theorem:
    low, high, *timed, others = statement.args
    (whole,) = timed
    there, square, ahead, root, is_r, blows = whole.args
    size = size_is_here()
    own = substituted(transform(u, ONE), EVERY_SCALE)
    plain = instantiate(spectrum(), y, ONE)
    del plain
    re_, im_ = product_parts(substituted(taken.product_of(ONE), EVERY_SCALE), ONE)
    rules = [power_plain(own), im_]
    value = beyond(C_ALL, ZERO, bound(lt(-C_ALL, 0)))
    root_ = sqrt_is(num(3, 2), bound(le(0, num(3, 2))), ring(eq(num(3, 2) ** 2, ZERO + C_ALL)))
    reach = combine(
        eq(inv(sqrt(ZERO + C_ALL)), num(2, 3)),
        (1, equal_inside(inv(sqrt(ZERO + C_ALL)), root_)), (num(2, 3), inverse(num(3, 2), [])),
    )  # fmt: skip
    found = conjoin(
        bound(there, [size]),
        ring(square),
        bound(ahead, [re_]),
        largest(root, C_ALL, rules),
        is_carlson(is_r, C_ALL, rules),
        ring(blows, size, value, reach),
    )
    m = fresh(INT)
    inner = opened(others, (m,))
    first, rest_ = inner.args
    last, rest_ = rest_.args
    apart, goal = rest_.args
    same = fact("antisymmetric", assume(last), assume(first), x=m, y=ONE)
    from theory.modular.kernel_proofs.elliptic.cubic import contradiction_of

    none = contradiction_of(assume(apart), same, goal)
    return conjoin(bound(low), bound(high), found, everywhere(m, none, first, last, apart))


def size_is_here() -> Theorem:
    """|x^(1)| = 3/2."""
    told = ring(eq(HAT(ONE), num(3, 2)), instantiate(spectrum(), y, ONE))
    flat = fact("abs-nonnegative", bound(le(0, num(3, 2))), x=num(3, 2))
    return combine(eq(SIZE, num(3, 2)), (1, equal_inside(SIZE, told)), (1, flat))


def power_plain(whole: Term) -> Theorem:
    """|f^|^2 = 9/4, of cos(2 pi a/3)."""
    return combine(eq(call("abs", whole) ** 2, num(9, 4)), (1, power(whole, ONE)))


def _tends(statement: Term) -> Theorem:
    """The share is 1 at every scale."""
    level = fresh()
    above_, existence = opened(statement, (level,)).args
    above = assume(above_)
    positive_, every = opened(existence, (level,)).args
    alpha = fresh()
    low_, rest_ = opened(every, (alpha,)).args
    high_, rest_ = rest_.args
    one_, goal = rest_.args
    low = assume(low_)
    unit = inverse(alpha, [low])
    up = positive(ROOT, [])
    time = num(8, 9) * (inv(alpha) - LAST)
    gap = bound(lt(0, 1 - GROWTH * alpha * time), [unit], [[low, up]])
    home = inverse(1 - GROWTH * alpha * time, [gap])
    final = size_of(alpha, time)
    at_end = combine(
        eq(final, num(1, 3) * ROOT),
        (num(1, 3) * ROOT, home),
        (num(1, 3) * ROOT * inv(1 - GROWTH * alpha * time), unit),
        (num(1, 2) * alpha * inv(1 - GROWTH * alpha * time), root_two()),
    )
    root = goal.args[0].args[0].args[0]  # |sqrt(part) - 1|
    part = root.args[0]
    hats = _sizes(part)
    told = ring(
        eq(part, 1), *(power(one.args[0], final) for one in hats), at_end, root_two(),
        inverse(THREE, []),
    )  # fmt: skip
    own = sqrt_is(ONE, bound(le(0, ONE)), combine(eq(ONE**2, part), (1, told)))
    zero = combine(eq(goal.args[0].args[0], 0), (1, own))
    flat = combine(
        eq(goal.args[0], 0),
        (1, equal_inside(goal.args[0], zero)),
        (1, fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)),
    )
    near = everywhere(alpha, bound(goal, [flat], [[above]]), low_, high_, one_)
    there = witness(existence, level, conjoin(written(positive_, above), near))
    return everywhere(level, there, above_)


def _sizes(whole: Term) -> list[Term]:
    if whole.op == "abs":
        return [whole]
    return list(dict.fromkeys(one for arg in whole.args for one in _sizes(arg)))


WITNESSES = {"modular.carlson": growing, "modular.blow-up-times": taking}
BUNDLES = {"modular.carlson": WAVE_TIME, "modular.blow-up-times": TAKEN}
TABLES = {"modular.carlson": ONE_START, "modular.blow-up-times": EVERY_SCALE}
