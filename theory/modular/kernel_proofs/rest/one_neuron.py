"""The loss of one aligned neuron tends to its least value: modular.one-neuron-rest."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.aligned import TOP, goal
from theory.modular.kernel_proofs.cost.bounds import above_x
from theory.modular.kernel_proofs.cost.cosine_sums import moments
from theory.modular.kernel_proofs.flow.flow_norm import LEVEL, not_above
from theory.modular.kernel_proofs.rest import lyapunov
from theory.modular.kernel_proofs.rest.amplitudes import (
    FIRST,
    aligned_now,
    alone,
    amplitudes,
    equal_entries,
    loss_now,
    vector_at,
)
from theory.modular.kernel_proofs.rest.course import SPEED, moving
from theory.modular.kernel_proofs.rest.lone import REST, SCALE, TAU, Y, turned, wave_of
from theory.modular.kernel_proofs.rest.lyapunov import excess, inputs
from theory.modular.kernel_proofs.script import defined, domain, fn, proof
from theory.modular.kernel_proofs.transforms.waves import above_zero, full, unit
from theory.modular.letters import N, p, turn
from theory.modular.letters.alone import inputs_0, loss_0
from theory.modular.letters.cost import X, s_x, xi
from theory.modular.letters.energy import eta, loss_t, t
from theory.proof.definedness import obligations
from theory.proof.lemmas import exp, exp_sum, inv, sqrt
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import Theorem, assume, conjoin, discharge
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fact,
    filled,
    given,
    inverse,
    lam,
    outermost,
    positive,
    ring,
    substitute,
    total,
    weaker,
    written,
)
from theory.proof.tactics.angles import circle
from theory.proof.tactics.linear import ordered
from theory.proof.terms import ZERO, Term, eq, le, lt, num

START = (bound(le(0, 0)), weaker(assume(lt(0, t))))  # 0 is a time of [0, t]
LAST = (weaker(assume(lt(0, t))), bound(le(t, t)))
SIZE = loss_0 - REST
SHARE = 3 * sqrt(p) * sqrt(SIZE) * inv(X)


def scale_up() -> Theorem:
    """0 < 9/16 p X^4."""
    return positive(SCALE, [above_x(), above_zero()])


def units() -> list[Theorem]:
    """p (1/p) = 1 and X (1/X) = 1, to rewrite with."""
    return [
        combine(eq(p * inv(p), 1), (1, unit())),
        combine(eq(X * inv(X), 1), (1, inverse(X, [above_x()]))),
    ]


# --- where it starts and where it ends ------------------------------------------------------------
@cache
def losses() -> tuple[Theorem, Theorem]:
    """The losses at 0 and at t are rest level + 9/16 p X^4 F."""
    found = []
    for letter, name, s, where in (
        (loss_0, "modular.loss-net-0", ZERO, START),
        (loss_t, "modular.loss-net", t, LAST),
    ):
        value = REST + SCALE * excess(amplitudes(s), TAU)
        told = combine(eq(letter, value), (1, alone(name)), (1, loss_now(s, *where)))
        found.append(told)
    return found[0], found[1]


def above_rest(number: int) -> Theorem:
    """rest level <= loss, at 0 or at t."""
    known = losses()[number]
    y = amplitudes((ZERO, t)[number])
    low = filled(
        lyapunov.excess_low(lyapunov.LETTERS), {lyapunov.TAU: TAU, **dict(zip(lyapunov.LETTERS, y))}
    )
    return ordered(le(REST, known.conclusion.args[0]), [(1, known)], [scale_up(), low])


@cache
def square_of_wave() -> Theorem:
    """|f|^2 = p/2 (first^2 + second^2), f = first h1 + second h2 on the residues."""
    f, wave = FIRST[0], wave_of(*Y[:2])
    premise = equal_entries(f, wave)
    known = assume(premise)

    def entry(l, *where):
        return combine(eq(f(l) ** 2, wave(l) ** 2), (f(l) + wave(l), at(known, l, *where)))

    same = summand_equal(fn(lambda l: f(l) ** 2), fn(lambda l: wave(l) ** 2), 0, TOP, entry)
    plain = evaluated(
        lambda l: wave(l) ** 2,
        0,
        TOP,
        full(),
        lambda l: [*turned(l), circle(turn(xi * l))],
        moments(),
    )
    value = num(1, 2) * p * (Y[0] ** 2 + Y[1] ** 2)
    told = ring(eq(plain.conclusion.args[1], value), circle(s_x))
    goal_ = eq(total(0, TOP, lambda l: f(l) ** 2), value)
    return discharge(premise, combine(goal_, (1, same), (1, plain), (1, told)))


@cache
def inputs_known() -> Theorem:
    """|u|^2 + |v|^2 = p/2 (|a|^2 + |b|^2) at the time 0."""
    y = amplitudes(ZERO)
    sums = []
    for k in (0, 1):
        table = {FIRST[0]: vector_at(k, ZERO), Y[0]: y[2 * k], Y[1]: y[2 * k + 1]}
        sums.append(given(filled(square_of_wave(), table), aligned_now(k, ZERO, *START)))
    (is_size,) = defined("modular.inputs-sq-0")
    value = num(1, 2) * p * inputs(y)
    return combine(eq(inputs_0, value), (1, is_size), *((1, one) for one in sums))


# --- how much is left -----------------------------------------------------------------------------
@cache
def size_low() -> Theorem:
    """0 <= loss - rest level at 0."""
    return bound(le(0, SIZE), (), [[above_rest(0)]])


@cache
def share_facts() -> tuple[Theorem, Theorem, Theorem]:
    """0 <= r, r <= 1, and F = r^2 tau^2 at 0, r = 3 sqrt(p (loss - rest level))/X."""
    root, square = fact("sqrt-nonnegative", size_low(), x=SIZE), sqrt_square()
    square_p = fact("sqrt-square", weaker(above_zero()), x=p)
    down = positive(inv(X), [above_x()])
    low = bound(le(0, SHARE), (), [[positive(sqrt(p), [above_zero()]), root, down]])
    below = starts_below()
    unit_p, unit_x = units()
    squared = ring(eq(SHARE**2, 9 * inv(X) ** 2 * p * SIZE), square, square_p)
    most = ordered(
        le(SHARE**2, 1),
        [
            (1, squared),
            (1, ring(eq(9 * inv(X) ** 2 * p * (LEVEL - REST), 1), unit_p, unit_x)),
        ],
        [bound(lt(0, num(9))), down, down, above_zero(), below],
    )

    def false(more):
        return ordered(lt(0, 0), [], [most], [more, more], [more], [more])

    high = not_above(SHARE, num(1), false)
    first = losses()[0]
    F = excess(amplitudes(ZERO), TAU)
    tiny = ring(eq(9 * inv(X) ** 2 * p * SCALE * TAU**2, 1), unit_p, unit_x)
    equal = combine(
        eq(F, SHARE**2 * TAU**2),
        (TAU**2, squared),
        (9 * inv(X) ** 2 * p * TAU**2, first),
        (F, tiny),
    )
    return low, high, equal


def starts_below() -> Theorem:
    """The loss at 0 is at most that without weights, as the claim writes it."""
    from theory import claim
    from theory.proof.letters import stated

    given_ = stated(claim("modular.one-neuron-rest")).assumptions
    (below,) = (one for one in given_ if one.op == "le" and one.args[0] is loss_0)
    return written(le(loss_0, LEVEL), assume(below))


def sqrt_square() -> Theorem:
    """sqrt(..)^2 = loss - rest level."""
    return fact("sqrt-square", size_low(), x=SIZE)


# --- the theorem ----------------------------------------------------------------------------------
TABLE = {
    **{f: lam(lambda s, k=k: amplitudes(s)[k]) for k, f in enumerate(lyapunov.COURSES)},
    lyapunov.SPEED: SPEED,
    lyapunov.TAU: TAU,
    lyapunov.SHARE: SHARE,
    lyapunov.END: t,
}


@cache
def fallen() -> Theorem:
    """F(t) exp(rate t) <= F(0) for the neuron."""
    known = lyapunov.decays()
    low, high, equal = share_facts()
    some = ordered(
        lt(0, inputs(amplitudes(ZERO))),
        [(2 * inv(p), inputs_known()), (inputs(amplitudes(ZERO)), unit())],
        [bound(lt(0, num(2))), positive(inv(p), [above_zero()]), assume(lt(0, inputs_0))],
    )
    y_0 = excess(amplitudes(ZERO), TAU)
    shown = {
        lyapunov.SPEED_UP: positive(SPEED, [assume(lt(0, eta)), above_x()]),
        lyapunov.TAU_UP: positive(TAU, [above_x(), above_zero()]),
        lyapunov.SHARE_LOW: low,
        lyapunov.SHARE_HIGH: high,
        lyapunov.END_LOW: LAST[0],
        lyapunov.BELOW: ordered(le(y_0, SHARE**2 * TAU**2), [(1, equal)]),
        lyapunov.SOME: some,
        **{one: moving(k // 2, k % 2) for k, one in enumerate(lyapunov.MOVES)},
    }
    for one in shown:
        known = discharge(one.conclusion, known)
    return given(filled(known, TABLE), *reversed(list(shown.values())))


@cache
def rate_value() -> Theorem:
    """The rate is 32/27 eta X^2 (1 - r)^2/(p (|u|^2 + |v|^2))."""
    S_0 = inputs(amplitudes(ZERO))
    known = inputs_known()
    above = assume(lt(0, inputs_0))
    down, unit_p = inverse(inputs_0, [above]), unit()
    some = ordered(
        lt(0, S_0),
        [(2 * inv(p), known), (S_0, unit_p)],
        [bound(lt(0, num(2))), positive(inv(p), [above_zero()]), above],
    )
    own = inverse(S_0, [some])
    # 1/S_0 = p/(2 n), from n = p S_0/2
    turned_ = combine(
        eq(inv(S_0), num(1, 2) * p * inv(inputs_0)),
        (inv(S_0), down),
        (inv(S_0) * inv(inputs_0), known),
        (num(1, 2) * p * inv(inputs_0), own),
    )
    factor = num(32, 3) * SPEED * ((1 - SHARE) * TAU) ** 2
    value = num(32, 27) * eta * X**2 * (1 - SHARE) ** 2 * inv(p) * inv(inputs_0)
    told = ring(eq(factor * num(1, 2) * p * inv(inputs_0), value), *units())
    return combine(eq(factor * inv(S_0), value), (factor, turned_), (1, told))


def last_factor(statement: Term) -> Term:
    """The exponential of the statement."""
    (found,) = outermost(statement, "exp")
    return found


@cache
def tended() -> Theorem:
    """Both bounds of the statement, for a group of one."""
    statement = goal("modular.one-neuron-rest")
    first, last = losses()
    factor = last_factor(statement)
    known = fallen()
    grown = known.conclusion.args[0].args[1]  # exp(rate t)
    (exponent,), (whole,) = factor.args, grown.args
    zero = combine(eq(exponent + whole, 0), (t, rate_value()))
    apart = equal_inside(exp(exponent + whole), zero)
    none = combine(
        eq(factor * grown, 1), (1, exp_sum(exponent, whole)), (1, apart), (1, fact("exp-zero"))
    )
    above = fact("exp-positive", x=exponent)
    F_0, F_t = (excess(amplitudes(s), TAU) for s in (ZERO, t))
    high = ordered(
        le(loss_t, REST + (loss_0 - REST) * factor),
        [(1, last), (factor, first), (SCALE * F_t, none)],
        [scale_up(), above, known],
    )
    return written(statement, conjoin(above_rest(1), high))


@proof("modular.one-neuron-rest")
def one_neuron_rest() -> Theorem:
    """For N = 1 the definitions are those of one neuron."""
    return with_one(tended())


def with_one(theorem: Theorem) -> Theorem:
    """The definitions as they are, where N = 1."""
    same = assume(eq(N, 1))
    names = ("network-flow", "aligned-start", "loss-net", "loss-net-0")
    for name in names:
        own = alone(f"modular.{name}")
        whole = assume(DEFINITIONS[f"modular.{name}"].statement)
        theorem = given(discharge(own.conclusion, theorem), substitute(whole, same))
    return theorem


@domain("modular.one-neuron-rest")
def root_defined() -> list[Theorem]:
    """0 <= loss - rest level at the start."""
    asked = obligations(goal("modular.one-neuron-rest"))
    (root,) = (one for one in asked if one.op == "le" and loss_0 in one.free)
    return [written(root, with_one(size_low()))]
