"""The registry of letters: what the machine takes each letter of a claim to mean, once for all.

A definition is a predicate (a maximum: bound and attained; a flow: has-derivative and the start; a
limit: epsilons), with a numeric value by another route and a witness: a theorem without hypotheses
that something satisfies it. A proof brings no definition of its own: ``judged`` accepts a theorem
only if its conclusion is the translated statement, each hypothesis is an assumption of the claim or
the definition of letters that its reading names, and the statement is defined where these hold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from theory.notation import NOTATION
from theory.proof.definedness import obligations, shown
from theory.proof.polynomials import combined, normal, polynomial
from theory.proof.rules import Refused, Theorem
from theory.proof.terms import SortError, Term, digest, show
from theory.proof.translate import NotUnderstood, Translation, assumptions, sort_of


@dataclass(frozen=True)
class Definition:
    """``statement`` speaks of ``letters``; ``value`` computes them numerically by another route."""

    name: str
    letters: tuple[str, ...]
    statement: Term
    meaning: str
    witness: Callable[[], Theorem] | None = field(default=None, compare=False)
    value: Callable[..., Any] | None = field(default=None, compare=False)


DEFINITIONS: dict[str, Definition] = {}
FUNCTIONS: dict[Any, tuple] = {}  # the sort of a function of the catalogue
READINGS: dict[str, tuple[str, ...]] = {}  # claim id -> the definitions that its letters have there


def define(
    name: str, letters: tuple[str, ...], statement: Term, meaning: str, **more: Any
) -> Definition:
    """Enter a definition; a name can be given once, and the statement has to speak of every letter
    it defines.
    """
    if name in DEFINITIONS:
        raise ValueError(f"the definition {name!r} is taken: {DEFINITIONS[name].meaning}")
    missing = set(letters) - {letter.data[0] for letter in statement.free}
    if missing:
        raise ValueError(f"{name!r} does not speak of {sorted(missing)}")
    DEFINITIONS[name] = Definition(name, letters, statement, meaning, **more)
    return DEFINITIONS[name]


def reads(identifier: str, *names: str) -> None:
    """The claim's letters have these definitions."""
    READINGS[identifier] = tuple(names)


@dataclass(frozen=True)
class Stated:
    """A claim in the kernel's terms: what is to be shown, what may be used."""

    statement: Term
    assumptions: tuple[Term, ...]
    definitions: tuple[Definition, ...]

    @property
    def allowed(self) -> frozenset[Term]:
        return frozenset(self.assumptions) | {one.statement for one in self.definitions}


def stated(claim: Any, printed: bool = False) -> Stated:
    """The translated statement of a claim (corrected, or as printed), its assumptions and its
    definitions.
    """
    translate = Translation(FUNCTIONS)
    statement = translate(claim.printed if printed else claim.expr)
    given = [translate(one) for one in claim.given if one.args]
    for symbol in [
        one
        for one in translate.letters.values()
        if hasattr(one, "is_positive") and not isinstance(one, type)
    ]:
        given += assumptions(symbol, translate.letter(symbol))
    definitions = tuple(DEFINITIONS[name] for name in READINGS.get(claim.id, ()))
    others = (
        letter
        for one in definitions
        for letter in one.statement.free
        if letter.data[0] not in translate.letters
    )
    given += [
        one for letter in others for one in _catalogued(letter)
    ]  # the claim's own letters have their own
    return Stated(statement, tuple(dict.fromkeys(given)), definitions)


def _catalogued(letter: Term) -> list[Term]:
    """What the catalogue assumes of a letter that a definition speaks of; its sort has to be the
    same there.
    """
    symbol = next((one for one in NOTATION if one.name == letter.data[0]), None)
    if symbol is None or type(letter.sort) is not str:
        return []
    if sort_of(symbol) != letter.sort:
        raise NotUnderstood(
            f"{symbol} is {sort_of(symbol)} in the catalogue, {letter.sort} in a definition"
        )
    return assumptions(symbol, letter)


def _conjuncts(statement: Term) -> list[Term]:
    return (
        [leaf for one in statement.args for leaf in _conjuncts(one)]
        if statement.op == "and"
        else [statement]
    )


