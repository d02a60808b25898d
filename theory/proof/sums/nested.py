"""Identities between nested finite sums of products of indexed letters, by one normal form.

A number becomes a polynomial in nests: sum_k sum_l ... of one product, in which every index meets
another. Sums are linear, factors without the index go out, products of sums become nests, the order
of the sums is the same whatever it was. Rules are theorems "for all indices in range, L = R": L is
a product of letters or a sum of one, so orthonormal columns, an inverse matrix, singular vectors
and defining equations are used wherever they fit; f(i, j) = f(j, i) makes f symmetric; Kronecker's
deltas are summed away. So identities of matrices of any size are one call. Not trusted.

    same_sums(eq(frobenius(A W), trace(...)), orthonormal, facts=[i_low, i_high])
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..polynomials import atom_of, normal, polynomial, term_of
from ..rules import Theorem, algebra, reflexive
from ..tactics import NotShown, equal_inside
from ..tactics.algebra import reduced
from ..terms import FUNCTIONS, ONE, Term, bind, eq, le, mul, num, opened
from .any_range import exchanged, picked
from .index_order import DELTA, Index, canonical, factors_of, head_of, is_delta
from .index_rules import (
    DeltaRule,
    Match,
    Rule,
    delta_power,
    delta_same,
    delta_turned,
    matches,
    premise,
    ranged,
)
from .nests import (
    body_at,
    chained,
    letter,
    lifted_over,
    linearity,
    merged,
    mul_add,
    nested,
    power,
    pushed,
)

LIMIT = 300  # rewriting steps of one call


def same_sums(goal: Term, *rules: Theorem, facts: Sequence[Theorem] = ()) -> Theorem:
    """An equation whose sides have the same normal form under the rules.

    ``facts`` are what the rules' premises may need besides the ranges of the indices.
    """
    work = Normal(rules, facts)
    left, right = (work.form(side, ()) for side in goal.args)
    try:
        return algebra(goal, (ONE, left), (num(-1), right))
    except ValueError:
        rest = left.conclusion.args[1] - right.conclusion.args[1]
        raise NotShown(f"left to show:  0 = {normal(rest)}\nin  {goal}") from None


def normal_sums(whole: Term, *rules: Theorem, facts: Sequence[Theorem] = ()) -> Theorem:
    """whole = its normal form under the rules."""
    return Normal(rules, facts).form(whole, ())


class Normal:
    """One call: its rules, its facts, what it has found."""

    def __init__(self, rules: Sequence[Theorem], facts: Sequence[Theorem]) -> None:
        made = [Rule.of(one, normal_sums) for one in rules]
        self.rules = [one for one in made if not one.symmetric]
        self.flips: dict = {head_of(one.factors[0][0]): one for one in made if one.symmetric}
        self.flips[DELTA] = DeltaRule
        self.facts = list(facts)
        self.found: dict[tuple[Term, int], Theorem] = {}
        self.left = LIMIT

    def form(self, whole: Term, context: tuple[Index, ...]) -> Theorem:
        """whole = its normal form, under these open sums."""
        key = (whole, len(context))
        if key not in self.found:
            self.found[key] = self._form(whole, context)
        return self.found[key]

    def _form(self, whole: Term, context: tuple[Index, ...]) -> Theorem:
        equations = []
        poly = polynomial(whole)
        for number in sorted({pair[0] for monomial in poly for pair in monomial}):
            atom = atom_of(number)
            one = self._sum(atom, context) if atom.op == "sum" else self._atom(atom, context)
            if one and normal(one.conclusion.args[1]) is not normal(atom):
                equations.append(one)
        left, cofactors = reduced(poly, equations, 20_000)
        pairs = [(term_of(c), one) for c, one in zip(cofactors, equations) if c]
        return algebra(eq(whole, term_of(left)), *pairs)

    def _atom(self, atom: Term, context) -> Theorem | None:
        """A letter by itself: what its arguments are, or a rule that fits it."""
        if atom.op in FUNCTIONS and any(_has_sum(arg) for arg in atom.args):
            inner = [self.form(arg, context) for arg in atom.args]
            steps = [equal_inside(atom, one) for one in inner if _moves(one)]
            return steps[0] if len(steps) == 1 else None
        return self._settled((), atom, context)

    # --- one sum ----------------------------------------------------------------------------------

    def _sum(self, whole: Term, context: tuple[Index, ...]) -> Theorem:
        """sum_k body: the body's monomials one by one."""
        low, high, _ = whole.args
        k = letter(len(context))
        index = (k, low, high)
        inner = self.form(opened(whole, (k,)), (*context, index))
        parts = [self._split(monomial, value, k) for monomial, value in _monomials(inner)]
        spread = mul_add([mul(out, inside) for out, inside in parts])
        pairs = [(ONE, one) for one in linearity(parts, index)]
        if _moves(inner):
            body = algebra(eq(inner.conclusion.args[0], spread), (ONE, inner))
            pairs.append((ONE, lifted_over(body, index)))
        final = []
        for out, inside in parts:
            product, factors = merged(inside, len(context) + 1)
            steps = [lifted_over(product, index)] if factors else []
            settled = self._settled(
                (index, *factors), body_at(product.conclusion.args[1], factors), context
            )
            steps += [settled] if settled else []
            pairs += [(out, one) for one in steps]
            nest = steps[-1].conclusion.args[1] if steps else bind("sum", k, inside, low, high)
            final.append(out * nest)
        return algebra(eq(whole, mul_add(final)), *pairs)

    def _split(self, monomial, value: Fraction, k: Term) -> tuple[Term, Term]:
        """(factors without k, factors with k) of one monomial."""
        powers = [(atom_of(number), exponent) for number, exponent in monomial]
        out = [num(value.numerator, value.denominator)]
        out += [power(atom, e) for atom, e in powers if k not in atom.free]
        inside = [power(atom, e) for atom, e in powers if k in atom.free]
        return mul(*out), mul(*inside) if inside else ONE

    # --- one nest ---------------------------------------------------------------------------------

    def _settled(self, indices: tuple[Index, ...], body: Term, context) -> Theorem | None:
        """The nest after rules, deltas and in the order of all nests; None where
        nothing is to do.
        """
        rewritten = self._rewritten(indices, body, context)
        if rewritten:
            self.left -= 1
            if not self.left:
                raise NotShown("the rules do not end")
            return chained(rewritten, self.form(rewritten.conclusion.args[1], context))
        target, flips = canonical(indices, body, set(self.flips))
        steps = self._turned(indices, body, flips, context)
        if list(target) != list(indices):
            steps.append(self._reordered(indices, target, _last_body(steps, indices, body)))
        return chained(*steps) if steps else None

    def _turned(self, indices, body: Term, flips: Sequence[Term], context) -> list[Theorem]:
        """f(i, j) written f(j, i) for these letters of symmetric functions."""
        if not flips:
            return []
        known = [*self.facts, *ranged((*context, *indices))]
        turned = [self.flips[head_of(one)].turned(one, known) for one in flips]
        if any(one is None for one in turned):
            return []
        same = chained(*_once(turned, body))
        return [self._through(same, indices)]

    def _through(self, equation: Theorem, indices: Sequence[Index]) -> Theorem:
        for index in reversed(list(indices)):
            equation = lifted_over(equation, index)
        return equation

    def _reordered(self, indices, target, body: Term) -> Theorem:
        """The same nest with its sums in another order, by neighbours."""
        order, steps = list(indices), []
        for place, wanted in enumerate(target):
            here = order.index(wanted)
            for spot in range(here - 1, place - 1, -1):
                steps.append(self._swapped(order, spot, body))
                order[spot], order[spot + 1] = order[spot + 1], order[spot]
        return chained(*steps) if steps else reflexive(nested(indices, body))

    def _swapped(self, order: list[Index], spot: int, body: Term) -> Theorem:
        (k, low, high), (q, first, last) = order[spot : spot + 2]
        inner = bind("lam", (k, q), nested(order[spot + 2 :], body))
        return self._through(exchanged(inner, low, high, first, last), order[:spot])

    def _rewritten(self, indices, body: Term, context) -> Theorem | None:
        """The nest with one rule or one delta used, if any fits."""
        known = [*self.facts, *ranged((*context, *indices))]
        free = not any(_tied(index, indices) for index in indices)
        for rule in self.rules:
            match = matches(rule, indices, body, known, self.flips) if free else None
            if match and (match.turned or not _same(match)):
                return self._used(match, indices, body, context)
        return self._picked(indices, body, known) if free else None

    def _used(self, match: Match, indices, body: Term, context) -> Theorem:
        """sum over the others of rest * R, for a rule sum over some of L = R."""
        steps = self._turned(indices, body, match.turned, context)
        outer = [one for one in indices if one not in match.inner]
        target = [*outer, *match.inner]
        if list(indices) != target:
            steps.append(self._reordered(indices, target, _last_body(steps, indices, body)))
        pattern = match.pattern
        pulled = pushed(match.rest, nested(match.inner, pattern), len(match.inner))
        value = match.rest * match.equation.conclusion.args[1]
        product = match.rest * nested(match.inner, pattern)
        replaced = algebra(eq(product, value), (match.rest, match.equation))
        inner = algebra(eq(pulled.conclusion.args[1], value), (num(-1), pulled), (ONE, replaced))
        return chained(*steps, self._through(inner, outer))

    def _picked(self, indices, body: Term, known) -> Theorem | None:
        """A delta with one of the indices: the sum is the value there."""
        atoms = factors_of(body)
        for atom, exponent in atoms:
            if not is_delta(atom):
                continue
            settled = delta_power(atom, exponent) if exponent > 1 else delta_same(atom)
            if settled:
                rest = mul(ONE, *(power(x, e) for x, e in atoms if x is not atom))
                value = settled.conclusion.args[1] * rest
                return self._through(algebra(eq(body, value), (rest, settled)), indices)
            for k, low, high in indices:
                one, other = atom.args[0].args
                for a, b in ((one, other), (other, one)):
                    found = _within(a, low, high, known) if b is k and k not in a.free else None
                    if found:
                        rest = mul(ONE, *(power(x, e) for x, e in atoms if x is not atom))
                        return self._contracted(indices, (k, low, high), body, a, atom, rest, found)
        return None

    def _contracted(self, indices, index: Index, body, number, atom, rest, found) -> Theorem:
        k, low, high = index
        outer = [one for one in indices if one[0] is not k]
        steps = []
        if list(indices) != [*outer, index]:
            steps.append(self._reordered(indices, [*outer, index], body))
        own = picked(number, bind("lam", k, rest), low, high, *found)
        if atom.args[0].args[0] is not number:
            own = chained(lifted_over(_delta_turned(body, atom, rest), index), own)
        return chained(*steps, self._through(own, outer))


