r"""LaTeX for people who write papers: fragments to paste, the whole catalogue as a document, the
errata as a letter.

A fragment is safe inside math mode. A document is complete: it carries the notation it uses, the
labels are those of the paper, and pdflatex compiles it with two Debian packages (.ci/debian.txt).
All formulas come from ``Claim.latex`` and ``Derivation.latex``, all words from
``theory.typeset.prose``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from sympy import And, Basic, Implies

from checks.evidence import Evidence, Result
from checks.methods.check import Effort
from checks.report.counterexample import in_words, pieces
from checks.report.rank import by_importance, counted
from theory.catalogue import SETTINGS, heading
from theory.claim import Claim
from theory.notation import Letter, letters_in, to_latex
from theory.typeset.layout import typeset
from theory.typeset.places import in_the_pdf
from theory.typeset.prose import to_text, verbatim

PAPER = r"Alternating Gradient Flows:\\ A Theory of Feature Learning in Two-layer Neural Networks"
PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage{lmodern,amsmath,amssymb,array,longtable}
\usepackage[margin=2.4cm]{geometry}
\usepackage[hidelinks]{hyperref}
\usepackage{bookmark}
\allowdisplaybreaks
\emergencystretch=3em
\renewcommand{\arraystretch}{1.15}
\newcounter{claim}[section]
\renewcommand{\theclaim}{\thesection.\arabic{claim}}
\newcommand{\claimhead}[3]{\par\penalty-20\addvspace{3ex plus 1ex}\noindent\refstepcounter{claim}%
  \textbf{\theclaim\enspace #1}\par\nobreak\noindent{\footnotesize #2\hfill\texttt{#3}}}
\newcommand{\note}[1]{\par\noindent\emph{#1}\enspace\ignorespaces}
\newcommand{\data}[1]{{\footnotesize\raggedright\hangindent=1.5em\hangafter=0 #1\par}}
"""


# --- fragments ------------------------------------------------------------------------------------
def fragment(claim: Claim) -> str:
    """The statement, and as printed where that is false, behind comments that say what they are;
    safe inside math mode.
    """
    name = f"% {claim.id}{f' ({claim.place})' if claim.place else ''}: {claim.title}"
    if claim.corrected is None:
        return f"{name}\n{claim.latex()}\n"
    return (
        f"{name}\n% as printed: false\n{claim.latex(printed=True)}\n% corrected\n{claim.latex()}\n"
    )


def fragments(claims: Iterable[Claim]) -> str:
    """Claims one after the other, each ready to be pasted."""
    return "\n".join(map(fragment, claims))


# --- the catalogue --------------------------------------------------------------------------------
def document(claims: Sequence[Claim]) -> str:
    """Claims as a complete document: by setting, printed against corrected, derivations, and the
    notation they use.
    """
    false = sum(claim.corrected is not None for claim in claims)
    intro = (
        f"{len(claims)} statements, {sum(claim.origin == 'ours' for claim in claims)} of them our "
        f"own; {false} are false as printed and "
        "stand here with a correction. Line numbers and labels are those of the paper's source. "
        "What was checked, and how, is "
        r"not part of this document: \texttt{agf check} says it."
    )
    body = _by_setting(claims, _Writer(claims).claim)
    return _document(
        "The statements", _work(claims), intro, [r"\tableofcontents", *body, *notation(claims)]
    )


