"""The utility that a plateau leaves to a dormant neuron: the frequencies that are not learned.

U = 4/p^3 sum_{i > n} Re T(xi(i)), and so at most sqrt(2/(27 p^3)) X^3 r^3 for a neuron of norm at
most r, where no magnitude that is left exceeds X.
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.cost.loss import eliminated
from theory.modular.kernel_proofs.plateaus.level import of_one
from theory.modular.kernel_proofs.plateaus.listed_sums import later, listed_sum
from theory.modular.kernel_proofs.plateaus.listing import order
from theory.modular.kernel_proofs.plateaus.removed import less_two_terms
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.training.utility import initial_utility, named
from theory.modular.kernel_proofs.transforms.conjugates import real_part
from theory.modular.kernel_proofs.transforms.halves import T, mirrored_summand
from theory.modular.letters import U_init, against, over_pairs, p, u, v, w
from theory.modular.letters.cost import label
from theory.modular.letters.jump import residual_of
from theory.modular.letters.plateau import all_outputs, freq_of, steps
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, instantiate
from theory.proof.sums.finite import scaled, summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.tactics import bound, combine, lam, total
from theory.proof.terms import INT, REAL, Term, call, eq, function, le, num, opened

hid = function("hid", INT, INT, REAL)
lab = function("lab", INT, INT, INT, REAL)
out = function("out", INT, INT, INT, INT, REAL)


@cache
def _split() -> Theorem:
    """sum_ab h <w, l - sum_g o_g> = sum_ab sum_c h w l - sum_g sum_ab h <w, o_g>."""
    left = over_pairs(
        lambda q, r: (
            hid(q, r)
            * total(
                0,
                TOP,
                lambda m: w(m) * (lab(q, r, m) - total(1, steps, lambda g: out(g, q, r, m))),
            )
        )
    )
    one = over_pairs(lambda q, r: total(0, TOP, lambda m: hid(q, r) * w(m) * lab(q, r, m)))
    other = total(
        1,
        steps,
        lambda g: over_pairs(
            lambda q, r: hid(q, r) * total(0, TOP, lambda m: w(m) * out(g, q, r, m))
        ),
    )
    return same_sums(eq(left, one - other))


def group_at(g: Term, q: Term, r: Term, m: Term) -> Term:
    """The output of the g-th group."""
    return opened(all_outputs(q, r, m), (g,))


def real(i: Term) -> Term:
    """Re T(xi(i))."""
    return call("re", T(freq_of(i)))


@cache
def residual_spectrum() -> Theorem:
    """U = 4/p^3 sum_{i=n+1}^{(p-1)/2} Re T(xi(i))."""
    hidden = lam(lambda q, r: (against(u, q) + against(v, r)) ** 2, INT, INT)
    split = instantiate(
        _split(),
        hid,
        hidden,
        lab,
        lam(label, INT, INT, INT),
        out,
        lam(group_at, INT, INT, INT, INT),
    )
    utility = DEFINITIONS["modular.utility"].statement
    first = named(utility, U_init, initial_utility())
    one_group = eliminated(less_two_terms(), "modular.delta")
    pieces = fn(lambda g: T(freq_of(g)) + T(p - freq_of(g)))
    scale = 2 * inv(p) ** 3

    def each(g, low, high):
        return of_one(one_group, g, low, high)

    groups = fn(
        lambda g: (
            inv(p) ** 2
            * over_pairs(
                lambda q, r: hidden(q, r) * total(0, TOP, lambda m: w(m) * group_at(g, q, r, m))
            )
        )
    )
    enough = bound(le(1, steps + 1), (), [[order()[0]]])
    rest = bound(le(steps + 1, half + 1), (), [[order()[1]]])
    learned = summand_equal(groups, fn(lambda g: scale * pieces(g)), 1, steps, each)
    inner = fn(lambda g: groups(g).args[1])
    doubled = fn(lambda i: 2 * real(i))

    def twice(i, *_):
        k = freq_of(i)
        return combine(eq(pieces(i), doubled(i)), (1, mirrored_summand(k)), (1, real_part(T(k))))

    return combine(
        eq(residual_of(u, v, w), 4 * inv(p) ** 3 * total(steps + 1, half, real)),
        (inv(p) ** 2, split),
        (1, first),
        (1, scaled(inv(p) ** 2, inner, 1, steps, enough)),
        (1, learned),
        (1, scaled(scale, pieces, 1, steps, enough)),
        (scale, listed_sum(fn(T))),
        (scale, later(pieces)),
        (scale, summand_equal(pieces, doubled, steps + 1, half, twice)),
        (scale, scaled(num(2), fn(real), steps + 1, half, rest)),
    )
