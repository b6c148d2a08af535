"""Carry out the Movement step (PA-4, PA-14 to PA-21, PA-31, PA-36): marches, voyages, loading, landing."""
