"""Tables, seats, entries, messages and the server's secrets."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "secrets",
        sql.Column("name", sql.String, primary_key=True),
        sql.Column("value", sql.String, nullable=False),
    )
    op.create_table(
        "tables",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("game", sql.String, nullable=False),
        sql.Column("players", sql.BigInteger, nullable=False),
        sql.Column("options", sql.JSON, nullable=False),
        sql.Column("data", sql.String, nullable=False),
        sql.Column("engine", sql.String, nullable=False),
        sql.Column("seed", sql.String, nullable=False),
        sql.Column("start", sql.JSON, nullable=True),
        sql.Column("created", sql.BigInteger, nullable=False),
        sql.Column("status", sql.String, nullable=False),
        sql.Column("clock", sql.BigInteger, nullable=False),
        sql.Column("public", sql.Boolean, nullable=False),
        sql.Column("host", sql.String, nullable=False),
        sql.Column("parent", sql.String, nullable=True),
        sql.Column("rematch", sql.String, nullable=True),
    )
    op.create_index("tables_by_status", "tables", ["status", "created"])
    op.create_index("tables_by_host", "tables", ["host"])
    op.create_table(
        "seats",
        sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.BigInteger, primary_key=True),
        sql.Column("kind", sql.String, nullable=False),
        sql.Column("name", sql.String, nullable=False),
        sql.Column("level", sql.String, nullable=False),
        sql.Column("key_hash", sql.String, nullable=True),
        sql.Column("token_hash", sql.String, nullable=True),
        sql.Column("invite_hash", sql.String, nullable=True, unique=True),
        sql.Column("claimed_at", sql.BigInteger, nullable=True),
    )
    op.create_index("seats_by_key", "seats", ["key_hash"])
    op.create_index("seats_by_token", "seats", ["token_hash"])
    op.create_table(
        "entries",
        sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("number", sql.BigInteger, primary_key=True),
        sql.Column("kind", sql.String, nullable=False),
        sql.Column("seat", sql.BigInteger, nullable=False),
        sql.Column("text", sql.String, nullable=False),
        sql.Column("by", sql.String, nullable=False),
        sql.Column("at", sql.BigInteger, nullable=False),
        sql.Column("ms", sql.BigInteger, nullable=False),
        sql.Column("request", sql.String, nullable=True),
        sql.UniqueConstraint("table_id", "request"),
    )
    op.create_table(
        "messages",
        sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("number", sql.BigInteger, primary_key=True),
        sql.Column("seat", sql.BigInteger, nullable=False),
        sql.Column("name", sql.String, nullable=False),
        sql.Column("text", sql.String, nullable=False),
        sql.Column("suggestion", sql.JSON, nullable=True),
        sql.Column("at", sql.BigInteger, nullable=False),
        sql.Column("request", sql.String, nullable=True),
        sql.UniqueConstraint("table_id", "request"),
    )


def downgrade() -> None:
    for name in ("messages", "entries", "seats", "tables", "secrets"):
        op.drop_table(name)
