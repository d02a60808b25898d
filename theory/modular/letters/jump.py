"""The letters of the next jump: a dormant neuron beside a plateau, from one jump to the next.

It follows theta' = eta grad U, U its utility with the residual that the learned groups leave, from
the time tau_l of the last jump to the time tau at which its norm is 1.
"""

from __future__ import annotations

from theory.modular.letters import against, over_pairs, p
from theory.modular.letters.cost import label
from theory.modular.letters.flow import COURSES, GRADIENTS, at_time, pushed, squared_norm
from theory.modular.letters.plateau import all_outputs, mag, steps
from theory.modular.letters.utility import half
from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, exists, forall, total
from theory.proof.terms import (
    INT,
    REAL,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    num,
    var,
)

tau, tau_l, mu, eta, X = map(var, ("tau", "tau_l", "mu_l", "eta", "X"))
count, jumper = var("dormants", INT), var("jumper", INT)
norm_of = function("norm_dormant", INT, REAL)  # of the dormant neurons, at the last jump


def residual(q: Term, r: Term, m: Term) -> Term:
    """((q + r).x)[m] less the mean of x, less what all learned groups put out."""
    return label(q, r, m) - all_outputs(q, r, m)


def residual_of(f: Term, g: Term, h: Term) -> Term:
    """The mean over all pairs (a, b) of (<f, a.x> + <g, b.x>)^2 <h, residual>."""
    return call("inv", p) ** 2 * over_pairs(
        lambda q, r: (
            (against(f, q) + against(g, r)) ** 2
            * total(0, p - 1, lambda m: h(m) * residual(q, r, m))
        )
    )


def pushed_residual(number: int, a: Term, s: Term, e: Term) -> Term:
    """This utility at the time s, with e added to entry a of u, v or w."""
    vectors = at_time(s)
    vectors[number] = pushed(vectors[number], a, e)
    return residual_of(*vectors)


for number, (gradient, course) in enumerate(zip(GRADIENTS, COURSES)):
    name = "uvw"[number]
    define(
        f"modular.residual-gradient-{name}",
        (f"G_{name}",),
        forall(
            lambda a, n=number, G=gradient: forall(
                lambda s: implies(
                    le(0, a),
                    le(a, p - 1),
                    deriv(num(-1), num(1), num(0), G(a, s), lambda e: pushed_residual(n, a, s, e)),
                )
            ),
            INT,
        ),
        f"the derivative of the utility with the residual by entry a of {name}, at the time s",
        sense="jump",
    )
    define(
        f"modular.jump-flow-{name}",
        (f"{name}_on",),
        forall(
            lambda a, f=course, G=gradient: forall(
                lambda s: implies(
                    le(0, a),
                    le(a, p - 1),
                    le(tau_l, s),
                    le(s, tau),
                    deriv(tau_l, tau, s, eta * G(a, s), lambda r: f(a, r)),
                )
            ),
            INT,
        ),
        f"the entries of {name} move along eta times the gradient, from tau_l to tau",
        sense="jump",
    )
define(
    "modular.left-magnitude",
    ("X",),
    both(
        forall(lambda i: implies(le(steps + 1, i), le(i, half), le(mag(i), X)), INT),
        exists(lambda i: both(le(steps + 1, i), le(i, half), eq(X, mag(i))), INT),
    ),
    "X is the largest |x^(xi(i))| of the frequencies that are not learned",
    sense="left",
)
define(
    "modular.next-jump",
    ("tau", "tau_l", "mu_l", "norm_dormant", "dormants", "jumper"),
    both(
        le(tau_l, tau),
        forall(
            lambda i: implies(le(1, i), le(i, count), both(le(0, norm_of(i)), le(norm_of(i), mu))),
            INT,
        ),
        exists(lambda i: both(le(1, i), le(i, count), eq(norm_of(i), mu)), INT),
        le(1, jumper),
        le(jumper, count),
        eq(norm_of(jumper) ** 2, squared_norm(tau_l)),
        eq(squared_norm(tau), 1),
    ),
    "mu is the largest norm of a dormant neuron at tau_l, and (u, v, w), one of them, has the norm "
    "1 at tau",
)
COURSE = tuple(
    f"modular.{part}-{name}" for part in ("residual-gradient", "jump-flow") for name in "uvw"
)
reads(
    "modular.jump-bound-finite",
    "modular.half",
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.plateau",
    "modular.plateau-order",
    "modular.left-magnitude",
    *COURSE,
    "modular.next-jump",
)
