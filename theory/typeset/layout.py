r"""How a formula fits a line: its width, and where to break it.

Widths are estimated from the LaTeX source, in units of a math letter, so that nothing has to be
compiled; a test compiles every claim and finds no line over the margin. A formula that is too wide
is broken in front of signs and relations outside all brackets first, then inside the outermost
brackets, and set as ``aligned``.
"""

from __future__ import annotations

import re
from itertools import product
from typing import NamedTuple

WIDTH = 60  # letters: what a line of 16 cm holds in 11 points, with room for an equation number

RELATIONS = ("=", "<", ">", r"\leq", r"\geq", r"\neq")
ARROWS = (r"\implies", r"\iff")
CONNECTIVES = (r"\wedge", r"\vee")
SIGNS = ("+", "-", *CONNECTIVES)
SEPARATOR = r",\qquad"  # between the parts of a conjunction

_TOKEN = re.compile(
    r"\\(?:left|right|[Bb]igg?[lr]?)\s*(?:\\[A-Za-z]+|\\.|[^A-Za-z\s])|\\[A-Za-z]+\*?|\\.|\s+|.",
    re.DOTALL,
)
_OPEN, _CLOSE = ("(", "[", r"\{", r"\langle"), (")", "]", r"\}", r"\rangle")
_STYLES = {
    r"\mathcal",
    r"\mathbf",
    r"\mathbb",
    r"\bar",
    r"\hat",
    r"\tilde",
    r"\overline",
    r"\widehat",
    r"\limits",
    r"\displaystyle",
}
_STACKING = {r"\sum": 2.2, r"\lim": 2.6, r"\max": 3.2, r"\min": 3.0, r"\int": 1.6}
_SPACES = {
    r"\quad": 2.0,
    r"\qquad": 4.0,
    r"\,": 0.3,
    r"\:": 0.5,
    r"\;": 0.6,
    r"\!": -0.3,
    r"\ ": 0.6,
}
_START = {
    "+": "{} ",
    "-": "{} ",
    "\\": r"{} \cdot ",
}  # how a line goes on: a sign keeps its space, a factor gets its dot
_NAMED = {r"\log", r"\cos", r"\sin", r"\cosh", r"\sinh", r"\tanh", r"\exp", r"\bmod"}


class Token(NamedTuple):
    """A word of LaTeX source and how deep it stands."""

    text: str
    groups: int  # braces and environments around it
    brackets: int  # brackets of every kind around it

    @property
    def inside(self) -> bool:
        """Does it stand inside of anything? Lines are not broken there."""
        return self.groups + self.brackets > 0


def tokens(latex: str) -> list[Token]:
    """The source word by word, each with how deep it stands; a bracket counts as standing outside
    itself.
    """
    found, groups, brackets = [], 0, 0
    for text in _TOKEN.findall(latex):
        groups -= text in ("}", r"\end")
        brackets -= (
            text in _CLOSE or text.startswith(r"\right") and not text.startswith(r"\rightarrow")
        )
        found.append(Token(text, groups, brackets))
        groups += text in ("{", r"\begin")
        brackets += (
            text in _OPEN or text.startswith(r"\left") and not text.startswith(r"\leftarrow")
        )
    return found


# --- width ----------------------------------------------------------------------------------------
def width(latex: str) -> float:
    r"""About how wide the formula is, in math letters.

    >>> width(r"x + \frac{abc}{d}") < width(r"x + abc + d")
    True
    """
    return _Ruler(_TOKEN.findall(latex)).row()


class _Ruler:
    def __init__(self, words: list[str]) -> None:
        self.words, self.at = words, 0

    def row(self, stop: str | None = None) -> float:
        """The width up to ``stop``; of several rows the widest."""
        widest = total = base = script = 0.0
        while self.at < len(self.words) and self.words[self.at] != stop:
            word = self.words[self.at]
            self.at += 1
            if word == r"\\":
                widest, total = max(widest, total), 0.0
            elif word in ("^", "_"):
                wide = 0.7 * self.argument() - base
                total, script = total + max(0.0, wide - script), max(wide, script)
            elif not word.isspace():
                base, script = _STACKING.get(word, 0.0), 0.0
                total += self.word(word)
        self.at += 1
        return max(widest, total)

    def word(self, word: str) -> float:
        if word == "{":
            return self.row("}")
        if word in (r"\frac", r"\tfrac", r"\dfrac"):
            return max(self.argument(), self.argument()) * (0.75 if word == r"\tfrac" else 1) + 0.5
        if word == r"\sqrt":
            return 1.5 + self.argument()
        if word in (r"\operatorname", r"\text", r"\mathrm"):
            return 0.85 * len(self.raw()) + 0.3
        if word in (r"\begin", r"\substack"):
            if word == r"\begin":
                self.raw()
            inner = self.row(r"\end") + 2 if word == r"\begin" else self.argument()
            if word == r"\begin":
                self.raw()
            return inner
        if word in _STYLES:
            return 0.0
        if word in RELATIONS or word in SIGNS or word in ("&", r"\to"):
            return 2.2
        if word in ARROWS:
            return 4.5
        if word in _NAMED:
            return 0.85 * (len(word) - 1) + 0.4
        return (
            _STACKING.get(word)
            or _SPACES.get(word)
            or (0.8 if word in "()[]|,;.!'" or word[:5] in (r"\left", r"\righ") else 1.05)
        )

    def argument(self) -> float:
        while self.at < len(self.words) and self.words[self.at].isspace():
            self.at += 1
        if self.at == len(self.words):
            return 0.0
        self.at += 1
        return self.word(self.words[self.at - 1])

    def raw(self) -> str:
        """The text of a group, unread."""
        start = self.words.index("{", self.at)
        end = self.words.index("}", start)
        self.at = end + 1
        return "".join(self.words[start + 1 : end])


