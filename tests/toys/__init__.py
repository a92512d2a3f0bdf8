"""Small games for tests, found by FLAGPLOT_GAMES."""
