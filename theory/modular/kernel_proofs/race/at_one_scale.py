"""At one scale alpha: the part at the frequency that is learned next cannot grow faster on any
plateau, so 1/mu <= 1/share + 3 U* wait/alpha.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.maximum import printed
from theory.modular.kernel_proofs.maxima.single import concrete
from theory.modular.kernel_proofs.maxima.upper_bound import squares_low
from theory.modular.kernel_proofs.plateaus.listing import order
from theory.modular.kernel_proofs.plateaus.residual_bound import norm_listed, powers
from theory.modular.kernel_proofs.race.one_part import NEXT, at_vectors, ends
from theory.modular.kernel_proofs.race.part_growth import grown, part_falls, part_grown, part_low
from theory.modular.kernel_proofs.race.slow_growth import POSITIVE, E, root_facts
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.transforms.waves import above_zero, unit
from theory.modular.letters import jump, p, u_hat, v_hat, w_hat
from theory.modular.letters.flow import at_time, squared_norm
from theory.modular.letters.plateau import freq_of, mag, steps
from theory.modular.letters.race import (
    first,
    jumper,
    mu,
    neuron,
    on_plateau,
    share,
    t,
)
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv, sqrt, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge, instantiate
from theory.proof.sums.single_terms import term_below_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    everywhere,
    fact,
    fresh,
    given,
    induction,
    inverse,
    parts,
    positive,
    weaker,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import INT, ONE, ZERO, Term, eq, implies, le, lt, num, substituted

ALPHA = fresh(name="alpha")
SCALE = (assume(lt(0, ALPHA)), assume(lt(ALPHA, 1)))
LAST = steps + 1
SPEED = printed(mag(LAST))  # U* of the frequency that is learned next
RATE = 3 * inv(ALPHA) * SPEED


# --- one neuron -----------------------------------------------------------------------------------
@cache
def part_in_norm(s: Term) -> Theorem:
    """|part|^2 <= |theta|^2 at the time s."""
    own = at_time(s)
    whole = concrete(norm_listed(), *own)
    table = dict(zip((u_hat, v_hat, w_hat), at_vectors(own)))
    pairs = [piece for pair in table.items() for piece in pair]

    def put(theorem: Theorem) -> Theorem:
        return instantiate(theorem, *pairs)

    low_, high_ = ends()
    one = put(
        term_below_sum(
            fn(powers), NEXT, 1, half, low_, high_, lambda i, *_: squares_low(freq_of(i))
        )
    )
    zero = put(squares_low(ZERO))
    down = positive(inv(p), [above_zero()])
    there = part_grown(s)
    value = one.conclusion.args[0]
    is_part = combine(eq(grown(s), 2 * inv(p) * value), (1, there))
    return ordered(
        le(grown(s), squared_norm(s)),
        [(1, is_part), (inv(p), whole), (squared_norm(s), unit())],
        [down, zero],
        [down, one],
        [down, one],
    )


# --- plateau by plateau ---------------------------------------------------------------------------
def facts() -> list[Theorem]:
    """What is known of the race at the scale alpha, part by part."""
    (races,) = defined("modular.races")
    found = at(races, ALPHA, *SCALE)
    return conjuncts(found)


def next_frequency() -> list[Theorem]:
    """0 <= first, first <= n, n + 1 <= (p - 1)/2, 0 < mag(n + 1), 0 < share."""
    return defined("modular.next-frequency")


def earlier_plateau(j: Term, j_low: Theorem, j_high: Theorem) -> tuple[Theorem, Theorem]:
    """The definitions of a plateau and of its order, with j frequencies learned."""
    (known,) = defined("modular.plateau")
    i = fresh(INT, "g")
    last = assume(le(i, j))
    start = assume(le(1, i))
    told = at(known, i, start, bound(le(i, steps), (), [[last], [j_high]]))
    plateau = everywhere(i, told, start.conclusion, last.conclusion)
    whole = assume(DEFINITIONS["modular.plateau-order"].statement)
    *_, sizes, once = conjuncts(whole)
    n_high = order()[1]
    listing = conjoin(
        bound(le(0, j), (), [[j_low], [next_frequency()[0]]]),
        bound(le(j, half), (), [[j_high], [n_high]]),
        sizes,
        once,
    )
    return plateau, listing


@cache
def _general() -> Theorem:
    """``part_falls`` with all that speaks of the plateau as premises."""
    found = part_falls()
    names = ("modular.plateau", "modular.plateau-order", *jump.COURSE)
    premises = [DEFINITIONS[name].statement for name in names]
    for one in (
        *premises,
        le(jump.tau_l, jump.tau),
        lt(0, jump.eta),
        le(steps + 1, NEXT),
        le(NEXT, half),
    ):
        found = discharge(one, found)
    return found


def sizes_of(s: Term) -> Term:
    """|part|^2 of the neuron at the scale alpha, at the time s."""
    return substituted(grown(s), {**neuron(ALPHA), NEXT: LAST})


def falls_on(j: Term, j_low: Theorem, j_high: Theorem) -> Theorem:
    """1/r + rate t is no larger at the start of plateau j than at its end."""
    course = at(facts()[0], j, j_low, j_high)
    in_order, *told = conjuncts(course)
    table = {**on_plateau(ALPHA, j), NEXT: LAST}
    found = instantiate(_general(), *(piece for pair in table.items() for piece in pair))
    plateau, listing = earlier_plateau(j, j_low, j_high)
    rate = fact("inverse-positive", SCALE[0], x=ALPHA)
    later = bound(le(j + 1, LAST), (), [[j_high]])
    return given(
        found, next_frequency()[2], later, rate, in_order, *reversed(told), listing, plateau
    )


@cache
def falls_all() -> Theorem:
    """1/r + rate t is no larger at the start than at the end of the last plateau."""

    def level(j):
        s = t(ALPHA, j)
        return inv(sqrt(sizes_of(s) + E)) + RATE * s

    def statement(j):
        return implies(le(j, LAST), le(level(first), level(j)))

    base = discharge(le(first, LAST), bound(le(level(first), level(first))))

    def next_one(j, j_low, now):
        condition = assume(le(j + 1, LAST))
        before = given(now, bound(le(j, LAST), (), [[condition]]))
        step = falls_on(j, j_low, bound(le(j, steps), (), [[condition]]))
        return discharge(
            condition.conclusion, bound(le(level(first), level(j + 1)), (), [[before], [step]])
        )

    known = induction(statement, first, base, next_one)
    reached = bound(le(first, LAST), (), [[next_frequency()[1]]])
    return given(at(known, LAST, reached), bound(le(LAST, LAST)))


# --- at one scale ---------------------------------------------------------------------------------
WAIT = t(ALPHA, LAST) - t(ALPHA, first)
D = inv(share) + RATE * WAIT


def roots_at(s: Term, slack: Term, above: Theorem) -> list[Theorem]:
    """0 < r, r^2 = |part|^2 + e, r (1/r) = 1 for the neuron at the scale alpha."""
    low_ = instantiate(part_low(s), *_table())
    found = root_facts(sizes_of(s), low_)
    return [_slack(one, slack, above) for one in found][1:]


def _table() -> list[Term]:
    table = {**neuron(ALPHA), NEXT: LAST}
    return [piece for pair in table.items() for piece in pair]


def _slack(theorem: Theorem, slack: Term, above: Theorem) -> Theorem:
    return given(instantiate(discharge(POSITIVE.conclusion, theorem), E, slack), above)


@cache
def start_and_end() -> tuple[Theorem, Theorem]:
    """|part| <= mu at the start, and it is at least the share at the end."""
    _, norms, _, one, last, is_norm, reached = facts()
    low_, high_ = parts(at(norms, jumper(ALPHA), one, last))
    s = t(ALPHA, first)
    inside = part_in_norm(s)
    for condition in (le(steps + 1, NEXT), le(NEXT, half)):
        inside = discharge(condition, inside)
    inside = given(instantiate(inside, *_table()), next_frequency()[2], bound(le(steps + 1, LAST)))
    mu_up = bound(le(0, mu(ALPHA)), (), [[low_], [high_]])
    small = ordered(
        le(sizes_of(s), mu(ALPHA) ** 2),
        [(1, is_norm)],
        [inside],
        [high_, low_],
        [high_, mu_up],
    )
    end = t(ALPHA, LAST)
    there = instantiate(part_grown(end), *_table())
    return small, ordered(le(share**2, sizes_of(end)), [(1, there)], [reached])


def small_root(slack: Term, above: Theorem) -> Theorem:
    """1/r <= D at the start, for every e > 0: 1/r is at most 1/share at the end."""
    _, big = start_and_end()
    share_up = next_frequency()[4]
    r_up, square, r_unit = roots_at(t(ALPHA, LAST), slack, above)
    r = sqrt(sizes_of(t(ALPHA, LAST)) + slack)
    far = by_cases(
        trichotomy(r, share),
        lambda below: contradiction(
            ordered(lt(0, 0), [(1, square)], [below, share_up], [below, r_up], [big], [above]),
            le(share, r),
        ),
        lambda same: ordered(le(share, r), [(1, same)]),
        weaker,
    )
    down, least = positive(inv(r), [r_up]), positive(inv(share), [share_up])
    share_unit = inverse(share, [share_up])
    less = ordered(
        le(inv(r), inv(share)),
        [(inv(share), r_unit), (inv(r), share_unit)],
        [far, down, least],
    )
    r_0 = sqrt(sizes_of(t(ALPHA, first)) + slack)
    moved = _slack(falls_all(), slack, above)
    return bound(le(inv(r_0), D), (), [[moved], [less]])


@cache
def at_scale() -> Theorem:
    """1 <= D mu, D = 1/share + rate wait."""
    small, _ = start_and_end()
    _, norms, _, one, last, *_ = facts()
    low_, high_ = parts(at(norms, jumper(ALPHA), one, last))
    mu_up = bound(le(0, mu(ALPHA)), (), [[low_], [high_]])
    unit_slack = bound(lt(0, ONE))
    r_up, *_ = roots_at(t(ALPHA, first), ONE, unit_slack)
    some = small_root(ONE, unit_slack)
    D_up = bound(lt(0, D), (), [[positive(some.conclusion.args[0], [r_up])], [some]])
    least, D_unit = positive(inv(D), [D_up]), inverse(D, [D_up])
    goal_ = le(1, D * mu(ALPHA))
    slack = num(1, 2) * (inv(D) ** 2 - mu(ALPHA) ** 2)

    def too_small(less):
        smaller = ordered(lt(mu(ALPHA), inv(D)), [(mu(ALPHA), D_unit)], [less, least])
        doubled = ordered(
            lt(0, inv(D) ** 2 - mu(ALPHA) ** 2), [], [smaller, least], [smaller, mu_up]
        )
        above = bound(lt(0, slack), (), [[doubled]])
        up, square, r_unit = roots_at(t(ALPHA, first), slack, above)
        r = sqrt(sizes_of(t(ALPHA, first)) + slack)
        most = small_root(slack, above)
        reach = ordered(le(inv(D), r), [(inv(D), r_unit), (r, D_unit)], [most, up, least])
        false = ordered(lt(0, 0), [(1, square)], [reach, up], [reach, least], [small], [above])
        return contradiction(false, goal_)

    return by_cases(
        trichotomy(D * mu(ALPHA), ONE),
        too_small,
        lambda same: ordered(goal_, [(1, same)]),
        weaker,
    )
