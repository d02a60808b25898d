"""The triple correlation as an inner product of cross-correlations."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import named, rowwise
from theory.modular.kernel_proofs.transforms.encoding import cross_correlation
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import (
    against,
    chained,
    correlation,
    inner_u,
    p,
    residue,
    triple,
    u,
    v,
    w,
)
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, instantiate
from theory.proof.sums.finite import scaled, summand_equal
from theory.proof.tactics import combine, ring, total
from theory.proof.terms import Term, eq


@cache
def correlated_with(f: Term) -> Theorem:
    """<f, a.x> = (x * f)(a), for every a."""
    inner = DEFINITIONS["modular.inner-u"].statement
    return instantiate(named(inner, inner_u, cross_correlation()), u, f)


def correlated_at(f: Term, a: Term) -> Theorem:
    """<f, a.x> = (x * f)(a) at this a."""
    return instantiate(correlated_with(f), residue, a)


@proof("modular.chained-correlation")
def chained_correlation() -> Theorem:
    """Each <f, a.x> is a cross-correlation; the first does not depend on b."""
    (known,), (whole,) = defined("modular.triple"), defined("modular.chained")
    top = p - 1

    def products(a, b):
        return against(u, a) * against(v, b) * against(w, a + b)

    def row(a, *_):
        plain = fn(lambda b: against(v, b) * against(w, a + b))
        turned = fn(lambda b: correlation(v, b) * correlation(w, b + a))
        same = summand_equal(
            plain,
            turned,
            0,
            top,
            lambda b, *_: ring(
                eq(plain(b), turned(b)), correlated_at(v, b), correlated_at(w, a + b)
            ),
        )
        goal = eq(
            total(0, top, lambda b: products(a, b)),
            correlation(u, a) * total(0, top, turned),
        )
        out = scaled(against(u, a), plain, 0, top, full())
        return ring(goal, out, same, correlated_at(u, a))

    rows = rowwise(
        products,
        lambda a: (
            correlation(u, a) * total(0, top, lambda b: correlation(v, b) * correlation(w, b + a))
        ),
        row,
    )
    return combine(eq(triple, chained), (1, known), (1, rows), (1, whole))
