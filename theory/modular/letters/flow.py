"""The letters of a dormant neuron that follows theta' = grad U, one frequency k at a time t."""

from __future__ import annotations

from collections.abc import Callable

from theory.modular.letters import (
    k,
    p,
    transform,
    utility,  # noqa: F401  # half is defined there
    utility_of,
    x_hat,
)
from theory.proof.letters import FUNCTIONS, define, reads
from theory.proof.tactics import deriv, forall, lam, total
from theory.proof.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    both,
    call,
    eq,
    function,
    implies,
    le,
    lt,
    make,
    num,
    var,
)

t, end = var("t_wave"), var("T_wave")  # a time, and the end of the course
u_on, v_on, w_on = COURSES = tuple(function(f"{name}_on", INT, REAL, REAL) for name in "uvw")
G_u, G_v, G_w = GRADIENTS = tuple(function(f"G_{name}", INT, REAL, REAL) for name in "uvw")
X, Phi, rate_sq, rate_im = var("X"), var("Phi"), var("rate_sq"), var("rate_im")
MAGS = tuple(var(f"mag_{name}") for name in "uvw")


def vector(course: Term, s: Term) -> Term:
    """a -> u(a, s), the vector at the time s."""
    return lam(lambda a: course(a, s), INT)


def unit_vector(a: Term) -> Term:
    """The vector that is 1 at a, else 0."""
    return lam(lambda r: make("ite", None, (eq(r, a), ONE, ZERO)), INT)


def pushed(f: Term, a: Term, e: Term) -> Term:
    """The vector f with e added to its entry a."""
    along = unit_vector(a)
    return lam(lambda r: f(r) + e * along(r), INT)


def at_time(s: Term) -> list[Term]:
    """(u, v, w) at the time s."""
    return [vector(course, s) for course in COURSES]


def pushed_at(value: Callable[..., Term], number: int, a: Term, s: Term, e: Term) -> Term:
    """``value`` of (u, v, w) at the time s, with e added to entry a of one of the three."""
    vectors = at_time(s)
    vectors[number] = pushed(vectors[number], a, e)
    return value(*vectors)


def pushed_utility(number: int, a: Term, s: Term, e: Term) -> Term:
    """The utility at the time s, with e added to entry a of u, v or w."""
    return pushed_at(utility_of, number, a, s, e)


def gradient_by(number: int, value: Callable[..., Term]) -> Term:
    """G(a, s) is the derivative of ``value`` by entry a of u, v or w, at the time s."""
    gradient = GRADIENTS[number]

    def at_entry(a: Term, s: Term) -> Term:
        slope = deriv(
            num(-1), num(1), num(0), gradient(a, s), lambda e: pushed_at(value, number, a, s, e)
        )
        return implies(le(0, a), le(a, p - 1), slope)

    return forall(lambda a: forall(lambda s: at_entry(a, s)), INT)


def moves(number: int, begin: Term, until: Term, rate: Term = ONE) -> Term:
    """The entries of u, v or w move with ``rate`` times G, from one time to another."""
    course, gradient = COURSES[number], GRADIENTS[number]

    def at_entry(a: Term, s: Term) -> Term:
        speed = gradient(a, s) if rate is ONE else rate * gradient(a, s)
        slope = deriv(begin, until, s, speed, lambda r: course(a, r))
        return implies(le(0, a), le(a, p - 1), le(begin, s), le(s, until), slope)

    return forall(lambda a: forall(lambda s: at_entry(a, s)), INT)


for number, name in enumerate("uvw"):
    define(
        f"modular.gradient-of-{name}",
        (f"G_{name}",),
        gradient_by(number, utility_of),
        f"the derivative of the utility by entry a of {name}, at the time s",
    )
    define(
        f"modular.flow-{name}",
        (f"{name}_on",),
        moves(number, num(0), end),
        f"the entries of {name} move along the gradient of the utility, from 0 to T",
    )
define("modular.time", ("t_wave", "T_wave"), both(le(0, t), le(t, end), lt(0, end)), "0 <= t <= T")
define(
    "modular.wave-frequency",
    ("k", "X"),
    both(le(1, k), le(k, p - 1), eq(X, call("abs", x_hat(k)))),
    "a frequency but 0, and X = |x^(k)|",
    sense="wave",
)


