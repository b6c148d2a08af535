"""Run experiments on games and on the bot: matches, calibration, learning, puzzles, fuzzing, benchmarks."""
