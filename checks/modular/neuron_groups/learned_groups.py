"""Measurements for the claims about the plateaus that groups at their bound make."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from checks.methods.assuming import Assuming
from checks.methods.check import Beyond, Effort
from checks.modular import task
from checks.modular.exact import balls, counted, pairs
from checks.modular.neuron_groups import constructions
from checks.modular.task import Group
from theory import modular as paper
from theory.modular import p


def _plateau(instance: tuple, effort: Effort) -> Iterator[dict]:
    numbers, share = instance
    order, x, n = task.strongest(task.clear(numbers, 0.01)), balls(numbers), len(numbers)
    done = round(share * len(order))
    groups = [constructions.our_minimiser(numbers, f, 6).enclosed for f in order[:done]]
    theta = np.concatenate(groups) if groups else balls(np.zeros((1, 3, n), dtype=int))
    f, level, hats = (
        task.outputs(x, theta),
        task.loss(x, theta),
        [task.coefficient(numbers, f) for f in order],
    )
    ranks = {
        letter: counted(list(entries), "frequency")
        for letter, entries in (
            (paper.mag, map(abs, hats)),
            (paper.freq_of, order),
            (paper.phase_of, map(task.phase, hats)),
        )
    }
    for a, b, c in ((0, 0, 0), (1, 2, 1)):
        yield {
            p: n,
            **ranks,
            paper.half: (n - 1) // 2,
            paper.steps: done,
            paper.level: level,
            paper.f_c: f[a, b, c],
            paper.c_out: (c - a - b) % n,
            paper.width_needed: 6 * len(order),
        }


plateaus = pairs(
    "a network of six neurons a frequency, built and evaluated",
    st.tuples(task.centred((3, 5, 7, 9, 13)), st.sampled_from((1.0, 0.5, 0.0))),
    _plateau,
    beyond=task.beyond_odd(st.tuples(task.centred(task.EVEN), st.sampled_from((1.0, 0.5, 0.0)))),
)


def _counted_width(n: int, effort: Effort) -> Iterator[dict]:
    """Six neurons for each pair {k, -k} of frequencies mod p other than 0, counted one by one."""
    waves = {frozenset((k % n, -k % n)) for k in range(1, n)}
    yield {p: n, paper.width_needed: 6 * len(waves)}


widths = Assuming(
    "six neurons for each pair of frequencies, counted",
    st.sampled_from((3, 4, 5, 6, 7, 9, 11, 12, 13, 17, 23, 27, 31)),
    _counted_width,
    1e-15,
    "whole numbers",
    examples=(30, 60, 60),
    confirm=_counted_width,
    beyond=(Beyond(task.LEAST_P, st.just(1)),),
)


def beside(one: Group, other: Group) -> Group:
    """The neurons of another group on another frequency of the same encoding, p >= 5."""
    return Group(one.x, one.frequency % ((one.p - 1) // 2) + 1, other.neurons)


def _both(instance: tuple, effort: Effort) -> Iterator[dict]:
    one, second = instance[0], beside(*instance)
    task.something(one.x)
    x, first, rest = balls(one.x), one.enclosed, second.enclosed
    yield {
        p: one.p,
        paper.loss_both: task.loss(x, np.concatenate([first, rest])),
        paper.loss_one: task.loss(x, first),
        paper.loss_two: task.loss(x, rest),
        paper.loss_none: task.loss(x, 0 * first),
    }


independent = pairs(
    "two groups and each alone",
    st.tuples(task.groups((5, 7, 9), most=2), task.groups((5,), most=2)),
    _both,
)
