"""What rules, view and captain look up in a state of The Cruise of the Graf Spee."""
