"""At the end of the half turn the problem is that of its start with two axes reversed: the flow
from e e_1 is the reversed one with the other sign, and so is the cosine at rest.
"""

from __future__ import annotations

from functools import cache

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.flow import pair_flow
from theory.linear.kernel_proofs.greedy.reversed_axes import (
    FIRST,
    MIRROR,
    REVERSED,
    SQUARES,
    m,
    mirrored,
)
from theory.linear.letters.half_turn import (
    ENDS,
    End,
    bumped,
    cosine,
    loss,
    mu,
    n,
    overlap,
    s,
    vector_at,
)
from theory.proof.lemmas import inv, sqrt
from theory.proof.lemmas.limits import opposite_limit, same_limit
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    conjunct,
    discharge,
    instantiate,
)
from theory.proof.sums.nested import same_sums
from theory.proof.sums.slopes import sum_derivative
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    derivative,
    discharged,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    lam,
    one_slope,
    positive,
    ring,
    slope_is,
    total,
    weaker,
    written,
)
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, eq, le, lt, make, num

BEFORE, AFTER = ENDS


# --- the flows ------------------------------------------------------------------------------------
@cache
def covariance_rule(end: End) -> Theorem:
    """Sigma_xx in R."""
    ends = known("loop-ends")
    return ends[3] if end is BEFORE else ends[7]


@cache
def reversed_covariance() -> Theorem:
    """(Sigma_xx after)_ij = m_i m_j (Sigma_xx before)_ij."""
    i, j = fresh(INT, "i"), fresh(INT, "j")
    premises = (le(1, i), le(i, n), le(1, j), le(j, n))
    facts = list(map(assume, premises))
    same = same_sums(
        eq(AFTER.cov(i, j), m(i) * m(j) * BEFORE.cov(i, j)),
        covariance_rule(AFTER), covariance_rule(BEFORE), assume(REVERSED), facts=facts,
    )  # fmt: skip
    return everywhere(i, everywhere(j, same, *premises[2:]), *premises[:2])


@cache
def symmetric(end: End) -> Theorem:
    """Sigma_xx = Sigma_xx^T."""
    i, j = fresh(INT, "i"), fresh(INT, "j")
    premises = (le(1, i), le(i, n), le(1, j), le(j, n))
    facts = list(map(assume, premises))
    same = same_sums(eq(end.cov(i, j), end.cov(j, i)), covariance_rule(end), facts=facts)
    return everywhere(i, everywhere(j, same, *premises[2:]), *premises[:2])


def spread(end: End, w) -> Term:
    """w^T Sigma_xx w."""
    return total(1, n, lambda j: total(1, n, lambda k: end.cov(j, k) * w(j) * w(k)))


def pulls(end: End, a, w, i) -> tuple[Term, Term]:
    """-dL/da_i and -dL/dw_i."""
    image = total(1, n, lambda k: end.cov(i, k) * w(k))
    size = total(1, n, lambda k: a(k) ** 2)
    return s(i) * w(i) - spread(end, w) * a(i), s(i) * a(i) - size * image


def moving(
    end: End,
    size: Term,
    above: Theorem,
    limit: Term,
    limit_above: Theorem,
    t: Term,
    inside,
    i,
    i_in,
) -> list[Theorem]:
    """The slopes of a_i and w_i at t, with the gradient carried out."""
    flow = known_flow(end)
    _, every = conjuncts(at(flow, size, above))
    here = at(every, limit, limit_above, t, *inside, i, *i_in)
    given_a, given_w, moves_a, moves_w = conjuncts(here)
    a, w = vector_at(end.a, size, t), vector_at(end.w, size, t)
    ends = (bound(le(num(-1), ZERO)), bound(le(ZERO, ONE)))
    found = []
    for stated, moves, body, slope, pull in (
        (given_a, moves_a, lambda q: loss(end, bumped(a, i, q), w), end.slope_a, 0),
        (given_w, moves_w, lambda q: loss(end, a, bumped(w, i, q)), end.slope_w, 1),
    ):
        own = sum_derivative(body, -1, 1, 0, ends, [])
        unique = one_slope(stated, own)
        value = pulls(end, a, w, i)[pull]
        flat = same_sums(eq(own.conclusion.args[3], -value), symmetric(end), facts=[*i_in])
        same = combine(eq(-slope(i, size, t), value), (1, unique), (1, flat))
        found.append(slope_is(moves, same))
    return found


