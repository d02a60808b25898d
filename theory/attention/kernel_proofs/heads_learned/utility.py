"""The utility of a dormant head beside heads that have learned eigenvectors, in the kernel."""

from __future__ import annotations

from functools import cache

from theory.attention.kernel_proofs.formula.moments import (
    K,
    L,
    Q,
    R,
    form,
    of_outputs,
    of_target_and_output,
    square_form,
)
from theory.attention.kernel_proofs.heads_learned.learning import (
    at_head,
    at_k,
    basis,
    best,
    direction,
    positive_parts,
)
from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.letters.data import (
    LAST,
    N,
    d,
    eigenvalue,
    k,
    mean,
    points,
    target,
    trace,
    unit,
    vector,
    weight,
)
from theory.attention.letters.learning import (
    QSSK,
    A_h,
    K_h,
    Q_h,
    U,
    V,
    captured,
    cross,
    head,
    key,
    lam_h,
    learned,
    magnitude,
    own,
    query,
)
from theory.proof.lemmas.inner_products import dot
from theory.proof.rules import Theorem, instantiate
from theory.proof.sums.any_range import scaled as any_scaled
from theory.proof.sums.finite import empty, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    bound,
    combine,
    inverse,
    lam,
    ring,
    substitute,
    total,
)
from theory.proof.terms import INT, ONE, REAL, Term, eq, function, le, num

QUERY, KEY = lam(lambda a: query(a), INT), lam(lambda a: key(a), INT)


def along_query(h: Term) -> Term:
    """v_h^T Q."""
    return dot(lambda a: vector(h, a), query, d)


def along_key(h: Term) -> Term:
    """v_h^T K."""
    return dot(lambda a: vector(h, a), key, d)


@cache
def of_target_and_own() -> Theorem:
    """E[y f_i] = N V Q^T Sigma^2 K."""
    plain = instantiate(of_target_and_output(), Q, QUERY, K, KEY)
    out = same_sums(
        eq(mean(lambda w: target(LAST, w) * own(w)), V * plain.conclusion.args[0]),
    )
    (named,) = defined("attention.overlap")
    goal = eq(out.conclusion.args[0], N * V * QSSK)
    return combine(goal, (1, out), (V, plain), (N * V, named))


def of_head_and_own(h: Term, low: Theorem, high: Theorem) -> Theorem:
    """E[g_h f_i] = V lambda_h (N tr lambda_h + N (N + 1) lambda_h^2) (v_h^T Q) (v_h^T K)."""
    v = direction(h)
    plain = instantiate(of_outputs(), Q, v, K, v, R, QUERY, L, KEY)
    inside = [low, high]
    value = eigenvalue(h)
    values = [
        same_sums(eq(form(v, QUERY), value * along_query(h)), *basis(), facts=inside),
        same_sums(eq(form(v, KEY), value * along_key(h)), *basis(), facts=inside),
        same_sums(eq(square_form(v, KEY), value**2 * along_key(h)), *basis(), facts=inside),
    ]
    out = same_sums(eq(mean(lambda w: unit(h, w) * own(w)), V * plain.conclusion.args[0]))
    goal = eq(
        out.conclusion.args[0],
        V
        * (value * along_query(h))
        * (N * trace * (value * along_key(h)) + N * (N + 1) * (value**2 * along_key(h))),
    )
    bracket = plain.conclusion.args[1].args[1]
    return combine(
        goal,
        (1, out),
        (V, plain),
        (V * bracket, values[0]),
        (V * value * along_query(h) * N * trace, values[1]),
        (V * value * along_query(h) * N * (N + 1), values[2]),
    )


def captured_by(h: Term, low: Theorem, high: Theorem) -> Theorem:
    """A_h E[g_h f_i] = N V lambda_h^2 (v_h^T Q) (v_h^T K)."""
    _, above = positive_parts(h, low, high)
    found, size = of_head_and_own(h, low, high), best(h, low, high)
    whole = above.conclusion.args[1]
    rest = N * V * eigenvalue(h) ** 2 * along_query(h) * along_key(h)
    return combine(
        eq(magnitude(h) * found.conclusion.args[0], rest),
        (magnitude(h), found),
        (rest * whole, size),
        (rest, inverse(whole, [above])),
    )


