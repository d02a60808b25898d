"""The critical points of the utility on the unit sphere, for k summands (the paper's case is k = 2) and every odd p.

In orthonormal coordinates a frequency f is n = k + 1 complex numbers z_j with utility c_f Re(z_1 ... z_n) (w conjugated, the phase of x taken into it), and the
utility is the sum over the (p - 1)/2 frequencies: gradient and Hessian are block by block. A critical point obeys grad U = n U theta (Euler).
"""
from __future__ import annotations

from functools import cache

from sympy import Eq, Expr, I, Integer, Matrix, Piecewise, Rational, Symbol, conjugate, diff, expand, factor, factorial, hessian, re, simplify, sqrt, symbols

from .few_neurons import need
from .modular_sums import p
from .modular_utility import X, X_half, leak, mismatch
from .symbols import k

SHOWN = (2, 3, 4, 5)   # numbers of factors n = k + 1 for which the block is multiplied out; the formulas in n must give the same


def strength(degree: Expr = k, magnitude: Expr = X) -> Expr:
    """c_f: the coefficient of Re(z_1 ... z_n). A unit vector z in frequency +-f has the transform sqrt(p/2) z there."""
    n = degree + 1
    return 2 * factorial(degree) * magnitude**n / p**n * sqrt(p / 2)**n


def single_value(degree: Expr = k, magnitude: Expr = X) -> Expr:
    """The utility of a single frequency: n U r^2 = c r^n with n r^2 = 1."""
    n = degree + 1
    return strength(degree, magnitude) * sqrt(1 / n)**n


def eigenvalues(n: Expr, U: Expr) -> dict[str, Expr]:
    """The Riemannian Hessian in a block that the critical point uses: n U ((sum x)^2 - 2 sum x^2 - (sum y)^2) along z = r + x + iy."""
    return {"weight of the block": n * (n - 2) * U, "unequal amplitudes": -2 * n * U, "phase mismatch": -n**2 * U, "phases that keep the condition": Integer(0) * U}


@cache
def block(n: int) -> None:
    """Multiply one block out: its critical points, that it is harmonic, and the four kinds of eigenvalues."""
    x, y = symbols(f"x:{n}", real=True), symbols(f"y:{n}", real=True)
    c, r, U = symbols("c r U", positive=True)
    z = [a + I * b for a, b in zip(x, y)]
    whole = Integer(1)
    for one in z:
        whole = expand(whole * one)
    utility = c * re(whole)
    # the gradient in z_j is c conj(product of the others): times conj(z_j) it is c conj(product), the same for every j. Where it is n U z_j and
    # U != 0, all |z_j| are one r, and z = 0 or the product is real with c r^n = n U r^2
    for j in range(n):
        slope = diff(utility, x[j]) + I * diff(utility, y[j])
        need(expand(slope * conjugate(z[j]) - c * conjugate(whole)) == 0, f"the gradient of z_{j + 1}, n = {n}")
    H = hessian(utility, (*x, *y))
    need(expand(H.trace()) == 0, f"the utility is harmonic, n = {n}")
    at = H.subs({**dict.fromkeys(x, r), **dict.fromkeys(y, 0)}).applyfunc(lambda e: e.subs(c, n * U / r**(n - 2)))
    found = (at - n * U * Matrix.eye(2 * n)).applyfunc(expand).eigenvals()
    kinds = list(eigenvalues(Integer(n), U).values())
    expected: dict[Expr, int] = {}
    for value, count in zip(kinds, (1, n - 1, 1, n - 1)):
        expected[value] = expected.get(value, 0) + count
    need({simplify(value): count for value, count in found.items()} == expected, f"the eigenvalues of a block, n = {n}")


def classified(degree: int | None = None) -> dict[str, Expr]:
    """The classification for k >= 2: the Hessian at single frequencies and at mixtures, in units of their utility.

    A block that the point does not use has only -n U from the sphere, as its utility is of degree n >= 3; so has frequency zero. Where U < 0 the point is the
    antipode of one with U > 0, and its phase mismatch goes up; where U = 0 the Hessian is harmonic, not zero unless every frequency is, and then U has both
    signs nearby. So local maxima have U > 0.
    """
    for n in (degree + 1,) if degree else SHOWN:
        block(n)
    n = Integer(degree + 1) if degree else 3 + Symbol("further", integer=True, nonnegative=True)
    U = Symbol("U", positive=True)
    inside = eigenvalues(n, U)
    across = [value for kind, value in inside.items() if kind in ("unequal amplitudes", "phase mismatch")] + [-n * U]
    need(all(value.is_negative for value in across), "a single frequency is a strict local maximum across its phases")
    need(expand(inside["weight of the block"]).is_positive, "weight moved between two used blocks gains")
    need(all(expand(value + n * U).is_nonpositive for value in across), "the other frequencies are the flattest")
    return {"single": -n, "mixture": expand(inside["weight of the block"] / U)}


def frequencies_with_maximum() -> Expr:
    """Every frequency for k >= 2; for k = 1 a block that is not used has +-c_f' - c_f, which is negative only next to the largest c_f."""
    classified()
    block(2)
    return Piecewise((Integer(1), Eq(k, 1)), ((p - 1) / 2, True))


def largest(degree: Expr = k) -> Expr:
    """The maximum over the sphere is a critical point; a mixture has r_f^2 < 1/n in each block, so less than every single frequency that it uses."""
    classified(int(degree) if degree.is_Integer and degree > 1 else None)
    return single_value(degree)


def amplitude_of_maximiser() -> Expr:
    """z = 1/sqrt(n): the transform sqrt(p/2)/sqrt(3), a wave of 2/p times that."""
    classified(2)
    return 2 / p * sqrt(p / 2) / sqrt(3)


def maximiser() -> dict:
    """What a global maximiser has outside the dominant frequency, and its phase mismatch: it is critical, mixtures are saddles, the product is real."""
    classified(2)
    return {leak: Integer(0), mismatch: Integer(0)}


# --- even p ----------------------------------------------------------------------------------------------------------------------------
def mean_inequality() -> None:
    """27 a b c <= (a + b + c)^3, with a the smallest: no term of the difference is negative. Equal where a = b = c."""
    least, more, most = symbols("least more most", nonnegative=True)
    excess = (3 * least + more + most)**3 - 27 * least * (least + more) * (least + most)
    need(expand(excess - (9 * least * ((more - most)**2 + more * most) + (more + most)**3)) == 0, "three amplitudes of one size have the largest product")


def concentrated() -> None:
    """A share r <= 1 of the squared norm gains r^(3/2) <= r: with q = sqrt(r) = 1/(1 + h), q^2 - q^3 >= 0."""
    h = Symbol("h", nonnegative=True)
    need(factor((1 + h)**-2 - (1 + h)**-3).is_nonnegative, "one frequency takes the whole norm")


def largest_even() -> dict[Expr, Expr]:
    """The largest utility in one frequency of an even p: below p/2, with the magnitude X, and at p/2. The largest of all is the larger of these.

    Frequencies k and p - k give twice the real part of (2/p^3) |x|^2 u v conj(w x), and 2 (|u|^2 + |v|^2 + |w|^2)/p of the squared norm; p/2 is its own
    conjugate and stands once in both. Frequency 0 takes norm and gives nothing.
    """
    mean_inequality()
    concentrated()
    found = {}
    for magnitude, times in ((X, 2), (X_half, 1)):
        squares = p / times   # of the three magnitudes, where the whole norm is in this frequency
        found[magnitude] = times * 2 / p**3 * magnitude**3 * (squares / 3)**Rational(3, 2)
    return found
