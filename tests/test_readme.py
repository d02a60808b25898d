"""The README is run, not only read."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_code_at_the_prompt_shows_the_returning_coordinate(capsys):
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(block, {})
    output = capsys.readouterr().out
    # PF's times by hand: 1/h_1 = 1/(1/5); then (1 - 5 * 13/80)/(1/16); then 2/(3/50) later.
    assert "t = 5 " in output and "t = 8 " in output and "t = 41.33333333" in output
    assert (
        output.count("(0, -1)") == 3
    )  # learned with the other sign in the limit, in gradient flow and in AGF


def test_ci_runs_the_readmes_own_test_line():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    lines = [line for line in README.splitlines() if "pytest" in line]
    assert len(lines) == 1 and lines[0].startswith("python3 -m venv .venv")
    assert "grep -m1 'pytest' README.md" in script and "agf check --profile quick" in script


def test_ci_installs_the_programs_that_tests_need_and_skips_none_of_them():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert (
        ".ci/debian.txt" in script
        and "AGF_REQUIRE_TOOLS=1" in script.partition("grep -m1 'pytest'")[0]
    )
    assert (
        "texlive-latex-base"
        in (ROOT / ".ci" / "debian.txt").read_text(encoding="utf-8").splitlines()
    )


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`agf (\w+)", README))))
def test_every_command_the_readme_names_exists(command):
    from checks.cli import main

    assert command in main.commands
