"""Letters of one's own: a name, a look, a meaning and, where there is one, a definition that proofs
may use.

``letter`` and ``function`` give a SymPy symbol; ``define`` says by a predicate what letters are: an
equation, or something that holds ``for_every`` value of a variable, such as a flow. A letter is
defined once. What the machine takes it to mean is what ``agf show`` prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Derivative, Function, Symbol
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.logic.boolalg import Boolean

from theory.notation import OWN, Letter, as_it_looks


@dataclass(frozen=True)
class ForEvery:
    """The statements hold for every value of ``variable`` in [low, high]; derivatives there are
    taken within it.
    """

    variable: Symbol
    low: Any
    high: Any
    statements: tuple[Boolean, ...]

    def __str__(self) -> str:
        inside = " and ".join(map(str, self.statements))
        return f"for every {self.variable} in [{self.low}, {self.high}]: {inside}"


@dataclass(frozen=True, repr=False)
class Meaning:
    """A definition: what some letters are (statements that hold of them), in words, and values that
    satisfy it.
    """

    letters: tuple[Any, ...]
    statements: tuple[Boolean | ForEvery, ...]
    words: str
    example: tuple[tuple[Any, Any], ...] = ()

    def __str__(self) -> str:
        return " and ".join(map(str, self.statements))

    __repr__ = __str__


DEFINED: dict[Any, Meaning] = {}  # a symbol or function -> its one definition
ARGUMENTS: dict[UndefinedFunction, tuple[Symbol, ...]] = {}  # a function -> the letters it takes
_SOURCE: list[str] = [""]  # whose letters are being entered
_OWNER: dict[Any, str] = {}  # a letter -> the file that entered it


@contextmanager
def entered_by(source: str) -> Iterator[None]:
    """What is entered meanwhile belongs to this file: two files may use a letter differently."""
    _SOURCE.append(source)
    try:
        yield
    finally:
        _SOURCE.pop()


def letter(name: str, macro: str = "", meaning: str = "", **assumptions: bool) -> Symbol:
    """name = a symbol, with its look in LaTeX and its meaning; what is assumed of it are SymPy's
    words.

    >>> letter("gap", r"\\Delta", "the spectral gap", positive=True)
    gap
    """
    symbol = Symbol(name, **(assumptions or {"real": True}))
    _enter(symbol, name, Letter(macro or name, meaning))
    return symbol


def function(name: str, macro: str, meaning: str, *of: Symbol, **assumptions: bool) -> Any:
    """name = a function of the letters ``of``, with #1, #2 in macro and meaning for its arguments.

    >>> t = letter("t", "t", "time", real=True)
    >>> function("u", "u(#1)", "first layer at time #1", t)(t)
    u(t)
    """
    if not of:
        raise ValueError(f"the function {name!r} takes no letters: write them behind its meaning")
    if "#1" not in macro:
        raise ValueError(f"macro = {macro!r}: expected #1 where the argument of {name} goes")
    head: Any = Function(name, **(assumptions or {"real": True}))
    _enter(head, name, Letter(macro, meaning, tuple(str(one) for one in of)))
    ARGUMENTS[head] = of
    return head


def _enter(head: Any, name: str, entry: Letter) -> None:
    mine = _SOURCE[-1]
    for other, told in list(OWN.items()):
        if _OWNER[other] != mine or (other == head and told == entry):
            continue
        if name in (getattr(other, "__name__", None), getattr(other, "name", None)):
            if mine:  # a file says once what a letter is; at the prompt one may think again
                raise ValueError(f"the letter {name!r} is taken: {told.meaning or told.macro}")
            del OWN[other]
            continue
        if as_it_looks(told.macro) == as_it_looks(entry.macro):
            raise ValueError(f"the macro {entry.macro!r} is taken by {other}")
    OWN[head], _OWNER[head] = entry, mine


def for_every(variable: Symbol, low: Any, high: Any, *statements: Boolean) -> ForEvery:
    """The statements hold for every value of the variable in [low, high].

    >>> from sympy import Derivative, Eq
    >>> t, T = letter("t", "t", "time", real=True), letter("T", "T", "end", nonnegative=True)
    >>> u = function("u", "u(#1)", "first layer at time #1", t)
    >>> print(for_every(t, 0, T, Eq(Derivative(u(t), t), -u(t))))
    for every t in [0, T]: Eq(Derivative(u(t), t), -u(t))
    """
    if not statements or not all(isinstance(one, Boolean) and one.args for one in statements):
        raise ValueError("for_every takes a variable, its two ends, and SymPy relations")
    return ForEvery(variable, low, high, statements)


def define(
    *letters: Any,
    by: Boolean | ForEvery | tuple[Boolean | ForEvery, ...],
    words: str = "",
    example: dict[Any, Any] | None = None,
) -> Meaning:
    """Say what letters are: ``by`` is what holds of them. A letter is defined once.

    ``example`` names values that satisfy it (functions as expressions in their own letters):
    nothing follows from a definition that nothing satisfies. Where it is left out, simple values
    are tried.

    >>> from sympy import Eq
    >>> B, x = letter("B", "B", "the balance", real=True), letter("x", "x", "a weight", real=True)
    >>> define(B, by=Eq(B, x**2))
    Eq(B, x**2)
    >>> define(B, by=Eq(B, 2*x))
    Traceback (most recent call last):
        ...
    ValueError: B is defined already, by Eq(B, x**2)
    """
    statements = by if isinstance(by, tuple) else (by,)
    made = Meaning(letters, statements, words, tuple((example or {}).items()))
    for one in statements:
        for part in one.statements if isinstance(one, ForEvery) else (one,):
            if not heads_of(part) & set(letters):
                names = ", ".join(map(str, letters))
                raise ValueError(
                    f"{part} speaks of none of {names}: it would define something else"
                )
    spoken = {head for one in statements for head in heads_of(one)}
    for one in letters:
        if one not in spoken:
            raise ValueError(f"the definition of {one} does not speak of it: {made}")
        known = DEFINED.get(one)
        if known is not None and known != made and _OWNER.get(one, "") == _SOURCE[-1]:
            raise ValueError(f"{one} is defined already, by {known}")
    for one in letters:
        DEFINED[one] = made
        _OWNER.setdefault(one, _SOURCE[-1])
    return made


def heads_of(statement: Any) -> set[Any]:
    """The symbols and functions that a statement speaks of; a variable that it runs
    over is none.
    """
    if isinstance(statement, ForEvery):
        inside = {head for one in statement.statements for head in heads_of(one)}
        ends = {s for end in (statement.low, statement.high) for s in _symbols(end)}
        return (inside - {statement.variable}) | ends
    bound = {v for one in statement.atoms(Derivative) for v in one.variables}
    found = {one.func for one in statement.atoms(AppliedUndef)}
    return found | {s for s in statement.atoms(Symbol) if s in statement.free_symbols or s in bound}


def _symbols(value: Any) -> set[Symbol]:
    return set(value.free_symbols) if isinstance(value, Basic) else set()


def definitions_of(*statements: Any) -> tuple[Meaning, ...]:
    """The definitions of the letters of some statements, and of the letters that these speak of."""
    found: dict[int, Meaning] = {}
    to_see = list(statements)
    while to_see:
        for head in sorted(heads_of(to_see.pop(0)), key=str):
            meaning = DEFINED.get(head)
            if meaning is not None and id(meaning) not in found:
                found[id(meaning)] = meaning
                to_see += meaning.statements
    return tuple(found.values())


def clear() -> None:
    """Forget every letter of one's own."""
    for table in (DEFINED, ARGUMENTS, OWN, _OWNER):
        table.clear()
