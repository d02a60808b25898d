"""Section and equation in the PDF of what stands at a line of the source."""

from theory import claim, claims
from theory.typeset.places import EQUATIONS, SECTIONS, in_the_pdf


def test_lines_and_numbers_only_grow():
    lines = [line for line, _ in SECTIONS]
    assert lines == sorted(lines) and list(EQUATIONS.values()) == sorted(EQUATIONS.values())


def test_every_statement_of_the_paper_has_a_section():
    assert [one.id for one in claims() if not in_the_pdf(one)] == []


def test_the_appendix_has_letters():
    assert in_the_pdf(claim("modular.no-other-maxima")) == "Section F.1"
