"""The letters of attention, each by a predicate: a dormant head is a neuron of degree three."""

from __future__ import annotations

from theory.framework import letters as framework
from theory.proof.letters import FUNCTIONS, define, reads
from theory.proof.sums import VECTOR
from theory.proof.tactics import exists, forall, total
from theory.proof.terms import (
    INT,
    REAL,
    both,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    num,
    substituted,
    var,
)

CUBIC = {framework.kappa: num(3)}
RADIAL = define(
    "attention.radial",
    ("norm_0", "norm_of", "S_of"),
    substituted(framework.RADIAL.statement, CUBIC),
    "framework.radial for kappa = 3",
)
JUMP = define("attention.jump", ("S_jump",), framework.JUMP.statement, framework.JUMP.meaning)
reads("attention.threshold", "attention.radial", "attention.jump")

# --- the utility of a head in the eigenbasis of what is left of the covariance --------------------

U_star, lam_k = var("U_star"), var("lam_k")
N, modes, top = (var(name, INT) for name in ("N", "d", "top_of"))
eigenvalue = function("lam_of", INT, REAL)


def over_modes(body):
    """The sum over all directions."""
    return total(1, modes, body)


def utility(v, Q, K):
    """N v sum of lambda_j^2 Q_j K_j."""
    return N * v * over_modes(lambda j: eigenvalue(j) ** 2 * Q(j) * K(j))


def on_sphere(v, Q, K):
    """v^2 + |Q|^2 + |K|^2 = 1."""
    return eq(v**2 + over_modes(lambda j: Q(j) ** 2) + over_modes(lambda j: K(j) ** 2), 1)


define(
    "attention.spectrum",
    ("lam_k", "lam_of"),
    both(
        le(1, top),
        le(top, modes),
        eq(eigenvalue(top), lam_k),
        forall(
            lambda j: implies(
                le(1, j), le(j, modes), both(le(0, eigenvalue(j)), le(eigenvalue(j), lam_k))
            ),
            INT,
        ),
    ),
    "lambda_k is the largest of the eigenvalues (0 where a head has learned one), in any dimension",
)
define(
    "attention.maximum",
    ("U_star",),
    both(
        forall(
            lambda v: forall(
                lambda Q: forall(
                    lambda K: implies(on_sphere(v, Q, K), le(utility(v, Q, K), U_star)), VECTOR
                ),
                VECTOR,
            )
        ),
        exists(
            lambda v: exists(
                lambda Q: exists(
                    lambda K: both(on_sphere(v, Q, K), eq(utility(v, Q, K), U_star)), VECTOR
                ),
                VECTOR,
            )
        ),
    ),
    "the largest utility of (v, Q, K) on the unit sphere: none has more, one has it",
)
reads("attention.maximal-utility", "attention.spectrum", "attention.maximum")


# --- at a given V, and at a maximiser -------------------------------------------------------------

V_i, best_at_V, lam_after, Q_k, K_k, U_peak = map(
    var, ("V_i", "best_at_V", "lam_after", "Q_k", "K_k", "U_peak")
)
define(
    "attention.best-at-value",
    ("best_at_V",),
    both(
        forall(
            lambda Q: forall(
                lambda K: implies(on_sphere(V_i, Q, K), le(utility(V_i, Q, K), best_at_V)), VECTOR
            ),
            VECTOR,
        ),
        exists(
            lambda Q: exists(
                lambda K: both(on_sphere(V_i, Q, K), eq(utility(V_i, Q, K), best_at_V)), VECTOR
            ),
            VECTOR,
        ),
    ),
    "the largest utility of (V, Q, K) on the unit sphere at this V: none has more, one has it",
)
reads("attention.rayleigh", "attention.spectrum", "attention.best-at-value")
define(
    "attention.next-eigenvalue",
    ("lam_after",),
    forall(
        lambda j: implies(
            le(1, j), le(j, modes), negation(eq(j, top)), le(eigenvalue(j), lam_after)
        ),
        INT,
    ),
    "no eigenvalue but lambda_k exceeds lambda_{k+1}",
)
define(
    "attention.maximiser",
    ("V_i", "Q_k", "K_k"),
    exists(
        lambda Q: exists(
            lambda K: both(
                on_sphere(V_i, Q, K),
                eq(Q_k, Q(top)),
                eq(K_k, K(top)),
                forall(
                    lambda v: forall(
                        lambda q: forall(
                            lambda k: implies(
                                on_sphere(v, q, k), le(utility(v, q, k), utility(V_i, Q, K))
                            ),
                            VECTOR,
                        ),
                        VECTOR,
                    )
                ),
            ),
            VECTOR,
        ),
        VECTOR,
    ),
    "a point (V, Q, K) of the unit sphere where no other has more utility: V, and the components "
    "of Q and K along v_k",
)
reads(
    "attention.maximiser",
    "attention.spectrum",
    "attention.next-eigenvalue",
    "attention.maximiser",
)

V_local, Q_local, K_local = (
    var("V_local"),
    function("Q_local", INT, REAL),
    function("K_local", INT, REAL),
)


def distance(v, Q, K):
    """The squared distance of (v, Q, K) from the point (V_local, Q_local, K_local)."""
    queries = over_modes(lambda j: (Q(j) - Q_local(j)) ** 2)
    return (v - V_local) ** 2 + queries + over_modes(lambda j: (K(j) - K_local(j)) ** 2)


define(
    "attention.local-maximum",
    ("U_peak", "V_local", "Q_local", "K_local"),
    both(
        on_sphere(V_local, Q_local, K_local),
        eq(U_peak, utility(V_local, Q_local, K_local)),
        exists(
            lambda radius: both(
                lt(0, radius),
                forall(
                    lambda v: forall(
                        lambda Q: forall(
                            lambda K: implies(
                                on_sphere(v, Q, K),
                                lt(distance(v, Q, K), radius),
                                le(utility(v, Q, K), U_peak),
                            ),
                            VECTOR,
                        ),
                        VECTOR,
                    )
                ),
            )
        ),
    ),
    "the utility at a point of the unit sphere that no point of it near by exceeds",
)
reads("attention.no-other-maxima", "attention.spectrum", "attention.local-maximum")


def register_functions() -> None:
    """The letters of a dormant head, and the sorts of its functions."""
    from theory.attention import cost_minimisation
    from theory.attention import dormant as claims
    from theory.attention import model as model_claims
    from theory.attention.letters import (
        blow_up,
        dormant,
        gradient,
        initial_scale,
        limit,  # they enter definitions
        model,
        orbit,
        race,
        scaled,
        slice,
    )

    FUNCTIONS.update(
        {
            claims.mu_of: dormant.mu.sort,
            claims.plus_of: dormant.plus_of.sort,
            claims.minus_of: dormant.minus_of.sort,
            cost_minimisation.lam_of: gradient.eigenvalue.sort,
            model_claims.value_of: model.values.sort,
            model_claims.key_of: model.key_response.sort,
            model_claims.query_of: model.query_response.sort,
        }
    )
