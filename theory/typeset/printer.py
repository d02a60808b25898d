"""How a formula looks: SymPy's LaTeX printer with the paper's letters and a mathematician's habits.

A symbol is printed by its macro, a function by its macro with the arguments put in. A macro may be
a whole expression (``\\tau^{(k)}-\\tau^{(l)}``, ``\\sum_{n}y_{n}``): it gets brackets wherever a
sum would.
"""

from __future__ import annotations

import re
from typing import Any

from sympy import (
    Add,
    And,
    Expr,
    Integral,
    Mul,
    Number,
    Piecewise,
    Pow,
    Sum,
    Symbol,
    acosh,
    asinh,
    atanh,
    fraction,
    sign,
)
from sympy.core.function import AppliedUndef
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from theory.notation import known
from theory.typeset.layout import tokens, width

LONG = 36  # a fraction wider than this (in letters) keeps only its simple factors above the line
STACKED = (Sum, Integral, Piecewise)
_NAMES = {acosh: "arcosh", asinh: "arsinh", atanh: "artanh", sign: "sgn"}
_LEADS = (
    r"\sum",
    r"\int",
    r"\lim",
    r"\max",
    r"\min",
    r"\tfrac",
    r"\nabla",
    r"\partial",
    r"\operatorname",
    r"\log",
)


class Printer(LatexPrinter):
    """SymPy's LaTeX printer with the paper's letters, and sums that do not start with a minus."""

    def __init__(self) -> None:
        super().__init__({"fold_frac_powers": True})

    # letters
    # ----------------------------------------------------------------------------------------------
    def _print_Symbol(self, expr: Symbol, style: str = "plain") -> str:
        entry = known(expr)
        return entry.macro if entry else super()._print_Symbol(expr, style)

    def _print_Function(self, expr: Any, exp: str | None = None) -> str:
        entry = known(expr.func)
        if entry is None:
            if expr.func in _NAMES:
                power = f"^{{{exp}}}" if exp else ""
                inside = self._print(expr.args[0])
                return rf"\operatorname{{{_NAMES[expr.func]}}}{power}{{\left({inside} \right)}}"
            return super()._print_Function(expr, exp)
        filled = re.sub(
            r"#(\d)", lambda slot: self._print(expr.args[int(slot[1]) - 1]), entry.macro
        )
        if exp is None:
            return filled
        return rf"{_bracketed(filled) if _raised(filled) else filled}^{{{exp}}}"

    def _print_polygamma(self, expr: Any, exp: str | None = None) -> str:
        order, argument = expr.args
        name = r"\psi" if order == 0 else rf"\psi^{{({self._print(order)})}}"
        return rf"{name}{{\left({self._print(argument)} \right)}}" + (f"^{{{exp}}}" if exp else "")

    # brackets
    # ----------------------------------------------------------------------------------------------
    def _needs_mul_brackets(self, expr: Expr, first: bool = False, last: bool = False) -> bool:
        macro = _macro(expr)
        if macro is not None and (_compound(macro) or (not last and macro.startswith(_LEADS))):
            return True
        if isinstance(expr, Piecewise) and last:
            return False
        return super()._needs_mul_brackets(expr, first=first, last=last)

    def _needs_add_brackets(self, expr: Expr) -> bool:
        return (_macro(expr) or "").startswith("-") or super()._needs_add_brackets(expr)

    def parenthesize(
        self, item: Any, level: int, is_neg: bool = False, strict: bool = False
    ) -> str:
        """Brackets around a letter whose macro is a formula of its own."""
        macro = _macro(item)
        if macro is not None and (
            _compound(macro) or (level >= PRECEDENCE["Pow"] and macro.startswith(_LEADS))
        ):
            return _bracketed(self._print(item))
        return super().parenthesize(item, level, is_neg=is_neg, strict=strict)

    def parenthesize_super(self, s: str) -> str:
        """Brackets around what already has a power."""
        return _bracketed(s) if _raised(s) else s

    # order and fractions
    # -----------------------------------------------------------------------------------------
    def _as_ordered_terms(self, expr: Expr, order: Any = None) -> list[Expr]:
        """The usual order, but no sum starts with a minus if it has a term to start
        with instead.
        """
        terms = list(super()._as_ordered_terms(expr, order=order))
        lead = next((term for term in terms if not term.could_extract_minus_sign()), terms[0])
        terms.remove(lead)
        return [lead, *terms]

    def _print_Add(self, expr: Expr, order: Any = None) -> str:
        first, *others = self._as_ordered_terms(expr, order=order)
        out = self._print(first)
        for term in others:
            text = self._subtracted(-term) if term.could_extract_minus_sign() else self._print(term)
            out += (" - " if term.could_extract_minus_sign() else " + ") + (
                _bracketed(text) if self._needs_add_brackets(term) else text
            )
        return out

    def _subtracted(self, term: Expr) -> str:
        macro = _macro(term)
        return (
            _bracketed(self._print(term))
            if term.is_Add or macro is not None and _compound(macro)
            else self._print(term)
        )

    def _print_Mul(self, expr: Expr) -> str:
        """A product, or a fraction; a wide numerator, a sum or a case distinction stands behind its
        fraction, not on top of it.
        """
        if (
            not isinstance(expr, Mul)
            or not expr.is_commutative
            or any(isinstance(factor, Number) for factor in expr.args[1:])
        ):
            return super()._print_Mul(expr)  # 1/x, and products left unevaluated on purpose
        if expr.could_extract_minus_sign():
            return "- " + self._subtracted(-expr)
        over, under = (
            sorted(one.as_ordered_factors(), key=_rank) for one in fraction(expr, exact=True)
        )
        if under == [1]:
            return self._product(over)
        short = rf"\frac{{{self._product(over)}}}{{{self._product(under)}}}"
        if not any(isinstance(factor, STACKED) for factor in over) and width(short) <= LONG:
            return short
        kept = [factor for factor in over if _rank(factor) <= 2]
        rest = [factor for factor in over if _rank(factor) > 2]
        return (
            rf"\frac{{{self._product(kept) or 1}}}{{{self._product(under)}}} "
            rf"{self._product(rest, behind=True)}"
            if rest
            else short
        )

    def _product(self, factors: list[Expr], behind: bool = False) -> str:
        """Factors side by side; ``behind`` something that multiplies them even a single sum needs
        its brackets.
        """
        out = ""
        for number, factor in enumerate(factors):
            text = self._print(factor)
            if (behind or len(factors) > 1) and self._needs_mul_brackets(
                factor, first=number == 0 and not behind, last=number == len(factors) - 1
            ):
                text = _bracketed(text)
            out += (
                r" \cdot " if out[-1:].isdigit() and text[:1].isdigit() else " " if out else ""
            ) + text
        return out

    # statements
    # ----------------------------------------------------------------------------------------------
    def _print_And(self, expr: Any) -> str:
        if self._print_level > 1:
            return super()._print_And(expr)
        return r" ,\qquad ".join(self._print(one) for one in expr.args)

    def _print_Implies(self, expr: Any, altchar: str | None = None) -> str:
        if isinstance(expr.args[1], And):  # several consequences stand under each other
            rows = r" \\ ".join(rf"\displaystyle {self._print(one)}" for one in expr.args[1].args)
            return (
                rf"{self._print(expr.args[0])} \implies \left\{{\begin{{array}}{{l}} {rows} "
                rf"\end{{array}}\right."
            )
        return super()._print_Implies(expr, altchar or r"\implies")

    def _print_Equivalent(self, expr: Any, altchar: str | None = None) -> str:
        return super()._print_Equivalent(expr, altchar or r"\iff")


