"""Planted statements about groups of aligned neurons: their cost, bounds, constructions and
plateaus.
"""

from __future__ import annotations

import sympy as sp
from sympy import And, Equivalent, Ge, Gt, Implies, Le, Lt, Ne, Rational, Sum, cos, sin

from checks.planted.modular.words import rows
from checks.planted.plant import changed
from theory import modular as paper
from theory.claim import equation
from theory.modular import N, X, i, j, p

m = sp.Symbol("m", integer=True)
pairs = paper.pair_cost()
cosines = paper.C_of(i) * cos(paper.alpha_of(i)), paper.C_of(i) * sin(paper.alpha_of(i))
squares = sum(paper.over_neurons(one) ** 2 for one in cosines)
conditions = list(paper.CONDITIONS.args)
outputs_of_second = paper.over_neurons(
    paper.A_w(j) * (paper.A_u(j) ** 2 + paper.A_v(j) ** 2) * sin(paper.s_w(j)), j
)
constant = (paper.x_sq - paper.x_sum**2 / p) / 2


def cost_over(*limits: tuple, factor: sp.Expr = sp.S.One) -> sp.Eq:
    """The cost as a sum over these pairs."""
    return equation(paper.cost, factor * X**4 / (54 * p**2) * Sum(pairs, *limits))


def attained_where(*listed: sp.Basic) -> sp.Basic:
    """The bound is attained exactly where these conditions hold."""
    return Equivalent(equation(paper.gap, 0), And(*listed, evaluate=False), evaluate=False)


