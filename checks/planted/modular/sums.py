"""Planted statements about sums over Z/p: other relations, marks, sizes at which nothing shows, and
true ones written another way.
"""

from __future__ import annotations

import sympy as sp
from sympy import And, Eq, Ge, Gt, Ne, Piecewise, Sum, conjugate, cos, factorial

from checks.planted.modular.words import rows
from theory import modular as paper
from theory.claim import equation
from theory.modular import REMOVED, a, b, cycle, k, p, u_hat, x_hat, xi
from theory.notation import k as degree

spectral = paper.plancherel.formula
triple = paper.dft_lemma.formula
cosines = paper.cosine_identity.formula
residual_utility = paper.updated_utility.formula
in_k = paper.summands_utility.formula
(summand_k,) = (one.function for one in in_k.atoms(Sum))


def marked(*marks: sp.Expr, start: int = 1) -> sp.Eq:
    """The utility after a frequency is learned, with these marks in its sum."""
    return equation(
        paper.U_new, 2 / p**3 * Sum(paper.summand(k) * sp.Mul(*marks), (k, start, p - 1))
    )


def slope_over(*limits: tuple) -> sp.Eq:
    """The slope in w, summed over these indices."""
    body = (paper.z_u(a) + paper.z_v(b)) ** 2 * paper.r_h(a, b)
    return equation(paper.slope_w, Sum(body, *limits) / p**2)


BOTH = REMOVED(k, xi) * REMOVED(k, -xi)

# (claim, name, what was planted, verdict, statement)
FALSE = (
    (
        "plancherel",
        "plancherel-unequal",
        "the sides of an identity said to differ",
        "unknown",
        Ne(paper.inner_xu, spectral, evaluate=False),
    ),
    (
        "plancherel",
        "plancherel-larger",
        "strictly larger: equal",
        "unknown",
        Gt(paper.inner_xu, spectral, evaluate=False),
    ),
    (
        "plancherel",
        "plancherel-and-more",
        "true, and a conjunct that is false",
        "refuted",
        And(equation(paper.inner_xu, spectral), equation(paper.inner_xu, 0), evaluate=False),
    ),
    (
        "dft-lemma",
        "triple-at-seven",
        "false at p = 7 alone",
        "refuted",
        equation(paper.triple, Piecewise((2 * triple, Eq(p, 7)), (triple, True))),
    ),
    (
        "dft-lemma",
        "triple-small",
        "true for p < 7 alone",
        "refuted",
        equation(paper.triple, triple * (1 + (p - 3) * (p - 4) * (p - 5) * (p - 6))),
    ),
    (
        "initial-utility",
        "utility-far-out",
        "false beyond every p that is drawn: outside the scope, and not shown",
        "tested",
        equation(
            paper.U_init,
            Piecewise((paper.initial_utility.formula, p < 1000), (sp.Integer(0), True)),
        ),
    ),
    (
        "initial-utility",
        "utility-from-zero",
        "the term k = 0 is taken in",
        "refuted",
        equation(paper.U_init, 2 / p**3 * Sum(paper.summand(), (k, 0, p - 1))),
    ),
    (
        "updated-utility",
        "mark-of-five",
        "a mark [5 != 0 mod p] that is about no index: false at p = 5 alone",
        "refuted",
        marked(BOTH, REMOVED(5, 0)),
    ),
    (
        "updated-utility",
        "mark-of-four",
        "4 xi left out too: at p = 3 and 5 it is xi or -xi",
        "refuted",
        marked(BOTH, REMOVED(k, 4 * xi)),
    ),
    (
        "updated-utility",
        "mark-halved",
        "half of a mark: (1 + [k != xi])/2",
        "refuted",
        marked((1 + REMOVED(k, xi)) / 2, REMOVED(k, -xi)),
    ),
    (
        "updated-utility",
        "mark-lost",
        "only xi is left out, and not -xi",
        "refuted",
        marked(REMOVED(k, xi)),
    ),
    (
        "utility-after-two",
        "two-as-one",
        "after two frequencies the utility of one",
        "refuted",
        equation(paper.U_two, residual_utility),
    ),
    (
        "cosine-sum",
        "cosine-sum-unequal",
        "the sides of an identity said to differ",
        "unknown",
        Ne(paper.cosine_sum, cosines, evaluate=False),
    ),
    (
        "cosine-sum",
        "cosine-sum-at-five",
        "false at p = 5 alone",
        "refuted",
        equation(paper.cosine_sum, cosines + Piecewise((1, Eq(p, 5)), (0, True))),
    ),
    (
        "cosine-sum",
        "cosine-sum-turns",
        "no turn at all for whole turns: false where k is a multiple of p",
        "refuted",
        equation(
            paper.cosine_sum,
            Piecewise((p * cos(paper.shift), Eq(paper.wave, 0)), (sp.Integer(0), True)),
        ),
    ),
    (
        "summands-utility",
        "two-summands-at-most",
        "k for k!: true for one and for two summands",
        "refuted",
        equation(paper.U_k, in_k * degree / factorial(degree)),
    ),
    (
        "summands-utility",
        "summands-with-mean",
        "frequency 0 counted, which centred labels do not have",
        "refuted",
        equation(
            paper.U_k,
            in_k + factorial(degree) / p ** (degree + 1) * summand_k.subs(paper.m, 0),
        ),
    ),
    (
        "summands-utility",
        "summands-but-four",
        "false for four summands alone",
        "refuted",
        equation(paper.U_k, in_k + Piecewise((1, Eq(degree, 4)), (0, True))),
    ),
    (
        "summands-utility",
        "summands-larger",
        "at least, and not more than that: no relation that the sums can tell",
        "unknown",
        Ge(paper.U_k, in_k - 1, evaluate=False),
    ),
    (
        "gradient-w",
        "slope-short",
        "the sum over b ends one too early",
        "refuted",
        slope_over((a, 0, p - 1), (b, 0, p - 2)),
    ),
    (
        "wave-transform",
        "wave-transform-real",
        "a conjunct too many: the phase is lost",
        "refuted",
        And(
            paper.wave_transform.printed, equation(paper.chi_plus, paper.chi_minus), evaluate=False
        ),
    ),
)
TRUE = (
    (
        "plancherel",
        "plancherel-moved",
        "true: everything on one side",
        equation(paper.inner_xu - spectral, 0),
    ),
    (
        "plancherel",
        "plancherel-renamed",
        "true: sides exchanged, the index renamed, multiplied by p",
        equation(cycle(x_hat(a) * conjugate(u_hat(a)), a), p * paper.inner_xu),
    ),
    (
        "updated-utility",
        "marks-for-limits",
        "true: from k = 0 on, and k = 0 left out by a mark",
        marked(BOTH, REMOVED(k, 0), start=0),
    ),
    (
        "updated-utility",
        "marks-squared",
        "true: a mark is its own square",
        marked(REMOVED(k, xi) ** 2, REMOVED(k, -xi)),
    ),
    (
        "cosine-sum",
        "cosine-sum-turned",
        "true: sides exchanged",
        equation(cosines, paper.cosine_sum),
    ),
    (
        "gradient-w",
        "slope-exchanged",
        "true: the two sums exchanged",
        slope_over((b, 0, p - 1), (a, 0, p - 1)),
    ),
    (
        "wave-transform",
        "wave-transform-part",
        "true: one of the three alone",
        equation(paper.chi_else, 0),
    ),
    (
        "summands-utility",
        "summands-moved",
        "true: sides exchanged and doubled",
        equation(2 * in_k, 2 * paper.U_k),
    ),
)

PLANTS = (*rows(FALSE, TRUE),)
