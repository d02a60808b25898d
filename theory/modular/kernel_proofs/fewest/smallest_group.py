"""Six neurons attain the bound, five do not: their forms would be those to be learned."""

from __future__ import annotations

from functools import cache

from theory.modular.kernel_proofs.cost.bounds import above_x
from theory.modular.kernel_proofs.cost.constructions import some
from theory.modular.kernel_proofs.cost.forms import SIZE, both_forms, form, g, gap_of_forms, out
from theory.modular.kernel_proofs.cost.learned import of_harmonics
from theory.modular.kernel_proofs.cost.loss import eliminated
from theory.modular.kernel_proofs.fewest import pencil
from theory.modular.kernel_proofs.fewest.least_gap import (
    GROUP,
    attained_by_ours,
    cube_root,
    our_group,
)
from theory.modular.kernel_proofs.script import defined, fn, proof
from theory.modular.kernel_proofs.transforms.waves import above_zero, next_
from theory.modular.letters import N, p
from theory.modular.letters.cost import X, gap
from theory.modular.letters.fewest import attained_by, least_group
from theory.modular.letters.learned import gap_of
from theory.proof.lemmas import inv, product_zero, trichotomy
from theory.proof.lemmas.sizes import root_zero
from theory.proof.polynomials import normal
from theory.proof.rules import (
    Theorem,
    absurd,
    assume,
    conjoin,
    discharge,
    generalise,
    instantiate,
    order,
    witness,
)
from theory.proof.sums.finite import empty, step
from theory.proof.tactics import (
    at,
    bound,
    by_cases,
    combine,
    contradiction,
    fact,
    fresh,
    given,
    nonzero,
    obtain,
    parts,
    positive,
    ring,
    substitute,
    written,
)
from theory.proof.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    digest,
    eq,
    le,
    lt,
    num,
    opened,
    substituted,
)

SIX = num(6)


# --- the forms of a group at its bound ------------------------------------------------------------
@cache
def entries_at_bound() -> list[Theorem]:
    """gap = 0: what each entry of the two forms is, up to both diagonals."""
    value = gap_of_forms()
    zero = assume(eq(gap, 0))
    scale = num(1, 54) * X**4 * inv(p) ** 2
    some_scale = nonzero(scale, [positive(scale, [above_x(), above_zero()])])
    total_ = value.conclusion.args[1].args[1]
    flat = product_zero(combine(eq(scale * total_, 0), (1, value), (1, zero)), some_scale)
    squares = both_forms()
    found = []
    for place, (weight, root) in enumerate(squares):
        others = tuple((w, (), r) for k, (w, r) in enumerate(squares) if k != place)
        most = order(le(weight * root**2, ZERO), ((num(1), flat),), others)
        found.append(root_zero(root, bound(le(root**2, ZERO), (), [[most]])))
    rows = []
    for j, own in ((1, found[:9]), (2, found[9:])):
        trace, first, *rest = own
        two, second, four, *across = rest
        top, low = form(j, 1, 1), form(j, 3, 3)
        half = num(1, 2)
        rows += [
            combine(eq(form(j, 2, 2), top), (1, first)),
            combine(eq(low, -top), (half, trace), (half, first), (half, second)),
            combine(eq(form(j, 4, 4), -top), (half, trace), (half, first), (half, second)),
            two,
            four,
            *(
                combine(eq(form(j, k, m), entry), (1, one))
                for (k, m, entry), one in zip(across_values(j), across)
            ),
        ]
    return parts(of_harmonics(eliminated(conjoin(*rows), "modular.gap")))


def across_values(j: int) -> list[tuple[int, int, Term]]:
    """The entries between a and b that S_j is to have."""
    quarter = num(1, 4) * SIZE
    c, s = (quarter, ZERO) if j == 1 else (ZERO, quarter)
    return [(1, 3, c), (2, 4, -c), (1, 4, s), (2, 3, s)]


def written_out(summand: Term, count: int) -> Theorem:
    """sum_1^n f = f(1) + ... + f(n)."""
    known = [empty(summand, ONE)]
    value = ZERO
    for n in range(count):
        known.append(step(summand, ONE, num(n), bound(le(1, num(n) + 1))))
        value = value + opened(summand, (num(n + 1),))
    whole = known[-1].conclusion.args[0]
    return combine(eq(whole, value), *((1, one) for one in known))


