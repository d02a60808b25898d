"""Two heads whose race is solved by hand, as alpha -> 0: Sigma = diag(sqrt(2), 1), N = 1.

With Q = K = x and V^2 = x_1^2 + x_2^2 the flow V' = 2 x_1^2 + x_2^2, x_1' = 2 V x_1, x_2' = V x_2
keeps that form. Along w = exp(-int V dt) it is x_1 = a/w^2, x_2 = b/w; once the first component
is learned x_1 rests, and x_2' = V x_2 alone. Each formula is differentiated before it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from checks.methods.by_hand import by_hand
from checks.methods.check import Effort
from theory import attention as paper

SQUARES = (2, 1)  # lambda_1^2, lambda_2^2


@dataclass(frozen=True)
class TwoHeads:
    """(x_1, x_2) of the head that jumps first, which has x_2 = 0, and of the other one."""

    first: sp.Rational
    other: tuple[sp.Rational, sp.Rational]

    def __repr__(self) -> str:
        rows = ((self.first, sp.S.Zero), self.other)
        heads = "; ".join(
            f"({', '.join(map(str, (sp.sqrt(a**2 + b**2), a, b, a, b)))})" for a, b in rows
        )
        return f"Sigma = diag(sqrt(2), 1), N = 1, heads over alpha: {heads}"


def _vanishes(expression: sp.Expr) -> None:
    if sp.simplify(expression) != 0:
        raise ArithmeticError(f"{expression} is not zero: the formula does not solve the flow")


def after(head: tuple[sp.Rational, sp.Rational], time: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """(x_1, x_2) at a time before the head jumps: int dw/(w V) = time, where w falls from 1."""
    a, b, w = sp.symbols("a b w", positive=True)
    x = (a / w**2, b / w)
    V = sp.sqrt(x[0] ** 2 + x[1] ** 2)
    elapsed = (sp.sqrt(a**2 + b**2) - sp.sqrt(a**2 + b**2 * w**2)) / b**2
    _vanishes(elapsed.diff(w) * w * V + 1)  # w' = -w V
    for square, one in zip(SQUARES, x):
        _vanishes(-w * V * one.diff(w) - square * V * one)
    _vanishes(-w * V * V.diff(w) - sum(square * one**2 for square, one in zip(SQUARES, x)))
    here = dict(zip((a, b), head))
    left = sp.sqrt(head[0] ** 2 + head[1] ** 2) - head[1] ** 2 * time
    reached = sp.sqrt(left**2 - head[0] ** 2) / head[1]
    _vanishes(elapsed.subs({**here, w: reached}) - time)
    return x[0].subs({**here, w: reached}), x[1].subs({**here, w: reached})


def blow_up(resting: sp.Expr, moving: sp.Expr) -> sp.Expr:
    """int dx/(x sqrt(C^2 + x^2)) from x_2 to infinity, C = x_1 at rest."""
    C, x = sp.symbols("C x", positive=True)
    rest = sp.log(C / x + sp.sqrt(1 + (C / x) ** 2)) / C
    _vanishes(rest.diff(x) + 1 / (x * sp.sqrt(C**2 + x**2)))
    return sp.simplify(rest.subs({C: resting, x: moving}))


def race(heads: TwoHeads, effort: Effort) -> Iterator[dict]:
    """Both jumps, and the time between each two of them: the one from the start to the second
    first.
    """
    first = 1 / (SQUARES[0] * heads.first)  # x' = 2 x^2
    resting, moving = after(heads.other, first)
    times = [sp.S.Zero, first, first + blow_up(resting, moving)]
    start = max(heads.first, sp.sqrt(heads.other[0] ** 2 + heads.other[1] ** 2))
    norms = [sp.sqrt(3) * V for V in (start, sp.sqrt(resting**2 + moving**2))]
    for l, k in ((0, 2), (0, 1), (1, 2)):
        waits = [SQUARES[j] * (times[j + 1] - times[j]) for j in range(l, k)]
        yield {
            paper.gap_limit: times[k] - times[l],
            paper.weighted_limit: sum(waits),
            paper.mu_limit: norms[l],
            paper.N: 1,
            paper.lam_k: sp.sqrt(SQUARES[k - 1]),
            paper.lam_now: sp.sqrt(SQUARES[l]),
        }


solved = by_hand(
    race,
    TwoHeads(sp.S.One, (sp.Rational(4, 5), sp.Rational(3, 5))),
    name="two heads whose race is solved exactly",
)
