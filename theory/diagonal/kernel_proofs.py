"""Proofs of the diagonal setting in the kernel: one function a claim, its docstring the idea.

Everything on the flow follows from one fact (``orbit``): u = sqrt(2) alpha cosh G, v = sqrt(2)
alpha sinh G.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.diagonal import kernel_letters
from theory.diagonal.kernel_letters import (
    DEFINED,
    S_0,
    U_0,
    G_of,
    S_later,
    S_of,
    S_on,
    U_star,
    alpha,
    beta,
    delta,
    dual,
    eta,
    g,
    g_of,
    last,
    rho,
    rho_later,
    t,
    theta_sq,
    u,
    u_of,
    u_on,
    v,
    v_of,
    v_on,
)
from theory.proof.lemmas import (
    HALF,
    abs_square,
    acosh_cosh,
    constant,
    cosh,
    cosh_at_least_one,
    cosh_double,
    cosh_even,
    cosh_increases,
    cosh_zero,
    exp,
    exp_above_one,
    exp_inverse,
    exp_sum,
    inv,
    log,
    log_below,
    log_inverse,
    log_of,
    log_one,
    log_product,
    product_zero,
    pythagoras,
    sign_times_acosh_cosh,
    sinh,
    sinh_double,
    sinh_negative,
    sinh_positive,
    sinh_zero,
    sqrt,
    sqrt_is,
    tanh,
    tanh_odd,
    tanh_quotient,
    tanh_within,
    trichotomy,
)
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    axiom,
    conjoin,
    discharge,
    generalise,
    order,
    witness,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    put,
    ring,
    symmetric,
    weaker,
    with_slope,
    written,
)
from theory.proof.terms import (
    ONE,
    TWO,
    ZERO,
    Term,
    call,
    eq,
    le,
    lt,
    make,
    negation,
    num,
    opened,
    var,
)

PROOFS: dict[str, Callable[[], Theorem]] = {}
DOMAINS: dict[str, Callable[[], list[Theorem]]] = {}  # that a claim's statement is defined
ROOT = sqrt(TWO)


def proof(identifier: str):
    """Enter the proof of a claim."""

    def entered(function):
        PROOFS[identifier] = cache(function)
        return PROOFS[identifier]

    return entered


def domain(identifier: str):
    """Enter the theorems that the statement of a claim is defined."""

    def entered(function):
        DOMAINS[identifier] = function
        return function

    return entered


def defined(name: str) -> list[Theorem]:
    """The definition of letters as hypotheses, conjunct by conjunct."""
    return parts(assume(DEFINED[name].statement))


def assumed(*statements: Term) -> list[Theorem]:
    return [assume(one) for one in statements]


# --- the flow -------------------------------------------------------------------------------------


def rooted() -> Theorem:
    """sqrt(2)^2 = 2."""
    return fact("sqrt-square", bound(le(0, 2)), x=TWO)


def motion(
    one: Term, other: Term, angle: Callable, end: Term, ordered: Theorem, slopes: Callable
) -> list[Theorem]:
    """f' = a' h and h' = a' f: (f + h) exp(-a) and (f - h) exp(a) are constant on [0, end]."""

    def sums(sign):
        function = lam(lambda s: (one(s) + sign * other(s)) * exp(-sign * angle(s)))

        def slope(s, low, high):
            known = slopes(s, low, high)
            return with_slope(derivative(function, 0, end, s, known), ZERO)

        return constant(function, 0, end, ordered, slope)

    return [sums(num(1)), sums(num(-1))]


@cache
def orbit_at(s: Term) -> tuple[Theorem, Theorem]:
    """u(s) = sqrt(2) alpha cosh G(s), v(s) = sqrt(2) alpha sinh G(s) at every s of [0, T_last]; any
    course of g.
    """
    _, u_start, v_start, _, _, flow = defined("diagonal.flow")
    start, _, slope = defined("diagonal.dual")
    low, high = assumed(le(0, s), le(s, last))

    def slopes(r, above, below):
        beyond = bound(le(r, last), (), [[below], [high]], exact=True)
        whole = [*parts(at(flow, r, above, beyond)), at(slope, r, above, beyond)]
        return [within(one, ZERO, s, bound(le(0, 0)), high) for one in whole]

    sums = motion(u_of, v_of, G_of, s, low, slopes)
    zero = [
        combine(
            eq(exp(sign * G_of(0)), 1),
            (1, equal_inside(exp(sign * G_of(0)), start)),
            (1, fact("exp-zero")),
        )
        for sign in (num(-1), num(1))
    ]
    return halves(u_of(s), v_of(s), G_of(s), sums, [u_start, v_start, *zero])


def within(slope: Theorem, low: Term, high: Term, above: Theorem, below: Theorem) -> Theorem:
    """The same derivative within a smaller interval."""
    old_low, old_high, point, value, body = slope.conclusion.args
    return fact(
        "deriv-within",
        slope,
        above,
        below,
        low=old_low,
        high=old_high,
        at=point,
        b=value,
        a=low,
        y=high,
        f=make("lam", ("Real",), (body,)),
    )


def halves(
    one: Term, other: Term, angle: Term, sums: list[Theorem], starts: list[Theorem]
) -> tuple[Theorem, Theorem]:
    """(f + h) exp(-a) = (f - h) exp(a) = sqrt(2) alpha, so f = sqrt(2) alpha cosh a and h = sqrt(2)
    alpha sinh a.
    """
    solved = []
    for sign, whole in zip((num(1), num(-1)), sums):
        value = ring(eq(whole.conclusion.args[0], ROOT * alpha), *starts)
        here = combine(
            eq((one + sign * other) * exp(-sign * angle), ROOT * alpha), (-1, whole), (1, value)
        )
        solved.append(
            combine(
                eq(one + sign * other, ROOT * alpha * exp(sign * angle)),
                (exp(sign * angle), here),
                (-(one + sign * other), exp_inverse(angle)),
            )
        )
    scale = -(ROOT * alpha)
    first = combine(
        eq(one, ROOT * alpha * cosh(angle)),
        (HALF, solved[0]),
        (HALF, solved[1]),
        (scale, fact("cosh", x=angle)),
    )
    second = combine(
        eq(other, ROOT * alpha * sinh(angle)),
        (HALF, solved[0]),
        (-HALF, solved[1]),
        (scale, fact("sinh", x=angle)),
    )
    return first, second


@cache
def orbit() -> tuple[Theorem, Theorem]:
    """u = sqrt(2) alpha cosh G and v = sqrt(2) alpha sinh G at the last jump."""
    ordered, _, _, u_end, v_end, _ = defined("diagonal.flow")
    _, end, _ = defined("diagonal.dual")
    s = fresh()
    found = []
    for theorem, own, function in zip(orbit_at(s), (u_end, v_end), (cosh, sinh)):
        there = at(
            everywhere(s, theorem, le(0, s), le(s, last)), last, ordered, bound(le(last, last))
        )
        turned = equal_inside(function(G_of(last)), symmetric(end))
        found.append(
            combine(
                eq(own.conclusion.args[0], ROOT * alpha * function(dual)),
                (1, own),
                (1, there),
                (ROOT * alpha, turned),
            )
        )
    return tuple(found)  # type: ignore[return-value]


@proof("diagonal.dual-variable")
def dual_variable() -> Theorem:
    """orbit, and beta = u v = 2 alpha^2 cosh G sinh G."""
    first, second = orbit()
    (product,) = defined("diagonal.beta")
    whole = ring(
        eq(beta, alpha**2 * sinh(2 * dual)), product, first, second, sinh_double(dual), rooted()
    )
    return stated("diagonal.dual-variable", first, second, whole)


@proof("diagonal.conserved")
def conserved() -> Theorem:
    """(u^2 - v^2)' = 0, and at the start it is 2 alpha^2."""
    ordered, u_start, v_start, u_end, v_end, flow = defined("diagonal.flow")
    function = lam(lambda s: u_of(s) ** 2 - v_of(s) ** 2)

    def slope(s, low, high):
        return with_slope(derivative(function, 0, last, s, parts(at(flow, s, low, high))), ZERO)

    whole = constant(function, 0, last, ordered, slope)
    value = ring(eq(u_of(0) ** 2 - v_of(0) ** 2, 2 * alpha**2), u_start, v_start, rooted())
    ends = [symmetric(u_end), symmetric(v_end)]
    there = ring(eq(u_of(last) ** 2 - v_of(last) ** 2, u**2 - v**2), *ends)
    return combine(eq(u**2 - v**2, 2 * alpha**2), (-1, there), (-1, whole), (1, value))


