"""Planted statements about ReLU networks: tiny ones, up to four inputs, outputs and points."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import sympy as sp
from hypothesis import strategies as st
from sympy import Abs, And, Eq, Ge, Gt, Implies, Le, Limit, Lt, Max, Ne, Rational, cosh, sinh

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
from theory.notation import alpha, c, d, t

x, y, a_0, w_0, a_t = sp.symbols("x y a_0 w_0 a_t", real=True)
p, q, rate = sp.symbols("p q rate", positive=True)
m = sp.Symbol("m", integer=True, positive=True)
output, doubled, utility, linear, best, right, left, jumps, width = sp.symbols(
    "output doubled utility linear best right left jumps width", real=True
)
WHOLE = st.integers(-3, 3)
PAIRS = st.tuples(*[WHOLE.filter(bool)] * 2, *[WHOLE] * 2)  # two data points and their targets
SIZES = st.tuples(*[st.integers(1, 4)] * 3, st.integers(0, 999))  # d, c, n and a seed
ROUNDING, REASON = 1e-12, "sums of a few products of small whole numbers in doubles"


def neuron(instance: tuple[int, int, int, int], effort: Effort) -> Iterator[dict]:
    """What the network says of one neuron at one point, beside the same without the rectifier."""
    inputs, outputs, points, seed = instance
    whole = np.random.default_rng(seed).integers(-3, 4, size=(inputs + outputs, points + 1))
    X, Y = whole[:inputs, :points].astype(float), whole[inputs:, :points].astype(float)
    w, a = whole[:inputs, points], whole[inputs:, points]
    if not (X.any() and Y.any()):
        raise Rejected("nothing to learn")
    net, theta = ReluNetwork(X, Y, 1), np.concatenate([a, w]).astype(float)[None]
    seen = {
        output: net.function(theta)[0, 0],
        doubled: net.function(2 * theta)[0, 0],
        utility: net.utility(0 * theta, theta)[0],
        linear: float(np.mean((w @ X) * (a @ Y))),
    }
    size = float(np.sum(np.abs(a)) * np.sum(np.abs(w) @ np.abs(X)) * (1 + np.abs(Y).max()))
    yield sized(seen, size) | {d: inputs, c: outputs}


def steepest(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The largest utility on the circle, every half degree, and what each side pulls."""
    X, Y = np.array(instance[:2], float), np.array(instance[2:], float)
    pulls = [abs(np.sum((X * Y)[side])) / 2 for side in (X > 0, X < 0)]
    if not any(pulls):
        raise Rejected("no side of the data pulls")
    turns = np.pi * np.arange(720) / 360
    utilities = ReluNetwork([X], [Y], 1).utility(
        np.zeros((1, 2)), np.column_stack([np.cos(turns), np.sin(turns)])
    )
    yield sized({best: utilities.max(), right: pulls[0], left: pulls[1]}, float(np.sum(abs(X * Y))))


def activations(seed: int, effort: Effort) -> Iterator[dict]:
    """How many jumps AGF makes, and how many neurons there are."""
    net = ReluNetwork([[1, -1]], [[1, 2]], width=2)
    yield {
        jumps: len(alternating_gradient_flow(net, "1e-6", seed=seed).staircase),
        width: net.width,
    }


def growth(statement: sp.Basic) -> sp.Basic:
    """a_t = f says that f solves a' = rate w, w' = rate a from (a_0, w_0); nothing else is read."""
    if not isinstance(statement, Eq) or statement.lhs != a_t:
        raise ValueError(f"{statement}: expected a_t = a formula")
    formula = statement.rhs
    slope = sp.diff(formula, t)
    return sp.And(
        Eq(sp.diff(slope, t), rate**2 * formula, evaluate=False),
        Eq(formula.subs(t, 0), a_0, evaluate=False),
        Eq(slope.subs(t, 0), rate * w_0, evaluate=False),
        evaluate=False,
    )


measured = Property("the network", SIZES, neuron, ROUNDING, REASON, examples=(40, 100, 300))
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
    Symbolic("it solves the equation", rewrite=growth),
)

