"""A step that is small in two ways at once. Not trusted."""

from __future__ import annotations

from functools import cache

from ..rules import Theorem, assume, discharge, instantiate
from ..tactics import bound, given, inverse, positive
from ..tactics.linear import signed_order
from ..terms import ONE, Term, eq, le, lt, num, var
from .elementary import inv

C, D, RHO, BACK, T = map(var, ("C'", "D'", "rho'", "back'", "t'"))
PREMISES = (
    le(0, C),
    le(0, D),
    lt(0, BACK),
    lt(0, RHO),
    lt(0, T),
    eq((1 + C + D * BACK) * T, 1),
    eq(RHO * BACK, 1),
)


@cache
def _small_step() -> tuple[Theorem, Theorem]:
    """t^2 C < 1 and t^2 D < rho, for t (1 + C + D/rho) = 1."""
    c_low, d_low, back, radius, above, unit, home = map(assume, PREMISES)
    # 1 - t + t^2 = ((1 - t)^2 + t^2 + 1)/2
    falls = signed_order(
        lt(T**2 * C, 1),
        [(T, unit)],
        (num(1, 2), (), 1 - T),
        (num(1, 2), (above, above), ONE),
        (num(1, 2), (), ONE),
        (ONE, (above, above, d_low, back), ONE),
    )
    close = signed_order(
        lt(T**2 * D, RHO),
        [(RHO * T, unit), (T**2 * D, home)],
        (num(1, 2), (radius,), 1 - T),
        (num(1, 2), (radius, above, above), ONE),
        (num(1, 2), (radius,), ONE),
        (ONE, (radius, above, above, c_low), ONE),
    )
    return falls, close


def small_step(
    rho: Term, c: Term, d: Term, radius: Theorem, c_low: Theorem, d_low: Theorem
) -> tuple[Term, Theorem, Theorem, Theorem]:
    """t = 1/(1 + C + D/rho) with 0 < t, t^2 C < 1 and t^2 D < rho, for 0 < rho, 0 <= C, 0 <= D."""
    back = positive(inv(rho), [radius])
    whole = 1 + c + d * inv(rho)
    top = bound(lt(0, whole), (), [[c_low], [d_low, back]])
    t = inv(whole)
    above = positive(t, [top])
    shown = (c_low, d_low, back, radius, above, inverse(whole, [top]), inverse(rho, [radius]))
    found = []
    for theorem in _small_step():
        used = [(p, s) for p, s in zip(PREMISES, shown) if p in theorem.hypotheses]
        for premise, _ in reversed(used):
            theorem = discharge(premise, theorem)
        theorem = instantiate(theorem, C, c, D, d, RHO, rho, BACK, inv(rho), T, t)
        found.append(given(theorem, *(one for _, one in used)))
    return t, above, found[0], found[1]
