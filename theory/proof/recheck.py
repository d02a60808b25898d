"""Check proofs written as data, in a process that knows the kernel alone: python
theory/proof/recheck.py FILE ...

Every term is made again and sort-checked, every theorem made again by its rule; the statements
printed are those that were proved here, not those that the file claims. Neither SymPy nor any other
file of the project is imported. IDs name theorems of these files, or of the package's where no
file is named; then only the steps that they use are done.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from pathlib import Path

if not __package__:  # run as a file: the package without its __init__, which would import SymPy
    from types import ModuleType

    for name, folder in (
        ("theory", Path(__file__).parents[1]),
        ("theory.proof", Path(__file__).parent),
    ):
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__path__ = [str(folder)]
    __package__ = "theory.proof"

from .axioms import DIGEST
from .rules import RULES, Refused, Theorem
from .show import letters, show
from .terms import SortError, Term, digest, make

PROOFS = Path(__file__).parent / "data"


class BadProof(ValueError):
    """A file that is not a proof: the text says at which step, and why."""


def _data(value):
    """JSON has lists where terms have tuples; 1.0 and true, which Python finds equal to 1, are no
    whole numbers.
    """
    if value is not None and type(value) not in (list, tuple, str, int):
        raise BadProof(f"{value!r} is nothing that a term carries")
    return tuple(map(_data, value)) if type(value) in (list, tuple) else value


class _Terms:
    """The terms of a file by their numbers, each made when it is first asked for."""

    def __init__(self, rows) -> None:
        self.rows = rows
        self.made: dict[int, Term] = {}

    def __getitem__(self, number) -> Term:
        if type(number) is not int or not 0 <= number < len(self.rows):
            raise BadProof(f"there is no term {number!r}")
        if number not in self.made:
            self.made[number] = self._make(number)
        return self.made[number]

    def _make(self, number) -> Term:
        try:
            op, data, places = self.rows[number]
            if any(type(place) is not int or not 0 <= place < number for place in places):
                raise BadProof(f"term {number}: it points forward")
            made = self.made
            return make(op, _data(data), [made.get(p) or self[p] for p in places])
        except (SortError, ValueError, TypeError) as error:
            raise (
                error if isinstance(error, BadProof) else BadProof(f"term {number}: {error}")
            ) from None

    def all(self) -> None:
        """Make every term, those that no theorem uses too."""
        for number in range(len(self.rows)):
            self[number]


def checked(proof: dict, only: frozenset = frozenset()) -> dict:
    """{name: theorem} of a proof as data, every step done again; BadProof where one does not
    apply. With names, the steps that these theorems use are done, with their terms, and no others.
    """
    if type(proof) is not dict or type(proof.get("format")) is not int or proof["format"] != 2:
        raise BadProof("not a proof of format 2")
    if proof.get("axioms") != DIGEST:
        raise BadProof(
            f"written for other axioms: {str(proof.get('axioms'))[:12]}, here {DIGEST[:12]}"
        )
    try:
        terms = _Terms(proof["terms"])
        if not only:
            terms.all()
        asked = {k: row for k, row in proof["theorems"].items() if not only or k in only}
        needed = _needed(proof["steps"], asked) if only else None
        steps: list[Theorem | None] = []
        for number, (name, given) in enumerate(proof["steps"]):
            if needed is not None and number not in needed:
                steps.append(None)
                continue
            if type(name) is not str or name not in RULES:
                raise BadProof(f"step {number}: no rule {name!r}")
            steps.append(RULES[name](*(_given(thing, terms, steps) for thing in given)))
        return {name: _last_theorem(row, terms, steps) for name, row in asked.items()}
    except Refused as error:
        raise BadProof(f"step {len(steps)}: {error}") from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise (
            error if isinstance(error, BadProof) else BadProof(f"not a proof: {error!r}")
        ) from None


def _needed(steps, asked):
    """The numbers of the steps that these theorems use. A step left out is None to whatever asks
    for it, and no rule takes that: a wrong answer here loses a proof and makes none.
    """
    needed, stack = set(), [row["step"] for row in asked.values()]
    while stack:
        number = stack.pop()
        if number not in needed:
            needed.add(number)
            things = list(steps[number][1])
            while things:
                thing = things.pop()
                if type(thing) is list:
                    things += thing
                elif type(thing) is int and thing >= 0:
                    stack.append(thing)
    return needed


def _given(thing, terms, steps):
    """A text, a list, the step n >= 0, or the term n as -1 - n."""
    if type(thing) is list:
        return tuple(_given(one, terms, steps) for one in thing)
    if type(thing) is str:
        return thing
    if type(thing) is int:
        return steps[thing] if thing >= 0 else terms[-1 - thing]
    raise BadProof(f"{thing!r} is nothing that a rule is given")


def _last_theorem(row, terms, steps):
    theorem = steps[row["step"]] if type(row["step"]) is int and row["step"] >= 0 else None
    if theorem is None or theorem.conclusion is not terms[row["conclusion"]]:
        raise BadProof("the conclusion is not what the last step shows")
    if theorem.hypotheses != frozenset(terms[place] for place in row["hypotheses"]):
        raise BadProof("the hypotheses are not those of the last step")
    return theorem


def read(text: str) -> dict:
    """A file's data; a name that stands twice is refused: people and machines may read another."""

    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise BadProof(f"a name stands twice among {sorted(name for name, _ in pairs)[:9]}")
        return dict(pairs)

    return json.loads(text, object_pairs_hook=once)


