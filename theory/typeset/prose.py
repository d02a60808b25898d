r"""Plain text with formulas in it, as claims are annotated, turned into LaTeX text.

``kappa > 2``, ``|theta(0)|``, ``alpha^(2-kappa)`` and ``sigma_i <= 1`` become mathematics, words
stay words, and every character that LaTeX would take for a command is escaped. ``verbatim`` only
escapes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from theory.typeset.signs import (
    ENGLISH,
    ESCAPES,
    FUNCTIONS,
    GREEK,
    RELATIONS,
    SCRIPTS,
    UNICODE,
    WORDS,
)

_SCRIPT = r"(?:\{[^{}]*\}|\([^()]*\)|perp\b|-?\d+(?![\w.])|[A-Za-z0-9]+\b|\*)"
_ATOM = re.compile(
    rf"""
    (?P<code>\b[a-z_]{{4,}}\.[a-z][\w-]*\w|\b[a-z]{{3,}}/(?=\s)
     |\b[a-z]+(?:_[a-z]{{2,}}){{2,}}|\b[a-z]+:\w[\w-]*)
  | (?P<root>\bsqrt(?:\([^()]*\)|\ ?\d+))
  | (?P<inner>(?<=\bE)<[^<>]*>|<[\w.]+,\ [^<>]*>)
  | (?P<call>(?<![A-Za-z_])[A-Za-z]+(?:_\w+)?\([\w^]+(?:,\ [\w^]+)+\))
  | (?P<times>(?<=\b[A-Za-z])\ x\ (?=[A-Za-z]\b))
  | (?P<prime>(?<=\w)'+(?=[(\s,]))
  | (?P<name>(?<![A-Za-z_])(?<![A-Za-z]')
     (?:[u-y]_hat|beta_ols|Theta_A|S_AGF|[A-Za-z]+)
     (?:_{_SCRIPT}|\^{_SCRIPT}|\*(?=[\s),;.]))*(?!\w))
  | (?P<power>(?<=[)\]|\d])\^{_SCRIPT}|(?<=[)\]])_{_SCRIPT})
  | (?P<relation><=|>=|!=|->|\+-|[=<>~])
  | (?P<dot>(?<=[a-z)])\.(?=[a-z(]))
  | (?P<number>\d+(?:\.\d+)?(?:e-?\d+)?)
  | (?P<unicode>[^\x00-\x7f])
  | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


_BARE = re.compile(r"[u-y]_hat|beta_ols|Theta_A|[A-Za-z]+")  # a name without its scripts


class Atom(NamedTuple):
    """A piece of prose: how it reads in text, how in a formula, and what it is: ``math``, ``text``,
    or ``either``.
    """

    text: str
    math: str
    kind: str
    wants: bool = False  # an operand: a relation, a function


def to_text(prose: str) -> str:
    r"""LaTeX text: formulas in dollars, everything else escaped.

    >>> print(to_text("100% for kappa > 2, where |theta(0)| = alpha^(2-kappa)"))
    100\% for $\kappa > 2$, where $|\theta(0)| = \alpha^{2-\kappa}$
    """
    atoms = [_atom(found) for found in _ATOM.finditer(prose)]
    out, start = "", 0
    while start < len(atoms):
        if atoms[start].kind == "text":
            out += atoms[start].text
            start += 1
            continue
        end = start
        while end < len(atoms) and atoms[end].kind != "text":
            end += 1
        out += _formula(atoms[start:end], after_word=start > 0 and atoms[start - 1].text.isalpha())
        start = end
    return out


def verbatim(text: str) -> str:
    r"""The text as it stands, escaped; breaks are allowed behind marks that end a part, so that
    long data can wrap.

    >>> print(verbatim("x_1=[1,2]"))
    x\_\allowbreak{}1=\allowbreak{}[1,\allowbreak{}2]
    """
    escaped = "".join(f"${UNICODE[char]}$" if char in UNICODE else _escaped(char) for char in text)
    return re.sub(r"(\\_|(?<=\D)[.-]|[,;/=:+])(?=[^\s,;])", r"\1\\allowbreak{}", escaped)


