"""Make pages of games, as one HTML file or served live. A page shows the board and the story step by step.

A page is made from the entries of a game and the rights of one reader. What this reader may not know never
gets into the page.
"""
