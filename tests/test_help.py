"""``help()`` on every public name has a formula and an example that runs."""

import doctest
import inspect
import pydoc
import re
from importlib import import_module

import pytest

import checks
import numerics
import theory
from theory.catalogue import SETTINGS

TOOLS = (
    "theory.notation",
    "theory.validate",
)  # with which settings are written; no part of what they offer
FORMULA = re.compile(r"[=<>^]|\bEq\(")


def public():
    for package in (theory, numerics, checks):
        for name in package.__all__:
            yield f"{package.__name__}.{name}", getattr(package, name)
    for setting in SETTINGS:
        for name, value in vars(import_module(f"theory.{setting}")).items():
            made_here = (inspect.isfunction(value) or inspect.isclass(value)) and (
                value.__module__ or ""
            ).startswith("theory")
            if made_here and value.__module__ not in TOOLS and not name.startswith("_"):
                yield f"theory.{setting}.{name}", value


def once():
    """Every object under the first of its names."""
    return {
        id(value): pytest.param(value, id=name) for name, value in reversed(list(public()))
    }.values()


@pytest.mark.parametrize("value", once())
def test_help_states_a_formula_and_gives_an_example(value):
    text = inspect.getdoc(value) or ""
    code = [line for line in text.splitlines() if line.lstrip().startswith((">>>", "..."))]
    assert code, "no example"  # the examples themselves are run by --doctest-modules
    assert any(FORMULA.search(line) for line in text.splitlines() if line not in code), "no formula"


def test_help_on_a_claim_states_it_and_its_example_prints_the_claim():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    for claim in theory.claims():
        assert f"{claim.title}: {claim.printed}" in claim.__doc__
        test = parser.get_doctest(claim.__doc__, {}, claim.id, None, 0)
        assert len(test.examples) == 2
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_help_shows_the_claim_and_not_the_class():
    text = pydoc.render_doc(theory.diagonal.conserved_appendix, renderer=pydoc.plaintext)
    assert "Eq(u_i**2 - v_i**2, 2*alpha**2)" in text and "Methods defined here" not in text
    assert "Methods defined here" in pydoc.render_doc(theory.Claim, renderer=pydoc.plaintext)
