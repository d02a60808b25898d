"""Something satisfies the definitions of the flow of a dormant neuron: p = 2, and zeros
that rest.
"""

from __future__ import annotations

from theory.modular.kernel_proofs.script import I
from theory.modular.kernel_proofs.transforms.conjugates import conjugate_parts
from theory.modular.letters import k, p, x, x_hat
from theory.modular.letters.flow import (
    COURSES,
    FLOW,
    GRADIENTS,
    MAGS,
    Phi,
    X,
    end,
    grown,
    norm_end,
    norm_start,
    rate_im,
    rate_sq,
    t,
)
from theory.modular.letters.utility import half
from theory.modular.witnesses.utility import ZEROS, together
from theory.proof.rules import Theorem, assume
from theory.proof.tactics import (
    bound,
    combine,
    equal_inside,
    everywhere,
    fact,
    fresh,
    lam,
    outermost,
    part_by_part,
    ring,
    slope_of_same,
    written,
)
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    call,
    eq,
    le,
    make,
    num,
    substituted,
)

REST = lam(lambda a, s: ZERO, INT, REAL)
TABLE = {
    p: num(2),
    **dict.fromkeys((k, end), ONE),
    **dict.fromkeys((x, x_hat), ZEROS),
    **dict.fromkeys((*COURSES, *GRADIENTS), REST),
    **dict.fromkeys((t, X, Phi, rate_sq, rate_im, *MAGS), ZERO),
}
NAMES = (
    *FLOW,
    *(f"modular.mag-{name}" for name in "uvw"),
    "modular.wave-phase",
    "modular.growth",
    "modular.drift",
)
NORMS = (
    *FLOW[:-1],
    "modular.half",
    "modular.norm-0",
    "modular.norm-at-jump",
    "modular.wave-grown",
)
AT_REST = {
    **TABLE,
    p: num(3),
    half: ONE,
    grown: ZEROS,
    **dict.fromkeys((norm_start, norm_end), ZERO),
}


def rest() -> Theorem:
    """All of them at once."""
    return holds(substituted(together(NAMES), TABLE))


def norm_at_rest() -> Theorem:
    """The norm, and what every frequency adds to it: p = 3, and zeros that rest."""
    return holds(substituted(together(NORMS), AT_REST))


def holds(statement: Term) -> Theorem:
    """Part by part: every number in it is 0, and does not change."""
    return part_by_part(statement, _atom)


def _atom(statement: Term, _) -> Theorem:
    if statement.op in ("le", "lt"):
        return bound(statement)
    if statement.op == "deriv":
        return constant(statement)
    return ring(statement, *zeros_in(statement))


def zeros_in(whole: Term) -> list[Theorem]:
    """The sums in a term are 0, and so are |0|, Im 0 and conj(0)."""
    from theory.modular.witnesses import vanishing

    found = []

    def visit(part):
        if part.op in ("abs", "im", "conj") and not part.loose:
            (inner,) = part.args
            nothing = ring(eq(inner, 0), *zeros_in(inner))
            moved = equal_inside(part, nothing)
            found.append(combine(eq(part, 0), (1, moved), (1, of_zero(part.op))))
        elif part.op != "sum":
            for one in part.args:
                visit(one)

    visit(whole)
    inside = [] if whole.loose else outermost(whole, "sum")
    return [*found, *map(vanishing, inside)]


def of_zero(name: str) -> Theorem:
    """|0| = 0, conj(0) = 0, Im 0 = 0."""
    if name == "abs":
        return fact("abs-nonnegative", bound(le(0, 0)), x=ZERO)
    flat = fact("conj-real", x=ZERO)
    if name == "conj":
        return flat
    imaginary = call("im", ZERO)
    return combine(
        eq(imaginary, 0),
        (num(1, 2) * I, fact("parts", z=ZERO)),
        (num(1, 2) * I, conjugate_parts(ZERO)),
        (num(1, 2) * I, flat),
        (imaginary, fact("i")),
    )


def constant(statement: Term) -> Theorem:
    """A function that is 0 everywhere has the derivative 0."""
    low, high, place, _, body = statement.args
    s = fresh()
    f = make("lam", (REAL,), (body,))
    here = f(s)
    same = everywhere(s, ring(eq(here, 0), *zeros_in(here)), le(low, s), le(s, high))
    ends = {"low": low, "high": high, "at": place}
    flat = fact("deriv-constant", y=ZERO, **ends)
    inside = () if place.op == "num" else (assume(le(low, place)), assume(le(place, high)))
    return written(statement, slope_of_same(f, same, flat, *inside))


WITNESSES = {"modular.drift": rest, "modular.wave-grown": norm_at_rest}
BUNDLES = {"modular.drift": NAMES, "modular.wave-grown": NORMS}
TABLES = {"modular.drift": TABLE, "modular.wave-grown": AT_REST}
