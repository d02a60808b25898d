"""Which mutants of a claim does a proof by computer algebra show?"""

import sympy as sp

from checks.mutate.formulas import mutants
from theory import claim


def shown_of_mutants(identifier, proof):
    """The operators of the mutants that the proof shows; the statement itself it must show."""
    statement = claim(identifier).expr
    assert proof(statement)
    return [
        one.operator
        for one in mutants(statement)
        if one.statement is not sp.false and proof(one.statement)
    ]
