"""Five squares do not write both forms: cos(a + b) and sin(a + b), each up to a multiple of
|X_a|^2 - |X_b|^2 = 0.

S_1 and S_2, of a letter L and M on the diagonal, are sums of o_1 g g' and o_2 g g' over five g. A
combination Q = k S_2 - r S_1, r not real, has Q^2 = 0, and so a plane of vectors y with Q y = 0;
one of them is orthogonal to the fifth g. Were the other four g independent, every term of Q y
would vanish, and with it S_1 y: but S_1^2 = k. So any four g are dependent, and det S_1 = 0.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

from theory.proof.lemmas import product_zero, sqrt, trichotomy
from theory.proof.polynomials import normal
from theory.proof.rules import (
    Theorem,
    absurd,
    algebra,
    assume,
    conjoin,
    discharge,
    instantiate,
    order,
)
from theory.proof.tactics import (
    bound,
    by_cases,
    combine,
    differs,
    fact,
    given,
    nonzero,
    parts,
    positive,
    ring,
    substitute,
)
from theory.proof.terms import (
    COMPLEX,
    ONE,
    ZERO,
    Term,
    both,
    call,
    digest,
    eq,
    le,
    lt,
    negation,
    num,
    substituted,
    var,
)

COUNT = 5
NEURONS, PLACES = range(1, COUNT + 1), range(1, 5)
L, M, quarter = var("diag_1"), var("diag_2"), var("quarter")
g = {(i, k): var(f"g{i}_{k}") for i in NEURONS for k in PLACES}
o = {(i, j): var(f"o{i}_{j}") for i in NEURONS for j in (1, 2)}
I = call("i")


def wanted(j: int) -> dict[tuple[int, int], Term]:
    """The entries that S_j is to have."""
    diagonal = L if j == 1 else M
    across = {
        1: {(1, 3): quarter, (2, 4): -quarter, (1, 4): ZERO, (2, 3): ZERO},
        2: {(1, 3): ZERO, (2, 4): ZERO, (1, 4): quarter, (2, 3): quarter},
    }[j]
    return {
        **{(k, k): diagonal if k < 3 else -diagonal for k in PLACES},
        (1, 2): ZERO,
        (3, 4): ZERO,
        **across,
    }


ENTRIES = tuple(wanted(1))


def entry(table: dict, k: int, m: int) -> Term:
    """Of a symmetric matrix."""
    return table[min(k, m), max(k, m)]


def summed(j: int, k: int, m: int) -> Term:
    """sum_i o_j g_k g_m, over five neurons."""
    value = ZERO
    for i in NEURONS:
        value = value + o[i, j] * g[i, k] * g[i, m]
    return value


def equations() -> dict[tuple[int, int, int], Term]:
    """The twenty equations: the sums are the entries wanted."""
    return {(j, k, m): eq(summed(j, k, m), wanted(j)[k, m]) for j in (1, 2) for k, m in ENTRIES}


def known(j: int, k: int, m: int) -> Theorem:
    """One of them, as a hypothesis."""
    return assume(equations()[j, min(k, m), max(k, m)])


ABOVE = lt(0, quarter)
S2 = L**2 + M**2 + quarter**2
root, kappa = sqrt(S2), L**2 + quarter**2
rho = L * M + I * quarter * root
corner = M * quarter - I * root * L
A, B = var("first_share", COMPLEX), var("second_share", COMPLEX)
# Q y = 0 for these two, whose second and fourth entries are (0, k) and (k, 0)
Y1, Y3 = (corner, ZERO, -rho, kappa), (-rho, kappa, -corner, ZERO)
Y = tuple(A * one + B * other for one, other in zip(Y1, Y3))


def root_square() -> Theorem:
    """sqrt(L^2 + M^2 + t^2)^2 is that."""
    low = order(le(0, S2), (), tuple((ONE, (), letter) for letter in (L, M, quarter)))
    return fact("sqrt-square", low, x=S2)


def above_kappa() -> Theorem:
    """0 < L^2 + t^2."""
    above = assume(ABOVE)
    return order(lt(ZERO, kappa), (), ((ONE, (), L), (ONE, (above, above), ONE)))


def above_root() -> Theorem:
    """0 < sqrt(L^2 + M^2 + t^2)."""
    above = assume(ABOVE)
    size = order(lt(ZERO, S2), (), ((ONE, (), L), (ONE, (), M), (ONE, (above, above), ONE)))
    return positive(root, [size])


def paired(i: int, y: tuple[Term, ...]) -> Term:
    """<g_i, y>."""
    value = ZERO
    for k in PLACES:
        value = value + g[i, k] * y[k - 1]
    return value


def slope(i: int) -> Term:
    """d_i = k o_2 - r o_1."""
    return kappa * o[i, 2] - rho * o[i, 1]


def determinant(rows: list[list[Term]]) -> Term:
    """Leibniz' sum."""
    value = ZERO
    for order_ in permutations(range(len(rows))):
        turns = sum(a > b for a, b in combinations(order_, 2))
        product: Term = num(-1 if turns % 2 else 1)
        for row, column in enumerate(order_):
            product = product * rows[row][column]
        value = value + product
    return value


