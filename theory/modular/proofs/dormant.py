"""Proofs about a dormant neuron, for every p: how soon it can reach norm 1, and the three-wave
interaction solved by elliptic integrals.

A time is shown to be right by its derivative along the flow, and by its value where the flow starts
or ends; the flow is that of ``task``.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from theory import modular as paper
from theory.argument import need
from theory.modular import a, b, cycle, p, u, u_hat, v, vanishes_for_every_p, w, x
from theory.modular.proofs import task, utility_maxima
from theory.modular.proofs.harmonics import laurent, unit
from theory.modular.proofs.plateaus import halves
from theory.modular.proofs.statements import formula, lower_bound
from theory.modular.proofs.task import correlation
from theory.notation import eta, k, tau
from theory.vanishing import vanishes

scale = sp.Symbol("scale", positive=True)
s, t, m = sp.symbols("s t m", integer=True)


def zero(expr: sp.Expr) -> bool:
    """``vanishes``, which takes long where it fails: not where one exact point tells."""
    letters = sorted(expr.free_symbols, key=str)
    at = expr.xreplace(
        {
            one: sp.Integer(2 + n) if one.is_integer else sp.Rational(7 + 2 * n, 5 + n)
            for n, one in enumerate(letters)
        }
    )
    return not abs(sp.N(at, 30)) > sp.Float("1e-20") and vanishes(expr)


# --- bounds on jump times -------------------------------------------------------------------------
def homogeneous(degree: sp.Expr) -> bool:
    """(z_1 + ... + z_k)^k <w, y> is multiplied by s^(k+1) with the neuron: so <theta, grad U> = (k
    + 1) U, by Euler.
    """
    z, label = sp.symbols("z label", positive=True)  # the sum and <w, y>: both linear in the neuron
    moved = (scale * z) ** degree * scale * label
    return vanishes(moved - scale ** (degree + 1) * z**degree * label) and vanishes(
        sp.diff(moved, scale).subs(scale, 1) - (degree + 1) * z**degree * label
    )


def keeps_below(bound: sp.Expr, start: sp.Expr, degree: sp.Expr) -> bool:
    """Is this the time in which n' = eta (k + 1) U* n^k leads from mu to 1? No neuron of norm at
    most mu is faster.

    d|theta|^2/dt = 2 eta <theta, grad U> = 2 eta (k + 1) U <= 2 eta (k + 1) U* |theta|^(k+1). So
    the time that the bound gives for the norm reached falls at most as fast as time goes; it is 0
    at norm 1, and larger for smaller norms.
    """
    fastest = eta * (degree + 1) * utility_maxima.largest(degree) * paper.mu**degree
    return bool(
        homogeneous(degree)
        and fastest.is_positive
        and zero(sp.diff(bound, paper.mu) * fastest + 1)
        and zero(bound.subs(paper.mu, 1) - start)
    )


def summands_bound(statement: sp.Basic) -> bool:
    """k summands, from the start on: k = 1, and every k >= 2 at once."""
    bound = lower_bound(statement, tau)
    larger = 2 + sp.Symbol("further", integer=True, nonnegative=True)
    return bound is not None and all(
        keeps_below(bound.subs(k, degree), sp.S.Zero, degree) for degree in (sp.S.One, larger)
    )


# --- one frequency: a three-wave interaction ------------------------------------------------------
a_0, b_0, c_0, more, most = sp.symbols(
    "a_0 b_0 c_0 more most", nonnegative=True
)  # squared magnitudes at the start
J, sigma = sp.symbols("J sigma", real=True)  # Im z, and what they have grown by
ahead = sp.Symbol("ahead", positive=True)


def cubic(grown: sp.Expr) -> sp.Expr:
    """(s + a)(s + b)(s + c) - J^2: (Re z)^2 where the squared magnitudes have grown by s."""
    return (grown + a_0) * (grown + b_0) * (grown + c_0) - J**2


@cache
def interaction() -> sp.Expr:
    """g with d|u|^2/dt = d|v|^2/dt = d|w|^2/dt = 2 g Re z and z' = g d(cubic)/ds; Im z = J does not
    move, and |z|^2 = |u|^2 |v|^2 |w|^2.

    So s' = 2 g Re z with (Re z)^2 = cubic(s), and Re z only ever grows: it changes sign once at
    most, upwards.
    """
    growth, drift = task.rates()
    phase = {unit(paper.Phi): unit("u") * unit("v") / unit("w") / unit("x")}
    sizes = paper.mag_u * paper.mag_v * paper.mag_w
    real, imaginary = (
        laurent(sizes * wave(paper.Phi)).xreplace(phase) for wave in (sp.cos, sp.sin)
    )
    g = sp.cancel(growth[0] / (2 * real))
    need(task.velocities(), "transforms of the gradient")
    need(
        g.is_positive and all(sp.expand(one - 2 * g * real) == 0 for one in growth),
        "the squared magnitudes grow at one rate, 2 g Re z",
    )
    need(
        sp.expand(real**2 + imaginary**2 - sizes**2) == 0,
        "|z|^2 is the product of the squared magnitudes",
    )
    now = {a_0 + sigma: paper.mag_u**2, b_0 + sigma: paper.mag_v**2, c_0 + sigma: paper.mag_w**2}
    steeper = sp.diff(cubic(sigma), sigma).subs(now)
    need(sp.expand(drift - g * steeper) == 0, "z moves along the real line, upwards")
    return g


def turning_point() -> None:
    """The cubic is -J^2 <= 0 at minus the smallest of a, b, c, rises from there on, and is (Re z)^2
    >= 0 at s = 0: one root e_1 in between, none above.

    So a wave that falls does so down to e_1, where Re z = 0, and comes back; a wave that rises from
    the start never meets it.
    """
    ordered = {b_0: a_0 + more, c_0: a_0 + most}
    need(sp.expand(cubic(-a_0)) == -(J**2), "the cubic at minus the smallest")
    need(
        bool(
            sp.expand(
                sp.diff(cubic(sigma), sigma).subs(ordered).subs(sigma, ahead - a_0)
            ).is_positive
        ),
        "the cubic rises",
    )


def carlson_slope() -> sp.Expr:
    """d/ds of R_F(s - e_1, s - e_2, s - e_3) = (1/2) int_0^oo cubic(s + r)^(-1/2) dr: the integrand
    moves with s + r, so only its ends count.
    """
    r = sp.Symbol("r", positive=True)
    integrand = 1 / sp.sqrt(cubic(sigma + r))
    need(
        sp.expand(sp.diff(integrand, sigma) - sp.diff(integrand, r)) == 0,
        "the integrand depends on s + r alone",
    )
    # cubic(s + r) ~ r^3: the integral converges, its upper end gives nothing
    need(sp.limit(cubic(sigma + r) / r**3, r, sp.oo) == 1, "the integrand falls like r^(-3/2)")
    return -integrand.subs(r, 0) / 2


def elapsed(g: sp.Expr, start: sp.Expr, end: sp.Expr, upwards: bool) -> sp.Expr:
    """The time in which R_F goes from start to end: its rate along the flow, slope times 2 g Re z
    with Re z = +-sqrt(cubic), is a constant.
    """
    real = sp.sqrt(cubic(sigma)) if upwards else -sp.sqrt(cubic(sigma))
    return (end - start) / sp.simplify(carlson_slope() * 2 * g * real)


def wave_time(statement: sp.Basic) -> bool:
    """Up from the start; or down to the turning point first, and up from there."""
    stated = formula(statement, paper.wait)
    if stated is None:
        return False
    g = interaction()
    turning_point()
    up = elapsed(g, paper.R_start, paper.R_end, True)
    back = elapsed(g, paper.R_start, paper.R_turn, False) + elapsed(
        g, paper.R_turn, paper.R_end, True
    )
    return all(zero(stated.subs(paper.rising, sign) - time) for sign, time in ((1, up), (-1, back)))


# --- a neuron: all its frequencies ----------------------------------------------------------------
def mean_rests() -> bool:
    """The transforms of grad U at frequency 0 vanish in u, v and w: what a neuron has there stays
    what it is.
    """
    label = correlation(w, a + b) - cycle(x(t), t) / p * cycle(w(t), t)
    hidden = correlation(u, a) + correlation(v, b)
    gradients = (
        2 * hidden * x(s - a) * label,
        2 * hidden * x(s - b) * label,
        hidden**2 * (x(s - a - b) - cycle(x(t), t) / p),
    )
    return all(vanishes_for_every_p(cycle(cycle(cycle(one, s), a), b)) for one in gradients)


def share_of_norm() -> sp.Expr:
    """What one unit of growth at frequency m adds to |theta|^2: 1/p of Plancherel, for m and -m,
    for u, v and w, which all grow alike.
    """
    interaction()
    need(mean_rests(), "frequency 0 does not move")
    need(
        halves()
        and vanishes_for_every_p(cycle(sp.Abs(u_hat(m)) ** 2, m) / p - cycle(u(s) ** 2, s)),
        "Plancherel, in conjugate pairs",
    )
    growth, _ = task.rates()
    return 2 * len(growth) / p


def blow_up() -> None:
    """R_F is positive where s is finite and ~ 1/sqrt(s): it comes to 0 as s grows without end, and
    not before; the time of it is the blow-up time.
    """
    slopes = carlson_slope().subs(sigma, ahead) / sp.diff(1 / sp.sqrt(ahead), ahead)
    need(sp.limit(sp.cancel(slopes**2), ahead, sp.oo) == 1, "R_F falls like 1/sqrt(s)")


def frequency_taken(statement: sp.Basic) -> bool:
    """A neuron alpha theta_0 is alpha theta(alpha t), as U is of degree 3: norm 1 is the norm
    1/alpha of the flow from theta_0, and alpha -> 0 its first blow-up.

    Frequencies move independently (``velocities``). At the smallest of their blow-up times one is
    infinite and all the others are not.
    """
    blow_up()
    need(homogeneous(sp.Integer(2)), "the utility is of degree 3")
    start, rest = sp.symbols(
        "start rest", nonnegative=True
    )  # squared norms: of this frequency at the start, of all the others at the blow-up
    inside = start + share_of_norm() * ahead
    share = sp.limit(sp.sqrt(inside / (inside + rest)), ahead, sp.oo)
    return formula(statement, paper.share_taken) == share