@proof("diagonal.conserved-appendix")
def conserved_appendix() -> Theorem:
    """The same formula as in the main text."""
    return conserved()


@proof("diagonal.maximal-utility")
def maximal_utility() -> Theorem:
    """Where it is attained it is at most |g|/2, since 1 -+ 2 a b = (a -+ b)^2; at a = -+b it is
    |g|/2.
    """
    limit, attained = defined("diagonal.maximum")
    top = HALF * call("abs", g)

    def side(sign, size):
        """For |g| = sign g: the point (1, -sign)/sqrt(2)."""
        a, b = HALF * ROOT, num(-sign) * HALF * ROOT
        circle = ring(eq(a**2 + b**2, 1), rooted())
        force = fact("abs-nonnegative" if sign > 0 else "abs-negative", size, x=g)
        low = bound(le(top, U_star), [force, rooted()], [[at(limit, a, b, circle)]])
        size = size if sign > 0 else bound(le(0, -g), (), [[size]])

        def point(a, rest):
            def other(b, found):
                on, value = parts(found)
                one = combine(eq(a**2, 1 - b**2), (1, on))
                high = bound(
                    le(U_star, top), [symmetric(value), force, one], [([size], a + num(sign) * b)]
                )
                return fact("antisymmetric", high, low, x=U_star, y=top)

            return obtain(rest, other)

        return obtain(attained, point)

    return by_cases(
        trichotomy(ZERO, g),
        lambda up: side(1, weaker(up)),
        lambda same: side(1, bound(le(0, g), [symmetric(same)])),
        lambda down: side(-1, weaker(down)),
    )


@proof("diagonal.product")
def product() -> Theorem:
    """(2 u v)^2 = (u^2 + v^2)^2 - (u^2 - v^2)^2."""
    (norm,) = defined("diagonal.norm")
    size = call("abs", u * v)
    difference = combine(eq(u**2, v**2 + 2 * alpha**2), (1, conserved()))
    squared = ring(
        eq((2 * size) ** 2, theta_sq**2 - 4 * alpha**4), abs_square(u * v), norm, difference
    )
    root = sqrt_is(2 * size, bound(le(0, 2 * size), (), [[fact("abs-positive", z=u * v)]]), squared)
    return symmetric(root)


@proof("diagonal.parameters")
def parameters() -> Theorem:
    """u^2 and v^2 are half the sum and half the difference of the norm and 2 alpha^2."""
    (norm,) = defined("diagonal.norm")
    difference = combine(eq(u**2, v**2 + 2 * alpha**2), (1, conserved()))
    found = []
    for letter, sign in ((u, 1), (v, -1)):
        size = call("abs", letter)
        squared = ring(
            eq(size**2, HALF * theta_sq + num(sign) * alpha**2),
            abs_square(letter),
            norm,
            difference,
        )
        found.append(symmetric(sqrt_is(size, fact("abs-positive", z=letter), squared)))
    return stated("diagonal.parameters", *found)


def alpha_above() -> Theorem:
    return assume(lt(0, alpha))


def sinh_vanishes(x: Term, zero: Theorem) -> Theorem:
    """sinh(x) = 0 gives x = 0."""
    goal = eq(x, 0)
    return by_cases(
        trichotomy(x),
        lambda less: contradiction(bound(lt(0, 0), [zero], [[sinh_negative(less)]]), goal),
        lambda same: same,
        lambda more: contradiction(bound(lt(0, 0), [zero], [[sinh_positive(more)]]), goal),
    )


@proof("diagonal.sign-change")
def sign_change() -> Theorem:
    """u v = 2 alpha^2 cosh G sinh G vanishes only where sinh G does, at G = 0."""
    first, second = orbit()
    u_there, v_there, crossing = defined("diagonal.crossing")
    scale = positive(2 * alpha**2 * cosh(dual), [alpha_above()])
    scaled = combine(
        eq(scale.conclusion.args[1] * sinh(dual), 0),
        (1, crossing),
        (
            1,
            symmetric(
                ring(eq(u * v, scale.conclusion.args[1] * sinh(dual)), first, second, rooted())
            ),
        ),
    )
    zero = sinh_vanishes(
        dual, product_zero(scaled, differs(scale, negation(eq(scale.conclusion.args[1], 0))))
    )
    flat = [
        ring(eq(f(dual), value), *rewrite)
        for f, value, rewrite in (
            (cosh, 1, [equal_inside(cosh(dual), zero), cosh_zero()]),
            (sinh, 0, [equal_inside(sinh(dual), zero), sinh_zero()]),
        )
    ]
    return stated(
        "diagonal.sign-change",
        ring(eq(kernel_letters.u_cross, ROOT * alpha), u_there, first, flat[0]),
        ring(eq(kernel_letters.v_cross, 0), v_there, second, flat[1]),
    )


@proof("diagonal.utility-gradient")
def utility_gradient() -> Theorem:
    """A derivative is unique, and -g v is one."""
    found = []
    for known, point in zip(defined("diagonal.partials"), (u, v)):
        low, high, _, value, body = known.conclusion.args
        own = derivative(make("lam", ("Real",), (body,)), low, high, point)
        apart = bound(lt(low, high))
        unique = fact(
            "deriv-unique",
            apart,
            bound(le(low, point)),
            bound(le(point, high)),
            known,
            own,
            low=low,
            high=high,
            at=point,
            a=value,
            b=own.conclusion.args[3],
            f=make("lam", ("Real",), (body,)),
        )
        found.append(unique)
    return stated("diagonal.utility-gradient", *found)


@proof("diagonal.gradient-norm")
def gradient_norm() -> Theorem:
    """|grad U|^2 = g^2 (u^2 + v^2) = g^2 = 4 U*^2."""
    du, dv = parts(utility_gradient())
    _, squared = defined("diagonal.slope")
    (circle,) = defined("diagonal.on-circle")
    top = maximal_utility()
    return ring(
        eq(kernel_letters.slope**2, 4 * U_star**2),
        squared,
        top,
        abs_square(g),
        du,
        dv,
        combine(eq(u**2, 1 - v**2), (1, circle)),
    )


