"""Claims, letters and proofs of one's own: what a file that is not part of this package needs.

``load`` takes a file, a folder or the name of an installed package; ``letter``, ``function`` and ``define`` say what
letters mean; ``prove`` makes a theorem. ``agf new my_paper.py`` writes a file to start from.
"""

from theory.own.letters import define, for_every, function, letter
from theory.own.proving import Proved, conserved, prove
from theory.own.source import load, loaded

__all__ = [
    "Proved",
    "conserved",
    "define",
    "for_every",
    "function",
    "letter",
    "load",
    "loaded",
    "prove",
]
