"""Imported once by the process that workers are forked from: what each would otherwise load again
is loaded here.
"""

import gc
import os
import random

import flint
import mpmath
import numpy as np
import scipy.linalg  # noqa: F401  # its own algebra library is loaded here, to be limited below
import sympy as sp
from hypothesis import strategies as st
from threadpoolctl import threadpool_limits

from checks.catalogue import load
from checks.methods import check
from checks.methods.balls import Judgement
from checks.methods.theorem import read_letters, written
from checks.run.kernels import make_kernels
from checks.run.workers import WANTED
from theory.catalogue import SETTINGS
from theory.vanishing import vanishes

BITS = 53  # the default precision of mpmath and of FLINT


def fresh() -> None:
    """The state that every task starts from, whatever the worker did before: what is global is set,
    not left.
    """
    mpmath.mp.prec = flint.ctx.prec = BITS
    random.seed(0)
    np.random.seed(0)


# The settings that a run is about, where it has said so; another that is asked for later is loaded
# by the worker that needs it.
wanted = [name for name in SETTINGS if name in os.environ.get(WANTED, "").split(",")]
load(wanted or SETTINGS)
# What the letters of theorems mean: every worker compares theorems with claims.
for setting in wanted or SETTINGS:
    if written(setting):
        read_letters(setting)
# Machine code is made here, or read from where it was kept: once, and not by every worker. The
# framework has flows of all settings.
make_kernels(SETTINGS if "framework" in wanted else wanted or SETTINGS)
# A worker is one of several: more threads each would count as CPU time and gain nothing. Only what
# is loaded can be told so; NumPy and SciPy bring an algebra library each.
threadpool_limits(1)
# Hypothesis scans the loaded modules at its first draw, SymPy imports its simplifiers at the first
# use.
check.search(st.fractions(0, 1), lambda _: Judgement(True), 2, 0)
check.search(
    st.integers() | st.floats(0, 1) | st.lists(st.booleans()), lambda _: Judgement(True), 2, 0
)
vanishes(sp.tanh(sp.Symbol("x")) - sp.Symbol("y") ** 2)
# A collection in a worker would touch, and so copy, every page that it shares with this process.
gc.collect()
gc.freeze()
