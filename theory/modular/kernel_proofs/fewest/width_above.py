"""Six neurons for each frequency attain every bound: our group of six, once for each.

Neuron 6(q - 1) + j is the j-th of the group of frequency q; the forms of the neurons of one
frequency are those of our six.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.forms import gap_by_forms
from theory.modular.kernel_proofs.fewest.least_gap import GROUP, our_group
from theory.modular.kernel_proofs.fewest.smallest_group import SIX, written_out, zero_of_six
from theory.modular.kernel_proofs.fewest.width_below import (
    ENTRIES,
    HALF,
    body_of,
    entry_of,
    for_frequency,
)
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.transforms.waves import next_
from theory.modular.letters import N, p
from theory.modular.letters.cost import A_w, X, s_x, xi
from theory.modular.letters.learned import gap_of
from theory.modular.letters.plateau import phase_of
from theory.modular.letters.width import attains, size
from theory.proof.lemmas import trichotomy
from theory.proof.rules import (
    Theorem,
    algebra,
    assume,
    conjoin,
    discharge,
    generalise,
    order,
    reflexive,
    witness,
)
from theory.proof.sums.finite import empty, step, sum_of
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    equal_inside,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    given,
    induction,
    lam,
    obtain,
    parts,
    put,
    ring,
    substitute,
    weaker,
    written,
)
from theory.proof.terms import (
    COMPLEX,
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    apply,
    both,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    num,
    opened,
    substituted,
)

LIST = ("Fun", (INT,), INT)
SIXTH = range(1, 7)
F = function("any_summand", INT, COMPLEX)


def neuron(q: Term, j: int) -> Term:
    """6(q - 1) + j."""
    return 6 * (q - 1) + num(j)


# --- which frequency a neuron has -----------------------------------------------------------------
def shared_out(h: Term, own: Term) -> Term:
    """own gives each neuron a frequency from 1 to h, and q to the neurons of the q-th six."""
    return both(
        forall(lambda i: both(le(1, apply(own, (i,))), le(apply(own, (i,)), h)), INT),
        forall(
            lambda q: implies(
                le(1, q), le(q, h), both(*(eq(apply(own, (neuron(q, j),)), q) for j in SIXTH))
            ),
            INT,
        ),
    )


def can_be_shared(h: Term) -> Term:
    """There is such a function."""
    return exists(lambda own: shared_out(h, own), LIST)


@cache
def sharing() -> Theorem:
    """for all h >= 1: there is such a function."""
    first = lam(lambda i: ONE, INT)
    q, i = fresh(INT), fresh(INT)
    low, high = assume(le(1, q)), assume(le(q, ONE))
    one = fact("antisymmetric", low, high, x=ONE, y=q)
    base = conjoin(
        generalise(conjoin(bound(le(1, ONE)), bound(le(ONE, ONE))), i),
        everywhere(q, conjoin(*(one for _ in SIXTH)), low.conclusion, high.conclusion),
    )
    statement = can_be_shared(ONE)
    start = witness(statement, first, written(opened(statement, (first,)), base))
    return induction(can_be_shared, 1, start, _one_more)


def _one_more(h: Term, h_low: Theorem, now: Theorem) -> Theorem:
    goal = can_be_shared(h + 1)

    def use(own, known):
        inside, sixes = parts(known)
        new = lam(lambda i: make("ite", None, (lt(6 * h, i), h + 1, own(i))), INT)

        def late(i, more):
            return fact("ite-true", more, P=lt(6 * h, i), z=h + 1, w=own(i))

        def early(i, no):
            return fact("ite-false", no, P=lt(6 * h, i), z=h + 1, w=own(i))

        i, q = fresh(INT), fresh(INT)
        wanted = both(le(1, apply(new, (i,))), le(apply(new, (i,)), h + 1))

        def in_late(more):
            same = late(i, more)
            return conjoin(bound(wanted.args[0], [same], [[h_low]]), bound(wanted.args[1], [same]))

        def in_early(no):
            same = early(i, no)
            low, high = parts(at(inside, i))
            return conjoin(
                bound(wanted.args[0], [same], [[low]]), bound(wanted.args[1], [same], [[high]])
            )

        q_low, q_high = assume(le(1, q)), assume(le(q, h + 1))
        target = both(*(eq(apply(new, (neuron(q, j),)), q) for j in SIXTH))

        def before(less):
            below = bound(le(q, h), (), [[next_(q, h + 1, less)]])
            known_ = parts(at(sixes, q, q_low, below))
            found = []
            for j, one, each in zip(SIXTH, target.args, known_):
                place = neuron(q, j)
                more = assume(lt(6 * h, place))
                false = bound(lt(0, 0), (), [[more], [below]])
                no = discharge(more.conclusion, contradiction(false, FALSE))
                found.append(combine(one, (1, early(place, no)), (1, each)))
            return conjoin(*found)

        def last(same):
            found = []
            for j, one in zip(SIXTH, target.args):
                place = neuron(q, j)
                more = order(lt(6 * h, place), ((num(-6), same),), ((num(j), (), ONE),))
                found.append(combine(one, (1, late(place, more)), (1, same)))
            return conjoin(*found)

        def beyond(more):
            return contradiction(bound(lt(0, 0), (), [[more], [q_high]], exact=True), target)

        every = by_cases(trichotomy(q, h + 1), before, last, beyond)
        found = conjoin(
            generalise(by_cases(lt(6 * h, i), in_late, in_early), i),
            everywhere(q, every, q_low.conclusion, q_high.conclusion),
        )
        return witness(goal, new, written(opened(goal, (new,)), found))

    return obtain(now, use)


# --- sums in sixes --------------------------------------------------------------------------------
def block(summand: Term, q: Term) -> Term:
    """The q-th six of the terms of a sum."""
    value = ZERO
    for j in SIXTH:
        value = value + apply(summand, (neuron(q, j),))
    return value


@cache
def in_sixes() -> Theorem:
    """for all h >= 0: sum_1^{6h} f = sum_{q=1}^h of the sixes; f a letter."""
    body = lam(lambda i: F(i), INT)
    blocks = lam(lambda q: block(body, q), INT)

    def statement(h):
        return eq(sum_of(body, 1, 6 * h), sum_of(blocks, 1, h))

    base = ring(statement(ZERO), empty(body, ONE), empty(blocks, ONE))

    def next_one(h, low, now):
        steps = [
            step(body, ONE, 6 * h + t, bound(le(ZERO, 6 * h + t), (), [[low]])) for t in range(6)
        ]
        grown = step(blocks, ONE, h, low)
        return algebra(statement(h + 1), *((ONE, one) for one in (*steps, now)), (num(-1), grown))

    return induction(statement, ZERO, base, next_one)


# --- the network ----------------------------------------------------------------------------------
def network(own: Term) -> dict[Term, Term]:
    """Amplitudes and phases: those of our six for the neuron's frequency, by its place there."""
    found = {}
    for letter, ours in zip(GROUP, our_group()):
        found[letter] = lam(
            lambda i, ours=ours: substituted(
                opened(ours, (i - 6 * (own(i) - 1),)),
                {N: SIX, X: size(own(i)), s_x: phase_of(own(i))},
            ),
            INT,
        )
    return found