# (claim, name, what was planted, verdict, statement)
FALSE = (
    (
        "width",
        "width-from-twelve",
        "another formula from p = 13 on",
        "refuted",
        equation(paper.width_needed, sp.Max(3 * p - 3, p**2 - 8 * p - 12)),
    ),
    (
        "width",
        "width-at-one-p",
        "false at p = 27 alone",
        "refuted",
        equation(paper.width_needed, 3 * p - 3 + sp.KroneckerDelta(p, 27)),
    ),
    (
        "smallest-group",
        "smallest-from-thirteen",
        "another number from p = 13 on",
        "refuted",
        equation(paper.least_group, sp.Max(6, p - 6)),
    ),
    (
        "aligned-output",
        "outputs-unequal",
        "the sides of an identity said to differ: no ball tells",
        "unknown",
        Ne(paper.inner_w, paper.aligned_output.formula, evaluate=False),
    ),
    (
        "aligned-utility",
        "utility-larger",
        "strictly larger: equal, and no ball tells them apart",
        "unknown",
        Gt(paper.U_i, paper.aligned_utility.formula, evaluate=False),
    ),
    (
        "cost-cosines",
        "cost-without-last",
        "the last neuron is left out of the inner sum",
        "refuted",
        cost_over((i, 1, N), (j, 1, N - 1)),
    ),
    (
        "cost-cosines",
        "cost-of-three",
        "true for up to three neurons",
        "refuted",
        cost_over((i, 1, N), (j, 1, N), factor=1 + (N - 1) * (N - 2) * (N - 3)),
    ),
    (
        "cost-cosines",
        "cost-up-to-nine",
        "true for p = 3, 5, 7, 9",
        "refuted",
        cost_over((i, 1, N), (j, 1, N), factor=1 + (p - 3) * (p - 5) * (p - 7) * (p - 9)),
    ),
    (
        "quarter-frequency-cost",
        "cost-quarter",
        "the premise dropped: the cost of other frequencies at p/4",
        "refuted",
        paper.cost_cosines.printed,
    ),
    (
        "double-sum",
        "double-sum-alone",
        "each with itself alone: true for one vector",
        "refuted",
        equation(paper.double_sum, paper.over_neurons(paper.C_of(i) ** 2)),
    ),
    (
        "double-sum",
        "double-sum-of-six",
        "true for every N that is drawn, N <= 6: not shown beyond",
        "unknown",
        equation(paper.double_sum, squares * (1 + sp.prod(N - n for n in range(1, 7)))),
    ),
    (
        "cost-bound",
        "cost-bound-strict",
        "strictly above a bound that minimisers attain: no ball tells",
        "unknown",
        Gt(paper.cost, paper.cost_bound.printed.rhs, evaluate=False),
    ),
    (
        "lower-bound",
        "never-below-zero",
        "true, and a conjunct that is false",
        "refuted",
        And(paper.lower_bound.printed, Ge(paper.net, 0, evaluate=False), evaluate=False),
    ),
    (
        "loss-bound",
        "loss-bound-centred",
        "the mean is dropped: false where x is not centred",
        "refuted",
        Ge(paper.loss, paper.x_sq / 2 - X**2 / p, evaluate=False),
    ),
    (
        "equality-conditions",
        "a-condition-less",
        "one of the eighteen conditions dropped",
        "refuted",
        attained_where(*conditions[1:]),
    ),
    (
        "equality-conditions",
        "a-condition-but-at-eleven",
        "a condition times p - 11: no condition at p = 11",
        "unknown",
        attained_where(
            equation((p - 11) * conditions[0].lhs, (p - 11) * conditions[0].rhs), *conditions[1:]
        ),
    ),
    (
        "even-construction",
        "nearly-even",
        "A_u/A_v nearly the same: only where it is the same is anything known",
        "unknown",
        Implies(
            And(Ge(N, 6), Le(paper.spread, Rational(1, 1000)), evaluate=False),
            equation(paper.gap, 0),
        ),
    ),
    (
        "even-construction",
        "bounded-gap",
        "no spread is spoken of: false where A_u/A_v differs far enough, which is not drawn",
        "unknown",
        Implies(Ge(N, 6), Le(paper.gap, 1000, evaluate=False), evaluate=False),
    ),
    (
        "even-construction",
        "four-neurons-even",
        "the printed phases from four neurons on",
        "refuted",
        Implies(And(Ge(N, 4), equation(paper.spread, 0), evaluate=False), equation(paper.gap, 0)),
    ),
    (
        "tightness",
        "tight-from-four",
        "four neurons are enough",
        "refuted",
        Implies(Ge(N, 4), equation(paper.least_gap, 0)),
    ),
    (
        "smallest-group",
        "more-than-six",
        "more than six are needed",
        "refuted",
        Gt(paper.least_group, 6, evaluate=False),
    ),
    (
        "least-gaps",
        "one-neuron-helps-nothing",
        "one neuron leaves everything",
        "refuted",
        Ge(
            paper.least_share,
            sp.Piecewise((sp.Integer(1), sp.Eq(N, 1)), (sp.Integer(0), True)),
            evaluate=False,
        ),
    ),
    (
        "smallest-group",
        "seven-from-thirteen",
        "true up to p = 11",
        "refuted",
        equation(paper.least_group, sp.Piecewise((6, p <= 11), (7, True))),
    ),
    (
        "least-gaps",
        "four-as-far-as-three",
        "a bound of three neurons for four as well",
        "refuted",
        Implies(N <= 4, Ge(paper.least_share, Rational(2, 9), evaluate=False)),
    ),
    (
        "width",
        "width-larger-from-eleven",
        "true up to p = 9",
        "refuted",
        equation(paper.width_needed, sp.Piecewise((3 * p - 3, p <= 9), (3 * p, True))),
    ),
    (
        "width",
        "width-at-three",
        "true at p = 3 alone",
        "refuted",
        equation(paper.width_needed, 2 * p),
    ),
    (
        "plateau-level",
        "level-short",
        "the weakest frequency is forgotten",
        "refuted",
        equation(paper.level, Sum(paper.mag(i) ** 2 / p, (i, paper.steps + 1, (p - 3) / 2))),
    ),
    (
        "plateau-level",
        "level-unequal",
        "the sides of an identity said to differ: no ball tells",
        "unknown",
        Ne(paper.level, paper.plateau_level.formula, evaluate=False),
    ),
    (
        "alignment-preserved",
        "escape-positive",
        "a slope that is 0 said to be positive: no ball tells",
        "unknown",
        Gt(paper.escape, 0, evaluate=False),
    ),
    (
        "pairs-stay",
        "pairs-leave",
        "no square terms, but pairs are said to part",
        "refuted",
        And(equation(paper.square_sum, 0), Gt(paper.pair_drift, 0, evaluate=False), evaluate=False),
    ),
    (
        "second-group",
        "second-group-sines",
        "one of the two sums dropped",
        "refuted",
        Equivalent(equation(paper.pull_first, 0), equation(outputs_of_second, 0)),
    ),
    (
        "squares-return",
        "squares-smaller",
        "strictly less: equal",
        "refuted",
        Lt(paper.square_rate, paper.squares_return.formula, evaluate=False),
    ),
)
TRUE = (
    (
        "double-sum",
        "double-sum-renamed",
        "true: sides exchanged, the index renamed",
        equation(squares.subs(i, m), paper.double_sum),
    ),
    (
        "double-sum",
        "double-sum-sign",
        "true, and weaker: it is not negative",
        Ge(paper.double_sum, 0, evaluate=False),
    ),
    (
        "cost-cosines",
        "cost-exchanged",
        "true: the two sums exchanged, everything on one side",
        equation(paper.cost - paper.cost_cosines.formula.subs({i: j, j: i}, simultaneous=True), 0),
    ),
    (
        "lower-bound",
        "lower-bound-turned",
        "true: read from the other side",
        Le(-(X**2) / p, paper.net, evaluate=False),
    ),
    (
        "loss-split",
        "loss-split-moved",
        "true: cost and utility on the other side",
        equation(paper.loss - paper.cost + paper.gain, constant),
    ),
    (
        "every-construction",
        "six-or-more",
        "true, and weaker: one direction",
        Implies(Ge(N, 6), equation(paper.gap, 0)),
    ),
    (
        "least-gaps",
        "three-stay-away",
        "true: one case of the list alone",
        Implies(N <= 3, Ge(paper.least_share, Rational(2, 9), evaluate=False)),
    ),
    (
        "width",
        "width-below-three-p",
        "true, and weaker",
        Lt(paper.width_needed, 3 * p, evaluate=False),
    ),
    (
        "smallest-group",
        "six-at-least",
        "true, and weaker",
        Ge(paper.least_group, 6, evaluate=False),
    ),
    (
        "plateau-level",
        "level-renamed",
        "true: the index renamed, multiplied by two",
        equation(
            Sum(2 * paper.mag(m) ** 2 / p, (m, paper.steps + 1, (p - 1) / 2)), 2 * paper.level
        ),
    ),
    (
        "independent-groups",
        "groups-at-least",
        "true, and weaker: at least the sum",
        Ge(paper.loss_both, paper.loss_one + paper.loss_two - paper.loss_none, evaluate=False),
    ),
    (
        "five-neurons",
        "five-close",
        "true, and weaker: at most eps^4",
        Le(paper.gap_five, paper.eps**4, evaluate=False),
    ),
)

PLANTS = (
    *rows(FALSE, TRUE),
    changed(
        "modular.pairs-stay",
        "pairs-keep",
        "true: one of the two alone",
        "tested",
        equation(paper.pair_drift, 0),
    ),
)
