"""Proofs of modular addition in the kernel: sums over a group of neurons and over Z/p, for every p
and N at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_letters import (
    C_of,
    N,
    against,
    alpha_of,
    correlated,
    double_sum,
    inner_xu,
    k,
    norm_sq,
    p,
    triple,
    turn,
    u,
    u_hat,
    v,
    v_hat,
    w,
    w_hat,
    wave,
    x,
    x_hat,
)
from theory.proof.lemmas import inv, product_zero, sqrt, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    axiom,
    discharge,
    instantiate,
    order,
    reflexive,
)
from theory.proof.sums import (
    added,
    by_induction,
    conjugate,
    constant_sum,
    empty,
    exchanged,
    scaled,
    step,
    sum_of,
    summand_equal,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    fact,
    fresh,
    given,
    induction,
    inverse,
    lam,
    obtain,
    parts,
    positive,
    put,
    ring,
    symmetric,
    total,
    weaker,
    written,
)
from theory.proof.terms import (
    COMPLEX,
    INT,
    ONE,
    ZERO,
    Term,
    call,
    eq,
    function,
    le,
    lt,
    make,
    negation,
    num,
    opened,
    var,
)

PROOFS: dict[str, Callable[[], Theorem]] = {}
I = call("i")


def proof(identifier: str):
    """Enter the proof of a claim."""

    def entered(function):
        PROOFS[identifier] = cache(function)
        return PROOFS[identifier]

    return entered


def defined(name: str) -> list[Theorem]:
    return parts(assume(DEFINITIONS[name].statement))


def cos(a):
    return call("cos", a)


def sin(a):
    return call("sin", a)


def fn(body: Callable) -> Term:
    """A summand: a function of one whole number."""
    return lam(body, INT)


# --- a group of neurons ---------------------------------------------------------------------------


@proof("modular.double-sum")
def double_sum_identity() -> Theorem:
    """cos(a - b) = cos a cos b + sin a sin b, and a sum of products is a product of sums."""
    (whole,) = defined("modular.double")
    ordered = bound(le(1, N + 1), (), [[assume(lt(0, N))]])
    A, B = (total(1, N, lambda i, f=f: C_of(i) * f(alpha_of(i))) for f in (cos, sin))

    def row(i, *_):
        """sum_j C_i C_j cos(alpha_i - alpha_j) = C_i cos(alpha_i) A + C_i sin(alpha_i) B."""
        c, s = C_of(i) * cos(alpha_of(i)), C_of(i) * sin(alpha_of(i))
        first, second = (
            fn(lambda j: C_of(j) * cos(alpha_of(j))),
            fn(lambda j: C_of(j) * sin(alpha_of(j))),
        )
        split = summand_equal(
            fn(lambda j: C_of(i) * C_of(j) * cos(alpha_of(i) - alpha_of(j))),
            fn(lambda j: c * (C_of(j) * cos(alpha_of(j))) + s * (C_of(j) * sin(alpha_of(j)))),
            1,
            N,
            lambda j, *_: ring(
                eq(
                    C_of(i) * C_of(j) * cos(alpha_of(i) - alpha_of(j)),
                    c * (C_of(j) * cos(alpha_of(j))) + s * (C_of(j) * sin(alpha_of(j))),
                ),
                fact("cos-difference", x=alpha_of(i), y=alpha_of(j)),
            ),
        )
        apart = added(
            fn(lambda j: c * (C_of(j) * cos(alpha_of(j)))),
            fn(lambda j: s * (C_of(j) * sin(alpha_of(j)))),
            1,
            N,
            ordered,
        )
        return ring(
            eq(split.conclusion.args[0], A * c + B * s),
            split,
            apart,
            scaled(c, first, 1, N, ordered),
            scaled(s, second, 1, N, ordered),
        )

    rows = summand_equal(
        fn(lambda i: total(1, N, lambda j: C_of(i) * C_of(j) * cos(alpha_of(i) - alpha_of(j)))),
        fn(lambda i: A * (C_of(i) * cos(alpha_of(i))) + B * (C_of(i) * sin(alpha_of(i)))),
        1,
        N,
        row,
    )
    apart = added(
        fn(lambda i: A * (C_of(i) * cos(alpha_of(i)))),
        fn(lambda i: B * (C_of(i) * sin(alpha_of(i)))),
        1,
        N,
        ordered,
    )
    return ring(
        eq(double_sum, A**2 + B**2),
        whole,
        rows,
        apart,
        scaled(A, fn(lambda i: C_of(i) * cos(alpha_of(i))), 1, N, ordered),
        scaled(B, fn(lambda i: C_of(i) * sin(alpha_of(i))), 1, N, ordered),
    )


@proof("modular.square-completed")
def square_completed() -> Theorem:
    """sqrt(2/(27 p^3)) = 2/(sqrt(54) p sqrt(p))."""
    from theory import claim
    from theory.proof.letters import stated

    statement = stated(claim("modular.square-completed")).statement
    above = assume(lt(0, p))
    root = sqrt(p)
    squares = [
        fact("sqrt-square", weaker(above), x=p),
        fact("sqrt-square", bound(le(0, 6)), x=num(6)),
    ]
    own = inverse(root, [positive(root, [above])])
    down = inverse(p, [above])
    split = combine(eq(p, root**2), (1, squares[0]))
    halves = _inverse_of_square(p, root, down, split, own)
    return ring(statement, halves, split, own, squares[1])


def _inverse_of_square(
    whole: Term, root: Term, down: Theorem, split: Theorem, own: Theorem
) -> Theorem:
    """1/x = (1/r)^2 for x = r^2: x (1/r)^2 = 1, times 1/x."""
    one = ring(eq(whole * inv(root) ** 2, 1), split, own)
    return combine(eq(inv(whole), inv(root) ** 2), (inv(whole), one), (inv(root) ** 2, down))


# --- waves on Z/p ---------------------------------------------------------------------------------


def above_zero() -> Theorem:
    return assume(lt(0, p))


def full() -> Theorem:
    """0 <= (p - 1) + 1."""
    return bound(le(0, (p - 1) + 1), (), [[above_zero()]])


def unit() -> Theorem:
    """p (1/p) = 1."""
    return inverse(p, [above_zero()])


@cache
def sin_zero() -> Theorem:
    return ring(eq(sin(ZERO), 0), fact("sin-difference", x=ZERO, y=ZERO))


def cos_sum(a: Term, b: Term) -> list[Theorem]:
    """cos and sin of a + b, and of -b."""
    even = ring(
        eq(cos(-b), cos(b)), fact("cos-difference", x=ZERO, y=b), fact("cos-zero"), sin_zero()
    )
    odd = ring(
        eq(sin(-b), -sin(b)), fact("sin-difference", x=ZERO, y=b), fact("cos-zero"), sin_zero()
    )
    plus = ring(
        eq(cos(a + b), cos(a) * cos(b) - sin(a) * sin(b)),
        fact("cos-difference", x=a, y=-b),
        even,
        odd,
    )
    other = ring(
        eq(sin(a + b), sin(a) * cos(b) + cos(a) * sin(b)),
        fact("sin-difference", x=a, y=-b),
        even,
        odd,
    )
    return [plus, other, even, odd]


def wave_product(a: Term, b: Term) -> Theorem:
    """wave(a) wave(b) = wave(a + b)."""
    plus, other, *_ = cos_sum(turn(a), turn(b))
    return ring(eq(wave(a) * wave(b), wave(a + b)), plus, other, fact("i"))


def wave_conjugate(a: Term) -> Theorem:
    """conj(wave(a)) = wave(-a)."""
    c, s = cos(turn(a)), sin(turn(a))
    _, _, even, odd = cos_sum(ZERO, turn(a))
    return ring(
        eq(call("conj", wave(a)), wave(-a)),
        fact("conj-sum", z=c, w=I * s),
        fact("conj-product", z=I, w=s),
        fact("conj-real", x=c),
        fact("conj-real", x=s),
        fact("conj-i"),
        even,
        odd,
    )


def wave_zero() -> Theorem:
    return ring(eq(wave(ZERO), 1), fact("cos-zero"), sin_zero())


def whole_turns(a: Term) -> Theorem:
    """wave(p a) = 1."""
    angle = turn(p * a)
    same = ring(eq(angle, 2 * call("pi") * a), unit())
    one = ring(eq(cos(angle), 1), equal_inside(cos(angle), same), fact("cos-turns", n=a))
    circle = ring(
        eq(sin(angle) ** 2, 0),
        combine(
            eq(sin(angle) ** 2, 1 - cos(angle) ** 2),
            (1, fact("cos-difference", x=angle, y=angle)),
            (1, fact("cos-zero")),
        ),
        one,
    )
    flat = zero_square(sin(angle), circle)
    return ring(eq(wave(p * a), 1), one, flat)


def zero_square(a: Term, square: Theorem) -> Theorem:
    """a^2 = 0 gives a = 0, for a real number."""
    goal = eq(a, 0)
    return by_cases(
        trichotomy(a),
        lambda less: contradiction(bound(lt(0, 0), [square], [[less, less]], exact=True), goal),
        lambda same: same,
        lambda more: contradiction(bound(lt(0, 0), [square], [[more, more]], exact=True), goal),
    )


@cache
def shifted() -> Theorem:
    """sum_{k=0}^{p-1} f(k + 1) = sum_{k=0}^{p-1} f(k) + f(p) - f(0), for any f."""
    f = function("f", INT, COMPLEX)
    later, now = fn(lambda k: f(k + 1)), fn(lambda k: f(k))
    whole = by_induction(
        ZERO,
        lambda top: eq(sum_of(later, 0, top), sum_of(now, 0, top) + f(top + 1) - f(0)),
        [later, now],
    )
    return at(whole, p - 1, bound(le(ZERO - 1, p - 1), (), [[above_zero()]]))


@cache
def orthogonality(d: Term) -> Theorem:
    """sum_{k=0}^{p-1} wave(k d) = 0, where -p < d < p and d != 0."""
    low, high = assume(lt(-p, d)), assume(lt(d, p))
    some = assume(negation(eq(d, 0)))
    summand = fn(lambda k: wave(k * d))
    whole = sum_of(summand, 0, p - 1)
    goal = eq(whole, 0)
    step = put(shifted(), f=summand)  # sum wave((k+1) d) = sum + wave(p d) - wave(0)
    moved = summand_equal(
        fn(lambda k: wave(d) * wave(k * d)),
        fn(lambda k: wave((k + 1) * d)),
        0,
        p - 1,
        lambda k, *_: written_as(
            eq(wave(d) * wave(k * d), wave((k + 1) * d)), wave_product(d, k * d)
        ),
    )
    out = scaled(wave(d), summand, 0, p - 1, full())
    ends = [
        written_as(eq(wave(((p - 1) + 1) * d), 1), whole_turns(d)),
        written_as(eq(wave(ZERO * d), 1), wave_zero()),
    ]
    product = combine(
        eq((wave(d) - 1) * whole, 0), (1, out), (1, moved), (1, step), (1, ends[0]), (1, ends[1])
    )
    equation = eq(wave(d) - 1, 0)

    def turning(same):
        """wave(d) = 1: the cosine is 1, so d is a multiple of p between -p and p, hence 0."""
        back = equal_inside(call("conj", wave(d) - 1), same)
        angle = turn(d)
        mirrored = ring(
            eq(call("conj", wave(d) - 1), cos(angle) - I * sin(angle) - 1), *conj_rules(angle)
        )
        one = combine(
            eq(cos(angle), 1),
            (num(1, 2), same),
            (num(1, 2), back),
            (num(1, 2), mirrored),
            (num(1, 2), fact("conj-real", x=ZERO)),
        )
        return obtain(
            fact("cos-one", one, x=angle), lambda n, found: absurd(multiple(n, found), goal)
        )

    def multiple(n, found):
        pi = call("pi")
        round_ = inverse(pi, [fact("pi-positive")])
        times = combine(
            eq(d, n * p),
            (num(1, 2) * inv(pi) * p, found),
            (d * p * inv(p), round_),
            (d, unit()),
            (n * p, round_),
        )
        # |d| < p leaves n = 0 alone
        size = above_zero()
        return by_cases(
            trichotomy(n),
            lambda less: _no(
                order(
                    lt(ZERO, ZERO),
                    ((num(1), times),),
                    ((ONE, (low,), ONE), (ONE, (next_(n, ZERO, less), size), ONE)),
                )
            ),
            lambda same: given(some, combine(eq(d, 0), (1, times), (p, same))),
            lambda more: _no(
                order(
                    lt(ZERO, ZERO),
                    ((num(-1), times),),
                    ((ONE, (high,), ONE), (ONE, (next_(ZERO, n, more), size), ONE)),
                )
            ),
        )

    def _no(false):
        return given(put(axiom("irreflexive"), x=ZERO), false)

    return by_cases(equation, turning, lambda other: product_zero(product, other))


def next_(a: Term, b: Term, less: Theorem) -> Theorem:
    """a < b gives a + 1 <= b for whole numbers."""
    return given(put(axiom("discrete"), n=a, m=b), less)


def conj_rules(angle: Term) -> list[Theorem]:
    """conj(cos + i sin - 1) = cos - i sin - 1."""
    c, s = cos(angle), sin(angle)
    return [
        fact("conj-sum", z=c + I * s, w=num(-1)),
        fact("conj-sum", z=c, w=I * s),
        fact("conj-product", z=I, w=s),
        fact("conj-i"),
        fact("conj-real", x=c),
        fact("conj-real", x=s),
        fact("conj-real", x=num(-1)),
    ]


def written_as(goal: Term, theorem: Theorem) -> Theorem:
    """An equation written otherwise."""
    return combine(goal, (1, theorem))


def delta(a: Term, b: Term, value: Term) -> Term:
    """value where a = b, else 0."""
    return make("ite", None, (eq(a, b), value, ZERO))


def chosen(condition: Term, first: Term, second: Term, known: Theorem, holds: bool) -> Theorem:
    return fact("ite-true" if holds else "ite-false", known, P=condition, z=first, w=second)


def kernel(a: Term, b: Term, inside: list[Theorem]) -> Theorem:
    """sum_k wave(k (b - a)) = p where a = b, else 0; both in 0, ..., p - 1."""
    a_low, a_high, b_low, b_high = inside
    condition = eq(b, a)
    goal = eq(total(0, p - 1, lambda k: wave(k * (b - a))), delta(b, a, p))

    def same(known):
        ones = summand_equal(
            fn(lambda k: wave(k * (b - a))),
            fn(lambda k: ONE),
            0,
            p - 1,
            lambda k, *_: flat(k, known),
        )
        count = constant_sum(ONE, 0, p - 1, full())
        return combine(goal, (1, ones), (1, count), (1, chosen(condition, p, ZERO, known, True)))

    def flat(k, known):
        none = combine(eq(k * (b - a), 0), (k, known))
        return combine(
            eq(wave(k * (b - a)), 1), (1, substitute_in(wave(k * (b - a)), none)), (1, wave_zero())
        )

    def other(known):
        d = b - a
        letter = fresh(INT, "d")
        equation = eq(d, 0)
        unequal = discharge(equation, given(known, combine(eq(b, a), (1, assume(equation)))))
        low = bound(lt(-p, d), (), [[b_low], [a_high]])
        high = bound(lt(d, p), (), [[b_high], [a_low]])
        theorem = orthogonality(letter)
        for one in (lt(-p, letter), lt(letter, p), negation(eq(letter, 0))):
            theorem = discharge(one, theorem)
        zero = given(put(theorem, **{letter.data[0]: d}), unequal, high, low)
        return combine(goal, (1, zero), (1, chosen(condition, p, ZERO, known, False)))

    return by_cases(condition, same, other)


def substitute_in(whole: Term, equation: Theorem) -> Theorem:
    """wave(m) = wave(0) from m = 0: through cosine and sine, whose arguments hold m inside."""
    left, _ = equation.conclusion.args
    angle = combine(eq(turn(left), turn(ZERO)), (2 * call("pi") * inv(p), equation))
    return combine(
        eq(whole, wave(ZERO)),
        (1, equal_inside(cos(turn(left)), angle)),
        (I, equal_inside(sin(turn(left)), angle)),
    )


@cache
def picked() -> Theorem:
    """sum_{k=0}^{top} (s(k) where k = a, else 0) = s(a) where a <= top, else 0; for 0 <= a."""
    s, a = function("s", INT, COMPLEX), var("a", INT)
    low = assume(le(0, a))
    summand = fn(lambda k: delta(k, a, s(k)))

    def statement(top):
        return eq(sum_of(summand, 0, top), make("ite", None, (le(a, top), s(a), ZERO)))

    def no(false, condition):
        return discharge(condition, given(put(axiom("irreflexive"), x=ZERO), false))

    before = le(a, ZERO - 1)
    never = no(bound(lt(0, 0), (), [[assume(before)], [low]]), before)
    base = combine(
        statement(ZERO - 1),
        (1, empty(summand, ZERO)),
        (1, chosen(before, s(a), ZERO, never, False)),
    )

    def next_one(top, ordered, now):
        unfolded = step(summand, ZERO, top, ordered)
        goal = statement(top + 1)
        here, there = le(a, top), le(a, top + 1)
        last = eq(top + 1, a)

        def answer(inside_now, inside_next, at_last, at_value=None):
            pieces = [
                (1, unfolded),
                (1, now),
                (1, chosen(here, s(a), ZERO, inside_now[0], inside_now[1])),
                (1, chosen(there, s(a), ZERO, inside_next[0], inside_next[1])),
                (1, chosen(last, s(top + 1), ZERO, at_last[0], at_last[1])),
            ]
            return combine(goal, *pieces, *([(1, at_value)] if at_value else []))

        def less(known):  # a < top + 1
            inside = bound(le(a, top), (), [[next_(a, top + 1, known)]])
            away = no(
                order(lt(ZERO, ZERO), ((num(1), assume(last)),), ((ONE, (known,), ONE),)), last
            )
            return answer((inside, True), (weaker(known), True), (away, False))

        def same(known):  # a = top + 1
            outside = no(
                order(
                    lt(ZERO, ZERO),
                    ((num(-1), known),),
                    ((ONE, (assume(here),), ONE), (ONE, (), ONE)),
                ),
                here,
            )
            hit = combine(last, (1, known))
            return answer(
                (outside, False),
                (order(there, ((num(1), known),), ()), True),
                (hit, True),
                equal_inside(s(top + 1), hit),
            )

        def more(known):  # top + 1 < a
            outside = no(
                order(
                    lt(ZERO, ZERO),
                    (),
                    ((ONE, (assume(here),), ONE), (ONE, (known,), ONE), (ONE, (), ONE)),
                ),
                here,
            )
            beyond = no(
                order(lt(ZERO, ZERO), (), ((ONE, (assume(there),), ONE), (ONE, (known,), ONE))),
                there,
            )
            away = no(
                order(lt(ZERO, ZERO), ((num(-1), assume(last)),), ((ONE, (known,), ONE),)), last
            )
            return answer((outside, False), (beyond, False), (away, False))

        return by_cases(trichotomy(a, top + 1), less, same, more)

    return induction(statement, ZERO - 1, base, next_one)


def pick(summand: Term, a: Term, low: Theorem, high: Theorem) -> Theorem:
    """sum_{k=0}^{p-1} (s(k) where k = a, else 0) = s(a) for a in 0, ..., p - 1."""
    theorem = put(discharge(le(ZERO, var("a", INT)), picked()), s=summand, a=a)
    whole = at(given(theorem, low), p - 1, bound(le(ZERO - 1, p - 1), (), [[above_zero()]]))
    from theory.proof.terms import apply

    value = apply(summand, (a,))
    return combine(
        eq(whole.conclusion.args[0], value),
        (1, whole),
        (1, chosen(le(a, p - 1), value, ZERO, high, True)),
    )


@proof("modular.plancherel")
def plancherel() -> Theorem:
    """sum_k x^(k) conj u^(k) = sum_a sum_b x(a) u(b) sum_k wave(k (b - a)) = p sum_a x(a) u(a)."""
    (inner,) = defined("modular.inner")
    (x_is,), (u_is,) = defined("modular.transform-x"), defined("modular.transform-u")
    top = p - 1

    def entry(k, a, b):
        return x(a) * u(b) * wave(k * (b - a))

    def row(k, *_):
        """x^(k) conj u^(k) = sum_a sum_b x(a) u(b) wave(k (b - a))."""
        mirrored = fn(lambda b: u(b) * wave(k * b))
        conj = conjugate(fn(lambda b: u(b) * wave(-(k * b))), 0, top, full())
        plain = summand_equal(
            fn(lambda b: call("conj", u(b) * wave(-(k * b)))),
            mirrored,
            0,
            top,
            lambda b, *_: ring(
                eq(call("conj", u(b) * wave(-(k * b))), u(b) * wave(k * b)),
                fact("conj-product", z=u(b), w=wave(-(k * b))),
                fact("conj-real", x=u(b)),
                written_as(eq(call("conj", wave(-(k * b))), wave(k * b)), wave_conjugate(-(k * b))),
            ),
        )
        u_conj = combine(
            eq(call("conj", u_hat(k)), sum_of(mirrored, 0, top)),
            (1, equal_inside(call("conj", u_hat(k)), at(u_is, k))),
            (1, conj),
            (1, plain),
        )
        right = sum_of(mirrored, 0, top)

        def column(a, *_):
            """x(a) wave(-k a) sum_b u(b) wave(k b) = sum_b entry."""
            factor = x(a) * wave(-(k * a))
            inside = summand_equal(
                fn(lambda b: factor * (u(b) * wave(k * b))),
                fn(lambda b: entry(k, a, b)),
                0,
                top,
                lambda b, *_: combine(
                    eq(factor * (u(b) * wave(k * b)), entry(k, a, b)),
                    (
                        x(a) * u(b),
                        written_as(
                            eq(wave(-(k * a)) * wave(k * b), wave(k * (b - a))),
                            wave_product(-(k * a), k * b),
                        ),
                    ),
                ),
            )
            return combine(
                eq(right * factor, total(0, top, lambda b: entry(k, a, b))),
                (1, scaled(factor, mirrored, 0, top, full())),
                (1, inside),
            )

        spread = scaled(right, fn(lambda a: x(a) * wave(-(k * a))), 0, top, full())
        columns = summand_equal(
            fn(lambda a: right * (x(a) * wave(-(k * a)))),
            fn(lambda a: total(0, top, lambda b: entry(k, a, b))),
            0,
            top,
            column,
        )
        return combine(
            eq(
                x_hat(k) * call("conj", u_hat(k)),
                total(0, top, lambda a: total(0, top, lambda b: entry(k, a, b))),
            ),
            (call("conj", u_hat(k)), at(x_is, k)),
            (sum_of(fn(lambda a: x(a) * wave(-(k * a))), 0, top), u_conj),
            (1, spread),
            (1, columns),
        )

    whole = total(0, top, lambda k: x_hat(k) * call("conj", u_hat(k)))
    rows = summand_equal(
        fn(lambda k: x_hat(k) * call("conj", u_hat(k))),
        fn(lambda k: total(0, top, lambda a: total(0, top, lambda b: entry(k, a, b)))),
        0,
        top,
        row,
    )
    swapped = exchanged(
        lam(lambda k, a: total(0, top, lambda b: entry(k, a, b)), INT, INT),
        0,
        top,
        0,
        top,
        full(),
        full(),
    )

    def diagonal(a, a_low, a_high):
        """sum_k sum_b entry = p x(a) u(a)."""
        inner_swap = exchanged(
            lam(lambda k, b: entry(k, a, b), INT, INT), 0, top, 0, top, full(), full()
        )

        def at_b(b, b_low, b_high):
            value = x(a) * u(b)
            out = scaled(value, fn(lambda k: wave(k * (b - a))), 0, top, full())
            here = kernel(a, b, [a_low, a_high, b_low, b_high])
            choice = by_cases(
                eq(b, a),
                lambda yes: combine(
                    eq(value * delta(b, a, p), delta(b, a, value * p)),
                    (value, chosen(eq(b, a), p, ZERO, yes, True)),
                    (1, chosen(eq(b, a), value * p, ZERO, yes, True)),
                ),
                lambda no: combine(
                    eq(value * delta(b, a, p), delta(b, a, value * p)),
                    (value, chosen(eq(b, a), p, ZERO, no, False)),
                    (1, chosen(eq(b, a), value * p, ZERO, no, False)),
                ),
            )
            return combine(
                eq(total(0, top, lambda k: entry(k, a, b)), delta(b, a, value * p)),
                (1, out),
                (value, here),
                (1, choice),
            )

        deltas = summand_equal(
            fn(lambda b: total(0, top, lambda k: entry(k, a, b))),
            fn(lambda b: delta(b, a, x(a) * u(b) * p)),
            0,
            top,
            at_b,
        )
        found = pick(fn(lambda b: x(a) * u(b) * p), a, a_low, a_high)
        return combine(
            eq(total(0, top, lambda k: total(0, top, lambda b: entry(k, a, b))), p * (x(a) * u(a))),
            (1, inner_swap),
            (1, deltas),
            (1, found),
        )

    last = summand_equal(
        fn(lambda a: total(0, top, lambda k: total(0, top, lambda b: entry(k, a, b)))),
        fn(lambda a: p * (x(a) * u(a))),
        0,
        top,
        diagonal,
    )
    product = scaled(p, fn(lambda a: x(a) * u(a)), 0, top, full())
    answer = combine(
        eq(whole, p * inner_xu), (1, rows), (1, swapped), (1, last), (1, product), (p, inner)
    )
    return combine(eq(inner_xu, inv(p) * whole), (inv(p), answer), (inner_xu, unit()))


def mirrored_transform(f: Term, hat: Term, known: Theorem, frequency: Term) -> Theorem:
    """conj(f^(k)) = sum_b f(b) wave(k b), for a real f."""
    top = p - 1
    plain = fn(lambda b: f(b) * wave(frequency * b))
    turned = fn(lambda b: f(b) * wave(-(frequency * b)))
    conj = conjugate(turned, 0, top, full())

    def at_b(b, *_):
        w = wave(-(frequency * b))
        back = written_as(
            eq(call("conj", w), wave(frequency * b)), wave_conjugate(-(frequency * b))
        )
        goal = eq(call("conj", f(b) * w), f(b) * wave(frequency * b))
        return ring(goal, fact("conj-product", z=f(b), w=w), fact("conj-real", x=f(b)), back)

    same = summand_equal(fn(lambda b: call("conj", turned(b))), plain, 0, top, at_b)
    inside = equal_inside(call("conj", hat(frequency)), at(known, frequency))
    goal = eq(call("conj", hat(frequency)), sum_of(plain, 0, top))
    return combine(goal, (1, inside), (1, conj), (1, same))


def cyclic_shift(f: Term, again: Callable, by: Term, low: Theorem) -> Theorem:
    """sum_a f(a + j) = sum_a f(a) over a period, for j >= 0; again(n) gives f(n + p) = f(n)."""
    top = p - 1

    def statement(j):
        return eq(total(0, top, lambda a: f(a + j)), total(0, top, lambda a: f(a)))

    def step(j, _, now):
        moved = put(shifted(), f=fn(lambda a: f(a + j)))
        return combine(statement(j + 1), (1, moved), (1, again(j)), (1, now))

    return at(induction(statement, 0, ring(statement(ZERO)), step), by, low)


@proof("modular.correlation-theorem")
def correlation_theorem() -> Theorem:
    """sum_a sum_j x(j) u(j + a) wave(-k a) = sum_j x(j) wave(k j) sum_b u(b) wave(-k b)."""
    (x_is,), (u_is,) = defined("modular.transform-x"), defined("modular.transform-u")
    (cyclic,), (whole,) = defined("modular.cyclic-u"), defined("modular.correlated")
    top = p - 1
    f = fn(lambda b: u(b) * wave(-(k * b)))

    def again(n):
        turns = written_as(eq(wave(-(k * p)), 1), whole_turns(-k))
        split = written_as(
            eq(wave(-(k * n)) * wave(-(k * p)), wave(-(k * (n + p)))),
            wave_product(-(k * n), -(k * p)),
        )
        goal = eq(f(n + p), f(n))
        w = wave(-(k * (n + p)))
        return combine(goal, (w, at(cyclic, n)), (u(n), split), (u(n) * wave(-(k * n)), turns))

    def entry(a, j):
        return wave(-(k * a)) * (x(j) * u(j + a))

    rows = summand_equal(
        fn(lambda a: total(0, top, lambda j: x(j) * u(j + a)) * wave(-(k * a))),
        fn(lambda a: total(0, top, lambda j: entry(a, j))),
        0,
        top,
        lambda a, *_: combine(
            eq(
                total(0, top, lambda j: x(j) * u(j + a)) * wave(-(k * a)),
                total(0, top, lambda j: entry(a, j)),
            ),
            (1, scaled(wave(-(k * a)), fn(lambda j: x(j) * u(j + a)), 0, top, full())),
        ),
    )
    swapped = exchanged(lam(entry, INT, INT), 0, top, 0, top, full(), full())

    def column(j, low, _):
        """sum_a wave(-k a) x(j) u(j + a) = u^(k) x(j) wave(k j)."""
        factor = x(j) * wave(k * j)
        same = summand_equal(
            fn(lambda a: entry(a, j)),
            fn(lambda a: factor * f(a + j)),
            0,
            top,
            lambda a, *_: combine(
                eq(entry(a, j), factor * f(a + j)),
                (
                    x(j) * u(j + a),
                    written_as(
                        eq(wave(k * j) * wave(-(k * (a + j))), wave(-(k * a))),
                        wave_product(k * j, -(k * (a + j))),
                    ),
                ),
            ),
        )
        out = scaled(factor, fn(lambda a: f(a + j)), 0, top, full())
        goal = eq(total(0, top, lambda a: entry(a, j)), u_hat(k) * (x(j) * wave(k * j)))
        return combine(
            goal,
            (1, same),
            (1, out),
            (factor, cyclic_shift(f, again, j, low)),
            (factor, at(u_is, k)),
        )

    columns = summand_equal(
        fn(lambda j: total(0, top, lambda a: entry(a, j))),
        fn(lambda j: u_hat(k) * (x(j) * wave(k * j))),
        0,
        top,
        column,
    )
    product = scaled(u_hat(k), fn(lambda j: x(j) * wave(k * j)), 0, top, full())
    mirrored = mirrored_transform(x, x_hat, x_is, k)
    goal = eq(correlated, call("conj", x_hat(k)) * u_hat(k))
    return combine(
        goal, (1, whole), (1, rows), (1, swapped), (1, columns), (1, product), (u_hat(k), mirrored)
    )


def parseval(f: Term, hat: Term) -> Theorem:
    """sum_a f(a)^2 = (1/p) sum_k |f^(k)|^2: Plancherel's theorem with both vectors the same."""
    top = p - 1
    inner = DEFINITIONS["modular.inner"].statement
    pairs = (x, f, u, f, x_hat, hat, u_hat, hat)
    same = instantiate(discharge(inner, plancherel()), *pairs)
    value = total(0, top, lambda a: f(a) * f(a))
    both = given(instantiate(same, inner_xu, value), reflexive(value))
    sizes = summand_equal(
        fn(lambda q: hat(q) * call("conj", hat(q))),
        fn(lambda q: call("abs", hat(q)) ** 2),
        0,
        top,
        lambda q, *_: symmetric(fact("abs-square", z=hat(q))),
    )
    goal = eq(
        total(0, top, lambda a: f(a) ** 2),
        inv(p) * total(0, top, lambda q: call("abs", hat(q)) ** 2),
    )
    return combine(goal, (1, both), (inv(p), sizes))


