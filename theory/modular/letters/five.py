"""Five neurons that come close to the bound: their vectors, written out, and their gap."""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.letters import N, p, turn
from theory.modular.letters.cost import FREQUENCY, KAPPA, X, cost_of, gain_of, s_x, xi
from theory.proof.letters import define, reads
from theory.proof.tactics import lam
from theory.proof.terms import INT, Term, call, eq, num, substituted, var

eps, gap_five = var("eps_5"), var("gap_five")
FIVE = num(5)
SIZE = 3 * call("sqrt", num(6)) * call("sqrt", p) * call("inv", X)  # sqrt(54 p)/|x_hat[xi]|


def wave(first: Term, second: Term, q: Term) -> Term:
    """sqrt(2/(3p)) (g cos(2 pi xi q/p) + g' sin(2 pi xi q/p))."""
    angle = turn(xi * q)
    return KAPPA * (first * call("cos", angle) + second * call("sin", angle))


def node(i: Term) -> Term:
    """t = -2, -1, 0, 1, 2."""
    return i - 3


def weight(t: Term) -> Term:
    """1, -4, 6, -4, 1: sums with powers of t up to the third vanish."""
    return 6 - num(155, 12) * t**2 + num(35, 12) * t**4


def into_u(i: Term) -> tuple[Term, Term]:
    """(cos - t sin)/eps."""
    return call("inv", eps), -node(i) * call("inv", eps)


def into_v(i: Term) -> tuple[Term, Term]:
    """eps ((11/35 - 3/28 t^2) cos + t/20 sin)/weight, as polynomials in t."""
    t = node(i)
    first = num(11, 210) - num(1, 8) * t**2 + num(1, 48) * t**4
    second = num(-1, 30) * t + num(1, 48) * t**3
    return eps * first, eps * second


def into_w(i: Term) -> tuple[Term, Term]:
    """sqrt(54 p)/(2 |x_hat[xi]|) weight (cos + t sin), the angle turned by s_x."""
    t, c, s = node(i), call("cos", s_x), call("sin", s_x)
    size = num(1, 2) * SIZE * weight(t)
    return size * (c - t * s), size * (s + t * c)


PARTS: tuple[Callable[[Term], tuple[Term, Term]], ...] = (into_u, into_v, into_w)


def entry(part: Callable[[Term], tuple[Term, Term]], i: Term, q: Term) -> Term:
    """Entry q of u, v or w of neuron i."""
    first, second = part(i)
    return wave(first, second, q)


GROUP = tuple(lam(lambda i, q, part=part: entry(part, i, q), INT, INT) for part in PARTS)
define(
    "modular.five",
    ("gap_five",),
    eq(
        gap_five,
        p
        * call("inv", X) ** 2
        * (substituted(cost_of(GROUP) - gain_of(GROUP), {N: FIVE}) + X**2 * call("inv", p)),
    ),
    "the gap in units of |x_hat[xi]|^2/p of the five neurons u = (cos - t sin)/eps, "
    "v = eps ((11/35 - 3/28 t^2) cos + t/20 sin)/c_t, w = sqrt(54p)/(2 |x_hat[xi]|) c_t (cos + t "
    "sin)"
    " turned by s_x, in units of sqrt(2/(3p)), t = -2, ..., 2 and c_t = 1, -4, 6, -4, 1",
)
reads("modular.five-neurons", *FREQUENCY, "modular.five")
