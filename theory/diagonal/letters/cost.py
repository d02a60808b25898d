"""Cost minimisation as alpha -> 0: the flow of balanced active neurons (u_i^2 = v_i^2), its end,
and the constrained argmin, for any d and n.
"""

from __future__ import annotations

from theory.diagonal.letters.regression import SIZES, count, gradient, vector
from theory.diagonal.letters.staircase import best, each
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, exists, forall
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    apply,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    var,
)

u_cost, v_cost, G_cost = (
    function(name, INT, REAL, REAL) for name in ("u_cost", "v_cost", "G_cost")
)
end_of, best_of = function("end_of", INT, REAL), function("best_of", INT, REAL)
beta_flow, beta_best, neuron = var("beta_flow"), var("beta_best"), var("neuron", INT)


def coefficient_at(i: Term, s: Term) -> Term:
    """b_i = u_i v_i at time s."""
    return u_cost(i, s) * v_cost(i, s)


def slope_at(i: Term, s: Term) -> Term:
    """The loss gradient along b_i at time s."""
    return gradient(vector(lambda m: coefficient_at(m, s)), i)


def started(i: Term) -> Term:
    """Neuron i is active: its coefficient is not 0 at the start."""
    return negation(eq(coefficient_at(i, ZERO), 0))


def keeps_sign(i: Term, own: Term) -> Term:
    """c_i sgn(u_i v_i) >= 0 for an active neuron, c_i = 0 for another."""
    sign = call("sign", coefficient_at(i, ZERO))
    return both(implies(started(i), le(0, own * sign)), implies(negation(started(i)), eq(own, 0)))


def motion_of(i: Term) -> Term:
    """u' = -g v, v' = -g u and G' = -g on every [0, T]."""
    return forall(
        lambda end: forall(
            lambda s: implies(
                le(0, s),
                le(s, end),
                both(
                    deriv(0, end, s, -(slope_at(i, s) * v_cost(i, s)), lambda r: u_cost(i, r)),
                    deriv(0, end, s, -(slope_at(i, s) * u_cost(i, s)), lambda r: v_cost(i, r)),
                    deriv(0, end, s, -slope_at(i, s), lambda r: G_cost(i, r)),
                ),
            )
        )
    )


COST_FLOW = define(
    "diagonal.cost-flow",
    ("u_cost", "v_cost", "G_cost"),
    both(
        *SIZES,
        each(
            lambda i: both(
                eq(u_cost(i, ZERO) ** 2, v_cost(i, ZERO) ** 2),
                eq(G_cost(i, ZERO), 0),
                motion_of(i),
            )
        ),
    ),
    "the flow of the loss from balanced neurons, u_i^2 = v_i^2, which is u_i^2 - v_i^2 = 2 alpha^2 "
    "as alpha -> 0 (a dormant one has u_i = v_i = 0), and the integrals G_i of minus the gradient",
)


def settles(i: Term) -> Term:
    """u_i v_i tends to its end."""
    return forall(
        lambda level: implies(
            lt(0, level),
            exists(
                lambda since: forall(
                    lambda s: implies(
                        lt(since, s),
                        lt(call("abs", coefficient_at(i, s) - end_of(i)), level),
                    )
                )
            ),
        )
    )


COST_END = define(
    "diagonal.cost-end",
    ("end_of", "beta_flow"),
    both(le(1, neuron), le(neuron, count), each(settles), eq(beta_flow, end_of(neuron))),
    "where the coefficients of that flow tend, and one of them",
)
COST_BEST = define(
    "diagonal.cost-best",
    ("best_of", "beta_best"),
    both(
        best(
            vector(lambda i: best_of(i)),
            lambda c: each(lambda i: keeps_sign(i, apply(c, (i,)))),
        ),
        eq(beta_best, best_of(neuron)),
    ),
    "the argmin of the loss over the coefficients with the signs of the active neurons, 0 for the "
    "others, and one of its entries",
)
reads(
    "diagonal.constrained-minimum", "diagonal.cost-flow", "diagonal.cost-end", "diagonal.cost-best"
)
