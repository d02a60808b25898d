"""LaTeX that a person would send: it compiles with a real engine, fits the page, and says what the
claims say.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from checks import cli
from checks.cli import main
from checks.evidence import Evidence, Result
from checks.methods.check import Effort
from checks.report import latex
from checks.run.tasks import check_claim
from theory import claim, claims

MARGIN = 3.0  # points (1 mm) that a line may stand over the margin before it counts as overfull
FALSE = [one for one in claims() if one.corrected is not None]
NASTY = (
    r"x_1 = {50%} & #3 of $a^b$ ~ \theta, κ ≥ 2, é 漢, [[1/2, -1/3], [0.25, 1e-100]]: |x| < 1 \ "
    r"'left' \"right\""
)


def compiled(tmp_path, text, runs=3):
    """The log of the last of three runs: references and the columns of long tables
    settle by then.
    """
    (tmp_path / "paper.tex").write_text(text, encoding="utf-8")
    for _ in range(runs):
        run = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
            cwd=tmp_path,
            capture_output=True,
            timeout=120,
        )
        log = (tmp_path / "paper.log").read_text(encoding="latin-1")
        assert run.returncode == 0, "\n".join(
            line for line in log.splitlines() if line.startswith(("!", "l."))
        )
    return log


def assert_clean(log):
    assert [line for line in log.splitlines() if "Warning" in line] == []
    assert [
        width for width in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log) if float(width) > MARGIN
    ] == []


def failing(one):
    return Result(
        one,
        (
            Evidence(
                "a check",
                "property",
                "fails",
                instances=1,
                counterexample=f"{NASTY}; {one.printed}",
            ),
            Evidence(
                f"of |x|^2 & {NASTY}",
                "certified",
                "holds",
                statement="corrected",
                instances=60,
                digits=57,
            ),
        ),
    )


@pytest.mark.needs_tool("pdflatex")
def test_the_whole_catalogue_compiles_without_a_warning_and_within_its_margins(tmp_path):
    assert_clean(compiled(tmp_path, latex.document(claims())))
    written = (tmp_path / "paper.pdf").stat().st_size
    assert written > 200_000  # bytes: fifty pages, not an empty shell


@pytest.mark.needs_tool("pdflatex")
def test_the_errata_compile_whatever_a_counterexample_contains(tmp_path):
    assert_clean(
        compiled(tmp_path, latex.errata([failing(one) for one in FALSE], Effort("quick", 0)))
    )


@pytest.mark.needs_tool("pdflatex")
def test_every_fragment_can_be_pasted_into_math_mode(tmp_path):
    pasted = [
        f"${latex.fragment(one)}$\n\\begin{{equation}}\n{latex.fragment(one)}\\end{{equation}}"
        for one in claims()
    ]
    compiled(
        tmp_path,
        latex.PREAMBLE + "\\begin{document}\n" + "\n\n".join(pasted) + "\n\\end{document}\n",
        runs=1,
    )


def test_every_label_is_the_papers_and_is_given_once():
    found = re.findall(r"\\label\{([^}]*)\}", latex.document(claims()))
    assert len(found) == len(set(found))
    assert {label for label in found if not label.startswith("claim:")} == {
        one.label for one in claims()
    }
    assert {label for label in found if label.startswith("claim:")} == {
        f"claim:{one.id}" for one in claims()
    }


def test_a_document_of_one_claim_refers_to_nothing_that_is_not_there():
    text = latex.document([claim("diagonal.theorem")])
    assert r"\ref{" not in text and "claim:diagonal.theorem" in text


def test_the_notation_lists_what_is_used_and_nothing_else():
    table = "\n".join(latex.notation([claim("framework.projection-size")]))
    assert re.findall(r"\$ & (\w+) &", table) == ["c", "d", "m"]
    assert "input dimension" in table and "output dimension" in table


def test_a_function_is_listed_at_its_arguments():
    table = "\n".join(latex.notation([claim("framework.scaling-symmetry")]))
    assert (
        r"$\theta(\alpha,t)$ & theta & one coordinate of the flow that starts at $\alpha "
        r"\theta_{0}$, at time $t$" in table
    )


def test_the_errata_show_both_forms_the_counterexample_and_the_evidence_for_each():
    one = claim("diagonal.conserved-appendix")
    text = latex.errata(
        [failing(one), Result(claim("diagonal.conserved"), (Evidence("c", "symbolic", "holds"),))],
        Effort("full", 7),
    )
    assert (
        "1 of 2 statements of the paper is false as printed" in text
        and "diagonal.conserved}" not in text
    )
    assert (
        one.latex(printed=True) + r" \tag*{as printed}" in text
        and one.latex() + r" \tag{\theclaim}" in text
    )
    assert (
        r"\emph{printed} fails" in text
        and r"\emph{corrected} holds" in text
        and "57 digits" in text
    )
    assert r"profile \texttt{full} and seed 7" in text and "Caution" not in text


def test_a_correction_that_was_not_shown_is_not_sold_as_one():
    one = claim("diagonal.conserved-appendix")
    text = latex.errata([Result(one, failing(one).evidence[:1])], Effort())
    assert "Caution" in text and "0 of the corrections passed" in text.replace("\n", " ")
    unknown = Result(claim("diagonal.conserved"), failing(one).evidence[:1])
    assert "None is known" in latex.errata([unknown], Effort())


# --- the command ----------------------------------------------------------------------------------
def agf(*arguments):
    return CliRunner().invoke(main, arguments)


def test_the_command_prints_what_the_claim_prints_itself():
    one = claim("framework.norm-solution")
    output = agf("latex", one.id)
    assert output.exit_code == 0
    assert [part for part in output.output.split("\n") if not part.startswith("%")] == [
        *one.latex(printed=True).split("\n"),
        *one.latex().split("\n"),
        "",
    ]


def test_a_document_goes_into_a_file_in_the_papers_order(tmp_path):
    target = tmp_path / "claims.tex"
    output = agf("latex", "diagonal.riccati", "framework.riccati", "--document", "-o", str(target))
    text = target.read_text(encoding="utf-8")
    assert output.exit_code == 0 and output.stdout == "" and text.endswith("\\end{document}\n")
    assert output.stderr == f"wrote {target}\n"
    assert text.index("framework.riccati}") < text.index("diagonal.riccati}")


def test_a_derivation_is_printed_as_align_after_it_has_been_checked():
    output = agf("derive", "framework.riccati", "--latex")
    assert output.exit_code == 0 and output.output.startswith("\\begin{align*}")
    assert output.output.count("&= ") == 2 and r"\text{take $\kappa^{2}$ out}" in output.output


def test_the_errata_document_comes_from_a_run_of_the_checks(tmp_path, monkeypatch):
    monkeypatch.setattr(
        cli.running,
        "run",
        lambda chosen, effort, workers: (check_claim(one, effort) for one in chosen),
    )  # in this process
    target = tmp_path / "errata.tex"
    output = agf("errata", "framework.projection-size", "--latex", str(target))
    text = target.read_text(encoding="utf-8")
    assert "checking 1 claim; --results FILE reads" in output.output
    assert (
        output.exit_code == 0
        and "$c$ = 3, $d$ = 2" in text.replace(r"\allowbreak{}", "")
        and r"\emph{corrected} holds" in text
    )


def test_an_unknown_claim_or_a_bad_place_is_refused_before_anything_is_written(tmp_path):
    target = tmp_path / "out.tex"
    assert agf("latex", "diagonal.ricati", "-o", str(target)).exit_code == 2
    assert agf("latex", "-o", str(tmp_path / "missing" / "out.tex")).exit_code == 2
    assert list(tmp_path.iterdir()) == []


# --- snapshots ------------------------------------------------------------------------------------
SNAPSHOTS = Path(__file__).parents[2] / "snapshots" / "latex"
UPDATE = "AGF_UPDATE_SNAPSHOTS=1 python -m pytest tests/checks/report/test_latex.py"


@pytest.fixture(scope="module")
def snapshots():
    if os.environ.get("AGF_UPDATE_SNAPSHOTS") == "1":
        for setting in {one.setting for one in claims()}:
            (SNAPSHOTS / f"{setting}.tex").write_text(
                latex.fragments(one for one in claims() if one.setting == setting), encoding="utf-8"
            )
    parts = [
        part
        for file in SNAPSHOTS.glob("*.tex")
        for part in re.split(r"(?m)^(?=% [a-z]+\.)", file.read_text(encoding="utf-8"))
        if part
    ]
    return {re.match(r"% ([a-z]+\.[a-z0-9-]+)", part)[1]: part.strip() for part in parts}


@pytest.mark.parametrize("one", claims(), ids=lambda one: one.id)
def test_a_claim_looks_as_it_did_when_somebody_last_looked(one, snapshots):
    assert latex.fragment(one).strip() == snapshots.get(one.id), (
        f"if the new form is right: {UPDATE}"
    )


def test_no_snapshot_is_left_of_a_claim_that_is_gone(snapshots):
    assert set(snapshots) == {one.id for one in claims()}
