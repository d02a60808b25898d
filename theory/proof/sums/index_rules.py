"""Theorems "for all indices in range, L = R" as rewriting rules for nested sums. Not trusted.

L is a product of indexed letters, or a sum of such; inside a nest it fits where the summed indices
of L are indices of the nest that stand nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..polynomials import normal, polynomial
from ..rules import Refused, Theorem, algebra, assume, discharge, instantiate
from ..tactics import NotShown, at, bound, by_cases, combine, differs, fact, fresh, put
from ..terms import (
    INT,
    ONE,
    ZERO,
    SortError,
    Term,
    bind,
    eq,
    le,
    lt,
    make,
    mul,
    negation,
    num,
    opened,
    substituted,
    var,
)
from .index_order import Index, factors_of, flipped, head_of


@dataclass(frozen=True)
class Rule:
    """A theorem with its quantifiers and premises in order, and L as indices and factors."""

    theorem: Theorem
    steps: tuple[Term, ...]  # letters and premises, outermost first
    letters: tuple[Term, ...]
    left: Theorem  # L = its nest
    right: Term
    inner: tuple[Index, ...]
    factors: tuple[tuple[Term, int], ...]
    symmetric: bool

    @classmethod
    def of(cls, theorem: Theorem, normalised: Callable) -> Rule:
        """The rule of a theorem; ``normalised`` gives L = its normal form."""
        steps, letters, statement = [], [], theorem.conclusion
        while statement.op in ("forall", "implies"):
            if statement.op == "forall":
                letters.append(fresh(statement.data[0], "at"))
                steps.append(letters[-1])
                statement = opened(statement, (letters[-1],))
            else:
                steps.append(statement.args[0])
                statement = statement.args[1]
        if statement.op != "eq":
            raise NotShown(f"this is no rule for rewriting: {theorem.conclusion}")
        left = normalised(statement.args[0])
        poly = polynomial(left.conclusion.args[1])
        if list(poly.values()) != [1] or () in poly:
            raise NotShown(f"its left side is no single product: {statement}")
        inner, factors = [], factors_of(left.conclusion.args[1])
        if len(factors) == 1 and factors[0][0].op == "sum" and factors[0][1] == 1:
            nest = factors[0][0]
            while nest.op == "sum":
                k = fresh(INT, "over")
                inner.append((k, nest.args[0], nest.args[1]))
                nest = opened(nest, (k,))
            factors = factors_of(nest)
        if not factors or any(atom.op == "sum" for atom, _ in factors):
            raise NotShown(f"its left side is no sum of one product: {statement}")
        first = factors[0][0]
        symmetric = (
            not inner
            and len(factors) == 1
            and head_of(first) is not None
            and set(first.args[1:]) == set(letters)
            and normal(statement.args[1]) is normal(flipped(first))
        )
        return cls(
            theorem,
            tuple(steps),
            tuple(letters),
            left,
            statement.args[1],
            tuple(inner),
            tuple(factors),
            symmetric,
        )

    def used(self, table: Mapping[Term, Term], known: Sequence[Theorem]) -> Theorem | None:
        """nest = R at these values of the letters, if the premises are known."""
        things: list = []
        for step in self.steps:
            if step in table:
                things.append(table[step])
                continue
            needed = premise(substituted(step, dict(table)), known)
            if needed is None:
                return None
            things.append(needed)
        equation = at(self.theorem, *things)
        own = self.left
        pairs = [part for one in self.letters for part in (one, table[one])]
        own = instantiate(own, *pairs) if pairs else own
        nest = own.conclusion.args[1]
        goal = eq(nest, equation.conclusion.args[1])
        return algebra(goal, (ONE, equation), (num(-1), own))

    def turned(self, atom: Term, known: Sequence[Theorem]) -> Theorem | None:
        """f(a, b) = f(b, a) for a symmetric f."""
        table: dict[Term, Term] = {}
        return (
            self.used(table, known)
            if unified(self.factors[0][0], atom, set(self.letters), table)
            else None
        )


@dataclass(frozen=True)
class Match:
    """Where a rule fits: the nest's indices it sums, its factors there, the others, nest = R."""

    inner: tuple[Index, ...]
    pattern: Term
    rest: Term
    equation: Theorem
    turned: tuple[Term, ...]


