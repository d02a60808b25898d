"""Something satisfies the definition of the linear setting: weights of 1 at rest, where the
gradient vanishes.
"""

from __future__ import annotations

from theory.linear.kernel_letters import A, G, H, W, c, d, end, eta, first, rate_balance, second
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem
from theory.proof.sums import constant_sum
from theory.proof.tactics import bound, lam, satisfied
from theory.proof.terms import INT, ONE, REAL, TWO, ZERO, Term, le, num, substituted

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


WITNESSES = {"linear.balance": network}
BUNDLES: dict = {}
TABLES = {"linear.balance": NETWORK}
