"""A neuron of one frequency m: three waves in phase with x, of norm 1, and its utility."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.upper_bound import ROOT, root_squared, size
from theory.modular.kernel_proofs.script import I, cos, fn, sin
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import (
    conj,
    conjugate_parts,
    conjugated,
    real_part,
)
from theory.modular.kernel_proofs.transforms.delta import delta, kernel
from theory.modular.kernel_proofs.transforms.halves import (
    T,
    half_low,
    half_norm,
    half_utility,
    norm,
    odd,
)
from theory.modular.kernel_proofs.transforms.halves import squares as squares_at
from theory.modular.kernel_proofs.transforms.waves import (
    cos_sum,
    full,
    unit,
    wave_product,
    whole_turns,
    written_as,
)
from theory.modular.letters import (
    U_init,
    p,
    transform,
    turn,
    u,
    u_hat,
    utility_of,
    v,
    v_hat,
    w,
    w_hat,
    wave,
    x_hat,
)
from theory.modular.letters.utility import HAT, half
from theory.proof.lemmas import inv, trichotomy
from theory.proof.lemmas.elementary import chosen
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    order,
    reflexive,
)
from theory.proof.sums.finite import added, scaled, summand_equal
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    differs,
    equal_inside,
    everywhere,
    fact,
    filled,
    forall,
    fresh,
    given,
    parts,
    ring,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    both,
    call,
    eq,
    implies,
    le,
    lt,
    negation,
    num,
    opened,
    var,
)

M = var("m", INT)  # the frequency of the neuron, in 1, ..., half
INSIDE = (assume(le(1, M)), assume(le(M, half)))
PRESENT = assume(lt(0, size(x_hat(M))))  # x has this frequency


def wave_vector(alpha: Term, beta: Term, m: Term = M) -> Term:
    """a -> alpha cos(2 pi m a/p) - beta sin(2 pi m a/p)."""
    return fn(lambda a: alpha * cos(turn(m * a)) - beta * sin(turn(m * a)))


def frequency_bounds() -> list[Theorem]:
    """1 <= m and m <= p - 1."""
    return [INSIDE[0], bound(le(M, TOP), [odd()], [[INSIDE[1]], [half_low()]])]


def wave_transform(
    alpha: Term, beta: Term, q: Term, q_inside: list[Theorem], m: Term, m_inside: list[Theorem]
) -> Theorem:
    """p/2 (alpha + i beta) at q = m, p/2 (alpha - i beta) at q = p - m, else 0.

    Both are frequencies: 0 <= q <= p - 1 and 1 <= m <= p - 1.
    """
    f = wave_vector(alpha, beta, m)
    up, down = num(1, 2) * (alpha + I * beta), num(1, 2) * (alpha - I * beta)
    one = fn(lambda a: wave(a * (m - q)))
    two = fn(lambda a: wave(a * ((p - m) - q)))

    def entry(a, *_):
        turns = written_as(eq(wave(p * a), 1), whole_turns(a))
        _, _, even, odd_ = cos_sum(ZERO, turn(m * a))
        mirror = ring(eq(wave(-(m * a)), cos(turn(m * a)) - I * sin(turn(m * a))), even, odd_)
        first = written_as(eq(wave(m * a) * wave(-(q * a)), one(a)), wave_product(m * a, -(q * a)))
        second = written_as(
            eq(wave(-(m * a)) * wave(-(q * a)), wave(-(m * a) - q * a)),
            wave_product(-(m * a), -(q * a)),
        )
        third = written_as(
            eq(wave(p * a) * wave(-(m * a) - q * a), two(a)), wave_product(p * a, -(m * a) - q * a)
        )
        plain = ring(
            eq(f(a), up * wave(m * a) + down * (cos(turn(m * a)) - I * sin(turn(m * a)))),
            fact("i"),
        )
        turned = wave(-(q * a))
        return combine(
            eq(f(a) * turned, up * one(a) + down * two(a)),
            (turned, plain),
            (down * turned, mirror),
            (up, first),
            (down, second),
            (down * wave(-(m * a) - q * a), turns),
            (down, third),
        )

    first, last = m_inside
    m_low = bound(le(0, m), (), [[first]])
    other = [bound(le(0, p - m), (), [[last]]), bound(le(p - m, TOP), (), [[first]])]
    ups, downs = fn(lambda a: up * one(a)), fn(lambda a: down * two(a))
    whole = summand_equal(
        fn(lambda a: f(a) * wave(-(q * a))), fn(lambda a: ups(a) + downs(a)), 0, TOP, entry
    )
    return combine(
        eq(transform(f, q), up * delta(m, q, p) + down * delta(p - m, q, p)),
        (1, whole),
        (1, added(ups, downs, 0, TOP, full())),
        (1, scaled(up, one, 0, TOP, full())),
        (1, scaled(down, two, 0, TOP, full())),
        (up, kernel(q, m, [*q_inside, m_low, last])),
        (down, kernel(q, p - m, [*q_inside, *other])),
    )


def elsewhere(alpha: Term, beta: Term, q, q_inside, apart: Theorem, far: Theorem) -> Theorem:
    """The transform of the wave is 0 at q, from not m = q and not p - m = q."""
    whole = wave_transform(alpha, beta, q, q_inside, M, frequency_bounds())
    none = [
        chosen(eq(M, q), p, ZERO, apart, False),
        chosen(eq(p - M, q), p, ZERO, far, False),
    ]
    return ring(eq(transform(wave_vector(alpha, beta), q), 0), whole, *none)


def not_its_conjugate(m: Term) -> Theorem:
    """not p - m = m, for p is odd: 2 m is at most 2 half, or at least 2 half + 2."""
    goal = negation(eq(p - m, m))

    def above(more):
        far = fact("discrete", more, n=half, m=m)
        return differs(bound(lt(p - m, m), [odd()], [[far]]), goal)

    return by_cases(
        trichotomy(m, half),
        lambda less: differs(bound(lt(m, p - m), [odd()], [[less]]), goal),
        lambda same: differs(
            order(lt(m, p - m), ((num(-1), odd()), (num(2), same)), ((ONE, (), ONE),)), goal
        ),
        above,
    )


def there(alpha: Term, beta: Term, m: Term, inside: list[Theorem]) -> Theorem:
    """The transform of the wave at m is p/2 (alpha + i beta); 1 <= m <= p - 1."""
    q_inside = [bound(le(0, m), (), [[inside[0]]]), inside[1]]
    whole = wave_transform(alpha, beta, m, q_inside, m, inside)
    pair = [
        chosen(eq(m, m), p, ZERO, reflexive(m), True),
        chosen(eq(p - m, m), p, ZERO, not_its_conjugate(m), False),
    ]
    goal = eq(transform(wave_vector(alpha, beta, m), m), num(1, 2) * p * (alpha + I * beta))
    return ring(goal, whole, *pair)


# --- the neuron -----------------------------------------------------------------------------------

HEIGHT = 2 * inv(p) * ROOT  # sqrt(2/(3p))
COSINE = HEIGHT * call("re", x_hat(M)) * inv(size(x_hat(M)))
SINE = num(-1) * HEIGHT * call("im", x_hat(M)) * inv(size(x_hat(M)))
NEURON = {
    u: wave_vector(HEIGHT, ZERO),
    v: wave_vector(HEIGHT, ZERO),
    w: wave_vector(COSINE, SINE),
}
PAIRS = {u: (HEIGHT, ZERO), v: (HEIGHT, ZERO), w: (COSINE, SINE)}

ZEROS = assume(
    forall(
        lambda q: implies(
            le(0, q),
            le(q, half),
            negation(eq(q, M)),
            both(*(eq(hat(q), 0) for hat in (u_hat, v_hat, w_hat))),
        ),
        INT,
    )
)
VALUES = [
    assume(eq(u_hat(M), ROOT)),
    assume(eq(v_hat(M), ROOT)),
    assume(eq(w_hat(M), ROOT * conj(x_hat(M)) * inv(size(x_hat(M))))),
]


def present() -> Theorem:
    """|x^(m)| (1/|x^(m)|) = 1."""
    here = size(x_hat(M))
    return fact("inverse", differs(PRESENT, negation(eq(here, 0))), z=here)


@cache
def utility_there() -> Theorem:
    """U = 4/p^3 (p/6)^(3/2) |x^(m)|^3, where the transforms are 0 but at m."""

    def zero(q, q_low, q_high, apart):
        none = parts(at(ZEROS, q, bound(le(0, q), (), [[q_low]]), q_high, apart))
        nothing = ring(eq(T(q), 0), *none)
        mirror = equal_inside(conj(T(q)), nothing)
        return combine(
            eq(call("re", T(q)), 0),
            (num(1, 2), real_part(T(q))),
            (num(1, 2), nothing),
            (num(1, 2), mirror),
            (num(1, 2), fact("conj-real", x=ZERO)),
        )

    here = size(x_hat(M))
    value = ROOT**3 * here**3
    sizes = fact("abs-square", z=x_hat(M))
    lowered = combine(eq(x_hat(M) * conj(x_hat(M)), here**2), (1, sizes))
    w_back = equal_inside(conj(w_hat(M)), VALUES[2])
    w_conj = conjugated(w_back.conclusion.args[1])
    whole = ring(
        eq(T(M), value),
        combine(eq(conj(w_hat(M)), w_conj.conclusion.args[1]), (1, w_back), (1, w_conj)),
        *VALUES[:2],
        lowered,
        present(),
    )
    mirror = equal_inside(conj(T(M)), whole)
    real = combine(
        eq(call("re", T(M)), value),
        (num(1, 2), real_part(T(M))),
        (num(1, 2), whole),
        (num(1, 2), mirror),
        (num(1, 2), fact("conj-real", x=value)),
    )
    sum_ = only_inside(fn(lambda q: call("re", T(q))), M, 1, half, *INSIDE, zero)
    factor = 4 * inv(p) ** 3
    return combine(eq(U_init, factor * value), (1, half_utility()), (factor, sum_), (factor, real))


@cache
def norm_there() -> Theorem:
    """|u|^2 + |v|^2 + |w|^2 = 1, where the transforms are 0 but at m."""

    def none(q, q_low, q_high, apart):
        zeros = parts(at(ZEROS, q, q_low, q_high, apart))
        gone = [
            rule
            for hat, flat in zip((u_hat, v_hat, w_hat), zeros)
            for rule in (fact("abs-square", z=hat(q)), flat)
        ]
        return ring(eq(squares_at(q), 0), *gone)

    first = none(ZERO, bound(le(0, 0)), half_low(), differs(_positive(), negation(eq(ZERO, M))))
    sum_ = only_inside(
        fn(squares_at),
        M,
        1,
        half,
        *INSIDE,
        lambda q, q_low, q_high, apart: none(q, bound(le(0, q), (), [[q_low]]), q_high, apart),
    )
    here = ring(eq(squares_at(M), num(1, 2) * p), *map(_size_there, (u_hat, v_hat, w_hat)))
    times = combine(eq(p * norm(), p), (1, half_norm()), (1, first), (2, sum_), (2, here))
    return combine(eq(norm(), 1), (inv(p), times), (norm(), unit()), (1, unit()))


def _positive() -> Theorem:
    return bound(lt(0, M), (), [[INSIDE[0]]])


def _size_there(hat: Term) -> Theorem:
    """|f^(m)|^2 = p/6."""
    value = VALUES[(u_hat, v_hat, w_hat).index(hat)]
    inside = equal_inside(conj(hat(M)), value)
    spread = conjugated(inside.conclusion.args[1])
    mirror = combine(eq(conj(hat(M)), spread.conclusion.args[1]), (1, inside), (1, spread))
    sizes = fact("abs-square", z=x_hat(M))
    lowered = combine(eq(x_hat(M) * conj(x_hat(M)), size(x_hat(M)) ** 2), (1, sizes))
    goal = eq(size(hat(M)) ** 2, num(1, 6) * p)
    return ring(
        goal, fact("abs-square", z=hat(M)), mirror, value, lowered, present(), root_squared()
    )


# --- terms for u, v, w ----------------------------------------------------------------------------


def concrete(theorem: Theorem, f: Term, g: Term, h: Term) -> Theorem:
    """A theorem about u, v, w and their transforms, at these functions of a whole number."""
    names = [f"modular.transform-{name}" for name in "uvw"] + ["modular.utility"]
    statements = [DEFINITIONS[name].statement for name in names]
    used = [one for one in statements if one in theorem.hypotheses]
    for one in used:
        theorem = discharge(one, theorem)
    table = {u: f, v: g, w: h, U_init: utility_of(f, g, h)}
    table |= {
        HAT[one]: fn(lambda q, e=part: transform(e, q)) for one, part in list(table.items())[:3]
    }
    whole = filled(theorem, table)
    while whole.conclusion.op == "implies" and used:
        used.pop()
        whole = given(whole, _itself(whole.conclusion.args[0]))
    return whole


def _itself(statement: Term) -> Theorem:
    """f(q) = f(q) for all q, or a = a."""
    if statement.op == "eq":
        return reflexive(statement.args[0])
    letter = fresh(INT)
    return generalise(reflexive(opened(statement, (letter,)).args[0]), letter)


def at_neuron(theorem: Theorem) -> Theorem:
    """A theorem about transforms that are 0 but at m, at the neuron of this frequency."""
    for one in (ZEROS, *VALUES):
        theorem = discharge(one.conclusion, theorem)
    whole = concrete(theorem, NEURON[u], NEURON[v], NEURON[w])
    for one in (*reversed([lambda f=f: unit_value(f) for f in (u, v, w)]), _zeros):
        whole = given(whole, one())
    return whole


def _zeros() -> Theorem:
    q = fresh(INT)
    q_low, q_high, apart = (assume(one) for one in (le(0, q), le(q, half), negation(eq(q, M))))
    most = bound(le(q, TOP), [odd()], [[q_high], [half_low()]])
    flipped = discharge(eq(M, q), given(apart, combine(eq(q, M), (1, assume(eq(M, q))))))
    far = differs(bound(lt(q, p - M), [odd()], [[q_high], [INSIDE[1]]]), negation(eq(p - M, q)))
    each = [elsewhere(*PAIRS[f], q, [q_low, most], flipped, far) for f in (u, v, w)]
    return everywhere(q, conjoin(*each), q_low.conclusion, q_high.conclusion, apart.conclusion)


def unit_value(f: Term) -> Theorem:
    """The transform at m of the wave."""
    alpha, beta = PAIRS[f]
    hat = transform(NEURON[f], M)
    known = there(alpha, beta, M, frequency_bounds())
    if f is not w:
        return ring(eq(hat, ROOT), known, unit())
    goal = eq(hat, ROOT * conj(x_hat(M)) * inv(size(x_hat(M))))
    return ring(goal, known, unit(), conjugate_parts(x_hat(M)))


@cache
def neuron() -> list[Theorem]:
    """The neuron of the frequency m is a unit vector, and its utility."""
    return [at_neuron(norm_there()), at_neuron(utility_there())]
