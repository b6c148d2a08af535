"""Games run without Discord: documents, automatic players, matches, fuzzing, worker processes."""
