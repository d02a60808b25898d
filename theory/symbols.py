"""The letters of the paper, once: plain name for the prompt, macro for LaTeX, meaning for people.

A symbol carries the assumptions under which the paper uses it. A setting adds its own letters with ``letter``.
"""
from __future__ import annotations

from typing import NamedTuple

from sympy import Symbol, latex


class Letter(NamedTuple):
    macro: str
    meaning: str


NOTATION: dict[Symbol, Letter] = {}


def letter(name: str, macro: str, meaning: str, **assumptions: bool) -> Symbol:
    """A symbol entered in the notation table; a name, or a macro, can only be given once.

    It carries the paper's assumptions on it, such as alpha > 0.

    >>> letter("alpha", "a", "something else", positive=True)
    Traceback (most recent call last):
        ...
    ValueError: the letter 'alpha' is taken: initialisation scale
    """
    for symbol, known in NOTATION.items():
        if symbol.name == name:
            raise ValueError(f"the letter {name!r} is taken: {known.meaning}")
        if known.macro == macro:
            raise ValueError(f"the macro {macro!r} is taken by {symbol}: {known.meaning}")
    symbol = Symbol(name, **assumptions)
    NOTATION[symbol] = Letter(macro, meaning)
    return symbol


def to_latex(expr) -> str:
    """LaTeX with the macros of the notation table."""
    return latex(expr, symbol_names={symbol: known.macro for symbol, known in NOTATION.items()})


alpha = letter("alpha", r"\alpha", "initialisation scale", positive=True)
eta = letter("eta", r"\eta", "learning rate", positive=True)
kappa = letter("kappa", r"\kappa", "leading order of the utility", integer=True, positive=True)
t = letter("t", "t", "time", positive=True)
c = letter("c", "c", "output dimension", integer=True, positive=True)
d = letter("d", "d", "input dimension", integer=True, positive=True)
k = letter("k", "k", "degree of the activation", integer=True, positive=True)
n = letter("norm", r"\|\theta\|", "norm of a dormant neuron", positive=True)
n_0 = letter("norm_0", r"\|\theta(0)\|", "norm of a neuron at initialisation", positive=True)
n_t = letter("norm_t", r"\|\theta(t)\|", "norm of a neuron at time t", positive=True)
S = letter("S", r"\mathcal{S}", "accumulated utility", real=True)
S_t = letter("S_t", r"\mathcal{S}(t)", "accumulated utility at time t", real=True)
U_bar = letter("U_bar", r"\bar{\mathcal{U}}", "utility of the direction theta/|theta|", real=True)
U_star = letter("U_star", r"\mathcal{U}^{*}", "maximal utility on the sphere, or an upper bound on it", positive=True)
tau = letter("tau", r"\tau", "jump time", positive=True)
