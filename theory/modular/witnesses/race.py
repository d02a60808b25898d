"""Something satisfies the definitions of a race: p = 3, x = cos(2 pi a/3), nothing learned, and one
neuron (0, 0, e_0), which rests and has a third of its squared norm outside the frequency 1.

Another theorem has the limits: no wait, and a largest norm alpha. That all hold together, with a
neuron that grows, is shown by numbers (tests/theory/proof/definitions).
"""

from __future__ import annotations

from theory.modular.kernel_proofs.cost.aligned import period
from theory.modular.kernel_proofs.delta import chosen
from theory.modular.kernel_proofs.flow_gradient import unit_transform
from theory.modular.kernel_proofs.next_jump import INSIDE, A, f, g, h, moved, rest
from theory.modular.kernel_proofs.script import fn
from theory.modular.kernel_proofs.single import there, wave_vector
from theory.modular.kernel_proofs.waves import wave_zero, written_as
from theory.modular.letters import jump, p, plateau, race, transform, wave, x, x_hat
from theory.modular.letters.cost import xi
from theory.modular.letters.flow import unit_vector
from theory.modular.letters.utility import half
from theory.modular.witnesses.cost import PLATEAU_TABLE, both_listed, unmoved, zero_sums
from theory.modular.witnesses.jump import still
from theory.modular.witnesses.utility import ZEROS, together
from theory.proof.lemmas import inv
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    reflexive,
    witness,
)
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    NotShown,
    bound,
    combine,
    contradiction,
    derivative,
    equal_inside,
    everywhere,
    fact,
    fresh,
    given,
    inverse,
    lam,
    ring,
    with_slope,
    written,
)
from theory.proof.tactics.linear import ordered
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    le,
    lt,
    make,
    num,
    opened,
    substituted,
    var,
)

THREE = num(3)
WAVE = substituted(wave_vector(ONE, ZERO, ONE), {p: THREE})  # cos(2 pi a/3)
HAT = lam(lambda q: substituted(transform(wave_vector(ONE, ZERO, ONE), q), {p: THREE}), INT)
NOTHING = lam(lambda alpha, a, s: ZERO, REAL, INT, REAL)
TABLE = {
    **PLATEAU_TABLE,
    x: WAVE,
    x_hat: HAT,
    plateau.mag: lam(lambda i: call("abs", HAT(ONE)), INT),
    plateau.steps: ZERO,
    **dict.fromkeys(race.courses[:2], NOTHING),
    race.courses[2]: lam(lambda alpha, a, s: unit_vector(ZERO)(a), REAL, INT, REAL),
    **dict.fromkeys(race.slopes, lam(lambda alpha, j, a, s: ZERO, REAL, INT, INT, REAL)),
    race.t: lam(lambda alpha, j: ZERO, REAL, INT),
    race.norm_of: lam(lambda alpha, i: ONE, REAL, INT),
    race.mu: lam(lambda alpha: ONE),
    race.jumper: lam(lambda alpha: ONE),
    race.first: ZERO,
    race.count: ONE,
    race.share: num(1, 2),
}
BUNDLE = (
    "modular.transform-x",
    "modular.cyclic-x",
    "modular.plateau",
    "modular.plateau-order",
    "modular.half",
    "modular.next-frequency",
    "modular.races",
)


def at_three(theorem: Theorem) -> Theorem:
    """A theorem about p, at p = 3 and (p - 1)/2 = 1."""
    own = [one for one in theorem.hypotheses if not one.free.isdisjoint((p, half))]
    for one in own:
        theorem = discharge(one, theorem)
    free = {letter for one in (theorem.conclusion,) for letter in one.free}
    table = {p: THREE, half: ONE}
    pairs = [piece for pair in table.items() if pair[0] in free for piece in pair]
    theorem = instantiate(theorem, *pairs)
    for _ in own:
        premise = theorem.conclusion.args[0]
        theorem = given(theorem, ring(premise) if premise.op == "eq" else bound(premise))
    return theorem


def resting() -> Theorem:
    """All but the limits at once."""
    hats, cyclic, every, listed, odd, after, races = substituted(together(BUNDLE), TABLE).args
    q = fresh(INT)
    return conjoin(
        generalise(reflexive(HAT(q)), q),
        written(cyclic, generalise(periodic(q), q)),
        none_learned(every),
        both_listed(listed),
        ring(odd),
        conjoin(*(bound(one, (), [[present()]]) for one in after.args)),
        race_of(races),
    )


