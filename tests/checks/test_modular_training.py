"""What training does with groups of neurons: enclosures, gradients and flows, against values known by other means."""
import numpy as np
import pytest

from checks import modular_task as task
from checks import unaligned

X = (3, -1, 0, -2, 0)


# --- how wide ------------------------------------------------------------------------------------------------------------------
def test_ten_neurons_that_are_not_aligned_have_no_loss_and_an_exact_solution_is_enclosed():
    found = unaligned.solution(10)
    assert unaligned.enclosed(found)
    theta = unaligned.network(np.array(X), found)
    assert task.loss(np.array(X, dtype=float), theta) < 1e-24
    power = np.abs(np.fft.rfft(theta, axis=2))[:, :, 1:]
    assert power.min(axis=2).max() > 0.1  # both frequencies in one vector: nothing is aligned


def test_nothing_is_enclosed_where_there_is_no_solution():
    found = unaligned.solution(10)
    assert not unaligned.enclosed(found + 1e-6)      # too far for the box
    assert not unaligned.enclosed(unaligned.solution(10)[:-12])   # nine of the ten neurons
    assert not unaligned.enclosed(np.concatenate([found[:-12], np.zeros(12)]))


def test_the_equations_in_balls_and_in_doubles_are_the_same():
    flat = np.random.default_rng(3).normal(size=24)
    balls = [unaligned._ball(q) for q in flat]
    assert [float(q) for q in unaligned._equations(balls).entries()] == pytest.approx(list(unaligned._off(flat)), abs=1e-12)
    columns = np.arange(24)
    assert [float(q) for q in unaligned._jacobian(balls, columns).entries()] == pytest.approx(list(unaligned._slopes(flat).ravel()), abs=1e-12)
    step = 1e-6 * np.eye(24)
    slopes = np.array([(unaligned._off(flat + e) - unaligned._off(flat - e)) / 2e-6 for e in step]).T
    assert slopes == pytest.approx(unaligned._slopes(flat), abs=1e-7)
