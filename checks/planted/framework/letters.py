"""Letters and formulas that several tables put into their statements."""

from __future__ import annotations

import sympy as sp

from checks.methods.certified import Certified
from checks.methods.limit import Limiting
from checks.methods.proved import Symbolic
from theory import framework as paper
from theory.notation import S, eta

x, y = sp.symbols("x y", real=True)
p = sp.Symbol("p", positive=True)
degree = sp.Symbol("degree", integer=True, positive=True)
angle = sp.Symbol("angle", real=True)
balls, proof, followed = Certified("balls"), Symbolic("proof"), Limiting("followed to its limit")
GROWN = paper.norm_after(S, eta)
SCALED = paper.scaling_symmetry.printed
