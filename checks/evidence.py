"""What one check of one claim found, and the verdict that follows from all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from html import escape
from itertools import pairwise
from typing import Any

from sympy import Basic

from checks.methods.scope import Drawn, in_pairs, joined
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim
from theory.notation import to_latex
from theory.typeset.notebook import table
from theory.validate import plural

# Worst first. Nothing checked is vacuous, never a pass.
VERDICTS = (
    "error",
    "vacuous",
    "unknown",
    "refuted",
    "supported",
    "tested",
    "certified",
    "argued",
    "proved",
)
METHODS = ("theorem", "symbolic", "certified", "property", "flow", "limit", "critical-points")
REFUTED_BY = ("exact", "enclosed", "measured")
OUTCOMES = ("holds", "fails", "unknown", "error")
# What a method that holds can say at most; every other one tests. Computer algebra searches for
# proofs and is not what is trusted: only a theorem that the kernel checked again is a proof.
_STRENGTH = {"theorem": "proved", "symbolic": "argued", "certified": "certified"}
_FOR_EVERY_VALUE = ("theorem", "symbolic")  # they need no instance


@dataclass(frozen=True, repr=False)
class Evidence:
    """One check of one statement: did it hold, and how far from it (``max_error`` = |left - right|,
    ``digits``) was the worst instance?

    ``ranges`` are what was really drawn, (name, smallest, largest, ...); ``refuted_by`` says
    whether a counterexample is exact, enclosed in balls or measured; ``cites`` names theorems of
    the literature that were used. ``detail`` are lines for people; everything else is data.
    ``reused`` says that it was found by an earlier run and kept (``agf check --resume``).

    >>> Evidence("balls", "certified", "holds", instances=100, digits=50)
    holds: balls [certified]; 100 instances; 50 digits
    """

    check: str
    method: str
    outcome: str
    statement: str = "printed"
    instances: int = 0
    rejected: int = 0
    max_error: float | None = None
    digits: int | None = None
    alphas: tuple[str, ...] = ()
    rate: float | None = None
    counterexample: str | None = None
    seconds: float = 0.0
    detail: tuple[str, ...] = ()
    reused: bool = False
    refuted_by: str | None = None
    ranges: Drawn = ()
    cites: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"method = {self.method!r}: expected one of {', '.join(METHODS)}")
        if self.outcome not in OUTCOMES:
            raise ValueError(f"outcome = {self.outcome!r}: expected one of {', '.join(OUTCOMES)}")

    def __repr__(self) -> str:
        """One line: outcome, check and method, then whatever there is to say; the same in every
        report.
        """
        return "; ".join((f"{self.outcome}: {self.check} [{self.method}]", *self._facts()))

    def _facts(self) -> Iterator[str]:
        if self.instances:
            yield plural(self.instances, "instance") + (
                f" ({self.rejected} rejected)" if self.rejected else ""
            )
        if self.digits is not None:
            yield f"{self.digits} digits"
        if self.max_error is not None and self.outcome == "holds" and self.digits is None:
            yield f"worst error {self.max_error:.1e}"
        if self.alphas:
            yield "alpha " + ", ".join(self.alphas)
        if self.rate is not None:
            yield f"fitted rate {self.rate:.4g}"
        if self.counterexample:
            yield f"counterexample {self.counterexample}"
        if self.reused:
            yield "reused"

    def about(self, statement: str, seconds: float) -> Evidence:
        """The same evidence, said of this statement and found in so many seconds."""
        return replace(self, statement=statement, seconds=seconds)

    def as_json(self) -> dict[str, Any]:
        """The item as ``agf check --json`` writes it."""
        data = {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
        }
        data["ranges"] = {name: ends for name, *ends in self.ranges}
        return (
            data if self.reused else {key: value for key, value in data.items() if key != "reused"}
        )

    @property
    def empty(self) -> bool:
        """Nothing was tried: a proof needs no instances, everything else does. Nor does anything
        follow from assumptions that no instance satisfied."""
        return (
            self.outcome in ("holds", "unknown")
            and self.instances == 0
            and (self.method not in _FOR_EVERY_VALUE or self.rejected > 0)
        )


@dataclass(frozen=True, repr=False)
class Result:
    """A claim with all its evidence; ``stopped`` says that time ran out before every check had its
    say.

    ``over`` has the verdicts of the claims that it rests on: an argument is no better than what it
    uses.

    sound = the printed form holds, or it is refuted and the corrected one holds.

    >>> from theory import claim
    >>> Result(claim("diagonal.theorem"), evidence=())
    diagonal.theorem: vacuous (not sound)
    """

    claim: Claim
    evidence: tuple[Evidence, ...]
    stopped: bool = False
    over: tuple[tuple[str, str], ...] = ()

    @property
    def reused(self) -> bool:
        """Every piece of evidence was found by an earlier run; theorems, which are always made
        again, do not count.
        """
        others = [e.reused for e in self.evidence if e.method != "theorem"]
        return bool(others) and all(others)

    def about(self, statement: str) -> list[Evidence]:
        """The evidence about one statement, ``printed`` or ``corrected``."""
        return [e for e in self.evidence if e.statement == statement]

    def _outcome(self, statement: str) -> str:
        """A refutation stands, and so does a theorem; anything short of these is unknown where
        checks were left undone.
        """
        status = _status(self.about(statement))
        undone = self.stopped and not self._has_theorem(statement)
        return "unknown" if undone and status in ("holds", "vacuous") else status

    def _has_theorem(self, statement: str) -> bool:
        return any(e.method == "theorem" and e.outcome == "holds" for e in self.about(statement))

    @property
    def as_printed(self) -> str:
        """``holds``, ``fails`` or ``unclear``."""
        status = self._outcome("printed")
        return {"holds": "holds", "fails": "fails"}.get(status, "unclear")

    @property
    def verdict(self) -> str:
        """The worst word the evidence forces on the printed statement (see ``VERDICTS``)."""
        word = self._word("printed")
        held = VERDICTS.index(word) > VERDICTS.index("refuted")
        # We say that it is false, yet nothing refuted it.
        return "unknown" if held and self.claim.corrected is not None else word

    @property
    def corrected_verdict(self) -> str | None:
        """The same of the corrected statement; None where there is none."""
        return None if self.claim.corrected is None else self._word("corrected")

    @property
    def standing(self) -> str:
        """The verdict of the form that we stand for, and that other claims use."""
        return self.corrected_verdict or self.verdict

    def _word(self, statement: str) -> str:
        if any(e.outcome == "error" for e in self.evidence):
            return "error"
        status = self._outcome(statement)
        if status != "holds":
            return {"fails": "refuted"}.get(status, status)
        if self.claim.kind == "conjecture":
            return "supported"
        return self._strength(statement)

    def _strength(self, statement: str) -> str:
        """The strongest word that no check of its kind left open, and no foundation takes back.

        A theorem rests on its hypotheses alone. Computer algebra uses what the claim rests on, and
        says nothing where one of its checks did not come to an end: what one shows may be a special
        case of what another leaves open. Of a statement about every p or every kappa a certificate
        has looked at some: that is a test. So it is of a statement that somebody has put in the
        place of a claim: the instances were chosen for another one.
        """
        expr = self.claim.printed if statement == "printed" else self.claim.expr
        sized = any(one.is_integer and one.is_nonnegative for one in expr.free_symbols)
        some = sized or _in_the_place_of_another(self.claim, expr)
        strength = _STRENGTH | {"certified": "tested"} if some else _STRENGTH
        held = [e for e in self.about(statement) if e.outcome == "holds" and not e.empty]
        left_open = {e.method for e in self.about(statement) if e.outcome == "unknown"}
        if self.weak_foundations:
            left_open.add("symbolic")
        words = [
            strength.get(e.method, "tested")
            for e in held
            if e.method == "theorem" or e.method not in left_open
        ]
        return max(words, key=VERDICTS.index, default="tested")

    @property
    def weak_foundations(self) -> tuple[str, ...]:
        """What the claim rests on that is neither proved nor argued."""
        return tuple(name for name, word in self.over if word not in ("proved", "argued"))

    @property
    def sound(self) -> bool:
        """The printed form holds; or it is refuted and the corrected one holds."""
        if self.claim.corrected is None:
            return VERDICTS.index(self.verdict) > VERDICTS.index("refuted")
        return self.verdict == "refuted" and VERDICTS.index(self.standing) > VERDICTS.index(
            "refuted"
        )

    @property
    def headline(self) -> str:
        """One phrase: the verdict and, where the printed form is false, what became of the
        correction.
        """
        if self.verdict == "refuted" and self.claim.corrected is not None:
            corrected = (
                f"corrected form {self.standing}" if self.sound else "CORRECTED FORM NOT SHOWN"
            )
            return f"refuted as printed, {corrected}"
        return self.verdict if self.sound else f"{self.verdict} (not sound)"

    @property
    def scope(self) -> str:
        """For which values the verdict speaks: every one of its letters, or the ranges that were
        really drawn.
        """
        name = "printed" if self.claim.corrected is None else "corrected"
        if self.standing in ("proved", "argued"):
            letters = sorted(map(str, self.claim.expr.free_symbols))
            return f"every {', '.join(letters)}" if letters else "a closed statement"
        held = [e for e in self.about(name) if e.outcome == "holds"]
        drawn = joined(e.ranges for e in held)
        return (
            "; ".join(part for part in (in_words(drawn), _alphas(held)) if part)
            or "what the evidence lists"
        )

    @property
    def argued(self) -> str | None:
        """The words that stand for the steps between theorems, where the verdict is ``argued``."""
        if self.standing != "argued":
            return None
        name = "printed" if self.claim.corrected is None else "corrected"
        how = [e.check for e in self.about(name) if e.method == "symbolic" and e.outcome == "holds"]
        rest = f"; it rests on {', '.join(self.claim.rests_on)}" if self.claim.rests_on else ""
        return f"by computer algebra, which no kernel has checked: {'; '.join(how)}{rest}"

    @property
    def cites(self) -> tuple[str, ...]:
        """The theorems of the literature that the evidence uses."""
        return tuple(dict.fromkeys(one for e in self.evidence for one in e.cites))

    @property
    def refuted_by(self) -> str | None:
        """How the counterexample of the printed form was decided: ``exact``, ``enclosed`` or
        ``measured``.
        """
        if self.verdict != "refuted":
            return None
        kinds = [e.refuted_by or "measured" for e in self.about("printed") if e.outcome == "fails"]
        return min(kinds, key=REFUTED_BY.index, default=None)

    def __repr__(self) -> str:
        """For the prompt: the headline, then a line for each piece of evidence. Seconds are left
        out: what is shown depends on the seed, not on the machine."""
        rows = (f"  {e.statement:<10} {e}" for e in self.evidence)
        return "\n".join((f"{self.claim.id}: {self.headline}", *rows))

    def _repr_html_(self) -> str:
        """For a notebook: the same, with the statements typeset."""
        claim = self.claim
        formulas = {"printed": claim.latex(printed=True)}
        if claim.corrected is not None:
            formulas["corrected"] = claim.latex()
        parts = [f"<p><b>{escape(claim.id)}</b>: {escape(self.headline)}</p>"]
        parts += [
            f"<p>{name}: $\\displaystyle {escape(latex, quote=False)}$</p>"
            for name, latex in formulas.items()
        ]
        rows = (
            (e.statement, e.check, e.method, e.outcome, "; ".join(e._facts()))
            for e in self.evidence
        )
        return "".join(parts) + table(("statement", "check", "method", "outcome", "evidence"), rows)

    def as_json(self) -> dict[str, Any]:
        """The claim as ``agf check --json`` writes it."""
        claim = self.claim
        return {
            "id": claim.id,
            "setting": claim.setting,
            "origin": claim.origin,
            "label": claim.label,
            "line": claim.line,
            "kind": claim.kind,
            "title": claim.title,
            "verdict": self.verdict,
            "corrected_verdict": self.corrected_verdict,
            "as_printed": self.as_printed,
            "severity": claim.severity,
            "refuted_by": self.refuted_by,
            "sound": self.sound,
            "scope": self.scope,
            "cites": list(self.cites),
            "argued": self.argued,
            "rests_on_weaker": list(self.weak_foundations),
            "printed": claim.latex(printed=True, width=None),
            "corrected": None if claim.corrected is None else claim.latex(width=None),
            "given": [to_latex(one) for one in claim.given if one.args],
            "reading": claim.reading,
            "erratum": claim.erratum,
            "depends_on": list(claim.rests_on),
            "evidence": [e.as_json() for e in self.evidence],
        }


def _in_the_place_of_another(claim: Claim, expr: Basic) -> bool:
    """Has the catalogue a claim of this name, and does it say something else?"""
    try:
        ours = claim_by_id(claim.id)
    except LookupError:
        return False
    return expr not in (ours.printed, ours.corrected)


def _status(evidence: Sequence[Evidence]) -> str:
    """One word for several checks of one statement: a failure decides, and nothing tried is no
    success.
    """
    outcomes = {e.outcome for e in evidence if not e.empty}
    for worst in ("error", "fails", "holds", "unknown"):
        if worst in outcomes:
            return worst
    return "vacuous"


def in_words(drawn: Drawn) -> str:
    """``p 3 to 31, N 4, k in {2, 5}``."""
    return ", ".join(f"{name} {_values(list(in_pairs(ends)))}" for name, *ends in drawn)


def _values(stretches: list[tuple[str, str]]) -> str:
    """``3 to 31``, ``in {3, 9}``, ``in {3, 5, ..., 31}``: what was drawn, and nothing between."""
    parts = [low if low == high else f"{low} to {high}" for low, high in stretches]
    if len(parts) == 1:
        return parts[0]
    steps = {int(low) - int(before) for (before, _), (low, _) in pairwise(stretches)}
    even = len(steps) == 1 and all(low == high for low, high in stretches)
    shortened = [*parts[:2], "...", parts[-1]] if even and len(parts) > 4 else parts
    return f"in {{{', '.join(shortened)}}}"


def _alphas(evidence: Sequence[Evidence]) -> str:
    alphas = tuple(dict.fromkeys(alpha for e in evidence for alpha in e.alphas))
    return f"alpha {', '.join(alphas)}" if alphas else ""
