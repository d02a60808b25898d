"""Something satisfies the definitions of one mode: b = lambda = 1 until t = 2, where
a = w = N^(-1/2) with N = 1 + (1/alpha^2 - 1) alpha^(2 x).
"""

from __future__ import annotations

from theory.linear.kernel_proofs.flow.aligned_mode import SPEED, learned
from theory.linear.letters import aligned_mode as letters
from theory.proof.lemmas import exp, inv, log, sqrt, sqrt_is
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.tactics import (
    bound,
    combine,
    derivative,
    fact,
    filled,
    given,
    inverse,
    lam,
    part_by_part,
    positive,
    prove,
    ring,
    with_slope,
)
from theory.proof.tactics.linear import linear
from theory.proof.terms import ONE, REAL, TWO, ZERO, Term, eq, le, lt, make, substituted

NAMES = ("linear.aligned-course", "linear.mode-limit")


def denominator(alpha: Term, x: Term) -> Term:
    """1 + (1/alpha^2 - 1) alpha^(2 x)."""
    return 1 + (inv(alpha) ** 2 - 1) * exp(2 * log(alpha) * x)


def weight(alpha: Term, x: Term) -> Term:
    """a = w."""
    return sqrt(inv(denominator(alpha, x)))


def pull(alpha: Term, x: Term) -> Term:
    """The slope of the loss, -w (1 - a w)."""
    return -(weight(alpha, x) * (1 - inv(denominator(alpha, x))))


LEARNED = {
    letters.b_mode: ONE,
    letters.lam_mode: ONE,
    letters.t: TWO,
    letters.limit: ONE,
    letters.a: lam(weight, REAL, REAL),
    letters.w: lam(weight, REAL, REAL),
    letters.slope_a: lam(pull, REAL, REAL),
    letters.slope_w: lam(pull, REAL, REAL),
}


def learned_mode() -> Theorem:
    """Both definitions at once: the limit is the theorem's own."""
    course = part_by_part(substituted(DEFINITIONS[NAMES[0]].statement, LEARNED), _part)
    fast = lt(1, SPEED * letters.t)
    theorem = learned(assume(fast))
    for one in theorem.hypotheses:
        theorem = discharge(one, theorem)
    theorem = filled(theorem, {k: v for k, v in LEARNED.items() if k is not letters.limit})
    while theorem.conclusion.op == "implies":
        premise = theorem.conclusion.args[0]
        theorem = given(theorem, course if premise is course.conclusion else prove(premise))
    return conjoin(course, theorem)


def _part(statement: Term, known: tuple) -> Theorem:
    """The start, and the four slopes at a time x."""
    alpha, above, below = known[0].conclusion.args[1], known[0], known[1]
    back = inverse(alpha, [above])
    raised = bound(lt(1, inv(alpha)), [back], [[below, positive(inv(alpha), [above])]])
    more = bound(lt(0, inv(alpha) ** 2 - 1), (), [[raised], [raised, raised]])
    if statement.op == "eq":
        return _start(statement, alpha, above, back)
    low, high, x, value, body = statement.args
    if x is not ZERO:
        return _slope(statement, alpha, more)
    plain = derivative(make("lam", (REAL,), (body,)), low, high, x)
    time = next(one for one in known if one.conclusion.op == "le").conclusion.args[1]
    return with_slope(plain, value, _square(alpha, time, more))


def _whole(alpha: Term, x: Term, more: Theorem) -> Theorem:
    """0 < N."""
    up = fact("exp-positive", x=2 * log(alpha) * x)
    return bound(lt(0, denominator(alpha, x)), (), [[more, up], []])


def _square(alpha: Term, x: Term, more: Theorem) -> Theorem:
    """a^2 = 1/N."""
    above = positive(inv(denominator(alpha, x)), [_whole(alpha, x, more)])
    inside = inv(denominator(alpha, x))
    return fact("sqrt-square", bound(le(0, inside), (), [[above]]), x=inside)


def _start(statement: Term, alpha: Term, above: Theorem, back: Theorem) -> Theorem:
    """N = 1/alpha^2 at x = 0, so that 1/N = alpha^2."""
    flat = ring(eq(exp(2 * log(alpha) * ZERO), 1), fact("exp-zero"))
    N = denominator(alpha, ZERO)
    value = combine(eq(N, inv(alpha) ** 2), (inv(alpha) ** 2 - 1, flat))
    down = positive(inv(alpha), [above])
    whole = linear(lt(0, N), value, products=[[down, down]])
    square = combine(
        eq(alpha**2, inv(N)),
        (inv(N) * (1 + alpha * inv(alpha)), back),
        (alpha**2 * inv(N), value),
        (alpha**2, inverse(N, [whole])),
    )
    return sqrt_is(alpha, bound(le(0, alpha), (), [[above]]), square)


def _slope(statement: Term, alpha: Term, more: Theorem) -> Theorem:
    low, high, x, value, body = statement.args
    whole = _whole(alpha, x, more)
    N, V = denominator(alpha, x), inv(denominator(alpha, x))
    V_above = positive(V, [whole])
    root, root_above = sqrt(V), positive(sqrt(V), [V_above])
    own = derivative(make("lam", (REAL,), (body,)), low, high, x, side=[whole, V_above])
    E = exp(2 * log(alpha) * x)
    # N V = 1, written for its largest term; V/sqrt(V) = sqrt(V)
    unit = combine(eq(inv(alpha) ** 2 * E * V, 1 - V + E * V), (1, inverse(N, [whole])))
    square = _square(alpha, x, more)
    halved = combine(
        eq(inv(root) * V, root), (inv(root), square), (root, inverse(root, [root_above]))
    )
    return with_slope(own, value, unit, halved, square)
