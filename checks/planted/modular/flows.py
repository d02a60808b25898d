"""Planted statements about maxima of the utility, dormant neurons and the times of their jumps."""

from __future__ import annotations

import sympy as sp
from sympy import And, Eq, Ge, Gt, Le, Ne, Piecewise, Sum

from checks.planted.modular.words import rows
from checks.planted.plant import changed
from theory import modular as paper
from theory.claim import equation
from theory.modular import p
from theory.notation import alpha, eta, k, n_0, t, tau

waiting = paper.jump_bound.printed.rhs
finite = paper.jump_bound_finite.printed.rhs
norm_grown, loss_kept = paper.flow_norm.printed.args
apart = paper.apart_sq + alpha**3
slack = paper.flow_follows.printed.rhs / alpha**6
top = sp.sqrt(6) * paper.X**3 / (9 * p ** sp.Rational(3, 2))


def slower(factor: sp.Expr) -> sp.Le:
    """The norm of all weights grows at most at ``factor`` times eta U*, in place of 3."""
    rate = factor * top * eta * t * paper.norm_net_0
    return Le(paper.norm_net * (1 - rate), paper.norm_net_0, evaluate=False)


# (claim, name, what was planted, verdict, statement)
FALSE = (
    (
        "no-other-maxima",
        "maxima-at-three",
        "true at p = 3 alone",
        "refuted",
        equation(paper.maxima, (p - 1) / 2 + (p - 3)),
    ),
    (
        "mixture-hessian",
        "mixture-unequal",
        "the sides of an identity said to differ",
        "refuted",
        Ne(paper.hess_mix, paper.mixture_hessian.formula, evaluate=False),
    ),
    (
        "mixture-hessian",
        "mixture-at-five",
        "true at p = 5 alone",
        "refuted",
        equation(paper.hess_mix, paper.mixture_hessian.formula * (p - 4)),
    ),
    (
        "single-frequency-hessian",
        "single-amplitudes",
        "the eigenvalue of unequal amplitudes, not the largest one",
        "refuted",
        equation(paper.hess_single, -6 * paper.U_single),
    ),
    (
        "single-frequency-hessian",
        "single-flat",
        "the phases, which cost nothing, not left out",
        "refuted",
        Ge(paper.hess_single, 0, evaluate=False),
    ),
    (
        "summands-maxima",
        "maxima-of-one-summand",
        "one summand is not set apart",
        "refuted",
        equation(paper.maxima_k, (p - 1) / 2),
    ),
    (
        "summands-maxima",
        "maxima-at-five",
        "true at p = 5 alone",
        "refuted",
        equation(paper.maxima_k, Piecewise((1, Eq(k, 1)), (2, True))),
    ),
    (
        "summands-bound",
        "summands-at-the-latest",
        "a lower bound printed as an upper one",
        "refuted",
        Le(tau, paper.summands_bound.printed.rhs, evaluate=False),
    ),
    (
        "summands-maximum",
        "largest-and-more",
        "true, and a conjunct that is false",
        "refuted",
        And(
            paper.summands_maximum.printed,
            Gt(paper.U_top_k, paper.X, evaluate=False),
            evaluate=False,
        ),
    ),
    (
        "wave-momentum",
        "nothing-moves",
        "true, and a conjunct that is false",
        "refuted",
        And(equation(paper.rate_im, 0), equation(paper.rate_sq, 0), evaluate=False),
    ),
    (
        "wave-growth",
        "growth-unequal",
        "the sides of an identity said to differ: no ball tells",
        "unknown",
        Ne(paper.rate_sq, paper.wave_growth.formula, evaluate=False),
    ),
    (
        "first-jump",
        "norm-without-one",
        "the frequency 1 is forgotten",
        "refuted",
        equation(
            paper.norm_at_jump**2,
            n_0**2 + 6 / p * Sum(paper.grown(paper.m), (paper.m, 2, paper.half)),
        ),
    ),
    (
        "jump-bound",
        "jump-at-the-latest",
        "a lower bound printed as an upper one",
        "refuted",
        Le(paper.wait_limit, waiting, evaluate=False),
    ),
    (
        "jump-bound-finite",
        "jump-bound-and-more",
        "true, and a conjunct that is false",
        "refuted",
        And(paper.jump_bound_finite.printed, Ge(tau, 1, evaluate=False), evaluate=False),
    ),
    (
        "jump-bound-finite",
        "jump-bound-leading",
        "the leading order 1/mu at alpha > 0",
        "refuted",
        Ge(tau, paper.tau_l + (finite - paper.tau_l) / (1 - paper.mu), evaluate=False),
    ),
    (
        "jump-bound",
        "jump-strictly-later",
        "> for >=: an aligned neuron attains the bound",
        "refuted",
        Gt(paper.wait_limit, waiting, evaluate=False),
    ),
    (
        "jump-bound-finite",
        "jump-strictly-later-finite",
        "> for >=, sides exchanged and tau^(l) moved across",
        "refuted",
        sp.Lt(finite - paper.tau_l, tau - paper.tau_l, evaluate=False),
    ),
    (
        "dominant-first",
        "jump-at-the-later",
        "the later of the two blow-ups",
        "refuted",
        equation(paper.jump_limit, sp.Max(paper.T_1, paper.T_2)),
    ),
    (
        "dominant-first",
        "jump-at-five",
        "true, and a conjunct that is false beyond p = 5",
        "refuted",
        And(paper.dominant_first.corrected, sp.Eq(p, 5), evaluate=False),
    ),
    (
        "dominant-first",
        "jump-strictly-sooner",
        "< for =: where the sides are equal no ball tells",
        "unknown",
        sp.Lt(paper.jump_limit, sp.Min(paper.T_1, paper.T_2), evaluate=False),
    ),
    (
        "one-neuron",
        "one-neuron-at-three",
        "true at p = 3 alone",
        "refuted",
        equation(paper.least_share, sp.Rational(8, 9) * (p - 2)),
    ),
    (
        "wave-time",
        "wave-never-turns",
        "a frequency that first shrinks timed as one that grows",
        "refuted",
        equation(paper.wait, p**2 / (2 * paper.X**3) * (paper.R_start - paper.R_end)),
    ),
    (
        "wave-time",
        "wave-time-at-three",
        "true at p = 3 alone",
        "refuted",
        equation(paper.wait, (p - 2) * paper.wave_time.printed.rhs),
    ),
    (
        "summands-maximum",
        "largest-at-three",
        "true at p = 3 alone",
        "refuted",
        equation(paper.U_top_k, (p - 2) * paper.summands_maximum.printed.rhs),
    ),
    (
        "frequency-taken",
        "share-below",
        "strictly below one: in the limit it is one, and no measurement tells",
        "unknown",
        sp.Lt(paper.share_taken, 1, evaluate=False),
    ),
    (
        "flow-norm",
        "norm-below",
        "< for <=: without weights they are equal",
        "refuted",
        And(sp.Lt(*norm_grown.args, evaluate=False), loss_kept, evaluate=False),
    ),
    (
        "flow-norm",
        "norm-slower",
        "a rate a thirtieth too small",
        "refuted",
        slower(sp.Rational(29, 10)),
    ),
    (
        "flow-norm",
        "norm-at-three",
        "true at p = 3 alone",
        "refuted",
        And(slower(9 / p), loss_kept, evaluate=False),
    ),
    (
        "flow-norm",
        "loss-of-centred",
        "true of a centred encoding alone",
        "refuted",
        And(
            norm_grown,
            Le(paper.x_sq / 2 - top * paper.norm_net**3, paper.loss_net, evaluate=False),
            evaluate=False,
        ),
    ),
    (
        "flow-norm",
        "norm-kept",
        "an extra conjunct: the norm does not grow",
        "refuted",
        And(
            norm_grown,
            loss_kept,
            Le(paper.norm_net, paper.norm_net_0, evaluate=False),
            evaluate=False,
        ),
    ),
    (
        "maximiser-waves",
        "phase-mirrored",
        "the phase at the mirrored frequency",
        "refuted",
        paper.maximiser_waves.printed.xreplace({paper.S_u(paper.xi): paper.S_u(-paper.xi)}),
    ),
    (
        "maximiser-waves",
        "phase-of-the-place",
        "the phase at the place in the place of the frequency",
        "refuted",
        paper.maximiser_waves.printed.xreplace({paper.S_w(paper.xi): paper.S_w(paper.a)}),
    ),
    (
        "flow-follows",
        "distance-kept",
        "without the exponential: the distance does not grow",
        "refuted",
        Le(apart**2, alpha**6, evaluate=False),
    ),
    (
        "flow-follows",
        "distance-none",
        "an extra conjunct: the two are the same",
        "refuted",
        And(paper.flow_follows.printed, Le(paper.apart_sq, 0, evaluate=False), evaluate=False),
    ),
    (
        "flow-follows",
        "distance-order",
        "a higher power of alpha on the right",
        "refuted",
        Le(paper.flow_follows.printed.lhs, alpha**8 * slack, evaluate=False),
    ),
)
TRUE = (
    (
        "flow-follows",
        "distance-turned",
        "true: the distance on both sides",
        Le(apart**2 * (1 + alpha**6), alpha**6 * (1 + apart**2) * slack, evaluate=False),
    ),
    (
        "flow-norm",
        "norm-turned",
        "true: what the norm gains moved across",
        And(
            Le(
                paper.norm_net,
                paper.norm_net_0 * (1 + 3 * top * eta * t * paper.norm_net),
                evaluate=False,
            ),
            loss_kept,
            evaluate=False,
        ),
    ),
    (
        "dominant-first",
        "jump-no-later",
        "true, and weaker: no later than either",
        And(
            Le(paper.jump_limit, paper.T_1, evaluate=False),
            Le(paper.jump_limit, paper.T_2, evaluate=False),
            evaluate=False,
        ),
    ),
    (
        "mixture-hessian",
        "mixture-saddle",
        "true, and weaker: a direction goes up",
        Gt(paper.hess_mix, 0, evaluate=False),
    ),
    (
        "single-frequency-hessian",
        "single-bends",
        "true, and weaker: a strict local maximum across its phases",
        sp.Lt(paper.hess_single, 0, evaluate=False),
    ),
    (
        "wave-growth",
        "growth-moved",
        "true: sides exchanged and doubled",
        equation(2 * paper.wave_growth.formula, 2 * paper.rate_sq),
    ),
    (
        "jump-bound-finite",
        "jump-bound-turned",
        "true: read from the other side, tau^(l) moved across",
        Le(finite - paper.tau_l, tau - paper.tau_l, evaluate=False),
    ),
)

PLANTS = (
    *rows(FALSE, TRUE),
    changed(
        "modular.no-other-maxima",
        "a-maximum",
        "true, and weaker: there is one",
        "tested",
        Ge(paper.maxima, 1, evaluate=False),
    ),
)
