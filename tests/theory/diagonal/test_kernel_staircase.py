"""What the theorems about the two algorithms use, and that dropping a premise loses them."""

import pytest

from theory import claim
from theory.diagonal.letters import register_functions
from theory.proof.letters import DEFINITIONS, READINGS, stated
from theory.proof.rules import Refused

register_functions()
from theory.diagonal.kernel_proofs import PROOFS  # noqa: E402 - after the letters
from theory.diagonal.kernel_proofs.minima.kuhn_tucker import direction  # noqa: E402
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


def test_no_definition_bounds_the_accumulated_utility():
    """S <= 1 is shown, from the jump being the first with S = 1 and a positive utility."""

    def bounds(term):
        own = {term} if term.op in ("le", "lt") else set()
        return own | {one for part in term.args for one in bounds(part)}

    assert used("diagonal.dormant-start") == {"diagonal.agf", "diagonal.dormant-start"}
    for name in READINGS["diagonal.dormant-start"]:
        for relation in bounds(DEFINITIONS[name].statement):
            assert "S_at" not in {one.data[0] for one in relation.args[0].free}, name


def test_limits_need_a_start_within_the_boundary():
    """Beyond +-1 at the start, nothing keeps a neuron within it."""
    from theory.diagonal.kernel_proofs.staircase.alternating import limits, neuron_at
    from theory.diagonal.kernel_proofs.staircase.same_staircase import agf_at
    from theory.diagonal.letters.staircase import coefficient_agf, jumps_agf
    from theory.proof.terms import ZERO, eq, lt

    m, i, x = var("m", INT), var("i", INT), var("x")
    step = agf_at(m, assume(le(0, m)), assume(lt(m, jumps_agf)))
    known = (assume(le(1, i)), assume(le(i, count)), step, assume(neuron_at(m, i, ZERO, x)))
    dormant = assume(eq(coefficient_agf(m, i), 0))
    inside = assume(le(-1, x)), assume(le(x, 1))
    assert len(limits(m, i, x, *known, dormant, inside)) == 2
    with pytest.raises(Refused):
        limits(m, i, x, *known, dormant, (assume(le(-2, x)), assume(le(x, 2))))


def test_the_linear_integral_uses_the_flow_the_stretch_and_the_three_limits():
    assert used("diagonal.integral-linear") == {
        "diagonal.network-flow",
        "diagonal.stretch",
        "diagonal.integrals-on-stretch",
    }


def test_gradients_are_close_only_where_every_coefficient_is():
    from theory.diagonal.kernel_proofs.staircase.close_gradients import close_gradients
    from theory.diagonal.letters.staircase import each
    from theory.proof.terms import both

    b, c = (function(name, INT, REAL) for name in "bc")
    e, i = var("e"), var("i", INT)

    def near(low):
        return each(lambda m: both(le(low, c(m) - b(m)), le(c(m) - b(m), e)))

    vectors = vector(lambda m: c(m)), vector(lambda m: b(m))
    assert len(close_gradients(*vectors, e, i, assume(near(-e)))) == 2
    with pytest.raises(Refused):
        close_gradients(*vectors, e, i, assume(near(-2 * e)))
