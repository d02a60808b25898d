"""Appendix F.1, the transforms: x_hat(k) = sum_a x(a) e^(-2 pi i k a/p), and correlations on Z/p.

A vector enters as a sequence u(a) on Z/p or through its transform u_hat(k); sums over Z/p are
proved for every p at once (``cyclic_sums``).
"""

from __future__ import annotations

from sympy import Abs, And, Eq, Integer, Mod, Piecewise, Sum, conjugate, cos, pi, sin

from theory.claim import Claim, equation
from theory.modular.cyclic_sums import p
from theory.notation import function, letter, running

# --- letters of this setting ----------------------------------------------------------------------
x, u, v, w = (function(name, f"{name}[#1]", f"entry #1 of the vector {name}") for name in "xuvw")
x_hat, u_hat, v_hat, w_hat = (
    function(f"{name}_hat", rf"\hat{{{name}}}[#1]", f"Fourier coefficient #1 of {name}", of=("k",))
    for name in "xuvw"
)
a, b, k, i, j = (
    running(name, meaning, integer=True)
    for name, meaning in (
        ("a", "a residue"),
        ("b", "a residue"),
        ("k", "a frequency, or a running index"),
        ("i", "running index"),
        ("j", "running index"),
    )
)

shift = letter("shift", "s", "a phase", real=True)
wave = letter("wave", r"\varkappa", "whole number of turns", integer=True)
inner_u = letter(
    "inner_u", r"\langle u,a\cdot x\rangle", "correlation of u with the encoding of a", real=True
)
inner_xu = letter("inner_xu", r"\langle x,u\rangle", "inner product of two vectors", real=True)
correlated = letter(
    "correlated", r"\widehat{x\star u}[k]", "transform of the cross-correlation", complex=True
)
triple = letter(
    "triple",
    r"\sum_{a,b}\langle u,a\cdot x\rangle\langle v,b\cdot x\rangle\langle w,(a+b)\cdot x\rangle",
    "triple correlation",
    real=True,
)
chained = letter(
    "chained",
    r"\langle x\star u,(x\star v)\star(x\star w)\rangle",
    "inner product of cross-correlations",
    real=True,
)

im_hat = letter(
    "im_hat",
    r"\operatorname{Im}\hat{u}[k]",
    "imaginary part of the transform of a real vector",
    real=True,
)

cosine_sum = letter(
    "cosine_sum", r"\sum_{a}\cos(s-2\pi k a/p)", "sum of a cosine over Z/p", real=True
)


def cycle(body, index):
    """sum_{a=0}^{p-1} of the body, over Z/p.

    >>> cycle(a, a).subs(p, 5).doit()
    10
    """
    return Sum(body, (index, 0, p - 1))


def summand(frequency=k, at=None):
    """|x[k]|^2 u[k] v[k] conj(w[k] x[k]) in transforms; ``at`` takes all but the first factor at
    another frequency.

    >>> summand(0)
    u_hat(0)*v_hat(0)*conjugate(w_hat(0))*conjugate(x_hat(0))*Abs(x_hat(0))**2
    """
    other = frequency if at is None else at
    return (
        Abs(x_hat(frequency)) ** 2
        * u_hat(other)
        * v_hat(other)
        * conjugate(w_hat(other))
        * conjugate(x_hat(other))
    )


transform_real = Claim(
    id="modular.transform-real",
    title="The transform of a real vector is said to be real",
    kind="definition",
    label="sec:utilmaxnew",
    line=1434,
    printed=equation(im_hat, 0),
    corrected=equation(im_hat, -cycle(u(a) * sin(2 * pi * k * a / p), a)),
    severity="typo",
    erratum="u_hat lies in C^p, not in R^p: only u_hat[0] is real in general (and u_hat[p/2] for "
    "even p).",
)

