"""Two flows of one pair (a, w) on the same loss |a|^2 w^T C w/2 - a^T S w, from one start, agree.

With x = a - b and y = w - v, E = |x|^2 + |y|^2 has E' <= K E, because |b|^2, |a + b|^2,
|C (w + v)|^2 and |C v|^2 are bounded on [0, T].
"""

from __future__ import annotations

from functools import cache

from theory.linear.letters.half_turn import n, s
from theory.proof.lemmas.inner_products import cauchy_schwarz, square_sum, within
from theory.proof.lemmas.sizes import root_zero
from theory.proof.lemmas.uniqueness import falls_to_zero
from theory.proof.rules import Theorem, assume, order
from theory.proof.sums.any_range import at_most, nonnegative
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.sums.slopes import sum_derivative
from theory.proof.tactics import (
    at,
    bound,
    combine,
    deriv,
    everywhere,
    fact,
    forall,
    fresh,
    lam,
    obtain,
    parts,
    slope_is,
    total,
    weaker,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    bind,
    both,
    eq,
    function,
    implies,
    le,
    lt,
    num,
    var,
)  # fmt: skip

end = var("end'")
a, w, b, v = (function(f"{name}'", INT, REAL, REAL) for name in "awbv")
C = function("C'", INT, INT, REAL)
F, nu = function("F'", INT, INT, REAL), function("nu'", INT, REAL)


def quadratic(x, y=None) -> Term:
    """x^T C y."""
    y = y or x
    return total(1, n, lambda j: total(1, n, lambda k: C(j, k) * x(j) * y(k)))


def image(x, i) -> Term:
    """(C x)_i."""
    return total(1, n, lambda k: C(i, k) * x(k))


def square(x) -> Term:
    """|x|^2."""
    return total(1, n, lambda i: x(i) ** 2)


def dot(x, y) -> Term:
    """x^T y."""
    return total(1, n, lambda i: x(i) * y(i))


def pull_a(x, y, i) -> Term:
    """-dL/da_i at (x, y)."""
    return s(i) * y(i) - quadratic(y) * x(i)


def pull_w(x, y, i) -> Term:
    """-dL/dw_i at (x, y)."""
    return s(i) * x(i) - square(x) * image(y, i)


def follows(x, y) -> Term:
    """x' = -dL/da and y' = -dL/dw on [0, T]."""

    def here(t) -> Term:
        now = (lambda i: x(i, t)), (lambda i: y(i, t))
        return within(
            1,
            n,
            lambda i: both(
                deriv(0, end, t, pull_a(*now, i), lambda q: x(i, q)),
                deriv(0, end, t, pull_w(*now, i), lambda q: y(i, q)),
            ),
        )

    return forall(lambda t: implies(le(0, t), le(t, end), here(t)))


POSITIVE = both(
    within(1, n, lambda q: le(0, nu(q))),
    within(
        1,
        n,
        lambda i: within(
            1, n, lambda j: eq(C(i, j), total(1, n, lambda q: nu(q) * F(i, q) * F(j, q)))
        ),
    ),
)
START = within(1, n, lambda i: both(eq(a(i, 0), b(i, 0)), eq(w(i, 0), v(i, 0))))
PREMISES = (POSITIVE, lt(0, end), follows(a, w), follows(b, v), START)


@cache
def symmetric() -> Theorem:
    """C_ij = C_ji."""
    _, own = parts(assume(POSITIVE))
    i, j = fresh(INT, "i"), fresh(INT, "j")
    premises = (le(1, i), le(i, n), le(1, j), le(j, n))
    facts = list(map(assume, premises))
    same = same_sums(eq(C(i, j), C(j, i)), own, facts=facts)
    return everywhere(i, everywhere(j, same, *premises[2:]), *premises[:2])


def quadratic_low(x) -> Theorem:
    """0 <= x^T C x = sum_q nu_q (F^T x)_q^2."""
    low, own = parts(assume(POSITIVE))
    along = lambda q: total(1, n, lambda i: F(i, q) * x(i))
    summand = lam(lambda q: nu(q) * along(q) ** 2, INT)
    above = nonnegative(
        summand,
        1,
        n,
        lambda q, q_low, q_high: bound(
            le(0, summand(q)), (), [([at(low, q, q_low, q_high)], along(q))]
        ),
    )
    same = same_sums(eq(quadratic(x), total(1, n, lambda q: summand(q))), own)
    return bound(le(0, quadratic(x)), [same], [[above]])


