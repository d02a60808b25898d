"""The remainder of the figure's p by 2 is 0: 20 = 2 * 10 + 0."""

from __future__ import annotations

from theory.modular.letters.figure import parity
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, conjoin, witness
from theory.proof.tactics import bound, ring
from theory.proof.terms import ZERO, num, opened, substituted

TABLE = {parity: ZERO}


def even() -> Theorem:
    """0 is at least 0 and below 2, and 20 = 2 * 10."""
    low, high, some = substituted(DEFINITIONS["modular.figure-parity"].statement, TABLE).args
    ten = num(10)
    return conjoin(bound(low), bound(high), witness(some, ten, ring(opened(some, (ten,)))))


WITNESSES = {"modular.figure-parity": even}
BUNDLES: dict[str, tuple[str, ...]] = {}
TABLES = {"modular.figure-parity": TABLE}