def unified(pattern: Term, found: Term, letters: set[Term], table: dict[Term, Term]) -> bool:
    """Does the pattern become this term for some values of its letters? ``table`` takes them."""
    if pattern in letters:
        return table.setdefault(pattern, found) is found
    if pattern is found:
        return True
    if pattern.op != found.op or pattern.data != found.data:
        return False
    if len(pattern.args) != len(found.args) or not pattern.args:
        return False
    return all(unified(a, b, letters, table) for a, b in zip(pattern.args, found.args))


def matches(
    rule: Rule,
    indices: Sequence[Index],
    body: Term,
    known: Sequence[Theorem],
    flips: Mapping,
) -> Match | None:
    """The first way in which the rule fits the nest."""
    factors = factors_of(body)
    if sum(e for _, e in rule.factors) > sum(e for _, e in factors):
        return None
    ranges = {k: (low, high) for k, low, high in indices}
    letters = {*rule.letters, *(k for k, _, _ in rule.inner)}
    for table, taken, turned in _fitting(rule.factors, factors, letters, {}, (), (), flips):
        found = _fits(rule, table, taken, turned, factors, ranges, known)
        if found:
            return found
    return None


def _fitting(wanted, factors, letters, table, taken, turned, flips) -> Iterator:
    """Values of the letters, and (factor, exponent used) for each factor of the rule."""
    if not wanted:
        yield table, taken, turned
        return
    (pattern, exponent), *rest = wanted
    for atom, power in factors:
        left = power - sum(e for one, e in taken if one is atom)
        if left < exponent:
            continue
        forms = [(atom, turned)]
        if head_of(atom) in flips:
            forms.append((flipped(atom), (*turned, atom)))
        for form, flipped_now in forms:
            new = dict(table)
            if unified(pattern, form, letters, new):
                more = (*taken, (atom, exponent))
                yield from _fitting(rest, factors, letters, new, more, flipped_now, flips)


def _fits(rule: Rule, table, taken, turned, factors, ranges, known) -> Match | None:
    inner: list[Index] = []
    for k, low, high in rule.inner:
        index = table.get(k)
        if index not in ranges or any(index is one for one, _, _ in inner):
            return None
        wanted = [
            normal(substituted(end, {x: table[x] for x in rule.letters if x in table}))
            for end in (low, high)
        ]
        if wanted != [normal(end) for end in ranges[index]]:
            return None
        inner.append((index, *ranges[index]))
    chosen = {one for one, _, _ in inner}
    if any(one not in table for one in rule.letters):
        return None
    values = {one: table[one] for one in rule.letters}
    if any(not chosen.isdisjoint(value.free) for value in values.values()):
        return None
    used: dict[Term, int] = {}
    for atom, exponent in taken:
        used[atom] = used.get(atom, 0) + exponent
    rest = [(atom, power - used.get(atom, 0)) for atom, power in factors]
    rest = [(atom, power) for atom, power in rest if power]
    if any(not chosen.isdisjoint(atom.free) for atom, _ in rest):
        return None
    if any(atom in dict(rest) for atom in turned):  # half of a power would turn
        return None
    equation = rule.used(values, known)
    if equation is None:
        return None
    seen = [(flipped(atom) if atom in turned else atom, e) for atom, e in taken]
    pattern = mul(ONE, *(atom if e == 1 else atom**e for atom, e in seen))
    others = mul(ONE, *(atom if e == 1 else atom**e for atom, e in rest))
    body = pattern
    for k, low, high in reversed(inner):
        body = bind("sum", k, body, low, high)
    goal = eq(body, equation.conclusion.args[1])
    return Match(tuple(inner), pattern, others, algebra(goal, (ONE, equation)), turned)


# --- premises -------------------------------------------------------------------------------------


