"""What the page says to explain a claim: formulas, letters, counterexamples in those letters,
trust, the proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten
from typing import Any

from markupsafe import Markup
from sympy import Basic, Symbol

from checks.evidence import Result
from checks.report.counterexample import in_words, pieces
from checks.report.mathml import Untranslatable, mathml
from checks.report.meaning import definitions as meant
from checks.report.proof_tree import make_again, theorem_of, tree_of
from theory.catalogue import SETTINGS
from theory.claim import Claim
from theory.notation import Letter, letters_in, to_latex
from theory.own.letters import ForEvery, definitions_of

SCOPE, LINE, TREE = (
    60,
    300,
    40,
)  # letters of a scope in a row, of a line of a proof; lines of a proof


def formula(expr: Basic, before: str = "", display: bool = True, brackets: bool = False) -> Markup:
    """MathML; or, lest a run's page be lost for one macro, the LaTeX itself."""
    latex = before + (rf"\left({to_latex(expr)}\right)" if brackets else to_latex(expr))
    try:
        return mathml(latex, display)
    except Untranslatable:
        return Markup('<code class="latex">{}</code>').format(latex)


def letters(claim: Claim) -> list[tuple[Markup, str]]:
    """The letters of a claim with their meaning and what is assumed of them."""
    return [
        (_macro(head, entry), ", ".join([entry.at_its_arguments().meaning, *_assumed(head)]))
        for head, entry in _spoken(claim).items()
    ]


def _spoken(claim: Claim) -> dict:
    """The letters and functions of everything that the page shows of a claim."""
    chain = claim.derivation
    steps = () if chain is None else (chain.start, *(step.expr for step in chain.steps))
    meanings = definitions_of(claim.printed, claim.expr) if claim.setting not in SETTINGS else ()
    defined = (
        part
        for one in meanings
        for whole in one.statements
        for part in (whole.statements if isinstance(whole, ForEvery) else (whole,))
    )
    return letters_in((claim.printed, claim.expr, *claim.given, *steps, *defined))


def _macro(head: Any, entry: Letter) -> Markup:
    if isinstance(head, Symbol):
        return formula(head, display=False)
    try:
        return mathml(entry.at_its_arguments().macro, display=False)
    except Untranslatable:
        return Markup("<code>{}</code>").format(head)


def instance(claim: Claim, text: str) -> Markup:
    """A counterexample with the page's letters for their names at the prompt: c = 1 where it says c
    = 1; and so for the sides of the statement.
    """
    letters = Markup("").join(
        _inline(latex) if latex else Markup("<code>{}</code>").format(piece)
        for piece, latex in pieces(claim, text)
    )
    words = in_words(claim, text)
    return letters + Markup(" <small>{}</small>").format(words) if words else letters


def _inline(latex: str) -> Markup:
    try:
        return mathml(latex, display=False)
    except Untranslatable:
        return Markup("<code>{}</code>").format(latex)


def trust(result: Result) -> str:
    """Scope and trust at a glance: what stands behind the verdict of the form that we stand for,
    and how far it reaches.
    """
    behind = {
        "proved": "theorem, re-checked by the kernel",
        "argued": "computer algebra, no kernel",
        "certified": "exact instances, enclosed",
        "tested": "instances",
        "supported": "instances of a conjecture",
    }.get(result.standing, "")
    behind = f"corrected: {behind}" if behind and result.corrected_verdict else behind
    return f"{behind}; {shorten(result.scope, SCOPE, placeholder=' …')}" if behind else ""


def trees_of(results: Sequence[Result]) -> None:
    """Make the theorems of a whole page in one go: ``proof_tree`` then has them."""
    try:
        make_again(result.claim for result in results if result.standing == "proved")
    except (ValueError, OSError):  # then each is tried by itself
        pass


def proof_tree(result: Result) -> str:
    """The proof of a claim that is proved, as a tree of lines; empty where there is none."""
    if result.standing != "proved":
        return ""
    try:
        theorem = theorem_of(result.claim)
    except (ValueError, OSError):  # a proof that cannot be read now was read by the check
        return ""
    if theorem is None:
        return ""
    lines = tree_of(theorem).splitlines()
    cut = [line if len(line) <= LINE else line[: LINE - 1] + "…" for line in lines[:TREE]]
    more = [f"… {len(lines) - TREE} more lines: agf derive {result.claim.id}"]
    return "\n".join(cut + more * (len(lines) > TREE))


def definitions(claim: Claim) -> list[tuple[str, str]]:
    """What the machine takes the letters of a claim to mean: words and formula."""
    return [(words, shorten(text, LINE, placeholder=" …")) for words, text in meant(claim)]


def _assumed(symbol: Any) -> list[str]:
    if not isinstance(symbol, Symbol):
        return []
    sign = (
        "positive"
        if symbol.is_positive
        else "non-negative"
        if symbol.is_nonnegative
        else "negative"
        if symbol.is_negative
        else ""
    )
    return [word for word in (sign, "integer" if symbol.is_integer else "") if word]
