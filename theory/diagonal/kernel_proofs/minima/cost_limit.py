"""The end of the cost flow: predictions converge, V is bounded below, hence X (b - b*)
tends to 0.
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
    X,
    alone,
    count,
    curvature,
    predicted,
    samples,
    samples_above,
    vector,
)
from theory.proof.lemmas import HALF, exp, inv, trichotomy
from theory.proof.lemmas.limits import size_below
from theory.proof.rules import Theorem, absurd, assume, conjoin, discharge, reflexive, witness
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


# --- predictions converge -------------------------------------------------------------------------
@cache
def predictions_tend(j: Term) -> Theorem:
    """for all m <= d and e > 0 there is a time after which |sum_{l <= m} (b_l - end_l)
    X_lj| < e.
    """

    def missing(s, top):
        return total(1, top, lambda m: (coefficient_at(m, s) - end_of(m)) * X(m, j))

    def near(level, top):
        return exists(
            lambda since: forall(
                lambda s: implies(lt(since, s), lt(call("abs", missing(s, top)), level))
            )
        )

    def statement(top):
        return implies(
            le(top, count), forall(lambda level: implies(lt(0, level), near(level, top)))
        )

    def summand(s):
        return vector(lambda m: (coefficient_at(m, s) - end_of(m)) * X(m, j))

    def proof_at(level, top, since, s, found):
        goal = near(level, top)
        return witness(goal, since, everywhere(s, found, lt(since, s)))

    def base():
        level, s = fresh(), fresh()
        above = assume(lt(0, level))
        flat = empty(summand(s), ONE)
        value = missing(s, ZERO)
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
        i_low = linear(le(1, i), low)
        entry = X(i, j)
        whole = 1 + call("abs", entry)
        sizes = size_of(entry)
        wide = linear(lt(0, whole), sizes[0])
        share = HALF * level * inv(whole)
        share_low = positive(share, [above, wide])
        settled = at(at(defined("diagonal.cost-end")[2], i, i_low, more), share, share_low)

        def use(first, known):
            def also(second, own):
                since = call("abs", first) + call("abs", second)
                s = fresh()
                late = assume(lt(since, s))
                one = at(known, s, linear(lt(first, s), late, *size_of(first), *size_of(second)))
                two = at(own, s, linear(lt(second, s), late, *size_of(first), *size_of(second)))
                gap = coefficient_at(i, s) - end_of(i)
                low1, high1 = inside_size(one)
                low2, high2 = inside_size(two)
                product = _product(gap, entry, level, whole, share, low2, high2, above, wide)
                grown = step(summand(s), ONE, top, low)
                value = missing(s, i)
                lower = linear(lt(-level, value), grown, low1, product[0])
                upper = linear(lt(value, level), grown, high1, product[1])
                return proof_at(level, i, since, s, size_below(value, lower, upper))

            return obtain(settled, also)

        found = obtain(at(before, HALF * level, half), use)
        return discharge(more.conclusion, everywhere(level, found, above.conclusion))

    return induction(statement, ZERO, base(), step_)


def _product(gap, entry, level, whole, share, low, high, above, wide) -> list[Theorem]:
    """-e/2 <= gap X and gap X <= e/2, where |gap| < (e/2)/(1 + |X|)."""
    unit = inverse(whole, [wide])
    thin = positive(inv(whole), [wide])
    half = linear(lt(0, HALF * level), above)

    def side(name, ordered_, turn):
        size = fact(name, ordered_, x=entry)
        own = linear(le(0, num(turn) * entry), ordered_)
        cap = ordered(
            le(share * call("abs", entry), HALF * level), [(HALF * level, unit)], [half, thin]
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


# --- V is bounded below ---------------------------------------------------------------------------
def _one_bounded(i: Term, low: Theorem, high: Theorem) -> Theorem:
    """There are T and K with -K <= s_i b_i - 2 b*_i G_i after T."""

    def bounded(limit, since):
        return eventually(since, lambda s: le(-limit, part(i, s)))

    goal = exists(lambda since: exists(lambda limit: bounded(limit, since)))

    def put_in(since, limit, s, found):
        inner = exists(lambda one: bounded(one, since))
        held = everywhere(s, found, lt(since, s), le(0, s))
        return witness(goal, since, witness(inner, limit, held))

    own_best = parts(at(defined("diagonal.cost-best")[0], i, low, high))
    b0, sign = coefficient_at(i, ZERO), sign_of(i)
    settled = at(at(defined("diagonal.cost-end")[2], i, low, high), ONE, bound(lt(0, 1)))

    def active(some):
        a = sign * best_of(i)
        a_low = linear(le(0, a), given(own_best[0], some))
        size = sign * b0
        cap = call("abs", end_of(i)) + 1
        limit = a * cap * inv(size)

        def use(since, known):
            s = fresh()
            late, s_low = assume(lt(since, s)), assume(le(0, s))
            near = inside_size(at(known, s, late))
            grown, _, signs = one_neuron(i, low, high, s, s_low)
            b = coefficient_at(i, s)
            turn = 2 * sign * G_cost(i, s)
            tangent = fact("exp-tangent", x=turn)

            def case(value, ordered_, rho):
                size_low = bound(lt(0, size), [rho], [[linear(lt(0, num(value) * b0), ordered_)]])
                thin, unit = positive(inv(size), [size_low]), inverse(size, [size_low])
                square = ring(eq(sign**2, 1), rho)
                b_high = bound(
                    le(sign * b, cap), [rho], [[one] for one in (*near, *size_of(end_of(i)))]
                )
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
                return linear(le(-limit, part(i, s)), b_low, scaled_, products=[[a_low, most]])

            found = by_cases(
                trichotomy(b0),
                lambda less: case(-1, less, fact("sign-negative", less, x=b0)),
                lambda same: absurd(given(some, same), le(-limit, part(i, s))),
                lambda more: case(1, more, fact("sign-positive", more, x=b0)),
            )
            return put_in(since, limit, s, found)

        return obtain(settled, use)

    def dormant(none):
        s = fresh()
        s_low = assume(le(0, s))
        signs = parts(one_neuron(i, low, high, s, s_low)[2])
        flat, still = given(own_best[1], none), given(signs[1], none)
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
