"""Proofs about the number of neurons: six attain the bound, five come close, fewer stay away;
exact, for every p.

A group computes F_1 cos + F_2 sin with F_j = X'S_j X, X = (cos a, sin a, cos b, sin b) and S_j =
sum_i w_ij g_i g_i', one g_i a neuron. To be learned is (cos(a + b), sin(a + b)): M_1 and M_2, up to
multiples of |X_a|^2 - |X_b|^2 = 0. In units of
|x_hat|^2/p the gap is the mean of |F - (cos, sin)(a + b)|^2.
"""

from __future__ import annotations

from functools import cache

import sympy as sp
from sympy import Expr, Integer, Matrix, Poly, Rational, Symbol, cos, expand, eye, sin, symbols

from theory import argument
from theory import modular as paper
from theory.argument import need
from theory.modular import LISTED, eps, i, p, s_u, s_v, s_w
from theory.modular.proofs import group
from theory.modular.proofs.harmonics import Resonant, Unit
from theory.modular.proofs.moments import Moment, in_moments
from theory.modular.proofs.statements import formula, lower_bound, zeros

half = Rational(1, 2)


def wanted(c: Expr, s: Expr, multiple: Expr = Integer(0)) -> Matrix:
    """The form of c cos(a + b) + s sin(a + b), with a multiple of the form that is 0."""
    across = Matrix([[c, s], [s, -c]]) / 2
    return Matrix.vstack(
        Matrix.hstack(multiple * eye(2), across), Matrix.hstack(across, -multiple * eye(2))
    )


def norm_sq(form: Matrix) -> Expr:
    """The mean over a and b of (X'SX)^2, by the means of products of two and four of cos a, sin a
    (and of b).
    """
    mean = {
        (0, 0): 1,
        (2, 0): half,
        (0, 2): half,
        (4, 0): Rational(3, 8),
        (0, 4): Rational(3, 8),
        (2, 2): Rational(1, 8),
    }
    letters = symbols("x:4")
    X_ = Matrix(letters)
    square = Poly(expand((X_.T * form * X_)[0]) ** 2, *letters)
    return expand(
        sum(
            value * mean.get(powers[:2], 0) * mean.get(powers[2:], 0)
            for powers, value in square.terms()
        )
    )


# --- six are needed -------------------------------------------------------------------------------
def fewest() -> Integer:
    """The fewest neurons that attain the bound, from below.

    M_2 - z M_1 = G diag(w_i2 - z w_i1) G' has rank at least 4 + 4 - N (Sylvester) for z not real,
    as G has rank 4 where M_1 is invertible. But M_1^-1 M_2 is annihilated by a quadratic without
    real roots, whatever multiples of the null form: its two roots have equal multiplicity, the
    pencil rank 2 there. So 8 - N <= 2.
    """
    one, other, z = symbols("lambda mu z", real=True)
    M_1, M_2 = wanted(Integer(1), Integer(0), one), wanted(Integer(0), Integer(1), other)
    need(
        expand(M_1 * M_1 - (one**2 + Rational(1, 4)) * eye(4)).is_zero_matrix,
        "M_1^2 is a positive multiple of the identity: M_1 is invertible",
    )
    K = M_1 * M_2 / (one**2 + Rational(1, 4))  # M_1^-1 M_2
    quadratic = Poly(
        (one**2 + Rational(1, 4)) * z**2 - 2 * one * other * z + other**2 + Rational(1, 4), z
    )
    lead, middle, last = quadratic.all_coeffs()
    need(
        (lead * K * K + middle * K + last * eye(4))
        .applyfunc(lambda e: expand(e.together().as_numer_denom()[0]))
        .is_zero_matrix,
        "K is annihilated by the quadratic",
    )
    need(expand(-quadratic.discriminant()).is_positive, "the quadratic has no real root")
    rank = 4 - K.shape[0] // quadratic.degree()
    return Integer(4 + 4 - rank)


