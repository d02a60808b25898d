"""Do theory and numerics agree? Proofs, certificates and properties; from Python through ``verify``.

>>> from checks import verify
>>> verify("framework.threshold-continuity").verdict
'proved'
"""

from checks.evidence import Evidence, Result
from checks.verify import verify

__all__ = ["Evidence", "Result", "verify"]