def periodic(q: Term) -> Theorem:
    """x(q + 3) = x(q)."""
    phase = fresh()
    one = at_three(instantiate(period(q, phase), xi, ONE, phase, ZERO))
    return ring(eq(WAVE(q + THREE), WAVE(q)), one)


def none_learned(statement: Term) -> Theorem:
    """There is no group from 1 to 0."""
    i = fresh(INT)
    low, inner = opened(statement, (i,)).args
    high, goal = inner.args
    false = bound(lt(0, 0), (), [[assume(low)], [assume(high)]])
    return everywhere(i, contradiction(false, goal), low, high)


def present() -> Theorem:
    """0 < |x^(1)| = 3/2."""
    inside = [bound(le(1, ONE)), assume(le(ONE, p - 1))]
    known = at_three(there(ONE, ZERO, ONE, inside))
    value = num(3, 2)
    told = combine(eq(HAT(ONE), value), (1, known))
    moved_ = equal_inside(call("abs", HAT(ONE)), told)
    size = fact("abs-nonnegative", bound(le(0, value)), x=value)
    same = combine(eq(call("abs", HAT(ONE)), value), (1, moved_), (1, size))
    return bound(lt(0, call("abs", HAT(ONE))), [same])


def race_of(statement: Term) -> Theorem:
    """The same neuron for every alpha."""
    alpha = fresh()
    above, rest_ = opened(statement, (alpha,)).args
    below, whole = rest_.args
    courses, norms, some, first, last, start, end = whole.args
    i, j = fresh(INT), fresh(INT)
    j_low, j_rest = opened(courses, (j,)).args
    in_order, *slopes = j_rest.args[1].args
    course = conjoin(
        bound(in_order),
        *(flat_slope(number, one, j) for number, one in enumerate(slopes[:3])),
        *map(still, slopes[3:]),
    )
    i_low, i_rest = opened(norms, (i,)).args
    sizes = conjoin(*map(bound, i_rest.args[1].args))
    here = opened(some, (ONE,))
    found = conjoin(
        everywhere(j, course, j_low, j_rest.args[0]),
        everywhere(i, sizes, i_low, i_rest.args[0]),
        witness(
            some,
            ONE,
            conjoin(*(bound(one) if one.op == "le" else ring(one) for one in here.args)),
        ),
        bound(first),
        bound(last),
        norm_is(start),
        enough(end),
    )
    return everywhere(alpha, found, above, below)


def flat_slope(number: int, statement: Term, j: Term, known: tuple = ()) -> Theorem:
    """The utility of (0, 0, w) is 0 and does not change to first order."""
    if statement.op == "forall":
        letter = fresh(statement.data[0])
        inner = flat_slope(number, opened(statement, (letter,)), j, (*known, letter))
        return generalise(inner, letter)
    if statement.op == "implies":
        premise = assume(statement.args[0])
        return discharge(
            premise.conclusion, flat_slope(number, statement.args[1], j, (*known, premise))
        )
    if number == 2:
        return unmoved(statement)
    a, _, low, high = known
    residual = lam(jump.residual, INT, INT, INT)
    table = {rest: substituted(residual, {**TABLE, plateau.steps: j})}
    table |= {f: ZEROS, g: ZEROS, h: unit_vector(ZERO), A: a, p: THREE, x: WAVE}
    general = moved(number)
    for one in INSIDE:
        general = discharge(one.conclusion, general)
    pairs = [piece for pair in table.items() for piece in pair]
    expanded = given(instantiate(general, *pairs), high, low)
    left, right, point, value, body = statement.args
    moving = make("lam", (REAL,), (body,))
    e = fresh()
    same = instantiate(expanded, var("push"), e)
    first, second = same.conclusion.args[1].args
    here, slope = first.args[0], first.args[1].args[1]
    across = second.args[1]
    nothing = [ring(eq(one, 0), *zero_sums(one)) for one in (here, slope)]
    told = combine(eq(moving(e), e**2 * across), (1, same), (1, nothing[0]), (e, nothing[1]))
    plain = lam(lambda r: r**2 * across)
    flat = with_slope(derivative(plain, left, right, point), value)
    ends = {"low": left, "high": right, "at": point}
    inside = [bound(le(left, point)), bound(le(point, right))]
    whole = everywhere(e, told, le(left, e), le(e, right))
    return fact("deriv-equal", *inside, whole, flat, f=moving, g=plain, a=value, **ends)


