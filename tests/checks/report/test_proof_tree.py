"""The proof of a theorem as a tree: of the paper's claims from data, of one's own from
their proof.
"""

from sympy import Eq, Symbol, cosh, sinh

from checks.report.proof_tree import theorem_of, tree_of
from theory import Claim, claim, claims, prove

x = Symbol("x", real=True)


def test_a_theorem_of_the_paper_is_read_from_its_proof():
    text = tree_of(theorem_of(claim("diagonal.maximal-utility")), depth=1)
    assert text.startswith("where ") and "shown " in text and "\naxioms " in text


def test_one_of_ones_own_comes_from_its_proof():
    own = Claim(
        id="mine.toy",
        title="A toy",
        kind="identity",
        printed=Eq(cosh(x) ** 2 - sinh(x) ** 2, 1),
        proof=lambda: prove(own),
    )
    text = tree_of(theorem_of(own), depth=2)
    assert "[axiom cosh]" in text or "axioms cosh" in text
    assert tree_of(theorem_of(own), as_latex=True).startswith(r"\[")


def test_a_claim_without_a_theorem_has_none():
    assert theorem_of(next(one for one in claims() if one.setting == "relu")) is None
