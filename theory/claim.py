"""A claim: one statement of the paper, as data.

It says where the statement stands, what it assumes, how it reads as printed and, where that is
false, how it should read. Building a claim runs nothing: no proof, no sample, no flow. The checks
live in ``checks/``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sympy import Basic, Equality, Expr, Symbol, lambdify
from sympy.logic.boolalg import And, Boolean, BooleanTrue
from sympy.printing.codeprinter import PrintMethodNotImplementedError

from theory.derivation import Derivation
from theory.notation import to_latex
from theory.typeset.layout import WIDTH, typeset
from theory.typeset.notebook import escaped_markdown
from theory.validate import abbreviated

KINDS = (
    "definition",
    "identity",
    "ode-solution",
    "optimum",
    "inequality",
    "limit",
    "recursion",
    "algorithm",
    "conjecture",
)
ORIGINS = ("paper", "ours")
# What is false as printed, gravest first: a result fails or a proof breaks; a formula is wrong and
# nothing downstream changes; an evident misprint; true as the authors evidently mean it, false or
# unclear as written.
SEVERITIES = ("error", "slip", "typo", "wording")
_ID = re.compile(r"[a-z][a-z0-9_]*\.[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, repr=False)
class Claim:
    """One statement: ``printed`` as the paper has it and, where that is false, ``corrected``.

    ``given`` are the assumptions, as SymPy relations; random instances are drawn from the same
    object. ``reading`` says how the words were turned into the formula, ``erratum`` what is wrong
    with the printed form and ``severity`` how much that costs. ``line`` and ``label`` are those of
    the paper's source, where there is one.

    A claim of one's own brings its ``checks`` (the ways of judging of ``from checks import ...``)
    and may bring a ``proof``: a function that gives a theorem (``theory.prove``), which is checked
    again by the kernel alone.

    >>> from sympy import Eq, symbols
    >>> x = symbols("x", positive=True)
    >>> square = Claim(id="framework.toy", title="A toy", kind="identity", line=1,
    ...                label="sec:framework", printed=Eq((x + 1)**2, x**2 + 2*x + 1),
    ...                given=(x > 0,))
    >>> square.setting, square.latex()
    ('framework', '\\\\left(x + 1\\\\right)^{2} = x^{2} + 2 x + 1')
    """

    id: str
    title: str
    kind: str
    line: int | None = None
    label: str = ""
    printed: Boolean = BooleanTrue()  # never left so: a truth value is refused
    given: tuple[Boolean, ...] = ()
    corrected: Boolean | None = None
    rests_on: tuple[str, ...] = ()
    origin: str = "paper"
    reading: str = ""
    erratum: str = ""
    severity: str | None = None
    derive: Callable[[], Derivation] | None = field(default=None, compare=False, repr=False)
    checks: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    proof: Callable[[], Any] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", tuple(self.given))
        object.__setattr__(self, "rests_on", tuple(self.rests_on))
        object.__setattr__(self, "checks", tuple(self.checks))

        def require(ok: bool, argument: str, expected: str) -> None:
            if not ok:
                raise ValueError(
                    f"claim {self.id!r}: {argument} = {getattr(self, argument)!r}: expected "
                    f"{expected}"
                )

        require(bool(_ID.fullmatch(self.id)), "id", "setting.words-with-hyphens")
        require(self.kind in KINDS, "kind", f"one of {', '.join(KINDS)}")
        require(self.origin in ORIGINS, "origin", f"one of {', '.join(ORIGINS)}")
        lined = isinstance(self.line, int) and not isinstance(self.line, bool) and self.line > 0
        require(self.line is None or lined, "line", "the line of the paper's source, or none")
        require(isinstance(self.label, str), "label", "the label of the paper's source, or none")
        for name in ("printed", "corrected"):
            statement = getattr(self, name)
            if name == "corrected" and statement is None:
                continue
            # True and False are what SymPy leaves of a relation it evaluated away: nothing would be
            # checked. (To SymPy a symbol is a Boolean too; neither it nor a truth value has
            # arguments.)
            require(
                isinstance(statement, Boolean) and bool(statement.args),
                name,
                "an unevaluated SymPy relation",
            )
        require(self.corrected != self.printed, "corrected", "something else than the printed form")
        require(
            (self.corrected is None) == (not self.erratum),
            "erratum",
            "a sentence exactly where there is a correction",
        )
        graded = (None,) if self.corrected is None else SEVERITIES
        require(self.severity in graded, "severity", f"one of {', '.join(map(str, graded))}")
        # x > 0 for a positive x is True to SymPy, and fine; False would leave no instance.
        require(
            all(
                isinstance(g, BooleanTrue) or isinstance(g, Boolean) and g.args for g in self.given
            ),
            "given",
            "SymPy relations",
        )

    @property
    def setting(self) -> str:
        """The part of the paper that the claim is about: the first word of its id."""
        return self.id.partition(".")[0]

    @property
    def place(self) -> str:
        """Where it stands in the paper's source: "eq:riccati, line 998"; empty where nobody said
        so.
        """
        return ", ".join([self.label] * bool(self.label) + [f"line {self.line}"] * bool(self.line))

    @property
    def _stated(self) -> list[Boolean]:
        """The assumptions that the symbols do not carry already (x > 0 for a positive x is True to
        SymPy).
        """
        return [one for one in self.given if one.args]

    @property
    def expr(self) -> Boolean:
        """The statement that should be used: the corrected one where there is one."""
        return self.printed if self.corrected is None else self.corrected

    @property
    def formula(self) -> Expr:
        """The right-hand side of the statement that should be used."""
        relation = self.expr.args[0] if isinstance(self.expr, And) else self.expr
        if (
            not isinstance(relation, Basic)
            or len(relation.args) < 2
            or not isinstance(relation.args[1], Expr)
        ):
            raise ValueError(
                f"claim {self.id!r} states {self.expr}: expected a relation with a right-hand side"
            )
        return relation.args[1]

    @property
    def derivation(self) -> Derivation | None:
        """A machine-checkable derivation, built anew each time it is asked for."""
        return self.derive() if self.derive else None

    def latex(self, printed: bool = False, width: float | None = WIDTH) -> str:
        """The statement in LaTeX, safe inside math mode; wider than ``width`` letters it is broken
        (None: never).
        """
        line = to_latex(self.printed if printed else self.expr)
        return line if width is None else typeset(line, width)

    def lambdify(self, *symbols: Symbol, modules: Any = "mpmath") -> Callable:
        """The formula (right-hand side) as a numeric function of ``symbols`` (default: its own, by
        name).
        """
        arguments = symbols or tuple(sorted(self.formula.free_symbols, key=str))
        try:
            return lambdify(arguments, self.formula, modules=modules)
        except PrintMethodNotImplementedError:
            raise ValueError(
                f"{self.id} states a relation of functions, {abbreviated(str(self.formula))}: "
                "expected a formula in numbers"
            ) from None

    def __str__(self) -> str:
        lines = [
            f"{self.id}: {self.title}" + (f" ({self.place})" if self.place else ""),
            f"  printed    {self.printed}",
        ]
        if self.corrected is not None:
            lines += [f"  corrected  {self.corrected}", f"  {self.severity:<10} {self.erratum}"]
        if self._stated:
            lines.append("  given      " + ", ".join(map(str, self._stated)))
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        """The formula that should be used, alone."""
        return f"$\\displaystyle {self.latex()}$"

    def _repr_markdown_(self) -> str:
        """The claim as a notebook shows it: where it stands, as printed and, where that is false,
        as it should read and why.
        """
        lines = [
            f"**{escaped_markdown(self.id)}** {escaped_markdown(self.title)}"
            + (f" ({escaped_markdown(self.place)})" if self.place else ""),
            f"{'printed' if self.origin == 'paper' else 'ours'}: $\\displaystyle "
            f"{self.latex(printed=True)}$",
        ]
        if self.corrected is not None:
            lines += [
                f"corrected: $\\displaystyle {self.latex()}$",
                f"{self.severity}: {escaped_markdown(self.erratum)}",
            ]
        if self.reading:
            lines.append(f"reading: {escaped_markdown(self.reading)}")
        if self._stated:
            lines.append("given: $" + ", \\; ".join(map(to_latex, self._stated)) + "$")
        return "\n\n".join(lines)


class _OwnDoc:
    """``help(Claim)`` tells what a claim is, ``help(one)`` what that one states."""

    def __init__(self, of_class: str) -> None:
        self.of_class = of_class

    def __get__(self, one: Claim | None, owner: type) -> str:
        if one is None:
            return self.of_class
        text = str(one).replace("\\", "\\\\")
        return (
            f"{one.title}: {one.printed}\n\n>>> from theory import claim\n>>> "
            f"claim({one.id!r})\n{text}\n"
        )


# __doc__ is text to the type checker; a descriptor that gives text is one to help().
Claim.__doc__ = _OwnDoc(Claim.__doc__ or "")  # type: ignore[assignment]  # text, once read


def equation(lhs: Any, rhs: Any) -> Equality:
    """An equation that SymPy does not evaluate away, also when both sides look alike to it: lhs =
    rhs stays a statement.

    >>> equation(1, 1)
    Eq(1, 1)
    """
    return Equality(lhs, rhs, evaluate=False)
