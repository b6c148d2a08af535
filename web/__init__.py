"""Make the pages, feeds and webhook events of games, and the pages of Discord servers.

A game's page is a single HTML file, or is served live. It shows the board and the story step by step. It is
made from the entries of a game for one reader. The page never contains anything that this reader may not
know.
"""
