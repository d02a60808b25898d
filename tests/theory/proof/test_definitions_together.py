"""The definitions that a claim reads, its assumptions and its statement hold together at an
explicit solution.

Numbers with 100 digits at sampled points (``evaluate``), not the kernel's witness: it catches a
wrong sign or two definitions that exclude each other, and with them theorems that say nothing.
"""

import sys
from pathlib import Path

import pytest
from mpmath import mp, mpf

sys.path.insert(0, str(Path(__file__).parent))
from evaluate import truth

from theory import claim
from theory.diagonal import kernel_letters
from theory.framework import kernel_letters as framework
from theory.proof.letters import READINGS, stated

# "Some point attains it": no sample does; "for every velocity": functions are not sampled.
SAMPLED = {"diagonal.maximum", "diagonal.local-maximum", "framework.rate-utility"}


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(100):
        yield


def neuron(gradient, before, start=mpf("0.1"), crossing=False):
    """A neuron of the diagonal setting: gradient ``before`` up to T_last, then ``gradient``; all
    letters by closed forms.
    """
    eta, g, t = -mp.log(mp.sqrt(2) * start), mpf(gradient), mpf("0.7")
    last = mpf(0) if crossing else mpf("0.3")

    def first(s):
        return -eta * before * s

    def later(s):
        return first(last) - eta * g * s

    def u_at(angle):
        return mp.sqrt(2) * start * mp.cosh(angle)

    def v_at(angle):
        return mp.sqrt(2) * start * mp.sinh(angle)

    def accumulated(angle):
        return mp.log(mp.cosh(2 * angle)) / (2 * eta)

    u, v = u_at(first(last)), v_at(first(last))
    bar = [-g * mp.tanh(2 * later(s)) / 2 for s in (mpf(0), t)]
    star = abs(g) / 2
    rho = mp.sign(u * v)
    waiting = (
        mp.acosh(mp.exp(2 * eta))
        + rho * mp.sign(g) * mp.acosh(mp.exp(2 * eta * accumulated(first(last))))
    ) / (4 * eta * star)
    edge = mp.acosh(mp.exp(2 * eta)) / (2 * eta)
    integral = first(last) / (eta * edge)  # sigma = G/eta is A times s
    return {
        "alpha": start,
        "s_i": integral,
        "T_step": t / edge,
        "s_later": integral - t / edge * g,
        "sigma_later": later(t) / eta,
        "tau_pf": (1 + mp.sign(g) * integral) / abs(g),
        "eta": eta,
        "g_i": g,
        "t": t,
        "T_last": last,
        "u_i": u,
        "v_i": v,
        "beta_i": u * v,
        "G_i": first(last),
        "u_of": lambda s: u_at(first(s)),
        "v_of": lambda s: v_at(first(s)),
        "G_of": first,
        "g_of": lambda s: before,
        "u_on": lambda s: u_at(later(s)),
        "v_on": lambda s: v_at(later(s)),
        "theta_sq": u**2 + v**2,
        "U_star": star,
        "S_of": lambda s: accumulated(first(s)),
        "S_on": lambda s: accumulated(later(s)),
        "S_0": accumulated(first(last)),
        "S_later": accumulated(later(t)),
        "rho_i": rho,
        "rho_later": mp.sign(v_at(later(t))),
        "U_0": bar[0],
        "U_later": bar[1],
        "U_bar": bar[1],
        "rate_U": 4 * eta * (star**2 - bar[1] ** 2),
        "Ubar": lambda s: -g * mp.tanh(2 * later(s)) / 2,
        "delta_i": mp.atanh(bar[0] / star),
        "u_cross": u,
        "v_cross": v,
        "Delta_tau": waiting,
        "pm": -mp.sign(g) * rho if rho else mpf(1),
        "rate_ratio": mp.log(start) / mp.log(mp.sqrt(2) * start),
        "S_jump": accumulated(first(last)),
    }


def at_norm_one():
    """The time at which u^2 + v^2 = 1: cosh(2 G) = 1/(2 alpha^2)."""
    values = neuron(-1, mpf(-1))
    angle = mp.acosh(1 / (2 * values["alpha"] ** 2)) / 2
    return neuron(-1, -angle / (values["eta"] * mpf("0.3")))


def point():
    """A point of the unit circle, for the claims on the utility alone."""
    u, v, g = mpf(3) / 5, mpf(4) / 5, mpf("1.5")
    return {
        "u_i": u,
        "v_i": v,
        "g_i": g,
        "dU_du": -g * v,
        "dU_dv": -g * u,
        "gradU_norm": g,
        "U_star": g / 2,
        "s_i": mpf("0.25"),
        "tau_pf": mpf("1.25") / g,
    }