@proof("modular.frequency-constraint")
def frequency_constraint() -> Theorem:
    """Plancherel's theorem for each of the three vectors."""
    (norm,) = defined("modular.norm")
    squares = [parseval(f, hat) for f, hat in ((u, u_hat), (v, v_hat), (w, w_hat))]
    sizes = [one.conclusion.args[1] for one in squares]
    return combine(
        eq(norm_sq, sizes[0] + sizes[1] + sizes[2]), (1, norm), *((1, one) for one in squares)
    )


# --- the triple correlation in frequency space ------------------------------------------------


@cache
def reversed_sum() -> Theorem:
    """sum_{a=0}^{p-1} g((p - 1) - a) = sum_{a=0}^{p-1} g(a), for any g."""
    g = function("g", INT, COMPLEX)
    f = function("f", INT, COMPLEX)
    later, now = fn(lambda q: f(q + 1)), fn(lambda q: f(q))
    front = by_induction(
        ZERO,
        lambda top: eq(sum_of(later, 0, top), sum_of(now, 0, top) + f(top + 1) - f(0)),
        [later, now],
    )

    def statement(top):
        return eq(total(0, top, lambda a: g(top - a)), total(0, top, lambda a: g(a)))

    def step_(top, above, known):
        below = fn(lambda a: g(top + 1 - a))
        moved = at(put(front, f=below), top, above)
        last = step(below, ZERO, top, above)
        grown = step(fn(lambda a: g(a)), ZERO, top, above)
        return combine(statement(top + 1), (1, last), (1, moved), (1, known), (1, grown))

    base = combine(
        statement(ZERO - 1),
        (1, empty(fn(lambda a: g(ZERO - 1 - a)), ZERO)),
        (1, empty(fn(lambda a: g(a)), ZERO)),
    )
    whole = induction(statement, ZERO - 1, base, step_)
    return at(whole, p - 1, bound(le(ZERO - 1, p - 1), (), [[above_zero()]]))


