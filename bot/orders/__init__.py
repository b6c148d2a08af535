"""Turn typed text and taps into saved acts: read, draft, preview, confirm, undo; also plans and trades."""
