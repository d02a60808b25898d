"""Derivations of the main formulas of modular addition, step by step; ``agf derive modular.<id>`` re-checks and prints them.

Sums over Z/p are compared by orthogonality, for every p (``modular_sums``); bounds by the sign of what is left out (``nonnegative``).
"""
from __future__ import annotations

from sympy import Derivative, Eq, Expr, Ge, Integral, Le, Mul, Sum, Symbol, cos, sqrt

from . import modular_cost as mc
from . import modular_utility as mu
from . import modular_waves as mw
from .derivation import Derivation, derive
from .modular_sums import p, vanishes_for_every_p
from .modular_utility import X, a, b, cycle, j, k, u, u_hat, v, v_hat, w, w_hat, x, x_hat
from .symbols import alpha, eta, function, t, tau

rho = function("rho", r"\rho[#1]", "at frequency #1, the root of a third of the squared magnitudes of u, v and w", of=("k",), nonnegative=True)
norm_at = function("n", "n(#1)", "norm of a dormant neuron at time #1", of=("t",), positive=True)
U_at = function("U_at", r"\bar{\mathcal{U}}(#1)", "utility of its direction at time #1", of=("t",), real=True)
M = function("M_uvw", "M(#1)", "product of the magnitudes of u, v and w where their squares have grown by #1", of=("s",), positive=True)
R_F = function("R_F", "R_{F}(#1)", "Carlson's R_F where the squared magnitudes have grown by #1", of=("s",))


# --- utility ---------------------------------------------------------------------------------------------------------------------------
def correlation(vector: type, shift: Expr) -> Expr:
    """<u, a.x> = sum_j x[j] u[j + a] (modular.cross-correlation)."""
    return cycle(x(j) * vector(j + shift), j)


def initial_utility() -> Derivation:
    """U = mean over a, b of (<u, a.x> + <v, b.x>)^2 <w, (a + b).x - mean>."""
    label = correlation(w, a + b) - x_hat(0) * w_hat(0) / p
    mean = x_hat(0)**3 * u_hat(0) * v_hat(0) * w_hat(0)

    def pairs(body: Expr) -> Expr:
        return Sum(body, (a, 0, p - 1), (b, 0, p - 1))

    return (derive(pairs((correlation(u, a) + correlation(v, b))**2 * label) / p**2)
            .equals(2 / p**2 * pairs(correlation(u, a) * correlation(v, b) * label), "squares miss a or b: centred labels sum to 0", vanishes_for_every_p)
            .equals(2 / p**2 * pairs(correlation(u, a) * correlation(v, b) * correlation(w, a + b)) - 2 / p**3 * mean, "the mean alone", vanishes_for_every_p)
            .equals(2 / p**3 * cycle(mu.summand(), k) - 2 / p**3 * mean, "modular.dft-lemma", vanishes_for_every_p)
            .equals(2 / p**3 * Sum(mu.summand(), (k, 1, p - 1)), "the term k = 0 cancels", vanishes_for_every_p))


def maximal_utility() -> Derivation:
    """No unit vector has more than sqrt(2/(27 p^3)) X^3; the pure cosine of modular.maximal-value-line has it."""
    third = rho(k)
    m_x, m_u, m_v, m_w = (one(k) for one in (mu.mu_x, mu.mu_u, mu.mu_v, mu.mu_w))
    angle = mu.S_u(k) + mu.S_v(k) - mu.S_w(k) - mu.S_x(k)
    signs = [Ge(one, 0) for one in (m_x, m_w, m_u, m_v)]

    def over(body: Expr) -> Expr:
        return Sum(body, (k, 1, (p - 1) / 2))

    top = sqrt(p / 6)
    return (derive(4 / p**3 * over(m_x**3 * m_u * m_v * m_w * cos(angle)))
            .at_most(4 / p**3 * over(m_x**3 * m_u * m_v * m_w), "cos <= 1", Le(cos(angle), 1), *signs)
            .at_most(4 / p**3 * over(m_x**3 * (m_u**2 + m_v**2) / 2 * m_w), "(mu_u - mu_v)^2 >= 0", *signs)
            .substitute(Eq(m_u**2, 3 * third**2 - m_v**2 - m_w**2), because="3 rho^2 for the three squared magnitudes")
            .at_most(4 / p**3 * over(m_x**3 * third**3), "(mu_w - rho)^2 >= 0", *signs[:2])
            .at_most(4 / p**3 * X**3 * over(third**3), "X is the largest magnitude", signs[0], Le(m_x, X))
            .at_most(4 / p**3 * X**3 * top * over(third**2), "no frequency has more than the whole norm", Le(third, top))
            .at_most(4 / p**3 * X**3 * top * p / 6, "a unit vector; one frequency attains it", Le(over(third**2), p / 6)))


