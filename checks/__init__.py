"""Do theory and numerics agree? Proofs, certificates and properties; from Python through ``verify``.

>>> from checks import verify
>>> verify("framework.threshold-continuity").verdict
'proved'
"""
from .evidence import Evidence, Result
from .interactive import verify

__all__ = ["Evidence", "Result", "verify"]