mean_frequency = Claim(
    id="modular.mean-frequency",
    title="The sum of a vector is its frequency zero",
    kind="identity",
    label="lemma:MA-simplified-utility-in-freq",
    line=1491,
    printed=equation(u_hat(0), cycle(u(a), a)),
    reading="The paper says mean: p times the mean, which is the sum.",
)

conjugate_symmetry = Claim(
    id="modular.conjugate-symmetry",
    title="Transforms of real vectors: conjugate frequencies, and the period p",
    kind="identity",
    label="eq:optimcubical",
    line=1525,
    printed=And(
        equation(u_hat(-k), conjugate(u_hat(k))), equation(u_hat(k + p), u_hat(k)), evaluate=False
    ),
    reading="For every whole number k; p - k is the frequency that -k is, among 0, ..., p - 1.",
)

cross_correlation = Claim(
    id="modular.cross-correlation",
    title="The encoding enters through a cross-correlation",
    kind="identity",
    label="eq:encoded-utility",
    line=1453,
    printed=equation(inner_u, Sum(x(k) * u(k + a), (k, 0, p))),
    corrected=equation(inner_u, cycle(x(k) * u(k + a), k)),
    severity="typo",
    erratum="The sum runs to p - 1: with k = p the term k = 0 is counted twice.",
    reading="(a.x)[j] = x[j - a], which is what makes the formula a cross-correlation; indices are "
    "taken mod p.",
)

plancherel = Claim(
    id="modular.plancherel",
    title="Plancherel's theorem",
    kind="identity",
    label="lemma:MA-double-sum-mod-product-freq",
    line=1459,
    printed=equation(inner_xu, cycle(x_hat(k) * conjugate(u_hat(k)), k) / p),
)

correlation_theorem = Claim(
    id="modular.correlation-theorem",
    title="Transform of a cross-correlation",
    kind="identity",
    label="lemma:MA-double-sum-mod-product-freq",
    line=1459,
    printed=equation(correlated, conjugate(x_hat(k)) * u_hat(k)),
)

chained_correlation = Claim(
    id="modular.chained-correlation",
    title="The triple correlation as an inner product, with the brackets that the line lacks",
    kind="identity",
    label="lemma:MA-double-sum-mod-product-freq",
    line=1457,
    printed=equation(triple, chained),
    rests_on=("modular.cross-correlation",),
    reading="The paper prints x*v*x*w without brackets, and cross-correlation is not associative. "
    "Read as (x*v)*(x*w), which has the transform |x_hat|^2 conj(v_hat) w_hat, "
    "the line is right, and the next one shows that this is meant; read from left to right, with "
    "the transform conj(x_hat)^2 v_hat w_hat, it would be false.",
)

triple_spectrum = Claim(
    id="modular.triple-spectrum",
    title="The triple correlation in frequency space, before it is simplified",
    kind="identity",
    label="lemma:MA-double-sum-mod-product-freq",
    line=1461,
    printed=equation(
        triple,
        cycle(x_hat(k) * u_hat(k) * v_hat(k) * conjugate(w_hat(k)) * conjugate(x_hat(k) ** 2), k)
        / p,
    ),
    rests_on=("modular.plancherel", "modular.correlation-theorem", "modular.chained-correlation"),
)

dft_lemma = Claim(
    id="modular.dft-lemma",
    title="Triple correlation in frequency space",
    kind="identity",
    label="eq:convfourier",
    line=1444,
    printed=equation(triple, cycle(summand(), k) / p),
    rests_on=("modular.plancherel", "modular.correlation-theorem"),
    reading="For every p, odd or even, and every x.",
)

cosine_identity = Claim(
    id="modular.cosine-sum",
    title="The cosine-sum identity",
    kind="identity",
    label="eq:cosine-sum-identity",
    line=1582,
    printed=equation(
        cosine_sum, Piecewise((p * cos(shift), Eq(Mod(wave, p), 0)), (Integer(0), True))
    ),
    given=(p >= 1,),
    reading="For every p, whole number k and phase s.",
)