def cyclic_mirror(g: Term, again: Callable, by: Term, low: Theorem) -> Theorem:
    """sum_a g(j - a) = sum_a g(a) over a period, for j >= 0; again(n) gives g(n + p) = g(n)."""
    top = p - 1

    def mirrored(j):
        return total(0, top, lambda a: g(j - a))

    def statement(j):
        return eq(mirrored(j), mirrored(ZERO))

    def step_(j, _, now):
        moved = put(shifted(), f=fn(lambda a: g(j + 1 - a)))
        return combine(statement(j + 1), (1, moved), (1, again(j + 1 - p)), (1, now))

    same = induction(statement, 0, ring(statement(ZERO)), step_)
    last = bound(le(0, p - 1), (), [[next_(ZERO, p, above_zero())]])
    edge, here = at(same, p - 1, last), at(same, by, low)
    turned = put(reversed_sum(), g=g)
    goal = eq(mirrored(by), total(0, top, lambda a: g(a)))
    return combine(goal, (1, here), (1, edge), (1, turned))


def again_wave(f: Term, cyclic: Theorem, q: Term) -> Callable:
    """g(b) = f(b) wave(q b) repeats after p."""

    def again(n):
        turns = written_as(eq(wave(q * p), 1), whole_turns(q))
        split = written_as(
            eq(wave(q * n) * wave(q * p), wave(q * (n + p))), wave_product(q * n, q * p)
        )
        goal = eq(f(n + p) * wave(q * (n + p)), f(n) * wave(q * n))
        return combine(
            goal,
            (wave(q * (n + p)), at(cyclic, n)),
            (f(n), split),
            (f(n) * wave(q * n), turns),
        )

    return again


