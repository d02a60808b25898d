"""Where the utility is largest, at a given V and on the whole sphere, in the kernel."""

from __future__ import annotations

from functools import cached_property

from theory.attention.kernel_proofs.script import defined, proof
from theory.attention.kernel_proofs.sphere.maximum import (
    THIRD,
    VALUE,
    gap,
    gaps,
    height,
    maximiser,
    no_gap_below,
    root_three,
    sizes,
)
from theory.attention.letters import (
    K_k,
    N,
    Q_k,
    V_i,
    best_at_V,
    eigenvalue,
    lam_after,
    lam_k,
    modes,
    on_sphere,
    top,
    utility,
)
from theory.proof.lemmas import HALF, sqrt, trichotomy
from theory.proof.lemmas.sizes import root_zero
from theory.proof.rules import Theorem, assume, conjoin, detach, discharge, order, reflexive
from theory.proof.sums.any_range import at_most as sums_at_most
from theory.proof.sums.any_range import delta, picked
from theory.proof.sums.finite import sum_of, summand_equal
from theory.proof.sums.single_terms import only
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    fact,
    lam,
    obtain,
    parts,
    positive,
    ring,
    substitute,
    symmetric,
    weaker,
)
from theory.proof.tactics.linear import both_ways
from theory.proof.terms import INT, ONE, ZERO, Term, apply, call, eq, le, lt, make, num

SIZE = call("abs", V_i)
AT_V = N * SIZE * lam_k**2 * (1 - V_i**2) * HALF


# --- at a given V ---------------------------------------------------------------------------------


def along_top(number: Term) -> Term:
    """The vector with this component along v_k and no other."""
    return lam(lambda j: make("ite", None, (eq(j, top), number, ZERO)), INT)


def picked_top(body, numbers: list[Term]) -> list[Theorem]:
    """sum of body(j) = body(top), for a body that vanishes with these numbers' components."""
    first, last, *_ = defined("attention.spectrum")

    def zero(j, apart):
        nothing = [fact("ite-false", apart, P=eq(j, top), z=number, w=ZERO) for number in numbers]
        return ring(eq(body(j), 0), *nothing)

    here = [
        fact("ite-true", reflexive(top), P=eq(top, top), z=number, w=ZERO) for number in numbers
    ]
    return [only(lam(body, INT), top, 1, modes, first, last, zero), *here]


def attained_at(sign: int, size: Theorem) -> Theorem:
    """The height is at most the largest utility, by Q = q v_k and K = +-q v_k; |V| = +-V."""
    most, _ = defined("attention.best-at-value")
    named = defined("attention.spectrum")[2]
    inside = HALF * (1 - V_i**2)
    low, high = assume(lt(-1, V_i)), assume(lt(V_i, 1))
    first = bound(le(0, 1 + V_i), (), [[low]])
    second = bound(le(0, 1 - V_i), (), [[high]])
    above = bound(le(0, inside), (), [[first, second]])
    root = sqrt(inside)
    square = fact("sqrt-square", above, x=inside)
    query, key = along_top(root), along_top(num(sign) * root)
    numbers = [root, num(sign) * root]
    known = [
        rule
        for body, used in (
            (lambda j: query(j) ** 2, numbers[:1]),
            (lambda j: key(j) ** 2, numbers[1:]),
            (lambda j: eigenvalue(j) ** 2 * query(j) * key(j), numbers),
        )
        for rule in picked_top(body, used)
    ]
    sphere = ring(on_sphere(V_i, query, key), *known, square)
    value = ring(eq(utility(V_i, query, key), AT_V), *known, named, square, size)
    return bound(le(AT_V, best_at_V), [value], [[at(most, query, key, sphere)]])


@proof("attention.rayleigh")
def rayleigh() -> Theorem:
    """No (Q, K) has more than the height at V, and one has it, with the sign of V."""
    _, existence = defined("attention.best-at-value")
    square = sizes(V_i)[3]

    def use(Q, K, known):
        sphere, value = parts(known)
        below = height(V_i, Q, K, sphere)
        return bound(
            le(best_at_V, AT_V), [square], [[assume(lt(0, N)), below], [both_ways(value)[1]]]
        )

    upper = obtain(existence, lambda Q, rest: obtain(rest, lambda K, known: use(Q, K, known)))
    lower = by_cases(
        trichotomy(V_i),
        lambda less: attained_at(-1, fact("abs-negative", weaker(less), x=V_i)),
        lambda same: attained_at(
            1, fact("abs-nonnegative", order(le(ZERO, V_i), ((num(-1), same),), ()), x=V_i)
        ),
        lambda more: attained_at(1, fact("abs-nonnegative", weaker(more), x=V_i)),
    )
    return fact("antisymmetric", upper, lower, x=best_at_V, y=AT_V)


# --- on the whole sphere --------------------------------------------------------------------------


