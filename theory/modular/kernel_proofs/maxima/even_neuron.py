"""A neuron of one frequency for even p, below p/2 or at p/2: its norm is 1, and its utility."""

from __future__ import annotations

from theory.modular.kernel_proofs.maxima.even import (
    EVEN,
    LAST,
    MID,
    NYQUIST_ROOT,
    even_length,
    even_utility,
    own_conjugate,
    pairs_low,
)
from theory.modular.kernel_proofs.maxima.even import root_squared as nyquist_squared
from theory.modular.kernel_proofs.maxima.local_maxima import flipped
from theory.modular.kernel_proofs.maxima.single import (
    HEIGHT,
    M,
    concrete,
    wave_transform,
    wave_vector,
)
from theory.modular.kernel_proofs.maxima.upper_bound import ROOT, root_squared, size
from theory.modular.kernel_proofs.script import I, fn
from theory.modular.kernel_proofs.training.utility import TOP
from theory.modular.kernel_proofs.transforms.conjugates import (
    conj,
    conjugate_parts,
    conjugated,
    real_part,
)
from theory.modular.kernel_proofs.transforms.halves import T, hat_mirrored, norm, squares
from theory.modular.kernel_proofs.transforms.waves import unit
from theory.modular.letters import U_init, p, transform, u, u_hat, v, v_hat, w, w_hat, x, x_hat
from theory.proof.lemmas import inv
from theory.proof.lemmas.elementary import chosen
from theory.proof.rules import (
    Theorem,
    assume,
    conjoin,
    discharge,
)
from theory.proof.sums.finite import constant_sum, sum_of, summand_equal
from theory.proof.sums.single_terms import only_inside
from theory.proof.tactics import (
    at,
    bound,
    combine,
    differs,
    equal_inside,
    everywhere,
    fact,
    forall,
    fresh,
    given,
    parts,
    ring,
)
from theory.proof.terms import (
    INT,
    ZERO,
    Term,
    both,
    call,
    eq,
    implies,
    le,
    lt,
    negation,
    num,
)

BELOW = (assume(le(1, M)), assume(le(M, LAST)))  # a frequency below p/2


