"""A derivation as an ``align*``: one line a step, the rule at the right."""

from __future__ import annotations

from textwrap import wrap

from sympy import Expr

from theory.derivation.steps import Step
from theory.notation import to_latex
from theory.typeset.layout import WIDTH, fold, width
from theory.typeset.prose import to_text

RULE = 26  # characters of a rule on one line
DERIVED = WIDTH - RULE // 2  # letters of a line that leaves room for the rule at its right
SIGNS = {"=": "= ", ">=": r"\geq ", "<=": r"\leq "}


def aligned(start: Expr, steps: tuple[Step, ...]) -> str:
    """The chain from ``start`` through its steps, folded to the width of a page."""
    chain = [fold(to_latex(step.expr), DERIVED) for step in steps]
    widest = max((width(line) for lines in chain for line in lines), default=0.0)
    first, *rest = fold(to_latex(start), WIDTH)
    rows = [f"& {first}", *(f"&\\quad {line}" for line in rest)]
    for step, lines in zip(steps, chain):
        rules = wrap(step.rule, max(RULE, int(WIDTH - widest)))
        for number in range(max(len(lines), len(rules))):
            line = (
                (SIGNS[step.relation] if number == 0 else r"\quad ") + lines[number]
                if number < len(lines)
                else ""
            )
            rows.append(
                f"&{line}"
                + (f" && \\text{{{to_text(rules[number])}}}" if number < len(rules) else "")
            )
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"
