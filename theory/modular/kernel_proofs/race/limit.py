"""The bound on the next jump as alpha -> 0: 1 <= (mu/alpha) (alpha/share + 3 U* wait) at every
scale, and both factors have limits.
"""

from __future__ import annotations

from dataclasses import dataclass

from theory.modular.kernel_proofs.cost.aligned import goal
from theory.modular.kernel_proofs.race.at_one_scale import (
    ALPHA,
    LAST,
    SCALE,
    SPEED,
    WAIT,
    at_scale,
    facts,
    next_frequency,
)
from theory.modular.kernel_proofs.script import proof
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import p
from theory.modular.letters.plateau import mag
from theory.modular.letters.race import (
    jumper,
    mu,
    mu_limit,
    share,
    wait_limit,
)
from theory.proof.lemmas import inv, sqrt, trichotomy
from theory.proof.lemmas.improper import below_all
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, discharge, instantiate
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    conjuncts,
    contradiction,
    fact,
    given,
    inverse,
    obtain,
    parts,
    positive,
    weaker,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import ONE, ZERO, Term, call, le, lt, num, substituted


# --- the limit ------------------------------------------------------------------------------------
def at_most_size(x: Term) -> Theorem:
    """x <= |x|."""
    goal_ = le(x, call("abs", x))

    def up(low_):
        return ordered(goal_, [(1, fact("abs-nonnegative", low_, x=x))])

    return by_cases(
        trichotomy(x),
        lambda less: bound(goal_, (), [[less], [fact("abs-positive", z=x)]]),
        lambda same: up(ordered(le(0, x), [(1, same)])),
        lambda more: up(weaker(more)),
    )


M, W, A, B = mu_limit, wait_limit, inv(share), 3 * SPEED
M_UP = assume(lt(0, M))


def rates_up() -> list[Theorem]:
    """0 < A = 1/share and 0 < B = 3 U*."""
    _, _, _, mag_up, share_up = next_frequency()
    return [positive(A, [share_up]), positive(B, [mag_up, above_zero()])]


@dataclass(frozen=True)
class Margin:
    """How near the limits are taken, where M B W < 1: e = gap/(spread + gap), gap = 1 - M B W."""

    gap: Term
    e: Term
    gap_up: Theorem  # 0 < gap
    e_up: Theorem  # 0 < e
    e_low: Theorem  # e <= 1
    cleared: Theorem  # (spread + gap) (1/(spread + gap)) = 1


def margin(short: Theorem) -> Margin:
    """From M B W < 1, with spread = M A + M B + A + B |W| + B."""
    A_up, B_up = rates_up()
    size = call("abs", W)
    size_low = fact("abs-positive", z=W)
    gap = ONE - M * B * W
    gap_up = bound(lt(0, gap), (), [[short]])
    spread = M * A + M * B + A + B * size + B
    spread_up = bound(
        lt(0, spread), (), [[M_UP, A_up], [M_UP, B_up], [A_up], [B_up, size_low], [B_up]]
    )
    both_up = bound(lt(0, spread + gap), (), [[spread_up], [gap_up]], exact=True)
    down = positive(inv(spread + gap), [both_up])
    e = gap * inv(spread + gap)
    cleared = inverse(spread + gap, [both_up])
    return Margin(
        gap,
        e,
        gap_up,
        bound(lt(0, e), (), [[gap_up, down]], exact=True),
        ordered(le(e, 1), [(1, cleared)], [spread_up, down]),
        cleared,
    )


def bound_at(alpha: Term, above: Theorem, below: Theorem) -> list[Theorem]:
    """1 <= (mu/alpha) (alpha A + B wait) at the scale alpha, and its second factor is positive."""
    told = at_scale()
    for one in SCALE:
        told = discharge(one.conclusion, told)
    known = given(instantiate(told, ALPHA, alpha), below, above)
    m, Y = mu(alpha) * inv(alpha), alpha * A + B * substituted(WAIT, {ALPHA: alpha})
    alpha_unit = inverse(alpha, [above])
    product = ordered(le(1, m * Y), [(A * mu(alpha), alpha_unit)], [known])
    return [product, positive_factor(m, Y, product, mu_low(alpha, below, above), above)]


