"""A homogeneous activation: how a utility and the terms of a gradient scale with the parameters."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_proofs.entry import defined, proof
from theory.framework.kernel_proofs.network import inputs, mean_equal, mean_scaled
from theory.framework.letters.network import U, U_scaled, a, d, g, k, residual, scale, sigma, w
from theory.proof.lemmas.powers import (
    power,
    power_step,
)
from theory.proof.rules import Theorem, assume
from theory.proof.sums.finite import scaled, sum_of
from theory.proof.tactics import (
    at,
    combine,
    equal_inside,
    lam,
    ring,
)
from theory.proof.terms import INT, Term, eq, lt


def sigma_scaled(entries: Callable, l: Term, above: Theorem) -> Theorem:
    """sigma(sum_j l e_j) = l^k sigma(sum_j e_j)."""
    (homogeneous,) = defined("framework.sigma-homogeneous")
    plain = lam(entries, INT)
    large = lam(lambda j: l * entries(j), INT)
    moved = equal_inside(sigma(sum_of(large, 1, d)), scaled(l, plain, 1, d, inputs()))
    there = at(homogeneous, l, above, sum_of(plain, 1, d))
    goal = eq(sigma(sum_of(large, 1, d)), power(l, k) * sigma(sum_of(plain, 1, d)))
    return combine(goal, (1, moved), (1, there))


@proof("framework.homogeneity")
def homogeneity() -> Theorem:
    """lambda a sigma(lambda z) = lambda^(k + 1) a sigma(z), and the expectation is linear."""
    many, plain, large = defined("framework.utility")
    above = assume(lt(0, scale))

    def body(o, n):
        return a(o) * sigma(total_seen(n)) * residual(o, n)

    def total_seen(n):
        return sum_of(lam(lambda j: w(j) * g(j, n), INT), 1, d)

    def there(o, n):
        inner = sum_of(lam(lambda j: scale * w(j) * g(j, n), INT), 1, d)
        return scale * a(o) * sigma(inner) * residual(o, n)

    factor = power(scale, k + 1)
    equal = mean_equal(
        there,
        lambda o, n: factor * body(o, n),
        lambda o, n: ring(
            eq(there(o, n), factor * body(o, n)),
            sigma_scaled(lambda j: w(j) * g(j, n), scale, above),
            power_step(scale, above, k),
        ),
    )
    return combine(
        eq(U_scaled, factor * U),
        (1, large),
        (1, equal),
        (1, mean_scaled(factor, body, many)),
        (factor, plain),
    )
