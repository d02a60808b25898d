"""Statements about transforms on Z/p: complex balls at exact integer data, and proofs for every p
at once.

The left side of a statement is computed from the task itself, by brute force over all pairs (a, b)
in whole numbers; the right side is walked in complex ball arithmetic, with u_hat(k) enclosed from
the same integers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Any

import flint
import sympy as sp
from flint import acb, arb, fmpq
from hypothesis.strategies import SearchStrategy
from sympy.core.function import AppliedUndef

from checks.evidence import Evidence
from checks.methods import balls
from checks.methods.balls import DIGITS, Judgement, combine, precision, show, sides_of
from checks.methods.check import Beyond, Effort, search
from checks.methods.described import described
from checks.methods.functions import COMPLEX
from checks.methods.proved import ProvedAfterTrying
from checks.methods.scope import Ranges
from theory.claim import Claim
from theory.modular import REMOVED, p, vanishes_for_every_p


class Later:
    """A value that is worked out when a statement asks for it, once.

    >>> Later(lambda: 2 + 2).value
    4
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work

    @cached_property
    def value(self) -> Any:
        """What the work gives."""
        return self._work()


BITS = 256  # 50 digits are to be enclosed; sums of a few hundred terms lose three
_SMALL = arb(10) ** -DIGITS


def number(value: Any) -> acb:
    """A number or a ball as a complex ball."""
    return COMPLEX.number(value)


def evaluate(expr: sp.Expr, values: Mapping) -> acb:
    """The complex ball of an expression; functions in ``values`` are called with whole numbers."""
    values = {name: worked_out(value) for name, value in values.items()}
    return balls.evaluate(expr, {REMOVED: _removed_from(values), **values}, COMPLEX)


def worked_out(value: Any) -> Any:
    """The value, worked out where it was put off."""
    return value.value if isinstance(value, Later) else value


def asked_for(statement: sp.Basic, values: Mapping) -> dict:
    """The values of the letters and functions that a statement has; p, which every sum has."""
    names = _names(statement)
    return {name: value for name, value in values.items() if name in names}


@lru_cache(maxsize=64)
def _names(statement: sp.Basic) -> frozenset:
    functions = {one.func for one in statement.atoms(AppliedUndef)}
    return frozenset(statement.free_symbols | functions | {p})


def _removed_from(values: Mapping) -> Callable[[int, int], int]:
    """REMOVED(k, f): 0 at the frequency f of Z/p, 1 at every other."""
    return lambda frequency, removed: int((frequency - removed) % values[p] != 0)


def judged(statement: sp.Basic, values: Mapping, seen: list[acb]) -> Judgement:
    """Do both sides of an equation enclose one complex number to 50 digits? Several equations have
    to, each of them.

    At the precision in force; ``seen`` collects the enclosures that this rests on.
    """
    if isinstance(statement, sp.And):
        return combine(True, [judged(part, values, seen) for part in statement.args])
    if not isinstance(statement, sp.Eq):
        return Judgement(None, why=f"{statement} is not an equation between complex numbers")
    values = {name: worked_out(value) for name, value in values.items()}
    values[REMOVED] = _removed_from(values)
    sides = sides_of(statement, values, arithmetic=COMPLEX)
    if isinstance(sides, Judgement):
        return sides
    left, right = sides
    seen += [left, right]
    difference = abs(left - right)
    text = f"{statement.args[0]} = {show(left)}, right side = {show(right)}"
    scale = abs(left).max(abs(right)).max(arb(1))
    if not difference.contains(0):
        return Judgement(False, float((difference / scale).upper()), sides=text)
    close = bool(difference.upper() <= _SMALL * scale)
    return Judgement(
        True if close else None,
        float((difference / scale).upper()),
        DIGITS if close else None,
        text,
    )


def twice(
    statement: sp.Basic, observe: Callable[[Any], Iterable[Mapping]], instance: Any
) -> Judgement:
    """The judgement at an instance, observed and decided with BITS and again with twice as many:
    undecided unless both say the same.
    """
    (coarse, one), (fine, other) = (
        _look(statement, observe, instance, bits) for bits in (BITS, 2 * BITS)
    )
    if not all(a.overlaps(b) for a, b in zip(one, other)):
        raise ArithmeticError(
            f"{statement} at {BITS} and {2 * BITS} bits: two enclosures of one number do not meet"
        )
    if coarse.holds is fine.holds:
        return fine if fine.holds is not False else replace(fine, means="enclosed")
    return replace(
        fine, holds=None, why=f"{coarse.sides} with {BITS} bits, {fine.sides} with {2 * BITS}"
    )


