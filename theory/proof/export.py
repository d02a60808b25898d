"""A proof as data: terms, steps, and what they show. JSON, with nothing in it that has to be
believed.

``{"format": 2, "axioms": digest, "terms": [[op, data, [places]], ...], "steps": [[rule, [given]],
...], "theorems": {name: {"step": n, "hypotheses": [places], "conclusion": place}}}``. A thing given
to a rule is the number n >= 0 of an earlier step, -1 - n for the term at place n, a text, or a list
of these. ``recheck`` makes every term with ``terms.make`` and every theorem with its rule again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .axioms import DIGEST
from .rules import Theorem
from .terms import Term

FORMAT = 2


def exported(theorems: dict[str, Theorem]) -> dict:
    """The proofs of these theorems, shared parts once: what scripts have proved twice is written
    the first time alone, and the steps that only the second proof takes are left out.
    """
    first: dict[Any, Theorem] = {}
    for theorem in theorems.values():
        for one in _in_order(theorem):
            first.setdefault(_says(one), one)
    terms: dict[Term, int] = {}
    steps: dict[Any, int] = {}
    rows: list = []

    def place(term):
        if term not in terms:
            row = [term.op, term.data, [place(arg) for arg in term.args]]
            terms[term] = len(rows)
            rows.append(row)
        return terms[term]

    def given(thing):
        if type(thing) is Theorem:
            return steps[_says(thing)]
        if type(thing) is Term:
            return -1 - place(thing)
        return [given(one) for one in thing] if type(thing) is tuple else thing

    written: list[Any] = []
    for theorem in theorems.values():
        for one in _in_order(theorem, first):
            if _says(one) not in steps:
                steps[_says(one)] = len(written)
                written.append([one.rule, [given(thing) for thing in one.given]])
    shown = {
        name: {
            "step": steps[_says(theorem)],
            "hypotheses": sorted(place(one) for one in theorem.hypotheses),
            "conclusion": place(theorem.conclusion),
        }
        for name, theorem in theorems.items()
    }
    return {"format": FORMAT, "axioms": DIGEST, "terms": rows, "steps": written, "theorems": shown}


def used_by(theorem: Theorem) -> list[Theorem]:
    """The theorems that a theorem was made from."""
    found, stack = [], list(theorem.given)
    while stack:
        one = stack.pop(0)
        if type(one) is tuple:
            stack[:0] = one
        elif type(one) is Theorem:
            found.append(one)
    return found


def _says(theorem: Theorem) -> tuple[frozenset[Term], Term]:
    """What a theorem says, whoever proved it."""
    return theorem.hypotheses, theorem.conclusion


def _in_order(theorem: Theorem, first: Mapping[Any, Theorem] | None = None) -> list[Theorem]:
    """The theorem and everything under it, each after what it was made from; long chains do not
    exhaust the stack. With ``first``, the proof that stands there is taken for each.
    """
    done: dict[int, Theorem] = {}
    stack = [(theorem, False)]
    while stack:
        one, ready = stack.pop()
        one = first[_says(one)] if first else one
        if id(one) in done:
            continue
        if ready:
            done[id(one)] = one
        else:
            stack.append((one, True))
            stack += [(premise, False) for premise in used_by(one)]
    return list(done.values())


def write(path: str | Path, theorems: dict[str, Theorem]) -> Path:
    """The proofs, in a file that ``recheck`` reads."""
    path = Path(path)
    path.write_text(_in_lines(exported(theorems)) + "\n")
    return path


def _in_lines(proof: dict) -> str:
    """JSON with a line for each term, step and theorem: what changes in a proof is what differs."""

    def short(thing):
        return json.dumps(thing, separators=(",", ":"))

    parts = []
    for key, value in proof.items():
        if type(value) is list:
            rows = ",\n".join(map(short, value))
            parts.append(f"{short(key)}:[\n{rows}\n]")
        elif type(value) is dict:
            rows = ",\n".join(f"{short(name)}:{short(one)}" for name, one in value.items())
            parts.append(f"{short(key)}:{{\n{rows}\n}}")
        else:
            parts.append(f"{short(key)}:{short(value)}")
    return "{" + ",\n".join(parts) + "}"
