"""Where cost minimisation ends, and why that minimiser is the only one."""
