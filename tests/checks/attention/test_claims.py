"""The checks of the attention claims can fail, and their independent routes are what they say."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings

from checks.attention import (
    definitions,
    dormant_head,
    expectations,
    flows,
    jump_times,
    population,
    races,
    sphere,
    taylor_flight,
)
from checks.catalogue import checks_for
from checks.methods.balls import judge, precision
from checks.methods.certified import attained
from checks.methods.check import Effort, Rejected
from checks.methods.measured import as_ball, is_exact
from checks.methods.property import Observation
from checks.run.tasks import check_claim
from theory import attention as paper
from theory.attention.gaussian_moments import Moment, expectation, matchings
from theory.catalogue import claim, claims
from theory.claim import equation

ONE = population.Task(((Fraction(1),),), 1)
TWO = population.Task(((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1))), 2)


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
    formula = sp.lambdify(
        (paper.N, paper.T, paper.s_ab, paper.s2_ab), definitions.moments()[paper.C_ab]
    )
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


def turned(sizes, upper, N=1):
    """A covariance with these square roots of eigenvalues, and eigenvectors by Cayley's transform."""
    d, turn = len(sizes), population.cayley(len(sizes), [Fraction(x) for x in upper])
    roots = [Fraction(x) for x in sizes]
    root = tuple(tuple(turn[i][j] * roots[j] for j in range(d)) for i in range(d))
    return population.TurnedTask(root, N, tuple(r * r for r in roots), tuple(zip(*turn)))


STEEP = turned(("2", "1", "1/50"), ("1/2", "1", "1/3"))
HEAD = tuple(Fraction(x) for x in ("1", "1/2", "-1", "2", "1", "3/2", "-1/2"))


def holds(identifier, observations, tolerance, statement=None):
    """The judgements of the form we stand for (or of another) at what was observed."""
    statement = claim(identifier).expr if statement is None else statement
    seen = [one.values if isinstance(one, Observation) else one for one in observations]
    return {judge(statement, values, tolerance).holds for values in seen}


# --- enumerated in rationals -------------------------------------------------------------------
def test_the_enumerated_population_has_the_moments_of_the_gaussian():
    sample, Sigma = population.population(TWO), TWO.Sigma
    x, scale = sample.X[:, :2], Fraction(3, sample.unit**2)
    for n, m in product(range(3), repeat=2):
        for a, b in product(range(2), repeat=2):
            assert scale * sample.mean(x[:, a, n] * x[:, b, m]) == (Sigma[a, b] if n == m else 0)
        assert scale**2 * sample.mean(x[:, 0, n] ** 4) == 3 * Sigma[0, 0] ** 2
    assert np.all(sample.X[:, 2, 2] == 0)


def test_the_sum_over_ordered_pairs_is_not_symmetric_before_the_expectation():
    x = population.population(TWO).X[:, :2, :2]
    outer = np.einsum("pan,pbn->pnab", x, x)
    product_ = outer[:, 0] @ outer[:, 1]
    assert np.abs(product_ - np.swapaxes(product_, 1, 2)).max() > 1


def test_expectations_beyond_machine_integers_are_those_of_python_integers(monkeypatch):
    def seen():
        population.predictions.cache_clear()
        return list(expectations.utilities((STEEP, (HEAD,)), Effort()))

    small = seen()
    monkeypatch.setattr(population, "SAFE", 0)
    assert seen() == small


@given(population.turned_tasks())
@settings(max_examples=20, deadline=None)
def test_turned_covariances_have_the_eigenvectors_they_say(task):
    for value, vector in zip(task.values, map(population.rational, task.vectors)):
        assert vector @ vector == 1 and np.all(task.Sigma @ vector == value * vector)
    assert list(task.values) == sorted(task.values, reverse=True)


def test_every_enumerated_number_is_exact():
    pair = (STEEP, (HEAD, tuple(-2 * x for x in HEAD)))
    sizes = ((Fraction(1), Fraction(2), Fraction(-1)), (Fraction(1, 2),) * 3)
    for observe, instance in [
        (expectations.predicted, pair),
        (expectations.losses, pair),
        (expectations.balanced, pair),
        (expectations.utilities, (STEEP, (HEAD,))),
        (expectations.active_heads, (STEEP, sizes)),
        (expectations.at_equilibrium, (STEEP, sizes)),
        (expectations.plateaus, STEEP),
        (expectations.second_moments, STEEP),
        (expectations.homogeneous, (STEEP, (HEAD,), Fraction(3, 2))),
        (sphere.critical, STEEP),
    ]:
        values = [value for seen in observe(instance, Effort()) for value in seen.values()]
        assert values and all(is_exact(value) for value in values)


