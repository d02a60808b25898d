"""The letters of the next jump: a dormant neuron beside a plateau, from one jump to the next.

It follows theta' = eta grad U, U its utility with the residual that the learned groups leave, from
the time tau_l of the last jump to the time tau at which its norm is 1.
"""

from __future__ import annotations

from theory.modular.letters import against, over_pairs, p
from theory.modular.letters.cost import label
from theory.modular.letters.flow import gradient_by, moves, pushed_at, squared_norm
from theory.modular.letters.plateau import all_outputs, mag, steps
from theory.modular.letters.utility import half
from theory.proof.letters import define, reads
from theory.proof.tactics import exists, forall, total
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
    return pushed_at(residual_of, number, a, s, e)


for number, name in enumerate("uvw"):
    define(
        f"modular.residual-gradient-{name}",
        (f"G_{name}",),
        gradient_by(number, residual_of),
        f"the derivative of the utility with the residual by entry a of {name}, at the time s",
        sense="jump",
    )
    define(
        f"modular.jump-flow-{name}",
        (f"{name}_on",),
        moves(number, tau_l, tau, eta),
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
