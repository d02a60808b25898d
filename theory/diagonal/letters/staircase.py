"""The two algorithms of Appendix C.3 as recursions, for any d and n, each by what the paper says.

Pesme and Flammarion: integrals s with s' = -grad L; a jump where one with a gradient is first +-1
again; then the argmin of L over the signs. AGF: every dormant neuron (u, v) follows the gradient of
its utility, S accumulates; a jump where the first S with a positive utility is 1; then the argmin
over the active neurons with their signs. Plateaus are numbered from 0, coordinates from 1.
"""

from __future__ import annotations

from collections.abc import Callable

from theory.diagonal.letters import along, alpha, eta, normalised
from theory.diagonal.letters.regression import SIZES, count, gradient, loss, vector
from theory.proof.letters import define
from theory.proof.sums import VECTOR
from theory.proof.tactics import deriv, exists, forall, lam
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    apply,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    var,
)

jumps = var("jumps_PF", INT)
time, pause = function("t_PF_of", INT, REAL), function("wait_PF", INT, REAL)
integral, coefficient = (function(name, INT, INT, REAL) for name in ("s_PF_of", "beta_PF_of"))

jumps_agf = var("jumps_AGF", INT)
time_agf, pause_agf = function("t_AGF_of", INT, REAL), function("wait_AGF", INT, REAL)
coefficient_agf = function("beta_AGF_of", INT, INT, REAL)
u_at, v_at, S_at = (function(name, INT, INT, REAL, REAL) for name in ("u_at", "v_at", "S_at"))
chosen = function("chosen", INT, INT)


def each(statement: Callable) -> Term:
    """for all i = 1..d."""
    return forall(lambda i: implies(le(1, i), le(i, count), statement(i)), INT)


def row(table: Term, k: Term) -> Term:
    """The coefficients on plateau k, as a vector."""
    return vector(lambda i: table(k, i))


def slope(table: Term, k: Term, i: Term) -> Term:
    """The loss gradient along coefficient i on plateau k."""
    return gradient(row(table, k), i)


def best(b: Term, feasible: Callable) -> Term:
    """b = argmin of L over the feasible vectors: b is one, no other has less loss, and none as
    little.
    """

    def other(c):
        def entry(i):
            return eq(apply(c, (i,)), apply(b, (i,)))

        least = both(le(loss(b), loss(c)), implies(eq(loss(c), loss(b)), each(entry)))
        return implies(feasible(c), least)

    return both(feasible(b), forall(lambda c: other(vector(lambda i: c(i))), VECTOR))


def signed(s: Term, own: Term) -> Term:
    """c >= 0 where s = 1, c <= 0 where s = -1, c = 0 where s lies between."""
    return both(
        implies(eq(s, 1), le(0, own)),
        implies(eq(s, -1), le(own, 0)),
        implies(lt(-1, s), lt(s, 1), eq(own, 0)),
    )


def signed_by(s: Callable) -> Callable:
    """Every entry has the sign of its integral."""
    return lambda c: each(lambda i: signed(s(i), apply(c, (i,))))


def on_boundary(value: Term) -> Term:
    """value = 1 or value = -1."""
    return call("or", eq(value, 1), eq(value, -1))


def moved_integral(k: Term, i: Term, tau: Term) -> Term:
    """s_i - tau g_i on plateau k."""
    return integral(k, i) - tau * slope(coefficient, k, i)


def one_of_the_best(b: Term, feasible: Callable) -> Term:
    """b is a minimiser of L over the feasible vectors, perhaps one of several."""

    def other(c):
        return implies(feasible(c), le(loss(b), loss(c)))

    return both(feasible(b), forall(lambda c: other(vector(lambda i: c(i))), VECTOR))


def algorithm_step(k: Term, argmin: Callable = best) -> Term:
    """The plateau k of Pesme and Flammarion's algorithm, and the jump at its end."""

    def force(i):
        return negation(eq(slope(coefficient, k, i), 0))

    def due(i):
        return both(le(1, i), le(i, count), force(i), on_boundary(moved_integral(k, i, pause(k))))

    def not_before(i):
        def early(tau):
            never = negation(on_boundary(moved_integral(k, i, tau)))
            return implies(lt(0, tau), lt(tau, pause(k)), never)

        return implies(force(i), forall(early))

    return both(
        lt(0, pause(k)),
        exists(due, INT),
        each(not_before),
        eq(time(k + 1), time(k) + pause(k)),
        each(lambda i: eq(integral(k + 1, i), moved_integral(k, i, pause(k)))),
        argmin(row(coefficient, k + 1), signed_by(lambda i: integral(k + 1, i))),
    )


def algorithm(argmin: Callable) -> Term:
    """The start and every step."""
    return both(
        *SIZES,
        le(0, jumps),
        eq(time(0), 0),
        each(lambda i: both(eq(integral(0, i), 0), eq(coefficient(0, i), 0))),
        forall(lambda k: implies(le(0, k), le(k + 1, jumps), algorithm_step(k, argmin)), INT),
    )


ALGORITHM = define(
    "diagonal.algorithm",
    ("t_PF_of", "s_PF_of", "beta_PF_of", "jumps_PF"),
    algorithm(one_of_the_best),
    "Pesme and Flammarion's algorithm: times, integrals and coefficients of its first jumps, for "
    "any d and n",
)
WITH_THE_ARGMIN = algorithm(best)  # the same where each minimiser is the only one