def ranged(indices: Sequence[Index]) -> list[Theorem]:
    """low <= k and k <= high for each open index."""
    return [assume(one) for k, low, high in indices for one in (le(low, k), le(k, high))]


def premise(goal: Term, known: Sequence[Theorem]) -> Theorem | None:
    """A premise that is known, or follows by adding what is known."""
    for one in known:
        if normal(one.conclusion) is normal(goal):
            return at(_itself(goal), one) if one.conclusion is not goal else one
    if goal.op not in ("le", "lt"):
        return None
    letters, near = goal.free, []
    for _ in range(2):  # what speaks of its letters, and of theirs
        near = [
            one
            for one in known
            if one.conclusion.op in ("le", "lt") and not one.conclusion.free.isdisjoint(letters)
        ]
        letters = letters.union(*(one.conclusion.free for one in near))
    try:
        return bound(goal, (), [[one] for one in near])
    except (Refused, SortError):
        return None


def _itself(goal: Term) -> Theorem:
    return discharge(goal, assume(goal))


@cache
def _delta_turned() -> Theorem:
    """delta(a, b) = delta(b, a)."""
    a, b = var("one'", INT), var("other'", INT)
    there, back = (make("ite", None, (eq(*pair), ONE, ZERO)) for pair in ((a, b), (b, a)))
    goal = eq(there, back)

    def same(equal):
        turned = combine(eq(b, a), (1, equal))
        on = fact("ite-true", equal, P=eq(a, b), z=ONE, w=ZERO)
        return combine(goal, (1, on), (1, fact("ite-true", turned, P=eq(b, a), z=ONE, w=ZERO)))

    def apart(differ):
        again = assume(eq(b, a))
        other = discharge(again.conclusion, at(differ, combine(eq(a, b), (1, again))))
        off = fact("ite-false", differ, P=eq(a, b), z=ONE, w=ZERO)
        return combine(goal, (1, off), (1, fact("ite-false", other, P=eq(b, a), z=ONE, w=ZERO)))

    return by_cases(eq(a, b), same, apart)


class DeltaRule:
    """delta(i, j) = delta(j, i), as a rule that makes it symmetric."""

    @staticmethod
    def turned(atom: Term, known: Sequence[Theorem]) -> Theorem:
        """delta(a, b) = delta(b, a)."""
        return delta_turned(*atom.args[0].args)


@cache
def _delta_squared() -> Theorem:
    """delta^2 = delta."""
    same = eq(var("one'", INT), var("other'", INT))
    own = make("ite", None, (same, ONE, ZERO))

    def settled(known, name):
        value = fact(name, known, P=same, z=ONE, w=ZERO)
        cofactor = own if name == "ite-true" else own - 1
        return algebra(eq(own**2, own), (cofactor, value))

    return by_cases(
        same,
        lambda known: settled(known, "ite-true"),
        lambda known: settled(known, "ite-false"),
    )


def delta_power(atom: Term, exponent: int) -> Theorem:
    """delta^e = delta, for e > 1."""
    one, other = atom.args[0].args
    square = put(_delta_squared(), **{"one'": one, "other'": other})
    powers = [atom ** (e - 2) if e > 2 else ONE for e in range(2, exponent + 1)]
    return algebra(eq(atom**exponent, atom), *((power, square) for power in powers))


def delta_same(atom: Term) -> Theorem | None:
    """delta(a, a) = 1, and 0 for two different numbers."""
    one, other = atom.args[0].args
    if one.op == other.op == "num" and one is not other:
        below = lt(one, other) if one.data[0] < other.data[0] else lt(other, one)
        apart = differs(bound(below), negation(eq(one, other)))
        return fact("ite-false", apart, P=eq(one, other), z=ONE, w=ZERO)
    if normal(one) is not normal(other):
        return None
    return fact("ite-true", algebra(eq(one, other)), P=eq(one, other), z=ONE, w=ZERO)


def delta_turned(one: Term, other: Term) -> Theorem:
    """delta(a, b) = delta(b, a)."""
    return put(_delta_turned(), **{"one'": one, "other'": other})
