"""Checks of the attention claims: proofs here, enumerated expectations and measured flows in the files beside.

Moments are proved by Wick's theorem for every dimension and every N (``wick``), the reduction of the full formula by block
matrices; expectations are enumerated from their definition (``attention_population``), maxima are searched on the sphere
(``attention_sphere``), and dormant heads, AGF and gradient flow are integrated (``attention_flows``).
"""
from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial

import sympy as sp
from hypothesis import strategies as st

from theory import attention as at
from theory.framework import theta_sq
from theory.symbols import eta, n_0

from . import attention_flows as flows
from . import attention_population as people
from . import attention_sphere as sphere
from .attention_heads import MANY_DIGITS, crowds, flights
from .check import Check
from .property import Property
from .prove import ByDerivation, Symbolic
from .wick import Moment, expectation

a, b, c, A = sp.symbols("a b c A", real=True)
fractions = st.fractions


# --- the full formula with the zero slices, in blocks ------------------------------------------------------------------
@lru_cache(maxsize=1)
def reduced_output() -> dict:
    """The corner of W_V X X^T W_K W_Q^T X for X = [[x, x_{N+1}], [y, 0]], any N and d, as a product of its responses."""
    n, d = sp.symbols("n d", integer=True, positive=True)
    x, last, y = sp.MatrixSymbol("x", d, n), sp.MatrixSymbol("x_last", d, 1), sp.MatrixSymbol("y", 1, n)
    v, K, Q = sp.MatrixSymbol("v", 1, 1), sp.MatrixSymbol("K", d, 1), sp.MatrixSymbol("Q", d, 1)
    zero = sp.ZeroMatrix
    X = sp.BlockMatrix([[x, last], [y, zero(1, 1)]])
    W_V = sp.BlockMatrix([[zero(d, d), zero(d, 1)], [zero(1, d), v]])
    W_K, W_Q = (sp.BlockMatrix([[part], [zero(1, 1)]]) for part in (K, Q))
    corner = sp.block_collapse(W_V * X * X.T * W_K * W_Q.T * X).blocks[1, 1]
    factors = list(corner.args)
    responses = {(v,): "V", (y, x.T, K): "key", (Q.T, last): "query"}
    found = []
    while factors:  # cut the product into 1 x 1 pieces
        for piece, name in responses.items():
            if tuple(factors[:len(piece)]) == piece:
                found.append(name)
                factors = factors[len(piece):]
                break
        else:
            raise ArithmeticError(f"{corner} is not a product of scalar responses")
    letters = {"V": (at.V_1, at.V_2), "key": (at.key_1, at.key_2), "query": (at.query_1, at.query_2)}
    return {at.y_hat: sum(sp.Mul(*(letters[name][h] for name in found)) for h in (0, 1))}


# --- moments -------------------------------------------------------------------------------------------------------------
CHAIN = ((1, 2, ""),)


def second_moment(labels: str, distinct: bool = False) -> sp.Expr:
    """E of the entry (a, b) of sum x_i x_i^T x_j x_j^T over the labels i, j."""
    slots = tuple(("x", label) for label in labels)
    return expectation(Moment(slots, CHAIN), at.N, {"S": at.s_ab, "SS": at.s2_ab, "tr S": at.T}, distinct)


@lru_cache(maxsize=1)
def moments() -> dict:
    return {at.C_ab: second_moment("nnmm"), at.squares_ab: second_moment("nnnn"), at.pairs_ab: second_moment("nnmm", distinct=True)}


def along(value: sp.Expr) -> sp.Expr:
    """C along an eigenvector: c(lambda)."""
    return moments()[at.C_ab].subs({at.s_ab: value, at.s2_ab: value**2}, simultaneous=True)


@lru_cache(maxsize=1)
def loss_by_wick() -> dict:
    """E(b.q - q^T W sum_n x_n (x_n.b))^2/2, term by term."""
    letters = {"tr S": at.T, "tr SSW": at.linear_term, "tr SSw": at.linear_term, "tr SWSw": at.quad_1, "tr SSWSw": at.quad_2, "tr SSwSW": at.quad_2}
    target = Moment((("b", ""), ("q", ""), ("b", ""), ("q", "")), ((0, 1, ""), (2, 3, "")))
    mixed = Moment((("b", ""), ("q", ""), ("q", ""), ("x", "n"), ("x", "n"), ("b", "")), ((0, 1, ""), (2, 3, "W"), (4, 5, "")))
    square = Moment((("q", ""), ("x", "n"), ("x", "n"), ("b", ""), ("q", ""), ("x", "m"), ("x", "m"), ("b", "")),
                    ((0, 1, "W"), (2, 3, ""), (4, 5, "W"), (6, 7, "")))
    one, two, three = (expectation(m, at.N, letters) for m in (target, mixed, square))
    return {at.L_W: one / 2 - two + three / 2}


