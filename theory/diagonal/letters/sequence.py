"""The letters of single claims about the two algorithms: a coordinate on a plateau, a jump of both,
AGF at every scale, the next neuron.
"""

from __future__ import annotations

from theory.diagonal.letters import (
    MAXIMUM,
    U_star,
    alpha,
    beta,
    circle,
    eta,
    g,
    s_i,
    unique,  # noqa: F401  # general position is defined there
)
from theory.diagonal.letters.algorithm import rate_at
from theory.diagonal.letters.regression import count
from theory.diagonal.letters.staircase import (
    AGF,
    NUMBERED,
    S_at,
    chosen,
    coefficient,
    coefficient_agf,
    each,
    integral,
    jumps,
    jumps_agf,
    pause_agf,
    place,
    slope,
    time,
    time_agf,
    u_at,
    v_at,
)
from theory.proof.letters import define, reads
from theory.proof.tactics import exists, forall, lam
from theory.proof.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    negation,
    substituted,
    var,
)

plateau, coordinate = var("plateau", INT), var("coordinate", INT)
ON_PLATEAU = define(
    "diagonal.on-plateau",
    ("g_i", "beta_i", "s_i"),
    both(
        le(0, plateau),
        le(plateau, jumps),
        le(1, coordinate),
        le(coordinate, count),
        eq(g, slope(coefficient, plateau, coordinate)),
        eq(beta, coefficient(plateau, coordinate)),
        eq(s_i, integral(plateau, coordinate)),
    ),
    "gradient, coefficient and integral of any coordinate on any plateau of the algorithm",
    sense="plateau",
)
U_best = var("U_best")
TOP = define(
    "diagonal.top",
    ("U_best",),
    substituted(MAXIMUM.statement, {U_star: U_best}),
    "the largest utility on the unit circle: no point has more, some point has it",
)
t_agf, t_pf, gap = map(var, ("t_agf", "t_pf", "beta_gap"))


def largest(bound: Term, value) -> Term:
    """bound = max of value(i) over i = 1..d: none is more, some is as much."""
    return both(
        each(lambda i: le(value(i), bound)),
        exists(lambda i: both(le(1, i), le(i, count), eq(value(i), bound)), INT),
    )


def apart(m: Term, k: Term, i: Term) -> Term:
    """|beta_AGF - beta_PF| of coordinate i."""
    return call("abs", coefficient_agf(m, i) - coefficient(k, i))


JUMP = define(
    "diagonal.jump",
    ("t_agf", "t_pf", "beta_gap"),
    both(
        le(0, plateau),
        le(plateau, jumps),
        eq(t_agf, time_agf(place(plateau))),
        eq(t_pf, time(plateau)),
        largest(gap, lambda i: apart(place(plateau), plateau, i)),
    ),
    "the start of the k-th plateau of either, plateaus of length zero not counted, and the largest "
    "difference of their coefficients",
)

# --- AGF at every scale ---------------------------------------------------------------------------
jumps_at, place_at = function("jumps_AGF_at", REAL, INT), function("plateau_at", REAL, INT, INT)
time_at = function("t_AGF_all", REAL, INT, REAL)
pause_at = function("wait_AGF_at", REAL, INT, REAL)
coefficient_at = function("beta_AGF_at", REAL, INT, INT, REAL)
u_all, v_all, S_all = (
    function(name, REAL, INT, INT, REAL, REAL) for name in ("u_all", "v_all", "S_all")
)
chosen_at = function("chosen_at", REAL, INT, INT)
agf_time, agf_gap = function("t_AGF", REAL, REAL), function("gap_AGF", REAL, REAL)


def at_scale(a: Term) -> dict:
    """The letters of AGF at scale a, with the accelerated rate of that scale."""
    return {
        alpha: a,
        eta: rate_at(a),
        jumps_agf: jumps_at(a),
        time_agf: lam(lambda m: time_at(a, m), INT),
        pause_agf: lam(lambda m: pause_at(a, m), INT),
        chosen: lam(lambda m: chosen_at(a, m), INT),
        place: lam(lambda k: place_at(a, k), INT),
        coefficient_agf: lam(lambda m, i: coefficient_at(a, m, i), INT, INT),
        u_at: lam(lambda m, i, s: u_all(a, m, i, s), INT, INT, REAL),
        v_at: lam(lambda m, i, s: v_all(a, m, i, s), INT, INT, REAL),
        S_at: lam(lambda m, i, s: S_all(a, m, i, s), INT, INT, REAL),
    }


def small_scale(statement) -> Term:
    """for all scales 0 < a < 1/sqrt(2)."""
    return forall(lambda a: implies(lt(0, a), lt(call("sqrt", 2) * a, 1), statement(a)))


EVERY_SCALE = define(
    "diagonal.agf-at-every-scale",
    ("t_AGF_all", "beta_AGF_at", "jumps_AGF_at", "plateau_at"),
    small_scale(
        lambda a: both(
            substituted(AGF.statement, at_scale(a)), substituted(NUMBERED.statement, at_scale(a))
        )
    ),
    "AGF at every scale alpha < 1/sqrt(2), its plateaus of positive length numbered",
)
JUMP_AT = define(
    "diagonal.jump-at-scale",
    ("t_pf", "t_AGF", "gap_AGF"),
    both(
        le(0, plateau),
        le(plateau, jumps),
        eq(t_pf, time(plateau)),
        small_scale(
            lambda a: both(
                eq(agf_time(a), time_at(a, place_at(a, plateau))),
                largest(
                    agf_gap(a),
                    lambda i: call(
                        "abs",
                        coefficient_at(a, place_at(a, plateau), i) - coefficient(plateau, i),
                    ),
                ),
            )
        ),
    ),
    "the start of the k-th plateau of either, plateaus of length zero not counted, and the largest "
    "difference of their coefficients, AGF at any scale",
    sense="scales",
)