def against_transform(f: Term, q: Term) -> Theorem:
    """sum_a <f, a.x> wave(-q a) = (sum_j f(j) wave(-q j)) (sum_b x(b) wave(q b))."""
    (cyclic,) = defined("modular.cyclic-x")
    top = p - 1
    g = fn(lambda b: x(b) * wave(q * b))

    def entry(a, j):
        return wave(-(q * a)) * (f(j) * x(j - a))

    rows = summand_equal(
        fn(lambda a: against(f, a) * wave(-(q * a))),
        fn(lambda a: total(0, top, lambda j: entry(a, j))),
        0,
        top,
        lambda a, *_: combine(
            eq(against(f, a) * wave(-(q * a)), total(0, top, lambda j: entry(a, j))),
            (1, scaled(wave(-(q * a)), fn(lambda j: f(j) * x(j - a)), 0, top, full())),
        ),
    )
    swapped = exchanged(lam(entry, INT, INT), 0, top, 0, top, full(), full())
    period = sum_of(g, 0, top)

    def column(j, low, _):
        factor = f(j) * wave(-(q * j))
        same = summand_equal(
            fn(lambda a: entry(a, j)),
            fn(lambda a: factor * g(j - a)),
            0,
            top,
            lambda a, *_: combine(
                eq(entry(a, j), factor * g(j - a)),
                (
                    f(j) * x(j - a),
                    written_as(
                        eq(wave(-(q * j)) * wave(q * (j - a)), wave(-(q * a))),
                        wave_product(-(q * j), q * (j - a)),
                    ),
                ),
            ),
        )
        out = scaled(factor, fn(lambda a: g(j - a)), 0, top, full())
        turned = cyclic_mirror(g, again_wave(x, cyclic, q), j, low)
        goal = eq(total(0, top, lambda a: entry(a, j)), period * factor)
        return combine(goal, (1, same), (1, out), (factor, turned))

    columns = summand_equal(
        fn(lambda j: total(0, top, lambda a: entry(a, j))),
        fn(lambda j: period * (f(j) * wave(-(q * j)))),
        0,
        top,
        column,
    )
    product = scaled(period, fn(lambda j: f(j) * wave(-(q * j))), 0, top, full())
    goal = eq(
        total(0, top, lambda a: against(f, a) * wave(-(q * a))),
        total(0, top, lambda j: f(j) * wave(-(q * j))) * period,
    )
    return combine(goal, (1, rows), (1, swapped), (1, columns), (1, product))


