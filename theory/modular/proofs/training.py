"""Proofs about groups in the flow: pairs stay pairs, other square-free groups do not stay square-free, and one group pulls on another.

A velocity is a sum over all pairs (a, b) that is carried out by orthogonality (``theory.modular.cyclic_sums``), for every p and any neurons, or by harmonics
(``slopes``) for groups on two frequencies.
"""

from __future__ import annotations

import sympy as sp

from theory import modular as paper
from theory.modular import a, b, cycle, p, vanishes_for_every_p, x
from theory.modular.proofs import slopes
from theory.modular.proofs.few_neurons import equivalent_to_vanishing, same_zeros
from theory.modular.proofs.harmonics import unit
from theory.modular.proofs.statements import formula
from theory.modular.proofs.task import correlation

c, s, t = sp.symbols("c s t", integer=True)
mean = cycle(x(t), t) / p
f, g, h = (sp.Function(name) for name in "fgh")  # u, v and w of any other pair


def centred(vector: sp.Function, at: sp.Expr) -> sp.Expr:
    """<u, a.x> for x less its mean."""
    return correlation(vector, at) - mean * cycle(vector(t), t)


def mirrored() -> bool:
    """Is the gradient of a partner (u, -v, -w) the mirror image of that of the neuron, whatever the network's other pairs?

    With z = A(a) + B(b) and r the error, along w or entry by entry, the slopes are sums of z r (in u and v) and z^2 r (in w), those of the partner of (A - B)(-r) and
    (A - B)^2 r. What the two differ in has no A or no B: it is zero, because the error sums to zero over b for every a, and over a for every b.
    """
    A, B, r = sp.symbols("A B r")
    answer = sp.expand((A + B) ** 2 - (A - B) ** 2 - 4 * A * B) == 0  # of a pair, times w
    unlike = (
        (A + B) * r - (A - B) * (-r),
        (A + B) * r + (A - B) * (-r),
        (A + B) ** 2 * r + (A - B) ** 2 * r,
    )  # images: u = u, v = -v, w = -w
    apart = all(
        not term.has(A) or not term.has(B)
        for one in unlike
        for term in sp.Add.make_args(sp.expand(one))
    )
    # a sum of what pairs answer, less the label
    errors = 4 * centred(f, a) * centred(g, b) * h(c), x(c - a - b) - mean
    return (
        answer
        and apart
        and all(vanishes_for_every_p(cycle(error, index)) for error in errors for index in (a, b))
    )


def squares_return(statement: sp.Basic) -> bool:
    """The partner of scale q answers with the mirror's error, as its squares cancel too; its velocities are those of the mirror times q, q and 1/q^2."""
    time, q = sp.Symbol("time"), paper.scale
    A, W = (sp.Function(name)(time) for name in ("A", "W"))
    z_a, z_b = sp.symbols("z_a z_b")
    same = sp.expand((z_a + z_b) ** 2 - q**2 * (z_a / q - z_b / q) ** 2 - 4 * z_a * z_b) == 0
    # in u: (z/q) (-q^2 w) against z (-w); in w: (z/q)^2 against z^2
    A_2, W_2 = A / q, -(q**2) * W
    drift = {"A": sp.diff(A, time), "W": sp.diff(W, time)}
    rate = (
        W.diff(time) * A**2
        + 2 * W * A * drift["A"]
        + (-drift["W"] / q**2) * A_2**2
        + 2 * W_2 * A_2 * (q * drift["A"])
    )
    letters = {drift["A"]: paper.rate_u, drift["W"]: paper.rate_w}
    found = rate.xreplace(letters).xreplace({A: paper.inner_u, W: paper.w_c})
    stated = formula(statement, paper.square_rate)
    return stated is not None and same and sp.expand(found - stated) == 0 and mirrored()


def second_group(statement: sp.Basic) -> bool:
    """At its bound the first group answers its own frequency of the label exactly; what is left of the error are other frequencies of the label, which no aligned neuron of the
    first group feels, and the second group, felt in w alone, at its own frequency, by the mean of its squares (modular.cross-pull)."""
    stated = equivalent_to_vanishing(statement, paper.pull_first)
    if stated is None:
        return False
    (both,) = slopes.groups_apart().values()
    (slope,) = slopes.cross_pull().values()
    # along cos and along -sin of the frequency of the second group; what stands before them is positive
    along = [sp.expand(slope.xreplace({unit(paper.ph_h): phase})) for phase in (1, sp.I)]
    factor = sp.sqrt(2 / (3 * p)) ** 5 * p / 8 * paper.X**2 * paper.X_2**2
    factor *= paper.amp_u**2 + paper.amp_v**2
    sums = [sp.cancel(one / factor) for one in along]
    return (
        sp.expand(both - paper.loss_one - paper.loss_two + paper.loss_none) == 0
        and not any(one.has(p, paper.X, paper.X_2, paper.amp_u, paper.amp_v) for one in sums)
        and same_zeros(stated, sums)
    )
