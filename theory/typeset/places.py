"""Where a line of the paper's source stands in its PDF: section, and number of the equation.

Counted from the source: sections by their commands, equations by the numbered environments (rows
without ``\\nonumber``), as LaTeX's article class does. Theorems have names of their own there and
are told by their section.
"""

from __future__ import annotations

from bisect import bisect_right

from theory.catalogue import SETTINGS
from theory.claim import Claim

SECTIONS = (  # first line, number
    (94, "1"),
    (134, "2"),
    (148, "2.1"),
    (271, "2.2"),
    (307, "3"),
    (379, "4"),
    (517, "5"),
    (617, "6"),
    (672, "A"),
    (675, "A.1"),
    (689, "A.2"),
    (730, "B"),
    (737, "B.1"),
    (780, "B.2"),
    (817, "B.3"),
    (844, "B.4"),
    (904, "B.5"),
    (922, "C"),
    (927, "C.1"),
    (1042, "C.2"),
    (1110, "C.3"),
    (1200, "D"),
    (1210, "D.1"),
    (1225, "D.2"),
    (1236, "D.3"),
    (1307, "E"),
    (1321, "E.1"),
    (1375, "E.2"),
    (1404, "E.3"),
    (1419, "F"),
    (1433, "F.1"),
    (1549, "F.2"),
    (1592, "F.2.1"),
    (1640, "F.2.2"),
    (1724, "F.3"),
)
EQUATIONS = {
    "eq:utility-defn": 1,
    "eq:dormant-dynamics": 2,
    "eq:jump-time-neuron": 3,
    "eq:dln-accumulated-utility": 4,
    "eq:sequence-fully-connected-linear": 6,
    "eq:in-context-learning-sequence": 7,
    "eq:ma-sequence": 9,
    "eq:polar-dynamics": 13,
    "eq:utility-riccati-ode": 14,
    "eq:dormant-norm-sol": 15,
    "eq:jump-time-neuron-app": 16,
    "eq:lower_jump_time": 17,
    "eq:app-dln-accumulated-utility": 31,
    "eq:dln-sgn-prod-update": 32,
    "eq:dln-accum-utilty-expanded": 33,
    "eq:app_betak": 43,
    "eq:cumut": 45,
    "eq:rectime": 46,
    "eq:att_app_fun_k-1": 48,
    "eq:utility_init_transformer": 51,
    "eq:expectation_of_emp_covariance_square": 53,
    "eq:gradloss_attn": 55,
    "eq:convfourier": 60,
    "eq:encoded-utility": 61,
    "eq:utilitymaxshifts": 67,
    "eq:optimcubical": 68,
    "eq:optnormphase": 69,
    "eq:utilitymaxshifts-costmin": 71,
    "eq:costsplit": 72,
    "eq:costimpl": 73,
    "eq:utilcumul": 74,
    "eq:cosine-sum-identity": 75,
    "eq:square-free-assumption-cost-min": 77,
    "eq:threederiv": 79,
    "eq:Mexp": 80,
    "eq:lowerboundloss": 84,
    "eq:listcond": 85,
    "eq:bothpos": 86,
    "eq:networkchi": 90,
    "eq:newutil": 93,
}


def in_the_pdf(claim: Claim) -> str:
    """Section and equation of a claim of the paper; empty for one without a line, or of somebody
    else's.

    >>> from theory import claim
    >>> in_the_pdf(claim("diagonal.theorem")).startswith("Section ")
    True
    """
    if claim.setting not in SETTINGS or not claim.line:
        return ""
    place = bisect_right([line for line, _ in SECTIONS], claim.line) - 1
    parts = [f"Section {SECTIONS[place][1]}"] if place >= 0 else []
    if claim.label in EQUATIONS:
        parts.append(f"eq. ({EQUATIONS[claim.label]})")
    return ", ".join(parts)
