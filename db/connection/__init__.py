"""Connect to the database: its address, transactions, and what other processes report."""