# --- fewer stay away ------------------------------------------------------------------------------
@cache
def singular_distance() -> Rational:
    """The squared distance of c cos(a + b) + s sin(a + b) from all forms X'SX with det S = 0, at
    least.

    S v = 0 makes S orthogonal to Z = v y' + y v' for every y. With y = 2Mv the traces of the two
    blocks of Z agree, so Z pairs with functions, and <M, Z>^2 = |v|^4 against <D, Z>^2 <= |D|^2
    |Z|*^2 with |Z|*^2 = 9|v|^4 - 5(|v_a|^2 - |v_b|^2)^2 - 12 (v_a x R v_b)^2.
    """
    angle = Symbol("theta", real=True)
    c, s = cos(angle), sin(angle)
    v = Matrix(symbols("v:4", real=True))
    M, R = wanted(c, s), Matrix([[c, s], [s, -c]])
    Z = v * (2 * M * v).T + (2 * M * v) * v.T

    def same(left: Expr, right: Expr) -> bool:
        return (
            expand(
                expand(left - right)
                .subs(s**4, (1 - c**2) ** 2)
                .subs(s**3, s * (1 - c**2))
                .subs(s**2, 1 - c**2)
            )
            == 0
        )

    need(same(Z[:2, :2].trace(), Z[2:, 2:].trace()), "Z pairs with functions on the torus")
    size = expand((v.T * v)[0])
    need(same((M * Z).trace(), size), "<M, Z> = |v|^2")
    # the pairing and the norm in coordinates in which the norm is diagonal
    t, *q = symbols("t q:8", real=True)
    D = Matrix(
        [
            [t / 2 + q[0], q[1], q[4], q[5]],
            [q[1], t / 2 - q[0], q[6], q[7]],
            [q[4], q[6], t / 2 + q[2], q[3]],
            [q[5], q[7], q[3], t / 2 - q[2]],
        ]
    )
    norm, pairing = Poly(norm_sq(D), t, *q), Poly(expand((D * Z).trace()), t, *q)
    need(
        all(sum(powers) == 2 == max(powers) and value > 0 for powers, value in norm.terms()),
        "the norm is a sum of squares of the coordinates",
    )
    dual = sum(pairing.coeff_monomial(x) ** 2 / norm.coeff_monomial(x**2) for x in (t, *q))
    v_a, v_b = v[:2, :], v[2:, :]
    turned = R * v_b
    rest = (
        5 * ((v_a.T * v_a)[0] - (v_b.T * v_b)[0]) ** 2
        + 12 * (v_a[0] * turned[1] - v_a[1] * turned[0]) ** 2
    )
    need(same(dual, 9 * size**2 - rest), "|Z|*^2 <= 9 |v|^4")
    return Rational(1, 9)


def one_neuron() -> Rational:
    """The gap of one neuron: two squares and a term that is not negative above 8/9."""
    a, b, w = symbols("a b w", nonnegative=True)
    angle = Symbol("phi", real=True)
    # g = (a, 0, b cos, b sin), with the output along cos: any neuron, up to turns of a, b and c
    # that keep the target
    g = Matrix([a, 0, b * cos(angle), b * sin(angle)])
    found = norm_sq(w * g * g.T - wanted(Integer(1), Integer(0))) + norm_sq(
        wanted(Integer(0), Integer(1))
    )
    above = (
        Rational(3, 2) * w**2 * (a**2 - b**2) ** 2 / 4
        + (3 * w * a * b / 2 - Rational(1, 3)) ** 2
        + w * a * b * (1 - cos(angle))
    )
    need(
        expand(
            expand(found - above)
            .subs(sin(angle) ** 4, (1 - cos(angle) ** 2) ** 2)
            .subs(sin(angle) ** 2, 1 - cos(angle) ** 2)
        )
        == Rational(8, 9),
        "one neuron",
    )
    return Rational(8, 9)


def gap_floor(count: int) -> Rational:
    """A lower bound on the gap of ``count`` neurons, in units of |x_hat|^2/p.

    Up to three neurons leave det S = 0 in both components; four do so in the direction across one
    of the outputs.
    """
    if count == 1:
        return one_neuron()
    return {2: 2, 3: 2, 4: 1}.get(count, 0) * singular_distance() if count <= 4 else Rational(0)


