"""The report page: one HTML file that shows which statements are true, how we know, and what the
false ones should say.

It needs no network and no script (a script only filters). Everything that is not our own template
is escaped, formulas are MathML, figures are images, and a content security policy lets nothing else
run or load.
"""

from __future__ import annotations

import os
import re
import shlex
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from importlib.resources import files as resources
from importlib.resources.abc import Traversable
from pathlib import Path
from xml.etree import ElementTree as xml

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup
from sympy.logic.boolalg import And, Boolean, BooleanTrue, Equivalent, Implies, Or

from checks.evidence import METHODS, VERDICTS, Evidence, Result, in_words
from checks.methods.check import Effort
from checks.report import graph
from checks.report.explained import (
    definitions,
    formula,
    instance,
    letters,
    proof_tree,
    trees_of,
    trust,
)
from checks.report.meaning import target_of
from checks.report.prose import inline
from checks.report.rank import by_importance, by_severity
from checks.run.fingerprint import version_of
from theory.catalogue import SETTINGS, heading, known
from theory.claim import SEVERITIES, Claim
from theory.typeset.places import in_the_pdf
from theory.validate import plural

# Never colour alone: every verdict has a sign of its own.
SIGNS = {
    "error": "!",
    "vacuous": "∅",
    "unknown": "?",
    "refuted": "✗",
    "supported": "∼",
    "tested": "≈",
    "certified": "◎",
    "argued": "∴",
    "proved": "✓",
}
OUTCOME_SIGNS = {"holds": "✓", "fails": "✗", "unknown": "?", "error": "!"}
MEANINGS = {
    "proved": "a theorem that the kernel has checked again",
    "argued": "for symbols of any value, by computer algebra or words",
    "certified": "exact instances in ball arithmetic",
    "tested": "random instances, flows, extrapolated limits",
    "supported": "a conjecture that no instance broke",
    "refuted": "false as printed, with a counterexample",
    "unknown": "not decided, or not in time",
    "vacuous": "nothing was tried: never a pass",
    "error": "a check broke down",
}
RELATIONS = {"=": "= ", ">=": r"\geq ", "<=": r"\leq "}  # a bound keeps its sign
IN_FULL = 6  # so many false statements are shown with formulas at the top


@dataclass(frozen=True)
class Figure:
    """An image that travels inside the page."""

    name: str
    alt: str
    data: str


@dataclass(frozen=True)
class Graph:
    """What rests on what in one setting; ``alone`` are the claims without a neighbour."""

    setting: str
    drawing: graph.Drawing
    alone: tuple[str, ...]


def as_html(
    results: Sequence[Result],
    effort: Effort,
    expected: int | None = None,
    figures: Sequence[Figure] = (),
    made: str = "",
) -> str:
    """The page of these results; ``expected`` is how many claims were asked for, if the run was cut
    short.
    """
    style, script = _text("style.css") + _math_font(), _text("script.js")
    by_id = {result.claim.id: result for result in results}
    false = by_importance(results)
    trees_of(results)
    return _template().render(
        results=results,
        made=made,
        reference=_reference(results),
        version=version_of("agf-verifier"),
        severities=[word for word in SEVERITIES if any(r.claim.severity == word for r in results)],
        work=work(result.claim for result in results),
        by_id=by_id,
        effort=effort,
        expected=expected or len(results),
        figures=figures,
        by_severity=by_severity,
        gravest=false[:IN_FULL],
        more_false=false[IN_FULL:],
        verdicts=[
            verdict for verdict in reversed(VERDICTS) if any(r.verdict == verdict for r in results)
        ],
        settings=_settings(results),
        methods_used=[method for method in METHODS if any(method in methods(r) for r in results)],
        counts=Counter(r.verdict for r in results),
        cells=Counter((r.claim.setting, r.verdict) for r in results),
        titles={claim.id: claim.title for claim in known()}
        | {name: r.claim.title for name, r in by_id.items()},
        needed_by={
            one: [other for other, r in by_id.items() if one in r.claim.rests_on] for one in by_id
        },
        graphs=_graphs(by_id),
        size=graph,
        style=Markup(style),
        script=Markup(script),
        style_hash=_hash(style),
        script_hash=_hash(script),
    )


def today() -> str:
    """The date that a page made now carries."""
    return datetime.now(UTC).date().isoformat()


def work(checked: Iterable[Claim]) -> str:
    """What was checked: the paper, or the heading of somebody's own claims."""
    settings = dict.fromkeys(one.setting for one in checked)
    others = [one for one in settings if one not in SETTINGS]
    if len(others) < len(settings) or not others:
        return "Alternating Gradient Flows"
    return "; ".join(map(heading, others))


