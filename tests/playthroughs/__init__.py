"""Golden games: readable accounts of seeded games, compared in every run and rewritten by `make playthroughs`."""
