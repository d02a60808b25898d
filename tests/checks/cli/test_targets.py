"""What a person means by a target."""

import subprocess
import sys

import pytest

from checks.cli.targets import meant, targeted
from theory import claims
from theory.catalogue import SETTINGS


def ids(found):
    return [one.id for one in found]


@pytest.mark.parametrize(
    "target, found",
    [
        ("diagonal.theorem", ["diagonal.theorem"]),
        ("1511", ["modular.no-other-maxima"]),
        ("diagonal.maximal-*", ["diagonal.maximal-utility"]),
    ],
)
def test_an_id_a_line_or_a_pattern(target, found):
    assert set(found) <= set(ids(meant(target)))


def test_a_label_means_all_that_stand_there():
    label = claims()[5].label
    assert ids(meant(label)) == [one.id for one in claims() if one.label == label]


def test_a_setting_and_a_pattern_of_it_mean_the_same():
    assert ids(meant("relu")) == ids(meant("relu.*")) == ids(targeted(["relu", "relu.*"]))


def test_nothing_means_every_claim_of_the_paper():
    assert ids(targeted(())) == ids(claims())


@pytest.mark.parametrize(
    "target, word",
    [
        ("3", "the nearest are at"),
        ("eq:nothing", "no claim fits"),
        ("nothing.*", "no claim fits"),
        ("diagonal.theorm", "did you mean diagonal.theorem"),
    ],
)
def test_what_means_nothing_is_told_so(target, word):
    with pytest.raises(LookupError, match=word):
        meant(target)


def test_a_part_of_a_label_means_the_labels_of_its_kind_that_contain_it():
    riccati = {"framework.riccati", "framework.riccati-norm-free"}
    assert {one.id for one in meant("eq:riccati")} == riccati
    assert {one.id for one in meant("eq:utility-riccati-ode")} == riccati
    for nothing in ("eq:", "thm:riccati", "eq:nonsense"):
        with pytest.raises(LookupError):
            meant(nothing)


@pytest.mark.parametrize("target", ["relu", "relu.tracking"])
def test_a_target_in_one_setting_loads_no_other(target):
    script = (
        "import sys; from checks.cli.targets import meant; "
        f"assert meant({target!r}); print(*(m for m in sys.modules if m.startswith('theory.')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    loaded = {name.split(".")[1] for name in done.stdout.split()}
    assert loaded & set(SETTINGS) == {"relu"}, done.stderr
