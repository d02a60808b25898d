"""Letters of single claims: the two rates and the factor in plain time as functions of the scale,
the utility from the data, a neuron at its activation.
"""

from __future__ import annotations

from theory.diagonal.letters import DORMANT, FLOW, U, g, last, u, u_of, u_on, v, v_of, v_on, waiting
from theory.diagonal.letters.algorithm import rate_at, reach_at
from theory.diagonal.letters.regression import (
    SIZES,
    X,
    count,
    loss,
    moved,
    predicted,
    samples,
    vector,
    y,
)
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, forall, total
from theory.proof.terms import (
    INT,
    REAL,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    num,
    substituted,
    var,
)

ratio_of, plain_of = function("rate_ratio_at", REAL, REAL), function("plain_factor", REAL, REAL)
RATIO_AT = define(
    "diagonal.rate-ratio-at",
    ("rate_ratio_at",),
    forall(
        lambda a: implies(
            lt(0, a),
            lt(call("sqrt", 2) * a, 1),
            eq(ratio_of(a), call("log", a) * call("inv", call("log", call("sqrt", 2) * a))),
        )
    ),
    "log(a)/log(sqrt(2) a), for 0 < a < 1/sqrt(2)",
)
PLAIN = define(
    "diagonal.plain-factor",
    ("plain_factor",),
    forall(
        lambda a: implies(
            lt(0, a),
            lt(call("sqrt", 2) * a, 1),
            eq(
                plain_of(a),
                num(1, 2) * call("inv", rate_at(a)) * reach_at(a) * rate_at(a),
            ),
        )
    ),
    "A eta with A = arcosh(exp(2 eta))/(2 eta) and eta = -log(sqrt(2) a), for 0 < a < 1/sqrt(2)",
)

arcosh_exp = function("arcosh_exp", REAL, REAL)
ARCOSH = define(
    "diagonal.arcosh-exp",
    ("arcosh_exp",),
    forall(lambda x: implies(le(0, x), eq(arcosh_exp(x), call("acosh", call("exp", x))))),
    "arcosh(exp(x)) for x >= 0",
)

# --- the utility from the data --------------------------------------------------------------------
b_of, index = function("b_of", INT, REAL), var("index", INT)
GRADIENT = define(
    "diagonal.gradient",
    ("g_i",),
    both(
        *SIZES,
        le(1, index),
        le(index, count),
        deriv(
            b_of(index) - 1,
            b_of(index) + 1,
            b_of(index),
            g,
            lambda x: loss(moved(vector(lambda i: b_of(i)), index, x)),
        ),
    ),
    "the derivative along b_i of the loss L(b) = |y - b X|^2/(2n), for any d and n",
    sense="data",
)
UTILITY = define(
    "diagonal.utility",
    ("U",),
    eq(
        U,
        call("inv", samples)
        * total(
            1,
            samples,
            lambda j: u * v * X(index, j) * (y(j) - predicted(vector(lambda i: b_of(i)), j)),
        ),
    ),
    "the mean over the samples of u v X_ij times the residual r_j = y_j - (b X)_j",
)

# --- a neuron at its activation -------------------------------------------------------------------
PAST = {u: u_of(last), v: v_of(last)}
ACTIVATED = define(
    "diagonal.activated",
    ("u_i", "v_i"),
    both(
        substituted(FLOW.statement, PAST),
        substituted(DORMANT.statement, PAST),
        eq(u, u_on(waiting)),
        eq(v, v_on(waiting)),
    ),
    "(u_i, v_i) at the moment of the activation, after the flow before and after the last jump",
    sense="activation",
)

reads("diagonal.arcosh-asymptotics", "diagonal.arcosh-exp")
reads("diagonal.two-rates", "diagonal.rate-ratio-at")
reads("diagonal.physical-factor", "diagonal.plain-factor")
reads("diagonal.utility", "diagonal.gradient", "diagonal.utility")
reads(
    "diagonal.activation-sign",
    "diagonal.activated",
    "diagonal.dual",
    "diagonal.accumulated",
    "diagonal.later",
    "diagonal.activation",
    "diagonal.maximum",
)
