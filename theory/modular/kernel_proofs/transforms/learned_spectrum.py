"""The correlation with what was learned, in frequencies: the wave has +-xi alone."""

from __future__ import annotations

from theory.modular.kernel_proofs.maxima.local_maxima import flipped
from theory.modular.kernel_proofs.maxima.magnitudes import circle
from theory.modular.kernel_proofs.maxima.single import wave_transform, wave_vector
from theory.modular.kernel_proofs.plateaus.correlation import delta_spectrum
from theory.modular.kernel_proofs.script import I, cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated
from theory.modular.kernel_proofs.transforms.delta import delta
from theory.modular.kernel_proofs.transforms.halves import hat_mirrored
from theory.modular.kernel_proofs.transforms.waves import cos_sum, full, next_, unit
from theory.modular.letters import p, turn, u, u_hat, v, v_hat, w, w_hat, wave, x, x_hat
from theory.modular.letters.cost import X, s_x, xi
from theory.modular.letters.learned import Delta, chi
from theory.modular.letters.spectrum import chi_hat
from theory.proof.lemmas import inv
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import Theorem, assume
from theory.proof.sums.finite import added, sum_of, summand_equal
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import at, bound, combine, equal_inside, fact, ring, total
from theory.proof.terms import ZERO, Term, eq, le, lt, num


def frequency() -> list[Theorem]:
    """1 <= xi and xi <= p - 1."""
    low = assume(lt(0, xi))
    (high,) = defined("modular.frequency")
    return [
        bound(le(1, xi), (), [[next_(ZERO, xi, low)]]),
        bound(le(xi, TOP), (), [[next_(xi, p, high)]]),
    ]


UP = num(1, 2) * (cos(s_x) + I * sin(s_x))
DOWN = num(1, 2) * (cos(s_x) - I * sin(s_x))


def chi_spectrum(q: Term, inside: list[Theorem]) -> Theorem:
    """chi^(q) = p/2 exp(+-i s_x) at q = +-xi, else 0."""
    (known,) = defined("modular.chi-hat")
    plain = wave_vector(cos(s_x), sin(s_x), xi)
    same = summand_equal(
        fn(lambda a: chi(a) * wave(-(q * a))),
        fn(lambda a: plain(a) * wave(-(q * a))),
        0,
        TOP,
        lambda a, *_: combine(
            eq(chi(a) * wave(-(q * a)), plain(a) * wave(-(q * a))),
            (wave(-(q * a)), cos_sum(turn(xi * a), s_x)[0]),
        ),
    )
    whole = wave_transform(cos(s_x), sin(s_x), q, inside, xi, frequency())
    goal = eq(chi_hat(q), UP * delta(xi, q, p) + DOWN * delta(p - xi, q, p))
    return combine(goal, (1, at(known, q)), (1, same), (1, whole))


def rest(q: Term) -> Term:
    """conj(x^)^2 u^ v^ conj(w^)."""
    return conj(x_hat(q)) ** 2 * u_hat(q) * v_hat(q) * conj(w_hat(q))


def only_there(factor: Term, place: Term, low: Theorem, high: Theorem) -> Theorem:
    """sum_q rest(q) c (p where q is the place, else 0) = rest(place) c p, 1 <= place <= p - 1."""
    summand = fn(lambda q: rest(q) * factor * delta(place, q, p))

    def off(q, q_low, q_high, apart):
        return ring(eq(summand(q), 0), chosen(eq(place, q), p, ZERO, flipped(apart), False))

    only = only_inside(summand, place, 0, TOP, bound(le(0, place), (), [[low]]), high, off)
    hit = chosen(eq(place, place), p, ZERO, combine(eq(place, place)), True)
    return combine(
        eq(sum_of(summand, 0, TOP), rest(place) * factor * p),
        (1, only),
        (rest(place) * factor, hit),
    )


def mirrored_hats() -> list[Theorem]:
    """conj(f^(p - xi)) = f^(xi) and f^(p - xi) = conj(f^(xi)), for x, u, v and w."""
    mirrors = []
    for f, hat in {x: x_hat, u: u_hat, v: v_hat, w: w_hat}.items():
        plain = hat_mirrored(f, xi)
        moved = equal_inside(conj(hat(p - xi)), plain)
        back = combine(
            eq(conj(hat(p - xi)), hat(xi)), (1, moved), (1, conjugated(conj(conj(hat(xi)))))
        )
        mirrors += [back, plain]
    return mirrors


def in_polar_form() -> list[Theorem]:
    """x^(xi) = X exp(i s_x), and its conjugate."""
    (size,), (phase,) = defined("modular.magnitude"), defined("modular.phase")
    own = combine(
        eq(x_hat(xi), X * (cos(s_x) + I * sin(s_x))), (1, phase), (cos(s_x) + I * sin(s_x), size)
    )
    moved = equal_inside(conj(x_hat(xi)), own)
    spread = conjugated(moved.conclusion.args[1])
    back = combine(eq(conj(x_hat(xi)), spread.conclusion.args[1]), (1, moved), (1, spread))
    return [own, back]


def two_terms() -> Theorem:
    """The sum of conj(x^)^2 u^ v^ conj(w^) chi^ over the frequencies: its terms at xi and -xi."""

    def printed(q):
        return rest(q) * chi_hat(q)

    low, high = frequency()
    other = bound(le(1, p - xi), (), [[high]]), bound(le(p - xi, TOP), (), [[low]])
    first = fn(lambda q: rest(q) * UP * delta(xi, q, p))
    second = fn(lambda q: rest(q) * DOWN * delta(p - xi, q, p))

    def entry(q, q_low, q_high):
        return ring(eq(printed(q), first(q) + second(q)), chi_spectrum(q, [q_low, q_high]))

    return combine(
        eq(total(0, TOP, printed), rest(xi) * UP * p + rest(p - xi) * DOWN * p),
        (1, summand_equal(fn(printed), fn(lambda q: first(q) + second(q)), 0, TOP, entry)),
        (1, added(first, second, 0, TOP, full())),
        (1, only_there(UP, xi, low, high)),
        (1, only_there(DOWN, p - xi, *other)),
    )


@proof("modular.learned-spectrum")
def learned_spectrum() -> Theorem:
    """The sum has two terms, conjugate to each other."""
    whole, known = two_terms(), delta_spectrum()
    printed, terms = whole.conclusion.args
    value = 4 * X * inv(p) ** 2
    answer = ring(
        eq(value * terms, known.conclusion.args[1]),
        *mirrored_hats(),
        *in_polar_form(),
        unit(),
        fact("i"),
        circle(s_x),
    )
    return combine(eq(Delta, value * printed), (1, known), (1, answer), (value, whole))
