"""What rules, view and captain look up in a state of Atlantic Wolves."""
