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
from typing import Any

from theory.notation import NOTATION
from theory.proof.alarms import alarms
from theory.proof.definedness import by_few_steps, obligations
from theory.proof.rules import Refused, Theorem
from theory.proof.show import show
from theory.proof.terms import INT, SortError, Term, digest
from theory.proof.translate import NotUnderstood, Translation, assumptions, sort_of


@dataclass(frozen=True)
class Definition:
    """``statement`` says what ``letters`` are; ``value`` computes them by another route.

    The same letter may mean something else in another setting (the name says which one), or in
    another ``sense`` of the same setting, such as a point of a flow and a maximiser. ``exists_by``
    is the theorem of the literature that something satisfies it, where the kernel's own witness
    covers one case only.
    """

    name: str
    letters: tuple[str, ...]
    statement: Term
    meaning: str
    sense: str = ""
    exists_by: str = ""
    witness: Callable[[], Theorem] | None = field(default=None, compare=False)
    value: Callable[..., Any] | None = field(default=None, compare=False)

    @property
    def setting(self) -> str:
        """The part of the name before the first dot."""
        return self.name.partition(".")[0]


DEFINITIONS: dict[str, Definition] = {}
MEANINGS: dict[tuple[str, str, str], str] = {}  # (setting, sense, letter) -> its one definition
FUNCTIONS: dict[Any, tuple] = {}  # the sort of a function of the catalogue
READINGS: dict[str, tuple[str, ...]] = {}  # claim id -> the definitions that its letters have there
UNDEFINED = "defined only where"  # what ``judged`` says of a statement that may have no value


@dataclass(frozen=True)
class Cited:
    """A theorem of the literature: a hypothesis that a proof may have, named in the verdict."""

    statement: Term
    reference: str


CITED: dict[str, tuple[Cited, ...]] = {}  # claim id -> what its proof may cite


def define(
    name: str, letters: tuple[str, ...], statement: Term, meaning: str, **more: Any
) -> Definition:
    """Enter a definition: a name once, a letter once in a sense of a setting.

    The statement has to speak of every letter it defines.
    """
    made = Definition(name, letters, statement, meaning, **more)
    if name in DEFINITIONS:
        raise ValueError(f"the definition {name!r} is taken: {DEFINITIONS[name].meaning}")
    missing = set(letters) - {letter.data[0] for letter in statement.free}
    if missing:
        raise ValueError(f"{name!r} does not speak of {sorted(missing)}")
    for letter in letters:
        other = MEANINGS.get((made.setting, made.sense, letter))
        if other:
            raise ValueError(f"{letter!r} is defined by {other!r} already: say in which sense")
    MEANINGS.update({(made.setting, made.sense, letter): name for letter in letters})
    DEFINITIONS[name] = made
    return made


def reads(identifier: str, *names: str, cites: tuple[Cited, ...] = ()) -> None:
    """The claim's letters have these definitions; one for each letter, once for each claim."""
    if identifier in READINGS:
        raise ValueError(f"{identifier} is read already: {READINGS[identifier]}")
    defined = [letter for name in names for letter in DEFINITIONS[name].letters]
    twice = sorted({letter for letter in defined if defined.count(letter) > 1})
    if twice:
        raise ValueError(f"{identifier} would give {twice} two meanings")
    READINGS[identifier] = tuple(names)
    CITED[identifier] = tuple(cites)


@dataclass(frozen=True)
class Stated:
    """A claim in the kernel's terms: what is to be shown, what may be used."""

    statement: Term
    assumptions: tuple[Term, ...]
    definitions: tuple[Definition, ...]
    cited: tuple[Cited, ...] = ()

    @property
    def allowed(self) -> frozenset[Term]:
        """What a proof may have as hypotheses: the assumptions of the claim, the definitions of its
        letters, what it cites.
        """
        defined = {one.statement for one in self.definitions}
        return frozenset(self.assumptions) | defined | {one.statement for one in self.cited}


def stated(claim: Any, printed: bool = False) -> Stated:
    """The translated statement of a claim (corrected, or as printed), its assumptions and its
    definitions.
    """
    translate = Translation(FUNCTIONS)
    statement = translate(claim.printed if printed else claim.expr)
    given = [one for one in (translate(one) for one in claim.given if one.args) if not drawn(one)]
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
    cited = CITED.get(claim.id, ())
    return Stated(statement, tuple(dict.fromkeys(given)), definitions, cited)


def drawn(assumption: Term) -> bool:
    """Is this only a range that instances are drawn from? Such a thing is never a hypothesis.

    A whole letter bounded above by a number (kappa <= 6), or any by a number that stands for
    something else (alpha < 7/10), restricts what is drawn; mathematics says what the bound is for.
    """
    if assumption.op not in ("le", "lt"):
        return False
    low, high = assumption.args
    if low.op == "var" and high.op == "num":
        return low.sort == INT or abs(high.data[0]) > 1 or high.data[1] > 1
    return low.op == "num" and high.op == "var" and low.data[1] > 1


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
    return problems + [f"{UNDEFINED} {show(one)}" for one in undefined(asked, settled)]


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
        theorem = by_few_steps(obligation, sorted(asked.allowed, key=digest))
    except Refused:
        return False
    return theorem.conclusion is obligation and theorem.hypotheses <= asked.allowed


def cited_by(identifier: str, hypotheses: Collection[str]) -> tuple[str, ...]:
    """The theorems of the literature behind a theorem with these hypotheses (their digests)."""
    named = [(one.statement, one.reference) for one in CITED.get(identifier, ())]
    for name in READINGS.get(identifier, ()):
        named.append((DEFINITIONS[name].statement, DEFINITIONS[name].exists_by))
    found = [text for statement, text in named if text and digest(statement) in hypotheses]
    return tuple(dict.fromkeys(found))


def domains_of(identifier: str, theorems: Mapping[str, Mapping]) -> list[tuple[str, list[str]]]:
    """The theorems named "domain of ID ..." among those of ``recheck``: what ``judged`` takes as
    ``domains``.
    """
    return [
        (row["conclusion"], row["hypotheses"])
        for name, row in theorems.items()
        if name.startswith(f"domain of {identifier} ")
    ]
