"""The table in the browser: games, guests and matches over HTTP and WebSocket, kept in a database."""
