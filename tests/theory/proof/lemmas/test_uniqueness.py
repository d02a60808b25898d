"""Courses along a Lipschitz field: they agree where the field is one, and not where it is two."""

import pytest

from theory.proof.lemmas.uniqueness import Courses
from theory.proof.rules import Refused, assume
from theory.proof.tactics import at, deriv, forall, parts, total
from theory.proof.terms import INT, REAL, both, eq, function, implies, le, lt, var

x, y = function("x", INT, REAL, REAL), function("y", INT, REAL, REAL)
p, q = function("p", INT, REAL, REAL), function("q", INT, REAL, REAL)
rate, K, high, size, j = var("rate"), var("K"), var("T"), var("m", INT), var("j", INT)


def each(statement):
    return forall(lambda i: implies(le(1, i), le(i, size), statement(i)), INT)


def along(statement):
    return forall(lambda s: implies(le(0, s), le(s, high), statement(s)))


def flow(course, field):
    return each(
        lambda i: along(lambda s: deriv(0, high, s, rate * field(i, s), lambda r: course(i, r)))
    )


NEAR = along(
    lambda s: le(
        total(1, size, lambda i: (p(i, s) - q(i, s)) ** 2),
        K * total(1, size, lambda i: (x(i, s) - y(i, s)) ** 2),
    )
)
START = each(lambda i: eq(x(i, 0), y(i, 0)))
FLOWS = both(flow(x, p), flow(y, q))


def courses(start=START, near=NEAR):
    flows = parts(assume(FLOWS))
    return Courses(
        x=lambda i, s: x(i, s),
        y=lambda i, s: y(i, s),
        p=lambda i, s: p(i, s),
        q=lambda i, s: q(i, s),
        rate=rate,
        K=K,
        high=high,
        size=size,
        rate_above=assume(lt(0, rate)),
        ordered=assume(le(0, high)),
        some=assume(le(1, size + 1)),
        slopes=lambda i, s, *known: tuple(
            at(one, i, known[0], known[1], s, known[2], known[3]) for one in flows
        ),
        lipschitz=lambda s, *known: at(assume(near), s, *known),
        start=lambda i, *known: at(assume(start), i, *known),
    )


def test_two_courses_from_one_start_agree_at_the_end():
    theorem = courses().agree(j, assume(le(1, j)), assume(le(j, size)))
    assert theorem.conclusion is eq(x(j, high), y(j, high))
    assert {START, NEAR} < theorem.hypotheses


def test_another_start_is_refused():
    with pytest.raises(Refused):
        courses(start=each(lambda i: eq(x(i, 0), y(i, 0) + 1))).agree(
            j, assume(le(1, j)), assume(le(j, size))
        )


def test_a_field_that_is_not_lipschitz_is_refused():
    far = along(
        lambda s: le(
            total(1, size, lambda i: (p(i, s) - q(i, s)) ** 2),
            K + total(1, size, lambda i: (x(i, s) - y(i, s)) ** 2),
        )
    )
    with pytest.raises(Refused):
        courses(near=far).agree(j, assume(le(1, j)), assume(le(j, size)))
