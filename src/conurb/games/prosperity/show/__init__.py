"""How Prosperity speaks and looks. Everything here works from a view alone; the rules never import it."""
