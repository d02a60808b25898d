"""b = (1, 2), lambda = (1, 1): the neuron leaves the first mode at the rate sqrt(4) - 1."""

from __future__ import annotations

from theory.linear.kernel_proofs.flow.turning import RATE, least_of_all, steepest
from theory.linear.kernel_proofs.small import at_one, under
from theory.linear.letters import turning
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, conjoin
from theory.proof.tactics import substitute, witnessed, written
from theory.proof.terms import ONE, TWO, substituted

_NUMBERS = {
    **dict.fromkeys((turning.b_1, turning.lam_1, turning.lam_2, turning.s_1), ONE),
    **dict.fromkeys((turning.b_2, turning.s_2), TWO),
}
LEAVING = {**_NUMBERS, turning.turn_rate: substituted(RATE, _NUMBERS)}
LEAVING_NAMES = ("linear.two-commuting-modes", "linear.turn-rate")


def leaving() -> Theorem:
    """Both definitions."""
    modes, rate = (substituted(DEFINITIONS[name].statement, LEAVING) for name in LEAVING_NAMES)
    every, existence = rate.args
    most = under(least_of_all(), LEAVING, [])
    h, length, there, value = steepest()
    there = substitute(there, value)
    h = tuple(substituted(one, LEAVING) for one in h)
    both = conjoin(under(length, LEAVING, []), under(there, LEAVING, []))
    return conjoin(at_one(modes), conjoin(written(every, most), witnessed(existence, h, both)))
