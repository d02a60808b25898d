"""The centred labels in waves: their transform, and what it is at every frequency."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.summands.periods import label_is, label_sum
from theory.modular.kernel_proofs.training.utility import (
    TOP,
)
from theory.modular.kernel_proofs.transforms.correlation import mirrored_transform
from theory.modular.kernel_proofs.transforms.mirror import against_transform, sampled, spread
from theory.modular.kernel_proofs.transforms.waves import (
    above_zero,
    full,
    orthogonality,
    sin_zero,
    wave_product,
    whole_turns,
    written_as,
)
from theory.modular.letters import MEAN, against, entries, p, w, w_hat, wave, x, x_hat
from theory.modular.letters.summands import (
    centred_label,
)
from theory.proof.lemmas import inv, trichotomy
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.finite import added, scaled, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    differs,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    induction,
    put,
    ring,
    total,
    weaker,
)
from theory.proof.tactics.linear import both_ways
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    call,
    eq,
    implies,
    le,
    lt,
    negation,
)


def label_hat(q: Term) -> Term:
    """sum_c <w, c.x - mean> wave(q c)."""
    return total(0, TOP, lambda c: centred_label(c) * wave(q * c))


def in_waves(r: Term) -> Term:
    """p <w, r.x - mean> = sum_q wave(-(q r)) label_hat(q)."""
    return eq(p * centred_label(r), total(0, TOP, lambda q: wave(-(q * r)) * label_hat(q)))


def one_period(r: Term, low: Theorem, high: Theorem) -> Theorem:
    """The same for r = 0, ..., p - 1."""
    apart = spread(centred_label, lambda q, c: wave(q * c), lambda q: wave(-(q * r)))

    def column(c, *_):
        joined = summand_equal(
            fn(lambda q: wave(q * c) * wave(-(q * r))),
            fn(lambda q: wave(q * (c - r))),
            0,
            TOP,
            lambda q, *_: written_as(
                eq(wave(q * c) * wave(-(q * r)), wave(q * (c - r))),
                wave_product(q * c, -(q * r)),
            ),
        )
        left, right = joined.conclusion.args
        return combine(
            eq(centred_label(c) * left, centred_label(c) * right), (centred_label(c), joined)
        )

    columns = summand_equal(
        fn(lambda c: centred_label(c) * total(0, TOP, lambda q: wave(q * c) * wave(-(q * r)))),
        fn(lambda c: centred_label(c) * total(0, TOP, lambda q: wave(q * (c - r)))),
        0,
        TOP,
        column,
    )
    return combine(in_waves(r), (1, apart), (1, columns), (1, sampled(centred_label, r, low, high)))


def next_period(r: Term, before: Theorem) -> Theorem:
    """From r - p to r: labels and waves repeat."""
    (cyclic,) = defined("modular.cyclic-x")
    labels = summand_equal(
        fn(lambda c: w(c) * (x(c - (r - p)) - _mean())),
        fn(lambda c: w(c) * (x(c - r) - _mean())),
        0,
        TOP,
        lambda c, *_: combine(
            eq(w(c) * (x(c - (r - p)) - _mean()), w(c) * (x(c - r) - _mean())),
            (w(c), at(cyclic, c - r)),
        ),
    )

    def wave_at(q, *_):
        turns = written_as(eq(wave(-(q * p)), 1), whole_turns(-q))
        split = written_as(
            eq(wave(-(q * (r - p))) * wave(-(q * p)), wave(-(q * r))),
            wave_product(-(q * (r - p)), -(q * p)),
        )
        hat = label_hat(q)
        return combine(
            eq(wave(-(q * (r - p))) * hat, wave(-(q * r)) * hat),
            (hat, split),
            (hat * wave(-(q * (r - p))), turns),
        )

    waves = summand_equal(
        fn(lambda q: wave(-(q * (r - p))) * label_hat(q)),
        fn(lambda q: wave(-(q * r)) * label_hat(q)),
        0,
        TOP,
        wave_at,
    )
    return combine(in_waves(r), (1, before), (p, labels), (1, waves))


def _mean() -> Term:
    return entries(x) * inv(p)


@cache
def inverted() -> Theorem:
    """For all r >= 0: the labels in waves, by induction over what r is at most."""

    def statement(top):
        return forall(lambda r: implies(le(0, r), le(r, top), in_waves(r)), INT)

    def every(top, shown):
        r = fresh(INT)
        premises = (le(0, r), le(r, top))
        return everywhere(r, shown(r, *map(assume, premises)), *premises)

    last = bound(le(0, TOP), (), [[fact("discrete", above_zero(), n=ZERO, m=p)]])

    def start(r, low, high):
        return one_period(r, low, bound(le(r, TOP), (), [[high], [last]]))

    def step(top, top_low, now):
        def proof_at(r, low, high):
            def far(more):
                back = bound(le(0, r - p), (), [[fact("discrete", more, n=TOP, m=r)]])
                less = bound(
                    le(r - p, top), (), [[high], [fact("discrete", above_zero(), n=ZERO, m=p)]]
                )
                return next_period(r, at(now, r - p, back, less))

            return by_cases(
                trichotomy(r, TOP),
                lambda less: one_period(r, low, weaker(less)),
                lambda same: one_period(r, low, bound_of(same)),
                far,
            )

        return every(top + 1, proof_at)

    whole = induction(statement, 0, every(ZERO, start), step)
    r = fresh(INT)
    low = assume(le(0, r))
    return everywhere(r, at(whole, r, low, r, low, bound(le(r, r))), low.conclusion)


def bound_of(same: Theorem) -> Theorem:
    """a <= b, from a = b."""
    return both_ways(same)[0]


def no_label_mean() -> Theorem:
    """label_hat(0) = 0."""
    plain = summand_equal(
        fn(lambda c: centred_label(c) * wave(ZERO * c)),
        fn(lambda c: centred_label(ZERO + c)),
        0,
        TOP,
        lambda c, *_: ring(
            eq(centred_label(c) * wave(ZERO * c), centred_label(ZERO + c)),
            fact("cos-zero"),
            sin_zero(),
        ),
    )
    return combine(eq(label_hat(ZERO), 0), (1, plain), (1, label_sum(ZERO, bound(le(0, 0)))))


def label_there(q: Term, low: Theorem, high: Theorem) -> Theorem:
    """label_hat(q) = conj(w^(q)) x^(q) for 1 <= q <= p - 1."""
    (x_is,), (w_is,) = defined("modular.transform-x"), defined("modular.transform-w")
    letter = fresh(INT)
    three = put(against_transform(w, letter), **{letter.data[0]: -q})
    outputs, ones = fn(lambda c: against(w, c) * wave(q * c)), fn(lambda c: wave(c * q))
    same = summand_equal(
        fn(lambda c: centred_label(c) * wave(q * c)),
        fn(lambda c: outputs(c) + (-MEAN) * ones(c)),
        0,
        TOP,
        lambda c, *_: combine(
            eq(centred_label(c) * wave(q * c), outputs(c) + (-MEAN) * ones(c)),
            (wave(q * c), at(label_is(), c)),
        ),
    )
    zero = orthogonality(q)
    premises = [
        bound(lt(-p, q), (), [[low], [above_zero()]]),
        bound(lt(q, p), (), [[high]]),
        differs(bound(lt(0, q), (), [[low]]), negation(eq(q, 0))),
    ]
    for one in premises:
        zero = discharge(one.conclusion, zero)
    zero = given(zero, *reversed(premises))
    return combine(
        eq(label_hat(q), x_hat(q) * call("conj", w_hat(q))),
        (1, same),
        (1, added(outputs, fn(lambda c: (-MEAN) * ones(c)), 0, TOP, full())),
        (1, scaled(-MEAN, ones, 0, TOP, full())),
        (MEAN, zero),
        (1, three),
        (total(0, TOP, lambda b: w(b) * wave(q * b)), at(x_is, q)),
        (x_hat(q), mirrored_transform(w, w_hat, w_is, q)),
    )