@proof("diagonal.riccati")
def riccati() -> Theorem:
    """Differentiate -g u v/(u^2 + v^2) along u' = -eta g v, v' = -eta g u."""
    _, _, flow = defined("diagonal.dormant")
    after, norm, value, rate = defined("diagonal.rate")
    square = u_on(t) ** 2 + v_on(t) ** 2
    whole = fact("inverse", differs(norm, negation(eq(square, 0))), z=square)
    known = parts(at(flow, t, t, weaker(after), bound(le(t, t))))
    own = derivative(
        lambda s: kernel_letters.normalised(u_on(s), v_on(s)), 0, t, t, known, side=[norm]
    )
    *_, slope, body = rate.conclusion.args
    unique = fact(
        "deriv-unique",
        after,
        weaker(after),
        bound(le(t, t)),
        rate,
        own,
        low=ZERO,
        high=t,
        at=t,
        a=slope,
        b=own.conclusion.args[3],
        f=make("lam", ("Real",), (body,)),
    )
    shorter = combine(eq(u_on(t) ** 2 * inv(square), 1 - v_on(t) ** 2 * inv(square)), (1, whole))
    return ring(
        eq(slope, 4 * eta * (U_star**2 - kernel_letters.U_bar**2)),
        unique,
        maximal_utility(),
        abs_square(g),
        value,
        shorter,
    )


# --- after the last jump: everything in the angle A = G - eta g s ---------------------------------


def angle(s: Term) -> Term:
    return dual - eta * g * s


@cache
def later(s: Term) -> tuple[Theorem, Theorem]:
    """u = sqrt(2) alpha cosh A, v = sqrt(2) alpha sinh A a time s after the last jump; 0 <= s."""
    u_start, v_start, flow = defined("diagonal.dormant")
    first, second = orbit()
    low = assume(le(0, s))

    def slopes(r, above, below):
        return parts(at(flow, s, r, above, below))

    sums = motion(u_on, v_on, angle, s, low, slopes)
    starts = [
        u_start,
        v_start,
        first,
        second,
        fact("cosh", x=dual),
        fact("sinh", x=dual),
        exp_inverse(dual),
    ]
    return halves(u_on(s), v_on(s), angle(s), sums, starts)


def utility_in_angle(one: Term, other: Term, gradient: Term, turn: Term, orbit: tuple) -> Theorem:
    """-g a b/(a^2 + b^2) = -(g/2) tanh(2 A) for a = sqrt(2) alpha cosh A, b = sqrt(2) alpha sinh
    A.
    """
    square = one**2 + other**2
    twice = combine(
        eq(
            tanh(2 * turn) * cosh(turn) ** 2,
            2 * sinh(turn) * cosh(turn) - tanh(2 * turn) * sinh(turn) ** 2,
        ),
        (1, fact("tanh", x=2 * turn)),
        (-tanh(2 * turn), cosh_double(turn)),
        (1, sinh_double(turn)),
    )
    value = -(HALF * gradient * tanh(2 * turn))
    scaled = ring(eq(-(gradient * one * other), value * square), *orbit, rooted(), twice)
    norm = positive_norm(one, other, turn, orbit)
    whole = fact("inverse", differs(norm, negation(eq(square, 0))), z=square)
    return combine(
        eq(kernel_letters.normalised(one, other, gradient), value),
        (inv(square), scaled),
        (value, whole),
    )


def positive_norm(one: Term, other: Term, turn: Term, orbit: tuple) -> Theorem:
    """0 < a^2 + b^2 = 2 alpha^2 cosh(2 A)."""
    twice = positive(2 * alpha**2 * cosh(2 * turn), [alpha_above()])
    return bound(lt(0, one**2 + other**2), [*orbit, rooted(), cosh_double(turn)], [[twice]])


def log_cosh_slope(
    function: Callable, low: Term, high: Term, s: Term, known: list[Theorem]
) -> Theorem:
    """The derivative of log cosh."""
    return derivative(lambda x: log(cosh(function(x))), low, high, s, known)


@cache
def accumulated() -> Theorem:
    """S_0 = log cosh(2 G)/(2 eta): both start at 0 and grow alike."""
    ordered = defined("diagonal.flow")[0]
    zero, end, course = defined("diagonal.accumulated")
    start, turn, slope = defined("diagonal.dual")
    rate = assume(lt(0, eta))
    function = lam(lambda s: S_of(s) - HALF * inv(eta) * log(cosh(2 * G_of(s))))

    def flat(s, low, high):
        known = [at(course, s, low, high), at(slope, s, low, high)]
        own = derivative(function, 0, last, s, known)
        there = utility_in_angle(u_of(s), v_of(s), g_of(s), G_of(s), orbit_at(s))
        return with_slope(own, ZERO, *rates(there, 2 * G_of(s), rate))

    whole = constant(function, 0, last, ordered, flat)
    at_zero = [
        zero,
        equal_inside(log(cosh(2 * G_of(0))), start),
        equal_inside(log(cosh(2 * ZERO)), written(eq(cosh(2 * ZERO), 1), cosh_zero())),
        log_one(),
    ]
    begin = ring(eq(whole.conclusion.args[0], 0), *at_zero)
    finish = ring(
        eq(whole.conclusion.args[1], S_0 - HALF * inv(eta) * log(cosh(2 * dual))),
        symmetric(end),
        equal_inside(log(cosh(2 * G_of(last))), symmetric(turn)),
    )
    return combine(
        eq(S_0, HALF * inv(eta) * log(cosh(2 * dual))), (-1, finish), (-1, whole), (1, begin)
    )


def rates(there: Theorem, turn: Term, rate: Theorem) -> list[Theorem]:
    """What brings 2 U - sinh(a) a'/(2 eta cosh(a)) to 0."""
    return [there, tanh_quotient(turn), inverse(eta, [rate])]


@cache
def exp_of_accumulated() -> Theorem:
    """exp(2 eta S_0) = cosh(2 G)."""
    rate = assume(lt(0, eta))
    inside = equal_inside(exp(2 * eta * S_0), accumulated())
    cancel = equal_inside_algebra(
        exp(2 * eta * (HALF * inv(eta) * log(cosh(2 * dual)))),
        exp(log(cosh(2 * dual))),
        inverse(eta, [rate]),
    )
    back = fact("exp-log", positive(cosh(2 * dual), []), x=cosh(2 * dual))
    return combine(eq(exp(2 * eta * S_0), cosh(2 * dual)), (1, inside), (1, cancel), (1, back))


def equal_inside_algebra(one: Term, other: Term, *rewrites: Theorem) -> Theorem:
    """f(a) = f(b), where a = b by rewriting."""
    same = ring(eq(one.args[0], other.args[0]), *rewrites)
    return equal_inside(one, same)


@proof("diagonal.norm")
def norm() -> Theorem:
    """u^2 + v^2 = 2 alpha^2 cosh(2 G), and cosh(2 G) = exp(2 eta S)."""
    (size,) = defined("diagonal.norm")
    return ring(
        eq(theta_sq, 2 * alpha**2 * exp(2 * eta * S_0)),
        size,
        *orbit(),
        rooted(),
        exp_of_accumulated(),
        cosh_double(dual),
    )