# --- one component: loss as a function of the magnitude ------------------------------------------------------------------
def component_loss(value: sp.Expr, size: sp.Expr) -> sp.Expr:
    """The part of the loss that depends on the magnitude along one eigenvector, W = A v v^T."""
    return -at.N * value**2 * size + value * along(value) * size**2 / 2


def best(value: sp.Expr) -> sp.Expr:
    (found,) = sp.solve(sp.diff(component_loss(value, A), A), A)
    return found


def learning() -> dict:
    value = at.lam_k
    return {at.A_k: best(value), at.level_0: loss_by_wick()[at.L_W].subs({at.linear_term: 0, at.quad_1: 0, at.quad_2: 0}),
            at.drop: -component_loss(value, best(value)), at.curvature: sp.diff(component_loss(value, A), A, 2)}


def crossing() -> dict:
    """E[f_h f_i] = A_h V (v^T Sigma Q)(v^T C K) for f_h = A_h (v^T s)(v^T q): query and key responses are independent."""
    size = best(at.lam_h)
    return {at.A_h: size, at.cross: size * at.V * at.lam_h * at.Q_h * along(at.lam_h) * at.K_h}


def one_head() -> dict:
    """The loss of one aligned head (V, Q v, K v), differentiated in Q."""
    whole = component_loss(at.lam_j, at.V_h * at.Q_j * at.K_j)
    return {at.grad_Q_alone: sp.diff(whole, at.Q_j), at.response: at.V_h**2 * at.K_j**2 * along(at.lam_j)}


# --- the dormant head ------------------------------------------------------------------------------------------------------
def solves_sums(statement: sp.Basic) -> sp.Basic:
    """d(Q + K)/dI = N mu (Q + K) and d(Q - K)/dI = -N mu (Q - K), from the values at I = 0."""
    parts = []
    for part, sign, start in zip(statement.args, (1, -1), (at.plus_0, at.minus_0)):
        formula = part.args[1]
        parts += [sp.Eq(sp.diff(formula, at.integral_V), sign * at.N * at.mu_j * formula, evaluate=False),
                  sp.Eq(formula.subs(at.integral_V, 0), start, evaluate=False)]
    return sp.And(*parts, evaluate=False)


def solves_tilt(statement: sp.Basic) -> sp.Basic:
    """The quotient of two sums: d tilt/dI = N (mu_j - mu_1) tilt."""
    formula = statement.args[1]
    return sp.And(sp.Eq(sp.diff(formula, at.integral_V), at.N * (at.mu_j - at.mu_1) * formula, evaluate=False),
                  sp.Eq(formula.subs(at.integral_V, 0), at.tilt_0, evaluate=False), evaluate=False)


def balance() -> dict:
    """V' = eta g, Q.Q' = eta V g = K.K' with g = Q^T G K, whatever G is: V^2 - |Q|^2 and V^2 - |K|^2 by the product rule."""
    g = sp.Symbol("g", real=True)
    return {at.rate_VQ: 2 * at.V * (eta * g) - 2 * (eta * at.V * g), at.rate_VK: 2 * at.V * (eta * g) - 2 * (eta * at.V * g)}


def norms() -> dict:
    """|Q|^2 and |K|^2 from the conserved differences."""
    Q_0, K_0 = sp.symbols("Q_0 K_0", real=True)
    Q, K = at.V_sq - at.V_0**2 + Q_0**2, at.V_sq - at.V_0**2 + K_0**2
    return {theta_sq: at.V_sq + Q + K, n_0: sp.sqrt(at.V_0**2 + Q_0**2 + K_0**2)}


# --- the catalogue ---------------------------------------------------------------------------------------------------------
def enumerated(name: str, observe, instances, examples=(12, 80, 600)) -> Property:
    """In rationals: a second look would see the same, so the first is its own confirmation."""
    return Property(
        name, instances, observe, people.EXACT, people.REASON, examples=examples, confirm=observe
    )


def integrated(name: str, observe, instances, examples=(12, 100, 1000), **options) -> Property:
    """Heads in doubles, with companions for the error; the second look has 28 digits."""
    return Property(
        name, instances, observe, flows.TWELVE, "Taylor steps of order 24 in doubles",
        examples=examples, method="flow", confirm=partial(observe, arithmetic=MANY_DIGITS), **options,
    )  # fmt: skip


def optimised(name: str, observe, instances, confirm=None, examples=(12, 80, 600)) -> Property:
    return Property(
        name, instances, observe, sphere.OPTIMUM,
        "BFGS with exact gradients, then Newton steps on the sphere", examples=examples, confirm=confirm,
    )  # fmt: skip


