"""The gap of a group, as the distance of two quadratic forms in (cos a, sin a, cos b, sin b) from
those that are to be learned.

Neuron i has the vector g = (A_u cos s_u, A_u sin s_u, A_v cos s_v, A_v sin s_v) and the output
(o_1, o_2) = A_w (cos, sin)(s_w + s_x); the forms are S_j = sum_i o_j g g'. All sums of the list are
combinations of their entries, up to a turn by s_x.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import scales
from theory.modular.kernel_proofs.cost.bounds import above_x, gap_value, unit_x_square
from theory.modular.kernel_proofs.cost.learned import of_harmonics
from theory.modular.kernel_proofs.cost.loss import eliminated
from theory.modular.kernel_proofs.cost.neurons import some_neurons
from theory.modular.kernel_proofs.cost.squares import LISTED, listed
from theory.modular.kernel_proofs.script import cos, fn, sin
from theory.modular.letters import N, p
from theory.modular.letters.cost import A_u, A_v, A_w, X, gap, s_u, s_v, s_w, s_x
from theory.proof.lemmas import inv, sqrt
from theory.proof.rules import Theorem, algebra
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import combine, inverse, ring, total
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import ZERO, Term, eq, num

SIZE = 3 * sqrt(num(6)) * sqrt(p) * inv(X)  # sqrt(54p)/X, what the last sum of the list is to be
PLACES = range(1, 5)


def g(k: int, i: Term) -> Term:
    """Entry k of the vector of neuron i."""
    A, s = (A_u, s_u) if k < 3 else (A_v, s_v)
    return A(i) * (cos if k % 2 else sin)(s(i))


def out(j: int, i: Term) -> Term:
    """Output j of neuron i: A_w cos(s_w + s_x), A_w sin(s_w + s_x)."""
    return A_w(i) * (cos if j == 1 else sin)(s_w(i) + s_x)


def form(j: int, k: int, m: int) -> Term:
    """Entry (k, m) of S_j."""
    k, m = min(k, m), max(k, m)
    return total(1, N, lambda i: out(j, i) * g(k, i) * g(m, i))


def entries(j: int) -> Callable[[int, int], Term]:
    """Those of S_j, by their places."""
    return lambda k, m: form(j, k, m)


def trace(S: Callable[[int, int], Term]) -> Term:
    """The trace of a form."""
    return S(1, 1) + S(2, 2) + S(3, 3) + S(4, 4)


def misfit(S: Callable[[int, int], Term], c: Term, s: Term) -> list[tuple[Term, Term]]:
    """[(weight, root)]: the squared distance of a form from T/2 (c cos(a + b) + s sin(a + b)).

    Multiples of |X_a|^2 - |X_b|^2 = 0 do not count: the trace alone sees the diagonal.
    """
    half = num(1, 2)
    return [
        (num(1), trace(S)),
        (half, S(1, 1) - S(2, 2)),
        (num(2), S(1, 2)),
        (half, S(3, 3) - S(4, 4)),
        (num(2), S(3, 4)),
        (num(4), S(1, 3) - c),
        (num(4), S(2, 4) + c),
        (num(4), S(1, 4) - s),
        (num(4), S(2, 3) - s),
    ]


def added(squares: list[tuple[Term, Term]]) -> Term:
    """The squares, weighted and added."""
    value = ZERO
    for weight, root in squares:
        value = value + weight * root**2
    return value


def both_forms() -> list[tuple[Term, Term]]:
    """The squares of both forms; what is to be learned is T/4 in the entries."""
    quarter = num(1, 4) * SIZE
    return [
        *misfit(entries(1), quarter, ZERO),
        *misfit(entries(2), ZERO, quarter),
    ]


# --- the sums of the list -------------------------------------------------------------------------
# How often s_u and s_v stand in the angle of each line (s_w, and s_x in the last, beside them).
COUNTS = ((0, 0), (2, 0), (-2, 0), (0, 2), (0, -2), (1, -1), (-1, 1), (1, 1), (-1, -1))


@cache
def _sizes() -> list[Theorem]:
    """sum o_j A_u^2 = S_j11 + S_j22 and sum o_j A_v^2 = S_j33 + S_j44, for both outputs."""
    found = []
    for j in (1, 2):
        for A, s, k in ((A_u, s_u, 1), (A_v, s_v, 3)):

            def apart(i, j=j, k=k):
                return out(j, i) * g(k, i) * g(k, i) + out(j, i) * g(k + 1, i) * g(k + 1, i)

            def whole(i, j=j, A=A):
                return out(j, i) * A(i) ** 2

            same = summand_equal(
                fn(whole),
                fn(apart),
                1,
                N,
                lambda i, *_, s=s, apart=apart, whole=whole: ring(
                    eq(whole(i), apart(i)), circle(s(i))
                ),
            )
            sums = evaluated(apart, 1, N, some_neurons())
            value = form(j, k, k) + form(j, k + 1, k + 1)
            found.append(combine(eq(total(1, N, whole), value), (1, same), (1, sums)))
    return found


def parts_of(number: int) -> tuple[Term, Term]:
    """Real and imaginary part of a line's sum, turned by s_x, in the entries of the forms."""
    m, n = COUNTS[number]
    first, second = entries(1), entries(2)
    if number == 0:
        return trace(first), trace(second)
    if 0 in (m, n):
        k = 1 if m else 3
        sign = num(1 if m + n > 0 else -1)
        real = [S(k, k) - S(k + 1, k + 1) for S in (first, second)]
        mixed = [sign * 2 * S(k, k + 1) for S in (first, second)]
    else:  # (c_u + i m s_u)(c_v + i n s_v)
        real = [S(1, 3) - num(m * n) * S(2, 4) for S in (first, second)]
        mixed = [num(m) * S(2, 3) + num(n) * S(1, 4) for S in (first, second)]
    return real[0] - mixed[1], real[1] + mixed[0]