class _Writer:
    """Writes claim after claim; remembers which labels have been given, for several claims may
    share one of the paper's.
    """

    def __init__(self, claims: Sequence[Claim]) -> None:
        self.present = {claim.id for claim in claims}
        self.given: set[str] = set()

    def head(self, claim: Claim) -> str:
        origin = "ours, to " if claim.origin == "ours" else ""
        pdf = f" ({in_the_pdf(claim)})" if in_the_pdf(claim) else ""
        line = [f"{origin}line {claim.line}{pdf}"] if claim.line else []
        label = [rf"\texttt{{{verbatim(claim.label)}}}"] if claim.label else []
        place = "; ".join([claim.kind, ", ".join([*line, *label])][: 1 + bool(line + label)])
        target = rf"\hypertarget{{claim:{claim.id}}}{{}}\label{{claim:{claim.id}}}"
        return rf"\claimhead{{{to_text(claim.title)}{target}}}{{{place}}}{{{verbatim(claim.id)}}}"

    def statements(self, claim: Claim) -> str:
        given = not claim.label or claim.label in self.given
        label = "" if given else rf"\label{{{claim.label}}}"
        self.given.add(claim.label)
        stated = f"{claim.latex()} \\tag{{\\theclaim}}{label}"
        if claim.corrected is not None:
            stated = f"{claim.latex(printed=True)} \\tag*{{as printed}} \\\\*\n{stated}"
        return f"\\begin{{gather}}\n{stated}\n\\end{{gather}}"

    def notes(self, claim: Claim) -> Iterator[str]:
        if claim.erratum:
            yield rf"\note{{Correction ({claim.severity}).}} {to_text(claim.erratum)}"
        given = [to_latex(one) for whole in claim.given for one in _single(whole) if one.args]
        if given:
            yield rf"\note{{Given}} ${'$, $'.join(given)}$."
        if claim.reading:
            yield rf"\note{{Reading.}} {to_text(claim.reading)}"

    def rests_on(self, claim: Claim) -> Iterator[str]:
        names = [
            rf"\ref{{claim:{name}}}" if name in self.present else rf"\texttt{{{verbatim(name)}}}"
            for name in claim.rests_on
        ]
        if names:
            yield rf"\note{{Rests on}} {', '.join(names)}."

    def claim(self, claim: Claim) -> str:
        chain = claim.derivation
        derived = [r"\note{Derivation.}", chain.latex()] if chain else []
        return "\n".join(
            [
                self.head(claim),
                self.statements(claim),
                *self.notes(claim),
                *self.rests_on(claim),
                *derived,
            ]
        )


# --- the errata -----------------------------------------------------------------------------------
def errata(results: Sequence[Result], effort: Effort) -> str:
    """What is false as printed, for the authors: printed, corrected, the counterexample, and the
    evidence for both.
    """
    false = by_importance(results)
    held = sum(result.sound for result in false)
    intro = (
        f"{counted(results)}. For each: the statement as printed, a corrected "
        "statement, what is wrong, the smallest counterexample that the search found, and the "
        f"evidence. {held} of the corrections "
        "passed every check that the printed form was put to. Line numbers and labels are those of "
        "the paper's source; sections, "
        "equations and figures are numbered as in its PDF. "
        rf"Made by \texttt{{agf errata -{{}}-latex}} with profile \texttt{{{effort.profile}}} and "
        rf"seed {effort.seed}; every line below is "
        r"reproduced by \texttt{agf check} with the name at its right. Counterexamples use the "
        r"names of the notation table at the end."
    )
    by_id = {result.claim.id: result for result in false}
    gravest = [result.claim for result in false]
    claims = [result.claim for result in results if result.claim.id in by_id]
    writer = _Writer(claims)
    body = _by_setting(claims, lambda claim: _erratum(writer, by_id[claim.id]))
    return _document(
        "Errata",
        _work([one.claim for one in results]),
        intro,
        [_summary(gravest), *body, *notation(claims)],
    )


def _erratum(writer: _Writer, result: Result) -> str:
    claim = result.claim
    lines = [writer.head(claim), writer.statements(claim), *writer.notes(claim)]
    if claim.corrected is None:
        lines.append(r"\note{Correction.} None is known.")
    elif not result.sound:
        lines.append(r"\note{Caution.} The corrected form has not passed its checks in this run.")
    else:
        lines.append(rf"\note{{Corrected form:}} {result.standing}, for {verbatim(result.scope)}.")
    broken = next(e for e in result.evidence if e.statement == "printed" and e.outcome == "fails")
    text = broken.counterexample or broken.check
    letters = "".join(
        f"${latex}$" if latex else verbatim(piece) for piece, latex in pieces(claim, text)
    )
    counterexample = f"{letters} {verbatim(in_words(claim, text))}".rstrip()
    lines += [
        rf"\note{{Counterexample ({result.refuted_by})}}\par\nobreak",
        rf"\data{{{counterexample}}}",
        r"\note{Evidence}\par\nobreak",
    ]
    lines += [
        rf"\data{{\emph{{{e.statement}}} {verbatim(_without_counterexample(e))}}}"
        for e in result.evidence
    ]
    return "\n".join(lines)


