"""One mode from a = w = alpha is learned at 1/s: a w tends to b after it, and to 0 before."""

from __future__ import annotations

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.flow.aligned_course import SPEED, TARGET, TIME, VARIANCE, Course
from theory.linear.letters.aligned_mode import (
    a,
    b_mode,
    limit,
    t,
    w,
)
from theory.proof.lemmas import HALF, exp, exp_inverse, exp_sum, inv, log_below, trichotomy
from theory.proof.lemmas.limits import same_limit, shown_to_tend, size_below
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    fact,
    inverse,
    positive,
    weaker,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import ZERO, Term, eq, le, lt


def late(course: Course, high: Theorem, depth: Term) -> Theorem:
    """M < eta = -log(alpha), from alpha < exp(-M)."""
    return bound(
        lt(depth, course.eta),
        [fact("log-exp", x=-depth)],
        [[log_below(high, course.above)]],
    )


def inverted(whole: Term, above: Theorem, course: Course, closed: Theorem) -> Theorem:
    """a w = b/N, from a w N = b and 0 < N."""
    return combine(
        eq(course.product(t), b_mode * inv(whole)),
        (inv(whole), closed),
        (course.product(t), inverse(whole, [above])),
    )


class _Grown:
    """At an alpha where e^(2 eta (1 - s t)) = F is small: D = e^(-2 eta s t) <= F < 1/2."""

    def __init__(self, course: Course, need: Term, slack: Term, beyond: Theorem):
        eta, F, D = course.eta, course.growth(), course.decay()
        self.F_above = fact("exp-positive", x=2 * eta * (1 - SPEED * t))
        self.D_above = fact("exp-positive", x=-(2 * eta * SPEED * t))
        thin = bound(
            le(F * (1 + slack * eta), 1),
            [exp_inverse(slack * eta)],
            [[self.F_above, fact("exp-tangent", x=slack * eta)]],
        )
        self.small = bound(lt(F * (1 + need), 1), (), [[thin], [self.F_above, beyond]])
        # e^(-2 eta s t) = F e^(-2 eta)
        split = exp_sum(2 * eta * (1 - SPEED * t), -(2 * eta))
        fade = fact("exp-positive", x=-(2 * eta))
        under = bound(
            le(exp(-(2 * eta)), 1),
            [exp_inverse(2 * eta)],
            [[fade, fact("exp-tangent", x=2 * eta)], [fade, course.rate]],
        )
        self.less = bound(le(D, F), [split], [[self.F_above, under]])

    def level(self, course: Course, closed: Theorem, down: Theorem) -> tuple[Theorem, Theorem]:
        """0 < a w <= 2 b, since N = 1 - D + b F is above 1/2."""
        F, D = course.growth(), course.decay()
        half = bound(
            lt(2 * F, 1),
            (),
            [[self.small], [self.F_above, TARGET, down], [self.F_above, TARGET, TARGET, down]],
        )
        N = 1 - D + b_mode * F
        N_low = bound(lt(HALF, N), (), [[half], [self.less], [TARGET, self.F_above]])
        N_above = bound(lt(0, N), (), [[N_low], []])
        N_back = positive(inv(N), [N_above])
        most = linear(le(inv(N), 2), inverse(N, [N_above]), products=[[N_back, N_low]])
        same = inverted(N, N_above, course, closed)
        X = course.product(t)
        X_above = bound(lt(0, X), [same], [[TARGET, N_back]])
        return X_above, bound(le(X, 2 * b_mode), [same], [[TARGET, most]])


def learned(fast: Theorem) -> Theorem:
    """a w -> b where s t > 1: e^(-2 eta (s t - 1)) is at most 1/(1 + 2 eta (s t - 1))."""
    slack = 2 * (SPEED * t - 1)
    slack_above = bound(lt(0, slack), (), [[fast]])
    unit = inverse(slack, [slack_above])

    def body(x):
        return a(x, t) * w(x, t)

    def at_level(level, above, finish):
        down, level_unit = positive(inv(level), [above]), inverse(level, [above])
        need = 1 + 2 * b_mode * (1 + b_mode) * inv(level)
        depth = need * inv(slack)

        def proof_at(x, low, high, below):
            course = Course(x, low, below)
            closed = course.closed()
            far = late(course, high, depth)
            # s' eta > 1 + 2 b (1 + b)/e
            beyond = ordered(lt(need, slack * course.eta), [(need, unit)], [far, slack_above])
            grown = _Grown(course, need, slack, beyond)
            F, D, F_above = course.growth(), course.decay(), grown.F_above
            tight = bound(
                lt(2 * b_mode * (1 + b_mode) * F, level),
                [level_unit],
                [[grown.small, above], [F_above, above]],
            )
            X_above, X_most = grown.level(course, closed, down)
            X = course.product(t)
            # X - b = X (D - b F)
            gap = combine(eq(X - b_mode, X * D - X * b_mode * F), (-1, closed))
            up = linear(
                lt(X - b_mode, level),
                gap,
                tight,
                products=[
                    [X_above, grown.less],
                    [X_most, F_above],
                    [X_above, TARGET, F_above],
                    [TARGET, TARGET, F_above],
                ],
            )
            low_side = linear(
                lt(-level, X - b_mode),
                gap,
                tight,
                products=[
                    [X_above, grown.D_above],
                    [X_most, TARGET, F_above],
                    [TARGET, F_above],
                ],
            )
            return size_below(X - b_mode, low_side, up)

        radius = exp(-depth)
        return finish(radius, fact("exp-positive", x=-depth), proof_at)

    return shown_to_tend(body, b_mode, at_level)


