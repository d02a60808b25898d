"""The errata as Markdown, for the documentation: a table, gravest first, then every erratum in the
paper's order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from checks.evidence import Evidence, Result
from checks.methods.check import Effort
from checks.report.counterexample import in_words, pieces
from checks.report.rank import by_importance, counted
from theory.catalogue import heading
from theory.claim import Claim
from theory.typeset.notebook import escaped_markdown
from theory.typeset.places import in_the_pdf


def errata(results: Sequence[Result], effort: Effort) -> str:
    """What is false as printed: as printed, corrected, why, the smallest counterexample, the
    evidence for both.
    """
    false = by_importance(results)
    in_order = sorted(false, key=results.index)
    parts = [_introduction(results, effort), _table(false)]
    for setting, group in groupby(in_order, key=lambda result: result.claim.setting):
        parts += [f"## {escaped_markdown(heading(setting))}", *map(_erratum, group)]
    return "\n\n".join(parts) + "\n"


def _introduction(results: Sequence[Result], effort: Effort) -> str:
    return (
        "# Errata\n\n"
        f"{counted(results)}.\n"
        "Lines are those of the paper's source, sections, equations and figures those of its PDF. "
        "This file is\n"
        f"written by `agf errata --profile {effort.profile} --seed {effort.seed} --markdown "
        "docs/errata.md`; `agf show ID` has the\n"
        "letters of a statement, `agf check ID` judges it again."
    )


def _table(false: Sequence[Result]) -> str:
    rows = [
        f"| {one.claim.severity or ''} | {one.claim.line or ''} | {in_the_pdf(one.claim)} | "
        f"{escaped_markdown(one.claim.title)} | [{one.claim.id}](#{_anchor(one.claim)}) |"
        for one in false
    ]
    return "\n".join(
        ["| | line | in the PDF | statement | claim |", "|---|---|---|---|---|", *rows]
    )


def _anchor(claim: Claim) -> str:
    return claim.id.replace(".", "-")


def _erratum(result: Result) -> str:
    return "\n\n".join(_paragraphs(result))


def _paragraphs(result: Result) -> Iterator[str]:
    claim = result.claim
    line = f"Line {claim.line}: " if claim.line else ""
    yield f'<a id="{_anchor(claim)}"></a>\n### {line}{escaped_markdown(claim.title)}'
    pdf = f"{in_the_pdf(claim)}; " if in_the_pdf(claim) else ""
    yield f"{pdf}`{claim.id}`" + (f", label `{claim.label}`" if claim.label else "")
    yield f"As printed: $\\displaystyle {claim.latex(printed=True)}$"
    if claim.corrected is not None:
        yield f"Corrected: $\\displaystyle {claim.latex()}$"
        yield f"{str(claim.severity).capitalize()}: {escaped_markdown(claim.erratum)}"
    if claim.reading:
        yield f"Reading: {escaped_markdown(claim.reading)}"
    broken = next(e for e in result.evidence if e.statement == "printed" and e.outcome == "fails")
    if result.corrected_verdict:
        yield f"The corrected form is {result.standing}: {escaped_markdown(result.scope)}."
    text = broken.counterexample or broken.check
    letters = "".join(
        f"${latex}$" if latex else escaped_markdown(piece) for piece, latex in pieces(claim, text)
    )
    words = escaped_markdown(in_words(claim, text))
    yield f"Counterexample ({result.refuted_by}): {letters}" + (f" {words}" if words else "")
    yield "\n".join(f"- {evidence.statement}: {_plainly(evidence)}" for evidence in result.evidence)


def _plainly(evidence: Evidence) -> str:
    """One line of evidence, without the counterexample that stands above it."""
    return escaped_markdown(str(replace(evidence, counterexample=None)))
