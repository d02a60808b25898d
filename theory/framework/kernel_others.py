"""Other statements of the framework in the kernel: bounds on the norm, two clocks, the norm's part."""

from __future__ import annotations

from theory.framework.kernel_flow import ABOVE, HALF, unique
from theory.framework.kernel_layer_letters import A_0, W_0, imbalance, theta_sq
from theory.framework.kernel_letters import (
    S,
    S_alg,
    S_alg_of,
    S_of,
    U_bar,
    drate,
    end,
    eta,
    gradU_norm,
    kappa,
    norm,
)
from theory.framework.kernel_limits import at_least_three
from theory.framework.kernel_script import defined, power, proof
from theory.proof.lemmas import abs_square, constant, exp, inv, log
from theory.proof.rules import Theorem, assume, axiom, conjoin, discharge, order
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    derivative,
    everywhere,
    fact,
    fresh,
    inverse,
    lam,
    parts,
    positive,
    put,
    ring,
    weaker,
    with_slope,
    written,
)
from theory.proof.terms import ZERO, Term, call, eq, le, lt, num, var

AT_LEAST_TWO = assume(le(2, kappa))


# --- how small the norm can be --------------------------------------------------------------------


def _sides() -> tuple[Term, Term, Theorem, Theorem]:
    """-c, c/(kappa - 1), that 0 < kappa - 1, and (kappa - 1)/(kappa - 1) = 1 for rewriting."""
    wide = bound(lt(0, kappa - 1), (), [[AT_LEAST_TWO]])
    D = inv(kappa - 1)
    unit = combine(eq(kappa * D, 1 + D), (1, inverse(kappa - 1, [wide])))
    return -imbalance, imbalance * D, positive(D, [wide]), unit


def larger(first: Term, second: Term, if_first, if_second) -> Theorem:
    """A statement about max(a, b), by cases: the maximum is b where a <= b, and a otherwise."""

    def case(ordered, name, chosen):
        return chosen(fact(name, ordered, x=first, y=second))

    return by_cases(
        put(axiom("total"), x=first, y=second),
        lambda less: case(weaker(less), "max-right", if_second),
        lambda same: case(order(le(first, second), ((num(1), same),), ()), "max-right", if_second),
        lambda more: case(weaker(more), "max-left", if_first),
    )


@proof("framework.norm-lower-bound")
def norm_lower_bound() -> Theorem:
    """|theta|^2 + c = kappa |a|^2 >= 0, and |theta|^2 - c/(kappa - 1) = |w|^2 kappa/(kappa - 1)."""
    first, second, D_above, unit = _sides()
    known = defined("framework.imbalance")
    A_low, W_low, degree = assume(le(0, A_0)), assume(le(0, W_0)), assume(lt(0, kappa))
    goal = le(call("max", first, second), theta_sq)
    return larger(
        first,
        second,
        lambda is_: bound(goal, [is_, *known], [[A_low, degree]]),
        lambda is_: bound(goal, [is_, *known, unit], [[W_low], [W_low, D_above]]),
    )


@proof("framework.norm-bound-attained")
def norm_bound_attained() -> Theorem:
    """With a = 0 the bound is |w|^2, with w = 0 it is |a|^2."""
    first, second, D_above, unit = _sides()
    known = defined("framework.imbalance")
    A_low, W_low, degree = assume(le(0, A_0)), assume(le(0, W_0)), assume(lt(0, kappa))
    (either,) = defined("framework.one-sided")
    goal = eq(theta_sq, call("max", first, second))

    def no_output(zero):
        """a = 0: -c = |w|^2 is the larger one."""
        ordered = bound(le(second, first), [*known, zero], [[W_low], [W_low, D_above]])
        return ring(goal, fact("max-left", ordered, x=first, y=second), *known, zero)

    def no_input(zero):
        """w = 0: c/(kappa - 1) = |a|^2 is the larger one."""
        ordered = bound(le(first, second), [*known, zero, unit], [[A_low], [A_low, degree]])
        return ring(goal, fact("max-right", ordered, x=first, y=second), *known, zero, unit)

    return by_cases(either, no_output, no_input)


# --- two clocks -----------------------------------------------------------------------------------


