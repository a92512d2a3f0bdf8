"""What an operator needs: figures, logs, and administration."""
