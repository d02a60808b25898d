"""Do theory and numerics agree? Proofs, certificates and properties; from Python through
``verify``.

>>> from checks import verify
>>> verify("framework.threshold-continuity").verdict
'proved'
"""

from typing import Any

from checks.evidence import Evidence, Result
from checks.verify import verify

# The ways of judging a claim of one's own, loaded when they are asked for.
_WAYS = {
    "ByDerivation": "checks.methods.proved",
    "Certified": "checks.methods.certified",
    "Effort": "checks.methods.check",
    "Limiting": "checks.methods.limit",
    "Measured": "checks.methods.measured",
    "Observation": "checks.methods.property",
    "Property": "checks.methods.property",
    "Symbolic": "checks.methods.proved",
}

__all__ = ["Evidence", "Result", "verify", *_WAYS]


def __getattr__(name: str) -> Any:
    """A way of judging, from its file."""
    if name in _WAYS:
        from importlib import import_module

        return getattr(import_module(_WAYS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