def radial(kappa, part=mpf(1)):
    """Norm and accumulated utility for a constant utility, up to the time at which the norm is 1,
    or part of it.
    """
    eta, start, utility = mpf("0.8"), mpf("0.2"), mpf("1.3")
    ends = -mp.log(start) / eta if kappa == 2 else (1 - start ** (2 - kappa)) / ((2 - kappa) * eta)
    ends *= part
    end = ends / (kappa * utility)

    def norm(s):
        grown = eta * kappa * utility * s
        return (
            start * mp.exp(grown)
            if kappa == 2
            else (start ** (2 - kappa) + (2 - kappa) * grown) ** (mpf(1) / (2 - kappa))
        )

    return {
        "eta": eta,
        "norm_0": start,
        "kappa": mpf(kappa),
        "T": end,
        "tau": end,
        "U_star": utility,
        "S": ends,
        "S_jump": ends,
        "norm_t": norm(end),
        "norm_of": norm,
        "S_of": lambda s: kappa * utility * s,
        "Ubar_of": lambda s: utility,
    }


def dormant(adaptive=False):
    """Two parameters a, b and the utility a^2 b, of degree 3: a straight course with its slope."""
    here, eta, end = (mpf("0.6"), mpf("1.1")), mpf("0.8"), mpf("0.5")

    def utility(a, b):
        return a**2 * b

    def slopes(a, b):
        return (2 * a * b, a**2)

    def near(i, scale, h):
        return utility(*(scale * (one + (h if j == i else 0)) for j, one in enumerate(here, 1)))

    g = slopes(*here)
    norm = mp.hypot(*here)
    inner = sum(a * b for a, b in zip(here, g))
    there = tuple(one / norm for one in here)
    G = slopes(*there)
    pace = eta / norm if adaptive else eta
    speeds = [pace / norm * (b - inner * a / norm**2) for a, b in zip(here, g)]
    return {
        "eta": eta,
        "kappa": mpf(3),
        "T": end,
        "parameters": mpf(2),
        "index_of": mpf(2),
        "theta_of": lambda i, s: here[int(i) - 1] + pace * g[int(i) - 1] * (s - end),
        "gradU_of": lambda i: g[int(i) - 1],
        "gradU_dir_of": lambda i: G[int(i) - 1],
        "U_near": near,
        "norm": norm,
        "inner": inner,
        "rate_norm": pace * inner / norm,
        "U_bar": utility(*there),
        "theta_j": here[1],
        "gradU_j": g[1],
        "dir_j": there[1],
        "gradU_dir_j": G[1],
        "rate_dir_j": speeds[1],
        "gradU_norm": mp.hypot(*G),
        "rate_U": sum(a * b for a, b in zip(G, speeds)),
    }


DORMANT = ("polar-norm", "polar-direction", "dormant-norm", "dormant-direction", "riccati")


def instances(identifier):
    if identifier == "framework.adaptive-dynamics":
        return [dormant(adaptive=True)]
    if identifier in {f"framework.{name}" for name in DORMANT}:
        return [dormant()]
    if identifier.startswith("framework"):
        if identifier == "framework.norm-solution":  # before the jump
            return [radial(2, mpf("0.5")), radial(3, mpf("0.5")), radial(5, mpf("0.9"))]
        if identifier == "framework.jump-bound-higher":
            return [radial(3), radial(4)]
        return (
            [radial(2)]
            if identifier == "framework.jump-bound-quadratic"
            else [radial(2), radial(3)]
        )
    if identifier.split(".")[1] in (
        "utility-gradient",
        "gradient-norm",
        "simplified-jump-time",
        "maximal-utility",
    ):
        return [point()]
    if identifier == "diagonal.unit-threshold":
        return [at_norm_one()]
    if identifier == "diagonal.sign-change":
        return [neuron(-1, mpf(-1), crossing=True)]
    return [neuron("-1.3", mpf("-0.9")), neuron("1.7", mpf("-0.9")), neuron("1.1", mpf("0.8"))]


READ = [
    name
    for name in READINGS
    if name.split(".")[0] in ("diagonal", "framework") and name != "diagonal.maximiser"
]


@pytest.mark.parametrize("identifier", READ)
def test_what_a_claim_may_use_holds_together_somewhere(identifier):
    kernel_letters.register_functions()
    framework.register_functions()
    asked = stated(claim(identifier))
    skipped = {one.statement for one in asked.definitions if one.name in SAMPLED}
    for values in instances(identifier):
        for hypothesis in asked.allowed - skipped:
            assert truth(
                hypothesis, {letter: values[letter.data[0]] for letter in hypothesis.free}
            ), hypothesis
        if identifier != "diagonal.utility-interpolates":  # a limit: samples do not decide it
            assert truth(
                asked.statement, {letter: values[letter.data[0]] for letter in asked.statement.free}
            )
