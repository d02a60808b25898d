"""Singular values are determined by their matrix, and with commuting covariances those of
P^perp_{U_k} Sigma_yx are the last ones of Sigma_yx.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.matrices.optima import frame_bound, halved, leading_frame
from theory.linear.letters import M
from theory.linear.letters.commuting import (
    falls,
    index,
    left,
    left_over,
    ordered,
    rank,
    right,
    s_c,
    sigma,
    step,
    u_c,
    v_c,
)
from theory.linear.letters.data import c, d
from theory.linear.letters.optima import left as u_system
from theory.linear.letters.optima import modes
from theory.linear.letters.optima import right as v_system
from theory.linear.letters.optima import sigma as sigma_system
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, detach, discharge, order
from theory.proof.sums.any_range import delta, shifted_sum, split_sum
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    everywhere,
    fact,
    filled_where,
    fresh,
    given,
    put,
    total,
    weaker,
    written,
)
from theory.proof.tactics import lam as function
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, num, substituted, var


@dataclass(frozen=True)
class System:
    """Singular values and vectors of a matrix, with the theorem that they are such."""

    matrix: Term
    values: Term
    left: Term
    right: Term
    size: Term

    @property
    def table(self) -> dict[Term, Term]:
        """Its parts for the letters of linear.singular-system."""
        return {
            M: self.matrix, sigma_system: self.values, u_system: self.left, v_system: self.right,
            rank: self.size,
        }  # fmt: skip

    @property
    def statement(self) -> Term:
        """linear.singular-system at these."""
        return substituted(DEFINITIONS["linear.singular-system"].statement, self.table)


def _used(theorem: Theorem, system: System, shown: Theorem, more: dict) -> Theorem:
    """A theorem about any singular system, at this one."""
    own = DEFINITIONS["linear.singular-system"].statement
    theorem = discharge(own, theorem)
    return detach(filled_where(theorem, {**system.table, **more}), shown)


def at_most(one: System, other: System, facts: tuple, shown: tuple, count: Term) -> Theorem:
    """sigma'_1 + ... + sigma'_m <= sigma_1 + ... + sigma_m for two systems of one matrix.

    ``facts``: 0 <= m, m <= both sizes; the frame of the other is one of all.
    """
    low, below, below_other = facts
    every = given(_used(frame_bound(), one, shown[0], {var("count'", INT): count}), low, below)
    count_own = DEFINITIONS["linear.count"].statement
    pieces = [discharge(count_own, theorem) for theorem in leading_frame()]
    inside = conjoin(low, below_other)
    frame, value = (
        given(_used(piece, other, shown[1], {modes: count}), inside) for piece in pieces
    )
    functions = [substituted(halved(name), other.table) for name in (u_system, v_system)]
    most = at(every, *functions, frame)
    sums = [total(1, count, lambda q: values(q)) for values in (other.values, one.values)]
    return bound(le(sums[0], sums[1]), [value], [[most]])


def same_sum(one: System, other: System, facts: tuple, shown: tuple, count: Term) -> Theorem:
    """The partial sums of two systems of one matrix are equal."""
    low, below, below_other = facts
    up = at_most(one, other, facts, shown, count)
    down = at_most(other, one, (low, below_other, below), shown[::-1], count)
    left_, right_ = up.conclusion.args
    return fact("antisymmetric", up, down, x=left_, y=right_)


def same_value(one: System, other: System, place: Term, facts: tuple, shown: tuple) -> Theorem:
    """sigma'_m = sigma_m; ``facts``: 1 <= m, m <= both sizes."""
    low, below, below_other = facts
    here = (bound(le(0, place), (), [[low]]), below, below_other)
    before = (
        bound(le(0, place - 1), (), [[low]]),
        bound(le(place - 1, one.size), (), [[below]]),
        bound(le(place - 1, other.size), (), [[below_other]]),
    )
    whole = same_sum(one, other, here, shown, place)
    part = same_sum(one, other, before, shown, place - 1)
    start = bound(le(ONE, place - 1 + 1), (), [[low]])
    steps = []
    for values in (other.values, one.values):
        split = fact("sum-step", start, n=ONE, m=place - 1, s=values)
        steps.append(split)
    goal = eq(other.values(place), one.values(place))
    return combine(goal, (1, whole), (1, part), (1, steps[0]), (1, steps[1]))


# --- the two systems of one plateau ---------------------------------------------------------------


def _matrix(k: Term) -> Term:
    return function(lambda l, m: left_over(k, l, m), INT, INT)


def of_plateau(k: Term, k_in: list[Theorem]) -> tuple[System, Theorem]:
    """The singular values of P^perp_{U_k} Sigma_yx, as they are defined."""
    system = System(
        _matrix(k),
        function(lambda q: sigma(q, k), INT),
        function(lambda l, q: left(l, q, k), INT, INT),
        function(lambda m, q: right(m, q, k), INT, INT),
        rank,
    )
    (every,) = known("plateau-spectra")
    return system, written(system.statement, at(every, k, *k_in))


@cache
def _same_delta() -> Theorem:
    """delta(i + k, j + k) = delta(i, j)."""
    i, j, k = (var(name, INT) for name in ("i'", "j'", "k'"))
    far, near = eq(i + k, j + k), eq(i, j)
    goal = eq(delta(i + k, j + k), delta(i, j))

    def same(equal):
        there = combine(far, (1, equal))
        on = fact("ite-true", equal, P=near, z=ONE, w=ZERO)
        return combine(goal, (1, fact("ite-true", there, P=far, z=ONE, w=ZERO)), (1, on))

    def apart(differ):
        back = assume(far)
        other = discharge(far, given(differ, combine(near, (1, back))))
        off = fact("ite-false", differ, P=near, z=ONE, w=ZERO)
        return combine(goal, (1, fact("ite-false", other, P=far, z=ONE, w=ZERO)), (1, off))

    return by_cases(near, same, apart)


