"""Cost less utility of a group is a sum of squares: its lower bound, and when it is attained."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal, roots, scales
from theory.modular.kernel_proofs.cost.aligned_utility import same_utility, utility_value
from theory.modular.kernel_proofs.cost.neurons import VECTORS, entry_of
from theory.modular.kernel_proofs.cost.squares import (
    LISTED,
    cost_squares,
    listed,
    scaled_sum,
    triple,
)
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import N, p
from theory.modular.letters.cost import (
    ANY,
    A_u,
    A_v,
    A_w,
    X,
    gain,
    gap,
    harmonic,
    net,
    s_u,
    s_v,
    s_w,
    s_x,
)
from theory.proof.lemmas import inv, product_zero, sqrt
from theory.proof.lemmas.sizes import root_zero
from theory.proof.polynomials import normal
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    order,
)
from theory.proof.sums.finite import summand_equal
from theory.proof.tactics import (
    combine,
    differs,
    fact,
    fresh,
    inverse,
    lam,
    parts,
    positive,
    put,
    ring,
    written,
)
from theory.proof.tactics.angles import mirrored
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, negation, num, substituted


# --- the utility of the group ---------------------------------------------------------------------
@cache
def gain_sum() -> Theorem:
    """gain = sqrt(2/(27 p^3)) X^3 sum_i A_w A_u A_v cos(s_w + s_x - s_u - s_v)."""
    (whole,) = defined("modular.gain")
    i = fresh(INT, "i")
    table = {
        "amp_u": A_u(i), "amp_v": A_v(i), "amp_w": A_w(i),
        "ph_u": s_u(i), "ph_v": s_v(i), "ph_w": s_w(i),
    }  # fmt: skip
    value = put(utility_value(), **table)
    plain = [lam(lambda q, f=f: harmonic(VECTORS[f][0](i), q, VECTORS[f][1](i)), INT) for f in ANY]
    own = [lam(lambda q, f=f: f(i, q), INT) for f in ANY]
    same = same_utility(tuple(own), tuple(plain), [lambda r, f=f: entry_of(f, i, r) for f in ANY])
    angle = s_u(i) + s_v(i) - s_w(i) - s_x
    even = mirrored(s_w(i) + s_x - s_u(i) - s_v(i))[0]
    turned = written(eq(cos(angle), cos(s_w(i) + s_x - s_u(i) - s_v(i))), even)
    scale = num(1, 9) * sqrt(num(6)) * X**3 * inv(sqrt(p)) ** 3
    last = lambda k: triple(k) * cos(s_w(k) + s_x - s_u(k) - s_v(k))
    one = combine(
        eq(same.conclusion.args[0], scale * last(i)),
        (1, same),
        (1, value),
        (scale * triple(i), turned),
    )
    each = summand_equal(
        lam(lambda k: substituted(one.conclusion.args[0], {i: k}), INT),
        fn(lambda k: scale * last(k)),
        1,
        N,
        lambda k, *_: put(one, **{i.data[0]: k}),
    )
    return combine(
        eq(gain, scale * listed(8, cos)), (1, whole), (1, each), (1, scaled_sum(scale, fn(last)))
    )


# --- the bounds -----------------------------------------------------------------------------------
def squares_left(last_cosine: bool) -> list[Term]:
    """The roots of the squares, X^2/p times each sum; with or without the last sum of cosines."""
    found = [X**2 * inv(p) * listed(k, f) for k in range(len(LISTED)) for f in (cos, sin)]
    return found if last_cosine else [*found[:-2], found[-1]]


def weighted() -> list[Term]:
    """The weights of ``squares_left(False)``, all over 54."""
    weights = [LISTED[k][0] for k in range(len(LISTED)) for _ in (cos, sin)]
    return [num(one.data[0], 54 * one.data[1]) for place, one in enumerate(weights) if place != 16]


def rest_squares() -> tuple:
    """What ``order`` is given: these squares with their weights."""
    return tuple(
        (weight, (), root) for weight, root in zip(weighted(), squares_left(False), strict=True)
    )


@proof("modular.cost-bound")
def cost_bound() -> Theorem:
    """All but one of eighteen squares left out."""
    return order(goal("modular.cost-bound"), ((num(-1), cost_squares()),), rest_squares())


@cache
def net_value() -> Theorem:
    """net = X^4/(54 p^2) (nine pairs of squares) - sqrt(2/(27p^3)) X^3 (the last sum of
    cosines).
    """
    (whole,) = defined("modular.net")
    first, second = cost_squares(), gain_sum()
    value = first.conclusion.args[1] - second.conclusion.args[1]
    return combine(eq(net, value), (1, whole), (1, first), (1, second))


@proof("modular.net-bound")
def net_bound() -> Theorem:
    """The bound on the cost, less the utility."""
    return order(goal("modular.net-bound"), ((num(-1), net_value()),), rest_squares())


ROOT = num(1, 18) * sqrt(num(6)) * X**2 * inv(p) * listed(8, cos) - X * inv(sqrt(p))


@cache
def completed() -> Theorem:
    """X^4/(54 p^2) S^2 - sqrt(2/(27p^3)) X^3 S = (X^2/(sqrt(54) p) S - X/sqrt(p))^2 - X^2/p."""
    S = listed(8, cos)
    left = num(1, 54) * X**4 * inv(p) ** 2 * S**2
    right = num(1, 9) * sqrt(num(6)) * X**3 * inv(sqrt(p)) ** 3 * S
    return ring(eq(left - right, ROOT**2 - X**2 * inv(p)), *roots())


@proof("modular.lower-bound")
def lower_bound() -> Theorem:
    """A sum of squares, one of them completed."""
    return order(
        goal("modular.lower-bound"),
        ((num(-1), net_value()), (num(-1), completed())),
        (*rest_squares(), (ONE, (), ROOT)),
    )


# --- equality -------------------------------------------------------------------------------------
@cache
def gap_value() -> Theorem:
    """gap = sum of squares."""
    (whole,) = defined("modular.gap")
    value = ROOT**2
    for weight, _, root in rest_squares():
        value = value + weight * root**2
    return combine(
        eq(gap, value),
        (1, whole),
        (1, cost_squares()),
        (1, gain_sum()),
        (1, completed()),
    )


def above_x() -> Theorem:
    """0 < X, as a hypothesis."""
    return assume(lt(0, X))


@cache
def conditions_at(zero: Theorem) -> list[Theorem]:
    """gap = 0: each sum of the list is 0, and the last sum of cosines is sqrt(54 p)/X."""
    found = []
    value = gap_value()
    terms = [(ONE, ROOT), *((weight, root) for weight, _, root in rest_squares())]
    size = X**2 * inv(p)
    some = differs(positive(size, [above_x(), above_zero()]), negation(eq(size, 0)))
    for place, (weight, root) in enumerate(terms):
        others = tuple((w, (), r) for k, (w, r) in enumerate(terms) if k != place)
        most = order(le(weight * root**2, ZERO), ((num(-1), value), (num(1), zero)), others)
        least = order(le(ZERO, weight * root**2), (), ((weight, (), root),))
        flat = fact("antisymmetric", most, least, x=weight * root**2, y=ZERO)
        inverse_weight = num(weight.data[1], weight.data[0])
        square = combine(eq(root**2, 0), (inverse_weight, flat))
        none = root_zero(root, square)
        if place:
            sum_ = root.args[1] if root.args[0] is size else None
            assert sum_ is not None
            none = product_zero(combine(eq(size * sum_, 0), (1, none)), some)
        found.append(none)
    S = listed(8, cos)
    unit_x = inverse(X, [above_x()])
    six = sqrt(num(6))
    target = eq(S, 3 * six * sqrt(p) * inv(X))
    # ROOT = 0, times 18 p sqrt(6)/(6 X^2): S = 3 sqrt(6) p/(sqrt(p) X)
    cofactor = 3 * six * p * inv(X) ** 2
    scaled_root = combine(eq(cofactor * ROOT, 0), (cofactor, found[0]))
    plain = ring(
        eq(cofactor * ROOT, S - 3 * six * sqrt(p) * inv(X)),
        unit_x_square(unit_x),
        unit_x,
        *scales(),
    )
    last = combine(target, (1, plain), (1, scaled_root))
    return [last, *found[1:]]


def unit_x_square(unit_x: Theorem) -> Theorem:
    """X^2/X^2 = 1."""
    return ring(eq(X**2 * inv(X) ** 2, 1), unit_x)


def turned_sum(number: int, function: Callable) -> Theorem:
    """sum C cos(alpha) = sum C cos(-alpha), and sum C sin(alpha) = sum -C sin(-alpha)."""
    _, C, angle = LISTED[number]
    sign = 1 if function is cos else -1
    return summand_equal(
        fn(lambda i: C(i) * function(angle(i))),
        fn(lambda i: num(sign) * C(i) * function(-angle(i))),
        1,
        N,
        lambda i, *_: combine(
            eq(C(i) * function(angle(i)), num(sign) * C(i) * function(-angle(i))),
            (C(i), mirrored(angle(i))[0 if function is cos else 1]),
        ),
    )


@cache
def _values() -> list[tuple[Term, Term, Theorem]]:
    """[(sum, value, the sum written with its angles turned)] of the eighteen conditions."""
    found = []
    for k in range(len(LISTED)):
        for f in (cos, sin):
            right = 3 * sqrt(num(6)) * sqrt(p) * inv(X) if (k, f) == (8, cos) else ZERO
            found.append((listed(k, f), right, turned_sum(k, f)))
    return found


def conditions_hold(conditions: Term, known: list[Theorem]) -> Theorem:
    """The eighteen conditions as a claim writes them, from the sums of the list."""
    ways = list(known)
    for sum_, right, turned in _values():
        own = next(found for found in (_as(eq(sum_, right), one) for one in known) if found)
        ways.append(combine(eq(turned.conclusion.args[1], right), (1, turned), (1, own)))
    return conjoin(
        *(
            next(found for found in (_as(one, way) for way in ways) if found)
            for one in conditions.args
        )
    )


def values_from(conditions: Term) -> list[Theorem]:
    """What eighteen conditions, as a claim writes them, say of the sums of the list."""
    given_ = parts(assume(conditions))
    values = []
    for sum_, right, turned in _values():
        for one in given_:
            same = _as(eq(sum_, right), one)
            other = _as(eq(turned.conclusion.args[1], right), one)
            if same or other:
                values.append(same or combine(eq(sum_, right), (1, turned), (1, other)))
                break
    return values


@proof("modular.equality-conditions")
def equality_conditions() -> Theorem:
    """A sum of squares is 0 exactly where each square is."""
    forward, backward = goal("modular.equality-conditions").args
    zero, conditions = assume(forward.args[0]), forward.args[1]
    first = discharge(zero.conclusion, conditions_hold(conditions, conditions_at(zero)))
    return conjoin(
        first, discharge(conditions, gap_vanishes(backward.args[1], values_from(conditions)))
    )


def gap_vanishes(statement: Term, values: list[Theorem]) -> Theorem:
    """gap = 0, from the values of the eighteen sums."""
    unit_x = inverse(X, [above_x()])
    return ring(statement, gap_value(), *values, unit_x_square(unit_x), unit_x, *scales())


def _as(target: Term, known: Theorem) -> Theorem | None:
    """The equation, or the equation turned round, if it is the known one."""
    for goal_ in (target, eq(*reversed(target.args))):
        if normal(goal_) is normal(known.conclusion):
            return combine(target, (1, known))
    return None
