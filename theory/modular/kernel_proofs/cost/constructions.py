"""Groups that attain the bound: phases that turn round the circle, for every N >= 6."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal, whole_turn
from theory.modular.kernel_proofs.cost.bounds import above_x, conditions_at, gap_vanishes
from theory.modular.kernel_proofs.cost.cosine_sums import within, zero_sums
from theory.modular.kernel_proofs.cost.neurons import some_neurons
from theory.modular.kernel_proofs.cost.squares import LISTED, listed
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.training.utility import first_apart
from theory.modular.kernel_proofs.transforms.waves import above_zero, next_
from theory.modular.letters import N, p, turn
from theory.modular.letters.cost import X, multiple, s_x
from theory.modular.letters.learned import AMPLITUDE, round_
from theory.proof.lemmas import inv, product_zero, sqrt, trichotomy
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    instantiate,
    order,
)
from theory.proof.sums.finite import step, sum_of, summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    fact,
    fresh,
    given,
    inverse,
    lam,
    parts,
    positive,
    put,
    ring,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    eq,
    le,
    lt,
    negation,
    num,
    substituted,
    var,
)

m = var("m", INT)


def some() -> Theorem:
    """0 < N, as a hypothesis."""
    return assume(lt(0, N))


def in_group(theorem: Theorem) -> Theorem:
    """A theorem on Z/p, for Z/N."""
    return instantiate(theorem, p, N)


@cache
def rounds() -> list[Theorem]:
    """sum_{i=1}^N cos(2 pi m i/N) = 0 and that of the sines, where m is no multiple of N."""
    found = []
    for function, zero in zip((cos, sin), zero_sums()):
        summand = fn(lambda i, g=function: g(turn(m * i)))
        first = put(first_apart(), f=summand)
        last = step(
            summand, ONE, p - 1, bound(le(ONE - 1, p - 1), (), [[next_(ZERO, p, above_zero())]])
        )
        goal_ = eq(sum_of(summand, 1, p), 0)
        ends = [
            combine(
                eq(function(turn(m * p)), function_value(function)),
                (1, whole_turn(m)[0 if function is cos else 1]),
            ),
            combine(
                eq(function(turn(m * ZERO)), function_value(function)),
                (1, _still()[0 if function is cos else 1]),
            ),
        ]
        plain = given(put(zero, d=m), assume(negation(multiple(m))))
        shown = combine(goal_, (1, last), (1, first), (1, plain), (1, ends[0]), (1, ends[1]))
        found.append(in_group(discharge(negation(multiple(m)), shown)))
    return found


def function_value(function) -> Term:
    """cos(0) or sin(0)."""
    return ONE if function is cos else ZERO


@cache
def _still() -> list[Theorem]:
    """cos(0) = 1 and sin(0) = 0."""
    from theory.proof.tactics.angles import sin_zero

    return [fact("cos-zero"), sin_zero()]


def multiple_in_group(number: Term) -> Term:
    """number = 0 mod N."""
    from theory.proof.terms import substituted

    return substituted(multiple(number), {p: N})


def round_sums(number: int, apart: Theorem) -> list[Theorem]:
    """The sums of cos(2 pi m i/N) and sin(2 pi m i/N) over the group are 0; m > 0, m != 0 mod N."""
    return [given(put(one, m=num(number)), apart) for one in rounds()]


def no_multiple(number: int, above: Theorem) -> Theorem:
    """0 < m < N: m is no multiple of N."""
    low = bound(lt(0, num(number)))
    return given(in_group(_within_scheme(number)), low, bound(lt(num(number), N), (), [[above]]))


@cache
def _within_scheme(number: int) -> Theorem:
    k = num(number)
    low, high = lt(0, k), lt(k, p)
    return discharge(low, discharge(high, within(k, assume(low), assume(high))))


# The angle of each line of the list is TURNS[k] psi - s_x, that of the last line is 0.
TURNS = (1, 5, -3, -1, 3, 4, -2, 2, 0)
AMOUNT = (2, 1, 1, 1, 1, 1, 1, 1, 1)  # C_i in units of A^3


def neuron(i: Term) -> list[Theorem]:
    """What the construction says of neuron i."""
    (known,) = defined("modular.our-group")
    return parts(at(known, i))


def entry(number: int, function, i: Term) -> Theorem:
    """C_i cos(alpha_i) of a line of the list = A^3 cos(turns psi_i - s_x), taken apart."""
    same_v, same_w, amplitude, *phases = neuron(i)
    _, C, angle = LISTED[number]
    psi = round_(ONE, i)
    turns = TURNS[number]
    target = num(turns) * psi - (s_x if number < 8 else ZERO)
    whole = angle(i)
    told = whole
    steps = []
    for one in phases:
        moved = equal_inside(function(told), one)
        steps.append((1, moved))
        told = moved.conclusion.args[1].args[0]
    direct = combine(eq(function(whole), function(target)), *steps)
    m_ = abs(turns)
    base = round_(num(m_), i)
    if number < 8:
        apart = spread(target, [(1 if turns > 0 else -1, base), (-1, s_x)])
    else:
        apart = None
    value = C(i) * function(whole)
    if apart is None:
        zero = combine(
            eq(function(target), function_value(function)),
            (1, _still()[0 if function is cos else 1]),
        )
        return ring(
            eq(value, num(AMOUNT[number]) * AMPLITUDE * function_value(function)),
            same_v,
            same_w,
            direct,
            zero,
            amplitude,
        )
    turned = apart[0 if function is cos else 1]
    right = num(AMOUNT[number]) * AMPLITUDE * turned.conclusion.args[1]
    return ring(eq(value, right), same_v, same_w, direct, turned, amplitude)


def listed_value(number: int, function, values=(), inside=lambda i: ()) -> Theorem:
    """A sum of the list, where ``values`` are sums of cos and sin of m psi, or
    inside(i) the terms.
    """
    _, C, angle = LISTED[number]
    i = fresh(INT, "i")
    one = entry(number, function, i)
    told = lam(lambda k: substituted(one.conclusion.args[1], {i: k}), INT)
    same = summand_equal(
        fn(lambda k: C(k) * function(angle(k))),
        told,
        1,
        N,
        lambda k, *_: put(one, **{i.data[0]: k}),
    )
    rest = evaluated(lambda k: told(k), 1, N, some_neurons(), inside, values)
    return combine(eq(listed(number, function), rest.conclusion.args[1]), (1, same), (1, rest))


@proof("modular.every-construction")
def every_construction() -> Theorem:
    """Sums of e^(i m psi), m = 1, ..., 5, vanish together exactly for N >= 6."""
    ways = []
    for way in goal("modular.every-construction").args:  # both directions, in either order
        premise, result = way.args
        shown = six(assume(premise)) if result.op == "le" else attained(result, assume(premise))
        ways.append(discharge(premise, shown))
    return conjoin(*ways)


@proof("modular.odd-construction")
def odd_construction() -> Theorem:
    """For odd N as for every N >= 6."""
    premise, result = goal("modular.odd-construction").args
    return discharge(premise, attained(result, assume(premise)))


def attained(statement: Term, enough: Theorem) -> Theorem:
    """gap = 0 for N >= 6."""
    values = {k: round_sums(k, no_multiple(k, enough)) for k in (1, 2, 3, 4, 5)}
    units = [inverse(N * X, [some(), above_x()]), inverse(X, [above_x()]), inverse(N, [some()])]
    found = []
    for number in range(len(LISTED)):
        for function in (cos, sin):
            known = values.get(abs(TURNS[number]), [])
            whole = listed_value(number, function, known)
            if (number, function) == (8, cos):
                target = eq(listed(8, cos), 3 * sqrt(num(6)) * sqrt(p) * inv(X))
                whole = ring(target, whole, inverse_product(units), units[2])
            found.append(whole)
    return gap_vanishes(statement, found)


def inverse_product(units: list[Theorem]) -> Theorem:
    """1/(N X) = (1/N) (1/X)."""
    both, x_unit, n_unit = units
    whole = inv(N * X)
    return combine(
        eq(whole, inv(N) * inv(X)),
        (inv(N) * inv(X), both),
        (whole * X * inv(X), n_unit),
        (whole, x_unit),
    )


def six(zero: Theorem) -> Theorem:
    """gap = 0 only for N >= 6: for N = m a sum of e^(i m psi) is N."""
    target = le(6, N)
    lines = {1: 0, 2: 7, 3: 4, 4: 5, 5: 1}
    conditions = conditions_at(zero)

    def fails(number):
        return lambda same: absurd(not_attained(number, lines[number], same, conditions), target)

    def from_(number, low):
        """number <= N: the cases N = number, number < N."""
        if number == 6:
            return low
        return by_cases(
            trichotomy(N, num(number)),
            lambda less: contradiction(bound(lt(0, 0), (), [[low], [less]], exact=True), target),
            fails(number),
            lambda more: from_(number + 1, written_le(number + 1, next_(num(number), N, more))),
        )

    return from_(1, written_le(1, next_(ZERO, N, some())))


def written_le(number: int, low: Theorem) -> Theorem:
    """number <= N."""
    return bound(le(num(number), N), (), [[low]])


def not_attained(number: int, line: int, same: Theorem, conditions: list[Theorem]) -> Theorem:
    """N = m: the line's sums are N A^3 cos(s_x) and -N A^3 sin(s_x), which are not both 0."""
    own = inverse(N, [some()])

    def flat(i):
        """cos(2 pi m i/N) = 1 and sin(2 pi m i/N) = 0 for N = m."""
        pi = _pi()
        angle = combine(
            eq(round_(num(number), i), 2 * pi * i), (2 * pi * i * inv(N), same), (2 * pi * i, own)
        )
        turned = []
        for k, function in enumerate((cos, sin)):
            inside = equal_inside(function(round_(num(number), i)), angle)
            turned.append(
                combine(
                    eq(function(round_(num(number), i)), function_value(function)),
                    (1, inside),
                    (1, whole_circle(i)[k]),
                )
            )
        return turned

    found = []
    for function in (cos, sin):
        whole = listed_value(line, function, (), flat)
        known = next(one for one in conditions if one.conclusion.args[0] is listed(line, function))
        found.append(combine(eq(whole.conclusion.args[1], 0), (1, whole), (1, known)))
    size = num(AMOUNT[line]) * AMPLITUDE * N
    one = combine(eq(size * cos(s_x), 0), (1, found[0]))
    other = combine(eq(size * sin(s_x), 0), (1, found[1]))
    above = positive(size, [some(), above_x(), above_zero()])
    nonzero = differs(above, negation(eq(size, 0)))
    c_zero, s_zero = product_zero(one, nonzero), product_zero(other, nonzero)
    circled = circle(s_x)
    return contradiction(_one_is_zero(c_zero, s_zero, circled), FALSE)


def _one_is_zero(c_zero: Theorem, s_zero: Theorem, circled: Theorem) -> Theorem:
    """0 < 0, from 0 = sin^2 = 1 - cos^2 = 1."""
    c, s = cos(s_x), sin(s_x)
    return order(lt(ZERO, ZERO), ((num(-1), circled), (s, s_zero), (c, c_zero)), ((ONE, (), ONE),))


def _pi() -> Term:
    from theory.proof.terms import call

    return call("pi")


def whole_circle(i: Term) -> list[Theorem]:
    """cos(2 pi i) = 1 and sin(2 pi i) = 0."""

    angle = 2 * _pi() * i
    one = fact("cos-turns", n=i)
    square = ring(eq(sin(angle) ** 2, 0), circle(angle), one)
    return [one, root_zero(sin(angle), square)]
