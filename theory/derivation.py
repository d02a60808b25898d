"""A derivation: a chain of equal expressions, or of bounds in one direction, each step named and re-checked by machine.

A person builds one at the prompt with the same object the catalogue uses::

    derive(Integral(2*s, (s, 0, t))).integrate().equals(t**2)

An equality ``before = after`` is accepted only if the difference is shown to vanish symbolically, or else vanishes
at exact sample points (and says so: such a chain is evidence, and no proof); a bound only if the sign of the difference is
proved. A step that can be neither proved nor sampled is an error, never a silent pass.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from textwrap import wrap
from typing import Any

from sympy import (
    Add,
    Derivative,
    Dummy,
    Eq,
    Expr,
    Indexed,
    Integral,
    Limit,
    N,
    Rational,
    Sum,
    Symbol,
    SympifyError,
    expand,
    factor,
    nan,
    oo,
    simplify,
    sympify,
)
from sympy.core.function import AppliedUndef
from sympy.core.relational import GreaterThan, LessThan, Relational

from theory.nonnegative import nonnegative
from theory.notation import to_latex
from theory.typeset.layout import WIDTH, fold, width
from theory.typeset.prose import to_text
from theory.validate import abbreviated

DIGITS = 30  # a sampled step must agree to this many digits
POINTS = 6  # at this many exact points
RULE = 26  # characters of a rule on one line
DERIVED = WIDTH - RULE // 2  # letters of a line that leaves room for the rule at its right
SIGNS = {"=": "= ", ">=": r"\geq ", "<=": r"\leq "}


class DerivationError(ValueError):
    """A step that is false, or that cannot be checked."""


@dataclass(frozen=True)
class Step:
    """``expr`` follows from the expression before it by ``rule``; ``using`` are the relations it relied on.

    ``relation`` is = or, for a bound, >= or <=: ``before >= expr``. ``by`` is a proof procedure for a difference that must vanish; ``inside`` says that
    only what stands under sums and integrals has changed, ``every`` for which bound variables the relations hold throughout.
    """

    expr: Expr
    rule: str
    using: tuple[Relational, ...] = ()
    antiderivative: Expr | None = None
    limit: Limit | None = None
    relation: str = "="
    by: Callable[[Expr], bool] | None = None
    inside: bool = False
    every: tuple[Symbol, ...] = ()


@dataclass(frozen=True)
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
    theory.derivation.DerivationError: step 2 (equal): t**2 = 2*t**2 is false at t = 1
    """

    start: Expr
    steps: tuple[Step, ...] = ()
    sample: dict[Symbol, tuple] = field(default_factory=dict, compare=False)

    @property
    def result(self) -> Expr:
        return self.steps[-1].expr if self.steps else self.start

    @property
    def relation(self) -> str:
        """How ``start`` stands to ``result``: =, or >= or <= where some step is a bound."""
        return next((step.relation for step in self.steps if step.relation != "="), "=")

    def _then(
        self, expr: Any, rule: str, using: tuple[Relational, ...] = (), **more: Any
    ) -> Derivation:
        return Derivation(
            self.start, (*self.steps, Step(_expression(expr), rule, using, **more)), self.sample
        )

    # the rules -------------------------------------------------------------------------------------------------
    def substitute(
        self, *equations: Eq, because: str = "substitute", every: Symbol | None = None
    ) -> Derivation:
        """Replace the left side of each equation (or claim) by its right side; they are recorded as used.

        An equation that holds for ``every`` value of a variable of integration or index is used under the sign too.
        """
        equations = tuple(getattr(one, "expr", one) for one in equations)
        for one in equations:
            if not isinstance(one, Eq):
                raise DerivationError(
                    f"substitute takes equations, got {one!r}: write Eq(old, new) or give a claim"
                )
        over = () if every is None else (every,)
        replaced = _substituted(self.result, equations, over)
        if replaced == self.result:
            raise DerivationError(
                f"{because}: none of {', '.join(str(one.args[0]) for one in equations)} stands in {self.result}"
            )
        return self._then(replaced, because, tuple(equations), every=over)

    def integrate(self, because: str = "integrate", antiderivative: Any = None) -> Derivation:
        """Carry out the integrals in the expression; or its only one, by an antiderivative that is checked by differentiating.

        >>> from sympy import Integral, cosh, log, symbols, tanh
        >>> s, t = symbols("s t", positive=True)
        >>> derive(Integral(tanh(s), (s, 0, t))).integrate(antiderivative=log(cosh(s))).check()
        ('its derivative: proved',)
        """
        if antiderivative is None:
            return self._then(self.result.doit(integrals=True), because)
        antiderivative = _expression(antiderivative)
        found = _integrated(self.result, antiderivative)
        return Derivation(
            self.start, (*self.steps, Step(found, because, (), antiderivative)), self.sample
        )

    def differentiate(self, because: str = "differentiate") -> Derivation:
        """Carry out the derivatives in the expression."""
        return self._then(
            self.result.replace(lambda e: isinstance(e, Derivative), lambda e: e.doit()), because
        )

    def simplify(self, because: str = "simplify") -> Derivation:
        return self._then(simplify(self.result), because)

    def expand(self, because: str = "expand") -> Derivation:
        return self._then(expand(self.result), because)

    def factor(self, because: str = "factor") -> Derivation:
        return self._then(factor(self.result), because)

    def rewrite(self, target: Any, because: str = "") -> Derivation:
        return self._then(
            self.result.rewrite(target),
            because or f"in terms of {getattr(target, '__name__', target)}",
        )

    def limit(self, symbol: Symbol, point: Any, direction: str = "+") -> Derivation:
        """Take a limit. From here on the chain is about the limit of ``start``."""
        taken = Limit(self.result, symbol, point, direction)
        return Derivation(
            self.start,
            (*self.steps, Step(taken.doit(), f"limit {symbol} -> {point}", limit=taken)),
            self.sample,
        )

    def equals(
        self, expr: Any, because: str = "equal", by: Callable[[Expr], bool] | None = None
    ) -> Derivation:
        """State the next expression by hand; like every step it must survive :meth:`check`. ``by`` shows that the difference vanishes where SymPy cannot."""
        return self._then(expr, because, by=by)

    def inside(self, expr: Any, because: str = "under the sign") -> Derivation:
        """State the next expression, which differs only under sums and integrals with the same limits; these parts are compared one by one.

        >>> from sympy import Integral, cos, sin, symbols
        >>> s, t = symbols("s t", positive=True)
        >>> derive(Integral(sin(s)**2 / s, (s, 1, t))).inside(Integral((1 - cos(2*s)) / (2*s), (s, 1, t))).check()
        ('under the sign: proved',)
        """
        return self._then(expr, because, inside=True)

    def at_least(self, expr: Any, because: str, *known: Any) -> Derivation:
        """The expression so far is at least this one; ``known`` are inequalities (or claims) it rests on.

        >>> from sympy import symbols
        >>> a, b = symbols("a b", real=True)
        >>> derive(a**2 + b**2).at_least(2*a*b, "a square").check()
        ('proved',)
        """
        return self._bound(expr, because, ">=", known)

    def at_most(self, expr: Any, because: str, *known: Any) -> Derivation:
        """The expression so far is at most this one; ``known`` are inequalities (or claims) it rests on."""
        return self._bound(expr, because, "<=", known)

    def _bound(self, expr: Any, because: str, relation: str, known: tuple) -> Derivation:
        if self.relation not in ("=", relation):
            raise DerivationError(
                f"{because}: a step {relation} after a step {self.relation} says nothing about the start"
            )
        known = tuple(getattr(one, "expr", one) for one in known)
        for one in known:
            if not isinstance(one, (GreaterThan, LessThan)):
                raise DerivationError(f"a bound rests on inequalities <= or >=, got {one!r}")
        return self._then(expr, because, known, relation=relation)

    # the check -------------------------------------------------------------------------------------------------
    def check(self) -> tuple[str, ...]:
        """Re-check every step; returns how each was shown, raises :class:`DerivationError` at the first that fails."""
        how, before = [], self.start
        for number, step in enumerate(self.steps, 1):
            how.append(self._check_step(number, before, step))
            before = step.expr
        return tuple(how)

    def _check_step(self, number: int, before: Expr, step: Step) -> str:
        where = f"step {number} ({step.rule})"
        if step.limit is not None:
            return _check_limit(where, step)
        if step.antiderivative is not None:
            return _check_antiderivative(where, before, step, self.sample)
        if step.relation != "=":
            return _check_bound(where, before, step, self.sample)
        if step.by is not None:
            return _check_by(where, before, step)
        if step.inside:
            return _check_inside(where, before, step.expr, self.sample)
        if step.using:
            before = _substituted(before, step.using, step.every)
            if before == step.expr:
                return "by " + ", ".join(str(one) for one in step.using)
        return _check_equal(where, before, step.expr, self.sample)

    def proves(self) -> bool:
        """Is every step shown for all values of its symbols? One that was only sampled, or a limit along points, is not."""
        return all("digits at" not in how and "confirmed along" not in how for how in self.check())

    # showing ---------------------------------------------------------------------------------------------------
    def __str__(self) -> str:
        lines = [f"  {self.start}"]
        for step in self.steps:
            lines.append(f"{step.relation} {step.expr}    [{step.rule}]")
        return "\n".join(lines)

    def latex(self) -> str:
        """An ``align*``: one line a step, the rule at the right."""
        chain = [fold(to_latex(step.expr), DERIVED) for step in self.steps]
        widest = max((width(line) for lines in chain for line in lines), default=0.0)
        first, *rest = fold(to_latex(self.start), WIDTH)
        rows = [f"& {first}", *(f"&\\quad {line}" for line in rest)]
        for step, lines in zip(self.steps, chain):
            rules = wrap(step.rule, max(RULE, int(WIDTH - widest)))
            for number in range(max(len(lines), len(rules))):
                line = (
                    (SIGNS[step.relation] if number == 0 else r"\quad ") + lines[number]
                    if number < len(lines)
                    else ""
                )
                rows.append(
                    f"&{line}"
                    + (f" && \\text{{{to_text(rules[number])}}}" if number < len(rules) else "")
                )
        return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"

    def _repr_latex_(self) -> str:
        return self.latex()


