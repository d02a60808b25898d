"""What a maximiser is: nothing outside +-xi, three equal magnitudes there, phases that match."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.maximum import (
    ABOVE,
    IS_X,
    MOST,
    UNIT,
    best,
    bounded,
    printed,
    strength,
    upper,
)
from theory.modular.kernel_proofs.maxima.single import INSIDE, NEURON, M
from theory.modular.kernel_proofs.maxima.upper_bound import (
    ROOT,
    frequency_below,
    gap,
    low,
    mean_of_three,
    root_low,
    root_squared,
    share,
    size,
    slacks,
    squares_low,
    summand_below,
    weak_frequency,
    whole_norm,
)
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.transforms.halves import T, some, squares
from theory.modular.kernel_proofs.transforms.waves import above_zero, unit
from theory.modular.letters import U_init, p, u, u_hat, utility_of, v, v_hat, w, w_hat, x_hat
from theory.modular.letters.maxima import X
from theory.modular.letters.utility import half
from theory.proof.lemmas import inv, same_root, trichotomy
from theory.proof.lemmas.sizes import root_zero
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    discharge,
    instantiate,
    order,
    reflexive,
    specialise,
)
from theory.proof.sums.finite import sum_of
from theory.proof.sums.order import nonnegative_sum
from theory.proof.sums.single_terms import only_inside, zero_terms
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    equal_inside,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    positive,
    ring,
    weaker,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    call,
    eq,
    implies,
    le,
    lt,
    negation,
    num,
)

ALONE = assume(
    forall(lambda q: implies(le(1, q), le(q, half), negation(eq(q, M)), lt(size(x_hat(q)), X)), INT)
)
SLACK = fn(lambda q: strength() * squares(q) + num(-1) * call("re", T(q)))


def most() -> Theorem:
    """|x^(q)| <= X for q = 1, ..., half: with equality at m, less elsewhere."""
    q = fresh(INT)
    inside = [assume(le(1, q)), assume(le(q, half))]
    here = by_cases(
        eq(q, M),
        lambda same: order(
            le(size(x_hat(q)), X),
            ((num(1), equal_inside(size(x_hat(q)), same)), (num(-1), IS_X)),
            (),
        ),
        lambda apart: weaker(at(ALONE, q, *inside, apart)),
    )
    return everywhere(q, here, *(one.conclusion for one in inside))


def settled(theorem: Theorem) -> Theorem:
    """With u, v, w a maximiser: the utility is its definition, the norm is 1, X is the most."""
    sphere, _ = defined("modular.maximiser")
    theorem = given(discharge(UNIT, theorem), sphere)
    theorem = given(discharge(MOST.conclusion, theorem), most())
    utility = DEFINITIONS["modular.utility"].statement
    value = utility_of(u, v, w)
    whole = instantiate(discharge(utility, theorem), U_init, value)
    return given(whole, reflexive(value))


@cache
def value_reached() -> Theorem:
    """U = sqrt(2/(27 p^3)) X^3: the neuron of the frequency m has no more, and nobody has."""
    _, all_others = defined("modular.maximiser")
    norm, value = best()
    others = specialise(all_others, NEURON[u], NEURON[v], NEURON[w])
    less = given(others, norm)
    own = utility_of(u, v, w)
    above = order(le(printed(), own), ((num(-1), value),), ((ONE, (less,), ONE),))
    return fact("antisymmetric", settled(upper()), above, x=own, y=printed())


def slack_low(q: Term, q_low: Theorem, q_high: Theorem) -> Theorem:
    """0 <= K squares - Re T."""
    _, _, shown = frequency_below(X, lambda k, *inside: at(MOST, k, *inside), weaker(ABOVE))
    return slacks(strength(), shown)(q, q_low, q_high)


def strength_above() -> Theorem:
    """0 < K."""
    return positive(strength(), [ABOVE, above_zero()])


@cache
def nothing_left() -> list[Theorem]:
    """sum_k (K squares - Re T) = 0, and the squares at frequency 0 are 0, with U = 2 K/p^2."""
    K = strength()
    reached = assume(eq(U_init, printed()))
    whole = gap(K)
    right = combine(eq(whole.conclusion.args[1], 0), (1, whole), (1, bounded()), (1, reached))
    down = positive(inv(p), [above_zero()])
    total_ = sum_of(SLACK, 1, half)
    above = nonnegative_sum(SLACK, 1, half, some(), slack_low)
    first = bound(le(0, K * squares(ZERO)), (), [[strength_above(), squares_low(ZERO)]])
    third = inv(p) ** 3

    def zero(value, other_low, factor, own_low):
        """factor/p^3 value <= 0, so value <= 0."""
        small = order(
            le(num(factor) * third * value, ZERO),
            ((num(1), right),),
            ((num(6 - factor), (down, down, down, other_low), ONE),),
        )
        cubed = ring(eq(p**3 * third, 1), unit())
        least = order(
            le(value, ZERO),
            ((num(-1) * value, cubed),),
            ((num(1, factor), (small, above_zero(), above_zero(), above_zero()), ONE),),
        )
        return fact("antisymmetric", least, own_low, x=value, y=ZERO)

    slack = zero(total_, first, 4, above)
    mean = zero(K * squares(ZERO), above, 2, first)
    own = inverse_of(strength_above())
    means = combine(eq(squares(ZERO), 0), (inv(K), mean), (squares(ZERO), own))
    return [slack, means]


def inverse_of(above: Theorem) -> Theorem:
    """x (1/x) = 1 from 0 < x."""
    value = above.conclusion.args[1]
    return fact("inverse", differs(above, negation(eq(value, 0))), z=value)


def no_slack(q: Term, q_low: Theorem, q_high: Theorem) -> Theorem:
    """K squares(q) - Re T(q) = 0."""
    return at(zero_terms(SLACK, 1, half, slack_low, nothing_left()[0]), q, q_low, q_high)


def empty_frequency(q: Term, q_low: Theorem, q_high: Theorem, apart: Theorem) -> Theorem:
    """The squares at q != m are 0: with less than X they would lose."""
    here = size(x_hat(q))
    weak = strength(here)
    less = at(ALONE, q, q_low, q_high, apart)
    within = share(q, q_low, q_high)
    own = weak_frequency(q, here, bound(le(here, here)), low(x_hat(q)), within)
    cubes = order(
        lt(here**3, X**3),
        (),
        (
            (ONE, (less, less, less), ONE),
            (num(3), (less, ABOVE, low(x_hat(q))), ONE),
        ),
    )
    root = positive(ROOT, [above_zero()])
    stronger = bound(lt(weak, strength()), (), [[cubes, root]])
    whole = squares(q)
    goal = eq(whole, 0)
    flat = no_slack(q, q_low, q_high)

    def more(above):
        """(K - k) squares <= 0, and both factors are positive."""
        false = order(
            lt(ZERO, ZERO),
            ((num(1), flat),),
            ((ONE, (own,), ONE), (ONE, (stronger, above), ONE)),
        )
        return contradiction(false, goal)

    return by_cases(
        trichotomy(whole),
        lambda less_: contradiction(
            bound(lt(0, 0), (), [[less_], [squares_low(q)]], exact=True), goal
        ),
        lambda same: same,
        more,
    )


@cache
def squares_there() -> Theorem:
    """squares(m) = p/2."""
    sum_ = only_inside(fn(squares), M, 1, half, *INSIDE, empty_frequency)
    return combine(
        eq(squares(M), num(1, 2) * p),
        (num(1, 2), whole_norm()),
        (num(1, 2), nothing_left()[1]),
        (1, sum_),
    )


@cache
def product_there() -> list[Theorem]:
    """|u^| |v^| |w^| = sqrt(p/6)^3 and Re T = X^3 sqrt(p/6)^3, at m."""
    sizes = [size(hat(M)) for hat in (u_hat, v_hat, w_hat)]
    lows = [low(hat(M)) for hat in (u_hat, v_hat, w_hat)]
    product = sizes[0] * sizes[1] * sizes[2]
    within = order(
        le(squares(M), 3 * ROOT**2), ((num(1), squares_there()), (num(-3), root_squared())), ()
    )
    mean = mean_of_three(sizes, lows, ROOT, root_low(), within)
    flat = no_slack(M, *INSIDE)
    real = combine(
        eq(call("re", T(M)), X**3 * ROOT**3),
        (1, flat),
        (strength(), squares_there()),
        (X**3 * ROOT, root_squared()),
    )
    three = combine(
        eq(ROOT * squares(M), 3 * ROOT**3), (ROOT, squares_there()), (3 * ROOT, root_squared())
    )
    most_ = order(le(product, ROOT**3), ((num(1, 3), three),), ((num(1, 3), (mean,), ONE),))
    below_ = summand_below(M)
    cube = combine(
        eq(size(x_hat(M)) ** 3, X**3),
        (size(x_hat(M)) ** 2 + size(x_hat(M)) * X + X**2, IS_X),
    )
    least = order(
        le(X**3 * ROOT**3, X**3 * product),
        ((num(-1), real), (product, cube)),
        ((ONE, (below_,), ONE),),
    )
    own = inverse_of(bound(lt(0, X**3), (), [[ABOVE, ABOVE, ABOVE]]))
    scale = positive(inv(X**3), [bound(lt(0, X**3), (), [[ABOVE, ABOVE, ABOVE]])])
    smaller = order(
        le(ROOT**3, product),
        ((product - ROOT**3, own),),
        ((ONE, (least, scale), ONE),),
    )
    return [fact("antisymmetric", most_, smaller, x=product, y=ROOT**3), real]


@cache
def magnitudes_there() -> list[Theorem]:
    """|u^(m)| = |v^(m)| = |w^(m)| = sqrt(p/6): the mean of three squares is attained."""
    sizes = [size(hat(M)) for hat in (u_hat, v_hat, w_hat)]
    a, b, c = sizes
    whole = squares(M)
    product, _ = product_there()
    even = combine(eq((a * b * c) ** 2, ROOT**6), (a * b * c + ROOT**3, product))
    sum_ = combine(eq(whole, 3 * ROOT**2), (1, squares_there()), (3, root_squared()))
    level = combine(
        eq(whole**3 - 27 * (a * b * c) ** 2, 0),
        (whole**2 + whole * 3 * ROOT**2 + 9 * ROOT**4, sum_),
        (27, even),
    )
    above = order(lt(0, whole), ((num(-1), squares_there()),), ((num(1, 2), (above_zero(),), ONE),))
    gaps = {(f, g): f**2 - g**2 for f, g in ((a, b), (a, c), (b, c))}

    def same(f, g):
        """(f^2 - g^2)^2 squares <= 2 (squares^3 - 27 a^2 b^2 c^2) = 0, so f^2 = g^2."""
        d = gaps[f, g]
        others = [h * one for h in sizes for pair, one in gaps.items() if pair != (f, g)]
        third = next(one for one in sizes if one is not f and one is not g)
        known = bound(le(whole * d**2, 2 * level.conclusion.args[0]), (), (), [*others, third * d])
        small = order(le(whole * d**2, ZERO), ((num(2), level),), ((ONE, (known,), ONE),))
        least = order(
            le(d**2, ZERO),
            ((num(-1) * d**2, inverse_of(above)),),
            ((ONE, (small, positive(inv(whole), [above])), ONE),),
        )
        return combine(eq(f**2, g**2), (1, root_zero(d, least)))

    pairs = [same(a, b), same(a, c)]
    first = combine(eq(3 * a**2, 3 * ROOT**2), (1, sum_), (1, pairs[0]), (1, pairs[1]))
    squares_each = [
        combine(eq(a**2, ROOT**2), (num(1, 3), first)),
        combine(eq(b**2, ROOT**2), (num(1, 3), first), (1, pairs[0])),
        combine(eq(c**2, ROOT**2), (num(1, 3), first), (1, pairs[1])),
    ]
    return [
        same_root(one, ROOT, low(hat(M)), root_low(), equal)
        for one, hat, equal in zip(sizes, (u_hat, v_hat, w_hat), squares_each)
    ]
