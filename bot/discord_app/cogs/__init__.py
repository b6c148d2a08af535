"""The slash commands, a file for each thing people come for."""
