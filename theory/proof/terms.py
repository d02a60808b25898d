"""Terms of the proof kernel: immutable, shared, sorted, with binding that cannot capture.

``make`` is the only maker of a term and checks every sort. Bound variables are numbers (locally
nameless), so that equality up to their names is ``is`` and substitution cannot capture. Functions
are total: what 1/0 or log(-1) is, no axiom says. Nothing of the project is imported, but the
printing of a term where one is printed.

Sorts: Bool, Int < Real < Complex, and ("Fun", (sorts of the arguments), sort of the value).
"""

from __future__ import annotations

from functools import cache, partial
from hashlib import sha256
from math import gcd
from typing import Any

BOOL, INT, REAL, COMPLEX = "Bool", "Int", "Real", "Complex"
RANK = {INT: 0, REAL: 1, COMPLEX: 2}
MAX_EXPONENT, MAX_DEPTH, MAX_BITS = 64, 200, 8000

# What a function takes and gives; "same" gives the sort of its argument, yet at least Real.
FUNCTIONS: dict[str, tuple[tuple[str, ...], str]] = {
    **dict.fromkeys(("inv", "conj"), ((COMPLEX,), "same")),
    **dict.fromkeys(("abs", "re", "im"), ((COMPLEX,), REAL)),
    **dict.fromkeys(("sqrt", "exp", "log", "cos", "sin"), ((REAL,), REAL)),
    **dict.fromkeys(("cosh", "sinh", "tanh", "acosh", "atanh"), ((REAL,), REAL)),
    **dict.fromkeys(("power", "max", "min"), ((REAL, REAL), REAL)),
    "sign": ((REAL,), INT),
    "pi": ((), REAL),
    "i": ((), COMPLEX),
}
# Relations and connectives: how many arguments (None: two or more), and of which sort.
STATEMENTS: dict[str, tuple] = {"eq": (2, COMPLEX), "le": (2, REAL), "lt": (2, REAL)}
STATEMENTS |= {"and": (None, BOOL), "or": (None, BOOL), "implies": (2, BOOL), "false": (0, BOOL)}
# Binders: the sorts of the arguments before the body, which stands last; ``data`` has the sorts
# that are bound. sum(low, high, k. body); integral(low, high, x. body), Henstock and Kurzweil's;
# deriv(low, high, point, value, x. body): x -> body has this derivative at the point, within
# [low, high].
BINDERS: dict[str, tuple[str, ...]] = dict.fromkeys(("forall", "exists", "lam"), ())
BINDERS |= {"sum": (INT, INT), "integral": (REAL, REAL), "deriv": (REAL, REAL, REAL, REAL)}
BOUND = {"sum": INT, "integral": REAL, "deriv": REAL}
_SHARED: dict = {}  # every term that has been made


class SortError(ValueError):
    """A term without meaning: a number for a truth value, a bound variable of two sorts, ..."""


class Term:
    """One node; equal terms are one object. ``loose``: (index, sort) of variables not yet bound."""

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

    __delattr__ = __setattr__  # type: ignore[assignment]  # one refusal for both

    def __repr__(self):
        from .show import show

        return show(self)

    # Writing: x + 1, 2*x, x/y (x times inv(y)), x**2, f(x). None of them simplifies; = is eq(x, y).
    def __add__(self, other):
        return make("add", None, (self, term(other)))

    def __radd__(self, other):
        return term(other) + self

    def __mul__(self, other):
        return make("mul", None, (self, term(other)))

    def __rmul__(self, other):
        return term(other) * self

    def __neg__(self):
        return num(-1) * self

    def __sub__(self, other):
        return self + -term(other)

    def __rsub__(self, other):
        return term(other) + -self

    def __truediv__(self, other):
        return self * call("inv", other)

    def __rtruediv__(self, other):
        return term(other) * call("inv", self)

    def __pow__(self, exponent):
        return make("pow", exponent, (self,))

    def __call__(self, *values):
        return apply(self, tuple(map(term, values)))