def hat(course: Term, s: Term) -> Term:
    """f^(k) at the time s."""
    return transform(vector(course, s), k)


def product_at(s: Term) -> Term:
    """z = u^ v^ conj(w^ x^) at k and the time s."""
    first, second, third = (hat(course, s) for course in COURSES)
    return first * second * call("conj", third) * call("conj", x_hat(k))


for magnitude, course in zip(MAGS, COURSES):
    name = magnitude.data[0]
    define(
        f"modular.{name.replace('_', '-')}",
        (name,),
        eq(magnitude, call("abs", hat(course, t))),
        f"|{name[-1]}^(k)| at the time t",
    )
define(
    "modular.wave-phase",
    ("Phi",),
    eq(
        product_at(t),
        MAGS[0] * MAGS[1] * MAGS[2] * X * (call("cos", Phi) + call("i") * call("sin", Phi)),
    ),
    "the phase of u^ v^ conj(w^ x^)",
)


def growth(course: Term) -> Term:
    """|f^(k)|^2 has the derivative rate_sq at t."""
    return deriv(num(0), end, t, rate_sq, lambda s: call("abs", hat(course, s)) ** 2)


define(
    "modular.growth",
    ("rate_sq",),
    make("or", None, tuple(growth(course) for course in COURSES)),
    "the derivative of |u^(k)|^2, of |v^(k)|^2 or of |w^(k)|^2 at the time t",
)
define(
    "modular.drift",
    ("rate_im",),
    deriv(num(0), end, t, rate_im, lambda s: call("im", product_at(s))),
    "the derivative of Im u^ v^ conj(w^ x^) at the time t",
)
FLOW = (
    "modular.transform-x",
    "modular.cyclic-x",
    *(f"modular.gradient-of-{name}" for name in "uvw"),
    *(f"modular.flow-{name}" for name in "uvw"),
    "modular.time",
    "modular.wave-frequency",
)
reads(
    "modular.wave-growth",
    *FLOW,
    *(f"modular.mag-{name}" for name in "uvw"),
    "modular.wave-phase",
    "modular.growth",
)
reads("modular.wave-momentum", *FLOW, "modular.drift")


# --- the norm of the neuron, and what every frequency adds to it ----------------------------------
norm_start, norm_end = var("norm_0"), var("norm_at_jump")
grown = function("sigma_wave", INT, REAL)


def squared_norm(s: Term) -> Term:
    """|u|^2 + |v|^2 + |w|^2 at the time s."""
    one, two, three = (total(0, p - 1, lambda a, f=f: f(a, s) ** 2) for f in COURSES)
    return one + two + three


def power_at(course: Term, m: Term, s: Term) -> Term:
    """|f^(m)|^2 at the time s."""
    return call("abs", transform(vector(course, s), m)) ** 2


for letter, place, text in ((norm_start, ZERO, "0"), (norm_end, t, "t")):
    name = letter.data[0]
    define(
        f"modular.{name.replace('_', '-')}",
        (name,),
        both(le(0, letter), eq(letter**2, squared_norm(place))),
        f"the norm of the neuron (u, v, w) at the time {text}",
    )
define(
    "modular.wave-grown",
    ("sigma_wave",),
    forall(
        lambda m: implies(
            le(1, m),
            le(m, p - 1),
            make(
                "or",
                None,
                tuple(eq(grown(m), power_at(f, m, t) - power_at(f, m, ZERO)) for f in COURSES),
            ),
        ),
        INT,
    ),
    "how much |u^(m)|^2, or |v^(m)|^2, or |w^(m)|^2 has grown from 0 to the time t",
)
reads(
    "modular.first-jump",
    *FLOW[:-1],
    "modular.half",
    "modular.norm-0",
    "modular.norm-at-jump",
    "modular.wave-grown",
)


def register_functions() -> None:
    """The sorts of the functions of the catalogue (SymPy's heads)."""
    from theory import modular as paper

    FUNCTIONS[paper.grown] = ("Fun", (INT,), REAL)
