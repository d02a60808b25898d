"""Terms of the proof kernel: immutable, shared, sorted, with binding that cannot capture.

``make`` is the only maker of a term and checks every sort. Bound variables are numbers (locally
nameless), so that equality up to their names is ``is`` and substitution cannot capture. Functions
are total: what 1/0 or log(-1) is, no axiom says. This file imports nothing of the project.

Sorts: Bool, Int < Real < Complex, and ("Fun", (sorts of the arguments), sort of the value).
"""

from __future__ import annotations

from hashlib import sha256
from re import compile as pattern
from typing import Any

BOOL, INT, REAL, COMPLEX = "Bool", "Int", "Real", "Complex"
RANK = {INT: 0, REAL: 1, COMPLEX: 2}
MAX_EXPONENT, MAX_DEPTH, MAX_DIGITS = 64, 200, 2000

# What a function takes and gives; "same" gives the sort of its argument, yet at least Real.
FUNCTIONS = {
    "inv": ((COMPLEX,), "same"),
    "conj": ((COMPLEX,), "same"),
    "abs": ((COMPLEX,), REAL),
    "re": ((COMPLEX,), REAL),
    "im": ((COMPLEX,), REAL),
    "i": ((), COMPLEX),
    "pi": ((), REAL),
    "sqrt": ((REAL,), REAL),
    "exp": ((REAL,), REAL),
    "log": ((REAL,), REAL),
    "cosh": ((REAL,), REAL),
    "sinh": ((REAL,), REAL),
    "tanh": ((REAL,), REAL),
    "acosh": ((REAL,), REAL),
    "atanh": ((REAL,), REAL),
    "sign": ((REAL,), INT),
    "cos": ((REAL,), REAL),
    "sin": ((REAL,), REAL),
    "power": ((REAL, REAL), REAL),
    "max": ((REAL, REAL), REAL),
    "min": ((REAL, REAL), REAL),
}
# Binders: the sorts of the arguments before the body; the body stands last. ``data`` has the sorts
# that are bound.
#   sum(low, high, k. body)       deriv(low, high, point, value, x. body): the function x -> body
# has this derivative
#   at the point, within [low, high]       integral(low, high, x. body): Henstock and Kurzweil's
BINDERS = {
    "forall": (),
    "exists": (),
    "lam": (),
    "sum": (INT, INT),
    "integral": (REAL, REAL),
    "deriv": (REAL, REAL, REAL, REAL),
}
BOUND = {"sum": INT, "integral": REAL, "deriv": REAL}


class SortError(ValueError):
    """A term that would have no meaning: a number for a truth value, a bound variable of two sorts,
    ...
    """


class Term:
    """One node; equal terms are the same object. ``loose``: the (index, sort) of bound variables
    not yet bound.
    """

    __slots__ = ("op", "data", "args", "sort", "loose", "depth", "free", "__weakref__")
    op: str
    data: Any
    args: tuple[Term, ...]
    sort: Any
    loose: Any
    depth: int
    free: Any

    def __new__(cls, *_, **__):
        raise TypeError("terms are made by theory.proof.terms.make alone")

    def __init_subclass__(cls, **_):
        raise TypeError("Term has no subclasses")

    def __setattr__(self, name, value):
        raise TypeError("terms do not change")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __repr__(self):
        return show(self)

    # Writing: x + 1, 2*x, x/y (x times inv(y)), x**2, f(x). None of them simplifies; = is eq(x, y).
    def __add__(self, other):
        return make("add", None, (self, term(other)))

    def __radd__(self, other):
        return make("add", None, (term(other), self))

    def __mul__(self, other):
        return make("mul", None, (self, term(other)))

    def __rmul__(self, other):
        return make("mul", None, (term(other), self))

    def __neg__(self):
        return make("mul", None, (num(-1), self))

    def __sub__(self, other):
        return make("add", None, (self, -term(other)))

    def __rsub__(self, other):
        return make("add", None, (term(other), -self))

    def __truediv__(self, other):
        return make("mul", None, (self, make("inv", None, (term(other),))))

    def __rtruediv__(self, other):
        return make("mul", None, (term(other), make("inv", None, (self,))))

    def __pow__(self, exponent):
        return make("pow", exponent, (self,))

    def __call__(self, *values):
        return apply(self, tuple(map(term, values)))


_SHARED: dict = {}


def is_sort(sort) -> bool:
    if type(sort) is str:
        return sort == BOOL or sort in RANK
    return (
        type(sort) is tuple
        and len(sort) == 3
        and type(sort[0]) is type(sort[2]) is str
        and sort[0] == "Fun"
        and type(sort[1]) is tuple
        and len(sort[1]) > 0
        and all(s in RANK for s in sort[1] if type(s) is str)
        and all(type(s) is str for s in sort[1])
        and (sort[2] == BOOL or sort[2] in RANK)
    )


