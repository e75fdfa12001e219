"""The games behind the interfaces of research: PettingZoo, Gymnasium, OpenSpiel, and data sets.

Each is an extra: `pip install -e '.[pettingzoo]'`. The core needs none of them. See docs/lab.md.
"""