def spread(s: Callable, W: Callable, E: Callable) -> Theorem:
    """sum_k (sum_a s(a) W(k, a)) E(k) = sum_a s(a) sum_k W(k, a) E(k)."""
    top = p - 1

    def entry(q, a):
        return E(q) * (s(a) * W(q, a))

    rows = summand_equal(
        fn(lambda q: total(0, top, lambda a: s(a) * W(q, a)) * E(q)),
        fn(lambda q: total(0, top, lambda a: entry(q, a))),
        0,
        top,
        lambda q, *_: combine(
            eq(
                total(0, top, lambda a: s(a) * W(q, a)) * E(q),
                total(0, top, lambda a: entry(q, a)),
            ),
            (1, scaled(E(q), fn(lambda a: s(a) * W(q, a)), 0, top, full())),
        ),
    )
    swapped = exchanged(lam(entry, INT, INT), 0, top, 0, top, full(), full())
    columns = summand_equal(
        fn(lambda a: total(0, top, lambda q: entry(q, a))),
        fn(lambda a: s(a) * total(0, top, lambda q: W(q, a) * E(q))),
        0,
        top,
        lambda a, *_: combine(
            eq(
                total(0, top, lambda q: entry(q, a)),
                s(a) * total(0, top, lambda q: W(q, a) * E(q)),
            ),
            (1, scaled(s(a), fn(lambda q: W(q, a) * E(q)), 0, top, full())),
        ),
    )
    goal = eq(rows.conclusion.args[0], columns.conclusion.args[1])
    return combine(goal, (1, rows), (1, swapped), (1, columns))


