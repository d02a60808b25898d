"""Claims, letters and proofs of one's own: what a file that is not part of this package needs.

``load`` takes a file, a folder or the name of an installed package; ``letter``, ``function`` and
``define`` say what letters mean; ``prove`` makes a theorem. ``agf new my_paper.py`` writes a file
to start from.
"""

from importlib import import_module
from typing import Any

# Loaded when asked for: the search for proofs takes a moment that `agf --help` does not need.
_WHERE = {
    "Proved": "proving",
    "conserved": "along",
    "define": "letters",
    "for_every": "letters",
    "function": "letters",
    "letter": "letters",
    "load": "source",
    "loaded": "source",
    "never_falls": "along",
    "prove": "proving",
    "stays_zero": "along",
}

__all__ = list(_WHERE)


def __getattr__(name: str) -> Any:
    """A public name, from its file."""
    if name in _WHERE:
        return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
