"""Loss and utility as functions of the parameters (p, q) of one neuron, the others anywhere."""

from __future__ import annotations

from theory.diagonal.letters.regression import X, loss, predicted, samples, y
from theory.proof.letters import define, reads
from theory.proof.tactics import forall, lam, total
from theory.proof.terms import INT, REAL, ZERO, Term, call, eq, function, make, var

which = var("neuron_of", INT)
others = function("others_of", INT, REAL)
PAIR = ("Fun", (REAL, REAL), REAL)
loss_of, utility_of = var("L_of", PAIR), var("U_of", PAIR)


def beside(own: Term) -> Term:
    """The coefficients with this one for neuron i."""
    return lam(lambda m: make("ite", None, (eq(m, which), own, others(m))), INT)


def loss_at(own: Term) -> Term:
    """|y - b X|^2/(2n) where neuron i has this coefficient."""
    return loss(beside(own))


def utility_at(own: Term) -> Term:
    """The mean of (this coefficient) X_ij r_j, with the residual r of the others."""
    rest = beside(ZERO)
    each = total(1, samples, lambda j: own * X(which, j) * (y(j) - predicted(rest, j)))
    return call("inv", samples) * each


define(
    "diagonal.loss-of-neuron",
    ("L_of",),
    forall(lambda p: forall(lambda q: eq(loss_of(p, q), loss_at(p * q)))),
    "the loss with p q for the coefficient of neuron i, d coefficients and n samples",
)
define(
    "diagonal.utility-of-neuron",
    ("U_of",),
    forall(lambda p: forall(lambda q: eq(utility_of(p, q), utility_at(p * q)))),
    "the mean of p q x_i r over the samples, r the residual of the other neurons",
)
reads("diagonal.symmetry", "diagonal.loss-of-neuron", "diagonal.utility-of-neuron")
