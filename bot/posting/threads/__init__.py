"""Open threads for tables, keep them open, and give tags to posts in forums."""
