"""What the people of a Discord server share: tables, notice board, players wanted, ranks, show and polls."""
