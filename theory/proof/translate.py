"""From SymPy to the kernel's terms: exact types; what is not understood is refused, not erased.

This is the one trusted file that imports SymPy. A symbol becomes a letter of its name and sort
(integer, real, complex); the rest of what SymPy assumes of it becomes hypotheses (``assumptions``).
Eq(Limit(f, x, a), L) is the epsilon formula, Eq(Derivative(f, x), v) says that f has the derivative
v, Piecewise is a case distinction, Eq(Mod(a, b), r) says that a = b q + r for a whole number q.
"""

from __future__ import annotations

import sympy as sp
from sympy.core import numbers
from sympy.core.function import AppliedUndef

from . import terms
from .terms import Term, add, bind, both, call, eq, implies, le, lt, make, mul, negation, num, var

NUMBERS = {sp.Integer, sp.Rational, numbers.Zero, numbers.One, numbers.NegativeOne, numbers.Half}
HYPERBOLIC = (sp.cosh, sp.sinh, sp.tanh, sp.acosh, sp.atanh)
NAMED_ALIKE = (sp.sign, sp.exp, sp.log, *HYPERBOLIC, sp.cos, sp.sin, sp.re, sp.im)
FUNCTIONS = {sp.Abs: "abs", sp.conjugate: "conj"} | {one: one.__name__ for one in NAMED_ALIKE}
CONSTANTS = {numbers.Pi: "pi", numbers.ImaginaryUnit: "i"}
ORDER = {sp.Le: (le, 0), sp.Lt: (lt, 0), sp.Ge: (le, 1), sp.Gt: (lt, 1)}  # 1: sides exchanged


class NotUnderstood(ValueError):
    """A SymPy expression that has no term here."""