def without(j: int) -> list[int]:
    """The other four."""
    return [i for i in NEURONS if i != j]


def minor(j: int) -> Term:
    """det of the other four vectors."""
    return determinant([[g[i, k] for k in PLACES] for i in without(j)])


# --- the fifth vector is orthogonal to y ----------------------------------------------------------
@cache
def flat_row(k: int) -> Theorem:
    """sum_i d_i <g_i, y> g_i = 0, entry k: Q y = 0."""
    value = ZERO
    for i in NEURONS:
        value = value + slope(i) * paired(i, Y) * g[i, k]
    steps = [
        (factor * Y[m - 1], known(j, k, m)) for m in PLACES for j, factor in ((2, kappa), (1, -rho))
    ]
    told = ZERO
    for m in PLACES:
        form = kappa * entry(wanted(2), k, m) - rho * entry(wanted(1), k, m)
        told = told + form * Y[m - 1]
    written_out = algebra(eq(value, told), *steps)
    none = ring(eq(told, 0), fact("i"), root_square())
    return combine(eq(value, 0), (1, written_out), (1, none))


def orthogonal() -> Term:
    """<g_5, y> = 0."""
    return eq(paired(COUNT, Y), 0)


def none_left(i: int, independent: Theorem) -> Theorem:
    """d_i <g_i, y> = 0, where the first four vectors are independent (Cramer)."""
    across = assume(orthogonal())
    steps = [(-slope(COUNT) * minor_of(i, k) * g[COUNT, k], across) for k in PLACES]
    steps += [(minor_of(i, k), flat_row(k)) for k in PLACES]
    whole = algebra(eq(minor(COUNT) * (slope(i) * paired(i, Y)), 0), *steps)
    return product_zero(whole, independent)


def minor_of(i: int, k: int) -> Term:
    """The cofactor of entry (i, k) in det(g_1, ..., g_4)."""
    rows = [[g[m, n] for n in PLACES if n != k] for m in without(COUNT) if m != i]
    return num(-1 if (i + k) % 2 else 1) * determinant(rows)


def silent(i: int, none: Theorem) -> Theorem:
    """o_1 <g_i, y> = 0: d_i vanishes only with o_1."""
    goal = eq(o[i, 1] * paired(i, Y), 0)
    real, height = kappa * o[i, 2] - L * M * o[i, 1], quarter * root * o[i, 1]
    size = real**2 + height**2

    def loud(strict):
        above = positive(quarter * root, [assume(ABOVE), above_root()])
        more = order(
            lt(ZERO, size), (), ((ONE, (), real), (ONE, (above, above, strict, strict), ONE))
        )
        mirrored = combine(
            eq(size * paired(i, Y), 0),
            (real + I * height, none),
            (height**2 * paired(i, Y), fact("i")),
        )
        zero = product_zero(mirrored, nonzero(size, [more]))
        return combine(goal, (o[i, 1], zero))

    return by_cases(
        trichotomy(o[i, 1]),
        loud,
        lambda same: combine(goal, (paired(i, Y), same)),
        loud,
    )


