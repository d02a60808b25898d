"""Statements about transforms on Z/p: complex balls at exact integer data, and proofs for every p at once.

The left side of a statement is computed from the task itself, by brute force over all pairs (a, b) in whole numbers; the
right side is walked in complex ball arithmetic, with u_hat(k) enclosed from the same integers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, reduce
from typing import Any

import sympy as sp
from flint import acb, arb, fmpq
from hypothesis.strategies import SearchStrategy
from sympy.core.function import AppliedUndef

from checks.evidence import Evidence
from checks.methods.balls import DIGITS, Judgement, precision
from checks.methods.check import Effort, search
from theory.claim import Claim
from theory.modular import REMOVED, p, vanishes_for_every_p

BITS = 256  # 50 digits are to be enclosed; sums of a few hundred terms lose three
_SMALL = arb(10) ** -DIGITS
_COMPLEX: dict[type, Callable] = {
    sp.exp: acb.exp,
    sp.cos: acb.cos,
    sp.sin: acb.sin,
    sp.conjugate: acb.conjugate,
    sp.Abs: lambda z: acb(abs(z)),
    sp.factorial: lambda z: _factorial(z),
}


class NoValue(ArithmeticError):
    """The expression has no value here: an index that is not whole, a factorial of a negative number."""


def _factorial(value: acb) -> acb:
    if _whole(value) < 0:
        raise NoValue(f"the factorial of {_whole(value)}")
    return acb(int(sp.factorial(_whole(value))))


def _whole(value: acb) -> int:
    """The integer that a ball stands for."""
    real = value.real
    exact = real.unique_fmpz()
    if exact is None or not value.imag.contains(0):
        raise NoValue(f"{value} is used as an index: expected a whole number")
    return int(exact)


def number(value: Any) -> acb:
    if isinstance(value, acb):
        return value
    if isinstance(value, Fraction):
        return acb(arb(fmpq(value.numerator, value.denominator)))
    return acb(value)


def evaluate(expr: sp.Expr, values: Mapping) -> acb:
    """The complex ball of an expression; functions in ``values`` are called with whole numbers."""
    if expr in values:
        return number(values[expr])
    if expr.is_Rational:
        return acb(arb(fmpq(int(expr.p), int(expr.q))))
    if expr is sp.I:
        return acb(0, 1)
    if expr is sp.pi:
        return acb(arb.pi())
    if isinstance(expr, sp.Sum):
        return _sum(expr, values)
    if isinstance(expr, sp.Piecewise):
        for branch, condition in expr.args:
            if _decided(condition, values):
                return evaluate(branch, values)
    if isinstance(expr, AppliedUndef):
        arguments = [_whole(evaluate(arg, values)) for arg in expr.args]
        if expr.func == REMOVED:
            return acb(int((arguments[0] - arguments[1]) % values[p] != 0))
        return number(values[expr.func](*arguments))
    if isinstance(expr, sp.Pow):
        if expr.base is sp.E:
            return evaluate(expr.exp, values).exp()
        return evaluate(expr.base, values) ** _exponent(evaluate(expr.exp, values))
    parts = [evaluate(arg, values) for arg in expr.args]
    if isinstance(expr, (sp.Add, sp.Mul)):
        return reduce(operator.add if isinstance(expr, sp.Add) else operator.mul, parts)
    if type(expr) in _COMPLEX:
        return _COMPLEX[type(expr)](*parts)
    raise TypeError(f"no complex ball arithmetic for {type(expr).__name__} in {expr}")


def _exponent(power: acb) -> Any:
    exact = power.real.unique_fmpz() if power.imag == 0 else None
    return int(exact) if exact is not None else power


def _sum(expr: sp.Sum, values: Mapping) -> acb:
    total = acb(0)
    index, low, high = expr.limits[-1]  # the outermost
    body = expr.function if len(expr.limits) == 1 else sp.Sum(expr.function, *expr.limits[:-1])
    for n in range(_whole(evaluate(low, values)), _whole(evaluate(high, values)) + 1):
        total += evaluate(body, {**values, index: n})
    return total


def _decided(condition: sp.Basic, values: Mapping) -> bool:
    if condition is sp.true:
        return True
    numbers = {
        s: sp.Integer(_whole(number(v)))
        for s, v in values.items()
        if isinstance(s, sp.Symbol) and isinstance(v, int)
    }
    try:
        return bool(condition.subs(numbers))
    except ZeroDivisionError:
        raise NoValue(f"{condition} divides by zero") from None


def judged(statement: sp.Basic, values: Mapping, seen: list[acb]) -> Judgement:
    """Do both sides of an equation enclose one complex number to 50 digits? Of several equations, the first that does not decides.

    At the precision in force; ``seen`` collects the enclosures that this rests on.
    """
    if isinstance(statement, sp.And):
        parts = [judged(part, values, seen) for part in statement.args]
        return next((part for part in parts if part.holds is not True), parts[0])
    left = evaluate(statement.args[0], values)
    try:
        right = evaluate(statement.args[1], values)
    except NoValue as problem:
        return Judgement(
            False, float("inf"), sides=f"{statement.args[0]} = {_short(left)}, but {problem}"
        )
    seen += [left, right]
    difference = abs(left - right)
    sides = f"{statement.args[0]} = {_short(left)}, right side = {_short(right)}"
    scale = abs(left).max(abs(right)).max(arb(1))
    if not difference.contains(0):
        return Judgement(False, float((difference / scale).upper()), sides=sides)
    close = bool(difference.upper() <= _SMALL * scale)
    return Judgement(
        True if close else None,
        float((difference / scale).upper()),
        DIGITS if close else None,
        sides,
    )


def twice(
    statement: sp.Basic, observe: Callable[[Any], Iterable[Mapping]], instance: Any
) -> Judgement:
    """The judgement at an instance, observed and decided with BITS and again with twice as many: undecided unless both say the same."""
    (coarse, one), (fine, other) = (
        _look(statement, observe, instance, bits) for bits in (BITS, 2 * BITS)
    )
    if not all(a.overlaps(b) for a, b in zip(one, other)):
        raise ArithmeticError(
            f"{statement} at {BITS} and {2 * BITS} bits: two enclosures of one number do not meet"
        )
    if coarse.holds is fine.holds:
        return fine
    return replace(
        fine, holds=None, why=f"{coarse.sides} with {BITS} bits, {fine.sides} with {2 * BITS}"
    )


def _look(
    statement: sp.Basic, observe: Callable[[Any], Iterable[Mapping]], instance: Any, bits: int
) -> tuple[Judgement, list[acb]]:
    worst, seen = Judgement(None, why="nothing was observed"), []  # type: ignore[var-annotated]
    with precision(bits):
        for values in observe(instance):
            worst = judged(statement, values, seen)
            if worst.holds is not True:
                break
    return worst, seen


def _short(value: acb) -> str:
    return f"{float(value.real.mid()):.8g}" + (
        f"{float(value.imag.mid()):+.8g}i" if abs(float(value.imag.mid())) > 1e-30 else ""
    )


@dataclass(frozen=True)
class Spectral:
    """Judge an equation at exact data, with two precisions; ``observe(instance)`` yields values for its symbols and functions."""

    name: str
    instances: SearchStrategy
    observe: Callable[[Any], Iterable[Mapping]]
    examples: tuple[int, int, int] = (25, 200, 2000)
    method: str = "certified"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        found = search(
            self.instances,
            lambda instance: twice(statement, self.observe, instance),
            effort.examples(*self.examples),
            effort.seed,
        )
        text = (
            None
            if found.counterexample is None
            else f"{found.counterexample}: {found.judgement.sides}"
        )
        return Evidence(
            self.name,
            self.method,
            found.outcome,
            instances=found.tried,
            rejected=found.rejected,
            max_error=found.worst,
            digits=found.digits,
            counterexample=text,
            detail=found.details,
        )


@dataclass(frozen=True)
class ForEveryP:
    """Prove an equation between sums over Z/p by orthogonality, for all p and all sequences.

    ``where`` gives the observed symbols as sums over sequences; the equation is first tried at exact data, as a proof is not
    trusted alone.
    """

    name: str
    where: Callable[[], Mapping[sp.Basic, sp.Expr]]
    sampled: Spectral
    nonzero: frozenset = frozenset()
    given: tuple[tuple[sp.Basic, sp.Basic], ...] = ()
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        tried = self.sampled.run(claim, statement, effort)
        outcome = tried.outcome
        if outcome != "fails":
            left, right = (
                side.subs(self.given).xreplace(dict(self.where())).doit(deep=False)
                if self.given
                else side.xreplace(dict(self.where()))
                for side in statement.args
            )
            outcome = "holds" if vanishes_for_every_p(left - right, self.nonzero) else "unknown"
        return Evidence(
            self.name,
            self.method,
            outcome,
            instances=tried.instances,
            rejected=tried.rejected,
            max_error=tried.max_error,
            digits=tried.digits,
            counterexample=tried.counterexample,
        )


def transform(values: Sequence[Any]) -> Callable[[int], acb]:
    """u_hat as a function of the frequency, enclosed from exact numbers."""
    size = len(values)

    @cache  # a formula asks for each many times
    def at(frequency: int) -> acb:
        total = acb(0)
        for a, value in enumerate(values):
            total += number(value) * acb(arb(fmpq(-2 * (frequency * a % size), size))).exp_pi_i()
        return total

    return at


def sequence(values: Sequence[Any]) -> Callable[[int], Any]:
    return lambda index: values[index % len(values)]
