#!/usr/bin/env python3
"""Makes Markdown tables of what bench_repair and jsonrepair.mjs measured. Called by bench/repair.sh."""

import argparse
import json
import pathlib
import subprocess

from tables import best_times, table, times

MOST_TIMES_SIMDJSON_VALID = 1.5
LEAST_TIMES_FASTER = 20
MOST_TIMES_SIMDJSON_SHAPE = 40
# The faults that the second bound is promised for.
BOUND_TO_BE_FASTER = ("trailing commas, ", "single quotes, ", "truncated, 2", "truncated, 1")
# Rows of the second table beyond the promised shapes.
WORST_OTHERS = 5


def documents(best, peer, titles):
    rows = []
    for title in titles:
        ours = best.get(f"document/ours/{title}")
        if ours is None:
            continue
        simdjson = best.get(f"document/simdjson/{title}")
        rapidjson = best.get(f"document/rapidjson/{title}")
        theirs = peer["documents"].get(title)
        bound = LEAST_TIMES_FASTER if title.startswith(BOUND_TO_BE_FASTER) else None
        rows.append([
            f"{title} ({ours['label']})", f"{ours['ns']:,.0f}", f"{ours['allocations']:.0f}",
            times(ours["ns"] / simdjson["ns"], MOST_TIMES_SIMDJSON_VALID) if simdjson else "",
            times(ours["ns"] / rapidjson["ns"]) if rapidjson else "",
            f"{theirs:,.0f}" if theirs else "throws" if title in peer["documents"] else "", times(theirs / ours["ns"], bound, least=True) if theirs else "",
        ])
    if not rows:
        return
    print(f"Documents (bounds: valid at most {MOST_TIMES_SIMDJSON_VALID} times simdjson's DOM, broken at least "
          f"{LEAST_TIMES_FASTER} times faster than jsonrepair)\n")
    table(["document", "ours, ns", "allocations", "times simdjson DOM", "times RapidJSON DOM",
           f"jsonrepair {peer['version']} on node, ns", "times faster"], rows)


def shapes(best, peer, titles):
    every = {name.removeprefix("shape/ours/"): row for name, row in best.items() if name.startswith("shape/ours/")}
    if "shape/simdjson/valid" not in best or not every:
        return
    base = best["shape/simdjson/valid"]["ns"]
    promised = [(name, every[name]) for name in titles if name in every]
    others = sorted(((name, row) for name, row in every.items() if name not in titles), key=lambda item: -item[1]["ns"])

    def line(name, row):
        theirs = peer["shapes"].get(name, "")
        theirs = "over 10 s" if theirs is None else f"{theirs:,.1f} ms" if theirs != "" else ""
        return [f"{name} ({row['label']})", f"{row['ns'] / 1e6:.2f}",
                times(row["ns"] / base, MOST_TIMES_SIMDJSON_SHAPE), theirs]

    print(f"1 MB of each shape (bound: at most {MOST_TIMES_SIMDJSON_SHAPE} times simdjson's DOM parse of 1 MB of valid "
          f"JSON, {base / 1e6:.2f} ms)\n")
    head = ["shape", "ours, ms", "times simdjson DOM", "jsonrepair, 64 KB only"]
    table(head, [line(*item) for item in promised])
    print(f"The slowest of the other {len(others)} shapes\n")
    table(head[:-1], [line(*item)[:-1] for item in others[:WORST_OTHERS]])


class Number(str):
    """A number by its text: 1.10 and 1.1 are different arguments."""


def read(text):
    try:
        return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=Number)
    except ValueError:
        return None


def recovery(argwright, corpus, peer):
    cases = {}
    for file in sorted(corpus.glob("*.jsonl")):
        for index, line in enumerate(file.read_text().split("\n"), 1):
            case = read(line) if line else None
            # What needs to know the tool, the declaration or the end of the stream says nothing about jsonrepair.
            if case and "raw" in case and not {"tool", "declared", "complete", "truncated"} & case.keys():
                cases[f"{file.name}:{index}"] = case
    requests = "".join(json.dumps({"id": name, "raw": case["raw"], "schema": None}) + "\n" for name, case in cases.items())
    batch = subprocess.run([argwright, "repair", "--batch"], input=requests, capture_output=True, text=True, check=True)
    ours = {}
    for line in batch.stdout.split("\n"):
        if not line:
            continue
        answer = read(line)
        accepted = answer["outcome"] in ("ok", "decoded", "repaired")
        ours[answer["id"]] = answer["text"] if accepted else None
    theirs = peer["answers"]

    def score(answers):
        valid = repaired = refused = wrong = 0
        for name, case in cases.items():
            text = answers.get(name)
            value = read(text) if text is not None else None
            if case["outcome"] == "ok":
                valid += text == case["raw"]
                wrong += text is not None and value != read(case["raw"])
            elif case["outcome"] in ("decoded", "repaired"):
                repaired += value == case["want"]
                wrong += text is not None and value != case["want"]
            else:
                refused += text is None
                wrong += text is not None
        return [valid, repaired, refused, wrong]

    outcomes = [case["outcome"] for case in cases.values()]
    counts = [outcomes.count("ok"), outcomes.count("decoded") + outcomes.count("repaired"),
              outcomes.count("rejected") + outcomes.count("split"), len(outcomes)]
    titles = ["valid: passed byte for byte", "broken: read as meant", "cut off, ambiguous or no object: refused",
              "answers that were not meant, of all cases"]
    columns = [score(ours), score(theirs)] if theirs else [score(ours)]
    print("The project's own corpus (cases that a text alone decides)\n")
    table(["", "cases", "Argwright", "jsonrepair"][:2 + len(columns)],
          [[title, str(count), *(str(column[i]) for column in columns)]
           for i, (title, count) in enumerate(zip(titles, counts))])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ours", type=pathlib.Path, required=True)
    parser.add_argument("--list", type=pathlib.Path, required=True)
    parser.add_argument("--argwright", required=True)
    parser.add_argument("--corpus", type=pathlib.Path, required=True)
    parser.add_argument("--peer", type=pathlib.Path)
    arguments = parser.parse_args()
    peer = {"version": "", "documents": {}, "shapes": {}, "answers": {}}
    if arguments.peer:
        peer = json.loads(arguments.peer.read_text())
    titles = {"document": [], "shape": []}
    for text in json.loads(arguments.list.read_text()):
        titles[text["kind"]].append(text["name"])
    best = best_times(arguments.ours)
    documents(best, peer, titles["document"])
    shapes(best, peer, titles["shape"])
    recovery(arguments.argwright, arguments.corpus, peer)


if __name__ == "__main__":
    main()