def active(m: Term, i: Term) -> Term:
    """Neuron i is active after the jump at the end of plateau m: it was, or it is the one that
    jumps.
    """
    return call("or", negation(eq(coefficient_agf(m, i), 0)), eq(i, chosen(m)))


def direction_sign(m: Term, i: Term) -> Term:
    """The sign of u v at the end of plateau m."""
    return call("sign", u_at(m, i, pause_agf(m)) * v_at(m, i, pause_agf(m)))


def allowed(m: Term, i: Term, own: Term) -> Term:
    """c_i sgn(u_i v_i) >= 0 for an active neuron, c_i = 0 for another."""
    return both(
        implies(active(m, i), le(0, own * direction_sign(m, i))),
        implies(negation(active(m, i)), eq(own, 0)),
    )


def with_signs(m: Term) -> Callable:
    """Every active coefficient has the sign of its neuron, the others are 0."""
    return lambda c: each(lambda i: allowed(m, i, apply(c, (i,))))


def flowing(m: Term, i: Term) -> Term:
    """A dormant neuron follows the gradient of its utility; S grows by twice the normalised one,
    and before the end of the plateau it is not 1 while the utility is positive.
    """
    g, end = slope(coefficient_agf, m, i), pause_agf(m)

    def course(table):
        return lam(lambda s: table(m, i, s))

    return along(
        0,
        end,
        lambda s: both(
            deriv(0, end, s, -(eta * g * v_at(m, i, s)), course(u_at)),
            deriv(0, end, s, -(eta * g * u_at(m, i, s)), course(v_at)),
            deriv(0, end, s, 2 * normalised(u_at(m, i, s), v_at(m, i, s), g), course(S_at)),
            implies(
                *(lt(s, end), eq(S_at(m, i, s), 1)),
                le(-(g * u_at(m, i, s) * v_at(m, i, s)), 0),
            ),
        ),
    )


def resting(m: Term, i: Term) -> Term:
    """What AGF keeps of an active neuron, its sign and S = 1, rests."""
    end = pause_agf(m)
    return both(*(eq(one(m, i, end), one(m, i, ZERO)) for one in (u_at, v_at, S_at)))


def carried(m: Term, i: Term) -> Term:
    """The next plateau starts where this one ends."""
    end = pause_agf(m)
    return both(*(eq(one(m + 1, i, ZERO), one(m, i, end)) for one in (u_at, v_at, S_at)))


def jump(m: Term) -> Term:
    """The neuron that jumps: dormant, S = 1, and its utility is positive (so S would grow on)."""
    j, end = chosen(m), pause_agf(m)
    force = slope(coefficient_agf, m, j)
    return both(
        le(1, j),
        le(j, count),
        eq(coefficient_agf(m, j), 0),
        eq(S_at(m, j, end), 1),
        lt(0, -(force * u_at(m, j, end) * v_at(m, j, end))),
    )


def agf_step(m: Term) -> Term:
    """The plateau m of AGF, and the jump at its end."""

    def neuron(i):
        dormant = eq(coefficient_agf(m, i), 0)
        return both(
            implies(dormant, flowing(m, i)),
            implies(negation(dormant), resting(m, i)),
            carried(m, i),
        )

    return both(
        le(0, pause_agf(m)),
        eq(time_agf(m + 1), time_agf(m) + pause_agf(m)),
        each(neuron),
        jump(m),
        one_of_the_best(row(coefficient_agf, m + 1), with_signs(m)),
    )


AGF = define(
    "diagonal.agf",
    ("t_AGF_of", "beta_AGF_of", "jumps_AGF"),
    both(
        *SIZES,
        le(0, jumps_agf),
        eq(time_agf(0), 0),
        each(
            lambda i: both(
                eq(coefficient_agf(0, i), 0),
                eq(u_at(0, i, ZERO), call("sqrt", 2) * alpha),
                eq(v_at(0, i, ZERO), 0),
                eq(S_at(0, i, ZERO), 0),
            )
        ),
        forall(lambda m: implies(le(0, m), le(m + 1, jumps_agf), agf_step(m)), INT),
        each(
            lambda i: implies(
                eq(coefficient_agf(jumps_agf, i), 0), eq(slope(coefficient_agf, jumps_agf, i), 0)
            )
        ),
    ),
    "AGF from (sqrt(2) alpha, 0): times and coefficients of all its jumps, after which no dormant "
    "neuron has a utility left, for any d and n",
)
place = function("plateau_of", INT, INT)
NUMBERED = define(
    "diagonal.numbered",
    ("plateau_of",),
    both(
        eq(place(0), 0),
        forall(
            lambda k: implies(
                le(0, k),
                le(k + 1, jumps),
                lt(place(k), jumps_agf),
                both(
                    lt(place(k), place(k + 1)),
                    le(place(k + 1), jumps_agf),
                    forall(
                        lambda m: implies(
                            lt(place(k), m), lt(m, place(k + 1)), eq(pause_agf(m), 0)
                        ),
                        INT,
                    ),
                    call("or", eq(place(k + 1), jumps_agf), lt(0, pause_agf(place(k + 1)))),
                ),
            ),
            INT,
        ),
    ),
    "the number that the k-th plateau of AGF has among all, where plateaus of length zero are "
    "passed over",
)
