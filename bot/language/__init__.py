"""Say sentences in the reader's language, from catalogues."""
