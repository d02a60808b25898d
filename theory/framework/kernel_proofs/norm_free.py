"""The norm's part in the Riccati equation: none exactly for kappa = 2."""

from __future__ import annotations

from theory.framework.kernel_proofs.dormant import ABOVE
from theory.framework.kernel_proofs.entry import defined, power, proof
from theory.framework.kernel_proofs.limits import at_least_three
from theory.framework.letters import U_bar, eta, gradU_norm, kappa, norm
from theory.framework.letters.speed import drate
from theory.proof.lemmas import HALF, abs_square, exp, inv, log
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    one_slope,
    positive,
    ring,
    slope_of_same,
    written,
)
from theory.proof.terms import Term, call, eq, le, lt

AT_LEAST_TWO = assume(le(2, kappa))


@proof("framework.riccati-norm-free")
def riccati_norm_free() -> Theorem:
    """d/dn of n^(kappa - 2) is (kappa - 2) n^(kappa - 2)/n, and the other factor is positive."""
    (known,) = defined("framework.rate-in-norm")
    height, degree = log(norm), assume(lt(0, kappa))
    factor = eta * kappa**2 * (gradU_norm**2 * inv(kappa) ** 2 - U_bar**2)
    low, high = HALF * norm, 2 * norm
    inside = (bound(le(low, norm), (), [[ABOVE]]), bound(le(norm, high), (), [[ABOVE]]))
    n = fresh()
    first, last = le(low, n), le(n, high)
    n_above = bound(lt(0, n), (), [[assume(first)], [ABOVE]])
    turned = lam(lambda n: factor * exp((kappa - 2) * log(n)))
    own = derivative(turned, low, high, norm, side=[ABOVE])
    printed = lam(
        lambda n: (
            eta * kappa**2 * power(n, kappa - 2) * (gradU_norm**2 * inv(kappa) ** 2 - U_bar**2)
        )
    )
    same = ring(eq(printed(n), turned(n)), fact("power", n_above, x=n, y=kappa - 2))
    moved = slope_of_same(printed, everywhere(n, same, first, last), own, *inside)
    found = one_slope(known, moved, bound(lt(low, high), (), [[ABOVE]]), *inside)
    value = ring(eq(drate, factor * (kappa - 2) * exp((kappa - 2) * height) * inv(norm)), found)
    two, flat = eq(kappa, 2), eq(drate, 0)
    head, _, growth, down = _factors(value)
    back = combine(flat, (1, value), (head * growth * down, assume(two)))
    return conjoin(
        discharge(flat, _only_two(two, value, assume(flat), degree)), discharge(two, back)
    )


def _factors(value: Theorem) -> tuple[Term, ...]:
    """c, kappa - 2, exp(...), 1/|theta| of the value above."""
    rest, down = value.conclusion.args[1].args
    rest, growth = rest.args
    factor, scale = rest.args
    return factor, scale, growth, down


def _only_two(goal: Term, value: Theorem, flat: Theorem, degree: Theorem) -> Theorem:
    """For kappa >= 3 all factors are positive."""
    factor, _, growth, down = _factors(value)
    rate, steep = assume(lt(0, eta)), assume(lt(kappa * call("abs", U_bar), gradU_norm))

    def impossible(large):
        size = fact("abs-positive", z=U_bar)
        square = abs_square(U_bar)
        unit, D_above = inverse(kappa, [degree]), positive(inv(kappa), [degree])
        # G/kappa > |U|, and both are >= 0
        share = bound(lt(call("abs", U_bar), gradU_norm * inv(kappa)), [unit], [[steep, D_above]])
        gap = bound(
            lt(0, gradU_norm**2 * inv(kappa) ** 2 - U_bar**2),
            [written(eq(call("abs", U_bar) ** 2, U_bar**2), square)],
            [[share, share], [share, size]],
        )
        whole = bound(lt(0, factor), (), [[rate, degree, degree, gap]])
        wide = bound(lt(0, kappa - 2), (), [[large]])
        rises = bound(
            lt(0, drate),
            [value],
            [[whole, wide, positive(growth, []), positive(down, [ABOVE])]],
        )
        return contradiction(bound(lt(0, 0), [flat], [[rises]]), goal)

    return by_cases(
        goal,
        lambda two: two,
        lambda other: impossible(at_least_three(other, AT_LEAST_TWO)),
    )
