"""A theorem as a tree for people: the hypotheses it used, its steps, the axioms at the leaves. Not
trusted.

Bookkeeping (instances of axioms, premises given, parts of a conjunction) is folded into the step it
serves.
"""

from __future__ import annotations

from .export import used_by
from .rules import Theorem
from .show import letters, show, too_large
from .terms import BINDERS, FALSE, Term

FOLDED = {
    "detach",
    "instantiate",
    "specialise",
    "conjunct",
    "restate",
    "reflexive",
    "discharge",
    "generalise",
}


def axioms_of(theorem: Theorem) -> set[str]:
    """The axioms that a theorem rests on, by name."""
    found, seen, stack = set(), set(), [theorem]
    while stack:
        one = stack.pop()
        if id(one) not in seen:
            seen.add(id(one))
            stack += used_by(one)
            if one.rule == "axiom":
                found.add(one.given[0])
    return found


def _steps(theorem: Theorem) -> list[Theorem]:
    """What a step was made from, bookkeeping folded; each statement once."""
    found: dict[Term, Theorem] = {}
    seen: set[int] = set()
    stack = used_by(theorem)
    while stack:
        one = stack.pop(0)
        if one.rule not in FOLDED:
            found.setdefault(one.conclusion, one)
        elif id(one) not in seen:
            seen.add(id(one))
            stack[:0] = used_by(one)
    return list(found.values())


def _line(theorem: Theorem) -> str:
    name = f"axiom {theorem.given[0]}" if theorem.rule == "axiom" else theorem.rule
    return f"{show(theorem.conclusion)}   [{name}]"


def tree(theorem: Theorem, depth: int = 3) -> str:
    """The theorem as text: hypotheses, conclusion, and what it was made from, ``depth`` steps down.

    >>> from theory.proof.rules import assume
    >>> from theory.proof.tactics import prove
    >>> from theory.proof.terms import lt, var
    >>> x, y = var("x"), var("y")
    >>> print(tree(prove(lt(0, x*y), given=[lt(0, x), lt(0, y)])))
    where  x: Real; y: Real
    given  0 < x
    given  0 < y
    shown  0 < x*y   [order]
      0 < x   [assume]
      0 < y   [assume]
    """
    lines = [f"given  {show(one)}" for one in sorted(theorem.hypotheses, key=show)]
    sorts = letters(theorem.conclusion, *theorem.hypotheses)
    lines.insert(0, "where  " + "; ".join(f"{name}: {sort}" for name, sort in sorts.items()))

    def below(one, level):
        for step in _steps(one):
            lines.append("  " * level + _line(step))
            if level < depth:
                below(step, level + 1)

    lines.append(f"shown  {_line(theorem)}")
    below(theorem, 1)
    return "\n".join(lines)


_SIGNS = {
    "eq": "=",
    "le": r"\leq",
    "lt": "<",
    "and": r"\wedge",
    "or": r"\vee",
    "implies": r"\Rightarrow",
    "add": "+",
    "mul": r"\,",
}
_NAMES = {
    "acosh": r"\operatorname{arcosh}",
    "atanh": r"\operatorname{artanh}",
    "sign": r"\operatorname{sgn}",
    "pi": r"\pi",
    "false": r"\bot",
    "re": r"\operatorname{Re}",
    "im": r"\operatorname{Im}",
}


def latex(term: Term) -> str:
    """The term in LaTeX, every bracket kept."""
    if too_large(term):
        return rf"\text{{{too_large(term)}}}"
    taken = {letter.data[0] for letter in term.free}

    def name(text):
        return rf"\mathrm{{{text}}}".replace("_", r"\_").replace("'", "'").replace("#", r"\#")

    def write(part, names):
        op, args = part.op, part.args
        if op == "var":
            return name(part.data[0])
        if op == "bound":
            return (
                names[part.data[0]]
                if part.data[0] < len(names)
                else rf"\#{part.data[0] - len(names)}"
            )
        if op == "num":
            n, d = part.data
            return str(n) if d == 1 else rf"\tfrac{{{n}}}{{{d}}}"
        if op in BINDERS:
            new = [
                next(
                    s
                    for s in (f"z_{{{len(names) + j + more}}}" for more in range(99))
                    if s not in taken
                )
                for j in range(len(part.data))
            ]
            before, body = [write(one, names) for one in args[:-1]], write(args[-1], new + names)
            return _binder(op, new, before, body)
        inside = [write(one, names) for one in args]
        if op == "pow":
            return rf"\left({inside[0]}\right)^{{{part.data}}}"
        if op == "inv":
            return rf"\frac{{1}}{{{inside[0]}}}"
        if op == "sqrt":
            return rf"\sqrt{{{inside[0]}}}"
        if op == "power":
            return rf"\left({inside[0]}\right)^{{{inside[1]}}}"
        if op == "app":
            return rf"{inside[0]}\left({', '.join(inside[1:])}\right)"
        if op == "implies" and args[1] is FALSE:
            return rf"\neg {inside[0]}"
        if op in _SIGNS:
            return r"\left(" + f" {_SIGNS[op]} ".join(inside) + r"\right)"
        head = _NAMES.get(op, rf"\operatorname{{{op}}}")
        return rf"{head}\left({', '.join(inside)}\right)" if inside else head

    return write(term, [])


def _binder(op, new, before, body):
    letters = ", ".join(new)
    if op in ("forall", "exists"):
        return rf"\{op} {letters}.\; {body}"
    if op == "sum":
        return rf"\sum_{{{letters}={before[0]}}}^{{{before[1]}}} {body}"
    if op == "integral":
        return rf"\int_{{{before[0]}}}^{{{before[1]}}} {body}\,d{letters}"
    if op == "deriv":
        low, high, at, value = before
        point = rf"{letters}={at}\in[{low},{high}]"
        return rf"\left.\tfrac{{d}}{{d{letters}}} {body}\right|_{{{point}}} = {value}"
    return rf"{letters}\mapsto {body}"


def latex_tree(theorem: Theorem) -> str:
    """Hypotheses over a line, the conclusion below it."""
    above = r" \quad ".join(latex(one) for one in sorted(theorem.hypotheses, key=show))
    return rf"\frac{{{above}}}{{{latex(theorem.conclusion)}}}"
