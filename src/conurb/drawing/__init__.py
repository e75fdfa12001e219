"""What the pictures and pages of all games share: the pen, the palette, seat marks and icons, the desk of a page."""
