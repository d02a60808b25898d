"""The chain of trust: an argument is no better than what it rests on, so that is checked with it.

A theorem of the kernel rests on its hypotheses alone; what a claim with one uses needs no look.
That is known once the theorem was checked again: where it was refused, or states something else,
the argument beside it is told what it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from checks.catalogue import checks_for
from checks.evidence import Result
from theory.catalogue import known as catalogue
from theory.claim import Claim


def foundations(asked: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims, beyond those asked about, that their verdicts depend on."""
    by_id = {claim.id: claim for claim in catalogue()}
    asked = tuple(asked)
    seen = {claim.id for claim in asked}
    needed: list[Claim] = []
    to_see = list(asked)
    while to_see:
        for name in _expected_to_use(to_see.pop(), by_id):
            if name in by_id and name not in seen and _may_be_argued(by_id[name]):
                seen.add(name)
                needed.append(by_id[name])
                to_see.append(by_id[name])
    return tuple(needed)


def _may_be_argued(claim: Claim) -> bool:
    """Instances alone make no argument: a claim that has nothing else is not worth a look here."""
    return bool(_methods(claim) & {"symbolic", "theorem"})


def _methods(claim: Claim) -> set[str]:
    return {check.method for check in checks_for(claim)}


def _expected_to_use(claim: Claim, by_id: Mapping[str, Claim]) -> tuple[str, ...]:
    """What the verdict of a claim may be taken back by, before it is checked: a theorem is of the
    catalogue's own statement.
    """
    own = claim.id in by_id and by_id[claim.id].expr == claim.expr
    return () if own and "theorem" in _methods(claim) else _argued_over(claim)


def _used_by(result: Result) -> tuple[str, ...]:
    """What the verdict may be taken back by: nothing, where no check argues or a theorem was
    checked again.
    """
    proved = any(e.method == "theorem" and e.outcome == "holds" for e in result.evidence)
    return () if proved else _argued_over(result.claim)


def _argued_over(claim: Claim) -> tuple[str, ...]:
    return claim.rests_on if "symbolic" in _methods(claim) else ()


def in_order(results: Iterable[Result]) -> Iterator[Result]:
    """Each result after those it rests on, and told their verdicts. What was not checked counts as
    unknown.

    Where the stream is interrupted, those that still waited are given out first: nothing found is
    lost.
    """
    told: dict[str, Result] = {}
    waiting: list[Result] = []
    try:
        for result in results:
            waiting.append(result)
            yield from _ready(waiting, told)
    except KeyboardInterrupt:
        yield from _rest(waiting, told)
        raise
    yield from _rest(waiting, told)


def _ready(waiting: list[Result], told: dict[str, Result]) -> Iterator[Result]:
    """Those of the waiting ones that wait for nothing more; giving one out may free another."""
    while ready := [r for r in waiting if all(name in told for name in _awaited(r))]:
        for result in ready:
            waiting.remove(result)
            told[result.claim.id] = _over(result, told)
            yield told[result.claim.id]


def _awaited(result: Result) -> list[str]:
    """What a result has to wait for: of what it uses, that which may be argued."""
    by_id = {one.id: one for one in catalogue()}
    return [n for n in _used_by(result) if n in by_id and _may_be_argued(by_id[n])]


def _rest(waiting: list[Result], told: dict[str, Result]) -> Iterator[Result]:
    for result in waiting:
        told[result.claim.id] = _over(result, told)
        yield told[result.claim.id]
    waiting.clear()


def _over(result: Result, told: Mapping[str, Result]) -> Result:
    return replace(
        result,
        over=tuple(
            (name, told[name].standing if name in told else "unknown") for name in _used_by(result)
        ),
    )
