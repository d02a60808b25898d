"""The cost of N aligned neurons as a sum of cosines, and that as nine pairs of squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal, scales
from theory.modular.kernel_proofs.cost.aligned_utility import over_all_pairs, pairwise, put_in
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.cost.neurons import outputs_of, response_of, some_neurons
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.letters import N, p, turn
from theory.modular.letters.cost import (
    KAPPA,
    A_u,
    A_v,
    A_w,
    X,
    activation,
    cost,
    s_u,
    s_v,
    s_w,
    s_x,
    u_in,
    v_in,
    xi,
)
from theory.proof.lemmas import inv
from theory.proof.rules import (
    Theorem,
    algebra,
)
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    combine,
    fact,
    fresh,
    lam,
    put,
    ring,
    total,
    written,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import INT, ONE, Term, eq, num, substituted, var

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
    return quartic_by(moments())


def quartic_by(values: list[Theorem]) -> Theorem:
    """The same, by what the moments of c and s are."""
    return over_all_pairs(
        lambda a, b: combination(FIRST, a, b) ** 2 * combination(SECOND, a, b) ** 2,
        lambda a, b: [circle(turn(xi * b))] + ([] if a is b else [circle(turn(xi * a))]),
        values,
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
    return pair_sum_by(i, j, pair_cost(i, j), quartic(), outputs_of(i, j), ())


def pair_sum_by(
    i: Term,
    j: Term,
    summand: Term,
    quartics: Theorem,
    inner: Theorem,
    more: Sequence[tuple[Term, dict[tuple[str, Term], int]]],
) -> Theorem:
    """The same for another summand; ``more`` are its further angles, in s_x - s_u and s_x - s_v."""
    table = {**coefficients(i, 1), **coefficients(j, 2)}

    def squared_pair(a, b):
        return activation(i, a, b) ** 2 * activation(j, a, b) ** 2

    def told(a, b):
        return put_in(combination(FIRST, a, b) ** 2 * combination(SECOND, a, b) ** 2, table)

    def same(a, b):
        return ring(
            eq(squared_pair(a, b), told(a, b)),
            response_of(u_in, i, a),
            response_of(v_in, i, b),
            response_of(u_in, j, a),
            response_of(v_in, j, b),
        )

    rows = pairwise(squared_pair, told, same)
    value = put(quartics, **table)
    psi = {(f, k): s_x - f(k) for f in (s_u, s_v) for k in (i, j)}
    ui, uj, vi, vj = psi[s_u, i], psi[s_u, j], psi[s_v, i], psi[s_v, j]
    angles = [
        spread(2 * (s_u(i) - s_u(j)), [(2, uj), (-2, ui)])[0],
        spread(2 * (s_v(i) - s_v(j)), [(2, vj), (-2, vi)])[0],
        spread(s_u(i) + s_v(i) - s_u(j) - s_v(j), [(1, uj), (1, vj), (-1, ui), (-1, vi)])[0],
        spread(s_u(i) - s_v(i) - s_u(j) + s_v(j), [(1, uj), (-1, vj), (-1, ui), (1, vi)])[0],
        *(
            spread(
                angle, [(count, s_x - (s_u if f == "u" else s_v)(k)) for (f, k), count in parts]
            )[0]
            for angle, parts in ((angle, counts.items()) for angle, counts in more)
        ),
        *(circle(one) for one in psi.values()),
    ]
    left = inner.conclusion.args[0] * rows.conclusion.args[0]
    return ring(eq(left, num(1, 27) * X**4 * summand), inner, rows, value, *angles, *scales())


@proof("modular.cost-cosines")
def cost_cosines() -> Theorem:
    """Every pair of neurons by itself; what does not depend on the pair comes out of both sums."""
    i, j = fresh(INT, "i"), fresh(INT, "j")
    return summed_over_pairs(goal("modular.cost-cosines"), i, j, pair_sum(i, j), pair_cost)


def summed_over_pairs(
    statement: Term, i: Term, j: Term, pair: Theorem, summand: Callable
) -> Theorem:
    """The cost, from what a pair (i, j) of neurons gives."""
    (whole,) = defined("modular.cost")

    def at_pair(one, other):
        return put(pair, **{i.data[0]: one, j.data[0]: other})

    scale = num(1, 27) * X**4
    left = lam(lambda r, q: at_pair(q, r).conclusion.args[0], INT, INT)

    PAIR = lam(lambda r, q: summand(q, r), INT, INT)

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
    return combine(statement, (1, whole), (factor, columns), (factor, out))


def scaled_sum(scale: Term, summand: Term) -> Theorem:
    """sum_i c f(i) = c sum_i f(i) over the group."""
    from theory.proof.sums.finite import scaled

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


# How often s_w, s_u and s_v stand in these angles.
COUNTS = (
    (1, 0, 0), (1, 2, 0), (1, -2, 0), (1, 0, 2), (1, 0, -2),
    (1, 1, -1), (1, -1, 1), (1, 1, 1), (1, -1, -1),
)  # fmt: skip


def pair_by_cosines(i: Term, j: Term) -> Theorem:
    """The summand of eq:Mexp = sum of weight * C_i C_j cos(alpha_i - alpha_j)."""
    gaps = dw, du, dv = [s(i) - s(j) for s in (s_w, s_u, s_v)]
    turns = (
        spread(2 * (s_u(i) - s_u(j)), [(2, du)]),
        spread(2 * (s_v(i) - s_v(j)), [(2, dv)]),
        spread(s_u(i) + s_v(i) - s_u(j) - s_v(j), [(1, du), (1, dv)]),
        spread(s_u(i) - s_v(i) - s_u(j) + s_v(j), [(1, du), (-1, dv)]),
        *(  # but the first angle, which is s_w itself
            spread(angle(i) - angle(j), list(zip(count, gaps)))
            for (_, _, angle), count in list(zip(LISTED, COUNTS))[1:]
        ),
    )
    listed_ = [weight * C(i) * C(j) * cos(angle(i) - angle(j)) for weight, C, angle in LISTED]
    return ring(
        eq(pair_cost(i, j), sum_terms(listed_)),
        *(cosine for cosine, *_ in turns),
        circle(du),
        circle(dv),
        circle(dw),
    )


def pair_by_products(i: Term, j: Term) -> Theorem:
    """The same, with cos(a - b) = cos a cos b + sin a sin b: the pair is taken apart."""
    form = [
        weight * C(i) * C(j) * (cos(angle(i)) * cos(angle(j)) + sin(angle(i)) * sin(angle(j)))
        for weight, C, angle in LISTED
    ]
    splits = (
        (weight * C(i) * C(j), fact("cos-difference", x=angle(i), y=angle(j)))
        for weight, C, angle in LISTED
    )
    return algebra(eq(pair_cost(i, j), sum_terms(form)), (ONE, pair_by_cosines(i, j)), *splits)


@cache
def nine_squares() -> Theorem:
    """sum_ij of eq:Mexp = sum of weight * ((sum C cos)^2 + (sum C sin)^2)."""
    i, j = fresh(INT, "i"), fresh(INT, "j")
    pair = pair_by_products(i, j)

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
