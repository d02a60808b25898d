"""A neuron at its least loss, where gradient flow rests after its first jump: p = 3, the encoding
cos(2 pi a/3), u = v = cos(2 pi a/3) and w = 8/81 cos(2 pi a/3).
"""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.flow.network_energy import DATA, GROUP, any_slope, slope_value
from theory.modular.kernel_proofs.maxima.single import frequency_bounds
from theory.modular.kernel_proofs.race.next_jump import A
from theory.modular.kernel_proofs.transforms.wave_encoding import HERE, SPECTRUM, cyclic
from theory.modular.kernel_proofs.transforms.wave_encoding import WAVE as ENCODING
from theory.modular.letters import N, entries, p, x, x_hat
from theory.modular.letters.cost import x_sq, x_sum
from theory.modular.letters.energy import (
    NETS,
    SLOPES,
    eta,
    loss_of,
    loss_t,
    norm_0,
    norm_t,
    t,
)
from theory.modular.letters.maxima import X, xi
from theory.modular.witnesses.maximum import THREE, at_three, most_of_all, transformed
from theory.modular.witnesses.three_residues import WAVE, known, sines, three_terms, turned
from theory.proof.lemmas import sqrt
from theory.proof.letters import DEFINITIONS, READINGS
from theory.proof.rules import Theorem, conjoin, instantiate, reflexive
from theory.proof.tactics import (
    at,
    bound,
    combine,
    fact,
    lam,
    outermost,
    part_by_part,
    slope_is,
    total,
    written,
)
from theory.proof.tactics.angles import rewritten
from theory.proof.terms import INT, ONE, REAL, ZERO, Term, eq, le, lt, make, num, substituted

NAMES = READINGS["modular.flow-norm"]
SIZES = (ONE, ONE, num(8, 81))  # of u, v and w
WEIGHTS = tuple(lam(lambda i, a, size=size: size * WAVE(a), INT, INT) for size in SIZES)
NORM_SQ = num(3, 2) * num(13186, 6561)
AT_THREE = {p: num(3), N: ONE, x: WAVE}
TABLE = {
    **AT_THREE,
    x_hat: substituted(SPECTRUM, THREE),
    X: substituted(HERE, THREE),
    xi: ONE,
    x_sq: substituted(total(0, p - 1, lambda a: x(a) ** 2), AT_THREE),
    x_sum: substituted(entries(x), AT_THREE),
    **{
        f: lam(lambda i, a, s, size=size: size * WAVE(a), INT, INT, REAL)
        for f, size in zip(NETS, SIZES)
    },
    **dict.fromkeys(SLOPES, lam(lambda i, a, s: ZERO, INT, INT, REAL)),
    **dict.fromkeys((eta, t), ONE),
    **dict.fromkeys((norm_0, norm_t), sqrt(NORM_SQ)),
    loss_t: substituted(loss_of(WEIGHTS), AT_THREE),
}


def unfolded(whole: Term) -> Theorem:
    """A sum over the residues or over the one neuron, term by term."""
    low, high, body = whole.args
    if low is not ONE:
        return three_terms(whole)
    summand = make("lam", (INT,), (body,))
    step = fact("sum-step", bound(le(ONE, ZERO + 1)), n=ONE, m=ZERO, s=summand)
    nothing = fact("sum-empty", bound(lt(ZERO, ONE)), n=ONE, m=ZERO, s=summand)
    return combine(eq(whole, summand(ONE)), (1, step), (1, nothing))


@cache
def valued(whole: Term) -> Theorem:
    """A sum as a polynomial in cos(2 pi a/3), from the inside out."""
    plain = unfolded(whole)
    told = simplified(plain.conclusion.args[1])
    return combine(eq(whole, told.conclusion.args[1]), (1, plain), (1, told))


def simplified(whole: Term) -> Theorem:
    """The same with every sum in it as such a polynomial."""
    return rewritten(whole, [*map(valued, outermost(whole, "sum")), *turned(A), *sines(), *known()])


@cache
def no_slope(number: int) -> Theorem:
    """The loss does not change with entry a of u, v or w, whatever a is."""
    table = {DATA[0]: DATA[1], DATA[2]: DATA[3], **dict(zip(GROUP, WEIGHTS))}
    value = substituted(substituted(slope_value(number, ONE, A), table), AT_THREE)
    return combine(eq(value, 0), (1, simplified(value)))


def flat(number: int, statement: Term, premises: tuple[Theorem, ...]) -> Theorem:
    """The two derivatives of one entry are 0: ``premises`` are those of s, of k and of l."""
    slope, moving = statement.args
    return conjoin(_slope(slope, number, premises), _rests(moving))


def _known_slope(number: int, premises: tuple[Theorem, ...]) -> Theorem:
    k, l = premises[2].conclusion.args[1], premises[4].conclusion.args[1]
    table = {**AT_THREE, DATA[0]: DATA[1], DATA[2]: DATA[3], **dict(zip(GROUP, WEIGHTS))}
    table = {one: substituted(value, AT_THREE) for one, value in table.items()}
    theorem = any_slope(number)
    pairs = [part for one, value in table.items() for part in (one, value)]
    known_ = instantiate(theorem, *pairs)
    return at(known_, k, *premises[2:4], l, *premises[4:6])


def _slope(statement: Term, number: int, premises) -> Theorem:
    known_ = _known_slope(number, premises)
    l = premises[4].conclusion.args[1]
    none = instantiate(no_slope(number), A, l)
    return written(
        statement, slope_is(known_, combine(eq(known_.conclusion.args[3], 0), (1, none)))
    )


def _rests(statement: Term) -> Theorem:
    low, high, place, _, body = statement.args
    return written(statement, fact("deriv-constant", y=body, low=low, high=high, at=place))


def flowing(statement: Term) -> Theorem:
    """Gradient flow on [0, 1]: entry by entry of u, of v and of w."""

    def entries_of(number, whole):
        def special(part, premises):
            return flat(number, part, premises) if part.op == "and" else None

        return part_by_part(whole, lambda one, _: bound(one), (), special)

    return conjoin(*(entries_of(number, one) for number, one in enumerate(statement.args)))


def normed(statement: Term) -> Theorem:
    """0 <= the root, and its square is the sum of the squares."""
    low = bound(le(0, NORM_SQ))
    square = fact("sqrt-square", low, x=NORM_SQ)
    whole = simplified(statement.args[1].args[1])
    total_ = combine(statement.args[1], (1, square), (1, whole))
    return conjoin(written(statement.args[0], fact("sqrt-nonnegative", low, x=NORM_SQ)), total_)


def resting() -> Theorem:
    """All of them at once."""
    inside = conjoin(*frequency_bounds())
    shown = {
        "modular.transform-x": at_three(transformed(ENCODING)),
        "modular.cyclic-x": at_three(cyclic()),
        "modular.dominant": at_three(conjoin(inside, reflexive(HERE), most_of_all())),
    }
    pieces = []
    for name in NAMES:
        statement = substituted(DEFINITIONS[name].statement, TABLE)
        if name in shown:
            pieces.append(written(statement, shown[name]))
        elif name == "modular.network-flow":
            pieces.append(flowing(statement))
        elif name in ("modular.norm-net-0", "modular.norm-net"):
            pieces.append(normed(statement))
        else:
            pieces.append(reflexive(statement.args[0]))
    return conjoin(*pieces)


WITNESSES = {"modular.network-flow": resting}
BUNDLES = {"modular.network-flow": NAMES}
TABLES = {"modular.network-flow": TABLE}