@cache
def no_group_of(count: int) -> Theorem:
    """gap = 0 for n <= 5 neurons is false."""
    table = {}
    for i in pencil.NEURONS:
        here = num(i)
        for (k, place), letter in pencil.g.items():
            if k == i:
                table[letter] = g(place, here) if i <= count else ZERO
        for (k, j), letter in pencil.o.items():
            if k == i:
                table[letter] = out(j, here) if i <= count else ZERO
    sums = {}
    for j in (1, 2):
        for k, m in pencil.ENTRIES:
            whole = form(j, k, m)
            summand = fn(lambda i, j=j, k=k, m=m: out(j, i) * g(k, i) * g(m, i))
            out_ = written_out(summand, count)
            sums[j, k, m] = combine(
                eq(substituted(whole, {N: num(count)}), out_.conclusion.args[1]), (1, out_)
            )
    table |= {
        pencil.L: sums[1, 1, 1].conclusion.args[1],
        pencil.M: sums[2, 1, 1].conclusion.args[1],
        pencil.quarter: num(1, 4) * SIZE,
    }
    entries = {}
    for one in entries_at_bound():
        here_ = instantiate(discharge(lt(0, N), one), N, num(count))
        here_ = given(here_, bound(lt(0, num(count))))
        entries[normal(here_.conclusion.args[0])] = here_
    told = pencil.impossible()
    own = sorted(told.hypotheses, key=digest)
    for one in own:
        told = discharge(one, told)
    told = instantiate(told, *(part for pair in table.items() for part in pair))
    above = positive(num(1, 4) * SIZE, [above_x(), above_zero()])
    names = {statement: place for place, statement in pencil.equations().items()}
    for one in reversed(own):
        wanted = told.conclusion.args[0]
        if one is pencil.ABOVE:
            told = given(told, above)
            continue
        j, k, m = names[one]
        if k == m == 1:
            told = given(told, ring(wanted))  # the diagonal is what it is
            continue
        known = entries[normal(sums[j, k, m].conclusion.args[0])]
        steps = [sums[j, k, m], known, *([sums[j, 1, 1]] if k == m else [])]
        told = given(told, combine(wanted, *((1, step_) for step_ in steps)))
    return told


@cache
def six_needed() -> Theorem:
    """gap = 0 only for N >= 6, whatever the group."""
    target = le(6, N)
    zero = assume(eq(gap_of(), 0))

    def none(count):
        def use(same):
            statement = substituted(zero.conclusion, {N: num(count)})
            here = discharge(statement, no_group_of(count))
            return absurd(given(here, substitute(zero, same)), target)

        return use

    def from_(number, low):
        if number == 6:
            return low
        return by_cases(
            trichotomy(N, num(number)),
            lambda less: contradiction(bound(lt(0, 0), (), [[low], [less]], exact=True), target),
            none(number),
            lambda more: from_(
                number + 1, bound(le(num(number + 1), N), (), [[next_(num(number), N, more)]])
            ),
        )

    return from_(1, bound(le(1, N), (), [[next_(ZERO, N, some())]]))


# --- the claim ------------------------------------------------------------------------------------
@cache
def zero_of_six() -> Theorem:
    """gap = 0 for our group of six."""
    enough = assume(le(6, N))
    told = discharge(lt(0, N), discharge(enough.conclusion, attained_by_ours(enough)))
    return given(instantiate(told, N, SIX), bound(lt(0, SIX)), bound(le(6, SIX)))


def by_ours(existence: Term, last: Theorem) -> Theorem:
    """Some group of six: ours, with amplitudes that are not negative, has this property."""
    _, _, above = cube_root()
    low = instantiate(discharge(lt(0, N), above), N, SIX)
    nonnegative = generalise(given(low, bound(lt(0, SIX))), fresh(INT, "i"))

    def there(statement, values):
        if statement.op != "exists":
            *amplitudes, wanted = statement.args
            return conjoin(
                *(written(one, nonnegative) for one in amplitudes), written(wanted, last)
            )
        first, *others = values
        return witness(statement, first, there(opened(statement, (first,)), others))

    return there(existence, [substituted(one, {N: SIX}) for one in our_group()])


def ours_of_six() -> Theorem:
    """Some group of six neurons attains the bound."""
    return by_ours(attained_by(SIX), zero_of_six())


def at_least_six(existence: Theorem, count: Term, above: Theorem) -> Theorem:
    """6 <= n, where some group of n > 0 neurons attains the bound."""
    told = discharge(lt(0, N), discharge(eq(gap_of(), 0), six_needed()))

    def chosen(found, letters):
        if found.conclusion.op == "exists":
            return obtain(found, lambda letter, one: chosen(one, [*letters, letter]))
        *_, zero = parts(found)
        pairs = [part for pair in zip(GROUP, letters) for part in pair]
        return given(instantiate(told, N, count, *pairs), above, zero)

    return chosen(existence, [])


@proof("modular.smallest-group")
def smallest_group() -> Theorem:
    """Our group of six from above; the pencil of two forms from below."""
    there, least = defined("modular.least-group")
    low = at_least_six(there, least_group, assume(lt(0, least_group)))
    high = at(least, SIX, bound(lt(0, SIX)), ours_of_six())
    return fact("antisymmetric", high, low, x=least_group, y=SIX)
