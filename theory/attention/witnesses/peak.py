"""Something satisfies the definitions of maximisers: one direction, all numbers 1."""

from __future__ import annotations

from theory.attention import letters
from theory.attention.kernel_proofs.sphere.maximum import THIRD, VALUE, at_most, maximiser
from theory.attention.letters import bound as bounds
from theory.attention.letters import learning
from theory.attention.witnesses.population import ONE_HEAD, holds, worked_out
from theory.proof.lemmas import sqrt, trichotomy
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    detach,
    discharge,
    generalise,
    order,
    reflexive,
    witness,
)
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    differs,
    fact,
    filled,
    fresh,
    given,
    lam,
    parts,
    positive,
    satisfied,
    weaker,
    written,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    bind,
    both,
    eq,
    le,
    lt,
    negation,
    num,
    opened,
    substituted,
)

UNIT = {
    letters.modes: ONE,
    letters.top: ONE,
    letters.eigenvalue: lam(lambda j: ONE, INT),
    letters.lam_k: ONE,
    letters.N: ONE,
}


def _at_unit(name: str, more: dict) -> Term:
    return substituted(DEFINITIONS[name].statement, {**UNIT, **more})


def _exactly(names: tuple[str, ...], table: dict, *theorems: Theorem) -> Theorem:
    """The definitions of these names at these values, as they are written."""
    whole = both(*(DEFINITIONS[name].statement for name in names))
    return written(substituted(whole, table), conjoin(*theorems))


def at_unit(theorem: Theorem) -> tuple[Theorem, Theorem]:
    """The spectrum of one direction with eigenvalue 1 and N = 1, and a theorem about every
    spectrum there.
    """
    spectrum = DEFINITIONS["attention.spectrum"].statement
    premises = (spectrum, lt(0, letters.N), lt(0, letters.lam_k))
    for premise in premises:
        theorem = discharge(premise, theorem)
    theorem = filled(theorem, UNIT)
    known = [satisfied(substituted(premise, UNIT)) for premise in premises]
    return known[0], given(theorem, *reversed(known))


# --- at V = 0 the utility is 0 --------------------------------------------------------------------

FLAT = {**UNIT, letters.V_i: ZERO, letters.best_at_V: ZERO}
FLAT_NAMES = ("attention.spectrum", "attention.best-at-value")


def flat() -> Theorem:
    """V = 0: no utility is larger than 0, and Q = 1, K = 0 has it."""
    spectrum = satisfied(_at_unit("attention.spectrum", FLAT))
    every, existence = _at_unit("attention.best-at-value", FLAT).args
    Q, K = fresh(letters.VECTOR), fresh(letters.VECTOR)
    inner = opened(opened(every, (Q,)), (K,))
    below = generalise(generalise(discharge(inner.args[0], bound(inner.args[1])), K), Q)
    points = (lam(lambda j: ONE, INT), lam(lambda j: ZERO, INT))
    second = opened(existence, (points[0],))
    found = holds(opened(second, (points[1],)))
    found = witness(existence, points[0], witness(second, points[1], found))
    return _exactly(FLAT_NAMES, FLAT, spectrum, conjoin(written(every, below), found))


# --- a maximiser ----------------------------------------------------------------------------------

PEAK = {
    **UNIT,
    letters.V_i: THIRD,
    letters.Q_k: THIRD,
    letters.K_k: THIRD,
    letters.lam_after: num(1, 2),
}
PEAK_NAMES = ("attention.spectrum", "attention.next-eigenvalue", "attention.maximiser")


