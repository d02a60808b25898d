"""The bound on the next jump as alpha -> 0: 1 <= (mu/alpha) (alpha/share + 3 U* wait) at every
scale, and both factors have limits.
"""

from __future__ import annotations

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


def impossible(short: Theorem, goal_: Term) -> Theorem:
    """M B W < 1 contradicts the bound at a small enough alpha."""
    M, W, A, B = mu_limit, wait_limit, inv(share), 3 * SPEED
    _, _, _, mag_up, share_up = next_frequency()
    M_up = assume(lt(0, M))
    A_up = positive(A, [share_up])
    B_up = positive(B, [mag_up, above_zero()])
    size = call("abs", W)
    size_low = fact("abs-positive", z=W)
    gap = ONE - M * B * W
    gap_up = bound(lt(0, gap), (), [[short]])
    spread = M * A + M * B + A + B * size + B
    spread_up = bound(
        lt(0, spread), (), [[M_up, A_up], [M_up, B_up], [A_up], [B_up, size_low], [B_up]]
    )
    both_up = bound(lt(0, spread + gap), (), [[spread_up], [gap_up]], exact=True)
    down = positive(inv(spread + gap), [both_up])
    e = gap * inv(spread + gap)
    e_up = bound(lt(0, e), (), [[gap_up, down]], exact=True)
    cleared = inverse(spread + gap, [both_up])
    e_low = ordered(le(e, 1), [(1, cleared)], [spread_up, down])
    whole = assume(DEFINITIONS["modular.race-limits"].statement)
    waits, sizes = conjuncts(whole)

    def with_first(near_1, known_1):
        def with_second(near_2, known_2):
            n1_up, wait_near = conjuncts(known_1)
            n2_up, size_near = conjuncts(known_2)
            downs = [positive(inv(one), [n1_up, n2_up, e_up]) for one in (near_1, near_2, e)]
            total = inv(near_1) + inv(near_2) + inv(e) + 1
            total_up = bound(lt(0, total), (), [[one] for one in downs])
            alpha = inv(total)
            alpha_up = positive(alpha, [total_up])
            own = inverse(total, [total_up])

            def below(one, place):
                """alpha < n: alpha times the others and 1 is positive."""
                n_up = (n1_up, n2_up, e_up)[place]
                unit_ = inverse(one, [n_up])
                others = [d for d in range(3) if d != place]
                return ordered(
                    lt(alpha, one),
                    [(alpha, unit_), (one, own)],
                    *([alpha_up, downs[d], n_up] for d in others),
                    [alpha_up, n_up],
                )

            under_1, under_2, under_e = (
                below(one, place) for place, one in enumerate((near_1, near_2, e))
            )
            under_one = bound(lt(alpha, 1), (), [[under_e], [e_low]])
            w = substituted(WAIT, {ALPHA: alpha})
            m = mu(alpha) * inv(alpha)
            near_w = at(wait_near, alpha, alpha_up, under_1)
            near_m = at(size_near, alpha, alpha_up, under_2)
            w_less = bound(lt(w, W + e), (), [[near_w], [at_most_size(w - W)]])
            m_less = bound(lt(m, M + e), (), [[near_m], [at_most_size(m - M)]])
            told = at_scale()
            for one in SCALE:
                told = discharge(one.conclusion, told)
            known = instantiate(told, ALPHA, alpha)
            known = given(known, under_one, alpha_up)
            Y = alpha * A + B * w
            alpha_unit = inverse(alpha, [alpha_up])
            product = ordered(le(1, m * Y), [(A * mu(alpha), alpha_unit)], [known])
            Y_up = positive_factor(m, Y, product, mu_low(alpha, under_one, alpha_up), alpha_up)
            sum_up = bound(lt(0, M + e), (), [[M_up], [e_up]], exact=True)
            more = bound(le(0, size - W), (), [[at_most_size(W)]])
            rest = bound(le(0, 1 - e), (), [[e_low]])
            false = ordered(
                lt(0, 0),
                [(gap, cleared)],
                [product],
                [m_less, Y_up],
                [sum_up, A_up, under_e],
                [sum_up, B_up, w_less],
                [e_up, A_up, rest],
                [e_up, B_up, more],
                [e_up, B_up, rest],
                [e_up, gap_up],
            )
            return contradiction(false, goal_)

        return obtain(at(sizes, e, e_up), with_second)

    return obtain(at(waits, e, e_up), with_first)


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
    M, W, B = mu_limit, wait_limit, 3 * SPEED
    M_up = assume(lt(0, M))
    mag_up = next_frequency()[3]
    root, six = sqrt(p), sqrt(num(6))
    root_up = positive(root, [above_zero()])
    statement = goal("modular.jump-bound")
    units = [inverse(one, [M_up, mag_up, root_up]) for one in (M, mag(LAST), root)]
    square = fact("sqrt-square", bound(le(0, 6)), x=num(6))
    positives = [
        positive(six, []),
        *[root_up] * 3,
        *[positive(inv(mag(LAST)), [mag_up])] * 3,
        positive(inv(M), [M_up]),
    ]

    def proof_from(known):
        return bound(statement, [*units, square], [[*positives, known]])

    return by_cases(
        trichotomy(M * B * W, ONE),
        lambda less: impossible(less, statement),
        lambda same: proof_from(ordered(le(1, M * B * W), [(1, same)])),
        lambda more: proof_from(weaker(more)),
    )
