"""Something satisfies the definitions of cost minimisation: p = 5, an encoding of zeros, silent
neurons.

Our construction needs an encoding that is not zero: it has a witness of its own.
"""

from __future__ import annotations

from theory.modular import letters
from theory.modular.letters import cost, learned, plateau, pull
from theory.modular.letters.utility import half
from theory.modular.witnesses.attained import (
    OUR_TABLE,
    PRINTED,
    PRINTED_BUNDLE,
    no_size,
    ours,
    printed,
)
from theory.proof.lemmas import trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.polynomials import polynomial
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    disjoin,
    generalise,
    order,
    reflexive,
    witness,
)
from theory.proof.sums.finite import constant_sum, summand_equal
from theory.proof.tactics import (
    NotShown,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    obtain,
    outermost,
    part_by_part,
    ring,
    slope_of_same,
    written,
)
from theory.proof.tactics.linear import both_ways
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    both,
    eq,
    le,
    lt,
    make,
    negation,
    num,
    opened,
    substituted,
)

ZEROS = lam(lambda q: ZERO, INT)
SILENT = lam(lambda i, q: ZERO, INT, INT)
FIVE = num(5)
TABLE = {
    **dict.fromkeys((letters.x, letters.u, letters.v, letters.w), ZEROS),
    **dict.fromkeys((letters.x_hat, letters.u_hat, letters.v_hat, letters.w_hat), ZEROS),
    **dict.fromkeys((cost.u_in, cost.v_in, cost.w_in), SILENT),
    **dict.fromkeys((cost.A_u, cost.A_v, cost.A_w, cost.s_u, cost.s_v, cost.s_w), ZEROS),
    **dict.fromkeys((learned.A_u2, learned.A_v2, learned.A_w2), ZEROS),
    **dict.fromkeys((learned.s_u2, learned.s_v2, learned.s_w2), ZEROS),
    **dict.fromkeys((cost.X, cost.s_x, learned.X_2, learned.s_x2, learned.least_gap), ZERO),
    **dict.fromkeys((cost.a, cost.b, cost.c, learned.k), ZERO),
    **dict.fromkeys((cost.xi, letters.N, learned.N_2), ONE),
    letters.p: FIVE,
    learned.xi_2: num(2),
}
BUNDLE = (
    "modular.frequency",
    "modular.magnitude",
    "modular.phase",
    "modular.aligned-group",
    "modular.residues",
    "modular.minimiser",
    "modular.least-gap",
    "modular.second-frequency",
    "modular.second-magnitude",
    "modular.second-minimiser",
)


def still() -> Theorem:
    """All these definitions at once."""
    return satisfied(substituted(both(*(DEFINITIONS[name].statement for name in BUNDLE)), TABLE))


def zero_sums(whole: Term) -> list[Theorem]:
    """Those of the outermost sums that are sums of zeros, by what is 0 inside."""
    found = []
    for one in outermost(whole, "sum"):
        low, high, body = one.args

        def zero(k, *_, one=one):
            inside = opened(one, (k,))
            return ring(eq(inside, 0), *zero_sums(inside))

        try:
            same = summand_equal(make("lam", (INT,), (body,)), ZEROS, low, high, zero)
        except NotShown:
            continue
        flat = constant_sum(ZERO, low, high, bound(le(low, high + 1)))
        found.append(combine(eq(one, 0), (1, same), (1, flat)))
    return found


def satisfied(statement: Term) -> Theorem:
    """Part by part, with every sum 0."""
    return part_by_part(statement, _atom)


def _atom(statement: Term, _) -> Theorem:
    if statement.op == "implies":
        return discharge(statement.args[0], _false(assume(statement.args[0])))
    if statement.op == "exists":
        return _there(statement)
    known = [*zero_sums(statement), no_size()]
    return ring(statement, *known) if statement.op == "eq" else bound(statement, known)


def _false(equation: Theorem) -> Theorem:
    """An equation between different numbers is false."""
    left, right = equation.conclusion.args
    first, second = (polynomial(side).get((), 0) for side in (left, right))
    strict = bound(lt(left, right)) if first < second else bound(lt(right, left))
    return given(differs(strict, negation(equation.conclusion)), equation)


def _there(existence: Term) -> Theorem:
    """The silent group: amplitudes and phases 0."""
    if existence.op != "exists":
        return satisfied(existence)
    return witness(existence, ZEROS, _there(opened(existence, (ZEROS,))))