def _rank(factor: Expr) -> int:
    """The order of factors: numbers, simple letters, other letters, functions, brackets, sums."""
    base = factor.base if isinstance(factor, Pow) else factor
    if factor.is_number:
        return 0 if isinstance(factor, Number) else 1
    if isinstance(base, Symbol):
        macro = _macro(base) or base.name
        return (
            2 if width(macro) <= 2.5 and re.match(r"\\?(?!mathcal|bar|hat)[A-Za-z]", macro) else 3
        )
    return 6 if isinstance(factor, STACKED) else 5 if isinstance(base, Add) else 4


def _macro(expr: Any) -> str | None:
    entry = (
        known(expr.func if isinstance(expr, AppliedUndef) else expr)
        if isinstance(expr, (Symbol, AppliedUndef))
        else None
    )
    return entry.macro if entry else None


def _bracketed(text: str) -> str:
    return rf"\left({text}\right)"


def _raised(text: str) -> bool:
    return any(token.text == "^" and not token.inside for token in tokens(text))


def _compound(macro: str) -> bool:
    """Whether a sign, a quotient or a relation stands outside all brackets of the macro."""
    return (
        any(
            token.text in ("+", "-", "/", "=", r"\neq", r"\bmod", r"\pm") and not token.inside
            for token in tokens(macro)
        )
        and macro != r"\pm"
    )