def _moved_columns(theorem: Theorem, k: Term, k_low: Theorem) -> Theorem:
    """Columns k + 1, ..., r of an orthonormal system."""
    i, j = fresh(INT, "i"), fresh(INT, "j")
    premises = (le(1, i), le(i, rank - k), le(1, j), le(j, rank - k))
    inside = list(map(assume, premises))

    def there(n, n_low, n_high):
        return bound(le(1, n + k), (), [[n_low], [k_low]]), bound(le(n + k, rank), (), [[n_high]])

    own = at(theorem, i + k, *there(i, *inside[:2]), j + k, *there(j, *inside[2:]))
    shift = put(_same_delta(), **{"i'": i, "j'": j, "k'": k})
    found = combine(eq(own.conclusion.args[0], delta(i, j)), (1, own), (1, shift))
    return everywhere(i, everywhere(j, found, *premises[2:]), *premises[:2])


def of_modes(k: Term, k_in: list[Theorem], decreasing: Theorem) -> tuple[System, Theorem]:
    """The modes k + 1, ..., r are singular values and vectors of P^perp_{U_k} Sigma_yx."""
    orth_u, orth_v, spectral, above, *_ = known("common-modes")
    low, high = k_in
    system = System(
        _matrix(k),
        function(lambda q: s_c(q + k), INT),
        function(lambda l, q: u_c(l, q + k), INT, INT),
        function(lambda m, q: v_c(m, q + k), INT, INT),
        rank - k,
    )
    few = bound(le(k, rank), (), [[high]])
    l, m = fresh(INT, "row"), fresh(INT, "column")
    shape = (le(1, l), le(l, c), le(1, m), le(m, d))
    gains = function(lambda q: s_c(q) * u_c(l, q) * v_c(m, q), INT)
    sums = [total(*ends, lambda q: gains(q)) for ends in ((1, rank), (1, k))]
    plain = same_sums(
        eq(left_over(k, l, m), sums[0] - sums[1]), spectral, orth_u,
        facts=[*map(assume, shape), few, low],
    )  # fmt: skip
    split = split_sum(gains, 1, k, rank, bound(le(1, k + 1), (), [[low]]), few)
    moved = shifted_sum(gains, 1, rank - k, k, bound(le(1, rank - k + 1), (), [[few]]))
    later = total(1, rank - k, lambda q: s_c(q + k) * u_c(l, q + k) * v_c(m, q + k))
    entry = combine(eq(left_over(k, l, m), later), (1, plain), (1, split), (1, moved))
    matrix = everywhere(l, everywhere(m, entry, *shape[2:]), *shape[:2])
    q = fresh(INT, "q")
    ranges = [(le(1, q), le(q, rank - k)), (le(1, q), le(q, rank - k - 1))]
    q_low = bound(le(1, q + k), (), [[assume(le(1, q))], [low]])
    positive = at(above, q + k, q_low, bound(le(q + k, rank), (), [[assume(ranges[0][1])]]))
    down = at(decreasing, q + k, q_low, bound(le(q + k, rank - 1), (), [[assume(ranges[1][1])]]))
    parts_ = [
        _moved_columns(orth_u, k, low),
        _moved_columns(orth_v, k, low),
        matrix,
        everywhere(q, weaker(positive), *ranges[0]),
        everywhere(q, written(le(s_c(q + 1 + k), s_c(q + k)), weaker(down)), *ranges[1]),
    ]
    goals = system.statement.args
    return system, conjoin(*(written(goal, part) for goal, part in zip(goals, parts_)))


def in_order(premise: Theorem) -> Theorem:
    """The singular values decrease, where ``ordered`` is 1."""
    (named,) = known("order")
    statement = falls()

    def otherwise(differ):
        off = fact("ite-false", differ, P=statement, z=ONE, w=ZERO)
        zero = combine(eq(ONE, ZERO), (1, named), (1, off), (1, premise))
        return contradiction(order(lt(ONE, ONE), ((num(1), zero),), ((ONE, (), ONE),)), statement)

    return by_cases(statement, lambda same: same, otherwise)


def plateau_value(place: Term, k: Term, facts: tuple, decreasing: Theorem) -> Theorem:
    """sigma_place^(k) = s_{place + k}, from 1 <= place, 0 <= k, place + k <= r."""
    place_low, k_low, last = facts
    k_in = [k_low, bound(le(k, rank - 1), (), [[place_low], [last]])]
    defined, shown = of_plateau(k, k_in)
    common, shown_common = of_modes(k, k_in, decreasing)
    inside = (
        place_low,
        bound(le(place, rank - k), (), [[last]]),
        bound(le(place, rank), (), [[last], [k_low]]),
    )
    return same_value(common, defined, place, inside, (shown_common, shown))


@proof("linear.bottom-singular-values")
def bottom_singular_values() -> Theorem:
    """Both are s_{i + k}."""
    low, step_low, last = known("indices")
    premise = assume(eq(ordered, 1))
    decreasing = in_order(premise)
    first = plateau_value(index, step, (low, step_low, last), decreasing)
    far = (
        bound(le(1, index + step), (), [[low], [step_low]]),
        bound(le(0, ZERO)),
        bound(le(index + step + ZERO, rank), (), [[last]]),
    )
    second = plateau_value(index + step, ZERO, far, decreasing)
    goal = eq(sigma(index, step), sigma(index + step, ZERO))
    return discharge(premise.conclusion, combine(goal, (1, first), (1, second)))
