"""How objects show themselves in a notebook: the HTML table and the Markdown text that all of them share.

A formula is LaTeX between dollars, which notebooks typeset. Everything else is escaped: text of a claim, or a number
that somebody put into a staircase, is shown and never interpreted.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

_MARKDOWN = re.compile(r"([\\`*_\[\]#|$~])")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """An HTML table of plain text.

    >>> table(["n"], [["1 < 2"]], caption="one & two")
    '<table><caption>one &amp; two</caption><tr><th>n</th></tr><tr><td>1 &lt; 2</td></tr></table>'
    """
    return "".join((
        "<table>", f"<caption>{escape(caption)}</caption>" if caption else "", _row("th", head),
        *(_row("td", row) for row in rows), "</table>",
    ))


def _row(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def plain(text: str) -> str:
    """Text for Markdown in which nothing is markup.

    >>> print(plain("u_i * v_i < 1"))
    u\\_i \\* v\\_i &lt; 1
    """
    return _MARKDOWN.sub(r"\\\1", escape(text, quote=False))