def written_in(module: str, name: str) -> Callable[[], Derivation]:
    """The derivation ``name`` of another module, loaded when it is asked for: it may use claims that name it.

    >>> written_in("theory.modular.proofs.derivations", "loss_bound")().relation
    '>='
    """
    return partial(_load, module, name)


def _load(module: str, name: str) -> Derivation:
    return getattr(import_module(module), name)()


def derive(start: Any, **sample: tuple) -> Derivation:
    """Start a derivation at an expression; ``sample`` may narrow where a symbol is sampled (name = (low, high)).

    >>> from sympy import symbols, cosh, sinh, exp
    >>> x = symbols("x", real=True)
    >>> derive(cosh(x) + sinh(x)).rewrite(exp).simplify().result
    exp(x)
    """
    expr = _expression(start)
    names = {str(s): s for s in expr.free_symbols}
    unknown = set(sample) - set(names)
    if unknown:
        raise DerivationError(
            f"no symbol {', '.join(sorted(unknown))} in {expr}: it has {', '.join(sorted(names))}"
        )
    return Derivation(expr, (), {names[name]: bounds for name, bounds in sample.items()})


def _expression(value: Any) -> Expr:
    """A SymPy expression or a number; never text, which SymPy would evaluate as code."""
    try:
        expr = sympify(value, strict=True)
    except (SympifyError, TypeError, AttributeError):
        expr = None
    if not isinstance(expr, Expr) or expr.has(nan) and not isinstance(value, Expr):
        raise DerivationError(
            f"{abbreviated(value)} is not an expression: expected a SymPy expression or a number (text is not evaluated)"
        )
    return expr


