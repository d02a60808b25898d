"""Planted statements about modular addition."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import sympy as sp
from sympy import Eq, Ge, Implies, Le, Limit, Sum, cos, log

from checks.methods.certified import Certified
from checks.methods.check import Effort, Rejected
from checks.methods.limit import Limiting
from checks.methods.property import Property
from checks.methods.proved import Symbolic
from checks.modular.task import centred, clear, spectrum_of
from checks.planted.plant import changed, plant
from theory import modular as paper
from theory.claim import equation
from theory.notation import alpha, t

A, A_0, rate = sp.symbols("A A_0 rate", positive=True)
x = sp.Symbol("x", real=True)
m = sp.Symbol("m", integer=True, positive=True)
first, strongest, frequencies, half = sp.symbols("first strongest frequencies half", real=True)
p = paper.p


def blow_up(statement: sp.Basic) -> sp.Basic:
    """The stated A solves A' = rate A^2 from A_0."""
    formula = statement.args[1]
    return sp.And(
        Eq(sp.diff(formula, t), rate * formula**2, evaluate=False),
        Eq(formula.subs(t, 0), A_0, evaluate=False),
        evaluate=False,
    )


def ordered(instance: tuple, effort: Effort) -> Iterator[dict]:
    """The order of the printed sequence beside the magnitudes of a plain Fourier transform."""
    sizes = abs(spectrum_of(clear(instance)))[1 : (len(instance) - 1) // 2 + 1]
    stairs = paper.staircase(instance, digits=15)
    yield {
        first: stairs.features[0],
        strongest: int(np.argmax(sizes)) + 1,
        frequencies: len(stairs),
        half: len(sizes),
    }


def even(instance: tuple, effort: Effort) -> Iterator[dict]:
    """Odd p are outside of the assumptions."""
    if len(instance) % 2:
        raise Rejected("p is odd")
    yield {first: 0}


sequence = Property(
    "the transform", centred((5, 7, 9)), ordered, 1e-12, "whole numbers", examples=(15, 60, 300)
)
never_even = Property(
    "odd p only", centred((3, 5)), even, 1e-12, "whole numbers", examples=(5, 20, 50)
)
balls, followed = Certified("balls"), Limiting("followed to 1e-800")

PLANTS = (
    changed(
        "modular.width",
        "width-all",
        "a definition off by one frequency: 3 (p - 1) printed as 3 p",
        "refuted",
        equation(paper.width_needed, 3 * p),
        kind="definition",
    ),
    changed(
        "modular.product-identity",
        "product-sign",
        "wrong sign of a term",
        "refuted",
        equation(
            paper.pair_out,
            paper.w_c * ((paper.z_1 - paper.z_2) ** 2 + (paper.z_1 + paper.z_2) ** 2) / 4,
        ),
    ),
    changed(
        "modular.cosine-sum",
        "cosine-sum-always",
        "missing condition: it vanishes only for k != 0 mod p",
        "refuted",
        equation(paper.cosine_sum, 0),
        "the cosines added",
    ),
    changed(
        "modular.plancherel",
        "plancherel-constant",
        "wrong constant: 1/p is lost",
        "refuted",
        equation(
            paper.inner_xu,
            Sum(paper.x_hat(paper.k) * sp.conjugate(paper.u_hat(paper.k)), (paper.k, 0, p - 1)),
        ),
    ),
    changed(
        "modular.plancherel",
        "plancherel-index",
        "a sum that ends one too early",
        "refuted",
        equation(
            paper.inner_xu,
            Sum(paper.x_hat(paper.k) * sp.conjugate(paper.u_hat(paper.k)), (paper.k, 0, p - 2)) / p,
        ),
    ),
    plant(
        "modular.blow-up-sign",
        "ode-solution",
        "solves the equation backwards",
        "refuted",
        equation(A, A_0 / (1 + rate * A_0 * t)),
        Symbolic("it solves the equation", rewrite=blow_up),
    ),
    plant(
        "modular.blow-up-start",
        "ode-solution",
        "solves the equation, but not from the initial value",
        "refuted",
        equation(A, 1 / (1 + A_0 - rate * t)),
        Symbolic("it solves the equation", rewrite=blow_up),
    ),
    changed(
        "modular.no-other-maxima",
        "one-maximum",
        "false 'no other': every frequency has a local maximum",
        "refuted",
        equation(paper.maxima, 1),
    ),
    changed(
        "modular.mixture-hessian",
        "mixture-maximum",
        "a saddle printed as a local maximum",
        "refuted",
        Le(paper.hess_mix, 0, evaluate=False),
    ),
    changed(
        "modular.lower-bound",
        "cost-bound-doubled",
        "a bound that is too strong by a factor 2",
        "refuted",
        Ge(paper.net, -(paper.X**2) / (2 * p), evaluate=False),
        "attained by a minimiser",
    ),
    plant(
        "modular.threshold-rate",
        "limit",
        "false rate: a logarithm is lost",
        "refuted",
        equation(Limit(-alpha * log(alpha) / alpha * A, alpha, 0), A),
        followed,
    ),
    plant(
        "modular.threshold-limit",
        "limit",
        "false limit: the -1 of the threshold is kept",
        "refuted",
        equation(Limit((1 / (A * alpha) - 1) * alpha, alpha, 0), 1 / A - 1),
        followed,
    ),
    plant(
        "modular.chebyshev-sign",
        "recursion",
        "wrong sign in a recursion",
        "refuted",
        equation(cos((m + 1) * x), 2 * cos(x) * cos(m * x) + cos((m - 1) * x)),
        balls,
    ),
    plant(
        "modular.chebyshev-index",
        "recursion",
        "an index that is right at m = 1 and 2 only",
        "refuted",
        equation(cos((m + 1) * x), 2 * cos(x) * cos(m * x) - cos((m - 1) * (m**2 - 3 * m + 3) * x)),
        balls,
    ),
    plant(
        "modular.by-frequency",
        "algorithm",
        "frequencies are learned in the order 1, 2, ...",
        "refuted",
        equation(first, 1),
        sequence,
    ),
    changed(
        "modular.every-construction",
        "group-of-five",
        "five neurons are enough: false at N = 5 only",
        "refuted",
        sp.Equivalent(Eq(paper.gap, 0), paper.N >= 5),
        kind="conjecture",
    ),
    # true
    plant(
        "modular.by-magnitude",
        "algorithm",
        "true: the strongest first, none forgotten",
        "tested",
        sp.And(equation(first, strongest), equation(frequencies, half), evaluate=False),
        sequence,
    ),
    plant(
        "modular.chebyshev",
        "recursion",
        "true: the sides agree to any number of digits",
        "tested",
        equation(cos((m + 1) * x), 2 * cos(x) * cos(m * x) - cos((m - 1) * x)),
        balls,
    ),
    plant(
        "modular.blow-up",
        "ode-solution",
        "true",
        "argued",
        equation(A, A_0 / (1 - rate * A_0 * t)),
        Symbolic("it solves the equation", rewrite=blow_up),
        given=(rate * A_0 * t < 1,),
    ),
    changed(
        "modular.lower-bound",
        "cost-bound-weaker",
        "true, and weaker than what is known",
        "argued",
        Ge(paper.net, -2 * paper.X**2 / p, evaluate=False),
        "a sum of squares, every N",
    ),
    plant(
        "modular.cosines-bounded",
        "conjecture",
        "true, with equality at x = 0",
        "supported",
        Le(cos(m * x), 1, evaluate=False),
        balls,
    ),
    # vacuous
    plant(
        "modular.even-only",
        "identity",
        "said of even p, tried on odd p",
        "vacuous",
        equation(first, 7),
        never_even,
    ),
    plant(
        "modular.premise-beyond-one",
        "inequality",
        "true, but no cosine is larger than 2",
        "vacuous",
        Implies(sp.Gt(cos(x), 2, evaluate=False), Eq(x, x + 1, evaluate=False)),
        balls,
    ),
)
