"""How the claims about the number of neurons are checked: exact algebra (``theory.few_neurons``) beside searches over all pairs."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial

import mpmath as mp
import numpy as np
import sympy as sp
from flint import acb, arb
from hypothesis import strategies as st

from theory import few_neurons as few
from theory import modular_cost as mc
from theory import modular_utility as mu
from theory import three_wave
from theory.claim import Claim
from theory.modular_sums import p

from . import aligned
from . import modular_task as task
from .balls import evaluate
from .check import Check, Effort
from .evidence import Evidence
from .harmonics import Resonant
from .measured import Measured, alone
from .modular_exact import balls, counted, pairs
from .modular_groups import beside
from .moments import in_moments
from .property import Property
from .prove import vanishes
from .task_proofs import velocities


@dataclass(frozen=True)
class Construction:
    """A statement about the gap of N neurons with given phases: exact for every N, by sums of roots of unity.

    The product A_w A_u A_v and A_u/A_v, so also A_w A_u^2 and A_w A_v^2, are the same in every neuron; a gap that is not 0 is given for A_u = A_v.
    """

    name: str
    phases: dict
    tried: Check
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        seen = self.tried.run(claim, statement, effort)
        gaps, last = few.resonant_sizes(self.phases)
        outcome, counterexample = seen.outcome, seen.counterexample
        beyond = last + 1 + sp.Symbol("more", integer=True, nonnegative=True)
        for count, gap in [*gaps.items(), (beyond, sp.S.Zero)] if outcome != "fails" else ():
            outcome = {sp.true: "holds", sp.false: "fails"}.get(sp.simplify(statement.subs({mc.N: count, mc.gap: gap, mc.least_gap: gap, mc.spread: 0}).doit()), "unknown")
            if outcome != "holds":
                counterexample = f"N = {count}: gap {gap} |x|^2/p" if outcome == "fails" else None
                break
        detail = ", ".join(f"N = {n}: {gap}" for n, gap in gaps.items()) + f"; 0 for every N > {last}"
        return replace(seen, check=self.name, method=self.method, outcome=outcome, counterexample=counterexample, detail=(detail, *seen.detail))


def floors(statement: sp.Basic) -> bool:
    """Is the stated lower bound on the gap of N neurons at most the exact one, for every N?"""
    bound = statement.args[1]
    beyond = bound.subs(mc.N, 6 + sp.Symbol("more", integer=True, nonnegative=True))
    return all((few.gap_floor(count) - bound.subs(mc.N, count)).is_nonnegative for count in range(1, 6)) and bool(sp.simplify(beyond).is_nonpositive)


def conditions(statement: sp.Basic) -> bool:
    """'The gap vanishes exactly where the conditions hold': it is the sum of the squares of certain sums over the group, each with a positive factor, and the
    conditions stated, as linear equations in moments, have the same span as that these sums vanish."""
    if not isinstance(statement, sp.Equivalent) or len(statement.args) != 2:
        return False
    attained, listed = sorted(statement.args, key=lambda part: isinstance(part, sp.And))
    if not isinstance(listed, sp.And) or attained != sp.Eq(mc.gap, 0, evaluate=False):
        return False
    try:
        stated = [in_moments(left - right) for left, right in (one.args for one in listed.args)]
    except Resonant:
        return False
    wanted = [*aligned.listed(), sp.re(aligned.LAST) - sp.sqrt(54 * p) / mu.X, sp.im(aligned.LAST)]
    return same_span(stated, wanted) and _squares(mc.LISTED)


@cache
def _squares(listed: tuple) -> bool:
    return aligned.gap_is_squares()


def same_span(one: list[sp.Expr], other: list[sp.Expr]) -> bool:
    """Do two lists of affine functions of the moments span the same space? Units of s_x are numbers here."""
    letters = sorted({letter for expr in one + other for letter in expr.free_symbols if str(letter).startswith(("re(", "im(", "moment("))}, key=str)
    number = sp.Symbol("number", positive=True)   # sqrt(54 p)/X, which stands in the constant terms alone
    rows = []
    for expr in one + other:
        constant = expr.subs(dict.fromkeys(letters, 0))
        row = [sp.diff(expr, letter) for letter in letters]
        if any(entry.has(*letters) for entry in row):
            return False
        rows.append([*row, sp.simplify(constant * mu.X / sp.sqrt(54 * p)) * number])
    rank = [sp.Matrix(part).to_DM().to_field().rank() for part in (rows, rows[:len(one)], rows[len(one):])]
    return len(set(rank)) == 1


def _distance(group: task.Group, effort: Effort) -> Iterator[dict]:
    """Cost and utility over all pairs; the distance from the function to be learned, entry by entry."""
    task.present(group)
    x, n, hat, grid = balls(group.x), group.p, group.hat, np.arange(group.p)
    wave = 2 * abs(hat) / n * task.wave(n, group.frequency, task.phase(hat))
    learned = wave[(grid - grid[:, None, None] - grid[:, None]) % n]
    far = np.sum(np.square(task.outputs(x, group.enclosed) - learned)) / (2 * n**2)
    yield {p: n, mc.gap: task.enclosed_gap(group) * task.square(hat) / n, mc.distance: far}


distances = pairs("cost, utility and distance over all pairs", task.groups(), _distance)


@cache
def _least(count: int, tries: int) -> float:
    """The least gap found; in units of |x_hat|^2/p it depends on nothing but N."""
    return task.gap(task.searched((2, -1, -1), 1, count, 0, tries=tries))


def _searched(more: int, count: int, effort: Effort) -> Iterator[dict]:
    """Three neurons have a bad local minimum; what is found is at least the least gap, up to rounding."""
    tries = more * effort.pick(5 if count == 3 else 1, 12, 40)
    yield {mc.N: count, p: 3, few.least_share: Measured(max(_least(count, tries), 0.0), 1)}   # cost, utility and 1 cancel


searched_shares = Property("the least gap found, N = 1, ..., 6", st.integers(1, 6), partial(_searched, 1), task.DOUBLE,
                           "cost and utility in doubles, six digits to spare", examples=(20, 20, 20), confirm=partial(_searched, 2))


def complex_amplitudes(neuron: tuple, scale: Fraction) -> list[acb]:
    """(g_a, g_b, w) in cosines and sines as complex amplitudes: cos(t + s) = cos s cos t - sin s sin t conjugates."""
    parts = [[evaluate(sp.sympify(q), {few.eps: scale}) for q in part] for part in neuron]
    return [acb(cosine, -sine) for cosine, sine in parts]


def five_group(x: tuple, scale: Fraction) -> task.Group:
    """The five neurons as a group; 1/2 because cos(c) cos(a + b) holds only half of cos(c - a - b)."""
    shape = task.present(task.Group(x, 1, ()))
    hat = shape.hat
    unit = (arb(54 * shape.p).sqrt() / abs(hat)).root(3)
    rows = [complex_amplitudes(neuron, scale) for neuron in few.five()]
    return task.Group(x, 1, tuple(
        (unit * abs(u), unit * abs(v), unit * abs(w) / 2, task.phase(u), task.phase(v), task.phase(w) - task.phase(hat)) for u, v, w in rows))


def _five(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, scale = instance
    yield {few.eps: scale, p: len(x), few.gap_five: task.enclosed_gap(five_group(x, scale))}


_scales = st.sampled_from([Fraction(q) for q in ("1", "3/2", "2", "3")])
five_measured = pairs("five neurons over all pairs", st.tuples(task.centred((3, 5, 7)), _scales), _five)


def _cross(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Two groups of different frequencies; the slope in the first w along the second frequency, from five losses."""
    one, second, turned = instance[0], beside(*instance), Fraction(2, 5)
    task.something(one.x)
    n, both = one.p, np.concatenate([one.enclosed, second.enclosed])
    direction = task.at_block(both, 2, task.wave(n, second.frequency, turned))
    columns = (mc.A_u, mc.A_v, mc.A_w, mc.s_u, mc.s_v, mc.s_w)
    yield {p: n, mu.X: abs(one.hat), mc.X_2: abs(second.hat), mc.amp_u: one.neurons[0][0], mc.amp_v: one.neurons[0][1], mc.ph_h: turned,
           mc.N: len(second.neurons), mc.slope_cross: task.slope(balls(one.x), both, direction),
           **{function: second.value(n) for n, function in enumerate(columns)}}


