"""Run experiments (matches, learning, puzzles, fuzzing, simulations, benchmarks), and create new games."""
