"""What became of each mutant of a claim: killed, equivalent, undecided, survived.

It is *killed* when a check of the claim refutes it, *equivalent* when it is proved to say the same
(or to be a theorem itself, or a weaker bound that follows), and has *survived* otherwise: then
either a check is too weak or a proof is missing, and it is listed by name. A denied relation and an
impossible conjunct may also be *undecided*: no check refuted them, and none accepted them. An
assumption that was dropped or weakened is *killed* where an instance beyond it breaks the
statement, or where the statement is not defined without it; *unneeded* where the statement is shown
without it (or where it only says which instances are drawn), and *unnoticed* where the checks never
went beyond it. The statement itself has to pass first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

import sympy as sp
from sympy.logic import boolalg

from checks.catalogue import checks_for
from checks.evidence import Evidence
from checks.methods import check
from checks.methods.balls import NotJudged
from checks.methods.certified import Certified
from checks.methods.check import NO_VALUE, Effort, Further, Sampling, asked_of_ours_alone
from checks.mutate.beside import denials, with_a_weaker_assumption, without_one_assumption
from checks.mutate.formulas import RELATIONS, Mutant, mutants
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim
from theory.notation import to_latex
from theory.proof.letters import UNDEFINED, drawn
from theory.proof.terms import SortError
from theory.proof.translate import NotUnderstood, Translation
from theory.vanishing import vanishes

MORE_BEYOND = 5
FATES = ("killed", "survived", "equivalent", "undecided", "unneeded", "unnoticed")


@dataclass(frozen=True)
class Fate:
    """What became of one mutant, and which check or proof decided."""

    operator: str
    latex: str
    fate: str  # one of FATES
    by: str


class NotPassed(RuntimeError):
    """The statement itself is not accepted by its checks, so that its mutants say nothing."""


def decide(claim: Claim, mutant: Mutant, effort: Effort) -> Fate:
    """Run the claim's checks on a mutant until one refutes it; else look for a proof of
    equivalence.
    """
    if mutant.statement is sp.false:
        return Fate(mutant.operator, str(mutant.statement), "killed", "it contradicts itself")
    name, proved = to_latex(mutant.statement), ""
    for one in checks_for(claim):
        try:
            evidence = one.run(claim, mutant.statement, effort)
        except NotJudged:
            continue
        if evidence.outcome == "fails":
            return Fate(mutant.operator, name, "killed", one.name)
        if evidence.outcome == "holds" and one.method == "symbolic":
            proved = f"proved by: {one.name}"
    if not proved and same(claim.expr, mutant.statement):
        proved = "the two formulas are proved equal"
    if not proved and follows(claim.expr, mutant.statement):
        proved = "a weaker bound, which follows"
    return Fate(mutant.operator, name, "equivalent" if proved else "survived", proved)


def same(statement: sp.Basic, mutant: sp.Basic) -> bool:
    """Proved to say the same: part by part, both sides are equal, or exchange sign together."""
    if statement == mutant or mutant is sp.true:
        return True
    if type(statement) is not type(mutant) or len(statement.args) != len(mutant.args):
        return False
    if isinstance(statement, RELATIONS):
        return all(vanishes(a - b) for a, b in zip(statement.args, mutant.args))
    return all(same(a, b) for a, b in zip(statement.args, mutant.args))


def follows(statement: sp.Basic, mutant: sp.Basic) -> bool:
    """Proved to say less: part by part the same, or a bound of the same kind that is no sharper."""
    if type(statement) is not type(mutant) or len(statement.args) != len(mutant.args):
        return False
    if isinstance(statement, (sp.Le, sp.Lt)):
        low, high = (b - a for a, b in zip(statement.args, mutant.args))
        return bool(low.is_nonpositive and high.is_nonnegative)
    if isinstance(statement, (sp.Ge, sp.Gt)):
        high, low = (b - a for a, b in zip(statement.args, mutant.args))
        return bool(low.is_nonpositive and high.is_nonnegative)
    if isinstance(statement, sp.Implies):
        (premise, bound), (other, weaker) = statement.args, mutant.args
        return premise == other and follows(bound, weaker)
    if isinstance(statement, sp.And):
        return all(any(same(a, b) or follows(a, b) for a in statement.args) for b in mutant.args)
    return False


def decide_beside(claim: Claim, mutant: Mutant, effort: Effort) -> Fate:
    """A denied relation, or an impossible conjunct: false, so that a check that accepts it reads
    only a part.
    """
    name, accepted = to_latex(mutant.statement), ""
    for one in checks_for(claim):
        if asked_of_ours_alone(one):
            # it asks for equality whichever way a bound points, or for the theorem of our form
            continue
        evidence = one.run(claim, mutant.statement, effort)
        if evidence.outcome == "fails":
            return Fate(mutant.operator, name, "killed", one.name)
        if evidence.outcome == "holds" and not evidence.empty:
            accepted = f"accepted by: {one.name}"
    return Fate(mutant.operator, name, "survived" if accepted else "undecided", accepted)


def decide_premise(assumption: str, claim: Claim, effort: Effort) -> Fate:
    """Does anything break where the assumption does not hold?"""
    unneeded = undefined = ""
    for one in checks_for(claim):
        if asked_of_ours_alone(one) and one.method != "theorem":
            continue  # a bound need not be attained beyond the assumptions
        evidence = one.run(claim, claim.expr, effort)
        if one.method == "theorem":
            undefined = next((why for why in evidence.detail if why.startswith(UNDEFINED)), "")
        if evidence.outcome == "fails":
            return Fate("premise", assumption, "killed", one.name)
        if evidence.outcome == "holds" and one.method in ("theorem", "symbolic"):
            unneeded = f"shown without it by: {one.name}"
    if undefined and not unneeded:
        return Fate("premise", assumption, "killed", undefined)
    if not unneeded and only_a_range(claim):
        unneeded = "no premise: a range that instances are drawn from"
    if not unneeded:
        fate, by = beyond(claim, effort)
        return Fate("premise", assumption, fate, by)
    return Fate("premise", assumption, "unneeded", unneeded)


def beyond(claim: Claim, effort: Effort) -> tuple[str, str]:
    """What instances say that the lost assumption excludes: one that breaks the statement, or that
    none of those drawn does. Such a premise is not known to be needed.
    """
    try:
        ours = claim_by_id(claim.id).given
    except LookupError:
        return "unnoticed", ""
    lost = [one for one in ours if one.args and one not in claim.given]
    if not lost:
        return "unnoticed", ""
    for one, statement, kept in _further_out(claim, lost):
        if asked_of_ours_alone(one) or one.method == "theorem":
            continue
        further = effort  # few of a check's instances lie beyond an assumption
        if isinstance(one, Sampling) and isinstance(one.examples, tuple):
            further = replace(effort, instances=MORE_BEYOND * effort.examples(*one.examples))
        try:
            evidence = one.run(claim, statement, further)
        except (TypeError, ValueError, LookupError):  # a statement of a shape that it cannot judge
            continue
        if evidence.outcome == "fails":
            return "killed", f"{one.name}, where it does not hold"
        if evidence.outcome == "holds" and evidence.instances and one.method != "symbolic":
            return "unneeded", f"{evidence.instances} instances without it, tested by: {one.name}"
        nowhere = (
            _without_value(evidence)
            if kept
            else isinstance(one, Certified) and _nowhere_defined(one, claim, lost, effort)
        )
        if nowhere:
            return "killed", f"{one.name}: the letters have no value where it does not hold"
    return "unnoticed", ""


def _further_out(claim: Claim, lost: list) -> Iterator[tuple[check.Check, sp.Basic, bool]]:
    """Each check with what it is asked there: the claim on the instances kept for a lost
    assumption (true), where it has any; the claim wherever one that it draws lies beyond.
    """
    outside = boolalg.Implies(boolalg.Not(boolalg.And(*lost)), claim.expr, evaluate=False)
    for one in map(_on_instances, checks_for(claim)):
        for outer in one.beyond if isinstance(one, Further) else ():
            if lost == [outer.premise]:
                yield replace(cast(Any, one), instances=outer.instances), claim.expr, True
        yield one, outside, False


def _nowhere_defined(one: Certified, claim: Claim, lost: list, effort: Effort) -> bool:
    """Has a formula no value at any instance that the lost assumption excludes, and are there
    such instances?
    """
    excluded = boolalg.Not(boolalg.And(*lost))
    evidence = one.run(replace(claim, given=(*claim.given, excluded)), claim.expr, effort)
    return _without_value(evidence)


def _without_value(evidence: Evidence) -> bool:
    """Was nothing judged, as a formula has no value at what was drawn?"""
    return not evidence.instances and any(why.endswith(NO_VALUE) for why in evidence.detail)


def _on_instances(one: check.Check) -> check.Check:
    """The check on instances behind an argument, or behind one that asks it, where there is one."""
    behind = getattr(one, "tried", None) or getattr(one, "check", None)
    return one if behind is None else _on_instances(behind)


def only_a_range(claim: Claim) -> bool:
    """Has the claim lost nothing but bounds for drawing (kappa <= 6), which no theorem may use?"""
    try:
        ours = claim_by_id(claim.id).given
        lost = [one for one in ours if one.args and one not in claim.given]
        return bool(lost) and all(drawn(Translation()(one)) for one in lost)
    except (LookupError, NotUnderstood, SortError):
        return False


def passes(claim: Claim, effort: Effort) -> bool:
    """Do the checks accept the form of the claim that we hold to be true?"""
    outcomes = [one.run(claim, claim.expr, effort).outcome for one in checks_for(claim)]
    return "holds" in outcomes and not {"fails", "error"} & set(outcomes)


def fates(identifier: str, effort: Effort, send: Callable[[Fate], None]) -> None:
    """The fate of every mutant of the form of a claim that we hold to be true (for the runner)."""
    claim = claim_by_id(identifier)
    # A killed mutant needs no small counterexample.
    before, check.SHRINKS_EACH = check.SHRINKS_EACH, 0
    try:
        if not passes(claim, effort):
            raise NotPassed(f"{identifier} does not pass its own checks: its mutants say nothing")
        for mutant in mutants(claim.expr):
            send(decide(claim, mutant, effort))
        for mutant in denials(claim.expr):
            send(decide_beside(claim, mutant, effort))
        for assumption, weaker in (
            *without_one_assumption(claim),
            *with_a_weaker_assumption(claim),
        ):
            send(decide_premise(assumption, weaker, effort))
    finally:
        check.SHRINKS_EACH = before
