"""How often? Counts over seeds, with their confidence intervals, of what modular addition learns
first and in which order.

The paper's order of learning is deterministic and false; what is left is a share of the draws, and
a share is reported with its count. ``dormant_counts`` uses the exact dormant theory (any p, any
number of seeds), ``gradient_flow_counts`` integrates the network. Both return a table that prints
itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import DOP853
from scipy.special import betaincinv

from checks.methods.balls import Undefined
from numerics import ModularNetwork, alternating_gradient_flow, validate
from numerics.modular.blow_up import blow_up_times, first_frequency, times_below_half
from numerics.modular.flow import follow
from numerics.network import norms
from numerics.reading import plateaus

# A neuron alone comes to rest below norm 1 (at a ninth of its frequency); 0.3 is on the way, in the
# jump.
JUMPED = 0.3
# A frequency is learned when the network puts out half of it; one neuron alone puts out a ninth.
HALF = 0.5
# A plateau is at a printed level when it is this close, in units of the first loss: alpha moves a
# plateau by less.
NEAR = 0.01
# A run ends after this many of the shortest waiting times of the weakest frequency, learned or not.
HORIZON = 20


@dataclass(frozen=True)
class Share:
    """Successes among trials, with the exact (Clopper-Pearson) 95% interval.

    >>> print(Share(0, 100))
    0 of 100 (95%: 0.000 to 0.036)
    """

    successes: int
    trials: int

    @property
    def interval(self) -> tuple[float, float]:
        """The exact (Clopper-Pearson) 95% interval of the probability."""
        k, n = self.successes, self.trials
        low = betaincinv(k, n - k + 1, 0.025) if k else 0.0
        return float(low), float(betaincinv(k + 1, n - k, 0.975) if k < n else 1.0)

    def __str__(self) -> str:
        if self.trials == 0:
            return "0 of 0"
        low, high = self.interval
        return f"{self.successes} of {self.trials} (95%: {low:.3f} to {high:.3f})"


@dataclass(frozen=True)
class Row:
    """One cell of a table: the task, and a share for each question."""

    p: int
    width: int
    ratio: float
    shares: dict[str, Share]

    def __str__(self) -> str:
        return f"p = {self.p}, H = {self.width}, ratio {self.ratio:g}: " + "; ".join(
            f"{what} {share}" for what, share in self.shares.items()
        )


@dataclass(frozen=True)
class Table:
    """The rows of a table, which prints itself."""

    rows: tuple[Row, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.rows))


def half(p: int) -> int:
    """(p - 1)/2, of which one frequency is learned first: undefined where this is no whole number,
    or 0.
    """
    if p < 3 or p % 2 == 0:
        raise Undefined(f"p is {p}: there are no (p - 1)/2 frequencies")
    return (p - 1) // 2


def template(p: int, ratio: float, frequencies: int | None = None) -> np.ndarray:
    """|x_hat[k]| = 2 sqrt(p) ratio^(k - 1) for the first ``frequencies`` (all), so that the
    dominant one is 1 and its rate of growth does not depend on p.

    >>> np.abs(np.fft.rfft(template(5, 0.5))).round(6).tolist()
    [0.0, 4.472136, 2.236068]
    """
    p = validate.whole("p", p, 3)
    if p % 2 == 0:
        raise ValueError(f"p is {p}: expected an odd number")
    if not 0 < ratio < 1:
        raise ValueError(f"ratio is {ratio!r}: expected 0 < ratio < 1, distinct magnitudes")
    most = (p - 1) // 2
    count = most if frequencies is None else validate.whole("frequencies", frequencies, 1)
    if count > most:
        raise ValueError(f"frequencies is {count}: expected at most (p - 1)/2 = {most}")
    k = np.arange(1, count + 1)
    # phases without a pattern; they do not matter to a dormant neuron
    return (
        4
        / np.sqrt(p)
        * np.cos(2 * np.pi * np.outer(np.arange(p), k) / p + 0.7 * k * k)
        @ float(ratio) ** (k - 1)
    )


def dormant_counts(
    sizes: tuple[int, ...] = (5, 7, 11, 13, 23),
    ratios: tuple[float, ...] = (0.9, 0.8, 0.6),
    per_frequency: tuple[int, ...] = (1, 6),
    seeds: int = 100,
    first_seed: int = 0,
) -> Table:
    """From the exact blow-up times, alpha -> 0: how often the dominant frequency is first, and
    whether the printed bound on the jump time holds.

    >>> dormant_counts((5,), (0.5,), (6,), seeds=20).rows[0].shares["bound kept"].successes
    20
    """
    validate.whole("seeds", seeds, 1)
    return Table(
        tuple(
            _dormant_row(
                p,
                ratio,
                validate.whole("per_frequency", each, 1) * ((p - 1) // 2),
                range(first_seed, first_seed + seeds),
            )
            for p in sizes
            for ratio in ratios
            for each in per_frequency
        )
    )


def _dormant_row(p: int, ratio: float, width: int, seeds: range) -> Row:
    net, first, kept = ModularNetwork(template(p, ratio), width), 0, 0
    longest = np.sqrt(3 / 2) * p**1.5 / np.abs(net.spectrum).max() ** 3
    for seed in seeds:
        start = net.initial(1, seed)
        times = blow_up_times(net.x, start)
        first += int(np.argmin(times.min(axis=0)) == 0)
        kept += int(times.min() >= longest / norms(start).max())
    return Row(
        p,
        width,
        ratio,
        {"dominant first": Share(first, len(seeds)), "bound kept": Share(kept, len(seeds))},
    )


# --- gradient flow --------------------------------------------------------------------------------
@dataclass(frozen=True)
class Start:
    """The first jump of gradient flow: the neuron, its frequency, when it is half-way, and how
    close the second blow-up is.
    """

    neuron: int
    frequency: int
    time: float
    predicted: int
    blow_up: float
    lead: float


def first_jump(net: ModularNetwork, alpha: float, seed: int) -> Start:
    """Integrate gradient flow through its first jump (eighth order; nothing is stiff before it) and
    read off what is learned.
    """
    start, eta = net.initial(alpha, seed), net.eta(alpha)
    times = times_below_half(net.x, net.initial(1, seed)).min(axis=0)
    order = np.argsort(times)
    solver = DOP853(
        lambda _t, flat: -eta * net.gradient(flat.reshape(start.shape)).ravel(),
        0.0,
        start.ravel(),
        2 * float(times[order[0]]),
        rtol=1e-8,
        atol=1e-8 * float(norms(start).min()),
        first_step=1e-3 * float(times[order[0]]),
    )
    while solver.status == "running" and norms(solver.y.reshape(start.shape)).max() < JUMPED:
        solver.step()
    theta = solver.y.reshape(start.shape)
    if norms(theta).max() < JUMPED:
        raise ArithmeticError(
            f"no neuron of {net} has jumped by twice the exact time (seed {seed}, alpha = "
            f"{alpha:g})"
        )
    neuron, p = int(np.argmax(norms(theta))), net.p
    power = np.sum(
        [np.abs(np.fft.rfft(theta[neuron, n * p : (n + 1) * p]))[1:] ** 2 for n in range(3)], axis=0
    )
    lead = float(times[order[1]] / times[order[0]] - 1) if len(order) > 1 else np.inf
    return Start(
        neuron, int(np.argmax(power)) + 1, solver.t, int(order[0]) + 1, float(times[order[0]]), lead
    )


@dataclass(frozen=True)
class Run:
    """One flow to the end: the first neuron to jump and when, the frequencies in the order in which
    half of each was put out, the plateaus' levels over the first loss, and the share of the loss
    that was left."""

    neuron: int
    jump: float
    order: tuple[int, ...]
    levels: tuple[float, ...]
    left: float


def run(net: ModularNetwork, alpha: float, seed: int, horizon: float) -> Run:
    """Follow gradient flow until half of every frequency is put out and a hundredth of the loss is
    left, or to ``horizon``.
    """
    start, first = net.initial(alpha, seed), net.loss(np.zeros((1, 3 * net.p)))
    neuron, jump = -1, np.inf
    order: list[int] = []
    losses: list[float] = []
    speeds: list[float] = []
    for step in follow(net, start, net.eta(alpha), horizon):
        losses.append(step.loss / first)
        speeds.append(step.slope)
        if neuron < 0 and norms(step.rows).max() > JUMPED:
            neuron, jump = int(np.argmax(norms(step.rows))), step.time
        order += _half_learned(net, step.theta, order)
        if losses[-1] < NEAR and len(order) == len(net.present):
            break
    return Run(
        neuron, jump, tuple(order), tuple(losses[n] for n in plateaus(np.array(speeds))), losses[-1]
    )


def agf_run(net: ModularNetwork, alpha: float, seed: int) -> Run:
    """The same of AGF, from the same initialisation; its plateaus are the ends of its
    cost steps.
    """
    order: list[int] = []
    iterations = alternating_gradient_flow(net, alpha, seed).iterations
    for iteration in iterations:
        order += _half_learned(net, iteration.theta, order)
    first = net.loss(np.zeros((1, 3 * net.p)))
    levels = tuple(iteration.level / first for iteration in iterations)
    return Run(
        iterations[0].activated[0], iterations[0].end, tuple(order), (1.0, *levels), levels[-1]
    )


def _half_learned(net: ModularNetwork, theta: np.ndarray, before: list[int]) -> list[int]:
    return [int(k) + 1 for k in np.flatnonzero(net.shares(theta) > HALF) if k + 1 not in before]


def gradient_flow_counts(
    p: int,
    ratio: float,
    alpha: Any,
    seeds: int,
    per_frequency: int = 6,
    frequencies: int | None = None,
    first_seed: int = 0,
    agf: bool = True,
) -> Row:
    """Gradient flow, and AGF from the same initialisation, to the end over seeds: is the printed
    order followed, are the plateaus the printed levels?
    """
    x = template(p, ratio, frequencies)
    count = len(ModularNetwork(x, 1).present)
    net = ModularNetwork(x, validate.whole("per_frequency", per_frequency, 1) * count)
    answers: Counter[str] = Counter()
    finished = 0
    for seed in range(first_seed, first_seed + validate.whole("seeds", seeds, 1)):
        try:
            answers.update(
                {what: int(yes) for what, yes in _answers(net, float(alpha), seed, agf).items()}
            )
            finished += 1
        except ArithmeticError:
            # too stiff for doubles (one in fifty at p = 5, alpha = 1e-5): counted, and the others
            # are kept
            pass
    return Row(
        p,
        net.width,
        ratio,
        {
            "integrated to the end": Share(finished, seeds),
            **{what: Share(n, finished) for what, n in answers.items()},
        },
    )


def _answers(net: ModularNetwork, alpha: float, seed: int, agf: bool) -> dict[str, bool]:
    present, start = net.present, net.initial(alpha, seed)
    size = np.abs(net.spectrum[present])
    printed = [
        float(np.sum(size[done:] ** 2) / np.sum(size**2)) for done in range(len(present) + 1)
    ]
    slowest, in_order = np.sqrt(1.5) * net.p**1.5 / size**3, tuple(map(int, present))

    def near(level: float, levels: Iterable[float]) -> bool:
        return min(abs(level - one) for one in levels) < NEAR

    flow = run(net, alpha, seed, HORIZON * slowest.max())
    found = {
        "dominant half learned first": flow.order[:1] == in_order[:1],
        # the first neuron to jump may belong to another frequency than the one that is first half
        # learned
        "half learned first what jumps first": flow.order[:1] == (first_frequency(net.x, start),),
        "all learned": len(flow.order) == len(present),
        "printed order": flow.order == in_order,
        # the first level is where every flow starts, the last where this one is stopped
        "printed levels visited": all(near(one, flow.levels) for one in printed[1:-1]),
        "all plateaus printed": all(near(level, printed) for level in flow.levels[:-1]),
        # the fastest a neuron can grow from its norm to the one at which its jump is read off
        "bound kept": flow.jump >= alpha * (1 / norms(start).max() - 1 / JUMPED) * slowest.min(),
    }
    if agf:
        other = agf_run(net, alpha, seed)
        found |= {
            "AGF: all learned": len(other.order) == len(present),
            "AGF: printed order": other.order == in_order,
            "AGF: printed levels visited": all(near(one, other.levels) for one in printed[1:-1]),
            # AGF activates at norm one, not at the norm at which a jump is read off
            "AGF: bound kept": other.jump >= alpha * (1 / norms(start).max() - 1) * slowest.min(),
            "AGF and gradient flow: same first neuron": other.neuron == flow.neuron,
            "AGF and gradient flow: same order": other.order == flow.order,
        }
    return found
