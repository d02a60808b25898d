"""Expectations of products of Gaussian vectors by Wick's theorem, for any dimension and any number
of samples.

A moment is a set of slots (one Gaussian factor each) joined by links (a contraction, possibly
through a matrix). Every perfect matching of the slots closes the links into loops and open paths,
that is, into traces and matrix entries; the sample labels that a matching leaves free are summed,
each sum giving a factor N.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import sympy as sp

COVARIANCE = {
    "x": "S",
    "q": "S",
    "b": "",
}  # examples and query have covariance Sigma, the task vector has the identity


@dataclass(frozen=True)
class Moment:
    """``slots`` are (family, sample label); ``links`` (slot, slot, matrix or ""); slots without a
    link are the open ends."""

    slots: tuple[tuple[str, str], ...]
    links: tuple[tuple[int, int, str], ...]


def matchings(items: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All perfect matchings.

    >>> len(list(matchings((0, 1, 2, 3))))
    3
    """
    if not items:
        yield ()
        return
    first, rest = items[0], items[1:]
    for k, other in enumerate(rest):
        for more in matchings(rest[:k] + rest[k + 1 :]):
            yield ((first, other), *more)


def expectation(
    moment: Moment, count: sp.Expr, letters: Mapping[str, sp.Expr], distinct: bool = False
) -> sp.Expr:
    """The moment summed over all sample labels (each from 1 to ``count``; ``distinct``: over
    unordered pairs of different ones).

    ``letters`` names the traces ("tr SW") and the entries of the open path ("SS") that may occur.

    >>> a, N = sp.symbols("a N")
    >>> expectation(Moment((("x", "n"), ("x", "n")), ()), N, {"S": a})
    N*a
    """
    total = sp.S.Zero
    for matching in matchings(tuple(range(len(moment.slots)))):
        pairs = [(moment.slots[i], moment.slots[j]) for i, j in matching]
        if any(one[0] != other[0] for one, other in pairs):
            continue  # different families are independent
        labels = _classes(moment, pairs)
        free = {labels[label] for family, label in moment.slots if family == "x"}
        if distinct and len(free) != 2:
            continue  # samples with different labels are independent
        weight = count * (count - 1) / 2 if distinct else count ** len(free)
        total += weight * sp.Mul(*(letters[word] for word in _words(moment, matching)))
    return total


def _classes(moment: Moment, pairs: list) -> dict[str, str]:
    """Each sample label's representative once the matched ones are equal."""
    group = {label: label for _, label in moment.slots}
    for (_, one), (_, other) in pairs:
        old, new = group[other], group[one]
        group = {label: new if root == old else root for label, root in group.items()}
    return group


def _words(moment: Moment, matching: tuple) -> Iterator[str]:
    """The loops and open paths of a matching, as words in canonical form."""
    across = {}
    for i, j in matching:
        letter = COVARIANCE[moment.slots[i][0]]
        across[i], across[j] = (j, letter), (i, letter)
    links = {}
    for i, j, matrix in moment.links:
        links[i], links[j] = (
            (j, matrix),
            (i, matrix.lower()),
        )  # walked backwards a matrix is transposed: w for W
    seen: set[int] = set()
    for start in [i for i in across if i not in links] + list(across):
        if start in seen:
            continue
        word, here = [], start
        while True:
            there, letter = across[here]
            seen |= {here, there}
            word.append(letter)
            if there not in links:
                yield canonical("".join(word), closed=False)
                break
            here, matrix = links[there]
            word.append(matrix)
            if here == start:
                yield "tr " + canonical("".join(word), closed=True)
                break


def canonical(word: str, closed: bool) -> str:
    """The first of all ways to write the same trace, or the same entry, of symmetric S and its W =
    w^T."""
    flipped = word[::-1].replace("S", "_").swapcase().replace("_", "S")
    both = (word, flipped)
    turns = [w[k:] + w[:k] for w in both for k in range(len(w))] if closed else list(both)
    return min(turns) if turns else ""
