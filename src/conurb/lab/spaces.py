"""What an observation looks like to Gymnasium, and to PettingZoo, which uses its spaces."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces


def observation_space(size: int, actions: int) -> spaces.Dict:
    """Numbers from -1 to 1, and a mask of the legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (size,), np.float64),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