# --- heads ---------------------------------------------------------------------------------------
def flight(row, squares, scale="1/10", N=1, eta="1"):
    row, squares = (tuple(Fraction(x) for x in part) for part in (row, squares))
    return dormant_head.Flight(row, squares, N, Fraction(eta), Fraction(scale))


@given(dormant_head.flights(aligned=True))
@settings(max_examples=30, deadline=None)
def test_aligned_heads_are_aligned_with_the_largest_eigenvalue(drawn):
    """Seeds 1, 2 and 3: a head on the smaller eigenvalue of diag(1/2, 3/4) attains no bound."""
    d = drawn.d
    assert drawn.squares[0] == max(drawn.squares)
    V, Q, K = drawn.row[0], drawn.row[1 : d + 1], drawn.row[d + 1 :]
    assert abs(V) == abs(Q[0]) == abs(K[0]) and V * Q[0] * K[0] > 0 and not any(Q[1:] + K[1:])


@pytest.mark.parametrize(
    "identifier, observe",
    [
        ("attention.jump-bound", jump_times.far_jumps),
        ("attention.jump-bound-appendix", jump_times.jumps),
        ("attention.accumulated-bound", jump_times.half_way),
    ],
)
def test_bounds_are_attained_where_the_other_eigenvalue_is_the_larger_one(identifier, observe):
    aligned = flight((1, 1, 0, 1, 0), ("3/4", "1/2"))
    aside = flight((1, 0, 1, 0, 1), ("3/4", "1/2"))
    attained_form = attained(claim(identifier).expr)
    assert holds(identifier, observe(aligned, Effort()), jump_times.TWELVE, attained_form) == {True}
    assert holds(identifier, observe(aside, Effort()), jump_times.TWELVE, attained_form) == {False}
    assert holds(identifier, observe(aside, Effort()), jump_times.TWELVE) == {True}


@pytest.mark.parametrize("row", [("1", "2", "-1"), ("1/2", "-1", "1/2"), ("1", "1", "-1")])
@pytest.mark.parametrize(
    "observe", [jump_times.jumps, jump_times.exact_times, jump_times.exact_limits]
)
def test_a_head_on_a_separatrix_is_refused_by_name(row, observe):
    """Seed 3: the integrator left the saddle by rounding, and the quadrature returned a number too."""
    with pytest.raises(Rejected, match="exactly on a separatrix"):
        list(observe(flight(row, ("1",)), Effort()))


def test_a_head_that_never_jumps_takes_no_part_in_a_race():
    """--instances 100: first-head compared a head at a saddle with one that jumps."""
    caught, slow, fast = (
        flight(r, ("1",), s)
        for r, s in ((("1", "2", "-1"), "1/10"), ((1, 1, 1), "1/50"), ((1, 1, 1), "1/10"))
    )
    assert holds(
        "attention.first-head", jump_times.races((caught, slow, fast), Effort()), jump_times.TWELVE
    ) == {True}
    with pytest.raises(Rejected, match="fewer than two"):
        list(jump_times.races((caught, slow), Effort()))
    with pytest.raises(Rejected, match="nobody is first"):
        list(jump_times.races((slow, slow), Effort()))


NEAR_A_SADDLE = [
    ("1001/1000", "2", "-1"),
    ("999/1000", "2", "-1"),
    ("1000001/1000000", "2", "-1"),
    ("999999/1000000", "2", "-1"),
]


@pytest.mark.parametrize("row", NEAR_A_SADDLE)
def test_near_a_saddle_the_error_covers_what_is_lost_and_grows_with_it(row):
    here = flight(row, ("1",))
    coarse, fine = (
        here.course(one).landing for one in (taylor_flight.DOUBLES, taylor_flight.MANY_DIGITS)
    )
    exact = jump_times.quadrature(here, 1, 25)
    with precision(128):
        assert abs(fine.when.value - as_ball(exact)) < 1e-18
    assert abs(float(coarse.when) - float(exact)) <= coarse.when.error + jump_times.TWELVE * float(
        exact
    )
    assert (
        abs(float(coarse.accumulated) - float(fine.accumulated)) <= coarse.accumulated.error + 1e-12
    )


