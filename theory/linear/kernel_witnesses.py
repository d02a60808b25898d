"""Something satisfies the definitions of the linear setting: networks of one input and one output,
two of each where two modes are asked for, and the optima that the theorems themselves find there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from theory.linear import kernel_commuting_letters as commuting
from theory.linear import kernel_cost_letters as cost
from theory.linear import kernel_data_letters as data
from theory.linear import kernel_energy_letters as energy
from theory.linear import kernel_interlacing_letters as interlacing
from theory.linear import kernel_letters as letters
from theory.linear import kernel_optima_letters as optima
from theory.linear import kernel_time_letters as times
from theory.linear.kernel_letters import HALVED
from theory.linear.kernel_proofs.best_matrix import leading, leading_loss
from theory.linear.kernel_proofs.cost import loss_bound
from theory.linear.kernel_proofs.local_maximum import sphere_bound
from theory.linear.kernel_proofs.optima import any_frame, halved, leading_frame
from theory.linear.kernel_small import at_one, at_two, constant, evaluated, under
from theory.proof.any_range import delta
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    algebra,
    assume,
    conjoin,
    discharge,
    generalise,
    order,
    witness,
)
from theory.proof.tactics import at, bound, combine, fact, fresh, lam, written
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    both,
    eq,
    le,
    num,
    opened,
    substituted,
)

HALF = num(1, 2)


def bundle(names) -> Term:
    """These definitions, all together."""
    return both(*(DEFINITIONS[name].statement for name in names))


# --- weights at rest, one singular pair -----------------------------------------------------------
NETWORK = {
    letters.c: ONE,
    letters.d: ONE,
    letters.H: ONE,
    letters.first: ONE,
    letters.second: ONE,
    letters.end: ONE,
    letters.eta: HALF,
    letters.rate_balance: ZERO,
    letters.A: constant(ONE, INT, INT, REAL),
    letters.W: constant(TWO, INT, INT, REAL),
    letters.G: constant(ZERO, INT, INT, REAL),
}
PAIR = {
    letters.c: ONE,
    letters.d: ONE,
    letters.left: constant(ONE, INT),
    letters.right: constant(ONE, INT),
    letters.M: constant(ONE, INT, INT),
    letters.sigma_mode: ONE,
    letters.U_on_descent: HALVED**2,
}
PAIRED = ("linear.singular-pair", "linear.utility-on-descent")
ACCUMULATED = {
    **PAIR,
    times.t: TWO,
    times.S_on: lam(lambda s: num(1, 3) + s),
    times.S_start: num(1, 3),
    times.S_after: num(7, 3),
}
WAITING = {
    times.c: ONE,
    times.d: ONE,
    times.u_last: constant(ONE, INT),
    times.v_last: constant(ONE, INT),
    times.M_last: constant(TWO, INT, INT),
    times.sigma_last: TWO,
    times.S_wait: lam(lambda s: num(1, 3) + 2 * s),
    times.S_before: num(1, 3),
    times.wait: num(1, 3),
}
ORDERED = {
    times.last: ONE,
    times.t: TWO,
    times.wait_of: constant(ONE, INT),
    times.first: constant(TWO, INT),
    times.second: constant(ONE, INT),
    times.S_first: lam(lambda k: 2 * k, INT),
    times.S_second: lam(lambda k: k, INT),
    times.S_one: num(6),
    times.S_two: num(3),
}
AT_REST = {
    **dict.fromkeys((data.c, data.d, data.H, data.N, times.t), ONE),
    data.p: constant(ONE, INT),
    **dict.fromkeys((data.x, data.y, data.B, data.cov), constant(ONE, INT, INT)),
    **dict.fromkeys((energy.A, energy.W), constant(ONE, INT, INT, REAL)),
    **dict.fromkeys((energy.A_slope, energy.W_slope), constant(ZERO, INT, INT, REAL)),
    **dict.fromkeys((energy.u, energy.v), constant(ONE, INT)),
    **dict.fromkeys((energy.b, energy.lam, energy.eta), ONE),
    **dict.fromkeys((energy.energy_t, energy.energy_0), TWO),
    energy.loss_t: ZERO,
}
RESTING = (
    "linear.covariance", "linear.outputs", "linear.weights-flow", "linear.mode", "linear.energy",
    "linear.energy-start", "linear.loss-then",
)  # fmt: skip
JUMPS = {
    times.step: ONE,
    times.sigma: constant(TWO, INT, INT),
    times.delta_tau: constant(HALF, INT),
    times.S_at: lam(lambda n, k: k, INT, INT),
}

# --- one input, one output, one point -------------------------------------------------------------
ONES = {
    **dict.fromkeys((data.c, data.d, data.H, data.i, data.j, data.N, data.step, data.rank), ONE),
    data.p: constant(ONE, INT),
    **dict.fromkeys(
        (data.x, data.y, data.B, data.cov, data.prec, data.cross, data.beta, data.u, data.P),
        constant(ONE, INT, INT),
    ),
    data.grad: constant(ZERO, INT, INT),
    data.mu: constant(ONE, INT),
    data.a: constant(ONE, INT),
    data.w: constant(TWO, INT),
    **dict.fromkeys(data.rows.values(), constant(ONE, INT)),
    data.cross_ij: ONE,
    **dict.fromkeys(
        (data.descent_ij, data.grad_ij, data.projected_ij, data.U_basis, data.pairing), ZERO
    ),
}
BASIS = {
    **dict.fromkeys((data.H, data.i, data.j), ONE),
    data.A: constant(ONE, INT, INT),
    data.W: constant(num(3), INT, INT),
    data.G: constant(TWO, INT, INT),
    data.G_inv: constant(HALF, INT, INT),
    data.f_entry: num(3),
    data.f_moved: num(3),
}
LEARNED = (
    *data.LEARNED, "linear.target-row", "linear.learned-row", "linear.descent-entry",
    "linear.gradient-entry", "linear.projector-row", "linear.least-squares-column",
    "linear.basis-utility", "linear.pairing",
)  # fmt: skip
MODES = {
    **dict.fromkeys((data.c, data.d, data.rank, optima.modes), ONE),
    letters.M: constant(ONE, INT, INT),
    **dict.fromkeys((optima.left, optima.right), constant(ONE, INT, INT)),
    optima.sigma: constant(ONE, INT),
    optima.sigma_top: ONE,
}
FRAMES = ("linear.singular-system", "linear.count")


def _plain(names, table) -> Callable[[], Theorem]:
    return lambda: at_one(substituted(bundle(names), table))


def _ranked(table) -> Theorem:
    """1 = min(1, 1)."""
    own = substituted(DEFINITIONS["linear.rank"].statement, table)
    same = fact("min-left", bound(le(ONE, ONE)), x=ONE, y=ONE)
    return algebra(own, (num(-1), same))


def learned() -> Theorem:
    """The network of one input, one output and one point, learned."""
    names = [name for name in LEARNED if name != "linear.rank"]
    found = {name: at_one(substituted(DEFINITIONS[name].statement, ONES)) for name in names}
    found["linear.rank"] = _ranked(ONES)
    return conjoin(*(found[name] for name in LEARNED))


def _bound_and_attained(existence: Term, functions, theorem: Theorem) -> Theorem:
    """exists f. exists g. P from P at these functions, the outer one first."""
    first, *rest = functions
    inner = opened(existence, (first,))
    shown = _bound_and_attained(inner, rest, theorem) if rest else written(inner, theorem)
    return witness(existence, first, shown)


def largest_total() -> Theorem:
    """U_total = 1/2 for M = 1."""
    table = {**MODES, optima.U_total: HALF}
    own = substituted(DEFINITIONS["linear.largest-total"].statement, table)
    every, existence = own.args
    frame, value = (under(one, table, []) for one in leading_frame())
    half = evaluated(value.conclusion.args[1], ())
    most = _rewritten_bound(under(any_frame(), table, []), every, half)
    reached = algebra(eq(value.conclusion.args[0], HALF), (ONE, value), (ONE, half))
    functions = [substituted(halved(one), table) for one in (optima.left, optima.right)]
    found = _bound_and_attained(existence, functions, conjoin(frame, reached))
    return conjoin(conjoin(most, found), *_framed(table))


def _framed(table) -> list[Theorem]:
    return [at_one(substituted(DEFINITIONS[name].statement, table)) for name in FRAMES]


def _rewritten_bound(theorem: Theorem, goal: Term, half: Theorem) -> Theorem:
    """for all a, w: premise -> value <= the number that the right side is worth."""
    a, w = fresh(goal.data[0]), fresh(goal.data[0])
    premise, wanted = opened(opened(goal, (a,)), (w,)).args
    own = at(theorem, a, w, assume(premise))
    found = order(wanted, ((ONE, half),), ((ONE, (own,), ONE),))
    return generalise(generalise(discharge(premise, found), w), a)


def best_frame() -> Theorem:
    """The singular pair of M = 1, over sqrt(2), is a best frame."""
    left, right = (halved(one) for one in (optima.left, optima.right))
    table = {
        **MODES,
        optima.a_best: substituted(left, MODES),
        optima.w_best: substituted(right, MODES),
        optima.utility_of: constant(HALF, INT),
    }
    own = substituted(DEFINITIONS["linear.best-frame"].statement, table)
    frame, value = (under(one, table, []) for one in leading_frame())
    back = combine(eq(value.conclusion.args[1], value.conclusion.args[0]), (1, value))
    most = _rewritten_bound(under(any_frame(), table, []), own.args[1], back)
    return conjoin(conjoin(frame, most, at_one(own.args[2])), *_framed(table))


def local_maximum() -> Theorem:
    """The singular pair of M = 1, over sqrt(2), has the largest utility on the whole sphere."""
    table = {
        **MODES,
        optima.a_top: constant(HALVED, INT),
        optima.w_top: constant(HALVED, INT),
        optima.U_local: HALF,
    }
    own = substituted(DEFINITIONS["linear.local-maximum"].statement, table)
    unit, value, near = own.args
    every = under(sphere_bound(), table, [_ranked(table)])
    inside = opened(near, (ONE,))
    goal = inside.args[1]
    a, w = fresh(goal.data[0]), fresh(goal.data[0])
    premise, rest = opened(opened(goal, (a,)), (w,)).args
    distance, wanted = rest.args
    most = bound(wanted, (), [[at(every, a, w, assume(premise))]])
    found = generalise(generalise(discharge(premise, discharge(distance, most)), w), a)
    there = witness(near, ONE, conjoin(bound(inside.args[0]), found))
    return conjoin(
        conjoin(at_one(unit), at_one(value), there),
        at_one(substituted(DEFINITIONS["linear.top-value"].statement, table)),
        *_framed(table)[:1],
    )


def _least(table, name, place: int):
    """(the bound of the definition, its statement) at one input and one output."""
    own = substituted(DEFINITIONS[name].statement, table)
    theorem, goal = under(loss_bound(), table, [_ranked(table)]), own.args[place]
    q, r = fresh(goal.data[0]), fresh(goal.data[0])
    premise, wanted = opened(opened(goal, (q,)), (r,)).args
    found = at(theorem, q, r, assume(premise))
    zero = evaluated(found.conclusion.args[0], ())
    value = evaluated(wanted.args[0], ())
    pairs = ((num(-1), zero), (ONE, value))
    least = order(wanted, pairs, ((ONE, (found,), ONE),))
    return generalise(generalise(discharge(premise, least), r), q), own


def _leading(table):
    columns = under(leading_loss()[0], table, [_ranked(table)])
    return columns, [substituted(one, table) for one in leading()]


def best_loss() -> Theorem:
    """The least loss of rank 1 is 0."""
    table = {**ONES, cost.ell: constant(ZERO, INT)}
    least, own = _least(table, "linear.best-loss", 0)
    columns, functions = _leading(table)
    existence = own.args[1]
    wanted = opened(opened(existence, (functions[0],)), (functions[1],)).args[1]
    return conjoin(
        least, _bound_and_attained(existence, functions, conjoin(columns, at_one(wanted)))
    )


def best_matrix() -> Theorem:
    """1 is the best matrix of rank 1."""
    table = {
        **ONES,
        cost.best_ij: ONE,
        cost.Q: constant(ONE, INT, INT),
        cost.R: constant(ONE, INT, INT),
    }
    least, own = _least(table, "linear.best-matrix", 1)
    return conjoin(at_one(own.args[0]), least, at_one(own.args[2]))


# --- two modes ------------------------------------------------------------------------------------
def _diagonal(first, second) -> Term:
    """The 2 x 2 matrix with these entries."""
    return lam(
        lambda k, l: first * (delta(k, 1) * delta(l, 1)) + second * (delta(k, 2) * delta(l, 2)),
        INT,
        INT,
    )


SAME = lam(lambda k, l: delta(k, l), INT, INT)
TWO_MODES = {
    **dict.fromkeys((data.c, data.d, data.N), TWO),
    data.p: constant(ONE, INT),
    **dict.fromkeys((data.x, data.cov, data.prec), SAME),
    **dict.fromkeys((data.B, data.y, data.cross), _diagonal(TWO, ONE)),
    commuting.inner: _diagonal(num(4), ONE),
    **dict.fromkeys((commuting.u_one, commuting.v_one), lam(lambda k: delta(k, 1), INT)),
    **dict.fromkeys((commuting.u_two, commuting.v_two), lam(lambda k: delta(k, 2), INT)),
    commuting.s_one: TWO,
    commuting.s_two: ONE,
    **dict.fromkeys((commuting.right_xx, commuting.left_mu), ZERO),
}
COMMUTING = (
    *data.DATA, "linear.inverse", "linear.commuting", "linear.two-pairs",
    "linear.turned-covariance", "linear.turned-gram",
)  # fmt: skip


def two_modes() -> Theorem:
    """Sigma_xx = 1 and B = diag(2, 1)."""
    return at_two(substituted(bundle(COMMUTING), TWO_MODES))


# --- one common mode ------------------------------------------------------------------------------
COMMON_MODE = {
    **dict.fromkeys((data.c, data.d, data.N, data.rank, commuting.index, commuting.ordered), ONE),
    data.p: constant(ONE, INT),
    **dict.fromkeys((data.x, data.cov, data.prec), constant(ONE, INT, INT)),
    **dict.fromkeys((data.B, data.y, data.cross), constant(TWO, INT, INT)),
    **dict.fromkeys((commuting.u_c, commuting.v_c), constant(ONE, INT, INT)),
    commuting.s_c: constant(TWO, INT),
    commuting.lam: constant(ONE, INT),
    commuting.sigma: constant(TWO, INT, INT),
    **dict.fromkeys((commuting.left, commuting.right), constant(ONE, INT, INT, INT)),
    commuting.mu: constant(num(4), INT),
    commuting.level_rec: constant(ZERO, INT),
    commuting.delta_tau: constant(HALF, INT),
    **dict.fromkeys((commuting.tau_rec, commuting.wait_rec), HALF),
    commuting.s_k: TWO,
}
FIRST_STEP, NO_STEP = {**COMMON_MODE, data.step: ONE}, {**COMMON_MODE, data.step: ZERO}
RECURSION = (
    *data.DATA, "linear.inverse", "linear.rank", "linear.common-modes", "linear.order",
    "linear.plateau-spectra", "linear.common-eigenvalues", "linear.recursion",
    "linear.recursion-time", "linear.recursion-wait", "linear.value", "linear.recursion-level",
)  # fmt: skip


def _ordered(table) -> Theorem:
    """Nothing is out of order where there is one mode."""
    own = substituted(DEFINITIONS["linear.order"].statement, table)
    condition = own.args[1].args[0]
    on = fact("ite-true", at_one(condition), P=condition, z=ONE, w=ZERO)
    return algebra(own, (num(-1), on))


def common_mode() -> Theorem:
    """One mode with s = 2 and lambda = 1: it is learned at 1/2."""
    special = {"linear.rank": _ranked, "linear.order": _ordered}
    return conjoin(
        *(
            special[name](FIRST_STEP)
            if name in special
            else at_one(substituted(DEFINITIONS[name].statement, FIRST_STEP))
            for name in RECURSION
        )
    )


PLATEAU = {
    **ONES,
    interlacing.rest: constant(ONE, INT, INT, INT),
    interlacing.sigma: constant(ONE, INT, INT),
    **dict.fromkeys((interlacing.left, interlacing.right), constant(ONE, INT, INT, INT)),
}
PLATEAU_NAMES = ("linear.rests", "linear.rest-values")
PLACE = {interlacing.index: ONE, data.rank: TWO, data.step: ONE}
# A mode before the second has no place where there is one: tests/ has numbers for it.
BEFORE = {data.step: TWO, commuting.sigma: constant(TWO, INT, INT), commuting.s_before: TWO}

WITNESSES: dict[str, Callable[[], Theorem]] = {
    "linear.recursion": common_mode,
    "linear.rests": _plain(PLATEAU_NAMES, PLATEAU),
    "linear.same-place": _plain(("linear.same-place",), PLACE),
    "linear.next-place": _plain(("linear.next-place",), PLACE),
    "linear.indices": _plain(("linear.indices",), NO_STEP),
    "linear.value-before": _plain(("linear.value-before",), BEFORE),
    "linear.balance": _plain(("linear.balance",), NETWORK),
    "linear.singular-pair": _plain(PAIRED, PAIR),
    "linear.accumulation": _plain((*PAIRED, "linear.accumulation"), ACCUMULATED),
    "linear.waiting": _plain(("linear.last-pair", "linear.waiting"), WAITING),
    "linear.ordered-modes": _plain(("linear.ordered-modes",), ORDERED),
    "linear.jumps": _plain(("linear.jumps",), JUMPS),
    "linear.weights-flow": _plain(RESTING, AT_REST),
    "linear.modes": learned,
    "linear.basis-change": _plain(
        ("linear.basis-change", "linear.map-entry", "linear.moved-entry"), BASIS
    ),
    "linear.largest-total": largest_total,
    "linear.best-frame": best_frame,
    "linear.local-maximum": local_maximum,
    "linear.best-loss": best_loss,
    "linear.best-matrix": best_matrix,
    "linear.commuting": two_modes,
}
BUNDLES: dict[str, tuple[str, ...]] = {
    "linear.recursion": RECURSION,
    "linear.rests": PLATEAU_NAMES,
    "linear.singular-pair": PAIRED,
    "linear.accumulation": (*PAIRED, "linear.accumulation"),
    "linear.waiting": ("linear.last-pair", "linear.waiting"),
    "linear.weights-flow": RESTING,
    "linear.modes": LEARNED,
    "linear.basis-change": ("linear.basis-change", "linear.map-entry", "linear.moved-entry"),
    "linear.largest-total": ("linear.largest-total", *FRAMES),
    "linear.best-frame": ("linear.best-frame", *FRAMES),
    "linear.local-maximum": ("linear.local-maximum", "linear.top-value", FRAMES[0]),
    "linear.commuting": COMMUTING,
}
LEADING = {one: substituted(halved(one), MODES) for one in (optima.left, optima.right)}
TABLES: dict[str, Mapping[Term, Term]] = {
    "linear.recursion": FIRST_STEP,
    "linear.rests": PLATEAU,
    "linear.same-place": PLACE,
    "linear.next-place": PLACE,
    "linear.indices": NO_STEP,
    "linear.value-before": BEFORE,
    "linear.balance": NETWORK,
    "linear.singular-pair": PAIR,
    "linear.accumulation": ACCUMULATED,
    "linear.waiting": WAITING,
    "linear.ordered-modes": ORDERED,
    "linear.jumps": JUMPS,
    "linear.weights-flow": AT_REST,
    "linear.modes": ONES,
    "linear.basis-change": BASIS,
    "linear.largest-total": {**MODES, optima.U_total: HALF},
    "linear.commuting": TWO_MODES,
    "linear.best-loss": {**ONES, cost.ell: constant(ZERO, INT)},
    "linear.best-matrix": {
        **ONES,
        cost.best_ij: ONE,
        cost.Q: constant(ONE, INT, INT),
        cost.R: constant(ONE, INT, INT),
    },
    "linear.best-frame": {
        **MODES,
        optima.a_best: LEADING[optima.left],
        optima.w_best: LEADING[optima.right],
        optima.utility_of: constant(HALF, INT),
    },
    "linear.local-maximum": {
        **MODES,
        optima.a_top: constant(HALVED, INT),
        optima.w_top: constant(HALVED, INT),
        optima.U_local: HALF,
    },
}