def known_flow(end: End) -> Theorem:
    """The statement of the flow at this end."""
    both = known_whole("first-stage")
    return conjunct(both, both.conclusion.args[ENDS.index(end)])


def known_whole(name: str) -> Theorem:
    """A definition as one theorem."""
    return assume(DEFINITIONS[f"linear.{name}"].statement)


@cache
def same_course() -> Theorem:
    """for all e > 0, t > 0 and i: a_i after = -m_i a_i before."""
    size, limit = fresh(REAL, "e"), fresh(REAL, "t")
    above, limit_above = assume(lt(0, size)), assume(lt(0, limit))
    table = {
        pair_flow.end: limit,
        pair_flow.a: lam(lambda i, t: AFTER.a(i, size, t), INT, REAL),
        pair_flow.w: lam(lambda i, t: AFTER.w(i, size, t), INT, REAL),
        pair_flow.b: lam(lambda i, t: -(m(i) * BEFORE.a(i, size, t)), INT, REAL),
        pair_flow.v: lam(lambda i, t: -(m(i) * BEFORE.w(i, size, t)), INT, REAL),
        pair_flow.C: lam(lambda i, j: AFTER.cov(i, j), INT, INT),
        pair_flow.F: lam(lambda i, q: s(i) * AFTER.R(i, q), INT, INT),
        pair_flow.nu: lam(lambda q: inv(mu(q)), INT),
    }
    found = pair_flow.agree()
    found = discharged(found, *pair_flow.PREMISES)
    found = instantiate(found, *(part for pair in table.items() for part in pair))
    premises = []
    statement = found.conclusion
    for _ in pair_flow.PREMISES:
        premises.append(statement.args[0])
        statement = statement.args[1]
    positive_, _, first, second, start = premises
    shown = [
        _positive(positive_),
        limit_above,
        _follows(first, size, above, limit, limit_above, False),
        _follows(second, size, above, limit, limit_above, True),
        _starts(start, size, above),
    ]
    found = given(found, *shown)
    return everywhere(size, everywhere(limit, found, lt(0, limit)), lt(0, size))


def _positive(statement: Term) -> Theorem:
    q = fresh(INT, "q")
    q_in = (le(1, q), le(q, n))
    mu_above = known("loop")[4]
    above = at(mu_above, q, *map(assume, q_in))
    low = everywhere(q, weaker(positive(inv(mu(q)), [above])), *q_in)
    return written(statement, conjoin(low, covariance_rule(AFTER)))


def _follows(statement: Term, size, above, limit, limit_above, turned: bool) -> Theorem:
    t, i = fresh(), fresh(INT, "i")
    t_in, i_in = (le(ZERO, t), le(t, limit)), (le(1, i), le(i, n))
    inside, index = list(map(assume, t_in)), list(map(assume, i_in))
    end = BEFORE if turned else AFTER
    moves = moving(end, size, above, limit, limit_above, t, inside, i, index)
    if turned:
        b, v = (
            lambda k: -(m(k) * BEFORE.a(k, size, t)),
            lambda k: -(m(k) * BEFORE.w(k, size, t)),
        )
        rules = (reversed_covariance(), assume(SQUARES), symmetric(BEFORE))
        found = []
        for letter, move, pull in zip((BEFORE.a, BEFORE.w), moves, (0, 1)):
            own = derivative(lambda q: -(m(i) * letter(i, size, q)), 0, limit, t, [move])
            value = pulls(AFTER, b, v, i)[pull]
            found.append(
                slope_is(own, same_sums(eq(own.conclusion.args[3], value), *rules, facts=index))
            )
        moves = found
    whole = everywhere(t, everywhere(i, conjoin(*moves), *i_in), *t_in)
    return written(statement, whole)


