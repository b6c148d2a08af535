"""Carry out the Combat step (PA-5, PA-18, PA-22 to PA-40): battles at sea and on land, fleets in ports."""
