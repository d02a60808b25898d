"""k + 1 waves of one frequency, in phase with x: a unit vector, and its utility with k summands."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.local_maxima import flipped
from theory.modular.kernel_proofs.maxima.maximum import (
    IS_X,
)
from theory.modular.kernel_proofs.maxima.single import (
    INSIDE,
    PRESENT,
    M,
    elsewhere,
    frequency_bounds,
    present,
    there,
    wave_vector,
)
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.summands.means import (
    CAP,
    COUNT,
    HALF,
    cap_above,
    count_above,
)
from theory.modular.kernel_proofs.summands.spectrum import (
    FIRST,
    LATER,
    SCALE,
    SOME,
    energy,
    half_utility,
    ordered_inputs,
    size,
)
from theory.modular.kernel_proofs.summands.upper import in_exponents, printed
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import conj, conjugated, real_part
from theory.modular.kernel_proofs.transforms.halves import half_low, odd
from theory.modular.kernel_proofs.transforms.waves import unit as p_unit
from theory.modular.letters import p, transform, w, x_hat
from theory.modular.letters.maxima import X
from theory.modular.letters.summands import inputs, k, product_to, tuple_sum
from theory.modular.letters.summands_maximum import unit, utility
from theory.modular.letters.utility import half
from theory.proof.lemmas import exp, inv, log, log_product, sqrt
from theory.proof.lemmas.powers import power, power_step, power_zero
from theory.proof.rules import (
    Theorem,
    assume,
    discharge,
    instantiate,
)
from theory.proof.sums.finite import constant_sum, summand_equal
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    combine,
    differs,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    induction,
    inverse,
    lam,
    positive,
    ring,
    total,
    weaker,
    written,
)
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    call,
    eq,
    implies,
    le,
    lt,
    negation,
)

# --- the strongest frequency has as much ----------------------------------------------------------
ROOT = sqrt(CAP)


HERE = size(x_hat(M))


HEIGHT = 2 * inv(p) * ROOT


ALPHA = HEIGHT * call("re", x_hat(M)) * inv(HERE)


BETA = HEIGHT * call("im", x_hat(M)) * inv(HERE)


V = wave_vector(ALPHA, BETA)


VECTORS = {inputs: lam(lambda j, a: V(a), INT, INT), w: V}


def root_squared() -> Theorem:
    """c^2 = p/(2 (k + 1))."""
    return fact("sqrt-square", weaker(cap_above()), x=CAP)


@cache
def at_place() -> Theorem:
    """V^(m) = c x^(m)/|x^(m)|."""
    known = there(ALPHA, BETA, M, frequency_bounds())
    return ring(
        eq(transform(V, M), ROOT * x_hat(M) * inv(HERE)),
        known, p_unit(),
        combine(eq(call("i") * call("im", x_hat(M)), x_hat(M) - call("re", x_hat(M))),
                (1, fact("parts", z=x_hat(M)))),
    )  # fmt: skip


@cache
def conj_place() -> Theorem:
    """Its conjugate."""
    inside = equal_inside(conj(transform(V, M)), at_place())
    spread = conjugated(inside.conclusion.args[1])
    return combine(eq(conj(transform(V, M)), spread.conclusion.args[1]), (1, inside), (1, spread))


def lowered() -> Theorem:
    """x^ conj(x^) = |x^|^2."""
    return combine(eq(x_hat(M) * conj(x_hat(M)), HERE**2), (1, fact("abs-square", z=x_hat(M))))


@cache
def nowhere_else() -> Theorem:
    """For all q in 0, ..., half, not m: V^(q) = 0."""
    q = fresh(INT)
    low, high, apart = map(assume, (le(0, q), le(q, half), negation(eq(q, M))))
    most = bound(le(q, TOP), [odd()], [[high], [half_low()]])
    far = differs(bound(lt(q, p - M), [odd()], [[high], [INSIDE[1]]]), negation(eq(p - M, q)))
    zero = elsewhere(ALPHA, BETA, q, [low, most], flipped(apart), far)
    return everywhere(q, zero, low.conclusion, high.conclusion, apart.conclusion)


def not_there(q: Term, low: Theorem, high: Theorem, apart: Theorem) -> Theorem:
    """V^(q) = 0 for q in 0, ..., half, not m."""
    return at(nowhere_else(), q, low, high, apart)


@cache
def norm_there() -> Theorem:
    """|V|^2 = 1/(k + 1)."""
    squares = fn(lambda q: size(transform(V, q)) ** 2)

    def none(q, low, high, apart):
        zero = not_there(q, low, high, apart)
        return ring(eq(squares(q), 0), fact("abs-square", z=transform(V, q)), zero)

    positive_ = bound(lt(0, M), (), [[INSIDE[0]]])
    first = none(ZERO, bound(le(0, 0)), half_low(), differs(positive_, negation(eq(ZERO, M))))
    single = only_inside(
        squares, M, 1, half, *INSIDE,
        lambda q, low, high, apart: none(q, bound(le(0, q), (), [[low]]), high, apart),
    )  # fmt: skip
    own = ring(
        eq(squares(M), CAP),
        fact("abs-square", z=transform(V, M)), conj_place(), at_place(), lowered(), present(),
        root_squared(),
    )  # fmt: skip
    whole = total(0, TOP, lambda a: V(a) ** 2)
    times = combine(
        eq(p * whole, p * inv(COUNT)), (1, energy(V)), (1, first), (2, single), (2, own)
    )
    return combine(
        eq(whole, inv(COUNT)), (inv(p), times), (whole, p_unit()), (inv(COUNT), p_unit())
    )


@cache
def unit_there() -> Theorem:
    """The k + 1 waves are a unit vector."""
    goal = unit(VECTORS[inputs], V)
    one = norm_there()
    rows = summand_equal(
        fn(lambda j: total(0, TOP, lambda a: V(a) ** 2)), fn(lambda j: inv(COUNT)), 1, k,
        lambda j, *_: one,
    )  # fmt: skip
    return combine(
        goal,
        (1, rows), (1, constant_sum(inv(COUNT), 1, k, ordered_inputs())), (1, one),
        (1, inverse(COUNT, [count_above()])),
    )  # fmt: skip


def placed(theorem: Theorem) -> Theorem:
    """A theorem about u_j and w, at these waves."""
    return instantiate(theorem, *(part for pair in VECTORS.items() for part in pair))


def later_at() -> Theorem:
    """P(j + 1, m) for these waves, as a hypothesis."""
    return placed(LATER)


@cache
def product_there() -> Theorem:
    """P(j, m) = (c |x^|)^j."""
    base = ROOT * HERE
    above = positive(base, [cap_above(), PRESENT])
    later = later_at()

    def statement(j):
        return implies(le(j, k), eq(product_to(j, M), power(base, j)))

    def following(j, low, now):
        last = assume(le(j + 1, k))
        before = given(now, bound(le(j, k), (), [[last]]))
        known = at(later, j, low, last, M)
        factor = ring(eq(transform(V, M) * conj(x_hat(M)), base), at_place(), lowered(), present())
        raised = power_step(base, above, j)
        found = combine(
            eq(product_to(j + 1, M), power(base, j + 1)),
            (1, known), (transform(V, M) * conj(x_hat(M)), before), (power(base, j), factor),
            (1, raised),
        )  # fmt: skip
        return discharge(last.conclusion, found)

    start = combine(
        eq(product_to(0, M), power(base, 0)), (1, at(FIRST, M)), (1, power_zero(base, above))
    )
    whole = induction(statement, 0, discharge(le(ZERO, k), start), following)
    return at(whole, k, bound(le(0, k), (), [[SOME]]), bound(le(k, k)))


@cache
def value_there() -> Theorem:
    """The utility of the waves is the printed value."""
    base = ROOT * HERE
    above = positive(base, [cap_above(), PRESENT])

    def own_term(q):
        return x_hat(q) * conj(transform(V, q)) * product_to(k, q)

    def none(q, low, high, apart):
        zero = not_there(q, bound(le(0, q), (), [[low]]), high, apart)
        inside = equal_inside(conj(transform(V, q)), zero)
        gone = combine(eq(conj(transform(V, q)), 0), (1, inside), (1, fact("conj-real", x=ZERO)))
        nothing = ring(eq(own_term(q), 0), gone)
        return real_of(own_term(q), ZERO, nothing)

    single = only_inside(fn(lambda q: call("re", own_term(q))), M, 1, half, *INSIDE, none)
    value = power(base, k + 1)
    here = ring(eq(x_hat(M) * conj(transform(V, M)), base), conj_place(), lowered(), present())
    whole = combine(
        eq(own_term(M), value),
        (product_to(k, M), here), (base, product_there()), (1, power_step(base, above, k)),
    )  # fmt: skip
    real = real_of(own_term(M), value, whole)
    told = placed(half_utility())
    raised = fact("power", above, x=base, y=k + 1)
    root_above = positive(ROOT, [cap_above()])
    twice = log_product(ROOT, ROOT, root_above, root_above)
    logs = combine(
        eq(log(base), HALF * log(CAP) + log(X)),
        (1, log_product(ROOT, HERE, root_above, PRESENT)),
        (HALF, written(eq(log(ROOT**2), log(ROOT) + log(ROOT)), twice)),
        (HALF, equal_inside(log(ROOT**2), root_squared())),
        (1, equal_inside(log(X), IS_X)),
    )
    second = (k + 1) * (log(X) + HALF * log(CAP))
    moved = equal_inside(raised.conclusion.args[1], logs)
    same = ring(eq(moved.conclusion.args[1], exp(second)))
    return combine(
        eq(utility(tuple_sum), printed()),
        (1, told), (2 * SCALE, single), (2 * SCALE, real), (2 * SCALE, raised),
        (2 * SCALE, moved), (2 * SCALE, same), (1, in_exponents()),
    )  # fmt: skip


def real_of(z: Term, value: Term, known: Theorem) -> Theorem:
    """Re z = value, where z is this real number."""
    mirror = equal_inside(conj(z), known)
    return combine(
        eq(call("re", z), value),
        (HALF, real_part(z)), (HALF, known), (HALF, mirror), (HALF, fact("conj-real", x=value)),
    )  # fmt: skip
