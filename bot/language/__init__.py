"""How things are said: the catalogues of sentences, in each language."""
