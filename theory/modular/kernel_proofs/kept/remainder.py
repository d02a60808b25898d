"""At one pair of residues: error times the derivative of the output along the part outside a
frequency is what is of first order, squares, and a rest that is small with that part.

A_k and d_k stand for what the two parts of neuron k see of the pair, c_k and o_k for the two parts
of its output vector, y for what is wanted.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.letters import N
from theory.proof.lemmas.inner_products import cauchy_schwarz, square_sum, within
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.sums.any_range import at_most, nonnegative
from theory.proof.sums.nested import same_sums
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import bound, total
from theory.proof.tactics.linear import ordered, signed_order
from theory.proof.terms import INT, ONE, REAL, Term, eq, function, le, num, var

A, D = (function(f"sight_{name}", INT, REAL) for name in ("kept", "away"))
KEPT_OUT, AWAY_OUT = (function(f"out_{name}", INT, INT, REAL) for name in ("kept", "left"))
WANT = function("want", INT, REAL)
APART = assume(
    within(
        1,
        N,
        lambda j: within(
            1, N, lambda k: eq(total(0, TOP, lambda m: KEPT_OUT(j, m) * AWAY_OUT(k, m)), 0)
        ),
    )
)


def over(weight, vectors, m: Term) -> Term:
    """sum_k weight(k) vector_k[m]."""
    return total(1, N, lambda k: weight(k) * vectors(k, m))


def Z(k: Term) -> Term:
    """What neuron k sees."""
    return A(k) + D(k)


def kept(m: Term) -> Term:
    """sum_k A^2 c."""
    return over(lambda k: A(k) ** 2, KEPT_OUT, m)


def moved(m: Term) -> Term:
    """sum_k A d c."""
    return over(lambda k: A(k) * D(k), KEPT_OUT, m)


def second(m: Term) -> Term:
    """sum_k d^2 c."""
    return over(lambda k: D(k) ** 2, KEPT_OUT, m)


def outside(m: Term) -> Term:
    """sum_k Z^2 o."""
    return over(lambda k: Z(k) ** 2, AWAY_OUT, m)


def mixed(m: Term) -> Term:
    """sum_k Z d o."""
    return over(lambda k: Z(k) * D(k), AWAY_OUT, m)


def along(m: Term) -> Term:
    """The derivative of the output along the outside part."""

    def share(k):
        w = KEPT_OUT(k, m) + AWAY_OUT(k, m)
        return Z(k) * (2 * D(k) * w + Z(k) * AWAY_OUT(k, m))

    return total(1, N, share)


def error(m: Term) -> Term:
    """Output less what is wanted."""
    return total(1, N, lambda k: Z(k) ** 2 * (KEPT_OUT(k, m) + AWAY_OUT(k, m))) - WANT(m)


def want(vectors, k: Term) -> Term:
    """<c_k, y> or <o_k, y>."""
    return total(0, TOP, lambda m: vectors(k, m) * WANT(m))


def first_order() -> Term:
    """2 sum (A^2 c) (A d c) - sum_k (2 A d <c, y> + A^2 <o, y>)."""
    return 2 * total(0, TOP, lambda m: kept(m) * moved(m)) - total(
        1,
        N,
        lambda k: 2 * A(k) * D(k) * want(KEPT_OUT, k) + A(k) ** 2 * want(AWAY_OUT, k),
    )


def drawn(k: Term) -> Term:
    """4 A d <o, y> + 2 d^2 <c, y> + 3 d^2 <o, y>."""
    C, O = want(KEPT_OUT, k), want(AWAY_OUT, k)
    return 4 * A(k) * D(k) * O + 2 * D(k) ** 2 * C + 3 * D(k) ** 2 * O


def rest() -> Term:
    """|sum d^2 c|^2/4 + |sum Z d o|^2 - 2 <sum A^2 c, sum d^2 c>."""
    return (
        num(1, 4) * total(0, TOP, lambda m: second(m) ** 2)
        + total(0, TOP, lambda m: mixed(m) ** 2)
        - 2 * total(0, TOP, lambda m: kept(m) * second(m))
    )


WHOLE = total(0, TOP, lambda m: error(m) * along(m))


@cache
def split() -> Theorem:
    """-(error along) <= -(first order) + sum of what is drawn + rest."""
    one = total(0, TOP, lambda m: (2 * moved(m) + num(3, 2) * second(m)) ** 2)
    two = total(0, TOP, lambda m: (outside(m) + mixed(m)) ** 2)
    pulls = total(1, N, drawn)
    same = same_sums(eq(WHOLE, first_order() - pulls - rest() + one + two), APART)
    lows = [
        square_sum(lambda m: 2 * moved(m) + num(3, 2) * second(m), 0, TOP),
        square_sum(lambda m: outside(m) + mixed(m), 0, TOP),
    ]
    return ordered(
        le(-WHOLE, -first_order() + pulls + rest()), [(1, same)], *([low] for low in lows)
    )


# --- the rest is small with the part outside ------------------------------------------------------
WEIGHT, VECTORS = function("weight", INT, REAL), function("vectors", INT, INT, REAL)


@cache
def _mixture() -> Theorem:
    """sum_m (sum_k s_k g_k[m])^2 <= (sum_k s_k^2) (sum_k |g_k|^2)."""
    weights = total(1, N, lambda k: WEIGHT(k) ** 2)

    def squares(m):
        return total(1, N, lambda k: VECTORS(k, m) ** 2)

    left = fn(lambda m: over(WEIGHT, VECTORS, m) ** 2)
    right = fn(lambda m: weights * squares(m))
    whole = at_most(
        left,
        right,
        0,
        TOP,
        lambda m, *_: cauchy_schwarz(fn(WEIGHT), fn(lambda k: VECTORS(k, m)), N),
    )
    value = weights * norms(VECTORS)
    same = same_sums(eq(total(0, TOP, right), value))
    return ordered(le(total(0, TOP, left), value), [(1, same)], [whole])


def mixture(weight, vectors: Term) -> Theorem:
    """The same for these."""
    return instantiate(_mixture(), WEIGHT, fn(weight), VECTORS, vectors)


def norms(vectors) -> Term:
    """sum_k |g_k|^2."""
    return total(1, N, lambda k: total(0, TOP, lambda m: vectors(k, m) ** 2))


def product_below(one, other, one_low, other_low) -> Theorem:
    """sum_k f_k g_k <= (sum f) (sum g), where all are >= 0 by one_low(k) and other_low(k)."""
    whole = total(1, N, one)

    def each(k, low, high):
        below = term_below_sum(fn(one), k, 1, N, low, high, lambda i, *_: one_low(i))
        return ordered(le(one(k) * other(k), whole * other(k)), [], [below, other_low(k)])

    found = at_most(fn(lambda k: one(k) * other(k)), fn(lambda k: whole * other(k)), 1, N, each)
    factor = var("factor")
    out = same_sums(eq(total(1, N, lambda k: factor * other(k)), factor * total(1, N, other)))
    out = instantiate(out, factor, whole)
    return ordered(le(found.conclusion.args[0], whole * total(1, N, other)), [(1, out)], [found])


def square_low(body):
    """k -> 0 <= body(k)^2."""
    return lambda k: bound(le(0, body(k) ** 2), (), [], [body(k)])


def squared(body) -> Term:
    """sum_k body(k)^2."""
    return total(1, N, lambda k: body(k) ** 2)


def products_of_squares(one, other) -> Theorem:
    """sum_k (f_k g_k)^2 <= (sum f^2) (sum g^2)."""
    found = product_below(
        lambda k: one(k) ** 2, lambda k: other(k) ** 2, square_low(one), square_low(other)
    )
    left = total(1, N, lambda k: (one(k) * other(k)) ** 2)
    return ordered(le(left, found.conclusion.args[1]), [], [found])


def mixed_below(one, other, vectors: Term) -> Theorem:
    """|sum_k f_k g_k vector_k|^2 <= (sum f^2) (sum g^2) (sum |vector|^2)."""
    cut = mixture(lambda k: one(k) * other(k), vectors)
    norm_low = norms_low(vectors)
    value = squared(one) * squared(other) * norms(vectors)
    return ordered(
        le(total(0, TOP, lambda m: over(lambda k: one(k) * other(k), vectors, m) ** 2), value),
        [],
        [cut],
        [products_of_squares(one, other), norm_low],
    )


def norm_low(vectors, k: Term) -> Theorem:
    """0 <= |g_k|^2."""
    return square_sum(lambda m: vectors(k, m), 0, TOP)


def norms_low(vectors) -> Theorem:
    """0 <= sum_k |g_k|^2."""
    return nonnegative(
        fn(lambda k: total(0, TOP, lambda m: vectors(k, m) ** 2)),
        1,
        N,
        lambda k, *_: norm_low(vectors, k),
    )


@cache
def crossed_below() -> Theorem:
    """-2 <sum A^2 c, sum d^2 c> <= (sum d^2) (|sum A^2 c|^2 + sum |c|^2)."""

    def share(k):
        return D(k) ** 2 * total(0, TOP, lambda m: (kept(m) + KEPT_OUT(k, m)) ** 2)

    def low(k, *_):
        own = square_sum(lambda m: kept(m) + KEPT_OUT(k, m), 0, TOP)
        return ordered(le(0, share(k)), [], [own, D(k)])

    above = nonnegative(fn(share), 1, N, low)
    size = total(0, TOP, lambda m: kept(m) ** 2)
    crossed = total(0, TOP, lambda m: kept(m) * second(m))

    def norm(k):
        return total(0, TOP, lambda m: KEPT_OUT(k, m) ** 2)

    own = total(1, N, lambda k: D(k) ** 2 * norm(k))
    same = same_sums(eq(total(1, N, share), squared(D) * size + 2 * crossed + own))
    below = product_below(lambda k: D(k) ** 2, norm, square_low(D), lambda k: norm_low(KEPT_OUT, k))
    return ordered(
        le(-2 * crossed, squared(D) * (size + norms(KEPT_OUT))), [(1, same)], [above], [below]
    )


@cache
def rest_below() -> Theorem:
    """rest <= sum d^2 (|c|^2 (sum A^2)^2 + |c|^2 + |c|^2 sum d^2/4 + |o|^2 sum Z^2)."""
    a2, d2, z2, c2, o2 = (
        squared(A),
        squared(D),
        squared(Z),
        norms(KEPT_OUT),
        norms(AWAY_OUT),
    )
    size = mixed_below(A, A, KEPT_OUT)
    seconds, outside_ = mixed_below(D, D, KEPT_OUT), mixed_below(Z, D, AWAY_OUT)
    d_low = nonnegative(fn(lambda k: D(k) ** 2), 1, N, lambda k, *_: square_low(D)(k))
    return signed_order(
        le(rest(), d2 * (c2 * a2**2 + c2 + num(1, 4) * c2 * d2 + o2 * z2)),
        [],
        (num(1, 4), (seconds,), ONE),
        (ONE, (outside_,), ONE),
        (ONE, (crossed_below(),), ONE),
        (ONE, (d_low, size), ONE),
    )


NUMBERS = a2, d2, z2, c2, o2, q, e, B = tuple(
    var(f"{name}_number") for name in ("a2", "d2", "z2", "c2", "o2", "q", "e", "B")
)


@cache
def numbers_below() -> Theorem:
    """The same, at most e (8 q^3 B^3 + 5 q^2 B^2 + 2 q B), e the squared norm outside."""
    premises = (
        le(0, q),
        le(0, d2),
        le(0, c2),
        le(0, e),
        le(0, a2),
        le(0, z2),
        le(a2, 2 * q * B),
        le(d2, 2 * q * e),
        le(z2, 2 * q * B),
        le(c2, B),
        le(o2, e),
        le(e, B),
    )
    shown = list(map(assume, premises))
    q_low, d_low, c_low, e_low, a_low, z_low, a_most, d_most, z_most, c_most, o_most, e_most = shown
    B_low = ordered(le(0, B), [], [e_low], [e_most])
    wide = ordered(le(0, 2 * q * B), [], [q_low, B_low], [q_low, B_low])
    square = ordered(le(a2**2, 4 * q**2 * B**2), [], [a_most, a_low], [a_most, wide])
    c_wide = ordered(
        le(c2 * a2**2, 4 * q**2 * B**3),
        [],
        [c_low, square],
        *[[c_most, q_low, q_low, B_low, B_low]] * 4,
    )
    short = ordered(le(d2, 2 * q * B), [], [d_most], [q_low, e_most], [q_low, e_most])
    cd = ordered(le(c2 * d2, 2 * q * B**2), [], [c_low, short], [c_most, wide])
    o_short = ordered(le(o2, B), [], [o_most], [e_most])
    oz = ordered(le(o2 * z2, 2 * q * B**2), [], [o_short, z_low], [B_low, z_most])
    inner = c2 * a2**2 + c2 + num(1, 4) * c2 * d2 + o2 * z2
    outer = 4 * q**2 * B**3 + B + num(5, 2) * q * B**2
    within_ = signed_order(
        le(inner, outer),
        [],
        (ONE, (c_wide,), ONE),
        (ONE, (c_most,), ONE),
        (num(1, 4), (cd,), ONE),
        (ONE, (oz,), ONE),
    )
    outer_low = signed_order(
        le(0, outer),
        [],
        (num(4), (q_low, q_low, B_low, B_low, B_low), ONE),
        (ONE, (B_low,), ONE),
        (num(5, 2), (q_low, B_low, B_low), ONE),
    )
    found = signed_order(
        le(d2 * inner, e * (8 * q**3 * B**3 + 5 * q**2 * B**2 + 2 * q * B)),
        [],
        (ONE, (d_low, within_), ONE),
        (ONE, (d_most, outer_low), ONE),
    )
    for one in reversed(premises):
        found = discharge(one, found)
    return found