# --- the next neuron ------------------------------------------------------------------------------
first, i_star = var("first", INT), var("i_star", INT)
U_max = function("U_star_of", INT, REAL)


def waiting_time(i: Term) -> Term:
    """Delta tau_i of the corollary on this plateau."""
    force, start = slope(coefficient_agf, plateau, i), (plateau, i, ZERO)
    rho = call("sign", u_at(*start) * v_at(*start))
    way = call("acosh", call("exp", 2 * eta)) + call("sign", force) * rho * call(
        "acosh", call("exp", 2 * eta * S_at(*start))
    )
    return way * call("inv", 2 * eta * (2 * U_max(i)))


def candidate(i: Term) -> Term:
    """Neuron i is dormant on this plateau and has a gradient."""
    return both(
        le(1, i),
        le(i, count),
        eq(coefficient_agf(plateau, i), 0),
        negation(eq(slope(coefficient_agf, plateau, i), 0)),
    )


def largest_utility(i: Term) -> Term:
    """U*_i: the largest utility of neuron i on the unit circle."""
    force = slope(coefficient_agf, plateau, i)
    return both(
        forall(lambda a: forall(lambda b: implies(circle(a, b), le(-(force * a * b), U_max(i))))),
        exists(lambda a: exists(lambda b: both(circle(a, b), eq(-(force * a * b), U_max(i))))),
    )


NEXT = define(
    "diagonal.next",
    ("first", "i_star"),
    both(
        le(0, plateau),
        lt(plateau, jumps_agf),
        eq(first, chosen(plateau)),
        each(largest_utility),
        candidate(i_star),
        forall(
            lambda i: implies(
                candidate(i), negation(eq(i, i_star)), lt(waiting_time(i_star), waiting_time(i))
            ),
            INT,
        ),
    ),
    "on any plateau of AGF: the neuron that jumps, and the dormant one with the smallest Delta tau "
    "of the corollary, no other having as small a one",
)

# --- statements in passing ------------------------------------------------------------------------
beta_new, S_dormant, m_of = var("beta_new"), var("S_dormant"), var("plateau_AGF", INT)
NEW = define(
    "diagonal.new",
    ("beta_new",),
    both(
        le(0, plateau),
        le(plateau + 1, jumps),
        each(
            lambda i: implies(
                eq(coefficient(plateau, i), 0),
                le(call("abs", coefficient(plateau + 1, i)), beta_new),
            )
        ),
        exists(
            lambda i: both(
                le(1, i),
                le(i, count),
                eq(coefficient(plateau, i), 0),
                eq(call("abs", coefficient(plateau + 1, i)), beta_new),
            ),
            INT,
        ),
    ),
    "the largest coefficient after the jump among those that were zero before it",
)
START = define(
    "diagonal.dormant-start",
    ("S_dormant",),
    both(
        le(0, m_of),
        lt(m_of, jumps_agf),
        le(1, coordinate),
        le(coordinate, count),
        eq(coefficient_agf(m_of, coordinate), 0),
        eq(S_dormant, S_at(m_of, coordinate, ZERO)),
    ),
    "the accumulated utility of any dormant neuron at the start of any plateau of AGF",
)
reads("diagonal.mirror-potential", "diagonal.flow", "diagonal.dual", "diagonal.beta")
reads(
    "diagonal.sign-at-zero",
    "diagonal.flow",
    "diagonal.dual",
    "diagonal.accumulated",
    "diagonal.sign",
)
reads("diagonal.boundary-sign", "diagonal.first-root")
reads("diagonal.inward-candidates", "diagonal.algorithm", "diagonal.on-plateau")
reads(
    "diagonal.new-coefficient",
    "diagonal.algorithm",
    "diagonal.general-position",
    "diagonal.new",
)
reads("diagonal.dormant-start", "diagonal.agf", "diagonal.dormant-start")
reads("diagonal.candidates", "diagonal.algorithm", "diagonal.on-plateau", "diagonal.top")
reads("diagonal.dormant-integral", "diagonal.algorithm", "diagonal.on-plateau")
reads("diagonal.dormant-set", "diagonal.algorithm", "diagonal.on-plateau")
BOTH = (
    "diagonal.algorithm",
    "diagonal.general-position",
    "diagonal.agf",
    "diagonal.numbered",
)
reads("diagonal.exact-relation", *BOTH, "diagonal.jump", "diagonal.accelerated")
reads("diagonal.ties", *BOTH, "diagonal.jump")
reads(
    "diagonal.theorem",
    "diagonal.algorithm",
    "diagonal.general-position",
    "diagonal.agf-at-every-scale",
    "diagonal.jump-at-scale",
)
reads("diagonal.next-neuron", "diagonal.agf", "diagonal.next")
