"""Claims about linear networks with another statement in their place, judged by their own checks.

Other relation signs, an extra conjunct, a wrong range, a premise dropped, what is false from one
size on; and true statements written another way. What is false only where two measured numbers are
equal stays undecided.
"""

from __future__ import annotations

from functools import partial

from sympy import Abs, And, Eq, Ge, Gt, Implies, Le, Lt, Max, Min, Ne, Sum

from checks.planted.plant import changed
from theory import linear as paper
from theory.claim import equation
from theory.notation import c, d, t

j, l, k, i, H, r = paper.j, paper.l, paper.step, paper.index, paper.width, paper.rank
sigma, mu, level, delta, modes = paper.sigma, paper.mu, paper.level, paper.delta, paper.modes
U, pairing, tau, S_1, S_2 = (
    paper.U_basis, paper.pairing, paper.tau_rec, paper.S_one, paper.S_two)  # fmt: skip
sigma_grad, U_frame, descended = paper.sigma_grad, paper.U_frame, paper.descent_entry

PROGRESS = paper.b_mode * paper.lam_mode * t
# Relations that SymPy does not evaluate.
above, below, over, under, differs, follows, both = (
    partial(relation, evaluate=False) for relation in (Ge, Le, Gt, Lt, Ne, Implies, And)
)


def false(real: str, words: str, planted: str, statement, *names: str, **more):
    """A false statement that must be refuted."""
    return changed(f"linear.{real}", words, planted, "refuted", statement, *names, **more)


def true(real: str, words: str, planted: str, statement, *names: str, **more):
    """A true statement that must not be refuted, nor be called proved by instances."""
    return changed(f"linear.{real}", words, f"true: {planted}", "tested", statement, *names, **more)


def undecided(real: str, words: str, planted: str, statement, *names: str, **more):
    """A false statement that measured numbers cannot tell from a true one."""
    return changed(f"linear.{real}", words, planted, "unknown", statement, *names, **more)


in_order, mixed = Eq(paper.ordered, 1), Eq(paper.ordered, 0)
product = Sum(paper.target(l) * paper.covariance(l), (l, 1, d))
left_over = Sum(mu(l), (l, k + 1, r)) / 2
total_of_modes = Sum(sigma_grad(l), (l, 1, modes))
residual = paper.cross - Sum(paper.solution(l) * paper.covariance(l), (l, 1, d))
past = Sum(sigma(k - j, j) * delta(j + 1), (j, 0, k - 2))
gidel = Sum(sigma(l, 0) ** 2 / paper.lam(l), (l, k + 1, r)) / 2
SYMMETRY = equation(paper.f_moved, paper.f_entry)

NETWORK = (
    false("symmetry", "symmetry-not", "the relation negated",
          differs(paper.f_moved, paper.f_entry)),
    false("symmetry", "symmetry-more", "an order in place of =",
          over(paper.f_moved, paper.f_entry)),
    false("symmetry", "symmetry-and", "an extra conjunct", both(SYMMETRY, Eq(paper.f_entry, 0))),
    false("symmetry", "symmetry-five", "false from H = 5 on", both(SYMMETRY, under(H, 5))),
    true("symmetry", "symmetry-difference", "a difference",
         equation(paper.f_moved - paper.f_entry, 0)),
    false("conserved-matrix", "balance-grows", "strictly more", over(paper.rate_balance, 0)),
    false("conserved-matrix", "balance-five", "false from H = 5 on",
          equation(paper.rate_balance, Max(0, H - 4))),
    true("conserved-matrix", "balance-both", "two inequalities",
         both(above(paper.rate_balance, 0), below(paper.rate_balance, 0))),
    false("basis-size", "rank-seven", "false from seven on",
          equation(paper.tilde_H, Min(c, H, d, 6))),
    false("basis-size", "rank-wide", "a premise dropped: H >= min(c, d)",
          equation(paper.tilde_H, Min(c, d))),
    false("basis-size", "rank-strict", "equality is the rule", under(paper.tilde_H, Min(c, H, d))),
    true("basis-size", "rank-premise", "with the premise",
         follows(above(H, Min(c, d)), equation(Min(c, d), paper.tilde_H))),
    true("basis-size", "rank-sum", "a bound that is not attained", under(paper.tilde_H, c + H + d)),
    false("cross-covariance", "cross-not", "the relation negated",
          differs(paper.cross, product)),
    false("cross-covariance", "cross-range", "the last term is missing",
          equation(paper.cross, Sum(paper.target(l) * paper.covariance(l), (l, 1, d - 1)))),
    false("cross-covariance", "cross-four", "true up to four inputs",
          equation(paper.cross, product + Max(0, d - 4))),
    true("cross-covariance", "cross-renamed", "sides exchanged, index renamed",
         equation(Sum(paper.target(j) * paper.covariance(j), (j, 1, d)), paper.cross)),
)  # fmt: skip

