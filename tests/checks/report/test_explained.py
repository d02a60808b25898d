"""What the page says to explain a claim: every letter, signs kept, counterexamples in the page's
letters.
"""

import pytest

from checks.evidence import Evidence, Result
from checks.methods.check import Effort
from checks.report.explained import instance, letters, proof_tree, trust
from checks.report.page import RELATIONS, as_html
from theory import claim, claims
from theory.notation import letters_in


def test_every_letter_of_a_claim_that_the_table_knows_is_explained():
    for one in claims():
        known = letters_in((one.printed, one.expr, *one.given))
        assert len(letters(one)) >= len(known), one.id


def test_a_counterexample_is_in_the_letters_of_the_page():
    lines = instance(claim("diagonal.maximal-utility"), "U_star = 1, g_i = 2: 1 = 2")
    assert lines.count("<math") == 2 and "U_star" not in lines and "<code> = 1, </code>" in lines
    sides = instance(claim("diagonal.conserved-appendix"), "u_i = 1: u_i**2 - v_i**2 = 1")
    assert sides.count("<math") == 2 and "**" not in sides


def test_what_is_no_letter_is_escaped():
    assert "&lt;b&gt;" in instance(claim("diagonal.maximal-utility"), "<b> = 1")


def test_trust_says_what_stands_behind_the_form_that_we_stand_for():
    one = claim("diagonal.maximal-utility")
    proved = Result(one, (Evidence("kernel", "theorem", "holds"),))
    assert trust(proved).startswith("theorem, re-checked by the kernel; every U_star")
    assert "[axiom" in proof_tree(proved)
    tested = Result(one, (Evidence("flow", "flow", "holds", instances=3),))
    assert trust(tested).startswith("instances") and proof_tree(tested) == ""


@pytest.mark.parametrize("sign", [">=", "<="])
def test_a_bound_keeps_its_sign_in_a_derivation(sign):
    bounds = [one for one in claims() if one.derive and one.derivation.relation == sign]
    for one in bounds[:1]:
        page = as_html([Result(one, ())], Effort())
        steps = page.partition('<ol class="derivation">')[2].partition("</ol>")[0]
        assert {">=": "≥", "<=": "≤"}[sign] in steps
    assert RELATIONS[sign]
