"""One order from typed text or taps to a saved act: parse, draft, preview, confirm, undo."""
