"""Return freed memory to the system."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

MAPPED = 64 * 1024  # bytes; glibc maps each larger block separately
_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of glibc's malloc.h


def release_memory() -> None:
    """Make glibc return large blocks to the system as soon as they are freed.

    By default glibc puts a large block into its heap once a block of that size has been freed. Small blocks
    between large ones then leave holes too small to use, and the heap of a bot that posts pictures grows by 1
    or 2 MB a minute. With a fixed limit glibc maps each large block separately. On other systems this does
    nothing.

    Don't call it in processes that draw: the system maps each block page by page, which costs as much as
    drawing.
    """
    if sys.platform.startswith("linux"):
        with suppress(OSError, AttributeError):  # another libc has no such option
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, MAPPED)
