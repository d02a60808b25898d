"""What a stored result depends on: any change of any source file, by content or by name, and any
other version.
"""

from checks.run.fingerprint import (
    PACKAGES,
    code_digest,
    differences,
    engines,
    fingerprint,
    version_of,
)


def tree(root, files):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return code_digest(root)


def test_a_file_changed_renamed_or_added_changes_the_digest(tmp_path):
    base = {"theory/a.py": "1", "checks/b/c.py": "2"}
    digests = [
        tree(tmp_path / "same", base),
        tree(tmp_path / "content", {**base, "theory/a.py": "3"}),
        tree(tmp_path / "name", {"theory/z.py": "1", "checks/b/c.py": "2"}),
        tree(tmp_path / "added", {**base, "numerics/n.py": ""}),
        tree(tmp_path / "moved", {"theory/a.py": "12", "checks/b/c.py": ""}),
    ]
    assert len(set(digests)) == 5 and tree(tmp_path / "again", base) == digests[0]


def test_what_is_no_source_does_not_matter(tmp_path):
    base = {"theory/a.py": "1"}
    assert tree(tmp_path / "x", base) == tree(tmp_path / "y", {**base, "theory/a.txt": "2"})


def test_a_package_that_is_missing_differs_from_any_version():
    assert version_of("no-such-package-of-ours") == "none"
    assert differences({"heyoka": "none"}, {"heyoka": "7.0"}) == "heyoka 7.0, here none"
    assert differences({"heyoka": "7.0"}, {}) == "heyoka none, here 7.0"
    assert differences(fingerprint(), dict(fingerprint())) == "" and set(PACKAGES) <= set(
        fingerprint()
    )


def test_the_engine_and_its_version_are_part_of_it(monkeypatch):
    assert {"engine", "numba", "llvmlite", "heyoka"} <= set(fingerprint())
    monkeypatch.setenv("AGF_ENGINE", "portable")
    assert engines()["engine"] == "portable"