def too_near(
    near: Margin, above: Theorem, under: Theorem, waits: Theorem, sizes: Theorem
) -> Theorem:
    """0 < 0, from |wait - W| < e and |mu/alpha - M| < e at a scale alpha with 0 < alpha < e."""
    e, alpha = near.e, under.conclusion.args[0]
    A_up, B_up = rates_up()
    w, m = substituted(WAIT, {ALPHA: alpha}), mu(alpha) * inv(alpha)
    w_less = bound(lt(w, W + e), (), [[waits], [at_most_size(w - W)]])
    m_less = bound(lt(m, M + e), (), [[sizes], [at_most_size(m - M)]])
    under_one = bound(lt(alpha, 1), (), [[under], [near.e_low]])
    product, Y_up = bound_at(alpha, above, under_one)
    sum_up = bound(lt(0, M + e), (), [[M_UP], [near.e_up]], exact=True)
    more = bound(le(0, call("abs", W) - W), (), [[at_most_size(W)]])
    rest = bound(le(0, 1 - e), (), [[near.e_low]])
    return ordered(
        lt(0, 0),
        [(near.gap, near.cleared)],
        [product],
        [m_less, Y_up],
        [sum_up, A_up, under],
        [sum_up, B_up, w_less],
        [near.e_up, A_up, rest],
        [near.e_up, B_up, more],
        [near.e_up, B_up, rest],
        [near.e_up, near.gap_up],
    )


def impossible(short: Theorem, goal_: Term) -> Theorem:
    """M B W < 1 contradicts the bound at a small enough alpha."""
    near = margin(short)
    waits, sizes = conjuncts(assume(DEFINITIONS["modular.race-limits"].statement))

    def with_first(_, known_1):
        def with_second(_, known_2):
            (r1_up, wait_near), (r2_up, size_near) = conjuncts(known_1), conjuncts(known_2)
            alpha, above, _, (under_1, under_2, under) = below_all(r1_up, r2_up, near.e_up)
            waited = at(wait_near, alpha, above, under_1)
            sized = at(size_near, alpha, above, under_2)
            return contradiction(too_near(near, above, under, waited, sized), goal_)

        return obtain(at(sizes, near.e, near.e_up), with_second)

    return obtain(at(waits, near.e, near.e_up), with_first)


def positive_factor(
    m: Term, Y: Term, product: Theorem, mu_up: Theorem, alpha_up: Theorem
) -> Theorem:
    """0 < Y, from 1 <= m Y and 0 <= m."""
    alpha = alpha_up.conclusion.args[1]
    m_low = bound(le(0, m), (), [[mu_up, positive(inv(alpha), [alpha_up])]])
    goal_, one = lt(0, Y), bound(lt(0, 1))
    return by_cases(
        trichotomy(ZERO, Y),
        lambda more: more,
        lambda same: contradiction(ordered(lt(0, 0), [(m, same)], [product], [one]), goal_),
        lambda less: contradiction(ordered(lt(0, 0), [], [product], [less, m_low], [one]), goal_),
    )


def mu_low(alpha: Term, below: Theorem, above: Theorem) -> Theorem:
    """0 <= mu at this scale."""
    _, norms, _, one, last, *_ = facts()
    low_, high_ = parts(at(norms, jumper(ALPHA), one, last))
    told = bound(le(0, mu(ALPHA)), (), [[low_], [high_]])
    for condition in SCALE:
        told = discharge(condition.conclusion, told)
    return given(instantiate(told, ALPHA, alpha), below, above)


@proof("modular.jump-bound")
def jump_bound() -> Theorem:
    """1 <= M B W, so that W is at least 1/(B M)."""
    mag_up = next_frequency()[3]
    root, six = sqrt(p), sqrt(num(6))
    root_up = positive(root, [above_zero()])
    statement = goal("modular.jump-bound")
    units = [inverse(one, [M_UP, mag_up, root_up]) for one in (M, mag(LAST), root)]
    square = fact("sqrt-square", bound(le(0, 6)), x=num(6))
    positives = [
        positive(six, []),
        *[root_up] * 3,
        *[positive(inv(mag(LAST)), [mag_up])] * 3,
        positive(inv(M), [M_UP]),
    ]

    def proof_from(known):
        return bound(statement, [*units, square], [[*positives, known]])

    return by_cases(
        trichotomy(M * B * W, ONE),
        lambda less: impossible(less, statement),
        lambda same: proof_from(ordered(le(1, M * B * W), [(1, same)])),
        lambda more: proof_from(weaker(more)),
    )