def sign_of_sinh(scale: Term, x: Term, above: Theorem) -> Theorem:
    """sign(c sinh(x)) = sign(x) for c > 0."""
    whole = scale * sinh(x)
    goal = eq(call("sign", whole), call("sign", x))

    def zero(same):
        flat = ring(eq(whole, 0), equal_inside(sinh(x), same), sinh_zero())
        left = combine(
            eq(call("sign", whole), 0),
            (1, equal_inside(call("sign", whole), flat)),
            (1, fact("sign-zero")),
        )
        right = combine(
            eq(call("sign", x), 0), (1, equal_inside(call("sign", x), same)), (1, fact("sign-zero"))
        )
        return combine(goal, (1, left), (-1, right))

    def less(below):
        down = bound(lt(whole, 0), (), [[above, sinh_negative(below)]])
        return combine(
            goal, (1, fact("sign-negative", down, x=whole)), (-1, fact("sign-negative", below, x=x))
        )

    def more(over):
        up = bound(lt(0, whole), (), [[above, sinh_positive(over)]])
        return combine(
            goal, (1, fact("sign-positive", up, x=whole)), (-1, fact("sign-positive", over, x=x))
        )

    return by_cases(trichotomy(x), less, zero, more)


def sign_of_product(one: Term, other: Term, turn: Term, orbit: tuple) -> Theorem:
    """sign(a b) = sign(2 A)."""
    scale = positive(alpha**2, [alpha_above()])
    product = ring(eq(one * other, alpha**2 * sinh(2 * turn)), *orbit, rooted(), sinh_double(turn))
    return combine(
        eq(call("sign", one * other), call("sign", 2 * turn)),
        (1, equal_inside(call("sign", one * other), product)),
        (1, sign_of_sinh(alpha**2, 2 * turn, scale)),
    )


@cache
def start_angle() -> Theorem:
    """rho arcosh exp(2 eta S_0) = 2 G."""
    (sign,) = defined("diagonal.sign")
    size = combine(
        eq(rho, call("sign", 2 * dual)), (1, sign), (1, sign_of_product(u, v, dual, orbit()))
    )
    inside = equal_inside(call("acosh", exp(2 * eta * S_0)), exp_of_accumulated())
    return ring(
        eq(rho * call("acosh", exp(2 * eta * S_0)), 2 * dual),
        inside,
        size,
        sign_times_acosh_cosh(2 * dual),
    )


@cache
def accumulated_later(s: Term) -> Theorem:
    """S(s) = log cosh(2 G - 2 eta g s)/(2 eta) a time s after the last jump; 0 <= s."""
    start, _, course = defined("diagonal.later")
    rate = assume(lt(0, eta))
    function = lam(lambda r: S_on(r) - HALF * inv(eta) * log(cosh(2 * angle(r))))

    def flat(r, low, high):
        own = derivative(function, 0, s, r, [at(course, s, r, low, high)])
        there = utility_in_angle(u_on(r), v_on(r), g, angle(r), later(r))
        return with_slope(own, ZERO, *rates(there, 2 * angle(r), rate))

    whole = constant(function, 0, s, assume(le(0, s)), flat)
    begin = ring(eq(whole.conclusion.args[0], 0), start, accumulated())
    return combine(eq(S_on(s), HALF * inv(eta) * log(cosh(2 * angle(s)))), (-1, whole), (1, begin))


def at_time(theorem: Theorem, s: Term, time: Term, low: Theorem) -> Theorem:
    """A theorem about any s >= 0, at this time."""
    return at(everywhere(s, theorem, le(0, s)), time, low)


def now() -> Theorem:
    """0 <= t."""
    return weaker(assume(lt(0, t)))


@proof("diagonal.accumulated-utility")
def accumulated_utility() -> Theorem:
    """log cosh is even, and rho arcosh exp(2 eta S_0) is the angle 2 G at the last jump."""
    s = fresh()
    _, end, _ = defined("diagonal.later")
    there = at_time(accumulated_later(s), s, t, now())
    turn = -(rho * call("acosh", exp(2 * eta * S_0))) + 2 * g * eta * t
    inside = ring(eq(turn, -(2 * angle(t))), start_angle())
    back = combine(
        eq(cosh(turn), cosh(2 * angle(t))),
        (1, equal_inside(cosh(turn), inside)),
        (1, cosh_even(2 * angle(t))),
    )
    outside = equal_inside(log(cosh(turn)), back)
    return combine(
        eq(S_later, HALF * inv(eta) * log(cosh(turn))),
        (1, end),
        (1, there),
        (-(HALF * inv(eta)), outside),
    )


@proof("diagonal.sign-recursion")
def sign_recursion() -> Theorem:
    """The sign of u v is that of the angle 2 A = 2 eta (rho arcosh(exp(2 eta S))/(2 eta) - g t)."""
    s = fresh()
    (sign,) = defined("diagonal.later-sign")
    rate = assume(lt(0, eta))
    pair = tuple(at_time(one, s, t, now()) for one in later(s))
    there = sign_of_product(u_on(t), v_on(t), angle(t), pair)
    turn = -(g * t) + HALF * rho * inv(eta) * call("acosh", exp(2 * eta * S_0))
    scaled = ring(
        eq(2 * angle(t), (2 * eta) * turn),
        combine(eq(2 * dual, rho * call("acosh", exp(2 * eta * S_0))), (-1, start_angle())),
        inverse(eta, [rate]),
    )
    same = equal_inside(call("sign", 2 * angle(t)), scaled)
    drop = sign_scaled(2 * eta, turn, positive(2 * eta, [rate]))
    return combine(eq(rho_later, call("sign", turn)), (1, sign), (1, there), (1, same), (1, drop))


def sign_scaled(scale: Term, x: Term, above: Theorem) -> Theorem:
    """sign(c x) = sign(x) for c > 0."""
    whole = scale * x
    goal = eq(call("sign", whole), call("sign", x))

    def zero(same):
        flat = (
            ring(eq(whole, 0), same) if len(x.args) == 0 else combine(eq(whole, 0), (scale, same))
        )
        left = combine(
            eq(call("sign", whole), 0),
            (1, equal_inside(call("sign", whole), flat)),
            (1, fact("sign-zero")),
        )
        right = combine(
            eq(call("sign", x), 0), (1, equal_inside(call("sign", x), same)), (1, fact("sign-zero"))
        )
        return combine(goal, (1, left), (-1, right))

    def less(below):
        down = bound(lt(whole, 0), (), [[above, below]])
        return combine(
            goal, (1, fact("sign-negative", down, x=whole)), (-1, fact("sign-negative", below, x=x))
        )

    def more(over):
        up = bound(lt(0, whole), (), [[above, over]])
        return combine(
            goal, (1, fact("sign-positive", up, x=whole)), (-1, fact("sign-positive", over, x=x))
        )

    return by_cases(trichotomy(x), less, zero, more)


def secant(x: Term) -> tuple[Theorem, Theorem, Theorem]:
    """With q = artanh x: x = sinh q/cosh q, 1/cosh q > 0 and 1/sqrt(1 - x^2) = cosh q."""
    low, high = assumed(lt(-1, x), lt(x, 1))
    q = call("atanh", x)
    down = inv(cosh(q))
    unit = inverse(cosh(q), [])
    value = combine(
        eq(x, sinh(q) * down), (-1, fact("tanh-atanh", low, high, x=x)), (1, tanh_quotient(q))
    )
    squared = ring(eq(down**2, 1 - x**2), value, pythagoras(q), unit)
    below = positive(down, [])
    root = sqrt_is(down, weaker(below), squared)
    back = combine(
        eq(inv(down), cosh(q)),
        (cosh(q), fact("inverse", differs(below, negation(eq(down, 0))), z=down)),
        (-inv(down), unit),
    )
    top = inv(sqrt(1 - x**2))
    return value, below, combine(eq(top, cosh(q)), (1, equal_inside(top, root)), (1, back))


