"""The drawing of what rests on what."""

import re
from itertools import combinations

import pytest

from checks.report import graph
from theory import claims

RESTS_ON = {claim.id: claim.rests_on for claim in claims()}


def test_every_claim_stands_to_the_right_of_what_it_rests_on():
    drawing = graph.draw(RESTS_ON)
    x = {node.id: node.x for node in drawing.nodes}
    assert set(x) == set(RESTS_ON) and len(drawing.edges) == sum(map(len, RESTS_ON.values()))
    assert all(x[edge.source] < x[edge.target] for edge in drawing.edges)


def test_boxes_do_not_overlap_and_lie_inside_the_drawing():
    drawing = graph.draw(RESTS_ON)
    for one, other in combinations(drawing.nodes, 2):
        assert abs(one.x - other.x) >= graph.WIDTH or abs(one.y - other.y) >= graph.HEIGHT, (
            one,
            other,
        )
    for node in drawing.nodes:
        assert (
            0 <= node.x <= drawing.width - graph.WIDTH
            and 0 <= node.y <= drawing.height - graph.HEIGHT
        )


def test_an_edge_starts_and_ends_at_its_boxes_and_passes_through_no_other():
    drawing = graph.draw(RESTS_ON)
    box = {node.id: node for node in drawing.nodes}
    for edge in drawing.edges:
        source, target = box[edge.source], box[edge.target]
        corners = follow(edge.path)
        assert corners[0] == pytest.approx((source.x + graph.WIDTH, source.y + graph.HEIGHT / 2))
        assert corners[-1] == pytest.approx((target.x, target.y + graph.HEIGHT / 2))
        for (left, y), (right, end) in zip(corners, corners[1:]):
            if y == end:  # a level stretch runs through a layer of boxes; curves run between layers
                hit = [
                    n.id
                    for n in drawing.nodes
                    if left < n.x + graph.WIDTH / 2 < right and n.y < y < n.y + graph.HEIGHT
                ]
                assert hit == [], edge


def follow(path):
    """The points at which a path changes its command."""
    start, *rest = re.findall(r"([Mch])([^Mch]*)", path)
    points = [tuple(map(float, start[1].split()))]
    for command, numbers in rest:
        values = [float(n) for n in numbers.split()]
        (x, y), (dx, dy) = points[-1], (values[-2:] if command == "c" else (values[0], 0.0))
        points.append((x + dx, y + dy))
    return points


def test_a_chain_is_drawn_level_and_nothing_is_drawn_of_nothing():
    assert len({node.y for node in graph.draw({"a": (), "b": ("a",), "c": ("b",)}).nodes}) == 1
    assert graph.draw({}).nodes == ()


def test_a_circle_is_refused():
    with pytest.raises(ValueError, match="a circle of claims: a rests on b rests on a"):
        graph.draw({"a": ("b",), "b": ("a",)})
