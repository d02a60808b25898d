"""Letters of one's own: entered once, defined once, shown as one said."""

import pytest
from sympy import Eq

from theory import define, for_every, function, letter
from theory.notation import to_latex
from theory.own.letters import clear, definitions_of, entered_by


@pytest.fixture(autouse=True)
def no_letters():
    clear()
    yield
    clear()


def test_a_letter_is_printed_by_its_macro():
    gap = letter("gap", r"\Delta", "the spectral gap", positive=True)
    assert to_latex(gap**2) == r"\Delta^{2}"


def test_a_file_says_once_what_a_letter_is():
    with entered_by("a.py"):
        letter("gap", r"\Delta", "the spectral gap", positive=True)
        with pytest.raises(ValueError, match="'gap' is taken: the spectral gap"):
            letter("gap", r"\Delta", "something else", positive=True)
        with pytest.raises(ValueError, match="macro .* is taken by gap"):
            letter("other", r"\Delta", "something else")


def test_two_files_may_use_one_letter_differently():
    for source in ("a.py", "b.py"):
        with entered_by(source):
            letter("gap", r"\Delta", f"of {source}", positive=True)


def test_a_letter_is_defined_once():
    x, y = letter("x", "x", "a number"), letter("y", "y", "its square")
    define(y, by=Eq(y, x**2))
    define(y, by=Eq(y, x**2))  # the same again: a cell of a notebook that is run twice
    with pytest.raises(ValueError, match="y is defined already"):
        define(y, by=Eq(y, 2 * x))


def test_a_definition_speaks_of_its_letters():
    x, y = letter("x", "x", "a number"), letter("y", "y", "another")
    with pytest.raises(ValueError, match="speaks of none of y"):
        define(y, by=(Eq(y, 2), Eq(x, 1)))
    with pytest.raises(ValueError, match="does not speak of it"):
        define(x, y, by=Eq(x, 1))


def test_definitions_of_definitions_are_found():
    x, y, z = (letter(name, name, "a number") for name in "xyz")
    define(y, by=Eq(y, x**2))
    define(z, by=Eq(z, y + 1))
    assert [one.letters for one in definitions_of(Eq(z, 2))] == [(z,), (y,)]


def test_a_function_without_letters_is_refused():
    with pytest.raises(ValueError, match="takes no letters"):
        function("u", "u(#1)", "a weight")
    t = letter("t", "t", "time")
    with pytest.raises(ValueError, match="relations"):
        for_every(t, 0, 1)
