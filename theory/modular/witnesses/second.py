"""Something satisfies the definitions of a first group beside a second: silent neurons, zeros."""

from __future__ import annotations

from theory.modular.kernel_proofs.pulls.second_group import no_slope
from theory.modular.kernel_proofs.pulls.second_slope import mean_of
from theory.modular.kernel_proofs.script import cos, sin
from theory.modular.letters.second import pull_first
from theory.modular.witnesses.cost import TABLE, satisfied
from theory.modular.witnesses.escape import at_table, least_at
from theory.modular.witnesses.utility import together
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.terms import ZERO, eq, substituted

SILENT = {**TABLE, pull_first: ZERO}
BUNDLE = ("modular.first-minimiser", "modular.pull-first")


def nothing_pulls() -> Theorem:
    """A first group of one silent neuron, at its bound 0; no slope is more than 0."""
    minimum, largest = substituted(together(BUNDLE), SILENT).args
    none = at_table(no_slope([assume(eq(mean_of(f), 0)) for f in (cos, sin)]), SILENT)
    return conjoin(satisfied(minimum), least_at(largest, none))


WITNESSES = {"modular.pull-first": nothing_pulls}
BUNDLES = {"modular.pull-first": BUNDLE}
TABLES = {"modular.pull-first": SILENT}
