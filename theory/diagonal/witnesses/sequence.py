"""What single claims say of both algorithms is satisfied on the line, at one scale and at every
one.
"""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.minima.kuhn_tucker import swap
from theory.diagonal.kernel_proofs.neuron.data import slope_along
from theory.diagonal.letters import DEFINED, alpha, beta, eta, g, s_i
from theory.diagonal.letters.algorithm import rate_at
from theory.diagonal.letters.scale import b_of, index
from theory.diagonal.letters.sequence import (
    S_all,
    U_max,
    agf_gap,
    agf_time,
    chosen_at,
    coefficient_at,
    coordinate,
    first,
    gap,
    i_star,
    jumps_at,
    pause_at,
    place_at,
    plateau,
    t_agf,
    t_pf,
    time_at,
    u_all,
    v_all,
)
from theory.diagonal.letters.staircase import coefficient, slope
from theory.diagonal.witnesses.agf import gradient_in, scaled_agf
from theory.diagonal.witnesses.staircase import (
    FLOWS,
    LINE,
    ROOT,
    algorithm,
    only_index,
    value_of,
)
from theory.proof.lemmas import (
    HALF,
    log_below,
    log_one,
    trichotomy,
)
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    conjunct,
    discharge,
    generalise,
    instantiate,
    witness,
)
from theory.proof.tactics import (
    bound,
    by_cases,
    fact,
    filled,
    fresh,
    given,
    lam,
    parts,
    positive,
    ring,
    swapped,
    symmetric,
    weaker,
    written,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    digest,
    eq,
    le,
    lt,
    num,
    opened,
    substituted,
)


# --- the claims -----------------------------------------------------------------------------------
def _scaled_by(scale: Term, low: Theorem, inside: Theorem) -> Theorem:
    """AGF and its numbers at this scale, with the accelerated rate."""
    whole = ROOT * scale
    logs = log_below(inside, positive(whole, [low]))
    deep = linear(lt(0, rate_at(scale)), logs, log_one())
    known = discharge(lt(0, alpha), discharge(lt(0, eta), scaled_agf()))
    made = instantiate(known, alpha, scale, eta, rate_at(scale))
    return given(made, low, deep)


def _nothing(statement: Term) -> Theorem:
    """max_i |b_i - b_i| = 0 over the one coordinate."""
    below, attained = statement.args
    most = only_index(below, lambda goal: linear(goal, _zero_size(goal.args[0])))
    low, high, same = opened(attained, (ONE,)).args
    found = conjoin(bound(low), bound(high), linear(same, _zero_size(same.args[0])))
    return conjoin(most, witness(attained, ONE, found))


def _zero_size(size: Term) -> Theorem:
    """|b - b| = 0."""
    none = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
    return written(eq(size, 0), none)


def rates(a: Term) -> dict:
    """The scale alpha = a with its rate eta."""
    return {alpha: a, eta: rate_at(a)}


def at_half(table: dict) -> dict:
    """The same values at the scale 1/2, with the scale and its rate."""
    return {one: substituted(value, rates(HALF)) for one, value in table.items()} | rates(HALF)


ON_LINE = at_half({**LINE, **FLOWS})
FIRST = {**ON_LINE, plateau: ZERO, t_agf: ZERO, t_pf: ZERO, gap: ZERO}


@cache
def one_scale() -> Theorem:
    """Both algorithms at alpha = 1/2, and the letters of their first plateau."""
    rooted = fact("sqrt-square", bound(le(0, 2)), x=TWO)
    inside = _root_below(HALF, rooted)
    agf = _scaled_by(HALF, bound(lt(0, HALF)), inside)
    rate = rate_at(HALF)
    jump = substituted(DEFINED["diagonal.jump"].statement, FIRST)
    low, high, own, other, *sizes = jump.args
    found = conjoin(bound(low), bound(high), ring(own), ring(other), _nothing(sizes[0]))
    return conjoin(algorithm(), agf, found, ring(eq(rate, rate_at(HALF))))


def _root_below(scale: Term, rooted: Theorem) -> Theorem:
    """sqrt(2)/2 < 1, since its square is 1/2."""
    whole = ROOT * scale
    goal = lt(whole, 1)

    def no(ordered):
        square = ring(eq(whole * whole, num(1, 2)), rooted)
        return absurd(linear(FALSE, square, ordered, products=[[ordered, ordered]]), goal)

    return by_cases(
        trichotomy(whole, ONE),
        lambda less: less,
        lambda same: no(linear(le(1, whole), same)),
        lambda more: no(weaker(more)),
    )


ALL_SCALES = {
    jumps_at: lam(lambda a: ONE),
    place_at: lam(lambda a, k: k, REAL, INT),
    chosen_at: lam(lambda a, m: ONE, REAL, INT),
    coefficient_at: lam(lambda a, m, i: m, REAL, INT, INT),
}


