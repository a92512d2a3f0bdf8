"""The captain of a German ship, who plays by what he sees."""