def _held_down(course: Course, closed: Theorem) -> tuple[Theorem, Theorem]:
    """0 < a w and b a w (1 + 2 eta (1 - s t)) <= b, since b (1 - a w F) = a w (1 - D) and F is at
    least 1 + 2 eta (1 - s t).
    """
    slack = 2 * (1 - SPEED * t)
    F, D = course.growth(), course.decay()
    F_above = fact("exp-positive", x=2 * course.eta * (1 - SPEED * t))
    D_above = fact("exp-positive", x=-(2 * course.eta * SPEED * t))
    grown = fact("exp-tangent", x=2 * course.eta * (1 - SPEED * t))
    still = bound(le(0, 2 * course.eta * SPEED * t), (), [[course.rate, TARGET, VARIANCE, TIME]])
    falls = bound(
        le(D, 1),
        [exp_inverse(2 * course.eta * SPEED * t)],
        [[D_above, fact("exp-tangent", x=2 * course.eta * SPEED * t)], [D_above, still]],
    )
    N = 1 - D + b_mode * F
    N_above = bound(lt(0, N), (), [[falls], [TARGET, F_above]])
    N_back = positive(inv(N), [N_above])
    same = inverted(N, N_above, course, closed)
    X = course.product(t)
    X_above = bound(lt(0, X), [same], [[TARGET, N_back]])
    thin = linear(le(b_mode * X * F, b_mode), closed, products=[[X_above, falls]])
    small = linear(
        le(b_mode * X * (1 + slack * course.eta), b_mode),
        thin,
        products=[[TARGET, X_above, grown]],
    )
    return X_above, small


def not_learned(slow: Theorem) -> Theorem:
    """a w -> 0 where s t < 1: a w e^(2 eta (1 - s t)) <= 1."""
    slack = 2 * (1 - SPEED * t)
    slack_above = bound(lt(0, slack), (), [[slow]])
    unit = inverse(slack, [slack_above])

    def body(x):
        return a(x, t) * w(x, t)

    def at_level(level, above, finish):
        level_unit = inverse(level, [above])
        depth = inv(level) * inv(slack)

        def proof_at(x, low, high, below):
            course = Course(x, low, below)
            closed = course.closed()
            far = late(course, high, depth)
            # 1/e < s' eta, and 1 < s' eta e
            beyond = ordered(
                lt(inv(level), slack * course.eta), [(inv(level), unit)], [far, slack_above]
            )
            enough = bound(lt(1, slack * course.eta * level), [level_unit], [[beyond, above]])
            X_above, small = _held_down(course, closed)
            X = course.product(t)
            goal = lt(X, level)
            top = bound(lt(0, 1 + slack * course.eta), (), [[slack_above, course.rate], []])

            def impossible(more):
                """e (1 + s' eta) b <= X (1 + s' eta) b <= b, but s' eta e > 1."""
                false = bound(
                    lt(0, 0),
                    (),
                    [[more, top, TARGET], [small], [enough, TARGET], [above, TARGET]],
                )
                return contradiction(false, goal)

            under = by_cases(
                trichotomy(X, level),
                lambda less: less,
                lambda equal: impossible(linear(le(level, X), equal)),
                lambda larger: impossible(weaker(larger)),
            )
            left = bound(lt(-level, X - 0), (), [[X_above], [above]])
            return size_below(X - 0, left, bound(lt(X - 0, level), (), [[under]]))

        return finish(exp(-depth), fact("exp-positive", x=-depth), proof_at)

    return shown_to_tend(body, ZERO, at_level)


@proof("linear.aligned-mode")
def aligned_mode() -> Theorem:
    """The flow has one limit, and the formula says which."""
    (named,) = known("mode-limit")

    def body(x):
        return a(x, t) * w(x, t)

    fast, slow = lt(1, SPEED * t), lt(SPEED * t, 1)
    yes = same_limit(body, limit, b_mode, named, learned(assume(fast)))
    no = same_limit(body, limit, ZERO, named, not_learned(assume(slow)))
    return conjoin(discharge(fast, yes), discharge(slow, no))
