"""How results are shown: terminal, JSON, JUnit."""
