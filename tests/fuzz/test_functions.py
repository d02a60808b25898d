"""The public functions, with everything a caller can get wrong. ``AGF_FUZZ=full`` for every
function with every value (see fuzz_judging.py).
"""

import numpy as np
import pytest
import sympy as sp
from fuzz_judging import FULL, cases, ends_well
from fuzz_values import ENCODINGS, EVIL, MATRICES, NUMBERS
from hypothesis import given
from hypothesis import strategies as st

from checks import verify
from checks.evidence import Evidence
from checks.methods.check import Effort
from numerics import (
    AttentionNetwork,
    DiagonalNetwork,
    LinearNetwork,
    ModularNetwork,
    ReluNetwork,
    alternating_gradient_flow,
    gradient_flow,
)
from theory import attention, claims, derive, diagonal, linear, modular
from theory.catalogue import claim as claim_by_id
from theory.staircase import Staircase

EYE = [[1, 0], [0, 1]]
NETWORKS = {
    "diagonal": (DiagonalNetwork(EYE, [1, 2]), 2),
    "linear": (LinearNetwork([[1, 0], [0, 2]], [[3, 0], [0, 1]], 2), 4),
    "attention": (AttentionNetwork([[2, 0], [0, 1]], 3, 2), 5),
    "modular": (ModularNetwork([2, -1, -1], 2), 9),
    "relu": (ReluNetwork([[1, -1]], [[1, 2]], 2), 2),
}

# Each takes one bad argument; where the rest is right, a good one gives a result.
TAKES_MATRIX = {
    "DiagonalNetwork(X)": lambda a: DiagonalNetwork(a, [1, 2]),
    "DiagonalNetwork(y)": lambda a: DiagonalNetwork(EYE, a),
    "LinearNetwork(B)": lambda a: LinearNetwork(a, EYE, 2),
    "LinearNetwork(Sigma)": lambda a: LinearNetwork(EYE, a, 2),
    "AttentionNetwork(Sigma)": lambda a: AttentionNetwork(a, 2, 2),
    "ModularNetwork(x)": lambda a: ModularNetwork(a, 2),
    "ReluNetwork(X)": lambda a: ReluNetwork(a, [[1, 2]], 2),
    "ReluNetwork(Y)": lambda a: ReluNetwork(EYE, a, 2),
    "diagonal.staircase(X)": lambda a: diagonal.staircase(a, [1, 2]),
    "diagonal.staircase(y)": lambda a: diagonal.staircase(EYE, a, "1e-3"),
    "linear.staircase(B)": lambda a: linear.staircase(a, [[3, 0], [0, 1]]),
    "linear.staircase(Sigma)": lambda a: linear.staircase([[1, 0], [0, 2]], a),
    "linear.union_staircase(Sigma)": lambda a: linear.union_staircase([[1, 0], [0, 2]], a),
    "attention.staircase(Sigma)": lambda a: attention.staircase(a, 2),
    "modular.staircase(x)": lambda a: modular.staircase(a),
    "gradient_flow(net)": lambda a: gradient_flow(a, 1e-2),
} | {
    f"{name}.{method}(theta)": lambda a, net=net, method=method: getattr(net, method)(a)
    for name, (net, _) in NETWORKS.items()
    for method in ("loss", "gradient", "function")
}
TAKES_NUMBER = {
    "LinearNetwork(width)": lambda a: LinearNetwork(EYE, EYE, a),
    "AttentionNetwork(context)": lambda a: AttentionNetwork([[1.0]], a, 1),
    "AttentionNetwork(heads)": lambda a: AttentionNetwork([[1.0]], 1, a),
    "ModularNetwork(width)": lambda a: ModularNetwork([2, -1, -1], a),
    "ReluNetwork(width)": lambda a: ReluNetwork(EYE, [[1, 2]], a),
    "ReluNetwork(step)": lambda a: ReluNetwork(EYE, [[1, 2]], 2, a),
    "verify(alphas)": lambda a: verify("framework.projection-size", alphas=a),
    "verify(time_limit)": lambda a: verify("framework.projection-size", time_limit=a),
    "derive(samples)": lambda a: derive(sp.Symbol("x") ** 2, x=a),
    "diagonal.staircase(alpha)": lambda a: diagonal.staircase(EYE, [1, 2], a),
    "diagonal.staircase(digits)": lambda a: diagonal.staircase(EYE, [1, 2], "1e-3", a),
    "linear.staircase(width)": lambda a: linear.staircase([[2, 0], [0, 1]], [[3, 0], [0, 1]], a),
    "linear.staircase(digits)": lambda a: linear.staircase(
        [[2, 0], [0, 1]], [[3, 0], [0, 1]], 2, a
    ),
    "attention.staircase(context)": lambda a: attention.staircase([[2, 0], [0, 1]], a),
    "attention.staircase(eta)": lambda a: attention.staircase([[2, 0], [0, 1]], 2, None, a),
    "modular.staircase(digits)": lambda a: modular.staircase((3, -1, 0, -2, 0), a),
    "modular.staircase(x[0])": lambda a: modular.staircase((a, -1, 0, -2, 0)),
    "derive": lambda a: derive(a),
    "claim": lambda a: claim_by_id(a),
    "Effort(seed)": lambda a: Effort(seed=a),
    "Effort(profile)": lambda a: Effort(a),
    "Evidence(method)": lambda a: Evidence("c", a, "holds"),
    "Staircase(levels)": lambda a: Staircase((1,), (2, 1, a)),
} | {
    f"{name}: {what}": lambda a, net=net, call=call: call(net, a)
    for name, (net, _) in NETWORKS.items()
    for what, call in {
        "gradient_flow(alpha)": lambda net, a: gradient_flow(net, a, until=0.01),
        "gradient_flow(seed)": lambda net, a: gradient_flow(net, 1e-2, seed=a, until=0.01),
        "gradient_flow(until)": lambda net, a: gradient_flow(net, 1e-2, until=a),
        "gradient_flow(digits)": lambda net, a: gradient_flow(net, 1e-2, digits=a, until=0.01),
        "gradient_flow(engine)": lambda net, a: gradient_flow(net, 1e-2, engine=a, until=0.01),
        "alternating_gradient_flow(alpha)": alternating_gradient_flow,
        "alternating_gradient_flow(seed)": lambda net, a: alternating_gradient_flow(
            net, 1e-2, seed=a
        ),
        "eta": lambda net, a: net.eta(a),
        "initial": lambda net, a: net.initial(a),
    }.items()
}
EVERY = [
    (name, n)
    for table, values in ((TAKES_MATRIX, MATRICES), (TAKES_NUMBER, NUMBERS))
    for name in table
    for n in range(len(values))
]
TAKEN = EVERY if FULL else EVERY[::23]  # every function and, over the functions, every value


