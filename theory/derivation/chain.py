"""A derivation: a chain of equal expressions, or of bounds in one direction, each step named and
re-checked by machine.

A person builds one at the prompt with the same object the catalogue uses::

    derive(Integral(2*s, (s, 0, t))).integrate().equals(t**2)

An equality ``before = after`` is accepted only if the difference is shown to vanish symbolically,
or else vanishes at exact sample points (and says so: such a chain is evidence, and no proof); a
bound only if the sign of the difference is proved. A step that can be neither proved nor sampled is
an error, never a silent pass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

from sympy import Derivative, Eq, Expr, Limit, Rational, Symbol, expand, factor, simplify
from sympy.core.relational import GreaterThan, LessThan, Relational

from theory.derivation.calculus import (
    by_parts,
    changed_variable,
    fractions_of,
    root_of,
    within_seconds,
)
from theory.derivation.display import aligned
from theory.derivation.initial_values import InitialValue, solution_of
from theory.derivation.steps import (
    DerivationError,
    Step,
    checked,
    expression,
    integrated,
    substituted,
)
from theory.validate import abbreviated

LIMIT_SECONDS = 20  # of work that computer algebra may take for a limit


@dataclass(frozen=True, repr=False)
class Derivation:
    """A chain of expressions that starts at ``start``; every method returns a longer chain.

    >>> from sympy import symbols, Integral
    >>> s, t = symbols("s t", positive=True)
    >>> chain = derive(Integral(2*s, (s, 0, t))).integrate()
    >>> chain.result
    t**2
    >>> chain.check()
    ('proved',)
    >>> chain.equals(2*t**2).check()
    Traceback (most recent call last):
        ...
    theory.derivation.steps.DerivationError: step 2 (equal): t**2 = 2*t**2 is false at t = 1
    """

    start: Expr
    steps: tuple[Step, ...] = ()
    sample: dict[Symbol, tuple] = field(default_factory=dict, compare=False)

    @property
    def result(self) -> Expr:
        """The expression that the chain has reached."""
        return self.steps[-1].expr if self.steps else self.start

    @property
    def relation(self) -> str:
        """How ``start`` stands to ``result``: =, or >= or <= where some step is a bound."""
        return next((step.relation for step in self.steps if step.relation != "="), "=")

    def _followed_by(
        self, expr: Any, rule: str, using: tuple[Relational, ...] = (), **more: Any
    ) -> Derivation:
        return Derivation(
            self.start, (*self.steps, Step(expression(expr), rule, using, **more)), self.sample
        )

    def _rewritten(self, expr: Expr, because: str, **more: Any) -> Derivation:
        """The next expression by a rule that has to change something."""
        if expr == self.result:
            raise DerivationError(f"{because}: it changes nothing in {self.result}")
        return self._followed_by(expr, because, **more)

    # the rules
    # ----------------------------------------------------------------------------------------------
    def substitute(
        self, *equations: Eq, because: str = "substitute", every: Symbol | None = None
    ) -> Derivation:
        """Replace the left side of each equation (or claim) by its right side; they are recorded as
        used.

        An equation that holds for ``every`` value of a variable of integration or index is used
        under the sign too.
        """
        equations = tuple(getattr(one, "expr", one) for one in equations)
        for one in equations:
            if not isinstance(one, Eq):
                raise DerivationError(
                    f"substitute takes equations, got {one!r}: write Eq(old, new) or give a claim"
                )
        over = () if every is None else (every,)
        replaced = substituted(self.result, equations, over)
        if replaced == self.result:
            raise DerivationError(
                f"{because}: none of {', '.join(str(one.args[0]) for one in equations)} stands in "
                f"{self.result}"
            )
        return self._followed_by(replaced, because, tuple(equations), every=over)

    def integrate(self, because: str = "integrate", antiderivative: Any = None) -> Derivation:
        """Carry out the integrals in the expression; or its only one, by an antiderivative that is
        checked by differentiating.

        >>> from sympy import Integral, cosh, log, symbols, tanh
        >>> s, t = symbols("s t", positive=True)
        >>> derive(Integral(tanh(s), (s, 0, t))).integrate(antiderivative=log(cosh(s))).check()
        ('its derivative: proved',)
        """
        if antiderivative is None:
            return self._rewritten(self.result.doit(integrals=True), because)
        antiderivative = expression(antiderivative)
        return self._followed_by(
            integrated(self.result, antiderivative), because, antiderivative=antiderivative
        )

    def differentiate(self, because: str = "differentiate") -> Derivation:
        """Carry out the derivatives in the expression."""
        return self._rewritten(
            self.result.replace(lambda e: isinstance(e, Derivative), lambda e: e.doit()), because
        )

    def simplify(self, because: str = "simplify") -> Derivation:
        """What SymPy simplifies the expression to."""
        return self._rewritten(simplify(self.result), because)

    def expand(self, because: str = "expand") -> Derivation:
        """The expression multiplied out."""
        return self._rewritten(expand(self.result), because)

    def factor(self, because: str = "factor") -> Derivation:
        """The expression as a product."""
        return self._rewritten(factor(self.result), because)

    def rewrite(self, target: Any, because: str = "") -> Derivation:
        """The expression in terms of another function: ``rewrite(exp)``."""
        return self._rewritten(
            self.result.rewrite(target),
            because or f"in terms of {getattr(target, '__name__', target)}",
        )

    def change_variable(
        self, new: Symbol, old: Any, because: str = "change of variables"
    ) -> Derivation:
        """Int f(x) dx with x = ``old``, an expression in the ``new`` letter: Int f(old) (d old/d
        new) d new.

        >>> from sympy import Integral, exp, sqrt, symbols
        >>> s, t, y = symbols("s t y", positive=True)
        >>> chain = derive(Integral(s * exp(s**2), (s, 0, t))).change_variable(y, sqrt(y))
        >>> chain.result
        Integral(exp(y)/2, (y, 0, t**2))
        """
        return self._rewritten(changed_variable(self.result, new, expression(old)), because)

    def by_parts(self, factor: Any, antiderivative: Any, because: str = "by parts") -> Derivation:
        """Int u v' = [u v] - Int u' v, with u = ``factor`` and v = ``antiderivative``.

        >>> from sympy import Integral, exp, symbols
        >>> s, t = symbols("s t", positive=True)
        >>> derive(Integral(s * exp(s), (s, 0, t))).by_parts(s, exp(s)).integrate().result
        t*exp(t) - exp(t) + 1
        """
        parts = by_parts(self.result, expression(factor), expression(antiderivative))
        return self._rewritten(parts, because)

    def partial_fractions(self, variable: Symbol, because: str = "partial fractions") -> Derivation:
        """The expression in partial fractions of one letter.

        >>> from sympy import symbols
        >>> x = symbols("x", positive=True)
        >>> derive(1/(x*(x + 1))).partial_fractions(x).check()
        ('proved',)
        """
        return self._rewritten(fractions_of(self.result, variable), because)

    def series(self, variable: Symbol, point: Any = 0, order: int = 6) -> Derivation:
        """The expansion around a point to this order, with its O(...): equal to the expression
        where that is small.

        >>> from sympy import exp, symbols
        >>> x = symbols("x", real=True)
        >>> derive(exp(x)).series(x, 0, 3).result
        1 + x + x**2/2 + O(x**3)
        """
        expanded = self.result.series(variable, point, order)
        if expanded.getO() is None:
            raise DerivationError(f"series: {self.result} is its own expansion around {point}")
        return self._rewritten(expanded, f"series around {variable} = {point}")

    def solve(self, equation: Eq, letter: Symbol, root: int = 0, because: str = "") -> Derivation:
        """Put for a letter the solution of an equation that it satisfies; which one, where there
        are several.

        >>> from sympy import Eq, symbols
        >>> x, y = symbols("x y", positive=True)
        >>> derive(x**2).solve(Eq(2*x, y), x).result
        y**2/4
        """
        value = root_of(equation, letter, root)
        why = because or f"{letter} = {value}, by {equation}"
        return self.substitute(Eq(letter, value, evaluate=False), because=why)

    def differential_equation(
        self, equation: Eq, start: Eq, solution: Any = None, because: str = ""
    ) -> Derivation:
        """Put for u the solution of u' = f(t, u), u(t0) = u0, f smooth: the one that computer
        algebra finds, or a given one; it is checked by differentiating.

        >>> from sympy import Eq, Function, symbols
        >>> t, c = symbols("t c", positive=True)
        >>> u = Function("u")
        >>> chain = derive(u(t)**2).differential_equation(Eq(u(t).diff(t), -u(t)), Eq(u(0), c))
        >>> chain.result
        c**2*exp(-2*t)
        >>> chain.check()
        ('its rate: proved; its start: proved',)
        """
        formula = solution_of(equation, start) if solution is None else expression(solution)
        flow = InitialValue(equation, start, formula)
        why = because or f"{flow.function} = {formula}"
        return self._rewritten(flow.put_into(self.result), why, using=(equation, start), flow=flow)

    def limit(self, symbol: Symbol, point: Any, direction: str = "+") -> Derivation:
        """Take a limit. From here on the chain is about the limit of ``start``."""
        taken = Limit(self.result, symbol, point, direction)
        value = within_seconds(LIMIT_SECONDS, taken.doit)
        if value is None or value == taken:
            raise DerivationError(
                f"limit {symbol} -> {point}: computer algebra finds none of {self.result} in "
                f"{LIMIT_SECONDS} s"
            )
        return self._followed_by(value, f"limit {symbol} -> {point}", limit=taken)

    def equals(
        self, expr: Any, because: str = "equal", by: Callable[[Expr], bool] | None = None
    ) -> Derivation:
        """State the next expression by hand; like every step it must survive :meth:`check`. ``by``
        shows that the difference vanishes where SymPy cannot.
        """
        return self._followed_by(expr, because, by=by)

    def inside(self, expr: Any, because: str = "under the sign") -> Derivation:
        """State the next expression, which differs only under sums and integrals with the same
        limits; these parts are compared one by one.

        >>> from sympy import Integral, cos, sin, symbols
        >>> s, t = symbols("s t", positive=True)
        >>> halved = Integral((1 - cos(2*s)) / (2*s), (s, 1, t))
        >>> derive(Integral(sin(s)**2 / s, (s, 1, t))).inside(halved).check()
        ('under the sign: proved',)
        """
        return self._followed_by(expr, because, inside=True)

    def at_least(self, expr: Any, because: str, *known: Any) -> Derivation:
        """The expression so far is at least this one; ``known`` are inequalities (or claims) it
        rests on.

        >>> from sympy import symbols
        >>> a, b = symbols("a b", real=True)
        >>> derive(a**2 + b**2).at_least(2*a*b, "a square").check()
        ('proved',)
        """
        return self._bound(expr, because, ">=", known)

    def at_most(self, expr: Any, because: str, *known: Any) -> Derivation:
        """The expression so far is at most this one; ``known`` are inequalities (or claims) it
        rests on.
        """
        return self._bound(expr, because, "<=", known)

    def _bound(self, expr: Any, because: str, relation: str, known: tuple) -> Derivation:
        if self.relation not in ("=", relation):
            raise DerivationError(
                f"{because}: a step {relation} after a step {self.relation} says nothing about the "
                "start"
            )
        known = tuple(getattr(one, "expr", one) for one in known)
        for one in known:
            if not isinstance(one, (GreaterThan, LessThan)):
                raise DerivationError(f"a bound rests on inequalities <= or >=, got {one!r}")
        return self._followed_by(expr, because, known, relation=relation)

    # the check
    # ----------------------------------------------------------------------------------------------
    def check(self) -> tuple[str, ...]:
        """Re-check every step; returns how each was shown, raises :class:`DerivationError` at the
        first that fails.
        """
        how, before = [], self.start
        for number, step in enumerate(self.steps, 1):
            how.append(checked(number, before, step, self.sample))
            before = step.expr
        return tuple(how)

    def proves(self) -> bool:
        """Is every step shown for all values of its symbols? One that was only sampled, or a limit
        along points, is not.
        """
        sampled = ("digits at", "confirmed along", "points as the limit")
        return not any(word in how for how in self.check() for word in sampled)

    # showing
    # ----------------------------------------------------------------------------------------------
    def __str__(self) -> str:
        lines = [f"  {self.start}"]
        for step in self.steps:
            lines.append(f"{step.relation} {step.expr}    [{step.rule}]")
        return "\n".join(lines)

    def latex(self) -> str:
        """An ``align*``: one line a step, the rule at the right."""
        return aligned(self.start, self.steps)

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        return self.latex()


def written_in(module: str, name: str) -> Callable[[], Derivation]:
    """The derivation ``name`` of another module, loaded when it is asked for: it may use claims
    that name it.

    >>> written_in("theory.modular.proofs.derivations", "loss_bound")().relation
    '>='
    """
    return partial(_load, module, name)


def _load(module: str, name: str) -> Derivation:
    return getattr(import_module(module), name)()


def derive(start: Any, **sample: tuple) -> Derivation:
    """Start a derivation at an expression; ``sample`` may narrow where a symbol is sampled (name =
    (low, high)).

    >>> from sympy import symbols, cosh, sinh, exp
    >>> x = symbols("x", real=True)
    >>> derive(cosh(x) + sinh(x)).rewrite(exp).result
    exp(x)
    """
    expr = expression(start)
    names = {str(s): s for s in expr.free_symbols}
    unknown = set(sample) - set(names)
    if unknown:
        raise DerivationError(
            f"no symbol {', '.join(sorted(unknown))} in {expr}: it has {', '.join(sorted(names))}"
        )
    for name, bounds in sample.items():
        _require_bounds(name, bounds)
    return Derivation(expr, (), {names[name]: bounds for name, bounds in sample.items()})


def _require_bounds(name: str, bounds: Any) -> None:
    """A symbol is sampled between two finite numbers."""
    try:
        low, high = (Rational(str(bound)) for bound in bounds)
        good = isinstance(bounds, (tuple, list)) and low < high
    except (TypeError, ValueError, ZeroDivisionError):
        good = False
    if not good:
        raise DerivationError(
            f"{name} is {abbreviated(bounds)}: expected (low, high), two finite numbers"
        )
