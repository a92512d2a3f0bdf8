"""`make bench`: measures every game and compares the figures with bench/targets.toml."""

import sys
import tomllib
from pathlib import Path

from flagplot.lab import bench

if __name__ == "__main__":
    targets = tomllib.loads((Path(__file__).parent / "targets.toml").read_text(encoding="utf-8"))
    sys.exit(bench.main(as_json=False, targets=targets))
