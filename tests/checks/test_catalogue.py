"""Which checks a claim has."""

import pytest
from sympy import Symbol, cosh

from checks import Certified
from checks.catalogue import KERNEL, OWN_THEOREM, checks_for
from checks.methods.check import Effort
from theory import Claim, claim, claims

x = Symbol("x", real=True)


def own(**more):
    return Claim(id="mine.toy", title="A toy", kind="inequality", printed=cosh(x) >= 1, **more)


def test_a_claim_of_the_paper_has_those_of_its_setting():
    assert checks_for(claim("diagonal.conserved"))[0] is KERNEL


def test_a_claim_of_ones_own_has_what_it_brings():
    check = Certified()
    assert checks_for(own(checks=[check])) == (check,)
    assert checks_for(own(checks=[check], proof=lambda: None)) == (OWN_THEOREM, check)
    assert checks_for(own()) == ()


def test_two_checks_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two checks have one name"):
        checks_for(own(checks=[Certified(), Certified()]))


SYMBOLIC = [
    pytest.param(one, check, id=f"{one.id}: {check.name}")
    for one in claims()
    for check in checks_for(one)
    if check.method == "symbolic"
]


@pytest.mark.parametrize(("one", "check"), SYMBOLIC)
def test_algebra_shows_what_stands_without_the_kernel(one, check):
    """A run does not ask it once the kernel has answered: one that has gone silent is noticed
    here.
    """
    stands = one.printed if one.corrected is None else one.corrected
    assert check.run(one, stands, Effort()).outcome == "holds"
