"""The full attention formula: its expectations, its gradient, and what starts at zero."""
