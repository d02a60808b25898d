"""Lines inside the proofs of Appendix F that are claims of their own: the utility expanded and
updated, correlations with the learned wave.

Left sides are summed over all pairs (a, b) from the residual itself; the same for every p by
orthogonality of the characters (``transforms``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import sympy as sp
from flint import acb, arb
from hypothesis import strategies as st

from checks.methods.check import Check
from checks.modular import task
from checks.modular.sums.equations import OfEquations
from checks.modular.sums.transforms import ForEveryP, Spectral, sequence, transform
from theory import modular as paper
from theory.modular import a, b, cycle, p, u, u_hat, v, v_hat, w, w_hat, x, x_hat, xi, zeta
from theory.modular.proofs.task import correlation

c, s = sp.symbols("c s", integer=True)


# --- exact data -----------------------------------------------------------------------------------
class Learner(NamedTuple):
    """A neuron and an encoding as the paper assumes it, centred with distinct magnitudes; xi and
    xi_2 are its strongest frequencies (0: there is no second).
    """

    x: tuple
    xi: int
    xi_2: int
    u: tuple
    v: tuple
    w: tuple


@st.composite
def learners(draw: st.DrawFn, sizes: tuple[int, ...] = (3, 5)) -> Learner:
    """A centred encoding with its two strongest frequencies, and a neuron in whole numbers."""
    encoding = draw(task.centred(sizes))
    order = sorted(
        range(1, (len(encoding) + 1) // 2), key=lambda f: -abs(task.spectrum_of(encoding)[f])
    )
    first, second = [*order, 0][:2]
    vector = st.tuples(*[st.integers(-2, 2)] * len(encoding))
    return Learner(encoding, first, second, draw(vector), draw(vector), draw(vector))


@st.composite
def half_learners(draw: st.DrawFn) -> Learner:
    """The first of the two frequencies is p/2, which the encoding does not lack."""
    one = draw(learners((6, 8)).filter(lambda one: sum(one.x[::2]) != sum(one.x[1::2])))
    return one._replace(xi=len(one.x) // 2, xi_2=one.xi)


def star(one: Sequence, other: Sequence) -> list:
    """The paper's cross-correlation, (x * u)[a] = sum_k x[k] u[k + a]."""
    n = len(one)
    return [sum((one[k] * other[(k + s) % n] for k in range(n)), 0 * one[0]) for s in range(n)]


def wave(X: tuple, f: int) -> list[arb]:
    """(2|x_hat|/p) chi[c], with chi[c] = cos(2 pi f c/p + s_x)."""
    n, hat = len(X), transform(X)(f)
    return [2 * (hat * acb(arb(2 * f * t) / n).exp_pi_i()).real / n for t in range(n)]


def exact_values(one: Learner) -> Iterator[dict]:
    """All left sides over all pairs; the updated utilities from the residuals that one and two
    learned frequencies leave.
    """
    X, n = task.clear(one.x), len(one.x)
    in_u, in_v = (star(list(X), list(part)) for part in (one.u, one.v))
    grid = list(product(range(n), repeat=2))
    mean = Fraction(sum(X), n)
    labels = [sum(one.w[t] * (X[(t - r) % n] - mean) for t in range(n)) for r in range(n)]

    def against(onto: list) -> acb:
        total = sum(((in_u[r] + in_v[t]) ** 2 * onto[(r + t) % n] for r, t in grid), 0 * onto[0])
        return acb(
            arb(total.numerator) / total.denominator
            if isinstance(total, (int, Fraction))
            else total
        )

    def learned(*frequencies: int) -> list[arb]:
        waves = [wave(X, f) for f in frequencies if f]
        return [
            sum((one.w[t] * row[(t - r) % n] for row in waves for t in range(n)), arb(0))
            for r in range(n)
        ]

    def left(*frequencies: int) -> acb:
        return (
            against(
                [
                    arb(y.numerator) / y.denominator - f
                    for y, f in zip(labels, learned(*frequencies))
                ]
            )
            / n**2
        )

    size = abs(transform(X)(one.xi))
    chi = [height * n / (2 * size) for height in wave(X, one.xi)]
    chi_w = star(chi, [arb(q) for q in one.w])
    spectrum = transform(chi)
    yield {
        p: n,
        xi: one.xi,
        paper.xi_2: one.xi_2,
        paper.X: size,
        x: sequence(X),
        u: sequence(one.u),
        v: sequence(one.v),
        w: sequence(one.w),
        **{
            function: transform(part)
            for function, part in zip((x_hat, u_hat, v_hat, w_hat), (X, one.u, one.v, one.w))
        },
        paper.U_init: against(labels) / n**2,
        paper.Delta: against(learned(one.xi)),
        paper.U_new: left(one.xi),
        paper.U_two: left(one.xi, one.xi_2),
        paper.chi_hat: spectrum,
        paper.chi_triple: sum((in_u[r] * in_v[t] * chi_w[(r + t) % n] for r, t in grid), arb(0)),
    }


