"""Measurements for the claims about local maxima: Riemannian Hessians at every critical point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from checks.methods.check import Beyond, Effort
from checks.methods.measured import Measured, Unsettled
from checks.methods.property import Observation, Property
from checks.modular import task as modular_task
from checks.modular.sphere import summands as task
from checks.modular.sphere.maxima import starts
from checks.modular.sphere.summands import Summands
from theory import modular as paper
from theory.modular import p
from theory.notation import k

# An eigenvalue is 0, or at least U/20 in size (one summand, magnitudes a twentieth apart). In
# doubles a zero is some 1e-15 of what is added in a Hessian, so there is room where U is above
# 1e-10 of that.
LOST = 1e-10


class Critical(NamedTuple):
    """A critical point: its utility, the eigenvalues of the Hessian (descending), how many of them
    are 0 at a maximum, what was added in each.
    """

    utility: float
    eigenvalues: np.ndarray
    flat: int
    size: float

    @property
    def across(self) -> np.ndarray:
        """Without the directions that are flat at a maximum: the radius, and the k phases a
        frequency that keep the condition.
        """
        return (
            self.eigenvalues[self.flat :]
            if self.eigenvalues[0] < 1e-3 * self.utility
            else self.eigenvalues
        )

    @property
    def maximum(self) -> bool:
        """Every eigenvalue across the flat directions is below -U/1000: a strict local maximum."""
        return bool(self.across[0] < -1e-3 * self.utility)


def _critical(
    summands: Summands, theta: np.ndarray, chosen: tuple[int, ...], differences: bool
) -> Critical:
    utility, slope, size = (
        summands.utility(theta),
        summands.gradient(theta),
        summands.hessian_size(theta),
    )
    if np.linalg.norm(slope - (summands.k + 1) * utility * theta) > 1e-12 * size:
        raise ArithmeticError(
            f"the mixture of the frequencies {chosen} of {summands.x} is not critical"
        )
    if utility < LOST * size:
        raise Unsettled("a frequency is too weak for a Hessian in doubles")
    hessian = summands.hessian_by_differences(theta) if differences else summands.hessian(theta)
    eigenvalues = np.sort(np.linalg.eigvalsh(hessian))[::-1]
    turning = sum(2 * f != len(summands.x) for f in chosen)  # p/2 has no phase
    return Critical(utility, eigenvalues, summands.k * turning + 1, size)


def _classified(
    summands: Summands, differences: bool
) -> tuple[int, Critical | None, Critical | None]:
    """How many frequencies have a local maximum; one of them, and one mixture."""
    count, single, mixed, x = 0, None, None, summands.x
    # without a coefficient nothing of the frequency is in the utility, which can be 0 there at most
    present = [f for f in sorted(modular_task.ordered(x)) if modular_task.magnitude(x, f) > 0]
    for size in (1, 2, 3):
        for chosen in combinations(present, size) if summands.k > 1 or size == 1 else ():
            point = _critical(summands, summands.mixture(chosen), chosen, differences)
            count += point.maximum
            if size == 1 and point.maximum:
                single = point
            elif size > 1:
                if point.maximum:
                    raise ArithmeticError(f"the mixture of {chosen} is a local maximum")
                mixed = point
    return count, single, mixed


def _hessians(differences: bool, instance: tuple, effort: Effort) -> Iterator[Observation]:
    x, degree = instance
    summands = task.summands(modular_task.clear(x), degree)
    count, single, mixed = _classified(summands, differences)
    ends = set()
    for start in starts(summands, 0, 6):
        power = np.sum(abs(summands.spectrum(summands.ascend(start))) ** 2, axis=0)
        ends.add(tuple(int(f) for f in range(1, len(x) // 2 + 1) if power[f] > 1e-6 * power.max()))
    seen = {p: len(x), k: degree, paper.maxima: count, paper.maxima_k: count}
    if single is not None and len(x) > 3:
        seen |= {
            paper.hess_single: Measured(single.across[0], single.size),
            paper.U_single: Measured(single.utility, single.size),
        }
    if mixed is not None:
        seen |= {
            paper.hess_mix: Measured(mixed.eigenvalues[0], mixed.size),
            paper.U_mix: Measured(mixed.utility, mixed.size),
        }
    yield Observation(
        seen, detail=f"x = {x}, k = {degree}: ascent ended at the frequencies {sorted(ends)}"
    )


HESSIAN, HESSIAN_REASON = (
    1e-12,
    "second derivatives summed over all tuples in doubles, eigenvalues by a backward stable method",
)


def _at_critical_points(
    name: str, instances: st.SearchStrategy, observed, examples, beyond: tuple[Beyond, ...] = ()
) -> Property:
    """Riemannian Hessians of these instances; a counterexample is looked at by differences."""
    return Property(
        name,
        instances,
        partial(observed, False),
        HESSIAN,
        HESSIAN_REASON,
        examples=examples,
        method="critical-points",
        confirm=partial(observed, True),
        beyond=beyond,
    )


_even = modular_task.beyond_odd(st.tuples(modular_task.with_half(), st.just(2)))
_lacking = (Beyond(paper.X_least > 0, st.tuples(modular_task.lacking(), st.just(2))),)


EVERY = "Riemannian Hessian at every critical point of positive utility"
hessians = _at_critical_points(
    EVERY,
    st.tuples(modular_task.centred((3, 5, 7)), st.just(2)),
    _hessians,
    (8, 60, 400),
    _even + _lacking,
)
hessians_larger = _at_critical_points(
    f"{EVERY}, p = 5, 7",
    st.tuples(modular_task.centred((5, 7)), st.just(2)),
    _hessians,
    (6, 60, 400),
    _even,
)
hessians_k = _at_critical_points(
    f"{EVERY}, k = 1, ..., 6",
    st.sampled_from(task.SIZES).flatmap(
        lambda size: st.tuples(modular_task.centred(size[:1]), st.just(size[1]))
    ),
    _hessians,
    (8, 60, 400),
    _even + _lacking,
)


@dataclass(frozen=True)
class Weakest:
    """An encoding, and the unit neuron whose three parts are cosines of its weakest frequency, in
    phase with it.
    """

    x: tuple[int, ...]

    @property
    def frequency(self) -> int:
        """The frequency with the least |x_hat|."""
        return (
            int(np.argmin(np.abs(modular_task.spectrum_of(self.x))[1 : (len(self.x) + 1) // 2])) + 1
        )

    @property
    def phase(self) -> float:
        """s_x, the argument of x_hat at this frequency."""
        return float(np.angle(modular_task.spectrum_of(self.x)[self.frequency]))

    @property
    def theta(self) -> np.ndarray:
        """(u, v, w) = sqrt(2/(3p)) (cos, cos, cos of omega a - s_x), a unit vector."""
        n = len(self.x)
        turns = 2 * np.pi * self.frequency * np.arange(n) / n
        return np.sqrt(2 / (3 * n)) * np.concatenate(
            [np.cos(turns), np.cos(turns), np.cos(turns - self.phase)]
        )

    def __str__(self) -> str:
        n, f = len(self.x), self.frequency
        size, turn = f"sqrt(2/{3 * n})", f"{2 * f} pi a/{n}"
        return (
            f"x = {self.x}, theta: u[a] = v[a] = {size} cos({turn}), w[a] = {size} cos({turn} "
            f"{-self.phase:+.6g})"
        )


def _weakest(differences: bool, one: Weakest, effort: Effort) -> Iterator[Observation]:
    """How many frequencies carry a local maximum; and for a person to see, the utility and the
    Hessian at the weakest, beside the largest utility.
    """
    summands = task.summands(modular_task.clear(one.x))
    count, *_ = _classified(summands, differences)
    point, dominant = (
        _critical(summands, one.theta, (one.frequency,), differences),
        summands.mixture((modular_task.strongest(one.x)[0],)),
    )
    top = Measured(summands.utility(dominant), summands.utility_size(dominant))
    yield Observation(
        {
            p: len(one.x),
            paper.maxima: count,
            paper.U_single: Measured(point.utility, point.size),
            paper.U_top: top,
            paper.hess_single: Measured(point.eigenvalues[point.flat], point.size),
        }
    )


weakest = _at_critical_points(
    f"{EVERY}, the weakest frequency shown",
    modular_task.centred((3, 5, 7)).map(Weakest),
    _weakest,
    (8, 60, 400),
)
