"""Reports for machines: JSON and JUnit. Data only."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

from checks.catalogue import checks_for
from checks.evidence import Evidence, Result
from checks.evidence_data import evidence_from
from checks.methods.check import Effort
from checks.run.fingerprint import engines, version_of
from theory.catalogue import claim as claim_by_id
from theory.own.source import announced, load, loaded

SCHEMA = 2


def as_json(results: Sequence[Result], effort: Effort) -> str:
    """The results of a run, in the shape of ``docs/schemas``."""
    asked = {} if effort.instances is None else {"instances": effort.instances}
    return dump(
        {
            "profile": effort.profile,
            "seed": effort.seed,
            **asked,
            "engines": engines(),
            **({"sources": list(loaded())} if loaded() else {}),
            "claims": [r.as_json() for r in results],
        }
    )


def _never(source: str) -> bool:
    return False


def read_results(path: Path, may_run: Callable[[str], bool] = _never) -> list[Result]:
    """The results that ``as_json`` wrote, of claims that are what they were then.

    A report says which files its claims were read from, and reading them again runs them as Python:
    those that were not read here yet are read only where ``may_run`` says so. A package that is
    installed and announces its claims was let in by who installed it.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA:
            raise ValueError
        _effort(data)
        for source in _texts(data.get("sources", [])):
            if source not in loaded() and source not in announced() and not may_run(source):
                raise NotRun(
                    f"{path} has claims of {source}, a file that would be run as Python: name it "
                    "as a target too, or add --run-sources, if you would run it"
                )
            load(source)
        return [_result(row) for row in data["claims"]]
    except NotRun:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as problem:
        told = f": {problem}" if str(problem) and isinstance(problem, Stale) else ""
        raise ValueError(f"{path} is not a file that `agf check --json` wrote{told}") from None


def read_effort(path: Path) -> Effort:
    """How hard the run looked whose results a file has."""
    return _effort(json.loads(path.read_text(encoding="utf-8")))


def _effort(data: dict[str, Any]) -> Effort:
    return Effort(data["profile"], data["seed"], (), data.get("instances"))


def _texts(values: Any) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise ValueError("expected a list of texts")
    return values


class NotRun(ValueError):
    """A report names a file of claims that nobody has asked to run."""


class Stale(ValueError):
    """Results of other claims than there are now."""


def _result(row: dict[str, Any]) -> Result:
    claim = claim_by_id(row["id"])
    if claim.latex(printed=True, width=None) != row["printed"]:
        raise Stale(f"{claim.id} said something else then; check again")
    if (None if claim.corrected is None else claim.latex(width=None)) != row["corrected"]:
        raise Stale(f"{claim.id} had another correction then; check again")
    evidence = tuple(_evidence(one) for one in row["evidence"])
    known = {(one.name, one.method) for one in checks_for(claim)}
    for one in evidence:
        if (one.check, one.method) not in known and not _of_the_run(one):
            raise Stale(f"{claim.id} has no check {one.check!r} [{one.method}]; check again")
    over = tuple((name, "tested") for name in _texts(row["rests_on_weaker"]))
    stopped = any(one.check == "time limit" for one in evidence)
    return Result(claim, evidence, stopped, over)


def _of_the_run(one: Evidence) -> bool:
    """Said by the run and by no check: nothing was decided, for want of time or of a worker."""
    return one.outcome in ("unknown", "error")


def _evidence(row: dict[str, Any]) -> Evidence:
    """As a report has it: ranges by their names, ``reused`` only where it is so."""
    ranges = [[name, *ends] for name, ends in row["ranges"].items()]
    data = {key: value for key, value in row.items() if key != "reused"} | {"ranges": ranges}
    return replace(evidence_from(data), reused=row.get("reused") is True)


def dump(data: dict[str, Any]) -> str:
    """JSON that every parser reads: infinities and NaN, which JSON does not have,
    become strings.
    """
    return (
        json.dumps(
            _as_json({"schema": SCHEMA, "version": version_of("agf-verifier"), **data}),
            indent=1,
            ensure_ascii=False,
            allow_nan=False,
        )
        + "\n"
    )


def _as_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _as_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_json(item) for item in value]
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return str(value)
    return value


def as_junit(results: Sequence[Result]) -> str:
    """The results as JUnit XML: a case a claim, what is not sound a failure."""
    suite = xml.Element(
        "testsuite",
        name="agf check",
        tests=str(len(results)),
        failures=str(sum(not r.sound and r.verdict != "error" for r in results)),
        errors=str(sum(r.verdict == "error" for r in results)),
    )
    for result in results:
        case = xml.SubElement(
            suite,
            "testcase",
            classname=result.claim.setting,
            name=result.claim.id,
            time=f"{sum(e.seconds for e in result.evidence):.3f}",
        )
        text = "\n".join(f"{e.statement}: {e}" for e in result.evidence)
        if not result.sound:
            xml.SubElement(
                case, "error" if result.verdict == "error" else "failure", message=result.headline
            ).text = text
        else:
            xml.SubElement(case, "system-out").text = f"{result.headline}\n{text}"
    xml.indent(suite)
    return xml.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