def test_the_error_of_a_flight_grows_as_it_comes_nearer_to_a_saddle():
    rows = NEAR_A_SADDLE[0], NEAR_A_SADDLE[2]
    far, near = (flight(row, ("1",)).course(taylor_flight.DOUBLES).landing.when for row in rows)
    assert near.error > 100 * far.error


def test_a_head_without_a_sum_along_the_first_eigenvector_is_followed_as_far_as_any_other():
    odd = flight((1, 1, "1/2", -1, 2), (2, "1/4"))
    assert holds(
        "attention.exact-jump-time-limit", jump_times.exact_limits(odd, Effort()), jump_times.TWELVE
    ) == {True}
    (seen,) = jump_times.exact_limits(odd, Effort())
    assert seen[paper.tau_limit].error < 1e-7 * seen[paper.tau_limit].size


def test_an_integrated_aligned_head_lands_at_the_corrected_bound():
    aligned = flight((1, 1, 1), (2,), N=3, eta="1/2")
    end = aligned.course(taylor_flight.DOUBLES).landing
    assert (
        abs(float(end.when) / (np.sqrt(3) * (1 / float(aligned.norm) - 1) / (0.5 * 3 * 2)) - 1)
        < 1e-13
    )
    assert abs(end.size - 1) < 1e-13


def test_heads_that_differ_by_signs_or_by_query_for_key_jump_together():
    one = tuple(Fraction(x) for x in (1, 2, "1/2", 1, "-1/2"))
    V, Q, K = one[0], one[1:3], one[3:]
    minus = lambda part: tuple(-x for x in part)
    twins = [(V, *K, *Q), (V, *minus(Q), *minus(K)), (-V, *Q, *minus(K)), (-V, *minus(K), *Q)]
    assert all(races.tied(one, other) for other in twins)
    assert not races.tied(one, (V, *Q, *minus(K)))
    race = races.Race((Fraction(2), Fraction(1)), 1, (one, twins[0]))
    with pytest.raises(Rejected, match="two heads jump together"):
        list(races.finite_gaps(race, Effort()))


def test_the_second_look_at_a_race_is_at_the_same_race():
    rows = ((1, 1, "1/4", 1, "1/4"), (1, 1, "1/8", 1, "1/8"))
    race = races.Race(
        (Fraction(2), Fraction(1)), 1, tuple(tuple(map(Fraction, row)) for row in rows)
    )
    first, second = (
        list(races.finite_gaps(race, Effort(), integrated=one)) for one in (False, True)
    )
    for one, two in zip(first, second):
        assert abs(float(one[paper.gap]) / float(two[paper.gap]) - 1) < 1e-7
        assert abs(float(one[paper.mu]) / float(two[paper.mu]) - 1) < 1e-7


# --- the sphere ------------------------------------------------------------------------------------
def test_a_point_of_utility_zero_is_critical_and_no_maximum():
    for k in range(3):
        M = sphere.remaining(STEEP, k)
        for theta in sphere.flat_points(M, STEEP.vectors[:k]):
            value, slope = sphere.height(M, 2, theta)
            assert value == 0 and not slope.any() and theta.any()
            assert sphere.rises(sphere.second(M, 2, theta)) or not sphere.second(M, 2, theta).any()


def test_inertia_by_descartes_is_that_of_the_eigenvalues():
    draw = np.random.default_rng(1)
    for _ in range(20):
        A = draw.integers(-3, 4, size=(4, 4))
        A = A + A.T - draw.integers(0, 12) * np.eye(4, dtype=int)
        top = np.linalg.eigvalsh(A)[-1]
        assert abs(top) < 1e-9 or sphere.rises(population.rational(A)) == (top > 0)