def _all_scales() -> dict:
    """AGF's letters as functions of the scale."""
    found = dict(ALL_SCALES)
    for letter, source in ((time_at, "t_AGF_of"), (pause_at, "wait_AGF")):
        body = next(value for one, value in FLOWS.items() if one.data[0] == source)
        found[letter] = lam(
            lambda a, m, body=body: _applied(substituted(body, rates(a)), m), REAL, INT
        )
    for letter, source in ((u_all, "u_at"), (v_all, "v_at"), (S_all, "S_at")):
        body = next(value for one, value in FLOWS.items() if one.data[0] == source)
        found[letter] = lam(
            lambda a, m, i, s, body=body: _applied(substituted(body, rates(a)), m, i, s),
            REAL,
            INT,
            INT,
            REAL,
        )
    return found


def _applied(function: Term, *values: Term) -> Term:
    return opened(function, values)


EVERY_SCALE = {
    **LINE,
    **_all_scales(),
    plateau: ZERO,
    t_pf: ZERO,
    agf_time: lam(lambda a: ZERO),
    agf_gap: lam(lambda a: ZERO),
}


@cache
def every_scale() -> Theorem:
    """The algorithm, AGF at every scale, and the letters of the first plateau."""
    scales = substituted(DEFINED["diagonal.agf-at-every-scale"].statement, EVERY_SCALE)
    a = fresh()
    low, rest = opened(scales, (a,)).args
    inside, wanted = rest.args
    agf = written(wanted, _scaled_by(a, assume(low), assume(inside)))
    process = generalise(discharge(low, discharge(inside, agf)), a)
    jump = substituted(DEFINED["diagonal.jump-at-scale"].statement, EVERY_SCALE)
    first_, last, own, every = jump.args
    b = fresh()
    low, rest = opened(every, (b,)).args
    inside, wanted = rest.args
    time_, *sizes = wanted.args
    found = conjoin(ring(time_), _nothing(sizes[0]))
    scaled_ = generalise(discharge(low, discharge(inside, found)), b)
    return conjoin(algorithm(), process, conjoin(bound(first_), bound(last), ring(own), scaled_))


PLATEAU = {
    **LINE,
    plateau: ZERO,
    coordinate: ONE,
    g: substituted(slope(coefficient, ZERO, ONE), LINE),
    beta: ZERO,
    s_i: ZERO,
}


@cache
def on_plateau() -> Theorem:
    """The one coordinate on the first plateau: s = beta = 0 and the gradient."""
    whole = substituted(DEFINED["diagonal.on-plateau"].statement, PLATEAU)
    found = [bound(one) if one.op == "le" else ring(one) for one in whole.args]
    return conjoin(algorithm(), conjoin(*found))


AT_ZERO = {**LINE, b_of: lam(lambda i: ZERO, INT), index: ONE}


@cache
def _slope_at_zero() -> Theorem:
    """The loss on the line has a derivative at b = 0."""
    known = filled(slope_along(), AT_ZERO)
    for one in sorted(known.hypotheses, key=digest):
        known = given(discharge(one, known), bound(one))
    return known


def gradient_values() -> dict:
    """The line at b = 0, with the derivative there."""
    return {**AT_ZERO, g: _slope_at_zero().conclusion.args[3]}


@cache
def data() -> Theorem:
    """The derivative of the loss at b = 0, and the utility, on the line."""
    whole = substituted(DEFINED["diagonal.gradient"].statement, gradient_values())
    *plain, derived = whole.args
    return conjoin(*(bound(one) for one in plain), written(derived, _slope_at_zero()))


@cache
def half_scale() -> Theorem:
    """AGF at the scale 1/2."""
    rooted = fact("sqrt-square", bound(le(0, 2)), x=TWO)
    return parts_of(_scaled_by(HALF, bound(lt(0, HALF)), _root_below(HALF, rooted)))


NEXT = {**ON_LINE, plateau: ZERO, first: ONE, i_star: ONE, U_max: lam(lambda i: HALF, INT)}


@cache
def next_one() -> Theorem:
    """One neuron is the next."""
    from theory.diagonal.witnesses import maximum

    whole = substituted(DEFINED["diagonal.next"].statement, NEXT)
    low, less, own, tops, *rest = whole.args
    star, least = rest
    force = gradient_in(star)
    slope = value_of(force, -1)
    top = maximum()

    def highest(goal):
        return swap(
            written(_with(goal, num(-1)), top),
            num(-1),
            force,
            symmetric(slope),
            lambda w: _with(goal, w),
        )

    one, two, zero, some = star.args
    apart = discharge(some.args[0], linear(FALSE, assume(some.args[0]), slope))
    i = fresh(INT)
    premise, more = opened(least, (i,)).args
    other, wanted = more.args
    i_low, i_high, *_ = parts(assume(premise))
    same = fact("antisymmetric", i_high, i_low, x=i, y=ONE)
    none = absurd(given(assume(other), same), wanted)
    unique = generalise(discharge(premise, discharge(other, none)), i)
    found = conjoin(
        bound(low),
        bound(less),
        ring(own),
        only_index(tops, highest),
        conjoin(bound(one), bound(two), ring(zero), apart),
        unique,
    )
    return conjoin(half_scale(), found)


def parts_of(agf: Theorem) -> Theorem:
    """AGF alone, without the numbers of its plateaus."""
    return conjunct(agf, agf.conclusion.args[0])


def _with(goal: Term, force: Term) -> Term:
    """The statement of a largest utility with this gradient."""
    return swapped(goal, gradient_in(goal), force)
