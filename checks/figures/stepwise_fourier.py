"""Stepwise Fourier decomposition: a quadratic network learns modular addition by frequencies, in
several jumps each (fig:modular-addition).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from numerics import ModularNetwork, alternating_gradient_flow, gradient_flow
from numerics.modular.blow_up import ABSENT
from theory.staircase import Staircase

P, WIDTH, ALPHA, SEED = 23, 18, 0.001, 0
SIZES = (10.0, 7.5, 5.5)  # |x_hat| at the frequencies 1, 3, 5, or 1, 2, 3 where p has not so many
MOMENTS = 4


@dataclass(frozen=True)
class Data:
    """The output's spectrum over time (T, K), its template at four moments, the output weights at
    the end (H, p), and AGF from the same initialisation.
    """

    p: int
    x: np.ndarray
    alpha: float
    times: np.ndarray
    losses: np.ndarray
    spectra: np.ndarray
    moments: tuple[tuple[float, np.ndarray], ...]
    weights: np.ndarray
    agf: Staircase

    @property
    def learned_at(self) -> np.ndarray:
        """When each frequency passes half of its size; infinite if it does not, or x lacks it."""
        size = np.abs(np.fft.rfft(self.x)[1:])
        passed = (self.spectra > size / 2) & (size > ABSENT * size.max())
        return np.where(passed.any(axis=0), self.times[passed.argmax(axis=0)], np.inf)

    @property
    def colours(self) -> dict[int, str]:
        """A colour for each frequency that is learned."""
        from checks.figures import style

        return dict(zip(1 + np.flatnonzero(np.isfinite(self.learned_at)), style.CYCLE))

    @property
    def dominant(self) -> np.ndarray:
        """The frequency (1, 2, ...) that is largest in each neuron's output weights."""
        return 1 + np.abs(np.fft.rfft(self.weights)[:, 1:]).argmax(axis=1)


