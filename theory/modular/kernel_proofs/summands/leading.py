"""Of (z_1 + ... + z_k)^k only k! z_1 ... z_k meets centred labels; each index is summed alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.summands.labels import inverted, label_hat
from theory.modular.kernel_proofs.summands.periods import period_sum
from theory.modular.kernel_proofs.summands.slopes import reached, straight_line
from theory.modular.kernel_proofs.training.utility import (
    TOP,
)
from theory.modular.kernel_proofs.transforms.correlation import mirrored_transform
from theory.modular.kernel_proofs.transforms.mirror import against_transform
from theory.modular.kernel_proofs.transforms.waves import (
    full,
    unit,
    wave_product,
    written_as,
)
from theory.modular.letters import p, transform, wave, x, x_hat
from theory.modular.letters.summands import (
    centred_label,
    factorial,
    input_of,
    k,
    product_to,
    tuple_sum,
)
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.finite import added, exchanged, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    everywhere,
    forall,
    fresh,
    given,
    induction,
    lam,
    total,
)
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    call,
    eq,
    implies,
    le,
)


def transformed_input(j: Term, q: Term) -> Theorem:
    """sum_a <u_j, a.x> wave(-(q a)) = u_j^(q) conj(x^(q))."""
    (x_is,) = defined("modular.transform-x")
    known = against_transform(input_of(j), q)
    back = mirrored_transform(x, x_hat, x_is, q)
    goal = eq(
        total(0, TOP, lambda a: reached(j, a) * wave(-(q * a))),
        transform(input_of(j), q) * call("conj", x_hat(q)),
    )
    return combine(goal, (1, known), (transform(input_of(j), q), back))


def spectral(j: Term, r: Term) -> Term:
    """sum_q wave(-(q r)) label_hat(q) product_to(j, q)."""
    return total(0, TOP, lambda q: wave(-(q * r)) * label_hat(q) * product_to(j, q))


def _equation(j: Term, s: Term, r: Term) -> Term:
    """p tuple_sum(j, j, s, r) = j! spectral(j, r)."""
    return eq(p * tuple_sum(j, j, s, r), factorial(j) * spectral(j, r))


def _at_all(shown: Callable) -> Theorem:
    """For all r >= 0 and s, what is shown of one of each."""
    r, s = fresh(INT), fresh()
    low = assume(le(0, r))
    return everywhere(r, everywhere(s, shown(s, r, low)), low.conclusion)


def _start(s: Term, r: Term, low: Theorem) -> Theorem:
    """For j = 0 it is the label by its transform."""
    fac_first, _ = defined("modular.factorial")
    power_first, _ = defined("modular.powers")
    first, _ = defined("modular.tuple-sums")
    empty, _, _ = defined("modular.product-hat")

    def label(q):
        return wave(-(q * r)) * label_hat(q)

    plain = summand_equal(
        fn(lambda q: label(q) * product_to(0, q)),
        fn(label),
        0,
        TOP,
        lambda q, *_: combine(eq(label(q) * product_to(0, q), label(q)), (label(q), at(empty, q))),
    )
    return combine(
        _equation(ZERO, s, r),
        (p, at(first, ZERO, bound(le(0, 0)), assume(le(ZERO, k)), s, r)),
        (p * centred_label(r), at(power_first, s)),
        (1, at(inverted(), r, low)),
        (spectral(ZERO, r), fac_first),
        (1, plain),
    )


@dataclass(frozen=True)
class Step:
    """From j to j + 1 <= k, beside one r >= 0: ``now`` is the statement at j."""

    j: Term
    r: Term
    j_low: Theorem
    last: Theorem
    low: Theorem
    now: Theorem

    def level(self, a: Term) -> Term:
        """tuple_sum(j, j, 0, r + a)."""
        return tuple_sum(self.j, self.j, ZERO, self.r + a)

    def product(self, a: Term) -> Term:
        """<u, a.x> tuple_sum(j, j, 0, r + a), u the vector of index j + 1."""
        return reached(self.j + 1, a) * self.level(a)

    def known(self, a: Term, a_low: Theorem) -> Theorem:
        """The statement at j and r + a, for all s."""
        there = bound(le(0, self.r + a), (), [[self.low], [a_low]])
        return at(self.now, self.r + a, there)

    def line(self, s: Term, a: Term, a_low: Theorem) -> Theorem:
        """tuple_sum(j, j + 1, s + <u, a.x>, r + a) is straight in s."""
        j, r, t = self.j, self.r, fresh()
        known = self.known(a, a_low)
        constant = combine(
            eq(tuple_sum(j, j, t, r + a), self.level(a)),
            (inv(p), at(known, t)),
            (inv(p), at(known, ZERO)),
            (tuple_sum(j, j, t, r + a), unit()),
            (self.level(a), unit()),
        )
        flat = everywhere(t, constant)
        own = straight_line(j, self.j_low, self.last, r + a, s + reached(j + 1, a), flat)
        rest = (j + 1) * s * self.level(a) + (j + 1) * self.product(a)
        goal = eq(
            tuple_sum(j, j + 1, s + reached(j + 1, a), r + a),
            tuple_sum(j, j + 1, ZERO, r + a) + rest,
        )
        return combine(goal, (1, own))

    def summed(self, s: Term) -> Theorem:
        """tuple_sum(j + 1, j + 1, s, r) = (j + 1) sum_a product(a): the rest sums to zero."""
        j, r = self.j, self.r
        _, later = defined("modular.tuple-sums")
        up = bound(le(0, j + 1), (), [[self.j_low]])
        most = bound(le(j, k), (), [[self.last]])
        starts = fn(lambda a: tuple_sum(j, j + 1, ZERO, r + a))
        levels, products = fn(self.level), fn(self.product)
        rest = fn(lambda a: (j + 1) * s * levels(a) + (j + 1) * products(a))
        lines = summand_equal(
            fn(lambda a: tuple_sum(j, j + 1, s + reached(j + 1, a), r + a)),
            fn(lambda a: starts(a) + rest(a)),
            0,
            TOP,
            lambda a, a_low, _: self.line(s, a, a_low),
        )
        scaled_levels = fn(lambda a: (j + 1) * s * levels(a))
        scaled_products = fn(lambda a: (j + 1) * products(a))
        split = [
            added(starts, rest, 0, TOP, full()),
            added(scaled_levels, scaled_products, 0, TOP, full()),
            scaled((j + 1) * s, levels, 0, TOP, full()),
            scaled(j + 1, products, 0, TOP, full()),
        ]
        none = at(period_sum(), j, self.j_low, most, j + 1, ZERO, r, up, self.last, self.low)
        flat_sum = at(period_sum(), j, self.j_low, most, j, ZERO, r, self.j_low, most, self.low)
        return combine(
            eq(tuple_sum(j + 1, j + 1, s, r), (j + 1) * sum_of(products, 0, TOP)),
            (1, at(later, j, self.j_low, self.last, j + 1, up, self.last, s, r)),
            (1, lines),
            *((1, one) for one in split),
            (1, none),
            ((j + 1) * s, flat_sum),
        )

    def entry(self, a: Term, q: Term) -> Term:
        """One summand of both sums, over a and over q."""
        waves = wave(-(q * (self.r + a)))
        return reached(self.j + 1, a) * (waves * label_hat(q) * product_to(self.j, q))

    def row(self, a: Term, a_low: Theorem, _: Theorem) -> Theorem:
        """p product(a) = j! sum_q entry."""
        j, scale = self.j, reached(self.j + 1, a)
        inner = fn(lambda q: wave(-(q * (self.r + a))) * label_hat(q) * product_to(j, q))
        return combine(
            eq(p * self.product(a), factorial(j) * total(0, TOP, lambda q: self.entry(a, q))),
            (scale, at(self.known(a, a_low), ZERO)),
            (factorial(j), scaled(scale, inner, 0, TOP, full())),
        )

    def column(self, q: Term, *_: Theorem) -> Theorem:
        """sum_a entry has the transform of <u, a.x> as one more factor."""
        j, r = self.j, self.r
        grown = defined("modular.product-hat")[1]
        before = wave(-(q * r)) * label_hat(q)
        factor = before * product_to(j, q)
        waves = fn(lambda a: reached(j + 1, a) * wave(-(q * a)))

        def each(a, *_):
            split = written_as(
                eq(wave(-(q * r)) * wave(-(q * a)), wave(-(q * (r + a)))),
                wave_product(-(q * r), -(q * a)),
            )
            scale = reached(j + 1, a) * label_hat(q) * product_to(j, q)
            return combine(eq(self.entry(a, q), factor * waves(a)), (scale, split))

        entries = fn(lambda a: self.entry(a, q))
        same = summand_equal(entries, fn(lambda a: factor * waves(a)), 0, TOP, each)
        return combine(
            eq(total(0, TOP, lambda a: self.entry(a, q)), before * product_to(j + 1, q)),
            (1, same),
            (1, scaled(factor, waves, 0, TOP, full())),
            (factor, transformed_input(j + 1, q)),
            (before, at(grown, j, self.j_low, self.last, q)),
        )

    def convolved(self) -> Theorem:
        """p sum_a product(a) = j! spectral(j + 1, r)."""
        j, products = self.j, fn(self.product)
        inner = fn(lambda a: total(0, TOP, lambda q: self.entry(a, q)))
        rows = summand_equal(
            fn(lambda a: p * products(a)), fn(lambda a: factorial(j) * inner(a)), 0, TOP, self.row
        )
        columns = summand_equal(
            fn(lambda q: total(0, TOP, lambda a: self.entry(a, q))),
            fn(lambda q: wave(-(q * self.r)) * label_hat(q) * product_to(j + 1, q)),
            0,
            TOP,
            self.column,
        )
        return combine(
            eq(p * sum_of(products, 0, TOP), factorial(j) * spectral(j + 1, self.r)),
            (1, scaled(p, products, 0, TOP, full())),
            (1, rows),
            (1, scaled(factorial(j), inner, 0, TOP, full())),
            (factorial(j), exchanged(lam(self.entry, INT, INT), 0, TOP, 0, TOP, full(), full())),
            (factorial(j), columns),
        )


@cache
def leading() -> Theorem:
    """For all j, r >= 0, s: p tuple_sum(j, j, s, r) = j! sum_q wave(-(q r)) label_hat product."""
    _, fac_later = defined("modular.factorial")

    def statement(j):
        every = forall(lambda r: implies(le(0, r), forall(lambda s: _equation(j, s, r))), INT)
        return implies(le(j, k), every)

    def step(j, j_low, held):
        last = assume(le(j + 1, k))
        now = given(held, bound(le(j, k), (), [[last]]))

        def proof_at(s, r, low):
            up = Step(j, r, j_low, last, low, now)
            return combine(
                _equation(j + 1, s, r),
                (p, up.summed(s)),
                (j + 1, up.convolved()),
                (spectral(j + 1, r), at(fac_later, j, j_low, last)),
            )

        return discharge(last.conclusion, _at_all(proof_at))

    return induction(statement, 0, discharge(le(ZERO, k), _at_all(_start)), step)
