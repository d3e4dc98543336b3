"""Reads `llvm-cov export -summary-only` on standard input, prints coverage per folder.

usage: coverage_table.py REPOSITORY
"""

import json
import os
import sys


def main() -> int:
    root = os.path.realpath(sys.argv[1])
    kinds = ("lines", "branches", "functions")
    folders: dict[str, dict[str, list[int]]] = {}
    for file in json.load(sys.stdin)["data"][0]["files"]:
        folder = os.path.dirname(os.path.relpath(os.path.realpath(file["filename"]), root))
        for name in (folder, "total"):
            row = folders.setdefault(name, {kind: [0, 0] for kind in kinds})
            for kind in kinds:
                row[kind][0] += file["summary"][kind]["covered"]
                row[kind][1] += file["summary"][kind]["count"]

    width = max(len(name) for name in folders)
    print(f"{'folder':<{width}}" + "".join(f"{kind:>20}" for kind in kinds))
    for name in sorted(folders, key=lambda name: (name == "total", name)):
        line = f"{name:<{width}}"
        for covered, count in (folders[name][kind] for kind in kinds):
            share = f"{100 * covered / count:.1f}%" if count else "-"
            line += f"{f'{covered}/{count}':>12}{share:>8}"
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
