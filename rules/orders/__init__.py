"""Read, write and complete typed orders, and arrange answers as buttons and lists."""
