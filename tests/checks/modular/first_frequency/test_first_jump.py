"""An even p has the frequency p/2, which is none of the (p - 1)/2 that the claims speak of: where
it is the strongest, gradient flow jumps to it, and long before the time that is claimed.
"""

from dataclasses import replace

import pytest

from checks.methods.check import Effort
from checks.modular.first_frequency.first_jump import first_frequencies, first_times
from checks.modular.task import ODD_P
from theory import claim, modular


@pytest.mark.parametrize(
    "check, identifier, letter",
    [
        (first_times, "modular.flow-first-jump", modular.flow_ratio),
        (first_frequencies, "modular.flow-first-frequency", modular.flow_agrees),
    ],
)
def test_an_even_p_breaks_the_claim_by_its_value(check, identifier, letter):
    whole = claim(identifier)
    (even,) = [one.instances for one in check.beyond if one.premise == ODD_P]
    any_p = replace(whole, given=tuple(one for one in whole.given if one != ODD_P))
    found = replace(check, instances=even).run(any_p, whole.printed, Effort())
    assert found.outcome == "fails" and found.instances
    assert f"{letter} = " in found.counterexample and "p = 4" in found.counterexample
