"""How The Cruise of the Graf Spee shows itself."""