def sampled(s: Callable, m: Term, low: Theorem, high: Theorem) -> Theorem:
    """sum_c s(c) sum_k wave(k (c - m)) = p s(m) for m in 0, ..., p - 1."""
    top = p - 1

    def at_c(c, c_low, c_high):
        here = kernel(m, c, [low, high, c_low, c_high])
        goal = eq(s(c) * total(0, top, lambda q: wave(q * (c - m))), delta(c, m, s(c) * p))
        condition = eq(c, m)
        pick_one = by_cases(
            condition,
            lambda yes: combine(
                eq(s(c) * delta(c, m, p), delta(c, m, s(c) * p)),
                (s(c), chosen(condition, p, ZERO, yes, True)),
                (1, chosen(condition, s(c) * p, ZERO, yes, True)),
            ),
            lambda no: combine(
                eq(s(c) * delta(c, m, p), delta(c, m, s(c) * p)),
                (s(c), chosen(condition, p, ZERO, no, False)),
                (1, chosen(condition, s(c) * p, ZERO, no, False)),
            ),
        )
        return combine(goal, (s(c), here), (1, pick_one))

    deltas = summand_equal(
        fn(lambda c: s(c) * total(0, top, lambda q: wave(q * (c - m)))),
        fn(lambda c: delta(c, m, s(c) * p)),
        0,
        top,
        at_c,
    )
    found = pick(fn(lambda c: s(c) * p), m, low, high)
    return combine(eq(deltas.conclusion.args[0], p * s(m)), (1, deltas), (1, found))


