"""What the people of a Discord server share: tables, notice board, seekers, ranks, turn of the day, polls."""
