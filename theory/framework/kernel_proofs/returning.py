"""How small the norm of an active neuron can become: |a|^2 and |w|^2 with their difference kept."""

from __future__ import annotations

from theory.framework.kernel_layer_letters import A_0, W_0, imbalance, theta_sq
from theory.framework.kernel_letters import (
    kappa,
)
from theory.framework.kernel_proofs.entry import defined, proof
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, axiom, order
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    fact,
    inverse,
    positive,
    put,
    ring,
    weaker,
)
from theory.proof.terms import Term, call, eq, le, lt, num

AT_LEAST_TWO = assume(le(2, kappa))


def _sides() -> tuple[Term, Term, Theorem, Theorem]:
    """-c, c/(kappa - 1), that 0 < kappa - 1, and (kappa - 1)/(kappa - 1) = 1 for rewriting."""
    wide = bound(lt(0, kappa - 1), (), [[AT_LEAST_TWO]])
    D = inv(kappa - 1)
    unit = combine(eq(kappa * D, 1 + D), (1, inverse(kappa - 1, [wide])))
    return -imbalance, imbalance * D, positive(D, [wide]), unit


def larger(first: Term, second: Term, if_first, if_second) -> Theorem:
    """A statement about max(a, b), by cases: the maximum is b where a <= b, and a otherwise."""

    def case(ordered, name, chosen):
        return chosen(fact(name, ordered, x=first, y=second))

    return by_cases(
        put(axiom("total"), x=first, y=second),
        lambda less: case(weaker(less), "max-right", if_second),
        lambda same: case(order(le(first, second), ((num(1), same),), ()), "max-right", if_second),
        lambda more: case(weaker(more), "max-left", if_first),
    )


@proof("framework.norm-lower-bound")
def norm_lower_bound() -> Theorem:
    """|theta|^2 + c = kappa |a|^2 >= 0, and |theta|^2 - c/(kappa - 1) = |w|^2 kappa/(kappa - 1)."""
    first, second, D_above, unit = _sides()
    known = defined("framework.imbalance")
    A_low, W_low, degree = assume(le(0, A_0)), assume(le(0, W_0)), assume(lt(0, kappa))
    goal = le(call("max", first, second), theta_sq)
    return larger(
        first,
        second,
        lambda is_: bound(goal, [is_, *known], [[A_low, degree]]),
        lambda is_: bound(goal, [is_, *known, unit], [[W_low], [W_low, D_above]]),
    )


@proof("framework.norm-bound-attained")
def norm_bound_attained() -> Theorem:
    """With a = 0 the bound is |w|^2, with w = 0 it is |a|^2."""
    first, second, D_above, unit = _sides()
    known = defined("framework.imbalance")
    A_low, W_low, degree = assume(le(0, A_0)), assume(le(0, W_0)), assume(lt(0, kappa))
    (either,) = defined("framework.one-sided")
    goal = eq(theta_sq, call("max", first, second))

    def no_output(zero):
        """a = 0: -c = |w|^2 is the larger one."""
        ordered = bound(le(second, first), [*known, zero], [[W_low], [W_low, D_above]])
        return ring(goal, fact("max-left", ordered, x=first, y=second), *known, zero)

    def no_input(zero):
        """w = 0: c/(kappa - 1) = |a|^2 is the larger one."""
        ordered = bound(le(first, second), [*known, zero, unit], [[A_low], [A_low, degree]])
        return ring(goal, fact("max-right", ordered, x=first, y=second), *known, zero, unit)

    return by_cases(either, no_output, no_input)
