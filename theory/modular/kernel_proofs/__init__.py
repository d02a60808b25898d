"""Proofs of modular addition in the kernel: sums over a group of neurons and over Z/p.

p and N are letters throughout.
"""

from theory.modular.kernel_proofs import correlation, encoding, group, plancherel, spectrum
from theory.modular.kernel_proofs.script import PROOFS

__all__ = ["PROOFS", "correlation", "encoding", "group", "plancherel", "spectrum"]
