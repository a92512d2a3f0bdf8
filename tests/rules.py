"""How a test says which clauses of a rule book it covers."""

import pytest


def rule(*clauses: str) -> pytest.MarkDecorator:
    """Mark a test with the clauses it covers: `@rule("AW-ATK-05")`."""
    return pytest.mark.rule(*clauses)