# --- pieces ---------------------------------------------------------------------------------------


def _has_sum(part: Term) -> bool:
    return part.op == "sum" or any(_has_sum(arg) for arg in part.args)


def _moves(equation: Theorem) -> bool:
    left, right = equation.conclusion.args
    return normal(left) is not normal(right)


def _monomials(equation: Theorem):
    return sorted(polynomial(equation.conclusion.args[1]).items())


def _last_body(steps: Sequence[Theorem], indices, body: Term) -> Term:
    """The body after the steps so far, which kept the indices."""
    return body_at(steps[-1].conclusion.args[1], indices) if steps else body


def _tied(index: Index, indices: Sequence[Index]) -> bool:
    """Does a range speak of another index of the nest?"""
    _, low, high = index
    return any(k in low.free or k in high.free for k, _, _ in indices)


def _same(match: Match) -> bool:
    left, right = match.equation.conclusion.args
    return normal(left) is normal(right)


def _once(equations: Sequence[Theorem | None], body: Term) -> list[Theorem]:
    """f(i, j) = f(j, i), each used once: as whole monomials, so that rewriting ends."""
    ((monomial, _),) = polynomial(body).items()
    current = {atom_of(number): e for number, e in monomial}
    found = []
    for one in equations:
        if one is None:
            continue
        left, right = one.conclusion.args
        exponent = current.pop(left, 0)
        rest = [power(atom, e) for atom, e in current.items()]
        before = mul(ONE, power(left, exponent), *rest)
        after = mul(ONE, power(right, exponent), *rest)
        current[right] = current.get(right, 0) + exponent
        found.append(_power_step(one, exponent, rest, before, after))
    return found


def _power_step(equation: Theorem, exponent: int, rest: Sequence[Term], before, after) -> Theorem:
    """f^e r = g^e r from f = g."""
    left, right = equation.conclusion.args
    # g^e - f^e = (g - f) (g^(e-1) + g^(e-2) f + ...)
    cofactor = mul_add(
        [mul(ONE, *[right] * (exponent - 1 - p), *[left] * p) for p in range(exponent)]
    )
    return algebra(eq(before, after), (mul(cofactor, *rest) if rest else cofactor, equation))


def _within(number: Term, low: Term, high: Term, known) -> tuple[Theorem, Theorem] | None:
    """low <= a and a <= high, if they are known."""
    found = [premise(goal, known) for goal in (le(low, number), le(number, high))]
    return (found[0], found[1]) if found[0] and found[1] else None


def _delta_turned(body: Term, atom: Term, rest: Term) -> Theorem:
    """delta(k, a) r = delta(a, k) r."""
    equation = delta_turned(*atom.args[0].args)
    return algebra(eq(body, equation.conclusion.args[1] * rest), (rest, equation))