_PUT = [Term.__dict__[name].__set__ for name in Term.__slots__[:-1]]  # past __setattr__


def is_sort(sort) -> bool:
    """Is this one of the sorts, built of texts and tuples exactly?"""
    if type(sort) is str:
        return sort == BOOL or sort in RANK
    if type(sort) is not tuple or len(sort) != 3 or type(sort[1]) is not tuple or not sort[1]:
        return False
    texts = all(type(one) is str for one in (sort[0], *sort[1], sort[2]))
    return texts and sort[0] == "Fun" and all(one in RANK for one in sort[1]) and is_sort(sort[2])


def fits(sort, wanted) -> bool:
    """May the first sort stand where the second is wanted? Functions: weaker arguments."""
    if type(sort) is str and type(wanted) is str:
        return sort == wanted or (sort in RANK and wanted in RANK and RANK[sort] <= RANK[wanted])
    if type(sort) is tuple and type(wanted) is tuple and len(sort[1]) == len(wanted[1]):
        return all(map(fits, wanted[1], sort[1])) and fits(sort[2], wanted[2])
    return False


def _fit(values, sorts) -> bool:
    """Do these terms stand where these sorts are wanted, as many of them?"""
    return len(values) == len(sorts) and all(map(fits, [value.sort for value in values], sorts))


def _largest(*sorts) -> str:
    _need(sorts and all(map(RANK.__contains__, sorts)), "numbers expected, not {}", sorts)
    return max(sorts, key=RANK.__getitem__)


def _need(ok, why, *parts):
    if not ok:
        raise SortError(why.format(*parts))  # written out only here: it is asked at every term


def _sort_of(op, data, args):
    """The sort of a node, or SortError."""
    sorts = tuple(arg.sort for arg in args)
    pair = type(data) is tuple and len(data) == 2
    if op in ("var", "bound"):
        kind = str if op == "var" else int
        right = pair and not args and is_sort(data[1]) and type(data[0]) is kind
        _need(right and (data[0] if op == "var" else data[0] >= 0), "bad {} {}", op, data)
        return data[1]
    if op == "num":
        _need(pair and not args and all(type(n) is int for n in data), "bad number {}", data)
        n, d = data
        small = max(abs(n), d).bit_length() < MAX_BITS
        _need(d > 0 and gcd(n, d) == 1 and small, "bad number {}", data)
        return INT if d == 1 else REAL
    if op == "pow":
        whole = type(data) is int and 0 <= data <= MAX_EXPONENT
        _need(whole and len(args) == 1, "{} bases, exponent {}", len(args), data)
        return _largest(*sorts)
    if op in BINDERS:
        return _sort_of_binder(op, data, args)
    _need(data is None, "{} carries no data", op)
    if op in ("add", "mul"):
        _need(len(args) >= 2, "{} of fewer than two", op)
        return _largest(*sorts)
    if op in FUNCTIONS:
        wanted, value = FUNCTIONS[op]
        _need(_fit(args, wanted), "{} of {}", op, sorts)
        return _largest(*sorts, REAL) if value == "same" else value
    if op == "app":
        _need(args and args[0].op in ("var", "bound"), "not a function letter")
        _need(type(sorts[0]) is tuple, "not a function letter")
        _need(_fit(args[1:], sorts[0][1]), "{} at {}", sorts[0], sorts[1:])
        return sorts[0][2]
    if op == "ite":
        _need(len(sorts) == 3 and sorts[0] == BOOL, "ite(condition, number, number)")
        return _largest(*sorts[1:])
    _need(op in STATEMENTS, "no operation {!r}", op)
    count, wanted = STATEMENTS[op]
    enough = len(args) >= 2 if count is None else len(args) == count
    _need(enough and all(fits(sort, wanted) for sort in sorts), "{} of {}", op, sorts)
    return BOOL


