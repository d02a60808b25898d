"""Something satisfies the definition of the linear setting: weights of 1 at rest, where the
gradient vanishes.
"""

from __future__ import annotations

from theory.linear.kernel_letters import (
    HALVED,
    A,
    G,
    H,
    M,
    U_on_descent,
    W,
    c,
    d,
    end,
    eta,
    first,
    left,
    rate_balance,
    right,
    second,
    sigma_mode,
)
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem
from theory.proof.sums import constant_sum
from theory.proof.tactics import bound, lam, satisfied, total
from theory.proof.terms import INT, ONE, REAL, TWO, ZERO, Term, both, le, num, substituted

NETWORK = {
    c: ONE,
    d: ONE,
    H: ONE,
    first: ONE,
    second: ONE,
    end: ONE,
    eta: num(1, 2),
    rate_balance: ZERO,
    A: lam(lambda l, i, s: ONE, INT, INT, REAL),
    W: lam(lambda i, m, s: TWO, INT, INT, REAL),
    G: lam(lambda l, m, s: ZERO, INT, INT, REAL),
}


def _help(*letters: Term) -> list[Theorem]:
    """sums of zeros."""
    return [constant_sum(ZERO, 1, 1, bound(le(1, ONE + 1)))]


def network() -> Theorem:
    """The network of weights 1 and 2 at rest satisfies the definition."""
    return satisfied(substituted(DEFINITIONS["linear.balance"].statement, NETWORK), _help)


PAIR = {
    c: ONE,
    d: ONE,
    left: lam(lambda l: ONE, INT),
    right: lam(lambda m: ONE, INT),
    M: lam(lambda l, m: ONE, INT, INT),
    sigma_mode: ONE,
    U_on_descent: HALVED**2,
}
MODES = ("linear.singular-pair", "linear.utility-on-descent")


def pair() -> Theorem:
    """The 1 x 1 matrix 1, whose singular vectors are 1."""
    once = bound(le(1, ONE + 1))
    row = total(1, 1, lambda m: HALVED**2)
    known = [constant_sum(one, 1, 1, once) for one in (ONE, row, HALVED**2)]
    whole = substituted(both(*(DEFINITIONS[name].statement for name in MODES)), PAIR)
    return satisfied(whole, lambda *_: known)


WITNESSES = {"linear.balance": network, "linear.singular-pair": pair}
BUNDLES = {"linear.singular-pair": MODES}
TABLES = {"linear.balance": NETWORK, "linear.singular-pair": PAIR}
