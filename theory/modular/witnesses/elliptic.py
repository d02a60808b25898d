"""A frequency that grows: p = 3, x = cos(2 pi a/3) and the neuron u = v = w = y(s) cos(2 pi a/3),
whose slope is 9/8 y^2.

From one start y = 1/(2 - 9/8 s); at every scale y = alpha/(1 - 9/8 alpha s), of norm 1 at the time
8/9 (1/alpha - 3/sqrt(2)), and the frequency blows up at 8/9.
"""

from __future__ import annotations

from theory.modular.letters import elliptic, k, taken, transform, u, v, w
from theory.modular.letters.flow import (
    COURSES,
    GRADIENTS,
    X,
    end,
    grown,  # noqa: F401  # the letters of the flow are defined there
    t,
)
from theory.modular.letters.maxima import xi
from theory.modular.witnesses.aligned import ROOT, SIZE, root_two
from theory.modular.witnesses.gradient_at_three import gradient
from theory.modular.witnesses.three_residues import (
    GROWTH,
    HAT,
    THREE,
    WAVE,
    at_three,  # noqa: F401
    spectrum,
    squares,
    y,
)
from theory.modular.witnesses.three_waves import (
    THETA,
    beyond,
    carlson,
    is_carlson,
    largest,
    moves,
    power,
    product_parts,
    task,
)
from theory.proof.lemmas import inv, sqrt, sqrt_is
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    instantiate,
    witness,
)
from theory.proof.tactics import (
    bound,
    combine,
    equal_inside,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    outermost,
    positive,
    ring,
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
    num,
    opened,
    substituted,
)


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
        *(gradient(number, one, size_at) for number, one in enumerate(flow[:3])),
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

    final, at_end = _grown(alpha, above)
    ended = ring(norm, instantiate(squares(), y, final), at_end, root_two())
    found = conjoin(
        begin,
        conjoin(
            time_above,
            *(
                gradient(number, one, lambda s: size_of(alpha, s))
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


def _grown(alpha: Term, above: Theorem) -> tuple[Term, Theorem]:
    """The size at the end, T = 8/9 (1/alpha - 3/2 sqrt(2)): alpha/(1 - 9/8 alpha T) = sqrt(2)/3."""
    unit, up = inverse(alpha, [above]), positive(ROOT, [])
    time = num(8, 9) * (inv(alpha) - LAST)
    gap = bound(lt(0, 1 - GROWTH * alpha * time), [unit], [[above, up]])
    home = inverse(1 - GROWTH * alpha * time, [gap])
    final = size_of(alpha, time)
    at_end = combine(
        eq(final, num(1, 3) * ROOT),
        (num(1, 3) * ROOT, home),
        (num(1, 3) * ROOT * inv(1 - GROWTH * alpha * time), unit),
        (num(1, 2) * alpha * inv(1 - GROWTH * alpha * time), root_two()),
    )
    return final, at_end


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
    final, at_end = _grown(alpha, low)
    root = goal.args[0].args[0].args[0]  # |sqrt(part) - 1|
    part = root.args[0]
    hats = outermost(part, "abs")
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


WITNESSES = {"modular.carlson": growing, "modular.blow-up-times": taking}


BUNDLES = {"modular.carlson": WAVE_TIME, "modular.blow-up-times": TAKEN}


TABLES = {"modular.carlson": ONE_START, "modular.blow-up-times": EVERY_SCALE}