@pytest.mark.filterwarnings("error", "ignore::theory.linear.staircase.OtherOrder")
@pytest.mark.parametrize("name, number", TAKEN)
def test_a_bad_argument_ends_in_a_result_or_in_a_clear_error(name, number):
    call, values = (
        (TAKES_MATRIX[name], MATRICES) if name in TAKES_MATRIX else (TAKES_NUMBER[name], NUMBERS)
    )
    ends_well(call, values[number])


@pytest.mark.parametrize("x", ENCODINGS, ids=repr)
def test_an_encoding_is_taken_or_refused(x):
    for call in (lambda: ModularNetwork(x, 1), lambda: modular.staircase(x)):
        ends_well(call)


entries = st.one_of(
    st.floats(allow_nan=True, allow_infinity=True),
    st.integers(-3, 3),
    st.sampled_from([None, "1", "x", 1j, True]),
)


@cases(20, 400)
@given(
    st.sampled_from(sorted(NETWORKS)),
    st.lists(st.lists(entries, max_size=9), max_size=3),
    st.sampled_from(["loss", "gradient", "function"]),
)
def test_parameters_of_any_kind_are_taken_or_refused(name, rows, method):
    with np.errstate(all="ignore"):
        ends_well(getattr(NETWORKS[name][0], method), rows)


@cases(15, 200)
@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_diagonal_networks_of_any_data_flow_or_refuse(d, n, data):
    numbers = st.one_of(st.integers(-2, 2), st.sampled_from([1e-8, 1e8, 0.5]))
    X = data.draw(st.lists(st.lists(numbers, min_size=n, max_size=n), min_size=d, max_size=d))
    y = data.draw(st.lists(numbers, min_size=n, max_size=n))
    net = ends_well(DiagonalNetwork, X, y)
    if net is not None:
        ends_well(lambda: alternating_gradient_flow(net, "1e-6").staircase)
        ends_well(lambda: gradient_flow(net, "1e-6", until=3).staircase)
    ends_well(diagonal.staircase, X, y)


@cases(15, 200)
@given(st.text(max_size=40).filter(lambda text: text not in {claim.id for claim in claims()}))
def test_any_text_is_an_unknown_claim_and_no_expression(text):
    assert ends_well(claim_by_id, text) is None and ends_well(derive, text) is None


def test_text_is_never_evaluated(tmp_path):
    evil = EVIL.format(tmp_path / "touched")
    for call in (
        derive,
        claim_by_id,
        lambda a: DiagonalNetwork([[a]], [a]),
        lambda a: diagonal.staircase([[a]], [a]),
        lambda a: linear.staircase([[a]], [[a]]),
        lambda a: attention.staircase([[a]], 1),
        lambda a: modular.staircase([a] * 3),
        lambda a: diagonal.staircase([[1]], [1], a),
        lambda a: gradient_flow(DiagonalNetwork([[1]], [1]), a),
        lambda a: derive(sp.Symbol("x")).equals(a),
    ):
        assert ends_well(call, evil) is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("claim", claims() if FULL else claims()[::12], ids=lambda claim: claim.id)
def test_every_claim_shows_itself(claim):
    assert ends_well(claim.latex) and ends_well(claim.latex, printed=True) and ends_well(str, claim)
    ends_well(claim.lambdify)