def _formula(atoms: list[Atom], after_word: bool) -> str:
    """Atoms without a word among them: from the first mathematical one to the last, with what
    touches them, is one formula.
    """
    math = [number for number, atom in enumerate(atoms) if atom.kind == "math"]
    if not math:
        return "".join(atom.text for atom in atoms)
    first, last = math[0], math[-1]
    first = _grown(atoms, first, -1)
    last = _grown(atoms, last, +1)
    for number in range(
        first + 1, last + 1
    ):  # a bracket that a word stands in opens the text again
        if (
            atoms[number].math == "("
            and atoms[number - 1].math == " "
            and _open(atoms[number:]) > 0
        ):
            return _formula(atoms[:number], after_word) + _formula(atoms[number:], False)
    while first < math[0] and (
        atoms[first].math in ")]*/"
        or after_word
        and first == 0
        and atoms[first].math in "+-"
        or _open(atoms[first : last + 1]) > 0
        and atoms[first].math in "(["
    ):
        first += 1
    while last > math[-1] and (
        atoms[last].math in "([*/+-"
        or _open(atoms[first : last + 1]) < 0
        and atoms[last].math in ")]"
    ):
        last -= 1
    return (
        "".join(a.text for a in atoms[:first])
        + f"${_glued(atoms[first : last + 1])}$"
        + "".join(a.text for a in atoms[last + 1 :])
    )


def _grown(atoms: list[Atom], place: int, step: int) -> int:
    """The formula takes in what touches it; over a space, a factor in front, a sign with its
    number, and what a relation or a function wants.
    """

    def word(number: int) -> str:
        return atoms[number].math if 0 <= number < len(atoms) else ""

    if (
        atoms[place].wants
        and word(place + step) == " "
        and word(place + 2 * step)[:1] not in ("", "(", "[")
    ):
        place += 2 * step
    while word(place + step):
        if word(place + step) != " ":
            place += step
        elif (
            word(place + 2 * step) in ("+", "-", "*", "/")
            and word(place + 3 * step) == " "
            and word(place + 4 * step).isdigit()
        ):
            place += 4 * step
        elif (
            step < 0
            and word(place - 2).isdigit()
            and atoms[place].kind == "math"
            and not atoms[place].wants
        ):
            place -= 2
        else:
            break
    return place


def _open(atoms: list[Atom]) -> int:
    text = "".join(atom.math for atom in atoms if atom.kind == "either")
    return text.count("(") + text.count("[") - text.count(")") - text.count("]")


def _atom(found: re.Match) -> Atom:
    kind, text = found.lastgroup, found.group()
    if kind == "code":
        return Atom(rf"\texttt{{{verbatim(text)}}}", "", "text")
    if kind == "root":
        return Atom("", rf"\sqrt{{{_math(text[4:].strip(' ()'))}}}", "math")
    if kind == "inner":
        return Atom("", rf"\langle {', '.join(map(_math, text[1:-1].split(', ')))}\rangle", "math")
    if kind == "call":
        return _call(text)
    if kind == "name":
        return _name(
            text, found.string[: found.start()], found.string[found.end() : found.end() + 2]
        )
    if kind == "dot":
        return Atom(text, r"\cdot ", "either")
    if kind == "times":
        return Atom("", r" \times ", "math")
    if kind == "prime":  # of a letter; behind a word it closes a quotation
        word = re.split(r"[^A-Za-z_]", found.string[: found.start()])[-1]
        return (
            Atom("", text, "math") if len(word) == 1 or word in GREEK else Atom(text, text, "text")
        )
    if kind == "power":
        return Atom("", _scripts(text), "math")
    if kind == "relation":
        return Atom("", RELATIONS[text], "math", wants=True)
    if kind == "unicode":
        return (
            Atom("", UNICODE[text], "math", wants=UNICODE[text] in RELATIONS.values())
            if text in UNICODE
            else Atom(_escaped(text), text, "text")
        )
    if kind == "number" and "e" in text:
        digits, power = text.split("e")
        return Atom("", ("" if digits == "1" else rf"{digits}\cdot ") + f"10^{{{power}}}", "math")
    escaped = _escaped(text)
    if text == "'" and re.search(r"(^|[\s(])$", found.string[: found.start()]):
        return Atom("`", "`", "text")
    return Atom(
        escaped,
        {"*": r"\cdot " if found.string[found.start() - 1] == " " else "*"}.get(text, text),
        "either" if kind == "number" or text.isspace() or text in "()[]+-*/|" else "text",
    )


