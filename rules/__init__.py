"""Hold the rules of the games, and nothing else: no output, no clock, no randomness, no asyncio."""