def _substituted(expr: Expr, equations: tuple[Eq, ...], every: tuple[Symbol, ...] = ()) -> Expr:
    """Left sides replaced by right sides. An equation about f(k) holds at each value of a running index k and goes under the sign,
    and so does one that is said to hold for ``every`` k; any other speaks of a free letter, which a bound one of its name is not."""

    def under(one: Expr) -> Expr:
        bound = set(one.variables)
        caught = [
            equation.args[0]
            for equation in equations
            if (_free(equation.args[0]) - set(every)) & bound and one.function.has(equation.args[0])
        ]
        if caught:
            raise DerivationError(
                f"{caught[0]} stands under {one}, where {', '.join(map(str, one.variables))} is bound: "
                "an equation about a free letter does not hold there"
            )
        about = [equation.args for equation in equations if equation.args[0].free_symbols & bound]
        return one.func(one.function.subs(about), *one.limits)

    return expr.replace(lambda one: isinstance(one, (Sum, Integral)), under).subs(
        [one.args for one in equations]
    )


def _free(expr: Expr) -> set[Symbol]:
    """The letters of an expression that stand outside of unknown functions and indexed letters."""
    applied = expr.atoms(AppliedUndef, Indexed)
    return expr.xreplace({one: Dummy() for one in applied}).free_symbols & expr.free_symbols