@proof("attention.initial-utility")
def initial_utility() -> Theorem:
    """No head is active before the first jump."""
    (named,) = defined("attention.utility")
    (once,) = defined("attention.first")
    first = substitute(named, once)
    alone = summand_equal(
        lam(lambda w: _residual_times_own(w, num(1) - 1), INT),
        lam(lambda w: weight(w) * (target(LAST, w) * own(w)), INT),
        1,
        points,
        lambda w, *_: ring(
            eq(
                _residual_times_own(w, num(1) - 1),
                weight(w) * (target(LAST, w) * own(w)),
            ),
            empty(lam(lambda h: magnitude(h) * unit(h, w), INT), ONE),
        ),
    )
    return combine(eq(U, N * V * QSSK), (1, first), (1, alone), (1, of_target_and_own()))


def _residual_times_own(w: Term, top: Term) -> Term:
    return weight(w) * ((target(LAST, w) - learned(top, w)) * own(w))


@proof("attention.cross-term")
def cross_term() -> Theorem:
    """The head h has its magnitude; v_h^T Q and v_h^T K are letters."""
    low, high = at_head()
    _, _, size, name = defined("attention.old-head")
    (named,) = defined("attention.cross")
    queries, keys = defined("attention.along")
    out = same_sums(eq(named.conclusion.args[1], A_h * mean(lambda w: unit(head, w) * own(w))))
    found = captured_by(head, low, high)
    plain = combine(
        eq(cross, found.conclusion.args[1]),
        (1, named),
        (1, out),
        (out.conclusion.args[1].args[1], size),
        (1, found),
    )
    return ring(eq(cross, N * V * lam_h**2 * Q_h * K_h), plain, name, queries, keys)


# --- at iteration k -------------------------------------------------------------------------------

Y, F, G = (
    function("Y'", INT, REAL),
    function("F'", INT, REAL),
    function("G'", INT, INT, REAL),
)


@cache
def residual_correlation() -> Theorem:
    """E[(Y - sum_{h<k} A_h G_h) F] = E[Y F] - sum_{h<k} A_h E[G_h F]."""
    return same_sums(
        eq(
            mean(lambda w: (Y(w) - total(1, k - 1, lambda h: magnitude(h) * G(h, w))) * F(w)),
            mean(lambda w: Y(w) * F(w))
            - total(1, k - 1, lambda h: magnitude(h) * mean(lambda w: G(h, w) * F(w))),
        )
    )


@proof("attention.utility")
def utility() -> Theorem:
    """Each active head takes its own part."""
    (named,) = defined("attention.utility")
    (taken,) = defined("attention.captured")
    low, high = at_k()
    split = instantiate(
        residual_correlation(),
        *(Y, lam(lambda w: target(LAST, w), INT)),
        *(F, lam(own, INT)),
        *(G, lam(lambda h, w: unit(h, w), INT, INT)),
    )
    part = lam(
        lambda h: eigenvalue(h) ** 2 * dot(query, lambda a: vector(h, a), d) * along_key(h),
        INT,
    )
    each = summand_equal(
        lam(lambda h: magnitude(h) * mean(lambda w: unit(h, w) * own(w)), INT),
        lam(lambda h: (N * V) * part(h), INT),
        1,
        k - 1,
        lambda h, h_low, h_high: captured_by(h, h_low, bound(le(h, d), (), [[h_high], [high]])),
    )
    out = any_scaled(N * V, part, 1, k - 1)
    return combine(
        eq(U, N * V * (QSSK - captured)),
        (1, named),
        (1, split),
        (1, of_target_and_own()),
        (1, each),
        (1, out),
        (N * V, taken),
    )