def _sort_of_binder(op, data, args):
    before, body = BINDERS[op], args[-1].sort if args else None
    _need(args and _fit(args[:-1], before), "{} of {} parts, or other sorts", op, len(args))
    _need(type(data) is tuple and data and all(map(is_sort, data)), "{} binds {}", op, data)
    if op == "lam":
        _need(all(type(sort) is str and sort in RANK for sort in data), "a function takes numbers")
        _need(type(body) is str, "a function gives a number or a truth value")
        return ("Fun", data, body)
    _need(len(data) == 1 and data[0] == BOUND.get(op, data[0]), "{} binds {}", op, data)
    if op in ("forall", "exists"):
        _need(body == BOOL and data[0] != BOOL, "{} of a {}", op, body)
        return BOOL
    _need(body in RANK and fits(body, COMPLEX if op == "sum" else REAL), "{} of a {}", op, body)
    return {"sum": body, "integral": REAL, "deriv": BOOL}[op]


def _exact(data) -> bool:
    """Data of exactly these types: True is not 1 here, and nothing brings its own comparison."""
    inside = type(data) is tuple and all(map(_exact, data))
    return data is None or type(data) in (int, str) or inside


def make(op, data=None, args=()) -> Term:
    """The term with this head, data and arguments; every sort is checked, equal terms are one."""
    args = tuple(args)
    strange = [arg for arg in args if type(arg) is not Term]
    _need(type(op) is str and not strange, "{}: terms expected", op)
    _need(data is None or _exact(data), "{} carries {!r}", op, data)  # 1.0 and True are equal to 1
    key = (op, data, args)
    if (known := _SHARED.get(key)) is not None:
        return known
    sort = _sort_of(op, data, args)
    for arg in args[1:] if op == "app" else args:
        _need(type(arg.sort) is str, "a function stands in {} without arguments", op)
    loose = _loose(op, data, args)
    depth = 1 + max([arg.depth for arg in args], default=0)
    _need(depth <= MAX_DEPTH, "the term is too deep")
    term = object.__new__(Term)
    sets = {arg.free for arg in args} if op != "var" else {frozenset((term,))}
    free = sets.pop() if len(sets) == 1 else frozenset().union(*sets)  # one set for many terms
    for put, value in zip(_PUT, (op, data, args, sort, loose, depth, free)):
        put(term, value)
    return _SHARED.setdefault(key, term)


def _loose(op, data, args) -> frozenset:
    """The bound variables that this node leaves to be bound further out."""
    loose = {data} if op == "bound" else set()
    for place, arg in enumerate(args):
        bound = data if op in BINDERS and place == len(args) - 1 else ()
        for index, kind in arg.loose:
            if index < len(bound):
                _need(kind == bound[index], "variable bound as {}, used as {}", bound[index], kind)
            else:
                loose.add((index - len(bound), kind))
    _need(len({index for index, _ in loose}) == len(loose), "a bound variable has two sorts")
    return frozenset(loose)


def apply(function: Term, values) -> Term:
    """f(values), carried out where f is a lam."""
    if function.op != "lam":
        return make("app", None, (function, *values))
    return opened(function, values)


def walk(whole, leaf, depth, memo):
    """The term with ``leaf(part, binders above it)`` for its parts, where that is not None."""
    key = (whole, depth)
    if (new := memo.get(key) or leaf(whole, depth)) is None:
        inside = depth + len(whole.data) if whole.op in BINDERS else depth
        args = [walk(arg, leaf, depth, memo) for arg in whole.args[:-1]]
        args += [walk(arg, leaf, inside, memo) for arg in whole.args[-1:]]
        new = apply(args[0], args[1:]) if whole.op == "app" else make(whole.op, whole.data, args)
    memo[key] = new
    return new


def _closed(part, depth) -> bool:
    """Is nothing loose in a part that stands under so many binders?"""
    return not part.loose or max(part.loose)[0] < depth


