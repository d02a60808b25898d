"""The largest utility of a head on the unit sphere, in the kernel, for any number of directions."""

from __future__ import annotations

from theory.attention.letters import N, U_star, eigenvalue, lam_k, modes, on_sphere, top, utility
from theory.proof.lemmas import HALF, abs_square, sqrt, trichotomy
from theory.proof.rules import Theorem, assume, order, reflexive
from theory.proof.scripts import defined
from theory.proof.sums.finite import added, scaled, sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import only
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    fact,
    lam,
    obtain,
    parts,
    ring,
    weaker,
)
from theory.proof.tactics.linear import both_ways
from theory.proof.terms import INT, ZERO, Term, call, eq, le, lt, make, num

ROOT = sqrt(num(3))
THIRD = num(1, 3) * ROOT  # 1/sqrt(3)
VALUE = num(1, 9) * ROOT * N * lam_k**2


def root_three() -> list[Theorem]:
    """sqrt(3)^2 = 3 and 0 <= sqrt(3)."""
    above = bound(le(0, num(3)))
    return [fact("sqrt-square", above, x=num(3)), fact("sqrt-nonnegative", above, x=num(3))]


def some() -> Theorem:
    """1 <= m + 1."""
    low, high, *_ = defined("attention.spectrum")
    return bound(le(1, modes + 1), (), [[low], [high]])


def sizes(v: Term) -> list[Theorem]:
    """0 <= |v|, v <= |v|, -v <= |v| and |v|^2 = v^2."""
    size = call("abs", v)
    low = fact("abs-positive", z=v)

    def both(equation, known):
        return [bound(le(v, size), [equation], known), bound(le(-v, size), [equation], known)]

    def side(number):
        return by_cases(
            trichotomy(v),
            lambda less: both(fact("abs-negative", weaker(less), x=v), [[less]])[number],
            lambda same: _up(v, order(le(ZERO, v), ((num(-1), same),), ()), both)[number],
            lambda more: _up(v, weaker(more), both)[number],
        )

    return [low, side(0), side(1), abs_square(v)]


def _up(v, ordered, both):
    return both(fact("abs-nonnegative", ordered, x=v), [[ordered]])


def gap(v: Term, Q: Term, K: Term, j: Term) -> Term:
    """s l^2 (Q_j^2 + K_j^2)/2 - v l_j^2 Q_j K_j, with s = |v|."""
    halved = HALF * call("abs", v) * lam_k**2
    return halved * Q(j) ** 2 + (halved * K(j) ** 2 + -v * (eigenvalue(j) ** 2 * Q(j) * K(j)))


def no_gap_below(v: Term, Q: Term, K: Term, j: Term, low: Theorem, high: Theorem) -> Theorem:
    """0 <= gap(j): term by term 2 v l_j^2 Q_j K_j <= s l^2 (Q_j^2 + K_j^2)."""
    *_, spectrum = defined("attention.spectrum")
    width, size = assume(lt(0, lam_k)), call("abs", v)
    size_low, up, down, _ = sizes(v)
    value = eigenvalue(j)
    value_low, value_high = parts(at(spectrum, j, low, high))
    more = bound(le(0, lam_k + value), (), [[width], [value_low]])
    shared = [size_low, value_high, more]
    first, second = bound(le(0, size + v), (), [[down]]), bound(le(0, size - v), (), [[up]])
    products = [
        (shared, Q(j)),
        (shared, K(j)),
        ([first], value * (Q(j) - K(j))),
        ([second], value * (Q(j) + K(j))),
    ]
    return bound(le(0, gap(v, Q, K, j)), (), products)


