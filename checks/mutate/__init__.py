"""Can the checks fail? Every statement is broken on purpose, and the claim's own checks must
notice.
"""

from checks.mutate.deciding import FATES, Fate, decide, fates, same
from checks.mutate.formulas import OPERATORS, Mutant, mutants

__all__ = ["FATES", "OPERATORS", "Fate", "Mutant", "decide", "fates", "mutants", "same"]
