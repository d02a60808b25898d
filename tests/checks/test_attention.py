"""The checks of the attention claims can fail, and their independent routes are what they say."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import sympy as sp

from checks import attention as checks
from checks import attention_flows as flows
from checks import attention_population as people
from checks import attention_sphere as sphere
from checks.catalogue import checks_for
from checks.check import Effort
from checks.runner import check_claim
from checks.wick import Moment, expectation, matchings
from theory import attention as at
from theory.catalogue import claim, claims
from theory.claim import equation

ONE = people.Task(((Fraction(1),),), 1)
TWO = people.Task(((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1))), 2)


def test_every_claim_of_the_setting_has_a_check():
    assert all(checks_for(one) for one in claims() if one.setting == "attention")


def test_matchings_are_counted_by_double_factorials():
    assert [len(list(matchings(tuple(range(2 * n))))) for n in range(5)] == [1, 1, 3, 15, 105]


def test_wick_gives_the_fourth_moment_of_a_standard_normal_variable():
    four = Moment((("x", "n"),) * 4, ((0, 1, ""), (2, 3, "")))
    s = sp.Symbol("s")
    # one dimension: tr S^2 = (tr S)^2 = s^2, and the moment is 3 s^2 for one sample
    assert expectation(four, sp.Integer(1), {"tr S": s, "tr SS": s**2}) == 3 * s**2


def isserlis(moments: list[tuple[int, int]], Sigma: np.ndarray) -> float:
    """E of a product of entries x_{n a} of independent Gaussian samples, by brute force over matchings."""
    total = 0.0
    for matching in matchings(tuple(range(len(moments)))):
        pairs = [(moments[i], moments[j]) for i, j in matching]
        total += np.prod(
            [Sigma[one[1], other[1]] if one[0] == other[0] else 0.0 for one, other in pairs]
        )
    return total


@pytest.mark.parametrize("d, N", [(1, 1), (2, 3), (3, 2), (4, 2)])
def test_wick_words_agree_with_entry_by_entry_isserlis_in_any_dimension(d, N):
    root = np.random.default_rng(d).normal(size=(d, d))
    Sigma = root @ root.T
    formula = sp.lambdify((at.N, at.T, at.s_ab, at.s2_ab), checks.moments()[at.C_ab])
    for a, b in product(range(d), repeat=2):
        direct = sum(
            isserlis([(n, a), (n, c), (m, c), (m, b)], Sigma)
            for n in range(N)
            for m in range(N)
            for c in range(d)
        )
        assert abs(
            formula(N, np.trace(Sigma), Sigma[a, b], (Sigma @ Sigma)[a, b]) - direct
        ) < 1e-10 * (1 + abs(direct))


def test_the_enumerated_population_has_the_moments_of_the_gaussian():
    for rich in (False, True):
        sample = people.population(TWO, rich)
        x = sample.X[:, :2, :2]
        assert abs(sample.weights.sum() - 1) < 1e-12
        assert np.allclose(sample.mean(x[:, :, 0, None] * x[:, None, :, 0]), TWO.Sigma)
        assert np.allclose(sample.mean(x[:, :, 0, None] * x[:, None, :, 1]), 0, atol=1e-12)
        assert abs(sample.mean(x[:, 0, 0] ** 4) - 3 * TWO.Sigma[0, 0] ** 2) < 1e-10
        assert np.all(sample.X[:, 2, 2] == 0)


def test_the_sum_over_ordered_pairs_is_not_symmetric_before_the_expectation():
    x = people.population(TWO).X[:, :2, :2]
    outer = np.einsum("pan,pbn->pnab", x, x)
    product_ = outer[:, 0] @ outer[:, 1]
    assert np.abs(product_ - np.swapaxes(product_, 1, 2)).max() > 1


def test_an_integrated_aligned_head_lands_at_the_corrected_bound():
    flight = flows.Flight((Fraction(1),) * 3, (Fraction(2),), 3, Fraction(1, 2), Fraction(1, 10))
    end = flows.fly(flight.theta, flight.rates, 0.5)
    assert abs(end.time / (np.sqrt(3) * (1 / flight.norm - 1) / (0.5 * 3 * 2)) - 1) < 1e-13
    assert abs(np.linalg.norm(end.theta) - 1) < 1e-13


def test_a_point_of_utility_zero_is_critical_and_no_maximum():
    M, draw = sphere.remaining(TWO, 0), np.random.default_rng(0)
    for theta in sphere.flat_points(M, np.zeros((2, 0)), draw):
        value, slope = sphere.height(M, 2, theta)
        assert abs(value) < 1e-12 and np.abs(slope - theta * (theta @ slope)).max() < 1e-12


PLANTED = [
    ("attention.covariance-square", equation(at.C_ab, at.N * at.s_ab * at.T + at.N**2 * at.s2_ab)),
    ("attention.magnitude", equation(at.A_k, 1 / (at.T + at.N * at.lam_k))),
    ("attention.utility", equation(at.U, at.N * at.V * at.QSSK)),
    ("attention.maximal-utility", equation(at.U_star, at.N * at.lam_k**2 / 3)),
    (
        "attention.exact-jump-time",
        equation(at.tau, at.quadrature * (1 + sp.Rational(1, 10**10)) / at.eta),
    ),
    ("attention.dormant-norm", equation(at.theta_sq, 2 * at.V_sq + at.n_0**2 - 2 * at.V_0**2)),
    (
        "attention.jump-bound-appendix",
        sp.Ge(at.gap, sp.sqrt(3) / (at.eta * at.mu * at.N * at.lam_now**2), evaluate=False),
    ),
    ("attention.decoupled-loss", equation(at.L_A, at.L_sum - at.active * at.T / 2)),
]


@pytest.mark.parametrize("identifier, statement", PLANTED)
def test_a_planted_error_is_refuted(identifier, statement):
    one = claim(identifier)
    assert any(check.run(one, statement, Effort()).outcome == "fails" for check in checks_for(one))


@pytest.mark.parametrize(
    "identifier",
    [
        "attention.decoupled-loss",
        "attention.gradient",
        "attention.threshold",
        "attention.jump-bound",
        "attention.no-other-maxima",
        "attention.magnitude-index",
    ],
)
def test_what_is_false_as_printed_is_refuted_and_its_correction_holds(identifier):
    result = check_claim(claim(identifier), Effort())
    assert result.verdict == "refuted" and result.sound


def test_the_counterexample_to_decoupling_is_the_smallest():
    (found, *_) = check_claim(claim("attention.decoupled-loss"), Effort()).evidence
    assert (
        "R = [1 0; 0 1], N = 1" in found.counterexample
        and "L_A = 3, L_sum = 4" in found.counterexample
    )


def test_the_bound_with_a_later_eigenvalue_is_broken_by_two_equal_heads():
    (found, *_) = check_claim(claim("attention.jump-bound"), Effort()).evidence
    assert found.outcome == "fails" and "diag(2, 1)" in found.counterexample