# --- five come as close as one likes --------------------------------------------------------------
NODES = tuple(map(Integer, (-2, -1, 0, 1, 2)))
WEIGHTS = tuple(
    map(Integer, (1, -4, 6, -4, 1))
)  # sums with powers of the nodes up to the third vanish


def five() -> list[tuple[tuple, tuple, tuple]]:
    """Five neurons (g_a, g_b, w): g = (cos a - t sin a)/eps + eps x_t, w = weight (1, t); the
    squares of order 1/eps^2 cancel.

    What is left is 2 sum of weight (cos a - t sin a) x_t (1, t), which is (cos, sin)(a + b) where 2
    sum weight t^m x_t = cos b, sin b, -cos b for m = 0, 1, 2.
    """
    # x_t = (quadratic in t)/weight: three equations for three coefficients, each a vector (cos b,
    # sin b)
    powers = Matrix(3, 3, lambda m, n: 2 * sum(t ** (m + n) for t in NODES))
    quadratics = powers.LUsolve(Matrix([[1, 0], [0, 1], [-1, 0]]))
    found = []
    for t, weight in zip(NODES, WEIGHTS):
        x_t = Matrix([[1, t, t**2]]) * quadratics / weight
        found.append(((1 / eps, -t / eps), tuple(eps * q for q in x_t), (weight, weight * t)))
    return found


# --- constructions --------------------------------------------------------------------------------
psi, flip = symbols("psi flip")  # 2 pi i/N and pi i of neuron i
PRINTED = {s_u(i): (psi + flip) / 2, s_v(i): (psi - flip) / 2, s_w(i): psi}
OURS = {s_u(i): 2 * psi, s_v(i): -psi, s_w(i): psi}


def resonant_sizes(phases: dict) -> tuple[dict[int, Rational], int]:
    """The exact gap of N equal neurons with these phases, for every N up to the last that can fail;
    from there on it is 0.

    A sum over i of e^(i(m psi + d flip)) is N or 0; it is N exactly where m/N + d/2 is whole, which
    for m != 0 needs N <= 2|m|. With flips N is even: an odd number of neurons does not alternate.
    """
    turns = [expand(angle.xreplace(phases)) for _, angle in LISTED]
    pairs = [(angle.coeff(psi), angle.coeff(flip)) for angle in turns]
    need(
        all(m.is_Integer and d.is_Integer and (m != 0 or d % 2) for m, d in pairs),
        "every sum has a whole number of turns, and none is constant",
    )
    need(expand((s_w(i) - s_u(i) - s_v(i)).xreplace(phases)) == 0, "the last condition holds")
    # equal amplitudes; the factors of the squares are those of eq:Mexp, the first line has twice
    # the amplitude
    factors = [Integer(4)] + 4 * [Rational(1, 4)] + 3 * [Integer(1)]
    last = max(2 * abs(int(m)) for m, _ in pairs)
    step = 2 if any(d % 2 for _, d in pairs) else 1
    gaps = {
        count: sum(
            (factor for factor, (m, d) in zip(factors, pairs) if (m / count + d * half).is_integer),
            Integer(0),
        )
        for count in range(step, last + 1, step)
    }
    return gaps, last


def floors(statement: sp.Basic) -> bool:
    """Is the stated lower bound on the gap of N neurons at most the exact one, for every N?

    A premise about N alone says for which N it is stated.
    """
    premise: sp.Basic = sp.true
    if isinstance(statement, sp.Implies) and statement.args[0].free_symbols <= {paper.N}:
        premise, statement = statement.args
    bound = lower_bound(statement, paper.least_share)
    if bound is None:
        return False
    bound = sp.Piecewise((bound, premise), (sp.S.Zero, True))
    beyond = bound.subs(paper.N, 6 + sp.Symbol("more", integer=True, nonnegative=True))
    return all(
        (gap_floor(count) - bound.subs(paper.N, count)).is_nonnegative for count in range(1, 6)
    ) and bool(sp.simplify(beyond).is_nonpositive)