def peak() -> Theorem:
    """V = 1/sqrt(3), Q = K = v_k/sqrt(3), wherever the spectrum is as defined; then at one."""
    table = {letters.V_i: THIRD, letters.Q_k: THIRD, letters.K_k: THIRD}
    existence = substituted(DEFINITIONS["attention.maximiser"].statement, table)
    vector, there, value = maximiser()
    second = opened(existence, (vector,))
    body = opened(second, (vector,))
    on_top = fact(
        "ite-true", reflexive(letters.top), P=eq(letters.top, letters.top), z=THIRD, w=ZERO
    )
    v, Q, K = fresh(), fresh(letters.VECTOR), fresh(letters.VECTOR)
    sphere = letters.on_sphere(v, Q, K)
    most = bound(
        le(letters.utility(v, Q, K), letters.utility(THIRD, vector, vector)),
        [value],
        [[at_most(v, Q, K, assume(sphere))]],
    )
    every = discharge(sphere, most)
    for letter in (K, Q, v):
        every = generalise(every, letter)
    turned = combine(eq(THIRD, on_top.conclusion.args[0]), (1, on_top))
    found = conjoin(there, turned, turned, every)
    found = written(body, found)
    found = witness(existence, vector, witness(second, vector, found))
    spectrum, found = at_unit(found)
    return _exactly(PEAK_NAMES, PEAK, spectrum, _no_other(), found)


# --- a local maximum ------------------------------------------------------------------------------

LOCAL = {
    **UNIT,
    letters.U_peak: substituted(VALUE, UNIT),
    letters.V_local: THIRD,
    letters.Q_local: substituted(maximiser()[0], UNIT),
    letters.K_local: substituted(maximiser()[0], UNIT),
}
LOCAL_NAMES = ("attention.spectrum", "attention.local-maximum")


def local() -> Theorem:
    """The highest point is a local maximum, wherever the spectrum is as defined; then at one."""
    vector, there, value = maximiser()
    table = {
        letters.U_peak: VALUE,
        letters.V_local: THIRD,
        letters.Q_local: vector,
        letters.K_local: vector,
    }
    statement = substituted(DEFINITIONS["attention.local-maximum"].statement, table)
    own, same, existence = statement.args
    inner = opened(existence, (ONE,))
    v, Q, K = fresh(), fresh(letters.VECTOR), fresh(letters.VECTOR)
    point = opened(opened(opened(inner.args[1], (v,)), (Q,)), (K,))
    sphere, rest = point.args
    every = discharge(sphere, discharge(rest.args[0], at_most(v, Q, K, assume(sphere))))
    for letter in (K, Q, v):
        every = generalise(every, letter)
    near = conjoin(bound(lt(0, ONE)), written(inner.args[1], every))
    turned = combine(same, (1, value))
    found = conjoin(written(own, there), turned, witness(existence, ONE, near))
    return _exactly(LOCAL_NAMES, LOCAL, *at_unit(found))


def _no_other() -> Theorem:
    """There is no direction but the first."""
    one = _at_unit("attention.next-eigenvalue", PEAK)
    j = fresh(INT)
    low, rest = opened(one, (j,)).args
    high, inner = rest.args
    apart, goal = inner.args
    same = fact(
        "antisymmetric",
        bound(le(j, ONE), (), [[assume(high)]]),
        bound(le(ONE, j), (), [[assume(low)]]),
        x=j,
        y=ONE,
    )
    never = absurd(detach(assume(apart), same), goal)
    return generalise(discharge(low, discharge(high, discharge(apart, never))), j)


# --- the matrix in the utility --------------------------------------------------------------------

MATRIX = {**ONE_HEAD, learning.largest: ONE}
MATRIX_NAMES = ("attention.eigenbasis", "attention.iteration", "attention.largest-eigenvalue")


