"""Something satisfies the definitions of critical points with two frequencies and of the Hessian
there: p = 5, x the sum of the waves of the frequencies 1 and 2, and u = v = w proportional to x.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.hessian.converse import (
    BALANCED,
    EMPTY,
    LEVEL,
    critical_if_balanced,
)
from theory.modular.kernel_proofs.hessian.critical import (
    ABOVE,
    CRITICAL,
    UNIT,
)
from theory.modular.kernel_proofs.hessian.expansion import POINT
from theory.modular.kernel_proofs.hessian.mixture import largest
from theory.modular.kernel_proofs.hessian.moved_weight import FARTHER, OTHER, PRESENT
from theory.modular.kernel_proofs.maxima.local_maxima import shown_of
from theory.modular.kernel_proofs.maxima.single import (
    INSIDE,
    M,
)
from theory.modular.kernel_proofs.script import cos
from theory.modular.kernel_proofs.transforms.halves import odd
from theory.modular.kernel_proofs.transforms.wave_encoding import turns
from theory.modular.kernel_proofs.transforms.waves import above_zero, cos_sum
from theory.modular.letters import p, turn, utility_of, x, x_hat
from theory.modular.letters.hessian import U_mix, hess_mix, present, two_frequencies
from theory.modular.letters.maxima import TASK
from theory.modular.letters.utility import half
from theory.modular.witnesses.hessian import at_point
from theory.modular.witnesses.maximum import transformed
from theory.modular.witnesses.two_waves import (
    ENCODING,
    HEIGHT,
    PART,
    PARTS,
    PROPORTIONAL,
    SPECTRUM,
    STRENGTH,
    TOP_VALUE,
    TWO_VALUES,
    mixture_balanced,
    no_mean,
    on_sphere,
    proportional,
    strong,
    two_values,
    utility_above,
)
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    reflexive,
)
from theory.proof.tactics import (
    bound,
    combine,
    contradiction,
    filled,
    fresh,
    given,
    parts,
    positive,
    ring,
    written,
)
from theory.proof.tactics.linear import signed_order
from theory.proof.terms import (
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    eq,
    lt,
    num,
    substituted,
)


@cache
def periodic() -> Theorem:
    """x(n + p) = x(n): so do both waves."""
    n = fresh(INT)
    rewrites = []
    for m in (M, OTHER):
        split = cos_sum(turn(m * n), turn(p * m))[0]
        rewrites.append(combine(eq(cos(turn(m * (n + p))), split.conclusion.args[1]), (1, split)))
        rewrites += turns(m)
    return generalise(ring(eq(ENCODING(n + p), ENCODING(n)), *rewrites), n)


def about_encoding(theorem: Theorem) -> Theorem:
    """A theorem about x, at this encoding."""
    q = fresh(INT)
    every = generalise(proportional(q), q)
    shown = {
        DEFINITIONS["modular.transform-x"].statement: transformed(ENCODING),
        DEFINITIONS["modular.cyclic-x"].statement: periodic(),
        TWO_VALUES.conclusion: two_values(),
        PROPORTIONAL.conclusion: every,
    }
    for one in shown:
        theorem = discharge(one, theorem)
    whole = filled(theorem, {x: ENCODING, x_hat: SPECTRUM})
    return given(whole, *reversed(shown.values()))


def _present(m: Term, value: Theorem) -> Theorem:
    """Not all transforms are 0 at this frequency: A p/2 is not."""
    above = positive(HEIGHT * TOP_VALUE, [above_zero(), positive(HEIGHT, [above_zero()])])
    asked = substituted(present(m), dict(zip(POINT, PARTS)))
    all_zero = asked.args[0]
    zero = parts(assume(all_zero))[0]
    false = signed_order(
        lt(ZERO, ZERO),
        ((ONE, zero), (ONE, proportional(m)), (HEIGHT, value)),
        (ONE, (above,), ONE),
    )
    return discharge(all_zero, contradiction(false, FALSE))


@cache
def mixture_point() -> list[Theorem]:
    """These vectors satisfy the three definitions, for any two frequencies."""
    norm = on_sphere()
    table = dict(zip(POINT, PARTS))
    critical = about_encoding(
        at_point(
            critical_if_balanced(),
            {**table, LEVEL: STRENGTH},
            [(BALANCED, mixture_balanced()), *zip(EMPTY, [no_mean()] * 3)],
        )
    )
    above = given(about_encoding(utility_above()), strong()[0])
    both_ = [_present(m, value) for m, value in zip((M, OTHER), strong())]
    task = [assume(DEFINITIONS[name].statement) for name in TASK]
    most = at_point(
        largest(),
        {**table, x: ENCODING, x_hat: SPECTRUM},
        [
            (UNIT, norm),
            (CRITICAL, critical),
            (ABOVE, above),
            *zip(PRESENT, both_),
            *zip(task, [transformed(ENCODING), periodic()]),
        ],
    )
    two = substituted(two_frequencies(), table)
    below = bound(lt(2 * OTHER, p), [odd()], [[FARTHER[1]]])
    known = conjoin(INSIDE[0], FARTHER[0], below, *both_)
    there_ = shown_of(two, [M, OTHER], known)
    value = substituted(utility_of(*PARTS), {x: ENCODING})
    return [conjoin(norm, there_, critical), reflexive(value), most]


FIVE = {p: num(5), half: num(2), M: ONE, OTHER: num(2)}
MIXTURE = (*TASK, "modular.mixture-point", "modular.mixture-utility", "modular.mixture-hessian")
VALUE = substituted(substituted(utility_of(*PARTS), {x: ENCODING}), FIVE)
MIXTURE_TABLE = {
    p: num(5),
    **{letter: substituted(one, FIVE) for letter, one in ((x, ENCODING), (x_hat, SPECTRUM))},
    **{f: substituted(PART, FIVE) for f in POINT},
    U_mix: VALUE,
    hess_mix: 3 * VALUE,
}


def at_five(theorem: Theorem) -> Theorem:
    """p = 5, half = 2, the frequencies 1 and 2."""
    hypotheses = [eq(p, 2 * half + 1), lt(0, p)]
    hypotheses += [one.conclusion for one in (*INSIDE, *FARTHER)]
    for one in hypotheses:
        theorem = discharge(one, theorem)
    whole = filled(theorem, FIVE)
    first, *rest = (substituted(one, FIVE) for one in hypotheses)
    return given(whole, *reversed([ring(first), *map(bound, rest)]))


def mixture() -> Theorem:
    """p = 5: all of them at once."""
    shown = [transformed(ENCODING), periodic(), *mixture_point()]
    asked = [substituted(DEFINITIONS[name].statement, MIXTURE_TABLE) for name in MIXTURE]
    return conjoin(*(written(one, at_five(known)) for one, known in zip(asked, shown)))


WITNESSES = {"modular.mixture-hessian": mixture}
BUNDLES = {"modular.mixture-hessian": MIXTURE}
TABLES = {"modular.mixture-hessian": MIXTURE_TABLE}
