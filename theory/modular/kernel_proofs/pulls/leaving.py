"""Slopes of the loss of aligned neurons along a wave of another frequency, in sums over pairs."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, period
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, s_of
from theory.modular.kernel_proofs.script import cos, sin
from theory.modular.kernel_proofs.training.gradient import loss_slope
from theory.modular.kernel_proofs.transforms.chained import correlated_at
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import N, against, over_pairs, p, turn, x
from theory.modular.letters.cost import HARMONICS, u_in, v_in, w_in, xi
from theory.modular.letters.cost import a as residue
from theory.modular.letters.gradient import h, i
from theory.proof.rules import Theorem, assume, discharge, generalise, instantiate
from theory.proof.sums.nested import same_sums
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import combine, forall, fresh, given, lam, put, total
from theory.proof.tactics.angles import spread
from theory.proof.terms import INT, REAL, Term, eq, function, implies, le, var

uu, vv, out = (function(f"of_{name}", INT, INT, REAL) for name in ("u", "v", "w"))
zz, ww = function("hidden", INT, INT, REAL), function("toward", INT, REAL)
lab = function("labels", INT, INT, INT, REAL)
amp, ph = var("amp"), var("ph")


# --- the response of a wave, in sums over the encoding --------------------------------------------
def cosine_part(frequency: Term) -> Term:
    """sum_j x(j) cos(2 pi k j/p)."""
    return total(0, TOP, lambda j: x(j) * c_of(j, frequency))


def sine_part(frequency: Term) -> Term:
    """sum_j x(j) sin(2 pi k j/p)."""
    return total(0, TOP, lambda j: x(j) * s_of(j, frequency))


def weights(frequency: Term, amplitude: Term, phase: Term) -> tuple[Term, Term]:
    """(V, W) with <h, a.x> = V cos(2 pi k a/p) + W sin(2 pi k a/p), h = A cos(2 pi k a/p + s)."""
    C, S = cosine_part(frequency), sine_part(frequency)
    return (
        amplitude * (cos(phase) * C - sin(phase) * S),
        -amplitude * (sin(phase) * C + cos(phase) * S),
    )


@cache
def _wave_response() -> Theorem:
    """<h, a.x> of h = A cos(2 pi xi j/p + s)."""
    f = lam(lambda q: amp * cos(turn(xi * q) + ph), INT)
    n = fresh(INT, "n")
    periodic = generalise(combine(eq(f(n + p), f(n)), (amp, period(n, ph))), n)
    plain = correlated_at(f, residue)
    plain = given(discharge(periodic.conclusion, plain), periodic)

    def inside(q):
        angles = [(1, turn(xi * q)), (1, turn(xi * residue)), (1, ph)]
        return [spread(turn(xi * (q + residue)) + ph, angles)[0]]

    sums = evaluated(
        lambda q: x(q) * (amp * cos(turn(xi * (q + residue)) + ph)), 0, TOP, full(), inside
    )
    V, W = weights(xi, amp, ph)
    return combine(
        eq(against(f, residue), V * c_of(residue) + W * s_of(residue)), (1, plain), (1, sums)
    )


def wave_response(frequency: Term, amplitude: Term, phase: Term, q: Term) -> Theorem:
    """<h, q.x> = V cos(2 pi k q/p) + W sin(2 pi k q/p)."""
    return put(
        instantiate(_wave_response(), xi, frequency) if frequency is not xi else _wave_response(),
        amp=amplitude,
        ph=phase,
        a=q,
    )


# --- the slope of the loss ------------------------------------------------------------------------
def told_slope(slope: Term, direction: Term, neuron: Term, inside: Theorem) -> Theorem:
    """The derivative of the loss of aligned neurons along h in one of them: 1 <= i <= N
    is given.
    """
    plain = loss_slope(slope)
    for one in plain.hypotheses:
        if i in one.free:
            plain = discharge(one, plain)
    moved = instantiate(
        plain,
        *(part for pair in zip((u_in, v_in, w_in), HARMONICS) for part in pair),
        *(h, direction, i, neuron),
    )
    return given(moved, inside)


def sides(squares) -> tuple[Term, Term]:
    """sum_ab sum_c (sum_j squares(j, a, b) w_j[c] - label) z(a, b) g[c], all terms apart."""

    def error(q, r, m):
        return total(1, N, lambda j: (uu(j, q) + vv(j, r)) ** 2 * out(j, m)) - lab(q, r, m)

    left = over_pairs(lambda q, r: total(0, TOP, lambda m: error(q, r, m) * (zz(q, r) * ww(m))))
    neurons = total(
        1,
        N,
        lambda j: (
            total(0, TOP, lambda m: ww(m) * out(j, m))
            * over_pairs(lambda q, r: zz(q, r) * squares(j, q, r))
        ),
    )
    labels = over_pairs(lambda q, r: zz(q, r) * total(0, TOP, lambda m: ww(m) * lab(q, r, m)))
    return left, neurons - labels


@cache
def apart() -> Theorem:
    """For any neurons."""
    return same_sums(eq(*sides(lambda j, q, r: (uu(j, q) + vv(j, r)) ** 2)))


@cache
def square_free_apart() -> Theorem:
    """Where no square terms are left: 2 <u_j, a.x> <v_j, b.x> in place of the square."""
    rules = []
    for f in (uu, vv):

        def vanishing(q, m, f=f):
            ranges = (le(0, q), le(q, TOP), le(0, m), le(m, TOP))
            return implies(*ranges, eq(total(1, N, lambda j: out(j, m) * f(j, q) ** 2), 0))

        rules.append(assume(forall(lambda q, v=vanishing: forall(lambda m: v(q, m), INT), INT)))
    whole = same_sums(eq(*sides(lambda j, q, r: 2 * uu(j, q) * vv(j, r))), *rules)
    for one in reversed(rules):
        whole = discharge(one.conclusion, whole)
    return whole
