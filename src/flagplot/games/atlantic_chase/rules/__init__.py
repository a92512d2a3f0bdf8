"""The rules of Atlantic Chase, a module a chapter; `sequence` has the flow of play."""
