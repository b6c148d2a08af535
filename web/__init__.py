"""Make pages of games (one HTML file, or served live), their feeds and webhook events, and servers' pages.

A game's page shows the board and the story step by step. It is made from the entries of a game for one
reader. The page never contains anything that this reader may not know.
"""