class Place:
    """A neuron of one frequency: m below p/2, or p/2 itself."""

    def __init__(self, middle: bool) -> None:
        self.middle = middle
        self.m = MID if middle else M
        self.root = NYQUIST_ROOT if middle else ROOT
        self.square = nyquist_squared() if middle else root_squared()
        here = size(x_hat(self.m))
        self.here = here
        self.present = assume(lt(0, here))
        height = inv(p) * NYQUIST_ROOT if middle else HEIGHT
        cosine = height * call("re", x_hat(self.m)) * inv(here)
        sine = ZERO if middle else num(-1) * height * call("im", x_hat(self.m)) * inv(here)
        self.pairs = {u: (height, ZERO), v: (height, ZERO), w: (cosine, sine)}
        self.vectors = [wave_vector(*self.pairs[f], self.m) for f in (u, v, w)]
        self.zeros = assume(
            forall(
                lambda q: implies(
                    le(0, q),
                    le(q, MID),
                    negation(eq(q, self.m)),
                    both(*(eq(hat(q), 0) for hat in (u_hat, v_hat, w_hat))),
                ),
                INT,
            )
        )
        values = (self.root, self.root, self.root * conj(x_hat(self.m)) * inv(here))
        self.values = [
            assume(eq(hat(self.m), value)) for hat, value in zip((u_hat, v_hat, w_hat), values)
        ]

    def inverse(self) -> Theorem:
        """|x^(m)| (1/|x^(m)|) = 1."""
        return fact("inverse", differs(self.present, negation(eq(self.here, 0))), z=self.here)

    def inside(self) -> list[Theorem]:
        """1 <= m and m <= p - 1."""
        if self.middle:
            return [
                bound(le(1, MID), (), [[pairs_low()]]),
                bound(le(MID, TOP), [EVEN], [[pairs_low()]]),
            ]
        return [BELOW[0], bound(le(M, TOP), [EVEN], [[BELOW[1]], [pairs_low()]])]

    # --- from transforms that vanish but at m

    def lowered(self) -> Theorem:
        """x^ conj(x^) = |x^|^2."""
        sizes = fact("abs-square", z=x_hat(self.m))
        return combine(eq(x_hat(self.m) * conj(x_hat(self.m)), self.here**2), (1, sizes))

    def mirrored(self, number: int) -> Theorem:
        """conj(f^(m)) written out."""
        hat = (u_hat, v_hat, w_hat)[number]
        inside = equal_inside(conj(hat(self.m)), self.values[number])
        spread = conjugated(inside.conclusion.args[1])
        return combine(eq(conj(hat(self.m)), spread.conclusion.args[1]), (1, inside), (1, spread))

    def real_there(self) -> Theorem:
        """Re T(m) = r^3 |x^|^3."""
        value = self.root**3 * self.here**3
        whole = ring(
            eq(T(self.m), value),
            self.mirrored(2),
            *self.values[:2],
            self.lowered(),
            self.inverse(),
        )
        return real_of(self.m, whole, value)

    def nothing(self, q, q_low, q_high, apart) -> Theorem:
        """Re T(q) = 0."""
        none = parts(at(self.zeros, q, q_low, q_high, apart))
        return real_of(q, ring(eq(T(q), 0), *none), ZERO)

    def no_squares(self, q, q_low, q_high, apart) -> Theorem:
        """The squares at q are 0."""
        zeros = parts(at(self.zeros, q, q_low, q_high, apart))
        gone = [
            rule
            for hat, flat in zip((u_hat, v_hat, w_hat), zeros)
            for rule in (fact("abs-square", z=hat(q)), flat)
        ]
        return ring(eq(squares(q), 0), *gone)

    def below(self, summand: Term, zero) -> Theorem:
        """sum_1^(mid-1) f: f(m), or 0 where m is mid."""

        def inside(q, q_low, q_high):
            return bound(le(0, q), (), [[q_low]]), bound(le(q, MID), (), [[q_high]])

        if self.middle:

            def none(q, q_low, q_high):
                apart = differs(bound(lt(q, MID), (), [[q_high]]), negation(eq(q, MID)))
                return zero(q, *inside(q, q_low, q_high), apart)

            zeros = summand_equal(summand, fn(lambda q: ZERO), 1, LAST, none)
            some = bound(le(1, LAST + 1), (), [[pairs_low()]])
            flat = constant_sum(ZERO, 1, LAST, some)
            return combine(eq(sum_of(summand, 1, LAST), 0), (1, zeros), (1, flat))
        return only_inside(
            summand,
            M,
            1,
            LAST,
            BELOW[0],
            BELOW[1],
            lambda q, q_low, q_high, apart: zero(q, *inside(q, q_low, q_high), apart),
        )

    def at_mid(self, zero) -> list:
        """What the frequency mid has, where that is not m: nothing."""
        if self.middle:
            return []
        first = bound(le(0, MID), (), [[pairs_low()]])
        last = bound(le(MID, MID))
        apart = differs(bound(lt(M, MID), (), [[BELOW[1]]]), negation(eq(MID, M)))
        return [zero(MID, first, last, apart)]

    def utility(self) -> Theorem:
        """U = 4/p^3 r^3 |x^|^3, or 2/p^3 at mid."""
        third = inv(p) ** 3
        sums = self.below(fn(lambda q: call("re", T(q))), self.nothing)
        factor = (2 if self.middle else 4) * third
        return combine(
            eq(U_init, factor * (self.root**3 * self.here**3)),
            (1, even_utility()),
            (4 * third, sums),
            *((2 * third, one) for one in self.at_mid(self.nothing)),
            (factor, self.real_there()),
        )

    def length(self) -> Theorem:
        """|u|^2 + |v|^2 + |w|^2 = 1."""
        first = self.no_squares(
            ZERO,
            bound(le(0, 0)),
            bound(le(0, MID), (), [[pairs_low()]]),
            differs(bound(lt(0, self.m), (), [[self.inside()[0]]]), negation(eq(ZERO, self.m))),
        )
        sums = self.below(fn(squares), self.no_squares)
        level = num(1, 3) * p if self.middle else num(1, 6) * p
        sizes = []
        for number, hat in enumerate((u_hat, v_hat, w_hat)):
            sizes.append(
                ring(
                    eq(size(hat(self.m)) ** 2, level),
                    fact("abs-square", z=hat(self.m)),
                    self.mirrored(number),
                    self.values[number],
                    self.lowered(),
                    self.inverse(),
                    self.square,
                )
            )
        here = combine(eq(squares(self.m), 3 * level), *((1, one) for one in sizes))
        times = combine(
            eq(p * norm(), p),
            (1, even_length()),
            (1, first),
            (2, sums),
            *((1, one) for one in self.at_mid(self.no_squares)),
            (1 if self.middle else 2, here),
        )
        return combine(eq(norm(), 1), (inv(p), times), (norm(), unit()), (1, unit()))

    # --- the explicit waves

    def value(self, number: int) -> Theorem:
        """The transform at m of the wave."""
        f = (u, v, w)[number]
        alpha, beta = self.pairs[f]
        inside = self.inside()
        q_inside = [bound(le(0, self.m), (), [[inside[0]]]), inside[1]]
        whole = wave_transform(alpha, beta, self.m, q_inside, self.m, inside)
        hit = chosen(eq(self.m, self.m), p, ZERO, combine(eq(self.m, self.m)), True)
        if self.middle:
            other = chosen(eq(p - MID, MID), p, ZERO, own_conjugate(), True)
        else:
            far = differs(bound(lt(M, p - M), [EVEN], [[BELOW[1]]]), negation(eq(p - M, M)))
            other = chosen(eq(p - M, M), p, ZERO, far, False)
        goal = eq(transform(self.vectors[number], self.m), self.values[number].conclusion.args[1])
        rules = [whole, hit, other, unit()]
        if number == 2:
            rules.append(conjugate_parts(x_hat(self.m)))
            if self.middle:
                rules.append(real_at_middle_of_x())
        return ring(goal, *rules)

    def vanishing(self) -> Theorem:
        """The transforms are 0 at the other frequencies up to mid."""
        q = fresh(INT)
        low_, high_, apart = (
            assume(one) for one in (le(0, q), le(q, MID), negation(eq(q, self.m)))
        )
        last = bound(le(q, TOP), [EVEN], [[high_], [pairs_low()]])
        if self.middle:
            equation = eq(p - MID, q)
            back = combine(eq(q, MID), (1, assume(equation)), (1, own_conjugate()))
            far = discharge(equation, given(apart, back))
        else:
            far = differs(
                bound(lt(q, p - M), [EVEN], [[high_], [BELOW[1]]]), negation(eq(p - M, q))
            )
        each = []
        for number, f in enumerate((u, v, w)):
            alpha, beta = self.pairs[f]
            whole = wave_transform(alpha, beta, q, [low_, last], self.m, self.inside())
            none = [
                chosen(eq(self.m, q), p, ZERO, flipped(apart), False),
                chosen(eq(p - self.m, q), p, ZERO, far, False),
            ]
            each.append(ring(eq(transform(self.vectors[number], q), 0), whole, *none))
        return everywhere(q, conjoin(*each), low_.conclusion, high_.conclusion, apart.conclusion)

    def neuron(self, theorem: Theorem) -> Theorem:
        """A theorem about transforms that vanish but at m, at the waves."""
        for one in (self.zeros, *self.values):
            theorem = discharge(one.conclusion, theorem)
        whole = concrete(theorem, *self.vectors)
        return given(whole, *(self.value(number) for number in (2, 1, 0)), self.vanishing())


def real_of(q: Term, known: Theorem, value: Term) -> Theorem:
    """Re T(q) = value, from T(q) = value, a real number."""
    half = num(1, 2)
    return combine(
        eq(call("re", T(q)), value),
        (half, real_part(T(q))),
        (half, known),
        (half, equal_inside(conj(T(q)), known)),
        (half, fact("conj-real", x=value)),
    )


def real_at_middle_of_x() -> Theorem:
    """Im x^(mid) = 0: x^(mid) is its own conjugate."""
    z = x_hat(MID)
    mirror = hat_mirrored(x, MID)
    same = equal_inside(x_hat(p - MID), own_conjugate())
    half = num(1, 2)
    return combine(
        eq(call("im", z), 0),
        (half * I, fact("parts", z=z)),
        (half * I, conjugate_parts(z)),
        (half * I, mirror),
        (half * I, same),
        (call("im", z), fact("i")),
    )
