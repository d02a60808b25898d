"""Predictions converge along the cost flow, as the coefficients do."""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.entry import defined
from theory.diagonal.kernel_proofs.minima.cost_limit import inside_size, size_of
from theory.diagonal.letters.cost import coefficient_at, end_of
from theory.diagonal.letters.regression import (
    X,
    count,
    vector,
)
from theory.proof.lemmas import HALF, inv, trichotomy
from theory.proof.lemmas.limits import size_below
from theory.proof.rules import Theorem, assume, conjoin, discharge, witness
from theory.proof.sums.finite import empty, step
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    given,
    induction,
    inverse,
    obtain,
    parts,
    positive,
    total,
    weaker,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import (
    ONE,
    ZERO,
    Term,
    call,
    implies,
    le,
    lt,
    num,
)


def gap_at(j: Term, s: Term) -> Term:
    """l -> (b_l - end_l) X_lj at time s."""
    return vector(lambda m: (coefficient_at(m, s) - end_of(m)) * X(m, j))


def missing(j: Term, s: Term, top) -> Term:
    """sum_{l <= m} (b_l - end_l) X_lj at time s, m = ``top``."""
    return total(1, top, lambda m: (coefficient_at(m, s) - end_of(m)) * X(m, j))


def share_of(level: Term, entry: Term) -> Term:
    """(e/2)/(1 + |X|)."""
    return HALF * level * inv(1 + call("abs", entry))


@cache
def predictions_tend(j: Term) -> Theorem:
    """for all m <= d and e > 0 there is a time after which |sum_{l <= m} (b_l - end_l)
    X_lj| < e.
    """

    def near(level, top):
        return exists(
            lambda since: forall(
                lambda s: implies(lt(since, s), lt(call("abs", missing(j, s, top)), level))
            )
        )

    def statement(top):
        return implies(
            le(top, count), forall(lambda level: implies(lt(0, level), near(level, top)))
        )

    def proof_at(level, top, since, s, found):
        goal = near(level, top)
        return witness(goal, since, everywhere(s, found, lt(since, s)))

    def base():
        level, s = fresh(), fresh()
        above = assume(lt(0, level))
        flat = empty(gap_at(j, s), ONE)
        value = missing(j, s, ZERO)
        lower = linear(lt(-level, value), flat, above)
        upper = linear(lt(value, level), flat, above)
        found = proof_at(level, ZERO, ZERO, s, size_below(value, lower, upper))
        return discharge(le(0, count), everywhere(level, found, above.conclusion))

    def step_(top, low, nowt):
        more = assume(le(top + 1, count))
        before = given(nowt, linear(le(top, count), more))
        level = fresh()
        above = assume(lt(0, level))
        half = linear(lt(0, HALF * level), above)
        i = top + 1
        share = share_of(level, X(i, j))
        share_low = positive(share, [above, _wide(X(i, j))])
        every = at(defined("diagonal.cost-end")[2], i, linear(le(1, i), low), more)
        settled = at(every, share, share_low)

        def use(first, known):
            def also(second, own):
                since = call("abs", first) + call("abs", second)
                s = fresh()
                late = assume(lt(since, s))
                one = at(known, s, linear(lt(first, s), late, *size_of(first), *size_of(second)))
                two = at(own, s, linear(lt(second, s), late, *size_of(first), *size_of(second)))
                return proof_at(level, i, since, s, _one_more(j, s, top, low, above, one, two))

            return obtain(settled, also)

        found = obtain(at(before, HALF * level, half), use)
        return discharge(more.conclusion, everywhere(level, found, above.conclusion))

    return induction(statement, ZERO, base(), step_)


def _wide(entry: Term) -> Theorem:
    """0 < 1 + |X|."""
    return linear(lt(0, 1 + call("abs", entry)), size_of(entry)[0])


def _one_more(
    j: Term, s: Term, top: Term, low: Theorem, above: Theorem, one: Theorem, two: Theorem
) -> Theorem:
    """|missing up to m + 1| < e, where it is below e/2 up to m and |b - end| < (e/2)/(1 + |X|)."""
    i, level = top + 1, above.conclusion.args[1]
    low1, high1 = inside_size(one)
    left, right = _product(X(i, j), above, *inside_size(two))
    grown = step(gap_at(j, s), ONE, top, low)
    value = missing(j, s, i)
    lower = linear(lt(-level, value), grown, low1, left)
    upper = linear(lt(value, level), grown, high1, right)
    return size_below(value, lower, upper)


def _product(entry: Term, above: Theorem, low: Theorem, high: Theorem) -> list[Theorem]:
    """-e/2 <= gap X and gap X <= e/2, where |gap| < (e/2)/(1 + |X|)."""
    level, gap = above.conclusion.args[1], high.conclusion.args[0]
    whole, wide = 1 + call("abs", entry), _wide(entry)
    unit = inverse(whole, [wide])
    thin = positive(inv(whole), [wide])
    half = linear(lt(0, HALF * level), above)

    def side(name, ordered_, turn):
        size = fact(name, ordered_, x=entry)
        own = linear(le(0, num(turn) * entry), ordered_)
        cap = ordered(
            le(share_of(level, entry) * call("abs", entry), HALF * level),
            [(HALF * level, unit)],
            [half, thin],
        )
        found = []
        for goal in (le(-(HALF * level), gap * entry), le(gap * entry, HALF * level)):
            found.append(bound(goal, [size], [[cap], [own, low], [own, high]]))
        return conjoin(*found)

    whole_ = by_cases(
        trichotomy(entry),
        lambda less: side("abs-negative", weaker(less), -1),
        lambda same: side("abs-nonnegative", linear(le(0, entry), same), 1),
        lambda more: side("abs-nonnegative", weaker(more), 1),
    )
    return parts(whole_)