class Neuron(NamedTuple):
    """An encoding and one neuron (u, v, w), in whole numbers."""

    x: tuple
    u: tuple
    v: tuple
    w: tuple


def _any_neuron(one: Neuron) -> Iterator[dict]:
    """The utility of any neuron, x not centred: the task straight from the definition, entry by
    entry.
    """
    n = len(one.x)
    mean, total = Fraction(sum(one.x), n), Fraction(0)
    for r, t in product(range(n), repeat=2):
        z = sum(one.u[q] * one.x[(q - r) % n] + one.v[q] * one.x[(q - t) % n] for q in range(n))
        total += z**2 * sum(one.w[q] * (one.x[(q - r - t) % n] - mean) for q in range(n))
    inner = {paper.z_u: one.u, paper.z_v: one.v, paper.z_w: one.w}
    yield {
        p: n,
        paper.U_init: total / n**2,
        paper.x_sum: sum(one.x),
        paper.w_sum: sum(one.w),
        **{z: sequence(star(one.x, part)) for z, part in inner.items()},
    }


def sampled(*sizes: int) -> Spectral:
    """Every left side by brute force, at these p."""
    return Spectral(
        "brute force over all pairs, in whole numbers, x centred",
        learners(sizes),
        exact_values,
        (12, 100, 1000),
        beyond=task.beyond_odd(half_learners()),
    )


# --- the same for every p -------------------------------------------------------------------------
def _learned(frequency: sp.Symbol) -> sp.Expr:
    """<w, (2|x|/p) (a + b).chi>, the wave in exponentials."""
    angle = frequency * (c - a - b)
    return (
        cycle(
            w(c) * (x_hat(frequency) * zeta(angle) + sp.conjugate(x_hat(frequency)) * zeta(-angle)),
            c,
        )
        / p
    )


def from_residual() -> dict:
    """The observed symbols as sums over sequences: each utility from its own residual."""
    label = correlation(w, a + b) - cycle(x(s), s) / p * cycle(w(c), c)
    hidden = (correlation(u, a) + correlation(v, b)) ** 2

    def against(onto: sp.Expr) -> sp.Expr:
        return cycle(cycle(hidden * onto, a), b)

    triple = cycle(cycle(correlation(u, a) * correlation(v, b) * _learned(xi), a), b)
    return {
        paper.U_init: against(label) / p**2,
        paper.Delta: against(_learned(xi)),
        paper.U_new: against(label - _learned(xi)) / p**2,
        paper.U_two: against(label - _learned(xi) - _learned(paper.xi_2)) / p**2,
        paper.chi_triple: triple * p / (2 * sp.Abs(x_hat(xi))),
        paper.X: sp.Abs(x_hat(xi)),
    }


def expanded() -> list[Check]:
    """The utility of any neuron, multiplied out."""
    anyone = st.sampled_from((2, 3)).flatmap(
        lambda n: st.builds(Neuron, *[st.tuples(*[st.integers(-2, 2)] * n)] * 4)
    )
    tried = Spectral(
        "brute force over all pairs, in whole numbers", anyone, _any_neuron, (10, 100, 1000)
    )
    correlations = {
        paper.z_u(a): correlation(u, a),
        paper.z_v(b): correlation(v, b),
        paper.z_w(a + b): correlation(w, a + b),
        paper.x_sum: cycle(x(s), s),
        paper.w_sum: cycle(w(s), s),
    }
    # A square averages out whatever its sequence is: so also with an index that was broken on
    # purpose.
    correlations |= {
        paper.z_u(2 * a): sp.Function("any_u")(a),
        paper.z_v(2 * b): sp.Function("any_v")(b),
    }
    name = "orthogonality of the characters, for every p"
    return [OfEquations(ForEveryP(name, lambda: {**from_residual(), **correlations}, tried))]


# xi and xi_2 are frequencies, xi_2 != +-xi, and p is odd: none of these is 0 mod p
APART = frozenset({xi, paper.xi_2, 2 * xi, 2 * paper.xi_2, xi - paper.xi_2, xi + paper.xi_2})


def lines(*sizes: int) -> list[Check]:
    """A proof for every odd p, after brute force at these."""
    name = "orthogonality of the characters, for every p"
    return [OfEquations(ForEveryP(name, from_residual, sampled(*sizes), APART))]
