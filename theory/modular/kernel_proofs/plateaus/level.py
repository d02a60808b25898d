"""The loss on a plateau: what the frequencies that are not learned yet leave."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, encoding, period
from theory.modular.kernel_proofs.cost.cosine_sums import moments
from theory.modular.kernel_proofs.cost.distance import learned_square
from theory.modular.kernel_proofs.cost.loss import (
    constant_pairs,
    label_square,
    shifted_back,
    unit_rule,
    unit_square,
)
from theory.modular.kernel_proofs.plateaus.listing import (
    below_half,
    order,
    orthogonal,
    supplied,
    wave_of,
)
from theory.modular.kernel_proofs.plateaus.plateau import group_learned
from theory.modular.kernel_proofs.plateaus.update import residues_inside
from theory.modular.kernel_proofs.script import cos, defined, fn
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import entries, over_pairs, p, turn, x
from theory.modular.letters.cost import HALF, X, label, learned, s_x, xi
from theory.modular.letters.plateau import all_outputs, level, mag, of_group, steps
from theory.proof.lemmas import inv
from theory.proof.rules import (
    Theorem,
    instantiate,
)
from theory.proof.sums.any_range import delta, picked
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.nested import same_sums
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    equal_inside,
    fact,
    lam,
    parts,
    ring,
    total,
)
from theory.proof.tactics.angles import circle, spread
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, eq, function, le, opened

h = function("wave_of", INT, INT, INT, INT, REAL)
lab = function("lab", INT, INT, INT, REAL)


@cache
def _expanded() -> Theorem:
    """sum_abm (sum_g h - lab)^2, multiplied out."""
    left = over_pairs(
        lambda q, r: total(
            0, TOP, lambda m: (total(1, steps, lambda g: h(g, q, r, m)) - lab(q, r, m)) ** 2
        )
    )
    pairs = total(
        1,
        steps,
        lambda g: total(
            1,
            steps,
            lambda k: over_pairs(
                lambda q, r: total(0, TOP, lambda m: h(g, q, r, m) * h(k, q, r, m))
            ),
        ),
    )
    mixed = total(
        1,
        steps,
        lambda g: over_pairs(lambda q, r: total(0, TOP, lambda m: h(g, q, r, m) * lab(q, r, m))),
    )
    own = over_pairs(lambda q, r: total(0, TOP, lambda m: lab(q, r, m) ** 2))
    return same_sums(eq(left, pairs - 2 * mixed + own))


# --- one group ------------------------------------------------------------------------------------
def group_facts(g: Term, low: Theorem, high: Theorem) -> list[Theorem]:
    """What a plateau says of its g-th group."""
    (known,) = defined("modular.plateau")
    return parts(at(known, g, low, high))


@cache
def with_label() -> Theorem:
    """sum_abm f_* ((a + b).x - mean) = 2 X^2 p, for one group."""
    (cyclic,) = defined("modular.cyclic-x")

    def chi(m):
        return cos(turn(xi * m) + s_x)

    f = fn(lambda m: chi(m) * x(m))
    wave = fn(chi)

    def again_f(k):
        return ring(eq(f(k + p), f(k)), period(k, s_x), at(cyclic, k))

    def inside(m):
        return [spread(turn(xi * m) + s_x, [(1, turn(xi * m)), (1, s_x)])[0]]

    whole = evaluated(lambda m: chi(m) * x(m), 0, TOP, full(), inside, encoding())
    flat = evaluated(chi, 0, TOP, full(), inside, moments())
    value = 2 * X**2 * inv(p)

    def row(q, r, low):
        n = q + r
        moved = [
            shifted_back(f, again_f, n, low),
            shifted_back(wave, lambda k: period(k, s_x), n, low),
        ]
        apart = evaluated(lambda m: learned(q, r, m) * label(q, r, m), 0, TOP, full())
        return ring(eq(apart.conclusion.args[0], value), apart, *moved, whole, flat, circle(s_x))

    rows = summand_equal(
        fn(
            lambda q: total(
                0, TOP, lambda r: total(0, TOP, lambda m: learned(q, r, m) * label(q, r, m))
            )
        ),
        fn(lambda q: total(0, TOP, lambda r: value)),
        0,
        TOP,
        lambda q, q_low, _: summand_equal(
            fn(lambda r: total(0, TOP, lambda m: learned(q, r, m) * label(q, r, m))),
            fn(lambda r: value),
            0,
            TOP,
            lambda r, r_low, _: row(q, r, bound(le(0, q + r), (), [[q_low], [r_low]])),
        ),
    )
    return combine(eq(rows.conclusion.args[0], p**2 * value), (1, rows), (1, constant_pairs(value)))


def of_one(theorem: Theorem, g: Term, low: Theorem, high: Theorem) -> Theorem:
    """A theorem about one group, for the g-th of the plateau."""
    return supplied(theorem, of_group(g), group_facts(g, low, high))


# --- all groups -----------------------------------------------------------------------------------
@cache
def outputs_learned() -> Theorem:
    """The loss with what the groups have learned in place of their outputs."""
    (whole,) = defined("modular.level")

    def error(out):
        return lambda q, r, m: (out(q, r, m) - label(q, r, m)) ** 2

    def waves(q, r, m):
        return total(1, steps, lambda g: wave_of(g, q, r, m))

    first, second = error(all_outputs), error(waves)

    def at_entry(ends):
        q, r, m = ends
        same = summand_equal(
            lam(lambda g: opened(all_outputs(q, r, m), (g,)), INT),
            fn(lambda g: wave_of(g, q, r, m)),
            1,
            steps,
            lambda g, low, high: residues_inside(group_learned(g, low, high), q, r, m, ends),
        )
        return ring(eq(first(q, r, m), second(q, r, m)), same)

    rows = summand_equal(
        fn(lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: first(q, r, m)))),
        fn(lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: second(q, r, m)))),
        0,
        TOP,
        lambda q, *eq_: summand_equal(
            fn(lambda r: total(0, TOP, lambda m: first(q, r, m))),
            fn(lambda r: total(0, TOP, lambda m: second(q, r, m))),
            0,
            TOP,
            lambda r, *er_: summand_equal(
                fn(lambda m: first(q, r, m)),
                fn(lambda m: second(q, r, m)),
                0,
                TOP,
                lambda m, *em_: at_entry({q: eq_, r: er_, m: em_}),
            ),
        ),
    )
    factor = HALF * inv(p) ** 2
    return combine(eq(level, factor * rows.conclusion.args[1]), (1, whole), (factor, rows))


def size(g: Term) -> Term:
    """2 mag(g)^2 p."""
    return p**2 * (2 * mag(g) ** 2 * inv(p))


@cache
def pairs_value() -> Theorem:
    """sum_g sum_k sum_abm of two waves = sum_g 2 mag(g)^2 p."""

    def pair(g, k):
        return over_pairs(
            lambda q, r: total(0, TOP, lambda m: wave_of(g, q, r, m) * wave_of(k, q, r, m))
        )

    def one_pair(g, k, ends):
        goal_ = eq(pair(g, k), delta(g, k) * size(k))
        condition = eq(g, k)

        def same(known):
            on = fact("ite-true", known, P=condition, z=ONE, w=ZERO)
            square = of_one(learned_square(), k, *raw[k])
            turned = equal_inside(pair(g, k), known)
            told = combine(eq(turned.conclusion.args[1], size(k)), (1, square))
            return combine(goal_, (1, turned), (1, told), (size(k), on))

        def other(known):
            off = fact("ite-false", known, P=condition, z=ONE, w=ZERO)
            return combine(goal_, (1, orthogonal(g, k, ends, known)), (size(k), off))

        raw = ends_raw
        return by_cases(condition, same, other)

    ends_raw: dict = {}

    def row(g, g_low, g_high):
        def inner(k, k_low, k_high):
            ends_raw[g], ends_raw[k] = (g_low, g_high), (k_low, k_high)
            ends = {g: (g_low, below_half(g, g_high)), k: (k_low, below_half(k, k_high))}
            return one_pair(g, k, ends)

        same = summand_equal(
            fn(lambda k: pair(g, k)), fn(lambda k: delta(g, k) * size(k)), 1, steps, inner
        )
        return combine(
            eq(total(1, steps, lambda k: pair(g, k)), size(g)),
            (1, same),
            (1, picked(g, fn(size), 1, steps, g_low, g_high)),
        )

    return summand_equal(
        fn(lambda g: total(1, steps, lambda k: pair(g, k))), fn(size), 1, steps, row
    )


@cache
def mixed_value() -> Theorem:
    """sum_g sum_abm of a wave and the label = sum_g 2 mag(g)^2 p."""
    return summand_equal(
        fn(
            lambda g: over_pairs(
                lambda q, r: total(0, TOP, lambda m: wave_of(g, q, r, m) * label(q, r, m))
            )
        ),
        fn(size),
        1,
        steps,
        lambda g, low, high: of_one(with_label(), g, low, high),
    )


@cache
def level_left() -> Theorem:
    """level = (|x|^2 - <x, 1>^2/p)/2 - (1/p) sum_{g <= n} mag(g)^2."""
    expanded = instantiate(
        _expanded(), h, lam(wave_of, INT, INT, INT, INT), lab, lam(label, INT, INT, INT)
    )
    learned_sum = total(1, steps, lambda g: mag(g) ** 2)
    counted = evaluated(size, 1, steps, enough())
    squares = total(0, TOP, lambda m: x(m) ** 2)
    factor = HALF * inv(p) ** 2
    plain = combine(
        eq(
            level,
            factor * (p**2 * (squares - entries(x) ** 2 * inv(p)) - counted.conclusion.args[1]),
        ),
        (1, outputs_learned()),
        (factor, expanded),
        (factor, pairs_value()),
        (2 * factor, mixed_value()),
        (factor, label_square()),
        (factor, counted),
    )
    return ring(
        eq(level, HALF * (squares - entries(x) ** 2 * inv(p)) - inv(p) * learned_sum),
        plain,
        unit_square(),
        unit_rule(),
    )


def enough() -> Theorem:
    """1 <= n + 1."""
    return bound(le(1, steps + 1), (), [[order()[0]]])
