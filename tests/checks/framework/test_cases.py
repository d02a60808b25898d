"""A statement judged in cases: whole, under its assumptions, and not at all where a letter is
unknown.
"""

import pytest
import sympy as sp
from sympy import And, Eq, Ge, Gt, Le, Ne, cosh, exp, log, sign

from checks.catalogue import checks_for
from checks.framework.cases import DerivedValue, InCases, Rewritten, Unreadable
from checks.methods.check import Effort
from checks.methods.proved import Symbolic
from theory import claim as catalogued
from theory import derive
from theory.claim import Claim, equation

x, y, z = sp.symbols("x y z", real=True)
q, edge, rate = sp.symbols("q edge rate", positive=True)


def claim(printed, given=(), **more):
    return Claim(
        id="framework.planted",
        title="planted",
        kind="identity",
        line=1,
        label="sec:none",
        printed=printed,
        given=given,
        **more,
    )


def outcome(check, printed, given=()):
    return check.run(claim(printed, given), printed, Effort()).outcome


signs = InCases("signs of x", lambda: ({x: q}, {x: -q}, {x: sp.S.Zero}))


@pytest.mark.parametrize(
    "statement, expected",
    [
        (equation(sp.Abs(x), x * sign(x)), "holds"),
        (equation(x * sign(x) - sp.Abs(x), 0), "holds"),
        (Ge(sp.Abs(x), x, evaluate=False), "holds"),
        (Gt(sp.Abs(x), x, evaluate=False), "fails"),
        (Ne(sp.Abs(x), x * sign(x), evaluate=False), "fails"),
        (And(equation(sp.Abs(x), x * sign(x)), Ge(x, 0), evaluate=False), "fails"),
        (Ne(x, 0, evaluate=False), "fails"),
        (equation(sp.Abs(x), x * sign(x) + y), "unknown"),
    ],
)
def test_a_statement_is_judged_whole_whatever_its_relation(statement, expected):
    assert outcome(signs, statement) == expected


def test_an_assumption_excludes_the_cases_that_break_it():
    assert outcome(signs, equation(sp.Abs(x), x), given=(x >= 0,)) == "holds"
    assert outcome(signs, equation(sp.Abs(x), x), given=(x >= -1,)) == "fails"


def test_fresh_letters_keep_to_the_assumptions_on_the_letters_they_stand_for():
    assert outcome(signs, Le(x**2, 1, evaluate=False), given=(x >= -1, x <= 1)) != "fails"


def test_cases_that_the_assumptions_exclude_altogether_say_nothing():
    found = signs.run(claim(equation(x, x + 1), (x > 0, x < 0)), equation(x, x + 1), Effort())
    assert found.outcome == "holds" or found.empty  # excluded, and no instance
    assert found.empty


def test_a_named_expression_keeps_its_value_at_instances():
    named = InCases(
        "edge", lambda: ({x: edge},), frozenset((rate,)), tied={rate: log(cosh(edge)) / 2}
    )
    assert outcome(named, equation(cosh(x), exp(2 * rate))) == "unknown"  # true; not shown
    assert outcome(named, equation(cosh(x), exp(rate))) == "fails"


def test_what_the_cases_rest_on_must_be_assumed():
    rests = InCases("x > 0", lambda: ({x: q},), only_for=(x > 0,))
    assert outcome(rests, equation(sp.Abs(x), x), given=(x > 0,)) == "holds"
    assert outcome(rests, equation(sp.Abs(x), x)) == "unknown"


def test_a_derivation_shows_its_end_either_way_round_and_never_refutes():
    def derived(statement):
        one = claim(statement, derive=lambda: derive(sp.Integral(2 * y, (y, 0, z))).integrate())
        return DerivedValue(x).run(one, statement, Effort()).outcome

    assert derived(equation(x, z**2)) == derived(equation(z**2 - x, 0)) == "holds"
    assert derived(equation(x, z**3)) == "unknown"
    assert outcome(DerivedValue(x), equation(x, z**2)) == "unknown"  # no derivation


def test_a_statement_that_cannot_be_rewritten_is_not_judged():
    def only_equations(statement):
        if not isinstance(statement, Eq):
            raise Unreadable("an equation is expected")
        return statement

    check = Rewritten(Symbolic("algebra"), only_equations)
    assert (check.name, check.method) == ("algebra", "symbolic")
    assert outcome(check, equation((x + 1) ** 2, x**2 + 2 * x + 1)) == "holds"
    assert outcome(check, Ge(x, 0, evaluate=False)) == "unknown"


def test_a_zero_below_a_fraction_that_cancels_in_a_case_is_not_argued_away():
    """2 alpha^2 written with a factor alpha - 137/1000 above and below has no value at alpha =
    137/1000.
    """
    own = catalogued("diagonal.conserved")
    alpha = next(one for one in own.expr.free_symbols if one.name == "alpha")
    hole = alpha - sp.Rational(137, 1000)
    side = 2 * sp.expand(alpha**2 * hole) / hole
    statement = sp.Eq(own.expr.lhs, side, evaluate=False)
    (check,) = (one for one in checks_for(own) if isinstance(one, InCases))
    assert check.run(own, own.expr, Effort()).outcome == "holds"
    assert check.run(own, statement, Effort()).outcome != "holds"
