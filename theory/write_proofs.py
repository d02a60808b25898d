"""Run the proof scripts and write their proofs as data: python -m theory.write_proofs [SETTING
...].

What is written is checked by nobody here: ``theory/proof/recheck.py`` does that, in a process of
its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec

from theory import claim
from theory.catalogue import SETTINGS
from theory.proof.export import write
from theory.proof.letters import judged, stated, undefined
from theory.proof.polynomials import normal
from theory.proof.recheck import PROOFS as FOLDER
from theory.proof.rules import Theorem
from theory.proof.tactics import written
from theory.proof.terms import digest


def proofs(setting: str) -> dict[str, Theorem]:
    """{claim id: theorem of its translated statement} by the scripts of a setting."""
    if find_spec(f"theory.{setting}.kernel_proofs") is None:
        return {}
    import_module(f"theory.{setting}.letters").register_functions()
    scripts = import_module(f"theory.{setting}.kernel_proofs").PROOFS
    return {
        name: written(stated(claim(name)).statement, script()) for name, script in scripts.items()
    }


def domains(setting: str) -> dict[str, Theorem]:
    """{"domain of ID (1)": theorem} of a setting: that statements are defined where that is not
    plain to see.
    """
    if find_spec(f"theory.{setting}.kernel_proofs") is None:
        return {}
    found = {}
    module = import_module(f"theory.{setting}.kernel_proofs")
    for name, script in getattr(module, "DOMAINS", {}).items():
        wanted = {normal(one): one for one in undefined(stated(claim(name)))}
        for number, theorem in enumerate(script(), 1):
            goal = wanted.get(normal(theorem.conclusion))
            if goal is None:
                raise ValueError(f"{name}: nobody asks for {theorem.conclusion}")
            found[f"domain of {name} ({number})"] = written(goal, theorem)
    return found


def witnesses(setting: str) -> dict[str, Theorem]:
    """{"witness of definition": theorem} of a setting: what shows that its definitions can be
    satisfied.
    """
    if find_spec(f"theory.{setting}.witnesses") is None:
        return {}
    module = import_module(f"theory.{setting}.witnesses")
    return {f"witness of {name}": script() for name, script in module.WITNESSES.items()}


def _digests(theorem: Theorem) -> tuple[str, list[str]]:
    return digest(theorem.conclusion), [digest(one) for one in theorem.hypotheses]


def main(settings: list[str]) -> int:
    """Write the proofs of these settings (default: all) as data; 1 where a theorem is not its
    claim.

    Each in a process of its own in which texts have one order. The theorems are the same every
    time; where a script asks a set of terms, whose order is the memory's, steps may change places.
    """
    strange = [one for one in settings if one not in SETTINGS]
    if strange:
        print(f"setting is {strange[0]!r}: expected one of {', '.join(SETTINGS)}", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    status = 0
    for setting in settings or SETTINGS:
        command = [sys.executable, "-m", "theory.write_proofs", "--here", setting]
        ordered = {**os.environ, "PYTHONHASHSEED": "0"}
        status |= subprocess.run(command, env=ordered).returncode
    return status


def here(settings: list[str]) -> int:
    """The same in this process."""
    sys.setrecursionlimit(20_000)
    status = 0
    for setting in settings:
        start = time.perf_counter()
        found, settled = proofs(setting), domains(setting)
        for name, theorem in found.items():
            problems = judged(
                claim(name),
                *_digests(theorem),
                domains=[
                    _digests(one)
                    for title, one in settled.items()
                    if title.startswith(f"domain of {name} ")
                ],
            )
            for problem in problems:
                status = 1
                print(f"{name}: {problem}")
        if found:
            path = write(FOLDER / f"{setting}.json", {**found, **settled, **witnesses(setting)})
            print(
                f"{path.name}: {len(found)} claims, {path.stat().st_size} bytes, "
                f"{time.perf_counter() - start:.1f} s"
            )
    return status


if __name__ == "__main__":
    arguments = sys.argv[1:]
    raise SystemExit(here(arguments[1:]) if arguments[:1] == ["--here"] else main(arguments))
