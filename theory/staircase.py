"""The staircase: what all three layers agree to compare.

Theory predicts one, AGF computes one, gradient flow shows one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from mpmath import inf, mpf, nstr

from theory.typeset.notebook import table
from theory.validate import plural


@dataclass(frozen=True)
class Staircase:
    """Jump times tau^(1) < tau^(2) < ..., the plateau levels around them and the feature learned at
    each.

    There is one plateau more than there are jumps: ``levels[0]`` is the loss before the first jump
    and ``levels[k]`` the loss after the k-th. ``points[k]``, where given, is the function learned
    on plateau k. ``remark()`` is what a reader has to know beside them: that jumps have merged, and
    where they part.

    >>> Staircase(jump_times=(1, 3), levels=(5, 2, 0), features=("a", "b"))
    Staircase with 2 jumps
      start            level 5
      t = 1            level 2            a
      t = 3            level 0            b
    """

    jump_times: Sequence[Any]
    levels: Sequence[Any]
    features: Sequence[Any] = ()
    points: Sequence[Any] = field(default=(), compare=False)
    remark: Callable[[], str] = field(default=str, compare=False)

    def __post_init__(self) -> None:
        for name in ("jump_times", "levels", "features", "points"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        jumps = len(self.jump_times)
        if len(self.levels) != jumps + 1:
            raise ValueError(
                f"levels has {len(self.levels)} entries: expected one more than the {jumps} jump "
                "times"
            )
        if self.features and len(self.features) != jumps:
            raise ValueError(
                f"features has {len(self.features)} entries: expected one for each of the {jumps} "
                "jumps"
            )
        if self.points and len(self.points) != jumps + 1:
            raise ValueError(
                f"points has {len(self.points)} entries: expected one for each of the {jumps + 1} "
                "plateaus"
            )

    def __len__(self) -> int:
        return len(self.jump_times)

    def rescaled(self, factor: Any) -> Staircase:
        """The same staircase with every jump time multiplied by ``factor``."""
        return Staircase(
            tuple(factor * t for t in self.jump_times),
            self.levels,
            self.features,
            self.points,
            self.remark,
        )

    def _rows(self) -> list[tuple[str, str, str]]:
        def short(value: Any) -> str:
            try:
                double = float(value)
                # beyond the doubles a number prints itself
                return (
                    f"{double:.10g}"
                    if value == 0 or 0 < abs(double) < inf or not isinstance(value, mpf)
                    else nstr(value, 10)
                )
            except (TypeError, ValueError):
                return str(value)

        rows = [("start", short(self.levels[0]), "")]
        for k, t in enumerate(self.jump_times):
            rows.append(
                (
                    f"t = {short(t)}",
                    short(self.levels[k + 1]),
                    str(self.features[k]) if self.features else "",
                )
            )
        return rows

    def __repr__(self) -> str:
        lines = [f"Staircase with {plural(len(self), 'jump')}"]
        lines += [
            f"  {when:<16} level {level:<12} {feature}".rstrip()
            for when, level, feature in self._rows()
        ]
        lines += [f"  {remark}"] if (remark := self.remark()) else []
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        said = f"<p>{escape(remark)}</p>" if (remark := self.remark()) else ""
        return table(("jump", "level", "feature"), self._rows()) + said
