"""Bounds on accumulated utility and jump times, in the kernel, for any number of directions."""

from __future__ import annotations

from functools import cache

from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.kernel_proofs.sphere.maximum import ROOT, at_most
from theory.attention.letters import eigenvalue, lam_k, on_sphere, top, utility
from theory.attention.letters.bound import (
    K,
    N,
    Q,
    S,
    V,
    accumulated,
    below_norm,
    d,
    eta,
    first,
    jumper,
    last,
    left,
    mu,
    squared,
    t,
    times,
    value,
    weighted,
)
from theory.attention.letters.slopes import Head
from theory.proof.lemmas import inv, sqrt, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    detach,
    discharge,
    instantiate,
    order,
)
from theory.proof.sums.finite import empty, scaled, step, sum_of
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    induction,
    inverse,
    lam,
    parts,
    positive,
    ring,
    weaker,
    with_slope,
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
    bind,
    eq,
    function,
    implies,
    le,
    lt,
    num,
    substituted,
    var,
)

THIRD_ROOT = num(1, 3) * ROOT


POINT = var("v'"), function("Q'", INT, REAL), function("K'", INT, REAL)
SPECTRUM = DEFINITIONS["attention.spectrum"].statement


@cache
def largest() -> Theorem:
    """The spectrum, 0 < N, 0 < lambda and a point on the sphere give U <= N lambda^2 sqrt(3)/9."""
    sphere = on_sphere(*POINT)
    found = discharge(sphere, at_most(*POINT, assume(sphere)))
    for premise in (lt(0, lam_k), lt(0, N), SPECTRUM):
        found = discharge(premise, found)
    return found


def some() -> Theorem:
    """1 <= d + 1."""
    return bound(le(1, d + 1), (), [[assume(lt(0, d))]])


def root_facts(s: Term, above: Theorem) -> list[Theorem]:
    """|theta|^2 = r^2, r/r = 1 for r = |theta(s)|."""
    root = sqrt(squared(s))
    up = positive(root, [above])
    return [
        fact("sqrt-square", weaker(above), x=squared(s)),
        inverse(root, [up]),
    ]


def direction(s: Term, above: Theorem) -> Theorem:
    """theta/|theta| is on the sphere."""
    down = below_norm(s)
    square, unit = root_facts(s, above)
    parts_ = [scaled(down**2, lam(lambda j, f=f: f(j, s) ** 2, INT), 1, d, some()) for f in (Q, K)]
    goal = on_sphere(
        V(s) * down, lam(lambda j: Q(j, s) * down, INT), lam(lambda j: K(j, s) * down, INT)
    )
    root = sqrt(squared(s))
    one = ring(eq(root**2 * down**2, 1), unit)
    return combine(goal, (1, parts_[0]), (1, parts_[1]), (down**2, square), (1, one))


@proof("attention.accumulated-bound")
def accumulated_bound() -> Theorem:
    """S grows by at most 3 N lambda_k^2/(3 sqrt(3)) = N lambda_k^2/sqrt(3) a unit of time."""
    begin, named, course = defined("attention.accumulated")
    rate = THIRD_ROOT * N * lam_k**2

    s = fresh()
    low, high = assume(le(0, s)), assume(le(s, t))
    above, slope = parts(at(course, s, low, high))
    down = below_norm(s)
    point = (
        V(s) * down,
        lam(lambda j: Q(j, s) * down, INT),
        lam(lambda j: K(j, s) * down, INT),
    )
    most = at_most(*point, direction(s, above))
    gap = lam(lambda q: rate * q - accumulated(q))
    own = with_slope(derivative(gap, 0, t, s, [slope]), rate - 3 * utility(*point))
    rises = conjoin(own, bound(le(0, rate - 3 * utility(*point)), (), [[most]]))
    ordered = weaker(assume(lt(0, t)))
    more = fact(
        "increasing",
        ordered,
        everywhere(s, rises, low.conclusion, high.conclusion),
        low=ZERO,
        high=t,
        f=gap,
        df=_slopes(s, own),
    )
    return bound(le(S, t * N * lam_k**2 * THIRD_ROOT), [named, begin], [[more]])


def _slopes(s: Term, own: Theorem) -> Term:
    return bind("lam", s, own.conclusion.args[3])


# --- from jump l to jump k ------------------------------------------------------------------------


