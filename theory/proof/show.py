"""Terms as text for people: brackets where they are needed, names for what is bound, never longer
than a page.

Nothing is decided by this text: verdicts compare ``terms.digest``.
"""

from __future__ import annotations

from functools import partial
from re import compile as pattern
from typing import Any

from .terms import BINDERS, BOOL, FALSE, FUNCTIONS, INT, ONE, STATEMENTS, Term, digest, mul, num

MAX_NODES = 20_000  # a term is shared inside; written out it could be as large as 2^200
INFIX = {
    "eq": " = ",
    "le": " <= ",
    "lt": " < ",
    "and": " & ",
    "or": " | ",
    "implies": " -> ",
}
# how closely a sign binds: an implication least; brackets where a part binds less than its place
BINDS = {"implies": 1, "or": 2, "and": 3, "not": 4, "eq": 5, "le": 5, "lt": 5, "add": 6}
BINDS |= {"quotient": 7, "mul": 8, "pow": 9}
CLOSEST = 10
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
    return f"<{size} nodes, {digest(term)}>" if size > MAX_NODES else ""


def show(term: Term) -> str:
    """The term for people; bound variables get names that no free one has, odd letters quotes."""
    return too_large(term) or _text(term, [], {v.data[0] for v in term.free})


def _text(part: Term, names: list[str], taken: set[str], least: int = 0) -> str:
    """The part, in brackets where it binds less than its place asks for."""
    binds, text = _written(part, names, taken)
    return text if binds >= least else f"({text})"


def _written(part: Term, names: list[str], taken: set[str]) -> tuple[int, str]:
    """How closely the part binds, and its text."""
    if part.op in ("var", "bound", "num"):
        return _leaf(part, names)
    if part.op in BINDERS:
        return CLOSEST, _binder(part, names, taken)
    if part.op == "pow":
        return BINDS["pow"], f"{_text(part.args[0], names, taken, CLOSEST)}^{part.data}"
    if part.op == "app":
        function, *at = (_text(arg, names, taken) for arg in part.args)
        return CLOSEST, f"{function}[{', '.join(at)}]"
    if part.op == "implies" and part.args[1] is FALSE:
        denied = part.args[0]
        if denied.op == "eq":
            return BINDS["eq"], _infix(denied, names, taken, " != ")
        return BINDS["not"], f"not {_text(denied, names, taken, CLOSEST)}"
    if part.op == "add":
        return BINDS["add"], _sum(part, names, taken)
    if part.op in ("mul", "inv"):
        return _product(part, names, taken)
    if part.op in INFIX:
        return BINDS[part.op], _infix(part, names, taken)
    inside = ", ".join(_text(arg, names, taken) for arg in part.args)
    return CLOSEST, f"{part.op}({inside})" if inside else part.op


def _binder(part: Term, names: list[str], taken: set[str]) -> str:
    new = _names(part, names, taken)
    limits = [_text(arg, names, taken) for arg in part.args[:-1]]
    body = partial(_text, part.args[-1], new + names, taken)
    if part.op == "sum":
        return f"sum({new[0]} = {limits[0]}, ..., {limits[1]}: {body()})"
    if part.op == "integral":
        return f"integral({new[0]} from {limits[0]} to {limits[1]}: {body()})"
    if part.op == "deriv":
        low, high, point, value = limits
        way = f"at {new[0]} = {point} within [{low}, {high}]"
        return f"(d/d{new[0]} {body(CLOSEST)} = {value} {way})"
    return _quantifier(part, names, taken)


def _quantifier(part: Term, names: list[str], taken: set[str]) -> str:
    """forall(x, y: Real. body): one after the other of the same kind and sort are said at once."""
    op = part.op
    groups: list[tuple[list[str], Any]] = []
    while part.op == op:
        new = _names(part, names, taken)
        for name, sort in zip(new, part.data):
            if not groups or groups[-1][1] != sort:
                groups.append(([], sort))
            groups[-1][0].append(name)
        names, part = new + names, part.args[-1]
    bound = ", ".join(f"{', '.join(one)}: {sort_text(sort)}" for one, sort in groups)
    return f"{op}({bound}. {_text(part, names, taken)})"


def _infix(part: Term, names: list[str], taken: set[str], sign: str = "") -> str:
    """Of two signs of one kind the right one is in brackets; an implication nests to the right."""
    binds = BINDS[part.op]
    left, right = (binds + 1, binds) if part.op == "implies" else (binds, binds + 1)
    if part.op in ("eq", "le", "lt"):
        left += 1
    first, *rest = part.args
    parts = [_text(first, names, taken, left), *(_text(one, names, taken, right) for one in rest)]
    return (sign or INFIX[part.op]).join(parts)


def _sum(part: Term, names: list[str], taken: set[str]) -> str:
    """x + y, or x - y for x + (-1) y."""
    first, *rest = part.args
    text = _text(first, names, taken, BINDS["add"])
    for one in rest:
        opposite = _opposite(one)
        sign, summand = ("+", one) if opposite is None else ("-", opposite)
        text += f" {sign} {_text(summand, names, taken, BINDS['add'] + 1)}"
    return text


def _product(part: Term, names: list[str], taken: set[str]) -> tuple[int, str]:
    """x*y, x/y for x inv(y), -y for (-1) y; a quotient is a factor only in brackets."""
    among, closer = BINDS["mul"], BINDS["mul"] + 1
    opposite = _opposite(part)
    if opposite is not None:
        return BINDS["add"], f"-{_text(opposite, names, taken, BINDS['quotient'])}"
    first, *rest = part.args if part.op == "mul" else (ONE, part)
    if rest[-1].op == "inv":
        above = mul(first, *rest[:-1]) if rest[:-1] else first
        below = _text(rest[-1].args[0], names, taken, closer)
        return BINDS["quotient"], f"{_text(above, names, taken, among)}/{below}"
    factors = [_text(first, names, taken, among)]
    return among, "*".join(factors + [_text(one, names, taken, closer) for one in rest])


def _opposite(part: Term) -> Term | None:
    """3 for -3, y for (-1) y, 3 y for (-3) y."""
    number, *rest = part.args if part.op == "mul" else (part,)
    if number.op != "num" or number.data[0] >= 0:
        return None
    positive = num(-number.data[0], number.data[1])
    factors = rest if rest and positive is ONE else [positive, *rest]
    return mul(*factors) if len(factors) > 1 else factors[0]


def _leaf(part: Term, names: list[str]) -> tuple[int, str]:
    first, second = part.data
    if part.op == "var":
        odd = first in _TAKEN or not _PLAIN.fullmatch(first)
        return CLOSEST, repr(first) if odd else first
    if part.op == "bound":
        return CLOSEST, names[first] if first < len(names) else f"#{first - len(names)}"
    binds = BINDS["add"] if first < 0 else CLOSEST if second == 1 else BINDS["quotient"]
    return binds, f"{first}" if second == 1 else f"{first}/{second}"


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
