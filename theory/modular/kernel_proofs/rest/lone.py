"""The loss of one neuron u = a1 h1 + a2 h2, v = b1 h1 + b2 h2, w = c1 h1 + c2 h2, h1 and h2 the
waves cos(2 pi xi l/p + s_x) and -sin(2 pi xi l/p + s_x): its least value and a sum of squares.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, encoding, whole_turn
from theory.modular.kernel_proofs.cost.aligned_utility import (
    centred_utility,
    over_all_pairs,
    pairwise,
    put_in,
    sum_angle,
)
from theory.modular.kernel_proofs.cost.bounds import above_x
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.flow.flow_norm import LEVEL, empty_level
from theory.modular.kernel_proofs.rest.lyapunov import excess
from theory.modular.kernel_proofs.script import cos, fn, sin
from theory.modular.kernel_proofs.transforms.chained import correlated_at
from theory.modular.kernel_proofs.transforms.waves import full, unit
from theory.modular.letters import against, entries, over_pairs, p, turn, utility_of, x
from theory.modular.letters.cost import HALF, X, label, mean_square, s_x, xi
from theory.modular.letters.cost import a as residue
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, discharge, generalise, instantiate
from theory.proof.sums.finite import sum_of
from theory.proof.sums.nested import same_sums
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    combine,
    fresh,
    given,
    inverse,
    lam,
    put,
    ring,
    total,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import INT, REAL, Term, eq, function, num, var

Y = [var(f"y_{name}") for name in ("a1", "a2", "b1", "b2", "c1", "c2")]
TAU = num(4, 9) * inv(p) * inv(X)
REST = LEVEL - num(1, 9) * X**2 * inv(p)
SCALE = num(9, 16) * p * X**4
act, out = function("act_one", INT, INT, REAL), function("out_one", INT, REAL)
wanted = function("lab", INT, INT, INT, REAL)


def basis(number: int, l: Term) -> Term:
    """h1(l) or h2(l)."""
    angle = turn(xi * l) + s_x
    return cos(angle) if number == 0 else num(-1) * sin(angle)


def wave_of(first: Term, second: Term) -> Term:
    """l -> first h1(l) + second h2(l)."""
    return fn(lambda l: first * basis(0, l) + second * basis(1, l))


def neuron(y: list[Term]) -> list[Term]:
    """(u, v, w) of these six numbers."""
    return [wave_of(*y[place : place + 2]) for place in (0, 2, 4)]


def lone_loss(f: Term, g: Term, h: Term) -> Term:
    """The loss of one neuron."""
    return mean_square(lambda q, r, m: (against(f, q) + against(g, r)) ** 2 * h(m) - label(q, r, m))


# --- what an aligned vector sees ------------------------------------------------------------------
def turned(l: Term) -> list[Theorem]:
    """cos and sin of 2 pi xi l/p + s_x by those of its parts."""
    return list(spread(turn(xi * l) + s_x, [(1, turn(xi * l)), (1, s_x)]))


def periodic(f: Term) -> Theorem:
    """f(n + p) = f(n) for a wave."""
    n = fresh(INT, "n")
    onward = spread(turn(xi * (n + p)) + s_x, [(1, turn(xi * n)), (1, turn(p * xi)), (1, s_x)])
    found = ring(eq(f(n + p), f(n)), *onward, *turned(n), *whole_turn(xi))
    return generalise(found, n)


@cache
def response() -> Theorem:
    """<first h1 + second h2, a.x> = X (first c(a) - second s(a))."""
    first, second = Y[:2]
    f = wave_of(first, second)
    again = periodic(f)
    plain = given(discharge(again.conclusion, correlated_at(f, residue)), again)

    def inside(q):
        parts = [(1, turn(xi * q)), (1, turn(xi * residue)), (1, s_x)]
        return list(spread(turn(xi * (q + residue)) + s_x, parts))

    sums = evaluated(lambda q: x(q) * f(q + residue), 0, TOP, full(), inside, encoding())
    target = X * (first * c_of(residue) - second * s_of(residue))
    value = ring(eq(sums.conclusion.args[1], target), circle(s_x))
    return combine(eq(against(f, residue), target), (1, plain), (1, sums), (1, value))


def response_at(first: Term, second: Term, q: Term) -> Theorem:
    """The same for these two numbers, at q."""
    return put(response(), y_a1=first, y_a2=second, a=q)


@cache
def no_mean() -> Theorem:
    """The entries of an output add to 0."""
    h = neuron(Y)[2]
    return evaluated(lambda l: h(l), 0, TOP, full(), turned, moments())


@cache
def output_square() -> Theorem:
    """|w|^2 = p/2 (c1^2 + c2^2)."""
    h = neuron(Y)[2]
    plain = evaluated(
        lambda l: h(l) ** 2,
        0,
        TOP,
        full(),
        lambda l: [*turned(l), circle(turn(xi * l))],
        moments(),
    )
    value = num(1, 2) * p * (Y[4] ** 2 + Y[5] ** 2)
    told = ring(eq(plain.conclusion.args[1], value), circle(s_x))
    return combine(eq(plain.conclusion.args[0], value), (1, plain), (1, told))


# --- cost and utility -----------------------------------------------------------------------------
def seen(q: Term, r: Term) -> Term:
    """P c(q) + Q s(q) + R c(r) + T s(r)."""
    P, Q, R, T = map(var, "PQRT")
    return P * c_of(q) + Q * s_of(q) + R * c_of(r) + T * s_of(r)


VALUES = {
    "P": X * Y[0],
    "Q": num(-1) * X * Y[1],
    "R": X * Y[2],
    "T": num(-1) * X * Y[3],
    "V": X * Y[4],
    "W": num(-1) * X * Y[5],
}


def summed(body: Callable, entry: Callable, rules: Callable, angles: Callable) -> Theorem:
    """sum_ab entry(a, b), which is body(a, b) at VALUES by rules(a, b)."""
    plain = put(
        over_all_pairs(body, angles, moments()),
        **{name: value for name, value in VALUES.items() if _has(body, name)},
    )
    rows = pairwise(
        entry,
        lambda q, r: put_in(body(q, r), VALUES),
        lambda q, r: ring(eq(entry(q, r), put_in(body(q, r), VALUES)), *rules(q, r)),
    )
    return combine(eq(rows.conclusion.args[0], plain.conclusion.args[1]), (1, rows), (1, plain))


def _has(body: Callable, name: str) -> bool:
    q = fresh(INT)
    return any(one.data[0] == name for one in body(q, q).free)


@cache
def fourth_power() -> Theorem:
    """sum_ab (<u, a.x> + <v, b.x>)^4 = p^2 X^4 (3/8 (A - B)^2 + 9/4 A B)."""
    f, g, _ = neuron(Y)
    found = summed(
        lambda q, r: seen(q, r) ** 4,
        lambda q, r: (against(f, q) + against(g, r)) ** 4,
        lambda q, r: [response_at(Y[0], Y[1], q), response_at(Y[2], Y[3], r)],
        lambda q, r: [circle(turn(xi * r))] + ([] if q is r else [circle(turn(xi * q))]),
    )
    A, B = Y[0] ** 2 + Y[1] ** 2, Y[2] ** 2 + Y[3] ** 2
    value = p**2 * X**4 * (num(3, 8) * (A - B) ** 2 + num(9, 4) * A * B)
    return combine(eq(found.conclusion.args[0], value), (1, found))


@cache
def utility_of_waves() -> Theorem:
    """U = X^3/2 Re a b conj(c)."""
    f, g, h = neuron(Y)
    mean = sum_of(h, 0, TOP) * entries(x) * inv(p)

    def body(q, r):
        V, W = map(var, "VW")
        return seen(q, r) ** 2 * (V * c_of(q + r) + W * s_of(q + r))

    found = summed(
        body,
        lambda q, r: (against(f, q) + against(g, r)) ** 2 * (against(h, q + r) - mean),
        lambda q, r: [
            response_at(Y[0], Y[1], q),
            response_at(Y[2], Y[3], r),
            response_at(Y[4], Y[5], q + r),
            no_mean(),
        ],
        lambda q, r: [*sum_angle(q, r), circle(turn(xi * q)), circle(turn(xi * r))],
    )
    a1, a2, b1, b2, c1, c2 = Y
    value = HALF * X**3 * ((a1 * b1 - a2 * b2) * c1 + (a1 * b2 + a2 * b1) * c2)
    whole = combine(eq(p * inv(p), 1), (1, unit()))
    told = ring(eq(inv(p) ** 2 * found.conclusion.args[1], value), whole)
    return combine(
        eq(utility_of(f, g, h), value),
        (1, centred_utility(f, g, h)),
        (inv(p) ** 2, found),
        (1, told),
    )


# --- the loss -------------------------------------------------------------------------------------
@cache
def multiplied_out() -> Theorem:
    """sum (Z^2 w - y)^2 = |w|^2 sum Z^4 - 2 sum Z^2 w y + sum y^2, for any functions."""

    def over(body):
        return over_pairs(lambda q, r: total(0, TOP, lambda m: body(q, r, m)))

    left = over(lambda q, r, m: (act(q, r) ** 2 * out(m) - wanted(q, r, m)) ** 2)
    right = (
        total(0, TOP, lambda m: out(m) ** 2) * over_pairs(lambda q, r: act(q, r) ** 4)
        - 2 * over(lambda q, r, m: act(q, r) ** 2 * out(m) * wanted(q, r, m))
        + over(lambda q, r, m: wanted(q, r, m) ** 2)
    )
    return same_sums(eq(left, right))


@cache
def loss_of_waves() -> Theorem:
    """loss = rest level + 9/16 p X^4 F."""
    f, g, h = neuron(Y)
    split = instantiate(
        multiplied_out(),
        act,
        lam(lambda q, r: against(f, q) + against(g, r), INT, INT),
        out,
        h,
        wanted,
        lam(label, INT, INT, INT),
    )
    factor = HALF * inv(p) ** 2
    A, B, C = (Y[k] ** 2 + Y[k + 1] ** 2 for k in (0, 2, 4))
    cost = num(1, 4) * p * C * X**4 * (num(3, 8) * (A - B) ** 2 + num(9, 4) * A * B)
    whole = combine(eq(p * inv(p), 1), (1, unit()))
    squares, fourth = output_square(), fourth_power()
    parts = ring(
        eq(factor * squares.conclusion.args[0] * fourth.conclusion.args[0], cost),
        squares,
        fourth,
        whole,
    )
    gain = utility_of_waves()
    plain = combine(
        eq(lone_loss(f, g, h), cost - gain.conclusion.args[1] + LEVEL),
        (factor, split),
        (1, parts),
        (1, gain),
        (1, empty_level()),
    )
    unit_x = inverse(X, [above_x()])
    back = combine(eq(X * inv(X), 1), (1, unit_x))
    target = REST + SCALE * excess(Y, TAU)
    told = ring(eq(target, plain.conclusion.args[1]), whole, back)
    return combine(eq(lone_loss(f, g, h), target), (1, plain), (1, told))
