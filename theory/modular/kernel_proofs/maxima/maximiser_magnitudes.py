"""The magnitudes, the amplitude and the value of a maximiser, at the dominant frequency xi."""

from __future__ import annotations

from theory import claim
from theory.modular.kernel_proofs.maxima.magnitudes import circle
from theory.modular.kernel_proofs.maxima.maximiser import (
    most,
)
from theory.modular.kernel_proofs.maxima.maximiser_claims import (
    dominant,
    maximiser,
    polar_magnitude,
)
from theory.modular.kernel_proofs.maxima.maximum import (
    MOST,
    attained,
    highest,
    mirrored_size,
    odd_p,
    printed,
    roots,
)
from theory.modular.kernel_proofs.maxima.single import there, wave_vector
from theory.modular.kernel_proofs.maxima.upper_bound import ROOT, root_low, size
from theory.modular.kernel_proofs.script import I, cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated
from theory.modular.kernel_proofs.transforms.waves import above_zero, cos_sum, unit
from theory.modular.letters import p, turn, u, u_hat, v, w, wave
from theory.modular.letters.maxima import A_p, X, mu_top, xi
from theory.modular.letters.utility import HAT
from theory.proof.lemmas import inv, same_root, sqrt
from theory.proof.lemmas.elementary import chosen
from theory.proof.lemmas.sizes import root_zero
from theory.proof.letters import stated
from theory.proof.rules import Theorem, assume, conjoin, discharge, disjoin, order
from theory.proof.sums.finite import summand_equal
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    given,
    obtain,
    ring,
)
from theory.proof.terms import ONE, ZERO, Term, eq, le, num


def root_printed() -> Theorem:
    """sqrt(p/6) = sqrt(6) sqrt(p)/6."""
    return roots()[0]


@proof("modular.maximiser-magnitude")
def maximiser_magnitude() -> Theorem:
    """sqrt(p/6) at +-xi, 0 elsewhere."""
    statement = stated(claim("modular.maximiser-magnitude")).statement
    k = statement.args[0].args[0].args[1]
    inside = [assume(le(0, k)), bound(le(k, TOP), (), [[assume(le(k, num(-1) + p))]])]
    *sizes, _, empty = maximiser()
    shown = []
    for f, goal, known in zip((u, v, w), statement.args, sizes):
        condition, value, _ = goal.args[1].args
        hat = HAT[f]

        def present(found, f=f, goal=goal, known=known, condition=condition, value=value, hat=hat):
            """k = xi or k = p - xi."""

            def there_(same, mirrored):
                moved = equal_inside(size(hat(k)), same)
                mirror = [(1, mirrored_size(f, hat, xi))] if mirrored else []
                return combine(
                    goal,
                    (1, polar_magnitude(f, k)),
                    (1, moved),
                    *mirror,
                    (1, known),
                    (1, root_printed()),
                    (1, chosen(condition, value, ZERO, found, True)),
                )

            return by_cases(
                found,
                lambda same: there_(same, False),
                lambda same: there_(same, True),
            )

        def absent(no, f=f, goal=goal, condition=condition, value=value, hat=hat):
            apart = [discharge(one, given(no, disjunct(condition, one))) for one in condition.args]
            zero = at(empty, k, *inside, *apart)
            others = [size(HAT[g](k)) for g in (u, v, w) if g is not f]
            least = order(
                le(size(hat(k)) ** 2, ZERO),
                ((num(1), zero),),
                tuple((ONE, (), one) for one in others),
            )
            return combine(
                goal,
                (1, polar_magnitude(f, k)),
                (1, root_zero(size(hat(k)), least)),
                (1, chosen(condition, value, ZERO, no, False)),
            )

        shown.append(by_cases(condition, present, absent))
    return conjoin(*shown)


def disjunct(disjunction: Term, one: Term) -> Theorem:
    """P or Q, from P as a hypothesis."""
    return disjoin(disjunction, assume(one))


@proof("modular.maximal-value-line")
def maximal_value_line() -> Theorem:
    """U_top is attained at the magnitudes sqrt(p/6), and 4/p^3 X^3 (p/6)^(3/2) is the printed
    value.
    """
    (known,) = defined("modular.top-magnitude")
    first = maximiser()[0]

    def proof_from(plain):
        return given(discharge(MOST.conclusion, highest()), most())

    top = dominant(proof_from)
    magnitude = combine(eq(mu_top, ROOT), (1, known), (1, first))
    cube = combine(eq(mu_top**3, ROOT**3), (mu_top**2 + mu_top * ROOT + ROOT**2, magnitude))
    factor = 4 * X**3 * inv(p) ** 3
    value = combine(eq(factor * mu_top**3, printed()), (factor, cube), (1, attained()))
    return conjoin(
        combine(eq(top.conclusion.args[0], factor * mu_top**3), (1, top), (1, value)), value
    )


@proof("modular.maximiser-amplitude")
def maximiser_amplitude() -> Theorem:
    """The wave A cos(2 pi xi a/p + s) has the magnitude A p/2 at xi, which is sqrt(p/6)."""
    least, waves, *_ = defined("modular.amplitude")
    first = maximiser()[0]
    low_, high_ = defined("modular.alone")[:2]
    (hat_is,) = defined("modular.transform-u")
    value = num(1, 3) * sqrt(num(6)) * inv(sqrt(p))
    goal = eq(A_p, value)

    def use(s, known):
        alpha, beta = A_p * cos(s), A_p * sin(s)
        plain = wave_vector(alpha, beta, xi)

        def entry(a, a_low, a_high):
            spread = cos_sum(turn(xi * a), s)[0]
            return combine(
                eq(u(a) * wave_term(a), plain(a) * wave_term(a)),
                (wave_term(a), at(known, a, a_low, a_high)),
                (A_p * wave_term(a), spread),
            )

        def wave_term(a):
            return wave(-(xi * a))

        same = summand_equal(
            fn(lambda a: u(a) * wave_term(a)), fn(lambda a: plain(a) * wave_term(a)), 0, TOP, entry
        )
        here = combine(
            eq(u_hat(xi), num(1, 2) * p * (alpha + I * beta)),
            (1, at(hat_is, xi)),
            (1, same),
            (1, there(alpha, beta, xi, [low_, high_])),
        )
        mirror = equal_inside(conj(u_hat(xi)), here)
        spread = conjugated(mirror.conclusion.args[1])
        back = combine(eq(conj(u_hat(xi)), spread.conclusion.args[1]), (1, mirror), (1, spread))
        squared = ring(
            eq(size(u_hat(xi)) ** 2, num(1, 4) * p**2 * A_p**2),
            fact("abs-square", z=u_hat(xi)),
            back,
            here,
            fact("i"),
            circle(s),
        )
        half_of = bound(le(0, num(1, 2) * p * A_p), (), [[above_zero(), least]])
        level = combine(
            eq((num(1, 2) * p * A_p) ** 2, ROOT**2),
            (1, squared),
            (size(u_hat(xi)) + ROOT, first),
        )
        root = same_root(num(1, 2) * p * A_p, ROOT, half_of, root_low(), level)
        times = combine(eq(A_p, 2 * inv(p) * ROOT), (2 * inv(p), root), (A_p, unit()))
        return ring(goal, times, *roots())

    odd_hypothesis = obtain(waves, use)
    return odd_p(odd_hypothesis)