def plateau_spectrum(j: Term, first_part: Theorem, second_part: Theorem) -> Theorem:
    """On plateau j the largest eigenvalue left is lambda_{j+1}, where 1 <= j + 1 <= d."""
    above, falling = defined("attention.ordered-spectrum")
    table = {top: j + 1, eigenvalue: lam(lambda i: left(j, i), INT), lam_k: value(j + 1)}
    # left(j, j + 1) = lambda_{j+1}
    learned = le(j + 1, j)
    no = order(lt(ZERO, ZERO), (), ((ONE, (assume(learned),), ONE), (ONE, (), ONE)))
    never = discharge(learned, contradiction(no, FALSE))
    named = fact("ite-false", never, P=learned, z=ZERO, w=value(j + 1))
    i = fresh(INT, "i")
    i_low, i_high = assume(le(1, i)), assume(le(i, d))
    largest_value = at(above, j + 1, first_part, second_part)

    def gone(known):
        zero = fact("ite-true", known, P=le(i, j), z=ZERO, w=value(i))
        return conjoin(
            order(le(ZERO, left(j, i)), ((num(-1), zero),), ()),
            bound(le(left(j, i), value(j + 1)), [zero], [[largest_value]]),
        )

    def stays(known):
        same = fact("ite-false", known, P=le(i, j), z=ZERO, w=value(i))
        after = by_cases(
            trichotomy(i, j + 1),
            lambda less: contradiction_of(less, known, le(j + 1, i)),
            lambda equal: order(le(j + 1, i), ((num(-1), equal),), ()),
            weaker,
        )
        return conjoin(
            bound(le(ZERO, left(j, i)), [same], [[at(above, i, i_low, i_high)]]),
            bound(
                le(left(j, i), value(j + 1)),
                [same],
                [[at(falling, j + 1, first_part, second_part, i, after, i_high)]],
            ),
        )

    def contradiction_of(less, known, goal):
        """i < j + 1 gives i <= j."""
        reached = bound(le(i, j), (), [[fact("discrete", less, n=i, m=j + 1)]])
        return absurd(detach(known, reached), goal)

    every = everywhere(i, by_cases(le(i, j), gone, stays), i_low.conclusion, i_high.conclusion)
    whole = conjoin(first_part, second_part, named, every)
    return written(substituted(SPECTRUM, table), whole)


def velocity(j: Term, s: Term, course: Theorem) -> tuple[Theorem, Theorem]:
    """0 < |theta|^2, and its slope 6 eta U within plateau j."""
    head = Head(V, Q, K, lambda i: left(j, i) ** 2, some)
    above, slope, moves, entries = conjuncts(course)
    value_moves = with_slope(moves, eta * N * head.overlap(s), head.in_value(slope, s))
    place = (times(j), times(j + 1), s)

    def component(query):
        def proof_at(i, *where):
            in_Q, in_K, Q_moves, K_moves = parts(at(entries, i, *where))
            known, own, other = (in_Q, Q_moves, K) if query else (in_K, K_moves, Q)
            rate = eta * N * V(s) * left(j, i) ** 2 * other(i, s)
            return with_slope(own, rate, head.in_component(known, s, i, query, where))

        return proof_at

    low, high = assume(le(times(j), s)), assume(le(s, times(j + 1)))
    squares = [
        head.squares(query, eta * N * V(s), place, (low, high), component(query))
        for query in (True, False)
    ]
    own = derivative(lam(squared), *place, [value_moves, *squares])
    return above, with_slope(own, 6 * eta * N * V(s) * head.overlap(s))


def one_plateau(j: Term, low: Theorem, high: Theorem) -> Theorem:
    """1/|theta| falls by at most eta N lambda_{j+1}^2/sqrt(3) a unit of time."""
    _, _, _, ordered, courses, *_ = defined("attention.jumps")
    s = fresh()
    inside = assume(le(times(j), s)), assume(le(s, times(j + 1)))
    course = at(courses, j, low, high, s, *inside)
    above, slope = velocity(j, s, course)
    root, down = sqrt(squared(s)), below_norm(s)
    start, _, end, *_ = defined("attention.jumps")
    range_ = (
        bound(le(1, j + 1), (), [[low], [start]]),
        bound(le(j + 1, d), (), [[high], [end]]),
    )
    spectrum = plateau_spectrum(j, *range_)
    eigen = lam(lambda i: left(j, i), INT)
    point = (
        V(s) * down,
        lam(lambda i: Q(i, s) * down, INT),
        lam(lambda i: K(i, s) * down, INT),
    )
    positive_value = at(defined("attention.ordered-spectrum")[0], j + 1, *range_)
    most = given(
        instantiate(
            largest(),
            *(part for pair in zip(POINT, point) for part in pair),
            *(eigenvalue, eigen, lam_k, value(j + 1), top, j + 1),
        ),
        spectrum,
        assume(lt(0, N)),
        positive_value,
        direction(s, above),
    )
    rate = THIRD_ROOT * eta * N * value(j + 1) ** 2
    gap = lam(lambda q: below_norm(q) + rate * q)
    up = positive(root, [above])
    own = derivative(gap, times(j), times(j + 1), s, [slope], side=[above])
    plain = lam(lambda i: left(j, i) ** 2 * Q(i, s) * K(i, s), INT)
    overlap = scaled(down**2, plain, 1, d, some())
    steep = own.conclusion.args[3]
    rises = bound(
        le(0, steep),
        [overlap],
        [[assume(lt(0, eta)), most]],
    )
    del up
    return fact(
        "increasing",
        at(ordered, j, low, high),
        everywhere(s, conjoin(own, rises), *(one.conclusion for one in inside)),
        low=times(j),
        high=times(j + 1),
        f=gap,
        df=_slopes(s, own),
    )


