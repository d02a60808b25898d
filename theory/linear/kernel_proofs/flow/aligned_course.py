"""The flow of one mode from a = w = alpha: a w (1 + (b/alpha^2 - 1) e^(-2 eta s t)) = b."""

from __future__ import annotations

from theory.linear.kernel_proofs.entry import known
from theory.linear.letters.aligned_mode import (
    a,
    b_mode,
    lam_mode,
    loss,
    t,
    w,
)
from theory.proof.lemmas import exp, exp_inverse, exp_sum, inv, log, log_below, log_one
from theory.proof.lemmas.sizes import root_zero
from theory.proof.lemmas.uniqueness import falls_to_zero
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import (
    at,
    bound,
    combine,
    derivative,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    obtain,
    one_slope,
    parts,
    ring,
    weaker,
    with_slope,
)
from theory.proof.terms import ZERO, Term, bind, eq, le, lt

TIME = assume(lt(0, t))


TARGET, VARIANCE = assume(lt(0, b_mode)), assume(le(0, lam_mode))


SPEED = b_mode * lam_mode  # s


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
        for named, other, course, body in (
            (first, W, course_a, lambda q: loss(A + q, W)),
            (second, A, course_w, lambda q: loss(A, W + q)),
        ):
            value = -(lam_mode * other * (b_mode - A * W))
            plain = with_slope(derivative(body, -1, 1, 0), value)
            same = one_slope(named, plain)
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
            df=bind("lam", x, value),
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
