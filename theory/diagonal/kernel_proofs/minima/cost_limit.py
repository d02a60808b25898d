"""The end of the cost flow: V is bounded below, and one sample's part is below the whole
curvature, hence X (b - b*) tends to 0.
"""

from __future__ import annotations

from functools import cache

from theory.diagonal.kernel_proofs.entry import defined
from theory.diagonal.kernel_proofs.minima.cost import (
    lyapunov,
    one_neuron,
    part,
    sign_of,
)
from theory.diagonal.letters.cost import G_cost, best_of, coefficient_at, end_of, started
from theory.diagonal.letters.regression import (
    alone,
    count,
    curvature,
    predicted,
    samples,
    samples_above,
    vector,
)
from theory.proof.lemmas import HALF, exp, inv, trichotomy
from theory.proof.rules import Theorem, absurd, assume, discharge, reflexive, witness
from theory.proof.sums.finite import added, empty, scaled, step
from theory.proof.sums.order import nonnegative_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
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
    ring,
    total,
    weaker,
)
from theory.proof.tactics.linear import linear, ordered
from theory.proof.terms import (
    ONE,
    ZERO,
    Term,
    call,
    eq,
    implies,
    le,
    lt,
    make,
    num,
)


def size_of(x: Term) -> list[Theorem]:
    """0 <= |x|, x <= |x| and -x <= |x|."""
    found = [fact("abs-positive", z=x)]
    for goal in (le(x, call("abs", x)), le(-x, call("abs", x))):
        found.append(
            by_cases(
                trichotomy(x),
                lambda less, goal=goal: linear(goal, less, fact("abs-negative", weaker(less), x=x)),
                lambda same, goal=goal: linear(goal, same, fact("abs-positive", z=x)),
                lambda more, goal=goal: linear(
                    goal, more, fact("abs-nonnegative", weaker(more), x=x)
                ),
            )
        )
    return found


def inside_size(known: Theorem) -> list[Theorem]:
    """-e < x and x < e, from |x| < e."""
    size, level = known.conclusion.args
    x = size.args[0]
    return [linear(goal, known, *size_of(x)) for goal in (lt(-level, x), lt(x, level))]


def eventually(since: Term, statement) -> Term:
    """for all s > since, s >= 0."""
    return forall(lambda s: implies(lt(since, s), le(0, s), statement(s)))


# --- V is bounded below ---------------------------------------------------------------------------
def _most(i: Term) -> Term:
    """K = s_i b*_i (|end_i| + 1)/(s_i b_i(0))."""
    sign = sign_of(i)
    return sign * best_of(i) * (call("abs", end_of(i)) + 1) * inv(sign * coefficient_at(i, ZERO))


def _active_bounded(
    i: Term, low: Theorem, high: Theorem, some: Theorem, s: Term, s_low: Theorem, close: Theorem
) -> Theorem:
    """-K <= s_i b_i - 2 b*_i G_i where b_i(0) is not 0 and |b_i - end_i| < 1: b_i = b_i(0)
    exp(2 s_i G_i), so that 2 s_i G_i <= (|end_i| + 1)/(s_i b_i(0)).
    """
    own_best = parts(at(defined("diagonal.cost-best")[0], i, low, high))
    b0, sign = coefficient_at(i, ZERO), sign_of(i)
    a, size = sign * best_of(i), sign * b0
    a_low = linear(le(0, a), given(own_best[0], some))
    cap = call("abs", end_of(i)) + 1
    goal = le(-_most(i), part(i, s))
    near = inside_size(close)
    grown, _, signs = one_neuron(i, low, high, s, s_low)
    b = coefficient_at(i, s)
    turn = 2 * sign * G_cost(i, s)
    tangent = fact("exp-tangent", x=turn)

    def case(value, ordered_, rho):
        size_low = bound(lt(0, size), [rho], [[linear(lt(0, num(value) * b0), ordered_)]])
        thin, unit = positive(inv(size), [size_low]), inverse(size, [size_low])
        square = ring(eq(sign**2, 1), rho)
        b_high = bound(le(sign * b, cap), [rho], [[one] for one in (*near, *size_of(end_of(i)))])
        full = combine(eq(sign * b, size * exp(turn)), (sign, grown))
        # turn <= exp(turn) - 1 <= cap/size
        top = ordered(
            le(exp(turn), cap * inv(size)),
            [(exp(turn), unit), (inv(size), full)],
            [b_high, thin],
        )
        most = linear(le(turn, cap * inv(size)), top, tangent)
        b_low = bound(le(0, sign * b), [rho], [[given(parts(signs)[0], some)]])
        # 2 b* G = s^2 2 b* G = a turn
        scaled_ = combine(
            eq(2 * best_of(i) * G_cost(i, s), a * turn),
            (2 * best_of(i) * G_cost(i, s), square),
        )
        return linear(goal, b_low, scaled_, products=[[a_low, most]])

    return by_cases(
        trichotomy(b0),
        lambda less: case(-1, less, fact("sign-negative", less, x=b0)),
        lambda same: absurd(given(some, same), goal),
        lambda more: case(1, more, fact("sign-positive", more, x=b0)),
    )


