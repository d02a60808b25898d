"""Results of every claim, made up: pages and reports are about how findings are shown, not about finding them."""
import pytest

from checks.evidence import Evidence, Result
from theory import claims

STRONGEST = ("symbolic", "certified", "property", "flow", "limit", "critical-points")


@pytest.fixture(scope="session")
def made_up_results():
    """A verdict for every claim, by every method in turn; what has a correction is refuted and corrected."""
    found = []
    for number, claim in enumerate(claims()):
        holds = Evidence(f"check {number}", STRONGEST[number % 6], "holds", instances=7 + number, rejected=number % 3, digits=50, max_error=1e-60,
                         alphas=("1e-6", "1e-9"), rate=0.5, seconds=0.25, detail=("a line for people",))
        fails = Evidence("random instances", "property", "fails", instances=3, counterexample=f"alpha = 1/{number + 2}: left = 1, right = 2")
        found.append(Result(claim, (holds,) if claim.corrected is None else (fails, holds.about("corrected", 1.0))))
    return tuple(found)
