"""The utility after two frequencies are learned."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import goal
from theory.modular.kernel_proofs.cost.loss import eliminated
from theory.modular.kernel_proofs.plateaus.groups import differ
from theory.modular.kernel_proofs.plateaus.removed import less_two_terms, removed
from theory.modular.kernel_proofs.plateaus.update import (
    activation,
    hid,
    lab,
    of_group,
    out,
    split_pull,
)
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.training.utility import initial_utility
from theory.modular.kernel_proofs.transforms.halves import T
from theory.modular.letters import p, w
from theory.modular.letters.cost import label, multiple, xi
from theory.modular.letters.learned import (
    SECOND,
    first_output,
    new_neuron,
    second_output,
    without,
    xi_2,
)
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, discharge, instantiate, witness
from theory.proof.tactics import at, combine, filled_where, given, lam, obtain, parts, ring
from theory.proof.terms import COMPLEX, INT, Term, eq, function, num

F = function("F", INT, COMPLEX)


def of_second(theorem: Theorem) -> Theorem:
    """A theorem of a group that has learned its frequency, for the second group."""
    told = filled_where(theorem, SECOND)
    wanted = {one for name in NAMES for one in _leaves(assume(DEFINITIONS[name].statement))}
    for hypothesis in tuple(told.hypotheses):
        known = next((one for one in wanted if one.conclusion is hypothesis), None)
        if known:
            told = given(discharge(hypothesis, told), known)
    return told


NAMES = ("modular.second-frequency", "modular.second-minimiser")


def _leaves(theorem: Theorem) -> list[Theorem]:
    return parts(theorem)


@cache
def both_taken() -> Theorem:
    """U_two = U_init - Delta/p^2 - Delta_2/p^2, Delta and Delta_2 written out."""
    (whole,), (first,) = defined("modular.residual-two"), defined("modular.utility")
    hidden = lam(lambda q, r: activation(q, r) ** 2, INT, INT)
    plain = instantiate(
        split_pull(), hid, hidden, lab, lam(label, INT, INT, INT), out, lam(of_group, INT, INT, INT)
    )
    one = instantiate(
        split_pull(),
        hid,
        hidden,
        lab,
        lam(lambda q, r, m: label(q, r, m) - first_output(q, r, m), INT, INT, INT),
        out,
        lam(second_output, INT, INT, INT),
    )
    middle = instantiate(
        _inside(),
        hid,
        hidden,
        lab,
        lam(lambda q, r, m: label(q, r, m) - first_output(q, r, m), INT, INT, INT),
    )
    value = first.conclusion.args[0] - inv(p) ** 2 * (
        new_neuron(first_output) + new_neuron(second_output)
    )
    return combine(
        eq(whole.conclusion.args[0], value),
        (1, whole),
        (1, first),
        (inv(p) ** 2, plain),
        (inv(p) ** 2, one),
        (inv(p) ** 2, middle),
    )


@cache
def _inside() -> Theorem:
    """sum_ab sum_c h w l = sum_ab h <w, l>."""
    from theory.modular.kernel_proofs.cost.aligned import TOP
    from theory.modular.letters import over_pairs
    from theory.proof.sums.nested import same_sums
    from theory.proof.tactics import total

    return same_sums(
        eq(
            over_pairs(lambda q, r: total(0, TOP, lambda m: hid(q, r) * w(m) * lab(q, r, m))),
            over_pairs(lambda q, r: hid(q, r) * total(0, TOP, lambda m: w(m) * lab(q, r, m))),
        )
    )


def kept(k: Term, m: Term, away: Theorem) -> Theorem:
    """without(k, m) = 1, where k - m is no multiple of p."""
    (mark,) = defined("modular.without")
    return given(parts(at(mark, k, m))[1], away)


def turned(frequency: Term, known: Theorem, other: Term, sign: int, by: int) -> Theorem:
    """No multiple: frequency = sign * other + by * p, and the other is none."""

    def back(n, found):
        quotient = num(sign) * (n - num(by))
        return given(
            known,
            witness(multiple(other), quotient, combine(eq(other, p * quotient + 0), (sign, found))),
        )

    return discharge(multiple(frequency), obtain(assume(multiple(frequency)), back))


@cache
def four_removed() -> Theorem:
    """sum F without four terms = sum F - F(xi) - F(p - xi) - F(xi_2) - F(p - xi_2)."""
    less, more = differ()  # xi_2 - xi and xi_2 + xi
    d, s = xi_2 - xi, xi_2 + xi
    inner = lam(lambda k: F(k) * without(k, xi_2) * without(k, -xi_2), INT)
    first = instantiate(removed(), F, inner)
    second = of_second(removed())
    stays = [
        kept(xi, xi_2, turned(xi - xi_2, less, d, -1, 0)),
        kept(xi, -xi_2, turned(xi - -xi_2, more, s, 1, 0)),
        kept(p - xi, xi_2, turned(p - xi - xi_2, more, s, -1, 1)),
        kept(p - xi, -xi_2, turned(p - xi - -xi_2, less, d, 1, 1)),
    ]
    value = second.conclusion.args[1] - F(xi) - F(p - xi)
    return ring(eq(first.conclusion.args[0], value), first, second, *stays)


@proof("modular.utility-after-two")
def utility_after_two() -> Theorem:
    """The residual is linear in what is learned: each group takes off its own two terms."""
    first = eliminated(less_two_terms(), "modular.delta")
    second = of_second(first)
    removed_ = instantiate(four_removed(), F, fn(T))
    shown = combine(
        goal("modular.utility-after-two"),
        (1, both_taken()),
        (1, initial_utility()),
        (1, first),
        (1, second),
        (2 * inv(p) ** 3, removed_),
    )
    return eliminated(shown, "modular.utility")