@proof("diagonal.hyperbolic-identity")
def hyperbolic_identity() -> Theorem:
    """With q = artanh x: sqrt(1 - x^2) = 1/cosh q, and x has the sign of q."""
    x = var("x")
    q, top = call("atanh", x), inv(sqrt(1 - x**2))
    down = inv(cosh(q))
    value, below, whole = secant(x)
    size = equal_inside(call("acosh", top), whole)
    sign = combine(
        eq(call("sign", x), call("sign", q)),
        (1, equal_inside(call("sign", x), value)),
        (1, sign_of_sinh(down, q, below)),
    )
    return combine(
        eq(q, call("sign", x) * call("acosh", top)),
        (-1, sign_times_acosh_cosh(q)),
        (-call("acosh", cosh(q)), sign),
        (-call("sign", x), size),
    )


def either_force(goal: Term, side: Callable, force: Theorem) -> Theorem:
    """g > 0 and g < 0; side(sign, |g| = sign g, sign(g) = sign, 0 < sign g). ``force``: not g = 0,
    or 0 < U*.
    """

    def zero(same):
        if force.conclusion.op == "lt":
            top = ring(
                eq(U_star, 0),
                maximal_utility(),
                equal_inside(call("abs", g), same),
                fact("abs-nonnegative", bound(le(0, 0)), x=ZERO),
            )
            return contradiction(bound(lt(0, 0), [top], [[force]]), goal)
        return contradiction_of(force, same, goal)

    def down(below):
        return side(
            -1,
            fact("abs-negative", weaker(below), x=g),
            fact("sign-negative", below, x=g),
            bound(lt(0, -g), (), [[below]]),
        )

    def up(above):
        return side(
            1, fact("abs-nonnegative", weaker(above), x=g), fact("sign-positive", above, x=g), above
        )

    return by_cases(trichotomy(g), down, zero, up)


def contradiction_of(negated: Theorem, statement: Theorem, goal: Term) -> Theorem:
    """From not P and P: anything."""
    return absurd(given(negated, statement), goal)


def some_force() -> Theorem:
    return assume(negation(eq(g, 0)))


def quotient(sign: int, size: Theorem, more: Theorem) -> Theorem:
    """U_0/U* = tanh(-sign 2 G), where |g| = sign g."""
    (value,) = defined("diagonal.start-utility")
    there = utility_in_angle(u, v, g, dual, orbit())
    top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), size)
    half = num(sign) * HALF * g
    unit = fact("inverse", differs(bound(lt(0, half), (), [[more]]), negation(eq(half, 0))), z=half)
    down = equal_inside(inv(U_star), top)
    turn = tanh_odd(2 * dual) if sign > 0 else None
    goal = eq(U_0 * inv(U_star), tanh(num(-sign) * (2 * dual)))
    shorter = combine(eq(g * inv(half), num(2 * sign)), (num(2 * sign), unit))
    return ring(goal, value, there, down, shorter, *([turn] if turn else []))


def delta_in_angle(force: Theorem, sign: int, size: Theorem, more: Theorem) -> Theorem:
    """artanh(U_0/U*) = -sign 2 G."""
    inside = equal_inside(call("atanh", U_0 * inv(U_star)), quotient(sign, size, more))
    angle = num(-sign) * (2 * dual)
    return combine(
        eq(call("atanh", U_0 * inv(U_star)), angle), (1, inside), (1, fact("atanh-tanh", x=angle))
    )


def double_angle() -> Theorem:
    """2 u v/|theta|^2 = tanh(2 G)."""
    (norm,) = defined("diagonal.norm")
    there = utility_in_angle(u, v, num(-2), dual, orbit())  # 2 u v/(u^2 + v^2) = tanh(2 G)
    return ring(
        eq(2 * u * v * inv(theta_sq), tanh(2 * dual)),
        equal_inside(inv(theta_sq), norm),
        combine(eq(u * v * inv(u**2 + v**2), HALF * tanh(2 * dual)), (HALF, there)),
    )


@proof("diagonal.delta-parameters")
def delta_parameters() -> Theorem:
    """2 u v/|theta|^2 = tanh(2 G), and delta = -sgn(g) 2 G."""
    (constant_,) = defined("diagonal.delta")
    inside = 2 * u * v * inv(theta_sq)
    value = double_angle()
    back = combine(
        eq(call("atanh", inside), 2 * dual),
        (1, equal_inside(call("atanh", inside), value)),
        (1, fact("atanh-tanh", x=2 * dual)),
    )
    goal = eq(delta, -(call("atanh", inside) * call("sign", g)))

    def side(sign, size, one, more):
        return ring(goal, constant_, delta_in_angle(some_force(), sign, size, more), one, back)

    return either_force(goal, side, some_force())


def delta_by(goal: Term, size_is: Theorem) -> Theorem:
    """delta = -rho acosh(...) sgn(g), where rho acosh(...) = 2 G."""
    (constant_,) = defined("diagonal.delta")

    def side(sign, size, one, more):
        return ring(goal, constant_, delta_in_angle(some_force(), sign, size, more), one, size_is)

    return either_force(goal, side, some_force())


def norm_in_angle() -> Theorem:
    """|theta|^2/(2 alpha^2) = cosh(2 G)."""
    return ring(
        eq(HALF * theta_sq * inv(alpha) ** 2, cosh(2 * dual)),
        *defined("diagonal.norm"),
        *orbit(),
        rooted(),
        inverse(alpha, [alpha_above()]),
        cosh_double(dual),
    )


@proof("diagonal.delta-norm")
def delta_norm() -> Theorem:
    """|theta|^2/(2 alpha^2) = cosh(2 G)."""
    (sign,) = defined("diagonal.sign")
    value = norm_in_angle()
    inside = value.conclusion.args[0]
    size = call("acosh", inside)
    rho_is = combine(
        eq(rho, call("sign", 2 * dual)), (1, sign), (1, sign_of_product(u, v, dual, orbit()))
    )
    whole = ring(
        eq(rho * size, 2 * dual), equal_inside(size, value), rho_is, sign_times_acosh_cosh(2 * dual)
    )
    return delta_by(eq(delta, -(rho * size * call("sign", g))), whole)


@proof("diagonal.delta-accumulated")
def delta_accumulated() -> Theorem:
    """rho arcosh exp(2 eta S_0) = 2 G."""
    return delta_by(
        eq(delta, -(rho * call("acosh", exp(2 * eta * S_0)) * call("sign", g))), start_angle()
    )


def top_above() -> Theorem:
    return assume(lt(0, U_star))


@proof("diagonal.utility-solution")
def utility_solution() -> Theorem:
    """The normalised utility is -(g/2) tanh(2 A), with 2 A = 2 G - 2 eta g t; artanh(U_0/U*) =
    -sgn(g) 2 G.
    """
    s = fresh()
    (value,) = defined("diagonal.later-utility")
    pair = tuple(at_time(one, s, t, now()) for one in later(s))
    there = utility_in_angle(u_on(t), v_on(t), g, angle(t), pair)
    inside = 4 * U_star * eta * t + call("atanh", U_0 * inv(U_star))
    goal = eq(kernel_letters.U_later, U_star * tanh(inside))

    def side(sign, size, one, more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), size)
        turn = ring(
            eq(inside, num(-sign) * (2 * angle(t))),
            delta_in_angle(top_above(), sign, size, more),
            top,
        )
        final = equal_inside(tanh(inside), turn)
        return ring(goal, value, there, final, top, *([tanh_odd(2 * angle(t))] if sign > 0 else []))

    return either_force(goal, side, top_above())


