"""A bot from outside, in any language: it reads views as lines of JSON and answers with actions.

    conurb arena between-two-cities --seats mine,greedy --bot mine='python examples/line_bot.py' --games 20

It needs nothing but a JSON library. This one takes the action that gains most points at once, where the view says what
an action gains, and otherwise any.
"""

import json
import random
import sys


def gain(action):
    """Points now, as far as the view tells them."""
    told = action.get("gain", 0)
    return told if isinstance(told, (int, float)) else 0


for line in sys.stdin:
    question = json.loads(line)
    legal = question["view"]["legal"]
    chance = random.Random(question["seed"] + question["view"]["count"])
    best = max(gain(action) for action in legal)
    choice = chance.choice([action for action in legal if gain(action) == best])
    print(json.dumps({"id": question["id"], "action": choice["action"]}), flush=True)
