"""The largest utility of a unit vector: at most that of the strongest frequency, which
attains it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.cosines_on_group import inverse_of_square
from theory.modular.kernel_proofs.maxima.single import INSIDE, NEURON, PRESENT, M, concrete, neuron
from theory.modular.kernel_proofs.maxima.upper_bound import ROOT, at_most, frequency_below, size
from theory.modular.kernel_proofs.script import defined, proof
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated, same_size
from theory.modular.kernel_proofs.transforms.halves import half_low, hat_mirrored, odd
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import p, u, v, w, x, x_hat
from theory.modular.letters.maxima import U_top, X, xi
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv, sqrt, sqrt_is, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, choose, discharge, instantiate, order, specialise
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    given,
    inverse,
    obtain,
    parts,
    positive,
    ring,
    weaker,
)
from theory.proof.terms import INT, ONE, Term, eq, implies, le, lt, num

UNIT = DEFINITIONS["modular.unit"].statement
IS_X = assume(eq(X, size(x_hat(M))))  # the frequency m has the magnitude X, ...
MOST = assume(forall(lambda q: implies(le(1, q), le(q, half), le(size(x_hat(q)), X)), INT))
ABOVE = assume(lt(0, X))


@cache
def roots() -> list[Theorem]:
    """sqrt(p/6) = sqrt(6) sqrt(p)/6, 1/p = (1/sqrt p)^2: rewriting that decides such constants."""
    above = above_zero()
    root, six = sqrt(p), sqrt(num(6))
    squares = [
        fact("sqrt-square", weaker(above), x=p),
        fact("sqrt-square", bound(le(0, 6)), x=num(6)),
    ]
    lows = [positive(root, [above]), positive(six, [])]
    value = num(1, 6) * six * root
    own = inverse(root, [lows[0]])
    split = combine(eq(p, root**2), (1, squares[0]))
    there = sqrt_is(
        value,
        bound(le(0, value), (), [lows]),
        ring(eq(value**2, num(1, 6) * p), *squares),
    )
    down = inverse_of_square(p, root, inverse(p, [above]), split, own)
    return [there, down, own, squares[1]]


def printed(top: Term = X) -> Term:
    """sqrt(2/(27 p^3)) X^3."""
    return num(1, 9) * sqrt(num(6)) * top**3 * inv(sqrt(p)) ** 3


def attained(top: Term = X) -> Theorem:
    """4/p^3 (p/6)^(3/2) X^3 = sqrt(2/(27 p^3)) X^3."""
    return ring(eq(4 * inv(p) ** 3 * (ROOT**3 * top**3), printed(top)), *roots())


def strength(top: Term = X) -> Term:
    """K = X^3 sqrt(p/6)/3."""
    return num(1, 3) * top**3 * ROOT


def bounded(top: Term = X) -> Theorem:
    """2 K/p^2 = sqrt(2/(27 p^3)) X^3."""
    return ring(eq(2 * strength(top) * inv(p) ** 2, printed(top)), *roots())


@cache
def upper() -> Theorem:
    """U <= sqrt(2/(27 p^3)) X^3 for a unit vector, where no frequency has more than X."""
    K, K_low, shown = frequency_below(X, lambda q, *inside: at(MOST, q, *inside), weaker(ABOVE))
    whole = at_most(K, K_low, shown)
    return order(
        le(whole.conclusion.args[0], printed()), ((num(1), bounded()),), ((ONE, (whole,), ONE),)
    )


@cache
def best() -> list[Theorem]:
    """The neuron of the frequency m is a unit vector, and its utility sqrt(2/(27 p^3)) X^3."""
    there = order(lt(0, size(x_hat(M))), ((num(1), IS_X),), ((ONE, (ABOVE,), ONE),))
    norm, value = (given(discharge(PRESENT.conclusion, one), there) for one in neuron())
    here = size(x_hat(M))
    factor = 4 * inv(p) ** 3 * ROOT**3
    cube = combine(eq(here**3, X**3), (here**2 + here * X + X**2, IS_X))
    known = combine(
        eq(value.conclusion.args[0], printed()), (1, value), (factor, cube), (1, attained())
    )
    return [norm, known]


@cache
def highest() -> Theorem:
    """U_top = sqrt(2/(27 p^3)) X^3, where m in 1, ..., half has the largest magnitude X."""
    most, some = defined("modular.maximum")
    norm, value = best()
    less = given(specialise(most, NEURON[u], NEURON[v], NEURON[w]), norm)
    above = order(le(printed(), U_top), ((num(-1), value),), ((ONE, (less,), ONE),))

    def use(f, g, h, known):
        sphere, reached = parts(known)
        whole = given(concrete(discharge(UNIT, upper()), f, g, h), sphere)
        return order(le(U_top, printed()), ((num(-1), reached),), ((ONE, (whole,), ONE),))

    most_of_it = obtain(
        some,
        lambda f, one: obtain(
            one, lambda g, two: obtain(two, lambda h, three: use(f, g, h, three))
        ),
    )
    return fact("antisymmetric", most_of_it, above, x=U_top, y=printed())


# --- a frequency in 1, ..., p - 1 -----------------------------------------------------------------


def mirrored_size(f: Term, hat: Term, q: Term) -> Theorem:
    """|f^(p - q)| = |f^(q)|."""
    mirror = hat_mirrored(f, q)
    squares = ring(
        eq(size(hat(p - q)) ** 2, size(hat(q)) ** 2),
        fact("abs-square", z=hat(p - q)),
        fact("abs-square", z=hat(q)),
        equal_inside(conj(hat(p - q)), mirror),
        mirror,
        conjugated(conj(conj(hat(q)))),
    )
    return same_size(hat(p - q), hat(q), squares)


def folded_frequency(inside: list[Theorem], use: Callable) -> Theorem:
    """use(m, 1 <= m, m <= half, is xi?) for m = xi or m = p - xi, whichever is at most half."""
    low, high = inside

    def below_half(known):
        return use(xi, low, known, True)

    def turned(more):
        far = fact("discrete", more, n=half, m=xi)
        return use(
            p - xi,
            bound(le(1, p - xi), (), [[high]]),
            bound(le(p - xi, half), [odd()], [[far]]),
            False,
        )

    return by_cases(
        trichotomy(xi, half),
        lambda less: below_half(weaker(less)),
        lambda same: below_half(order(le(xi, half), ((num(1), same),), ())),
        turned,
    )


def at_frequency(theorem: Theorem, m: Term, m_low: Theorem, m_high: Theorem) -> Theorem:
    """A theorem about the letter m, at this frequency."""
    for one in INSIDE:
        theorem = discharge(one.conclusion, theorem)
    return given(instantiate(theorem, M, m), m_high, m_low)


def odd_p(theorem: Theorem) -> Theorem:
    """From p = 2 half + 1 to: p is odd."""
    existence = assume(exists(lambda n: eq(p, 2 * n + 1), INT))
    letter = fresh(INT)
    return choose(existence, letter, instantiate(theorem, half, letter))


def within_half(most: Theorem) -> Theorem:
    """|x^(q)| <= X for q = 1, ..., half, from the same up to p - 1."""
    q = fresh(INT)
    low, high = le(1, q), le(q, half)
    last = bound(le(q, p - 1), [odd()], [[assume(high)], [half_low()]])
    return everywhere(q, at(most, q, assume(low), last), low, high)


def with_dominant(theorem: Theorem, known: list[Theorem], most: Theorem) -> Theorem:
    """A theorem about m, its magnitude X and the other magnitudes: about xi in 1, ..., p - 1."""
    low, high, is_x = known
    theorem = discharge(IS_X.conclusion, discharge(MOST.conclusion, theorem))

    def use(m, m_low, m_high, plain):
        mirror = [] if plain else [(1, mirrored_size(x, x_hat, xi))]
        here = combine(eq(X, size(x_hat(m))), (1, is_x), *mirror)
        return given(at_frequency(theorem, m, m_low, m_high), here, most)

    return folded_frequency([low, high], use)


@proof("modular.maximal-utility")
def maximal_utility() -> Theorem:
    """No unit vector has more, and the neuron of the dominant frequency has as much."""
    *known, most = defined("modular.dominant")
    return odd_p(with_dominant(highest(), known, within_half(most)))