RATIO = Limit((alpha * p + alpha**2) / (alpha * q + alpha**2), alpha, 0)
DEGREE, HINGE = equation(doubled, 4 * output), (Max(0, x + y), Max(0, x) + Max(0, y))
bounded = partial(Implies, paper.cosine < Rational(9, 10), evaluate=False)
either, less, more, at_most, at_least, unlike = (
    partial(relation, evaluate=False) for relation in (And, Lt, Gt, Le, Ge, Ne)
)
# Other signs, an extra conjunct, a premise weakened, false from one size on; and true ones in
# another form.
RELATIONS = (
    plant("relu.degree-not", "identity", "the relation negated", "unknown",
          unlike(doubled, 4 * output), measured),
    plant("relu.degree-and", "identity", "an extra conjunct", "refuted",
          either(DEGREE, at_least(output, 0)), measured),
    plant("relu.degree-inputs", "identity", "false from four inputs on", "refuted",
          equation(doubled, 4 * output + Max(0, d - 3)), measured),
    plant("relu.degree-outputs", "identity", "false from four outputs on", "refuted",
          either(DEGREE, at_most(c, 3)), measured),
    plant("relu.utility-below", "inequality", "true where all points are on", "refuted",
          at_most(utility, linear), measured),
    plant("relu.utility-rectified", "identity", "true of one data point", "refuted",
          equation(utility, Max(0, linear)), measured),
    plant("relu.sides-sum", "inequality", "true where one side pulls alone", "refuted",
          at_least(best, (right + left) / 2), circle),
    plant("relu.sides-right", "optimum", "an extra conjunct", "refuted",
          either(equation(best, Max(right, left) / 2), at_least(right, left)), circle),
    plant("relu.sides-strict", "optimum", "equality printed as strict", "unknown",
          more(best, Max(right, left) / 2), circle),
    plant("relu.one-sleeps", "algorithm", "true of some initialisations", "refuted",
          less(jumps, width), agf),
    plant("relu.one-wakes", "algorithm", "true of other initialisations", "refuted",
          equation(jumps, 1), agf),
    plant("relu.additive", "identity", "a premise dropped: x y >= 0", "refuted",
          equation(*HINGE), balls),
    plant("relu.additive-weak", "identity", "a premise weakened", "refuted",
          Implies(at_least(x * y, -1), equation(*HINGE), evaluate=False), balls),
    plant("relu.subadditive-strict", "inequality", "false at a tie", "refuted",
          less(*HINGE), balls),
    plant("relu.five-multiples", "recursion", "false from m = 5 on", "refuted",
          equation(Max(0, m * x), m * Max(0, x) + Max(0, m - 4)), balls),
    plant("relu.ratio-and", "limit", "an extra conjunct", "refuted",
          either(equation(RATIO, p / q), equation(p, q)), followed),
    plant("relu.ratio-large", "limit", "true where p >= q", "refuted",
          at_least(RATIO, 1), followed),
    changed("relu.tracking", "tracking-and", "an extra conjunct", "refuted",
            either(bounded(paper.gap <= Rational(1, 20)), paper.gap >= Rational(1, 10)),
            "nearly attained by one network"),
    # true
    plant("relu.degree-difference", "identity", "true: a difference", "tested",
          equation(doubled - 4 * output, 0), measured),
    plant("relu.sides-bound", "inequality", "true, and not attained", "tested",
          at_most(best, right + left), circle),
    plant("relu.additive-premise", "identity", "true with its premise", "certified",
          Implies(at_least(x * y, 0), equation(*HINGE), evaluate=False), balls),
    plant("relu.two-halves", "identity", "true, sides exchanged", "certified",
          equation(Abs(x), Max(0, -x) + Max(0, x)), balls),
    plant("relu.ratio-bound", "limit", "true: a bound attained where p >= q", "tested",
          at_most(RATIO, Max(1, p / q)), followed),
    changed("relu.constant-ratio", "ratio-difference", "true: a difference", "tested",
            equation(paper.ratio_large - paper.ratio_small, 0)),
)  # fmt: skip

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
        "nearly attained by one network",
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
        "argued",
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
        "tested",
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
    *RELATIONS,
)