def our_six(k: Term) -> dict[Term, Term]:
    """Our group of six for the frequency k."""
    table = {N: SIX, X: size(k), s_x: phase_of(k)}
    return {letter: substituted(ours, table) for letter, ours in zip(GROUP, our_group())}


def at_bound(k: Term, inside: tuple, own: Term, known: Theorem, top: Theorem) -> Theorem:
    """The gap of the frequency k is 0; top: k <= h."""
    low, _ = inside
    count = 6 * HALF
    neurons = network(own)
    output = neurons[A_w]
    mask = lam(lambda i: make("ite", None, (eq(own(i), k), apply(output, (i,)), ZERO)), INT)
    letters = {xi: k, X: size(k), s_x: phase_of(k)}
    all_ = {**neurons, A_w: mask, N: count}
    six = {**our_six(k), N: SIX}
    _, sixes = parts(known)
    positive_h = assume(le(1, HALF))

    def silent(q, q_low, q_high, no, body):
        """No neuron of another frequency has a part in it."""
        shares = parts(at(sixes, q, q_low, q_high))
        steps = []
        for j, share in zip(SIXTH, shares):
            i = neuron(q, j)
            yes = assume(eq(own(i), k))
            other = combine(eq(q, k), (1, share), (1, yes))
            apart = discharge(yes.conclusion, given(no, other))
            off = fact("ite-false", apart, P=eq(own(i), k), z=apply(output, (i,)), w=ZERO)
            moved = equal_inside(apply(body, (i,)), off)
            steps.append(combine(eq(apply(body, (i,)), 0), (1, moved)))
        return combine_sum(eq(block(body, q), 0), steps)

    def same(body, listed):
        """The k-th six are ours."""
        shares = parts(at(sixes, k, low, top))
        steps = []
        for j, share in zip(SIXTH, shares):
            i = neuron(k, j)
            moved = equal_inside(apply(body, (i,)), share)
            whole = moved.conclusion.args[1]
            chosen = next(part for part in _parts(whole) if part.op == "ite")
            condition, yes, no = chosen.args
            on = fact("ite-true", reflexive(k), P=condition, z=yes, w=no)
            told = equal_inside(whole, on)
            target = eq(apply(body, (i,)), apply(listed, (num(j),)))
            steps.append(combine(target, (1, moved), (1, told)))
        target = eq(block(body, k), written_out(listed, 6).conclusion.args[1])
        return combine_sum(target, steps)

    entries = []
    for place in ENTRIES:
        body, listed = body_of(place, {**letters, **all_}), body_of(place, {**letters, **six})
        whole = at(put(in_sixes(), any_summand=body), HALF, bound(le(0, HALF), (), [[positive_h]]))
        blocks = fn(lambda q, body=body: block(body, q))
        single = only_inside(
            blocks,
            k,
            1,
            HALF,
            low,
            top,
            lambda q, q_low, q_high, no, body=body: silent(q, q_low, q_high, no, body),
        )
        entries.append(
            combine(
                eq(
                    entry_of(place, {**letters, **all_}),
                    entry_of(place, {**letters, **six}),
                ),
                (1, whole),
                (1, single),
                (1, same(body, listed)),
                (1, written_out(listed, 6)),
            )
        )
    some = bound(lt(0, count), (), [[positive_h]])
    first = for_frequency(gap_by_forms(), k, inside, all_, [some])
    second = for_frequency(gap_by_forms(), k, inside, six, [bound(lt(0, SIX))])
    zero = for_frequency(zero_of_six(), k, inside, {})
    for one in entries:
        first = substitute(first, one)
    gap = substituted(gap_of(), {**letters, **all_})
    return combine(eq(gap, 0), (1, first), (1, second), (1, zero))