def fits(sort, wanted) -> bool:
    """May a term of the first sort stand where the second is wanted? Functions: weaker arguments,
    stronger value.
    """
    if type(sort) is str and type(wanted) is str:
        return sort == wanted or (sort in RANK and wanted in RANK and RANK[sort] <= RANK[wanted])
    if type(sort) is tuple and type(wanted) is tuple and len(sort[1]) == len(wanted[1]):
        return all(map(fits, wanted[1], sort[1])) and fits(sort[2], wanted[2])
    return False


def _largest(sorts) -> str:
    sorts = tuple(sorts)
    if not sorts or any(sort not in RANK for sort in sorts):
        raise SortError(f"numbers expected, not {sorts}")
    return max(sorts, key=RANK.__getitem__)


def _need(ok, why):
    if not ok:
        raise SortError(why)


def _sort_of(op, data, args):
    """The sort of a node, or SortError."""
    sorts = tuple(arg.sort for arg in args)
    if op in ("var", "bound"):
        _need(
            type(data) is tuple and len(data) == 2 and is_sort(data[1]) and not args,
            f"bad {op} {data}",
        )
        name = data[0]
        _need(
            (type(name) is str and name) if op == "var" else (type(name) is int and name >= 0),
            f"bad {op} {data}",
        )
        return data[1]
    if op == "num":
        _need(
            type(data) is tuple
            and len(data) == 2
            and not args
            and all(type(n) is int for n in data),
            f"bad number {data}",
        )
        n, d = data
        _need(
            d > 0 and _gcd(n, d) == 1 and max(abs(n), d).bit_length() < 4 * MAX_DIGITS,
            f"bad number {data}",
        )
        return INT if d == 1 else REAL
    if op == "pow":
        _need(
            type(data) is int and 0 <= data <= MAX_EXPONENT and len(args) == 1, f"exponent {data}"
        )
        return _largest(sorts)
    if op in BINDERS:
        return _sort_of_binder(op, data, sorts)
    _need(data is None, f"{op} carries no data")
    if op in ("add", "mul"):
        _need(len(args) >= 2, f"{op} of fewer than two")
        return _largest(sorts)
    if op in FUNCTIONS:
        wanted, value = FUNCTIONS[op]
        _need(len(sorts) == len(wanted) and all(map(fits, sorts, wanted)), f"{op} of {sorts}")
        return _largest(sorts + (REAL,)) if value == "same" else value
    if op == "app":
        _need(
            len(args) >= 2 and args[0].op in ("var", "bound") and type(sorts[0]) is tuple,
            "not a function letter",
        )
        _need(
            len(sorts[0][1]) == len(args) - 1 and all(map(fits, sorts[1:], sorts[0][1])),
            f"{sorts[0]} at {sorts[1:]}",
        )
        return sorts[0][2]
    if op == "ite":
        _need(len(sorts) == 3 and sorts[0] == BOOL, "ite(condition, number, number)")
        return _largest(sorts[1:])
    if op == "eq":
        _need(len(sorts) == 2, "= has two sides")
        _largest(sorts)
    elif op in ("le", "lt"):
        _need(len(sorts) == 2 and all(fits(s, REAL) for s in sorts), f"{op} of {sorts}")
    elif op in ("and", "or"):
        _need(len(sorts) >= 2 and all(s == BOOL for s in sorts), f"{op} of {sorts}")
    elif op == "implies":
        _need(sorts == (BOOL, BOOL), f"{op} of {sorts}")
    elif op == "false":
        _need(not sorts, "false has no arguments")
    else:
        raise SortError(f"no operation {op!r}")
    return BOOL


def _sort_of_binder(op, data, sorts):
    before = BINDERS[op]
    _need(len(sorts) == len(before) + 1 and all(map(fits, sorts, before)), f"{op} of {sorts}")
    _need(
        type(data) is tuple and len(data) > 0 and all(is_sort(sort) for sort in data),
        f"{op} binds {data}",
    )
    if op == "lam":
        _need(all(type(sort) is str and sort in RANK for sort in data), "a function takes numbers")
        _need(type(sorts[0]) is str, "a function gives a number or a truth value")
        return ("Fun", data, sorts[0])
    _need(
        len(data) == 1 and data[0] == BOUND.get(op, data[0]) and (op in BOUND or data[0] != BOOL),
        f"{op} binds {data}",
    )
    if op in ("forall", "exists"):
        _need(sorts[-1] == BOOL, f"{op} of a {sorts[-1]}")
        return BOOL
    if op == "sum":
        return _largest(sorts[-1:])
    _need(fits(sorts[-1], REAL), f"{op} of a {sorts[-1]}")
    return REAL if op == "integral" else BOOL


