"""The largest utility with k summands, over all unit vectors (u_1, ..., u_k, w)."""

from __future__ import annotations

from theory.modular.letters import p, w
from theory.modular.letters.maxima import TASK
from theory.modular.letters.summands import inputs, k, tuple_sum
from theory.proof.letters import DEFINITIONS, define, reads
from theory.proof.sums import VECTOR
from theory.proof.tactics import exists, forall, total
from theory.proof.terms import Term, both, call, eq, implies, le, num, substituted, var

U_top_k = var("U_top_k")


def unit(f: Term, h: Term) -> Term:
    """|u_1|^2 + ... + |u_k|^2 + |w|^2 = 1."""
    own = total(1, k, lambda j: total(0, p - 1, lambda a: f(j, a) ** 2))
    return eq(own + total(0, p - 1, lambda a: h(a) ** 2), 1)


def sums_of(f: Term, h: Term, sums: Term) -> Term:
    """``sums`` are the sums over tuples of these vectors (modular.tuple-sums)."""
    return substituted(
        DEFINITIONS["modular.tuple-sums"].statement, {inputs: f, w: h, tuple_sum: sums}
    )


def utility(sums: Term) -> Term:
    """The mean over all tuples of (<u_1, a_1.x> + ...)^k <w, (a_1 + ...).x - its mean>."""
    return call("power", p, -k) * sums(k, k, num(0), num(0))


def every(body) -> Term:
    """For all u_1, ..., u_k, all w and their sums over tuples."""
    return forall(
        lambda f: forall(lambda h: forall(lambda s: body(f, h, s), tuple_sum.sort), VECTOR),
        inputs.sort,
    )


def some(body) -> Term:
    """There are u_1, ..., u_k, w and their sums over tuples."""
    return exists(
        lambda f: exists(lambda h: exists(lambda s: body(f, h, s), tuple_sum.sort), VECTOR),
        inputs.sort,
    )


define(
    "modular.summands-maximum",
    ("U_top_k",),
    both(
        every(lambda f, h, s: implies(sums_of(f, h, s), unit(f, h), le(utility(s), U_top_k))),
        some(lambda f, h, s: both(sums_of(f, h, s), unit(f, h), eq(utility(s), U_top_k))),
    ),
    "the largest utility of a unit vector (u_1, ..., u_k, w): a bound that is attained",
)
reads(
    "modular.summands-maximum",
    *TASK,
    "modular.factorial",
    "modular.powers",
    "modular.summands-maximum",
    "modular.dominant",
)