@cache
def dependent() -> Theorem:
    """det(g_1, ..., g_4) = 0, where <g_5, y> = 0 for a y of the plane that is not 0."""
    across = assume(orthogonal())
    independent = assume(negation(eq(minor(COUNT), 0)))
    off = {i: silent(i, none_left(i, independent)) for i in without(COUNT)}
    off[COUNT] = combine(eq(o[COUNT, 1] * paired(COUNT, Y), 0), (o[COUNT, 1], across))
    rows = {}
    for k in PLACES:
        value = ZERO
        for m in PLACES:
            value = value + entry(wanted(1), k, m) * Y[m - 1]
        rows[k] = algebra(
            eq(value, 0),
            *((-Y[m - 1], known(1, k, m)) for m in PLACES),
            *((g[i, k], one) for i, one in off.items()),
        )
    big = nonzero(kappa * kappa, [above_kappa()])
    zero_b = product_zero(combine(eq(kappa * kappa * B, 0), (L, rows[2]), (quarter, rows[4])), big)
    zero_a = product_zero(combine(eq(kappa * kappa * A, 0), (quarter, rows[2]), (L, rows[4])), big)
    some = assume(negation(both(eq(A, 0), eq(B, 0))))
    false = given(some, conjoin(zero_a, zero_b))
    return by_cases(
        eq(minor(COUNT), 0),
        lambda same: same,
        lambda _: absurd(false, eq(minor(COUNT), 0)),
    )


def at_shares(first: Term, second: Term, across: Theorem, some: Theorem) -> Theorem:
    """The same for these shares of the two vectors."""
    told = discharge(some_share(), discharge(orthogonal(), dependent()))
    return given(instantiate(told, A, first, B, second), some, across)


def some_share() -> Term:
    """A and B are not both 0."""
    return negation(both(eq(A, 0), eq(B, 0)))


@cache
def fifth() -> Theorem:
    """det(g_1, ..., g_4) = 0: some y of the plane is orthogonal to g_5."""
    one, other = paired(COUNT, Y1), paired(COUNT, Y3)
    flat = both(eq(-other, 0), eq(one, 0))

    def first_alone(zero):
        _, none = parts(zero)
        here = {A: ONE, B: ZERO}
        across = combine(substituted(orthogonal(), here), (1, none))
        apart = differs(bound(lt(0, ONE)), negation(eq(ONE, 0)))
        statement = substituted(some_share(), here)
        not_both = discharge(statement.args[0], given(apart, parts(assume(statement.args[0]))[0]))
        return at_shares(ONE, ZERO, across, not_both)

    def mixed(some):
        across = ring(substituted(orthogonal(), {A: -other, B: one}))
        return at_shares(-other, one, across, some)

    return by_cases(flat, first_alone, mixed)


# --- all minors, and the determinant --------------------------------------------------------------
def told_of(theorem: Theorem, j: int) -> Theorem:
    """The theorem with the fifth neuron and the j-th one in each other's place."""
    if j == COUNT:
        return theorem
    table = {}
    for letters in (g, o):
        for (i, k), letter in letters.items():
            if i in (j, COUNT):
                table[letter] = letters[COUNT if i == j else j, k]
    own = [one for one in sorted(theorem.hypotheses, key=digest) if one is not ABOVE]
    for one in own:
        theorem = discharge(one, theorem)
    theorem = instantiate(theorem, *(part for pair in table.items() for part in pair))
    facts = {normal(one): one for one in equations().values()}
    for _ in own:
        wanted_ = theorem.conclusion.args[0]
        theorem = given(theorem, assume(facts[normal(wanted_)]))
    return theorem


def same_minor(j: int) -> Theorem:
    """det of the four vectors without g_j = 0."""
    found = told_of(fifth(), j)
    return combine(eq(minor(j), 0), (1, found))


@cache
def impossible() -> Theorem:
    """The twenty equations and 0 < t give falsehood: det S_1 is k^2, and it is 0."""
    matrix = [[summed(1, min(k, m), max(k, m)) for m in PLACES] for k in PLACES]
    value = ZERO
    for j in NEURONS:
        product: Term = num(1)
        for i in without(j):
            product = product * o[i, 1]
        value = value + product * minor(j) ** 2
    binet = algebra(eq(determinant(matrix), value))
    steps = []
    for j in NEURONS:
        product = num(1)
        for i in without(j):
            product = product * o[i, 1]
        steps.append((product * minor(j), same_minor(j)))
    flat = combine(eq(determinant(matrix), 0), (1, binet), (1, algebra(eq(value, 0), *steps)))
    for k, m in ENTRIES:
        flat = substitute(flat, known(1, k, m))
    size = positive(kappa * kappa, [above_kappa()])
    zero = combine(eq(kappa * kappa, 0), (1, flat))
    return given(differs(size, negation(eq(kappa * kappa, 0))), zero)