@proof("attention.jump-bound-appendix")
def jump_bound_appendix() -> Theorem:
    """Plateau by plateau; the norm is at most mu at jump l, and 1 at jump k."""
    _, before, _, _, _, at_one, named = defined("attention.jumps")
    rate = THIRD_ROOT * eta * N
    summand = lam(lambda j: value(j + 1) ** 2 * (times(j + 1) - times(j)), INT)

    def statement(j):
        return implies(
            le(j, last),
            le(
                below_norm(times(first)),
                below_norm(times(j)) + rate * sum_of(summand, first, j - 1),
            ),
        )

    base = discharge(
        le(first, last),
        bound(statement(first).args[1], [empty(summand, first)]),
    )

    def next_one(j, above, now):
        condition = assume(le(j + 1, last))
        sofar = given(now, bound(le(j, last), (), [[condition]]))
        fallen = one_plateau(j, above, bound(le(j, last - 1), (), [[condition]]))
        grown = step(summand, first, j - 1, bound(le(first - 1, j - 1), (), [[above]]))
        return discharge(
            condition.conclusion,
            bound(statement(j + 1).args[1], [grown], [[sofar], [fallen]]),
        )

    scheme = induction(statement, first, base, next_one)
    whole = given(at(scheme, last, weaker(before)), bound(le(last, last)))
    one = combine(
        eq(below_norm(times(last)), 1),
        (1, equal_inside(below_norm(times(last)), at_one)),
        (1, inverse(ONE, [])),
    )
    size, up, small = start_norm()
    least = _inverse_falls(size, mu, up, small)
    inner = bound(le(inv(mu) - 1, rate * weighted), [one, named], [[whole], [least]])
    units = [inverse(eta, [assume(lt(0, eta))]), inverse(N, [assume(lt(0, N))])]
    square = fact("sqrt-square", bound(le(0, num(3))), x=num(3))
    positives = [
        fact("sqrt-nonnegative", bound(le(0, num(3))), x=num(3)),
        fact("inverse-positive", assume(lt(0, eta)), x=eta),
        fact("inverse-positive", assume(lt(0, N)), x=N),
    ]
    goal = le(ROOT * (inv(mu) - 1) * inv(eta) * inv(N), weighted)
    return bound(goal, [*units, square], [[*positives, inner]])


def start_norm() -> tuple[Term, Theorem, Theorem]:
    """|theta| at jump l, which is positive and at most mu."""
    jumper_low, jumper_high, own_norm, below, _ = defined("attention.largest-norm")
    size = sqrt(squared(times(first)))
    limit = at(below, jumper, jumper_low, jumper_high)
    small = bound(le(size, mu), [], [[limit], [both_ways(own_norm)[1]]])
    return size, positive(size, [_start_above()]), small


def largest_above() -> Theorem:
    """0 < mu."""
    _, up, small = start_norm()
    return bound(lt(0, mu), (), [[up], [small]])


def _start_above() -> Theorem:
    """0 < |theta(tau_l)|^2."""
    _, before, _, ordered, courses, *_ = defined("attention.jumps")
    low, high = bound(le(first, first)), bound(le(first, last - 1), (), [[_discrete(before)]])
    inside = bound(le(times(first), times(first))), at(ordered, first, low, high)
    return conjuncts(at(courses, first, low, high, times(first), *inside))[0]


def _discrete(before: Theorem) -> Theorem:
    return fact("discrete", before, n=first, m=last)


def _inverse_falls(small: Term, large: Term, above: Theorem, ordered: Theorem) -> Theorem:
    """0 < a <= b gives 1/b <= 1/a."""
    upper = bound(lt(0, large), (), [[above], [ordered]])
    downs = [fact("inverse-positive", one, x=x) for one, x in ((above, small), (upper, large))]
    units = [inverse(small, [above]), inverse(large, [upper])]
    return bound(le(inv(large), inv(small)), units, [[*downs, ordered]])
