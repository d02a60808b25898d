"""The centred one-hot encoding has one magnitude; the figure's template has no Nyquist
component.
"""

from __future__ import annotations

from theory.modular.kernel_proofs.maxima.single import wave_transform, wave_vector
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.waves import (
    above_zero,
    full,
    orthogonal_at,
    wave_product,
    wave_zero,
    whole_turns,
    written_as,
)
from theory.modular.letters import k, p, transform, wave, x, x_hat
from theory.modular.letters.figure import TEMPLATE, WAVES, nyquist
from theory.proof.lemmas import inv
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.sums.finite import added, scaled, sum_of, summand_equal
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import at, bound, combine, differs, equal_inside, fact, given, ring
from theory.proof.terms import ONE, ZERO, eq, le, lt, make, negation, num


def waves_cancel(low: Theorem, high: Theorem) -> Theorem:
    """sum_a wave(-(k a)) = 0 for 1 <= k <= p - 1: the waves of p - k."""
    back = p - k
    none = orthogonal_at(
        back,
        bound(lt(-p, back), (), [[high], [above_zero()]]),
        bound(lt(back, p), (), [[low]]),
        differs(bound(lt(0, back), (), [[high]]), negation(eq(back, 0))),
    )

    def turned(a, *_):
        turns = written_as(eq(wave(p * a), 1), whole_turns(a))
        joined = written_as(
            eq(wave(p * a) * wave(-(k * a)), wave(a * back)), wave_product(p * a, -(k * a))
        )
        goal = eq(wave(-(k * a)), wave(a * back))
        return combine(goal, (1, joined), (wave(-(k * a)), turns))

    waves = fn(lambda a: wave(-(k * a)))
    same = summand_equal(waves, fn(lambda a: wave(a * back)), 0, TOP, turned)
    return combine(eq(sum_of(waves, 0, TOP), 0), (1, same), (1, none))


@proof("modular.one-hot")
def one_hot() -> Theorem:
    """x^(k) = 1 - (1/p) sum_a wave(-(k a)) = 1."""
    (vector,), (known,) = defined("modular.one-hot-vector"), defined("modular.transform-x")
    low, high = assume(le(1, k)), bound(le(k, TOP), (), [[assume(le(k, num(-1) + p))]])
    mark = fn(lambda a: make("ite", None, (eq(a, 0), ONE, ZERO)))
    first = fn(lambda a: mark(a) * wave(-(k * a)))
    waves = fn(lambda a: wave(-(k * a)))
    second = fn(lambda a: (-inv(p)) * waves(a))

    def entry(a, a_low, a_high):
        own = at(vector, a, a_low, a_high)
        goal = eq(x(a) * wave(-(k * a)), first(a) + second(a))
        return combine(goal, (wave(-(k * a)), own))

    split = summand_equal(
        fn(lambda a: x(a) * wave(-(k * a))), fn(lambda a: first(a) + second(a)), 0, TOP, entry
    )

    def off(a, a_low, a_high, apart):
        return ring(eq(first(a), 0), chosen(eq(a, ZERO), ONE, ZERO, apart, False))

    start = bound(le(0, 0))
    last = bound(le(ZERO, TOP), (), [[low], [high]])
    only = only_inside(first, ZERO, 0, TOP, start, last, off)
    hit = chosen(eq(ZERO, ZERO), ONE, ZERO, combine(eq(ZERO, ZERO)), True)
    still = written_as(eq(wave(-(k * ZERO)), 1), wave_zero())
    flat = combine(
        eq(x_hat(k), 1),
        (1, at(known, k)),
        (1, split),
        (1, added(first, second, 0, TOP, full())),
        (1, only),
        (wave(-(k * ZERO)), hit),
        (1, still),
        (1, scaled(-inv(p), waves, 0, TOP, full())),
        (inv(p), waves_cancel(low, high)),
    )
    moved = equal_inside(make("abs", None, (x_hat(k),)), flat)
    size = fact("abs-nonnegative", bound(le(0, 1)), x=ONE)
    return combine(eq(moved.conclusion.args[0], 1), (1, moved), (1, size))


@proof("modular.figure-nyquist")
def figure_nyquist() -> Theorem:
    """Each wave has the frequencies m and 20 - m alone, and 10 is none of them."""
    twenty = assume(eq(p, 20))
    (known,) = defined("modular.figure-nyquist")
    ten = num(10)
    inside = [bound(le(0, ten)), bound(le(ten, TOP), [twenty])]
    zeros = []
    for number, _ in WAVES:
        m = num(number)
        bounds = [bound(le(1, m)), bound(le(m, TOP), [twenty])]
        whole = wave_transform(ONE, ZERO, ten, inside, m, bounds)
        apart = differs(bound(lt(m, ten)), negation(eq(m, ten)))
        far = differs(bound(lt(ten, p - m), [twenty]), negation(eq(p - m, ten)))
        zeros.append(
            ring(
                eq(transform(wave_vector(ONE, ZERO, m), ten), 0),
                whole,
                chosen(eq(m, ten), p, ZERO, apart, False),
                chosen(eq(p - m, ten), p, ZERO, far, False),
            )
        )
    parts = [
        fn(lambda a, m=m: wave_vector(ONE, ZERO, num(m))(a) * wave(-(ten * a))) for m, _ in WAVES
    ]
    heights = [height for _, height in WAVES]
    pieces = [fn(lambda a, f=f, h=h: h * f(a)) for f, h in zip(parts, heights)]
    pair = fn(lambda a: pieces[0](a) + pieces[1](a))
    split = summand_equal(
        fn(lambda a: TEMPLATE(a) * wave(-(ten * a))),
        fn(lambda a: pair(a) + pieces[2](a)),
        0,
        TOP,
        lambda a, *_: ring(eq(TEMPLATE(a) * wave(-(ten * a)), pair(a) + pieces[2](a))),
    )
    nothing = combine(
        eq(sum_of(fn(lambda a: TEMPLATE(a) * wave(-(ten * a))), 0, TOP), 0),
        (1, split),
        (1, added(pair, pieces[2], 0, TOP, full())),
        (1, added(pieces[0], pieces[1], 0, TOP, full())),
        *((1, scaled(h, f, 0, TOP, full())) for h, f in zip(heights, parts)),
        *((h, zero) for h, zero in zip(heights, zeros)),
    )
    whole = discharge(lt(0, p), discharge(twenty.conclusion, nothing))
    there = given(instantiate(whole, p, num(20)), bound(lt(0, 20)), ring(eq(num(20), 20)))
    return combine(eq(nyquist, 0), (1, known), (1, there))
