"""Connect to the database: its address, its transactions, and messages between processes."""
