"""How the claims about the number of neurons are checked: exact constructions beside searches over
all pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

import numpy as np
import sympy as sp
from flint import acb, arb
from hypothesis import strategies as st

from checks.evidence import Evidence
from checks.methods.balls import evaluate
from checks.methods.check import Beyond, Check, Effort
from checks.methods.measured import Measured
from checks.methods.property import Property
from checks.modular import task
from checks.modular.exact import balls, counted, pairs
from checks.modular.neuron_groups import constructions
from checks.modular.neuron_groups.learned_groups import beside
from theory import modular as paper
from theory.claim import Claim
from theory.modular import p
from theory.modular.proofs import few_neurons


@dataclass(frozen=True)
class Construction:
    """A statement about the gap of N neurons with given phases: exact for every N, by sums of roots
    of unity.

    The product A_w A_u A_v and A_u/A_v, so also A_w A_u^2 and A_w A_v^2, are the same in every
    neuron (spread 0); a gap that is not 0 is given for A_u = A_v. Where A_u/A_v differs the gap may
    be anything, and so may the least gap where this one is not 0. ``may_differ`` says that the
    claim leaves the amplitudes free: then a statement that does not speak of the spread is about
    every one.
    """

    name: str
    phases: dict
    tried: Check
    may_differ: bool = False
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The statement at the exact gap of every N, once no instance fails; the gaps are the
        detail.
        """
        seen = self.tried.run(claim, statement, effort)
        gaps, last = few_neurons.resonant_sizes(self.phases)
        outcome, counterexample = seen.outcome, seen.counterexample
        if outcome != "fails":
            outcome, counterexample = self._judged(statement, gaps, last)
        detail = (
            ", ".join(f"N = {n}: {gap}" for n, gap in gaps.items()) + f"; 0 for every N > {last}"
        )
        return replace(
            seen,
            check=self.name,
            method=self.method,
            outcome=outcome,
            counterexample=counterexample,
            detail=(detail, *seen.detail),
        )

    def _judged(self, statement: sp.Basic, gaps: dict, last: int) -> tuple[str, str | None]:
        """False at one N: false. True for every N, whatever is not known: true."""
        beyond = last + 1 + sp.Symbol("more", integer=True, nonnegative=True)
        outcome = "holds"
        for count, gap in (*gaps.items(), (beyond, sp.S.Zero)):
            least = sp.S.Zero if gap == 0 else sp.Symbol("least", nonnegative=True)
            equal = {paper.gap: gap, paper.least_gap: least, paper.spread: 0}
            unequal = {
                paper.gap: sp.Symbol("unknown_gap", nonnegative=True),
                paper.least_gap: least,
                paper.spread: sp.Symbol("unequal", positive=True),
            }
            differ = self.may_differ or statement.has(paper.spread)
            cases = [equal, unequal] if differ else [equal]
            answers = [
                sp.simplify(statement.subs({paper.N: count, **case}).doit()) for case in cases
            ]
            if sp.false in answers:
                return "fails", f"N = {count}: gap {gap} |x|^2/p"
            if not all(answer == sp.true for answer in answers):
                outcome = "unknown"
        return outcome, None


def _distance(group: task.Group, effort: Effort) -> Iterator[dict]:
    """Cost and utility over all pairs; the distance from the function to be learned, entry by
    entry.
    """
    task.present(group)
    x, n, hat, grid = balls(group.x), group.p, group.hat, np.arange(group.p)
    wave = 2 * abs(hat) / n * task.wave(n, group.frequency, task.phase(hat))
    learned = wave[(grid - grid[:, None, None] - grid[:, None]) % n]
    far = np.sum(np.square(task.outputs(x, group.enclosed) - learned)) / (2 * n**2)
    yield {
        p: n,
        paper.gap: constructions.enclosed_gap(group) * task.square(hat) / n,
        paper.distance: far,
    }


distances = pairs(
    "cost, utility and distance over all pairs",
    task.groups(task.UP_TO_31),
    _distance,
    beyond=task.beyond_odd(task.groups(task.EVEN)),
)


@cache
def _least(count: int, tries: int) -> float:
    """The least gap found; in units of |x_hat|^2/p it depends on nothing but N."""
    return constructions.gap(constructions.searched((2, -1, -1), 1, count, 0, tries=tries))


def _searched(more: int, drawn: int | task.Group, effort: Effort) -> Iterator[dict]:
    """Three neurons have a bad local minimum; what is found is at least the least gap, up to
    rounding. A group that is given has the gap of its best output.
    """
    if isinstance(drawn, task.Group):
        count, size, share = len(drawn.neurons), drawn.p, constructions.gap(_best_output(drawn))
    else:
        tries = more * effort.pick(5 if drawn == 3 else 1, 12, 40)
        count, size, share = drawn, 3, _least(drawn, tries)
    # cost, utility and 1 cancel
    yield {paper.N: count, p: size, paper.least_share: Measured(max(share, 0.0), 1)}


def _best_output(group: task.Group) -> task.Group:
    """The outputs of the group times U/(2C), which makes C - U least."""
    x = np.array(group.x, dtype=float)
    best = task.utility(x, group.parameters) / (2 * task.cost(x, group.parameters))
    return task.Group(
        group.x,
        group.frequency,
        tuple((A, B, float(C) * best, *rest) for A, B, C, *rest in group.neurons),
    )


