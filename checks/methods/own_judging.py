"""Is the theorem that a proof gives this statement, made again by a process that knows the kernel
alone?

As for the paper's claims, the conclusion must be the statement, every hypothesis an assumption or a
definition of its letters, and the statement defined where these hold. And the assumptions and
definitions must be satisfied by something, which is a theorem too: from a contradiction everything
would follow.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import sympy as sp

from checks.methods.theorem import SCRIPT
from theory.claim import Claim
from theory.own.example import at_values, example
from theory.own.proving import Proved
from theory.own.stating import Words, stated
from theory.proof.alarms import alarms
from theory.proof.export import write
from theory.proof.letters import Stated, undefined
from theory.proof.rules import Refused, Theorem
from theory.proof.show import show
from theory.proof.tactics import lam, written
from theory.proof.terms import SortError, Term, digest
from theory.proof.translate import NotUnderstood

DOMAIN = "where it is defined, "  # the names of the theorems that say so
STEPS = 20_000  # Python frames for terms that lie deep inside one another


def judged(claim: Claim, statement: sp.Basic) -> tuple[list[str], tuple[str, ...]]:
    """Why the claim's proof does not prove the statement (empty where it does), and what is told of
    it.
    """
    try:
        return _judged(claim, statement)
    except (Refused, NotUnderstood, SortError) as problem:
        return str(problem).splitlines(), ()


def _judged(claim: Claim, statement: sp.Basic) -> tuple[list[str], tuple[str, ...]]:
    """Why the proof does not prove the statement (empty where it does), and what is told of it."""
    assert claim.proof is not None
    sys.setrecursionlimit(max(STEPS, sys.getrecursionlimit()))
    asked, words = stated(claim, statement)
    proof = claim.proof()
    theorem = theorem_of(proof)
    try:
        theorem = written(asked.statement, theorem)
    except Refused:
        pass  # the comparison below says so
    made = {claim.id: theorem}
    if isinstance(proof, Proved):
        made |= {f"{DOMAIN}{n}": one for n, one in enumerate(proof.defined)}
    table: dict[Term, Term] = {}
    if asked.allowed:
        together, table = example(asked.allowed, _named(words))
        made["example"] = together
    again = rechecked(made)
    if "refused" in again:
        return [again["refused"]], ()
    problems, told = _compared(claim, asked, table, again)
    empty = [one for one in statement.atoms(sp.Equality) if one.args[0] == one.args[1]]
    problems += [f"both sides are the same, which says nothing: {one}" for one in empty]
    return problems, told


def theorem_of(made: Any) -> Theorem:
    """The kernel's theorem in what a proof gave."""
    theorem = made.theorem if isinstance(made, Proved) else made
    if type(theorem) is not Theorem:
        raise Refused(f"the proof gives a {type(made).__name__}: expected what theory.prove gives")
    return theorem


def _named(words: Words) -> dict[Term, Term]:
    """The values that definitions name as an example, in the kernel's terms."""
    from theory.own.letters import ARGUMENTS

    found = {}
    for meaning in words.definitions:
        for head, value in meaning.example:
            if head in ARGUMENTS:
                of = ARGUMENTS[head]
                body = sp.sympify(value)
                sorts = words.letter(head).sort[1]
                found[words.letter(head)] = lam(
                    lambda *places, of=of, body=body: words.term(body, dict(zip(of, places))),
                    *sorts,
                )
            else:
                found[words.letter(head)] = words.number(value)
    return found


def _compared(
    claim: Claim, asked: Stated, table: Mapping[Term, Term], again: Mapping[str, Any]
) -> tuple[list[str], tuple[str, ...]]:
    theorem = again["theorems"][claim.id]
    problems = []
    if theorem["conclusion"] != digest(asked.statement):
        problems.append("the theorem states something else than the claim")
    allowed = {digest(one): one for one in asked.allowed}
    for number, one in enumerate(theorem["hypotheses"]):
        if one not in allowed:
            text = theorem["given"][number]
            problems.append(f"neither given nor the definition of a letter: {text}")
    if theorem["hypotheses"]:
        used = [allowed[one] for one in theorem["hypotheses"] if one in allowed]
        problems += alarms(asked.statement, used)
    if asked.allowed:
        together = again["theorems"]["example"]
        wanted = digest(at_values(asked.allowed, table))
        if together["hypotheses"] or together["conclusion"] != wanted:
            problems.append("nothing shows that the assumptions can hold together")
    domains = [row for name, row in again["theorems"].items() if name.startswith(DOMAIN)]
    settled = {row["conclusion"] for row in domains if set(row["hypotheses"]) <= set(allowed)}
    problems += [f"defined only where {show(one)}" for one in undefined(asked, settled)]
    told = (
        *(f"given {one}" for one in theorem["given"]),
        f"|- {theorem['shown']}",
        *(f"satisfied by {letter} = {value}" for letter, value in table.items()),
        f"axioms' digest {again['axioms_digest'][:16]}",
    )
    return problems, told


def rechecked(theorems: Mapping[str, Theorem]) -> Mapping[str, Any]:
    """What a fresh process, which knows the kernel alone, makes of these proofs."""
    with tempfile.TemporaryDirectory() as folder:
        file = write(Path(folder) / "proof.json", dict(theorems))
        command = [sys.executable, "-I", str(SCRIPT), "--json", str(file)]
        ended = subprocess.run(command, capture_output=True, text=True)
    try:
        return json.loads(ended.stdout)["results"][0]
    except (ValueError, LookupError):
        return {"refused": f"the re-check ended with {ended.returncode}: {ended.stderr[-300:]}"}
