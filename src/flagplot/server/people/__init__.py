"""Who is who: guests, accounts, sessions, limits, and how people are told of their turns."""