def raced(name: str, observe, examples) -> Property:
    return Property(
        name, flows.raced(), observe, 1e-9, "exact steps of AGF in doubles, S by DOP853 to 1e-13",
        examples=examples, method="flow", confirm=partial(observe, integrated=True),
    )  # fmt: skip


def searched(name: str, instances, observe, examples=(12, 80, 600)) -> Property:
    """Maxima on the sphere by BFGS; the second look by fixed-point steps."""
    return optimised(name, observe, instances, partial(observe, search=sphere.iterate), examples)


def limiting(name: str, observe, instances, examples) -> Property:
    """Three alphas and the doubt of their extrapolation; the second look begins at a smaller one."""
    return Property(
        name, instances, observe, flows.READ, "jump times are read off gradient flow to nine digits",
        examples=examples, method="limit", confirm=partial(observe, closer=True),
    )  # fmt: skip


PLATEAUS = "expectations enumerated, magnitudes by least squares"
INTEGRATED, ALIGNED = "integrated heads", "attained by aligned heads"
ENUMERATED = "the gradient enumerated"
EVERY_GAP = "AGF of two or three heads, every l < k"
any_tasks, turned = people.tasks(), people.turned_tasks()
two_heads, one_head_each = people.with_heads(2, any_tasks), people.with_heads(1, turned)
late = people.with_heads(1, people.turned_tasks(least=2))
aligned = people.with_magnitudes()
head_and_scale = people.with_heads(1, any_tasks).flatmap(lambda pair: st.tuples(
    *map(st.just, pair), fractions(Fraction(1, 2), 3, max_denominator=4)))
given_values = st.sampled_from([Fraction(x) for x in ("1/2", "-1/2", "1/3", "-4/5")])
by_enumeration = enumerated(PLATEAUS, people.plateaus, turned)
by_integration = integrated(INTEGRATED, flows.half_way, flights())
random_networks = flows.random_networks()

