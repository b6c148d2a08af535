"""Order lines: typed words to keys and back, what may come next, the ways on that buttons offer."""
