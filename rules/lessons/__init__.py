"""How a game is taught: lessons as data (`lesson`), one of them under way (`attempt`)."""
