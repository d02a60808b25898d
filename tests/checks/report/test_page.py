"""The report page as a file: everything is on it, nothing of the input becomes markup, and it needs
nothing else.
"""

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import sympy as sp
from click.testing import CliRunner

from checks import cli
from checks.evidence import Evidence, Result
from checks.methods.check import Effort
from checks.report import page, rank
from tests.toy import toy_claim
from theory import claims
from theory.claim import SEVERITIES, equation

EFFORT = Effort("full", 5, ("1e-3",))
EVIL = "\"'><img src=x onerror=alert(1)></script><script>alert(2)</script>{{ 7*7 }}&lt;&amp;"
x, y = sp.symbols("x y", real=True)
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>Loss\n against '
    '"time"</title>'
    '<script>alert(3)</script><rect width="9" height="9"/></svg>'
)


class Reader(HTMLParser):
    """Elements with their attributes, and the text outside style and script."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.words, self.open = [], [], []
        self.feed(text)
        self.text = " ".join("".join(self.words).split())

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self.open.append(tag)
        self.words.append(" ")

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("style", "script"):
            self.words.append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def toy(*evidence, **more):
    said = {"printed": equation(x, y), "title": "A toy", "line": 7, "label": "eq:toy"}
    return Result(toy_claim(**said | more), evidence)


HOLDS = Evidence("balls", "certified", "holds", instances=60, rejected=4, digits=57, seconds=1.25)
FAILS = Evidence(
    "a flow",
    "flow",
    "fails",
    instances=2,
    max_error=float("inf"),
    counterexample="x = 1, y = 2",
    rate=0.125,
    alphas=("1e-7", "1e-9"),
)


@pytest.fixture(scope="module")
def whole(made_up_results):
    return page.as_html(made_up_results, EFFORT)


def test_every_claim_is_on_the_page_once_with_what_reproduces_it(whole):
    reader = Reader(whole)
    places = [a["id"] for _, a in reader.elements if "id" in a]
    assert len(places) == len(set(places))
    for claim in claims():
        assert claim.id in places
        assert f"agf check {claim.id} --profile full --seed 5 --alpha 1e-3" in reader.text
        assert " ".join(claim.title.split()) in reader.text


def test_links_lead_to_places_on_the_page_and_nothing_comes_from_elsewhere(whole):
    reader = Reader(whole)
    places = {"#" + a["id"] for _, a in reader.elements if "id" in a}
    links = [a["href"] for a in reader.all("a")]
    assert len(links) > 228 and set(links) <= places
    assert [a["href"] for a in reader.all("link")] == ["data:,"]
    assert not [
        a
        for _, a in reader.elements
        for key in ("src", "action", "formaction", "srcset", "poster", "data")
        if key in a
    ]
    assert not re.search(r"@import|url\((?!data:)", whole)


def test_the_policy_allows_this_style_and_this_script_and_nothing_else(whole):
    reader = Reader(whole)
    policy = next(
        a["content"] for a in reader.all("meta") if a.get("http-equiv") == "Content-Security-Policy"
    )
    for tag in ("style", "script"):
        body = re.search(f"<{tag}>(.*?)</{tag}>", whole, re.S)[1]
        assert (
            f"{tag}-src "
            f"'sha256-{base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()}'"
            in policy
        )
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy
    assert not [
        a for _, a in reader.elements if "style" in a or any(key.startswith("on") for key in a)
    ]


def test_the_page_stays_small_and_is_the_same_for_the_same_results(whole, made_up_results):
    assert len(whole.encode()) < 3_000_000
    some = made_up_results[:9]
    assert page.as_html(some, EFFORT) == page.as_html(some, EFFORT)


def test_no_formula_falls_back_to_its_latex(whole):
    assert 'class="latex"' not in whole and whole.count("<math") > 2 * 228


def with_words(words):
    """A page on which every string that can come from outside is ``words``."""
    evidence = Evidence(
        words, "flow", "fails", counterexample=words, detail=(words, words), alphas=(words,)
    )
    letter = sp.Symbol(f"x\\text{{{words}}}", real=True)
    result = toy(
        evidence,
        evidence.about("corrected", 1),
        title=words,
        label=words,
        reading=words,
        erratum=words,
        severity="slip",
        corrected=equation(letter, 2 * y),
        given=(letter > 1,),
        rests_on=(f"framework.{words}",),
    )
    return Reader(
        page.as_html(
            [result], Effort(alphas=(words,)), figures=[page.Figure(words, words, "data:,")]
        )
    )


def test_nothing_from_the_input_becomes_markup():
    plain, hostile = with_words("plain"), with_words(EVIL)
    formulas = {
        "math",
        "mrow",
        "mi",
        "mo",
        "mn",
        "mtext",
        "mspace",
        "msub",
        "msup",
        "code",
    }  # of which a sentence may have more or less
    plain_shape, shape = (
        [(tag, sorted(a)) for tag, a in one.elements if tag not in formulas]
        for one in (plain, hostile)
    )
    assert shape == plain_shape
    assert len(hostile.all("script")) == 1 and hostile.all("img") == [
        {"src": "data:,", "alt": EVIL, "loading": "lazy"}
    ]
    assert hostile.text.count(EVIL) > 10 and "49" not in hostile.text


def test_a_command_can_be_pasted_whatever_the_alpha():
    assert (
        page.command(toy().claim, Effort(alphas=("1e-3; rm x",)))
        == "agf check framework.toy --profile quick --seed 0 --alpha '1e-3; rm x'"
    )


def test_evidence_is_shown_with_its_numbers():
    reader = Reader(page.as_html([toy(HOLDS, FAILS)], Effort()))
    for words in (
        "holds balls certified instances 60 rejected 4 digits 57 seconds 1.25",
        "worst error inf",
        "alpha 1e-7, 1e-9",
        "fitted rate 0.125",
        "Counterexample x = 1, y = 2",
        "refuted (not sound)",
        "not settled",
    ):
        assert words in reader.text


def test_nothing_tried_is_said_and_is_no_pass():
    text = Reader(page.as_html([toy()], Effort())).text
    assert (
        "nothing was tried" in text
        and "vacuous" in text
        and "1 of the 1 claim is not settled" in text
    )


@pytest.mark.parametrize("count, said", [(1, "1 claim Clear"), (2, "2 claims Clear")])
def test_counts_have_their_plurals(count, said):
    text = Reader(page.as_html([toy(HOLDS)] * count, Effort())).text
    assert said in text and "1 claims" not in text


def test_a_run_that_was_cut_short_says_so(whole):
    assert (
        "Interrupted: 1 of 9 claims was finished"
        in Reader(page.as_html([toy(HOLDS)], Effort(), expected=9)).text
    )
    assert "Interrupted" not in Reader(whole).text
    assert "Interrupted: 0 of 9" in Reader(page.as_html([], Effort(), expected=9)).text


def test_what_was_found_comes_first_and_counts_the_paper_apart_from_ours(whole):
    paper = [claim for claim in claims() if claim.origin == "paper"]
    wrong = [claim for claim in paper if claim.corrected is not None]
    text = Reader(whole).text
    lead = (
        f"{len(wrong)} of {len(paper)} statements of the paper are false as printed, each with a "
        "correction that passes the same checks."
    )
    assert lead in text and text.index(lead) < text.index("Search")


def test_the_gravest_mistakes_stand_on_top_and_unsound_ones_above_them(made_up_results):
    order = [result.claim for result in rank.by_importance(made_up_results)]
    assert set(order) == {claim for claim in claims() if claim.corrected is not None}
    assert [one.severity for one in order] == sorted(
        (one.severity for one in order), key=SEVERITIES.index
    )
    unsettled = toy(FAILS)
    assert rank.by_importance([*made_up_results, unsettled])[0] is unsettled


def test_statements_of_several_parts_take_several_lines():
    assert len(page.formulas(equation(x, y))) == 1
    assert [
        str(line).count("∧") for line in page.formulas(sp.And(x > 0, y > 0, evaluate=False))
    ] == [0, 1]
    lines = page.formulas(sp.Implies(x > 0, sp.And(x > 1, y > 1, evaluate=False), evaluate=False))
    assert [(str(line).count("⇒"), str(line).count("∧")) for line in lines] == [
        (0, 0),
        (1, 0),
        (0, 1),
    ]


def test_an_or_behind_an_and_stands_in_brackets():
    either = sp.Or(x > 1, y > 1, evaluate=False)
    _, line = page.formulas(sp.And(x > 0, either, evaluate=False))
    assert "(" in str(line) and ")" in str(line)
    (alone,) = page.formulas(either)
    assert "(" not in str(alone)


def test_a_formula_without_mathml_is_shown_as_latex():
    odd = sp.Symbol(r"\notamacro{<b>}", real=True)
    assert str(page.formula(odd)) == r'<code class="latex">\notamacro{&lt;b&gt;}</code>'


def test_figures_are_images_with_a_description(tmp_path):
    (tmp_path / "loss_curves.svg").write_text(PICTURE)
    (tmp_path / "notes.txt").write_text("no picture")
    (figure,) = page.figures_in(tmp_path)
    assert (figure.name, figure.alt) == ("Loss curves", 'Loss against "time"')
    reader = Reader(page.as_html([toy(HOLDS)], Effort(), figures=[figure]))
    (image,) = reader.all("img")
    assert (
        base64.b64decode(image["src"].removeprefix("data:image/svg+xml;base64,")).decode()
        == PICTURE
    )
    assert image["alt"] == 'Loss against "time"' and len(reader.all("script")) == 1


def test_a_folder_without_figures_or_with_a_broken_one_is_refused(tmp_path):
    with pytest.raises(
        FileNotFoundError, match="no .svg file in .*: make some with `agf figures -o"
    ):
        page.figures_in(tmp_path)
    (tmp_path / "a.svg").write_text("<svg")
    with pytest.raises(ValueError, match="a.svg is not an SVG file"):
        page.figures_in(tmp_path)


def check(*arguments):
    return CliRunner().invoke(
        cli.main, ["check", "framework.projection-size", *map(str, arguments)], prog_name="agf"
    )


@pytest.fixture
def no_work(monkeypatch):
    monkeypatch.setattr(cli.check, "results_of", lambda *a, **k: pytest.fail("work was started"))


def test_bad_places_for_a_page_are_refused_before_any_work(tmp_path, no_work):
    for arguments, words in (
        (["--html", tmp_path], "it is a directory"),
        (["--html", tmp_path / "no" / "p.html"], "cannot write"),
        (["--figures", tmp_path], "name its file with --html"),
        (["--html", tmp_path / "p.html", "--figures", tmp_path], "no .svg file"),
        (["--html", tmp_path / "p.html", "--figures", tmp_path / "no"], "no .svg file"),
    ):
        done = check(*arguments)
        assert done.exit_code == 2 and words in done.output, arguments
    assert list(tmp_path.iterdir()) == []


def test_check_writes_the_page_with_figures_also_when_interrupted(tmp_path, monkeypatch):
    (tmp_path / "a.svg").write_text(PICTURE)
    monkeypatch.setattr(cli.check, "results_of", lambda *a, **k: ([toy(HOLDS)], cli.INTERRUPTED))
    done = check("--html", tmp_path / "page.html", "--figures", tmp_path)
    reader = Reader((tmp_path / "page.html").read_text())
    assert (
        done.exit_code == cli.INTERRUPTED and len(reader.all("img")) == 1 and "A toy" in reader.text
    )


def test_the_assets_are_part_of_the_package():
    listed = Path(page.__file__).with_name("assets")
    setup = Path(page.__file__).parents[2] / "setup.cfg"
    assert {one.name for one in listed.iterdir()} >= {
        "page.html",
        "style.css",
        "script.js",
        "math.woff2",
    }
    assert "checks.report = assets/*" in setup.read_text()
