"""What Alembic runs: the migrations, in the transaction that `conurb.server.migrate` has opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], target_metadata=None)
context.run_migrations()
