"""The critical points of the utility on the unit sphere, for k summands (the paper's case is k = 2)
and every odd p.

In orthonormal coordinates a frequency f is n = k + 1 complex numbers z_j with utility c_f Re(z_1
... z_n) (w conjugated, the phase of x taken into it), and the utility is the sum over the (p - 1)/2
frequencies: gradient and Hessian are block by block. A critical point obeys grad U = n U theta
(Euler). The argument is for a symbol n; n = 2, ..., 5 are multiplied out besides.
"""

from __future__ import annotations

from functools import cache

from sympy import (
    Eq,
    Expr,
    I,
    Integer,
    Matrix,
    Piecewise,
    Symbol,
    conjugate,
    diff,
    expand,
    expand_log,
    factorial,
    hessian,
    log,
    re,
    simplify,
    sqrt,
    symbols,
)

from theory.argument import need
from theory.modular import X, p
from theory.notation import k

# Numbers of factors n = k + 1 for which the block is also multiplied out: the proof for every n
# must give the same.
SHOWN = (2, 3, 4, 5)


def strength(degree: Expr = k, magnitude: Expr = X) -> Expr:
    """c_f: the coefficient of Re(z_1 ... z_n). A unit vector z in frequency +-f has the transform
    sqrt(p/2) z there.
    """
    n = degree + 1
    return 2 * factorial(degree) * magnitude**n / p**n * sqrt(p / 2) ** n


def single_value(degree: Expr = k, magnitude: Expr = X) -> Expr:
    """The utility of a single frequency: n U r^2 = c r^n with n r^2 = 1."""
    n = degree + 1
    return strength(degree, magnitude) * sqrt(1 / n) ** n


def eigenvalues(n: Expr, U: Expr) -> dict[str, Expr]:
    """The Riemannian Hessian in a block that a critical point with U > 0 uses: n U ((sum x)^2 - 2
    sum x^2 - (sum y)^2) along z = r + x + iy.
    """
    return {
        "weight of the block": n * (n - 2) * U,
        "unequal amplitudes": -2 * n * U,
        "phase mismatch": -(n**2) * U,
        "phases that keep the condition": Integer(0) * U,
    }


# --- every n at once ------------------------------------------------------------------------------
def second_order(n: Expr, r: Expr, total: Expr, squares: Expr) -> list[Expr]:
    """(r + z_1) ... (r + z_n) by order: r^n, r^(n-1) S, r^(n-2) (S^2 - Q)/2, with S the sum of the
    z_j and Q that of their squares.
    """
    return [r**n, r ** (n - 1) * total, r ** (n - 2) * (total**2 - squares) / 2]


def one_more_factor() -> None:
    """``second_order`` for every n, by induction: the empty product has it, and multiplied by r + z
    it has it again.
    """
    m = Symbol("m", integer=True, nonnegative=True)
    r = Symbol("r", positive=True)
    S, Q, z = symbols("S Q z")
    before = second_order(m, r, S, Q)
    multiplied = [r * before[0], r * before[1] + z * before[0], r * before[2] + z * before[1]]
    need(second_order(Integer(0), r, Integer(0), Integer(0)) == [1, 0, 0], "the empty product")
    need(
        all(
            expand(one - other) == 0
            for one, other in zip(multiplied, second_order(m + 1, r, S + z, Q + z**2))
        ),
        "one factor more, to second order",
    )


def linear_in_each_factor() -> None:
    """U is Re(z_j rest) in each z_j, where the rest has no z_j: conj(z_j) times the gradient is
    conj(product), and U is harmonic.

    So at a critical point c conj(product) = n U |z_j|^2 for every j of a block. Where U != 0, all
    |z_j| are one r, and z = 0 or the product is real, with the sign of U, and c r^(n-2) = n |U|.
    """
    x, y, one, other = symbols("x y one other", real=True)
    z, rest = x + I * y, one + I * other
    utility = re(expand(z * rest))
    slope = diff(utility, x) + I * diff(utility, y)
    need(
        expand(slope * conjugate(z) - conjugate(expand(z * rest))) == 0,
        "the gradient of one factor",
    )
    need(diff(utility, x, 2) == 0 == diff(utility, y, 2), "the utility is harmonic")


def used_block(n: Expr, U: Expr) -> dict[str, Expr]:
    """``eigenvalues``, shown for this n, which may be a symbol: phases turned away, the block is
    z_j = r > 0, and c r^(n-2) = n U.

    x is the same for all, a, and x' with sum 0; y likewise. Squared lengths are n a^2, |x'|^2, n
    b^2, |y'|^2, and nothing mixes.
    """
    one_more_factor()
    a, b, cross = symbols("a b cross", real=True)
    x_rest, y_rest = symbols("x_rest y_rest", nonnegative=True)
    r = Symbol("r", positive=True)
    x_squares, y_squares = n * a**2 + x_rest, n * b**2 + y_rest
    second = second_order(n, r, n * (a + I * b), x_squares - y_squares + 2 * I * cross)[2]
    form = 2 * n * U * re(expand(second / r ** (n - 2))) - n * U * (
        x_squares + y_squares
    )  # the sphere takes n U of every squared length
    kinds = eigenvalues(n, U)
    lengths = dict(zip(kinds, (n * a**2, x_rest, n * b**2, y_rest)))
    need(
        expand(form - sum(value * lengths[kind] for kind, value in kinds.items())) == 0,
        f"the eigenvalues of a block, every n = {n}",
    )
    return kinds


