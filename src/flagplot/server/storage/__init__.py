"""What is kept: the database, its tables, and what processes tell each other through it."""
