"""Execute notebooks and keep what they show: ``python notebooks/run.py [NAME ...]`` rewrites them
in place, all by default.

Only what a reader sees is kept: cells, outputs and their numbers. No time, no machine, no version
of anything.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent
METADATA = {
    "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
    "language_info": {"name": "python"},
}


def executed(path: Path) -> nbformat.NotebookNode:
    """The notebook with fresh outputs; an error in a cell is an error here."""
    notebook = nbformat.read(path, as_version=4)
    # What is printed arrives in pieces that depend on the load of the machine: they are put
    # together.
    NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        coalesce_streams=True,
        resources={"metadata": {"path": str(HERE.parent)}},
    ).execute()
    notebook.metadata = nbformat.from_dict(METADATA)
    for number, cell in enumerate(notebook.cells):
        cell.metadata, cell.id = nbformat.from_dict({}), f"cell-{number}"
        # A warning of a library is not something that the notebook says.
        cell.outputs = [one for one in cell.get("outputs", []) if one.get("name") != "stderr"]
        if cell.cell_type != "code":
            del cell["outputs"]
    return notebook


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(map(str, HERE.glob("*.ipynb"))):
        nbformat.write(executed(Path(name)), name)
        print(name)
