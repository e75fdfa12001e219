"""How The Capitals looks and speaks: ``prose`` says everything, ``terminal`` shows it on a text screen."""
