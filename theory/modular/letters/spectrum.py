"""The spectrum of the learned wave."""

from __future__ import annotations

from theory.modular.letters.learned import chi_transform
from theory.proof.letters import FUNCTIONS, READINGS, define, reads
from theory.proof.tactics import forall
from theory.proof.terms import COMPLEX, INT, eq, function

chi_hat = function("chi_hat", INT, COMPLEX)
define(
    "modular.chi-hat",
    ("chi_hat",),
    forall(lambda q: eq(chi_hat(q), chi_transform(q)), INT),
    "the discrete Fourier transform of chi_xi",
)
reads("modular.learned-spectrum", *READINGS["modular.learned-correlation"], "modular.chi-hat")


def register_functions() -> None:
    """The sorts of the functions of the catalogue (SymPy's heads)."""
    from theory import modular as paper

    FUNCTIONS[paper.chi_hat] = ("Fun", (INT,), COMPLEX)
