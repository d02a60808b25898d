"""Seeds at which a true statement was refuted once, by our arithmetic or by an instance on an edge.

A verdict must not hang on the draw: every seed that has failed stays here, with the claim that it
failed for. What is asked is more than soundness, which a theorem would give to whatever is drawn
beside it: each check accepts the form that we stand for.
"""

import pytest

from checks.methods.check import Effort
from checks.run.tasks import check_claim
from theory.catalogue import claim

FAILED = {
    "attention.jump-bound": (1,),  # heads on the smaller eigenvalue were taken for aligned
    "attention.jump-bound-appendix": (1, 2, 3),
    "attention.accumulated-bound": (1, 2, 3),
    "attention.exact-jump-time": (3,),  # a head exactly on a separatrix never jumps
    "attention.exact-jump-time-limit": (3,),
    "attention.first-head": (3,),
    "attention.rayleigh": (3,),  # an optimiser's error where the covariance is ill-conditioned
    "modular.wave-growth": (3,),  # rounding against zero, judged relative to itself
    "modular.magnitude-utility": (3,),
    "modular.squares-return": (3,),
    "linear.reduced-rank-regression": (3,),
    "linear.gradient": (3,),
    "linear.turning": (2,),  # beyond two inputs rounding decides how long a saddle is passed
    "diagonal.utility-limit": (2,),  # an extrapolation that answered infinity
    "diagonal.jump-time-limit": (1, 3),  # a symbolic limit whose time hung on the seed
}


@pytest.mark.parametrize(
    "identifier, seed", [(one, seed) for one, seeds in FAILED.items() for seed in seeds]
)
def test_a_seed_that_failed_once_is_accepted_by_every_check(identifier, seed):
    result = check_claim(claim(identifier), Effort(seed=seed))
    ours = "printed" if result.claim.corrected is None else "corrected"
    outcomes = {one.check: one.outcome for one in result.evidence if one.statement == ours}
    assert result.sound and set(outcomes.values()) == {"holds"}, outcomes
