"""Makes a page of a game: its board turn by turn and everything about it in words, as one HTML file.

A page is made of the entries of a game and a reader's rights: what this reader may not read never gets
into it.
"""
