"""Imported once by the process that workers are forked from."""
from .catalogue import load

load()