searched_shares = Property(
    "the least gap found, N = 1, ..., 6",
    st.integers(1, 6),
    partial(_searched, 1),
    task.DOUBLE,
    "cost and utility in doubles, six digits to spare",
    examples=(20, 20, 20),
    confirm=partial(_searched, 2),
    # one neuron on p/2 leaves 3/4
    beyond=task.beyond_odd(
        task.with_half().map(lambda x: task.Group(x, len(x) // 2, ((1, 1, 1, 0, 0, 0),)))
    ),
)


class Several(NamedTuple):
    """An encoding, and how many neurons are searched for."""

    x: tuple
    N: int


def _best(more: int, drawn: tuple | Several, effort: Effort) -> Iterator[dict]:
    """The gap of the best neuron found, or of the best few, over all pairs of residues."""
    x, count = drawn if isinstance(drawn, Several) else (drawn, 1)
    share = constructions.gap(constructions.searched(x, 1, count, effort.seed, tries=more))
    yield {paper.N: count, p: len(x), paper.least_share: Measured(share, 1)}


ONE_HOT_31 = (30, *[-1] * 30)  # centred
_one_alone = Beyond(sp.Eq(paper.N, 1), st.builds(Several, st.just((2, -1, -1)), st.integers(2, 4)))
best_neuron = Property(
    "the least gap found, one neuron",
    st.sampled_from([(2, -1, -1), (3, -1, 0, -2, 0), (2, 1, -1, 0, -3, 0, 1), ONE_HOT_31]),
    partial(_best, 2),
    task.DOUBLE,
    "cost and utility in doubles, six digits to spare",
    examples=(6, 10, 10),
    confirm=partial(_best, 5),
    beyond=(
        *task.beyond_odd(task.centred(task.EVEN).filter(lambda x: task.magnitude(x, 1) > 1)),
        _one_alone,
    ),
)


def complex_amplitudes(neuron: tuple, scale: Fraction) -> list[acb]:
    """(g_a, g_b, w) in cosines and sines as complex amplitudes: cos(t + s) = cos s cos t - sin s
    sin t conjugates.
    """
    parts = [[evaluate(sp.sympify(q), {paper.eps: scale}) for q in part] for part in neuron]
    return [acb(cosine, -sine) for cosine, sine in parts]


def five_group(x: tuple, scale: Fraction) -> task.Group:
    """The five neurons as a group; 1/2 because cos(c) cos(a + b) holds only half of
    cos(c - a - b).
    """
    shape = task.present(task.Group(x, 1, ()))
    hat = shape.hat
    unit = (arb(54 * shape.p).sqrt() / abs(hat)).root(3)
    rows = [complex_amplitudes(neuron, scale) for neuron in few_neurons.five()]
    return task.Group(
        x,
        1,
        tuple(
            (
                unit * abs(u),
                unit * abs(v),
                unit * abs(w) / 2,
                task.phase(u),
                task.phase(v),
                task.phase(w) - task.phase(hat),
            )
            for u, v, w in rows
        ),
    )


def _five(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, scale = instance
    yield {
        paper.eps: scale,
        p: len(x),
        paper.gap_five: constructions.enclosed_gap(five_group(x, scale)),
    }


_scales = st.sampled_from([Fraction(q) for q in ("1", "3/2", "2", "3")])
five_measured = pairs(
    "five neurons over all pairs",
    st.tuples(task.centred(task.UP_TO_31), _scales),
    _five,
    beyond=task.beyond_odd(st.tuples(task.centred(task.EVEN), _scales)),
)


def _cross(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Two groups of different frequencies; the slope in the first w along the second frequency,
    from five losses.
    """
    one, second, turned = instance[0], beside(*instance), Fraction(2, 5)
    task.something(one.x)
    n, both = one.p, np.concatenate([one.enclosed, second.enclosed])
    direction = task.at_block(both, 2, task.wave(n, second.frequency, turned))
    columns = (paper.A_u, paper.A_v, paper.A_w, paper.s_u, paper.s_v, paper.s_w)
    yield {
        p: n,
        paper.X: abs(one.hat),
        paper.X_2: abs(second.hat),
        paper.amp_u: one.neurons[0][0],
        paper.amp_v: one.neurons[0][1],
        paper.ph_h: turned,
        paper.N: len(second.neurons),
        paper.slope_cross: task.slope(balls(one.x), both, direction),
        **{function: second.value(n) for n, function in enumerate(columns)},
    }


crossed = pairs(
    "five losses along the other frequency",
    st.tuples(task.groups((5, 7, 9), most=2), task.groups((5,), most=2)),
    _cross,
    beyond=task.beyond_odd(st.tuples(task.groups((6, 8), most=2), task.groups((5,), most=2))),
)


def ranks(x: tuple, learned: Sequence[int] = ()) -> dict:
    """p, and the magnitudes of x: of the frequencies learned, in their order, then of the others by
    size.
    """
    order = (*learned, *(f for f in task.strongest(x) if f not in learned))
    return {p: len(x), paper.mag: counted([task.magnitude(x, f) for f in order], "frequency")}
