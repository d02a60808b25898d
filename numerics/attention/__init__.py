"""The attention-only linear transformer."""

from numerics.attention.network import AttentionNetwork

__all__ = ["AttentionNetwork"]
