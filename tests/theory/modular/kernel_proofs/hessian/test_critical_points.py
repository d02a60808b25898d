"""The definitions of critical points and of the Hessian there, in numbers: the utility summed over
all pairs, second derivatives along great circles.
"""

import numpy as np
import pytest

from theory import claim
from theory.modular import letters
from theory.modular.kernel_proofs import PROOFS
from theory.proof.letters import DEFINITIONS, READINGS, stated

ENCODINGS = {3: [2.0, -0.5, 1.0], 5: [1.0, -2.0, 0.5, 3.0, 0.25], 7: [1, 4, -2, 0.5, 3, -1, 2.0]}


def utility(x, theta):
    """The mean over all pairs (a, b) of (<u, a.x> + <v, b.x>)^2 <w, (a + b).x - its mean>."""
    p = len(x)
    u, v, w = theta.reshape(3, p)
    shifted = np.array([np.roll(x, a) for a in range(p)])  # (a.x)(j) = x(j - a)
    first, second, third = shifted @ u, shifted @ v, (shifted - np.mean(x)) @ w
    sums = (np.arange(p)[:, None] + np.arange(p)) % p
    return np.mean((first[:, None] + second) ** 2 * third[sums])


def critical(x, chosen):
    """Amplitudes proportional to |x^|^-3, phases that match those of x."""
    p, a = len(x), np.arange(len(x))
    hat = np.fft.fft(x)
    parts = [
        sum(
            abs(hat[q]) ** -3 * np.cos(2 * np.pi * q * a / p + shift - own * np.angle(hat[q]))
            for q in chosen
        )
        for shift, own in ((0.3, 0), (1.1, 0), (1.4, 1))
    ]
    theta = np.concatenate(parts)
    return theta / np.linalg.norm(theta)


def turned(f, q):
    """The part of f at +-q, turned by a quarter, as the definition writes it."""
    turn = 2 * np.pi * q * np.arange(len(f)) / len(f)
    return 2 / len(f) * (np.cos(turn) * (f @ np.sin(turn)) - np.sin(turn) * (f @ np.cos(turn)))


def largest_second_derivative(x, theta, more=()):
    """Over unit vectors orthogonal to theta and to these: along each great circle by the five-point
    rule for a cubic in cos and sin, then the largest eigenvalue.
    """
    rows = np.array([theta, *more])
    _, _, basis = np.linalg.svd(rows)
    basis = basis[len(rows) :]
    step = 1e-3

    def second(n):
        size = np.linalg.norm(n)
        values = [utility(x, np.cos(s) * theta + np.sin(s) * n / size) for s in (-step, 0.0, step)]
        return size**2 * (values[0] - 2 * values[1] + values[2]) / step**2

    own = [second(n) for n in basis]
    form = np.diag(own)
    for i in range(len(basis)):
        for j in range(i):
            pair = second(basis[i] + basis[j])
            form[i, j] = form[j, i] = (pair - own[i] - own[j]) / 2
    return np.linalg.eigvalsh(form)[-1]


@pytest.mark.parametrize("p, q", [(3, 1), (5, 1), (5, 2), (7, 3)])
def test_across_its_phases_one_frequency_bends_down_by_three_times_its_utility(p, q):
    x = np.array(ENCODINGS[p])
    theta = critical(x, [q])
    u, v, w = theta.reshape(3, p)
    zero, together = np.zeros(p), turned(w, q)
    phases = [
        np.concatenate([turned(u, q), zero, together]),
        np.concatenate([zero, turned(v, q), together]),
    ]
    value = utility(x, theta)
    assert value > 0
    assert largest_second_derivative(x, theta, phases) == pytest.approx(-3 * value, rel=1e-4)


def test_along_its_phases_the_utility_does_not_bend():
    """So the definition has to leave these directions out."""
    x = np.array(ENCODINGS[5])
    theta = critical(x, [2])
    assert abs(largest_second_derivative(x, theta)) < 1e-4 * utility(x, theta)


@pytest.mark.parametrize("p, chosen", [(5, [1, 2]), (7, [1, 3]), (7, [1, 2, 3])])
def test_a_mixture_goes_up_by_three_times_its_utility(p, chosen):
    x = np.array(ENCODINGS[p])
    theta = critical(x, chosen)
    value = utility(x, theta)
    assert value > 0
    assert largest_second_derivative(x, theta) == pytest.approx(3 * value, rel=1e-4)


@pytest.fixture(scope="module", autouse=True)
def registered():
    letters.register_functions()


@pytest.mark.parametrize(
    "identifier, point",
    [
        ("modular.single-frequency-hessian", "modular.single-point"),
        ("modular.mixture-hessian", "modular.mixture-point"),
    ],
)
def test_the_theorem_needs_its_critical_point_and_p_odd(identifier, point):
    theorem = PROOFS[identifier]()
    assert DEFINITIONS[point].statement in theorem.hypotheses
    assert any(one.op == "exists" for one in theorem.hypotheses)  # p = 2 n + 1
    assert theorem.hypotheses <= stated(claim(identifier)).allowed


def test_both_claims_read_one_definition_of_each_letter():
    single, mixture = (
        set(READINGS[name])
        for name in ("modular.single-frequency-hessian", "modular.mixture-hessian")
    )
    assert single & mixture == {"modular.transform-x", "modular.cyclic-x"}