def test_an_optimiser_at_an_ill_conditioned_covariance_knows_its_error():
    """The full profile: BFGS without a scale was off by 1e-6 where lambda_3^2 is 1e-7 of lambda_1^2."""
    instance = (STEEP, Fraction(1, 3))
    false = equation(
        paper.best_at_V, claim("attention.rayleigh").expr.rhs * (1 + sp.Rational(1, 10**6))
    )
    for observe in (sphere.best_for_value, sphere.eigenvalue_for_value):
        seen = list(observe(instance, Effort()))
        assert len(seen) == 3 and holds("attention.rayleigh", seen, sphere.OPTIMUM) == {True}
        assert holds("attention.rayleigh", seen, sphere.OPTIMUM, false) == {False}


@pytest.mark.parametrize("search", [sphere.climb, sphere.iterate])
def test_maxima_on_the_sphere_are_found_to_ten_digits_by_either_search(search):
    close = turned(("2", "21/20", "1"), ("1/2", "1", "1/3"))
    for task in (close, STEEP):
        seen = list(sphere.maxima(task, Effort(), search=search))
        assert holds("attention.maximiser", seen, sphere.OPTIMUM) == {True}
        assert holds("attention.maximal-utility", seen, sphere.OPTIMUM) == {True}


def test_where_two_eigenvalues_are_equal_there_are_other_maxima_and_both_ways_see_them():
    tied = turned(("2", "1", "1"), ("1/2", "1", "1/3"))
    for observe in (sphere.critical, sphere.maxima):
        counts = {
            seen[paper.lam_k] == seen[paper.lam_after]: seen[paper.other_maxima]
            for seen in observe(tied, Effort())
        }
        assert counts[True] > 0 and counts[False] == 0


# --- limits ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("alphas", [("1e-2",), ("1e-2", "1e-3"), ("1e-1", "5e-2", "1e-2")])
def test_a_limit_asked_at_few_or_large_alphas_is_unknown_with_the_reason(alphas):
    result = check_claim(claim("attention.gradient-flow"), Effort(alphas=alphas))
    assert result.verdict == "unknown" and not result.sound
    assert all(
        "a limit needs three alphas" in line for e in result.evidence for line in e.detail[-1:]
    )


def test_an_extrapolation_in_alpha_covers_other_powers_of_alpha():
    alphas = [1e-3, 1e-4, 1e-5]
    for power in (0.5, 1.0, 2.0):
        found = flows.limit(alphas, [1 + 3 * a**power for a in alphas])
        assert abs(found.value - 1) <= found.error < 0.2


SEEDS = [
    ("attention.accumulated-bound", (1, 2, 3)),
    ("attention.exact-jump-time", (3,)),
    ("attention.first-head", (3,)),
    ("attention.rayleigh", (3,)),
]


@pytest.mark.parametrize(
    "identifier, seed", [(one, seed) for one, seeds in SEEDS for seed in seeds]
)
def test_seeds_that_refuted_a_true_statement_do_so_no_more(identifier, seed):
    assert check_claim(claim(identifier), Effort(seed=seed)).sound


PLANTED = [
    (
        "attention.covariance-square",
        equation(paper.C_ab, paper.N * paper.s_ab * paper.T + paper.N**2 * paper.s2_ab),
    ),
    ("attention.magnitude", equation(paper.A_k, 1 / (paper.T + paper.N * paper.lam_k))),
    ("attention.utility", equation(paper.U, paper.N * paper.V * paper.QSSK)),
    ("attention.maximal-utility", equation(paper.U_star, paper.N * paper.lam_k**2 / 3)),
    (
        "attention.exact-jump-time",
        equation(paper.tau, paper.quadrature * (1 + sp.Rational(1, 10**10)) / paper.eta),
    ),
    (
        "attention.dormant-norm",
        equation(paper.theta_sq, 2 * paper.V_sq + paper.n_0**2 - 2 * paper.V_0**2),
    ),
    (
        "attention.jump-bound-appendix",
        sp.Ge(
            paper.gap,
            sp.sqrt(3) / (paper.eta * paper.mu * paper.N * paper.lam_now**2),
            evaluate=False,
        ),
    ),
    ("attention.decoupled-loss", equation(paper.L_A, paper.L_sum - paper.active * paper.T / 2)),
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


def test_the_bound_with_a_later_eigenvalue_is_broken_by_heads_that_jump_in_short_order():
    (found, *_) = check_claim(claim("attention.jump-bound"), Effort()).evidence
    assert found.outcome == "fails" and "diag(2, 1)" in found.counterexample
