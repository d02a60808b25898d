"""Planted statements about neurons that stay aligned with their frequency."""

from __future__ import annotations

import sympy as sp
from sympy import And, Eq, Ge, Gt, Le, Ne

from checks.planted.modular.words import rows
from checks.planted.plant import changed
from theory import modular as paper
from theory.claim import equation
from theory.modular import p
from theory.notation import eta, t

stays = paper.alignment_kept.printed

# (claim, name, what was planted, verdict, statement)
FALSE = (
    (
        "alignment-kept",
        "kept-unequal",
        "the sides of an identity said to differ",
        "refuted",
        Ne(paper.away_sq, 0, evaluate=False),
    ),
    (
        "alignment-kept",
        "kept-left",
        "> for =: it leaves the frequency",
        "refuted",
        Gt(paper.away_sq, 0, evaluate=False),
    ),
    (
        "alignment-kept",
        "kept-at-three",
        "true at p = 3 alone",
        "refuted",
        equation(paper.away_sq, p - 3),
    ),
    (
        "alignment-kept",
        "kept-of-one",
        "true of one neuron alone",
        "refuted",
        equation(paper.away_sq, (paper.N - 1) * eta * t),
    ),
    (
        "alignment-kept",
        "kept-and-more",
        "true, and a conjunct that is false",
        "refuted",
        And(stays, Ge(t, 1, evaluate=False), evaluate=False),
    ),
    (
        "alignment-kept",
        "kept-of-centred",
        "true of a centred encoding alone",
        "refuted",
        And(stays, equation(paper.x_sum, 0), evaluate=False),
    ),
    (
        "alignment-kept",
        "kept-away",
        "a floor that only the start of another network is above",
        "refuted",
        Ge(paper.away_sq, sp.Rational(1, 10**6), evaluate=False),
    ),
)
PLANTS = (
    *rows(FALSE, ()),
    changed(
        "modular.alignment-kept",
        "kept-below",
        "true, and weaker: no more than any rate lets it be",
        "tested",
        Le(paper.away_sq, eta * t, evaluate=False),
    ),
    changed(
        "modular.alignment-kept",
        "kept-turned",
        "true: 0 where the third harmonic is, which is not there",
        "tested",
        Eq(paper.away_sq, paper.X_3, evaluate=False),
    ),
)
