"""Checking one claim from Python: at the prompt and in notebooks. The ``agf`` command does the same for many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sympy.logic.boolalg import Boolean

from checks.evidence import Result
from checks.methods.check import PROFILES, Effort
from checks.run.tasks import check_claim
from theory.catalogue import claim as claim_by_id
from theory.claim import Claim


def verify(
    claim: str | Claim,
    printed: Boolean | None = None,
    *,
    profile: str = "quick",
    seed: int = 0,
    alphas: Sequence[str] = (),
) -> Result:
    """Run every check of a claim (or of the claim with this id), as ``agf check`` does, and return the evidence.

    With ``printed`` the same checks judge another statement in its place: break a formula, and see whether they notice.
    Here u^2 - v^2 = 2 alpha^2 along the flow of a diagonal neuron, and not 2 alpha:

    >>> from sympy import Eq
    >>> from theory import diagonal
    >>> verify("diagonal.conserved").verdict
    'proved'
    >>> verify("diagonal.conserved", Eq(diagonal.u**2 - diagonal.v**2, 2 * diagonal.alpha)).verdict
    'refuted'
    """
    if profile not in PROFILES:
        raise ValueError(f"profile is {profile!r}: expected one of {', '.join(PROFILES)}")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"seed is {seed!r}: expected a whole number >= 0")
    chosen = claim if isinstance(claim, Claim) else claim_by_id(claim)
    if printed is not None:
        chosen = replace(
            chosen, printed=printed, corrected=None, erratum="", severity=None, derive=None
        )
    return check_claim(chosen, Effort(profile, seed, tuple(alphas)))
