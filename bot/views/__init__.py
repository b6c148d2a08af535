"""Show games, rules, statistics and what-ifs; keep notebooks."""
