"""The file that ``agf new`` writes: claims of one's own that run as they stand, with comments that
say how to go on.
"""

from __future__ import annotations

import re
from importlib.resources import files as resources


def starting_file(stem: str) -> str:
    """The starting file under this name: its claims begin with it.

    >>> "my_paper.balance" in starting_file("my paper")
    True
    """
    setting = re.sub(r"[^a-z0-9_]", "_", stem.lower()).strip("_") or "mine"
    setting = setting if setting[0].isalpha() else f"paper_{setting}"
    text = resources("checks.report").joinpath("assets/starting_file.txt").read_text("utf-8")
    return text.replace("SETTING", setting)
