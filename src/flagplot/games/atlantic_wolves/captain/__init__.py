"""The captain of Atlantic Wolves."""
