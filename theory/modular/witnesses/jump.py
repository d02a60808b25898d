"""Something satisfies the definitions of the next jump: p = 3, an encoding of zeros, nothing
learned, and one neuron (e_0, 0, 0) that rests at norm 1.
"""

from __future__ import annotations

from theory.modular.kernel_proofs.delta import chosen
from theory.modular.kernel_proofs.script import fn
from theory.modular.letters import jump, plateau
from theory.modular.letters.flow import COURSES, GRADIENTS, unit_vector
from theory.modular.witnesses.cost import PLATEAU_TABLE, both_listed, satisfied
from theory.modular.witnesses.flow import REST, constant, zeros_in
from theory.modular.witnesses.utility import together
from theory.proof.rules import Theorem, conjoin, discharge, generalise, witness
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import bound, combine, fact, fresh, lam, ring, with_slope, written
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, eq, le, num, opened, substituted

START = lam(lambda a, s: unit_vector(ZERO)(a), INT, REAL)
TABLE = {
    **PLATEAU_TABLE,
    plateau.steps: ZERO,
    COURSES[0]: START,
    **dict.fromkeys(COURSES[1:], REST),
    **dict.fromkeys(GRADIENTS, REST),
    **dict.fromkeys((jump.tau, jump.tau_l, jump.X), ZERO),
    **dict.fromkeys((jump.mu, jump.eta, jump.count, jump.jumper), ONE),
    jump.norm_of: lam(lambda i: ONE, INT),
}
BUNDLE = (
    "modular.plateau",
    "modular.plateau-order",
    "modular.half",
    "modular.left-magnitude",
    *jump.COURSE,
    "modular.next-jump",
)


def resting() -> Theorem:
    """All of them at once."""
    every, listed, odd, left, *course, norms = substituted(together(BUNDLE), TABLE).args
    slopes, flows = course[:3], course[3:]
    return conjoin(
        satisfied(every),
        both_listed(listed),
        ring(odd),
        nothing_left(left),
        *map(flat, slopes),
        *map(still, flows),
        norm_one(norms),
    )


def nothing_left(statement: Term) -> Theorem:
    """The one frequency has the magnitude 0."""
    every, some = statement.args
    return conjoin(flat(every), witness(some, ONE, flat(opened(some, (ONE,)))))


def flat(statement: Term) -> Theorem:
    """Part by part: every number in it is 0, and does not change."""
    if statement.op == "and":
        return conjoin(*map(flat, statement.args))
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(flat(opened(statement, (letter,))), letter)
    if statement.op == "implies":
        return discharge(statement.args[0], flat(statement.args[1]))
    if statement.op == "deriv":
        return constant(statement)
    return bound(statement) if statement.op == "le" else ring(statement, *zeros_in(statement))


def still(statement: Term) -> Theorem:
    """An entry that does not change has the derivative 0."""
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        return generalise(still(opened(statement, (letter,))), letter)
    if statement.op == "implies":
        return discharge(statement.args[0], still(statement.args[1]))
    low, high, place, value, body = statement.args
    found = with_slope(fact("deriv-constant", y=body, low=low, high=high, at=place), value)
    return written(statement, found)


def norm_one(statement: Term) -> Theorem:
    """|e_0| = 1, the norm of the only neuron, which is the largest."""
    in_order, every, some, first, last, start, end = statement.args
    i = fresh(INT)
    low, rest = opened(every, (i,)).args
    inside = discharge(low, discharge(rest.args[0], conjoin(*map(bound, rest.args[1].args))))
    square = fn(lambda a: unit_vector(ZERO)(a) ** 2)

    def off(a, a_low, a_high, apart):
        return ring(eq(square(a), 0), chosen(eq(a, ZERO), ONE, ZERO, apart, False))

    top = num(3) - 1
    alone = only_inside(square, ZERO, 0, top, bound(le(0, 0)), bound(le(0, top)), off)
    here = chosen(eq(ZERO, ZERO), ONE, ZERO, combine(eq(ZERO, ZERO)), True)
    from theory.modular.witnesses import sums_in, vanishing

    def solved(equation: Term) -> Theorem:
        others = [each for each in sums_in(equation) if each is not alone.conclusion.args[0]]
        return ring(equation, alone, here, *map(vanishing, others))

    there = opened(some, (ONE,))
    only = conjoin(*(bound(each) if each.op == "le" else ring(each) for each in there.args))
    return conjoin(
        bound(in_order),
        generalise(inside, i),
        witness(some, ONE, only),
        bound(first),
        bound(last),
        solved(start),
        solved(end),
    )


WITNESSES = {"modular.next-jump": resting}
BUNDLES = {"modular.next-jump": BUNDLE}
TABLES = {"modular.next-jump": TABLE}
