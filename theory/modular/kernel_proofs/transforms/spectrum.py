"""The triple correlation in frequency space: the lemma on the discrete Fourier transform."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.correlation import mirrored_transform
from theory.modular.kernel_proofs.transforms.mirror import against_transform, sampled, spread
from theory.modular.kernel_proofs.transforms.waves import (
    above_zero,
    full,
    next_,
    unit,
    wave_product,
    whole_turns,
    written_as,
)
from theory.modular.letters import against, p, triple, u, v, w, w_hat, wave, x, x_hat
from theory.proof.lemmas import inv, trichotomy
from theory.proof.rules import (
    Theorem,
    order,
)
from theory.proof.sums.finite import scaled, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    fact,
    lam,
    ring,
    symmetric,
    total,
    weaker,
    written,
)
from theory.proof.terms import (
    COMPLEX,
    INT,
    Term,
    call,
    eq,
    le,
    num,
    opened,
)

LAST = p - 1


def period_off(c: Term, m: Term) -> Theorem:
    """sum_q wave(q (c - m)) = sum_q wave(q (c - (m - p))): the waves repeat after p."""
    less = m - p

    def at_q(q, *_):
        turns = written_as(eq(wave(-(q * p)), 1), whole_turns(-q))
        split = written_as(
            eq(wave(q * (c - less)) * wave(-(q * p)), wave(q * (c - m))),
            wave_product(q * (c - less), -(q * p)),
        )
        goal = eq(wave(q * (c - m)), wave(q * (c - less)))
        return combine(goal, (1, split), (wave(q * (c - less)), turns))

    return summand_equal(
        fn(lambda q: wave(q * (c - m))), fn(lambda q: wave(q * (c - less))), 0, LAST, at_q
    )


def sampled_twice(m: Term, low: Theorem, high: Theorem) -> Theorem:
    """The same for <w, m.x>, which repeats after p, and m in 0, ..., 2 p - 2."""
    (cyclic,) = defined("modular.cyclic-x")

    def s(c):
        return against(w, c)

    def all_waves(c, m):
        return total(0, LAST, lambda q: wave(q * (c - m)))

    def beyond(more):
        """m' = m - p: both the waves and <w, m.x> are those of m'."""
        less = m - p
        first = bound(le(0, less), (), [[next_(LAST, m, more)]])
        second = bound(le(less, LAST), (), [[high], [above_zero()]])
        same = summand_equal(
            fn(lambda c: s(c) * all_waves(c, m)),
            fn(lambda c: s(c) * all_waves(c, less)),
            0,
            LAST,
            lambda c, *_: combine(
                eq(s(c) * all_waves(c, m), s(c) * all_waves(c, less)), (s(c), period_off(c, m))
            ),
        )
        back = summand_equal(
            fn(lambda j: w(j) * x(j - less)),
            fn(lambda j: w(j) * x(j - m)),
            0,
            LAST,
            lambda j, *_: combine(
                eq(w(j) * x(j - less), w(j) * x(j - m)), (w(j), at(cyclic, j - m))
            ),
        )
        goal = eq(total(0, LAST, lambda c: s(c) * all_waves(c, m)), p * s(m))
        return combine(goal, (1, same), (1, sampled(s, less, first, second)), (p, back))

    def inside(less):
        return sampled(s, m, low, less)

    return by_cases(
        trichotomy(m, LAST),
        lambda below: inside(weaker(below)),
        lambda equal: inside(order(le(m, LAST), ((num(1), equal),), ())),
        beyond,
    )


def _part(f, q) -> Term:
    """sum_a <f, a.x> wave(-q a)."""
    return total(0, LAST, lambda a: against(f, a) * wave(-(q * a)))


def _mirrored(q) -> Term:
    """sum_c <w, c.x> wave(q c)."""
    return total(0, LAST, lambda c: against(w, c) * wave(q * c))


def _joined(a, b, c) -> Theorem:
    """<w, c.x> sum_q wave(q c) wave(-q b) wave(-q a) = <w, c.x> sum_q wave(q (c - (a + b)))."""

    def at_q(q, *_):
        pair = wave_product(-(q * b), -(q * a))
        joined = written_as(
            eq(wave(q * c) * wave(-(q * b) + -(q * a)), wave(q * (c - (a + b)))),
            wave_product(q * c, -(q * b) + -(q * a)),
        )
        goal = eq(wave(q * c) * (wave(-(q * b)) * wave(-(q * a))), wave(q * (c - (a + b))))
        return combine(goal, (wave(q * c), pair), (1, joined))

    inner = summand_equal(
        fn(lambda q: wave(q * c) * (wave(-(q * b)) * wave(-(q * a)))),
        fn(lambda q: wave(q * (c - (a + b)))),
        0,
        LAST,
        at_q,
    )
    left, right = (against(w, c) * side for side in inner.conclusion.args)
    return combine(eq(left, right), (against(w, c), inner))


def _over_b(a, b, low: Theorem, high: Theorem) -> Theorem:
    """<v, b.x> sum_q wave(-q b) wave(-q a) sum_c <w, c.x> wave(q c) = p <v, b.x> <w, (a + b).x>;
    0 <= a + b <= 2 p - 2.
    """
    third = spread(
        lambda c: against(w, c),
        lambda q, c: wave(q * c),
        lambda q: wave(-(q * b)) * wave(-(q * a)),
    )

    def joint(c):
        waves = total(0, LAST, lambda q: wave(q * c) * (wave(-(q * b)) * wave(-(q * a))))
        return against(w, c) * waves

    waves = summand_equal(
        fn(joint),
        fn(lambda c: against(w, c) * total(0, LAST, lambda q: wave(q * (c - (a + b))))),
        0,
        LAST,
        lambda c, *_: _joined(a, b, c),
    )
    found = sampled_twice(a + b, low, high)
    scale = against(v, b)
    left = scale * total(0, LAST, lambda q: wave(-(q * b)) * (wave(-(q * a)) * _mirrored(q)))
    right = p * (scale * against(w, a + b))
    return combine(eq(left, right), (scale, third), (scale, waves), (scale, found))


def _over_a(a, a_low: Theorem, a_high: Theorem) -> Theorem:
    """<u, a.x> sum_q wave(-q a) ... = p sum_b <u, a.x> <v, b.x> <w, (a + b).x>."""
    second = spread(
        lambda b: against(v, b),
        lambda q, b: wave(-(q * b)),
        lambda q: wave(-(q * a)) * _mirrored(q),
    )

    def row(b):
        waves = total(0, LAST, lambda q: wave(-(q * b)) * (wave(-(q * a)) * _mirrored(q)))
        return against(v, b) * waves

    def at_b(b, b_low, b_high):
        low = bound(le(0, a + b), (), [[a_low], [b_low]])
        high = bound(le(a + b, 2 * p - 2), (), [[a_high], [b_high]])
        return _over_b(a, b, low, high)

    pairs = fn(lambda b: against(v, b) * against(w, a + b))
    inner = summand_equal(fn(row), fn(lambda b: p * pairs(b)), 0, LAST, at_b)
    scale = against(u, a)
    out = scaled(p, pairs, 0, LAST, full())
    collected = scaled(scale, pairs, 0, LAST, full())
    left = scale * total(0, LAST, lambda q: wave(-(q * a)) * (_part(v, q) * _mirrored(q)))
    right = p * total(0, LAST, lambda b: scale * against(v, b) * against(w, a + b))
    return combine(eq(left, right), (scale, second), (scale, inner), (scale, out), (p, collected))


@cache
def spectrum() -> Theorem:
    """sum_k (sum_a <u, a.x> wave(-k a)) (the same of v) (sum_c <w, c.x> wave(k c)) = p triple."""
    (whole,) = defined("modular.triple")
    first = spread(
        lambda a: against(u, a),
        lambda q, a: wave(-(q * a)),
        lambda q: _part(v, q) * _mirrored(q),
    )

    def row(a):
        waves = total(0, LAST, lambda q: wave(-(q * a)) * (_part(v, q) * _mirrored(q)))
        return against(u, a) * waves

    rows = fn(lambda a: total(0, LAST, lambda b: against(u, a) * against(v, b) * against(w, a + b)))
    outer = summand_equal(fn(row), fn(lambda a: p * rows(a)), 0, LAST, _over_a)
    out = scaled(p, rows, 0, LAST, full())
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
