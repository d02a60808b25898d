"""The slope of the loss of aligned neurons along a wave of another frequency, neuron by neuron."""

from __future__ import annotations

from theory.modular.kernel_proofs.cost.aligned import TOP
from theory.modular.kernel_proofs.cost.aligned_utility import no_mean, pairwise, put_in
from theory.modular.kernel_proofs.cost.cosine_sums import c_of, s_of
from theory.modular.kernel_proofs.cost.squares import FIRST, NAMES, SECOND
from theory.modular.kernel_proofs.plateaus.groups import lam_of
from theory.modular.kernel_proofs.pulls.leaving import (
    apart,
    lab,
    out,
    square_free_apart,
    told_slope,
    uu,
    vv,
    wave_response,
    weights,
    ww,
    zz,
)
from theory.modular.kernel_proofs.pulls.pull import shifted
from theory.modular.kernel_proofs.pulls.pull_pairs import four
from theory.modular.kernel_proofs.pulls.resonance import (
    V_2,
    W_2,
    far,
    labels_vanish,
    linear_values,
    mixed,
    place,
    products_vanish,
    squares_vanish,
    wave,
)
from theory.modular.kernel_proofs.script import defined, fn
from theory.modular.kernel_proofs.transforms.waves import full
from theory.modular.letters import N, against, entries, p, x
from theory.modular.letters.cost import (
    HARMONICS,
    KAPPA,
    A_u,
    A_v,
    A_w,
    activation,
    label,
    output,
    response,
    s_u,
    s_v,
    s_w,
    xi,
)
from theory.modular.letters.escape import (
    along,
)
from theory.modular.letters.gradient import slope_w
from theory.proof.lemmas import inv
from theory.proof.rules import Theorem, assume, conjoin, generalise, instantiate
from theory.proof.sums.any_range import scaled
from theory.proof.sums.finite import summand_equal
from theory.proof.sums.summands import evaluated
from theory.proof.tactics import (
    at,
    combine,
    everywhere,
    given,
    lam,
    parts,
    put,
    ring,
    substitute,
    total,
)
from theory.proof.terms import INT, ZERO, Term, eq, le, num, var

neuron, amp_h, ph_h, value = var("at_n", INT), var("amp_h"), var("ph_h"), var("at_d")
DIRECTION = along(far, amp_h, ph_h)
SCALE = num(1, 2) * inv(p) ** 2


def told(f: int, j: Term, q: Term) -> Theorem:
    """<u_j, q.x> (or v_j, w_j) of an aligned neuron, in cosines and sines."""
    A, s = ((A_u, s_u), (A_v, s_v), (A_w, s_w))[f]
    return wave_response(xi, A(j) * KAPPA, s(j), q)


def table(j: Term, number: int) -> dict[str, Term]:
    """The four letters of an activation."""
    found = {}
    for names, A, s in ((NAMES[:2], A_u, s_u), (NAMES[2:], A_v, s_v)):
        for name, weight in zip(names, weights(xi, A(j) * KAPPA, s(j))):
            found[f"{name}{number}"] = weight
    return found


def letters(j: Term) -> dict[str, Term]:
    """Those of the neuron that is moved, of neuron j, of h and of w."""
    last = weights(xi, A_w(neuron) * KAPPA, s_w(neuron))
    pairs = zip(("V", "W", "V_2", "W_2"), (*weights(far, amp_h, ph_h), *last))
    return {**table(neuron, 1), **table(j, 2), **dict(pairs)}


