"""k summands with activation z^k, for every k and every p at once: the utility one index at a time.

Of (z_1 + ... + z_k)^k only k! z_1 ... z_k meets centred labels, as every other monomial misses an
index; and then each index is summed alone.
"""

from __future__ import annotations

import sympy as sp

from theory import modular as paper
from theory.modular import cycle, p, u, u_hat, vanishes_for_every_p, w, w_hat, x, x_hat, zeta
from theory.modular.proofs.statements import formula
from theory.modular.proofs.task import correlation
from theory.notation import k

m, s, t = sp.symbols("m s t", integer=True)


def lemmas() -> bool:
    """The three sums over Z/p of the argument, and the multinomial coefficient k!, by induction.

    The slope of (S + z)^n in z is n (S + z)^(n-1): so z_1 ... z_n has n times the coefficient that
    z_1 ... z_(n-1) has in the power below, and it is 1 in the empty product.
    """
    label = correlation(w, s) - cycle(x(t), t) / p * cycle(w(t), t)
    spectral = sp.Sum(sp.conjugate(x_hat(m)) * w_hat(m) * zeta(m * s), (m, 1, p - 1)) / p
    of_input = cycle(correlation(u, s) * zeta(-m * s), s) - sp.conjugate(x_hat(m)) * u_hat(m)
    S, z = sp.symbols("S z", positive=True)
    n = sp.Symbol("n", integer=True, positive=True)
    slope = sp.diff((S + z) ** n, z) / (S + z) ** (n - 1)
    counted = (
        sp.factorial(0) == 1
        and sp.combsimp(sp.simplify(slope) * sp.factorial(n - 1) / sp.factorial(n)) == 1
    )
    return counted and all(map(vanishes_for_every_p, (label - spectral, cycle(label, s), of_input)))


def same_summand(statement: sp.Basic) -> bool:
    """U_k = k!/p^k (1/p) sum over m != 0 of conj(label_hat) prod conj(x_hat) u_hat: the same
    prefactor and the same summand as stated? prod_hat has the conjugates of x_hat.
    """
    right = formula(statement, paper.U_k)
    totals = [] if right is None else list(right.atoms(sp.Sum))
    if right is None or len(totals) != 1 or totals[0].limits != (sp.Tuple(paper.m, 1, p - 1),):
        return False
    (total,), whole = totals, sp.Symbol("whole")
    wanted = x_hat(paper.m) * paper.prod_hat(paper.m) * sp.conjugate(w_hat(paper.m))
    factor = right.xreplace({total: whole}) / whole
    return bool(
        sp.simplify(total.function / wanted - 1) == 0
        and sp.simplify(factor * p ** (k + 1) / sp.factorial(k) - 1) == 0
    )
