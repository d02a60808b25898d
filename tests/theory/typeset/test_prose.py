"""Words stay words, formulas become formulas, and nothing that LaTeX reads as a command gets
through.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory import claims
from theory.typeset.prose import to_text, verbatim


@pytest.mark.parametrize(
    "prose, latex",
    [
        ("kappa > 2", r"$\kappa > 2$"),
        ("a neuron with d inputs", "a neuron with $d$ inputs"),
        (
            "|theta(0)|^(2-kappa)/(kappa - 2), not 1.",
            r"$|\theta(0)|^{2-\kappa}/(\kappa - 2)$, not 1.",
        ),
        ("Appendix C has -log(sqrt(2) alpha)", r"Appendix C has $-\log(\sqrt{2} \alpha)$"),
        ("tau^(k) is a step, x^(k+n) a power", r"$\tau^{(k)}$ is a step, $x^{k+n}$ a power"),
        ("an H x H matrix", r"an $H \times H$ matrix"),
        ("E<f_i, r>", r"$E\langle f_{i}, r\rangle$"),
        ("alpha = 1e-10 leaves 7%", r"$\alpha = 10^{-10}$ leaves 7\%"),
        ("'as printed' and xi' other", r"`as printed' and $\xi'$ other"),
        (
            "see linear.commuting-flow",
            r"see \texttt{linear.\allowbreak{}commuting-\allowbreak{}flow}",
        ),
        ("κ ≥ 2 & Σ", r"$\kappa \geq 2$ \& $\Sigma$"),
        (
            "eq:costsplit and exact_jump_time in numerics/ alone",
            r"\texttt{eq:\allowbreak{}costsplit} and "
            r"\texttt{exact\_\allowbreak{}jump\_\allowbreak{}time} in "
            r"\texttt{numerics/} alone",
        ),
        ("the k-th of rank-k", "the $k$-th of rank-$k$"),
    ],
)
def test_formulas_in_prose(prose, latex):
    assert to_text(prose) == latex


@given(st.text(alphabet=st.characters(codec="ascii", exclude_categories=("Cc",)), max_size=40))
def test_no_special_character_survives_outside_a_command(text):
    for latex in (to_text(text), verbatim(text)):
        outside = re.sub(r"\$[^$]*\$", "", latex.replace(r"\$", "").replace(r"\\", ""))
        outside = re.sub(r"\\[A-Za-z]+\{\}|\\texttt\{|\\[#%&_{}]", "", outside)
        assert not re.search(r"[#%&_^~\\]", outside), latex
        assert latex.replace(r"\$", "").count("$") % 2 == 0


@pytest.mark.parametrize("kind", ["title", "reading", "erratum"])
def test_every_text_of_the_catalogue_has_closed_dollars_and_braces(kind):
    for claim in claims():
        latex = re.sub(r"\\[{}$]", "", to_text(getattr(claim, kind)))
        assert latex.count("$") % 2 == 0 and latex.count("{") == latex.count("}"), claim.id
