"""Return freed memory to the system."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

MAPPED = 64 * 1024  # bytes; glibc maps each larger block separately
_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of glibc's malloc.h


def release_memory() -> None:
    """Make glibc return large blocks to the system as soon as they are freed.

    glibc maps a block separately if the block is larger than a limit. By default glibc raises the limit when
    such a block is freed. After that, new blocks of this size lie in the heap, between small blocks. When a
    large block is freed there, it leaves a hole that is too small for other blocks. So the heap of a bot that
    posts pictures grows by 1 or 2 MB a minute. This function fixes the limit, so that glibc maps each large
    block separately. On other systems, the function does nothing.

    Don't call this function in processes that draw. The system would map each block page by page, which would
    take as long as the drawing.
    """
    if sys.platform.startswith("linux"):
        with suppress(OSError, AttributeError):  # another libc has no such option
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, MAPPED)
