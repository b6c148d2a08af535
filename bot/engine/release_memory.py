"""The memory that a process holds, and gives back."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

MAPPED = 64 * 1024  # bytes, from which on a block is a mapping of its own
_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of glibc's malloc.h


def release_memory() -> None:
    """Let what pictures and requests took go back to the system as soon as it is free.

    glibc keeps large blocks in its heap once one of their size was freed; between small ones that stay they
    leave holes that nothing fits into, and the heap of a bot that posts pictures grows by a megabyte or two a
    minute. With a limit of our own each large block is a mapping of its own. Other systems do nothing here.

    Not for processes that draw: the system hands each block over page by page, as much work as the drawing.
    """
    if sys.platform.startswith("linux"):
        with suppress(OSError, AttributeError):  # another libc has no such knob
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, MAPPED)
