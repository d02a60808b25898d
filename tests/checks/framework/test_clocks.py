"""Families of angles and norms: the claims hold on them, and not without their premises."""

from dataclasses import replace

import pytest
import sympy as sp

from checks.catalogue import checks_for
from checks.framework import clocks
from checks.methods.check import Effort
from checks.methods.exactly import Exactly
from theory import claim, framework
from theory.notation import kappa


def outcome(one, given):
    (family,) = (check for check in checks_for(one) if isinstance(check, Exactly))
    return family.run(replace(one, given=given), one.expr, Effort()).outcome


@pytest.mark.parametrize(
    "name, needed",
    [
        ("instantaneous-alignment", lambda one: one.atoms(sp.Limit) or one == (kappa >= 2)),
        ("adaptive-alignment", lambda one: one.atoms(sp.Limit)),
        ("adaptive-rate", lambda one: isinstance(one, sp.Ne)),
        ("return-utility", lambda one: one == (kappa >= 2)),
    ],
)
def test_every_needed_premise_is_missed_where_it_is_dropped(name, needed):
    one = claim(f"framework.{name}")
    assert outcome(one, one.given) == "holds"
    dropped = [each for each in one.given if each.args and needed(each)]
    assert dropped
    for each in dropped:
        assert outcome(one, tuple(rest for rest in one.given if rest is not each)) == "fails"


def test_from_kappa_two_on_all_is_used_up_whatever_the_norm_on_the_way_back():
    ratio = clocks.returned()[framework.return_ratio]
    assert [ratio.subs(kappa, degree) for degree in (2, 3, 6)] == [1, 1, 1]
    assert ratio.subs(kappa, 1).free_symbols
