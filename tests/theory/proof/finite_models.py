"""Terms evaluated exactly in small finite structures, by another route than the kernel's rules.

Every rule of logic and every polynomial identity with rational coefficients (denominators powers of
2) holds in any structure where Int, Real, Complex are nested fields of characteristic 3 and all
else (functions, orders, sums, integrals, derivatives) is any function at all of the values of its
parts. Quantifiers are then decided by trying every element.
"""

from __future__ import annotations

from hashlib import blake2b

ELEMENTS = [
    (a, b) for a in range(3) for b in range(3)
]  # a + b i, i^2 = -1: the field of nine elements
PRIME = ELEMENTS[::3]  # b = 0: the field of three
STRUCTURES = (
    {"Int": PRIME, "Real": ELEMENTS, "Complex": ELEMENTS},
    {"Int": PRIME, "Real": PRIME, "Complex": ELEMENTS},
)
GIVES = {
    "sign": "Int",
    "conj": None,
    "inv": None,
    "i": "Complex",
}  # None: the smallest sort that holds the argument


class Model:
    """One structure with its functions and the values of the letters, all drawn from one seed."""

    def __init__(self, seed: int) -> None:
        self.seed, self.domain = seed, STRUCTURES[seed % len(STRUCTURES)]

    def draw(self, *key) -> int:
        return int.from_bytes(
            blake2b(repr((self.seed, key)).encode(), digest_size=8).digest(), "big"
        )

    def element(self, sort, *key):
        if sort == "Bool":
            return self.draw(*key) % 2 == 0
        return self.domain[sort][self.draw(*key) % len(self.domain[sort])]

    def smallest(self, values) -> str:
        return next(
            sort
            for sort in ("Int", "Real", "Complex")
            if all(v in self.domain[sort] for v in values)
        )

    def holds(self, theorem) -> bool | None:
        """Is the conclusion true here? None where a hypothesis is not."""
        if not all(self.value(one) for one in theorem.hypotheses):
            return None
        return self.value(theorem.conclusion)

    def value(self, term, bound=()):
        op, args = term.op, term.args
        if op == "var":
            return self.element(term.sort, "letter", term.data[0])
        if op == "bound":
            return bound[term.data[0]]
        if op == "num":
            numerator, denominator = term.data
            return (numerator * pow(denominator, -1, 3) % 3, 0)
        if op in ("forall", "exists", "sum", "integral", "deriv"):
            return self._binder(op, term, bound)
        if op == "app":
            head = args[0]
            values = tuple(self.value(one, bound) for one in args[1:])
            return self.element(head.sort[2], "function", head.data[0], values)
        return self._operation(op, term, tuple(self.value(one, bound) for one in args))

    def _binder(self, op, term, bound):
        *before, body = term.args
        table = [self.value(body, (element, *bound)) for element in self.domain[term.data[0]]]
        if op in ("forall", "exists"):
            return all(table) if op == "forall" else any(table)
        values = [self.value(one, bound) for one in before]
        sort = {"sum": self.smallest(table), "integral": "Real", "deriv": "Bool"}[op]
        return self.element(sort, op, values, table)

    def _operation(self, op, term, values):
        if op in ("add", "mul", "pow"):
            total = (0, 0) if op == "add" else (1, 0)
            for one in values * (term.data if op == "pow" else 1):
                total = _sum(total, one) if op == "add" else _product(total, one)
            return total
        if op == "ite":
            return values[1] if values[0] else values[2]
        if op == "eq":
            return values[0] == values[1]
        if op in ("le", "lt"):
            return self.element("Bool", op, values)
        if op in ("and", "or"):
            return all(values) if op == "and" else any(values)
        if op == "implies":
            return not values[0] or values[1]
        if op == "false":
            return False
        sort = GIVES.get(op, "Real") or max(
            "Real", self.smallest(values), key=["Int", "Real", "Complex"].index
        )
        return self.element(sort, op, values)


def _sum(x, y):
    return ((x[0] + y[0]) % 3, (x[1] + y[1]) % 3)


def _product(x, y):
    return ((x[0] * y[0] - x[1] * y[1]) % 3, (x[0] * y[1] + x[1] * y[0]) % 3)
