"""How Urban Sprawl looks and speaks. The rules never import this."""
