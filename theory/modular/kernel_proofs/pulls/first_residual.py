"""At its minimum the first group leaves nothing of its own frequency to be learned."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.cost.loss import eliminated
from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.plateaus.groups import differ
from theory.modular.kernel_proofs.plateaus.removed import less_two_terms, never_half
from theory.modular.kernel_proofs.plateaus.update import residual_utility
from theory.modular.kernel_proofs.plateaus.waves_on_group import transform_elsewhere
from theory.modular.kernel_proofs.pulls.first_slopes import B_u, first, neuron, t_u
from theory.modular.kernel_proofs.script import cos, fn
from theory.modular.kernel_proofs.training.utility import initial_utility, some_frequencies
from theory.modular.kernel_proofs.transforms.halves import T
from theory.modular.kernel_proofs.transforms.waves import full, next_
from theory.modular.letters import p, transform, turn, u_hat, wave
from theory.modular.letters.cost import (
    KAPPA,
    harmonic,
    multiple,
    s_x,
    xi,
)
from theory.modular.letters.gradient import h
from theory.modular.letters.learned import U_new, xi_2
from theory.modular.letters.learned import k as CHI_K
from theory.modular.letters.second import FIRST_GROUP
from theory.proof.lemmas import inv
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate
from theory.proof.sums.finite import added, sum_of, summand_equal
from theory.proof.sums.single_terms import sum_of_marked
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    discharged,
    everywhere,
    forall,
    fresh,
    given,
    lam,
    ring,
    total,
)
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    eq,
    implies,
    le,
    lt,
    make,
    negation,
)

FAR = [negation(multiple(CHI_K - xi)), negation(multiple(CHI_K + xi))]
U_n, V_n = (lam(lambda q, f=f: f(neuron, q), INT) for f in FIRST_GROUP[:2])
ELSEWHERE = forall(
    lambda k: implies(
        le(1, k),
        le(k, TOP),
        negation(eq(k, xi)),
        negation(eq(k, p - xi)),
        eq(u_hat(k), 0),
    ),
    INT,
)


def inside_range(k: Term) -> list[Theorem]:
    """1 <= k and k <= p - 1 for k = xi or p - xi."""
    above, below = next_(ZERO, xi, assume(lt(0, xi))), next_(xi, p, assume(lt(xi, p)))
    return [bound(le(1, k), (), [[above], [below]]), bound(le(k, TOP), (), [[above], [below]])]


def two_terms() -> Theorem:
    """sum_1^(p-1) T = T(xi) + T(p - xi), where u^ is 0 elsewhere."""
    known = assume(ELSEWHERE)
    summand = fn(T)

    def mark(k, m):
        return make("ite", None, (eq(k, m), T(k), ZERO))

    def same(k, low, high):
        target = eq(T(k), mark(k, xi) + mark(k, p - xi))

        def at_xi(yes):
            other_ = discharge(
                eq(k, p - xi),
                never_half(combine(eq(xi, p - xi), (1, yes), (1, assume(eq(k, p - xi))))),
            )
            return ring(
                target,
                chosen(eq(k, xi), T(k), ZERO, yes, True),
                chosen(eq(k, p - xi), T(k), ZERO, other_, False),
            )

        def off(no):
            def at_other(yes):
                return ring(
                    target,
                    chosen(eq(k, xi), T(k), ZERO, no, False),
                    chosen(eq(k, p - xi), T(k), ZERO, yes, True),
                )

            def neither(far):
                return ring(
                    target,
                    chosen(eq(k, xi), T(k), ZERO, no, False),
                    chosen(eq(k, p - xi), T(k), ZERO, far, False),
                    at(known, k, low, high, no, far),
                )

            return by_cases(eq(k, p - xi), at_other, neither)

        return by_cases(eq(k, xi), at_xi, off)

    one, two = (fn(lambda k, m=m: mark(k, m)) for m in (xi, p - xi))
    rows = summand_equal(summand, fn(lambda k: one(k) + two(k)), 1, TOP, same)
    hits = [sum_of_marked(summand, m, 1, TOP, *inside_range(m)) for m in (xi, p - xi)]
    return combine(
        eq(sum_of(summand, 1, TOP), T(xi) + T(p - xi)),
        (1, rows),
        (1, added(one, two, 1, TOP, some_frequencies()[0])),
        *((1, hit) for hit in hits),
    )


def elsewhere() -> Theorem:
    """The transform of u of neuron n is 0 but at +-xi."""
    k = fresh(INT, "k")
    premises = (le(1, k), le(k, TOP), negation(eq(k, xi)), negation(eq(k, p - xi)))
    low, high, no, far = map(assume, premises)
    above, below = bound(lt(0, k), (), [[low]]), bound(lt(k, p), (), [[high]])
    apart = []
    for one in differ():
        mine = [x_ for x_ in one.hypotheses if xi_2 in x_.free]
        for premise in mine:
            one = discharge(premise, one)
        one = instantiate(one, xi_2, k)
        for _ in mine:
            premise = one.conclusion.args[0]
            one = given(one, above if premise is above.conclusion else conjoin(below, no, far))
        apart.append(one)
    scheme = transform_elsewhere([assume(one) for one in FAR])
    scheme = discharged(scheme, *FAR)
    plain = given(instantiate(scheme, CHI_K, k, s_x, t_u), *apart)
    value = evaluated(
        lambda m: harmonic(B_u, m, t_u) * wave(-(k * m)), 0, TOP, full(), lambda m: (), ()
    )
    parts_ = evaluated(
        lambda m: cos(turn(xi * m) + t_u) * wave(-(k * m)), 0, TOP, full(), lambda m: (), ()
    )
    shown = combine(
        eq(transform(U_n, k), 0), (1, value), (-(B_u * KAPPA), parts_), (B_u * KAPPA, plain)
    )
    return everywhere(k, shown, *premises)


@cache
def no_residual() -> Theorem:
    """sum_ab Z^2 <h, label - f> = 0, f the output of the first group: nothing is left at xi."""
    base = combine(
        eq(U_new, 2 * inv(p) ** 3 * (total(1, TOP, T) - T(xi) - T(p - xi))),
        (1, residual_utility()),
        (1, initial_utility()),
        (-1, less_two_terms()),
    )
    zero = combine(eq(U_new, 0), (1, base), (2 * inv(p) ** 3, two_terms()))
    plain = eliminated(zero, "modular.utility", "modular.delta", "modular.residual")
    told = concrete(discharge(ELSEWHERE, first(plain)), U_n, V_n, h)
    return given(told, elsewhere())