def sampled_twice(m: Term, low: Theorem, high: Theorem) -> Theorem:
    """The same for <w, m.x>, which repeats after p, and m in 0, ..., 2 p - 2."""
    (cyclic,) = defined("modular.cyclic-x")
    top = p - 1

    def s(c):
        return against(w, c)

    goal = eq(total(0, top, lambda c: s(c) * total(0, top, lambda q: wave(q * (c - m)))), p * s(m))

    def beyond(more):
        """m' = m - p: both the waves and <w, m.x> are those of m'."""
        less = m - p
        first = bound(le(0, less), (), [[next_(top, m, more)]])
        second = bound(le(less, top), (), [[high], [above_zero()]])

        def waves(c, *_):
            def at_q(q, *_):
                turns = written_as(eq(wave(-(q * p)), 1), whole_turns(-q))
                split = written_as(
                    eq(wave(q * (c - less)) * wave(-(q * p)), wave(q * (c - m))),
                    wave_product(q * (c - less), -(q * p)),
                )
                return combine(
                    eq(wave(q * (c - m)), wave(q * (c - less))),
                    (1, split),
                    (wave(q * (c - less)), turns),
                )

            inner = summand_equal(
                fn(lambda q: wave(q * (c - m))), fn(lambda q: wave(q * (c - less))), 0, top, at_q
            )
            return combine(
                eq(
                    s(c) * total(0, top, lambda q: wave(q * (c - m))),
                    s(c) * total(0, top, lambda q: wave(q * (c - less))),
                ),
                (s(c), inner),
            )

        same = summand_equal(
            fn(lambda c: s(c) * total(0, top, lambda q: wave(q * (c - m)))),
            fn(lambda c: s(c) * total(0, top, lambda q: wave(q * (c - less)))),
            0,
            top,
            waves,
        )
        back = summand_equal(
            fn(lambda j: w(j) * x(j - less)),
            fn(lambda j: w(j) * x(j - m)),
            0,
            top,
            lambda j, *_: combine(
                eq(w(j) * x(j - less), w(j) * x(j - m)), (w(j), at(cyclic, j - m))
            ),
        )
        return combine(goal, (1, same), (1, sampled(s, less, first, second)), (p, back))

    def inside(less):
        return sampled(s, m, low, less)

    return by_cases(
        trichotomy(m, top),
        lambda below: inside(weaker(below)),
        lambda equal: inside(order(le(m, top), ((num(1), equal),), ())),
        beyond,
    )