@cache
def line(number: int) -> tuple[Theorem, Theorem]:
    """The sums of cosines and of sines of a line, in the entries of the forms."""
    _, C, angle = LISTED[number]
    m, n = COUNTS[number]
    real, imaginary = parts_of(number)
    turned = [] if number == 8 else [(-1, s_x)]
    values = (
        (real, imaginary)
        if number == 8
        else (
            cos(s_x) * real + sin(s_x) * imaginary,
            cos(s_x) * imaginary - sin(s_x) * real,
        )
    )
    found = []
    for place, function in enumerate((cos, sin)):

        def inside(i, place=place):
            steps = [(1, s_w(i) + s_x), *turned, (m, s_u(i)), (n, s_v(i))]
            return [spread(angle(i), steps)[place]]

        def summand(i, function=function):
            return C(i) * function(angle(i))

        values_ = _sizes() if number == 0 else ()
        sums = evaluated(summand, 1, N, some_neurons(), inside, values_)
        found.append(combine(eq(listed(number, function), values[place]), (1, sums)))
    return found[0], found[1]


def _squared(equation: Theorem) -> Theorem:
    """a^2 = b^2 from a = b."""
    a, b = equation.conclusion.args
    return combine(eq(a**2, b**2), (a + b, equation))


@cache
def gap_of_forms() -> Theorem:
    """gap = X^4/(54 p^2) times the squares of both forms."""
    value = gap_value()
    scale = num(1, 54) * X**4 * inv(p) ** 2
    squares = [
        (LISTED[k][0], listed(k, f) - (SIZE if (k, f) == (8, cos) else ZERO))
        for k in range(len(LISTED))
        for f in (cos, sin)
    ]
    unit_x = inverse(X, [above_x()])
    sums = ring(eq(gap, scale * added(squares)), value, unit_x_square(unit_x), unit_x, *scales())
    steps, target = [], ZERO
    for k in range(len(LISTED)):
        weight = LISTED[k][0]
        cosines, sines = line(k)
        real, imaginary = parts_of(k)
        if k == 8:
            steps += [(weight, _squared(sines)), (weight, _squared(cosines))]
            steps.append((-2 * SIZE, cosines))
            target = target + weight * ((real - SIZE) ** 2 + imaginary**2)
            continue
        c, s = cosines.conclusion.args[1], sines.conclusion.args[1]
        round_ = ring(eq(c**2 + s**2, real**2 + imaginary**2), circle(s_x))
        steps += [(weight, _squared(cosines)), (weight, _squared(sines)), (weight, round_)]
        target = target + weight * (real**2 + imaginary**2)
    told = algebra(eq(added(squares), target), *((num(1) * factor, one) for factor, one in steps))
    forms = algebra(eq(target, added(both_forms())))
    return combine(eq(gap, scale * added(both_forms())), (1, sums), (scale, told), (scale, forms))


@cache
def gap_by_forms() -> Theorem:
    """The same for the aligned neurons themselves, cost and utility written out."""
    return of_harmonics(eliminated(gap_of_forms(), "modular.gap"))
