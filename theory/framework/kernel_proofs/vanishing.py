"""Limits of letters as alpha -> 0: the utility of a neuron on its way back."""

from __future__ import annotations

from collections.abc import Callable

from theory.framework.kernel_proofs.entry import defined, picked_of, proof
from theory.framework.kernel_proofs.jump_time import DEGREE, higher, quadratic, some_degree
from theory.framework.kernel_proofs.limits import (
    at_least_three,
    degree_down,
)
from theory.framework.kernel_proofs.limits import (
    ratio as degree_ratio,
)
from theory.framework.letters import RADIAL, S_of, end, n_0, norm_of, utility_of
from theory.framework.letters.limit import (
    S_from,
    eta,
    kappa,
    level,
    norm_from,
    ratio,
    share,
    threshold,
    time_of,
    utility_from,
)
from theory.proof.lemmas import exp, inv, log, log_below
from theory.proof.lemmas.limits import same_limit, shown_to_tend, size_below
from theory.proof.lemmas.sizes import within_size
from theory.proof.rules import (
    Theorem,
    assume,
    discharge,
    instantiate,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    conjuncts,
    equal_inside,
    fact,
    given,
    inverse,
    lam,
    positive,
    ring,
)
from theory.proof.terms import (
    ONE,
    Term,
    call,
    eq,
    le,
    lt,
)

AT_LEAST_TWO = assume(le(2, kappa))
TWO = eq(kappa, 2)


def started(theorem: Theorem, x: Term, known: Theorem) -> Theorem:
    """A theorem on the radial dynamics, said of the neuron that starts with the norm x."""
    moved = instantiate(
        discharge(RADIAL.statement, theorem),
        *(n_0, x, end, time_of(x)),
        *(norm_of, lam(lambda s: norm_from(x, s))),
        *(S_of, lam(lambda s: S_from(x, s))),
        *(utility_of, lam(lambda s: utility_from(x, s))),
    )
    return given(moved, known)


def tends_to_one(gap: Term, value: Callable, case: Theorem) -> Theorem:
    """eta S/c -> 1, where value(x, ...) gives eta S = c + gap and -log x <= c."""
    size, size_low = call("abs", gap), fact("abs-positive", z=gap)

    def at_level(level_, above, finish):
        down = positive(inv(level_), [above])
        depth = (1 + size) * inv(level_)
        unit = inverse(level_, [above])

        def proof_at(x, low, high, below):
            deep = bound(lt(depth, -log(x)), [fact("log-exp", x=-depth)], [[log_below(high, low)]])
            amount, least = value(x, low, below)
            c = threshold(x)
            far = bound(lt(depth, c), (), [[deep], [least]])
            depth_above = bound(lt(0, depth), (), [[down], [size_low, down]])
            c_above = bound(lt(0, c), (), [[depth_above], [far]])
            enough = bound(lt(size, level_ * c), [unit], [[far, above], []])
            c_unit, c_down = inverse(c, [c_above]), positive(inv(c), [c_above])
            E = gap * inv(c)
            same = ring(eq(share(x) - 1, E), amount, c_unit)
            first, second = within_size(gap)
            narrow = size_below(
                E,
                bound(lt(-level_, E), [c_unit], [[enough, c_down], [first, c_down]]),
                bound(lt(E, level_), [c_unit], [[enough, c_down], [second, c_down]]),
            )
            whole = equal_inside(call("abs", share(x) - 1), same)
            return bound(lt(call("abs", share(x) - 1), level_), [whole], [[narrow]])

        return finish(exp(-depth), fact("exp-positive", x=-depth), proof_at)

    return shown_to_tend(share, ONE, at_level)


@proof("framework.return-utility")
def return_utility() -> Theorem:
    """eta S - c does not depend on alpha, and c is at least -log alpha."""
    level_above, every, limit = defined("framework.returned")

    def start(x, low, below):
        known = at(every, x, low, below)
        return tuple(conjuncts(known))

    def two(case):
        def value(x, low, below):
            whole, there = start(x, low, below)
            here = started(quadratic(case), x, whole)
            turned = equal_inside(log(norm_from(x, time_of(x))), there)
            choice = threshold(x)
            picked = picked_of(choice, case, True)
            amount = combine(
                eq(eta * S_from(x, time_of(x)), choice + log(level)),
                (1, here),
                (1, turned),
                (1, picked),
            )
            return amount, bound(le(-log(x), choice), [picked])

        return tends_to_one(log(level), value, case)

    def more(case):
        large = at_least_three(case, AT_LEAST_TWO)
        gap = (exp(DEGREE * log(level)) - 1) * inv(DEGREE)

        def value(x, low, below):
            whole, there = start(x, low, below)
            here = started(higher(case), x, whole)
            turned = equal_inside(exp(DEGREE * log(norm_from(x, time_of(x)))), there)
            choice = threshold(x)
            picked = picked_of(choice, case, False)
            powered = fact("power", low, x=x, y=DEGREE)
            unit = fact("inverse", some_degree(case), z=DEGREE)
            total = eta * S_from(x, time_of(x))
            amount = combine(
                eq(total, choice + gap),
                (inv(DEGREE), here),
                (inv(DEGREE), turned),
                (1, picked),
                (inv(DEGREE), powered),
                (total, unit),
            )
            return amount, steep(choice, x, low, case, large)

        return tends_to_one(gap, value, case)

    def done(tending):
        return same_limit(share, ratio, ONE, limit, tending)

    return by_cases(TWO, lambda case: done(two(case)), lambda case: done(more(case)))


def steep(choice: Term, x: Term, low: Theorem, case: Theorem, large: Theorem) -> Theorem:
    """-log(x) <= c: (exp(y) - 1)/(kappa - 2) >= y/(kappa - 2), y = (2 - kappa) log x."""
    wide = bound(lt(0, kappa - 2), (), [[large]])
    tangent = fact("exp-tangent", x=DEGREE * log(x))
    return bound(
        le(-log(x), choice),
        [
            picked_of(choice, case, False),
            fact("power", low, x=x, y=DEGREE),
            degree_down(large),
            degree_ratio(large),
        ],
        [[positive(inv(kappa - 2), [wide]), tangent]],
    )