# --- a plateau ------------------------------------------------------------------------------------
PLATEAU = {
    **TABLE,
    **dict.fromkeys(plateau.OWN.values(), SILENT),
    letters.p: num(3),
    half: ONE,
    plateau.steps: ONE,
    **dict.fromkeys((plateau.mag, plateau.phase_of), ZEROS),
    **dict.fromkeys((plateau.freq_of, plateau.N_of), lam(lambda g: ONE, INT)),
    plateau.c_out: ZERO,
}
PLATEAU_TABLE = {
    letter: value
    for letter, value in PLATEAU.items()
    if letter is not cost.xi  # a letter of the same name is a function here
}
PLATEAU_BUNDLE = ("modular.plateau", "modular.entry", "modular.plateau-order", "modular.half")


def silent_plateau() -> Theorem:
    """One group, of one silent neuron, with the frequency 1 of an encoding of zeros."""
    statement = substituted(
        both(*(DEFINITIONS[name].statement for name in PLATEAU_BUNDLE)), PLATEAU_TABLE
    )
    every, some, listed, odd = statement.args
    here = opened(some, (ZERO,))
    return conjoin(
        satisfied(every), witness(some, ZERO, ring(here)), both_listed(listed), ring(odd)
    )


def both_listed(statement: Term) -> Theorem:
    """p = 3: the one frequency xi(1) = 1 is 1 or 3 - 2, and no other place is there."""
    low, high, sizes, once = statement.args
    k, i = fresh(INT, "k"), fresh(INT, "i")
    above, rest = opened(once, (k,)).args
    below, existence = rest.args
    ends = [assume(above), assume(below)]
    first, second, hit, unique = opened(existence, (ONE,)).args

    def one_of(same: Theorem, place: int) -> Theorem:
        return disjoin(hit, combine(hit.args[place], (1, same)))

    def two(more: Theorem) -> Theorem:
        next_one = fact("discrete", more, n=ONE, m=k)
        upper = bound(le(k, 2), (), [[ends[1]]])
        lower = bound(le(2, k), (), [[next_one]])
        return one_of(fact("antisymmetric", upper, lower, x=k, y=num(2)), 1)

    found = by_cases(
        trichotomy(k, ONE),
        lambda less: contradiction(bound(lt(0, 0), (), [[less], [ends[0]]], exact=True), hit),
        lambda same: one_of(same, 0),
        two,
    )
    j_low, j_rest = opened(unique, (i,)).args
    j_high, j_hit = j_rest.args
    same = fact("antisymmetric", assume(j_high), assume(j_low), x=i, y=ONE)
    alone = discharge(j_low, discharge(j_high, discharge(j_hit.args[0], same)))
    here = conjoin(bound(first), bound(second), found, generalise(alone, i))
    there = discharge(above, discharge(below, witness(existence, ONE, here)))
    return conjoin(bound(low), bound(high), satisfied(sizes), generalise(there, k))


# --- a neuron that is pulled ----------------------------------------------------------------------
PULL = {
    **TABLE,
    **dict.fromkeys((cost.amp_u, cost.amp_v, cost.amp_w, cost.ph_u, cost.ph_v, cost.ph_w), ZERO),
    pull.s_h: ZERO,
    pull.slope_cross: ZERO,
}
PULL_BUNDLE = ("modular.pull", "modular.second-phase")


def no_pull() -> Theorem:
    """With an encoding of zeros the loss does not depend on the outputs."""
    slope, phase = substituted(
        both(*(DEFINITIONS[name].statement for name in PULL_BUNDLE)), PULL
    ).args
    return conjoin(unmoved(slope), satisfied(phase))


def unmoved(slope: Term) -> Theorem:
    """A function of sums of zeros has the derivative 0."""
    low, high, point, _, body = slope.args
    moved = make("lam", (REAL,), (body,))
    v = fresh()
    here = moved(v)
    same = everywhere(v, ring(eq(here, 0), *zero_sums(here)), le(low, v), le(v, high))
    ends = dict(low=low, high=high, at=point)
    flat = fact("deriv-constant", y=ZERO, **ends)
    return written(slope, slope_of_same(moved, same, flat))


# --- a quarter of p -------------------------------------------------------------------------------
QUARTER = {letters.p: num(4), cost.xi: ONE}


def quarter() -> Theorem:
    """p = 4 and xi = 1: 4 is a multiple of 4 and 2 is not."""
    high, fourfold, twice = substituted(DEFINITIONS["modular.quarter"].statement, QUARTER).args
    there = witness(fourfold, ONE, ring(opened(fourfold, (ONE,))))
    return conjoin(bound(high), there, _no_half(twice))