class Slope:
    """The derivative in u, v or w, taken apart: hidden(a, b), toward(c) and what they meet."""

    def __init__(self, slope: Term, square_free: bool) -> None:
        self.slope, self.square_free = slope, square_free
        self.factor = 2 if slope is slope_w else 4

    def hidden(self, q: Term, r: Term) -> Term:
        """Z <h, a.x> for u, Z <h, b.x> for v, Z^2 for w."""
        Z = activation(neuron, q, r, HARMONICS)
        if self.slope is slope_w:
            return Z**2
        return Z * against(DIRECTION, place(self.slope, q, r))

    def toward(self, m: Term) -> Term:
        """4 w[c], or 2 h[c] for w."""
        return 2 * DIRECTION(m) if self.slope is slope_w else 4 * HARMONICS[2](neuron, m)

    def squares(self, j: Term, q: Term, r: Term) -> Term:
        """(<u_j, a.x> + <v_j, b.x>)^2, or 2 <u_j, a.x> <v_j, b.x> without square terms."""
        if self.square_free:
            return 2 * response(HARMONICS[0], j, q) * response(HARMONICS[1], j, r)
        return activation(j, q, r, HARMONICS) ** 2

    def hidden_told(self, q: Term, r: Term) -> tuple[Term, list[Theorem]]:
        """The same in cosines and sines, and why."""
        rules = [told(0, neuron, q), told(1, neuron, r)]
        first = four(FIRST, q, r, xi)
        if self.slope is slope_w:
            return first**2, rules
        index = place(self.slope, q, r)
        return wave(index) * first, [*rules, wave_response(far, amp_h, ph_h, index)]

    def squares_told(self, j: Term, q: Term, r: Term) -> tuple[Term, list[Theorem]]:
        """The same of neuron j."""
        rules = [told(0, j, q), told(1, j, r)]
        P, Q, R, T = SECOND
        if self.square_free:
            return 2 * (P * c_of(q) + Q * s_of(q)) * (R * c_of(r) + T * s_of(r)), rules
        return four(SECOND, q, r, xi) ** 2, rules

    # --- what a neuron gives ----------------------------------------------------------------------
    def silent(self, j: Term) -> Theorem:
        """(sum_c toward w_j) (sum_ab hidden squares) = 0: one of the two is."""
        meets = total(0, TOP, lambda m: self.toward(m) * HARMONICS[2](j, m))
        own = self.pairs(j)
        if self.slope is slope_w:
            zero = evaluated(
                lambda m: self.toward(m) * HARMONICS[2](j, m),
                0,
                TOP,
                full(),
                lambda m: [shifted(far, m, ph_h), shifted(xi, m, s_w(j))],
                mixed(xi, far),
            )
            return combine(eq(meets * own, 0), (own, zero))

        def same(q, r):
            one, first = self.hidden_told(q, r)
            two, second = self.squares_told(j, q, r)
            goal = eq(self.hidden(q, r) * self.squares(j, q, r), put_in(one * two, letters(j)))
            return ring(goal, *dict.fromkeys([*first, *second]))

        rows = pairwise(
            lambda q, r: self.hidden(q, r) * self.squares(j, q, r),
            lambda q, r: put_in(
                self.hidden_told(q, r)[0] * self.squares_told(j, q, r)[0], letters(j)
            ),
            same,
        )
        none = (products_vanish if self.square_free else squares_vanish)(self.slope)
        zero = put_letters(none, letters(j))
        return combine(eq(meets * own, 0), (meets, rows), (meets, zero))

    def pairs(self, j: Term) -> Term:
        """sum_ab hidden squares."""
        return total(
            0, TOP, lambda q: total(0, TOP, lambda r: self.hidden(q, r) * self.squares(j, q, r))
        )

    # --- what the labels give ---------------------------------------------------------------------
    def labelled(self, q: Term, r: Term) -> Theorem:
        """sum_c toward label = 4 (V c(a + b) + W s(a + b)), or 2 (..) along h."""
        if self.slope is slope_w:
            known = wave_response(far, amp_h, ph_h, q + r)
            flat = evaluated(
                DIRECTION, 0, TOP, full(), lambda m: [shifted(far, m, ph_h)], linear_values()
            )
        else:
            known = told(2, neuron, q + r)
            flat = no_mean(A_w(neuron), s_w(neuron))
        factor = self.factor
        vector = DIRECTION if self.slope is slope_w else lam(lambda m: HARMONICS[2](neuron, m), INT)
        plain = evaluated(lambda m: self.toward(m) * label(q, r, m), 0, TOP, full())
        straight = [
            evaluated(lambda m: vector(m) * x(m - (q + r)), 0, TOP, full()),
            evaluated(lambda m: vector(m), 0, TOP, full()),
        ]
        goal = eq(plain.conclusion.args[0], factor * known.conclusion.args[1])
        return combine(
            goal,
            (1, plain),
            (-factor, straight[0]),
            (factor, known),
            (factor * entries(x) * inv(p), straight[1]),
            (-factor * entries(x) * inv(p), flat),
        )

    def labels(self) -> Theorem:
        """sum_ab hidden sum_c toward label = 0."""

        def body(q, r):
            return self.hidden(q, r) * total(0, TOP, lambda m: self.toward(m) * label(q, r, m))

        values = letters(neuron)
        doubled = ("V", "W") if self.slope is slope_w else ("V_2", "W_2")
        values |= {name: self.factor * values[name] for name in doubled}

        def short(q, r):
            one = self.hidden_told(q, r)[0]
            last = wave(q + r) if self.slope is slope_w else V_2 * c_of(q + r) + W_2 * s_of(q + r)
            return put_in(one * last, values)

        def same(q, r):
            _, rules = self.hidden_told(q, r)
            return ring(eq(body(q, r), short(q, r)), self.labelled(q, r), *rules)

        rows = pairwise(body, short, same)
        zero = put_letters(labels_vanish(self.slope), values)
        return combine(eq(rows.conclusion.args[0], 0), (1, rows), (1, zero))

    # --- together ---------------------------------------------------------------------------------
    def meets(self, j: Term) -> Term:
        """(sum_c toward w_j) (sum_ab hidden squares)."""
        return total(0, TOP, lambda m: self.toward(m) * HARMONICS[2](j, m)) * self.pairs(j)

    def by_neuron(self) -> tuple[Theorem, Theorem]:
        """The derivative of the loss along h, and that it is 1/(2 p^2) sum_j meets(j)."""
        inside = conjoin(*map(assume, (le(1, neuron), le(neuron, N))))
        known = told_slope(self.slope, DIRECTION, neuron, inside)
        j, q = (var(f"place_{name}", INT) for name in "jq")
        scheme = instantiate(
            square_free_apart() if self.square_free else apart(),
            uu, lam_of(response(HARMONICS[0], j, q), j, q),
            vv, lam_of(response(HARMONICS[1], j, q), j, q),
            out, HARMONICS[2],
            zz, lam(self.hidden, INT, INT),
            ww, lam(self.toward, INT),
            lab, lam(label, INT, INT, INT),
        )  # fmt: skip
        if self.square_free:
            scheme = given(scheme, *map(no_squares, (0, 1)))

        def summand(q, r, m):
            error = output(q, r, m, HARMONICS) - label(q, r, m)
            return error * (self.hidden(q, r) * self.toward(m))

        def same(q, r):
            return summand_equal(
                fn(lambda m: self.entry(q, r, m)),
                fn(lambda m: summand(q, r, m)),
                0,
                TOP,
                lambda m, *_: combine(eq(self.entry(q, r, m), summand(q, r, m))),
            )

        rows = pairwise(
            lambda q, r: total(0, TOP, lambda m: self.entry(q, r, m)),
            lambda q, r: total(0, TOP, lambda m: summand(q, r, m)),
            same,
        )
        whole = combine(
            eq(known.conclusion.args[3], SCALE * total(1, N, self.meets)),
            (SCALE, rows),
            (SCALE, scheme),
            (-SCALE, self.labels()),
        )
        return known, whole

    def vanishes(self) -> Theorem:
        """The derivative of the loss along h is 0."""
        known, whole = self.by_neuron()
        zero, meets = fn(lambda k: ZERO * k), fn(self.meets)
        silent = summand_equal(
            meets, zero, 1, N, lambda k, *_: combine(eq(meets(k), zero(k)), (1, self.silent(k)))
        )
        flat = combine(
            eq(known.conclusion.args[3], 0),
            (1, whole),
            (SCALE, silent),
            (SCALE, scaled(ZERO, fn(lambda k: k), 1, N)),
        )
        return substitute(known, flat)

    def entry(self, q: Term, r: Term, m: Term) -> Term:
        """The derivative of one square, as ``loss_slope`` writes it."""
        E = output(q, r, m, HARMONICS) - label(q, r, m)
        Z = activation(neuron, q, r, HARMONICS)
        if self.slope is slope_w:
            return 2 * E * Z**2 * DIRECTION(m)
        H = against(DIRECTION, place(self.slope, q, r))
        return 4 * E * Z * H * HARMONICS[2](neuron, m)


def put_letters(theorem: Theorem, values: dict[str, Term]) -> Theorem:
    """These values for those of the letters that the theorem has."""
    here = {one.data[0] for one in theorem.conclusion.free}
    return put(theorem, **{name: value for name, value in values.items() if name in here})


def no_squares(number: int) -> Theorem:
    """forall a, c: sum_j w_j[c] <u_j, a.x>^2 = 0 (or <v_j, a.x>^2), by the square-free
    condition.
    """
    (known,) = defined("modular.square-free")
    q, m = var("free_q", INT), var("free_m", INT)
    ranges = (le(0, q), le(q, TOP), le(0, m), le(m, TOP))
    own = parts(at(known, q, m, *map(assume, ranges)))[number]
    return generalise(everywhere(m, own, *ranges), q)
