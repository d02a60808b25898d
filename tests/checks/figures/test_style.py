"""One look for every figure: steps where they are said to be, and names that do not overlap."""

import matplotlib
import numpy as np
import pytest

from checks.figures import style


@pytest.fixture
def ax():
    return style.figure(4, 3, "found", "how").subplots()


def test_stairs_hold_each_value_until_the_next_jump_and_end_where_the_axis_does(ax):
    style.stairs(ax, (1, 2, 9), (0, 5, 7, 8), 3.0)
    (line,) = ax.get_lines()
    assert line.get_xdata().tolist() == [0, 1, 2, 3]
    assert line.get_ydata().tolist() == [0, 5, 7, 7]  # the jump at 9 is beyond the end


@pytest.mark.parametrize("scale, rows", [("linear", (1.0, 1.01, 5.0)), ("log", (1.0, 1.05, 50.0))])
def test_names_of_curves_that_end_together_are_moved_apart_in_their_order(ax, scale, rows):
    ax.set(yscale=scale, ylim=(0.5, 60))
    style.names_at_end(ax, 1.0, [(y, str(y), style.INK) for y in reversed(rows)], apart=0.1)
    place = np.log if scale == "log" else np.asarray
    heights = place([text.xy[1] for text in ax.texts])
    span = np.ptp(place(ax.get_ylim()))
    assert [text.get_text() for text in ax.texts] == [str(y) for y in rows]
    assert np.all(np.diff(heights) / span > 0.0999)
    assert ax.texts[-1].xy[1] == pytest.approx(rows[-1]) or scale == "linear"


def test_colours_of_a_growing_parameter_grow_darker():
    light = [sum(shade[:3]) for shade in style.shades(5)]
    assert light == sorted(light, reverse=True) and len(style.shades(1)) == 1


def test_a_power_of_ten_is_written_as_one():
    assert style.power("1e-100") == "$10^{-100}$"
    assert style.power("2e-3") == "2e-3"


def test_the_readers_own_settings_are_left_alone():
    before = matplotlib.rcParams["font.size"]
    with style.sheet():
        assert matplotlib.rcParams["font.size"] == style.SHEET["font.size"]
    assert matplotlib.rcParams["font.size"] == before
