"""How a check's result shows itself: the headline, the statement and a row for each piece of evidence.

Seconds are left out: what is shown depends on the seed, not on the machine.
"""
from __future__ import annotations

from html import escape

from theory.display import table

from .evidence import Evidence, Result
from .report.terminal import headline, line


def result_text(result: Result) -> str:
    """For the prompt: the headline, then a line for each piece of evidence."""
    rows = (f"  {e.statement:<10} {line(e)}" for e in result.evidence)
    return "\n".join((f"{result.claim.id}: {headline(result)}", *rows))


def result_html(result: Result) -> str:
    """For a notebook: the same, with the statements typeset."""
    claim = result.claim
    formulas = [("printed", claim.latex(printed=True))] + ([] if claim.corrected is None else [("corrected", claim.latex())])
    parts = [f"<p><b>{escape(claim.id)}</b>: {escape(headline(result))}</p>"]
    parts += [f"<p>{name}: $\\displaystyle {escape(latex, quote=False)}$</p>" for name, latex in formulas]
    return "".join(parts) + table(("statement", "check", "method", "outcome", "evidence"), map(_row, result.evidence))


def _row(evidence: Evidence) -> tuple[str, ...]:
    _, _, facts = line(evidence).partition("; ")
    return evidence.statement, evidence.check, evidence.method, evidence.outcome, facts