def even(sign: int, x: Term) -> list[Theorem]:
    """cosh(-x) = cosh(x), where the sign asks for it."""
    return [cosh_even(x)] if sign > 0 else []


@proof("diagonal.accumulated-utility-expanded")
def accumulated_utility_expanded() -> Theorem:
    """S_later - S_0 = log(cosh(2 A)/cosh(2 G))/(2 eta)."""
    s = fresh()
    (constant_,) = defined("diagonal.delta")
    _, end, _ = defined("diagonal.later")
    start, there = accumulated(), at_time(accumulated_later(s), s, t, now())
    turn = delta + 4 * U_star * eta * t
    inside = inv(cosh(delta)) * cosh(turn)
    goal = eq(S_later, S_0 + HALF * inv(eta) * log(inside))

    def side(sign, size, one, more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), size)
        begun = ring(
            eq(delta, num(-sign) * (2 * dual)),
            constant_,
            delta_in_angle(top_above(), sign, size, more),
        )
        moved = ring(eq(turn, num(-sign) * (2 * angle(t))), begun, top)
        first = ring(
            eq(cosh(delta), cosh(2 * dual)), equal_inside(cosh(delta), begun), *even(sign, 2 * dual)
        )
        last_ = ring(
            eq(cosh(turn), cosh(2 * angle(t))),
            equal_inside(cosh(turn), moved),
            *even(sign, 2 * angle(t)),
        )
        bottom, upper = positive(cosh(2 * dual), []), positive(cosh(2 * angle(t)), [])
        whole = ring(
            eq(inside, inv(cosh(2 * dual)) * cosh(2 * angle(t))),
            equal_inside(inv(cosh(delta)), first),
            last_,
        )
        split = log_product(
            inv(cosh(2 * dual)),
            cosh(2 * angle(t)),
            fact("inverse-positive", bottom, x=cosh(2 * dual)),
            upper,
        )
        return ring(
            goal,
            end,
            there,
            start,
            equal_inside(log(inside), whole),
            split,
            log_inverse(cosh(2 * dual), bottom),
        )

    return either_force(goal, side, top_above())


@proof("diagonal.accumulated-utility-main")
def accumulated_utility_main() -> Theorem:
    """With the sign sgn(-g) rho; where rho = 0 the neuron is at G = 0 and both signs give the
    same.
    """
    s = fresh()
    pm = kernel_letters.pm
    _, end, _ = defined("diagonal.later")
    _, known = defined("diagonal.either-sign")
    there = at_time(accumulated_later(s), s, t, now())
    size = call("acosh", exp(2 * eta * S_0))
    turn = 2 * eta * (2 * U_star * t + HALF * pm * inv(eta) * size)
    goal = eq(S_later, HALF * inv(eta) * log(cosh(turn)))
    unit = inverse(eta, [assume(lt(0, eta))])
    magnitude = combine(
        eq(size, call("sign", 2 * dual) * (2 * dual)),
        (1, equal_inside(size, exp_of_accumulated())),
        (1, acosh_cosh(2 * dual)),
    )

    def side(sign, force, one, more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), force)

        def finish(product):
            """pm arcosh exp(2 eta S_0) = -sign 2 G."""
            inside = ring(eq(turn, num(-sign) * (2 * angle(t))), top, product, unit)
            back = ring(
                eq(cosh(turn), cosh(2 * angle(t))),
                equal_inside(cosh(turn), inside),
                *even(sign, 2 * angle(t)),
            )
            return ring(goal, end, there, equal_inside(log(cosh(turn)), back))

        def moving(some):
            return finish(
                ring(eq(pm * size, num(-sign) * (2 * dual)), given(known, some), one, start_angle())
            )

        def still(none):
            """g rho = 0 and g != 0: rho = 0, so 2 G = rho arcosh(...) = 0."""
            flat = combine(
                eq(rho, 0),
                (
                    num(1),
                    product_zero(
                        none, differs(more, negation(eq(g, 0))) if sign > 0 else _below(more)
                    ),
                ),
            )
            zero = ring(eq(2 * dual, 0), symmetric_rewrite(start_angle()), flat)
            same = ring(eq(size, 0), magnitude, combine(eq(dual, 0), (HALF, zero)))
            return finish(
                ring(
                    eq(pm * size, num(-sign) * (2 * dual)), same, combine(eq(dual, 0), (HALF, zero))
                )
            )

        return by_cases(eq(g * rho, 0), still, moving)

    return either_force(goal, side, top_above())


def _below(more: Theorem) -> Theorem:
    """0 < -g: not g = 0."""
    equation = eq(g, 0)
    false = bound(lt(0, 0), [assume(equation)], [[more]])
    return discharge(equation, given(put(axiom("irreflexive"), x=ZERO), false))


def symmetric_rewrite(equation: Theorem) -> Theorem:
    """The angle in terms of rho: G = rho arcosh(...)/2."""
    left, _ = equation.conclusion.args
    return combine(eq(dual, HALF * left), (-HALF, equation))


@proof("diagonal.jump-time")
def jump_time() -> Theorem:
    """At the printed time 2 A = -sgn(g) B with cosh B = exp(2 eta), so S = 1; later |2 A| > B and S > 1."""
    waiting = kernel_letters.waiting
    low, before, after = defined("diagonal.activation")
    rate = assume(lt(0, eta))
    unit = inverse(eta, [rate])
    large = weaker(exp_above_one_of(2 * eta, positive(2 * eta, [rate])))
    size = call("acosh", exp(2 * eta))
    reach = fact("cosh-acosh", large, x=exp(2 * eta))
    edge = fact("acosh-nonnegative", large, x=exp(2 * eta))
    time = (
        num(1, 4)
        * inv(U_star)
        * inv(eta)
        * (rho * call("acosh", exp(2 * eta * S_0)) * call("sign", g) + size)
    )
    goal = eq(waiting, time)
    s = fresh()

    def value(moment, above):
        """S(moment) = log cosh(2 A)/(2 eta)."""
        return at_time(accumulated_later(s), s, moment, above)

    def side(sign, force, one, more):
        top = ring(eq(U_star, num(sign) * HALF * g), maximal_utility(), force)
        full = fact("inverse", differs(top_above(), negation(eq(U_star, 0))), z=U_star)
        slow = positive(2 * eta * U_star, [rate, top_above()])
        # 2 sgn(g) A at any moment is sgn(g) 2 G - 4 eta U* s, and at the printed time it is -B
        force_ = combine(eq(g, num(2 * sign) * U_star), (num(-2 * sign), top))

        def earlier(less):
            """The printed time comes after the activation, yet S is 1 there."""
            late = at(after, time, less)
            at_one = ring(
                eq(2 * angle(time), num(-sign) * size), force_, one, start_angle(), full, unit
            )
            flat = ring(
                eq(cosh(2 * angle(time)), exp(2 * eta)),
                equal_inside(cosh(2 * angle(time)), at_one),
                *even(sign, size),
                reach,
            )
            logs = ring(
                eq(log(cosh(2 * angle(time))), 2 * eta),
                equal_inside(log(cosh(2 * angle(time))), flat),
                fact("log-exp", x=2 * eta),
            )
            time_above = bound(le(0, time), (), [[less], [low]], exact=True)
            amount = ring(eq(S_on(time), 1), value(time, time_above), logs, unit)
            return contradiction(bound(lt(0, 0), [amount], [[late]], exact=True), goal)

        def later_than(greater):
            """At the activation |2 A| > B already, so S > 1."""
            turn = num(-sign) * (2 * angle(waiting))
            lies = ring(
                eq(turn, size + 4 * eta * U_star * (waiting - time)),
                force_,
                one,
                start_angle(),
                full,
                unit,
            )
            beyond = order_by(lt(size, turn), lies, greater, slow)
            bigger = cosh_increases(edge, beyond)
            own = ring(eq(cosh(turn), cosh(2 * angle(waiting))), *even(sign, 2 * angle(waiting)))
            over = above_edge(bigger, own, reach)
            logs = log_below(over, positive(exp(2 * eta), []))
            amount = value(waiting, low)
            more_than = bound(
                lt(1, S_on(waiting)),
                [amount, fact("log-exp", x=2 * eta), unit],
                [[logs, positive(inv(eta), [rate])]],
            )
            limit = at(before, waiting, low, bound(le(waiting, waiting)))
            return contradiction(bound(lt(0, 0), (), [[more_than], [limit]], exact=True), goal)

        return by_cases(trichotomy(waiting, time), earlier, lambda same: same, later_than)

    return either_force(goal, side, top_above())