UTILITY = (
    false("utility", "utility-not", "the relation negated", differs(U, -pairing)),
    false("utility", "utility-size", "true where the pairing is negative",
          equation(U, Abs(pairing))),
    false("utility", "utility-and", "an extra conjunct", both(equation(U, -pairing), above(U, 0))),
    true("utility", "utility-zero", "a sum that vanishes", equation(U + pairing, 0)),
    true("utility", "utility-bound", "a bound that is attained at times", below(U, Abs(pairing))),
    false("aligned-utility", "aligned-both", "one of two conjuncts is false",
          both(equation(paper.U_on_descent, paper.sigma_mode / 2),
               equation(paper.U_on_gradient, paper.sigma_mode / 2))),
    true("aligned-utility", "aligned-opposite", "one is minus the other",
         equation(paper.U_on_descent + paper.U_on_gradient, 0)),
    undecided("single-maximum", "single-strict", "equality printed as strict",
              over(paper.U_local, paper.sigma_top / 2)),
    true("single-maximum", "single-at-least", "one half of the equality",
         above(paper.U_local, paper.sigma_top / 2)),
    false("total-utility", "total-alike", "true of one basis vector only",
          equation(paper.total, modes * sigma_grad(1) / 2)),
    false("total-utility", "total-three", "true of two basis vectors at most",
          equation(paper.total, Sum(sigma_grad(l), (l, 1, Min(modes, 2))) / 2)),
    true("total-utility", "total-bound", "a bound that is not attained",
         below(paper.total, modes * sigma_grad(1))),
    false("individual-utility", "first-utility", "true of one basis vector only",
          equation(U_frame(1), sigma_grad(1) / 2)),
    true("individual-utility", "first-bound", "no vector exceeds the first singular value",
         below(U_frame(i), sigma_grad(1) / 2)),
    false("dormant-count", "dormant-outputs", "true where c is the smallest size",
          equation(modes, c - k)),
    false("dormant-count", "dormant-more", "the wrong direction", above(modes, H - k)),
    true("dormant-count", "dormant-bound", "a bound that is not attained", below(modes, H - k)),
)  # fmt: skip

COST = (
    false("level", "level-four", "the sum ends at 4, whatever the rank",
          equation(level(k), Sum(mu(l), (l, k + 1, 4)) / 2)),
    false("level", "level-rank-four", "true up to rank three",
          equation(level(k), left_over + Max(0, r - 3))),
    false("level", "level-last", "an extra conjunct, false at the last plateau",
          both(equation(level(k), left_over), above(level(k), mu(k) / 2))),
    undecided("level", "level-strict", "equality printed as strict", over(level(k), left_over)),
    true("level", "level-difference", "a difference of sums",
         equation(2 * level(k), Sum(mu(l), (l, 1, r)) - Sum(mu(j), (j, 1, k)))),
    true("level", "level-drop", "what one stage gains",
         equation(level(k - 1) - level(k), mu(k) / 2)),
    false("reduced-rank-regression", "projection-range", "summed over inputs instead of outputs",
          equation(paper.best, Sum(paper.projector(l) * paper.ols(l), (l, 1, d)))),
    false("gradient", "gradient-and", "the second of two equations doubled",
          both(equation(descended, residual), equation(residual, 2 * paper.projected))),
    true("gradient", "gradient-exchanged", "conjuncts and sides exchanged",
         both(equation(paper.projected, residual), equation(residual, descended))),
    true("gradient-main", "gradient-zero", "a sum that vanishes",
         equation(paper.grad_entry + paper.projected, 0)),
)  # fmt: skip

