"""The first group stays at its minimum exactly where the squares of the second have no mean."""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.kernel_proofs.cost.aligned import TOP, goal
from theory.modular.kernel_proofs.cost.bounds import above_x
from theory.modular.kernel_proofs.cost.learned import last_sums
from theory.modular.kernel_proofs.cost.squares import LISTED
from theory.modular.kernel_proofs.pulls.first_slopes import (
    B_u,
    B_v,
    first,
    neuron,
    still,
)
from theory.modular.kernel_proofs.pulls.pull import second_moments
from theory.modular.kernel_proofs.pulls.second_slope import (
    CONSTANT,
    along,
    mean_of,
    opened_at,
    slope_in_w,
)
from theory.modular.kernel_proofs.script import cos, fn, proof, sin
from theory.modular.kernel_proofs.transforms.conjugates import below
from theory.modular.kernel_proofs.transforms.waves import above_zero, full
from theory.modular.letters import p, turn
from theory.modular.letters.cost import (
    KAPPA,
    A_v,
    A_w,
    X,
)
from theory.modular.letters.gradient import h, slope_u, slope_v, slope_w
from theory.modular.letters.learned import N_2, X_2, xi_2
from theory.modular.letters.pull import REST
from theory.modular.letters.second import (
    at_most,
    pull_first,
    slope_along,
)
from theory.proof.lemmas import abs_square, inv, product_zero
from theory.proof.lemmas.sizes import root_zero
from theory.proof.polynomials import normal
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    order,
)
from theory.proof.scripts import whole_definition
from theory.proof.sums.any_range import scaled as scaled_any
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    bound,
    combine,
    conjuncts,
    differs,
    equal_inside,
    fact,
    fresh,
    given,
    lam,
    one_slope,
    parts,
    positive,
    put,
    substitute,
    written,
)
from theory.proof.tactics.angles import circle
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    bind,
    call,
    eq,
    le,
    lt,
    negation,
    num,
    substituted,
    var,
)

value = var("at_d")


# --- where nothing pulls --------------------------------------------------------------------------
def slope_is_zero(slope: Term, flat: Theorem) -> Theorem:
    """d = 0 for every d that is the slope along h, where it is 0."""
    own = assume(slope_along(slope, neuron, fn(lambda m: h(m)), value))
    return one_slope(own, flat)


def no_slope(means: list[Theorem]) -> Theorem:
    """No slope is more than 0, where both sums over the second group are 0."""
    whole = slope_in_w()
    flat = combine(
        eq(whole.conclusion.args[3], 0),
        (inv(p) ** 2 * CONSTANT * along(cos), means[0]),
        (-(inv(p) ** 2) * CONSTANT * along(sin), means[1]),
    )
    slopes = {
        slope_u: still(slope_u),
        slope_v: still(slope_v),
        slope_w: substitute(whole, flat),
    }
    limits = []
    for slope, own in slopes.items():
        zero = slope_is_zero(slope, own)
        size = equal_inside(call("abs", value), zero)
        none = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
        least = bound(le(call("abs", value), 0), [size, none])
        premise = slope_along(slope, neuron, fn(lambda m: h(m)), value)
        limits.append(discharge(premise, least))
    q = fresh(INT, "q")
    small = generalise_term(q, le(call("abs", h(q)), 1))
    found = discharge(small, conjoin(*limits))
    for premise in (le(neuron, N_2), le(1, neuron)):
        found = discharge(premise, found)
    for letter in (value, h, neuron):
        found = generalise(found, letter)
    return written(at_most(ZERO), found)


def stays(means: list[Theorem]) -> Theorem:
    """pull_first = 0, where both sums over the second group are 0."""
    low, _, last = conjuncts(whole_definition("modular.pull-first"))
    most = at(last, ZERO, bound(le(0, 0)), no_slope(means))
    return fact("antisymmetric", most, low, x=pull_first, y=ZERO)


def generalise_term(letter: Term, statement: Term) -> Term:
    """forall letter. statement."""
    return bind("forall", letter, statement)


# --- what pulls -----------------------------------------------------------------------------------
def at_most_one(function_: Callable) -> Theorem:
    """|cos(2 pi xi_2 q/p)| <= 1 for every q, and so for the sine."""
    q = fresh(INT, "q")
    angle = turn(xi_2 * q)
    wave, rest_ = function_(angle), (sin if function_ is cos else cos)(angle)
    size = call("abs", wave)
    square = bound(le(size**2, ONE**2), [abs_square(wave), circle(angle)], (), [rest_])
    return generalise(below(size, ONE, bound(le(0, 1)), square), q)


