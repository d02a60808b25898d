"""The letters of the framework, each by a predicate: a dormant neuron's norm and accumulated
utility along the flow.
"""

from __future__ import annotations

from theory.proof.letters import define, reads
from theory.proof.tactics import deriv, forall
from theory.proof.terms import INT, REAL, both, call, eq, function, implies, le, lt, var

eta, n_0, n_t, S, S_jump, U_star, tau = map(
    var, ("eta", "norm_0", "norm_t", "S", "S_jump", "U_star", "tau")
)
kappa = var("kappa", INT)
end = var("T")
norm_of, S_of, utility_of = (function(name, REAL, REAL) for name in ("norm_of", "S_of", "Ubar_of"))


def along(low, high, statement):
    """for all s in [low, high]."""
    return forall(lambda s: implies(le(low, s), le(s, high), statement(s)))


RADIAL = define(
    "framework.radial",
    ("norm_0", "norm_of", "S_of"),
    both(
        le(0, end),
        eq(norm_of(0), n_0),
        eq(S_of(0), 0),
        along(
            0,
            end,
            lambda s: both(
                lt(0, norm_of(s)),
                deriv(
                    0,
                    end,
                    s,
                    eta * kappa * call("power", norm_of(s), kappa - 1) * utility_of(s),
                    norm_of,
                ),
                deriv(0, end, s, kappa * utility_of(s), S_of),
            ),
        ),
    ),
    "the norm grows like eta kappa |theta|^(kappa-1) U and the accumulated utility "
    "like kappa U, on [0, T], for any course of U",
)
END = define(
    "framework.end",
    ("norm_t", "S"),
    both(eq(n_t, norm_of(end)), eq(S, S_of(end))),
    "the norm and the accumulated utility at time T",
)
JUMP = define(
    "framework.jump",
    ("S_jump",),
    both(eq(norm_of(end), 1), eq(S_jump, S_of(end))),
    "the accumulated utility where the norm is 1",
)
JUMP_TIME = define(
    "framework.jump-time",
    ("tau", "U_star"),
    both(eq(tau, end), eq(norm_of(end), 1), along(0, end, lambda s: le(utility_of(s), U_star))),
    "the norm is 1 at time tau, and U* bounds the normalised utility until then",
)
QUADRATIC = define(
    "framework.quadratic",
    ("kappa",),
    eq(kappa, 2),
    "the utility starts at order two",
    sense="quadratic",
)

reads("framework.norm-solution", "framework.radial", "framework.end")
reads("framework.jump-threshold", "framework.radial", "framework.jump")
reads("framework.jump-threshold-appendix", "framework.radial", "framework.jump")
reads(
    "framework.jump-bound-quadratic",
    "framework.radial",
    "framework.jump-time",
    "framework.quadratic",
)
reads("framework.jump-bound-higher", "framework.radial", "framework.jump-time")


def register_functions() -> None:
    """No function of the catalogue is read here yet."""