def encoding(p: int) -> np.ndarray:
    """Centred x with |x_hat[k]| = SIZES at k = 1, 3, 5 (1, 2, 3 for p below 11), as many as p has,
    and no phase.
    """
    if p % 2 == 0 or p < 3:
        raise ValueError(f"p is {p}: expected an odd number >= 3, as in the theorems")
    frequencies = range(1, p // 2 + 1, 2 if p >= 11 else 1)
    waves = [
        2 * size / p * np.cos(2 * np.pi * k * np.arange(p) / p)
        for k, size in zip(frequencies, SIZES)
    ]
    return np.sum(waves, axis=0)


@cache
def measure(p: int = P, width: int = WIDTH, alpha: float = ALPHA, seed: int = SEED) -> Data:
    """Gradient flow and AGF from one initialisation, with the spectrum of the output on the way."""
    net = ModularNetwork(encoding(p), width)
    run = gradient_flow(net, alpha, seed)
    spectra = np.array([np.abs(np.fft.rfft(net.function(theta))[1:]) for theta in run.parameters])
    sizes = np.abs(net.spectrum[1:])
    learned = [
        run.times[(spectra[:, k] > 0.95 * sizes[k]).argmax()]
        for k in np.flatnonzero(sizes > ABSENT * sizes.max())
    ][: MOMENTS - 1]
    moments = tuple((float(t), net.function(run.at(t))) for t in (0.0, *sorted(learned)))
    return Data(
        p,
        net.x,
        alpha,
        run.times,
        run.losses,
        spectra,
        moments,
        run.parameters[-1][:, 2 * p :],
        alternating_gradient_flow(net, alpha, seed).staircase,
    )


def draw(data: Data):
    """Four panels: spectrum, templates, output weights, phases."""
    from checks.figures import style

    fig = style.figure(
        13.0,
        7.4,
        "Modular addition is learned by frequencies, each in several jumps",
        f"Quadratic network, p = {data.p}, {len(data.weights)} neurons, alpha = {data.alpha:g}; "
        "colour: frequency. "
        "Dashed in a: AGF from the same initialisation.",
    )
    spectrum, template, weights, phases = fig.subplots(2, 2).ravel()
    draw_spectrum(spectrum, data)
    _templates(template, data)
    _weights(weights, data)
    _phases(phases, data)
    return fig


def draw_spectrum(ax, data: Data) -> None:
    """The size of each frequency in the output over time, its size in x, and AGF's steps."""
    from checks.figures import style

    for k, color in data.colours.items():
        size = abs(np.fft.rfft(data.x)[k])
        ax.plot(data.times, data.spectra[:, k - 1], color=color, linewidth=2.4)
        ax.axhline(size, color=style.GREY, linestyle=":", linewidth=1.2, zorder=0)
        style.stairs(
            ax,
            data.agf.jump_times,
            [abs(np.fft.rfft(point)[k]) for point in data.agf.points],
            data.times[-1],
        )
        style.name(ax, data.times[-1], size, f"frequency {k}", color)
    ax.set(
        xlim=(0, data.times[-1]),
        ylim=(0, None),
        xlabel=r"accelerated time ($\eta = 1/\alpha$)",
        ylabel="size of the output's frequencies",
        title="a  Each frequency rises to its size in $x$ (dotted), in steps that overlap",
    )


def _templates(ax, data: Data) -> None:
    from checks.figures import style

    shift = 2.2 * np.abs(data.x).max()
    fine = np.arange(data.p)
    for row, (time, output) in enumerate(data.moments):
        ax.plot(fine, output - row * shift, "o-", color=style.BLUE, markersize=4)
        ax.plot(fine, data.x - row * shift, color=style.INK, linestyle=style.DASHES, linewidth=1.1)
        style.name(ax, data.p - 1, -row * shift, f"t = {time:.2f}", style.GREY, dx=10)
    ax.set(
        yticks=[],
        xlabel="output entry",
        xticks=fine,
        title="b  The output approaches the template $x$ (dashed)",
    )


def _weights(ax, data: Data) -> None:
    from checks.figures import style

    order = np.argsort(data.dominant, kind="stable")
    top = np.abs(data.weights).max()
    for column, i in enumerate(order):
        ax.plot(
            column + 0.8 * np.linspace(0, 1, data.p),
            data.weights[i],
            color=data.colours.get(data.dominant[i], style.GREY),
            linewidth=1.6,
        )
    ax.set(
        ylim=(-1.15 * top, 1.15 * top),
        xticks=[],
        xlabel="neurons, sorted by frequency",
        ylabel="$w_i$",
        title="c  Output weights of active neurons are single waves",
    )


def _phases(ax, data: Data) -> None:
    from checks.figures import style

    hats = np.fft.rfft(data.weights)
    for i, k in enumerate(data.dominant):
        hat, total = hats[i, k], np.sqrt(np.sum(np.abs(hats[i, 1:]) ** 2))
        ax.plot(
            np.angle(hat) / np.pi,
            abs(hat) / total,
            "o",
            color=data.colours.get(k, style.GREY),
            markersize=4 + 7 * abs(hat) / np.abs(hats).max(),
        )
    ax.set(
        xlim=(-1.05, 1.05),
        ylim=(0, 1.08),
        xlabel=r"phase of the dominant frequency / $\pi$",
        ylabel="its share of $|w_i|$ (size: amplitude)",
        title="d  An active neuron has one frequency; phases spread",
    )


def alt(data: Data) -> str:
    """Which frequencies come in which order, and what the other panels show."""
    order = [int(k) + 1 for k in np.argsort(data.learned_at) if np.isfinite(data.learned_at[k])]
    return (
        f"Four panels of modular addition with p = {data.p}: frequencies {order} of the output "
        "rise, in several jumps each, and reach half of "
        "their sizes in x in this order; the output template becomes x; the output weights of each "
        "active neuron are one wave; phases are spread."
    )