def _without_counterexample(evidence: Evidence) -> str:
    return str(replace(evidence, counterexample=None))


def _summary(claims: Sequence[Claim]) -> str:
    """One row an erratum, gravest first, so that the authors see at a glance which of their lines
    are meant.

    The links need no second run of LaTeX.
    """
    widths = (
        r">{\raggedright}p{0.1\linewidth}",
        r">{\raggedright}p{0.07\linewidth}",
        r">{\raggedright}p{0.22\linewidth}",
        r">{\raggedright\arraybackslash}p{0.5\linewidth}",
    )
    rows = [
        f"{claim.severity or ''} & {claim.line or ''} & {in_the_pdf(claim)} & "
        rf"\hyperlink{{claim:{claim.id}}}{{{to_text(claim.title)}}}\\"
        for claim in claims
    ]
    head = "severity & line & in the PDF & statement\\\\\\hline\\noalign{\\smallskip}\\endhead\n"
    return (
        f"{{\\small\n\\begin{{longtable}}{{@{{}}{''.join(widths)}@{{}}}}\n{head}"
        + "\n".join(rows)
        + "\n\\hline\n\\end{longtable}}"
    )


# --- the notation ---------------------------------------------------------------------------------
def notation(claims: Sequence[Claim]) -> Iterator[str]:
    """The table of the symbols that these claims use, setting by setting: macro, name at the
    prompt, meaning.
    """
    yield "\\appendix\n\\section{Notation}"
    yield (
        "The second column is the name at the prompt. The same letter may stand for different "
        "things in different parts of the paper; "
        "within one statement it never does."
    )
    for setting, group in groupby(claims, key=lambda claim: claim.setting):
        used = letters_in(
            expr for claim in group for expr in (claim.printed, claim.expr, *claim.given)
        )
        rows = [_row(head, entry) for head, entry in used.items()]
        yield rf"\subsection*{{{to_text(heading(setting))}}}"
        yield (
            "{\\footnotesize\n\\begin{longtable}{@{}>{\\raggedright}p{0.34\\linewidth}"
            ">{\\ttfamily\\raggedright}p{0.16\\linewidth}"
            ">{\\raggedright\\arraybackslash}p{0.44\\linewidth}@{}}\n\\hline\n"
            + "\n".join(rows)
            + "\n\\hline\n\\end{longtable}}"
        )


def _row(head: Any, entry: Letter) -> str:
    named = entry.at_its_arguments()
    return rf"${typeset(named.macro, 34)}$ & {verbatim(head.name)} & {to_text(named.meaning)}\\"


# --- the frame ------------------------------------------------------------------------------------
def _by_setting(claims: Sequence[Claim], write) -> Iterator[str]:
    for setting, group in groupby(claims, key=lambda claim: claim.setting):
        yield rf"\section{{{to_text(heading(setting))}}}"
        yield from map(write, group)


def _work(claims: Sequence[Claim]) -> str:
    """What was checked: the paper, or the heading of somebody's own claims."""
    others = [one.setting for one in claims if one.setting not in SETTINGS]
    if len(others) < len(claims) or not others:
        return PAPER
    return r";\\ ".join(to_text(heading(one)) for one in dict.fromkeys(others))


def _document(title: str, work: str, intro: str, body: Iterable[str]) -> str:
    front = (
        f"\\title{{{title}\\\\[1ex]\\large of "
        f"\\emph{{{work}}}}}\n\\author{{}}\n\\date{{}}\n"
        f"\\begin{{document}}\n\\maketitle\n\\noindent {intro}\n"
    )
    return PREAMBLE + front + "\n\n" + "\n\n".join(body) + "\n\n\\end{document}\n"


def _single(assumption: Basic) -> Iterator[Basic]:
    """P -> (Q & R) as P -> Q and P -> R: a line breaks between assumptions, not inside of one."""
    if isinstance(assumption, Implies) and isinstance(assumption.args[1], And):
        for part in assumption.args[1].args:
            yield Implies(assumption.args[0], part, evaluate=False)
    else:
        yield assumption
