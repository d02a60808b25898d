"""Other closed forms of E[c_i]: true ones of 2F1 and digamma, false ones that agree somewhere."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Basic, Expr, Integer, Rational, digamma, gamma, hyper, log

from checks.planted.plant import changed
from theory import framework as paper
from theory.claim import equation
from theory.notation import alpha, c, d, kappa
from theory.special import hyp2f1

HALF = Rational(1, 2)
ORDER = (kappa - 2) * HALF
HIGHER, QUADRATIC = "framework.expected-threshold", "framework.expected-threshold-quadratic"


def closed(
    function: Callable = hyp2f1, layer: Expr = d, second: Expr = c, argument: Expr = 1 - d / c
) -> Basic:
    """E[c_i] with this function of (kappa-2)/2, second/2, (c+d)/2 and z, layer in front."""
    front = layer**ORDER * alpha ** (2 - kappa) * gamma((c + d + 2 - kappa) * HALF)
    value = function(ORDER, second * HALF, (c + d) * HALF, argument)
    return equation(paper.expected, (front / gamma((c + d) * HALF) * value - 1) / (kappa - 2))


PLANTS = (
    changed(
        HIGHER,
        "mean-without-2f1",
        "no hypergeometric function: true for c = d only",
        "refuted",
        closed(lambda *_: Integer(1)),
    ),
    changed(
        HIGHER,
        "mean-by-two-terms",
        "the first two terms of the series: close for c near d",
        "refuted",
        closed(lambda a, b, c, z: 1 + a * b / c * z),
    ),
    changed(
        HIGHER,
        "mean-turned-halfway",
        "z = 1 - c/d with d in front: one half of the exchange of the layers",
        "refuted",
        closed(argument=1 - c / d),
    ),
    changed(
        HIGHER,
        "mean-of-any-degree",
        "without kappa < c + d + 2, from where on it is infinite",
        "refuted",
        closed(),
        given=paper.expected_threshold.given[:-1],
    ),
    changed(
        HIGHER,
        "mean-from-the-other-layer",
        "true: the layers exchanged (Pfaff's transformation)",
        "tested",
        closed(layer=c, second=d, argument=1 - c / d),
    ),
    changed(
        HIGHER,
        "mean-by-parameters",
        "true: with lists of parameters, as SymPy has them, in the other order",
        "tested",
        closed(lambda a, b, c, z: hyper((b, a), (c,), z)),
    ),
    changed(
        QUADRATIC,
        "mean-log-shifted",
        "psi(d + 1) for psi(d)",
        "refuted",
        equation(paper.expected, -log(alpha) + (log(d) - digamma(d + 1)) / 2),
    ),
    changed(
        QUADRATIC,
        "mean-log-of-many",
        "log(d - 1/2) for psi(d), to which it tends for many weights",
        "refuted",
        equation(paper.expected, -log(alpha) + (log(d) - log(d - HALF)) / 2),
    ),
    changed(
        QUADRATIC,
        "mean-log-stepped",
        "true: psi(d + 1) - 1/d",
        "tested",
        equation(paper.expected, -log(alpha) + (log(d) - digamma(d + 1) + 1 / d) / 2),
    ),
)
