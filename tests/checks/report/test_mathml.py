"""Formulas on the page: what LaTeX says is what MathML shows. The inventory here is made from the
LaTeX alone.
"""

import re
import unicodedata
from collections import Counter
from xml.etree import ElementTree as xml

import pytest

from checks.report.mathml import Untranslatable, mathml
from theory import claims
from theory.notation import NOTATION, to_latex

SIGNS = {
    "leq": "≤",
    "le": "≤",
    "geq": "≥",
    "neq": "≠",
    "wedge": "∧",
    "vee": "∨",
    "nabla": "∇",
    "partial": "∂",
    "infty": "∞",
    "sum": "∑",
    "int": "∫",
    "prod": "∏",
    "to": "→",
    "cdot": "·",
    "pm": "±",
    "Rightarrow": "⇒",
    "Leftrightarrow": "⇔",
    "iff": "⟺",
    "implies": "⟹",
    "langle": "⟨",
    "rangle": "⟩",
    "ell": "l",
    "intercal": "⊺",
    "perp": "⟂",
    "in": "∈",
    "star": "⋆",
    "emptyset": "∅",
    "angle": "∠",
    "hat": "^",
    "widehat": "^",
    "tilde": "~",
    "widetilde": "~",
    "bar": "¯",
    "overline": "¯",
    "bmod": "mod",
    "|": "‖",
    "#": "#",
    "{": "{",
    "}": "}",
    "times": "×",
    "dots": "…",
    "odot": "⊙",
    "mid": "∣",
    "setminus": "∖",
    "sim": "∼",
    "approx": "≈",
    "equiv": "≡",
    "top": "⊤",
    "cap": "∩",
    "cup": "∪",
}
NAMES = {
    "cos",
    "sin",
    "tan",
    "cosh",
    "sinh",
    "tanh",
    "log",
    "exp",
    "max",
    "min",
    "lim",
    "sup",
    "inf",
    "arg",
    "det",
    "deg",
    "dim",
    "ker",
}
LAYOUT = {
    "left",
    "right",
    "middle",
    "big",
    "bigl",
    "bigr",
    "Big",
    "limits",
    "frac",
    "tfrac",
    "dfrac",
    "sqrt",
    "substack",
    "operatorname",
    "text",
    "mathrm",
    "mathcal",
    "mathbf",
    "mathbb",
    "mathit",
    "displaystyle",
    "textstyle",
    ",",
    ":",
    ";",
    "!",
    " ",
    "\\",
    "quad",
    "qquad",
}
VARIANTS = {
    "varphi": "phi",
    "vartheta": "theta",
    "varkappa": "kappa",
    "varepsilon": "epsilon",
    "varrho": "rho",
}


def written(latex):
    """How often each character must be seen."""
    body = re.sub(
        r"\\(begin|end)\{(\w+)\}(\{[lcr]*\})?",
        lambda m: "\\{" if m[1] == "begin" and m[2] == "cases" else " ",
        latex,
    )
    seen = Counter()
    for command, single in re.findall(r"\\([a-zA-Z]+|.)|([^\\])", body, flags=re.S):
        if command in SIGNS:
            seen.update(SIGNS[command])
        elif command in NAMES:
            seen.update(command)
        elif command and command not in LAYOUT:
            name = VARIANTS.get(command, command)
            size = "CAPITAL" if name[0].isupper() else "SMALL"
            seen.update(
                unicodedata.lookup(f"GREEK {size} LETTER {name.upper().replace('LAMBDA', 'LAMDA')}")
            )
        elif single and single not in " \n{}^_&":
            seen.update({"-": "−", "*": "*", "'": "′"}.get(single, single))
    seen["."] -= len(re.findall(r"\\(?:left|right)\.", latex))  # an empty bracket
    return +seen


def visible_text(root):
    text = "".join("".join(root.itertext()).split())
    return Counter("".join(c if c in "¯…" else unicodedata.normalize("NFKC", c) for c in text))


def test_every_formula_of_the_catalogue_arrives_whole():
    checked = 0
    for claim in claims():
        chain = claim.derivation
        steps = [chain.start, *(step.expr for step in chain.steps)] if chain else []
        for expr in {claim.printed, claim.expr, *claim.given, *steps}:
            latex = to_latex(expr)
            root = xml.fromstring(mathml(latex))
            assert visible_text(root) == written(latex), (claim.id, latex)
            assert structure(root) == plan(latex), (claim.id, latex)
            checked += 1
    assert checked > len(claims())


def test_every_letter_of_the_notation_arrives_whole():
    for symbol, known in NOTATION.items():
        assert visible_text(xml.fromstring(mathml(known.macro))) == written(known.macro), symbol


def plan(latex):
    """Fractions, roots and scripts."""
    bare = re.sub(r"\\[_^]", "", latex)
    return (
        len(re.findall(r"\\[td]?frac", latex)),
        latex.count("\\sqrt"),
        len(re.findall("[_^]", bare)) + bare.count("'"),
    )


def structure(root):
    count = Counter(node.tag for node in root.iter())
    scripts = (
        count["msub"]
        + count["msup"]
        + count["munder"]
        + 2 * (count["msubsup"] + count["munderover"])
    )
    return count["mfrac"], count["msqrt"] + count["mroot"], scripts


def test_the_inventory_notices_what_is_missing():
    root = xml.fromstring(mathml(r"\frac{\alpha}{2} x_{i}"))
    assert visible_text(root) == written(r"\frac{\alpha}{2} x_{i}")
    assert visible_text(root) != written(r"\frac{\beta}{2} x_{i}") and structure(root) != plan(
        r"\frac{\alpha}{2} x_{i}^{k}"
    )


@pytest.mark.parametrize("latex", [r"\notamacro{x}", r"x \notamacro", r"\left( x"])
def test_latex_that_would_lose_something_is_refused(latex):
    with pytest.raises(Untranslatable):
        mathml(latex)


def test_an_alignment_that_would_be_shown_as_an_ampersand_is_refused():
    with pytest.raises(Untranslatable):
        mathml(r"\begin{aligned} & a \\ & b \end{aligned}")


def test_text_in_a_formula_stays_text():
    root = xml.fromstring(mathml(r"\text{</math><script>x&y</script>} <"))
    assert [
        node.tag for node in root.iter() if node.tag == "script"
    ] == [] and "<script>x&y</script>" in "".join(root.itertext())


def test_a_limit_stands_below_its_operator_and_a_minus_after_a_bracket_is_a_sign():
    root = xml.fromstring(mathml(r"\lim_{x \to 0^+} f{\left(- x \right)}"))
    assert root.find(".//munder/mo").text == "lim"
    assert [mo.get("form") for mo in root.iter("mo") if mo.text == "−"] == ["prefix"]


def test_a_bracket_stretches_only_around_what_is_tall():
    flat, tall = (
        xml.fromstring(mathml(rf"\left({inside} \right)"))
        for inside in (r"x^{\frac{1}{2}}", r"\frac{1}{2}")
    )
    assert [[mo.get("stretchy") for mo in root.iter("mo")] for root in (flat, tall)] == [
        ["false"] * 2,
        ["true"] * 2,
    ]
