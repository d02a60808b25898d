"""A layered drawing of what rests on what: foundations at the left, consequences to the right.

Each node stands one layer to the right of the last thing that it rests on. An edge over several
layers gets a place in each (Sugiyama's method), rows are ordered by the mean of their neighbours to
keep crossings few, and then pulled level with them. Numbers only; the page decides how it looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

COLUMN, ROW, WIDTH, HEIGHT = 248, 32, 204, 24  # pixels: from node to node, and of a node
MARGIN = 8
SWEEPS = 12  # the order of rows settles after a few; more change nothing


@dataclass(frozen=True)
class Node:
    """A claim and the upper left corner of its box."""

    id: str
    x: float
    y: float  # of its upper left corner


@dataclass(frozen=True)
class Edge:
    """``target`` rests on ``source``; the path of the line between."""

    source: str
    target: str
    path: str  # SVG path data


@dataclass(frozen=True)
class Drawing:
    """Boxes and lines, and the size of the whole."""

    width: float
    height: float
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def draw(rests_on: Mapping[str, Sequence[str]]) -> Drawing:
    """Place every node of ``{node: what it rests on}``, from left to right.

    >>> drawing = draw({"a": (), "b": ("a",), "c": ("a", "b")})
    >>> [(node.id, node.x) for node in drawing.nodes]
    [('a', 8), ('b', 256), ('c', 504)]
    """
    layer = _layers(rests_on)
    chains = {
        (source, target): _chain(source, target, layer)
        for target, sources in rests_on.items()
        for source in sources
    }
    rows: list[list] = [[] for _ in range(max(layer.values(), default=-1) + 1)]
    for node in rests_on:
        rows[layer[node]].append(node)
    before: dict = {}
    after: dict = {}
    for chain in chains.values():
        for bend in chain[1:-1]:
            rows[bend[2]].append(bend)
        for left, right in zip(chain, chain[1:]):
            after.setdefault(left, []).append(right)
            before.setdefault(right, []).append(left)
    _order(rows, before, after)
    height = _level(rows, before, after)
    column = {item: number for number, row in enumerate(rows) for item in row}
    nodes = tuple(Node(node, MARGIN + COLUMN * layer[node], height[node]) for node in rests_on)
    edges = tuple(
        Edge(*ends, _path([(column[item], height[item]) for item in chain]))
        for ends, chain in chains.items()
    )
    return Drawing(
        2 * MARGIN + COLUMN * (len(rows) - 1) + WIDTH,
        max(height.values(), default=0) + HEIGHT + MARGIN,
        nodes,
        edges,
    )


def _layers(rests_on: Mapping[str, Sequence[str]]) -> dict[str, int]:
    layer: dict[str, int] = {}

    def place(node: str, above: tuple[str, ...]) -> int:
        if node in above:
            raise ValueError(f"a circle of claims: {' rests on '.join((*above, node))}")
        if node not in layer:
            layer[node] = 1 + max(
                (place(source, (*above, node)) for source in rests_on[node]), default=-1
            )
        return layer[node]

    for node in rests_on:
        place(node, ())
    return layer


def _chain(source: str, target: str, layer: Mapping[str, int]) -> list:
    return [
        source,
        *((source, target, number) for number in range(layer[source] + 1, layer[target])),
        target,
    ]


def _order(rows: list[list], before: Mapping, after: Mapping) -> None:
    """Sort each row by the mean position of its neighbours, to and fro."""
    for sweep in range(SWEEPS):
        neighbours, order = (before, rows) if sweep % 2 == 0 else (after, rows[::-1])
        for fixed, row in zip(order, order[1:]):
            place = {item: number for number, item in enumerate(fixed)}
            own = {item: number for number, item in enumerate(row)}
            row.sort(
                key=lambda item: fmean(
                    [place[n] for n in neighbours.get(item, ()) if n in place] or [own[item]]
                )
            )


def _level(rows: list[list], before: Mapping, after: Mapping) -> dict:
    """Heights: each item as near as it can be to the mean of its neighbours, a row's distance from
    the next.
    """
    height = {item: float(MARGIN + ROW * number) for row in rows for number, item in enumerate(row)}
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else rows[::-1]:
            wish = [
                fmean(
                    [height[n] for n in (*before.get(item, ()), *after.get(item, ()))]
                    or [height[item]]
                )
                for item in row
            ]
            gaps = [_gap(*pair) for pair in zip(row, row[1:])]
            down = _spaced(wish, gaps)
            up = [-y for y in _spaced([-y for y in wish[::-1]], gaps[::-1])[::-1]]
            height.update({item: (a + b) / 2 for item, a, b in zip(row, down, up)})
    return _without_gaps(height)


def _without_gaps(height: Mapping) -> dict:
    """Close the bands in which nothing stands, in any layer."""
    levels = sorted(set(height.values()))
    place = dict(zip(levels[:1], [float(MARGIN)]))
    for above, below in zip(levels, levels[1:]):
        place[below] = place[above] + min(below - above, ROW)
    return {item: round(place[y], 1) for item, y in height.items()}


def _gap(*pair: str | tuple) -> float:
    """Lines may run closer together than boxes."""
    return {0: ROW, 1: 0.75 * ROW, 2: 0.4 * ROW}[sum(isinstance(item, tuple) for item in pair)]


def _spaced(wish: Sequence[float], gaps: Sequence[float]) -> list[float]:
    placed: list[float] = []
    for y, gap in zip(wish, [0.0, *gaps]):
        placed.append(max(y, placed[-1] + gap) if placed else y)
    return placed


def _path(points: Sequence[tuple[int, float]]) -> str:
    """From the right side of the source, through the gaps between nodes, to the left side of the
    target.
    """
    (column, y), *rest = points
    x, middle = MARGIN + COLUMN * column + WIDTH, HEIGHT / 2
    data = [f"M{x} {y + middle:g}"]
    for number, (column, y) in enumerate(rest, 1):
        left = MARGIN + COLUMN * column
        bend = (left - x) / 2
        data.append(
            f"c{bend:g} 0 {bend:g} {y - points[number - 1][1]:g} {left - x} "
            f"{y - points[number - 1][1]:g}"
        )
        if number < len(rest):
            data.append(f"h{WIDTH}")
        x = left + WIDTH
    return "".join(data)