def _starts(statement: Term, size, above) -> Theorem:
    """e delta_i1 = -m_i e delta_i1, since m_1 = -1."""
    i = fresh(INT, "i")
    i_in = (le(1, i), le(i, n))
    index = list(map(assume, i_in))
    begins = [
        conjuncts(at(conjuncts(at(known_flow(end), size, above))[0], i, *index))
        for end in (AFTER, BEFORE)
    ]
    found = []
    for letter in (0, 1):
        after, before = begins[0][letter], begins[1][letter]
        goal = eq(after.conclusion.args[0], -(m(i) * before.conclusion.args[0]))
        chosen = make("ite", None, (eq(i, ONE), ONE, ZERO))

        def here(same):
            moved = equal_inside(m(i), same)
            return combine(
                goal,
                (1, after),
                (m(i), before),
                (size * chosen, moved),
                (size * chosen, assume(FIRST)),
            )

        def other(differ):
            off = fact("ite-false", differ, P=eq(i, ONE), z=ONE, w=ZERO)
            return ring(goal, after, before, off)

        found.append(by_cases(eq(i, ONE), here, other))
    return written(statement, everywhere(i, conjoin(*found), *i_in))


# --- the cosines ----------------------------------------------------------------------------------
@cache
def opposite_cosines() -> Theorem:
    """for all e > 0 and t > 0: the cosine after is minus the cosine before."""
    size, t = fresh(REAL, "e"), fresh(REAL, "t")
    premises = (lt(0, size), lt(0, t))
    above, later = map(assume, premises)
    one = fact_one()
    course = at(same_course(), size, above, t, later)
    rules = (course, assume(REVERSED), assume(SQUARES))
    along = [total(1, n, lambda i: end.a(i, size, t) * end.R(i, 1)) for end in ENDS]
    sizes = [total(1, n, lambda i: end.a(i, size, t) ** 2) for end in ENDS]
    turned = same_sums(eq(along[1], -along[0]), *rules, facts=one)
    length = same_sums(eq(sizes[1], sizes[0]), *rules)
    root = equal_inside(inv(sqrt(sizes[1])), length)
    goal = eq(cosine(AFTER, size, t), -cosine(BEFORE, size, t))
    found = combine(goal, (inv(sqrt(sizes[1])), turned), (along[0], root))
    return everywhere(size, everywhere(t, found, premises[1]), premises[0])


def fact_one() -> list[Theorem]:
    """1 <= 1 and 1 <= n."""
    some = known("loop")[0]
    return [bound(le(ONE, ONE)), bound(le(1, n), (), [[some]])]


@proof("linear.half-turn")
def half_turn() -> Theorem:
    """Limits of opposite functions are opposite, twice: t -> oo, then e -> 0."""
    whole = known_whole("overlap-at-rest")
    (later_0, small_0), (later_1, small_1) = (conjuncts(one) for one in conjuncts(whole))
    size = fresh(REAL, "e")
    ends = (lt(0, size), lt(size, 1))
    above, below = map(assume, ends)

    def cosines(end):
        return lambda x: cosine(end, size, inv(x))

    def opposite(x, low, _):
        return at(opposite_cosines(), size, above, inv(x), positive(inv(x), [low]))

    turned = opposite_limit(
        cosines(BEFORE),
        cosines(AFTER),
        BEFORE.rest(size),
        at(later_0, size, above, below),
        opposite,
    )
    rest = same_limit(
        cosines(AFTER), AFTER.rest(size), -BEFORE.rest(size),
        at(later_1, size, above, below), turned,
    )  # fmt: skip
    every = everywhere(size, rest, *ends)
    final = opposite_limit(
        lambda x: BEFORE.rest(x), lambda x: AFTER.rest(x), overlap(ZERO), small_0,
        lambda x, low, high: at(every, x, low, high),
    )  # fmt: skip
    goal = same_limit(lambda x: AFTER.rest(x), overlap(ONE), -overlap(ZERO), small_1, final)
    return settled(goal)


def settled(theorem: Theorem) -> Theorem:
    """The theorem at m = (-1, -1, 1, ...), which has what is asked of m."""
    squares, turned, first = mirrored()
    for premise in (SQUARES, REVERSED, FIRST):
        theorem = discharge(premise, theorem)
    theorem = instantiate(theorem, m, MIRROR)
    return given(theorem, first, turned, squares)
