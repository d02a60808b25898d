"""Where the proof scripts of a setting are entered, each under the id of its claim."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from .letters import DEFINITIONS
from .rules import Theorem, assume
from .tactics import parts


class Scripts:
    """The table of a setting: ``PROOFS, DOMAINS, proof, domain = Scripts().entries``.

    ``proof`` enters what proves a claim, ``domain`` the theorems that its statement is defined.
    """

    def __init__(self) -> None:
        self.proofs: dict[str, Callable[[], Theorem]] = {}
        self.domains: dict[str, Callable[[], list[Theorem]]] = {}

    @property
    def entries(self) -> tuple[dict, dict, Callable, Callable]:
        """Both tables, and what enters a script into them."""
        return self.proofs, self.domains, self.proof, self.domain

    def proof(self, identifier: str) -> Callable:
        """Enter the proof of a claim."""

        def entered(function: Callable[[], Theorem]) -> Callable[[], Theorem]:
            self.proofs[identifier] = cache(function)
            return self.proofs[identifier]

        return entered

    def domain(self, identifier: str) -> Callable:
        """Enter the theorems that the statement of a claim is defined."""

        def entered(function: Callable[[], list[Theorem]]) -> Callable[[], list[Theorem]]:
            self.domains[identifier] = function
            return function

        return entered


def defined(name: str) -> list[Theorem]:
    """The definition of letters as hypotheses, conjunct by conjunct."""
    return parts(whole_definition(name))


def whole_definition(name: str) -> Theorem:
    """The same as one hypothesis."""
    return assume(DEFINITIONS[name].statement)
