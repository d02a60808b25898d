"""A claim is data that validates itself when it is built."""

import dataclasses

import pytest
from sympy import And, Eq, Equivalent, Ge, Symbol, cosh, log, symbols

from theory import Claim, derive
from theory.claim import equation

x, y = symbols("x y", positive=True)


def toy(**changes):
    parts = dict(
        id="framework.toy",
        title="A toy",
        kind="identity",
        line=3,
        label="sec:toy",
        printed=equation(y, log(x)),
    )
    return Claim(**parts | changes)


@pytest.mark.parametrize(
    "changes, argument",
    [
        ({"id": "no-setting"}, "id"),
        ({"id": "framework.Toy"}, "id"),
        ({"id": "framework.toy-"}, "id"),
        ({"kind": "theorem"}, "kind"),
        ({"origin": "theirs"}, "origin"),
        ({"line": 0}, "line"),
        ({"line": "3"}, "line"),
        ({"printed": x + y}, "printed"),
        ({"given": (x,)}, "given"),
        ({"given": (x < 0,)}, "given"),
        ({"printed": x}, "printed"),
        ({"corrected": equation(y, 2 * log(x))}, "erratum"),
        ({"erratum": "wrong"}, "erratum"),
        ({"corrected": equation(y, log(x)), "erratum": "the same again"}, "corrected"),
    ],
)
def test_an_argument_that_makes_no_sense_is_named_with_its_value(changes, argument):
    with pytest.raises(ValueError, match=rf"{argument} = .*expected"):
        toy(**changes)


@pytest.mark.parametrize("evaluated_away", [Eq(x, x), Eq(x, -1), Ge(x, 0)])
def test_a_relation_that_sympy_evaluated_away_is_no_statement(evaluated_away):
    with pytest.raises(ValueError, match="an unevaluated SymPy relation"):
        toy(printed=evaluated_away)


def test_an_equation_between_equal_sides_stays_an_equation():
    assert equation(x, x).args == (x, x)
    assert toy(printed=equation(x, x)).printed is not True


def test_a_claim_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        toy().printed = equation(y, x)


def test_the_correction_is_what_should_be_used_and_the_printed_form_is_kept():
    claim = toy(corrected=equation(y, 2 * log(x)), erratum="a factor two", severity="slip")
    assert claim.expr == equation(y, 2 * log(x)) and claim.formula == 2 * log(x)
    assert claim.latex(printed=True) != claim.latex()
    text = str(claim)
    assert "a factor two" in text and "log(x)" in text and "2*log(x)" in text
    markdown = claim._repr_markdown_()
    assert (
        f"printed: $\\displaystyle {claim.latex(printed=True)}$" in markdown
        and f"corrected: $\\displaystyle {claim.latex()}$" in markdown
    )
    assert claim._repr_latex_() == f"$\\displaystyle {claim.latex()}$"


def test_the_formula_is_a_numeric_function_of_its_symbols_by_name():
    # log(2) = 0.693147180559945..., a number everybody knows
    assert abs(float(toy().lambdify()(2)) - 0.6931471805599453) < 1e-15
    f = toy(printed=equation(y, x - 2 * Symbol("a"))).lambdify()
    assert f(7, 10) == -4  # in the order of the names: a = 7, x = 10, 10 - 14


def test_a_statement_without_a_right_hand_side_has_no_formula():
    with pytest.raises(ValueError, match="expected a relation with a right-hand side"):
        _ = toy(printed=Equivalent(Eq(x, 2), Eq(y, 3))).formula


def test_building_a_claim_does_not_build_its_derivation():
    built = []

    def chain():
        built.append(1)
        return derive(cosh(x)).equals(cosh(x))

    claim = toy(derive=chain)
    assert not built
    assert claim.derivation.result == cosh(x) and claim.derivation is not claim.derivation
    assert len(built) == 3


def test_the_setting_is_what_stands_before_the_dot():
    assert toy(id="diagonal.some-thing").setting == "diagonal"


def test_a_conjunction_keeps_both_parts():
    both = And(equation(x, y), equation(y, log(x)), evaluate=False)
    assert set(toy(printed=both).printed.args) == {equation(x, y), equation(y, log(x))}


@pytest.mark.parametrize(
    "options",
    [
        {"severity": "slip"},
        {"corrected": equation(y, x), "erratum": "e"},
        {"corrected": equation(y, x), "erratum": "e", "severity": "grave"},
    ],
)
def test_a_severity_stands_exactly_where_there_is_a_correction(options):
    with pytest.raises(ValueError, match="severity = .*: expected one of"):
        toy(**options)