def _gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)


def _plain(data) -> bool:
    """Data of exactly these types: True is not 1 here, and nothing brings a comparison of its
    own.
    """
    return (
        data is None or type(data) in (int, str) or (type(data) is tuple and all(map(_plain, data)))
    )


def make(op, data=None, args=()) -> Term:
    """The term with this head, data and arguments; every sort is checked, every equal term is the
    same object.
    """
    args = tuple(args)
    _need(
        type(op) is str and all(type(arg) is Term for arg in args), f"{op}: arguments must be terms"
    )
    _need(_plain(data), f"{op} carries {data!r}")  # before the table: 1.0 and True are equal to 1
    key = (op, data, args)
    if key in _SHARED:
        return _SHARED[key]
    sort = _sort_of(op, data, args)
    for arg in args[0 if op != "app" else 1 :]:
        _need(type(arg.sort) is str, f"a function stands in {op} without arguments")
    loose = {data} if op == "bound" else set()
    for place, arg in enumerate(args):
        bound = data if op in BINDERS and place == len(args) - 1 else ()
        for index, kind in arg.loose:
            if index < len(bound):
                _need(kind == bound[index], f"variable bound as {bound[index]}, used as {kind}")
            else:
                loose.add((index - len(bound), kind))
    _need(len({index for index, _ in loose}) == len(loose), "a bound variable has two sorts")
    depth = 1 + max((arg.depth for arg in args), default=0)
    _need(depth <= MAX_DEPTH, "the term is too deep")
    term = object.__new__(Term)
    free = frozenset().union(*(arg.free for arg in args))
    for name, value in (
        ("op", op),
        ("data", data),
        ("args", args),
        ("sort", sort),
        ("loose", frozenset(loose)),
        ("depth", depth),
        ("free", frozenset((term,)) if op == "var" else free),
    ):
        object.__setattr__(term, name, value)
    return _SHARED.setdefault(key, term)


def apply(function: Term, values) -> Term:
    """f(values), carried out where f is a lam."""
    if function.op != "lam":
        return make("app", None, (function, *values))
    _need(
        len(values) == len(function.data)
        and all(fits(v.sort, s) for v, s in zip(values, function.data)),
        "wrong arguments",
    )
    return opened(function, values)


def _walk(whole, leaf, depth, memo):
    key = (whole, depth)
    if key not in memo:
        new = leaf(whole, depth)
        if new is None:
            inside = depth + (len(whole.data) if whole.op in BINDERS else 0)
            last = len(whole.args) - 1
            args = [
                _walk(arg, leaf, inside if place == last else depth, memo)
                for place, arg in enumerate(whole.args)
            ]
            new = (
                apply(args[0], args[1:]) if whole.op == "app" else make(whole.op, whole.data, args)
            )
        memo[key] = new
    return memo[key]


def lifted(term: Term, by: int) -> Term:
    """The term moved under ``by`` more binders: its loose bound variables point further out."""
    if by == 0 or not term.loose:
        return term

    def leaf(part, depth):
        if all(index < depth for index, _ in part.loose):
            return part
        return make("bound", (part.data[0] + by, part.data[1])) if part.op == "bound" else None

    return _walk(term, leaf, 0, {})


def opened(binder: Term, values) -> Term:
    """The body of a binder with terms for its bound variables."""
    body, count = binder.args[-1], len(binder.data)
    _need(
        len(values) == count and all(fits(v.sort, s) for v, s in zip(values, binder.data)),
        "value of the wrong sort",
    )

    def leaf(part, depth):
        if all(index < depth for index, _ in part.loose):
            return part
        if part.op != "bound":
            return None
        index, sort = part.data
        return (
            lifted(values[index - depth], depth)
            if index < depth + count
            else make("bound", (index - count, sort))
        )

    return _walk(body, leaf, 0, {})


def bind(op: str, variables, body: Term, *before: Term) -> Term:
    """The binder over these free variables: forall x. body, sum(low, high, k. body), ..."""
    variables = (variables,) if type(variables) is Term else tuple(variables)
    _need(
        all(v.op == "var" for v in variables)
        and len(set(variables)) == len(variables)
        and not body.loose,
        "cannot bind",
    )

    def leaf(part, depth):
        if part.free.isdisjoint(variables):
            return part
        return (
            make("bound", (depth + variables.index(part), part.sort)) if part.op == "var" else None
        )

    return make(op, tuple(v.sort for v in variables), (*before, _walk(body, leaf, 0, {})))


