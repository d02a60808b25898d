"""The letters of the paper, once: plain name for the prompt, macro for LaTeX, meaning for people.

A symbol carries the assumptions under which the paper uses it. A setting adds its own letters with
``letter``, its functions with ``function`` and its running indices with ``running``; every output
takes them from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from sympy import Basic, Function, Symbol, latex
from sympy.core.function import AppliedUndef, UndefinedFunction


class Letter(NamedTuple):
    """``macro`` is LaTeX; of a function, ``#1`` and ``#2`` in macro and meaning stand for its
    arguments, shown as ``of``.
    """

    macro: str
    meaning: str
    of: tuple[str, ...] = ()

    def at_its_arguments(self) -> Letter:
        """The entry as a table shows it: a function at the arguments that it names."""
        macro, meaning = self.macro, self.meaning
        for number, argument in enumerate(self.of, 1):
            macro, meaning = (
                macro.replace(f"#{number}", latex(Symbol(argument))),
                meaning.replace(f"#{number}", argument),
            )
        return Letter(macro, meaning)


# Symbols: a name stands here once.
NOTATION: dict[Symbol, Letter] = {}
# The same by name, and by what the macro looks like: letters are not compared in pairs.
_NAMED: dict[str, Symbol] = {}
_LOOKING: dict[str, Symbol] = {}
# Functions of such symbols or of indices.
FUNCTIONS: dict[UndefinedFunction, Letter] = {}
# Running indices and variables, free to share a name with a letter.
RUNNING: dict[Symbol, Letter] = {}
# Letters and functions of other people's claims (``theory.own``).
OWN: dict[Any, Letter] = {}
# Macros that the paper uses for two things, whichever setting is imported first.
_SHARED: set[str] = set()


def letter(name: str, macro: str, meaning: str, reuse: bool = False, **assumptions: bool) -> Symbol:
    """A symbol entered in the notation table; a name, or a macro, can only be given once.

    It carries the paper's assumptions on it, such as alpha > 0.
    ``reuse`` is for a macro that the paper itself uses for two things; a test sees to it that no
    claim has both.

    >>> letter("alpha", "a", "something else", positive=True)
    Traceback (most recent call last):
        ...
    ValueError: the letter 'alpha' is taken: initialisation scale
    """
    look = as_it_looks(macro)
    if reuse:
        _SHARED.add(look)
    if (taken := NOTATION.get(_NAMED.get(name))) is not None:
        raise ValueError(f"the letter {name!r} is taken: {taken.meaning}")
    if look not in _SHARED and (taken := NOTATION.get(_LOOKING.get(look))) is not None:
        raise ValueError(f"the macro {macro!r} is taken by {_LOOKING[look]}: {taken.meaning}")
    symbol = Symbol(name, **assumptions)
    NOTATION[symbol] = Letter(macro, meaning)
    _NAMED[name] = symbol
    if _LOOKING.get(look) not in NOTATION:
        _LOOKING[look] = symbol
    return symbol


def function(
    name: str, macro: str, meaning: str, of: tuple[str, ...] = ("i", "k"), **assumptions: bool
) -> UndefinedFunction:
    r"""A function entered in the notation table: ``#1``, ``#2`` in the macro stand for its
    arguments.

    ``of`` names the arguments where the table shows the function itself.

    >>> import theory.framework
    >>> function("theta", r"\theta_{#1}", "something else")
    Traceback (most recent call last):
        ...
    ValueError: the function 'theta' is taken: one coordinate of the flow that starts at #1 theta_0,
    at time #2
    """
    head = Function(name, **assumptions)
    if head in FUNCTIONS:
        raise ValueError(f"the function {name!r} is taken: {FUNCTIONS[head].meaning}")
    if "#1" not in macro:
        raise ValueError(f"macro = {macro!r}: expected #1 where the argument of {name} goes")
    FUNCTIONS[head] = Letter(macro, meaning, of)
    return head


def running(name: str, meaning: str, **assumptions: bool) -> Symbol:
    """A running index or variable: known to the notation table under its own name, which a letter
    may have too.
    """
    symbol = Symbol(name, **assumptions)
    RUNNING[symbol] = Letter(name, meaning)
    return symbol


def known(head: Any) -> Letter | None:
    """The entry of a symbol or of a function, or None."""
    return OWN.get(head) or NOTATION.get(head) or RUNNING.get(head) or FUNCTIONS.get(head)


def letters_in(expressions: Iterable[Basic]) -> dict[Any, Letter]:
    """The symbols and functions of some expressions that the table knows, in the table's order."""
    heads = {
        head
        for one in expressions
        for atom in one.atoms(Symbol, AppliedUndef)
        for head in [atom.func if isinstance(atom, AppliedUndef) else atom]
    }
    return {
        head: known(head) or entry
        for table in (OWN, NOTATION, RUNNING, FUNCTIONS)
        for head, entry in table.items()
        if head in heads
    }


@lru_cache(maxsize=4096)
def as_it_looks(macro: str) -> str:
    """The macro without what does not show: two macros that are the same here look the same on
    paper.
    """
    return re.sub(r"\\left(?![a-z])|\\right(?![a-z])|\\[,:;!]|[{}\s]", "", macro)


def to_latex(expr: Any) -> str:
    """LaTeX on one line with the macros of the notation table, safe inside math mode.

    >>> to_latex(eta * (U_bar**2 - U_star**2) / kappa)
    '\\\\frac{\\\\eta \\\\left(\\\\bar{\\\\mathcal{U}}^{2} -
    \\\\left(\\\\mathcal{U}^{*}\\\\right)^{2}\\\\right)}{\\\\kappa}'
    """
    from theory.typeset.printer import Printer  # it reads the table

    return Printer().doprint(expr)


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
U_star = letter(
    "U_star",
    r"\mathcal{U}^{*}",
    "maximal utility on the sphere, or an upper bound on it",
    positive=True,
)
tau = letter("tau", r"\tau", "jump time", positive=True)
