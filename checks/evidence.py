"""What one check of one claim found, and the verdict that follows from all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from html import escape
from typing import Any

from theory.claim import Claim
from theory.typeset.notebook import table

# Worst first. Nothing checked is vacuous, never a pass.
VERDICTS = ("error", "vacuous", "unknown", "refuted", "supported", "tested", "certified", "proved")
METHODS = ("symbolic", "certified", "property", "flow", "limit", "critical-points")
OUTCOMES = ("holds", "fails", "unknown", "error")
_STRENGTH = {"symbolic": "proved", "certified": "certified"}  # every other method tests


@dataclass(frozen=True, repr=False)
class Evidence:
    """One check of one statement: did it hold, and how far from it (``max_error`` = |left - right|, ``digits``) was the worst instance?

    ``detail`` are lines for people; everything else is data. ``reused`` says that it was found by an earlier run and
    kept (``agf check --resume``).

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

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"method = {self.method!r}: expected one of {', '.join(METHODS)}")
        if self.outcome not in OUTCOMES:
            raise ValueError(f"outcome = {self.outcome!r}: expected one of {', '.join(OUTCOMES)}")

    def __repr__(self) -> str:
        """One line: outcome, check and method, then whatever there is to say; the same in every report."""
        return "; ".join((f"{self.outcome}: {self.check} [{self.method}]", *self._facts()))

    def _facts(self) -> Iterator[str]:
        if self.instances:
            yield f"{self.instances} instances" + (
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
        return replace(self, statement=statement, seconds=seconds)

    def as_json(self) -> dict[str, Any]:
        data = {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
        }
        return (
            data if self.reused else {key: value for key, value in data.items() if key != "reused"}
        )

    @property
    def empty(self) -> bool:
        """Nothing was tried: a proof needs no instances, everything else does. Nor does anything follow from assumptions
        that no instance satisfied."""
        return (
            self.outcome in ("holds", "unknown")
            and self.instances == 0
            and (self.method != "symbolic" or self.rejected > 0)
        )


@dataclass(frozen=True, repr=False)
class Result:
    """A claim with all its evidence; ``stopped`` says that time ran out before every check had its say.

    sound = the printed form holds, or it is refuted and the corrected one holds.

    >>> from theory import claim
    >>> Result(claim("diagonal.theorem"), evidence=())
    diagonal.theorem: vacuous (not sound)
    """

    claim: Claim
    evidence: tuple[Evidence, ...]
    stopped: bool = False

    @property
    def reused(self) -> bool:
        """Every piece of evidence was found by an earlier run."""
        return bool(self.evidence) and all(e.reused for e in self.evidence)

    def _about(self, statement: str) -> list[Evidence]:
        return [e for e in self.evidence if e.statement == statement]

    @property
    def _printed(self) -> str:
        """A refutation stands; anything short of one is unknown where checks were left undone."""
        status = _status(self._about("printed"))
        return "unknown" if self.stopped and status in ("holds", "vacuous") else status

    @property
    def as_printed(self) -> str:
        """``holds``, ``fails`` or ``unclear``."""
        status = self._printed
        return {"holds": "holds", "fails": "fails"}.get(status, "unclear")

    @property
    def verdict(self) -> str:
        """The worst word the evidence forces on the printed statement (see ``VERDICTS``)."""
        if any(e.outcome == "error" for e in self.evidence):
            return "error"
        printed, status = self._about("printed"), self._printed
        if status == "fails":
            return "refuted"
        if status in ("vacuous", "unknown"):
            return status
        if self.claim.corrected is not None:
            return "unknown"  # we say it is false, yet nothing refuted it
        if self.claim.kind == "conjecture":
            return "supported"
        return max(
            (_STRENGTH.get(e.method, "tested") for e in printed if e.outcome == "holds"),
            key=VERDICTS.index,
        )

    @property
    def sound(self) -> bool:
        """The printed form holds; or it is refuted and the corrected one holds."""
        if self.claim.corrected is None:
            return VERDICTS.index(self.verdict) > VERDICTS.index("refuted")
        return (
            self.verdict == "refuted"
            and not self.stopped
            and _status(self._about("corrected")) == "holds"
        )

    @property
    def headline(self) -> str:
        """One phrase: the verdict and, where the printed form is false, what became of the correction."""
        if self.verdict == "refuted" and self.claim.corrected is not None:
            return f"refuted as printed, {'corrected form holds' if self.sound else 'CORRECTED FORM NOT SHOWN'}"
        return self.verdict if self.sound else f"{self.verdict} (not sound)"

    def __repr__(self) -> str:
        """For the prompt: the headline, then a line for each piece of evidence. Seconds are left out: what is shown
        depends on the seed, not on the machine."""
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
            "as_printed": self.as_printed,
            "severity": claim.severity,
            "sound": self.sound,
            "printed": claim.latex(printed=True, width=None),
            "corrected": None if claim.corrected is None else claim.latex(width=None),
            "reading": claim.reading,
            "erratum": claim.erratum,
            "depends_on": list(claim.rests_on),
            "evidence": [e.as_json() for e in self.evidence],
        }


def _status(evidence: Sequence[Evidence]) -> str:
    """One word for several checks of one statement: a failure decides, and nothing tried is no success."""
    outcomes = {e.outcome for e in evidence if not e.empty}
    for worst in ("error", "fails", "holds", "unknown"):
        if worst in outcomes:
            return worst
    return "vacuous"
