"""Every axiom at random values of its letters, evaluated by another route."""

import random

import pytest
from mpmath import mp, mpc, mpf

from tests.theory.proof.evaluate import truth
from theory.proof.axioms import AXIOMS, DIGEST


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(100):
        yield


def real(rng):
    return mpf(
        rng.choice(
            [
                0,
                1,
                -1,
                2,
                -2,
                mpf("0.5"),
                mpf("-0.5"),
                rng.randint(-40, 40) / mpf(16),
                rng.randint(-99, 99) / mpf(32),
            ]
        )
    )


def polynomial(rng):
    """A cubic with its exact derivative, sometimes positive, sometimes constant."""
    c = [mpf(rng.randint(-3, 3)) for _ in range(4)]
    if rng.random() < 0.3:
        c = [abs(c[0]) + 20, c[1], mpf(0), mpf(0)]
    return (lambda x: c[0] + c[1] * x + c[2] * x**2 + c[3] * x**3), (
        lambda x: c[1] + 2 * c[2] * x + 3 * c[3] * x**2
    )


def letters_for(statement, rng):
    """Values for the free letters: the letter df is the derivative of f, a of g at ``at``, so that
    premises hold often.
    """
    values = {}
    f, df = polynomial(rng)
    g, dg = polynomial(rng)
    point = real(rng)
    low, high = point - abs(real(rng)), point + abs(real(rng))
    if rng.random() < 0.5:
        g, dg = (lambda x: x / 2 + 1 / mpf(4)), (lambda x: mpf(1) / 2)
    known = {
        "f": f,
        "df": df,
        "g": g,
        "dg": dg,
        "at": point,
        "low": low,
        "high": high,
        "a": dg(point),
        "b": df(point),
    }
    for letter in sorted(statement.free, key=str):  # the same values in every run
        name, sort = letter.data
        if name in known and (sort != "Real" or rng.random() < 0.8):
            values[letter] = known[name]
        elif sort == "Real":
            values[letter] = real(rng)
        elif sort == "Int":
            values[letter] = mpf(rng.randint(-4, 6))
        elif sort == "Complex":
            values[letter] = mpc(real(rng), real(rng)) if rng.random() < 0.8 else mpc(0)
        elif sort == "Bool":
            values[letter] = rng.random() < 0.5
        elif sort[2] == "Bool":
            bar = rng.randint(-9, 9)
            values[letter] = rng.choice(
                [lambda n, bar=bar: n >= bar, lambda n: True, lambda n: n == 2]
            )
        elif sort[2] == "Complex":
            shift, turn = real(rng), real(rng)
            values[letter] = lambda k, shift=shift, turn=turn: mpc(shift * k, turn + k**2)
        else:
            values[letter] = polynomial(rng)[0]
    return values


@pytest.mark.parametrize("name", sorted(AXIOMS))
def test_an_axiom_holds_wherever_its_letters_are_put(name):
    rng = random.Random(name)
    statement = AXIOMS[name]
    for _ in range(15 if "forall" in str(statement) else 60):
        values = letters_for(statement, rng)
        assert truth(statement, values), {letter.data[0]: value for letter, value in values.items()}


def test_a_wrong_axiom_would_be_noticed():
    """The evaluation can fail: signs and strictness changed in axioms that look alike."""
    from theory.proof.terms import bind, call, eq, implies, le, lt, var

    x, y = var("x"), var("y")
    s = AXIOMS["sum-step"]
    wrong = [
        eq(call("cosh", x), call("exp", x)),
        implies(le(0, x), lt(0, call("sqrt", x))),
        eq(call("log", call("exp", x)), -x),
        eq(call("cos", x - y), call("cos", x) * call("cos", y) - call("sin", x) * call("sin", y)),
        le(1 + x, call("exp", x) - 1),
        eq(x * call("inv", x), 1),
        implies(lt(0, x), lt(1, call("inv", x))),
        bind("deriv", x, call("cosh", x), x - 1, x + 1, x, -call("sinh", x)),
    ]
    for statement in wrong:
        rng = random.Random(str(statement))
        assert not all(truth(statement, letters_for(statement, rng)) for _ in range(60)), statement
    assert s is AXIOMS["sum-step"]


def test_the_digest_names_the_list():
    from hashlib import sha256

    from theory.proof.terms import digest

    text = "\n".join(f"{name} {digest(AXIOMS[name])}" for name in sorted(AXIOMS))
    assert sha256(text.encode()).hexdigest() == DIGEST
