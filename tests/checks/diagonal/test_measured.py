"""The measured checks of the diagonal network: which claims have them, what they see in an example
done by hand, and statements beside the truth that each of them must refuse.
"""

from fractions import Fraction

import pytest
import sympy as sp

from checks.diagonal import CHECKS
from checks.diagonal.data import EXAMPLE
from checks.diagonal.measured import EXACT, FLOWS, LIMIT, exactly, in_the_limit
from checks.methods.check import Effort, asked_of_ours_alone
from theory import claim, diagonal
from theory.claim import equation
from theory.diagonal import U_best, beta, g, s, tau_pf

FEW = Effort(instances=6)


def outcome(identifier, statement, which=0):
    return FLOWS[identifier][which].run(claim(identifier), statement, FEW).outcome


def test_every_measured_check_is_asked():
    for identifier, checks in FLOWS.items():
        assert claim(identifier).setting == "diagonal"
        assert checks and set(map(id, checks)) <= set(map(id, CHECKS[identifier]))


# X y/2 = (0.2, 0.1625): the first coordinate reaches 1 after 1/0.2 = 5, with beta = X y/|x|^2 = 0.2
# of the first row alone, and what is left pulls the second by (0.1625 - 0.2/2) = 0.0625.
def test_the_first_jump_of_the_example_is_the_one_done_by_hand():
    (check,) = FLOWS["diagonal.simplified-jump-time"]
    first, second, *_ = check.observe(EXAMPLE, FEW)
    assert (first[g], first[tau_pf]) == (Fraction(-1, 5), 5)
    assert (second[g], second[tau_pf]) == (Fraction(-13, 80), Fraction(80, 13))
    (plateaus,) = FLOWS["diagonal.candidates"]
    seen = list(plateaus.observe(EXAMPLE, FEW))[2:4]
    assert [(one[beta], one[g], one[U_best]) for one in seen] == [
        (Fraction(1, 5), 0, 0),
        (0, Fraction(-1, 16), Fraction(1, 32)),
    ]
    assert [one[s] for one in seen] == [1, Fraction(13, 16)]


# Each is true but for one thing: a size, a sign, a strict bound, or what it leaves out.
WRONG = [
    ("diagonal.simplified-jump-time", equation(tau_pf, (s * sp.sign(g) + 2) / sp.Abs(g))),
    ("diagonal.simplified-jump-time", equation(tau_pf, (1 - s * sp.sign(g)) / sp.Abs(g))),
    ("diagonal.boundary-sign", equation(s - g * tau_pf, sp.sign(g))),
    ("diagonal.dormant-integral", sp.Abs(s) <= sp.Rational(1, 2)),
    ("diagonal.candidates", sp.Equivalent(sp.Ne(g, 0), sp.Eq(beta, 0))),
    ("diagonal.dormant-set", sp.Eq(beta, 0)),
    ("diagonal.inward-candidates", s * sp.sign(g) > 0),
    ("diagonal.new-coefficient", diagonal.beta_new > 1),
    ("diagonal.dormant-start", diagonal.S_dormant <= sp.Rational(1, 100)),
    ("diagonal.unique-minimum", equation(diagonal.minimisers, 2)),
    ("diagonal.sign-change", equation(diagonal.u_cross, 2 * diagonal.alpha)),
]


@pytest.mark.parametrize("identifier, statement", WRONG, ids=[str(one) for _, one in WRONG])
def test_a_statement_beside_the_truth_is_refuted_and_ours_is_not(identifier, statement):
    assert outcome(identifier, statement) == "fails"
    assert outcome(identifier, claim(identifier).expr) == "holds"


def test_the_second_check_of_a_bound_asks_that_it_is_attained():
    for identifier in ("diagonal.dormant-integral", "diagonal.integral-bounded"):
        kept, attained = FLOWS[identifier]
        assert asked_of_ours_alone(attained) and not asked_of_ours_alone(kept)
    wide = sp.Abs(s) <= 2
    assert outcome("diagonal.dormant-integral", wide) == "holds"
    assert outcome("diagonal.dormant-integral", wide, which=1) == "fails"


def test_exact_means_forty_digits():
    off = sp.Symbol("off", real=True)
    for size, expected in ((EXACT * 1e5, "fails"), (0, "holds")):
        check = exactly("toy", lambda data, effort, size=size: [{off: sp.Rational(size)}])
        assert check.run(claim("diagonal.ties"), sp.Eq(off, 0), FEW).outcome == expected


def test_a_limit_is_looked_at_again_with_smaller_alphas():
    ratio, looks = sp.Symbol("ratio", real=True), []

    def observe(data, effort, closer=False):
        looks.append(closer)
        return [{ratio: sp.Rational(1 + (0 if closer else 1) * 1000 * LIMIT)}]

    check = in_the_limit("toy", observe, "made up", (1, 1, 1))
    found = check.run(claim("diagonal.gradient-flow-limit"), sp.Eq(ratio, 1), Effort(instances=1))
    assert looks == [False, True] and found.outcome == "unknown" and found.method == "limit"
