"""The laboratory: many matches at once, and how fast they run."""