def report(path: Path, only: frozenset = frozenset(), proof: dict | None = None) -> dict:
    """What a file proves, with digests: rules and axioms used, seconds. ``proof`` is its data,
    where it has been read already.
    """
    start = time.perf_counter()
    proof = read(path.read_text()) if proof is None else proof
    found = checked(proof, only)
    used = _needed(proof["steps"], {name: proof["theorems"][name] for name in found})
    rules: dict[str, int] = {}
    for number in used:
        rules[proof["steps"][number][0]] = rules.get(proof["steps"][number][0], 0) + 1
    names = sorted({proof["steps"][n][1][0] for n in used if proof["steps"][n][0] == "axiom"})
    return {
        "file": path.name,
        "axioms_digest": DIGEST,
        "rules": rules,
        "axioms": names,
        "theorems": {
            name: {
                "conclusion": digest(one.conclusion),
                "hypotheses": sorted(digest(h) for h in one.hypotheses),
                "shown": show(one.conclusion),
                "given": sorted(map(show, one.hypotheses)),
                "letters": letters(one.conclusion, *one.hypotheses),
            }
            for name, one in found.items()
        },
        "seconds": round(time.perf_counter() - start, 3),
    }


def _files(arguments):
    """(file, names asked for, its data where it was read for them) for each file that has to be
    checked: those named, or the package's.

    A claim brings with it the theorems that its statement is defined.
    """
    asked = frozenset(one for one in arguments if not one.endswith(".json"))
    files = [Path(one) for one in arguments if one.endswith(".json")]
    files = files or sorted(PROOFS.glob("*.json"))
    if not asked:
        return [(path, frozenset(), None) for path in files]
    found = {path: read(path.read_text()) for path in files}
    missing = asked - frozenset().union(*(proof["theorems"] for proof in found.values()))
    if missing:
        raise BadProof(f"no proof of {', '.join(sorted(missing))}")
    about = asked | {f"domain of {one}" for one in asked}
    names = {
        path: frozenset(
            one for one in proof["theorems"] if one.rpartition(" (")[0] in about or one in asked
        )
        for path, proof in found.items()
    }
    return [(path, only, found[path]) for path, only in names.items() if only]


def main(arguments: list[str]) -> int:
    """Check the files or theorems named and print what was proved: 0, 1 where a file is refused, 2
    where a name has no proof.
    """
    sys.setrecursionlimit(20_000)
    gc.disable()  # every term is kept to the end: a collection looks at them all and frees nothing
    as_json = "--json" in arguments
    arguments = [one for one in arguments if one != "--json"]
    status, results = 0, []
    try:
        files = _files(arguments)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    for path, only, proof in files:
        try:
            results.append(report(path, only, proof))
        except (OSError, ValueError, RecursionError) as error:
            status = 1
            results.append({"file": path.name, "refused": str(error), "theorems": {}})
    if as_json:
        print(json.dumps({"results": results}))
    else:
        for result in results:
            _print(result)
    return status


def _print(result):
    if "refused" in result:
        print(f"{result['file']}: REFUSED: {result['refused']}")
        return
    for name, one in result["theorems"].items():
        print(f"{name}")
        print("    letters  " + "; ".join(f"{n}: {sort}" for n, sort in one["letters"].items()))
        for hypothesis in one["given"]:
            print(f"    {hypothesis}")
        print(f"    |- {one['shown']}")
    steps = sum(result["rules"].values())
    print(
        f"{result['file']}: {len(result['theorems'])} theorems, "
        f"{steps} steps in {result['seconds']} s"
    )
    print(
        "  rules   "
        + ", ".join(f"{rule} {times}" for rule, times in sorted(result["rules"].items()))
    )
    print("  axioms  " + ", ".join(result["axioms"]))
    print(f"  axioms' digest {result['axioms_digest']}; SymPy imported: {'sympy' in sys.modules}")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
