"""Traps for the machinery itself: branches, boundaries, premises that never hold, derivations with
a wrong step, work that never ends.
"""

from __future__ import annotations

from collections.abc import Iterator

import flint
import sympy as sp
from hypothesis import strategies as st
from sympy import Ge, Gt, Implies, Integral, Rational, acosh, atan, cosh, log, sin, sqrt

from checks.methods.certified import Certified
from checks.methods.check import Effort
from checks.methods.measured import alone
from checks.methods.property import Property
from checks.methods.proved import ByDerivation, Symbolic
from checks.planted.framework.letters import angle, balls, degree, p, proof, x, y
from checks.planted.plant import plant
from theory import derive
from theory.claim import equation
from theory.notation import n_0


def broken_measurement(instance: int, effort: Effort) -> Iterator[dict]:
    """A measurement that stops being a number."""
    yield {angle: alone(float("nan")) if instance > 3 else 0, degree: instance}


not_a_number = Property(
    "a measurement that breaks down",
    st.integers(1, 6),
    broken_measurement,
    1e-6,
    "none",
    examples=(6, 6, 6),
)


def endless(statement: sp.Basic) -> sp.Basic:
    """Symbolic work that never comes back from compiled code: the factors of a number of 400
    digits.
    """
    flint.fmpz(10**200 + 357).__mul__(flint.fmpz(10**199 + 153)).factor()
    return statement


PLANTS = (
    plant(
        "framework.only-simple",
        "identity",
        "true at every fraction with a small denominator",
        "refuted",
        equation(sin(5342931457063200 * sp.pi * x), 0),
        balls,
    ),
    plant(
        "framework.only-whole",
        "identity",
        "true at whole numbers only",
        "refuted",
        equation(sin(sp.pi * x) ** 2 + x, x),
        balls,
    ),
    plant(
        "framework.root-of-square",
        "identity",
        "missing assumption: the root of a square",
        "refuted",
        equation(sqrt(x**2), x),
        proof,
    ),
    plant(
        "framework.log-left",
        "identity",
        "missing assumption: the left side has no value",
        "refuted",
        equation(2 * log(x), log(x**2)),
        balls,
    ),
    plant(
        "framework.arcosh-branch",
        "identity",
        "the other branch of arcosh",
        "refuted",
        equation(acosh(cosh(x)), x),
        proof,
    ),
    plant(
        "framework.arctan-branch",
        "identity",
        "an addition theorem beyond its branch",
        "refuted",
        equation(atan(x) + atan(y), atan((x + y) / (1 - x * y))),
        balls,
    ),
    plant(
        "framework.tie",
        "inequality",
        "a weak inequality printed as strict: false on a line",
        "refuted",
        Gt(x**2 + y**2, 2 * x * y, evaluate=False),
        balls,
    ),
    plant(
        "framework.at-the-boundary",
        "inequality",
        "false only at the boundary |theta(0)| = 1",
        "refuted",
        Gt(-log(n_0), 0, evaluate=False),
        balls,
        given=(n_0 <= 1,),
    ),
    plant(
        "framework.narrow-dip",
        "inequality",
        "violated on one percent of the range",
        "refuted",
        Ge((p - Rational(31, 100)) ** 2, Rational(9, 10000), evaluate=False),
        Certified("balls", examples=(100, 400, 4000)),
    ),
    plant(
        "framework.one-way",
        "identity",
        "if and only if: one direction is false",
        "refuted",
        sp.Equivalent(Gt(x, 1, evaluate=False), Gt(x**2, 1, evaluate=False)),
        balls,
    ),
    # vacuous
    plant(
        "framework.false-premise",
        "identity",
        "true, but its premise never holds",
        "vacuous",
        Implies(Gt(-(x**2), 1, evaluate=False), sp.Eq(x, x + 1, evaluate=False)),
        balls,
    ),
    plant(
        "framework.no-such-number",
        "identity",
        "true of no number: the assumptions contradict each other",
        "vacuous",
        equation(x + y, y + x + 1),
        balls,
        given=(x < y, y < x),
    ),
    plant(
        "framework.empty-interval",
        "identity",
        "assumptions that leave one letter no value",
        "vacuous",
        equation((x + 1) ** 2, x**2 + 2 * x + 1),
        proof,
        given=(x > 1, x < 0),
    ),
    plant(
        "framework.no-value",
        "identity",
        "neither side has a value anywhere",
        "vacuous",
        equation(log(-p), log(-p) + 1),
        balls,
    ),
    plant(
        "framework.unchecked", "identity", "nothing checks it", "vacuous", equation(x + y, y + x)
    ),
    # derivations, measurements, time
    plant(
        "framework.wrong-step",
        "identity",
        "a derivation with a wrong step and the right end",
        "error",
        equation(p, x**2),
        ByDerivation(),
        derive=lambda: derive(x**2).equals((x + 1) ** 2 - 1).equals(x**2),
    ),
    plant(
        "framework.divided-by-zero",
        "identity",
        "a step that divides by zero",
        "error",
        equation(p, sp.S(2)),
        ByDerivation(),
        derive=lambda: (
            derive(sp.S(1))
            .equals(sp.Mul(x - x, 1 / sp.Add(x, -x, evaluate=False), evaluate=False))
            .equals(2)
        ),
    ),
    plant(
        "framework.across-a-pole",
        "identity",
        "an antiderivative across a pole",
        "error",
        equation(p, sp.S(-2)),
        ByDerivation(),
        derive=lambda: derive(Integral(x**-2, (x, -1, 1))).integrate(antiderivative=-1 / x),
    ),
    plant(
        "framework.other-end",
        "identity",
        "a sound derivation of something else",
        "refuted",
        equation(p, 2 * y**2),
        ByDerivation(),
        derive=lambda: derive(Integral(2 * x, (x, 0, y))).integrate(),
    ),
    plant(
        "framework.not-a-number",
        "definition",
        "a measurement that is NaN",
        "error",
        equation(angle, 0),
        not_a_number,
    ),
    plant(
        "framework.endless",
        "identity",
        "symbolic work that never ends, in compiled code",
        "unknown",
        equation(x, x + 0 * y),
        Symbolic("proof", rewrite=endless),
        seconds=3.0,
    ),
)
