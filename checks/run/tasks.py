"""A campaign: the work of checking claims cut into small tasks, and their evidence put together
again.

A task holds ids and numbers only, so it travels to any process or machine. How the work is cut
depends on the request and never on who does it, and evidence is merged in the order of the shards
and not of arrival: the same seed gives the same verdicts with one worker, with eight and on a
cluster.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any

from checks.catalogue import KERNEL, OWN_THEOREM, checks_for
from checks.evidence import REFUTED_BY, Evidence, Result
from checks.methods.balls import NotJudged
from checks.methods.check import Check, Effort, Sampling, asked_of_ours_alone, stands_for
from checks.methods.of_another import OfAnother
from checks.methods.scope import joined
from checks.methods.theorem import may_contradict
from checks.methods.ties import sharpens
from theory.catalogue import OWN, SETTINGS, claims_of
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim

# instances a shard: seconds of work for most checks, so that a lost shard costs little and its
# overhead less
SHARD = 100
# A statement that a sixth of a check's looks at it miss is missed by all of them once in 10^7 runs.
MORE_LOOKS = 8
NEXT = (
    "nothing checks this claim: give it checks=[Certified()], which encloses both sides at random "
    "exact instances of its "
    "letters, or proof=lambda: prove(...) (`from checks import Certified`, `from theory import "
    "prove`)",
)
NEXT_IN_A_SETTING = (
    "nothing checks this claim: give it checks under its id in CHECKS of checks/{}/claims.py, such "
    'as [Certified("balls at exact instances")] (CONTRIBUTING.md, "A claim")'
)
MORE_THAN_A_TEST = ("certified", "symbolic")  # the methods beside a theorem, weakest first
WORST_FIRST = ("error", "fails", "unknown", "holds")


@dataclass(frozen=True)
class Task:
    """Every check of a claim or, as one shard of many, some more instances of one check of one of
    its statements.

    ``known`` is evidence of an earlier run: those checks are not run again.
    """

    claim: str
    effort: Effort
    check: str = ""
    statement: str = ""
    shard: int = 0
    known: tuple[Evidence, ...] = ()


def plan(claim: Claim, effort: Effort) -> list[Task]:
    """The tasks of a claim: one that runs every check and, where more instances are asked for than
    fit into it, more shards.

    Only the statement that we stand for gets more shards: one refutation of a printed form that we
    correct is enough.
    """
    asked = effort.instances
    if asked is None or asked <= SHARD:
        return [Task(claim.id, effort)]
    stand = "printed" if claim.corrected is None else "corrected"
    shares = [min(SHARD, asked - start) for start in range(0, asked, SHARD)]
    return [Task(claim.id, replace(effort, instances=SHARD))] + [
        Task(
            claim.id,
            replace(effort, instances=share, seed=shard_seed(effort.seed, shard)),
            check.name,
            stand,
            shard,
        )
        for check in checks_for(claim)
        if samples(check)
        for shard, share in enumerate(shares)
        if shard
    ]


def _next(claim: Claim) -> tuple[str, ...]:
    """What to write for a claim without checks, and where a claim of the catalogue has it."""
    return (NEXT_IN_A_SETTING.format(claim.setting),) if claim.setting in SETTINGS else NEXT


def samples(check: Any) -> bool:
    """Does the check draw random instances, as many as it is asked for?"""
    return isinstance(check, Sampling) and isinstance(check.examples, tuple)


def shard_seed(seed: int, shard: int) -> int:
    """A seed for each shard, far from those of other shards and of other runs; the first shard has
    the run's own.
    """
    return int.from_bytes(sha256(f"{seed}/{shard}".encode()).digest()[:4], "big") if shard else seed


def perform(task: Task, send: Callable[[Evidence], None]) -> None:
    """Do a task in this process."""
    claim = claim_by_id(task.claim)
    if not task.check:
        check_claim(
            claim,
            task.effort,
            send,
            known={(e.statement, e.check): replace(e, reused=True) for e in task.known},
        )
        return
    (check,) = (one for one in checks_for(claim) if one.name == task.check)
    send(_judged_by(check, claim, task.statement, getattr(claim, task.statement), task.effort))


def work_on(task: Task, _effort: Effort, send: Callable[[Evidence], None]) -> None:
    """``perform`` as workers call it; a task has its own effort."""
    perform(task, send)


def check_claim(
    claim: Claim,
    effort: Effort,
    send: Callable[[Evidence], None] = lambda e: None,
    checks: Sequence[Check] | None = None,
    known: Mapping[tuple[str, str], Evidence] | None = None,
) -> Result:
    """Run every check of one claim (its own unless others are given) in this process, on the
    printed form and on the corrected one.

    ``known`` is evidence by (statement, check): those are not run again.
    """
    found: list[Evidence] = []
    own = checks_for(claim) if checks is None else checks
    if not own:
        send(nothing := Evidence("no check", "property", "unknown", detail=_next(claim)))
        return Result(claim, (nothing,))
    statements = {"printed": claim.printed} | (
        {} if claim.corrected is None else {"corrected": claim.corrected}
    )
    for name, statement in statements.items():
        proved = False
        for check in own:
            contradicts = check is KERNEL and may_contradict(claim, statement)
            ours_alone = asked_of_ours_alone(check) and not contradicts
            if ours_alone and not _ours(claim, name, statement):
                continue
            # What the kernel has shown, computer algebra need not argue; a longer look asks it all
            # the same.
            if proved and check.method == "symbolic" and effort.profile == "quick":
                continue
            evidence = (known or {}).get((name, check.name)) or _judged_by(
                check, claim, name, statement, replace(effort, proved=proved)
            )
            found.append(evidence)
            send(evidence)
            proved |= evidence.method == "theorem" and evidence.outcome == "holds"
            # A printed form that we correct needs one refutation; the rest of the effort belongs to
            # the correction.
            if name == "printed" and claim.corrected is not None and evidence.outcome == "fails":
                break
        else:
            if name == "printed" and claim.corrected is not None:
                for evidence in _looked_again(claim, own, effort):
                    found.append(evidence)
                    send(evidence)
    together: dict[tuple[str, str], list[Evidence]] = {}
    for evidence in found:
        together.setdefault((evidence.statement, evidence.check), []).append(evidence)
    return Result(claim, tuple(map(merged, together.values())))


def _looked_again(claim: Claim, checks: Sequence[Check], effort: Effort) -> Iterator[Evidence]:
    """Further instances of a printed form that the catalogue corrects and that nothing has refuted
    yet, up to the first that does: which ones a seed draws must not decide whether it is false.
    """
    for look in range(1, MORE_LOOKS + 1):
        further = replace(effort, seed=shard_seed(effort.seed, look))
        for check in checks:
            if not samples(check) or asked_of_ours_alone(check):
                continue
            evidence = _judged_by(check, claim, "printed", claim.printed, further)
            yield evidence
            if evidence.outcome == "fails":
                return


def _ours(claim: Claim, name: str, statement: Any) -> bool:
    """A bound that is not attained may still hold: sharpness, and a theorem, are asked only of the
    form that we stand for.

    Of a claim that the catalogue does not have, that is its correction, or what is printed where
    there is none.
    """
    ours = claims_of(claim.setting) if claim.setting in SETTINGS else ()
    if claim.id in OWN or claim.id in {one.id for one in ours}:
        return stands_for(claim, statement)
    return name == "corrected" or claim.corrected is None


def _judged_by(check: Any, claim: Claim, name: str, statement: Any, effort: Effort) -> Evidence:
    start = time.perf_counter()
    try:
        evidence = _own_words(check, claim, statement, effort)
        evidence = _blind_to_ties(claim, statement, evidence)
    except NotJudged as why:
        evidence = Evidence(check.name, check.method, "unknown", detail=(str(why),))
    except (
        Exception
    ) as problem:  # a crashed check is evidence about us, and must not stop the others
        said = f"{type(problem).__name__}: {problem}"
        if _of_another_shape(claim, statement):
            reason = f"this check is not made for a statement of this shape: {said}"
            evidence = Evidence(check.name, check.method, "unknown", detail=(reason,))
        else:
            trace = traceback.format_exc(limit=-3).strip().splitlines()
            evidence = Evidence(check.name, check.method, "error", detail=(said, *trace))
    return evidence.about(name, time.perf_counter() - start)


def _own_words(check: Any, claim: Claim, statement: Any, effort: Effort) -> Evidence:
    """What the check finds. Only a re-check gives a theorem, by the code of its class, whatever an
    object of that class has been given; and what is found is plain: an object that answers
    differently when it is asked again would be one thing here and another in the verdict.
    """
    recheck = type(check) in (type(KERNEL), type(OWN_THEOREM))
    run = partial(type(check).run, check) if recheck else check.run
    evidence = run(claim, statement, effort)
    if type(evidence) is not Evidence or type(evidence.method) is not str:
        raise TypeError(f"{check.name} gave a {type(evidence).__name__}: expected plain Evidence")
    if evidence.method == "theorem" and not recheck:
        raise TypeError(
            "only the re-check of a proof gives a theorem: expected another method of this check"
        )
    if evidence.method in MORE_THAN_A_TEST and not may_say(check, evidence.method):
        why = f"called {evidence.method}, which only checks of this package are: it is a test"
        return replace(evidence, method="property", detail=(why, *evidence.detail))
    return evidence


def may_say(check: Any, method: str) -> bool:
    """Is a check worth so much: of a class of this package that is made for that method, or for
    more? One that asks another is worth what that is.
    """
    ours = type(check).__module__.partition(".")[0] == __package__.partition(".")[0]
    if ours and isinstance(check, OfAnother):
        return may_say(check.check, method)
    strengths = MORE_THAN_A_TEST[MORE_THAN_A_TEST.index(method) :]
    return ours and getattr(type(check), "method", "") in strengths


def _of_another_shape(claim: Claim, statement: Any) -> bool:
    """Has somebody put another statement in the place of a claim of the catalogue? Its checks were
    written for the forms that the catalogue has, and what they cannot take apart they cannot judge.
    """
    try:
        ours = claim_by_id(claim.id)
    except LookupError:
        return False
    return statement not in (ours.printed, ours.corrected)


def _blind_to_ties(claim: Claim, statement: Any, evidence: Evidence) -> Evidence:
    """Instances that keep L >= R keep L > R too where equality is rare: what says > where the
    catalogue says >=, or something of single points, is not shown by any number of them.
    """
    if evidence.outcome != "holds" or evidence.method in ("theorem", "symbolic"):
        return evidence
    try:
        ours = claim_by_id(claim.id).expr
    except LookupError:
        return evidence
    from checks.methods.points import unseen_points  # takes Hypothesis along

    unseen = None if statement == ours else unseen_points(statement, ours)
    if unseen is not None:
        point = f"{unseen.lhs} = {unseen.rhs}"
        why = f"it says something of {point}, which no instance drawn here meets"
    elif sharpens(statement, ours):
        why = "it says > where the claim says >=, and no instance drawn here tells the two apart"
    else:
        return evidence
    return replace(evidence, outcome="unknown", detail=(why, *evidence.detail))


def gather(
    claim: Claim, parts: Iterable[tuple[Task, Sequence[Evidence], str]], seconds: float
) -> Result:
    """The result of a claim from all its tasks: (task, what it found, how it ended), in
    any order.
    """
    whole: dict[tuple[str, str], list[Evidence]] = {}
    ends: list[str] = []
    for _, found, end in sorted(parts, key=lambda part: (part[0].shard, part[0].check)):
        ends += [end] if end else []
        for piece in found:
            whole.setdefault((piece.statement, piece.check), []).append(piece)
    evidence = [merged(pieces) for pieces in whole.values()]
    late, broken = ends.count("timeout"), [end for end in ends if end != "timeout"]
    if late:
        which = f"{late} of its shards, each" if late > 1 else "it was"
        evidence.append(
            Evidence(
                "time limit",
                "property",
                "unknown",
                seconds=seconds,
                detail=(
                    f"{which} stopped after {seconds:g} s: `agf check {claim.id} --profile full` "
                    "gives it more time",
                ),
            )
        )
    if broken:
        evidence.append(
            Evidence(
                "worker", "property", "error", seconds=seconds, detail=tuple(dict.fromkeys(broken))
            )
        )
    return Result(claim, tuple(evidence), stopped=bool(late))


def merged(shards: Sequence[Evidence]) -> Evidence:
    """The evidence of several shards of one check as one: sums, extremes, and the shortest
    counterexample.
    """
    if len(shards) == 1:
        return shards[0]
    outcomes = {e.outcome for e in shards if not e.empty} or {"unknown"}
    broken = sorted(
        (e.counterexample for e in shards if e.counterexample is not None),
        key=lambda text: (len(text), text),
    )
    rates = [e.rate for e in shards if e.rate is not None]
    errors = [e.max_error for e in shards if e.max_error is not None]
    digits = [e.digits for e in shards if e.digits is not None]
    return Evidence(
        shards[0].check,
        shards[0].method,
        next(word for word in WORST_FIRST if word in outcomes),
        shards[0].statement,
        instances=sum(e.instances for e in shards),
        rejected=sum(e.rejected for e in shards),
        max_error=max(errors) if errors else None,
        digits=min(digits) if digits else None,
        alphas=tuple(dict.fromkeys(alpha for e in shards for alpha in e.alphas)),
        rate=max(rates, key=abs) if rates else None,
        counterexample=broken[0] if broken else None,
        refuted_by=min(
            (e.refuted_by for e in shards if e.refuted_by), key=REFUTED_BY.index, default=None
        ),
        ranges=joined(e.ranges for e in shards),
        cites=tuple(dict.fromkeys(one for e in shards for one in e.cites)),
        seconds=sum(e.seconds for e in shards),
        reused=all(e.reused for e in shards),
        detail=(
            f"{len(shards)} shards, each with a seed of its own (an instance that two of them drew "
            "counts twice); of the first:",
            *shards[0].detail,
            *(line for e in shards if e.outcome == "error" for line in e.detail[:1]),
        ),
    )
