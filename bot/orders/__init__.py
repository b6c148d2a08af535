"""Turn typed text and taps into saved acts: read, draft, preview, confirm and undo orders, plan and trade."""
