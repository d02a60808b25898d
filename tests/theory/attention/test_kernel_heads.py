"""What the theorems about a dormant head use, and that dropping a premise loses them."""

import pytest

from theory import claim
from theory.attention.letters import register_functions
from theory.proof.letters import DEFINITIONS, stated
from theory.proof.rules import Refused, assume
from theory.proof.terms import le, lt, var

register_functions()
from theory.attention.kernel_proofs import PROOFS  # noqa: E402 - after the letters
from theory.attention.kernel_proofs.dormant_head.one_turn import never_twice, p, q  # noqa: E402
from theory.attention.kernel_proofs.small_alpha.blow_up import beyond  # noqa: E402
from theory.attention.kernel_proofs.small_alpha.jump_integral import Course  # noqa: E402
from theory.attention.kernel_proofs.small_alpha.scaled_heads import START_NORM  # noqa: E402
from theory.attention.kernel_proofs.small_alpha.timed_heads import Timed  # noqa: E402
from theory.attention.letters.scaled import top_scale  # noqa: E402


def heads(term):
    return {term.op} | {head for one in term.args for head in heads(one)}


def test_the_turn_is_defined_without_a_sign_of_the_value_on_either_side():
    assert "lt" not in heads(DEFINITIONS["attention.one-turn"].statement)


@pytest.mark.parametrize(
    "identifier",
    [
        "attention.exact-jump-time",
        "attention.alignment-rate",
        "attention.exact-jump-time-limit",
    ],
)
def test_hypotheses_are_assumptions_and_definitions(identifier):
    assert PROOFS[identifier]().hypotheses <= stated(claim(identifier)).allowed


def test_no_definition_of_the_rate_speaks_of_an_exponential():
    for name in ("attention.scaled-heads", "attention.tilt-rate"):
        assert "exp" not in heads(DEFINITIONS[name].statement)


def test_a_value_that_is_zero_once_contradicts_nothing():
    known = (assume(le(0, p)), assume(le(p, q)))
    with pytest.raises(Refused):
        never_twice(p, q, *known)


def test_the_integral_at_the_jump_is_bounded_only_for_small_scales():
    a = var("a")
    course = Course(a, assume(lt(0, a)), assume(lt(a, top_scale)))
    small = assume(lt(a, 1))
    low, high = course.within(small, assume(le(2 * a**2 * START_NORM, 1)))
    assert {low.conclusion.op, high.conclusion.op} == {"le"}
    with pytest.raises(Refused):
        course.within(small, assume(le(2 * a**2 * START_NORM, 3)))


def test_how_far_the_integral_comes_needs_a_small_scale():
    a, far = var("a"), var("far")
    head = Timed(a, assume(lt(0, a)), assume(lt(a, top_scale)))
    small = assume(lt(a, 1))
    with pytest.raises(Refused):
        beyond(head, far, small, assume(lt(a * START_NORM, 1)))