def conditions(statement: sp.Basic) -> bool:
    """'The gap vanishes exactly where the conditions hold': it is the sum of the squares of certain
    sums over the group, each with a positive factor, and the conditions stated, as linear equations
    in moments, have the same span as that these sums vanish."""
    stated = equivalent_to_vanishing(statement, paper.gap)
    wanted = [*group.listed(), sp.re(group.LAST) - sp.sqrt(54 * p) / paper.X, sp.im(group.LAST)]
    return stated is not None and same_zeros(stated, wanted) and _squares(paper.LISTED)


def equivalent_to_vanishing(statement: sp.Basic, letter: sp.Symbol) -> list[sp.Expr] | None:
    """What vanishes, in moments, exactly where the letter does, according to the statement; None
    where it says something else.
    """
    if not isinstance(statement, sp.Equivalent) or len(statement.args) != 2:
        return None
    for one, other in (statement.args, reversed(statement.args)):
        system = zeros(other)
        if formula(one, letter) == 0 and system is not None:
            try:
                return [in_moments(expr) for expr in system]
            except Resonant:
                return None
    return None


@cache
def _squares(listed: tuple) -> bool:
    return group.gap_is_squares()


def same_zeros(one: list[sp.Expr], other: list[sp.Expr]) -> bool:
    """Do two systems of as many affine equations in the moments have the same solutions, for every
    p, X and s_x?

    They do where one system is a matrix times the other and the determinant is a unit e^(i m s_x)
    times something that is never 0.
    """
    letters = sorted(set().union(*(expr.atoms(Moment) for expr in one + other)), key=str)
    rows = [_affine(expr, letters) for expr in one + other]
    if len(one) != len(other) or not all(rows):
        return False
    both = sp.Matrix(rows).to_DM().to_field()
    height, width = both.shape
    stated, wanted = both[: len(one), :width], both[len(one) : height, :width]
    change = stated * wanted.transpose() * (wanted * wanted.transpose()).inv()
    if not (change * wanted - stated).is_zero_matrix:
        return False
    size, turns = sp.factor(both.domain.to_sympy(change.det())).as_independent(Unit)
    return bool(size.is_nonzero) and all(
        isinstance(base, Unit) for base in turns.as_powers_dict() if base != 1
    )


def _affine(expr: sp.Expr, letters: list[Moment]) -> list[sp.Expr] | None:
    """The coefficients of the moments, then the constant in units of sqrt(54 p)/X; None where it is
    not affine in them.
    """
    constant = expr.xreplace(dict.fromkeys(letters, sp.S.Zero))
    row = [sp.diff(expr, letter) for letter in letters]
    if any(entry.has(*letters) for entry in row):
        return None
    return [*row, sp.simplify(constant * paper.X / sp.sqrt(54 * p))]


def independent_conditions() -> dict:
    """The rank of the nine quadratics in (u, conj u, v, conj v) at nine pairs (u, v) of Gaussian
    integers, exactly.
    """
    points = [(u, v) for u in (1, 1 + sp.I, 2 - sp.I) for v in (1, 2 + sp.I, 1 - 3 * sp.I)]
    rows = []
    for u, v in points:
        U, V = sp.conjugate(u), sp.conjugate(v)
        rows.append(
            [
                sp.expand(q)
                for q in (u * U + v * V, u * u, U * U, v * v, V * V, u * V, U * v, u * v, U * V)
            ]
        )
    return {paper.independent: sp.Integer(sp.Matrix(rows).rank(simplify=True))}


def proved_fewest() -> dict:
    """From below by the rank of a pencil; from above by the construction, whose gap is 0 there."""
    below = fewest()
    gaps, _ = resonant_sizes(OURS)
    argument.need(gaps[int(below)] == 0, f"{below} neurons attain the bound")
    return {paper.least_group: below}
