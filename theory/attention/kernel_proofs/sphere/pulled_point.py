"""The point (u, g (Q + y v_k), g (K + sigma y v_k)) beside (V, Q, K): its norm, how far away it is,
and its Q^T M K, for any number of directions.
"""

from __future__ import annotations

from functools import cache

from theory.attention.kernel_proofs.script import defined
from theory.attention.kernel_proofs.sphere.steps_up import g_
from theory.attention.letters import (
    K_local,
    Q_local,
    V_local,
    distance,
    eigenvalue,
    lam_k,
    over_modes,
    top,
)
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.any_range import delta
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import combine, filled, given, lam, ring
from theory.proof.terms import INT, Term, eq, num, substituted, var

sigma_, y_, u_ = map(var, ("sigma'", "y'", "u'"))
QUERIES, KEYS = over_modes(lambda j: Q_local(j) ** 2), over_modes(lambda j: K_local(j) ** 2)
REST = QUERIES + KEYS
OVERLAP = over_modes(lambda j: eigenvalue(j) ** 2 * Q_local(j) * K_local(j))


def along(sigma) -> Term:
    """P = v_k^T (Q + sigma K)."""
    return Q_local(top) + sigma * K_local(top)


def pulled() -> tuple[Term, Term]:
    """g (Q + y v_k) and g (K + sigma y v_k)."""
    return (
        lam(lambda j: g_ * (Q_local(j) + y_ * delta(j, top)), INT),
        lam(lambda j: g_ * (K_local(j) + sigma_ * y_ * delta(j, top)), INT),
    )


@cache
def moved() -> tuple[Theorem, Theorem, Theorem]:
    """Norm, distance and Q^T M K of the point, where sigma^2 = 1."""
    first, last, named, _ = defined("attention.spectrum")
    sign = assume(eq(sigma_**2, 1))
    Q, K = pulled()
    rise = y_ * along(sigma_)
    whole, facts = REST + 2 * rise + (1 + sigma_**2) * y_**2, [first, last]
    size = same_sums(
        eq(over_modes(lambda j: Q(j) ** 2) + over_modes(lambda j: K(j) ** 2), g_**2 * whole),
        facts=facts,
    )
    gap = distance(u_, Q, K)
    away = same_sums(
        eq(gap, (u_ - V_local) ** 2 + g_**2 * whole - 2 * g_ * (REST + rise) + REST), facts=facts
    )
    product = over_modes(lambda j: eigenvalue(j) ** 2 * Q(j) * K(j))
    top_square = eigenvalue(top) ** 2
    gain = same_sums(
        eq(
            product,
            g_**2
            * (
                OVERLAP
                + top_square * y_ * (K_local(top) + sigma_ * Q_local(top))
                + sigma_ * top_square * y_**2
            ),
        ),
        facts=facts,
    )
    flat = REST + 2 * (rise + y_**2)
    return (
        combine(eq(size.conclusion.args[0], g_**2 * flat), (1, size), (g_**2 * y_**2, sign)),
        combine(
            eq(gap, (u_ - V_local) ** 2 + g_**2 * flat - 2 * g_ * (REST + rise) + REST),
            (1, away),
            (g_**2 * y_**2, sign),
        ),
        ring(
            eq(product, g_**2 * (OVERLAP + sigma_ * lam_k**2 * (rise + y_**2))), gain, named, sign
        ),
    )


def moved_to(sigma: int, y: Term, g: Term, u: Term) -> tuple[list[Term], list[Theorem]]:
    """The vectors of the point with these numbers, and its norm, distance and Q^T M K; sigma is 1
    or -1.
    """
    values = {sigma_: num(sigma), y_: y, g_: g, u_: u}
    sign = combine(eq(num(sigma) ** 2, 1))
    shown = [given(filled(discharge(eq(sigma_**2, 1), one), values), sign) for one in moved()]
    return [substituted(part, values) for part in pulled()], shown
