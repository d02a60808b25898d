"""Something satisfies the definitions of modular addition: p = 1 and vectors of zeros; for the jump
bounds and the first jump a neuron of three residues that grows to its jump (``aligned``, ``first``,
``elliptic``), for gradient flow one at its least loss (``resting``, ``rested``),
which the dormant flow leaves (``following``).

(That they describe what is meant is shown elsewhere, by numbers for p = 5: this only shows that no
definition is empty.)
"""

from __future__ import annotations

from theory.modular import letters
from theory.modular.witnesses import (
    aligned,
    conditions,
    cost,
    elliptic,
    escape,
    even,
    fewest,
    figure,
    first,
    flow,
    following,
    hessian,
    maximum,
    mixture,
    pairs,
    rested,
    resting,
    second,
    summands,
    summands_jump,
    utility,
    width,
)
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, conjoin, generalise
from theory.proof.sums.finite import constant_sum, summand_equal
from theory.proof.tactics import bound, combine, fresh, lam, outermost, part_by_part, ring
from theory.proof.terms import INT, ONE, ZERO, Term, both, call, eq, le, make, opened, substituted

ZEROS = lam(lambda q: ZERO, INT)
TABLE = {
    **dict.fromkeys((letters.x, letters.u, letters.v, letters.w, letters.C_of), ZEROS),
    **dict.fromkeys((letters.x_hat, letters.u_hat, letters.v_hat, letters.w_hat), ZEROS),
    **dict.fromkeys((letters.inner_xu, letters.double_sum, letters.correlated), ZERO),
    **dict.fromkeys((letters.triple, letters.norm_sq, letters.inner_u, letters.square), ZERO),
    **dict.fromkeys(
        (letters.amp_u, letters.amp_v, letters.U_init, letters.zero_term, letters.chained), ZERO
    ),
    letters.im_hat: call("im", ZERO),
    letters.p: ONE,
    letters.N: ONE,
}
NAMES = letters.NAMES


def zeros() -> Theorem:
    """All definitions at once."""
    statement = substituted(both(*(DEFINITIONS[name].statement for name in NAMES)), TABLE)
    return part_by_part(statement, lambda one, _: ring(one, *map(vanishing, outermost(one, "sum"))))


def vanishing(whole: Term) -> Theorem:
    """A sum of zeros is 0, sums of such sums too."""
    low, high, body = whole.args
    summand = make("lam", (INT,), (body,))

    def zero(k, *_):
        inside = opened(whole, (k,))
        return ring(eq(inside, 0), *map(vanishing, outermost(inside, "sum")))

    same = summand_equal(summand, ZEROS, low, high, zero)
    return combine(
        eq(whole, 0), (1, same), (1, constant_sum(ZERO, low, high, bound(le(low, high + 1))))
    )


MODULES = (
    utility,
    cost,
    maximum,
    flow,
    even,
    pairs,
    escape,
    conditions,
    fewest,
    second,
    figure,
    aligned,
    first,
    elliptic,
    width,
    hessian,
    mixture,
    summands,
    summands_jump,
    resting,
    following,
    rested,
)
WITNESSES = {"modular.transform-x": zeros}
BUNDLES = {"modular.transform-x": NAMES}
TABLES = {"modular.transform-x": TABLE}
for module in MODULES:
    WITNESSES.update(module.WITNESSES)
    BUNDLES.update(module.BUNDLES)
    TABLES.update(module.TABLES)
