"""The printed minimisers for even N, where A_u/A_v is the same in every neuron."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal
from theory.modular.kernel_proofs.cost.bounds import above_x, gap_vanishes
from theory.modular.kernel_proofs.cost.constructions import (
    in_group,
    inverse_product,
    rounds,
    some,
    whole_circle,
)
from theory.modular.kernel_proofs.cost.cosine_sums import within
from theory.modular.kernel_proofs.cost.neurons import some_neurons
from theory.modular.kernel_proofs.cost.squares import LISTED, listed
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.transforms.waves import above_zero, next_
from theory.modular.letters import N, p
from theory.modular.letters.cost import A_u, A_v, A_w, X, s_u, s_v, s_x
from theory.modular.letters.learned import AMPLITUDE, apart_from_first, ratio, round_, unequal
from theory.proof.lemmas import abs_square, inv, product_zero, sqrt, trichotomy
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, order
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    exists,
    fact,
    fresh,
    given,
    induction,
    inverse,
    obtain,
    parts,
    positive,
    put,
    ring,
)
from theory.proof.tactics.angles import circle, rewritten, sin_zero, spread
from theory.proof.terms import FALSE, INT, ONE, ZERO, Term, bind, both, call, eq, le, lt, num, var

PI = call("pi")
half = var("half_group", INT)


def delta(i: Term) -> Term:
    """s_u - s_v of neuron i."""
    return s_u(i) - s_v(i)


def even() -> Theorem:
    """N = 2 half, as a hypothesis."""
    return assume(eq(N, num(2) * half + num(0)))


# --- alternating signs ----------------------------------------------------------------------------
@cache
def alternating() -> Theorem:
    """forall i >= 1: cos(delta_i) = -cos(pi i) and sin(delta_i) = 0 = sin(pi i)."""
    first, known = _definition()

    def statement(i):
        return both(eq(cos(delta(i)), -cos(PI * i)), eq(sin(delta(i)), 0), eq(sin(PI * i), 0))

    half_turn = turned_half()
    zero = [equal_inside(f(delta(ONE)), first) for f in (cos, sin)]
    start = [
        combine(eq(f(PI * ONE), value), (1, one))
        for f, value, one in zip((cos, sin), (num(-1), ZERO), half_turn)
    ]
    base = conjoin(
        ring(eq(cos(delta(ONE)), -cos(PI * ONE)), zero[0], fact("cos-zero"), start[0]),
        ring(eq(sin(delta(ONE)), 0), zero[1], sin_zero()),
        start[1],
    )

    def step(i, _, now):
        cosine, sine, flat = parts(now)
        *_, onward = parts(at(known, i))
        moved = [equal_inside(f(delta(i + 1)), onward) for f in (cos, sin)]
        split = spread(PI - delta(i), [(1, PI), (-1, delta(i))])
        further = spread(PI * (i + 1), [(1, PI * i), (1, PI)])
        return conjoin(
            ring(
                eq(cos(delta(i + 1)), -cos(PI * (i + 1))),
                moved[0], further[0], split[0], *half_turn, cosine, sine, flat,
            ),
            ring(eq(sin(delta(i + 1)), 0), moved[1], split[1], *half_turn, cosine, sine, flat),
            ring(eq(sin(PI * (i + 1)), 0), further[1], *half_turn, flat),
        )  # fmt: skip

    return induction(statement, 1, base, step)


def _definition() -> tuple[Theorem, Theorem]:
    first, known = defined("modular.printed-group")
    return first, known


@cache
def turned_half() -> list[Theorem]:
    """cos(pi) = -1 and sin(pi) = 0: cos(2 pi) = 1 twice, and cos(pi) = 1 would make pi a whole
    turn.
    """
    whole = whole_circle(ONE)
    twice = spread(2 * PI * ONE, [(2, PI)])
    # cos(2 pi) = 2 cos(pi)^2 - 1 = 1, so sin(pi)^2 = 0
    square = combine(
        eq(sin(PI) ** 2, 0), (num(1, 2), twice[0]), (num(1, 2), whole[0]), (num(1, 2), circle(PI))
    )
    flat = root_zero(sin(PI), square)
    product = combine(eq((cos(PI) - 1) * (cos(PI) + 1), 0), (1, circle(PI)), (1, square))
    goal_ = eq(cos(PI), -1)

    def turning(same):
        one = combine(eq(cos(PI), 1), (1, same))

        def no(n, found):
            # pi = 2 pi n: 1 = 2 n
            unit = inverse(PI, [fact("pi-positive")])
            halves = combine(eq(2 * n, 1), (inv(PI), found), (2 * n, unit), (1, unit))
            return absurd(
                by_cases(
                    trichotomy(n),
                    lambda less: contradiction(
                        order(
                            lt(ZERO, ZERO),
                            ((num(-1), halves),),
                            ((num(2), (less,), ONE), (ONE, (), ONE)),
                        ),
                        FALSE,
                    ),
                    lambda zero: contradiction(
                        order(
                            lt(ZERO, ZERO), ((num(-1), halves), (num(2), zero)), ((ONE, (), ONE),)
                        ),
                        FALSE,
                    ),
                    lambda more: contradiction(
                        order(
                            lt(ZERO, ZERO),
                            ((num(1), halves),),
                            ((num(2), (next_(ZERO, n, more),), ONE), (ONE, (), ONE)),
                        ),
                        FALSE,
                    ),
                ),
                goal_,
            )

        return obtain(fact("cos-one", one, x=PI), no)

    def other(differ):
        zero = product_zero(product, differ)
        return combine(goal_, (1, zero))

    return [by_cases(eq(cos(PI) - 1, 0), turning, other), flat]


# --- one neuron -----------------------------------------------------------------------------------
ANGLES = ((1, 0), (2, 1), (0, -1), (2, -1), (0, 1), (1, 1), (1, -1), (2, 0), (0, 0))
RHO = ratio(ONE)


def neuron(i: Term) -> list[Theorem]:
    """A_w A_u A_v = a, s_w + s_x = psi, s_u + s_v = psi."""
    return parts(at(_definition()[1], i))[:3]


def never_zero(value: Term, i: Term, product: Theorem) -> Theorem:
    """A factor of A_w A_u A_v = a > 0 is not 0."""
    above = positive(AMPLITUDE, [some(), above_x(), above_zero()])
    zero = assume(eq(value, 0))
    others = [f(i) for f in (A_w, A_u, A_v) if f(i) is not value]
    false = order(
        lt(ZERO, ZERO),
        ((num(-1), product), (others[0] * others[1], zero)),
        ((ONE, (above,), ONE),),
    )
    return discharge(zero.conclusion, contradiction(false, FALSE))


def same_ratio(i: Term, low: Theorem, high: Theorem, none: Theorem) -> Theorem:
    """A_u = rho A_v, where the spread is 0."""
    largest, _ = defined("modular.spread")
    size = apart_from_first(i)
    inner = ratio(i) - RHO
    most = order(le(size, ZERO), ((num(1), none),), ((ONE, (at(largest, i, low, high),), ONE),))
    flat = fact("antisymmetric", most, fact("abs-positive", z=inner), x=size, y=ZERO)
    square = combine(eq(inner**2, 0), (size, flat), (1, abs_square(inner)))
    same = root_zero(inner, square)
    product = neuron(i)[0]
    unit = fact("inverse", never_zero(A_v(i), i, product), z=A_v(i))
    return combine(eq(A_u(i), RHO * A_v(i)), (A_v(i), same), (A_u(i), unit))


@cache
def rho_unit() -> Theorem:
    """rho (1/rho) = 1: A_u of the first neuron is not 0."""
    product = neuron(ONE)[0]
    unit = fact("inverse", never_zero(A_v(ONE), ONE, product), z=A_v(ONE))
    zero = assume(eq(RHO, 0))
    none = combine(eq(A_u(ONE), 0), (A_v(ONE), zero), (A_u(ONE), unit))
    false = given(never_zero(A_u(ONE), ONE, product), none)
    return fact("inverse", discharge(zero.conclusion, false), z=RHO)


def amounts() -> list[Term]:
    """C_i of each line, in units of A_w A_u A_v."""
    back = inv(RHO)
    return [RHO + back, RHO, RHO, back, back, ONE, ONE, ONE, ONE]


def amount(number: int, i: Term, same: Theorem) -> Theorem:
    """C_i = a times the same number in every neuron."""
    product, unit = neuron(i)[0], rho_unit()
    up = combine(eq(A_w(i) * A_u(i) ** 2, AMPLITUDE * RHO), (A_w(i) * A_u(i), same), (RHO, product))
    down = combine(
        eq(A_w(i) * A_v(i) ** 2, AMPLITUDE * inv(RHO)),
        (A_w(i) * A_v(i) ** 2, unit),
        (A_w(i) * A_v(i) * inv(RHO), same),
        (inv(RHO), product),
    )
    _, C, _ = LISTED[number]
    target = eq(C(i), AMPLITUDE * amounts()[number])
    if number == 0:
        return combine(target, (1, up), (1, down))
    return combine(target, (1, up if number < 3 else down if number < 5 else product))


def turned(number: int, function, i: Term, low: Theorem) -> Theorem:
    """cos or sin of a line's angle, in sums of cos and sin of 2 pi m i/N and of s_x."""
    _, w_is, sum_is = neuron(i)
    cosine, sine, flat = parts(at(alternating(), i, low))
    turns, sign = ANGLES[number]
    psi, other = round_(num(turns), i), round_(half, i)
    last = s_x if number < 8 else ZERO
    _, _, angle = LISTED[number]
    target = num(turns) * round_(ONE, i) + num(sign) * delta(i) - last
    cofactors = {0: 0, 1: 1, 2: 1, 3: 1, 4: 1, 5: 0, 6: 0, 7: 1, 8: 1}
    moved = combine(eq(angle(i), target), (1, w_is), (cofactors[number], sum_is))
    inside = equal_inside(function(angle(i)), moved)
    pieces = [(1, psi)] * bool(turns) + [(sign, delta(i))] * bool(sign)
    both_ways = spread(target, [*pieces, *([(-1, s_x)] if number < 8 else [])])
    apart = both_ways[0 if function is cos else 1]
    own = even()
    n_unit = inverse(N, [some()])
    same = combine(eq(PI * i, other), (PI * i * inv(N), own), (PI * i, n_unit))
    around = [equal_inside(f(PI * i), same) for f in (cos, sin)]
    still = combine(eq(sin(other), 0), (1, around[1]), (1, flat))
    rules = [sine, cosine, around[0]]
    if turns:
        further = spread(round_(half + turns, i), [(1, other), (1, psi)])
        both = round_(half + turns, i)
        rules += [
            ring(eq(cos(psi) * cos(other), cos(both)), further[0], still),
            ring(eq(sin(psi) * cos(other), sin(both)), further[1], still),
        ]
    value = rewritten(apart.conclusion.args[1], rules if sign else [])
    known = combine(
        eq(function(angle(i)), value.conclusion.args[1]), (1, inside), (1, apart), (1, value)
    )
    if number == 8:
        zero = fact("cos-zero") if function is cos else sin_zero()
        return (
            known
            if function is None
            else combine(
                eq(function(angle(i)), ONE if function is cos else ZERO), (1, inside), (1, zero)
            )
        )
    return known


