"""LaTeX of the notation table to native MathML, the markup that browsers lay out without a script.

latex2mathml does the translation. Its tree is tidied for MathML Core (limits under ``lim``, spacing
of function names, bars that span what they cover) and written by an XML serialiser, so text in a
formula stays text. A macro that it does not know is an error here: a formula is shown whole or not
at all.
"""

from __future__ import annotations

from html import unescape
from xml.etree import ElementTree as xml

from latex2mathml.converter import convert_to_element
from markupsafe import Markup

# Operators whose subscript stands below them in a displayed formula.
_LIMITS = {"lim", "max", "min", "sup", "inf"}
_FENCES = {"(", "[", "{"}
_CLOSING = {")", "]", "}", "|", "‖"}
_DIGITS = {"bold": 0x1D7CE, "double-struck": 0x1D7D8}  # code points of their zeros
_TIGHT = {"|", "‖", "/"}  # bars of a norm are told from a relation by nothing but their spacing
_SIGNS = {"−", "+", "±"}
_OBJECTS = {"∞", "∅", "∠", "#"}  # things, not operations: no space around them


class Untranslatable(ValueError):
    """LaTeX that would lose something on the way."""


def mathml(latex: str, display: bool = True) -> Markup:
    r"""The formula as a ``<math>`` element, safe to put into a page.

    >>> print(mathml(r"\alpha < \text{<b>}", display=False))
    <math display="inline"><mrow><mi>α</mi><mo>&lt;</mo><mtext>&lt;b&gt;</mtext></mrow></math>
    """
    try:
        root = convert_to_element(latex, display="block" if display else "inline")
    except Exception as problem:  # its exceptions have no common class of their own
        raise Untranslatable(
            f"no MathML for {latex!r}: {type(problem).__name__} {problem}"
        ) from problem
    root.attrib.pop("xmlns", None)  # HTML knows the element
    for node in root.iter():
        node.text = unescape(node.text) if node.text else node.text
        if node.text and (
            node.text.startswith("\\") or (node.tag, node.text) == ("mi", "&")
        ):  # a stray & is an environment it does not know
            raise Untranslatable(f"no MathML for {node.text} in {latex!r}")
        _draw_variant(node, latex)
    _tidy(root)
    return Markup(xml.tostring(root, encoding="unicode"))


def _draw_variant(node: xml.Element, latex: str) -> None:
    """MathML Core has one variant, ``normal``; bold and blackboard digits are characters of their
    own.
    """
    variant = node.get("mathvariant", "normal")
    text = node.text or ""
    if variant in _DIGITS and text.isdecimal():
        node.text = "".join(chr(_DIGITS[variant] + int(digit)) for digit in text)
        del node.attrib["mathvariant"]
    elif variant != "normal":
        raise Untranslatable(f"no {variant} {node.text} in MathML Core: {latex!r}")


def _tidy(root: xml.Element) -> None:
    for parent in root.iter():
        children = list(parent)
        for before, child, after in zip([None, *children], children, [*children[1:], None]):
            name = _base(child)
            if (
                parent.tag in ("mrow", "mtd", "math")
                and name.tag in ("mi", "mo")
                and _is_function(name.text or "")
            ):
                _space_function(name, before, after)
            if child.tag == "mo" and child.text in _OBJECTS:
                child.tag = "mi"
            if name.tag == "mo" and name.text in _TIGHT:
                name.attrib |= {"lspace": "0em", "rspace": "0em"}
            if (
                child.tag == "mo"
                and child.text in _SIGNS
                and before is not None
                and before.tag == "mo"
                and before.text not in _CLOSING
            ):
                child.set("form", "prefix")  # a sign, not a difference
            if child.get("fence") == "true" and not _is_tall(parent):
                # Chromium gives a bracket that may stretch the width of its tallest form, and so a
                # gap on either side.
                child.set("stretchy", "false")
        if parent.tag == "msub" and children and children[0].text in _LIMITS:
            parent.tag = "munder"
        if parent.tag == "mover" and len(children) == 2 and children[1].tag == "mo":
            _tidy_accent(parent, children[1])


def _base(node: xml.Element) -> xml.Element:
    """What carries the sub- and superscripts."""
    while node.tag in ("msub", "msup", "msubsup", "munder", "munderover") and len(node):
        node = node[0]
    return node


def _is_tall(node: xml.Element) -> bool:
    """It has a fraction, a sum with limits or a table, other than in a script."""
    if node.tag in ("mfrac", "mtable", "munder", "munderover"):
        return True
    return any(map(_is_tall, node[:1] if node.tag in ("msub", "msup", "msubsup") else node))


def _is_function(text: str) -> bool:
    return len(text) > 1 and text.isascii() and text.isalpha() and text != "mod"


def _space_function(
    name: xml.Element, before: xml.Element | None, after: xml.Element | None
) -> None:
    """A thin space on either side of a function's name, as TeX has it; none before its brackets or
    after an operator.
    """
    name.tag = "mo"
    apart = before is not None and (_base(before).tag != "mo" or _base(before).text in _CLOSING)
    name.set("lspace", "0.1667em" if apart else "0em")
    name.set("rspace", "0em" if after is None or _first(after) in _FENCES else "0.1667em")


def _tidy_accent(over: xml.Element, accent: xml.Element) -> None:
    over.set("accent", "true")
    if accent.text in (
        "\u2015",
        "\u00af",
    ):  # both are bars; one character of them stretches in every font
        accent.text = "\u00af"
        accent.set("stretchy", "true")


def _first(node: xml.Element) -> str:
    """The first character of an element, however deep."""
    return next((text[0] for text in node.itertext() if text), "")
