"""Theorems, and the few rules that can make one: the only way to ``proved``.

Trusted: ``terms``, ``polynomials``, ``rules``, ``axioms`` (no SymPy) and ``translate`` (from
SymPy); what a claim's letters mean stands in the registry (``letters``). Not trusted: ``tactics``,
``lemmas``, ``sums``, ``display``, the scripts of the settings. The verdict comes from ``recheck``,
which makes every theorem again from data. This file imports nothing, so that the kernel can be
loaded alone.
"""