def _no_half(negated: Term) -> Theorem:
    """No whole number times 4 is 2."""
    condition = negated.args[0]

    def from_witness(n, known):
        def no(step):
            return contradiction(
                bound(lt(0, 0), (), [[step], *([one] for one in both_ways(known))]), FALSE
            )

        return by_cases(
            trichotomy(n, ONE),
            lambda less: no(bound(le(n, 0), (), [[fact("discrete", less, n=n, m=ONE)]])),
            lambda same: no(order(le(ONE, n), ((num(-1), same),), ())),
            lambda more: no(bound(le(ONE, n), (), [[more]])),
        )

    return discharge(condition, obtain(assume(condition), from_witness))


# --- which multiples of p -------------------------------------------------------------------------
MARK = lam(
    lambda q, m: make(
        "ite", None, (substituted(cost.multiple(q - m), {letters.p: FIVE}), ZERO, ONE)
    ),
    INT,
    INT,
)
MARKS = {letters.p: FIVE, learned.without: MARK}


def marked() -> Theorem:
    """0 where k = m mod 5, else 1."""
    statement = substituted(DEFINITIONS["modular.without"].statement, MARKS)
    q, m = fresh(INT, "q"), fresh(INT, "m")
    hit, miss = opened(opened(statement, (q,)), (m,)).args
    condition = hit.args[0]
    values = dict(P=condition, z=ZERO, w=ONE)
    first = fact("ite-true", assume(condition), **values)
    second = fact("ite-false", assume(miss.args[0]), **values)
    both_ = conjoin(discharge(condition, first), discharge(miss.args[0], second))
    return generalise(generalise(both_, m), q)


ELSE = {letters.p: num(3), cost.xi: ONE, learned.k: ZERO, cost.s_x: ZERO}
CHI = substituted(learned.chi_transform(ZERO), ELSE)
ELSE_TABLE = {**ELSE, learned.chi_else: CHI}


def elsewhere() -> Theorem:
    """p = 3, xi = 1, k = 0: neither -1 nor 1 is a multiple of 3."""
    statement = substituted(DEFINITIONS["modular.chi-else"].statement, ELSE_TABLE)
    first, second, value = statement.args
    return conjoin(_no_third(first), _no_third(second), reflexive_as(value))


def reflexive_as(equation: Term) -> Theorem:
    """a = a."""
    return reflexive(equation.args[0])


def _no_third(negated: Term) -> Theorem:
    """No whole number times 3 is 1 or -1."""
    condition = negated.args[0]

    def from_witness(n, known):
        def no(less, sign):
            step = (
                fact("discrete", less, n=n, m=ZERO)
                if sign < 0
                else fact("discrete", less, n=ZERO, m=n)
            )
            return contradiction(
                bound(lt(0, 0), (), [[step], *([one] for one in both_ways(known))]), FALSE
            )

        def same(equal):
            wrong = combine(eq(known.conclusion.args[0], 0), (1, known), (3, equal))
            gap = order(lt(ZERO, ZERO), ((num(_value(known)), wrong),), ((ONE, (), ONE),))
            return contradiction(gap, FALSE)

        return by_cases(trichotomy(n), lambda less: no(less, -1), same, lambda more: no(more, 1))

    return discharge(condition, obtain(assume(condition), from_witness))


def _value(equation: Theorem) -> int:
    """The number on the left: 0 - 1 or 0 + 1."""
    return int(polynomial(equation.conclusion.args[0])[()])


WITNESSES = {
    "modular.frequency": still,
    "modular.our-group": ours,
    "modular.plateau": silent_plateau,
    "modular.printed-group": printed,
    "modular.pull": no_pull,
    "modular.quarter": quarter,
    "modular.without": marked,
    "modular.chi-else": elsewhere,
}
BUNDLES = {
    "modular.frequency": BUNDLE,
    "modular.printed-group": PRINTED_BUNDLE,
    "modular.plateau": PLATEAU_BUNDLE,
    "modular.pull": PULL_BUNDLE,
}
TABLES = {
    "modular.frequency": TABLE,
    "modular.our-group": OUR_TABLE,
    "modular.plateau": PLATEAU_TABLE,
    "modular.printed-group": PRINTED,
    "modular.pull": PULL,
    "modular.quarter": QUARTER,
    "modular.without": MARKS,
    "modular.chi-else": ELSE_TABLE,
}