def norm_is(equation: Term) -> Theorem:
    """|e_0| = 1."""
    square = fn(lambda a: unit_vector(ZERO)(a) ** 2)

    def off(a, a_low, a_high, apart):
        return ring(eq(square(a), 0), chosen(eq(a, ZERO), ONE, ZERO, apart, False))

    top = THREE - 1
    alone = only_inside(square, ZERO, 0, top, bound(le(0, 0)), bound(le(0, top)), off)
    here = chosen(eq(ZERO, ZERO), ONE, ZERO, combine(eq(ZERO, ZERO)), True)
    return ring(equation, alone, here, *zero_sums(equation))


def enough(statement: Term) -> Theorem:
    """1/4 <= 2/3, of which w^(1) = 1 is the only part."""
    inside = [bound(le(0, ZERO)), assume(le(ZERO, p - 1))]
    known = at_three(unit_transform(ZERO, ONE, *inside))
    flat = at_three(written_as(eq(wave(-(ONE * ZERO)), 1), wave_zero()))
    hat = known.conclusion.args[0]
    told = combine(eq(hat, 1), (1, known), (1, flat))
    moved_ = equal_inside(call("abs", hat), told)
    one = combine(
        eq(call("abs", hat), 1), (1, moved_), (1, fact("abs-nonnegative", bound(le(0, 1)), x=ONE))
    )
    zeros = [each for each in zero_sizes(statement) if each.conclusion.args[0] is not hat]
    third = inverse(THREE, [bound(lt(0, THREE))])
    value = ring(eq(statement.args[1], num(2, 3)), one, *zeros, _third(third))
    return bound(statement, [], [[ordered(le(num(2, 3), statement.args[1]), [(1, value)])]])


def _third(unit_: Theorem) -> Theorem:
    return combine(eq(inv(THREE), num(1, 3)), (num(1, 3), unit_))


def zero_sizes(whole: Term) -> list[Theorem]:
    """|f^| = 0 for the vectors of zeros in a statement."""
    found = []

    def visit(part):
        if part.op == "abs":
            (inner,) = part.args
            try:
                nothing = ring(eq(inner, 0), *zero_sums(inner))
            except NotShown:
                return
            flat = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
            found.append(combine(eq(part, 0), (1, equal_inside(part, nothing)), (1, flat)))
            return
        for one in part.args:
            visit(one)

    visit(whole)
    return found


# --- limits ---------------------------------------------------------------------------------------
LIMITS = {
    race.t: lam(lambda alpha, j: ZERO, REAL, INT),
    race.mu: lam(lambda alpha: alpha),
    race.wait_limit: ZERO,
    race.mu_limit: ONE,
}


def limits() -> Theorem:
    """0 - 0 -> 0 and alpha/alpha -> 1."""
    statement = substituted(DEFINITIONS["modular.race-limits"].statement, LIMITS)
    return conjoin(*map(tending, statement.args))


def tending(statement: Term) -> Theorem:
    """A function that is its limit wherever 0 < alpha."""
    level = fresh()
    above, existence = opened(statement, (level,)).args
    alpha = fresh()
    positive_, inner = opened(existence, (ONE,)).args
    low, more = opened(inner, (alpha,)).args
    high, goal = more.args
    size, _ = goal.args
    difference = size.args[0]
    own = inverse(alpha, [assume(low)])
    zero = ring(eq(difference, 0), own)
    flat = fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
    none = combine(eq(size, 0), (1, equal_inside(size, zero)), (1, flat))
    near = ordered(goal, [(1, none)], [assume(above)])
    found = witness(existence, ONE, conjoin(bound(positive_), everywhere(alpha, near, low, high)))
    return everywhere(level, found, above)


WITNESSES = {"modular.races": resting, "modular.race-limits": limits}
BUNDLES = {"modular.races": BUNDLE, "modular.race-limits": ("modular.race-limits",)}
TABLES = {"modular.races": TABLE, "modular.race-limits": LIMITS}
