"""Loss and utility depend on the product of a neuron's parameters alone."""

from __future__ import annotations

from theory.diagonal.kernel_proofs.entry import defined, proof
from theory.diagonal.letters.symmetry import loss_at, utility_at
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, conjoin
from theory.proof.tactics import at, combine, equal_inside, fact
from theory.proof.terms import eq, negation, var

u, v, stretch = var("u_i"), var("v_i"), var("stretch")


@proof("diagonal.symmetry")
def symmetry() -> Theorem:
    """(g u) (v/g) = u v."""
    moved = (stretch * u) * (v * inv(stretch))
    unit = fact("inverse", assume(negation(eq(stretch, 0))), z=stretch)
    same = combine(eq(moved, u * v), (u * v, unit))
    shown = []
    for name, body in (("loss", loss_at), ("utility", utility_at)):
        (stated,) = defined(f"diagonal.{name}-of-neuron")
        first, second = at(stated, stretch * u, v * inv(stretch)), at(stated, u, v)
        inside = equal_inside(body(moved), same)
        shown.append(
            combine(
                eq(first.conclusion.args[0], second.conclusion.args[0]),
                (1, first),
                (1, inside),
                (1, second),
            )  # fmt: skip
        )
    return conjoin(*shown)
