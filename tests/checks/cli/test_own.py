"""Claims of one's own at the command line, as a stranger types them: no file of the package is
edited.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from checks.cli import main
from theory.own.source import forget


@pytest.fixture
def agf(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget()

    def run(*words, status=0):
        done = CliRunner().invoke(main, words)
        assert done.exit_code == status, done.output
        return done.output

    yield run
    forget()


@pytest.fixture
def started(agf):
    assert "next: agf check my_paper.py" in agf("new", "my_paper.py")
    return agf


def test_the_starting_file_runs(started):
    last = started("check", "my_paper.py", "--json", "r.json").splitlines()[-1]
    assert last.startswith("3 claims: 1 proved, 1 certified, 1 refuted")
    rows = {row["id"]: row for row in json.loads(Path("r.json").read_text())["claims"]}
    assert rows["my_paper.balance"]["verdict"] == "proved"
    wrong = rows["my_paper.wrong-bound"]
    assert wrong["verdict"] == "refuted" and wrong["evidence"][0]["counterexample"]


def test_every_command_works_on_it(started):
    started("check", "my_paper.py", "--json", "r.json", "--html", "p.html", "--resume")
    # A theorem may be made again every time; what was sampled is kept.
    assert "of 3 claims reused" in started("check", "my_paper.py", "--resume")
    assert "my_paper.cosh-bound" in started("list", "my_paper.py")
    assert "gradient flow of a loss" in started("show", "my_paper.py::balance")
    assert "[axiom increasing]" in started("derive", "my_paper.py::balance")
    assert r"\cosh" in started("latex", "my_paper.py::cosh_bound")
    assert "Taylor" in started("errata", "my_paper.py", "--results", "r.json")
    # What is not killed here is weaker, and follows.
    assert "7 killed" in started("mutate", "my_paper.py::cosh-bound")
    started("page", "--results", "r.json", "-o", "again.html")
    for page in ("p.html", "again.html"):
        text = Path(page).read_text("utf-8")
        assert "Claims of my_paper" in text and "agf check my_paper.py::balance" in text
        assert "derivative of the loss in the product" in text  # a letter of the definition alone


def test_a_report_does_not_run_the_files_that_it_names_unless_a_person_says_so(agf, tmp_path):
    Path("ran.py").write_text("from pathlib import Path\nPath('ran').touch()\n")
    report = {"schema": 2, "profile": "quick", "seed": 0, "claims": []}
    report["sources"] = [str(tmp_path.resolve() / "ran.py")]
    Path("r.json").write_text(json.dumps(report))
    for command in (["page", "-o", "p.html"], ["errata"], ["latex"], ["list"]):
        told = agf(*command, "--results", "r.json", status=2)
        assert "ran.py" in told and "--run-sources" in told
        told = agf(command[0], "modular", *command[1:], "--results", "r.json", status=2)
        assert "--run-sources" in told
    assert not Path("ran").exists()
    agf("list", "--results", "r.json", "--run-sources", status=2)  # it makes no claim: refused
    assert Path("ran").exists()


@pytest.mark.parametrize("words", [("my_paper.py",), ("--run-sources",)])
def test_a_file_that_is_named_or_allowed_is_read_for_a_report(started, words):
    started("check", "my_paper.py::cosh-bound", "--json", "r.json")
    forget()
    assert "cosh-bound" in started("list", "--results", "r.json", *words)


def test_its_proofs_are_checked_again_by_the_kernel_alone(started, capfd):
    started("recheck", "my_paper.py")
    told = capfd.readouterr().out
    assert "my_paper.balance" in told and "SymPy imported: False" in told
    assert "no claim with a proof" in started("recheck", "my_paper.py::cosh-bound", status=2)


def test_a_folder_is_a_target(started):
    started("new", "other.py")
    assert len(started("list", ".").splitlines()) == 6


def test_a_file_that_is_there_is_kept(started):
    assert "is there already" in started("new", "my_paper.py", status=2)


def test_a_file_that_is_not_there(agf):
    assert "`agf new nowhere.py` writes one" in agf("check", "nowhere.py", status=2)


def write(name, text):
    Path(name).write_text(text, encoding="utf-8")


HEAD = "from sympy import Symbol\nfrom theory import Claim\nx = Symbol('x', real=True)\n"
TOY = "Claim(id='{}', title='A toy', kind='inequality', printed=x**2 + x >= 0)"


def test_a_broken_file_is_one_line_with_its_place(agf):
    write("bad.py", HEAD + "y = x + undefined\n")
    assert "bad.py, line 4: NameError" in agf("check", "bad.py", status=2)


def test_a_file_that_ends_the_program_is_no_success(agf):
    write("ends.py", HEAD + "exit(0)\n")
    assert "ends.py, line 4: SystemExit: 0" in agf("check", "ends.py", status=2)


def test_two_claims_of_one_name_are_refused(agf):
    write("twice.py", HEAD + f"a = {TOY.format('t.one')}\nb = {TOY.format('t.one')}\n")
    assert "two claims are called 't.one'" in agf("check", "twice.py", status=2)


def test_a_setting_of_the_paper_is_refused(agf):
    write("mine.py", HEAD + f"a = {TOY.format('diagonal.one')}\n")
    assert "such as mine.one" in agf("check", "mine.py", status=2)


def test_a_claim_without_checks_says_what_to_write_next(agf):
    write("mine.py", HEAD + f"a = {TOY.format('mine.one')}\n")
    output = agf("check", "mine.py", status=1)
    assert "checks=[Certified()]" in output
    assert output.splitlines()[-1].startswith("1 claim: 1 vacuous")


def test_a_claim_without_checks_leaves_nothing_to_go_on_from(agf):
    write("mine.py", HEAD + f"a = {TOY.format('mine.one')}\n")
    for _ in range(2):
        assert "damaged" not in agf("check", "mine.py", "--resume", status=1)


def test_a_proof_that_is_not_finished_says_what_is_left(agf):
    toy = "Claim(id='mine.low', title='T', kind='inequality', printed=x**4 + 9 >= 4*x, checks="
    imports = "from checks import Certified\nfrom theory import prove\n"
    write("mine.py", f"{imports}{HEAD}a = {toy}[Certified()], proof=lambda: prove(x > 2))\n")
    said = agf("check", "mine.py")
    assert "mine.low: its proof is not finished\n  left to show:  2 < x" in said
    assert said.splitlines()[-1].startswith("1 claim: 1 certified")
    assert "left to show:  2 < x" in agf("derive", "mine.py::low", status=1)


def test_a_claim_may_rest_on_another_of_the_file_and_on_no_stranger(agf):
    one = TOY.format("mine.one")
    write(
        "mine.py", HEAD + f"a = {one}\nb = {one.replace('one', 'two')[:-1]}, rests_on=['mine.x'])\n"
    )
    assert "rests on 'mine.x', which is no claim" in agf("check", "mine.py", status=2)


def test_a_package_announces_claims(started, monkeypatch, tmp_path):
    (tmp_path / "my_package.py").write_text((tmp_path / "my_paper.py").read_text())
    monkeypatch.syspath_prepend(tmp_path)
    from theory.own import source

    monkeypatch.setattr(source, "announced", lambda: {"announced": "my_package"})
    assert "my_paper.balance" in started("list", "announced")


def test_unknown_names_in_a_file_are_answered_with_what_there_is(started):
    assert "it has my_paper.balance" in started("show", "my_paper.py::nothing", status=2)
