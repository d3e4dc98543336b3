"""What the scripts that make tables of measurements share."""

import json
import re


def best_times(path):
    """Name -> its fastest round: {"ns", "label", "allocations", "bytes"}."""
    units = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    best = {}
    for row in json.loads(path.read_text())["benchmarks"]:
        if row.get("run_type") != "iteration" or row.get("error_occurred"):
            continue
        name, manual = re.subn(r"/manual_time$", "", re.sub(r"/repeats:\d+$", "", row["run_name"]))
        nanoseconds = row["real_time" if manual else "cpu_time"] * units[row["time_unit"]]
        if name not in best or nanoseconds < best[name]["ns"]:
            best[name] = {"ns": nanoseconds, **{key: row.get(key) for key in ("label", "allocations", "bytes")}}
    return best


def times(value, bound=None, least=False):
    """A ratio, marked where it misses its bound."""
    if value is None:
        return ""
    missed = bound is not None and (value < bound if least else value > bound)
    text = f"{value:.2f}" if value < 10 else f"{value:.0f}"
    return f"**{text}** (missed)" if missed else text


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "|".join("---" if i == 0 else "---:" for i in range(len(head))) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()
