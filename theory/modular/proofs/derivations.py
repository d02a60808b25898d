"""Derivations of the main formulas of modular addition, step by step; ``agf derive modular.<id>``
re-checks and prints them.

Sums over Z/p are compared by orthogonality, for every p (``theory.modular.cyclic_sums``); bounds by
the sign of what is left out (``theory.derivation.nonnegative``).
"""

from __future__ import annotations

from sympy import Derivative, Eq, Expr, Ge, Integral, Le, Mul, Sum, Symbol, cos, sqrt

from theory import modular as paper
from theory.derivation import Derivation, derive
from theory.modular import (
    X,
    a,
    b,
    cycle,
    j,
    k,
    p,
    u,
    u_hat,
    v,
    v_hat,
    vanishes_for_every_p,
    w,
    w_hat,
    x,
    x_hat,
    xi,
)
from theory.notation import alpha, eta, function, t, tau

rho = function(
    "rho",
    r"\rho[#1]",
    "at frequency #1, the root of a third of the squared magnitudes of u, v and w",
    of=("k",),
    nonnegative=True,
)
norm_at = function("n", "n(#1)", "norm of a dormant neuron at time #1", of=("t",), positive=True)
U_at = function(
    "U_at", r"\bar{\mathcal{U}}(#1)", "utility of its direction at time #1", of=("t",), real=True
)
M = function(
    "M_uvw",
    "M(#1)",
    "product of the magnitudes of u, v and w where their squares have grown by #1",
    of=("s",),
    positive=True,
)
R_F = function(
    "R_F", "R_{F}(#1)", "Carlson's R_F where the squared magnitudes have grown by #1", of=("s",)
)


# --- utility --------------------------------------------------------------------------------------
def correlation(vector: type, shift: Expr) -> Expr:
    """<u, a.x> = sum_j x[j] u[j + a] (modular.cross-correlation)."""
    return cycle(x(j) * vector(j + shift), j)


def initial_utility() -> Derivation:
    """U = mean over a, b of (<u, a.x> + <v, b.x>)^2 <w, (a + b).x - mean>."""
    label = correlation(w, a + b) - x_hat(0) * w_hat(0) / p
    mean = x_hat(0) ** 3 * u_hat(0) * v_hat(0) * w_hat(0)

    def pairs(body: Expr) -> Expr:
        return Sum(body, (a, 0, p - 1), (b, 0, p - 1))

    return (
        derive(pairs((correlation(u, a) + correlation(v, b)) ** 2 * label) / p**2)
        .equals(
            2 / p**2 * pairs(correlation(u, a) * correlation(v, b) * label),
            "squares miss a or b: centred labels sum to 0",
            vanishes_for_every_p,
        )
        .equals(
            2 / p**2 * pairs(correlation(u, a) * correlation(v, b) * correlation(w, a + b))
            - 2 / p**3 * mean,
            "the mean alone",
            vanishes_for_every_p,
        )
        .equals(
            2 / p**3 * cycle(paper.summand(), k) - 2 / p**3 * mean,
            "modular.dft-lemma",
            vanishes_for_every_p,
        )
        .equals(
            2 / p**3 * Sum(paper.summand(), (k, 1, p - 1)),
            "the term k = 0 cancels",
            vanishes_for_every_p,
        )
    )


def maximal_utility() -> Derivation:
    """No unit vector has more than sqrt(2/(27 p^3)) X^3; the pure cosine of
    modular.maximal-value-line has it.
    """
    third = rho(k)
    m_x, m_u, m_v, m_w = (one(k) for one in (paper.mu_x, paper.mu_u, paper.mu_v, paper.mu_w))
    angle = paper.S_u(k) + paper.S_v(k) - paper.S_w(k) - paper.S_x(k)
    signs = [Ge(one, 0) for one in (m_x, m_w, m_u, m_v)]

    def over(body: Expr) -> Expr:
        return Sum(body, (k, 1, (p - 1) / 2))

    top = sqrt(p / 6)
    return (
        derive(4 / p**3 * over(m_x**3 * m_u * m_v * m_w * cos(angle)))
        .at_most(4 / p**3 * over(m_x**3 * m_u * m_v * m_w), "cos <= 1", Le(cos(angle), 1), *signs)
        .at_most(
            4 / p**3 * over(m_x**3 * (m_u**2 + m_v**2) / 2 * m_w), "(mu_u - mu_v)^2 >= 0", *signs
        )
        .substitute(
            Eq(m_u**2, 3 * third**2 - m_v**2 - m_w**2),
            because="3 rho^2 for the three squared magnitudes",
        )
        .at_most(4 / p**3 * over(m_x**3 * third**3), "(mu_w - rho)^2 >= 0", *signs[:2])
        .at_most(
            4 / p**3 * X**3 * over(third**3), "X is the largest magnitude", signs[0], Le(m_x, X)
        )
        .at_most(
            4 / p**3 * X**3 * top * over(third**2),
            "no frequency has more than the whole norm",
            Le(third, top),
        )
        .at_most(
            4 / p**3 * X**3 * top * p / 6,
            "a unit vector; one frequency attains it",
            Le(over(third**2), p / 6),
        )
    )


def vanishes_for_every_odd_p(expr: Expr) -> bool:
    """The same where p is odd and xi is not 0 mod p: then 2 xi is not 0 either, and xi and -xi
    differ.
    """
    return vanishes_for_every_p(expr, frozenset({xi, 2 * xi}))


