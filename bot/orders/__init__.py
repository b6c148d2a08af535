"""Turn typed text and taps into saved acts: orders (with drafts, previews and undos), plans and trades."""