crossed = pairs("five losses along the other frequency", st.tuples(task.groups((5, 7, 9), most=2), task.groups((5,), most=2)), _cross)


def ranks(x: tuple) -> dict:
    """p, and the magnitudes of x by size."""
    order = task.strongest(x)
    return {p: len(x), mc.mag: counted([task.magnitude(x, f) for f in order], "frequency")}


def _waiting(digits: int, instance: tuple, effort: Effort) -> Iterator[dict]:
    """The limit of the waiting time is the blow-up time of the flow at unit scale, from elliptic integrals (modular.wave-time)."""
    x, seed, scale, align, share = instance
    order = task.strongest(task.clear(x))
    done = int(share * len(order))
    theta = task.summands(x).mixture((order[done],)) if align else np.random.default_rng(seed).normal(size=3 * len(x))
    theta = scale * theta / np.linalg.norm(theta)
    times = three_wave.blow_up_times(x, theta, digits)
    wait = min(times[f - 1] for f in order[done:])
    yield {**ranks(x), mc.steps: done, mc.top_left: task.magnitude(x, order[done]), mc.mu_limit: alone(float(mp.norm(list(theta)))),
           mc.wait_limit: alone(float(wait))}


def waiting(align: bool) -> Property:
    instances = st.tuples(task.centred((3, 5)), st.integers(0, 99), st.sampled_from((0.25, 0.5, 1.0, 2.0)), st.just(align), st.sampled_from((0.0, 0.5)))
    return Property("attained by an aligned neuron" if align else "exact blow-up times", instances, partial(_waiting, three_wave.DIGITS), 1e-12,
                    "doubles into 30-digit elliptic integrals, three digits to spare", examples=(8, 60, 400), method="flow", sharp=align,
                    confirm=partial(_waiting, 2 * three_wave.DIGITS))


