"""The utility of an aligned neuron."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal, response_at, scales
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, moments, s_of
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.training.utility import labels_summed, named
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import U_init, against, entries, p, turn, u, utility_of, v, w, x
from theory.modular.letters.cost import (
    KAPPA,
    U_i,
    X,
    amp_u,
    amp_v,
    amp_w,
    harmonic,
    ph_u,
    ph_v,
    ph_w,
    s_x,
    xi,
)
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, instantiate
from theory.proof.sums.finite import sum_of, summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    combine,
    lam,
    put,
    ring,
    total,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import INT, Term, eq, var


# --- double sums over pairs -----------------------------------------------------------------------
def over_all_pairs(body: Callable, inside: Callable, values: Sequence[Theorem]) -> Theorem:
    """sum_a sum_b body(a, b) = ..., where inside(a, b) rewrites the summand."""
    whole = fn(lambda a: total(0, TOP, lambda b: body(a, b)))

    def row(a):
        return evaluated(lambda b: body(a, b), 0, TOP, full(), lambda b: inside(a, b), values)

    return evaluated(lambda a: whole(a), 0, TOP, full(), lambda a: [row(a), *inside(a, a)], values)


def no_mean(amplitude: Term, phase: Term) -> Theorem:
    """The entries of an aligned vector add to 0."""
    return evaluated(
        lambda q: harmonic(amplitude, q, phase),
        0,
        TOP,
        full(),
        lambda q: [spread(turn(xi * q) + phase, [(1, turn(xi * q)), (1, phase)])[0]],
        moments(),
    )


def sum_angle(a: Term, b: Term) -> tuple[Theorem, Theorem]:
    """c(a + b) and s(a + b) in those of a and b."""
    return spread(turn(xi * (a + b)), [(1, turn(xi * a)), (1, turn(xi * b))])


@cache
def utility_value() -> Theorem:
    """The utility of the aligned vectors with amplitudes amp_u, amp_v, amp_w and phases ph_u, ph_v,
    ph_w.
    """
    f, g, h = (
        lam(lambda q, A=A, s=s: harmonic(A, q, s), INT)
        for A, s in ((amp_u, ph_u), (amp_v, ph_v), (amp_w, ph_w))
    )
    flat = no_mean(amp_w, ph_w)
    P, Q, R, T, V, W = map(var, "PQRTVW")  # abbreviations
    mean = sum_of(h, 0, TOP) * entries(x) * inv(p)

    def body(a, b):
        return (P * c_of(a) + Q * s_of(a) + R * c_of(b) + T * s_of(b)) ** 2 * (
            V * c_of(a + b) + W * s_of(a + b)
        )

    def inside(a, b):
        return [*sum_angle(a, b), circle(turn(xi * a)), circle(turn(xi * b))]

    plain = over_all_pairs(body, inside, moments())
    psi = {s: s_x - s for s in (ph_u, ph_v, ph_w)}
    values = {}
    for names, A, s in (((P, Q), amp_u, ph_u), ((R, T), amp_v, ph_v), ((V, W), amp_w, ph_w)):
        values[names[0].data[0]] = KAPPA * X * A * cos(psi[s])
        values[names[1].data[0]] = KAPPA * X * A * sin(psi[s])
    value = put(plain, **values)

    def entry(a, b):
        return (against(f, a) + against(g, b)) ** 2 * (against(h, a + b) - mean)

    def same(a, b):
        new = put_in(body(a, b), values)
        return ring(
            eq(entry(a, b), new),
            response_at(amp_u, ph_u, a),
            response_at(amp_v, ph_v, b),
            response_at(amp_w, ph_w, a + b),
            flat,
        )

    rows = pairwise(entry, lambda a, b: put_in(body(a, b), values), same)
    target = goal("modular.aligned-utility").args[1]
    turned = [
        *spread(ph_u + ph_v - ph_w - s_x, [(1, ph_u), (1, ph_v), (-1, ph_w), (-1, s_x)]),
        *(one for s in psi for one in spread(psi[s], [(1, s_x), (-1, s)])),
        circle(s_x),
    ]
    told = ring(eq(inv(p) ** 2 * value.conclusion.args[1], target), *turned, *scales())
    whole = centred_utility(f, g, h)
    return combine(
        eq(utility_of(f, g, h), target),
        (1, whole),
        (inv(p) ** 2, rows),
        (inv(p) ** 2, value),
        (1, told),
    )


def centred_utility(f: Term, g: Term, h: Term) -> Theorem:
    """The utility of (f, g, h) as the mean of (<f, a.x> + <g, b.x>)^2 (<h, (a + b).x> - mean)."""
    known = named(DEFINITIONS["modular.utility"].statement, U_init, labels_summed())
    return instantiate(known, u, f, v, g, w, h)


def put_in(whole: Term, values: dict[str, Term]) -> Term:
    """The term with these values for its letters."""
    from theory.proof.terms import substituted

    return substituted(
        whole, {one: values[one.data[0]] for one in whole.free if one.data[0] in values}
    )


def pairwise(one, other, proof_at) -> Theorem:
    """sum_a sum_b one(a, b) = sum_a sum_b other(a, b), where proof_at(a, b) gives the
    summands equal.
    """
    return summand_equal(
        fn(lambda a: total(0, TOP, lambda b: one(a, b))),
        fn(lambda a: total(0, TOP, lambda b: other(a, b))),
        0,
        TOP,
        lambda a, *_: summand_equal(
            fn(lambda b: one(a, b)), fn(lambda b: other(a, b)), 0, TOP, lambda b, *_: proof_at(a, b)
        ),
    )


@proof("modular.aligned-utility")
def aligned_utility() -> Theorem:
    """Of the square only 2 <u, a.x> <v, b.x> is left by the sums over a and over b."""
    (whole,) = defined("modular.utility-aligned")
    vectors = {
        f: defined(f"modular.aligned-{name}")[0] for f, name in ((u, "u"), (v, "v"), (w, "w"))
    }
    letters = ((u, amp_u, ph_u), (v, amp_v, ph_v), (w, amp_w, ph_w))
    plain = [lam(lambda q, A=A, s=s: harmonic(A, q, s), INT) for _, A, s in letters]
    same = same_utility(
        (u, v, w), tuple(plain), [lambda r, f=f: at(vectors[f], r) for f in (u, v, w)]
    )
    value = utility_value()
    return combine(eq(U_i, value.conclusion.args[1]), (1, whole), (1, same), (1, value))


def same_utility(first: tuple, second: tuple, shown: Sequence) -> Theorem:
    """Neurons with the same entries (shown[k](r) for the k-th vector) have the same utility."""

    def vector(k, q):
        f, g = first[k], second[k]
        return summand_equal(
            fn(lambda r: f(r) * x(r - q)),
            fn(lambda r: g(r) * x(r - q)),
            0,
            TOP,
            lambda r, *_: combine(eq(f(r) * x(r - q), g(r) * x(r - q)), (x(r - q), shown[k](r))),
        )

    flat = summand_equal(first[2], second[2], 0, TOP, lambda r, *_: shown[2](r))

    def entry(neuron):
        f, g, h = neuron
        mean = sum_of(h, 0, TOP) * entries(x) * inv(p)
        return lambda a, b: (against(f, a) + against(g, b)) ** 2 * (against(h, a + b) - mean)

    one, other = entry(first), entry(second)
    rows = pairwise(
        one,
        other,
        lambda a, b: ring(
            eq(one(a, b), other(a, b)), vector(0, a), vector(1, b), vector(2, a + b), flat
        ),
    )
    return combine(
        eq(utility_of(*first), utility_of(*second)),
        (1, centred_utility(*first)),
        (inv(p) ** 2, rows),
        (1, centred_utility(*second)),
    )
