"""Checking one claim from Python: at the prompt and in notebooks. The ``agf`` command does the same
for many.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Sequence
from dataclasses import replace
from numbers import Real
from typing import Any

from sympy import Symbol
from sympy.logic.boolalg import Boolean

from checks.evidence import Evidence, Result
from checks.methods.check import LONGEST, PROFILES, TIME_LIMIT, Check, Effort
from checks.run.chain import foundations, in_order
from checks.run.tasks import Task, check_claim, gather
from numerics.internals import stated_assumptions
from theory.catalogue import SETTINGS
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim
from theory.notation import NOTATION
from theory.validate import abbreviated


def verify(
    claim: str | Claim,
    printed: Boolean | None = None,
    *,
    checks: Sequence[Check] = (),
    profile: str = "quick",
    seed: int = 0,
    alphas: Sequence[str] = (),
    time_limit: float | None = None,
) -> Result:
    """Run every check of a claim (or of the claim with this id), as ``agf check`` does, and return
    the evidence.

    With ``printed`` the same checks judge another statement in its place: break a formula, and see
    whether they notice. ``checks`` are ways of judging (``from checks import Certified, ...``) to
    use in place of the claim's own:

    >>> from sympy import Symbol
    >>> from checks import Certified
    >>> from theory import Claim
    >>> x = Symbol("x", real=True)
    >>> own = Claim(id="mine.squares", title="A toy", kind="inequality", printed=x**2 >= x)
    >>> verify(own, checks=[Certified()])
    mine.squares: refuted (not sound)
      printed    fails: balls at exact instances [certified]; 4 instances; counterexample x = 1/2:
      x**2 = 1/4, x = 1/2

    Here u^2 - v^2 = 2 alpha^2 along the flow of a diagonal neuron, and not 2 alpha:

    >>> from sympy import Eq
    >>> from theory import diagonal
    >>> verify("diagonal.conserved").verdict
    'proved'
    >>> verify("diagonal.conserved", Eq(diagonal.u**2 - diagonal.v**2, 2 * diagonal.alpha)).verdict
    'refuted'
    """
    effort = _effort(profile, seed, alphas)
    chosen = claim if isinstance(claim, Claim) else claim_by_id(claim)
    if printed is not None:
        _require_own_letters(chosen, printed)
        chosen = replace(
            chosen, printed=printed, corrected=None, erratum="", severity=None, derive=None
        )
    if checks:
        chosen = replace(chosen, checks=tuple(checks), proof=None)
    seconds = TIME_LIMIT[profile] if time_limit is None else _seconds(time_limit)
    asked = (*foundations([chosen]), chosen)
    told = in_order([_within(one, effort, seconds) for one in asked])
    return next(result for result in told if result.claim is chosen)


def _effort(profile: str, seed: int, alphas: Sequence[str]) -> Effort:
    if profile not in PROFILES:
        raise ValueError(f"profile is {profile!r}: expected one of {', '.join(PROFILES)}")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"seed is {seed!r}: expected a whole number >= 0")
    if isinstance(alphas, (str, bytes)) or not isinstance(alphas, Sequence):
        raise ValueError(
            f"alphas is {abbreviated(alphas)}: expected a sequence, such as ('1e-3', '1e-6', "
            "'1e-9')"
        )
    if alphas:
        from numerics.validate import log_inverse  # it loads SciPy, and `agf --help` checks nothing

        for alpha in alphas:
            log_inverse(alpha)
    return Effort(profile, seed, tuple(map(str, alphas)))


def _seconds(time_limit: Any) -> float:
    number = isinstance(time_limit, Real) and not isinstance(time_limit, bool)
    if not (number and 0 < time_limit <= LONGEST):
        raise ValueError(
            f"time_limit is {abbreviated(time_limit)}: expected a number of seconds > 0, at most "
            f"{LONGEST}"
        )
    return float(time_limit)


def _require_own_letters(claim: Claim, statement: Boolean) -> None:
    """A symbol with the name of a letter and other assumptions is another letter: to the checks it
    would be anything.
    """
    own = {
        symbol
        for part in (claim.printed, claim.expr, *claim.given)
        for symbol in part.atoms(Symbol)
    }
    for symbol in statement.free_symbols - own - set(NOTATION):
        twin = next((one for one in (*own, *NOTATION) if one.name == symbol.name), None)
        if twin is not None:
            raise ValueError(
                f"printed has a symbol {symbol.name} that is not the claim's own: expected "
                f"{_whose(claim)}, "
                f"which carries {_assumed(twin)}"
            )


def _whose(claim: Claim) -> str:
    ours = claim.setting in SETTINGS
    return f"the one of `from theory import {claim.setting}`" if ours else "the one in its formulas"


def _assumed(symbol: Symbol) -> str:
    words = [f"{name}={value}" for name, value in sorted(stated_assumptions(symbol).items())]
    return ", ".join(words) or "no assumptions"


class _TimeOver(BaseException):
    """Not an Exception: a check that breaks is caught, a limit is not."""


# Seconds of work between one interruption and the next: Python drops what is raised inside a
# callback of its garbage collector (Hypothesis has one) or while an object is deleted.
AGAIN = 0.1


class _CpuLimit:
    """Interrupts after so many seconds of work; in a thread other than the main one
    Python cannot.
    """

    def __init__(self, seconds: float) -> None:
        main = threading.current_thread() is threading.main_thread()
        self.seconds = seconds if main and hasattr(signal, "SIGPROF") else 0.0
        self.before = signal.getsignal(signal.SIGPROF) if self.seconds else None

    def start(self) -> None:
        """From now on; a short limit may be over before this returns."""
        if self.seconds:
            signal.signal(signal.SIGPROF, self._over)
            signal.setitimer(signal.ITIMER_PROF, self.seconds, AGAIN)

    def stop(self) -> None:
        """Interrupt no more; may be called again."""
        if self.seconds:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, self.before)

    def _over(self, *_: object) -> None:
        raise _TimeOver


def _within(claim: Claim, effort: Effort, seconds: float) -> Result:
    """The result of a claim; what it had found when its time was over, where that came first."""
    found: list[Evidence] = []
    limit = _CpuLimit(seconds)
    # No part of this may be left with the timer running: it would interrupt somebody else's work.
    # An interruption may come inside ``start``, and in ``stop`` before it takes effect: then there
    # is AGAIN before the next, and the second ``stop`` takes less.
    try:
        try:
            limit.start()
            return check_claim(claim, effort, found.append)
        finally:
            limit.stop()
    except _TimeOver:
        limit.stop()
        return gather(claim, [(Task(claim.id, effort), found, "timeout")], seconds)