def gaps(v: Term, Q: Term, K: Term, sphere: Theorem) -> Theorem:
    """The sum of all gaps is s l^2 (1 - s^2)/2 - v sum l_j^2 Q_j K_j."""
    size = call("abs", v)
    *_, square = sizes(v)
    halved = HALF * size * lam_k**2
    pieces = [
        (halved, lam(lambda j: Q(j) ** 2, INT)),
        (halved, lam(lambda j: K(j) ** 2, INT)),
        (-v, lam(lambda j: eigenvalue(j) ** 2 * Q(j) * K(j), INT)),
    ]
    terms = [lam(lambda j, c=c, f=f: c * f(j), INT) for c, f in pieces]
    rest = lam(lambda j: terms[1](j) + terms[2](j), INT)
    spread = [
        added(terms[0], rest, 1, modes, some()),
        added(terms[1], terms[2], 1, modes, some()),
        *(scaled(c, f, 1, modes, some()) for c, f in pieces),
    ]
    queries, keys, overlap = (sum_of(f, 1, modes) for _, f in pieces)
    known = combine(eq(queries, 1 - v**2 - keys), (1, sphere))
    whole = sum_of(lam(lambda j: gap(v, Q, K, j), INT), 1, modes)
    return ring(
        eq(whole, HALF * lam_k**2 * size * (1 - size**2) - v * overlap), *spread, known, square
    )


def height(v: Term, Q: Term, K: Term, sphere: Theorem) -> Theorem:
    """v sum l_j^2 Q_j K_j <= l^2 s (1 - s^2)/2, with s = |v|."""
    size = call("abs", v)
    total = nonnegative_sum(
        lam(lambda j: gap(v, Q, K, j), INT),
        1,
        modes,
        some(),
        lambda j, low, high: no_gap_below(v, Q, K, j, low, high),
    )
    overlap = sum_of(lam(lambda j: eigenvalue(j) ** 2 * Q(j) * K(j), INT), 1, modes)
    goal = le(v * overlap, HALF * lam_k**2 * size * (1 - size**2))
    return bound(goal, [gaps(v, Q, K, sphere)], [[total]])


def at_most(v: Term, Q: Term, K: Term, sphere: Theorem) -> Theorem:
    """N v sum l_j^2 Q_j K_j <= N l^2 s (1 - s^2)/2 <= N l^2 sqrt(3)/9, with s = |v|."""
    count, size = assume(lt(0, N)), call("abs", v)
    root_square, root_low = root_three()
    size_low, *_ = sizes(v)
    shape = [
        ([count, size_low], lam_k * (size - THIRD)),
        ([count, root_low], lam_k * (size - THIRD)),
    ]
    middle = height(v, Q, K, sphere)
    return bound(le(utility(v, Q, K), VALUE), [root_square], [[weaker(count), middle], *shape])


def maximiser() -> tuple[Term, Theorem, Theorem]:
    """Q = K = 1/sqrt(3) in direction k, else 0: with v = 1/sqrt(3) on the sphere; its utility."""
    first, last, named, _ = defined("attention.spectrum")
    root_square, _ = root_three()

    def entry(j):
        return make("ite", None, (eq(j, top), THIRD, ZERO))

    vector = lam(entry, INT)
    here = fact("ite-true", reflexive(top), P=eq(top, top), z=THIRD, w=ZERO)

    def picked(body):
        summand = lam(body, INT)

        def zero(j, apart):
            nothing = fact("ite-false", apart, P=eq(j, top), z=THIRD, w=ZERO)
            return ring(eq(body(j), 0), nothing)

        return only(summand, top, 1, modes, first, last, zero)

    squares = picked(lambda j: entry(j) ** 2)
    products = picked(lambda j: eigenvalue(j) ** 2 * entry(j) * entry(j))
    sphere = ring(on_sphere(THIRD, vector, vector), squares, here, root_square)
    value = ring(eq(utility(THIRD, vector, vector), VALUE), products, here, named, root_square)
    return vector, sphere, value


def attained() -> Theorem:
    """The maximiser's utility is at most U*."""
    most, _ = defined("attention.maximum")
    vector, sphere, value = maximiser()
    return bound(le(VALUE, U_star), [value], [[at(most, THIRD, vector, vector, sphere)]])


def maximal_utility() -> Theorem:
    """No point has more, and one has it."""
    _, existence = defined("attention.maximum")

    def use(v, Q, K, known):
        sphere, value = parts(known)
        return bound(le(U_star, VALUE), [], [[at_most(v, Q, K, sphere)], [both_ways(value)[1]]])

    upper = obtain(
        existence,
        lambda v, rest: obtain(
            rest, lambda Q, last: obtain(last, lambda K, known: use(v, Q, K, known))
        ),
    )
    return fact("antisymmetric", upper, attained(), x=U_star, y=VALUE)