CHECKS: dict[str, list[Check]] = {
    "attention.cubic": [
        enumerated("a prompt and a head, scaled", people.homogeneous, head_and_scale)],
    "attention.reduced-prediction": [
        Symbolic("block matrices, any N and d", reduced_output),
        enumerated("the full formula on prompts", people.predicted, two_heads)],
    "attention.zero-slices": [
        enumerated("the full gradient on the enumerated population", people.frozen,
                   people.with_heads(2, people.tasks(most=2)))],
    "attention.accelerated-rate": [Property(
        "quadrature over the density of |theta|",
        st.tuples(st.integers(1, 6), fractions(Fraction(1, 50), Fraction(9, 10), max_denominator=50)),
        flows.expected_rates, 1e-20, "25-digit quadrature", examples=(10, 60, 300),
        confirm=partial(flows.expected_rates, digits=40))],
    "attention.covariance-split": [
        Symbolic("Wick's theorem, any N and d", moments),
        enumerated("enumerated", people.second_moments, any_tasks)],
    "attention.covariance-square": [
        Symbolic("Wick's theorem, any N and d", moments),
        enumerated("enumerated", people.second_moments, any_tasks)],
    "attention.population-loss": [
        Symbolic("Wick's theorem, any N and d", loss_by_wick),
        enumerated("enumerated, from the full formula", people.losses, two_heads)],
    "attention.initial-utility": [
        enumerated("E[y f_i] enumerated", people.before_first_jump, people.with_heads(1, any_tasks))],
    "attention.magnitude-index": [
        Symbolic("the loss along v_h minimised", crossing),
        enumerated(PLATEAUS, people.after_a_jump, late)],
    "attention.cross-term": [
        Symbolic("C by Wick's theorem along an eigenvector", crossing),
        enumerated("E[f_h f_i] enumerated", people.after_a_jump, late)],
    "attention.utility": [
        enumerated("E[f_i (y - sum f_h)] enumerated", people.utilities, one_head_each)],
    "attention.largest-eigenvalue": [Property(
        "eigenvalues of the matrix", turned, sphere.eigenvalues, 1e-13,
        "eigenvalues of a symmetric matrix in doubles", examples=(12, 80, 600),
        confirm=sphere.rational_eigenvalues)],
    "attention.rayleigh": [optimised(
        "BFGS in (Q, K)", sphere.best_for_value, st.tuples(turned, given_values),
        sphere.eigenvalue_for_value)],
    "attention.maximal-utility": [
        ByDerivation(), searched("BFGS on the sphere", turned, sphere.distinct_maxima)],
    "attention.maximiser": [searched("BFGS on the sphere", turned, sphere.distinct_maxima)],
    "attention.no-other-maxima": [
        Property("Hessian at every critical point, in rationals", sphere.tied_tasks(), sphere.critical,
                 people.EXACT, "inertia of rational matrices: nothing is rounded",
                 examples=(12, 80, 600), method="critical-points", confirm=sphere.critical),
        searched("BFGS from many starts, ties included", sphere.tied_tasks(), sphere.maxima)],
    "attention.decoupled-loss": [enumerated("enumerated", people.active_heads, aligned)],
    "attention.directions-preserved": [enumerated(ENUMERATED, people.active_heads, aligned)],
    "attention.gradient-alone": [enumerated(ENUMERATED, people.active_heads, aligned)],
    "attention.gradient": [
        Symbolic("the loss of one head differentiated", one_head),
        enumerated(ENUMERATED, people.active_heads, aligned)],
    "attention.old-heads-rest": [
        enumerated(ENUMERATED, people.at_equilibrium, people.with_magnitudes(heads=2, least=2))],
    "attention.component-index": [Property(
        "AGF from random initialisations", random_networks, flows.agf_plateaus, 1e-10,
        "cost minimisation ends in Newton steps; components are whole numbers", examples=(4, 40, 400),
        method="flow", confirm=partial(flows.agf_plateaus, alpha=flows.CLOSER_ALPHA))],
    "attention.convex": [Symbolic("the second derivative", learning), by_enumeration],
    "attention.magnitude": [Symbolic("the loss along v_k minimised", learning), by_enumeration],
    "attention.learned-function": [
        Property("plateaus of AGF", random_networks, flows.agf_plateaus, 1e-10,
                 "cost minimisation ends in Newton steps", examples=(4, 40, 400), method="flow",
                 confirm=partial(flows.agf_plateaus, alpha=flows.CLOSER_ALPHA)),
        Property("best network of k heads, by BFGS", flows.random_networks(2), flows.best_networks, 1e-10,
                 "BFGS, then Newton steps", examples=(4, 30, 200), confirm=flows.reduced_rank)],
    "attention.levels": [Symbolic("the loss at the best magnitude", learning), by_enumeration],
    "attention.levels-appendix": [Symbolic("the loss at the best magnitude", learning), by_enumeration],
    "attention.zhang-levels": [Symbolic("the loss at the best magnitude", learning), by_enumeration],
    "attention.gradient-flow": [
        limiting("gradient flow and AGF from the same heads", flows.flow_and_agf,
                 flows.random_networks(2, heads=2), (2, 12, 60)),
        limiting("many heads, two jumps", flows.large_flow, flows.large_networks, (1, 2, 2))],
    "attention.accumulated-bound": [
        by_integration,
        integrated(ALIGNED, flows.half_way, flights(aligned=True), examples=(6, 30, 100), sharp=True)],
    "attention.threshold": [
        integrated("accumulated utility at norm one", flows.jumps, flights())],
    "attention.jump-bound": [
        raced(EVERY_GAP, flows.limit_gaps, (6, 200, 1500)),
        integrated(ALIGNED, flows.far_jumps, flights(aligned=True), examples=(6, 30, 100), sharp=True)],
    "attention.jump-bound-appendix": [
        integrated("the first jump of one head", flows.jumps, flights()),
        raced(EVERY_GAP, flows.finite_gaps, (8, 200, 1500)),
        integrated(ALIGNED, flows.jumps, flights(aligned=True), examples=(8, 30, 100), sharp=True)],
    "attention.conserved": [
        Symbolic("the product rule, any force", balance),
        enumerated("velocities on networks", people.balanced, two_heads)],
    "attention.dormant-sums": [Symbolic("solves the equation in I", into=solves_sums), by_integration],
    "attention.dormant-value": [
        ByDerivation(), integrated(INTEGRATED, flows.half_way, flights(most=1), examples=(6, 100, 1000))],
    "attention.dormant-norm": [Symbolic("from the conserved quantities", norms), by_integration],
    "attention.exact-jump-time": [
        integrated("quadrature against the integrated flow, to 12 digits", flows.exact_times, flights())],
    "attention.exact-jump-time-limit": [
        integrated("starts of 1e-9 and 1e-11", flows.exact_limits, flights(), examples=(6, 60, 400))],
    "attention.first-head": [
        integrated("several heads under one M", flows.races, crowds(), examples=(4, 60, 400))],
    "attention.alignment": [
        Symbolic("the quotient of two sums", into=solves_tilt),
        integrated(INTEGRATED, flows.tilted, flights())],
    "attention.alignment-rate": [
        integrated("heads from 1e-5, 1e-7 and 1e-9", flows.tilt_exponents, flows.tilts(), (8, 60, 400))],
}
