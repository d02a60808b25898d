"""A trajectory shows itself as a plot, and as a table where there is no Matplotlib."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from numerics import DiagonalNetwork, alternating_gradient_flow, gradient_flow
from numerics.picture import steps, svg


@pytest.fixture(scope="module")
def flow():
    return gradient_flow(DiagonalNetwork([[2, 0], [0, 1]], [1, 1]), "1e-300")


def test_the_picture_is_svg_that_names_what_is_learned_at_each_jump(flow):
    bundle = flow._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "image/svg+xml"} and bundle["text/plain"] == repr(flow)
    words = "".join(ElementTree.fromstring(bundle["image/svg+xml"]).itertext())
    assert (
        all(str(feature) in words for feature in ((0, 1), (1, 1)))
        and "alpha = 1e-300" in words
        and "loss" in words
    )


def test_the_same_flow_is_drawn_as_the_same_file(flow):
    assert flow._repr_mimebundle_() == flow._repr_mimebundle_()


def test_without_matplotlib_the_staircase_is_shown_as_a_table(flow, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert flow._repr_mimebundle_() == {
        "text/plain": repr(flow),
        "text/html": flow.staircase._repr_html_(),
    }


def test_matplotlib_is_not_imported_before_something_is_drawn():
    code = "import sys, theory, numerics, checks.cli; assert 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_staircase_is_drawn_as_constant_levels_up_to_the_end(flow):
    drawn = []
    svg(lambda axes: (steps(axes, flow.staircase, 9), drawn.extend(axes.lines)))
    (line,) = drawn
    assert list(line.get_xdata()) == [0, *map(float, flow.staircase.jump_times), 9]
    assert list(line.get_ydata())[:-1] == [float(level) for level in flow.staircase.levels]


def test_agf_shows_its_staircase_and_prints_its_scale():
    agf = alternating_gradient_flow(DiagonalNetwork([[1]], [1]), "1e-10")
    assert agf._repr_html_() == agf.staircase._repr_html_()
    assert repr(agf).startswith("AGF, alpha = 1e-10, eta = 22.6793: Staircase with 1 jump")