def updated_utility() -> Derivation:
    """The residual is the label minus the learned function: <f, r> = <f, y> - Delta, averaged over all pairs."""
    return (derive(mu.U_init - mc.Delta / p**2)
            .substitute(mu.initial_utility, because="modular.initial-utility")
            .substitute(mc.learned_correlation, because="modular.learned-correlation")
            .equals(mc.updated_utility.formula, "these are the terms k = xi and k = -xi", vanishes_for_every_p))


# --- cost --------------------------------------------------------------------------------------------------------------------------------
def lower_bound() -> Derivation:
    """The cost is at least a square of the aligned part P, and the utility is linear in it: complete the square."""
    P = Symbol("P", real=True)
    return (derive(mc.cost - mc.gain)
            .at_least(X**4 / (54 * p**2) * mc.aligned_part**2 - mc.gain, "modular.cost-bound", mc.cost_bound)
            .substitute(Eq(mc.gain, sqrt(2 / (27 * p**3)) * X**3 * mc.aligned_part), because="modular.aligned-utility, added up")
            .substitute(Eq(mc.aligned_part, P), because="P for the sum")
            .equals((X**2 * P / (sqrt(54) * p) - X / sqrt(p))**2 - X**2 / p, "complete the square")
            .at_least(-X**2 / p, "a square"))


def loss_bound() -> Derivation:
    return (derive(mc.loss).substitute(mc.loss_split, because="modular.loss-split")
            .substitute(Eq(mc.cost, mc.net + mc.gain), because="the two parts together")
            .at_least(-X**2 / p + (mc.x_sq - mc.x_sum**2 / p) / 2, "modular.lower-bound", mc.lower_bound))


# --- jump times ------------------------------------------------------------------------------------------------------------------------
def jump_bound_finite() -> Derivation:
    """The norm n of a dormant neuron obeys n' = 3 eta U_bar n^2, as (n^2)' = 2 eta <theta, grad U> = 6 eta n^3 U_bar for a utility of degree 3."""
    return (derive(tau).equals(mc.tau_l + Integral(1, (t, mc.tau_l, tau)), "the time since the last jump")
            .at_least(mc.tau_l + Integral(U_at(t) / mu.U_top, (t, mc.tau_l, tau)), "no direction has more than the largest utility",
                      Le(U_at(t), mu.U_top), Le(mc.tau_l, tau))
            .substitute(Eq(U_at(t), Derivative(norm_at(t), t) / (3 * eta * norm_at(t)**2)), because="the norm grows at the rate 3 eta n^2 U_bar (Euler)")
            .integrate("integrate", antiderivative=-1 / (3 * eta * mu.U_top * norm_at(t)))
            .substitute(Eq(norm_at(tau), 1), because="it activates at norm 1")
            .at_least(mc.tau_l + (1 / mc.mu - 1) / (3 * eta * mu.U_top), "mu is the largest norm at the last jump", Le(norm_at(mc.tau_l), mc.mu))
            .substitute(mu.maximal_utility, because="modular.maximal-utility"))


def jump_bound() -> Derivation:
    """The wait that modular.jump-bound-finite leaves, to leading order."""
    return (derive(mc.jump_bound_finite.formula - mc.tau_l)
            .substitute(Eq(eta, 1 / alpha), Eq(mc.mu, alpha * mc.mu_limit), because="eta = 1/alpha, mu of the order alpha")
            .simplify().limit(alpha, 0)
            .substitute(Eq(X, mc.mag(mc.steps + 1)), because="in the printed order the next one is the largest that is left"))


def wave_time() -> Derivation:
    """dt = ds/(2 g Re z) with Re z = |u||v||w| cos Phi (modular.wave-growth), down to the turning point e_1 where the wave first falls, and up.

    Im z = |u||v||w| sin Phi is the constant J (modular.wave-momentum); rising is 1 or -1.
    """
    s, e_1, end, J = Symbol("s", real=True), Symbol("e_1", real=True), Symbol("sigma", positive=True), Symbol("J", real=True)
    starts = [Symbol(f"{name}_0", positive=True) for name in "abc"]   # squared magnitudes at the start: s is what each has grown by
    product = Mul(*(s + one for one in starts))

    def path(pace: Expr) -> Expr:
        return Integral(pace, (s, e_1, end)) - mw.rising * Integral(pace, (s, e_1, 0))

    return (derive(path(p**2 / (4 * X**3 * M(s) * sqrt(1 - (J / M(s))**2))))
            .inside(path(p**2 / (4 * X**3) / sqrt(M(s)**2 - J**2)), "Re z, as Im z = J")
            .substitute(Eq(M(s)**2, product), because="each square has grown by s")
            .substitute(Eq(1 / sqrt(product - J**2), -2 * Derivative(R_F(s), s)), because="R_F: half the integral from s on", every=s)
            .integrate("R_F is an antiderivative")
            .substitute(Eq(R_F(0), mw.R_start), Eq(R_F(e_1), mw.R_turn), Eq(R_F(end), mw.R_end), because="start, turn and end")
            .equals(mw.wave_time.formula, "gather"))
