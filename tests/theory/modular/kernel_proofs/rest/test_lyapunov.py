"""The sum of squares that falls along the flow of one neuron: its gradient, by numbers."""

import sympy as sp

from tests.theory.proof.evaluate import value
from theory.modular.kernel_proofs.rest import lyapunov
from theory.proof.rules import Theorem
from theory.proof.terms import lt

POINT = [0.3, -1.1, 0.7, 0.2, -0.4, 0.9]


def here(term):
    """A term at the point."""
    table = dict(zip(lyapunov.LETTERS, POINT))
    return float(value(term, {**table, lyapunov.TAU: 0.6}))


def test_the_slopes_are_those_of_the_sum_of_squares():
    a, b, c = (sp.Symbol(f"{n}1", real=True) + sp.I * sp.Symbol(f"{n}2", real=True) for n in "abc")
    size = lambda z: sp.re(z) ** 2 + sp.im(z) ** 2
    F = size(a * b * sp.conjugate(c) - sp.Float(0.6)) + size(c) * (size(a) - size(b)) ** 2 / 6
    names = sp.symbols("a1 a2 b1 b2 c1 c2", real=True)
    table = dict(zip(names, POINT))
    assert abs(here(lyapunov.excess(lyapunov.LETTERS)) - F.subs(table)) < 1e-12
    for name, slope in zip(names, lyapunov.slopes(lyapunov.LETTERS)):
        assert abs(here(slope) - sp.expand(F, complex=True).diff(name).subs(table)) < 1e-10


def test_the_inequality_holds_at_any_six_numbers_without_hypotheses():
    theorem = lyapunov.steep()
    assert type(theorem) is Theorem and not theorem.hypotheses


def test_the_decay_asks_for_a_start_below_no_weights():
    asked = lyapunov.decays().hypotheses
    assert lyapunov.BELOW.conclusion in asked and lyapunov.SHARE_HIGH.conclusion in asked
    assert lt(0, lyapunov.SPEED) in asked