def term_at_most_sum(summand: Term, a: Term, low: Theorem, high: Theorem, above) -> Theorem:
    """f(a) <= sum of f, where above(j, ...) gives 0 <= f(j)."""
    alone = lam(lambda j: delta(a, j) * summand(j), INT)

    def smaller(j, j_low, j_high):
        goal = le(apply(alone, (j,)), apply(summand, (j,)))
        same = eq(a, j)
        return by_cases(
            same,
            lambda on: bound(goal, [fact("ite-true", on, P=same, z=ONE, w=ZERO)]),
            lambda off: bound(
                goal,
                [fact("ite-false", off, P=same, z=ONE, w=ZERO)],
                [[above(j, j_low, j_high)]],
            ),
        )

    less = sums_at_most(alone, summand, 1, modes, smaller)
    one = picked(a, summand, 1, modes, low, high)
    return bound(le(apply(summand, (a,)), less.conclusion.args[1]), [one], [[less]])


class Peak:
    """A maximiser (V, Q, K): all that follows from U >= N l^2/(3 sqrt 3)."""

    def __init__(self, Q: Term, K: Term, known: Theorem) -> None:
        self.Q, self.K = Q, K
        self.sphere, self.query, self.key, most = parts(known)
        vector, there, value = maximiser()
        self.high = bound(
            le(VALUE, utility(V_i, Q, K)), [value], [[at(most, THIRD, vector, vector, there)]]
        )
        self.count, self.width = assume(lt(0, N)), assume(lt(0, lam_k))
        self.low, self.up, self.down, self.square = sizes(V_i)
        self.third_square, self.third_low = root_three()
        self.root_above = bound(lt(0, THIRD), [], [[_root_above()]])
        self.first, self.last, self.named, _ = defined("attention.spectrum")

    def gap(self) -> Term:
        """The gaps of all components, as a function."""
        return lam(lambda j: gap(V_i, self.Q, self.K, j), INT)

    def above(self, j, low, high) -> Theorem:
        """0 <= gap(j)."""
        return no_gap_below(V_i, self.Q, self.K, j, low, high)

    @cached_property
    def size(self) -> Theorem:
        """|V| = 1/sqrt(3): N l^2 (|V| - 1/sqrt 3)^2 (|V| + 2/sqrt 3)/2 <= 0."""
        below = height(V_i, self.Q, self.K, self.sphere)
        gone = SIZE - THIRD
        small = bound(
            le(HALF * N * lam_k**2 * (SIZE + 2 * THIRD) * gone**2, 0),
            [self.third_square],
            [[self.high], [self.count, below]],
        )
        more = bound(lt(0, SIZE + 2 * THIRD), (), [[self.low], [self.root_above]])
        zero = root_zero(gone, small, self.count, self.width, self.width, more)
        return combine(eq(SIZE, THIRD), (1, zero))

    def no_gap(self, j: Term, low: Theorem, high: Theorem) -> Theorem:
        """gap(j) <= 0: all gaps together are at most 0."""
        whole = gaps(V_i, self.Q, self.K, self.sphere)
        one = term_at_most_sum(self.gap(), j, low, high, self.above)
        size = self.size
        # N (sum of gaps) <= N l^2 |V| (1 - V^2)/2 - U <= 0
        summed = whole.conclusion.args[0]
        together = bound(le(N * summed, 0), [whole, size, self.third_square], [[self.high]])
        total = _without_count(summed, together, self.count)
        return bound(le(one.conclusion.args[0], 0), (), [[one], [total]])


def _root_above() -> Theorem:
    """0 < sqrt(3)."""
    return positive(sqrt(num(3)), [])


def _without_count(whole: Term, together: Theorem, count: Theorem) -> Theorem:
    """w <= 0 from N w <= 0."""
    goal = le(whole, 0)
    return by_cases(
        trichotomy(whole),
        weaker,
        lambda same: order(goal, ((ONE, same),), ()),
        lambda more: contradiction(bound(lt(0, 0), (), [[together], [count, more]]), goal),
    )


def others_vanish(
    peak: Peak, j: Term, low: Theorem, high: Theorem, apart: Theorem
) -> list[Theorem]:
    """Q_j = 0 and K_j = 0 for j other than k, as l_j < l."""
    (after,) = defined("attention.next-eigenvalue")
    below = at(after, j, low, high, apart)
    *_, spectrum = defined("attention.spectrum")
    value_low, _ = parts(at(spectrum, j, low, high))
    strict = bound(lt(0, lam_k - eigenvalue(j)), (), [[below], [assume(lt(lam_after, lam_k))]])
    wide = bound(lt(0, lam_k + eigenvalue(j)), (), [[value_low], [peak.width]])
    nothing = peak.no_gap(j, low, high)
    size = peak.size
    Q, K = peak.Q, peak.K
    first = bound(le(0, SIZE + V_i), (), [[peak.down]])
    second = bound(le(0, SIZE - V_i), (), [[peak.up]])
    value = eigenvalue(j)
    # |V| (l^2 - l_j^2) (Q_j^2 + K_j^2)/2 <= gap(j)
    found = []
    for own, other in ((Q, K), (K, Q)):
        small = bound(
            le(HALF * THIRD * (lam_k - value) * (lam_k + value) * own(j) ** 2, 0),
            [size],
            [
                [nothing],
                ([peak.root_above, strict, wide], other(j)),
                ([_at_size(first, size)], value * (Q(j) - K(j))),
                ([_at_size(second, size)], value * (Q(j) + K(j))),
            ],
        )
        found.append(root_zero(own(j), small, peak.root_above, strict, wide))
    return found