def substituted(term: Term, table: dict) -> Term:
    """Closed terms for free variables, all at once; a function letter takes a ``lam``."""
    for variable, value in table.items():
        _need(
            type(variable) is Term
            and type(value) is Term
            and variable.op == "var"
            and not value.loose,
            "not a substitution",
        )
        _need(fits(value.sort, variable.sort), f"{variable} is {variable.sort}, not {value.sort}")

    def leaf(part, _):
        if part.free.isdisjoint(table):
            return part
        return table[part] if part.op == "var" else None

    return _walk(term, leaf, 0, {})


def encoded(term: Term) -> str:
    """The term as text that no other term has."""
    memo: dict = {}

    def text(part):
        if part not in memo:
            memo[part] = f"({part.op} {part.data!r} {' '.join(map(text, part.args))})"
        return memo[part]

    return text(term)


def digest(term: Term) -> str:
    return sha256(encoded(term).encode()).hexdigest()


# --- writing terms: short makers, none of them trusted with anything that ``make`` does not check -


def var(name: str, sort=REAL) -> Term:
    return make("var", (name, sort))


def function(name: str, *sorts) -> Term:
    """A function letter: function("f", REAL, REAL) takes a real number and gives one."""
    return make("var", (name, ("Fun", tuple(sorts[:-1]), sorts[-1])))


def num(n: int, d: int = 1) -> Term:
    common = _gcd(n, d) * (1 if d > 0 else -1)
    return make("num", (n // common, d // common))


def term(value) -> Term:
    """A whole number as a term; a term as it is."""
    return num(value) if type(value) is int else value


def add(*terms: Term) -> Term:
    return terms[0] if len(terms) == 1 else make("add", None, terms)


def mul(*terms: Term) -> Term:
    return terms[0] if len(terms) == 1 else make("mul", None, terms)


def eq(left, right) -> Term:
    return make("eq", None, (term(left), term(right)))


def le(left, right) -> Term:
    return make("le", None, (term(left), term(right)))


def lt(left, right) -> Term:
    return make("lt", None, (term(left), term(right)))


def both(*statements: Term) -> Term:
    return statements[0] if len(statements) == 1 else make("and", None, statements)


def implies(*statements: Term) -> Term:
    """P -> (Q -> ... -> R)."""
    *premises, result = statements
    for premise in reversed(premises):
        result = make("implies", None, (premise, result))
    return result


def call(name: str, *args) -> Term:
    return make(name, None, map(term, args))


FALSE = make("false")
ZERO, ONE, TWO = num(0), num(1), num(2)


def negation(statement: Term) -> Term:
    """not P is P -> false."""
    return make("implies", None, (statement, FALSE))


# --- reading terms --------------------------------------------------------------------------------

_INFIX = {
    "add": " + ",
    "mul": "*",
    "eq": " = ",
    "le": " <= ",
    "lt": " < ",
    "and": " & ",
    "or": " | ",
    "implies": " -> ",
}


_TAKEN = frozenset(
    ("false", "ite", "not", *FUNCTIONS, *BINDERS)
)  # what stands for something else where it is read
_PLAIN = pattern(r"[^\W\d]\w*")


def show(term: Term) -> str:
    """The term for people, fully bracketed; bound variables get names that no free one has, odd
    letters quotes.
    """
    taken = {v.data[0] for v in term.free}

    def text(part, names):
        if part.op == "var":
            name = part.data[0]
            return repr(name) if name in _TAKEN or not _PLAIN.fullmatch(name) else name
        if part.op == "bound":
            return (
                names[part.data[0]]
                if part.data[0] < len(names)
                else f"#{part.data[0] - len(names)}"
            )
        if part.op == "num":
            n, d = part.data
            return f"{n}" if d == 1 else f"{n}/{d}"
        if part.op in BINDERS:
            new = [
                _apart(f"{'n' if sort == INT else 'x'}{len(names) + j}", taken)
                for j, sort in enumerate(part.data)
            ]
            parts = [text(arg, names) for arg in part.args[:-1]]
            sorts = ", ".join(
                f"{name}: {sort if type(sort) is str else 'function'}"
                for name, sort in zip(new, part.data)
            )
            return (
                f"{part.op}({', '.join([*parts, f'{sorts}. {text(part.args[-1], new + names)}'])})"
            )
        inside = [text(arg, names) for arg in part.args]
        if part.op == "pow":
            plain = part.args[0].op not in ("num", "pow") or inside[0].isdigit()
            return f"{inside[0]}^{part.data}" if plain else f"({inside[0]})^{part.data}"
        if part.op == "app":
            return f"{inside[0]}[{', '.join(inside[1:])}]"
        if part.op == "implies" and part.args[1] is FALSE:
            return f"not {inside[0]}"
        if part.op in _INFIX:
            return f"({_INFIX[part.op].join(inside)})"
        return f"{part.op}({', '.join(inside)})" if inside else part.op

    return text(term, [])


def _apart(name, taken):
    while name in taken:
        name += "_"
    return name
