"""Alembic's entry: the steps run in the transaction of the connection that is handed in."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table=context.config.attributes["version_table"],
)
context.run_migrations()
