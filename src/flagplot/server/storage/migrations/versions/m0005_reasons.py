"""Why admirals made their choices."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; choices that were made before have no reason."""
    op.add_column("moves", sa.Column("reason", sa.Text))
