"""The new utility: the initial one without the terms at xi and -xi."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal
from theory.modular.kernel_proofs.cost.cosine_sums import (
    halved,
    no_multiple_within,
    own_frequency,
)
from theory.modular.kernel_proofs.cost.loss import eliminated
from theory.modular.kernel_proofs.plateaus.correlation import delta_spectrum
from theory.modular.kernel_proofs.plateaus.update import residual_utility
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import initial_utility, some_frequencies
from theory.modular.kernel_proofs.transforms.halves import T, conjugated, mirrored_summand
from theory.modular.kernel_proofs.transforms.waves import next_
from theory.modular.letters import p, w_hat, x_hat
from theory.modular.letters.cost import X, multiple, xi
from theory.modular.letters.learned import Delta, without
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, discharge, instantiate, witness
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.single_terms import sum_of_marked
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    fact,
    fresh,
    given,
    lam,
    obtain,
    parts,
    put,
    ring,
    total,
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
    substituted,
)

# --- the new utility ------------------------------------------------------------------------------
SIZE = [assume(lt(0, xi)), assume(lt(xi, p))]


def not_xi(k: Term, low: Theorem, high: Theorem, differ: Theorem) -> Theorem:
    """k - xi is no multiple of p, for 1 <= k <= p - 1 but xi."""
    return no_multiple_within(
        k - xi,
        bound(lt(-p, k - xi), (), [[low], [SIZE[1]]]),
        bound(lt(k - xi, p), (), [[high], [SIZE[0]]]),
        lambda zero: given(differ, combine(eq(k, xi), (1, zero))),
    )


def not_mirrored(k: Term, low: Theorem, high: Theorem, differ: Theorem) -> Theorem:
    """k + xi is no multiple of p, for 1 <= k <= p - 1 but p - xi: nor is k - (p - xi)."""
    other = p - xi
    far = no_multiple_within(
        k - other,
        bound(lt(-p, k - other), (), [[low], [SIZE[0]]]),
        bound(lt(k - other, p), (), [[high], [SIZE[1]]]),
        lambda zero: given(differ, combine(eq(k, other), (1, zero))),
    )

    def one_less(n, found):
        goal_ = eq(k - other, p * (n - 1) + 0)
        return given(far, witness(multiple(k - other), n - 1, combine(goal_, (1, found))))

    whole = multiple(k - -xi)
    return discharge(whole, obtain(assume(whole), one_less))


def marks(k: Term, low: Theorem, high: Theorem) -> Theorem:
    """F(k) without(k, xi) without(k, -xi) = F(k) - (F(k) where k = xi) - (F(k) where k
    = p - xi).
    """
    (mark,) = defined("modular.without")
    f = function("F", INT, COMPLEX)
    hit, miss = parts(at(mark, k, xi)), parts(at(mark, k, -xi))
    other = p - xi
    first, second = (make("ite", None, (eq(k, m), f(k), ZERO)) for m in (xi, other))
    target = eq(f(k) * without(k, xi) * without(k, -xi), f(k) - first - second)

    def chosen(m, known, holds):
        name = "ite-true" if holds else "ite-false"
        return fact(name, known, P=eq(k, m), z=f(k), w=ZERO)

    def at_xi(same):
        apart_ = discharge(
            eq(k, other), never_half(combine(eq(xi, other), (1, same), (1, assume(eq(k, other)))))
        )
        whole = witness(multiple(k - xi), ZERO, combine(eq(k - xi, p * ZERO + 0), (1, same)))
        zero = given(hit[0], whole)
        return ring(target, zero, chosen(xi, same, True), chosen(other, apart_, False))

    def elsewhere(differ):
        one = given(hit[1], not_xi(k, low, high, differ))

        def at_other(same):
            whole = witness(multiple(k - -xi), ONE, combine(eq(k - -xi, p * ONE + 0), (1, same)))
            zero = given(miss[0], whole)
            return ring(target, one, zero, chosen(xi, differ, False), chosen(other, same, True))

        def neither(apart_):
            two = given(miss[1], not_mirrored(k, low, high, apart_))
            return ring(target, one, two, chosen(xi, differ, False), chosen(other, apart_, False))

        return by_cases(eq(k, other), at_other, neither)

    return by_cases(eq(k, xi), at_xi, elsewhere)


def never_half(same: Theorem) -> Theorem:
    """xi = p - xi is false for an odd p."""
    two = halved(xi, own_frequency())
    return given(two, witness(multiple(2 * xi), ONE, combine(eq(2 * xi, p * ONE + 0), (1, same))))


@cache
def removed() -> Theorem:
    """sum_1^(p-1) F without(., xi) without(., -xi) = sum_1^(p-1) F - F(xi) - F(p - xi)."""
    f = function("F", INT, COMPLEX)
    k = fresh(INT, "k")
    ends = (le(1, k), le(k, TOP))
    known = marks(k, assume(ends[0]), assume(ends[1]))
    scheme = discharge(ends[0], discharge(ends[1], known))
    left, right = (
        lam(lambda q, side=side: substituted(side, {k: q}), INT) for side in known.conclusion.args
    )

    def same(q, low, high):
        return given(put(scheme, **{k.data[0]: q}), low, high)

    rows = summand_equal(left, right, 1, TOP, same)
    ordered = some_frequencies()[0]
    apart_ = evaluated(lambda q: right(q), 1, TOP, ordered)
    plain = fn(lambda q: f(q))
    low = [
        bound(le(1, xi), (), [[next_(ZERO, xi, assume(lt(0, xi)))]]),
        bound(le(1, p - xi), (), [[next_(xi, p, assume(lt(xi, p)))]]),
    ]
    high = [
        bound(le(xi, TOP), (), [[next_(xi, p, assume(lt(xi, p)))]]),
        bound(le(p - xi, TOP), (), [[next_(ZERO, xi, assume(lt(0, xi)))]]),
    ]
    hits = [
        sum_of_marked(plain, m, 1, TOP, one, other)
        for m, one, other in zip((xi, p - xi), low, high)
    ]
    goal_ = eq(rows.conclusion.args[0], total(1, TOP, lambda q: f(q)) - f(xi) - f(p - xi))
    return combine(goal_, (1, rows), (1, apart_), (1, hits[0]), (1, hits[1]))


@cache
def less_two_terms() -> Theorem:
    """Delta/p^2 = (2/p^3) (T(xi) + T(p - xi))."""
    (size,) = defined("modular.magnitude")
    mirrored = mirrored_summand(xi)
    back = [conjugated(call("conj", call("conj", hat(xi)))) for hat in (w_hat, x_hat)]
    squared = combine(eq(call("abs", x_hat(xi)) ** 2, X**2), (call("abs", x_hat(xi)) + X, size))
    return ring(
        eq(inv(p) ** 2 * Delta, 2 * inv(p) ** 3 * (T(xi) + T(p - xi))),
        delta_spectrum(),
        mirrored,
        conjugated(call("conj", T(xi))),
        *back,
        squared,
    )


@proof("modular.updated-utility")
def updated_utility() -> Theorem:
    """The initial utility less the terms at xi and -xi."""
    names = ("modular.utility", "modular.delta")
    shown = combine(
        goal("modular.updated-utility"),
        (1, residual_utility()),
        (1, initial_utility()),
        (1, less_two_terms()),
        (2 * inv(p) ** 3, instantiate(removed(), function("F", INT, COMPLEX), fn(T))),
    )
    return eliminated(shown, *names)
