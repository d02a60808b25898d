"""Terms as text: brackets where they are needed and nowhere else."""

import pytest

from theory.proof.show import show
from theory.proof.terms import INT, bind, both, eq, implies, le, lt, negation, num, var

x, y, z = var("x"), var("y"), var("z")
n = var("n", INT)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (x + y - z, "x + y - z"),
        (x - (y - z), "x - (y - z)"),
        (x + num(-3), "x - 3"),
        (x + num(-1, 2) * (y / z), "x - (1/2)*(y/z)"),
        (-(x + y), "-(x + y)"),
        (x * (-y), "x*(-y)"),
        (x * (y * z), "x*(y*z)"),
        ((x / y) * z, "(x/y)*z"),
        (x / (y * z), "x/(y*z)"),
        ((-x) ** 2, "(-x)^2"),
        ((1 / x) ** 2, "(1/x)^2"),
        (implies(implies(eq(x, y), eq(y, z)), lt(x, z)), "(x = y -> y = z) -> x < z"),
        (implies(lt(x, y), implies(lt(y, z), lt(x, z))), "x < y -> y < z -> x < z"),
        (negation(eq(x, y + z)), "x != y + z"),
        (negation(both(lt(x, y), lt(y, z))), "not (x < y & y < z)"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_term_reads_as_it_is_written_by_hand(term, text):
    assert show(term) == text


def test_quantifiers_of_one_kind_are_said_at_once_and_sums_have_their_range():
    inner = bind("forall", n, le(0, x + n))
    assert show(bind("forall", x, inner)) == "forall(x0: Real, n1: Int. 0 <= x0 + n1)"
    pair = bind("exists", x, bind("exists", y, lt(x, y)))
    assert show(pair) == "exists(x0, x1: Real. x0 < x1)"
    assert show(bind("sum", n, n * x, num(1), num(4))) == "sum(n0 = 1, ..., 4: n0*x)"
    assert show(bind("integral", y, x * y, num(0), z)) == "integral(x0 from 0 to z: x*x0)"


def test_the_derivative_of_a_function_says_where_and_how_large():
    slope = bind("deriv", y, y**2, num(0), num(1), x, 2 * x)
    assert show(slope) == "(d/dx0 (x0^2) = 2*x at x0 = x within [0, 1])"