# --- the sums of the list -------------------------------------------------------------------------
def no_multiple_of(number: Term, low: Theorem, high: Theorem) -> Theorem:
    """0 < m < N: m is no multiple of N."""
    k = fresh(INT, "k")
    bounds = (lt(0, k), lt(k, p))
    scheme = discharge(
        bounds[0], discharge(bounds[1], within(k, assume(bounds[0]), assume(bounds[1])))
    )
    return given(put(in_group(scheme), **{k.data[0]: number}), low, high)


def vanishing_rounds(enough: Theorem) -> list[Theorem]:
    """The sums of cos and sin of 2 pi m i/N for m = 1, 2, half, half + 1, half + 2, for N >= 6."""
    own = even()
    below = order(le(num(6), 2 * half), ((num(1), own),), ((ONE, (enough,), ONE),))
    found = []
    for number in (ONE, num(2), half, half + 1, half + 2):
        low = bound(lt(0, number), (), [[below]])
        most = bound(lt(number, 2 * half), (), [[below]])
        high = order(lt(number, N), ((num(-1), own),), ((ONE, (most,), ONE),))
        apart = no_multiple_of(number, low, high)
        found += [given(put(one, m=number), apart) for one in rounds()]
    return found


def listed_value(number: int, function, none: Theorem, values) -> Theorem:
    """A sum of the list: 0, or N a in the last line."""
    _, C, angle = LISTED[number]
    i = fresh(INT, "i")
    ends = (le(1, i), le(i, N))
    low, high = map(assume, ends)
    size = amount(number, i, same_ratio(i, low, high, none))
    wave = turned(number, function, i, low)
    right = AMPLITUDE * amounts()[number] * wave.conclusion.args[1]
    one = combine(
        eq(C(i) * function(angle(i)), right),
        (function(angle(i)), size),
        (AMPLITUDE * amounts()[number], wave),
    )
    scheme = discharge(ends[0], discharge(ends[1], one))
    told = bind("lam", i, right)
    same = summand_equal(
        fn(lambda k: C(k) * function(angle(k))),
        told,
        1,
        N,
        lambda k, k_low, k_high: given(put(scheme, **{i.data[0]: k}), k_low, k_high),
    )
    rest = evaluated(lambda k: told(k), 1, N, some_neurons(), lambda k: (), values)
    return combine(eq(listed(number, function), rest.conclusion.args[1]), (1, same), (1, rest))


