"""How a position is judged: chances, ways, and sound answers; used by the imaginary player and by captains."""
