"""The database's history, a step a file, applied by `conurb.server.migrate`."""
