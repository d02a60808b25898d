"""The loss of any group of neurons splits; of an aligned one it is a distance from what can be learned."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_letters import N, entries, over_pairs, p, turn, utility_of, x
from theory.modular.kernel_letters_cost import (
    ANY,
    HALF,
    HARMONICS,
    X,
    activation,
    b,
    c,
    cost,
    distance,
    f_c,
    gain,
    gap,
    harmonic,
    label,
    learned,
    loss,
    output,
    response,
    s_x,
    turned,
    w_in,
    x_sq,
    x_sum,
    xi,
)
from theory.modular.kernel_letters_cost import a as a_
from theory.modular.kernel_proofs.correlation import cyclic_shift
from theory.modular.kernel_proofs.cost.aligned import (
    TOP,
    centred_utility,
    goal,
    no_mean,
    pairwise,
    scales,
)
from theory.modular.kernel_proofs.cost.cosine_sums import moments
from theory.modular.kernel_proofs.cost.squares import (
    LISTED,
    VECTORS,
    above_x,
    conditions_at,
    entry_of,
    listed,
    no_square,
    response_of,
    some_neurons,
)
from theory.modular.kernel_proofs.script import cos, defined, fn, proof, sin
from theory.modular.kernel_proofs.waves import full, next_, unit
from theory.proof.angles import circle, spread
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.nested_sums import same_sums
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    order,
    reflexive,
)
from theory.proof.summands import evaluated
from theory.proof.sums import sum_of, summand_equal
from theory.proof.sums_order import nonnegative_sum
from theory.proof.sums_terms import zero_terms
from theory.proof.tactics import (
    at,
    bound,
    combine,
    equal_inside,
    fresh,
    given,
    inverse,
    lam,
    put,
    ring,
    total,
)
from theory.proof.terms import INT, ONE, REAL, Term, eq, function, le, lt, num

act = function("act", INT, INT, INT, REAL)
lab = function("lab", INT, INT, INT, REAL)


# --- the square multiplied out --------------------------------------------------------------------
@cache
def _expanded() -> Theorem:
    """sum_abm (sum_i act^2 w - lab)^2 in Gram matrices, for any functions."""
    left = over_pairs(
        lambda q, r: total(
            0,
            TOP,
            lambda m: (total(1, N, lambda i: act(i, q, r) ** 2 * w_in(i, m)) - lab(q, r, m)) ** 2,
        )
    )
    gram = total(
        1,
        N,
        lambda j: total(
            1,
            N,
            lambda i: (
                total(0, TOP, lambda m: w_in(i, m) * w_in(j, m))
                * over_pairs(lambda q, r: act(i, q, r) ** 2 * act(j, q, r) ** 2)
            ),
        ),
    )
    mixed = total(
        1,
        N,
        lambda i: over_pairs(
            lambda q, r: act(i, q, r) ** 2 * total(0, TOP, lambda m: w_in(i, m) * lab(q, r, m))
        ),
    )
    own = over_pairs(lambda q, r: total(0, TOP, lambda m: lab(q, r, m) ** 2))
    return same_sums(eq(left, gram - 2 * mixed + own))


def expanded(target) -> Theorem:
    """The same for the activations of the group and this target."""
    return instantiate(
        _expanded(), act, lam(activation, INT, INT, INT), lab, lam(target, INT, INT, INT)
    )


def shifted_back(f: Term, again, n: Term, low: Theorem) -> Theorem:
    """sum_m f(m - n) = sum_m f(m) over a period, for n >= 0."""
    moved = cyclic_shift(fn(lambda m: f(m - n)), lambda k: again(k - n), n, low)
    return combine(eq(total(0, TOP, lambda m: f(m - n)), total(0, TOP, lambda m: f(m))), (1, moved))


@cache
def label_square() -> Theorem:
    """sum_abm ((a + b).x - mean)^2 = p^2 (|x|^2 - <x, 1>^2/p)."""
    (cyclic,) = defined("modular.cyclic-x")
    value = sum_of(fn(lambda m: x(m) ** 2), 0, TOP) - entries(x) ** 2 * inv(p)

    def row(q, r, low):
        n = q + r
        first = shifted_back(x, lambda k: at(cyclic, k), n, low)
        squares = fn(lambda m: x(m) ** 2)
        second = shifted_back(
            squares, lambda k: ring(eq(x(k + p) ** 2, x(k) ** 2), at(cyclic, k)), n, low
        )
        whole = evaluated(lambda m: label(q, r, m) ** 2, 0, TOP, full())
        return ring(eq(whole.conclusion.args[0], value), whole, first, second, unit_rule())

    rows = summand_equal(
        fn(lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: label(q, r, m) ** 2))),
        fn(lambda q: total(0, TOP, lambda r: value)),
        0,
        TOP,
        lambda q, q_low, _: summand_equal(
            fn(lambda r: total(0, TOP, lambda m: label(q, r, m) ** 2)),
            fn(lambda r: value),
            0,
            TOP,
            lambda r, r_low, _: row(q, r, bound(le(0, q + r), (), [[q_low], [r_low]])),
        ),
    )
    flat = constant_pairs(value)
    return combine(eq(rows.conclusion.args[0], p**2 * value), (1, rows), (1, flat))


def constant_pairs(value: Term) -> Theorem:
    """sum_ab c = p^2 c."""
    inner = evaluated(lambda r: value, 0, TOP, full())
    outer = evaluated(lambda q: total(0, TOP, lambda r: value), 0, TOP, full())
    return ring(eq(outer.conclusion.args[0], p**2 * value), outer, inner)


def unit_rule() -> Theorem:
    """p (1/p) = 1, to rewrite with."""
    return combine(eq(p * inv(p), 1), (1, unit()))


@cache
def mixed_is_gain() -> Theorem:
    """(1/p^2) sum_i sum_ab act^2 <w_i, label> = gain."""
    (whole,) = defined("modular.gain")

    def correlated(i, q, r):
        parts = evaluated(lambda m: w_in(i, m) * label(q, r, m), 0, TOP, full())
        value = response(w_in, i, q + r) - total(0, TOP, lambda m: w_in(i, m)) * entries(x) * inv(p)
        return combine(eq(parts.conclusion.args[0], value), (1, parts))

    def neuron(i, *_):
        one = lambda q, r: (
            activation(i, q, r) ** 2 * total(0, TOP, lambda m: w_in(i, m) * label(q, r, m))
        )
        other = lambda q, r: (
            activation(i, q, r) ** 2 * correlated(i, q, r).conclusion.args[1]
        )
        rows = pairwise(
            one,
            other,
            lambda q, r: combine(
                eq(one(q, r), other(q, r)), (activation(i, q, r) ** 2, correlated(i, q, r))
            ),
        )
        own = [lam(lambda q, f=f: f(i, q), INT) for f in ANY]
        return combine(
            eq(inv(p) ** 2 * rows.conclusion.args[0], utility_of(*own)),
            (inv(p) ** 2, rows),
            (1, centred_utility(*own)),
        )

    i = fresh(INT, "i")
    left, right = (
        lam(lambda k, side=side: substituted_in(side, i, k), INT)
        for side in neuron(i).conclusion.args
    )
    same = summand_equal(left, right, 1, N, neuron)
    scale = evaluated(lambda k: left(k), 1, N, some_neurons())
    inner = scale.conclusion.args[1]
    return combine(eq(inner, gain), (1, whole), (1, same), (1, scale))


def substituted_in(whole: Term, letter: Term, value: Term) -> Term:
    """The term with a value for a letter."""
    from theory.proof.terms import substituted

    return substituted(whole, {letter: value})


@proof("modular.loss-split")
def loss_split() -> Theorem:
    """The square of a difference, summed."""
    (whole,), (costs,) = defined("modular.loss"), defined("modular.cost")
    (size,), (mean,) = defined("modular.x-sq"), defined("modular.entries-x")
    factor = HALF * inv(p) ** 2
    plain = combine(
        eq(
            loss,
            cost
            - gain
            + factor * p**2 * (sum_of(fn(lambda m: x(m) ** 2), 0, TOP) - entries(x) ** 2 * inv(p)),
        ),
        (1, whole),
        (factor, expanded(label)),
        (1, costs),
        (1, mixed_is_gain()),
        (factor, label_square()),
    )
    back = [
        combine(eq(size.conclusion.args[1], x_sq), (1, size)),
        combine(eq(entries(x), x_sum), (1, mean)),
    ]
    return ring(goal("modular.loss-split"), plain, *back, unit_square(), unit_rule())


def unit_square() -> Theorem:
    """p^2 (1/p)^2 = 1."""
    return ring(eq(p**2 * inv(p) ** 2, 1), unit_rule())


# --- the distance from the function to be learned -------------------------------------------------
@cache
def same_correlation() -> Theorem:
    """sum_m w_i[m] f_*[m] = <w_i, (a + b).x> less its mean: letters i, q, r."""
    i, q, r = (fresh(INT, name) for name in "iqr")
    A, s = VECTORS[w_in]

    def inside(m):
        back = turn(xi * (m - q - r)) + s_x
        return [
            entry_of(w_in, i, m),
            spread(turn(xi * m) + s(i), [(1, turn(xi * m)), (1, s(i))])[0],
            spread(back, [(1, turn(xi * m)), (-1, turn(xi * q)), (-1, turn(xi * r)), (1, s_x)])[0],
            circle(turn(xi * m)),
        ]

    left = evaluated(lambda m: w_in(i, m) * learned(q, r, m), 0, TOP, full(), inside, moments())
    own = evaluated(lambda m: w_in(i, m) * label(q, r, m), 0, TOP, full())
    entries_ = summand_equal(
        fn(lambda m: w_in(i, m)),
        fn(lambda m: harmonic(A(i), m, s(i))),
        0,
        TOP,
        lambda m, *_: entry_of(w_in, i, m),
    )
    angles = [
        *spread(turn(xi * (q + r)), [(1, turn(xi * q)), (1, turn(xi * r))]),
        *spread(s_x - s(i), [(1, s_x), (-1, s(i))]),
    ]
    both = ring(
        eq(left.conclusion.args[0], own.conclusion.args[0]),
        left,
        own,
        response_of(w_in, i, q + r),
        entries_,
        no_mean(A(i), s(i)),
        *angles,
        *scales(),
    )
    return put(both, **{one.data[0]: letter for one, letter in zip((i, q, r), PLACES)})


PLACES = tuple(fresh(INT, name) for name in ("i", "q", "r"))


@cache
def learned_square() -> Theorem:
    """sum_abm f_*^2 = 2 X^2 p."""
    q, r = fresh(INT, "q"), fresh(INT, "r")

    def inside(m, q=q, r=r):
        back = turn(xi * (m - q - r)) + s_x
        return [
            spread(back, [(1, turn(xi * m)), (-1, turn(xi * q)), (-1, turn(xi * r)), (1, s_x)])[0],
            circle(turn(xi * m)),
        ]

    row = evaluated(lambda m: learned(q, r, m) ** 2, 0, TOP, full(), inside, moments())
    value = 2 * X**2 * inv(p)
    one = ring(
        eq(row.conclusion.args[0], value),
        row,
        *(circle(angle) for angle in (turn(xi * q), turn(xi * r), s_x)),
        unit_rule(),
    )
    rows = pairwise(
        lambda a, b: total(0, TOP, lambda m: learned(a, b, m) ** 2),
        lambda a, b: value,
        lambda a, b: put(one, **{q.data[0]: a, r.data[0]: b}),
    )
    return combine(eq(rows.conclusion.args[0], p**2 * value), (1, rows), (1, constant_pairs(value)))


@cache
def distance_value() -> Theorem:
    """distance = cost - gain + X^2/p."""
    (whole,), (costs,) = defined("modular.distance"), defined("modular.cost")
    factor = HALF * inv(p) ** 2
    known = same_correlation()

    def neuron(i, *_):
        one, other = (
            lambda q, r, f=f: (
                activation(i, q, r) ** 2 * total(0, TOP, lambda m: w_in(i, m) * f(q, r, m))
            )
            for f in (learned, label)
        )
        return pairwise(
            one,
            other,
            lambda q, r: combine(
                eq(one(q, r), other(q, r)),
                (
                    activation(i, q, r) ** 2,
                    put(known, **{k.data[0]: v for k, v in zip(PLACES, (i, q, r))}),
                ),
            ),
        )

    i = fresh(INT, "i")
    left, right = (
        lam(lambda k, side=side: substituted_in(side, i, k), INT)
        for side in neuron(i).conclusion.args
    )
    same = summand_equal(left, right, 1, N, neuron)
    plain = combine(
        eq(distance, cost - gain + factor * p**2 * (2 * X**2 * inv(p))),
        (1, whole),
        (factor, expanded(learned)),
        (inv(p) ** 2, same),
        (1, costs),
        (1, mixed_is_gain()),
        (factor, learned_square()),
    )
    return ring(eq(distance, cost - gain + X**2 * inv(p)), plain, unit_square(), unit_rule())


@proof("modular.gap-distance")
def gap_distance() -> Theorem:
    """What f_* leaves of the labels is orthogonal to every output of the group."""
    (whole,) = defined("modular.gap")
    return combine(eq(gap, distance), (1, whole), (1, distance_value()))


def squares_nonnegative(body) -> Theorem:
    """0 <= sum_abm body^2."""

    def inner(q, r):
        return nonnegative_sum(
            fn(lambda m: body(q, r, m) ** 2),
            0,
            TOP,
            full(),
            lambda m, *_: bound(le(0, body(q, r, m) ** 2), (), (), [body(q, r, m)]),
        )

    return nonnegative_sum(
        fn(lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: body(q, r, m) ** 2))),
        0,
        TOP,
        full(),
        lambda q, *_: nonnegative_sum(
            fn(lambda r: total(0, TOP, lambda m: body(q, r, m) ** 2)),
            0,
            TOP,
            full(),
            lambda r, *_: inner(q, r),
        ),
    )


def away(q: Term, r: Term, m: Term) -> Term:
    """f - f_* at (q, r)[m]."""
    return output(q, r, m) - learned(q, r, m)


def eliminated(theorem: Theorem, *names: str) -> Theorem:
    """The theorem with what these definitions (letter = value) say put in for their letters."""
    for name in names:
        statement = DEFINITIONS[name].statement
        letter, value = statement.args
        free = instantiate(discharge(statement, theorem), letter, value)
        theorem = given(free, reflexive(value))
    return theorem


@cache
def distance_nonnegative() -> Theorem:
    """0 <= cost - gain + X^2/p."""
    known = distance_value()
    above = squares_nonnegative(away)
    (whole,) = defined("modular.distance")
    goal_ = le(0, cost - gain + X**2 * inv(p))
    shown = order(goal_, ((num(-1), whole), (num(1), known)), ((HALF, (above,), inv(p)),))
    return eliminated(shown, "modular.distance")


@proof("modular.loss-bound")
def loss_bound() -> Theorem:
    """The loss split, and the bound on cost less utility."""
    shown = order(
        goal("modular.loss-bound"),
        ((num(-1), loss_split()),),
        ((ONE, (distance_nonnegative(),), ONE),),
    )
    return eliminated(shown, "modular.cost", "modular.gain")


# --- at the bound ---------------------------------------------------------------------------------
def at_bound() -> Theorem:
    """cost - gain = -X^2/p, as a hypothesis."""
    return assume(eq(cost - gain, -(X**2 * inv(p))))


def of_harmonics(theorem: Theorem) -> Theorem:
    """The theorem for the aligned neurons themselves; their cost and utility are written out."""
    theorem = eliminated(theorem, "modular.cost", "modular.gain")
    aligned = DEFINITIONS["modular.aligned-group"].statement
    pairs = [part for pair in zip(ANY, HARMONICS) for part in pair]
    told = instantiate(discharge(aligned, theorem), *pairs)
    i, q = fresh(INT, "i"), fresh(INT, "q")
    same = conjoin(*(reflexive(f(i, q)) for f in HARMONICS))
    return given(told, generalise(generalise(same, q), i))


@cache
def learned_at() -> Theorem:
    """f(a.x, b.x)[c] = f_*(a.x, b.x)[c] for a group at its bound: a sum of squares is 0."""
    (whole,) = defined("modular.distance")
    attained = at_bound()
    inside = {one.conclusion: one for one in defined("modular.residues")}
    pieces = over_pairs(lambda q, r: total(0, TOP, lambda m: away(q, r, m) ** 2))
    zero = combine(eq(distance, 0), (1, distance_value()), (1, attained))
    nothing = combine(
        eq(pieces, 0),
        (2 * p**2, zero),
        (2 * p**2, whole),
        (pieces * (p * inv(p) + 1), unit()),
    )

    def at_row(q):
        return fn(lambda r: total(0, TOP, lambda m: away(q, r, m) ** 2))

    def square(q, r):
        return lambda m, *_: bound(le(0, away(q, r, m) ** 2), (), (), [away(q, r, m)])

    def row(q):
        return lambda r, *_: nonnegative_sum(
            fn(lambda m: away(q, r, m) ** 2), 0, TOP, full(), square(q, r)
        )

    def whole_row(q, *_):
        return nonnegative_sum(at_row(q), 0, TOP, full(), row(q))

    def ends(k):
        return inside[le(0, k)], bound(le(k, TOP), (), [[inside_below(k, inside)]])

    rows = fn(lambda q: total(0, TOP, lambda r: total(0, TOP, lambda m: away(q, r, m) ** 2)))
    first = zero_terms(rows, 0, TOP, whole_row, nothing)(a_, *ends(a_))
    second = zero_terms(at_row(a_), 0, TOP, row(a_), first)(b, *ends(b))
    summand = fn(lambda m: away(a_, b, m) ** 2)
    third = zero_terms(summand, 0, TOP, square(a_, b), second)(c, *ends(c))
    none = no_square(away(a_, b, c), third)
    found = combine(eq(output(a_, b, c), learned(a_, b, c)), (1, none))
    return of_harmonics(eliminated(found, "modular.distance"))


def inside_below(k: Term, inside: dict) -> Theorem:
    """k + 1 <= p, from k < p."""
    return next_(k, p, inside[lt(k, p)])


@cache
def learned_value() -> Theorem:
    """f_c = (2X/p) cos(s_x + turn)."""
    (whole,), (angle,) = defined("modular.output"), defined("modular.turn")
    found = learned_at()
    wave = found.conclusion.args[1].args[1]
    same = equal_inside(cos(s_x + turned), angle)
    told = combine(eq(wave, cos(s_x + turned)), (1, same))
    factor = 2 * X * inv(p)
    return combine(eq(f_c, factor * cos(s_x + turned)), (1, whole), (1, found), (factor, told))


@proof("modular.learned-function")
def learned_function() -> Theorem:
    """The distance is 0 at the bound, and it is a sum of squares."""
    return learned_value()


@cache
def last_sums() -> list[Theorem]:
    """The last two conditions at the bound: the sum of cosines is sqrt(54 p)/X, that of sines 0."""
    attained = at_bound()
    (whole,) = defined("modular.gap")
    zero = combine(eq(gap, 0), (1, whole), (1, attained))
    found = conditions_at(zero)
    wanted = (listed(8, cos), listed(8, sin))
    return [
        of_harmonics(
            eliminated(next(one for one in found if one.conclusion.args[0] is sum_), "modular.gap")
        )
        for sum_ in wanted
    ]


@proof("modular.learned-factored")
def learned_factored() -> Theorem:
    """sqrt(2/(27p^3)) X^2 sqrt(54p)/X = 2X/p."""
    cosines, _ = last_sums()
    return ring(goal("modular.learned-factored"), learned_value(), cosines, inverse_x(), *scales())


def inverse_x() -> Theorem:
    """X (1/X) = 1."""
    return inverse(X, [above_x()])


@proof("modular.learned-expansion")
def learned_expansion() -> Theorem:
    """cos(s_x + turn + alpha) = cos(s_x + turn) cos(alpha) - sin(s_x + turn) sin(alpha)."""
    statement = goal("modular.learned-expansion")
    _, C, angle = LISTED[8]

    def inside(i):
        return [spread(s_x + turned + angle(i), [(1, s_x + turned), (1, angle(i))])[0]]

    sums = evaluated(
        lambda i: C(i) * cos(s_x + turned + angle(i)), 1, N, some_neurons(), inside, last_sums()
    )
    return ring(statement, learned_value(), sums, inverse_x(), *scales())