def schwarz(x, y) -> Theorem:
    """(x^T y)^2 <= |x|^2 |y|^2."""
    cut = cauchy_schwarz(lam(x, INT), lam(y, INT), n)
    plain = [same_sums(eq(total(1, n, lambda k: one(k) * one(k)), square(one))) for one in (x, y)]
    squares = combine(
        eq(cut.conclusion.args[1], square(x) * square(y)),
        (total(1, n, lambda k: y(k) * y(k)), plain[0]),
        (square(x), plain[1]),
    )
    return order(
        le(dot(x, y) ** 2, square(x) * square(y)), ((ONE, squares),), ((ONE, (cut,), ONE),)
    )


def stretched(y) -> Theorem:
    """|S y|^2 <= (sum_k s_k^2) |y|^2."""
    size = square(s)
    each = lam(lambda k: s(k) ** 2, INT)

    def proof_at(i, low, high):
        most = term_below_sum(
            each, i, 1, n, low, high, lambda k, *_: bound(le(0, each(k)), (), [], [s(k)])
        )
        return bound(le((s(i) * y(i)) ** 2, size * y(i) ** 2), (), [([most], y(i))])

    one, other = lam(lambda i: (s(i) * y(i)) ** 2, INT), lam(lambda i: size * y(i) ** 2, INT)
    below = at_most(one, other, 1, n, proof_at)
    out = same_sums(eq(total(1, n, lambda i: size * y(i) ** 2), size * square(y)))
    return bound(le(square(lambda i: s(i) * y(i)), size * square(y)), [out], [[below]])


class Gap:
    """x = a - b, y = w - v and what multiplies them, at the time t."""

    def __init__(self, t: Term) -> None:
        self.now = {one: (lambda i, one=one: one(i, t)) for one in (a, w, b, v)}
        A, W, B, V = (self.now[one] for one in (a, w, b, v))
        self.x, self.y = (lambda i: A(i) - B(i)), (lambda i: W(i) - V(i))
        self.sum = lambda i: A(i) + B(i)
        self.both = lambda i: image(lambda k: W(k) + V(k), i)
        self.far = lambda i: image(V, i)
        self.b, self.a, self.w = B, A, W

    def size(self) -> Term:
        """E = sum_i (x_i^2 + y_i^2)."""
        return total(1, n, lambda i: self.x(i) ** 2 + self.y(i) ** 2)

    def split(self) -> Theorem:
        """E = |x|^2 + |y|^2."""
        return same_sums(eq(self.size(), square(self.x) + square(self.y)))

    def rate(self) -> Term:
        """|b|^2 + |a + b|^2 + |C (w + v)|^2 + |C v|^2."""
        return square(self.b) + square(self.sum) + square(self.both) + square(self.far)


def slopes_at(t: Term, inside: list[Theorem]) -> list[Theorem]:
    """for all i: the slopes of a, w, b, v at t."""
    found = []
    for premise in PREMISES[2:4]:
        here = at(assume(premise), t, *inside)
        for place in (0, 1):
            i = fresh(INT, "i")
            ends = (le(1, i), le(i, n))
            own = parts(at(here, i, *map(assume, ends)))[place]
            found.append(everywhere(i, own, *ends))
    return found


