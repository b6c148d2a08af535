"""Set up and start tables, and manage their options and seats, until people leave."""