@cache
def spectrum() -> Theorem:
    """sum_k (sum_a <u, a.x> wave(-k a)) (the same of v) (sum_c <w, c.x> wave(k c)) = p triple."""
    (whole,) = defined("modular.triple")
    top = p - 1

    def part(f, q):
        return total(0, top, lambda a: against(f, a) * wave(-(q * a)))

    def last(q):
        return total(0, top, lambda c: against(w, c) * wave(q * c))

    first = spread(
        lambda a: against(u, a), lambda q, a: wave(-(q * a)), lambda q: part(v, q) * last(q)
    )

    def over_a(a, a_low, a_high):
        second = spread(
            lambda b: against(v, b), lambda q, b: wave(-(q * b)), lambda q: wave(-(q * a)) * last(q)
        )

        def over_b(b, b_low, b_high):
            third = spread(
                lambda c: against(w, c),
                lambda q, c: wave(q * c),
                lambda q: wave(-(q * b)) * wave(-(q * a)),
            )

            def over_c(c, *_):
                def at_q(q, *_):
                    pair = wave_product(-(q * b), -(q * a))
                    joined = written_as(
                        eq(
                            wave(q * c) * wave(-(q * b) + -(q * a)),
                            wave(q * (c - (a + b))),
                        ),
                        wave_product(q * c, -(q * b) + -(q * a)),
                    )
                    goal = eq(
                        wave(q * c) * (wave(-(q * b)) * wave(-(q * a))), wave(q * (c - (a + b)))
                    )
                    return combine(goal, (wave(q * c), pair), (1, joined))

                inner = summand_equal(
                    fn(lambda q: wave(q * c) * (wave(-(q * b)) * wave(-(q * a)))),
                    fn(lambda q: wave(q * (c - (a + b)))),
                    0,
                    top,
                    at_q,
                )
                left = against(w, c) * inner.conclusion.args[0]
                right = against(w, c) * inner.conclusion.args[1]
                return combine(eq(left, right), (against(w, c), inner))

            waves = summand_equal(
                fn(
                    lambda c: (
                        against(w, c)
                        * total(0, top, lambda q: wave(q * c) * (wave(-(q * b)) * wave(-(q * a))))
                    )
                ),
                fn(lambda c: against(w, c) * total(0, top, lambda q: wave(q * (c - (a + b))))),
                0,
                top,
                over_c,
            )
            low = bound(le(0, a + b), (), [[a_low], [b_low]])
            high = bound(le(a + b, 2 * p - 2), (), [[a_high], [b_high]])
            found = sampled_twice(a + b, low, high)
            left = against(v, b) * total(
                0, top, lambda q: wave(-(q * b)) * (wave(-(q * a)) * last(q))
            )
            right = p * (against(v, b) * against(w, a + b))
            scale = against(v, b)
            return combine(eq(left, right), (scale, third), (scale, waves), (scale, found))

        inner = summand_equal(
            fn(
                lambda b: (
                    against(v, b)
                    * total(0, top, lambda q: wave(-(q * b)) * (wave(-(q * a)) * last(q)))
                )
            ),
            fn(lambda b: p * (against(v, b) * against(w, a + b))),
            0,
            top,
            over_b,
        )
        cu = against(u, a)
        out = scaled(p, fn(lambda b: against(v, b) * against(w, a + b)), 0, top, full())
        collected = scaled(cu, fn(lambda b: against(v, b) * against(w, a + b)), 0, top, full())
        left = cu * total(0, top, lambda q: wave(-(q * a)) * (part(v, q) * last(q)))
        right = p * total(0, top, lambda b: cu * against(v, b) * against(w, a + b))
        return combine(eq(left, right), (cu, second), (cu, inner), (cu, out), (p, collected))

    outer = summand_equal(
        fn(
            lambda a: (
                against(u, a) * total(0, top, lambda q: wave(-(q * a)) * (part(v, q) * last(q)))
            )
        ),
        fn(
            lambda a: p * total(0, top, lambda b: against(u, a) * against(v, b) * against(w, a + b))
        ),
        0,
        top,
        over_a,
    )
    out = scaled(
        p,
        fn(lambda a: total(0, top, lambda b: against(u, a) * against(v, b) * against(w, a + b))),
        0,
        top,
        full(),
    )
    goal = eq(first.conclusion.args[0], p * triple)
    return combine(goal, (1, first), (1, outer), (1, out), (p, whole))


def _inside(one: Term):
    yield one
    for arg in one.args:
        yield from _inside(arg)


def in_spectrum(identifier: str, extra: Callable) -> Theorem:
    """triple = (1/p) sum_k of the printed summand, which is the product of the three transforms."""
    from theory import claim
    from theory.proof.letters import stated

    statement = stated(claim(identifier)).statement
    hats = {f: defined(f"modular.transform-{f.data[0]}")[0] for f in (x, u, v, w)}
    known = spectrum()
    summed = known.conclusion.args[0]
    printed = next(one for one in _inside(statement) if one.op == "sum" and one.sort == COMPLEX)
    product = lam(lambda q: opened(summed, (q,)), INT)
    wanted = lam(lambda q: opened(printed, (q,)), INT)

    def at_q(q, *_):
        """Each transform of <f, a.x>, in f^ and x^."""
        mirrored = {
            f: mirrored_transform(f, hat, hats[f], q) for f, hat in ((x, x_hat), (w, w_hat))
        }
        X, Xbar = at(hats[x], q), mirrored[x]
        one, two = against_transform(u, q), against_transform(v, q)
        three = against_transform(w, -q)
        rewrites = [
            one,
            two,
            three,
            *(symmetric(e) for e in (X, Xbar, at(hats[u], q), at(hats[v], q), mirrored[w])),
        ]
        return ring(eq(wanted(q), product(q)), *extra(q), *rewrites)

    same = summand_equal(wanted, product, 0, p - 1, at_q)
    return combine(statement, (inv(p), same), (inv(p), known), (triple, unit()))


@proof("modular.dft-lemma")
def dft_lemma() -> Theorem:
    """|x^|^2 u^ v^ conj(w^ x^) is the product of the transforms of <u, a.x>, <v, b.x> and <w,
    c.x>.
    """

    def extra(q):
        return [fact("abs-square", z=x_hat(q))]

    return in_spectrum("modular.dft-lemma", extra)


@proof("modular.triple-spectrum")
def triple_spectrum() -> Theorem:
    """The same, with conj(x^^2) = conj(x^)^2."""

    def extra(q):
        square = written(
            eq(call("conj", x_hat(q) ** 2), call("conj", x_hat(q)) ** 2),
            fact("conj-product", z=x_hat(q), w=x_hat(q)),
        )
        return [square]

    return in_spectrum("modular.triple-spectrum", extra)