def _call(text: str) -> Atom:
    """``theta(eta, t)``: a function of several letters; otherwise words with a list behind them."""
    name, _, rest = text.partition("(")
    base = name.split("_")[0]
    if (
        len(base) > 2
        and base not in WORDS
        or any(len(word) > 2 and word not in WORDS for word in re.findall("[A-Za-z]+", rest))
    ):
        return Atom(_escaped(name) + "(" + to_text(rest), "", "text")
    return Atom(
        "",
        f"{WORDS.get(name) or _math(name)}({', '.join(map(_math, rest[:-1].split(', ')))})",
        "math",
    )


def _name(text: str, before: str, following: str) -> Atom:
    """A Greek name, a function, a name with an index or a power, a lone letter: mathematics. Any
    other word is a word.
    """
    if text == "mod":
        return Atom("mod", r"\bmod", "either")
    bare = _BARE.match(text)
    base = bare.group() if bare and text not in WORDS else text
    scripts = text[len(base) :]
    english = base in ENGLISH and not scripts and following[:1] != "("
    article = (
        base == "a"
        and not re.match(r"[()|^+*/\]]| [-+=<>]|[.][a-z]", following)
        and not (before.endswith("(") and following[:1] == ",")
        or base == "A"
        and re.search(r"(^|[.?!:] |\()$", before)
        and following[:1] == " "
        or before.endswith("Appendix ")
    ) and not scripts
    if (
        (base in WORDS and not english)
        or (len(base) == 1 and not article)
        or (len(base) == 2 and (scripts or before[-1:].isdigit()))
    ):
        return Atom(
            "",
            WORDS.get(base, base) + _scripts(scripts),
            "math",
            wants=base in FUNCTIONS and not scripts,
        )
    return Atom(_escaped(text), text, "text")


def _scripts(text: str) -> str:
    found = ""
    for mark, script in re.findall(rf"([_^])({_SCRIPT})", re.sub(r"\*$", "^*", text)):
        counts = mark == "^" and re.fullmatch(
            r"\([kli](?:[+-]1)?\)|\(\d\)", script
        )  # tau^(k) is a step, not a power
        inner = script if counts or script[0] not in "{(" else script[1:-1]
        found += mark + "{" + SCRIPTS.get(mark + inner, _math(inner)) + "}"
    return found


def _math(text: str) -> str:
    """A formula; words in it are set as text."""
    if not set(re.findall(r"[A-Za-z]{3,}", text)) <= set(WORDS):
        return rf"\text{{{to_text(text)}}}"
    return _glued([_atom(found) for found in _ATOM.finditer(text)])


def _escaped(text: str) -> str:
    """Special characters as commands; a sign that a text font does not have (beyond European
    letters) as its code point.
    """
    return "".join(
        ESCAPES.get(char) or (char if ord(char) < 0x180 else f"[U+{ord(char):04X}]")
        for char in text
    )


def _glued(atoms: list[Atom]) -> str:
    formula = ""
    for atom in atoms:
        formula += (
            " " * (atom.math[:1].isalpha() and bool(re.search(r"\\[A-Za-z]+$", formula)))
            + atom.math
        )
    return formula
