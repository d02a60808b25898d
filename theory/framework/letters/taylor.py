"""The Taylor series of a utility along theta, for an activation that need not be homogeneous."""

from __future__ import annotations

from theory.framework.letters.network import a, samples, taylor, utility, w
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, forall
from theory.proof.terms import INT, REAL, both, eq, function, implies, le, lt, var

kappa, leading = var("kappa", INT), var("U_leading")
utility_of = function("U", REAL, REAL)  # of l theta
factorial = function("factorial_of", INT, REAL)


def in_unit(statement):
    """for all l in [0, 1]."""
    return forall(lambda l: implies(le(0, l), le(l, 1), statement(l)))


def each_order(statement):
    """for every whole number m >= 0."""
    return forall(lambda m: implies(le(0, m), statement(m)), INT)


define(
    "framework.leading-part",
    ("U", "U_leading", "U_derivative", "factorial_of"),
    both(
        le(1, samples),
        in_unit(lambda l: eq(utility_of(l), utility(lambda o: l * a(o), lambda j: l * w(j)))),
        in_unit(lambda l: eq(taylor(0, l), utility_of(l))),
        each_order(
            lambda m: in_unit(lambda l: deriv(0, 1, l, taylor(m + 1, l), lambda x: taylor(m, x)))
        ),
        each_order(lambda m: implies(lt(m, kappa), eq(taylor(m, 0), 0))),
        eq(factorial(0), 1),
        each_order(lambda m: implies(le(m, kappa), eq(factorial(m + 1), (m + 1) * factorial(m)))),
        eq(taylor(kappa, 0), leading * factorial(kappa)),
    ),
    "the utility at l theta has all derivatives in l, those below kappa are 0 at l = 0, and "
    "U_kappa is the kappa-th over kappa!",
    sense="taylor",
)
reads("framework.leading-dynamics", "framework.leading-part")