def order_by(goal: Term, equation: Theorem, greater: Theorem, scale: Theorem) -> Theorem:
    """b - a = 2 (x - y) c with y < x and 0 < c: a < b."""
    return order(goal, ((num(-1), equation),), ((num(2), (greater, scale), ONE),))


def above_edge(bigger: Theorem, own: Theorem, reach: Theorem) -> Theorem:
    """cosh(B) < cosh(x) = cosh(y) and cosh(B) = w: w < cosh(y)."""
    goal = lt(reach.conclusion.args[1], own.conclusion.args[1])
    return order(goal, ((num(1), own), (num(-1), reach)), ((ONE, (bigger,), ONE),))


def exp_above_one_of(x: Term, above: Theorem) -> Theorem:
    return exp_above_one(above)


@proof("diagonal.two-rates-exact")
def two_rates_exact() -> Theorem:
    """log(sqrt(2) alpha) = log(2)/2 + log(alpha)."""
    (rate,), (ratio,) = defined("diagonal.accelerated"), defined("diagonal.rate-ratio")
    unit = inverse(eta, [assume(lt(0, eta))])
    whole = log(ROOT * alpha)
    flipped = combine(eq(whole, -eta), (1, rate))
    down = combine(
        eq(inv(whole), -inv(eta)),
        (1, equal_inside(inv(whole), flipped)),
        (1, inverse_of_negative(eta, unit)),
    )
    logs = log_root_two_alpha()
    part = combine(eq(log(alpha), -eta - HALF * log(TWO)), (-1, logs), (1, flipped))
    return ring(eq(kernel_letters.ratio, 1 + HALF * inv(eta) * log(TWO)), ratio, down, part, unit)


def inverse_of_negative(x: Term, unit: Theorem) -> Theorem:
    """1/(-x) = -(1/x) for x != 0."""
    some = nonzero_negative(x, unit)
    other = fact("inverse", some, z=-x)
    return combine(eq(inv(-x), -inv(x)), (-inv(-x), unit), (-inv(x), other))


def nonzero_negative(x: Term, unit: Theorem) -> Theorem:
    """x (1/x) = 1, so -x is not 0."""
    equation = eq(-x, 0)
    false = order(lt(ZERO, ZERO), ((num(-1), unit), (-inv(x), assume(equation))), ((ONE, (), ONE),))
    return discharge(equation, given(put(axiom("irreflexive"), x=ZERO), false))


def log_root_two_alpha() -> Theorem:
    """log(sqrt(2) alpha) = log(2)/2 + log(alpha)."""
    root = positive(ROOT, [])
    split = log_product(ROOT, alpha, root, alpha_above())
    twice = log_product(ROOT, ROOT, root, root)
    double = combine(
        eq(log(TWO), 2 * log(ROOT)),
        (-1, equal_inside(log(ROOT * ROOT), written(eq(ROOT * ROOT, 2), rooted()))),
        (1, twice),
    )
    return combine(eq(log(ROOT * alpha), HALF * log(TWO) + log(alpha)), (1, split), (-HALF, double))


@proof("diagonal.unit-threshold")
def unit_threshold() -> Theorem:
    """1 = 2 alpha^2 exp(2 eta S) with eta = -log(sqrt(2) alpha)."""
    (rate,) = defined("diagonal.accelerated")
    size, jump = defined("diagonal.unit-norm")
    above = assume(lt(0, eta))
    whole = ring(
        eq(2 * alpha**2 * exp(2 * eta * S_0), 1),
        exp_of_accumulated(),
        cosh_double(dual),
        norm_one(size),
    )
    # exp(2 eta) 2 alpha^2 = 1 too, because exp(-eta) = sqrt(2) alpha
    scale = positive(ROOT * alpha, [alpha_above()])
    small = combine(
        eq(exp(-eta), ROOT * alpha),
        (1, equal_inside_algebra(exp(-eta), exp(log(ROOT * alpha)), rate)),
        (1, fact("exp-log", scale, x=ROOT * alpha)),
    )
    same = ring(
        eq(exp(2 * eta * S_0), exp(2 * eta)),
        *[
            combine(
                eq(exp(2 * eta * S_0), exp(2 * eta)),
                (exp(2 * eta), whole),
                (-(exp(2 * eta * S_0)), doubled(small)),
            )
        ],
    )
    logs = combine(
        eq(2 * eta * S_0, 2 * eta),
        (-1, fact("log-exp", x=2 * eta * S_0)),
        (1, equal_inside(log(exp(2 * eta * S_0)), same)),
        (1, fact("log-exp", x=2 * eta)),
    )
    one = combine(eq(S_0, 1), (HALF * inv(eta), logs), (1 - S_0, inverse(eta, [above])))
    return combine(eq(kernel_letters.S_jump, 1), (1, jump), (1, one))


def norm_one(size: Theorem) -> Theorem:
    """2 alpha^2 cosh(G)^2 = 1 - 2 alpha^2 sinh(G)^2 on the orbit where the norm is 1."""
    value = ring(
        eq(u**2 + v**2, 2 * alpha**2 * cosh(dual) ** 2 + 2 * alpha**2 * sinh(dual) ** 2),
        *orbit(),
        rooted(),
    )
    return combine(
        eq(2 * alpha**2 * cosh(dual) ** 2, 1 - 2 * alpha**2 * sinh(dual) ** 2),
        (-1, value),
        (1, size),
    )


def doubled(small: Theorem) -> Theorem:
    """exp(2 eta) 2 alpha^2 = 1 from exp(-eta) = sqrt(2) alpha."""
    twice = written(eq(exp(2 * eta), exp(eta) ** 2), exp_sum(eta, eta))
    back = combine(eq(ROOT * alpha, exp(-eta)), (-1, small))
    square = ring(eq(ROOT**2 * alpha**2, exp(-eta) ** 2), back)
    pair = combine(eq(2 * alpha**2, exp(-eta) ** 2), (1, square), (-(alpha**2), rooted()))
    return ring(eq(exp(2 * eta) * (2 * alpha**2), 1), twice, pair_rewrite(pair), exp_inverse(eta))


def pair_rewrite(pair: Theorem) -> Theorem:
    return combine(eq(alpha**2, HALF * exp(-eta) ** 2), (HALF, pair))