def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("checks.report", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= dict(
        signs=SIGNS,
        meanings=MEANINGS,
        outcomes=OUTCOME_SIGNS,
        formula=formula,
        formulas=formulas,
        given=given,
        letters=letters,
        command=command,
        definitions=definitions,
        in_the_pdf=in_the_pdf,
        instance=instance,
        proof_tree=proof_tree,
        relations=RELATIONS,
        trust=trust,
        facts=facts,
        methods=methods,
        counterexample=counterexample,
    )
    environment.filters |= dict(inline=inline, plural=plural)
    return environment.get_template("page.html")


LOOSER = (Or, Implies, Equivalent)  # bind less than the "and" that stands before a line


def formulas(statement: Boolean) -> list[Markup]:
    """A statement as displayed formulas, a line for each part of a conjunction, so that a phone can
    show it.
    """
    if isinstance(statement, Implies) and any(isinstance(side, And) for side in statement.args):
        condition, conclusion = statement.args
        return [*formulas(condition), *_conjunction(conclusion, r"\Rightarrow\ ")]
    return _conjunction(statement)


def _conjunction(statement: Boolean, before: str = "") -> list[Markup]:
    parts = statement.args if isinstance(statement, And) else (statement,)
    return [
        formula(
            part,
            r"\wedge\ " if number else before,
            brackets=len(parts) > 1 and isinstance(part, LOOSER),
        )
        for number, part in enumerate(parts)
    ]


def given(claim: Claim) -> list[Markup]:
    """The assumptions that are not already part of a letter (those are said with the letters)."""
    return [formula(one, display=False) for one in claim.given if not isinstance(one, BooleanTrue)]


def _reference(results: Sequence[Result]) -> str:
    """Where the paper can be read; empty where the claims are somebody's own."""
    ours = any(result.claim.setting in SETTINGS for result in results)
    return "arXiv:2506.06489" if ours else ""


def command(claim: Claim, effort: Effort) -> str:
    """What reproduces the verdict of one claim."""
    alphas = [word for alpha in effort.alphas for word in ("--alpha", alpha)]
    return shlex.join(
        [
            "agf",
            "check",
            target_of(claim),
            "--profile",
            effort.profile,
            "--seed",
            str(effort.seed),
            *alphas,
        ]
    )


def facts(evidence: Evidence) -> list[tuple[str, str]]:
    """The numbers of one check, named; what was not measured is left out."""
    found = [
        ("instances", str(evidence.instances) if evidence.instances else ""),
        ("rejected", str(evidence.rejected) if evidence.rejected else ""),
        (
            "worst error",
            ""
            if evidence.max_error is None
            else f"{evidence.max_error:.1e}"
            if evidence.max_error
            else "0",
        ),
        ("digits", str(evidence.digits) if evidence.digits is not None else ""),
        ("drawn", in_words(evidence.ranges)),
        ("alpha", ", ".join(evidence.alphas)),
        ("fitted rate", f"{evidence.rate:.4g}" if evidence.rate is not None else ""),
        ("seconds", f"{evidence.seconds:.2f}"),
    ]
    return [(name, value) for name, value in found if value]


def methods(result: Result) -> list[str]:
    """The methods that have looked at a claim, strongest first."""
    used = {evidence.method for evidence in result.evidence}
    return [method for method in METHODS if method in used]


def counterexample(result: Result) -> str:
    """The first counterexample to the printed form."""
    return next(
        (
            e.counterexample
            for e in result.evidence
            if e.statement == "printed" and e.counterexample
        ),
        "",
    )


def _settings(results: Iterable[Result]) -> list[str]:
    found = {result.claim.setting for result in results}
    return sorted(found, key=lambda s: (SETTINGS.index(s) if s in SETTINGS else len(SETTINGS), s))


def _graphs(by_id: Mapping[str, Result]) -> list[Graph]:
    """One drawing a setting; a claim of another setting, or one not checked in this run, appears
    where something rests on it.
    """
    drawings = []
    for setting in _settings(by_id.values()):
        own = [result.claim for result in by_id.values() if result.claim.setting == setting]
        foundations = {identifier for claim in own for identifier in claim.rests_on}
        linked: dict[str, Sequence[str]] = {
            claim.id: claim.rests_on for claim in own if claim.rests_on or claim.id in foundations
        }
        outside: dict[str, Sequence[str]] = {
            identifier: ()
            for claim in own
            for identifier in claim.rests_on
            if identifier not in linked
        }
        alone = tuple(claim.id for claim in own if claim.id not in linked)
        drawings.append(Graph(setting, graph.draw(outside | linked), alone))
    return drawings


def figures_in(folder: Path) -> list[Figure]:
    """The SVG figures of a folder, by name, to be shown as images (nothing inside an image can
    run).
    """
    # A pipe would wait for a writer for ever: only what is a file is opened.
    found = [_figure(path) for path in sorted(folder.glob("*.svg")) if path.is_file()]
    if not found:
        raise FileNotFoundError(
            f"no .svg file in {folder}: make some with `agf figures -o {folder}`"
        )
    return found


def _figure(path: Path) -> Figure:
    try:
        root = xml.parse(path).getroot()
    except xml.ParseError as problem:
        raise ValueError(f"{path} is not an SVG file: {problem}") from None
    # A name that is no text in this system's encoding is shown with its bytes replaced.
    stem = os.fsencode(path.stem).decode("utf-8", "replace")
    name = re.sub(r"[-_]+", " ", stem).strip().capitalize()
    title = next(
        (
            node.text
            for tag in ("desc", "title")
            for node in root
            if node.tag.endswith("}" + tag) and node.text
        ),
        None,
    )
    return Figure(
        name,
        " ".join((title or name).split()),
        "data:image/svg+xml;base64," + b64encode(path.read_bytes()).decode(),
    )


def _assets() -> Traversable:
    return resources("checks.report").joinpath("assets")


def _text(name: str) -> str:
    return _assets().joinpath(name).read_text(encoding="utf-8")


def _math_font() -> str:
    """The font travels with the page: without a mathematical font, as on most phones, no bracket or
    root would stretch.
    """
    data = b64encode(_assets().joinpath("math.woff2").read_bytes()).decode()
    return (
        f'@font-face {{ font-family: "AGF Math"; src: url(data:font/woff2;base64,{data}) '
        f'format("woff2"); }}'
    )


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
