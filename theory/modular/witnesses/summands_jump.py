"""A neuron with one summand that grows to its jump: p = 3, x = cos(2 pi a/3) and u_1 = w = y(s)
cos(2 pi a/3), whose slope is 3/4 eta y. With eta = 4/3 and y = exp(s - 1)/sqrt(3) the norm is
exp(-1) at 0 and 1 at 1, so that the bound is attained.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.maxima.single import frequency_bounds
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.pushed import AT, HIGH, INSIDE, LOW, A, row_of
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms import wave_encoding
from theory.modular.letters import against, p, w, x, x_hat
from theory.modular.letters.jump import count, eta, jumper, mu, norm_of, tau
from theory.modular.letters.maxima import X, xi
from theory.modular.letters.summands import (
    centred_label,
    factorial,
    inputs,
    k,
    power_of,
    tuple_sum,
)
from theory.modular.letters.summands_jump import (
    G_inputs,
    G_w,
    inputs_on,
    pushed_input,
    pushed_output,
    sums_at,
    w_on,
)
from theory.modular.letters.summands_maximum import sums_of
from theory.modular.witnesses import maximum
from theory.modular.witnesses import three_residues as three
from theory.modular.witnesses.aligned import exact, only_one
from theory.proof.lemmas import exp, sqrt
from theory.proof.lemmas.powers import power, power_one, power_sum, power_zero
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    reflexive,
)
from theory.proof.sums.any_range import delta
from theory.proof.sums.finite import empty, step, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    part_by_part,
    parts,
    ring,
    total,
    weaker,
    with_slope,
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
    num,
    opened,
    substituted,
    var,
)

ROOT = num(1, 3) * sqrt(num(3))
WAVE = three.WAVE
y = three.y
SLOPE = num(3, 4)


def grown(s: Term) -> Term:
    """y(s) = exp(s - 1)/sqrt(3)."""
    return ROOT * exp(s - 1)


ONE_SUMMAND = {
    k: ONE,
    factorial: lam(lambda j: ONE, INT),
    power_of: lam(lambda n, z: 1 + n * (z - 1), INT, REAL),  # 1 and z
}
TABLE = {
    **ONE_SUMMAND,
    x: WAVE,
    x_hat: three.HAT,
    p: num(3),
    X: call("abs", three.HAT(ONE)),
    xi: ONE,
    inputs_on: lam(lambda j, a, s: grown(s) * WAVE(a), INT, INT, REAL),
    w_on: lam(lambda a, s: grown(s) * WAVE(a), INT, REAL),
    G_inputs: lam(lambda j, a, s: SLOPE * grown(s) * WAVE(a), INT, INT, REAL),
    G_w: lam(lambda a, s: SLOPE * grown(s) * WAVE(a), INT, REAL),
    eta: num(4, 3),
    **dict.fromkeys((tau, count, jumper), ONE),
    mu: exp(num(-1)),
    norm_of: lam(lambda i: exp(num(-1)), INT),
}
NAMES = READINGS["modular.summands-bound"]


# --- the utility of one summand -------------------------------------------------------------------
TUPLES = substituted(sums_of(inputs, w, tuple_sum), ONE_SUMMAND)
f, h = var("f'", w.sort), var("h'", w.sort)


def utility(one: Term, other: Term) -> Term:
    """sum_a <f, a.x> <h, a.x - mean>."""
    return total(0, TOP, lambda a: against(one, a) * substituted(centred_label(a), {w: other}))


@cache
def one_level() -> Theorem:
    """The sum over one index is sum_a <u_1, a.x> <w, a.x - mean>."""
    first, later = parts(assume(TUPLES))
    within = [bound(le(0, ONE)), bound(le(ONE, ONE))]
    nothing, last = bound(le(0, 0)), bound(le(ZERO + 1, ONE))
    whole = at(later, ZERO, nothing, last, ONE, *within, ZERO, ZERO)
    row = row_of(inputs, ONE)

    def entry(a, *_):
        reached = ZERO + against(row, a)
        known = at(first, ONE, *within, reached, ZERO + a)
        goal = eq(known.conclusion.args[0], against(row, a) * centred_label(a))
        return written(goal, known)

    left = fn(lambda a: tuple_sum(ZERO, ONE, ZERO + against(row, a), ZERO + a))
    right = fn(lambda a: against(row, a) * centred_label(a))
    same = summand_equal(left, right, 0, TOP, entry)
    goal = eq(tuple_sum(ONE, ONE, ZERO, ZERO), utility(row, fn(lambda a: w(a))))
    return combine(goal, (1, written(eq(goal.args[0], same.conclusion.args[0]), whole)), (1, same))


def slope(number: int) -> Term:
    """The derivative of sum_a <f, a.x> <h, a.x - mean> by entry a of f or of h."""
    if number == 0:
        return total(0, TOP, lambda a: x(A - a) * substituted(centred_label(a), {w: h}))
    mean = total(0, TOP, x) * call("inv", p)
    return total(0, TOP, lambda a: against(f, a) * (x(A - a) - mean))


E = var("push'")


@cache
def moved(number: int) -> Theorem:
    """With e added to entry a of f or of h it grows by e times the slope."""
    vectors = [f, h]
    before = vectors[number]
    vectors[number] = fn(lambda b: before(b) + E * delta(b, A))
    goal = eq(utility(*vectors), utility(f, h) + E * slope(number))
    return same_sums(goal, facts=INSIDE)


def third() -> Theorem:
    """3^(-1) = 1/3."""
    three_, above = num(3), bound(lt(0, 3))
    product = power_sum(three_, above, ONE, num(-1))
    flat = power_zero(three_, above)
    one = power_one(three_, above)
    whole = combine(
        eq(three_ * power(three_, num(-1)), 1),
        (1, written(eq(power(three_, 0), product.conclusion.args[1]), product)),
        (power(three_, num(-1)), one), (1, flat),
    )  # fmt: skip
    return combine(eq(power(three_, num(-1)), num(1, 3)), (num(1, 3), whole))


@cache
def pull(number: int) -> Theorem:
    """The slope is 9/4 y cos(2 pi a/3)."""
    table = {f: three.GROWN, h: three.GROWN, x: WAVE, p: num(3), A: three.A}
    value = substituted(slope(number), table)
    found = combine(eq(value, num(9, 4) * y * WAVE(three.A)), (1, three.simplified(value)))
    return instantiate(found, three.A, A)


# --- its gradient ---------------------------------------------------------------------------------
def slope_at(number: int, statement: Term, a: Term, s: Term, known: Callable) -> Theorem:
    """The slope of the utility by entry a at the time s is 3/4 y cos(2 pi a/3); known(e) says what
    the sum over one index is with e added.
    """
    left, right, point, value, body = statement.args
    e, now = fresh(), fn(lambda b: grown(s) * WAVE(b))
    own = known(e)
    general = moved(number)
    for one in INSIDE:
        general = discharge(one.conclusion, general)
    general = instantiate(general, f, now, h, now, E, e, A, a, p, num(3), x, WAVE)
    general = given(general, *(assume(one) for one in (le(a, num(3) - 1), le(0, a))))
    grows = written(eq(own.conclusion.args[1], general.conclusion.args[1]), general)
    steep = instantiate(pull(number), A, a, y, grown(s))
    start = num(1, 3) * substituted(utility(now, now), {p: num(3), x: WAVE})
    moving, plain = make("lam", (REAL,), (body,)), lam(lambda v: start + v * value)
    share = num(1, 3)
    equal = combine(
        eq(opened(moving, (e,)), start + e * value),
        (own.conclusion.args[0], third()), (share, own), (share, grows), (share * e, steep),
    )  # fmt: skip
    within = [bound(le(LOW, AT)), bound(le(AT, HIGH))]
    flat = with_slope(derivative(plain, left, right, point), value)
    found = fact(
        "deriv-equal", *within, everywhere(e, equal, le(left, e), le(e, right)), flat,
        f=moving, g=plain, a=value, low=left, high=right, at=point,
    )  # fmt: skip
    return written(statement, found)


def slopes(statement: Term, number: int, s: Term, j: Term, on: Theorem | None = None) -> Theorem:
    """For all a and all sums: the slope by entry a of u_j (``on`` says that j is 1) or of w."""
    a = fresh(INT)
    low, rest = opened(statement, (a,)).args
    high, every = rest.args
    sums = fresh(every.data[0])
    premise, own = opened(every, (sums,)).args
    told = assume(premise)
    rows = lam(lambda i, b: grown(s) * WAVE(b), INT, INT)
    now = fn(lambda b: grown(s) * WAVE(b))

    def known(e):
        one = pushed_input(rows, j, a, e) if number == 0 else rows
        other = now if number == 0 else pushed_output(now, a, e)
        here = sums_at(sums, e)
        whole = instantiate(
            discharge(TUPLES, one_level()),
            inputs, one, w, other, tuple_sum, here, p, num(3), x, WAVE,
        )  # fmt: skip
        whole = given(whole, at(told, e))
        if on is None:
            return whole
        left, right = whole.conclusion.args
        moved_ = equal_inside(right, on)
        return combine(eq(left, moved_.conclusion.args[1]), (1, whole), (1, moved_))

    found = slope_at(number, own, a, s, known)
    return everywhere(a, generalise(discharge(premise, found), sums), low, high)


def input_gradient(statement: Term) -> Theorem:
    """Of u_1, which is all there is."""
    j, s = fresh(INT), fresh()
    low, rest = opened(statement, (j,)).args
    high, every = rest.args
    is_one = fact("antisymmetric", assume(low), assume(high), x=ONE, y=j)
    on = fact("ite-true", is_one, P=eq(ONE, j), z=ONE, w=ZERO)
    found = generalise(slopes(opened(every, (s,)), 0, s, j, on), s)
    return everywhere(j, found, low, high)


def output_gradient(statement: Term) -> Theorem:
    """Of w."""
    s = fresh()
    return generalise(slopes(opened(statement, (s,)), 1, s, ONE), s)


# --- its course -----------------------------------------------------------------------------------
def moves(statement: Term) -> Theorem:
    """y' = y."""

    def own(one: Term, _) -> Theorem:
        low, high, point, value, body = one.args
        return with_slope(derivative(make("lam", (REAL,), (body,)), low, high, point), value)

    return part_by_part(statement, own)