@proof("diagonal.simplified-jump-time")
def simplified_jump_time() -> Theorem:
    """Of s - tau g = 1 and s - tau g = -1 only the one with the sign of -g has a positive root, since |s| <= 1."""
    s, tau = kernel_letters.s_i, kernel_letters.tau_pf
    after, reached, _ = defined("diagonal.first-root")
    low, high = assumed(le(-1, s), le(s, 1))
    goal = eq(tau, inv(call("abs", g)) * (1 + s * call("sign", g)))

    def side(sign, size, one, more):
        down = inverse(num(sign) * g, [more])
        scale = equal_inside(inv(call("abs", g)), size)

        def root(found):
            """sign g tau = 1 + sign s."""
            solved = combine(
                eq(tau, inv(num(sign) * g) * (1 + num(sign) * s)),
                (inv(num(sign) * g), found),
                (tau, down),
            )
            return ring(goal, scale, one, solved)

        def wrong(found):
            edge = low if sign < 0 else high
            turn = combine(eq(tau * g, s - num(sign)), (1, found))
            return contradiction(bound(lt(0, 0), [turn], [[after, more], [edge]], exact=True), goal)

        branches = (wrong, root) if sign > 0 else (root, wrong)
        return by_cases(reached, *branches)

    return either_force(goal, side, some_force())


@proof("diagonal.log-cosh")
def log_cosh() -> Theorem:
    """log cosh x - x + log 2 = log(1 + exp(-2 x)) lies between 0 and e for x > 1/e."""
    from theory import claim
    from theory.proof.letters import stated as in_terms

    statement = in_terms(claim("diagonal.log-cosh")).statement
    e, x = fresh(), fresh()
    inner = opened(statement, (e,))
    above = assume(inner.args[0])
    existence = inner.args[1]
    at_edge = opened(existence, (inv(e),))
    far = assume(lt(inv(e), x))
    goal = opened(at_edge, (x,)).args[1]
    value = goal.args[0].args[0]
    up, down = exp(x), exp(-x)
    less, unit = fact("exp-positive", x=-x), exp_inverse(x)
    positive_x = bound(lt(0, x), (), [[far], [fact("inverse-positive", above, x=e)]])
    large = bound(
        lt(1, e * up),
        [inverse(e, [above])],
        [[above, fact("exp-tangent", x=x)], [above, far], [above]],
    )
    small = bound(lt(down, e), [unit], [[less, large]])
    below_one = bound(lt(down, 1), [unit], [[less, exp_above_one(positive_x)]])
    two = positive(TWO, [])
    parts_ = [
        exp_sum(-x, log(cosh(x)) + log(TWO)),
        exp_sum(log(cosh(x)), log(TWO)),
        fact("exp-log", positive(cosh(x), []), x=cosh(x)),
        fact("exp-log", two, x=TWO),
        fact("cosh", x=x),
        unit,
    ]
    whole = 1 + down**2
    logs = log_of(ring(eq(exp(value), whole), *parts_), value)  # log(1 + exp(-x)^2) = value
    more = log_below(bound(lt(1, whole), (), [[less, less]]), bound(lt(0, 1)))
    grown = bound(lt(whole, exp(e)), (), [[small], [less, below_one], [fact("exp-tangent", x=e)]])
    limit = log_below(grown, bound(lt(0, whole), (), [[less, less]]))
    size = fact("abs-nonnegative", from_log(le(0, value), logs, log_one(), more), x=value)
    upper = order(
        lt(value, e),
        ((num(-1), logs), (ONE, fact("log-exp", x=e))),
        ((ONE, (limit,), ONE),),
    )
    final = order(goal, ((ONE, size),), ((ONE, (upper,), ONE),))
    shown = generalise(discharge(far.conclusion, final), x)
    return generalise(discharge(above.conclusion, witness(existence, inv(e), shown)), e)


def from_log(goal: Term, logs: Theorem, none: Theorem, more: Theorem) -> Theorem:
    """0 <= v from log(1) < log(w), log(w) = v and log(1) = 0."""
    return order(goal, ((ONE, logs), (num(-1), none)), ((ONE, (more,), ONE),))


def stated(identifier: str, *theorems: Theorem) -> Theorem:
    """The theorems as the conjuncts of the claim's statement, in its order and its writing."""
    from theory import claim
    from theory.proof.letters import stated as in_terms

    statement = in_terms(claim(identifier)).statement
    if statement.op != "and":
        return written(statement, theorems[0])
    return conjoin(*(_matching(one, theorems) for one in statement.args))


def _matching(statement, theorems):
    from theory.proof.polynomials import normal

    for one in theorems:
        if normal(one.conclusion) is normal(statement):
            return written(statement, one)
    raise ValueError(f"none of the theorems says {statement}")


# --- where statements are defined -----------------------------------------------------------------


def unequal() -> Theorem:
    """u^2 = v^2 + 2 alpha^2."""
    return combine(eq(u**2, v**2 + 2 * alpha**2), (1, conserved()))


@domain("diagonal.product")
def product_domain() -> list[Theorem]:
    """|theta|^4 - 4 alpha^4 = 4 u^2 v^2."""
    rewrites = [*defined("diagonal.norm"), unequal()]
    return [bound(le(0, theta_sq**2 - 4 * alpha**4), rewrites, squares=[u * v])]


@domain("diagonal.parameters")
def parameters_domain() -> list[Theorem]:
    """|theta|^2/2 - alpha^2 = v^2."""
    rewrites = [*defined("diagonal.norm"), unequal()]
    return [bound(le(0, HALF * theta_sq - alpha**2), rewrites, squares=[v])]


@domain("diagonal.hyperbolic-identity")
def hyperbolic_identity_domain() -> list[Theorem]:
    """1/sqrt(1 - x^2) = cosh(artanh x) >= 1."""
    x = var("x")
    root = sqrt(1 - x**2)
    above = bound(lt(0, 1 - x**2), (), [assumed(lt(-1, x), lt(x, 1))])
    largest = cosh_at_least_one(call("atanh", x))
    return [
        differs(positive(root, [above]), negation(eq(root, 0))),
        bound(le(1, inv(root)), [secant(x)[2]], [[largest]]),
    ]


@domain("diagonal.delta-parameters")
def delta_parameters_domain() -> list[Theorem]:
    """2 u v/|theta|^2 = tanh(2 G) lies between -1 and 1."""
    (norm,) = defined("diagonal.norm")
    value = double_angle()
    inside = value.conclusion.args[0]
    low, high = tanh_within(2 * dual)
    above = bound(lt(0, theta_sq), [norm], [[positive_norm(u, v, dual, orbit())]])
    return [
        bound(lt(-1, inside), [value], [[low]]),
        bound(lt(inside, 1), [value], [[high]]),
        differs(above, negation(eq(theta_sq, 0))),
    ]


@domain("diagonal.delta-norm")
def delta_norm_domain() -> list[Theorem]:
    """|theta|^2/(2 alpha^2) = cosh(2 G) >= 1."""
    value = norm_in_angle()
    return [bound(le(1, value.conclusion.args[0]), [value], [[cosh_at_least_one(2 * dual)]])]


@domain("diagonal.utility-solution")
def utility_solution_domain() -> list[Theorem]:
    """|U_0| < U* is assumed."""
    high, low = assumed(lt(U_0, U_star), lt(-U_star, U_0))
    share, unit = U_0 * inv(U_star), inverse(U_star, [top_above()])
    above = positive(inv(U_star), [top_above()])
    return [
        bound(lt(-1, share), [unit], [[low, above]]),
        bound(lt(share, 1), [unit], [[high, above]]),
    ]