def updated_utility() -> Derivation:
    """The residual is the label minus the learned function: <f, r> = <f, y> - Delta, averaged over
    all pairs.
    """
    return (
        derive(paper.U_init - paper.Delta / p**2)
        .substitute(paper.initial_utility, because="modular.initial-utility")
        .substitute(paper.learned_correlation, because="modular.learned-correlation")
        .equals(
            paper.updated_utility.formula,
            "these are the terms k = xi and k = -xi",
            vanishes_for_every_odd_p,
        )
    )


# --- cost -----------------------------------------------------------------------------------------
def lower_bound() -> Derivation:
    """The cost is at least a square of the aligned part P, and the utility is linear in it:
    complete the square.
    """
    P = Symbol("P", real=True)
    return (
        derive(paper.cost - paper.gain)
        .at_least(
            X**4 / (54 * p**2) * paper.aligned_part**2 - paper.gain,
            "modular.cost-bound",
            paper.cost_bound,
        )
        .substitute(
            Eq(paper.gain, sqrt(2 / (27 * p**3)) * X**3 * paper.aligned_part),
            because="modular.aligned-utility, added up",
        )
        .substitute(Eq(paper.aligned_part, P), because="P for the sum")
        .equals((X**2 * P / (sqrt(54) * p) - X / sqrt(p)) ** 2 - X**2 / p, "complete the square")
        .at_least(-(X**2) / p, "a square")
    )


def loss_bound() -> Derivation:
    """L >= -|x_hat|^2/p + (|x|^2 - (sum x)^2/p)/2: the loss split, its cost and utility bounded
    together.
    """
    return (
        derive(paper.loss)
        .substitute(paper.loss_split, because="modular.loss-split")
        .substitute(Eq(paper.cost, paper.net + paper.gain), because="the two parts together")
        .at_least(
            -(X**2) / p + (paper.x_sq - paper.x_sum**2 / p) / 2,
            "modular.lower-bound",
            paper.lower_bound,
        )
    )


# --- jump times -----------------------------------------------------------------------------------
def jump_bound_finite() -> Derivation:
    """The norm n of a dormant neuron obeys n' = 3 eta U_bar n^2, as (n^2)' = 2 eta <theta, grad U>
    = 6 eta n^3 U_bar for a utility of degree 3.
    """
    return (
        derive(tau)
        .equals(paper.tau_l + Integral(1, (t, paper.tau_l, tau)), "the time since the last jump")
        .at_least(
            paper.tau_l + Integral(U_at(t) / paper.U_top, (t, paper.tau_l, tau)),
            "no direction has more than the largest utility",
            Le(U_at(t), paper.U_top),
            Le(paper.tau_l, tau),
        )
        .substitute(
            Eq(U_at(t), Derivative(norm_at(t), t) / (3 * eta * norm_at(t) ** 2)),
            because="the norm grows at the rate 3 eta n^2 U_bar (Euler)",
        )
        .integrate("integrate", antiderivative=-1 / (3 * eta * paper.U_top * norm_at(t)))
        .substitute(Eq(norm_at(tau), 1), because="it activates at norm 1")
        .at_least(
            paper.tau_l + (1 / paper.mu - 1) / (3 * eta * paper.U_top),
            "mu is the largest norm at the last jump",
            Le(norm_at(paper.tau_l), paper.mu),
        )
        .substitute(paper.maximal_utility, because="modular.maximal-utility")
    )


def jump_bound() -> Derivation:
    """The wait that modular.jump-bound-finite leaves, to leading order."""
    return (
        derive(paper.jump_bound_finite.formula - paper.tau_l)
        .substitute(
            Eq(eta, 1 / alpha),
            Eq(paper.mu, alpha * paper.mu_limit),
            because="eta = 1/alpha, mu of the order alpha",
        )
        .simplify()
        .limit(alpha, 0)
        .substitute(
            Eq(X, paper.mag(paper.steps + 1)),
            because="in the printed order the next one is the largest that is left",
        )
    )


def wave_time() -> Derivation:
    """dt = ds/(2 g Re z) with Re z = |u||v||w| cos Phi (modular.wave-growth), down to the turning
    point e_1 where the wave first falls, and up.

    Im z = |u||v||w| sin Phi is the constant J (modular.wave-momentum); rising is 1 or -1.
    """
    s, e_1, end, J = (
        Symbol("s", real=True),
        Symbol("e_1", real=True),
        Symbol("sigma", positive=True),
        Symbol("J", real=True),
    )
    starts = [
        Symbol(f"{name}_0", positive=True) for name in "abc"
    ]  # squared magnitudes at the start: s is what each has grown by
    product = Mul(*(s + one for one in starts))

    def path(pace: Expr) -> Expr:
        return Integral(pace, (s, e_1, end)) - paper.rising * Integral(pace, (s, e_1, 0))

    return (
        derive(path(p**2 / (4 * X**3 * M(s) * sqrt(1 - (J / M(s)) ** 2))))
        .inside(path(p**2 / (4 * X**3) / sqrt(M(s) ** 2 - J**2)), "Re z, as Im z = J")
        .substitute(Eq(M(s) ** 2, product), because="each square has grown by s")
        .substitute(
            Eq(1 / sqrt(product - J**2), -2 * Derivative(R_F(s), s)),
            because="R_F: half the integral from s on",
            every=s,
        )
        .integrate("R_F is an antiderivative")
        .substitute(
            Eq(R_F(0), paper.R_start),
            Eq(R_F(e_1), paper.R_turn),
            Eq(R_F(end), paper.R_end),
            because="start, turn and end",
        )
        .equals(paper.wave_time.formula, "gather")
    )