def waiting_bound(statement: sp.Basic) -> bool:
    """Euler: d|theta|^2/dt = 2 * 3 U(theta) <= 6 U* |theta|^3, so 1/|theta| falls at most at the rate 3 U*, from 1/mu to 0.

    It holds for the part of a neuron at one frequency as well, whose velocity depends on nothing else: so an earlier jump may be counted from.
    """
    left, stated = statement.args
    return left == mc.wait_limit and vanishes((1 / stated).subs(mc.mag(mc.steps + 1), mu.X) - 3 * mu.maximal_utility.formula * mc.mu_limit) and velocities()


def independent_conditions() -> dict:
    """The rank of the nine quadratics in (u, conj u, v, conj v) at nine pairs (u, v) of Gaussian integers, exactly."""
    points = [(u, v) for u in (1, 1 + sp.I, 2 - sp.I) for v in (1, 2 + sp.I, 1 - 3 * sp.I)]
    rows = []
    for u, v in points:
        U, V = sp.conjugate(u), sp.conjugate(v)
        rows.append([sp.expand(q) for q in (u * U + v * V, u * u, U * U, v * v, V * V, u * V, U * v, u * v, U * V)])
    return {few.independent: sp.Integer(sp.Matrix(rows).rank(simplify=True))}


def proved_fewest() -> dict:
    """From below by the rank of a pencil; from above by the construction, whose gap is 0 there."""
    below = few.fewest()
    gaps, _ = few.resonant_sizes(few.OURS)
    few.need(gaps[int(below)] == 0, f"{below} neurons attain the bound")
    return {mc.least_group: below}


def family() -> dict:
    return {few.gap_five: few.family_gap()}

