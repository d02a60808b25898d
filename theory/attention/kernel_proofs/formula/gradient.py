"""Losses of several heads and their gradients, in the kernel, for any number of heads."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.attention.kernel_proofs.formula.moments import (
    K,
    L,
    Q,
    R,
    by_moments,
    form,
    moments,
    of_outputs,
    of_target,
    of_target_and_output,
    square_form,
)
from theory.attention.kernel_proofs.heads_learned.learning import (
    OF_TARGET,
    G,
    Y,
    actual,
    basis,
    direction,
    for_all_in_range,
    gain,
    gains,
    level_value,
    overlaps,
    slope_by,
    spread,
)
from theory.attention.kernel_proofs.heads_learned.learning import size as spread_letter
from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.letters.data import (
    HALF,
    LAST,
    N,
    Sigma,
    d,
    eigenvalue,
    mean,
    output,
    target,
    trace,
    unit,
    vector,
)
from theory.attention.letters.gradient import (
    L_A,
    L_W,
    K_j,
    L_sum,
    Q_j,
    V_h,
    active,
    along,
    chosen,
    grad_Q_alone,
    heads,
    keys,
    lam_j,
    linear_term,
    quad_1,
    quad_2,
    queries,
    response,
    size,
    value,
)
from theory.attention.letters.learning import magnitude, squared
from theory.proof.lemmas.inner_products import within
from theory.proof.rules import Theorem, assume, discharge, instantiate, reflexive
from theory.proof.sums.any_range import added as any_added
from theory.proof.sums.any_range import scaled as any_scaled
from theory.proof.sums.finite import constant_sum, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    combine,
    fact,
    fresh,
    given,
    lam,
    put,
    ring,
    total,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    apply,
    eq,
    function,
    le,
    lt,
    make,
    num,
    opened,
    var,
)

HEADS = assume(lt(0, N))


# --- the population loss --------------------------------------------------------------------------


def query_of(h: Term) -> Term:
    """Q_h, as a function of the component."""
    return lam(lambda a: queries(h, a), INT)


def key_of(h: Term) -> Term:
    """K_h, as a function of the component."""
    return lam(lambda a: keys(h, a), INT)


F = function("F'", INT, INT, REAL)
b_, s_ = function("b'", INT, REAL), function("s'", INT, INT, REAL)


def _multiplied_out() -> Theorem:
    """E[(y - sum_h V_h f_h)^2]/2 = tr/2 - sum_h V_h b_h + sum_h sum_l V_h V_l s_hl/2, where E[f_h
    f_l] = s_hl, E[y f_h] = b_h and E[y^2] = tr.
    """
    given_target = eq(mean(lambda w: Y(w) ** 2), trace)
    given_first = within(1, heads, lambda h: eq(mean(lambda w: Y(w) * F(h, w)), b_(h)))
    given_second = within(
        1,
        heads,
        lambda h: within(1, heads, lambda l: eq(mean(lambda w: F(h, w) * F(l, w)), s_(h, l))),
    )
    whole = mean(lambda w: HALF * (Y(w) - total(1, heads, lambda h: value(h) * F(h, w))) ** 2)
    expanded = (
        HALF * trace
        - total(1, heads, lambda h: value(h) * b_(h))
        + HALF
        * total(1, heads, lambda h: total(1, heads, lambda l: value(h) * value(l) * s_(h, l)))
    )
    premises = (given_target, given_first, given_second)
    theorem = same_sums(eq(whole, expanded), *(assume(one) for one in premises))
    for one in premises:
        theorem = discharge(one, theorem)
    return theorem


@proof("attention.population-loss")
def population_loss() -> Theorem:
    """The square multiplied out: E[y^2], E[y f_h] and E[f_h f_l] of all heads."""
    (named,) = defined("attention.population-loss")
    traces = defined("attention.traces")
    query, key = query_of, key_of

    def first_value(h):
        return N * square_form(query(h), key(h))

    def second_value(h, l):
        inner = N * trace * form(key(h), key(l)) + N * (N + 1) * square_form(key(h), key(l))
        return form(query(h), query(l)) * inner

    theorem = instantiate(
        _multiplied_out(),
        *(Y, lam(lambda w: target(LAST, w), INT)),
        *(F, lam(lambda h, w: output(query(h), key(h), w), INT, INT)),
        *(b_, lam(first_value, INT)),
        *(s_, lam(second_value, INT, INT)),
    )
    h, l = fresh(INT, "h"), fresh(INT, "l")
    inside = [assume(one) for one in (le(1, h), le(h, heads), le(1, l), le(l, heads))]
    gained = instantiate(of_target_and_output(), Q, query(h), K, key(h))
    overlap = instantiate(of_outputs(), Q, query(h), K, key(h), R, query(l), L, key(l))
    theorem = given(
        theorem,
        for_all_in_range((h, l), overlap, inside),
        for_all_in_range((h,), gained, inside[:2]),
        of_target(),
    )
    goal = eq(
        theorem.conclusion.args[1],
        HALF * trace
        - N * traces[0].conclusion.args[1]
        + HALF
        * (N * trace * traces[1].conclusion.args[1] + N * (N + 1) * traces[2].conclusion.args[1]),
    )
    collected = same_sums(goal, moments()[1])
    return combine(
        eq(
            L_W,
            HALF * trace - N * linear_term + HALF * (N * trace * quad_1 + N * (N + 1) * quad_2),
        ),
        (1, named),
        (1, theorem),
        (1, collected),
        (N, traces[0]),
        (HALF * N * trace, traces[1]),
        (HALF * N * (N + 1), traces[2]),
    )


# --- heads along eigenvectors, with any magnitudes ------------------------------------------------


@proof("attention.decoupled-loss")
def decoupled_loss() -> Theorem:
    """No two of the heads overlap, so each takes its own part off tr/2."""
    low, high, whole, alone = defined("attention.active-losses")
    together = given(
        put(
            instantiate(level_value(), magnitude, lam(lambda h: size(h), INT)),
            **{"m'": active},
        ),
        high,
    )
    taken = lam(lambda h: size(h) * (N * eigenvalue(h) ** 2) - HALF * size(h) ** 2 * spread(h), INT)
    each = summand_equal(
        lam(lambda h: squared(lambda w: target(LAST, w) - size(h) * unit(h, w)), INT),
        lam(lambda h: HALF * trace + -1 * taken(h), INT),
        1,
        active,
        lambda h, h_low, h_high: alone_at(h, h_low, bound(le(h, d), (), [[h_high], [high]])),
    )
    split = any_added(
        lam(lambda h: HALF * trace, INT), lam(lambda h: -1 * taken(h), INT), 1, active
    )
    flat = constant_sum(HALF * trace, 1, active, bound(le(1, active + 1), (), [[low]]))
    return combine(
        eq(L_A, L_sum - (active - 1) * HALF * trace),
        (1, whole),
        (1, together),
        (1, alone),
        (1, each),
        (1, split),
        (1, flat),
        (1, any_scaled(num(-1), taken, 1, active)),
    )


@cache
def _alone() -> Theorem:
    """The loss of c g_h: tr/2 - (c b_h - c^2 s_h/2), for responses as letters."""
    h, c = var("h'", INT), var("c'")
    premises = (
        OF_TARGET,
        eq(mean(lambda w: Y(w) * G(h, w)), gain(h)),
        eq(mean(lambda w: G(h, w) * G(h, w)), spread_letter(h)),
    )
    part = mean(lambda w: HALF * (Y(w) - c * G(h, w)) ** 2)
    goal = eq(part, HALF * trace - (c * gain(h) - HALF * c**2 * spread_letter(h)))
    theorem = same_sums(goal, *map(assume, premises))
    for one in premises:
        theorem = discharge(one, theorem)
    return actual(theorem)


def alone_at(h: Term, low: Theorem, high: Theorem) -> Theorem:
    """The loss of the head size(h) g_h alone."""
    pair = at(overlaps(), h, low, high, h, low, high)
    itself = ring(eq(pair.conclusion.args[0], spread(h)), pair, same_index(h))
    theorem = put(_alone(), **{"h'": h, "c'": size(h)})
    return given(theorem, itself, at(gains(), h, low, high), of_target())


def same_index(h: Term) -> Theorem:
    """delta_hh = 1."""
    return fact("ite-true", reflexive(h), P=eq(h, h), z=ONE, w=ZERO)


# --- the slope of a squared residual --------------------------------------------------------------

r, change = function("r'", INT, REAL), function("c'", INT, REAL)


@cache
def _square() -> Theorem:
    """E[(r - t c)^2]/2 = E[r^2]/2 - t E[r c] + t^2 E[c^2]/2."""
    t = var("t'")
    return same_sums(
        eq(
            mean(lambda w: HALF * (r(w) - t * change(w)) ** 2),
            mean(lambda w: HALF * r(w) ** 2)
            - t * mean(lambda w: r(w) * change(w))
            + HALF * t**2 * mean(lambda w: change(w) ** 2),
        )
    )


def slope_of_loss(
    known: Theorem, residual: Callable, moved: Callable, rewrite: Callable
) -> Theorem:
    """What ``known`` calls the slope at 0 is -E[r c].

    rewrite(t, w) shows what the residual at t is: r(w) - t c(w).
    """
    slope, body = known.conclusion.args[3:]
    letters = (r, lam(residual, INT), change, lam(moved, INT))
    correlation = mean(lambda w: residual(w) * moved(w))
    parabola = lam(
        lambda t: squared(residual) - t * correlation + HALF * t**2 * mean(lambda w: moved(w) ** 2)
    )

    def proof_at(t):
        whole = apply(make("lam", (REAL,), (body,)), (t,))
        split = put(instantiate(_square(), *letters), **{"t'": t})
        same = summand_equal(
            lam(lambda w: opened(whole, (w,)), INT),
            lam(lambda w: opened(split.conclusion.args[0], (w,)), INT),
            1,
            whole.args[1],
            lambda w, *_: ring(
                eq(opened(whole, (w,)), opened(split.conclusion.args[0], (w,))), rewrite(t, w)
            ),
        )
        return combine(eq(whole, apply(parabola, (t,))), (1, same), (1, split))

    return slope_by(known, parabola, -correlation, proof_at)


# --- one head with any query and key --------------------------------------------------------------


def response_value(keyed: Term, bracket: Term, factor: Term) -> Theorem:
    """The response is V^2 (N tr K^T Sigma K + N (N + 1) K^T Sigma^2 K): V^2 times the bracket."""
    (named,) = defined("attention.response")
    (traced,) = defined("attention.trace")
    inner = total(1, d, lambda a: Sigma(a, a))
    second = by_moments(
        eq(
            named.conclusion.args[1],
            factor**2 * (N * inner * form(keyed, keyed) + N * (N + 1) * square_form(keyed, keyed)),
        )
    )
    return combine(
        eq(response, factor**2 * bracket),
        (1, named),
        (1, second),
        (factor**2 * N * form(keyed, keyed), traced),
    )


@proof("attention.gradient")
def gradient() -> Theorem:
    """-E[(y - f_h) V sum_n y_n x_n^T K v_j^T x_{N+1}], by the moments."""
    (known,) = defined("attention.gradient-alone")
    low, high, sized, query_j, key_j, value_j = defined("attention.head-and-component")
    mine, keyed, v = query_of(chosen), key_of(chosen), direction(along)
    factor, top = value(chosen), eigenvalue(along)

    def rewrite(t, w):
        moved = output(lambda a: queries(chosen, a) + t * vector(along, a), keyed, w)
        return same_sums(eq(moved, output(mine, keyed, w) + t * output(v, keyed, w)))

    slope = slope_of_loss(
        known,
        lambda w: target(LAST, w) - factor * output(mine, keyed, w),
        lambda w: factor * output(v, keyed, w),
        rewrite,
    )
    inside = [low, high]
    gained = instantiate(of_target_and_output(), Q, v, K, keyed)
    overlap = instantiate(of_outputs(), Q, mine, K, keyed, R, v, L, keyed)
    split = same_sums(
        eq(
            -slope.conclusion.args[1],
            factor * gained.conclusion.args[0] - factor**2 * overlap.conclusion.args[0],
        )
    )
    bracket = overlap.conclusion.args[1].args[1]
    values = [
        same_sums(
            eq(square_form(v, keyed), top**2 * key_j.conclusion.args[1]), *basis(), facts=inside
        ),
        same_sums(eq(form(mine, v), top * query_j.conclusion.args[1]), *basis(), facts=inside),
    ]
    responded = response_value(keyed, bracket, factor)
    plain = combine(
        eq(
            grad_Q_alone,
            response * top * query_j.conclusion.args[1]
            - N * factor * top**2 * key_j.conclusion.args[1],
        ),
        (1, slope),
        (1, split),
        (factor, gained),
        (N * factor, values[0]),
        (factor**2, overlap),
        (factor**2 * bracket, values[1]),
        (top * query_j.conclusion.args[1], responded),
    )
    goal = eq(grad_Q_alone, response * lam_j * Q_j - N * V_h * lam_j**2 * K_j)
    return ring(goal, plain, sized, query_j, key_j, value_j)
