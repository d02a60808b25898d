"""A counterexample is written in the letters of the paper, wherever they are the claim's own."""

from checks.report.counterexample import pieces
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