@proof("modular.even-construction")
def even_construction() -> Theorem:
    """delta = 0, pi, ... adds N/2 to the number of turns; none of 1, 2, N/2, N/2 + 1, N/2 + 2 is 0
    mod N.
    """
    statement = goal("modular.even-construction")
    premise, result = statement.args
    given_ = parts(assume(premise))
    enough = next(one for one in given_ if one.conclusion.op == "le")
    none = next(one for one in given_ if one.conclusion.op == "eq")
    if none.conclusion.args[0] is not unequal:
        none = combine(eq(unequal, 0), (1, none))
    values = vanishing_rounds(enough)
    units = [inverse(N * X, [some(), above_x()]), inverse(X, [above_x()]), inverse(N, [some()])]
    found = []
    for number in range(len(LISTED)):
        for function in (cos, sin):
            whole = listed_value(number, function, none, values)
            if (number, function) == (8, cos):
                target = eq(listed(8, cos), 3 * sqrt(num(6)) * sqrt(p) * inv(X))
                whole = ring(target, whole, inverse_product(units), units[2])
            found.append(whole)
    shown = gap_vanishes(result, found)

    def with_half(q, known):
        told = put(discharge(eq(N, num(2) * half + num(0)), shown), half_group=q)
        return given(told, known)

    double = exists(lambda q: eq(N, num(2) * q + num(0)), INT)
    return discharge(premise, obtain(assume(double), with_half))
