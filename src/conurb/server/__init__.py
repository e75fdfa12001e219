"""The server: tables that people and bots play at, over HTTP.

`app.create_api(settings)` makes the application; `docs/server.md` says how to run and use it.
"""
