"""Where a formula is broken: in front of signs outside brackets first, and never so that it changes
its meaning.
"""

import re

import pytest

from theory import claims
from theory.typeset.layout import SIGNS, WIDTH, rows_of, tokens, typeset, width


def test_depth_counts_braces_environments_and_brackets():
    depths = {
        token.text: token.groups + token.brackets
        for token in tokens(r"A\left(B_{C}\right)\begin{cases}D\end{cases}\langle E\rangle F")
    }
    assert tuple(depths[name] for name in "ABCDEF") == (0, 1, 2, 1, 1, 0)


@pytest.mark.parametrize(
    "narrow, wide",
    [
        (r"\frac{abcdef}{x}", "abcdefx"),
        (r"\mathcal{L}", "LL"),
        (r"x_{i}^{2}", "x_{ii}^{2}"),
        (r"\sum_{i=1}^{n} a", r"\sum_{i=1,\ldots,nnnnnn}^{n} a"),
        (r"\begin{cases} a \\ bb \end{cases}", r"\begin{cases} a & bb \end{cases}"),
        (r"\alpha", r"\alpha\beta"),
        ("x y", "x + y"),
    ],
)
def test_width_orders_formulas_as_they_look(narrow, wide):
    assert width(narrow) < width(wide)


def test_a_bracket_that_is_split_over_two_lines_has_a_fixed_size():
    inside = " + ".join("abcdefgh" for _ in range(4))
    lines = typeset(rf"x = y \left({inside}\right)", limit=30).splitlines()
    assert (
        r"\Bigl(" in lines[1]
        and r"\Bigr)" in lines[-2]
        and not any(r"\left" in line or r"\right" in line for line in lines)
    )


def test_a_sign_in_front_of_a_line_keeps_its_space():
    assert r"&\quad {} - cccccccccc" in typeset("x = aaaaaaaaaaaa - cccccccccc", limit=20)


def test_a_leading_minus_is_no_place_to_break():
    assert rows_of("x = - aaaaaaaaaaaaaaaaaaaa + bbbbbbbbbbbb", 20)[0].startswith("x &= - a")


def test_a_conjunction_is_broken_at_its_commas_and_aligned_at_its_relations():
    rows = rows_of(r"x = aaaaaaaaaa ,\qquad y = bbbbbbbbbb", 20)
    assert rows == ["x &= aaaaaaaaaa,", "y &= bbbbbbbbbb"]


@pytest.mark.parametrize("printed", [True, False])
def test_breaking_a_claim_changes_nothing_but_the_lines(printed):
    """What is left when alignment, line breaks, the dot of a continued product and the sizes of
    brackets are taken away is the one-line formula.
    """

    def bare(latex):
        latex = latex.replace(r"{} \cdot", "") if "aligned" in latex else latex
        latex = re.sub(
            r"\\(?:begin|end)\{aligned\}|\\\\|&(?:\\quad)?|\{\}|\\qquad|\\left(?![a-z])|\\right(?![a-z])|\\Big[lr]|\s",
            "",
            latex,
        )
        return latex

    for claim in claims():
        assert bare(claim.latex(printed=printed)) == bare(
            claim.latex(printed=printed, width=None)
        ), claim.id


def test_no_line_of_a_claim_is_wider_than_the_limit_where_a_sign_would_allow_a_break():
    for claim in claims():
        for line in claim.latex().splitlines():
            if (
                line.strip("\\ ") not in ("begin{aligned}", "end{aligned}")
                and width(line) > WIDTH + 6
            ):  # nowhere to break: no sign outside a fraction or a root
                assert not [
                    token for token in tokens(line)[3:] if token.text in SIGNS and not token.inside
                ], (claim.id, line)


def test_a_line_that_goes_on_with_a_relation_has_no_dot_in_front_of_it():
    for claim in claims():
        assert not re.search(r"\\cdot\s*(?:\\(?:leq|geq|neq)\b|[=<>])", claim.latex()), claim.id