def lifted(term: Term, by: int) -> Term:
    """The term moved under ``by`` more binders: its loose bound variables point further out."""

    def leaf(part, depth):
        if _closed(part, depth):
            return part
        return make("bound", (part.data[0] + by, part.data[1])) if part.op == "bound" else None

    return term if by == 0 else walk(term, leaf, 0, {})


def opened(binder: Term, values) -> Term:
    """The body of a binder with terms for its bound variables."""
    count = len(binder.data)
    _need(_fit(values, binder.data), "values of the wrong number or sort")

    def leaf(part, depth):
        if _closed(part, depth):
            return part
        if part.op != "bound":
            return None
        index, sort = part.data
        if index < depth + count:
            return lifted(values[index - depth], depth)
        return make("bound", (index - count, sort))

    return walk(binder.args[-1], leaf, 0, {})


def bind(op: str, variables, body: Term, *before: Term) -> Term:
    """The binder over these free variables: forall x. body, sum(low, high, k. body), ..."""
    variables = (variables,) if type(variables) is Term else tuple(variables)
    apart = len(set(variables)) == len(variables)
    _need(all(v.op == "var" for v in variables) and apart and not body.loose, "cannot bind")

    def leaf(part, depth):
        if part.free.isdisjoint(variables):
            return part
        found = part.op == "var"
        return make("bound", (depth + variables.index(part), part.sort)) if found else None

    return make(op, tuple(v.sort for v in variables), (*before, walk(body, leaf, 0, {})))


def substituted(term: Term, table: dict, memo: dict | None = None) -> Term:
    """Closed terms for free variables, all at once; a function letter takes a ``lam``."""
    for variable, value in table.items():
        _need(type(variable) is type(value) is Term, "not a substitution")
        _need(variable.op == "var" and not value.loose, "not a substitution")
        _need(fits(value.sort, variable.sort), "{} does not take a {}", variable, value.sort)

    def leaf(part, _):
        if part.free.isdisjoint(table):
            return part
        return table[part] if part.op == "var" else None

    return walk(term, leaf, 0, {} if memo is None else memo)


# --- writing terms: short makers ------------------------------------------------------------------
def var(name: str, sort=REAL) -> Term:
    """A letter of this sort."""
    return make("var", (name, sort))


def function(name: str, *sorts) -> Term:
    """A function letter: function("f", REAL, REAL) takes a real number and gives one."""
    return var(name, ("Fun", tuple(sorts[:-1]), sorts[-1]))


def num(n: int, d: int = 1) -> Term:
    """n/d, in lowest terms."""
    common = gcd(n, d) * (1 if d > 0 else -1)
    return make("num", (n // common, d // common))


def term(value) -> Term:
    """A whole number as a term; a term as it is."""
    return num(value) if type(value) is int else value


def call(name: str, *args) -> Term:
    """One of the operations by its name."""
    return make(name, None, map(term, args))


def joined(op: str, *terms: Term) -> Term:
    """An operation on several terms; of one, the term."""
    return terms[0] if len(terms) == 1 else make(op, None, terms)


def implies(*statements: Term) -> Term:
    """P -> (Q -> ... -> R)."""
    *premises, result = statements
    for premise in reversed(premises):
        result = make("implies", None, (premise, result))
    return result


def negation(statement: Term) -> Term:
    """not P is P -> false."""
    return make("implies", None, (statement, FALSE))


FALSE = make("false")
ZERO, ONE, TWO = num(0), num(1), num(2)
# x = y, x <= y, x < y; x + y + ..., x*y*..., P & Q & ...
eq, le, lt = partial(call, "eq"), partial(call, "le"), partial(call, "lt")
add, mul, both = partial(joined, "add"), partial(joined, "mul"), partial(joined, "and")


@cache
def digest(term: Term) -> str:
    """A name that no other term has: the hash of its head, its data and its parts' names."""
    text = f"{term.op} {term.data!r} {' '.join(map(digest, term.args))}"
    return sha256(text.encode()).hexdigest()
