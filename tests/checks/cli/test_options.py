"""Which claims a command is about, and where it may write: decided before any work."""

import click
import pytest

from checks.cli.options import chosen_claims, folder_name, writable
from theory import claims


def test_without_ids_all_claims_in_the_order_of_the_catalogue():
    assert chosen_claims(()) == list(claims())
    only = chosen_claims((), ["linear"])
    assert only == [one for one in claims() if one.setting == "linear"]


def test_ids_in_the_order_asked_for_each_once():
    asked = ["framework.riccati", "diagonal.theorem", "framework.riccati"]
    assert [one.id for one in chosen_claims(asked)] == asked[:2]
    assert [one.id for one in chosen_claims(asked, ["diagonal"])] == ["diagonal.theorem"]


def test_what_leaves_nothing_is_an_error_that_says_so():
    with pytest.raises(LookupError, match="framework.riccati is not in relu"):
        chosen_claims(["framework.riccati"], ["relu"])


def test_a_place_that_cannot_be_written_is_a_bad_parameter(tmp_path):
    context = click.Context(click.Command("c"))
    option = click.Option(["--json"])
    with pytest.raises(click.BadParameter, match="it is a directory"):
        writable(context, option, str(tmp_path))
    with pytest.raises(click.BadParameter, match="not a name that a file can have"):
        folder_name(context, option, "")
    assert writable(context, option, None) is None and folder_name(context, option, None) is None
    assert folder_name(context, option, str(tmp_path / "later")) == tmp_path / "later"
