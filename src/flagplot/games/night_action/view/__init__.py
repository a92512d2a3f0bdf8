"""How Night Action shows itself."""