def norm(equation: Term, point: Term) -> Theorem:
    """|theta|^2 = 3 y^2 at an end."""
    now = grown(point)
    row = total(0, num(3) - 1, lambda a: (now * WAVE(a)) ** 2)
    one = instantiate(three.squares(), y, now)
    summand = fn(lambda j: row)
    only = combine(
        eq(total(ONE, ONE, summand), row),
        (1, step(summand, ONE, ZERO, bound(le(ZERO, ZERO)))), (1, empty(summand, ONE)),
    )  # fmt: skip
    square = fact("sqrt-square", bound(le(0, 3)), x=num(3))
    return ring(equation, only, one, square, fact("exp-zero"))


def once(statement: Term) -> Theorem:
    """For j = 0 alone: 0 <= j and j + 1 <= 1."""
    j = fresh(INT)
    low, rest = opened(statement, (j,)).args
    high, goal = rest.args
    inside = [assume(low), assume(high)]
    zero = fact("antisymmetric", bound(le(j, 0), (), [[inside[1]]]), inside[0], x=j, y=ZERO)
    if goal.op == "forall":
        z = fresh()
        shown = generalise(ring(opened(goal, (z,)), zero), z)
    else:
        shown = ring(goal, zero)
    return everywhere(j, shown, low, high)


def growing() -> Theorem:
    """All definitions of the first jump with k summands at once."""
    stated = both(*(DEFINITIONS[name].statement for name in NAMES))
    hats, cyclic, factorials, powers, dominant, inner, outer, first, last, jump = substituted(
        stated, TABLE
    ).args
    z = fresh()
    every, some, low, high, start, end = jump.args
    inside = conjoin(*frequency_bounds())
    top = conjoin(inside, reflexive(wave_encoding.HERE), maximum.most_of_all())
    return conjoin(
        written(hats, maximum.at_three(maximum.transformed(wave_encoding.WAVE))),
        written(cyclic, maximum.at_three(wave_encoding.cyclic())),
        conjoin(ring(factorials.args[0]), once(factorials.args[1])),
        conjoin(generalise(ring(opened(powers.args[0], (z,))), z), once(powers.args[1])),
        written(dominant, maximum.at_three(top)),
        input_gradient(inner),
        output_gradient(outer),
        moves(first),
        moves(last),
        conjoin(
            *only_one(every, some, below),
            bound(low),
            bound(high),
            norm(start, ZERO),
            norm(end, ONE),
        ),
    )


def below(statement: Term) -> Theorem:
    """0 <= exp(-1), or a comparison of one thing with itself."""
    if statement.op == "le" and statement.args[0] is ZERO:
        return weaker(fact("exp-positive", x=num(-1)))
    return exact(statement)


WITNESSES = {"modular.summands-jump": growing}
BUNDLES = {"modular.summands-jump": NAMES}
TABLES = {"modular.summands-jump": TABLE}
