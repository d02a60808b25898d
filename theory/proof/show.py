"""Terms as text for people: fully bracketed, names for what is bound, never longer than a page.

Nothing is decided by this text: verdicts compare ``terms.digest``.
"""

from __future__ import annotations

from re import compile as pattern

from .terms import BINDERS, BOOL, FALSE, FUNCTIONS, INT, STATEMENTS, Term

MAX_NODES = 20_000  # a term is shared inside; written out it could be as large as 2^200
INFIX = {
    "add": " + ",
    "mul": "*",
    "eq": " = ",
    "le": " <= ",
    "lt": " < ",
    "and": " & ",
    "or": " | ",
    "implies": " -> ",
}
_TAKEN = frozenset(("ite", "not", *FUNCTIONS, *BINDERS, *STATEMENTS))  # read as something else
_PLAIN = pattern(r"[^\W\d]\w*")


def nodes(term: Term) -> int:
    """How many nodes the term has when it is written out."""
    memo: dict[Term, int] = {}

    def count(part):
        if part not in memo:
            memo[part] = 1 + sum(map(count, part.args))
        return memo[part]

    return count(term)


def too_large(term: Term) -> str:
    """What stands for a term that is too large to be read; empty where it is not."""
    size = nodes(term)
    return f"<{size} nodes, {term.digest}>" if size > MAX_NODES else ""


def show(term: Term) -> str:
    """The term for people; bound variables get names that no free one has, odd letters quotes."""
    return too_large(term) or _text(term, [], {v.data[0] for v in term.free})


def _text(part: Term, names: list[str], taken: set[str]) -> str:
    if part.op in ("var", "bound", "num"):
        return _leaf(part, names)
    if part.op in BINDERS:
        new = _names(part, names, taken)
        parts = [_text(arg, names, taken) for arg in part.args[:-1]]
        bound = ", ".join(f"{name}: {sort_text(sort)}" for name, sort in zip(new, part.data))
        body = _text(part.args[-1], new + names, taken)
        return f"{part.op}({', '.join([*parts, f'{bound}. {body}'])})"
    inside = [_text(arg, names, taken) for arg in part.args]
    if part.op == "pow":
        plain = part.args[0].op not in ("num", "pow") or inside[0].isdigit()
        return f"{inside[0]}^{part.data}" if plain else f"({inside[0]})^{part.data}"
    if part.op == "app":
        return f"{inside[0]}[{', '.join(inside[1:])}]"
    if part.op == "implies" and part.args[1] is FALSE:
        return f"not {inside[0]}"
    if part.op in INFIX:
        return f"({INFIX[part.op].join(inside)})"
    return f"{part.op}({', '.join(inside)})" if inside else part.op


def _leaf(part: Term, names: list[str]) -> str:
    first, second = part.data
    if part.op == "var":
        return repr(first) if first in _TAKEN or not _PLAIN.fullmatch(first) else first
    if part.op == "bound":
        return names[first] if first < len(names) else f"#{first - len(names)}"
    return f"{first}" if second == 1 else f"{first}/{second}"


def _names(binder: Term, names: list[str], taken: set[str]) -> list[str]:
    """A name for each variable that a binder binds."""
    found = []
    for j, sort in enumerate(binder.data):
        name = f"{'n' if sort == INT else 'x'}{len(names) + j}"
        while name in taken:
            name += "_"
        found.append(name)
    return found


def sort_text(sort) -> str:
    """Real, or Int x Real -> Complex for a function."""
    if type(sort) is str:
        return "truth value" if sort == BOOL else sort
    return f"{' x '.join(sort[1])} -> {sort_text(sort[2])}"


def letters(*statements: Term) -> dict[str, str]:
    """{letter: its sort} of everything free in some statements."""
    free = frozenset().union(*(one.free for one in statements))
    return {v.data[0]: sort_text(v.sort) for v in sorted(free, key=lambda v: v.data[0])}