def _integrated(expr: Expr, antiderivative: Expr) -> Expr:
    integrals = expr.atoms(Integral)
    if len(integrals) != 1 or len(next(iter(integrals)).limits) != 1:
        raise DerivationError(
            f"{expr} has {len(integrals)} integrals: an antiderivative is for exactly one, over one variable"
        )
    (integral,) = integrals
    ((variable, low, high),) = integral.limits
    return expr.xreplace(
        {integral: antiderivative.subs(variable, high) - antiderivative.subs(variable, low)}
    )


def _check_antiderivative(where: str, before: Expr, step: Step, sample: dict) -> str:
    """The fundamental theorem: the antiderivative's derivative is the integrand, and the step put in its limits."""
    if _integrated(before, step.antiderivative) != step.expr:
        raise DerivationError(
            f"{where}: {step.expr} is not {before} with the antiderivative put in"
        )
    (integral,) = before.atoms(Integral)
    how = "its derivative: " + _check_equal(
        where,
        step.antiderivative.diff(integral.limits[0][0]),  # type: ignore[union-attr]
        integral.function,
        sample,
    )
    # The derivative says nothing of a jump between the limits (-1/s across 0): one quadrature does.
    if not before.atoms(AppliedUndef):
        _sample_equal(where, before, step.expr, sample, digits=10, points=1)
    return how


def _check_bound(where: str, before: Expr, step: Step, sample: dict) -> str:
    """The difference is shown not to be negative, given what is known; sampling is only the way to report a false one with a point."""
    larger, smaller = (before, step.expr) if step.relation == ">=" else (step.expr, before)
    if not step.using and not Add(larger, smaller).atoms(AppliedUndef, Derivative):
        _sample_equal(where, larger, smaller, sample, relation=">=")
    if not nonnegative(Add(larger, -smaller), step.using):
        raise DerivationError(f"{where}: {larger} >= {smaller} is not shown")
    return "by " + ", ".join(map(str, step.using)) if step.using else "proved"


def _check_by(where: str, before: Expr, step: Step) -> str:
    how = step.by.__name__.replace("_", " ")  # type: ignore[union-attr]
    if step.by(Add(before, -step.expr)) is not True:  # type: ignore[misc]
        raise DerivationError(f"{where}: not shown that {before} - ({step.expr}) {how}")
    return f"the difference {how}"


def _check_inside(where: str, before: Expr, after: Expr, sample: dict) -> str:
    """The same expression around sums and integrals that pair off by their limits; each pair has one body."""
    place: dict = {}
    outer = []
    for expr in (before, after):
        signs = {
            one: place.setdefault((one.func, one.limits), Symbol(f"part_{len(place)}"))
            for one in expr.atoms(Sum, Integral)
        }
        if len(set(signs.values())) < len(signs) or any(
            one.function.has(Sum, Integral) for one in signs
        ):
            raise DerivationError(
                f"{where}: two sums or integrals of {expr} have the same limits, or one is inside another: compared are single ones"
            )
        outer.append((expr.xreplace(signs), {sign: one.function for one, sign in signs.items()}))
    (around, bodies), (around_after, bodies_after) = outer
    if simplify(around - around_after) != 0 or bodies.keys() != bodies_after.keys():
        raise DerivationError(
            f"{where}: {before} and {after} differ outside of their sums and integrals"
        )
    shown = {_check_equal(where, bodies[sign], bodies_after[sign], sample) for sign in bodies}
    return "under the sign: " + ", ".join(sorted(shown))


def _check_equal(where: str, before: Expr, after: Expr, sample: dict) -> str:
    difference = Add(before, -after)
    unsampled = before.atoms(AppliedUndef, Derivative) | after.atoms(AppliedUndef, Derivative)
    if not unsampled:
        # Sampling first: it is the independent route, and a false step is reported with a point.
        _sample_equal(where, before, after, sample)
    shown = simplify(difference.doit())
    if shown == 0:
        return "proved"
    if shown.is_number and shown.is_nonzero:
        raise DerivationError(f"{where}: {before} = {after} is false: the sides differ by {shown}")
    if unsampled:
        raise DerivationError(
            f"{where}: {before} = {after} cannot be checked: {unsampled} has no values to sample"
        )
    return f"{DIGITS} digits at {POINTS} points"


