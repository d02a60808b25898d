"""How objects show themselves in a notebook: the HTML table and the Markdown text that all of them
share.

A formula is LaTeX between dollars, which notebooks typeset. Everything else is escaped: text of a
claim, or a number that somebody put into a staircase, is shown and never interpreted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

_MARKDOWN = re.compile(r"([\\`*_\[\]#|$~])")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """An HTML table of plain text, aligned at the left (notebooks align at the right, for numbers).

    >>> table(["n"], [["1 < 2"]])
    '<table><tr><th style="text-align:left">n</th></tr><tr><td style="text-align:left">1 &lt;
    2</td></tr></table>'
    """
    return "<table>" + _row("th", head) + "".join(_row("td", row) for row in rows) + "</table>"


def _row(tag: str, cells: Sequence[str]) -> str:
    return (
        "<tr>"
        + "".join(f'<{tag} style="text-align:left">{escape(cell)}</{tag}>' for cell in cells)
        + "</tr>"
    )


def escaped_markdown(text: str) -> str:
    """Text for Markdown in which nothing is markup.

    >>> print(escaped_markdown("u_i * v_i < 1"))
    u\\_i \\* v\\_i &lt; 1
    """
    return _MARKDOWN.sub(r"\\\1", escape(text, quote=False))