TIMES = (
    false("recursion-unrolled", "unrolled-not", "the relation negated",
          differs(delta(k), paper.waiting_time(delta, sigma))),
    false("recursion-unrolled", "unrolled-late", "false from k = 5 on",
          equation(delta(k), (1 - Sum(sigma(k - j, j) * delta(j + 1), (j, 0, Min(k - 2, 2))))
                   / sigma(1, k - 1))),
    false("recursion-unrolled", "unrolled-range", "the sum starts one too late",
          equation(delta(k), (1 - Sum(sigma(k - j, j) * delta(j + 1), (j, 1, k - 2)))
                   / sigma(1, k - 1))),
    false("recursion-unrolled", "unrolled-outside", "an index outside every spectrum",
          equation(delta(k), (1 - past) / sigma(1, k - 1) + sigma(k + 40, 0))),
    true("recursion-unrolled", "unrolled-product", "multiplied out",
         equation(delta(k) * sigma(1, k - 1) + past, 1)),
    true("recursion-unrolled", "unrolled-renamed", "the index shifted by one",
         equation((1 - Sum(sigma(k - l + 1, l - 1) * delta(l), (l, 1, k - 1)))
                  / sigma(1, k - 1), delta(k))),
    false("order-kept", "order-strict", "false where two modes are tied", over(S_1, S_2)),
    false("order-kept", "order-equal", "true where they are tied only", equation(S_1, S_2)),
    true("order-kept", "order-exchanged", "sides exchanged", below(S_2, S_1),
         "up to six plateaus, any singular values in order"),
    false("simultaneous", "simultaneous-all", "a third conjunct",
          both(equation(paper.right_xx, 0), equation(paper.left_mu, 0),
               equation(paper.left_xx, 0))),
    false("bottom-singular-values", "bottom-premise", "the premise weakened to nothing",
          follows(above(paper.ordered, 0), equation(sigma(i, k), sigma(i + k, 0)))),
    true("bottom-singular-values", "bottom-difference", "a difference",
         follows(in_order, equation(sigma(i + k, 0) - sigma(i, k), 0))),
    false("commuting-times", "times-mixed", "said of the other order",
          follows(mixed, equation(tau, 1 / paper.s_k))),
    false("commuting-times", "times-not", "the conclusion negated",
          follows(in_order, differs(tau, 1 / paper.s_k))),
    true("commuting-waits", "waits-product", "multiplied out",
         follows(in_order, equation(paper.wait_rec * paper.s_k * paper.s_before,
                                    paper.s_before - paper.s_k))),
    true("recovers-gidel", "gidel-bound", "a level not above Gidel's, in any order",
         below(paper.level_rec(k), gidel)),
    false("interlaced-below", "alternate-with-the-first", "against the first plateau: true for k = "
    "1 only",
          above(sigma(i, k), sigma(i + 1, 0)), "singular values of consecutive plateaus"),
    undecided("interlaced-below", "interlaced-less", "false where the covariances commute",
              over(sigma(i, k), sigma(i + 1, k - 1)), "singular values of consecutive plateaus"),
    true("interlaced-below", "between", "between the first and the last of the first plateau",
         both(below(sigma(i + k, 0), sigma(i, k)), below(sigma(i, k), sigma(i, 0))),
         "singular values of consecutive plateaus"),
    true("interlaced-below", "interlaced-two", "two further down",
         above(sigma(i, k), sigma(Min(i + 2, r), k - 1)),
         "singular values of consecutive plateaus"),
    undecided("volume-growth", "volume-strict", "false in the leading eigenspace",
              under(paper.volume_rate, total_of_modes), "random columns, differenced"),
    false("volume-growth", "volume-fewer", "one singular value too few",
          below(paper.volume_rate, Sum(sigma_grad(l), (l, 1, modes - 1))),
          "random columns, differenced"),
    true("volume-growth", "volume-weak", "a bound that is not attained",
         below(paper.volume_rate, 2 * modes * sigma_grad(1)), "random columns, differenced"),
)  # fmt: skip

