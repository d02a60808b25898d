"""The figures: every picture of the paper that these settings can make, from our own flows, and
some that it does not have.

A figure is one small file with ``measure(...) -> Picture data`` (numbers only), ``draw(data)`` and
``alt(data)``; its name and file stand in `FIGURES`. Nothing here imports matplotlib until a figure
is drawn; `make` writes them all as SVG and PNG.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

# The name on the command line -> the file that measures and draws it: the paper's in its order,
# then those whose file begins with "Ours".
FIGURES = {
    "overview": "overview",
    "diagonal-sweep": "diagonal_sweep",
    "two-coordinates": "two_coordinates",
    "stepwise-svd": "stepwise_svd",
    "stepwise-regression": "stepwise_regression",
    "stepwise-fourier": "stepwise_fourier",
    "staircase-to-slide": "staircase_to_slide",
    "one-block-saddle": "one_block_saddle",
    "gap": "gap",
    "claims": "claims",
}


@dataclass(frozen=True)
class Made:
    """A figure on disk: its name, both files, a text for those who cannot see it, and the seconds
    it took.
    """

    name: str
    svg: Path
    png: Path
    alt: str
    seconds: float


def chosen(names: Sequence[str] = ()) -> tuple[str, ...]:
    """The names, all of them if none is given, or a :class:`LookupError` that lists what there is.

    >>> chosen(["gap"])
    ('gap',)
    """
    for name in names:
        if name not in FIGURES:
            raise LookupError(f"unknown figure {name!r}: expected one of {', '.join(FIGURES)}")
    return tuple(dict.fromkeys(names)) or tuple(FIGURES)


def folder(directory: str | Path) -> Path:
    """The directory, made if need be, or an :class:`OSError` before any work starts if nothing can
    be written there.
    """
    from checks.files import named

    target = named(directory)
    try:
        target.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=target, prefix=".agf-"):
            pass
    except OSError as problem:
        raise OSError(
            f"cannot write figures to {target}: {problem.strerror}; name a folder that is yours"
        ) from None
    return target


def ready() -> None:
    """matplotlib, or a line that says how to get it."""
    try:
        import_module("matplotlib")
    except ImportError:
        raise LookupError(
            "figures need matplotlib, which is not installed: pip install -e '.[figures]'"
        ) from None


def make(
    names: Sequence[str] = (),
    directory: str | Path = "figures",
    *,
    claims: Sequence[dict] | None = None,
    settings: dict[str, dict[str, Any]] | None = None,
    begun: Callable[[str], None] = lambda name: None,
    done: Callable[[Made], None] = lambda made: None,
) -> list[Made]:
    """Measure, draw and write the figures; returns their paths and alternative texts, in order.

    ``claims`` are the rows of ``agf check --json`` for the figure of that name, which without them
    checks every claim (two minutes). ``settings`` overrides arguments of a figure's ``measure``:
    ``{"stepwise-fourier": {"p": 7}}``. ``begun`` hears of each before it is measured, ``done`` when
    it is written.
    """
    names, settings = chosen(names), dict(settings or {})
    chosen(tuple(settings))
    target = folder(directory)
    ready()
    if claims is not None:
        settings["claims"] = {**settings.get("claims", {}), "rows": claims}
    found = []
    for name in names:
        begun(name)
        found.append(_made(name, target, settings.get(name, {})))
        done(found[-1])
    return found


def _made(name: str, target: Path, settings: dict[str, Any]) -> Made:
    from threadpoolctl import threadpool_limits

    from checks.figures import style

    began = perf_counter()
    module = import_module(f"{__name__}.{FIGURES[name]}")
    with threadpool_limits(1):  # threads of small matrices wait for each other on a busy machine
        data = module.measure(**settings)
    with style.sheet():
        figure = module.draw(data)
        svg, png = (target / f"{name}.{kind}" for kind in ("svg", "png"))
        for path in (svg, png):
            style.save(figure, path)
    return Made(name, svg, png, module.alt(data), perf_counter() - began)


def data(name: str, **settings: Any) -> Any:
    """The numbers behind a figure, without drawing it."""
    return import_module(f"{__name__}.{FIGURES[chosen([name])[0]]}").measure(**settings)
