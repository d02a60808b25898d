"""The largest utility for even p: a frequency below p/2, or p/2 itself, whichever is stronger."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.maxima.even import (
    EVEN,
    LAST,
    MID,
    NYQUIST_ROOT,
    at_middle,
    at_most,
    below_middle,
)
from theory.modular.kernel_proofs.maxima.even import root_low as nyquist_low
from theory.modular.kernel_proofs.maxima.even_neuron import BELOW, Place
from theory.modular.kernel_proofs.maxima.maximum import UNIT, bounded, printed, roots, strength
from theory.modular.kernel_proofs.maxima.single import (
    M,
    concrete,
)
from theory.modular.kernel_proofs.maxima.upper_bound import root_low, size, squares_low
from theory.modular.kernel_proofs.script import defined, proof
from theory.modular.kernel_proofs.transforms.halves import T, squares
from theory.modular.kernel_proofs.transforms.waves import above_zero
from theory.modular.letters import p, x_hat
from theory.modular.letters.maxima import U_top, X, X_half
from theory.proof.lemmas import inv, sqrt, sqrt_is, trichotomy
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    choose,
    discharge,
    instantiate,
    order,
    specialise,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    exists,
    fact,
    fresh,
    given,
    obtain,
    parts,
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
    le,
    lt,
    make,
    num,
)

# --- the constants --------------------------------------------------------------------------------


def printed_half() -> Term:
    """sqrt(4/(27 p^3)) X_half^3."""
    return num(2, 9) * sqrt(num(3)) * X_half**3 * inv(sqrt(p)) ** 3


def strength_half() -> Term:
    """K at p/2: X_half^3 sqrt(p/3)/3."""
    return num(1, 3) * X_half**3 * NYQUIST_ROOT


@cache
def more_roots() -> list[Theorem]:
    """sqrt(p/3) = sqrt(3) sqrt(p)/3, sqrt(6) = sqrt(2) sqrt(3), and squares of roots."""
    numbers = {n: fact("sqrt-square", bound(le(0, n)), x=num(n)) for n in (2, 3)}
    above = above_zero()
    square = fact("sqrt-square", weaker(above), x=p)
    value = num(1, 3) * sqrt(num(3)) * sqrt(p)
    lows = [positive(sqrt(num(3)), []), positive(sqrt(p), [above])]
    there = sqrt_is(
        value,
        bound(le(0, value), (), [lows]),
        ring(eq(value**2, num(1, 3) * p), numbers[3], square),
    )
    pair = sqrt(num(2)) * sqrt(num(3))
    six = sqrt_is(
        pair,
        bound(le(0, pair), (), [[positive(sqrt(num(2)), []), positive(sqrt(num(3)), [])]]),
        ring(eq(pair**2, num(6)), *numbers.values()),
    )
    return [there, six, *numbers.values()]


def constants() -> list[Theorem]:
    """Rewriting that decides equations between these constants."""
    there, six, *squares_ = more_roots()
    first, *others = roots()
    return [there, first, *others, six, *squares_]


def upper(K: Term, K_low: Theorem, first_low: Theorem, second_low: Theorem) -> Theorem:
    """U <= 2 K/p^2 for a unit vector, where K is at least that of X and that of X_half."""
    _, most = defined("modular.below-nyquist")

    def proof_at(q, q_low, q_high):
        lower = bound(lt(2 * q, p), [EVEN], [[q_high]])
        less = at(most, q, q_low, lower)
        own = below_middle(q, X, less, weaker(assume(lt(0, X))), [q_low, q_high])
        return order(
            le(call("re", T(q)), K * squares(q)),
            (),
            ((ONE, (own,), ONE), (ONE, (first_low, squares_low(q)), ONE)),
        )

    is_half = at_nyquist()
    less = order(le(size(x_hat(MID)), X_half), ((num(-1), is_half),), ())
    own = at_middle(X_half, less, assume(le(0, X_half)))
    middle = order(
        le(call("re", T(MID)), K * squares(MID)),
        (),
        ((ONE, (own,), ONE), (ONE, (second_low, squares_low(MID)), ONE)),
    )
    return at_most(K, K_low, proof_at, middle)


def at_nyquist() -> Theorem:
    """X_half = |x^(mid)|."""
    (known,) = defined("modular.at-nyquist")
    return at(known, MID, combine(eq(p, 2 * MID), (1, EVEN)))


def ordered_strengths(condition: Theorem, larger: bool) -> Theorem:
    """K_half - K = sqrt(6) sqrt(p)/18 (sqrt(2) X_half^3 - X^3), so the condition orders them."""
    first, second = strength(), strength_half()
    factor = num(1, 18) * sqrt(num(2)) * sqrt(num(3)) * sqrt(p)
    gap = ring(eq(second - first, factor * (sqrt(num(2)) * X_half**3 - X**3)), *constants())
    above = [
        positive(sqrt(num(2)), []),
        positive(sqrt(num(3)), []),
        positive(sqrt(p), [above_zero()]),
    ]
    if larger:
        rest = bound(le(0, gap.conclusion.args[1]), (), [[*above, condition]])
        return order(le(first, second), ((num(-1), gap),), ((ONE, (rest,), ONE),))
    rest = bound(le(gap.conclusion.args[1], 0), (), [[*above, condition]])
    return order(le(second, first), ((num(1), gap),), ((ONE, (rest,), ONE),))


def equal_to(
    value: Term,
    K: Term,
    same: Theorem,
    place: Place,
    first: Theorem,
    second: Theorem,
    X_is: Theorem,
) -> Theorem:
    """U_top = value, where K bounds and the neuron of the place attains it."""
    most, some = defined("modular.maximum")
    norm_, utility = (place.neuron(one) for one in (place.length(), place.utility()))
    reached = given(specialise(most, *place.vectors), norm_)
    top = X_is.conclusion.args[0]
    third = inv(p) ** 3
    factor = (2 if place.middle else 4) * third * place.root**3
    cube = combine(eq(place.here**3, top**3), (place.here**2 + place.here * top + top**2, X_is))
    level = ring(eq(factor * top**3, value), *constants())
    known = combine(eq(utility.conclusion.args[0], value), (1, utility), (factor, cube), (1, level))
    above = order(le(value, U_top), ((num(-1), known),), ((ONE, (reached,), ONE),))
    whole = upper(K, same_low(K), first, second)

    def use(f, g, h, found):
        sphere, hit = parts(found)
        less = given(concrete(discharge(UNIT, whole), f, g, h), sphere)
        return order(le(U_top, value), ((num(-1), hit), (num(1), same)), ((ONE, (less,), ONE),))

    below = obtain(
        some,
        lambda f, one: obtain(
            one, lambda g, two: obtain(two, lambda h, three: use(f, g, h, three))
        ),
    )
    return fact("antisymmetric", below, above, x=U_top, y=value)


def same_low(K: Term) -> Theorem:
    """0 <= K."""
    if K is strength():
        above = assume(lt(0, X))
        return bound(le(0, K), (), [[above, above, above, root_low()]])
    least = assume(le(0, X_half))
    return bound(le(0, K), (), [[least, least, least, nyquist_low()]])


@proof("modular.nyquist")
def nyquist() -> Theorem:
    """The larger of the two values is attained, and bounds every unit vector's utility."""
    condition = lt(X**3, sqrt(num(2)) * X_half**3)
    value = make("ite", None, (condition, printed_half(), printed()))
    goal = eq(U_top, value)
    above, least = assume(lt(0, X)), assume(le(0, X_half))

    def stronger(yes):
        """The frequency p/2."""
        place = Place(True)
        order_ = ordered_strengths(yes, True)
        K = strength_half()
        same = ring(eq(2 * K * inv(p) ** 2, printed_half()), *constants())
        is_half = at_nyquist()
        there = present_half(yes, above, least)
        own = order(lt(0, place.here), ((num(1), is_half),), ((ONE, (there,), ONE),))
        whole = equal_to(printed_half(), K, same, place, order_, bound(le(K, K)), is_half)
        whole = given(discharge(place.present.conclusion, whole), own)
        return combine(
            goal, (1, whole), (1, chosen(condition, printed_half(), printed(), yes, True))
        )

    def weaker_(no):
        """A frequency below p/2."""
        place = Place(False)
        other = not_less(no, condition)
        order_ = ordered_strengths(other, False)
        K = strength()
        some, _ = defined("modular.below-nyquist")
        IS = assume(eq(X, place.here))
        whole = equal_to(printed(), K, bounded(), place, bound(le(K, K)), order_, IS)
        own = order(lt(0, place.here), ((num(1), IS),), ((ONE, (above,), ONE),))
        whole = given(discharge(place.present.conclusion, whole), own)
        for one in (*BELOW, IS):
            whole = discharge(one.conclusion, whole)

        def use(q, found):
            first, lower, is_x = parts(found)
            last = fact("discrete", lower_half(q, lower), n=q, m=MID)
            high = bound(le(q, LAST), (), [[last]])
            return given(instantiate(whole, M, q), is_x, high, first)

        shown = obtain(some, use)
        return combine(
            goal, (1, shown), (1, chosen(condition, printed_half(), printed(), no, False))
        )

    whole = by_cases(condition, stronger, weaker_)
    existence = assume(exists(lambda n: eq(p, 2 * n + 0), INT))
    letter = fresh(INT)
    return choose(existence, letter, instantiate(whole, MID, letter))


