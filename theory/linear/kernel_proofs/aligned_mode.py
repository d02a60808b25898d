"""One mode from a = w = alpha: a w (1 + (b/alpha^2 - 1) e^(-2 eta s t)) = b, so it is learned at
1/s.
"""

from __future__ import annotations

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.letters.aligned_mode import (
    a,
    b_mode,
    lam_mode,
    limit,
    loss,
    slope_a,
    slope_w,
    t,
    w,
)
from theory.proof.lemmas import exp, exp_inverse, exp_sum, inv, log, log_below, log_one, trichotomy
from theory.proof.lemmas.limits import same_limit, shown_to_tend, size_below
from theory.proof.lemmas.sizes import root_zero
from theory.proof.lemmas.uniqueness import falls_to_zero
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    ring,
    weaker,
    with_slope,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import ONE, ZERO, Term, bind, eq, le, lt, num

TIME = assume(lt(0, t))
TARGET, VARIANCE = assume(lt(0, b_mode)), assume(le(0, lam_mode))
SPEED = b_mode * lam_mode  # s
HALF = num(1, 2)


class Course:
    """The flow from one alpha, with what is known of it at a time x of [0, t]."""

    def __init__(self, alpha: Term, above: Theorem, below: Theorem):
        self.alpha, self.above = alpha, above
        (every,) = known("aligned-course")
        self.start_a, self.start_w, self.along = parts(at(every, alpha, above, below))
        self.eta = -log(alpha)
        self.rate = bound(lt(0, self.eta), [log_one()], [[log_below(below, above)]])

    def slopes(self, x: Term, low: Theorem, high: Theorem) -> tuple[Theorem, Theorem]:
        """a' = eta lambda w (b - a w) and w' = eta lambda a (b - a w)."""
        first, second, course_a, course_w = parts(at(self.along, x, low, high))
        A, W = a(self.alpha, x), w(self.alpha, x)
        found = []
        for named, own, other, course, body in (
            (first, slope_a, W, course_a, lambda q: loss(A + q, W)),
            (second, slope_w, A, course_w, lambda q: loss(A, W + q)),
        ):
            value = -(lam_mode * other * (b_mode - A * W))
            plain = with_slope(derivative(body, -1, 1, 0), value)
            same = fact(
                "deriv-unique",
                bound(lt(-1, 1)),
                bound(le(-1, 0)),
                bound(le(0, 1)),
                named,
                plain,
                low=num(-1),
                high=ONE,
                at=ZERO,
                a=own(self.alpha, x),
                b=value,
                f=lam(body),
            )
            found.append(with_slope(course, self.eta * lam_mode * other * (b_mode - A * W), same))
        return found[0], found[1]

    def product(self, x: Term) -> Term:
        """a w."""
        return a(self.alpha, x) * w(self.alpha, x)

    def denominator(self, x: Term) -> Term:
        """1 + (b/alpha^2 - 1) e^(-2 eta s x)."""
        front = b_mode * inv(self.alpha) ** 2 - 1
        return 1 + front * exp(-(2 * self.eta * SPEED * x))

    def gap(self, x: Term) -> Term:
        """a w times that, less b: what is to be 0."""
        return self.product(x) * self.denominator(x) - b_mode

    def bounded(self, body) -> Theorem:
        """Some number bounds the size of a function of a and w on [0, t]."""
        x = fresh()
        inside = le(0, x), le(x, t)
        own = derivative(body, 0, t, x, list(self.slopes(x, *map(assume, inside))))
        value = own.conclusion.args[3]
        return fact(
            "deriv-bounded",
            everywhere(x, own, *inside),
            low=ZERO,
            high=t,
            f=lam(body),
            df=_function(x, value),
        )

    def solved(self) -> Theorem:
        """The gap at time t is 0: E = (a - w)^2 + gap^2 has E' <= M E."""
        factor = self.eta * lam_mode

        def mixed(x):
            return (b_mode - self.product(x)) * self.denominator(x) * self.gap(x)

        def size(x):
            return (a(self.alpha, x) - w(self.alpha, x)) ** 2 + self.gap(x) ** 2

        def with_bounds(first, first_known):
            def both_bounds(second, second_known):
                steep = factor * (4 * first + 2 * second)

                def proof_at(x, low, high):
                    X, D = self.product(x), a(self.alpha, x) - w(self.alpha, x)
                    Z = self.gap(x)
                    under, over = parts(at(first_known, x, low, high))
                    least, most = parts(at(second_known, x, low, high))
                    value = factor * (-2 * (b_mode - X) * D**2 - 4 * X * Z**2 + 2 * mixed(x) * D**2)
                    own = derivative(size, 0, t, x, list(self.slopes(x, low, high)))
                    slope = with_slope(own, value)
                    # what is left over: (B_1 - X) D^2, 4 (B_1 + X) Z^2, (B_2 -+ mixed) ...
                    top = [
                        bound(le(0, one), (), [[p], [q]])
                        for one, p, q in ((first, under, over), (second, least, most))
                    ]
                    f = [self.rate, VARIANCE]
                    less = bound(
                        le(value, steep * size(x)),
                        (),
                        [
                            ([*f, TARGET], D),
                            ([*f, over], D),
                            ([*f, under], Z),
                            ([*f, most], D),
                            ([*f, top[0]], D),
                            ([*f, top[1]], Z),
                            ([*f, top[0]], Z),
                            ([*f, top[1]], D),
                        ],
                    )
                    return slope, less

                zero = self.at_start()
                none = falls_to_zero(lam(size), steep, t, weaker(TIME), zero, proof_at)
                small = bound(
                    le(self.gap(t) ** 2, 0), (), [[none]], [a(self.alpha, t) - w(self.alpha, t)]
                )
                return root_zero(self.gap(t), small)

            return obtain(self.bounded(mixed), both_bounds)

        return obtain(self.bounded(self.product), with_bounds)

    def at_start(self) -> tuple[Theorem, ...]:
        """a = w = alpha and e^0 = 1 make E(0) = 0."""
        flat = ring(eq(exp(-(2 * self.eta * SPEED * ZERO)), 1), fact("exp-zero"))
        return (self.start_a, self.start_w, flat, inverse(self.alpha, [self.above]))

    def closed(self) -> Theorem:
        """a w (1 - e^(-2 eta s t) + b e^(2 eta (1 - s t))) = b at time t."""
        back = combine(
            eq(inv(self.alpha), exp(self.eta)),
            (exp(self.eta), inverse(self.alpha, [self.above])),
            (inv(self.alpha), exp_inverse(self.eta)),
            (inv(self.alpha) * exp(self.eta), fact("exp-log", self.above, x=self.alpha)),
        )
        twice = exp_sum(self.eta, self.eta)
        joined = exp_sum(2 * self.eta, -(2 * self.eta * SPEED * t))
        goal = eq(self.product(t) * (1 - self.decay() + b_mode * self.growth()), b_mode)
        turned = combine(
            eq(b_mode * inv(self.alpha) ** 2 * self.decay(), b_mode * self.growth()),
            (b_mode * self.decay() * (inv(self.alpha) + exp(self.eta)), back),
            (b_mode * self.decay(), twice),
            (b_mode, joined),
        )
        return combine(goal, (1, self.solved()), (self.product(t), turned))

    def decay(self) -> Term:
        """e^(-2 eta s t)."""
        return exp(-(2 * self.eta * SPEED * t))

    def growth(self) -> Term:
        """e^(2 eta (1 - s t))."""
        return exp(2 * self.eta * (1 - SPEED * t))


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
            F, D = course.growth(), course.decay()
            F_above = fact("exp-positive", x=2 * course.eta * (1 - SPEED * t))
            D_above = fact("exp-positive", x=-(2 * course.eta * SPEED * t))
            thin = bound(
                le(F * (1 + slack * course.eta), 1),
                [exp_inverse(slack * course.eta)],
                [[F_above, fact("exp-tangent", x=slack * course.eta)]],
            )
            small = bound(lt(F * (1 + need), 1), (), [[thin], [F_above, beyond]])
            # e^(-2 eta s t) = F e^(-2 eta)
            split = exp_sum(2 * course.eta * (1 - SPEED * t), -(2 * course.eta))
            fade = fact("exp-positive", x=-(2 * course.eta))
            under = bound(
                le(exp(-(2 * course.eta)), 1),
                [exp_inverse(2 * course.eta)],
                [[fade, fact("exp-tangent", x=2 * course.eta)], [fade, course.rate]],
            )
            less = bound(le(D, F), [split], [[F_above, under]])
            half = bound(
                lt(2 * F, 1),
                (),
                [[small], [F_above, TARGET, down], [F_above, TARGET, TARGET, down]],
            )
            tight = bound(
                lt(2 * b_mode * (1 + b_mode) * F, level),
                [level_unit],
                [[small, above], [F_above, above]],
            )
            N = 1 - D + b_mode * F
            N_low = bound(lt(HALF, N), (), [[half], [less], [TARGET, F_above]])
            N_above = bound(lt(0, N), (), [[N_low], []])
            inside = inverse(N, [N_above])
            N_back = positive(inv(N), [N_above])
            most = linear(le(inv(N), 2), inside, products=[[N_back, N_low]])
            same = inverted(N, N_above, course, closed)
            X = course.product(x=t)
            X_above = bound(lt(0, X), [same], [[TARGET, N_back]])
            X_most = bound(le(X, 2 * b_mode), [same], [[TARGET, most]])
            # X - b = X (D - b F)
            gap = combine(eq(X - b_mode, X * D - X * b_mode * F), (-1, closed))
            up = linear(
                lt(X - b_mode, level),
                gap,
                tight,
                products=[
                    [X_above, less],
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
                    [X_above, D_above],
                    [X_most, TARGET, F_above],
                    [TARGET, F_above],
                ],
            )
            return size_below(X - b_mode, low_side, up)

        radius = exp(-depth)
        return finish(radius, fact("exp-positive", x=-depth), proof_at)

    return shown_to_tend(body, b_mode, at_level)


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
            F, D = course.growth(), course.decay()
            F_above = fact("exp-positive", x=2 * course.eta * (1 - SPEED * t))
            D_above = fact("exp-positive", x=-(2 * course.eta * SPEED * t))
            grown = fact("exp-tangent", x=2 * course.eta * (1 - SPEED * t))
            still = bound(
                le(0, 2 * course.eta * SPEED * t), (), [[course.rate, TARGET, VARIANCE, TIME]]
            )
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
            # b (1 - X F) = X (1 - D)
            thin = linear(le(b_mode * X * F, b_mode), closed, products=[[X_above, falls]])
            small = linear(
                le(b_mode * X * (1 + slack * course.eta), b_mode),
                thin,
                products=[[TARGET, X_above, grown]],
            )
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


def _function(x: Term, value: Term) -> Term:
    return bind("lam", x, value)
