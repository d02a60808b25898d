"""The ways of judging a statement, one file each, and what they share."""
