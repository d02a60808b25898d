"""Modular addition written out in loops over doubles, for the tests of groups of neurons."""

import numpy as np
import pytest


def waves_of(letters, p, frequency):
    """(u, v, w) of every neuron from its amplitudes and phases, by their names in the paper."""
    count = letters["N"]
    angles = 2 * np.pi * frequency * np.arange(p) / p
    return [
        [
            np.sqrt(2 / (3 * p)) * float(letters[f"A_{block}"](i)) * np.cos(angles + phase)
            for block in "uvw"
            for phase in [float(letters[f"s_{block}"](i))]
        ]
        for i in range(1, count + 1)
    ]


def put_out(x, neurons, a, b):
    """f(a.x, b.x), one entry a residue."""
    p = len(x)
    total = np.zeros(p)
    for u, v, w in neurons:
        into = sum(u[j] * x[(j - a) % p] + v[j] * x[(j - b) % p] for j in range(p))
        total += into**2 * np.asarray(w, dtype=float)
    return total


def sums(x, neurons):
    """(cost, utility, loss) over all pairs."""
    p, mean = len(x), sum(x) / len(x)
    spent = gained = missed = 0.0
    for a in range(p):
        for b in range(p):
            f = put_out(x, neurons, a, b)
            y = np.array([x[(c - a - b) % p] - mean for c in range(p)], dtype=float)
            spent += f @ f / (2 * p * p)
            gained += f @ y / (p * p)
            missed += (f - y) @ (f - y) / (2 * p * p)
    return spent, gained, missed


class Loops:
    """The three functions above, by one name."""

    waves_of, put_out, sums = map(staticmethod, (waves_of, put_out, sums))


@pytest.fixture
def loops():
    return Loops
