"""The full formula over the population, in the kernel: its prediction at every point,
its slopes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.attention.kernel_proofs.formula.gradient import slope_of_loss
from theory.attention.kernel_proofs.formula.model import one_head
from theory.attention.kernel_proofs.script import defined
from theory.attention.letters.data import points, target, weight, x
from theory.attention.letters.model import (
    LAST,
    N,
    X,
    d,
    full_K,
    full_Q,
    full_V,
    heads,
    key_response,
    label,
    query_response,
    sample,
    values,
)
from theory.attention.letters.slice import full, token
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    instantiate,
    reflexive,
)
from theory.proof.sums.any_range import scaled
from theory.proof.sums.finite import sum_of, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    combine,
    conjuncts,
    everywhere,
    filled,
    fresh,
    given,
    lam,
    parts,
    total,
)
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    apply,
    eq,
    le,
    opened,
    var,
)

W = var("w'", INT)


def key(h: Term, w: Term) -> Term:
    """sum_n y_n x_n^T K_h at a point."""
    return total(1, N, lambda n: target(n, w) * along_key(h, n, w))


def along_key(h: Term, n: Term, w: Term) -> Term:
    """x_n^T K_h at a point."""
    return total(1, d, lambda a: x(n, a, w) * full_K(h, a))


def query(h: Term, w: Term) -> Term:
    """Q_h^T x_{N+1} at a point."""
    return total(1, d, lambda a: full_Q(h, a) * x(LAST, a, w))


def at_point(theorem: Theorem, w: Term, where: tuple) -> Theorem:
    """A theorem about one prompt X, at the prompt of a point of the population."""
    (prompts,) = defined("attention.prompts")
    tokens = DEFINITIONS["attention.tokens"].statement
    responses = DEFINITIONS["attention.responses"].statement
    theorem = discharge(tokens, discharge(responses, theorem))
    table = {
        X: lam(lambda i, n: token(i, n, w), INT, INT),
        sample: lam(lambda n, a: x(n, a, w), INT, INT),
        label: lam(lambda n: target(n, w), INT),
        key_response: lam(lambda h: key(h, w), INT),
        query_response: lam(lambda h: query(h, w), INT),
    }
    theorem = filled(theorem, table)
    h = fresh(INT, "h")
    same = conjoin(reflexive(key(h, w)), reflexive(query(h, w)))
    named = everywhere(h, same, le(1, h), le(h, heads))
    return given(theorem, at(prompts, w, *where), named)


def model_facts(h: Term, where: tuple) -> list[Theorem]:
    """What is 0 in head h: the slices."""
    (slices,) = defined("attention.slices")
    whole = at(slices, h, *where)
    return conjuncts(whole)


@cache
def _prediction() -> Theorem:
    """The full prediction at a point W is sum_h V_h key query, once for all points."""
    where = assume(le(1, W)), assume(le(W, points))
    nothing = parts(at(defined("attention.prompts")[0], W, *where))[-1]
    raw = full(full_V, full_K, full_Q, W).args[1]
    each = summand_equal(
        lam(lambda h: opened_sum(raw, h), INT),
        lam(lambda h: values(h) * key(h, W) * query(h, W), INT),
        1,
        heads,
        lambda h, low, high: at_point(one_head(h, low, high), W, where),
    )
    goal = eq(full(full_V, full_K, full_Q, W), reduced(W))
    found = combine(goal, (1, nothing), (1, each))
    return discharge(le(1, W), discharge(le(W, points), found))


def prediction(w: Term, where: tuple) -> Theorem:
    """The full prediction at a point: sum_h V_h key query."""
    return given(instantiate(_prediction(), W, w), *where)


def opened_sum(whole: Term, h: Term) -> Term:
    """The summand of a sum at h."""
    return opened(whole, (h,))


def reduced(w: Term) -> Term:
    """sum_h V_h key query."""
    return total(1, heads, lambda h: values(h) * key(h, w) * query(h, w))


def nothing_at_all(summand: Term, vanishes: Callable) -> Theorem:
    """The sum over all points is 0, where vanishes(w, ...) says so of its summand."""
    none = lam(lambda w: ZERO * w, INT)
    same = summand_equal(
        summand,
        none,
        1,
        points,
        lambda w, *where: combine(
            eq(apply(summand, (w,)), apply(none, (w,))), (1, vanishes(w, *where))
        ),
    )
    out = scaled(ZERO, lam(lambda w: w, INT), 1, points)
    return combine(eq(sum_of(summand, 1, points), 0), (1, same), (1, out))


def no_correlation(change: Callable, plain: Callable, rewrite: Callable, facts) -> Theorem:
    """E[(y - prediction) change] = 0, where rewrite(w, ...) says what the change is at a point."""
    odd = defined("attention.odd-moments")
    summand = lam(
        lambda w: weight(w) * ((target(LAST, w) - full(full_V, full_K, full_Q, w)) * change(w)),
        INT,
    )
    short = lam(lambda w: weight(w) * ((target(LAST, w) - reduced(w)) * plain(w)), INT)

    def proof_at(w, *where):
        first, second = prediction(w, where), rewrite(w, where)
        left, right = apply(summand, (w,)), apply(short, (w,))
        return combine(
            eq(left, right),
            (weight(w) * change(w), first),
            (weight(w) * (target(LAST, w) - reduced(w)), second),
        )

    same = summand_equal(summand, short, 1, points, proof_at)
    zero = same_sums(eq(sum_of(short, 1, points), 0), *odd, facts=facts)
    return combine(eq(sum_of(summand, 1, points), 0), (1, same), (1, zero))


def residual(w: Term) -> Term:
    """y - prediction, by the full formula."""
    return target(LAST, w) - full(full_V, full_K, full_Q, w)


def flat(known: Theorem, change: Callable, moved: Callable, zero: Theorem, facts) -> Theorem:
    """The slope that ``known`` names is -E[(y - prediction) change] = 0."""

    def rewrite(t, w):
        raw = full(full_V, full_K, full_Q, w).args[1]
        goal = eq(moved(t, w).args[1], raw + t * change(w))
        return same_sums(goal, facts=facts)

    slope = slope_of_loss(known, residual, change, rewrite)
    return combine(eq(slope.conclusion.args[0], 0), (1, slope), (1, zero))
