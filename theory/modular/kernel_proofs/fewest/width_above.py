"""Six neurons for each frequency attain every bound: our group of six, once for each.

Neuron 6(q - 1) + j is the j-th of the group of frequency q; the forms of the neurons of one
frequency are those of our six.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from theory.modular.kernel_proofs.cost.forms import gap_by_forms
from theory.modular.kernel_proofs.fewest.least_gap import GROUP, our_group
from theory.modular.kernel_proofs.fewest.shared_out import SIXTH, neuron, sharing
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
    combine,
    equal_inside,
    everywhere,
    fact,
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
    INT,
    ONE,
    ZERO,
    Term,
    apply,
    eq,
    function,
    le,
    lt,
    make,
    num,
    opened,
    substituted,
)

F = function("any_summand", INT, COMPLEX)


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
    ours = {letter: substituted(one, table) for letter, one in zip(GROUP, our_group())}
    return {**ours, N: SIX}


@dataclass(frozen=True)
class Masked:
    """The network that ``own`` shares out, with the outputs of the frequency k alone."""

    k: Term
    own: Term
    sixes: Theorem  # own is q in the q-th six, 1 <= q <= h

    @cached_property
    def output(self) -> Term:
        """i -> A_w of neuron i."""
        return network(self.own)[A_w]

    @cached_property
    def letters(self) -> dict[Term, Term]:
        """Its number of neurons, its amplitudes and phases."""

        def masked(i):
            return make("ite", None, (eq(self.own(i), self.k), apply(self.output, (i,)), ZERO))

        return {**network(self.own), A_w: lam(masked, INT), N: 6 * HALF}

    def silent(self, q: Term, inside: tuple[Theorem, Theorem], no: Theorem, body: Term) -> Theorem:
        """The q-th six have no part in the sum, where q is not k."""
        steps = []
        for j, share in zip(SIXTH, parts(at(self.sixes, q, *inside))):
            i = neuron(q, j)
            condition = eq(self.own(i), self.k)
            other = combine(eq(q, self.k), (1, share), (1, assume(condition)))
            apart = discharge(condition, given(no, other))
            off = fact("ite-false", apart, P=condition, z=apply(self.output, (i,)), w=ZERO)
            moved = equal_inside(apply(body, (i,)), off)
            steps.append(combine(eq(apply(body, (i,)), 0), (1, moved)))
        return combine_sum(eq(block(body, q), 0), steps)

    def ours(self, inside: tuple[Theorem, Theorem], body: Term, listed: Term) -> Theorem:
        """The k-th six are our six, whose summand is ``listed``."""
        steps = []
        for j, share in zip(SIXTH, parts(at(self.sixes, self.k, *inside))):
            i = neuron(self.k, j)
            moved = equal_inside(apply(body, (i,)), share)
            whole = moved.conclusion.args[1]
            chosen = next(part for part in _parts(whole) if part.op == "ite")
            condition, yes, no = chosen.args
            on = fact("ite-true", reflexive(self.k), P=condition, z=yes, w=no)
            told = equal_inside(whole, on)
            target = eq(apply(body, (i,)), apply(listed, (num(j),)))
            steps.append(combine(target, (1, moved), (1, told)))
        target = eq(block(body, self.k), written_out(listed, 6).conclusion.args[1])
        return combine_sum(target, steps)

    def entry(self, place, inside: tuple[Theorem, Theorem], letters: dict[Term, Term]) -> Theorem:
        """An entry of its forms is that of our six; 1 <= k and k <= h."""
        all_, six = {**letters, **self.letters}, {**letters, **our_six(self.k)}
        body, listed = body_of(place, all_), body_of(place, six)
        some = bound(le(0, HALF), (), [[assume(le(1, HALF))]])
        single = only_inside(
            fn(lambda q: block(body, q)), self.k, 1, HALF, *inside,
            lambda q, low, high, no: self.silent(q, (low, high), no, body),
        )  # fmt: skip
        return combine(
            eq(entry_of(place, all_), entry_of(place, six)),
            (1, at(put(in_sixes(), any_summand=body), HALF, some)),
            (1, single),
            (1, self.ours(inside, body, listed)),
            (1, written_out(listed, 6)),
        )


def at_bound(k: Term, inside: tuple, own: Term, known: Theorem, top: Theorem) -> Theorem:
    """The gap of the frequency k is 0; top: k <= h."""
    low, _ = inside
    _, sixes = parts(known)
    masked = Masked(k, own, sixes)
    letters = {xi: k, X: size(k), s_x: phase_of(k)}
    entries = [masked.entry(place, (low, top), letters) for place in ENTRIES]
    some = bound(lt(0, 6 * HALF), (), [[assume(le(1, HALF))]])
    first = for_frequency(gap_by_forms(), k, inside, masked.letters, [some])
    six = for_frequency(gap_by_forms(), k, inside, our_six(k), [bound(lt(0, SIX))])
    zero = for_frequency(zero_of_six(), k, inside, {})
    for one in entries:
        first = substitute(first, one)
    gap = substituted(gap_of(), {**letters, **masked.letters})
    return combine(eq(gap, 0), (1, first), (1, six), (1, zero))


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