def matrix() -> Theorem:
    """The matrix is the number 1."""
    first = [holds(substituted(DEFINITIONS[name].statement, MATRIX)) for name in MATRIX_NAMES[:2]]
    whole = substituted(DEFINITIONS["attention.largest-eigenvalue"].statement, MATRIX)
    existence, every = whole.args
    one = lam(lambda a: ONE, INT)
    found = witness(existence, one, holds(opened(existence, (one,))))
    value, u = fresh(), fresh(learning.VECTOR)
    inner = opened(opened(every, (value,)), (u,))
    above, rows = parts(assume(inner.args[0]))
    row = at(rows, ONE, bound(le(1, 1)), bound(le(1, 1)))
    left, right = worked_out(row.conclusion.args[0]), worked_out(above.conclusion.args[1])
    # u = value u and 0 < u^2
    same = combine(eq(left.conclusion.args[1], value * u(ONE)), (1, left), (1, row))
    size = order(lt(ZERO, u(ONE) ** 2), ((ONE, right),), ((ONE, (above,), ONE),))
    goal = inner.args[1]

    def larger(more):
        squared = combine(eq(u(ONE) ** 2, value * u(ONE) ** 2), (u(ONE), same))
        false = order(lt(ZERO, ZERO), ((num(-1), squared),), ((ONE, (more, size), ONE),))
        return contradiction(false, goal)

    most = by_cases(
        trichotomy(value, ONE),
        weaker,
        lambda equal: order(goal, ((ONE, equal),), ()),
        larger,
    )
    most = generalise(generalise(discharge(inner.args[0], most), u), value)
    return _exactly(MATRIX_NAMES, MATRIX, *first, conjoin(found, most))


# --- the component that is taken ------------------------------------------------------------------

TAKEN = {
    letters.N: ONE,
    letters.modes: ONE,
    bounds.value: lam(lambda j: ONE, INT),
    bounds.iteration: ONE,
    bounds.component: ONE,
    bounds.lam_k: ONE,
    bounds.lam_after: num(1, 2),
}
TAKEN_NAMES = (
    "attention.ordered-spectrum",
    "attention.two-eigenvalues",
    "attention.component-taken",
)


def taken() -> Theorem:
    """The maximiser wherever the spectrum is as defined, on the first plateau of one direction."""
    statements = [substituted(DEFINITIONS[name].statement, TAKEN) for name in TAKEN_NAMES]
    first = [holds(one) for one in statements[:2]]
    low, high, existence = statements[2].args
    vector, there, value = maximiser()
    v, Q, K = fresh(), fresh(letters.VECTOR), fresh(letters.VECTOR)
    sphere = letters.on_sphere(v, Q, K)
    every = discharge(
        sphere,
        bound(
            le(letters.utility(v, Q, K), letters.utility(THIRD, vector, vector)),
            [value],
            [[at_most(v, Q, K, assume(sphere))]],
        ),
    )
    for letter in (K, Q, v):
        every = generalise(every, letter)
    top = letters.top
    here = fact("ite-true", reflexive(top), P=eq(top, top), z=THIRD, w=ZERO)
    above = bound(lt(0, vector(top)), [here], [[_root_above()]])
    moving = differs(above, negation(eq(vector(top), 0)))
    spectrum = DEFINITIONS["attention.spectrum"].statement
    premises = (spectrum, lt(0, letters.N), lt(0, letters.lam_k))
    found = conjoin(there, moving, every)
    for premise in premises:
        found = discharge(premise, found)
    left = bounds.left(bounds.iteration - 1, bounds.component)
    table = {
        **UNIT,
        letters.eigenvalue: bind(
            "lam",
            bounds.component,
            substituted(left, {bounds.value: TAKEN[bounds.value], bounds.iteration: ONE}),
        ),
    }
    found = filled(found, table)
    known = [holds(substituted(premise, table)) for premise in premises]
    for theorem in reversed(known):
        found = given(found, theorem)
    point = substituted(vector, UNIT)
    second = opened(existence, (THIRD,))
    third = opened(second, (point,))
    found = written(opened(third, (point,)), found)
    for statement, value_ in ((third, point), (second, point), (existence, THIRD)):
        found = witness(statement, value_, found)
    return _exactly(TAKEN_NAMES, TAKEN, *first, conjoin(holds(low), holds(high), found))


def _root_above() -> Theorem:
    """0 < sqrt(3)."""
    return positive(sqrt(num(3)), [])
