r"""Prose of claims for the page: the formulas that ``theory.typeset.prose`` finds in it become
MathML, the rest stays text.

What cannot be shown as a formula is shown as it was written: a sentence is never lost.
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from checks.report.mathml import Untranslatable, mathml
from theory.typeset.prose import to_text


def inline(prose: str) -> Markup:
    r"""A sentence with its formulas, safe to put into a page.

    >>> print(inline("100% of kappa"))
    100% of <math display="inline"><mrow><mi>κ</mi></mrow></math>
    """
    pieces = re.split(r"(?<!\\)\$", to_text(prose))
    try:
        parts = [
            mathml(piece, display=False) if number % 2 else _words(piece)
            for number, piece in enumerate(pieces)
        ]
    except Untranslatable:
        return escape(prose)
    return Markup("").join(parts)


def _words(latex: str) -> Markup:
    """LaTeX text without formulas, back in plain characters; names of claims as code."""
    unbroken = re.sub(r"\\allowbreak\{\}", "", latex)
    parts = re.split(r"\\texttt\{((?:[^{}\\]|\\.)*)\}", unbroken)
    if re.search(r"\\[A-Za-z]", "".join(parts)):
        raise Untranslatable(f"no plain text for {latex!r}")
    bare = [re.sub(r"\\(.)", r"\1", part) for part in parts]
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part)
        for number, part in enumerate(bare)
    )
