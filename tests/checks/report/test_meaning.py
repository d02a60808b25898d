"""What the machine takes letters to mean, in whichever file of a setting they are defined."""

import pytest

from checks.report.meaning import definitions
from theory import claim


@pytest.mark.parametrize("name", ["attention.utility", "linear.level", "modular.lower-bound"])
def test_letters_of_every_part_of_a_setting_are_explained(name):
    assert definitions(claim(name))