def _said(hypothesis: Term) -> list[Term]:
    """Everything that a hypothesis may say: its conjuncts, also behind quantifiers and premises."""
    found, stack = [], [hypothesis]
    while stack:
        one = stack.pop()
        inside = (
            one.args
            if one.op == "and"
            else one.args[-1:]
            if one.op in ("forall", "exists", "implies")
            else ()
        )
        found.append(one)
        stack += inside
    return found


def alarms(statement: Term, hypotheses) -> list[str]:
    """Two ways in which a theorem may say nothing: it is algebra alone, or a hypothesis is the
    statement itself.
    """
    found = []
    for one in _conjuncts(statement):
        if _follows(one, None):
            found.append(f"algebra shows it with no hypothesis: {show(one)}")
        for hypothesis in hypotheses:
            if any(_follows(one, part) for part in _said(hypothesis)):
                found.append(f"a hypothesis says the same: {show(one)}")
    return found


def _follows(goal: Term, hypothesis: Term | None) -> bool:
    """Is the goal a multiple of the hypothesis (or, without one, plain to see), by algebra?"""
    if hypothesis is not None and normal(goal) is normal(hypothesis):
        return True
    if goal.op not in ("eq", "le", "lt"):
        return False
    gap = _gap(goal)
    if not gap.keys() - {()}:
        constant = gap.get((), 0)
        return {"eq": constant == 0, "le": constant >= 0, "lt": constant > 0}[goal.op]
    if (
        hypothesis is None
        or hypothesis.op not in {"eq": ("eq",), "le": ("eq", "le", "lt"), "lt": ("lt",)}[goal.op]
    ):
        return False
    known = _gap(hypothesis)
    monomial, value = next(iter(gap.items()))
    factor = value / known[monomial] if monomial in known else 0
    return (factor > 0 or (factor and hypothesis.op == "eq")) and not combined(  # type: ignore[return-value]
        ((Fraction(1), gap), (-factor, known))
    )


def _gap(relation: Term) -> dict:
    left, right = map(polynomial, relation.args)
    return combined(((Fraction(1), right), (Fraction(-1), left)))


def judged(
    claim: Any,
    conclusion: str,
    hypotheses: list[str],
    printed: bool = False,
    domains: Iterable[tuple[str, list[str]]] = (),
) -> list[str]:
    """Why a re-checked theorem (by the digests of ``recheck``) does not prove the claim; empty
    where it does.

    ``domains``: (conclusion, hypotheses) of re-checked theorems that the statement is defined
    (``domains_of``).
    """
    try:
        asked = stated(claim, printed)
    except (NotUnderstood, SortError) as error:
        return [f"not translated: {error}"]
    problems = []
    if digest(asked.statement) != conclusion:
        problems.append("the theorem states something else than the claim")
    allowed = {digest(one): one for one in asked.allowed}
    if set(hypotheses) - set(allowed):
        problems.append("a hypothesis is neither an assumption nor a definition of the claim")
    problems += alarms(asked.statement, [allowed[one] for one in hypotheses if one in allowed])
    settled = {one for one, given in domains if not set(given) - set(allowed)}
    return problems + [f"defined only where {show(one)}" for one in undefined(asked, settled)]


def undefined(asked: Stated, settled: Collection[str] = ()) -> list[Term]:
    """The obligations of definedness that neither follow cheaply from what the claim allows nor
    have these digests.
    """
    return [
        one
        for one in obligations(asked.statement)
        if digest(one) not in settled and not _defined(one, asked)
    ]


def _defined(obligation: Term, asked: Stated) -> bool:
    try:
        theorem = shown(obligation, sorted(asked.allowed, key=digest))
    except Refused:
        return False
    return theorem.conclusion is obligation and theorem.hypotheses <= asked.allowed


def domains_of(identifier: str, theorems: Mapping[str, Mapping]) -> list[tuple[str, list[str]]]:
    """The theorems named "domain of ID ..." among those of ``recheck``: what ``judged`` takes as
    ``domains``.
    """
    return [
        (row["conclusion"], row["hypotheses"])
        for name, row in theorems.items()
        if name.startswith(f"domain of {identifier} ")
    ]
