"""Read, write and complete typed orders. `buttons` arranges answers as buttons and lists."""
