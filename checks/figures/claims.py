"""Ours: where each claim stands, one square a claim, from the rows of ``agf check --json``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from theory.catalogue import SETTINGS

# Best first, as a reader counts them.
ORDER = (
    "proved",
    "argued",
    "certified",
    "tested",
    "supported",
    "refuted",
    "unknown",
    "vacuous",
    "error",
)
SAYS = {
    "proved": "proved: a theorem of the kernel",
    "argued": "argued for every value",
    "certified": "certified in ball arithmetic",
    "tested": "tested on instances and flows",
    "supported": "conjecture, not broken",
    "refuted": "false as printed, corrected",
    "unknown": "unknown",
    "vacuous": "nothing tried",
    "error": "error",
}


@dataclass(frozen=True)
class Data:
    """For each setting its claims' (line, id, verdict, origin), best verdict first."""

    settings: tuple[str, ...]
    claims: tuple[tuple[tuple[int, str, str, str], ...], ...]

    @property
    def count(self) -> Counter:
        """How many claims have each verdict."""
        return Counter(verdict for row in self.claims for _, _, verdict, _ in row)


def checked() -> list[dict]:
    """Every claim checked now, quick profile: about two minutes on two cores."""
    from checks.methods.check import Effort
    from checks.run.runner import run
    from theory.catalogue import claims

    return [result.as_json() for result in run(claims(), Effort(), 2)]


def measure(rows: Sequence[dict] | None = None) -> Data:
    """The rows of ``agf check --json``, by setting; without rows every claim is checked."""
    rows = checked() if rows is None else rows
    for row in rows:
        if (
            not isinstance(row, dict)
            or row.get("verdict") not in ORDER
            or not {"id", "setting", "line", "origin"} <= set(row)
        ):
            raise ValueError(
                f"claims has the row {str(row)[:80]}: expected the rows of `agf check --json`"
            )
    settings = [*SETTINGS, *sorted({row["setting"] for row in rows} - set(SETTINGS))]
    settings = [name for name in settings if any(row["setting"] == name for row in rows)]
    return Data(
        tuple(settings),
        tuple(
            tuple(
                sorted(
                    (
                        (row["line"], row["id"], row["verdict"], row["origin"])
                        for row in rows
                        if row["setting"] == name
                    ),
                    key=lambda one: (ORDER.index(one[2]), one[0], one[1]),
                )
            )
            for name in settings
        ),
    )


def draw(data: Data):
    """One square a claim, a block of rows for each setting."""
    from matplotlib.patches import Patch

    from checks.figures import style

    colors = _colours()
    count, total = data.count, sum(data.count.values())
    stand = sum(count[verdict] for verdict in ORDER[: ORDER.index("refuted")])
    undecided = total - stand - count["refuted"]
    fig = style.figure(
        11.0,
        1.5 + 0.26 * sum(_lines_of(row) + 0.6 for row in data.claims),
        f"Of {total} claims, {stand} stand as printed, {count['refuted']} do not"
        + (f", {undecided} are open" if undecided else ""),
        "One square a claim; a dot marks results of our own that go beyond the paper.",
    )
    ax = fig.subplots()
    ticks, top = _squares(ax, data, colors)
    ax.set(
        xlim=(-0.2, WIDE),
        ylim=(top + 1.4, 1.0),
        xticks=[],
        yticks=ticks,
        aspect="equal",
        anchor="N",
    )
    ax.set_yticklabels(
        [f"{name} ({len(row)})" for name, row in zip(data.settings, data.claims)], fontsize=11
    )
    ax.tick_params(length=0)
    for side in ax.spines.values():
        side.set_visible(False)
    ax.legend(
        handles=[Patch(color=colors[v], label=f"{count[v]}  {SAYS[v]}") for v in ORDER if count[v]],
        frameon=False,
        ncols=3,
        loc="upper left",
        bbox_to_anchor=(0, 0),
        fontsize=10,
    )
    return fig


WIDE = 38  # squares in a row


def _colours() -> dict[str, str]:
    """A colour for each verdict."""
    from checks.figures.style import BLUE, GREEN, GREY, INK, PALE, PINK, RED, SKY, YELLOW

    return dict(zip(ORDER, (BLUE, PINK, SKY, GREEN, YELLOW, RED, PALE, GREY, INK)))


def _squares(ax, data: Data, colors: dict[str, str]) -> tuple[list[float], float]:
    """Draw them from the top down; the height of each setting's first row, and what is
    left below.
    """
    from matplotlib.patches import Rectangle

    from checks.figures import style

    ring = {"markeredgecolor": style.INK, "markeredgewidth": 0.6}
    top, ticks = 0.0, []
    for row in data.claims:
        for j, (_line, _id, verdict, origin) in enumerate(row):
            x, y = j % WIDE, top - j // WIDE
            ax.add_patch(Rectangle((x, y), 0.88, 0.88, facecolor=colors[verdict], edgecolor="none"))
            if origin == "ours":
                ax.plot(x + 0.44, y + 0.44, "o", ms=4, color="white", **ring)
        ticks.append(top + 0.44)
        top -= _lines_of(row) + 0.6
    return ticks, top


def _lines_of(row: Sequence) -> int:
    return -(-len(row) // WIDE)


def alt(data: Data) -> str:
    """The counts in words."""
    count = data.count
    return (
        f"Where {sum(count.values())} claims stand: "
        + ", ".join(f"{count[v]} {SAYS[v]}" for v in ORDER if count[v])
        + "."
    )
