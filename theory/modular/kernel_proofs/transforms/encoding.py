"""One encoding: its correlation with a vector, the imaginary part of a transform,
squared cosines.
"""

from __future__ import annotations

from theory.modular.kernel_proofs.script import I, cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.transforms.correlation import cyclic_shift
from theory.modular.kernel_proofs.transforms.waves import cos_sum, full
from theory.modular.letters import (
    amp_u,
    amp_v,
    angle_a,
    angle_b,
    im_hat,
    inner_u,
    k,
    p,
    residue,
    square,
    turn,
    u,
    u_hat,
    x,
)
from theory.proof.lemmas import trichotomy
from theory.proof.rules import Theorem, reflexive, replace
from theory.proof.sums.finite import added, scaled, sum_of, summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    fresh,
    ring,
    total,
    weaker,
    written,
)
from theory.proof.terms import COMPLEX, ZERO, Term, bind, call, eq, le, num


@proof("modular.cross-correlation")
def cross_correlation() -> Theorem:
    """j = k + a in sum_j u(j) x(j - a), which has the period p."""
    (cyclic_x,), (cyclic_u,) = defined("modular.cyclic-x"), defined("modular.cyclic-u")
    (whole,) = defined("modular.inner-u")
    g = fn(lambda j: u(j) * x(j - residue))
    goal = eq(inner_u, total(0, p - 1, lambda q: u(residue + q) * x(q)))

    def again(n):
        return ring(eq(g(n + p), g(n)), at(cyclic_u, n), at(cyclic_x, n - residue))

    def forward(low):
        return combine(goal, (1, whole), (1, cyclic_shift(g, again, residue, low)))

    def backward(less):
        moved = fn(lambda j: g(j + residue))
        low = bound(le(0, -residue), (), [[less]])
        back = cyclic_shift(moved, lambda n: again(n + residue), -residue, low)
        return combine(goal, (1, whole), (1, back))

    return by_cases(
        trichotomy(residue),
        backward,
        lambda same: forward(bound(le(0, residue), [same])),
        lambda more: forward(weaker(more)),
    )


def imaginary_part(z: Term, real: Term, other: Term, equation: Theorem) -> Theorem:
    """z = A + i B with real A, B gives im(z) = B: compare z - conj(z) in both forms."""

    def conjugated(A, B):
        return [
            fact("conj-sum", z=A, w=I * B),
            fact("conj-product", z=I, w=B),
            fact("conj-real", x=A),
            fact("conj-real", x=B),
            fact("conj-i"),
        ]

    re_, im_ = call("re", z), call("im", z)
    own = fact("parts", z=z)
    ways = []
    for A, B, known in ((re_, im_, own), (real, other, equation)):
        inside = equal_inside(call("conj", z), known) if known is equation else _inside(z, known)
        ways.append(ring(eq(call("conj", z), A - I * B), inside, *conjugated(A, B)))
    two = combine(
        eq(2 * I * im_, 2 * I * other), (1, own), (1, equation), (1, ways[0]), (1, ways[1])
    )
    half = num(1, 2)
    return combine(eq(im_, other), (half * I, two), (im_, fact("i")), (other, fact("i")))


def _inside(z: Term, own: Theorem) -> Theorem:
    """conj(z) = conj(re(z) + i im(z)), with z replaced on the right side alone."""
    hole = fresh(COMPLEX)
    return replace(
        own, bind("lam", hole, eq(call("conj", z), call("conj", hole))), reflexive(call("conj", z))
    )


@proof("modular.transform-real")
def transform_real() -> Theorem:
    """u^(k) = sum u cos - i sum u sin."""
    (transform,), (imaginary,) = defined("modular.transform-u"), defined("modular.imaginary")
    top = p - 1
    cosines = fn(lambda a: u(a) * cos(turn(-(k * a))))
    sines = fn(lambda a: u(a) * sin(turn(-(k * a))))
    turned = fn(lambda a: I * sines(a))
    spread = ring(
        eq(u_hat(k), sum_of(cosines, 0, top) + I * sum_of(sines, 0, top)),
        at(transform, k),
        added(cosines, turned, 0, top, full()),
        scaled(I, sines, 0, top, full()),
    )
    part = imaginary_part(u_hat(k), sum_of(cosines, 0, top), sum_of(sines, 0, top), spread)
    plain = fn(lambda a: sin(turn(k * a)) * u(a))
    down = fn(lambda a: num(-1) * plain(a))
    odd = summand_equal(
        sines,
        down,
        0,
        top,
        lambda a, *_: combine(
            eq(sines(a), down(a)),
            (
                u(a),
                written(eq(sin(turn(-(k * a))), -sin(turn(k * a))), cos_sum(ZERO, turn(k * a))[3]),
            ),
        ),
    )
    goal = eq(im_hat, -sum_of(plain, 0, top))
    return combine(
        goal, (1, imaginary), (1, part), (1, odd), (1, scaled(num(-1), plain, 0, top, full()))
    )


@proof("modular.squared-cosines")
def squared_cosines() -> Theorem:
    """2 cos(a) cos(b) = cos(a + b) + cos(a - b), three times."""
    (whole,) = defined("modular.square")
    half = num(1, 2)
    goal = eq(
        square,
        half * amp_u**2 * (1 + cos(2 * angle_a))
        + half * amp_v**2 * (1 + cos(2 * angle_b))
        + amp_u * amp_v * (cos(angle_a + angle_b) + cos(angle_a - angle_b)),
    )
    rewrites = [
        whole,
        cos_sum(angle_a, angle_b)[0],
        fact("cos-difference", x=angle_a, y=angle_b),
    ]
    for angle in (angle_a, angle_b):
        rewrites += [
            written(
                eq(cos(2 * angle), cos(angle) ** 2 - sin(angle) ** 2), cos_sum(angle, angle)[0]
            ),
            circle(angle),
        ]
    return ring(goal, *rewrites)


def circle(angle: Term) -> Theorem:
    """sin^2 = 1 - cos^2, from cos(a - a) = 1."""
    same = fact("cos-difference", x=angle, y=angle)
    return combine(eq(sin(angle) ** 2, 1 - cos(angle) ** 2), (1, same), (1, fact("cos-zero")))
