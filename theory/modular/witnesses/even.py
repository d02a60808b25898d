"""Something satisfies the definitions for even p: p = 4 and x = 0, where every utility is 0."""

from __future__ import annotations

from theory.modular.kernel_proofs.maxima.local_maxima import shown_of
from theory.modular.kernel_proofs.script import fn
from theory.modular.letters import p, x, x_hat
from theory.modular.letters.flow import unit_vector
from theory.modular.letters.maxima import U_top, X, X_half
from theory.modular.witnesses.flow import holds, zeros_in
from theory.modular.witnesses.utility import ZEROS, together
from theory.proof.lemmas.elementary import chosen
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, conjoin, discharge, generalise, witness
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import bound, combine, discharged, fresh, outermost, ring, written
from theory.proof.terms import ONE, ZERO, Term, eq, le, num, opened, substituted

TABLE = {p: num(4), x: ZEROS, x_hat: ZEROS, X: ZERO, X_half: ZERO, U_top: ZERO}
NAMES = (
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.maximum",
    "modular.below-nyquist",
    "modular.at-nyquist",
)


def four() -> Theorem:
    """All of them at once."""
    pieces = []
    for name in NAMES:
        asked = substituted(DEFINITIONS[name].statement, TABLE)
        special = {"modular.maximum": maximum, "modular.below-nyquist": below}.get(name, holds)
        pieces.append(written(asked, special(asked)))
    whole = conjoin(*pieces)
    assert whole.conclusion is substituted(together(NAMES), TABLE)
    return whole


def nothing(statement: Term) -> Theorem:
    """f(x) <= 0 or f(x) = 0, where f(x) is 0: every sum in it is."""
    left = statement.args[0]
    flat = ring(eq(left, 0), *zeros_in(left))
    return bound(statement, [flat]) if statement.op == "le" else combine(statement, (1, flat))


def maximum(statement: Term) -> Theorem:
    """No utility is above 0, and the unit vector u = e_0 has the utility 0."""
    most, some = statement.args
    letters = []
    inner = most
    while inner.op == "forall":
        letters.append(fresh(inner.data[0]))
        inner = opened(inner, (letters[-1],))
    whole = discharge(inner.args[0], nothing(inner.args[1]))
    for letter in reversed(letters):
        whole = generalise(whole, letter)
    vectors = [unit_vector(ZERO), ZEROS, ZEROS]
    asked = some
    for vector in vectors:
        asked = opened(asked, (vector,))
    sphere, value = asked.args
    return conjoin(whole, shown_of(some, vectors, conjoin(on_sphere(sphere), nothing(value))))


def on_sphere(statement: Term) -> Theorem:
    """sum_a e_0(a)^2 = 1, and the other two sums are 0."""
    along = unit_vector(ZERO)
    square = fn(lambda a: along(a) ** 2)
    top = num(4) - 1

    def off(a, a_low, a_high, apart):
        return ring(eq(square(a), 0), chosen(eq(a, ZERO), ONE, ZERO, apart, False))

    only = only_inside(square, ZERO, 0, top, bound(le(0, 0)), bound(le(ZERO, top)), off)
    hit = chosen(eq(ZERO, ZERO), ONE, ZERO, combine(eq(ZERO, ZERO)), True)
    one = ring(eq(only.conclusion.args[0], 1), only, hit)
    from theory.modular.witnesses import vanishing

    others = [
        vanishing(part)
        for part in outermost(statement, "sum")
        if part is not only.conclusion.args[0]
    ]
    return ring(statement, one, *others)


def below(statement: Term) -> Theorem:
    """k = 1 is below p/2, and no |x^(k)| is above 0."""
    some, most = statement.args
    first = witness(some, ONE, holds(opened(some, (ONE,))))
    letter = fresh(most.data[0])
    inner = opened(most, (letter,))
    premises = []
    while inner.op == "implies":
        premises.append(inner.args[0])
        inner = inner.args[1]
    whole = bound(inner, zeros_in(inner))
    whole = discharged(whole, *premises)
    return conjoin(first, generalise(whole, letter))


WITNESSES = {"modular.below-nyquist": four}
BUNDLES = {"modular.below-nyquist": NAMES}
TABLES = {"modular.below-nyquist": TABLE}
