"""The neurons of an aligned group: their responses to the encoding, and their outputs."""

from __future__ import annotations

from theory.modular.kernel_proofs.cost.aligned import TOP, aligned_output, response_at
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.letters import N, x
from theory.modular.letters.cost import (
    A_u,
    A_v,
    A_w,
    activation,
    harmonic,
    response,
    s_u,
    s_v,
    s_w,
    u_in,
    v_in,
    w_in,
)
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjunct,
    discharge,
    reflexive,
)
from theory.proof.sums.finite import summand_equal
from theory.proof.tactics import (
    at,
    bound,
    combine,
    given,
    put,
    ring,
    total,
)
from theory.proof.terms import Term, eq, le, lt

VECTORS = {u_in: (A_u, s_u), v_in: (A_v, s_v), w_in: (A_w, s_w)}


def some_neurons() -> Theorem:
    """1 <= N + 1."""
    return bound(le(1, N + 1), (), [[assume(lt(0, N))]])


def entry_of(f: Term, i: Term, q: Term) -> Theorem:
    """Entry q of a vector of neuron i, as the group is defined."""
    (group,) = defined("modular.aligned-group")
    here = at(group, i, q)
    A, s = VECTORS[f]
    return conjunct(here, eq(f(i, q), harmonic(A(i), q, s(i))))


def response_of(f: Term, i: Term, q: Term) -> Theorem:
    """<f_i, q.x> = sqrt(2/(3p)) X A (cos(s_x - s) c(q) + sin(s_x - s) s(q))."""
    A, s = VECTORS[f]
    same = summand_equal(
        fn(lambda r: f(i, r) * x(r - q)),
        fn(lambda r: harmonic(A(i), r, s(i)) * x(r - q)),
        0,
        TOP,
        lambda r, *_: combine(
            eq(f(i, r) * x(r - q), harmonic(A(i), r, s(i)) * x(r - q)),
            (x(r - q), entry_of(f, i, r)),
        ),
    )
    value = response_at(A(i), s(i), q)
    return combine(eq(response(f, i, q), value.conclusion.args[1]), (1, same), (1, value))


def activation_of(i: Term, q: Term, r: Term) -> Theorem:
    """<u_i, q.x> + <v_i, r.x> in c and s of q and r."""
    one, other = response_of(u_in, i, q), response_of(v_in, i, r)
    value = one.conclusion.args[1] + other.conclusion.args[1]
    return combine(eq(activation(i, q, r), value), (1, one), (1, other))


def outputs_of(i: Term, j: Term, two_outputs: Theorem | None = None) -> Theorem:
    """<w_i, w_j> = A A'/3 cos(s - s'), by modular.aligned-output or the same for another p."""
    product = lambda one, other: lambda m: one(i, m) * other(j, m)
    same = summand_equal(
        fn(product(w_in, w_in)),
        fn(lambda m: harmonic(A_w(i), m, s_w(i)) * harmonic(A_w(j), m, s_w(j))),
        0,
        TOP,
        lambda m, *_: ring(
            eq(
                w_in(i, m) * w_in(j, m),
                harmonic(A_w(i), m, s_w(i)) * harmonic(A_w(j), m, s_w(j)),
            ),
            entry_of(w_in, i, m),
            *([] if i is j else [entry_of(w_in, j, m)]),
        ),
    )
    inner = DEFINITIONS["modular.inner-w"].statement
    plain = given(
        put(discharge(inner, two_outputs or aligned_output()), inner_w=inner.args[1]),
        reflexive(inner.args[1]),
    )
    value = put(plain, amp_w=A_w(i), amp_w2=A_w(j), ph_w=s_w(i), ph_w2=s_w(j))
    return combine(
        eq(total(0, TOP, product(w_in, w_in)), value.conclusion.args[1]), (1, same), (1, value)
    )
