"""What the command line answers where something can't be done as asked."""

from __future__ import annotations


class NotDone(Exception):
    """Something that can't be done as asked; its text is one line for the person who asked."""
