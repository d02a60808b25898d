"""Something satisfies the definitions of the linear setting: networks of one input and one output,
two of each where two modes are asked for, and the optima that the theorems themselves find there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from theory.linear import letters
from theory.linear.kernel_proofs.matrices.optima import halved
from theory.linear.kernel_proofs.small import at_one, at_two, constant
from theory.linear.letters import HALVED, commuting, cost, data, energy, interlacing, rests
from theory.linear.letters import optima as optima_letters
from theory.linear.letters import time as times
from theory.linear.witnesses import aligned_mode, half_turn, remarks, stages, turning, volume
from theory.linear.witnesses.optima import (
    FRAMES,
    LEFT,
    MODES,
    ONE_BY_ONE,
    ONES,
    best_frame,
    best_loss,
    best_matrix,
    largest_total,
    local_maximum,
    most_modes,
    none_left,
    ranked,
)
from theory.proof.lemmas import HALF
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    algebra,
    conjoin,
)
from theory.proof.sums.any_range import delta
from theory.proof.tactics import fact, lam
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    TWO,
    ZERO,
    Term,
    both,
    num,
    substituted,
)


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


def _at_one_in(names, table) -> Callable[[], Theorem]:
    return lambda: at_one(substituted(bundle(names), table))


def learned() -> Theorem:
    """The network of one input, one output and one point, learned."""
    names = [name for name in LEARNED if name != "linear.rank"]
    found = {name: at_one(substituted(DEFINITIONS[name].statement, ONES)) for name in names}
    found["linear.rank"] = ranked(ONES)
    return conjoin(*(found[name] for name in LEARNED))


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
    special = {"linear.rank": ranked, "linear.order": _ordered}
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
REST = {
    **ONES,
    **dict.fromkeys((rests.A, rests.W, rests.a, rests.b), constant(ONE, INT, INT)),
    **dict.fromkeys((rests.s, rests.kept), constant(ONE, INT)),
    **dict.fromkeys((rests.count, rests.index), ONE),
    rests.ell: constant(ZERO, INT),
}
REST_NAMES = (
    *data.DATA, "linear.inverse", "linear.modes", "linear.active-at-rest", "linear.rank-at-rest",
    "linear.level-at-rest", "linear.kept", "linear.any-mode",
)  # fmt: skip
# A mode before the second has no place where there is one: tests/ has numbers for it.
BEFORE = {data.step: TWO, commuting.sigma: constant(TWO, INT, INT), commuting.s_before: TWO}

WITNESSES: dict[str, Callable[[], Theorem]] = {
    "linear.recursion": common_mode,
    "linear.most-modes": most_modes,
    "linear.rests": _at_one_in(PLATEAU_NAMES, PLATEAU),
    "linear.same-place": _at_one_in(("linear.same-place",), PLACE),
    "linear.next-place": _at_one_in(("linear.next-place",), PLACE),
    "linear.indices": _at_one_in(("linear.indices",), NO_STEP),
    "linear.value-before": _at_one_in(("linear.value-before",), BEFORE),
    "linear.balance": _at_one_in(("linear.balance",), NETWORK),
    "linear.singular-pair": _at_one_in(PAIRED, PAIR),
    "linear.accumulation": _at_one_in((*PAIRED, "linear.accumulation"), ACCUMULATED),
    "linear.waiting": _at_one_in(("linear.last-pair", "linear.waiting"), WAITING),
    "linear.ordered-modes": _at_one_in(("linear.ordered-modes",), ORDERED),
    "linear.jumps": _at_one_in(("linear.jumps",), JUMPS),
    "linear.weights-flow": _at_one_in(RESTING, AT_REST),
    "linear.modes": learned,
    "linear.basis-change": _at_one_in(
        ("linear.basis-change", "linear.map-entry", "linear.moved-entry"), BASIS
    ),
    "linear.largest-total": largest_total,
    "linear.best-frame": best_frame,
    "linear.local-maximum": local_maximum,
    "linear.best-loss": best_loss,
    "linear.best-matrix": best_matrix,
    "linear.commuting": two_modes,
    "linear.two-decompositions": remarks.decompositions,
    "linear.first-selection": remarks.selected,
    "linear.overlap": remarks.aligned,
    "linear.dormant-vectors": none_left,
    "linear.volume": volume.column,
    "linear.first-stage": half_turn.two_axes,
    "linear.stages": stages.one_stage,
    "linear.active-at-rest": _at_one_in(REST_NAMES, REST),
    "linear.turn-rate": turning.leaving,
    "linear.aligned-course": aligned_mode.learned_mode,
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
    "linear.two-decompositions": remarks.THREE_NAMES,
    "linear.first-selection": remarks.SELECTED_NAMES,
    "linear.overlap": remarks.ALIGNED_NAMES,
    "linear.dormant-vectors": ("linear.dormant-vectors", "linear.most-modes"),
    "linear.volume": volume.COLUMN_NAMES,
    "linear.first-stage": half_turn.NAMES,
    "linear.stages": stages.STAGE_NAMES,
    "linear.active-at-rest": REST_NAMES,
    "linear.turn-rate": turning.LEAVING_NAMES,
    "linear.aligned-course": aligned_mode.NAMES,
}
LEADING = {
    one: substituted(halved(one), MODES) for one in (optima_letters.left, optima_letters.right)
}
TABLES: dict[str, Mapping[Term, Term]] = {
    "linear.recursion": FIRST_STEP,
    "linear.rests": PLATEAU,
    "linear.most-modes": ONE_BY_ONE,
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
    "linear.largest-total": {**MODES, optima_letters.U_total: HALF},
    "linear.commuting": TWO_MODES,
    "linear.two-decompositions": remarks.THREE,
    "linear.first-selection": remarks.SELECTED,
    "linear.overlap": remarks.ALIGNED,
    "linear.dormant-vectors": LEFT,
    "linear.volume": volume.COLUMN,
    "linear.first-stage": half_turn.AXES,
    "linear.stages": stages.ONE_STAGE,
    "linear.active-at-rest": REST,
    "linear.turn-rate": turning.LEAVING,
    "linear.aligned-course": aligned_mode.LEARNED,
    "linear.best-loss": {**ONES, cost.ell: constant(ZERO, INT)},
    "linear.best-matrix": {
        **ONES,
        cost.best_ij: ONE,
        cost.Q: constant(ONE, INT, INT),
        cost.R: constant(ONE, INT, INT),
    },
    "linear.best-frame": {
        **MODES,
        optima_letters.a_best: LEADING[optima_letters.left],
        optima_letters.w_best: LEADING[optima_letters.right],
        optima_letters.utility_of: constant(HALF, INT),
    },
    "linear.local-maximum": {
        **MODES,
        optima_letters.a_top: constant(HALVED, INT),
        optima_letters.w_top: constant(HALVED, INT),
        optima_letters.U_local: HALF,
    },
}