def _look(
    statement: sp.Basic, observe: Callable[[Any], Iterable[Mapping]], instance: Any, bits: int
) -> tuple[Judgement, list[acb]]:
    seen: list[acb] = []
    worst = Judgement(None, why="nothing was observed")
    names: list = []
    before: list = []
    with precision(bits):
        for observed in observe(instance):
            names = names or list(asked_for(statement, observed))
            values = [observed[name] for name in names]
            if before and all(map(operator.is_, before, values)):
                continue  # the same values, beside others that the statement does not have
            before, worst = values, judged(statement, dict(zip(names, values)), seen)
            if worst.holds is not True:
                break
    return worst, seen


@dataclass(frozen=True)
class Spectral:
    """Judge an equation at exact data, with two precisions; ``observe(instance)`` yields values for
    its symbols and functions.
    """

    name: str
    instances: SearchStrategy
    observe: Callable[[Any], Iterable[Mapping]]
    examples: tuple[int, int, int] = (25, 200, 2000)
    method: str = "certified"
    beyond: tuple[Beyond, ...] = ()

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The equation at exact data that is drawn."""
        ranges = Ranges()

        def observed(instance: Any) -> Iterator[Mapping]:
            for values in self.observe(instance):
                ranges.note(values)
                yield values

        found = search(
            self.instances,
            lambda instance: twice(statement, observed, instance),
            effort.examples(*self.examples),
            effort.seed,
        )
        found.ranges.stretches.update(ranges.stretches)
        text = (
            None
            if found.counterexample is None
            else f"{described(found.counterexample)}: {found.judgement.sides}"
        )
        return found.evidence(self, counterexample=text)


@dataclass(frozen=True)
class ForEveryP:
    """Prove an equation between sums over Z/p by orthogonality, for all p and all sequences.

    ``definitions`` gives the observed symbols as sums over sequences; the equation is first tried
    at exact data, as a proof is not trusted alone.
    """

    name: str
    definitions: Callable[[], Mapping[sp.Basic, sp.Expr]]
    tried: Spectral
    nonzero: frozenset = frozenset()
    given: tuple[tuple[sp.Basic, sp.Basic], ...] = ()
    method: str = "symbolic"

    def run(self, claim: Claim, statement: sp.Basic, effort: Effort) -> Evidence:
        """The equation at exact data first, then by orthogonality."""
        proof = ProvedAfterTrying(self.name, self.tried, self._vanishes, self.method)
        return proof.run(claim, statement, effort)

    def _vanishes(self, statement: sp.Basic) -> bool:
        """Is the difference of the two sides of an equation 0? Of anything else this
        says nothing.
        """
        if not isinstance(statement, sp.Eq):
            return False
        left, right = (
            side.subs(self.given).xreplace(dict(self.definitions())).doit(deep=False)
            if self.given
            else side.xreplace(dict(self.definitions()))
            for side in statement.args
        )
        return vanishes_for_every_p(left - right, self.nonzero)


def transform(values: Sequence[Any]) -> Callable[[int], acb]:
    """u_hat as a function of the frequency, enclosed from exact numbers."""
    size = len(values)

    @cache  # a formula asks for each many times
    def coefficient(frequency: int) -> acb:
        roots, total = _roots(size, flint.ctx.prec), acb(0)
        for a, value in enumerate(values):
            root = roots[frequency * a % size]
            total += root * value if type(value) is int else root * number(value)
        return total

    return coefficient


@lru_cache(maxsize=64)
def _roots(size: int, bits: int) -> tuple[acb, ...]:
    """e^(-2 pi i k/size), k = 0, ..., size - 1, enclosed with so many bits."""
    return tuple(acb(arb(fmpq(-2 * k, size))).exp_pi_i() for k in range(size))


def sequence(values: Sequence[Any]) -> Callable[[int], Any]:
    """u as a function of the position, which goes round."""
    return lambda index: values[index % len(values)]
