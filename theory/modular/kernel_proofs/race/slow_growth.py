"""1/sqrt(n) falls at most at the rate 3 eta L, where n' = 6 eta d and d <= L n^(3/2)."""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.letters.jump import eta, tau, tau_l
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.rules import order as ordering
from theory.proof.tactics import (
    bound,
    derivative,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    positive,
    ring,
    weaker,
    with_slope,
)
from theory.proof.terms import ONE, Term, eq, le, lt, num, substituted, var

E = var("slack")  # added to n, which may be 0
POSITIVE = assume(lt(0, E))
S = fresh(name="s")
WHEN = (assume(le(tau_l, S)), assume(le(S, tau)))
RATE = assume(lt(0, eta))


def root_facts(value: Term, low: Theorem) -> list[Theorem]:
    """0 < n + e, 0 < its root r, r^2 = n + e, r (1/r) = 1; 0 <= n is given."""
    inside = value + E
    above = bound(lt(0, inside), (), [[low], [POSITIVE]], exact=True)
    root = positive(sqrt(inside), [above])
    square = fact("sqrt-square", weaker(above), x=inside)
    return [above, root, square, inverse(sqrt(inside), [root])]


def falls(
    size: Callable,
    value: Term,
    limit: Term,
    low: Theorem,
    slope: Theorem,
    below: Theorem,
    ends: tuple[Term, Term] = (tau_l, tau),
) -> Theorem:
    """1/r(tau_l) + 3 eta L tau_l <= 1/r(tau) + 3 eta L tau, r = sqrt(n + e), or between other
    ``ends``.

    At the time s: ``low`` says 0 <= n, ``slope`` n' = 6 eta d, ``below`` d <= L r^3.
    """
    rate = 3 * eta * limit
    body = lam(lambda s: inv(sqrt(size(s) + E)) + rate * s)
    above, root, _, down = root_facts(size(S), low)
    here = sqrt(size(S) + E)
    slowed = rate - 3 * eta * value * inv(here) ** 3
    own = with_slope(derivative(body, *ends, S, [slope], [above, root]), slowed)
    lower = positive(inv(here), [root])
    cubed = ring(eq(inv(here) ** 3 * here**3, 1), down)
    rises = ordering(
        le(0, slowed),
        ((rate, cubed),),
        ((num(3), (RATE, below, lower, lower, lower), ONE),),
    )
    first, last = ends
    each = everywhere(S, conjoin(own, rises), le(first, S), le(S, last))
    along = lam(lambda s: substituted(slowed, {S: s}))
    in_order = assume(le(first, last))
    return fact("increasing", in_order, each, low=first, high=last, f=body, df=along)