FLOWS = (
    false("conjecture", "every-mode", "a narrow network does not learn every mode",
          equation(paper.jump_count, Min(c, d)),
          "gradient flow, commuting covariances, any width"),
    false("turning", "turns-early", "an extra conjunct",
          both(paper.turning.printed, under(paper.turn_time, 1 / paper.s_2))),
    true("turning", "turns-late", "not before the second mode could be learned",
         over(paper.turn_time, 1 / paper.s_2)),
    false("turning-rate", "always-turns", "> 0: two modes that are equally good",
          paper.turn_rate > 0),
    false("mode-energy", "energy-below", "< for <=: at the start they are equal",
          both(under(*paper.mode_energy.printed.args[0].args), paper.mode_energy.printed.args[1])),
    false("mode-energy", "loss-above", "< for <=: without weights they are equal",
          both(paper.mode_energy.printed.args[0], under(*paper.mode_energy.printed.args[1].args))),
    false("commuting-flow", "flow-premise", "the conclusion for the other order",
          equation(level(k), left_over)),
    false("commuting-flow", "flow-narrow", "a premise dropped: H >= min(c, d), or in order",
          paper.commuting_flow.expr.args[1]),
    false("conjecture", "any-block", "a premise dropped: each stage ends at the best of its rank",
          paper.conjecture.expr.args[1],
          "gradient flow, one block that runs into a saddle"),
    false("conjecture", "any-width", "a premise dropped: H >= min(c, d), or in order",
          follows(Eq(paper.reached, 1), paper.conjecture.expr.args[1]),
          "gradient flow, one neuron that turns to a better mode"),
    false("greedy-low-rank", "best-without-blocks", "true but for problems that are never drawn",
          follows(Eq(paper.blocks, 1), equation(paper.level_glrl(k), level(k)))),
    true("greedy-low-rank", "never-better", "a bound, attained almost always",
         above(paper.level_glrl(k), level(k))),
    false("half-turn", "same-side", "the sign", equation(paper.overlap(0), paper.overlap(1))),
    true("half-turn", "opposite-sides", "a sum that vanishes",
         equation(paper.overlap(0) + paper.overlap(1), 0)),
    false("jump-recursion", "waits-equal", "true of the first jump only",
          equation(paper.wait, 1 / paper.sigma_last)),
    false("aligned-mode", "learned-at-half", "the time: 1/(2s)",
          both(follows(over(2 * PROGRESS, 1), equation(paper.mode_limit, paper.b_mode)),
               follows(under(2 * PROGRESS, 1), equation(paper.mode_limit, 0)))),
    false("aligned-mode", "learned-and-small", "a further conjunct, false for large targets",
          both(*paper.aligned_mode.printed.args, under(paper.mode_limit, 3))),
    false("aligned-mode", "learned-always", "a premise dropped: s t > 1",
          equation(paper.mode_limit, paper.b_mode)),
    true("aligned-mode", "learned-within", "bounds, each attained",
         both(above(paper.mode_limit, 0), below(paper.mode_limit, paper.b_mode))),
    true("accumulated-utility", "accumulated-difference", "a difference",
         equation(paper.S_after - paper.S_start, paper.sigma_mode * paper.t)),
)  # fmt: skip

PLANTS = (*NETWORK, *UTILITY, *COST, *TIMES, *FLOWS)
