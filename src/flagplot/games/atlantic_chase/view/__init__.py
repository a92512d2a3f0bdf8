"""How Atlantic Chase shows itself."""
