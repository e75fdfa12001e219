"""`python -m conurb.cli`."""

import sys

from conurb.cli import main

sys.exit(main())
