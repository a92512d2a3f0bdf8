"""The terminal: games played, replayed and read on a screen of characters. It knows no game."""
