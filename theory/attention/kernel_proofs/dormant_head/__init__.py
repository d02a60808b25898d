"""One dormant head: what it conserves, how its value turns, and when it jumps."""