def combine_sum(goal: Term, equations: list[Theorem]) -> Theorem:
    """a + b + ... = a' + b' + ..., from a = a', b = b', ..."""
    return algebra(goal, *((ONE, one) for one in equations))


def _parts(whole: Term):
    """A term and everything in it."""
    yield whole
    for one in whole.args:
        yield from _parts(one)


@cache
def enough_neurons() -> Theorem:
    """A network of 6 h neurons attains every bound, p = 2 h + 1, 1 <= h."""
    count = 6 * HALF
    odd, positive_h = assume(eq(p, 2 * HALF + 1)), assume(le(1, HALF))
    statement = attains(count)

    def use(own, known):
        neurons = network(own)

        def there(existence, values):
            if existence.op == "exists":
                first, *rest = values
                return witness(existence, first, there(opened(existence, (first,)), rest))
            *amplitudes, inside, zeros = existence.args
            return conjoin(*map(nonnegative, amplitudes), within(inside), at_zero(zeros))

        def within(wanted):
            i = fresh(INT)
            i_low, rest = opened(wanted, (i,)).args
            i_high, both_ = rest.args
            own_low, own_high = parts(at(parts(known)[0], i))
            below = order(
                both_.args[1], ((num(-1), odd),), ((num(2), (own_high,), ONE), (ONE, (), ONE))
            )
            return everywhere(i, conjoin(own_low, below), i_low, i_high)

        def at_zero(wanted):
            k = fresh(INT)
            k_low, rest = opened(wanted, (k,)).args
            k_high, equation = rest.args
            inside = assume(k_low), assume(k_high)
            doubled = next_(2 * k, p, inside[1])
            twice = order(le(2 * k, 2 * HALF), ((num(1), odd),), ((ONE, (doubled,), ONE),))
            top = bound(le(k, HALF), (), [[twice]])
            found = at_bound(k, inside, own, known, top)
            return everywhere(k, written(equation, found), k_low, k_high)

        return there(statement, [own, *(neurons[letter] for letter in GROUP)])

    return obtain(at(sharing(), HALF, positive_h), use)


def nonnegative(wanted: Term) -> Theorem:
    """0 <= exp(...), for every neuron."""
    i = fresh(INT)
    here = opened(wanted, (i,))
    _, root = here.args
    return generalise(weaker(fact("exp-positive", x=root.args[0])), i)