def _sample_equal(
    where: str,
    before: Expr,
    after: Expr,
    sample: dict,
    digits: int = DIGITS,
    points: int = POINTS,
    relation: str = "=",
) -> None:
    symbols = sorted((before.free_symbols | after.free_symbols), key=str)
    draw = random.Random(0)  # the same points every time: a derivation is re-checked, not re-rolled
    usable = 0
    for attempt in range(20 * POINTS):
        point = {s: _draw(s, draw, attempt, sample.get(s)) for s in symbols}
        left, right = _value(before, point, digits + 10), _value(after, point, digits + 10)
        if not (left.is_number and right.is_number and left.is_finite and right.is_finite):
            continue
        usable += 1
        off = right - left if relation == ">=" else abs(left - right)
        if (
            off > Rational(1, 10**digits) * max(1, abs(left), abs(right))
            or relation == "="
            and _apart(before, after, point)
        ):
            values = ", ".join(f"{s} = {v}" for s, v in point.items())
            raise DerivationError(f"{where}: {before} {relation} {after} is false at {values}")
        if usable == points or not symbols:
            return
    raise DerivationError(
        f"{where}: {before} = {after} cannot be sampled: no finite value in {20 * POINTS} points"
    )


def _apart(before: Expr, after: Expr, point: dict) -> bool:
    """Is the difference a number other than zero, in as many digits as it takes to see one (up to 300)?"""
    if before.has(Integral, Limit) or after.has(Integral, Limit):
        return False  # a quadrature has the digits it was asked for
    gap = _value(Add(before, -after), point, 15, maxn=300)
    return bool(gap.is_Float and gap._prec > 1 and gap != 0)


def _value(expr: Expr, point: dict, digits: int, **options: Any) -> Expr:
    try:
        return N(expr.subs(point), digits, **options)
    except (TypeError, ZeroDivisionError):  # a quadrature that met a pole
        return nan


def _draw(symbol: Symbol, draw: random.Random, attempt: int, bounds: tuple | None) -> Rational:
    """An exact value that respects the symbol's assumptions; the first points are the simplest."""
    if bounds:
        low, high = map(Rational, bounds)
        return low + (high - low) * Rational(draw.randint(1, 96), 97)
    if symbol.is_integer:
        value = Rational(
            draw.randint(1 if symbol.is_positive else 0 if symbol.is_nonnegative else -3, 7)
        )
    else:
        value = Rational(1) if attempt == 0 else Rational(draw.randint(1, 60), draw.randint(7, 23))
    if symbol.is_nonpositive:
        return -abs(value)
    return value if symbol.is_integer or symbol.is_nonnegative else value * draw.choice((1, -1))


def _check_limit(where: str, step: Step) -> str:
    """A computer-algebra limit is confirmed along a sequence of exact points."""
    expr, symbol, point, direction = step.limit.args  # type: ignore[union-attr]
    others = {
        s: Rational(3, 2 + k) for k, s in enumerate(sorted(expr.free_symbols - {symbol}, key=str))
    }
    value = N(step.expr.subs(others), DIGITS)
    side = -1 if str(direction) == "-" or point == -oo else 1
    values = []
    for k in (10, 20, 40):
        at = side * Rational(10) ** k if not point.is_finite else point + side * Rational(1, 10**k)
        values.append(N(expr.subs(others).subs(symbol, at), DIGITS))
    if value in (oo, -oo):
        sign = 1 if value == oo else -1
        if (
            not all(v.is_real for v in values)
            or not sign * values[0] < sign * values[1] < sign * values[2]
        ):
            raise DerivationError(f"{where}: the values {values} do not grow towards {step.expr}")
        return "limit confirmed along 3 points"
    gaps = [abs(v - value) for v in values]
    if not all(g.is_number for g in gaps) or gaps[2] > Rational(1, 2) * max(
        gaps[0], Rational(1, 10**10)
    ):
        raise DerivationError(f"{where}: the values {gaps} do not approach {step.expr}")
    return "limit confirmed along 3 points"
