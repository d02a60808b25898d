"""The definitions of the first jump at numbers: two neurons, p = 5, the weaker frequency first."""

import pytest
from mpmath import mp, mpf

from tests.theory.proof import evaluate
from tests.theory.proof.definitions.modular.first import first_of_two
from theory.modular.letters import first
from theory.proof.terms import INT, both, num, substituted, var

I, M, S, ALPHA = var("i", INT), var("m", INT), var("s"), var("alpha")


@pytest.fixture(autouse=True)
def few_samples(monkeypatch):
    """One time and two residues: every sum is over 125 triples."""
    monkeypatch.setitem(evaluate.SAMPLES, "Real", [mpf("0.2")])
    monkeypatch.setitem(evaluate.SAMPLES, "Int", [1, 2])
    with mp.workdps(60):
        yield


def holds(statement, values, **more):
    letters = {**values, **more}
    return evaluate.truth(statement, {one: letters[one.data[0]] for one in statement.free})


def one_alone():
    """The gradients and the start of frequency m of neuron i by itself."""
    slopes = (substituted(one, first.by_itself(I, M)) for one in first.GRADIENT)
    return both(*slopes, first.start_of(I, M))


@pytest.mark.parametrize("i, m", [(1, 2), (2, 1), (1, 1)])
def test_a_frequency_by_itself_starts_with_the_transforms_of_its_neuron(i, m):
    values = first_of_two()
    assert holds(one_alone(), values, i=mpf(i), m=mpf(m))
    assert holds(first.exists_to(I, M, num(1, 4)), values, i=mpf(i), m=mpf(m))


@pytest.mark.parametrize(
    "letter, wrong",
    [
        ("u_alone", lambda i, m, a, s: mpf(1)),
        ("G_w_alone", lambda i, m, a, s: mpf(0)),
        ("v_start", lambda i, a: mpf(a == 1)),
    ],
)
def test_another_course_gradient_or_start_is_noticed(letter, wrong):
    assert not holds(one_alone(), {**first_of_two(), letter: wrong}, i=mpf(1), m=mpf(2))


def test_the_powers_pass_every_bound_at_the_time_of_carlsons_integral():
    values = first_of_two()
    power = first.power(I, M, S)
    for i, m, time in ((1, 2, values["T_2"]), (2, 1, values["T_1"])):
        at = {I: mpf(i), M: mpf(m)} | {one: values[one.data[0]] for one in power.free - {I, M, S}}
        left = [
            evaluate.value(power, {**at, S: time * (1 - mpf(10) ** -n)}) * mpf(10) ** (-2 * n)
            for n in (6, 12)
        ]
        assert left[0] > mpf("0.1") and abs(left[0] / left[1] - 1) < mpf(10) ** -9


def test_the_first_of_them_has_the_norm_one_at_tau_and_the_limit_is_the_earlier_blow_up():
    values = first_of_two()
    statement = first.to_first_jump(ALPHA)
    assert holds(statement, values, alpha=mpf("0.1"))
    late, _, before, reached = statement.args
    for share in (mpf("1.01"), mpf("0.99")):
        other = {**values, "tau_first": lambda alpha: share * values["tau_first"](alpha)}
        assert holds(late, other, alpha=mpf("0.25"))
        assert not holds(both(before, reached), other, alpha=mpf("0.25"))
    small = mpf(10) ** -20
    assert abs(values["tau_first"](small) - values["jump_limit"]) < 10 * small
    assert values["T_2"] < values["T_1"]


def test_each_frequency_is_the_largest_or_smaller_than_another():
    values = first_of_two()
    for m, largest in ((1, True), (2, False)):
        assert holds(first.is_largest(M), values, m=mpf(m)) is largest
        assert holds(first.is_smaller(M), values, m=mpf(m)) is not largest
