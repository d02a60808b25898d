"""Something satisfies the definitions of the bounds: V = Q = K with the norm 1/(2 - s) on [0, 1].

One direction with eigenvalue 1, one example and eta = sqrt(3): the norm is 1/2 at jump 0 and 1 at
jump 1, and 1/|theta| falls as fast as it can.
"""

from __future__ import annotations

from theory.attention.letters import bound as letters
from theory.attention.letters import eigenvalue, lam_k, top
from theory.attention.witnesses.population import ROOT, holds, only_number, worked_out
from theory.proof.lemmas import inv, sqrt_is
from theory.proof.letters import DEFINITIONS
from theory.proof.polynomials import normal
from theory.proof.rules import (
    Theorem,
    order,
)
from theory.proof.tactics import (
    bound,
    combine,
    derivative,
    fact,
    fresh,
    inverse,
    lam,
    part_by_part,
    positive,
    ring,
    symmetric,
    weaker,
    with_slope,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    both,
    eq,
    le,
    lt,
    make,
    num,
    opened,
    substituted,
)

THIRD = num(1, 3)


def share(s: Term) -> Term:
    """1/(sqrt(3) (2 - s))."""
    return THIRD * ROOT * inv(2 - s)


FASTEST = {
    letters.N: ONE,
    letters.d: ONE,
    letters.eta: ROOT,
    letters.first: ZERO,
    letters.last: ONE,
    letters.count: ONE,
    letters.jumper: ONE,
    letters.times: lam(lambda j: j, INT),
    letters.value: lam(lambda j: ONE, INT),
    letters.V: lam(share),
    letters.Q: lam(lambda j, s: share(s), INT, REAL),
    letters.K: lam(lambda j, s: share(s), INT, REAL),
    letters.slope_V: lam(lambda j, s: share(s) ** 2, INT, REAL),
    letters.slope_Q: lam(lambda j, i, s: share(s) ** 2, INT, INT, REAL),
    letters.slope_K: lam(lambda j, i, s: share(s) ** 2, INT, INT, REAL),
    letters.norms: lam(lambda i: inv(num(2)), INT),
    letters.mu: inv(num(2)),
    letters.weighted: ONE,
}
NAMES = ("attention.ordered-spectrum", "attention.jumps", "attention.largest-norm")


def fastest() -> Theorem:
    """The definitions of the bound on jump times at once."""
    return part(substituted(both(*(DEFINITIONS[name].statement for name in NAMES)), FASTEST), ())


def part(one: Term, known: tuple[Theorem, ...]) -> Theorem:
    """Part by part, with what is known of s."""
    return part_by_part(one, _atom, known, _of_one_number)


def _of_one_number(one: Term, known: tuple[Theorem, ...]) -> Theorem | None:
    if one.op != "forall" or one.data == (REAL,):
        return None
    number = _singleton(one)
    return holds(one, known) if number is None else only_number(one, number, known, part)


def _atom(one: Term, known: tuple[Theorem, ...]) -> Theorem:
    if one.op == "deriv" and one.args[2] is not ZERO:
        return _course(one, known)
    roots = [atom for atom in _inside(one) if atom.op == "sqrt" and atom is not ROOT]
    if one.op == "eq" and roots:
        return _norm(one, roots[0])
    if one.op == "lt" and one.args[0] is ZERO and _inverses(one):
        return _above(one, known)
    return holds(one, known)


def _singleton(one: Term) -> Term | None:
    """The whole number that is the only one in the range of a quantifier."""
    letter = fresh(INT)
    body = opened(one, (letter,))
    if body.op != "implies" or body.args[1].op != "implies":
        return None
    low, high = body.args[0].args[0], body.args[1].args[0].args[1]
    return normal(low) if normal(low) is normal(high) else None


def _inside(one: Term):
    yield one
    for arg in one.args:
        yield from _inside(arg)


def _inverses(one: Term) -> list[Term]:
    return [atom for atom in _inside(one) if atom.op == "inv"]


def rest_positive(s: Term, known: tuple[Theorem, ...]) -> Theorem:
    """0 < 2 - s within [0, 1]."""
    return bound(lt(0, 2 - s), (), [[each] for each in known])


def _above(one: Term, known: tuple[Theorem, ...]) -> Theorem:
    """0 < V^2 + |Q|^2 + |K|^2 = 1/(2 - s)^2."""
    value = worked_out(one.args[1])
    inside = next(atom for atom in _inside(value.conclusion.args[1]) if atom.op == "inv")
    above = fact(
        "inverse-positive", bound(lt(0, inside.args[0]), (), [[x] for x in known]), x=inside.args[0]
    )
    up = bound(lt(0, value.conclusion.args[1]), (), [[above, above]])
    return order(one, ((num(-1), value),), ((ONE, (up,), ONE),))


def _norm(one: Term, root: Term) -> Theorem:
    """sqrt(|theta|^2) = 1/(2 - s) at s = 0 and s = 1."""
    value = worked_out(root.args[0])
    number = next((atom for atom in _inside(value.conclusion.args[1]) if atom.op == "inv"), None)
    if number is None:
        raise ValueError(f"no inverse in {value.conclusion}")
    low = weaker(positive(number, [bound(lt(0, number.args[0]))]))
    same = sqrt_is(number, low, symmetric(_square(value, number)))
    return ring(one, same, *(_unit(atom) for atom in _all_inverses(one, number)))


def _square(value: Theorem, number: Term) -> Theorem:
    return combine(eq(value.conclusion.args[0], number**2), (1, value))


def _all_inverses(one: Term, number: Term) -> set[Term]:
    return {atom for atom in (*_inside(one), number) if atom.op == "inv" and not atom.free}


def _unit(atom: Term) -> Theorem:
    return inverse(atom.args[0], [bound(lt(0, atom.args[0]))])


def _course(one: Term, known: tuple[Theorem, ...]) -> Theorem:
    """d(1/(2 - s))/ds = 1/(2 - s)^2, times 1/sqrt(3)."""
    low, high, point, value, body = one.args
    own = derivative(
        make("lam", (REAL,), (body,)), low, high, point, side=[rest_positive(point, known)]
    )
    square = fact("sqrt-square", bound(le(0, num(3))), x=num(3))
    return with_slope(own, value, square)


# --- a head that keeps its value ------------------------------------------------------------------

STILL = {
    letters.N: ONE,
    letters.d: ONE,
    top: ONE,
    eigenvalue: lam(lambda j: ONE, INT),
    lam_k: ONE,
    letters.t: ONE,
    letters.S: ZERO,
    letters.accumulated: lam(lambda s: ZERO),
    letters.V: lam(lambda s: ONE),
    letters.Q: lam(lambda j, s: ZERO, INT, REAL),
    letters.K: lam(lambda j, s: ZERO, INT, REAL),
}
STILL_NAMES = ("attention.spectrum", "attention.accumulated")


def still() -> Theorem:
    """V = 1 and Q = K = 0: the utility is 0 throughout."""
    return holds(substituted(both(*(DEFINITIONS[name].statement for name in STILL_NAMES)), STILL))
