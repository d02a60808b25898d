"""The loop of Greedy Low-Rank Learning goes on for min(c, d) stages: fewer vectors cannot make the
gradient 0, and at a local minimum of min(c, d) vectors it is.
"""

from __future__ import annotations

from theory.linear.kernel_proofs.entry import known, proof
from theory.linear.kernel_proofs.greedy.stage_minimum import cut, gradient_ends, last
from theory.linear.kernel_proofs.greedy.stages_go_on import goes_on
from theory.linear.letters.data import (
    c,
    d,
    rank,
    step,
)
from theory.linear.letters.stages import (
    grad,
    local_minimum,
    settled,
    top_slope,
)
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
)
from theory.proof.sums.any_range import zero_sum
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    contradiction,
    fact,
    lam,
    obtain,
    parts,
    total,
)
from theory.proof.tactics.linear import signed_order
from theory.proof.terms import INT, ONE, ZERO, eq, le, lt


@proof("linear.greedy-ends")
def greedy_ends() -> Theorem:
    """It goes on before each of the stages, and ends where the last one rests at a minimum."""
    low, high = assume(lt(0, step)), assume(le(step, rank))
    start = bound(le(0, step - 1), (), [[fact("discrete", low, n=ZERO, m=step)]])
    on = at(goes_on(), step - 1, start, bound(lt(step - 1, rank), (), [[high]]))
    (own,) = known("settled")
    premise = eq(settled, 1)
    goal = eq(top_slope(rank), 0)

    def minimum(there):
        every = cut(gradient_ends(), there)
        (stated,) = known("top-slope")
        _, attained = conjuncts(at(stated, rank, *last()))

        def with_a(a, outer):
            def with_w(w, both_):
                _, value = parts(both_)
                inner = lam(lambda k: total(1, d, lambda l: a(k) * -grad(rank, k, l) * w(l)), INT)

                def row(k, k_low, k_high):
                    return zero_sum(
                        lam(lambda l: a(k) * -grad(rank, k, l) * w(l), INT), 1, d,
                        lambda l, l_low, l_high: combine(
                            eq(a(k) * -grad(rank, k, l) * w(l), 0),
                            (a(k) * w(l), at(every, k, k_low, k_high, l, l_low, l_high)),
                        ),
                    )  # fmt: skip

                none = zero_sum(inner, 1, c, row)
                return combine(goal, (1, value), (2, none))

            return obtain(outer, with_w)

        return obtain(attained, with_a)

    def saddle(no):
        condition, yes, other = own.conclusion.args[1].args
        off = fact("ite-false", no, P=condition, z=yes, w=other)
        false = signed_order(
            lt(ZERO, ZERO), [(ONE, own), (ONE, off), (ONE, assume(premise))], (ONE, (), ONE)
        )
        return contradiction(false, goal)

    ended = by_cases(local_minimum(rank), minimum, saddle)
    return conjoin(on, discharge(premise, ended))
