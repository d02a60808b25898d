"""Planted statements about ReLU networks: tiny ones, with one input, one output and two data points."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import sympy as sp
from hypothesis import strategies as st
from sympy import Eq, Ge, Implies, Le, Limit, Max, Rational, cosh, sinh

from checks.methods.certified import Certified
from checks.methods.check import Effort, Rejected
from checks.methods.limit import Limiting
from checks.methods.measured import sized
from checks.methods.property import Property
from checks.methods.proved import Symbolic
from checks.planted.plant import changed, plant
from numerics import ReluNetwork, alternating_gradient_flow
from theory import relu as paper
from theory.claim import equation
from theory.notation import alpha, t

x, y, a_0, w_0, a_t = sp.symbols("x y a_0 w_0 a_t", real=True)
p, q, rate = sp.symbols("p q rate", positive=True)
m = sp.Symbol("m", integer=True, positive=True)
output, doubled, utility, linear, best, right, left, jumps, width = sp.symbols(
    "output doubled utility linear best right left jumps width", real=True
)
WHOLE = st.integers(-3, 3)
PAIRS = st.tuples(
    *[WHOLE.filter(bool)] * 2, *[WHOLE] * 4
)  # two inputs, two targets, and a neuron (a, w)
ROUNDING, REASON = 1e-12, "sums of two products of small whole numbers in doubles"


def neuron(instance: tuple, effort: Effort) -> Iterator[dict]:
    """What the network says of one neuron, beside the same without the rectifier."""
    X, Y, (a, w) = np.array(instance[:2], float), np.array(instance[2:4], float), instance[4:]
    net, theta = ReluNetwork([X], [Y], 1), np.array([[a, w]], float)
    seen = {
        output: net.function(theta)[0, 0],
        doubled: net.function(2 * theta)[0, 0],
        utility: net.utility(0 * theta, theta)[0],
        linear: float(np.mean(a * w * X * Y)),
    }
    yield sized(seen, abs(a * w) * float(np.sum(abs(X)) + np.sum(abs(X * Y))))


def steepest(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The largest utility on the circle, by trying every half degree, and what each side of the data contributes."""
    X, Y = np.array(instance[:2], float), np.array(instance[2:4], float)
    pulls = [abs(np.sum((X * Y)[side])) / 2 for side in (X > 0, X < 0)]
    if not any(pulls):
        raise Rejected("no side of the data pulls")
    turns = np.pi * np.arange(720) / 360
    found = ReluNetwork([X], [Y], 1).utility(
        np.zeros((1, 2)), np.column_stack([np.cos(turns), np.sin(turns)])
    )
    yield sized({best: found.max(), right: pulls[0], left: pulls[1]}, float(np.sum(abs(X * Y))))


def activations(seed: int, effort: Effort) -> Iterator[dict]:
    """How many jumps AGF makes, and how many neurons there are."""
    net = ReluNetwork([[1, -1]], [[1, 2]], width=2)
    yield {
        jumps: len(alternating_gradient_flow(net, "1e-6", seed=seed).staircase),
        width: net.width,
    }


def growth(statement: sp.Basic) -> sp.Basic:
    """The stated a solves a' = rate w, w' = rate a from (a_0, w_0)."""
    formula = statement.args[1]
    slope = sp.diff(formula, t)
    return sp.And(
        Eq(sp.diff(slope, t), rate**2 * formula, evaluate=False),
        Eq(formula.subs(t, 0), a_0, evaluate=False),
        Eq(slope.subs(t, 0), rate * w_0, evaluate=False),
        evaluate=False,
    )


measured = Property("the network", PAIRS, neuron, ROUNDING, REASON, examples=(40, 100, 300))
circle = Property(
    "every half degree",
    PAIRS,
    steepest,
    ROUNDING,
    "the maximum is at 45 degrees, which is tried",
    examples=(40, 100, 300),
    method="critical-points",
)
agf = Property(
    "AGF",
    st.integers(0, 100),
    activations,
    ROUNDING,
    "whole numbers",
    examples=(12, 30, 60),
    method="flow",
)
balls, followed, solves = (
    Certified("balls"),
    Limiting("followed to 1e-800"),
    Symbolic("it solves the equation", into=growth),
)

