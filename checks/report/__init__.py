"""How results are shown: terminal, JSON, JUnit, a page for the browser."""