class Translation:
    """One claim's letters: a name is one symbol, a function has the sort of the registry."""

    def __init__(self, functions: dict | None = None) -> None:
        self.functions = functions or {}
        self.letters: dict = {}
        self.bound = 0

    def letter(self, symbol) -> Term:
        """The letter of a symbol or function head; a name that another symbol has is refused."""
        name = symbol.name if isinstance(symbol, sp.Symbol) else symbol.__name__
        if "#" in name:
            raise NotUnderstood(f"{name!r}: names with # are for bound letters")
        known = self.letters.setdefault(name, symbol)
        if known is not symbol and known != symbol:
            raise NotUnderstood(f"two symbols are called {name!r}, with different assumptions")
        if not isinstance(symbol, sp.Symbol):
            if symbol not in self.functions:
                raise NotUnderstood(f"the registry gives no sort to the function {name!r}")
            return var(name, self.functions[symbol])
        return var(name, sort_of(symbol))

    def __call__(self, expr, inside: dict | None = None) -> Term:
        """The term of a SymPy expression; ``inside`` has the letters of bound symbols."""
        inside = inside or {}
        kind = type(expr)

        def sub(one):
            return self(one, inside)

        if kind in NUMBERS:
            return num(int(expr.p), int(expr.q))
        if kind is sp.Symbol:
            return inside[expr] if expr in inside else self.letter(expr)
        if kind in (sp.Add, sp.Mul):
            return (add if kind is sp.Add else mul)(*map(sub, expr.args))
        if kind is sp.Pow:
            return self._power(*expr.args, sub)  # type: ignore[call-arg]  # a Pow has two
        if kind in CONSTANTS:
            return call(CONSTANTS[kind])
        if kind is numbers.Exp1:
            return call("exp", num(1))
        if kind in FUNCTIONS and len(expr.args) == 1:
            return call(FUNCTIONS[kind], sub(expr.args[0]))
        if kind in (sp.Max, sp.Min) and len(expr.args) == 2:
            return call("max" if kind is sp.Max else "min", *map(sub, expr.args))
        if isinstance(expr, AppliedUndef) or kind in self.functions:
            return self.letter(expr.func)(*map(sub, expr.args))
        if kind is sp.Piecewise:
            return self._cases(expr, sub)
        if kind is sp.Sum or kind is sp.Integral:
            return self._range(expr, inside)
        return self._statement(expr, kind, sub, inside)

    def _power(self, base, exponent, sub) -> Term:
        if type(exponent) in NUMBERS and exponent.q in (1, 2):
            root = sub(base) if exponent.q == 1 else call("sqrt", sub(base))
            root, count = (call("inv", root), -exponent.p) if exponent < 0 else (root, exponent.p)
            return root if count == 1 else root ** int(count)
        return call("power", sub(base), sub(exponent))

    def _cases(self, expr, sub) -> Term:
        *pairs, last = expr.args
        if last[1] is not sp.true:
            raise NotUnderstood(f"{expr} does not say what holds otherwise")
        term = sub(last[0])
        for value, condition in reversed(pairs):
            term = make("ite", None, (sub(condition), sub(value), term))
        return term

    def _fresh(self, sort=terms.REAL) -> Term:
        self.bound += 1
        return var(f"#{self.bound}", sort)

    def _bound(self, symbol, sort, inside, signs) -> tuple[Term, dict]:
        """A letter for a bound symbol. SymPy may have used the sort and a sign that it is told."""
        told = {"integer": True} if sort == terms.INT else {"real": True}
        allowed = [told, *(told | {one: True} for one in signs)]
        if symbol not in [sp.Symbol(symbol.name, **one) for one in allowed]:
            raise NotUnderstood(f"{symbol} ranges over more, or other, than SymPy is told of it")
        letter = self._fresh(sort)
        return letter, {**inside, symbol: letter}

    def _range(self, expr, inside) -> Term:
        """Nested sums or integrals, the innermost first; limits may speak of outer letters."""
        op, sort = ("sum", terms.INT) if type(expr) is sp.Sum else ("integral", terms.REAL)

        ranges = []
        for symbol, *ends in reversed(expr.limits):
            if len(ends) != 2:
                raise NotUnderstood(f"the range of {expr}")
            low, high = ends  # one point, an end, does not matter to an integral
            above = low.is_positive if op == "sum" else low.is_nonnegative
            told = {"positive": above, "nonnegative": low.is_nonnegative}
            told["negative"] = high.is_negative
            outer, signs = inside, [sign for sign, holds in told.items() if holds]
            letter, inside = self._bound(symbol, sort, outer, signs)
            ranges.append((letter, self(low, outer), self(high, outer)))
        body = self(expr.args[0], inside)
        for letter, low, high in reversed(ranges):
            body = bind(op, letter, body, low, high)
        return body

    def _statement(self, expr, kind, sub, inside) -> Term:
        if kind is sp.Equality:
            left, right = expr.args
            if isinstance(left, sp.Limit):
                return self._limit(left, right, inside)
            if isinstance(left, sp.Derivative):
                return self._derivative(left, right, inside)
            return self._equal(left, right, sub)
        if kind is sp.Unequality:
            return negation(self._equal(*expr.args, sub))  # type: ignore[call-arg]  # it has two
        if kind in ORDER:
            relation, swap = ORDER[kind]
            left, right = map(sub, expr.args)
            return relation(right, left) if swap else relation(left, right)
        if kind in (sp.And, sp.Or):
            return make("and" if kind is sp.And else "or", None, map(sub, expr.args))
        if kind is sp.Not:
            return negation(sub(expr.args[0]))
        if kind is sp.Implies:
            return implies(*map(sub, expr.args))
        if kind is sp.Equivalent and len(expr.args) == 2:
            left, right = map(sub, expr.args)
            return both(implies(left, right), implies(right, left))
        if expr is sp.false:
            return terms.FALSE
        raise NotUnderstood(f"{kind.__name__}: {expr}")

    def _equal(self, left, right, sub) -> Term:
        """left = right; Mod(a, b) = r, for a whole, b > 0 whole and r a number with 0 <= r < b (0
        where b is a letter), says that a = b q + r for a whole q.
        """
        if not isinstance(left, sp.Mod):
            return eq(sub(left), sub(right))
        a, b = left.args
        whole = a.is_integer and b.is_integer and b.is_positive and type(right) in NUMBERS
        if not whole or not (right == 0 or (b.is_Integer and right.is_integer and 0 < right < b)):
            raise NotUnderstood(f"the remainder in {left} = {right}")
        q = self._fresh(terms.INT)
        return bind("exists", q, eq(sub(a), sub(b) * q + sub(right)))

    def _limit(self, limit, value, inside) -> Term:
        """Eq(Limit(f, x, oo), L), Eq(Limit(f, x, 0, '+'), L), L a number or oo, in epsilons."""
        body, symbol, target, side = limit.args
        signs = ("positive", "nonnegative") if target.is_extended_nonnegative else ()
        sort = terms.INT if symbol.is_integer and target is sp.oo else terms.REAL
        x, deeper = self._bound(symbol, sort, inside, signs)
        near, level = self._fresh(), self._fresh()
        if target is sp.oo:
            close, start = [lt(near, x)], []
        elif str(side) == "+":
            point = self(target, inside)
            close, start = [lt(point, x), lt(x, point + near)], [lt(0, near)]
        else:
            raise NotUnderstood(f"the direction of {limit}")
        found = self(body, deeper)
        if value is sp.oo:
            claim, levels = lt(level, found), []
        else:
            claim, levels = lt(call("abs", found - self(value, inside)), level), [lt(0, level)]
        inner = bind("forall", x, implies(*close, claim))
        return bind("forall", level, implies(*levels, bind("exists", near, both(*start, inner))))

    def _derivative(self, left, value, inside) -> Term:
        """Eq(Derivative(f, x), v): f has the derivative v at x, from both sides."""
        if len(left.args) != 2 or left.args[1][1] != 1:
            raise NotUnderstood(f"only first derivatives: {left}")
        symbol = left.args[1][0]
        point = self(symbol, inside)
        x, deeper = self._bound(symbol, terms.REAL, inside, ("positive", "negative"))
        body, slope = self(left.args[0], deeper), self(value, inside)
        return bind("deriv", x, body, point - 1, point + 1, point, slope)


def sort_of(symbol) -> str:
    """Int, Real or Complex, by what SymPy is told of the symbol."""
    if symbol.is_integer:
        return terms.INT
    if symbol.is_real:
        return terms.REAL
    if symbol.is_complex:
        return terms.COMPLEX
    raise NotUnderstood(f"{symbol} has no sort: give it real=True, integer=True or complex=True")


def assumptions(symbol, letter: Term) -> list[Term]:
    """What SymPy assumes of the symbol, as statements."""
    if symbol.is_positive:
        return [lt(0, letter)]
    if symbol.is_nonnegative:
        return [le(0, letter)]
    if symbol.is_negative:
        return [lt(letter, 0)]
    return [negation(eq(letter, 0))] if symbol.is_nonzero else []
