"""The command line `durbar`."""