def nothing_pulls(function_: Callable, zero: Theorem) -> Theorem:
    """(A_u^2 + A_v^2) of a neuron of the first group times the sum is 0, where pull_first is."""
    direction = fn(lambda m: function_(turn(xi_2 * m)))
    known = instantiate(slope_in_w(), h, direction)
    slope = known.conclusion.args[3]
    _, bounded, _ = conjuncts(whole_definition("modular.pull-first"))
    inside = map(assume, (le(1, neuron), le(neuron, N_2)))
    limits = parts(at(bounded, neuron, direction, slope, *inside, at_most_one(function_)))
    most = given(limits[2], known)
    size = call("abs", slope)
    least = bound(le(size, 0), [zero], [[most]])
    none = fact("antisymmetric", least, fact("abs-positive", z=slope), x=size, y=ZERO)
    square = combine(eq(slope**2, 0), (size, none), (-1, abs_square(slope)))
    flat = root_zero(slope, square)
    values = [
        evaluated(
            lambda m: function_(turn(xi_2 * m)) * f(turn(xi_2 * m)),
            0,
            TOP,
            full(),
            lambda m: [circle(turn(xi_2 * m))],
            second_moments(),
        )
        for f in (cos, sin)
    ]
    sign = 1 if function_ is cos else -1
    scale = num(1, 8) * p**3 * inv(p) ** 2 * KAPPA**5 * X**2 * X_2**2
    product = (B_u**2 + B_v**2) * mean_of(function_)
    K = inv(p) ** 2 * CONSTANT
    told = combine(
        eq(scale * product, 0),
        (sign, flat),
        (-sign * K * mean_of(cos), values[0]),
        (sign * K * mean_of(sin), values[1]),
    )
    above = positive(
        scale,
        [above_zero(), positive(KAPPA, [above_zero()]), above_x(), assume(lt(0, X_2))],
    )
    return product_zero(told, differs(above, negation(eq(scale, 0))))


def mean_vanishes(function_: Callable, zero: Theorem) -> Theorem:
    """The sum over the second group is 0: some neuron of the first group has A_u, A_v != 0."""
    S = mean_of(function_)
    flat = nothing_pulls(function_, zero)
    # (A_u S)^2 + (A_v S)^2 = S (A_u^2 + A_v^2) S = 0
    root = B_u * S
    most = order(le(root**2, ZERO), ((S, flat),), ((ONE, (), B_v * S),))
    least = bound(le(0, root**2), (), (), [root])
    none = root_zero(root, fact("antisymmetric", most, least, x=root**2, y=ZERO))
    scheme = discharge(le(1, neuron), discharge(le(neuron, N_2), none))
    (cosines, _) = (first(one) for one in last_sums())
    whole = cosines.conclusion.args[0]
    body = lam(lambda k: opened_at(whole, k), INT)

    def gone(k, low, high):
        here = given(put(scheme, at_n=k), low, high)
        own, other_ = substituted(B_u, {neuron: k}), opened_at(whole, k)
        factor = rest_of(other_, own)
        return combine(eq(S * body(k), ZERO * k), (factor, here))

    same = summand_equal(fn(lambda k: S * body(k)), fn(lambda k: ZERO * k), 1, N_2, gone)
    product = combine(
        eq(cosines.conclusion.args[1] * S, 0),
        (-S, cosines),
        (-1, scaled_any(S, body, 1, N_2)),
        (1, same),
        (1, scaled_any(ZERO, fn(lambda k: k), 1, N_2)),
    )
    above = positive(cosines.conclusion.args[1], [above_zero(), above_x()])
    return product_zero(product, differs(above, negation(eq(cosines.conclusion.args[1], 0))))


def rest_of(summand: Term, factor: Term) -> Term:
    """A_w A_v cos(..) of A_w A_u A_v cos(..)."""
    k = factor.args[-1]
    _, _, angle = LISTED[8]
    turned = substituted(angle(var("listed_k", INT)), {**REST, var("listed_k", INT): k})
    return REST[A_w](k) * REST[A_v](k) * cos(turned)


@proof("modular.second-group")
def second_group() -> Theorem:
    """The slope in w along the second frequency is a positive number times the two sums."""
    statement = goal("modular.second-group")
    found = []
    for direction in statement.args:
        premise, result = direction.args
        if premise.op == "eq":
            zero = assume(premise)
            means = [mean_vanishes(f, zero) for f in (cos, sin)]
            shown = conjoin(*(_as_written(one, means) for one in result.args))
            found.append(discharge(premise, shown))
        else:
            known = parts(assume(premise))
            means = [_as_written(eq(mean_of(f), 0), known) for f in (cos, sin)]
            found.append(discharge(premise, written(result, stays(means))))
    return conjoin(*found)


def _as_written(statement: Term, known: list[Theorem]) -> Theorem:
    """The one of the equations that says this."""
    return written(
        statement, next(one for one in known if normal(one.conclusion) is normal(statement))
    )
