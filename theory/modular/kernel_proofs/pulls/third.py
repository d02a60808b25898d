"""The slope of the loss along the third harmonic: what the square terms leave."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, encoding, goal, scales
from theory.modular.kernel_proofs.cost.aligned_utility import over_all_pairs, pairwise, put_in
from theory.modular.kernel_proofs.cost.cosine_sums import apart as no_multiple
from theory.modular.kernel_proofs.cost.cosine_sums import (
    halved,
    moments,
    own_frequency,
    vanishing,
    written_multiple,
)
from theory.modular.kernel_proofs.cost.squares import FIRST, SECOND
from theory.modular.kernel_proofs.pulls.escapes import (
    SCALE,
    Slope,
    amp_h,
    letters,
    neuron,
    ph_h,
    put_letters,
)
from theory.modular.kernel_proofs.pulls.pull import shifted
from theory.modular.kernel_proofs.pulls.pull_pairs import four
from theory.modular.kernel_proofs.pulls.resonance import (
    THIRD,
    circles,
    cubic,
    far,
    mixed,
    wave,
)
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import N, p, turn
from theory.modular.letters.cost import HARMONICS, KAPPA, A_u, A_w, X, s_u, s_w, s_x, xi
from theory.modular.letters.escape import X_3, s_h, s_x3, slope_res
from theory.modular.letters.gradient import slope_u
from theory.proof.rules import Theorem, assume, discharge
from theory.proof.sums.any_range import scaled
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    bound,
    combine,
    equal_inside,
    fact,
    filled,
    given,
    one_slope,
    put,
    ring,
    total,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import INT, ONE, ZERO, Term, eq, le, lt, num, substituted, var


def triple_apart() -> Theorem:
    """3 xi is no multiple of p, as the claim has it."""
    return assume(no_multiple(THIRD))


@cache
def resonant_values() -> list[Theorem]:
    """The sums of products with cos and sin of 2 pi 3 xi a/p."""
    two = halved(xi, own_frequency())
    four_ = written_multiple(halved(2 * xi, two), THIRD + xi)
    less = written_multiple(two, THIRD - xi)
    linear = mixed(xi, THIRD)
    for premise in (less, four_):
        linear = [
            given(discharge(premise.conclusion, one), premise)
            if premise.conclusion in one.hypotheses
            else one
            for one in linear
        ]
    six = vanishing(2 * THIRD, halved(THIRD, triple_apart()))

    def squares(q):
        angle, twice = turn(THIRD * q), turn(2 * THIRD * q)
        rules = [*spread(twice, [(2, angle)]), circle(angle)]
        half = num(1, 2)
        return [
            ring(eq(cos(angle) ** 2, half + half * cos(twice)), *rules),
            ring(eq(sin(angle) ** 2, half - half * cos(twice)), *rules),
            ring(eq(cos(angle) * sin(angle), half * sin(twice)), *rules),
        ]

    own = [
        evaluated(lambda q: f(turn(THIRD * q)) * g(turn(THIRD * q)), 0, TOP, full(), squares, six)
        for f, g in ((cos, cos), (cos, sin), (sin, sin))
    ]
    flat = vanishing(THIRD, triple_apart())
    return [*cubic(THIRD, [*own, *linear]), *own, *linear, *flat, *moments()]


@cache
def resonant_squares() -> Theorem:
    """sum_ab h (P c + ...) (P' c + ...)^2, h of the frequency 3 xi."""
    return over_all_pairs(
        lambda q, r: wave(q, THIRD) * four(FIRST, q, r, xi) * four(SECOND, q, r, xi) ** 2,
        circles,
        resonant_values(),
    )


# --- the slope ------------------------------------------------------------------------------------
MOVED = Slope(slope_u, False)
HERE = {far: THIRD, neuron: ONE, amp_h: ONE, ph_h: s_h}


def here(theorem: Theorem) -> Theorem:
    """A theorem on the slope along any wave, for the first neuron and h = cos(2 pi 3 xi
    a/p + s_h).
    """
    two = halved(xi, own_frequency())
    known = {
        le(1, neuron): bound(le(1, 1)),
        le(neuron, N): bound(le(1, N), (), [[fact("discrete", assume(lt(0, N)), n=ZERO, m=N)]]),
        no_multiple(far): triple_apart(),
        no_multiple(far - xi): written_multiple(two, THIRD - xi),
        no_multiple(far + xi): written_multiple(halved(2 * xi, two), THIRD + xi),
    }
    used = [one for one in known if one in theorem.hypotheses]
    for one in used:
        theorem = discharge(one, theorem)
    moved = filled(theorem, HERE)
    return given(moved, *(known[one] for one in reversed(used)))


def values(j: Term) -> dict[str, Term]:
    """The letters of the abstract sums, here."""
    return {name: substituted(one, HERE) for name, one in letters(j).items()}


def told_values(j: Term) -> list[Theorem]:
    """Those that are left, as amplitudes times cosines and sines of phases."""
    (size,), (phase,) = defined("modular.third-magnitude"), defined("modular.third-phase")
    table = {xi: THIRD, X: X_3, s_x: s_x3}
    own = encoding()
    third = []
    for one in own:
        mine = [h for h in one.hypotheses if not h.free.isdisjoint({xi, X, s_x})]
        for h in mine:
            one = discharge(h, one)
        one = filled(one, table)
        for _ in mine:
            premise = one.conclusion.args[0]
            one = given(one, size if premise is size.conclusion else phase)
        third.append(one)
    found, here_ = [], values(j)
    for names, angle, factor, rules in (
        (("V", "W"), s_x3 - s_h, X_3, third),
        (("P1", "Q1"), s_x - s_u(ONE), KAPPA * A_u(ONE) * X, own),
        (("P2", "Q2"), s_x - s_u(j), KAPPA * A_u(j) * X, own),
    ):
        first, last = angle.args[0], angle.args[1].args[-1]
        turned = spread(angle, [(1, first), (-1, last)])
        for name, f in zip(names, (cos, sin)):
            found.append(ring(eq(here_[name], factor * f(angle)), *rules, *turned))
    return found


@cache
def one_neuron() -> Theorem:
    """What neuron j gives (letter at_j)."""
    j = var("at_j", INT)
    given_ = values(j)

    def hidden(q, r):
        return substituted(MOVED.hidden(q, r), HERE)

    def short(q, r):
        whole = MOVED.hidden_told(q, r)[0] * MOVED.squares_told(j, q, r)[0]
        return put_in(substituted(whole, HERE), given_)

    def same(q, r):
        first, second = MOVED.hidden_told(q, r)[1], MOVED.squares_told(j, q, r)[1]
        rules = [here(one) for one in dict.fromkeys([*first, *second])]
        return ring(eq(hidden(q, r) * MOVED.squares(j, q, r), short(q, r)), *rules)

    rows = pairwise(lambda q, r: hidden(q, r) * MOVED.squares(j, q, r), short, same)
    pairs = put_letters(resonant_squares(), given_)
    abstract = resonant_squares().conclusion.args[1]
    put_values = in_phases(abstract, given_, told_values(j))
    a, b, c = s_x3 - s_h, s_x - s_u(ONE), s_x - s_u(j)
    whole_angle = s_x3 - s_h - 3 * s_x + s_u(ONE) + 2 * s_u(j)
    turned = spread(whole_angle, [(1, a), (-1, b), (-2, c)])[0]
    size = num(1, 8) * p**2 * KAPPA**3 * X**3 * X_3 * A_u(ONE) * A_u(j) ** 2
    closed = ring(eq(put_values.conclusion.args[1], size * cos(whole_angle)), turned)
    meets = evaluated(
        lambda m: substituted(MOVED.toward(m), HERE) * HARMONICS[2](j, m),
        0,
        TOP,
        full(),
        lambda m: [
            *(shifted(xi, m, s) for s in (s_w(ONE), s_w(j))),
            circle(turn(xi * m)),
        ],
        moments(),
    )
    between = spread(s_w(ONE) - s_w(j), [(1, s_w(ONE)), (-1, s_w(j))])
    onto = 2 * p * KAPPA**2 * A_w(ONE) * A_w(j) * cos(s_w(ONE) - s_w(j))
    meets = ring(eq(meets.conclusion.args[0], onto), meets, *between)
    own = rows.conclusion.args[0]
    return combine(
        eq(meets.conclusion.args[0] * own, onto * size * cos(whole_angle)),
        (own, meets),
        (onto, rows),
        (onto, pairs),
        (onto, put_values),
        (onto, closed),
    )


def in_phases(abstract: Term, given_: dict[str, Term], angles: list[Theorem]) -> Theorem:
    """The abstract value with its letters put in, in cosines and sines of phases."""
    left = whole = put_in(abstract, given_)
    steps = []
    for one in angles:
        steps.append(equal_inside(whole, one))
        whole = steps[-1].conclusion.args[1]
    return combine(eq(left, whole), *((1, one) for one in steps))


@proof("modular.third-harmonic")
def third_harmonic() -> Theorem:
    """h u_1 u_j^2 has a mean where h is the third harmonic; the rest averages out."""
    (own,) = defined("modular.third-slope")
    known, whole = (here(one) for one in MOVED.by_neuron())
    unique = one_slope(own, known)
    one = one_neuron()
    summand = fn(lambda k: put(one, at_j=k).conclusion.args[0])
    factor = num(1, 4) * p**3 * KAPPA**5 * X**3 * X_3 * A_u(ONE) * A_w(ONE)

    def last(k):
        angle = s_x3 - s_h - 3 * s_x + s_u(ONE) + 2 * s_u(k)
        return A_w(k) * A_u(k) ** 2 * cos(s_w(ONE) - s_w(k)) * cos(angle)

    same = summand_equal(
        summand,
        fn(lambda k: factor * last(k)),
        1,
        N,
        lambda k, *_: combine(eq(summand(k), factor * last(k)), (1, put(one, at_j=k))),
    )
    closed = combine(
        eq(slope_res, SCALE * (factor * total(1, N, last))),
        (1, unique),
        (1, whole),
        (SCALE, same),
        (SCALE, scaled(factor, fn(last), 1, N)),
    )
    return ring(goal("modular.third-harmonic"), closed, *scales())