# --- small n multiplied out: another route to the same --------------------------------------------
@cache
def block(n: int) -> None:
    """Multiply one block out: its critical points, that it is harmonic, and the four kinds of
    eigenvalues.
    """
    x, y = symbols(f"x:{n}", real=True), symbols(f"y:{n}", real=True)
    c, r, U = symbols("c r U", positive=True)
    z = [a + I * b for a, b in zip(x, y)]
    whole = Integer(1)
    for one in z:
        whole = expand(whole * one)
    utility = c * re(whole)
    for j in range(n):
        slope = diff(utility, x[j]) + I * diff(utility, y[j])
        need(
            expand(slope * conjugate(z[j]) - c * conjugate(whole)) == 0,
            f"the gradient of z_{j + 1}, n = {n}",
        )
    H = hessian(utility, (*x, *y))
    need(expand(H.trace()) == 0, f"the utility is harmonic, n = {n}")
    at = H.subs({**dict.fromkeys(x, r), **dict.fromkeys(y, 0)}).applyfunc(
        lambda e: e.subs(c, n * U / r ** (n - 2))
    )
    found = (at - n * U * Matrix.eye(2 * n)).applyfunc(expand).eigenvals()
    kinds = list(eigenvalues(Integer(n), U).values())
    expected: dict[Expr, int] = {}
    for value, count in zip(kinds, (1, n - 1, 1, n - 1)):
        expected[value] = expected.get(value, 0) + count
    need(
        {simplify(value): count for value, count in found.items()} == expected,
        f"the eigenvalues of a block, n = {n}",
    )


# --- the classification ---------------------------------------------------------------------------
def classified(degree: int | None = None) -> dict[str, Expr]:
    """The classification for k >= 2 (None: every k at once): the Hessian at single frequencies and
    at mixtures, in units of their utility.

    U > 0: every block has ``used_block``, or is not used, and then has only -n U from the sphere,
    as its utility is of degree n >= 3; so has frequency zero. The phases that keep the condition
    move along a torus on which U is constant. U < 0: the sign of one factor, changed in every
    frequency, is an isometry that takes U to -U, so a maximum to a minimum with U > 0; but there
    the phase mismatch goes down. So this is no local maximum, for even and for odd n. U = 0: near a
    local maximum of this value U <= 0, on the sphere and by degree around it; a harmonic function
    is then constant. But U is not.
    """
    linear_in_each_factor()
    n = Integer(degree + 1) if degree else 3 + Symbol("further", integer=True, nonnegative=True)
    U = Symbol("U", positive=True)
    inside = used_block(n, U)
    for size in SHOWN if degree is None else {degree + 1} & set(SHOWN):
        block(size)
    need((n - 3).is_nonnegative, "a block that is not used has no term of second order")
    across = [
        value for kind, value in inside.items() if kind in ("unequal amplitudes", "phase mismatch")
    ] + [-n * U]
    need(
        all(value.is_negative for value in across),
        "a single frequency is a strict local maximum across its phases",
    )
    need(
        expand(inside["weight of the block"]).is_positive,
        "weight moved between two used blocks gains",
    )
    need(
        all(expand(value + n * U).is_nonpositive for value in across),
        "the other frequencies are the flattest",
    )
    return {"single": -n, "mixture": expand(inside["weight of the block"] / U)}


def one_summand() -> None:
    """k = 1: a used block has c_f = 2 U and no eigenvalue above 0; one that is not used has +-c_f'
    - c_f, positive next to a larger c_f'.
    """
    linear_in_each_factor()
    block(2)
    U, c = symbols("U c", positive=True)
    need(
        all(value.is_nonpositive for value in used_block(Integer(2), U).values()),
        "one summand: the used block",
    )
    x, y = symbols("x:2", real=True), symbols("y:2", real=True)
    unused = hessian(c * re(expand((x[0] + I * y[0]) * (x[1] + I * y[1]))), (*x, *y))
    need(unused.eigenvals() == {c: 2, -c: 2}, "one summand: a block that is not used")


def frequencies_with_maximum() -> Expr:
    """Every frequency for k >= 2, with c_f != 0; for k = 1 only the one with the largest c_f."""
    classified()
    one_summand()
    return Piecewise((Integer(1), Eq(k, 1)), ((p - 1) / 2, True))


def mixtures_have_less() -> None:
    """n U = c_f r_f^(n-2) in each block that a mixture uses: with a share 1/(1 + h) of r_f^2 = 1/n
    it has less than that frequency alone.
    """
    n, h = 3 + Symbol("further", integer=True, nonnegative=True), Symbol("h", positive=True)
    need(
        expand_log(log((1 + h) ** (-(n - 2) / 2))).is_negative,
        "a mixture has less than each frequency that it uses",
    )


def largest(degree: Expr = k) -> Expr:
    """The maximum over the sphere is a critical point with U > 0: a single frequency, as mixtures
    have less (k = 1: c_f = 2 U in each). The largest c_f is meant.
    """
    if degree != 1:
        classified(int(degree) if degree.is_Integer else None)
        mixtures_have_less()
    if (degree - 1).is_positive is not True:
        one_summand()
    return single_value(degree)