def _at_size(theorem: Theorem, size: Theorem) -> Theorem:
    """The inequality with 1/sqrt(3) for |V|."""
    return substitute(theorem, size)


def only_top(peak: Peak, vector: Term, place: int) -> Theorem:
    """|Q|^2 = Q_k^2, and the same for K: the other components vanish."""
    whole = lam(lambda j: vector(j) ** 2, INT)
    alone = lam(lambda j: delta(top, j) * vector(j) ** 2, INT)

    def proof_at(j, low, high):
        goal = eq(apply(whole, (j,)), apply(alone, (j,)))
        same = eq(top, j)

        def off(differ):
            again = assume(eq(j, top))
            apart = discharge(again.conclusion, detach(differ, symmetric(again)))
            zero = others_vanish(peak, j, low, high, apart)[place]
            return ring(goal, zero)

        return by_cases(
            same, lambda on: ring(goal, fact("ite-true", on, P=same, z=ONE, w=ZERO)), off
        )

    equal = summand_equal(whole, alone, 1, modes, proof_at)
    one = picked(top, whole, 1, modes, peak.first, peak.last)
    return combine(eq(sum_of(whole, 1, modes), vector(top) ** 2), (1, equal), (1, one))


def at_peak(peak: Peak, sign: int, value: Theorem) -> Theorem:
    """V = +-1/sqrt(3): then Q_k = +-K_k, their squares are 1/3, and V Q_k K_k > 0."""
    Q, K = peak.Q, peak.K
    size, square = peak.size, peak.third_square
    nothing = peak.no_gap(top, peak.first, peak.last)
    difference = Q(top) - num(sign) * K(top)
    small = bound(
        le(HALF * THIRD * lam_k**2 * difference**2, 0),
        [size, value, peak.named],
        [[nothing]],
    )
    zero = root_zero(difference, small, peak.root_above, peak.width, peak.width)
    same = combine(eq(Q(top), num(sign) * K(top)), (1, zero))
    sums = [only_top(peak, Q, 0), only_top(peak, K, 1)]
    third = ring(eq(V_i**2, num(1, 3)), value, square)
    pair = combine(
        eq(Q(top) ** 2 + K(top) ** 2, num(2, 3)),
        (1, peak.sphere),
        (1, sums[0]),
        (1, sums[1]),
        (1, third),
    )
    half = combine(
        eq(K(top) ** 2, num(1, 3)), (HALF, pair), (HALF * (Q(top) + num(sign) * K(top)), same)
    )
    query = ring(eq(Q_k**2, num(1, 3)), peak.query, same, half)
    key = ring(eq(K_k**2, num(1, 3)), peak.key, half)
    product = K_k * Q_k * V_i
    worth = ring(eq(product, num(1, 3) * THIRD), peak.query, peak.key, same, value, half)
    above = bound(lt(0, product), [worth], [[peak.root_above]])
    return conjoin(key, query, third, fact("sign-positive", above, x=product))


@proof("attention.maximiser")
def where_largest() -> Theorem:
    """V is 1/sqrt(3) or its opposite, since |V| is; either way the rest follows."""
    (existence,) = defined("attention.maximiser")

    def use(Q, K, known):
        peak = Peak(Q, K, known)
        size = peak.size

        def never(same):
            flat = fact("abs-nonnegative", order(le(ZERO, V_i), ((num(-1), same),), ()), x=V_i)
            zero = combine(eq(THIRD, 0), (1, size), (1, flat), (1, same))
            below = order(lt(ZERO, ZERO), ((ONE, zero),), ((ONE, (peak.root_above,), ONE),))
            return contradiction(below, at_peak(peak, 1, assume(eq(V_i, THIRD))).conclusion)

        def side(sign, flat):
            return at_peak(peak, sign, combine(eq(V_i, num(sign) * THIRD), (1, size), (1, flat)))

        return by_cases(
            trichotomy(V_i),
            lambda less: side(-1, fact("abs-negative", weaker(less), x=V_i)),
            never,
            lambda more: side(1, fact("abs-nonnegative", weaker(more), x=V_i)),
        )

    return obtain(existence, lambda Q, rest: obtain(rest, lambda K, known: use(Q, K, known)))
