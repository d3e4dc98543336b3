#!/usr/bin/env python3
"""Makes a Markdown table of what bench_call measured. Called by bench/call.sh."""

import argparse
import pathlib

from tables import best_times, table, times

MOST_TIMES_SIMDJSON_CALL = 3
MOST_TIMES_SIMDJSON_COMPILE = 10


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("measured", type=pathlib.Path)
    best = best_times(parser.parse_args().measured)
    rows = []

    def row(title, ours, simdjson, bound):
        if ours not in best or simdjson not in best:
            return
        mine, theirs = best[ours], best[simdjson]
        ratio = mine["ns"] / theirs["ns"]
        met = "" if bound is None else f"at most {bound}: " + ("met" if ratio <= bound else "missed")
        rows.append([title, f"{mine['bytes']:,.0f}", f"{mine['ns']:,.0f} ns", f"{theirs['ns']:,.0f} ns",
                     times(ratio, bound), met, f"{mine['allocations']:,.0f}"])

    for name in sorted(best, key=lambda name: (not name.endswith("/valid"), name)):
        kind, who, title = (name + "//").split("/")[:3]
        if (kind, who) == ("call", "ours"):
            # The bar is for a call that fits. One that has to be mended is written anew, with diagnostics.
            row(f"a call by a catalog of 1,000 tools: {title}", name, f"call/simdjson/{title}",
                MOST_TIMES_SIMDJSON_CALL if title == "valid" else None)
    row("100 tools of a request: compiled", "tools/ours/compiled", "tools/simdjson", MOST_TIMES_SIMDJSON_COMPILE)
    row("100 tools of a request: seen before", "tools/ours/seen before", "tools/simdjson", None)
    table(["", "bytes", "Argwright", "simdjson DOM", "times simdjson", "bar", "allocations"], rows)


if __name__ == "__main__":
    main()
