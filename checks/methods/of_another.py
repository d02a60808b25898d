"""What a check that asks another one has from it: its name, its method, how much it draws."""

from __future__ import annotations

from dataclasses import dataclass

from checks.methods.check import Check, asked_of_ours_alone


@dataclass(frozen=True)
class OfAnother:
    """The check that is asked, under its own name; how it is asked is for ``run`` to say."""

    check: Check

    @property
    def name(self) -> str:
        """As the check calls itself."""
        return self.check.name

    @property
    def method(self) -> str:
        """The method of the check."""
        return self.check.method

    @property
    def sharp(self) -> bool:
        """Whether the check asks for a bound to be attained."""
        return asked_of_ours_alone(self.check)

    @property
    def examples(self) -> object:
        """How many instances the check draws in each profile, where it draws any."""
        return getattr(self.check, "examples", None)
