"""What the theorems about the two algorithms use, and that dropping a premise loses them."""

import pytest

from theory import claim
from theory.diagonal.letters import register_functions
from theory.proof.letters import DEFINITIONS, READINGS, stated
from theory.proof.rules import Refused

register_functions()
from theory.diagonal.kernel_proofs import PROOFS  # noqa: E402 - after the letters
from theory.diagonal.kernel_proofs.kuhn_tucker import direction  # noqa: E402
from theory.diagonal.letters.regression import count, vector  # noqa: E402
from theory.proof.rules import assume  # noqa: E402
from theory.proof.terms import INT, REAL, function, le, num, var  # noqa: E402


def used(identifier):
    """The definitions among the hypotheses of a proof."""
    theorem = PROOFS[identifier]()
    named = {one.statement: name for name, one in DEFINITIONS.items()}
    assert theorem.hypotheses <= stated(claim(identifier)).allowed
    return {named[one] for one in theorem.hypotheses if one in named}


def test_the_theorem_uses_general_position_and_both_algorithms():
    assert used("diagonal.theorem") == {
        "diagonal.algorithm",
        "diagonal.general-position",
        "diagonal.agf-at-every-scale",
        "diagonal.jump-at-scale",
    }


@pytest.mark.parametrize(
    "identifier", ["diagonal.candidates", "diagonal.dormant-integral", "diagonal.dormant-set"]
)
def test_kuhn_and_tucker_need_no_general_position(identifier):
    assert "diagonal.general-position" not in used(identifier)


def test_no_definition_of_an_algorithm_speaks_of_the_other():
    pf, agf = (DEFINITIONS[f"diagonal.{name}"].statement.free for name in ("algorithm", "agf"))
    assert {one.data[0] for one in pf & agf} == {"X_of", "y_of", "d", "n_samples"}


def test_the_definitions_of_the_theorem_do_not_mention_the_factor():
    """Neither A nor arcosh stands in what defines AGF or the algorithm."""

    def heads(term):
        return {term.op} | {head for one in term.args for head in heads(one)}

    for name in READINGS["diagonal.theorem"]:
        assert not heads(DEFINITIONS[name].statement) & {"acosh", "cosh", "exp"}, name


def test_a_direction_that_nobody_shows_feasible_gives_nothing():
    b, i = function("b", INT, REAL), var("i", INT)
    inside = assume(le(1, i)), assume(le(i, count))

    def unshown(x, q, low, high):
        raise Refused("not feasible")

    with pytest.raises(Refused):
        direction(vector(lambda m: b(m)), i, num(1), *inside, unshown)
