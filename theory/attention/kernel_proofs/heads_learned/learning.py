"""What heads along eigenvectors learn, in the kernel: magnitudes, levels, the utility
of another.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.attention.kernel_proofs.formula.moments import (
    K,
    L,
    Q,
    R,
    form,
    moments,
    of_outputs,
    of_target,
    of_target_and_output,
    square_form,
)
from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.letters.data import (
    HALF,
    LAST,
    N,
    d,
    eigenvalue,
    k,
    lam_k,
    mean,
    target,
    trace,
    unit,
    vector,
)
from theory.attention.letters.learning import A_h, A_k, curvature, head, lam_h, level, magnitude
from theory.proof.lemmas import inv
from theory.proof.lemmas.inner_products import within
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import Theorem, assume, discharge, instantiate, reflexive
from theory.proof.sums.any_range import delta
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    derivative,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    one_slope,
    parts,
    put,
    ring,
    slope_of_same,
    total,
    with_slope,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    eq,
    function,
    le,
    lt,
    make,
    negation,
    var,
)

HEADS = assume(lt(0, N))


def spread(h: Term) -> Term:
    """E[g_h^2] = N lambda_h^2 (tr Sigma + (N + 1) lambda_h)."""
    return N * eigenvalue(h) ** 2 * (trace + (N + 1) * eigenvalue(h))


def direction(h: Term) -> Term:
    """v_h, as a function of the component."""
    return lam(lambda a: vector(h, a), INT)


def basis() -> list[Theorem]:
    """Sigma is symmetric, Sigma v_j = lambda_j v_j, orthonormal, complete: rules for sums."""
    return [moments()[1], *defined("attention.eigenbasis")[:2]]


@cache
def gains() -> Theorem:
    """E[y g_h] = N lambda_h^2 for every h."""
    h = fresh(INT, "h")
    inside = [assume(le(1, h)), assume(le(h, d))]
    v = direction(h)
    found = instantiate(of_target_and_output(), Q, v, K, v)
    value = same_sums(eq(square_form(v, v), eigenvalue(h) ** 2), *basis(), facts=inside)
    goal = eq(found.conclusion.args[0], N * eigenvalue(h) ** 2)
    return everywhere(h, combine(goal, (1, found), (N, value)), *(one.conclusion for one in inside))


@cache
def overlaps() -> Theorem:
    """E[g_h g_l] = delta_hl N lambda_h^2 (tr Sigma + (N + 1) lambda_h) for every h and l."""
    h, l = fresh(INT, "h"), fresh(INT, "l")
    inside = [assume(one) for one in (le(1, h), le(h, d), le(1, l), le(l, d))]
    v, u = direction(h), direction(l)
    found = instantiate(of_outputs(), Q, v, K, v, R, u, L, u)
    same, value = delta(h, l), eigenvalue(l)
    first = same_sums(eq(form(v, u), same * value), *basis(), facts=inside)
    second = same_sums(eq(square_form(v, u), same * value**2), *basis(), facts=inside)
    bracket = found.conclusion.args[1].args[1]
    whole = combine(
        eq(found.conclusion.args[0], same * spread(l)),
        (1, found),
        (bracket, first),
        (same * value * N * trace, first),
        (same * value * N * (N + 1), second),
        (spread(l), once_or_never(h, l)),
    )
    return for_all_in_range((h, l), whole, inside)


def once_or_never(h: Term, l: Term) -> Theorem:
    """delta_hl^2 = delta_hl: it is 1 or 0."""
    both, goal = eq(h, l), eq(delta(h, l) ** 2, delta(h, l))
    return by_cases(
        both,
        lambda same: ring(goal, fact("ite-true", same, P=both, z=ONE, w=ZERO)),
        lambda apart: ring(goal, fact("ite-false", apart, P=both, z=ONE, w=ZERO)),
    )


def for_all_in_range(letters: tuple, theorem: Theorem, inside: list[Theorem]) -> Theorem:
    """for all letters in their ranges, two premises each."""
    for place in reversed(range(len(letters))):
        ranges = [one.conclusion for one in inside[2 * place : 2 * place + 2]]
        theorem = everywhere(letters[place], theorem, *ranges)
    return theorem


# --- responses as letters: what follows from their second moments alone ---------------------------

Y, G = function("Y'", INT, REAL), function("G'", INT, INT, REAL)
F = function("F'", INT, REAL)
gain, size, other = (function(name, INT, REAL) for name in ("b'", "s'", "o'"))
own_gain = var("own'")
OF_TARGET = eq(mean(lambda w: Y(w) ** 2), trace)
GAINS = within(1, d, lambda h: eq(mean(lambda w: Y(w) * G(h, w)), gain(h)))
OVERLAPS = within(
    1,
    d,
    lambda h: within(1, d, lambda l: eq(mean(lambda w: G(h, w) * G(l, w)), delta(h, l) * size(l))),
)
OTHERS = within(1, d, lambda h: eq(mean(lambda w: G(h, w) * F(w)), other(h)))
OWN_GAIN = eq(mean(lambda w: Y(w) * F(w)), own_gain)


def actual(theorem: Theorem, *premises: tuple[Term, Theorem]) -> Theorem:
    """A theorem about letters for responses, at the responses themselves."""
    for premise, _ in premises:
        theorem = discharge(premise, theorem)
    theorem = instantiate(
        theorem,
        *(Y, lam(lambda w: target(LAST, w), INT)),
        *(G, lam(lambda h, w: unit(h, w), INT, INT)),
        *(gain, lam(lambda h: N * eigenvalue(h) ** 2, INT)),
        *(size, lam(spread, INT)),
    )
    return given(theorem, *(known for _, known in reversed(premises)))


@cache
def level_value() -> Theorem:
    """The loss of the heads 1, ..., m <= d: tr/2 - sum_h (A_h b_h - A_h^2 s_h/2)."""
    top = var("m'", INT)
    known = assume(le(top, d))
    whole = mean(lambda w: HALF * (Y(w) - total(1, top, lambda h: magnitude(h) * G(h, w))) ** 2)
    value = HALF * trace - total(
        1, top, lambda h: magnitude(h) * gain(h) - HALF * magnitude(h) ** 2 * size(h)
    )
    rules = [assume(one) for one in (OF_TARGET, GAINS, OVERLAPS)]
    found = discharge(known.conclusion, same_sums(eq(whole, value), *rules, facts=[known]))
    return actual(found, (OF_TARGET, of_target()), (GAINS, gains()), (OVERLAPS, overlaps()))


@cache
def loss_value() -> Theorem:
    """The loss of head h with magnitude c: level(h - 1) - c b_h + c^2 s_h/2."""
    h, c = var("h'", INT), var("c'")
    inside = [assume(le(1, h)), assume(le(h, d))]
    whole = mean(
        lambda w: (
            HALF * (Y(w) - total(1, h - 1, lambda i: magnitude(i) * G(i, w)) - c * G(h, w)) ** 2
        )
    )
    before = mean(lambda w: HALF * (Y(w) - total(1, h - 1, lambda i: magnitude(i) * G(i, w))) ** 2)
    i = fresh(INT, "i")
    i_low, i_high = assume(le(1, i)), assume(le(i, h - 1))
    apart = differs(bound(lt(i, h), (), [[i_high]]), negation(eq(i, h)))
    gone = fact("ite-false", apart, P=eq(i, h), z=ONE, w=ZERO)
    overlap = at(
        assume(OVERLAPS), i, i_low, bound(le(i, d), (), [[i_high], [inside[1]]]), h, *inside
    )
    never = everywhere(
        i, ring(eq(overlap.conclusion.args[0], 0), overlap, gone), le(1, i), le(i, h - 1)
    )
    itself = ring(
        eq(mean(lambda w: G(h, w) * G(h, w)), size(h)),
        at(assume(OVERLAPS), h, *inside, h, *inside),
        fact("ite-true", reflexive(h), P=eq(h, h), z=ONE, w=ZERO),
    )
    found = same_sums(
        eq(whole, before - c * gain(h) + HALF * c**2 * size(h)),
        never,
        itself,
        assume(GAINS),
        facts=inside,
    )
    for one in inside:
        found = discharge(one.conclusion, found)
    return actual(found, (GAINS, gains()), (OVERLAPS, overlaps()))


def loss_at(h: Term, c: Term, low: Theorem, high: Theorem) -> Theorem:
    """loss_with(h, c) = level(h - 1) - c b_h + c^2 s_h/2."""
    return given(put(loss_value(), **{"h'": h, "c'": c}), high, low)


def positive_parts(h: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Theorem]:
    """0 < lambda_h and 0 < tr Sigma + (N + 1) lambda_h."""
    value = at(defined("attention.eigenbasis")[3], h, low, high)
    whole = bound(
        lt(0, trace + (N + 1) * eigenvalue(h)),
        (),
        [[assume(lt(0, trace))], [HEADS, value], [value]],
    )
    return value, whole


def best(h: Term, low: Theorem, high: Theorem) -> Theorem:
    """A_h = 1/(tr Sigma + (N + 1) lambda_h): no loss is smaller than at A_h, nor than there."""
    (least,) = defined("attention.magnitudes")
    value, above = positive_parts(h, low, high)
    whole = above.conclusion.args[1]
    ideal = inv(whole)
    rest = ideal * (N + 1) * eigenvalue(h)
    unit_ = combine(eq(trace * ideal, 1 - rest), (1, inverse(whole, [above])))
    compared = at(least, h, low, high, ideal)
    both = [loss_at(h, c, low, high) for c in (magnitude(h), ideal)]
    gap = magnitude(h) - ideal
    # N lambda^2 D (A - 1/D)^2/2 <= 0
    small = bound(
        le(HALF * N * eigenvalue(h) ** 2 * whole * gap**2, 0),
        [*both, unit_],
        [[compared]],
    )
    none = root_zero(gap, small, HEADS, value, value, above)
    return combine(eq(magnitude(h), ideal), (1, none))


def at_k() -> tuple[Theorem, Theorem]:
    """1 <= k and k <= d."""
    low, high, _ = defined("attention.iteration")
    return low, high


def at_head() -> tuple[Theorem, Theorem]:
    """1 <= h and h <= d."""
    low, high, *_ = defined("attention.old-head")
    return low, high


@proof("attention.magnitude")
def magnitude_k() -> Theorem:
    """The best magnitude of head k."""
    *_, name = defined("attention.iteration")
    (own,) = defined("attention.new-magnitude")
    found = best(k, *at_k())
    below = equal_inside(inv(trace + (N + 1) * lam_k), name)
    return ring(eq(A_k, inv(trace + (N + 1) * lam_k)), own, found, below)


@proof("attention.magnitude-index")
def magnitude_h() -> Theorem:
    """The best magnitude of head h."""
    _, _, own, name = defined("attention.old-head")
    found = best(head, *at_head())
    below = equal_inside(inv(trace + (N + 1) * lam_h), name)
    return ring(eq(A_h, inv(trace + (N + 1) * lam_h)), own, found, below)


def slope_by(known: Theorem, other: Term, value: Term, proof_at: Callable) -> Theorem:
    """What ``known`` calls the slope of a function is that of ``other``,
    which proof_at(c) equals.
    """
    low, high, point, _, body = known.conclusion.args
    own = with_slope(derivative(other, low, high, point), value)
    c, function_ = fresh(), make("lam", (REAL,), (body,))
    same = everywhere(c, proof_at(c), le(low, c), le(c, high))
    turned = slope_of_same(function_, same, own)
    return one_slope(known, turned)


@proof("attention.convex")
def convex() -> Theorem:
    """The loss is level(k - 1) - c b_k + c^2 s_k/2, so its second derivative is s_k >= 0."""
    (both,) = defined("attention.curvature")
    low, high = at_k()
    value, above = positive_parts(k, low, high)
    start, gained = level(k - 1), N * eigenvalue(k) ** 2

    def first(c):
        """slope(c) = s_k c - b_k."""
        known, _ = parts(at(both, c))
        parabola = lam(lambda q: start - q * gained + HALF * q**2 * spread(k))
        return slope_by(known, parabola, spread(k) * c - gained, lambda q: loss_at(k, q, low, high))

    _, second = parts(at(both, ZERO))
    found = slope_by(second, lam(lambda q: spread(k) * q - gained), spread(k), first)
    return bound(le(0, curvature), [found], [([HEADS, above], eigenvalue(k))])
