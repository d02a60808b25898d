"""Random applications of the numeric rules: whatever they accept is true at random rational points,
exactly.
"""

import random
from fractions import Fraction

from tests.theory.proof.evaluate import rational
from theory.proof import rules
from theory.proof.polynomials import normal, polynomial, term_of
from theory.proof.rules import Refused
from theory.proof.terms import add, eq, le, lt, mul, num, var

LETTERS = [var(name) for name in "xyz"]


def expression(rng, depth=3):
    if depth == 0 or rng.random() < 0.25:
        return (
            rng.choice(LETTERS)
            if rng.random() < 0.7
            else num(rng.randint(-3, 3), rng.randint(1, 3))
        )
    kind = rng.choice(["add", "mul", "pow"])
    if kind == "pow":
        return expression(rng, depth - 1) ** rng.randint(0, 3)
    return (add if kind == "add" else mul)(
        *(expression(rng, depth - 1) for _ in range(rng.randint(2, 3)))
    )


def points(rng, count=4):
    return [
        {letter: Fraction(rng.randint(-9, 9), rng.randint(1, 5)) for letter in LETTERS}
        for _ in range(count)
    ]


def test_normal_forms_keep_the_value():
    rng = random.Random(1)
    for _ in range(300):
        one = expression(rng)
        for point in points(rng):
            assert (
                rational(one, point)
                == rational(normal(one), point)
                == rational(term_of(polynomial(one)), point)
            )


def test_algebra_accepts_only_consequences():
    """Goals perturbed at random: an accepted one is true wherever the given equation holds."""
    rng = random.Random(2)
    accepted = 0
    for _ in range(500):
        base, cofactor = expression(rng, 2), expression(rng, 1)
        known = rules.assume(eq(expression(rng, 1), expression(rng, 1)))
        left, right = known.conclusion.args
        other = base + cofactor * (right - left)
        if rng.random() < 0.5:
            other = other + expression(rng, 1)
        try:
            theorem = rules.algebra(eq(base, other), (cofactor, known))
        except Refused:
            continue
        accepted += 1
        for point in points(rng):
            shift = rational(cofactor, point) * (rational(right, point) - rational(left, point))
            assert (
                rational(theorem.conclusion.args[1], point)
                - rational(theorem.conclusion.args[0], point)
                == shift
            )
    assert accepted > 100


def test_order_accepts_only_what_follows():
    rng = random.Random(3)
    accepted = 0
    for _ in range(600):
        strict = rng.random() < 0.5
        facts = [
            rules.assume((lt if rng.random() < 0.5 else le)(expression(rng, 1), expression(rng, 1)))
            for _ in range(2)
        ]
        root = rng.choice([num(1), expression(rng, 1)])
        weight = num(rng.randint(-1, 3))
        base = expression(rng, 1)
        gap = mul(
            weight, root, root, *(one.conclusion.args[1] - one.conclusion.args[0] for one in facts)
        )
        goal = (lt if strict else le)(base, base + gap + num(rng.choice([0, 0, 0, 1])))
        try:
            theorem = rules.order(goal, (), ((weight, tuple(facts), root),))
        except Refused:
            continue
        accepted += 1
        for point in points(rng, 12):
            holds = all(_true(one.conclusion, point) for one in facts)
            assert not holds or _true(theorem.conclusion, point)
    assert accepted > 60


def _true(relation, point):
    left, right = (rational(side, point) for side in relation.args)
    return left < right if relation.op == "lt" else left <= right
