"""A check that asks another one goes by its name, its method and its number of instances."""

from types import SimpleNamespace

import pytest

from checks.methods.of_another import OfAnother


def test_what_is_asked_speaks_for_itself():
    other = SimpleNamespace(name="all pairs", method="certified", examples=(3, 4, 5))
    asked = OfAnother(other)
    assert (asked.name, asked.method, asked.examples) == ("all pairs", "certified", (3, 4, 5))


def test_one_that_draws_nothing_has_no_number_of_instances():
    asked = OfAnother(SimpleNamespace(name="a proof", method="symbolic"))
    assert asked.examples is None
    with pytest.raises(AttributeError):
        _ = OfAnother(object()).name


@pytest.mark.parametrize("sharp", [True, False])
def test_a_bound_that_must_be_attained_is_one_in_a_wrapper_too(sharp):
    other = SimpleNamespace(name="at rest", method="property", examples=(1, 1, 1), sharp=sharp)
    assert OfAnother(other).sharp is sharp
