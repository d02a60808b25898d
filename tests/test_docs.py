"""The documentation is run, not only read: its code at the prompt, and its commands in a shell."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from checks.cli import main
from theory.own.source import forget

ROOT = Path(__file__).parents[1]
PAGES = sorted(path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md"))
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(page):
    return BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=str)
def test_what_a_page_shows_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    forget()
    prompt: dict = {}
    for kind, text in blocks(page):
        if kind == "python":
            named = re.match(r"# (\w+\.py)\n", text)
            if named:  # a part of a file that the page writes
                with Path(named[1]).open("a", encoding="utf-8") as stream:
                    stream.write(text + "\n")
            exec(compile(text, f"{page}", "exec"), prompt)
            continue
        forget()
        for line in text.splitlines():
            assert line.startswith("$ agf "), line
            done = CliRunner().invoke(main, shlex.split(line)[2:])
            assert done.exit_code == 0, f"{line}\n{done.output}"
    forget()


def test_there_are_pages_to_run():
    assert Path("tutorial.md") in PAGES and sum(bool(blocks(page)) for page in PAGES) >= 5


def test_the_documentation_is_built_in_ci():
    assert "mkdocs build --strict" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_way_from_a_claim_to_its_proof_is_as_contributing_tells_it():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.split("## From a claim to its proof")[1].split("\n## ")[0]
    (identifier,) = set(re.findall(r"Of `([\w.-]+)`, for example", table))
    places = re.findall(r"`((?:theory|checks)/[\w/]+(?:\.py|/))`", table)
    assert len(places) == 7
    for place in map(ROOT.joinpath, places):
        files = [place] if place.is_file() else sorted(place.glob("*.py"))
        assert files, place
        if place.name != "witnesses":
            assert any(f'"{identifier}"' in one.read_text(encoding="utf-8") for one in files), place
