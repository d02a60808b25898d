"""Each of h frequencies has six neurons: who has which frequency, neuron 6(q - 1) + j being the
j-th of q.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from theory.modular.kernel_proofs.transforms.waves import next_
from theory.proof.lemmas import trichotomy
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    order,
    witness,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    everywhere,
    exists,
    fact,
    forall,
    fresh,
    induction,
    lam,
    obtain,
    parts,
    written,
)
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    Term,
    apply,
    both,
    eq,
    implies,
    le,
    lt,
    make,
    num,
    opened,
)

LIST = ("Fun", (INT,), INT)
SIXTH = range(1, 7)


def neuron(q: Term, j: int) -> Term:
    """6(q - 1) + j."""
    return 6 * (q - 1) + num(j)


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


@dataclass(frozen=True)
class Extended:
    """``own``, which shares out among the frequencies up to h, and h + 1 from neuron 6 h + 1 on."""

    h: Term
    own: Term

    @cached_property
    def function(self) -> Term:
        """i -> h + 1 where 6 h < i, else own(i)."""
        h, own = self.h, self.own
        return lam(lambda i: make("ite", None, (lt(6 * h, i), h + 1, own(i))), INT)

    def late(self, i: Term, more: Theorem) -> Theorem:
        """It is h + 1 at i, where 6 h < i."""
        return fact("ite-true", more, P=lt(6 * self.h, i), z=self.h + 1, w=self.own(i))

    def early(self, i: Term, no: Theorem) -> Theorem:
        """It is own(i), where not 6 h < i."""
        return fact("ite-false", no, P=lt(6 * self.h, i), z=self.h + 1, w=self.own(i))

    def in_range(self, i: Term, h_low: Theorem, inside: Theorem) -> Theorem:
        """It is from 1 to h + 1 at i, as own is from 1 to h."""
        value = apply(self.function, (i,))
        low, high = le(1, value), le(value, self.h + 1)

        def in_late(more):
            same = self.late(i, more)
            return conjoin(bound(low, [same], [[h_low]]), bound(high, [same]))

        def in_early(no):
            same = self.early(i, no)
            own_low, own_high = parts(at(inside, i))
            return conjoin(bound(low, [same], [[own_low]]), bound(high, [same], [[own_high]]))

        return by_cases(lt(6 * self.h, i), in_late, in_early)

    def earlier_six(self, q: Term, below: Theorem, known: Theorem) -> Theorem:
        """It is q in the q-th six, q <= h, as own is."""
        found = []
        for j, each in zip(SIXTH, parts(known)):
            place = neuron(q, j)
            more = assume(lt(6 * self.h, place))
            false = bound(lt(0, 0), (), [[more], [below]])
            no = discharge(more.conclusion, contradiction(false, FALSE))
            goal = eq(apply(self.function, (place,)), q)
            found.append(combine(goal, (1, self.early(place, no)), (1, each)))
        return conjoin(*found)

    def last_six(self, q: Term, same: Theorem) -> Theorem:
        """It is q in the q-th six, q = h + 1."""
        found = []
        for j in SIXTH:
            place = neuron(q, j)
            more = order(lt(6 * self.h, place), ((num(-6), same),), ((num(j), (), ONE),))
            goal = eq(apply(self.function, (place,)), q)
            found.append(combine(goal, (1, self.late(place, more)), (1, same)))
        return conjoin(*found)


def _one_more(h: Term, h_low: Theorem, now: Theorem) -> Theorem:
    """What shares out among h frequencies is extended to h + 1."""
    goal = can_be_shared(h + 1)

    def use(own, known):
        inside, sixes = parts(known)
        new = Extended(h, own)
        i, q = fresh(INT), fresh(INT)
        q_low, q_high = assume(le(1, q)), assume(le(q, h + 1))

        def before(less):
            below = bound(le(q, h), (), [[next_(q, h + 1, less)]])
            return new.earlier_six(q, below, at(sixes, q, q_low, below))

        def beyond(more):
            target = both(*(eq(apply(new.function, (neuron(q, j),)), q) for j in SIXTH))
            return contradiction(bound(lt(0, 0), (), [[more], [q_high]], exact=True), target)

        every = by_cases(trichotomy(q, h + 1), before, lambda same: new.last_six(q, same), beyond)
        found = conjoin(
            generalise(new.in_range(i, h_low, inside), i),
            everywhere(q, every, q_low.conclusion, q_high.conclusion),
        )
        return witness(goal, new.function, written(opened(goal, (new.function,)), found))

    return obtain(now, use)
