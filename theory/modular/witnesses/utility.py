"""Something satisfies the definitions of utility maximisation: p = 1, where sums have one term."""

from __future__ import annotations

from theory.modular.kernel_proofs.training.utility import single_term
from theory.modular.kernel_proofs.transforms.waves import sin_zero
from theory.modular.letters import (
    HATS,
    N,
    U_init,
    gradient,
    p,
    u,
    u_hat,
    v,
    v_hat,
    w,
    w_hat,
    x,
    x_hat,
)
from theory.modular.letters.utility import (
    MAGNITUDE,
    PHASE,
    POLAR,
    half,
    half_sum,
    mean_sq,
    w_sum,
    x_sum,
    z_u,
    z_v,
    z_w,
)
from theory.proof.letters import DEFINITIONS
from theory.proof.rules import (
    Refused,
    Theorem,
)
from theory.proof.tactics import (
    bound,
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
    both,
    eq,
    le,
    make,
    substituted,
)

ZEROS, ONES = lam(lambda q: ZERO, INT), lam(lambda q: ONE, INT)

# --- p = 1 ----------------------------------------------------------------------------------------

POINT = {
    p: ONE,
    half: ZERO,
    **dict.fromkeys((x, v, w, x_hat, v_hat, w_hat, z_u, z_v, z_w), ZEROS),
    **dict.fromkeys((u, u_hat, MAGNITUDE[u]), ONES),
    **dict.fromkeys((MAGNITUDE[f] for f in (x, v, w)), ZEROS),
    **dict.fromkeys(PHASE.values(), ZEROS),
    **dict.fromkeys((U_init, x_sum, w_sum), ZERO),
    **dict.fromkeys((half_sum, mean_sq), ONE),
}
AT_POINT = (
    "modular.half",
    *HATS,
    *POLAR,
    "modular.cyclic-x",
    "modular.utility",
    "modular.unit",
    "modular.half-sum",
    "modular.mean-square",
    *(f"modular.correlation-{name}" for name in "uvw"),
    "modular.entries-x",
    "modular.entries-w",
)


def point() -> Theorem:
    """u = 1 and nothing else, on Z/1: every sum has one term."""
    return part_by_part(substituted(together(AT_POINT), POINT), _atom)


def together(names: tuple[str, ...]) -> Term:
    """What these definitions say, all of them."""
    return both(*(DEFINITIONS[name].statement for name in names))


def _atom(statement: Term, _) -> Theorem:
    if statement.op == "le":
        return bound(statement)
    if statement.op == "deriv":
        return _constant(statement)
    from theory.modular.witnesses import vanishing

    def only_term(whole):
        summand = make("lam", (INT,), (whole.args[2],))
        one = single_term(summand)
        return written(eq(whole, one.conclusion.args[1]), one)

    def of(whole):
        try:
            return vanishing(whole)
        except Refused:
            return only_term(whole)

    return ring(statement, *map(of, outermost(statement, "sum")), fact("cos-zero"), sin_zero())


def _constant(statement: Term) -> Theorem:
    """A function that is 0 everywhere has the derivative 0."""
    low, high, place, _, body = statement.args
    t = fresh()
    f = make("lam", (REAL,), (body,))
    same = everywhere(t, part_by_part(eq(f(t), 0), _atom), le(low, t), le(t, high))
    ends = {"low": low, "high": high, "at": place}
    flat = fact("deriv-constant", y=ZERO, **ends)
    return slope_of_same(f, same, flat)


# --- the slopes, p = 1 and one neuron of zeros ----------------------------------------------------

PLANE = lam(lambda k, q: ZERO, INT, INT)
STILL = {
    **dict.fromkeys((p, N, gradient.i), ONE),
    **dict.fromkeys((x, z_u, z_v, gradient.h, gradient.h_x), ZEROS),
    **dict.fromkeys((*gradient.GROUP.values(), gradient.r_w, gradient.r_h), PLANE),
    **dict.fromkeys(gradient.GROUP, ZERO),
}
AT_REST = (
    "modular.centred",
    "modular.neuron",
    "modular.response-u",
    "modular.response-v",
    "modular.response-h",
    "modular.residual-w",
    "modular.residual-h",
    *(f"modular.slope-{name}" for name in "uvw"),
)


def still() -> Theorem:
    """A neuron of zeros, moved along zeros: the loss does not change."""
    return part_by_part(substituted(together(AT_REST), STILL), _atom)


WITNESSES = {"modular.half": point, "modular.slope-u": still}
BUNDLES = {"modular.half": AT_POINT, "modular.slope-u": AT_REST}
TABLES = {"modular.half": POINT, "modular.slope-u": STILL}