def _one_bounded(i: Term, low: Theorem, high: Theorem) -> Theorem:
    """There are T and K with -K <= s_i b_i - 2 b*_i G_i after T."""

    def bounded(limit, since):
        return eventually(since, lambda s: le(-limit, part(i, s)))

    goal = exists(lambda since: exists(lambda limit: bounded(limit, since)))

    def put_in(since, limit, s, found):
        inner = exists(lambda one: bounded(one, since))
        held = everywhere(s, found, lt(since, s), le(0, s))
        return witness(goal, since, witness(inner, limit, held))

    settled = at(at(defined("diagonal.cost-end")[2], i, low, high), ONE, bound(lt(0, 1)))

    def active(some):
        def use(since, known):
            s = fresh()
            late, s_low = assume(lt(since, s)), assume(le(0, s))
            found = _active_bounded(i, low, high, some, s, s_low, at(known, s, late))
            return put_in(since, _most(i), s, found)

        return obtain(settled, use)

    def dormant(none):
        s = fresh()
        s_low = assume(le(0, s))
        _, no_best = parts(at(defined("diagonal.cost-best")[0], i, low, high))[:2]
        signs = parts(one_neuron(i, low, high, s, s_low)[2])
        flat, still = given(no_best, none), given(signs[1], none)
        return put_in(ZERO, ZERO, s, bound(le(-ZERO, part(i, s)), [flat, still]))

    return by_cases(started(i), active, dormant)


@cache
def bounded_below() -> Theorem:
    """There are T and K with -K <= V after T: one neuron after the other."""

    def bounded(limit, since, top):
        return eventually(since, lambda s: le(-limit, lyapunov(s, top)))

    def held(top):
        return exists(lambda since: exists(lambda limit: bounded(limit, since, top)))

    def statement(top):
        return implies(le(top, count), held(top))

    def put_in(top, since, limit, s, found):
        inner = exists(lambda one: bounded(one, since, top))
        whole = everywhere(s, found, lt(since, s), le(0, s))
        return witness(held(top), since, witness(inner, limit, whole))

    def summand(s):
        return vector(lambda m: part(m, s))

    s = fresh()
    nothing = linear(le(-ZERO, lyapunov(s, ZERO)), empty(summand(s), ONE))
    base = discharge(le(0, count), put_in(ZERO, ZERO, ZERO, s, nothing))

    def next_one(top, low, nowt):
        more = assume(le(top + 1, count))
        before = given(nowt, linear(le(top, count), more))
        i = top + 1
        own = _one_bounded(i, linear(le(1, i), low), more)

        def use(first, known):
            def inner(limit, first_known):
                def also(second, other):
                    def last(more_limit, second_known):
                        since = call("abs", first) + call("abs", second)
                        r = fresh()
                        late, r_low = assume(lt(since, r)), assume(le(0, r))
                        sizes = [*size_of(first), *size_of(second)]
                        one = at(first_known, r, linear(lt(first, r), late, *sizes), r_low)
                        two = at(second_known, r, linear(lt(second, r), late, *sizes), r_low)
                        grown = step(summand(r), ONE, top, low)
                        total_limit = limit + more_limit
                        found = linear(le(-total_limit, lyapunov(r, i)), grown, one, two)
                        return put_in(i, since, total_limit, r, found)

                    return obtain(other, last)

                return obtain(own, also)

            return obtain(known, inner)

        return discharge(more.conclusion, obtain(before, use))

    scheme = induction(statement, ZERO, base, next_one)
    d_low = linear(le(0, count), assume(le(1, count)))
    return given(at(scheme, count, d_low), bound(le(count, count)))


# --- X (b - b*) tends to 0 ------------------------------------------------------------------------
def one_sample_low(h: Term, j: Term, low: Theorem, high: Theorem) -> Theorem:
    """(sum_l h_l X_lj)^2/(2n) <= |X h|^2/(2n)."""

    def square(m):
        return predicted(h, m) ** 2

    def only(m):
        return make("ite", None, (eq(m, j), square(m), ZERO))

    def rest(m):
        return square(m) - only(m)

    def here(m, same):
        return fact("ite-true", same, P=eq(m, j), z=square(m), w=ZERO)

    def elsewhere(m, other):
        return fact("ite-false", other, P=eq(m, j), z=square(m), w=ZERO)

    long_ = bound(le(1, samples + 1), (), [[assume(le(1, samples))]])

    def low_part(m, *_):
        goal = le(0, rest(m))
        return by_cases(
            eq(m, j),
            lambda same: linear(goal, here(m, same)),
            lambda other: bound(goal, [elsewhere(m, other)], [], [predicted(h, m)]),
        )

    grown = nonnegative_sum(vector(rest), 1, samples, long_, low_part)
    single = alone(only, j, samples, low, high, elsewhere)
    split = added(vector(square), vector(lambda m: num(-1) * only(m)), 1, samples, long_)
    turned = scaled(num(-1), vector(only), 1, samples, long_)
    scale = fact("inverse-positive", samples_above(), x=samples)
    own = here(j, reflexive(j))
    most = linear(le(square(j), total(1, samples, square)), grown, split, turned, single, own)
    return bound(le(HALF * inv(samples) * square(j), curvature(h)), (), [[scale, most]])