@proof("framework.algorithm-threshold")
def algorithm_threshold() -> Theorem:
    """S_alg - eta S has no slope, so that S_alg = eta S."""
    ordered, zero, zero_alg, S_end, alg_end, slopes = defined("framework.two-clocks")
    function = lam(lambda s: S_alg_of(s) - eta * S_of(s))

    def slope(s, low, high):
        both = parts(at(slopes, s, low, high))
        return with_slope(derivative(function, 0, end, s, both), ZERO)

    same = constant(function, 0, end, ordered, slope)
    value = combine(eq(S_alg_of(end), eta * S_of(end)), (1, same), (1, zero_alg), (eta, zero))
    c = var("c_i")
    unit = inverse(eta, [assume(lt(0, eta))])
    return ring(eq(S_alg - c, eta * (S - c * inv(eta))), alg_end, S_end, value, unit)


# --- the norm's part in the Riccati equation -------------------------------------------------------


@proof("framework.riccati-norm-free")
def riccati_norm_free() -> Theorem:
    """d/dn of n^(kappa - 2) is (kappa - 2) n^(kappa - 2)/n, and the other factor is positive."""
    (known,) = defined("framework.rate-in-norm")
    height, degree = log(norm), assume(lt(0, kappa))
    factor = eta * kappa**2 * (gradU_norm**2 * inv(kappa) ** 2 - U_bar**2)
    low, high = HALF * norm, 2 * norm
    inside = (bound(le(low, norm), (), [[ABOVE]]), bound(le(norm, high), (), [[ABOVE]]))
    n = fresh()
    first, last = le(low, n), le(n, high)
    n_above = bound(lt(0, n), (), [[assume(first)], [ABOVE]])
    turned = lam(lambda n: factor * exp((kappa - 2) * log(n)))
    own = derivative(turned, low, high, norm, side=[ABOVE])
    printed = lam(
        lambda n: (
            eta * kappa**2 * power(n, kappa - 2) * (gradU_norm**2 * inv(kappa) ** 2 - U_bar**2)
        )
    )
    same = ring(eq(printed(n), turned(n)), fact("power", n_above, x=n, y=kappa - 2))
    moved = fact(
        "deriv-equal",
        *inside,
        everywhere(n, same, first, last),
        own,
        low=low,
        high=high,
        at=norm,
        f=printed,
        g=turned,
        a=own.conclusion.args[3],
    )
    found = unique(known, moved, bound(lt(low, high), (), [[ABOVE]]), *inside)
    value = ring(eq(drate, factor * (kappa - 2) * exp((kappa - 2) * height) * inv(norm)), found)
    two, flat = eq(kappa, 2), eq(drate, 0)
    head, _, growth, down = _factors(value)
    back = combine(flat, (1, value), (head * growth * down, assume(two)))
    return conjoin(
        discharge(flat, _only_two(two, value, assume(flat), degree)), discharge(two, back)
    )


def _factors(value: Theorem) -> tuple[Term, ...]:
    """c, kappa - 2, exp(...), 1/|theta| of the value above."""
    rest, down = value.conclusion.args[1].args
    rest, growth = rest.args
    factor, scale = rest.args
    return factor, scale, growth, down


def _only_two(goal: Term, value: Theorem, flat: Theorem, degree: Theorem) -> Theorem:
    """For kappa >= 3 all factors are positive."""
    factor, _, growth, down = _factors(value)
    rate, steep = assume(lt(0, eta)), assume(lt(kappa * call("abs", U_bar), gradU_norm))

    def impossible(large):
        size = fact("abs-positive", z=U_bar)
        square = abs_square(U_bar)
        unit, D_above = inverse(kappa, [degree]), positive(inv(kappa), [degree])
        # G/kappa > |U|, and both are >= 0
        share = bound(lt(call("abs", U_bar), gradU_norm * inv(kappa)), [unit], [[steep, D_above]])
        gap = bound(
            lt(0, gradU_norm**2 * inv(kappa) ** 2 - U_bar**2),
            [written(eq(call("abs", U_bar) ** 2, U_bar**2), square)],
            [[share, share], [share, size]],
        )
        whole = bound(lt(0, factor), (), [[rate, degree, degree, gap]])
        wide = bound(lt(0, kappa - 2), (), [[large]])
        rises = bound(
            lt(0, drate),
            [value],
            [[whole, wide, positive(growth, []), positive(down, [ABOVE])]],
        )
        return contradiction(bound(lt(0, 0), [flat], [[rises]]), goal)

    return by_cases(
        goal,
        lambda two: two,
        lambda other: impossible(at_least_three(other, AT_LEAST_TWO)),
    )
