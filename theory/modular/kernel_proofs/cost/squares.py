"""The cost of N aligned neurons as a sum of cosines, and that as nine pairs of squares."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_letters import N, p, turn, x
from theory.modular.kernel_letters_cost import (
    ANY,
    KAPPA,
    A_u,
    A_v,
    A_w,
    X,
    activation,
    cost,
    gain,
    gap,
    harmonic,
    net,
    response,
    s_u,
    s_v,
    s_w,
    s_x,
    u_in,
    v_in,
    w_in,
    xi,
)
from theory.modular.kernel_proofs.cost.aligned import (
    TOP,
    aligned_output,
    goal,
    over_all_pairs,
    pairwise,
    put_in,
    response_at,
    roots,
    same_utility,
    scales,
    utility_value,
)
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.waves import above_zero, zero_square
from theory.proof.angles import circle, mirrored, spread
from theory.proof.lemmas import inv, product_zero, sqrt
from theory.proof.letters import DEFINITIONS
from theory.proof.polynomials import normal
from theory.proof.rules import (
    Theorem,
    algebra,
    assume,
    conjoin,
    conjunct,
    discharge,
    order,
    reflexive,
)
from theory.proof.summands import evaluated
from theory.proof.sums import summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    differs,
    fact,
    fresh,
    given,
    inverse,
    lam,
    parts,
    positive,
    put,
    ring,
    total,
    written,
)
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, negation, num, substituted, var

# --- neurons of the group -------------------------------------------------------------------------
VECTORS = {u_in: (A_u, s_u), v_in: (A_v, s_v), w_in: (A_w, s_w)}


def some_neurons() -> Theorem:
    """1 <= N + 1."""
    return bound(le(1, N + 1), (), [[assume(lt(0, N))]])


def entry_of(f: Term, i: Term, q: Term) -> Theorem:
    """Entry q of a vector of neuron i, as the group is defined."""
    (group,) = defined("modular.aligned-group")
    here = at(group, i, q)
    A, s = VECTORS[f]
    return conjunct(here, eq(f(i, q), harmonic(A(i), q, s(i))))


def response_of(f: Term, i: Term, q: Term) -> Theorem:
    """<f_i, q.x> = sqrt(2/(3p)) X A (cos(s_x - s) c(q) + sin(s_x - s) s(q))."""
    A, s = VECTORS[f]
    same = summand_equal(
        fn(lambda r: f(i, r) * x(r - q)),
        fn(lambda r: harmonic(A(i), r, s(i)) * x(r - q)),
        0,
        TOP,
        lambda r, *_: combine(
            eq(f(i, r) * x(r - q), harmonic(A(i), r, s(i)) * x(r - q)),
            (x(r - q), entry_of(f, i, r)),
        ),
    )
    value = response_at(A(i), s(i), q)
    return combine(eq(response(f, i, q), value.conclusion.args[1]), (1, same), (1, value))


def activation_of(i: Term, q: Term, r: Term) -> Theorem:
    """<u_i, q.x> + <v_i, r.x> in c and s of q and r."""
    one, other = response_of(u_in, i, q), response_of(v_in, i, r)
    value = one.conclusion.args[1] + other.conclusion.args[1]
    return combine(eq(activation(i, q, r), value), (1, one), (1, other))


def outputs_of(i: Term, j: Term) -> Theorem:
    """<w_i, w_j> = A A'/3 cos(s - s')."""
    product = lambda one, other: lambda m: one(i, m) * other(j, m)
    same = summand_equal(
        fn(product(w_in, w_in)),
        fn(lambda m: harmonic(A_w(i), m, s_w(i)) * harmonic(A_w(j), m, s_w(j))),
        0,
        TOP,
        lambda m, *_: ring(
            eq(
                w_in(i, m) * w_in(j, m),
                harmonic(A_w(i), m, s_w(i)) * harmonic(A_w(j), m, s_w(j)),
            ),
            entry_of(w_in, i, m),
            *([] if i is j else [entry_of(w_in, j, m)]),
        ),
    )
    inner = DEFINITIONS["modular.inner-w"].statement
    plain = given(
        put(discharge(inner, aligned_output()), inner_w=inner.args[1]), reflexive(inner.args[1])
    )
    value = put(plain, amp_w=A_w(i), amp_w2=A_w(j), ph_w=s_w(i), ph_w2=s_w(j))
    return combine(
        eq(total(0, TOP, product(w_in, w_in)), value.conclusion.args[1]), (1, same), (1, value)
    )


# --- the cost of a pair ---------------------------------------------------------------------------
NAMES = ("P", "Q", "R", "T")
FIRST, SECOND = ([var(f"{name}{k}") for name in NAMES] for k in (1, 2))


def combination(letters: list[Term], q: Term, r: Term) -> Term:
    """P c(q) + Q s(q) + R c(r) + T s(r)."""
    P, Q, R, T = letters
    return P * c_of(q) + Q * s_of(q) + R * c_of(r) + T * s_of(r)


@cache
def quartic() -> Theorem:
    """sum_ab (P c + Q s + R c' + T s')^2 (P' c + ...)^2: what does not average out."""
    return over_all_pairs(
        lambda a, b: combination(FIRST, a, b) ** 2 * combination(SECOND, a, b) ** 2,
        lambda a, b: [circle(turn(xi * b))] + ([] if a is b else [circle(turn(xi * a))]),
        moments(),
    )


def coefficients(i: Term, number: int) -> dict[str, Term]:
    """The four letters of a neuron's activation."""
    found = {}
    for (one, other), A, s in ((("P", "Q"), A_u, s_u), (("R", "T"), A_v, s_v)):
        psi = s_x - s(i)
        found[f"{one}{number}"] = KAPPA * X * A(i) * cos(psi)
        found[f"{other}{number}"] = KAPPA * X * A(i) * sin(psi)
    return found


def pair_cost(i: Term, j: Term) -> Term:
    """The summand of eq:Mexp."""
    return (
        A_w(i)
        * A_w(j)
        * cos(s_w(i) - s_w(j))
        * (
            (A_u(i) ** 2 + A_v(i) ** 2) * (A_u(j) ** 2 + A_v(j) ** 2)
            + num(1, 2) * (A_u(i) * A_u(j)) ** 2 * cos(2 * (s_u(i) - s_u(j)))
            + num(1, 2) * (A_v(i) * A_v(j)) ** 2 * cos(2 * (s_v(i) - s_v(j)))
            + 2
            * A_u(i)
            * A_v(i)
            * A_u(j)
            * A_v(j)
            * (cos(s_u(i) + s_v(i) - s_u(j) - s_v(j)) + cos(s_u(i) - s_v(i) - s_u(j) + s_v(j)))
        )
    )


def pair_sum(i: Term, j: Term) -> Theorem:
    """<w_i, w_j> sum_ab (..)^2 (..)^2 = (X^4/27) times the summand of eq:Mexp."""
    table = {**coefficients(i, 1), **coefficients(j, 2)}

    def plain(a, b):
        return activation(i, a, b) ** 2 * activation(j, a, b) ** 2

    def told(a, b):
        return put_in(combination(FIRST, a, b) ** 2 * combination(SECOND, a, b) ** 2, table)

    def same(a, b):
        return ring(
            eq(plain(a, b), told(a, b)),
            response_of(u_in, i, a),
            response_of(v_in, i, b),
            response_of(u_in, j, a),
            response_of(v_in, j, b),
        )

    rows = pairwise(plain, told, same)
    value = put(quartic(), **table)
    psi = {(f, k): s_x - f(k) for f in (s_u, s_v) for k in (i, j)}
    ui, uj, vi, vj = psi[s_u, i], psi[s_u, j], psi[s_v, i], psi[s_v, j]
    angles = [
        spread(2 * (s_u(i) - s_u(j)), [(2, uj), (-2, ui)])[0],
        spread(2 * (s_v(i) - s_v(j)), [(2, vj), (-2, vi)])[0],
        spread(s_u(i) + s_v(i) - s_u(j) - s_v(j), [(1, uj), (1, vj), (-1, ui), (-1, vi)])[0],
        spread(s_u(i) - s_v(i) - s_u(j) + s_v(j), [(1, uj), (-1, vj), (-1, ui), (1, vi)])[0],
        *(circle(one) for one in psi.values()),
    ]
    inner = outputs_of(i, j)
    left = inner.conclusion.args[0] * rows.conclusion.args[0]
    return ring(
        eq(left, num(1, 27) * X**4 * pair_cost(i, j)), inner, rows, value, *angles, *scales()
    )


@proof("modular.cost-cosines")
def cost_cosines() -> Theorem:
    """Every pair of neurons by itself; what does not depend on the pair comes out of both sums."""
    (whole,) = defined("modular.cost")
    i, j = fresh(INT, "i"), fresh(INT, "j")
    pair = pair_sum(i, j)

    def at_pair(one, other):
        return put(pair, **{i.data[0]: one, j.data[0]: other})

    scale = num(1, 27) * X**4
    left = lam(lambda r, q: at_pair(q, r).conclusion.args[0], INT, INT)

    PAIR = lam(lambda r, q: pair_cost(q, r), INT, INT)

    def rows(r, *_):
        same = summand_equal(
            fn(lambda q: left(r, q)),
            fn(lambda q: scale * PAIR(r, q)),
            1,
            N,
            lambda q, *_: written(eq(left(r, q), scale * PAIR(r, q)), at_pair(q, r)),
        )
        return combine(
            eq(total(1, N, lambda q: left(r, q)), scale * total(1, N, lambda q: PAIR(r, q))),
            (1, same),
            (1, scaled_sum(scale, fn(lambda q: PAIR(r, q)))),
        )

    inner = fn(lambda r: total(1, N, lambda q: PAIR(r, q)))
    columns = summand_equal(
        fn(lambda r: total(1, N, lambda q: left(r, q))),
        fn(lambda r: scale * inner(r)),
        1,
        N,
        rows,
    )
    out = scaled_sum(scale, inner)
    factor = num(1, 2) * inv(p) ** 2
    return combine(goal("modular.cost-cosines"), (1, whole), (factor, columns), (factor, out))


def scaled_sum(scale: Term, summand: Term) -> Theorem:
    """sum_i c f(i) = c sum_i f(i) over the group."""
    from theory.proof.sums import scaled

    return scaled(scale, summand, 1, N, some_neurons())


# --- nine pairs of squares ------------------------------------------------------------------------
def triple(i: Term) -> Term:
    """A_w A_u A_v of neuron i."""
    return A_w(i) * A_u(i) * A_v(i)


# (weight, C_i, alpha_i): the eight lines of eq:listcond, and the one that is not to vanish.
LISTED: tuple[tuple[Term, Callable, Callable], ...] = (
    (ONE, lambda i: A_w(i) * (A_u(i) ** 2 + A_v(i) ** 2), lambda i: s_w(i)),
    (num(1, 4), lambda i: A_w(i) * A_u(i) ** 2, lambda i: s_w(i) + 2 * s_u(i)),
    (num(1, 4), lambda i: A_w(i) * A_u(i) ** 2, lambda i: s_w(i) - 2 * s_u(i)),
    (num(1, 4), lambda i: A_w(i) * A_v(i) ** 2, lambda i: s_w(i) + 2 * s_v(i)),
    (num(1, 4), lambda i: A_w(i) * A_v(i) ** 2, lambda i: s_w(i) - 2 * s_v(i)),
    (ONE, triple, lambda i: s_w(i) + s_u(i) - s_v(i)),
    (ONE, triple, lambda i: s_w(i) - s_u(i) + s_v(i)),
    (ONE, triple, lambda i: s_w(i) + s_u(i) + s_v(i)),
    (ONE, triple, lambda i: s_w(i) + s_x - s_u(i) - s_v(i)),
)


def listed(number: int, function: Callable) -> Term:
    """sum_i C_i cos(alpha_i), or that of the sines."""
    _, C, angle = LISTED[number]
    return total(1, N, lambda i: C(i) * function(angle(i)))


@cache
def nine_squares() -> Theorem:
    """sum_ij of eq:Mexp = sum of weight * ((sum C cos)^2 + (sum C sin)^2)."""
    i, j = fresh(INT, "i"), fresh(INT, "j")
    dw, du, dv = (s(i) - s(j) for s in (s_w, s_u, s_v))
    turns = {
        s_w(i) - s_w(j): [(1, dw)],
        2 * (s_u(i) - s_u(j)): [(2, du)],
        2 * (s_v(i) - s_v(j)): [(2, dv)],
        s_u(i) + s_v(i) - s_u(j) - s_v(j): [(1, du), (1, dv)],
        s_u(i) - s_v(i) - s_u(j) + s_v(j): [(1, du), (-1, dv)],
    }
    counts = (
        (1, 0, 0), (1, 2, 0), (1, -2, 0), (1, 0, 2), (1, 0, -2),
        (1, 1, -1), (1, -1, 1), (1, 1, 1), (1, -1, -1),
    )  # fmt: skip
    apart = []
    for (_, C, angle), count in zip(LISTED, counts):
        gapped = spread(angle(i) - angle(j), list(zip(count, (dw, du, dv))))[0]
        split = fact("cos-difference", x=angle(i), y=angle(j))
        apart.append((C, gapped, split))
    form = [
        weight * C(i) * C(j) * (cos(angle(i)) * cos(angle(j)) + sin(angle(i)) * sin(angle(j)))
        for weight, C, angle in LISTED
    ]
    value = form[0]
    for one in form[1:]:
        value = value + one
    by_cosines = ring(
        eq(
            pair_cost(i, j),
            sum_terms(
                [weight * C(i) * C(j) * cos(angle(i) - angle(j)) for weight, C, angle in LISTED]
            ),
        ),
        *(spread(angle, count)[0] for angle, count in list(turns.items())[1:]),
        *(gapped for _, gapped, _ in apart[1:]),
        circle(du),
        circle(dv),
        circle(dw),
    )
    pair = algebra(
        eq(pair_cost(i, j), value),
        (ONE, by_cosines),
        *((weight * C(i) * C(j), split) for (weight, C, _), (_, _, split) in zip(LISTED, apart)),
    )

    def at_pair(one, other):
        return put(pair, **{i.data[0]: one, j.data[0]: other})

    def inner(r):
        """sum_q of the form, in sums over the group."""
        same = summand_equal(
            fn(lambda q: pair_cost(q, r)),
            fn(lambda q: at_pair(q, r).conclusion.args[1]),
            1,
            N,
            lambda q, *_: at_pair(q, r),
        )
        apart_ = evaluated(lambda q: at_pair(q, r).conclusion.args[1], 1, N, some_neurons())
        return combine(
            eq(same.conclusion.args[0], apart_.conclusion.args[1]), (1, same), (1, apart_)
        )

    r = fresh(INT, "r")
    known = inner(r)
    body = lam(lambda q: substituted(known.conclusion.args[1], {r: q}), INT)
    rows = summand_equal(
        fn(lambda q: total(1, N, lambda k: pair_cost(k, q))),
        body,
        1,
        N,
        lambda q, *_: put(known, **{r.data[0]: q}),
    )
    outer = evaluated(lambda q: body(q), 1, N, some_neurons())
    squares = sum_terms(
        [LISTED[k][0] * (listed(k, cos) ** 2 + listed(k, sin) ** 2) for k in range(len(LISTED))]
    )
    together = [
        evaluated(lambda q: LISTED[0][1](q) * f(s_w(q)), 1, N, some_neurons()) for f in (cos, sin)
    ]
    return ring(eq(rows.conclusion.args[0], squares), rows, outer, *together)


def sum_terms(terms: list[Term]) -> Term:
    """The sum of terms."""
    value = terms[0]
    for one in terms[1:]:
        value = value + one
    return value


@cache
def cost_squares() -> Theorem:
    """cost = X^4/(54 p^2) times the nine pairs of squares."""
    known = cost_cosines()
    nine = nine_squares()
    factor = num(1, 54) * X**4 * inv(p) ** 2
    return combine(eq(cost, factor * nine.conclusion.args[1]), (1, known), (factor, nine))


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
    """net = X^4/(54 p^2) (nine pairs of squares) - sqrt(2/(27p^3)) X^3 (the last sum of cosines)."""
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


@cache
def _no_square() -> Theorem:
    """r^2 = 0 gives r = 0."""
    r = var("root")
    return discharge(eq(r**2, 0), zero_square(r, assume(eq(r**2, 0))))


def no_square(root: Term, square: Theorem) -> Theorem:
    """A real number whose square is 0 is 0."""
    return given(put(_no_square(), root=root), square)


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
        none = no_square(root, square)
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
