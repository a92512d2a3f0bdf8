"""What is looked up in a state of Atlantic Chase: ships, task forces, hexes and how a position stands."""
