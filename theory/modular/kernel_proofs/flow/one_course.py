"""Two courses of one three-wave interaction that start together are the same.

Of the six numbers C, S of u, v, w, each rate is a bilinear form of two others; so the squared
distance E of two courses has E' = 2 sum q_ij d_i d_j, with q bounded on a closed interval, and E'
<= M E. No time of existence is asked for: both courses are given on the interval.
"""

from __future__ import annotations

from functools import cache

from theory.proof.lemmas.uniqueness import falls_to_zero, root_of_zero
from theory.proof.rules import Theorem, assume, conjoin, discharge, order
from theory.proof.tactics import (
    at,
    bound,
    conjuncts,
    derivative,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    lam,
    obtain,
    put,
    with_slope,
)
from theory.proof.tactics import deriv as slope_statement
from theory.proof.terms import (
    REAL,
    ZERO,
    Term,
    bind,
    eq,
    function,
    implies,
    le,
    num,
    var,
)

c, R, J, last = map(var, ("c_wave", "R_wave", "J_wave", "last_wave"))
NAMES = ("Cu", "Su", "Cv", "Sv", "Cw", "Sw")
ONE_COURSE, OTHER = (
    tuple(function(f"{name}_{which}", REAL, REAL) for name in NAMES) for which in ("one", "two")
)
Cu, Su, Cv, Sv, Cw, Sw = range(6)
# (sign, first, second, part of x^) of each rate over c: u' = conj(v) w x^, w' = u v conj(x^)
FORMS = {
    Cu: ((1, Cv, Cw, R), (1, Sv, Sw, R), (-1, Sv, Cw, J), (1, Cv, Sw, J)),
    Su: ((-1, Cv, Cw, J), (-1, Sv, Sw, J), (-1, Sv, Cw, R), (1, Cv, Sw, R)),
    Cv: ((1, Cu, Cw, R), (1, Su, Sw, R), (-1, Su, Cw, J), (1, Cu, Sw, J)),
    Sv: ((-1, Cu, Cw, J), (-1, Su, Sw, J), (-1, Su, Cw, R), (1, Cu, Sw, R)),
    Cw: ((1, Cu, Cv, R), (-1, Su, Sv, R), (-1, Cu, Sv, J), (-1, Su, Cv, J)),
    Sw: ((1, Cu, Cv, J), (-1, Su, Sv, J), (1, Cu, Sv, R), (1, Su, Cv, R)),
}
PAIRS = [(i, j) for i in range(6) for j in range(i + 1, 6) if i // 2 != j // 2]


def rate_of(number: int, values) -> Term:
    """The rate of C or S of u, v or w at these six numbers."""
    parts = [num(sign) * c * part * values[a] * values[b] for sign, a, b, part in FORMS[number]]
    return parts[0] + parts[1] + parts[2] + parts[3]


def coupling(i: int, j: int, one, other) -> Term:
    """q_ij: what stands at d_i d_j in sum_k d_k (rate_k(one) - rate_k(other))."""
    found = []
    for number, mate in ((i, j), (j, i)):
        for sign, a, b, part in FORMS[number]:
            if a == mate:
                found.append(num(sign) * c * part * one[b])
            if b == mate:
                found.append(num(sign) * c * part * other[a])
    whole = found[0]
    for one_more in found[1:]:
        whole = whole + one_more
    return whole


def follows(courses: tuple, number: int) -> Term:
    """One of the six follows its rate on [0, last]."""
    return forall(
        lambda s: implies(
            le(0, s),
            le(s, last),
            slope_statement(
                num(0),
                last,
                s,
                rate_of(number, [f(s) for f in courses]),
                lambda r: courses[number](r),
            ),
        )
    )


PREMISES = (
    *(follows(courses, number) for courses in (ONE_COURSE, OTHER) for number in range(6)),
    *(eq(f(0), g(0)) for f, g in zip(ONE_COURSE, OTHER)),
)


@cache
def small_couplings() -> Theorem:
    """2 sum q_ij d_i d_j <= (K + 12) sum d^2, where sum q_ij^2 <= K."""
    d = [var(f"d_{n}") for n in range(6)]
    q = {pair: var(f"q_{pair[0]}{pair[1]}") for pair in PAIRS}
    K = var("K_wave")
    square = _sum([one**2 for one in d])
    small = assume(le(_sum([one**2 for one in q.values()]), K))
    products: list = [([small], one) for one in d]
    for (i, j), one in q.items():
        products += [([], one * d[i] - d[j])]
        products += [([], one * d[n]) for n in range(6) if n != i]
        products += [([], d[n]) for n in range(6) if n != j]
    goal = le(_sum([2 * one * d[i] * d[j] for (i, j), one in q.items()]), (K + 12) * square)
    return order(goal, (), tuple((num(1), tuple(known), root) for known, root in products))


def _sum(parts: list) -> Term:
    whole = parts[0]
    for one in parts[1:]:
        whole = whole + one
    return whole


@cache
def same_course() -> Theorem:
    """C and S of u, v, w are the same at the end; the premises are ``PREMISES`` and 0 <= last."""
    moves = [assume(one) for one in PREMISES[:12]]
    starts = tuple(assume(one) for one in PREMISES[12:])
    late = assume(le(0, last))

    def slopes(s, low, high):
        return [at(one, s, low, high) for one in moves]

    def values(s):
        return [f(s) for f in ONE_COURSE], [f(s) for f in OTHER]

    def strength(s):
        one, other = values(s)
        return _sum([coupling(i, j, one, other) ** 2 for i, j in PAIRS])

    s = fresh()
    ends = le(0, s), le(s, last)
    own = derivative(strength, 0, last, s, slopes(s, *map(assume, ends)))
    most = fact(
        "deriv-bounded",
        everywhere(s, own, *ends),
        low=ZERO,
        high=last,
        f=lam(strength),
        df=bind("lam", s, own.conclusion.args[3]),
    )
    distance = lam(lambda r: _sum([(f(r) - g(r)) ** 2 for f, g in zip(ONE_COURSE, OTHER)]))

    def with_bound(K, known):
        def drift(r, low, high):
            one, other = values(r)
            gaps = [a - b for a, b in zip(one, other)]
            pulls = {pair: coupling(*pair, one, other) for pair in PAIRS}
            value = _sum([2 * q * gaps[i] * gaps[j] for (i, j), q in pulls.items()])
            slope = with_slope(derivative(distance, 0, last, r, slopes(r, low, high)), value)
            table = {f"d_{n}": gap for n, gap in enumerate(gaps)}
            table |= {f"q_{i}{j}": q for (i, j), q in pulls.items()}
            general = small_couplings()
            (premise,) = general.hypotheses
            told = put(discharge(premise, general), K_wave=K, **table)
            _, top = _two(at(known, r, low, high))
            return slope, given(told, top)

        least = falls_to_zero(distance, K + 12, last, late, starts, drift)
        return conjoin(*(one_equal(n, least) for n in range(6)))

    def one_equal(n, least):
        f, g = ONE_COURSE[n], OTHER[n]
        others = [a(last) - b(last) for a, b in zip(ONE_COURSE, OTHER) if a is not f]
        none = bound(le((f(last) - g(last)) ** 2, 0), (), [[least]], others)
        return root_of_zero(f(last), g(last), none)

    return obtain(most, with_bound)


def _two(theorem: Theorem) -> tuple[Theorem, Theorem]:
    low, high = conjuncts(theorem)
    return low, high
