"""When the norm is 1, every frequency but the one that blows up first has at most alpha^2 times a
constant.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theory.modular.kernel_proofs.elliptic import blow_up as lemma
from theory.modular.kernel_proofs.elliptic.one_scale import (
    BEFORE,
    LATER,
    LEVEL,
    SCALE,
    SCALE_ABOVE,
    SMALL,
    START,
    TIMED,
    grown_three,
    in_time,
    rests,
    start_three,
    stays,
)
from theory.modular.kernel_proofs.flow.wave_norm import TIME, of_frequency
from theory.modular.kernel_proofs.maxima.upper_bound import size
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.transforms.halves import half_low, odd
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import k, p, transform, u, v, w, x_hat
from theory.modular.letters.first import three_powers
from theory.modular.letters.flow import X, at_time, t
from theory.modular.letters.maxima import xi
from theory.modular.letters.taken import (
    MOVES,
    at_scale,
    jump_at,
    scale,
)
from theory.modular.letters.utility import half
from theory.proof.lemmas.elementary import chosen
from theory.proof.lemmas.sizes import within_size
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    instantiate,
    witness,
)
from theory.proof.sums.finite import empty, step, sum_of
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    everywhere,
    exists,
    fact,
    filled_where,
    forall,
    fresh,
    given,
    induction,
    obtain,
    parts,
    positive,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    ONE,
    ZERO,
    Term,
    both,
    eq,
    implies,
    le,
    lt,
    make,
    substituted,
)

HYPOTHESES = (
    TIME,
    *(DEFINITIONS[name].statement for name in MOVES),
    START.conclusion,
    SCALE_ABOVE.conclusion,
)


class Scale:
    """The flow at one alpha, 0 < alpha < the largest scale."""

    def __init__(self, alpha: Term, above: Theorem, less: Theorem) -> None:
        self.alpha, self.above = alpha, above
        _, every = defined("modular.scaled-flows")
        self.known = parts(at(every, alpha, above, less))
        *_, self.norm = self.known
        self.table = {**at_scale(alpha), t: jump_at(alpha), SCALE: alpha}

    def here(self, theorem: Theorem) -> Theorem:
        """A theorem about the flow from alpha (u, v, w) at a time t, at this jump."""
        used = [one for one in HYPOTHESES if one in theorem.hypotheses]
        for one in used:
            theorem = discharge(one, theorem)
        theorem = filled_where(theorem, self.table)
        shown = {one.conclusion: one for one in (*self.known, self.above)}
        for one in reversed(used):
            premise = theorem.conclusion.args[0]
            theorem = given(theorem, self._time(premise) if one is TIME else shown[premise])
        return theorem

    def _time(self, statement: Term) -> Theorem:
        """0 <= T <= T, 0 < T."""
        later = next(one for one in self.known if one.conclusion is lt(0, jump_at(self.alpha)))
        return conjoin(*(bound(one, (), [[later]]) for one in statement.args))

    def three(self, m: Term) -> Term:
        """|u^|^2 + |v^|^2 + |w^|^2 at m and the jump."""
        return substituted(three_powers(m, t), self.table)

    def three_low(self, m: Term) -> Theorem:
        """It is >= 0."""
        roots = [substituted(size(transform(f, m)), self.table) for f in at_time(t)]
        return bound(le(0, self.three(m)), (), (), roots)


def at_place(theorem: Theorem, m: Term, inside: list[Theorem], *more: tuple) -> Theorem:
    """A theorem about the frequency k, at m; ``more``: (assumption, theorem of it at m)."""
    used = [(one, own) for one, own in more if one.conclusion in theorem.hypotheses]
    for one, _ in used:
        theorem = discharge(one.conclusion, theorem)
    moved = of_frequency(theorem, m, *inside)
    return given(moved, *(own for _, own in reversed(used)))


def frequency(m: Term, low: Theorem, high: Theorem) -> list[Theorem]:
    """1 <= m and m <= p - 1, from 1 <= m <= half."""
    return [low, bound(le(m, p - 1), [odd()], [[high], [half_low()]])]


# --- the jump comes before the blow-up ------------------------------------------------------------
def first_time(one: Scale) -> Theorem:
    """alpha T <= the blow-up time of xi."""
    low, high, *timed = defined("modular.blow-up-times")
    pairs = list(zip(TIMED, timed[: len(TIMED)]))
    return one.here(at_place(in_time(), xi, frequency(xi, low, high), *pairs))


def other_frequencies() -> Theorem:
    """What is known of every frequency but xi."""
    *_, others = defined("modular.blow-up-times")
    return others


# --- every other frequency ------------------------------------------------------------------------
def small_enough(summed: Callable) -> Term:
    """There is a C >= 0 with summed(alpha) <= alpha^2 C for all alpha below the largest scale."""
    return exists(
        lambda c: both(
            le(0, c),
            forall(
                lambda alpha: implies(
                    lt(0, alpha), lt(alpha, scale), le(summed(alpha), alpha**2 * c)
                )
            ),
        )
    )


def shown_small(goal: Term, constant: Term, low: Theorem, proof_at: Callable) -> Theorem:
    """``small_enough`` from a constant; proof_at(scale) gives summed(alpha) <= alpha^2 C."""
    alpha = fresh()
    ends = lt(0, alpha), lt(alpha, scale)
    own = proof_at(Scale(alpha, *map(assume, ends)))
    return witness(goal, constant, conjoin(low, everywhere(alpha, own, *ends)))


def three_of(alpha: Term, m: Term) -> Term:
    """|u^|^2 + |v^|^2 + |w^|^2 at m and the jump at the scale alpha."""
    return substituted(three_powers(m, t), {**at_scale(alpha), t: jump_at(alpha)})


def other_small(m: Term, low: Theorem, high: Theorem, apart: Theorem) -> Theorem:
    """There is such a C for the frequency m, not xi."""
    goal = small_enough(lambda alpha: three_of(alpha, m))
    begin = start_three(m)
    begin_low = bound(le(0, begin), (), (), [size(transform(f, m)) for f in (u, v, w)])
    inside = frequency(m, low, high)

    def missing(none):
        def proof_at(one):
            grown = one.here(at_place(grown_three(), m, inside))
            flat = one.here(at_place(rests(), m, inside, (NONE, none)))
            return ordered(le(one.three(m), one.alpha**2 * begin), [(1, grown), (3, flat)])

        return shown_small(goal, begin, begin_low, proof_at)

    def there(known):
        *timed, later = parts(known)
        level = instantiate_at(LEVEL, m)
        pace = positive(level.args[0], [above_zero(), timed[0]])
        above = bound(lt(0, level), (), [[pace, later]])
        vanishes = timed[6]

        def use(r, every):
            far = size(r)
            far_low, within = fact("abs-positive", z=r), within_size(r)[1]
            s = fresh()
            past = lt(far, s)
            out = bound(lt(r, s), (), [[assume(past)], [within]])
            under = parts(at(every, s, out))[1]
            beyond = everywhere(s, under, past)

            def proof_at(one):
                near = discharge(SMALL.conclusion, stays())
                near = discharge(lemma.FAR_LOW.conclusion, near)
                near = instantiate(near, lemma.FAR, far)
                near = at_place(near, m, inside, *zip(TIMED, timed), (LATER, later))
                near = discharge(BEFORE.conclusion, near)
                near = one.here(near)
                near = given(near, first_time(one), far_low, beyond)
                grown = one.here(at_place(grown_three(), m, inside))
                return ordered(
                    le(one.three(m), one.alpha**2 * (3 * far + begin)),
                    [(1, grown)],
                    [near], [near], [near],
                )  # fmt: skip

            low_ = bound(le(0, 3 * far + begin), (), [[far_low], [begin_low]])
            return shown_small(goal, 3 * far + begin, low_, proof_at)

        return obtain(at(vanishes, level, above), use)

    return by_cases(at(other_frequencies(), m, low, high, apart), missing, there)


NONE = assume(eq(x_hat(k), 0))


def instantiate_at(whole: Term, m: Term) -> Term:
    """A term about k and X, at m and |x^(m)|."""
    return substituted(whole, {k: m, X: size(x_hat(m))})


def other(alpha: Term, m: Term) -> Term:
    """0 at xi, else |u^|^2 + |v^|^2 + |w^|^2."""
    return make("ite", None, (eq(m, xi), ZERO, three_of(alpha, m)))


def others_small_to(n: Term) -> Term:
    """There is a C for the sum over the frequencies up to n but xi, n <= half."""
    return implies(
        le(n, half),
        small_enough(lambda alpha: sum_of(fn(lambda m: other(alpha, m)), 1, n)),
    )


def no_others() -> Theorem:
    """The sum up to 0 is empty: C = 0."""
    goal = others_small_to(ZERO).args[1]
    found = shown_small(
        goal, ZERO, bound(le(0, 0)),
        lambda one: ordered(
            le(sum_of(fn(lambda m: other(one.alpha, m)), 1, ZERO), one.alpha**2 * ZERO),
            [(1, empty(fn(lambda m: other(one.alpha, m)), ONE))],
        ),
    )  # fmt: skip
    return discharge(le(ZERO, half), found)


def one_more_other(n: Term, above: Theorem, now: Theorem) -> Theorem:
    """C + D up to n + 1, from C up to n and D of the frequency n + 1; D = 0 at xi."""
    condition = assume(le(n + 1, half))
    before = given(now, bound(le(n, half), (), [[condition]]))
    goal = others_small_to(n + 1).args[1]
    low = bound(le(1, n + 1), (), [[above]])

    def whole(c, c_low, every, d, d_low, last):
        def proof_at(one):
            summand = fn(lambda m: other(one.alpha, m))
            less = assume(lt(one.alpha, scale))
            so_far = at(every, one.alpha, one.above, less)
            longer = step(summand, ONE, n, bound(le(ZERO, n), (), [[above]]))
            return ordered(
                le(sum_of(summand, 1, n + 1), one.alpha**2 * (c + d)),
                [(1, longer)], [so_far], [last(one, less)],
            )  # fmt: skip

        return shown_small(goal, c + d, bound(le(0, c + d), (), [[c_low], [d_low]]), proof_at)

    def use(c, known):
        c_low, every = parts(known)

        def itself(same):
            def last(one, less):
                gone = chosen(eq(n + 1, xi), ZERO, one.three(n + 1), same, True)
                return ordered(le(other(one.alpha, n + 1), one.alpha**2 * ZERO), [(1, gone)])

            return whole(c, c_low, every, ZERO, bound(le(0, 0)), last)

        def apart(no):
            def with_one(d, known_):
                d_low, each = parts(known_)

                def last(one, less):
                    left = chosen(eq(n + 1, xi), ZERO, one.three(n + 1), no, False)
                    own = at(each, one.alpha, one.above, less)
                    return ordered(
                        le(other(one.alpha, n + 1), one.alpha**2 * d), [(1, left)], [own]
                    )

                return whole(c, c_low, every, d, d_low, last)

            return obtain(other_small(n + 1, low, condition, no), with_one)

        return by_cases(eq(n + 1, xi), itself, apart)

    return discharge(condition.conclusion, obtain(before, use))


@cache
def others_small() -> Theorem:
    """There is a C for the sum over all frequencies but xi."""
    scheme = induction(others_small_to, 0, no_others(), one_more_other)
    return given(at(scheme, half, half_low()), bound(le(half, half)))