# --- breaking -------------------------------------------------------------------------------------
def typeset(latex: str, limit: float = WIDTH) -> str:
    r"""The formula, broken into an ``aligned`` block if it is wider than ``limit``; safe inside
    math mode.

    >>> typeset("x = a + b")
    'x = a + b'
    >>> print(typeset("x = abcdefg + hijklmn - opqrstu", limit=24))
    \begin{aligned}
    x &= abcdefg + hijklmn \\
    &\quad {} - opqrstu
    \end{aligned}
    """
    if width(latex) <= limit:
        return latex
    rows = rows_of(latex, limit)
    return (
        rows[0].replace("&", "", 1)
        if len(rows) == 1
        else "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"
    )


def rows_of(latex: str, limit: float) -> list[str]:
    """The rows of the broken formula, each with its ``&``: in front of the relations, or where the
    left sides are wide, at the left.
    """
    parts = [piece.strip() for piece in _cut(latex, (SEPARATOR,), 0)]
    heads = [_head(part) for part in parts]
    level = all(0 < width(head) <= limit / 3 for head in heads)
    rows = []
    for number, (part, head) in enumerate(zip(parts, heads)):
        lead = head if level else ""
        folded = fold(part[len(lead) :].strip(), limit - width(lead))
        folded[-1] += "," if number + 1 < len(parts) else ""
        rows += [
            f"{lead.strip()} &{folded[0]}".strip(),
            *(f"&\\quad {line}" for line in folded[1:]),
        ]
    return rows


def fold(text: str, limit: float) -> list[str]:
    """The text in lines of at most ``limit`` where signs allow it; a bracket that is opened on one
    line and closed on another is fixed in size.
    """
    if width(text) <= limit:
        return [text]
    arrows = _cut(text, ARROWS, 0)
    if len(arrows) > 1:
        return [line.strip() for part in arrows for line in fold(part.strip(), limit)]
    deepest = max((token.brackets for token in tokens(text)), default=0)
    # whole conditions before their parts
    ways = [
        (CONNECTIVES, 0, False),
        (CONNECTIVES, 1, False),
        *((RELATIONS + SIGNS, *way) for way in product(range(deepest + 1), (False, True))),
    ]
    for marks, depth, factors in ways:
        chunks = _cut(text, marks, depth, factors)
        if max(map(width, chunks)) <= limit - 2:
            break
    lines = [chunks[0]]
    for chunk in chunks[1:]:
        if width(lines[-1] + chunk) <= limit - 2:
            lines[-1] += chunk
        else:
            lines.append(chunk)
    return [
        _free(lines[0].strip()),
        *(_free(_start(line.lstrip()) + line.strip()) for line in lines[1:]),
    ]


def _start(line: str) -> str:
    return "" if line.startswith((*CONNECTIVES, *RELATIONS)) else _START.get(line[:1], "")


def _head(text: str) -> str:
    """What stands in front of the first relation outside all brackets; nothing where an arrow
    stands there too.
    """
    words = tokens(text)
    if any(token.text in ARROWS and not token.inside for token in words):
        return ""
    for number, token in enumerate(words):
        if token.text in RELATIONS and not token.inside:
            return "".join(word.text for word in words[:number])
    return ""


def _cut(text: str, marks: tuple[str, ...], depth: int, factors: bool = False) -> list[str]:
    """The text cut in front of each mark at most ``depth`` brackets deep, and of each bracketed
    factor if asked for.

    A separator is dropped, a leading sign is no mark.
    """
    if marks == (SEPARATOR,):
        text = text.replace(SEPARATOR, "\0")
    pieces, current, binary, space = [], "", False, False
    words = tokens(text)
    for number, token in enumerate(words):
        mark = (
            token.text in marks
            or token.text == "\0"
            or factors
            and space
            and _is_factor(words, number)
        )
        if mark and token.groups == 0 and token.brackets <= depth and binary:
            pieces.append(current)
            current = ""
        current += token.text.replace("\0", "")
        space = token.text.isspace()
        if not space:
            # a sign is binary only behind something that can be added to
            binary = token.text not in (
                *RELATIONS,
                *SIGNS,
                *ARROWS,
                *_OPEN,
                "\0",
            ) and not token.text.startswith(r"\left")
    return [*pieces, current]


def _is_factor(words: list[Token], number: int) -> bool:
    """Whether a function or a case distinction starts here, or a bracket opens that has a sign in
    it.
    """
    if words[number].text in (*_NAMED, r"\operatorname", r"\begin"):
        return True
    if words[number].text != r"\left(":
        return False
    for token in words[number + 1 :]:
        if token.brackets == words[number].brackets:
            return False
        if (
            token.text in SIGNS
            and token.brackets == words[number].brackets + 1
            and token.groups == words[number].groups
        ):
            return True
    return False


def _free(line: str) -> str:
    r"""``\left`` and ``\right`` whose partner is on another line become ``\Bigl`` and ``\Bigr``."""
    words, waiting, lonely = [token.text for token in tokens(line)], [], []
    for number, word in enumerate(words):
        if re.match(r"\\left(?![a-z])", word):
            waiting.append(number)
        elif re.match(r"\\right(?![a-z])", word):
            lonely.append(number) if not waiting else waiting.pop()
    for number in (*waiting, *lonely):
        words[number] = words[number].replace(r"\left", r"\Bigl").replace(r"\right", r"\Bigr")
    return "".join(words)