PLANTS = (
    plant(
        "relu.unrectified-utility",
        "definition",
        "the utility without its rectifier",
        "refuted",
        equation(utility, linear),
        measured,
    ),
    plant(
        "relu.degree",
        "identity",
        "wrong degree: a neuron of two layers is homogeneous of degree 2",
        "refuted",
        equation(doubled, 2 * output),
        measured,
    ),
    changed(
        "relu.constant-ratio",
        "ratio-grows",
        "the ratio of two dormant norms would grow as alpha shrinks",
        "refuted",
        equation(paper.ratio_small, 2 * paper.ratio_large),
    ),
    plant(
        "relu.growth-sign",
        "ode-solution",
        "solves the equation, from the opposite speed",
        "refuted",
        equation(a_t, a_0 * cosh(rate * t) - w_0 * sinh(rate * t)),
        solves,
    ),
    plant(
        "relu.one-utility",
        "optimum",
        "missing condition: the two sides of the data compete and do not add",
        "refuted",
        equation(best, (right + left) / 2),
        circle,
    ),
    changed(
        "relu.tracking",
        "tracking-close",
        "a bound that is too strong",
        "refuted",
        paper.gap < Rational(1, 10**4),
    ),
    plant(
        "relu.ratio-forgotten",
        "limit",
        "false limit: the first ratio of two norms is kept and not forgotten",
        "refuted",
        equation(Limit((alpha * p + alpha**2) / (alpha * q + alpha**2), alpha, 0), 1),
        followed,
    ),
    plant(
        "relu.multiples",
        "recursion",
        "true for x >= 0 only",
        "refuted",
        equation(Max(0, (m + 1) * x), Max(0, m * x) + x),
        balls,
    ),
    plant(
        "relu.every-neuron",
        "algorithm",
        "every neuron activates: some are dead",
        "refuted",
        equation(jumps, width),
        agf,
    ),
    plant(
        "relu.superadditive",
        "conjecture",
        "the opposite inequality",
        "refuted",
        Ge(Max(0, x + y), Max(0, x) + Max(0, y), evaluate=False),
        balls,
    ),
    # true
    plant(
        "relu.degree-true", "identity", "true", "tested", equation(doubled, 4 * output), measured
    ),
    plant(
        "relu.growth",
        "ode-solution",
        "true",
        "proved",
        equation(a_t, a_0 * cosh(rate * t) + w_0 * sinh(rate * t)),
        solves,
    ),
    plant(
        "relu.better-side",
        "optimum",
        "true: the stronger side alone",
        "tested",
        equation(best, Max(right, left) / 2),
        circle,
    ),
    plant(
        "relu.ratio-kept",
        "limit",
        "true",
        "tested",
        equation(Limit((alpha * p + alpha**2) / (alpha * q + alpha**2), alpha, 0), p / q),
        followed,
    ),
    plant(
        "relu.multiples-true",
        "recursion",
        "true on both sides of the kink",
        "certified",
        equation(Max(0, (m + 1) * x), Max(0, m * x) + Max(0, x)),
        balls,
    ),
    plant(
        "relu.at-most-every-neuron",
        "algorithm",
        "true",
        "tested",
        Le(jumps, width, evaluate=False),
        agf,
    ),
    plant(
        "relu.subadditive",
        "conjecture",
        "true, with equality where x y >= 0",
        "supported",
        Le(Max(0, x + y), Max(0, x) + Max(0, y), evaluate=False),
        balls,
    ),
    # vacuous
    plant(
        "relu.below-zero",
        "identity",
        "true, but nothing rectified is negative",
        "vacuous",
        Implies(sp.Lt(Max(0, x), 0, evaluate=False), Eq(x, x + 1, evaluate=False), evaluate=False),
        balls,
    ),
)
