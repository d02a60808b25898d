"""docs/coverage.md is what the command writes."""

from pathlib import Path

from click.testing import CliRunner

from checks.cli import main
from checks.report import coverage
from theory.passages import open_passages, passages

ROOT = Path(__file__).parents[3]


def test_the_document_is_what_the_command_writes(tmp_path):
    target = tmp_path / "coverage.md"
    result = CliRunner().invoke(main, ["coverage", "--markdown", str(target)])
    assert result.exit_code == 0 and coverage.summary() in result.output
    assert (ROOT / "docs" / "coverage.md").read_text() == target.read_text(), (
        f"written anew by: {coverage.WRITTEN_BY}"
    )


def test_the_terminal_shows_every_passage_and_what_is_open():
    output = CliRunner().invoke(main, ["coverage"]).output
    assert output.count("NO CLAIM YET") == len(open_passages())
    assert all(one.gist in output for one in passages())
