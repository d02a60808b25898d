"""How few neurons attain the bound, and how near to it N neurons come: over all groups."""

from __future__ import annotations

from theory.modular.letters import N, p
from theory.modular.letters.cost import FREQUENCY, X
from theory.modular.letters.learned import every_group, gap_of, some_group
from theory.proof.letters import define, reads
from theory.proof.tactics import forall
from theory.proof.terms import INT, Term, both, call, eq, implies, le, lt, substituted, var

least_group, least_share = var("least_group", INT), var("least_share")


def attained_by(count: Term) -> Term:
    """Some group of so many neurons attains the bound."""
    return substituted(some_group(eq(gap_of(), 0)), {N: count})


define(
    "modular.least-group",
    ("least_group",),
    both(
        attained_by(least_group),
        forall(lambda n: implies(lt(0, n), attained_by(n), le(least_group, n)), INT),
    ),
    "the fewest aligned neurons that attain the lower bound -|x_hat[xi]|^2/p: some group of so "
    "many does, and none of fewer",
)


def share_of() -> Term:
    """The gap of a group in units of |x_hat[xi]|^2/p."""
    return p * call("inv", X) ** 2 * gap_of()


define(
    "modular.least-share",
    ("least_share",),
    both(
        every_group(le(least_share, share_of())),
        forall(lambda e: implies(lt(0, e), some_group(lt(share_of(), least_share + e)))),
    ),
    "the infimum of the gap over all groups of N aligned neurons, in units of |x_hat[xi]|^2/p: "
    "none goes below, some come as near as one likes",
    exists_by="the completeness of the real numbers",
)
reads("modular.smallest-group", *FREQUENCY, "modular.least-group")
for name in ("modular.least-gaps", "modular.one-neuron"):
    reads(name, *FREQUENCY, "modular.least-share")
