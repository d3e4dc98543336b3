#!/usr/bin/env python3
"""Makes Markdown tables of what bench_stream and stream_peers.mjs measured. Called by bench/stream.sh."""

import argparse
import json
import pathlib

from tables import best_times, table, times

ROWS = (
    ("a text delta, chat to chat", "delta/same", "delta/simdjson", 1.0),
    ("a text delta, chat to messages", "delta/messages", "delta/simdjson", 3.0),
    ("a text delta, chat to responses", "delta/responses", "delta/simdjson", None),
    ("a body with a valid call, chat to chat", "body/same", "body/simdjson", 1.0),
    ("a body with a valid call, chat to messages", "body/messages", "body/simdjson", None),
)
LEAST_TIMES_FASTER = 20


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("measured", type=pathlib.Path)
    parser.add_argument("peers", type=pathlib.Path)
    arguments = parser.parse_args()
    best = best_times(arguments.measured)

    rows = []
    for title, name, simdjson, bound in ROWS:
        mine, theirs = best[name], best[simdjson]
        ratio = mine["ns"] / theirs["ns"]
        rows.append([title, f"{mine['bytes']:,.0f}", f"{mine['ns']:,.0f} ns", f"{theirs['ns']:,.0f} ns",
                     times(ratio, bound), "" if bound is None else f"at most {bound:g}", f"{mine['allocations']:,.0f}"])
    table(["", "bytes", "Argwright", "simdjson DOM + minify", "times simdjson", "bar", "allocations"], rows)

    events = {row["name"].split("/repeats")[0]: row["events"]
              for row in json.loads(arguments.measured.read_text())["benchmarks"] if "events" in row}
    rows = []
    for line in arguments.peers.read_text().splitlines():
        peer = json.loads(line)
        name = "stream/" + pathlib.Path(peer["file"]).stem
        mine = best[name]["ns"] / events[name]
        if peer["ns_per_event"] is None:
            rows.append([peer["file"], peer["peer"], f"{mine:,.0f} ns", "fails", "", ""])
            continue
        ratio = peer["ns_per_event"] / mine
        rows.append([peer["file"], peer["peer"], f"{mine:,.0f} ns", f"{peer['ns_per_event']:,.0f} ns",
                     times(ratio, LEAST_TIMES_FASTER, least=True), f"at least {LEAST_TIMES_FASTER}"])
    table(["stream", "peer", "Argwright per event", "peer per event", "times faster", "bar"], rows)


if __name__ == "__main__":
    main()