def lower_half(q: Term, lower: Theorem) -> Theorem:
    """q < mid, from 2 q < p."""
    return order(lt(q, MID), ((num(1, 2), EVEN),), ((num(1, 2), (lower,), ONE),))


def not_less(no: Theorem, condition: Term) -> Theorem:
    """b <= a, from not a < b."""
    a, b = condition.args
    goal = le(b, a)
    return by_cases(
        trichotomy(a, b),
        lambda less: absurd(given(no, less), goal),
        lambda same: order(goal, ((num(-1), same),), ()),
        lambda more: weaker(more),
    )


def present_half(yes: Theorem, above: Theorem, least: Theorem) -> Theorem:
    """0 < X_half, from 0 < X^3 < sqrt(2) X_half^3."""
    goal = lt(0, X_half)

    def zero(same):
        cube = combine(eq(X_half**3, 0), (X_half**2, same))
        false = order(
            lt(ZERO, ZERO),
            ((sqrt(num(2)), cube),),
            ((ONE, (yes,), ONE), (ONE, (above, above, above), ONE)),
        )
        return contradiction(false, goal)

    return by_cases(
        trichotomy(ZERO, X_half),
        lambda less: less,
        zero,
        lambda more: contradiction(bound(lt(0, 0), (), [[more], [least]], exact=True), goal),
    )
