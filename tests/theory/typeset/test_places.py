"""Section and equation in the PDF of what stands at a line of the source."""

from itertools import pairwise

from theory import claim, claims
from theory.typeset.places import EQUATIONS, FLOATS, LABELS, SECTIONS, in_the_pdf


def test_lines_and_numbers_only_grow():
    lines = [line for line, _ in SECTIONS]
    assert lines == sorted(lines) and list(LABELS.values()) == sorted(LABELS.values())
    for table in (EQUATIONS, [(first, last) for first, last, _ in FLOATS]):
        assert all(a <= b < c for (a, b), (c, _) in pairwise(table))


def test_the_last_equation_is_the_last_that_latex_numbered():
    assert len(EQUATIONS) == 97 and max(LABELS.values()) <= 97


def test_every_statement_of_the_paper_has_a_section():
    assert [one.id for one in claims() if not in_the_pdf(one)] == []


def test_the_appendix_has_letters():
    assert in_the_pdf(claim("modular.no-other-maxima")) == "Section F.1"


def test_a_line_inside_an_equation_has_its_number_and_not_that_of_the_label():
    assert in_the_pdf(claim("modular.learned-factored")) == "Section F.3, eq. (92)"
    assert in_the_pdf(claim("framework.residual-gradient")) == "Section B.1, eq. (10)"


def test_rows_of_one_display_have_numbers_of_their_own():
    rows = ("diagonal.delta-parameters", "diagonal.delta-norm", "diagonal.delta-accumulated")
    assert [in_the_pdf(claim(name))[-4:] for name in rows] == ["(34)", "(35)", "(36)"]


def test_a_line_of_a_caption_is_told_by_its_figure():
    assert in_the_pdf(claim("relu.tracking")) == "Section 6, Figure 7"
    assert in_the_pdf(claim("framework.loop-test")) == "Section 2.1, Algorithm 1"
