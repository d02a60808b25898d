"""The gradients of heads along eigenvectors, in the kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.attention.kernel_proofs.formula.gradient import slope_of_loss
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
from theory.attention.kernel_proofs.heads_learned.learning import basis, direction, spread
from theory.attention.kernel_proofs.heads_learned.utility import F, G, Y, residual_correlation
from theory.attention.kernel_proofs.script import defined
from theory.attention.letters.data import (
    LAST,
    N,
    d,
    eigenvalue,
    k,
    mean,
    output,
    target,
    trace,
    unit,
)
from theory.attention.letters.gradient import (
    active,
    keys,
    network,
    queries,
    stretch_K,
    stretch_Q,
    turned,
    value,
)
from theory.attention.letters.learning import magnitude
from theory.proof.rules import (
    Theorem,
    algebra,
    assume,
    conjunct,
    instantiate,
)
from theory.proof.sums.any_range import delta
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import normal_sums, same_sums
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    discharged,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    parts,
    ring,
    symmetric,
    total,
)
from theory.proof.terms import INT, ONE, ZERO, Term, bind, eq, le, make, num, var


def size(h: Term) -> Term:
    """V_h q_h k_h, where Q_h = q_h v_h and K_h = k_h v_h."""
    return value(h) * stretch_Q(h) * stretch_K(h)


@cache
def multiples() -> tuple[Theorem, Theorem]:
    """Q_h = q_h v_h and K_h = k_h v_h, component by component, as two rules."""
    *_, both = defined("attention.aligned")
    h, a = fresh(INT, "h"), fresh(INT, "a")
    inside = [assume(one) for one in (le(1, h), le(h, active), le(1, a), le(a, d))]
    pair = parts(at(both, h, *inside[:2], a, *inside[2:]))

    def rule(one):
        inner = everywhere(a, one, *(each.conclusion for each in inside[2:]))
        return everywhere(h, inner, *(each.conclusion for each in inside[:2]))

    return rule(pair[0]), rule(pair[1])


def within_d(h: Term, high: Theorem) -> Theorem:
    """h <= d, from h <= the number of active heads."""
    return bound(le(h, d), (), [[high], [defined("attention.aligned")[1]]])


def residual(w: Term) -> Term:
    """y - sum_i V_i q_i k_i g_i."""
    return target(LAST, w) - total(1, active, lambda i: size(i) * unit(i, w))


def pair_output(p: Term, q: Term, w: Term) -> Term:
    """sum_n y_n x_n^T v_q v_p^T x_{N+1}."""
    return output(direction(p), direction(q), w)


def at_index(j: Term, h: Term) -> list[Theorem]:
    """delta_jh lambda_j = delta_jh lambda_h, for the delta written either way."""
    found = []
    for both in (eq(j, h), eq(h, j)):
        once = make("ite", None, (both, ONE, ZERO))
        goal = eq(once * eigenvalue(j), once * eigenvalue(h))

        def same(equal, goal=goal, both=both):
            there = equal if both.args[0] is j else symmetric(equal)
            on = fact("ite-true", equal, P=both, z=ONE, w=ZERO)
            return ring(goal, on, equal_inside(eigenvalue(j), there))

        def apart(differ, goal=goal, both=both):
            return ring(goal, fact("ite-false", differ, P=both, z=ONE, w=ZERO))

        found.append(by_cases(both, same, apart))
    return found


def same_at_index(goal: Term, j: Term, h: Term, *rules: Theorem, facts) -> Theorem:
    """An equation between nested sums in which delta_jh turns lambda_j into lambda_h."""
    left, right = (normal_sums(side, *rules, facts=facts) for side in goal.args)
    turns = at_index(j, h) if j is not h else []
    same = ring(eq(left.conclusion.args[1], right.conclusion.args[1]), *turns)
    return algebra(goal, (ONE, left), (ONE, same), (num(-1), right))


def _overlap(
    p: Term, q: Term, facts: list[Theorem], i: Term, low: Theorem, high: Theorem
) -> Theorem:
    """size_i E[O(i, i) O(p, q)] = size_i delta_ip lambda_p N (tr delta_iq lambda_q + (N + 1)
    delta_iq lambda_q^2), i <= active.
    """
    v = direction(i)
    found = instantiate(of_outputs(), Q, v, K, v, R, direction(p), L, direction(q))
    known = [*facts, low, within_d(i, high)]
    forms = [
        same_at_index(eq(one, delta(i, m) * eigenvalue(m) ** e), i, m, *basis(), facts=known)
        for one, m, e in (
            (form(v, direction(p)), p, 1),
            (form(v, direction(q)), q, 1),
            (square_form(v, direction(q)), q, 2),
        )
    ]
    bracket = found.conclusion.args[1].args[1]
    goal = eq(
        size(i) * found.conclusion.args[0],
        size(i) * (delta(i, p) * eigenvalue(p)) * (N * trace * (delta(i, q) * eigenvalue(q)))
        + size(i)
        * (delta(i, p) * eigenvalue(p))
        * (N * (N + 1) * (delta(i, q) * eigenvalue(q) ** 2)),
    )
    outer = size(i) * delta(i, p) * eigenvalue(p) * N
    return combine(
        goal,
        (size(i), found),
        (size(i) * bracket, forms[0]),
        (outer * trace, forms[1]),
        (outer * (N + 1), forms[2]),
    )


def left_of_residual(p: Term, q: Term, h: Term, facts: list[Theorem]) -> Theorem:
    """E[r O(p, q)] = delta_pq (N lambda_h^2 - V_h q_h k_h s_h), where p or q is h <= active."""
    gained = instantiate(of_target_and_output(), Q, direction(p), K, direction(q))
    j = q if p is h else p
    first = same_at_index(
        eq(square_form(direction(p), direction(q)), delta(p, q) * eigenvalue(h) ** 2),
        j,
        h,
        *basis(),
        facts=facts,
    )

    def overlap(i, low, high):
        return _overlap(p, q, facts, i, low, high)

    split = instantiate(
        residual_correlation(),
        *(k, active + 1),
        *(magnitude, lam(size, INT)),
        *(Y, lam(lambda w: target(LAST, w), INT)),
        *(F, lam(lambda w: pair_output(p, q, w), INT)),
        *(G, lam(lambda i, w: unit(i, w), INT, INT)),
    )
    terms = lam(lambda i: size(i) * mean(lambda w: unit(i, w) * pair_output(p, q, w)), INT)
    i = fresh(INT, "i")
    shape = overlap(i, assume(le(1, i)), assume(le(i, active))).conclusion.args[1]
    values = bind("lam", i, shape)
    each = summand_equal(terms, values, 1, active, overlap)
    rest = size(h) * spread(h)
    last = same_at_index(
        eq(total(1, active, lambda i: values(i)), delta(p, q) * rest), j, h, facts=facts
    )
    return combine(
        eq(
            mean(lambda w: residual(w) * pair_output(p, q, w)),
            delta(p, q) * (N * eigenvalue(h) ** 2 - rest),
        ),
        (1, split),
        (1, gained),
        (N, first),
        (1, each),
        (1, last),
    )


# --- the slopes -----------------------------------------------------------------------------------


def short(h: Term) -> Term:
    """N lambda_h^2 - V_h q_h k_h s_h, which is 0 at the best magnitude."""
    return N * eigenvalue(h) ** 2 - size(h) * spread(h)


def facts_at(j: Term, h: Term, where: tuple) -> list[Theorem]:
    """What is known of j from 1 to d and of the active head h."""
    j_low, j_high, h_low, h_high = where
    return [j_low, j_high, h_low, h_high, within_d(h, h_high)]


def _slope(
    known: Theorem, factor: Term, p: Term, q: Term, h: Term, facts, body: Callable
) -> Theorem:
    """The slope that ``known`` names is -c delta_pq (N lambda_h^2 - V_h q_h k_h s_h).

    body(t, w) is the prediction at t, which is sum_i V_i q_i k_i g_i + t c O(p, q).
    """

    def rewrite(t, w):
        plain = total(1, active, lambda i: size(i) * unit(i, w))
        goal = eq(body(t, w), plain + t * factor * pair_output(p, q, w))
        return same_sums(goal, *multiples(), facts=facts)

    slope = slope_of_loss(known, residual, lambda w: factor * pair_output(p, q, w), rewrite)
    out = same_sums(
        eq(-slope.conclusion.args[1], factor * mean(lambda w: residual(w) * pair_output(p, q, w)))
    )
    found = left_of_residual(p, q, h, facts)
    goal = eq(slope.conclusion.args[0], -(factor * (delta(p, q) * short(h))))
    return combine(goal, (1, slope), (1, out), (factor, found))


HEAD, ALONG = var("h'", INT), var("j'", INT)
RANGES = (le(1, ALONG), le(ALONG, d), le(1, HEAD), le(HEAD, active))


@cache
def _component(query: bool) -> Theorem:
    """The slope in Q_h (or K_h) along v_j, once for all j and h."""
    (every,) = defined("attention.gradients")
    h, j = HEAD, ALONG
    where = tuple(map(assume, RANGES))
    _, slopes = every_at(every, h, *where[2:])
    known = parts(at(slopes, j, *where[:2]))[0 if query else 1]
    facts = facts_at(j, h, where)
    if query:
        found = _slope(
            known,
            value(h) * stretch_K(h),
            *(j, h, h),
            facts,
            lambda t, w: network(active, value, turned(queries, h, j, t), keys, w),
        )
    else:
        found = _slope(
            known,
            value(h) * stretch_Q(h),
            *(h, j, h),
            facts,
            lambda t, w: network(active, value, queries, turned(keys, h, j, t), w),
        )
    return discharged(found, *RANGES)


def in_query(h: Term, j: Term, where: tuple) -> Theorem:
    """dL/dQ_h along v_j = -V_h k_h delta_jh (...)."""
    return given(instantiate(_component(True), HEAD, h, ALONG, j), *where)


def in_key(h: Term, j: Term, where: tuple) -> Theorem:
    """dL/dK_h along v_j = -V_h q_h delta_hj (...)."""
    return given(instantiate(_component(False), HEAD, h, ALONG, j), *where)


def in_value(h: Term, low: Theorem, high: Theorem) -> Theorem:
    """dL/dV_h = -q_h k_h (...)."""
    (every,) = defined("attention.gradients")
    known, _ = every_at(every, h, low, high)
    top = within_d(h, high)
    return _slope(
        known,
        stretch_Q(h) * stretch_K(h),
        *(h, h, h),
        [low, high, top],
        lambda t, w: network(active, lambda i: value(i) + t * delta(i, h), queries, keys, w),
    )


def every_at(every: Theorem, h: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Theorem]:
    """The slope in V_h, and those in Q_h and K_h along every v_j."""
    both = at(every, h, low, high)
    first, second = both.conclusion.args
    return conjunct(both, first), conjunct(both, second)
