"""Share what all painters need. No module here knows a game: palettes and layouts are arguments.

palette.py   colours by name, themes                   canvas.py   text, tiles, PNG files
shapes.py    points, boxes, dashes, smooth curves      brush.py    a window on a map, a brush in map units
borders.py   borders grown between named vertices      packing.py  pieces packed into the room of a land
pieces.py    pieces as silhouettes with letters        stamps.py   seals, rings, coins, dice, lotuses
frames.py    sheets of paper, cartouches, a border     numbers.py  the numbers of a question's buttons
arrows.py    arrows that bend around pieces            paths.py    who moved, read from two views
texts.py     alt texts and lines for a phone           layout.py   types for the files of layouts
scripts.py   fonts for letters that ours lack          language.py the language of a picture's words
written.py   the places of a picture's texts
"""
