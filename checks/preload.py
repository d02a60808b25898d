"""Imported once by the process that workers are forked from: what each would otherwise load again is loaded here."""
import sympy as sp
from hypothesis import strategies as st

from .balls import Judgement
from .catalogue import load
from .check import search
from .prove import vanishes

load()
# Hypothesis scans the loaded modules at its first draw, SymPy imports its simplifiers at the first use.
search(st.fractions(0, 1), lambda _: Judgement(True), 2, 0)
search(st.integers() | st.floats(0, 1) | st.lists(st.booleans()), lambda _: Judgement(True), 2, 0)
vanishes(sp.tanh(sp.Symbol("x")) - sp.Symbol("y")**2)
