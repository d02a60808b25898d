"""A counterexample is written in the letters of the paper, wherever they are the claim's own."""

import re
from pathlib import Path

from checks.report.counterexample import drawn, in_words, pieces
from theory.catalogue import claim


def test_letters_and_sides_become_latex_and_the_rest_stays_text():
    one = claim("framework.jump-bound-quadratic")
    text = "U_star = 1, tau = 0.17 (from slack = 0): tau = 0.17, -log(norm_0)/(2*U_star) = 0.34"
    found = list(pieces(one, text))
    assert "".join(piece for piece, _ in found) == text
    latex = {piece: look for piece, look in found if look}
    assert latex["tau"] == r"\tau" and r"\frac{\log" in latex["-log(norm_0)/(2*U_star)"]
    assert "slack" not in latex


def test_a_limit_and_the_statement_itself_are_formulas_wherever_they_stand():
    one = claim("framework.alignment-limit-higher")
    text = f"{one.printed.lhs} = oo, stated: {one.printed}"
    looks = [look for _, look in pieces(one, text)]
    assert looks[0].startswith(r"\lim") and looks[1] == "" and looks[2].endswith("= 1")


def test_a_letter_inside_another_word_is_left_alone():
    assert [look for _, look in pieces(claim("modular.transform-real"), "up = 1")] == [""]


def test_every_name_in_the_counterexamples_of_the_errata_is_explained():
    """A letter of the claim is LaTeX there; any other name has its meaning behind it."""
    errata = Path(__file__).parents[3] / "docs" / "errata.md"
    lines = [one for one in errata.read_text().splitlines() if one.startswith("Counterexample")]
    assert len(lines) > 60
    for line in lines:
        text = line.replace("\\", "")
        names = set(re.findall(r"(?<![\w.$^{}])([A-Za-z]\w*)(?= = )", text)) - {"side"}
        assert not [name for name in names if f"{name}: " not in text], line


def test_a_name_of_the_data_is_told_once_and_a_letter_of_the_claim_not_at_all():
    one = claim("linear.commuting-times")
    told = drawn(one, "B = diag(1), Sigma = diag(1), H = 1, seed = 0: tau_rec = 1")
    assert [name for name, _ in told] == ["B", "Sigma", "H", "seed"]
    assert in_words(one, "tau_rec = 1") == ""
