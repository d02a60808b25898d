"""The letters of the first jump with k summands.

(u_1, ..., u_k, w) follows theta' = eta grad U from 0 to the time tau at which its norm is 1.
"""

from __future__ import annotations

from theory.modular.letters import p, w
from theory.modular.letters.jump import count, eta, jumper, mu, norm_of, tau
from theory.modular.letters.maxima import TASK
from theory.modular.letters.summands import inputs, k
from theory.modular.letters.summands_maximum import sums_of, unit, utility
from theory.proof.letters import define, reads
from theory.proof.sums.any_range import delta
from theory.proof.tactics import deriv, exists, forall, lam
from theory.proof.terms import INT, REAL, Term, both, eq, function, implies, le, num

inputs_on = function("inputs_on", INT, INT, REAL, REAL)  # u_j(a) at the time s
w_on = function("w_on", INT, REAL, REAL)
G_inputs = function("G_inputs", INT, INT, REAL, REAL)
G_w = function("G_w", INT, REAL, REAL)
along = function("sums_along", INT, REAL, INT, REAL, INT, REAL)  # sums over tuples, for every push


def at_time(s: Term) -> dict[Term, Term]:
    """(u_1, ..., u_k, w) at the time s."""
    return {
        inputs: lam(lambda j, a: inputs_on(j, a, s), INT, INT),
        w: lam(lambda a: w_on(a, s), INT),
    }


def pushed_input(f: Term, j: Term, a: Term, e: Term) -> Term:
    """u_1, ..., u_k with e added to the entry a of u_j."""
    return lam(lambda i, b: f(i, b) + e * (delta(i, j) * delta(b, a)), INT, INT)


def pushed_output(h: Term, a: Term, e: Term) -> Term:
    """w with e added to its entry a."""
    return lam(lambda b: h(b) + e * delta(b, a), INT)


def sums_at(sums: Term, e: Term) -> Term:
    """The sums over tuples for the push e."""
    return lam(lambda j, n, z, r: sums(j, e, n, z, r), INT, INT, REAL, INT)


def slope_along(pushed, value: Term) -> Term:
    """The utility of pushed(e) has this derivative at e = 0, whatever functions are its sums over
    tuples.
    """

    def body(sums):
        told = forall(lambda e: sums_of(*pushed(e), sums_at(sums, e)))
        own = deriv(num(-1), num(1), num(0), value, lambda e: utility(sums_at(sums, e)))
        return implies(told, own)

    return forall(body, along.sort)


def input_slopes(f: Term, h: Term, j: Term, gradient: Term) -> Term:
    """gradient(a) is the derivative of the utility by the entry a of u_j, a = 0, ..., p - 1."""
    return forall(
        lambda a: implies(
            le(0, a),
            le(a, p - 1),
            slope_along(lambda e: (pushed_input(f, j, a, e), h), gradient(a)),
        ),
        INT,
    )


def output_slopes(f: Term, h: Term, gradient: Term) -> Term:
    """gradient(a) is the derivative of the utility by the entry a of w, a = 0, ..., p - 1."""
    return forall(
        lambda a: implies(
            le(0, a),
            le(a, p - 1),
            slope_along(lambda e: (f, pushed_output(h, a, e)), gradient(a)),
        ),
        INT,
    )


def squared_norm(s: Term) -> Term:
    """|u_1|^2 + ... + |u_k|^2 + |w|^2 at the time s."""
    vectors = at_time(s)
    return unit(vectors[inputs], vectors[w]).args[0]


def is_input(body) -> Term:
    """For all j = 1, ..., k."""
    return forall(lambda j: implies(le(1, j), le(j, k), body(j)), INT)


def moves(course, gradient) -> Term:
    """course(a, s) has the slope eta gradient(a, s) on [0, tau], a = 0, ..., p - 1."""
    return forall(
        lambda a: forall(
            lambda s: implies(
                le(0, a),
                le(a, p - 1),
                le(0, s),
                le(s, tau),
                deriv(num(0), tau, s, eta * gradient(a, s), lambda r: course(a, r)),
            )
        ),
        INT,
    )


define(
    "modular.input-gradient",
    ("G_inputs",),
    is_input(
        lambda j: forall(
            lambda s: input_slopes(
                at_time(s)[inputs], at_time(s)[w], j, lam(lambda a: G_inputs(j, a, s), INT)
            )
        )
    ),
    "the derivative of the utility by entry a of u_j, at the time s",
)
define(
    "modular.output-gradient",
    ("G_w",),
    forall(
        lambda s: output_slopes(at_time(s)[inputs], at_time(s)[w], lam(lambda a: G_w(a, s), INT))
    ),
    "the derivative of the utility by entry a of w, at the time s",
    sense="summands",
)
define(
    "modular.input-flow",
    ("inputs_on",),
    is_input(lambda j: moves(lambda a, s: inputs_on(j, a, s), lambda a, s: G_inputs(j, a, s))),
    "the entries of u_1, ..., u_k move along eta times the gradient, from 0 to tau",
)
define(
    "modular.output-flow",
    ("w_on",),
    moves(w_on, G_w),
    "the entries of w move along eta times the gradient, from 0 to tau",
    sense="summands",
)
define(
    "modular.summands-jump",
    ("tau", "mu_l", "norm_dormant", "dormants", "jumper"),
    both(
        forall(
            lambda i: implies(le(1, i), le(i, count), both(le(0, norm_of(i)), le(norm_of(i), mu))),
            INT,
        ),
        exists(lambda i: both(le(1, i), le(i, count), eq(norm_of(i), mu)), INT),
        le(1, jumper),
        le(jumper, count),
        eq(norm_of(jumper) ** 2, squared_norm(num(0))),
        eq(squared_norm(tau), 1),
    ),
    "mu is the largest initial norm of a neuron, and (u_1, ..., u_k, w), one of them, has the norm "
    "1 at tau",
    sense="summands",
)
reads(
    "modular.summands-bound",
    *TASK,
    "modular.factorial",
    "modular.powers",
    "modular.dominant",
    "modular.input-gradient",
    "modular.output-gradient",
    "modular.input-flow",
    "modular.output-flow",
    "modular.summands-jump",
)
