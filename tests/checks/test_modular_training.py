"""What training does with groups of neurons: enclosures, gradients and flows, against values known by other means."""
import numpy as np
import pytest

from checks import modular_task as task
from checks import unaligned
from checks.modular_training import waves
from numerics import ModularNetwork
from numerics.blow_up import blow_up_times
from numerics.modular_flow import follow

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


# --- where gradient flow rests --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("p, frequencies, resonant", [(3, (1,), False), (9, (1, 2), False), (9, (1, 3), True), (5, (1, 2), True)])
def test_one_neuron_takes_a_ninth_of_its_frequency_and_more_where_x_has_the_third_harmonic(p, frequencies, resonant):
    net = ModularNetwork(waves(p, frequencies), 1)
    start = task.Summands(tuple(net.x), 2).mixture((1,))[None]   # aligned with frequency 1
    start = start + 1e-3 * np.random.default_rng(0).normal(size=start.shape)
    *_, last = follow(net, start, 1.0, 60.0)
    power = np.abs(net.spectrum[1:])**2 / p
    ninth = power.sum() - power[0] / 9
    assert last.loss < ninth - 1e-3 if resonant else last.loss == pytest.approx(ninth, rel=1e-5)


def test_half_way_to_the_second_jump_one_neuron_is_active_and_the_others_are_of_order_alpha():
    net = ModularNetwork(waves(3, (1,)), 9)
    times = np.sort(blow_up_times(net.x, net.initial(1, 1)).min(axis=1))
    *_, last = follow(net, net.initial(1e-3, 1), net.eta(1e-3), (times[0] + times[1]) / 2)
    sizes = np.sort(np.linalg.norm(last.theta, axis=1))
    assert sizes[-1] > 0.5 and sizes[-2] < 0.02
