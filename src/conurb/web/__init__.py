"""The pages: templates, styles and scripts around the server's documents, in every language."""
