"""The utility with its square multiplied out, from the inner product that defines it."""

from __future__ import annotations

from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import TOP, labels_summed, rowwise
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import MEAN, U_init, against, over_pairs, p, u, v, w
from theory.modular.letters.utility import w_sum, x_sum, z_u, z_v, z_w
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem
from theory.proof.sums.finite import exchanged, summand_equal
from theory.proof.tactics import at, combine, lam, ring, symmetric, total
from theory.proof.terms import INT, eq


@proof("modular.utility-expanded")
def utility_expanded() -> Theorem:
    """Pair by pair: each letter is what its definition says, and the square is multiplied out."""
    known = {
        z: defined(f"modular.correlation-{f.data[0]}")[0] for z, f in ((z_u, u), (z_v, v), (z_w, w))
    }
    sums = [symmetric(defined(f"modular.entries-{name}")[0]) for name in "xw"]

    def before(a, b):
        return (against(u, a) + against(v, b)) ** 2 * (against(w, a + b) - MEAN)

    def after(a, b):
        square = z_u(a) ** 2 + z_v(b) ** 2 + 2 * z_u(a) * z_v(b)
        return square * (z_w(a + b) - w_sum * x_sum * inv(p))

    def row(a, *_):
        def entry(b, *_):
            letters = [at(known[z], c) for z, c in ((z_u, a), (z_v, b), (z_w, a + b))]
            return ring(eq(before(a, b), after(a, b)), *map(symmetric, letters), *sums)

        return summand_equal(fn(lambda b: before(a, b)), fn(lambda b: after(a, b)), 0, TOP, entry)

    same = rowwise(before, lambda a: total(0, TOP, lambda b: after(a, b)), row)
    turned = exchanged(lam(after, INT, INT), 0, TOP, 0, TOP, full(), full())
    return combine(
        eq(U_init, inv(p) ** 2 * over_pairs(lambda b, a: after(a, b))),
        (1, labels_summed()),
        (inv(p) ** 2, same),
        (inv(p) ** 2, turned),
    )
