"""The captains of Atlantic Chase: what a battle is worth, where to go, and which action comes next."""