def steepness(t: Term, inside: list[Theorem], top: Theorem) -> tuple[Theorem, Theorem]:
    """E' at t, and E' <= (K + 2 + 2 |s|^2) E, where top says rate <= K."""
    gap = Gap(t)
    own = sum_derivative(
        lambda q: Gap(q).size(), 0, end, t, (inside[0], inside[1]), slopes_at(t, inside)
    )
    x, y = gap.x, gap.y
    value = (
        -2 * square(x) * quadratic(gap.w)
        - 2 * dot(x, gap.b) * dot(y, gap.both)
        - 2 * square(gap.a) * quadratic(y)
        - 2 * dot(x, gap.sum) * dot(y, gap.far)
        + 4 * total(1, n, lambda i: s(i) * x(i) * y(i))
    )
    same = same_sums(eq(own.conclusion.args[3], value), symmetric())
    slope = slope_is(own, same)
    K = top.conclusion.args[1]
    pulled = lambda i: s(i) * y(i)
    cross = same_sums(eq(total(1, n, lambda i: s(i) * x(i) * y(i)), dot(x, pulled)))
    apart = square_sum(lambda i: x(i) - pulled(i), 1, n)
    spread = same_sums(
        eq(
            square(lambda i: x(i) - pulled(i)),
            square(x) - 2 * dot(x, pulled) + square(pulled),
        )
    )
    lows = {
        name: square_sum(one, 1, n)
        for name, one in (
            ("x", x), ("y", y), ("a", gap.a), ("b", gap.b), ("sum", gap.sum), ("both", gap.both),
            ("far", gap.far), ("s", s),
        )
    }  # fmt: skip
    products = (
        (num(2), (lows["x"], quadratic_low(gap.w)), ONE),
        (num(2), (lows["a"], quadratic_low(y)), ONE),
        (ONE, (), dot(x, gap.b) + dot(y, gap.both)),
        (ONE, (schwarz(x, gap.b),), ONE),
        (ONE, (schwarz(y, gap.both),), ONE),
        (ONE, (), dot(x, gap.sum) + dot(y, gap.far)),
        (ONE, (schwarz(x, gap.sum),), ONE),
        (ONE, (schwarz(y, gap.far),), ONE),
        (num(2), (apart,), ONE),
        (num(2), (stretched(y),), ONE),
        # (K + 2 + 2 |s|^2) E - the rest
        (ONE, (lows["x"], top), ONE),
        (ONE, (lows["y"], top), ONE),
        (ONE, (lows["x"], lows["both"]), ONE),
        (ONE, (lows["x"], lows["far"]), ONE),
        (ONE, (lows["y"], lows["b"]), ONE),
        (ONE, (lows["y"], lows["sum"]), ONE),
        (num(2), (lows["x"], lows["s"]), ONE),
        (num(2), (lows["y"],), ONE),
    )
    steep = K + 2 + 2 * square(s)
    pairs = ((num(4), cross), (num(2), spread), (-steep, gap.split()))
    below = order(le(value, steep * gap.size()), pairs, products)
    return slope, below


@cache
def bounded() -> Theorem:
    """There is a K with rate <= K on [0, T]: the rate has a derivative everywhere."""
    t = fresh()
    ends = (le(ZERO, t), le(t, end))
    inside = list(map(assume, ends))
    body = lam(lambda q: Gap(q).rate())
    own = sum_derivative(body, 0, end, t, (inside[0], inside[1]), slopes_at(t, inside))
    slope = bind("lam", t, own.conclusion.args[3])
    along = everywhere(t, own, *ends)
    return fact("deriv-bounded", along, low=ZERO, high=end, f=body, df=slope)


@cache
def agree() -> Theorem:
    """for all i: a_i(T) = b_i(T)."""
    ordered = weaker(assume(PREMISES[1]))
    begin = assume(START)
    size = lam(lambda q: Gap(q).size())
    i = fresh(INT, "i")
    ends = (le(1, i), le(i, n))
    halves = parts(at(begin, i, *map(assume, ends)))
    rules = [everywhere(i, one, *ends) for one in halves]
    zero = same_sums(eq(size(ZERO), 0), *rules)

    def from_witness(K, within_K):
        def proof_at(t, low, high):
            _, top = parts(at(within_K, t, low, high))
            return steepness(t, [low, high], top)

        steep = K + 2 + 2 * square(s)
        return falls_to_zero(size, steep, end, ordered, zero, proof_at)

    least = obtain(bounded(), from_witness)
    gap = Gap(end)
    facts = list(map(assume, ends))
    squares = lam(lambda k: gap.x(k) ** 2, INT)
    own = term_below_sum(
        squares,
        i,
        1,
        n,
        facts[0],
        facts[1],
        lambda k, *_: bound(le(0, squares(k)), (), [], [gap.x(k)]),
    )
    none = order(
        le(gap.x(i) ** 2, 0),
        ((num(-1), gap.split()),),
        ((ONE, (own,), ONE), (ONE, (least,), ONE), (ONE, (square_sum(gap.y, 1, n),), ONE)),
    )
    flat = root_zero(gap.x(i), none)
    return everywhere(i, combine(eq(a(i, end), b(i, end)), (1, flat)), *ends)
