"""What a notebook shows is escaped text and LaTeX."""

from sympy import Symbol, symbols

from theory import Staircase, claims, derive
from theory.claim import Claim, equation
from theory.typeset.notebook import escaped_markdown, table

x, y = symbols("x y", positive=True)


def test_text_in_a_table_is_shown_and_not_interpreted():
    html = table(["<h>"], [["<script>", "a & b"]])
    assert (
        "<script>" not in html
        and "&lt;script&gt;" in html
        and "a &amp; b" in html
        and "&lt;h&gt;" in html
    )


def test_a_staircase_with_a_feature_of_markup_shows_the_markup_as_text():
    html = Staircase((1,), (2, 0), ("<img src=x>",))._repr_html_()
    assert "<img" not in html and "&lt;img src=x&gt;" in html and html.count("<tr>") == 3


def test_markdown_marks_in_the_text_of_a_claim_are_escaped():
    claim = Claim(
        id="framework.toy",
        title="a * b_i and <i>",
        kind="identity",
        line=3,
        label="eq:a_b",
        printed=equation(y, x),
        corrected=equation(y, 2 * x),
        erratum="`x` is $y$",
        severity="slip",
        reading="u_i [k]",
    )
    markdown = claim._repr_markdown_()
    assert (
        r"a \* b\_i and &lt;i&gt;" in markdown
        and r"eq:a\_b" in markdown
        and r"\`x\` is \$y\$" in markdown
        and r"u\_i \[k\]" in markdown
    )


def test_escaping_touches_only_what_would_be_markup():
    assert escaped_markdown("u^2 - v^2 = 2 (a), 1.5%") == "u^2 - v^2 = 2 (a), 1.5%"


def test_every_claim_shows_its_formulas_and_prints_as_more_than_its_type():
    for claim in claims():
        markdown = claim._repr_markdown_()
        assert (
            claim.latex(printed=True) in markdown
            and claim.latex() in markdown
            and f"line {claim.line}" in markdown
        )
        assert (
            repr(claim) == str(claim)
            and repr(claim).startswith(claim.id)
            and "  given      True" not in repr(claim)
        )


def test_a_claim_of_our_own_is_not_said_to_be_printed():
    ours = next(claim for claim in claims() if claim.origin == "ours")
    assert "ours: $" in ours._repr_markdown_() and "printed: $" not in ours._repr_markdown_()


def test_a_derivation_shows_a_line_a_step_with_its_rule():
    chain = derive(Symbol("a") * (Symbol("a") + 1)).expand(because="distribute")
    assert "distribute" in chain._repr_latex_() and chain._repr_latex_().count("=") == 1
