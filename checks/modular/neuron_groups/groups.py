"""Measurements for the claims about transforms and aligned groups of neurons.

Everything is summed over all pairs (a, b) or searched for; nothing is integrated here (``dormant``,
``training``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import sympy as sp
from flint import acb, arb
from hypothesis import strategies as st

from checks.methods.assuming import Assuming
from checks.methods.balls import Undefined, ball
from checks.methods.check import Beyond, Effort, Rejected
from checks.methods.property import Observation
from checks.modular import task
from checks.modular.exact import balls, cyclic, pairs
from checks.modular.sums.transforms import transform
from checks.modular.task import EVEN, Group
from theory import modular as paper
from theory.modular import p

ODD = (3, 5, 7, 9)
WIDE = (22, 200, 2000)  # of these some have an even p, which the claims do not speak of


def letters_of_group(group: Group) -> dict:
    """What every statement about an aligned group may mention."""
    names = (paper.A_u, paper.A_v, paper.A_w, paper.s_u, paper.s_v, paper.s_w)
    return {
        **_of_x(group),
        paper.N: len(group.neurons),
        **{function: group.value(column) for column, function in enumerate(names)},
    }


def _of_x(group: Group) -> dict:
    hat = group.hat
    return {p: group.p, paper.X: abs(hat), paper.ph_x: task.phase(hat), paper.xi: group.frequency}


# --- transforms in magnitudes ---------------------------------------------------------------------
class EncodedNeuron(NamedTuple):
    """An encoding x and the weights of one neuron, vectors over Z/p."""

    x: tuple
    u: tuple
    v: tuple
    w: tuple


def neurons(sizes: tuple[int, ...]) -> st.SearchStrategy:
    """(x, u, v, w): whole numbers, x not centred."""
    return st.sampled_from(sizes).flatmap(
        lambda n: st.tuples(*[st.tuples(*[st.integers(-2, 2)] * n)] * 4).map(
            lambda drawn: EncodedNeuron(*drawn)
        )
    )


def _magnitudes(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, *parts = instance
    n, size = len(x), sum(q * q for part in parts for q in part)
    if not size:
        raise Rejected("the neuron is zero")
    spectra = [[task.coefficient(part, f) for f in range((n + 1) // 2)] for part in instance]
    letters = zip(
        spectra,
        (paper.mu_x, paper.mu_u, paper.mu_v, paper.mu_w),
        (paper.S_x, paper.S_u, paper.S_v, paper.S_w),
    )
    functions = {}
    for hat, size_of, phase_of in letters:
        functions[size_of] = _half([abs(q) for q in hat])
        functions[phase_of] = _half([task.phase(q) for q in hat])
    half = sum((task.square(q) for hat in spectra[1:] for q in hat), arb(0)) / size
    means = sum(sum(part) ** 2 for part in parts)
    yield {
        p: n,
        paper.half: (n - 1) // 2,
        paper.U_init: task.utility(task.fractions(x), task.fractions([parts])),
        **functions,
        paper.half_sum: half,
        paper.mean_sq: Fraction(means, size),
    }


def _half(entries: list) -> Any:
    """Given on the half of the frequencies that the statement speaks of; anything else is a wrong
    index.
    """

    def entry(frequency: float) -> Any:
        if not 0 <= round(frequency) < len(entries):
            raise Undefined(f"{round(frequency)} is none of the frequencies below p/2")
        return entries[round(frequency)]

    return entry


magnitudes = pairs("brute force over all pairs", neurons(ODD), _magnitudes)


# --- aligned groups -------------------------------------------------------------------------------
def measured_group(group: Group, effort: Effort) -> Iterator[dict]:
    """Cost, utility, their difference and the loss of a group over all pairs, in balls."""
    task.present(group)
    x, theta = balls(group.x), group.enclosed
    spent, gained = task.cost(x, theta), task.utility(x, theta)
    yield {
        **letters_of_group(group),
        paper.cost: spent,
        paper.gain: gained,
        paper.net: spent - gained,
        paper.loss: task.loss(x, theta),
        paper.x_sq: sum(q * q for q in group.x),
        paper.x_sum: sum(group.x),
    }


def _wide(effort: Effort) -> st.SearchStrategy:
    """Up to five neurons; large p takes seconds."""
    return task.groups((*ODD, *EVEN, 11, 13, *effort.pick((), (15, 31), (15, 31))), most=5)


aligned = pairs("brute force over all pairs", _wide, measured_group, Assuming, examples=WIDE)
quarter = pairs(
    "brute force over all pairs, p = 4, 8, 12, 20",
    task.groups((4, 8, 12, 20), frequency=lambda n: n // 4),
    measured_group,
)


@st.composite
def _uncentred(draw: st.DrawFn) -> tuple:
    """Any neurons and any encoding: nothing is aligned, nothing centred."""
    n = draw(st.sampled_from((2, 3, 4, 5, 6)))
    vector = st.tuples(*[st.integers(-2, 2)] * n)
    return draw(vector), tuple(
        draw(st.lists(st.tuples(vector, vector, vector), min_size=1, max_size=2))
    )


def _split(instance: tuple, effort: Effort) -> Iterator[dict]:
    x, rows = task.something(instance[0]), task.fractions(instance[1])
    E, n = task.encodings(x), len(x)
    quartic = sum(
        (w @ w2)
        * np.sum(
            ((E @ u)[:, None] + (E @ v)[None, :]) ** 2
            * ((E @ u2)[:, None] + (E @ v2)[None, :]) ** 2
        )
        for u, v, w in rows
        for u2, v2, w2 in rows
    ) / (2 * n**2)
    yield {
        p: n,
        paper.loss: task.loss(x, rows),
        paper.cost: quartic,
        paper.gain: task.utility(x, rows),
        paper.x_sq: x @ x,
        paper.x_sum: sum(x),
    }


split = pairs("brute force over all pairs, any neurons", _uncentred(), _split)


def _single(group: Group, effort: Effort) -> Iterator[dict]:
    task.present(group)
    x, rows, letters = balls(group.x), group.enclosed, _of_x(group)
    E, last = task.encodings(x), group.neurons[-1]
    for (A, B, C, s, t, r), (u, _, w), one in zip(group.neurons, rows, rows):
        scalars = {
            paper.amp_u: A,
            paper.amp_v: B,
            paper.amp_w: C,
            paper.ph_u: s,
            paper.ph_v: t,
            paper.ph_w: r,
            paper.amp_w2: last[2],
            paper.ph_w2: last[5],
        }
        gained = task.utility(x, np.array([one]))
        for a in range(0, group.p, 2):
            yield {
                **letters,
                **scalars,
                paper.a: a,
                paper.inner_u: E[a] @ u,
                paper.inner_w: w @ rows[-1][2],
                paper.U_i: gained,
            }


single = pairs(
    "brute force over all pairs",
    task.groups((*ODD, *EVEN), most=2, least=2),
    _single,
    Assuming,
    examples=WIDE,
)


@dataclass(frozen=True, repr=False)
class Along:
    """A group and a direction h[a] = cos(2 pi f a/p + s) + level."""

    group: Group
    frequency: int
    phase: Fraction
    level: Fraction = Fraction(0)

    @property
    def h(self) -> np.ndarray:
        """h[0], ..., h[p - 1], in balls."""
        return task.wave(self.group.p, self.frequency, self.phase) + ball(self.level)

    def __repr__(self) -> str:
        shift = f" + {self.phase}" if self.phase else ""
        lift = f" + {self.level}" if self.level else ""
        return f"{self.group}, h[a] = cos({2 * self.frequency} pi a/{self.group.p}{shift}){lift}"


def _gradient(along: Along, effort: Effort) -> Iterator[dict]:
    """The slope along a wave, from five losses, beside the letters of eq:threederiv."""
    group, h = along.group, along.h
    task.something(group.x)
    x, theta = balls(group.x), group.enclosed
    E = task.encodings(x)
    u, v, w = theta[0]
    residual = task.outputs(x, theta) - task.targets(x)
    slopes = [task.slope(x, theta, task.at_block(theta, block, h)) for block in range(3)]
    yield {
        p: group.p,
        paper.slope_u: slopes[0],
        paper.slope_v: slopes[1],
        paper.slope_w: slopes[2],
        paper.h_a: cyclic(E @ h),
        paper.z_u: cyclic(E @ u),
        paper.z_v: cyclic(E @ v),
        paper.r_w: cyclic(residual @ w),
        paper.r_h: cyclic(residual @ h),
    }


def _tripled(group: Group) -> Along:
    """The one frequency outside the harmonic along which a slope need not vanish
    (modular.only-third-harmonic); p = 5, 7 are not divisible by 3.
    """
    return Along(group, 3 * group.frequency % group.p, Fraction(0))


_any_wave = st.builds(
    Along,
    task.groups((3, 5), most=2),
    st.just(1),
    task.phases,
    st.sampled_from((Fraction(0), Fraction(1, 2))),
)
gradients = pairs("five losses along a line, any h", _any_wave, _gradient, examples=(8, 60, 400))
gradients_outside = pairs(
    "five losses along a wave of the frequency 3 xi",
    task.groups((5, 7), most=2).map(_tripled),
    _gradient,
    examples=(8, 60, 400),
)


def _outside(group: Group, excluded: tuple[int, ...]) -> tuple[arb, float]:
    """Largest slope along any wave of another frequency, any phase, any block of any neuron; and
    its share of the whole gradient.
    """
    n, blocks = group.p, task.gradient(balls(group.x), group.enclosed).reshape(-1, group.p)
    barred = {m * group.frequency * sign % n for m in excluded for sign in (1, -1)} | {0}
    hats = [[abs(transform(list(block))(f)) for f in range(n // 2 + 1)] for block in blocks]
    outside = [size for hat in hats for f, size in enumerate(hat) if f not in barred]
    whole = max((float(size.mid()) for hat in hats for size in hat), default=0.0)
    worst = arb(0)
    for size in outside:
        worst = worst.max(size)
    return worst, float(worst.mid()) / whole if whole else 0.0


def _preserved(group: Group, effort: Effort) -> Iterator[Observation]:
    task.present(group)
    (kept, _), (rest, share), (_, left) = (
        _outside(task.square_free(group), (1,)),
        _outside(group, (1, 3)),
        _outside(group, (1,)),
    )
    yield Observation(
        {p: group.p, paper.escape: kept, paper.escape_else: rest},
        detail=f"p = {group.p}, xi = {group.frequency}: without the condition {left:.2g} of the "
        "gradient leaves the harmonic, "
        f"{share:.1g} of it not to 3 xi",
    )


preserved = pairs(
    "gradient at every frequency, p divisible by 3 and 5 too",
    task.groups((5, 7, 9, 15, *EVEN), most=2),
    _preserved,
    Assuming,
    examples=(30, 250, 2500),
)


def _third(group: Group, effort: Effort) -> Iterator[dict]:
    task.present(group)
    f, theta, turned = 3 * group.frequency % group.p, group.enclosed, Fraction(2, 5)
    direction = task.at_block(theta, 0, task.wave(group.p, f, turned))
    hat = task.coefficient(group.x, f) if f else acb(sum(group.x))
    yield {
        **letters_of_group(group),
        paper.slope_res: task.slope(balls(group.x), theta, direction),
        paper.ph_h: turned,
        paper.X_3: abs(hat),
        paper.ph_3: task.phase(hat),
    }


third = pairs(
    "five losses along the third harmonic",
    task.groups((5, 7, 9, 15, *EVEN), most=2),
    _third,
    Assuming,
    examples=WIDE,
    beyond=(
        Beyond(
            sp.Ne(sp.Mod(3 * paper.xi, p), 0),
            task.groups((9, 15), most=2, frequency=lambda size: size // 3),
        ),
    ),
)
