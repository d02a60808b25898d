"""How the tests of this setting judge what was observed."""

import pytest

from checks.methods.balls import judge
from checks.methods.property import Observation
from theory.catalogue import claim


@pytest.fixture
def holds():
    """The judgements of the form we stand for (or of another) at what was observed."""

    def judged(identifier, observations, tolerance, statement=None):
        statement = claim(identifier).expr if statement is None else statement
        seen = [one.values if isinstance(one, Observation) else one for one in observations]
        return {judge(statement, values, tolerance).holds for values in seen}

    return judged
