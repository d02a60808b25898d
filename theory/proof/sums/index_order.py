"""One order for the sums of a nest, whatever it was: indices are told apart by where they stand.

Indices get colours from their ranges and from the letters they stand in, refined until nothing
changes; those that still look alike are tried in every order. Not trusted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from itertools import groupby, islice, permutations, product

from ..polynomials import atom_of, normal, polynomial
from ..terms import INT, ONE, ZERO, Term, digest, make, substituted, var

Index = tuple[Term, Term, Term]  # letter, low, high
ROUNDS, TRIED = 3, 5_000
DELTA = var("delta'", INT)  # stands for Kronecker's delta among the symmetric functions


def is_delta(atom: Term) -> bool:
    """Is this Kronecker's delta, ite(i = j, 1, 0)?"""
    return atom.op == "ite" and atom.args[0].op == "eq" and atom.args[1:] == (ONE, ZERO)


def head_of(atom: Term) -> Term | None:
    """f of f(i, j), where both are all its arguments; DELTA of a delta."""
    if is_delta(atom):
        return DELTA
    return atom.args[0] if atom.op == "app" and len(atom.args) == 3 else None


def flipped(atom: Term) -> Term:
    """f(j, i) of f(i, j)."""
    if is_delta(atom):
        return make("ite", None, (make("eq", None, atom.args[0].args[::-1]), ONE, ZERO))
    head, first, second = atom.args
    return make("app", None, (head, second, first))


def factors_of(body: Term) -> list[tuple[Term, int]]:
    """(letter, exponent) of a product with the coefficient 1."""
    ((monomial, _),) = polynomial(body).items()
    return [(atom_of(number), exponent) for number, exponent in monomial]


def canonical(
    indices: Sequence[Index], body: Term, symmetric: Collection[Term]
) -> tuple[tuple[Index, ...], list[Term]]:
    """(the order of the sums, the letters of symmetric functions to be written f(j, i))."""
    factors = factors_of(body)
    letters = {k for k, _, _ in indices}
    if any(not letters.isdisjoint(low.free | high.free) for _, low, high in indices):
        return tuple(indices), []
    colours = _coloured(indices, factors, symmetric)
    best = min(
        islice(_orders(indices, colours), TRIED),
        key=lambda order: _key(order, factors, symmetric),
    )
    names = {k: f"{place:03}" for place, (k, _, _) in enumerate(best)}
    turned = [
        atom
        for atom, _ in factors
        if head_of(atom) in symmetric and _named(flipped(atom), names) < _named(atom, names)
    ]
    return tuple(best), turned


def _named(atom: Term, names: dict[Term, str]) -> str:
    """What a letter looks like with these names for its indices."""
    table = {k: var(f"#{name}", INT) for k, name in names.items() if k in atom.free}
    return digest(normal(substituted(atom, table)))


def _looks(atom: Term, names: dict[Term, str], symmetric) -> str:
    own = _named(atom, names)
    return min(own, _named(flipped(atom), names)) if head_of(atom) in symmetric else own


def _coloured(indices, factors, symmetric) -> dict[Term, str]:
    colours = {k: _hashed(digest(low), digest(high)) for k, low, high in indices}
    for _ in range(ROUNDS):
        colours = {
            k: _hashed(
                own,
                *sorted(
                    _looks(atom, {**colours, k: "self"}, symmetric) + str(exponent)
                    for atom, exponent in factors
                    if k in atom.free
                ),
            )
            for k, own in colours.items()
        }
    return colours


def _hashed(*texts: str) -> str:
    return sha256(" ".join(texts).encode()).hexdigest()


def _orders(indices, colours) -> Iterator[list[Index]]:
    """By colour; within a colour every order."""
    ranked = sorted(indices, key=lambda index: colours[index[0]])
    groups = [list(group) for _, group in groupby(ranked, key=lambda index: colours[index[0]])]
    for choice in product(*(permutations(group) for group in groups)):
        yield [index for group in choice for index in group]


def _key(order, factors, symmetric) -> list[tuple[str, int]]:
    names = {k: f"{place:03}" for place, (k, _, _) in enumerate(order)}
    return sorted((_looks(atom, names, symmetric), exponent) for atom, exponent in factors)
