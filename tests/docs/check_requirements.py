#!/usr/bin/env python3
"""Checks docs/requirements.md: every test it names exists, no requirement number stands in it twice, none is missing.

  check_requirements.py ROOT

A name like `Suite.Name` must be a GoogleTest of the tree, a name like `corpus_test`, `fuzz_repair` or `layers` a target or
ctest. Prints what is missing and exits with 1.
"""
import pathlib
import re
import sys

TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", re.M)
NAMED_TEST = re.compile(r"^[A-Z]\w*\.[A-Z]\w*$")
NAMED_TARGET = re.compile(r"^(?:\w+_test|fuzz_\w+|gateway_\w+|layers)$")
# The last number of each list.
LAST = {"S0-": 49, "S1-": 104, "S2-": 57, "S3-": 38, "S4-": 108, "C": 21}


def known_tests(root):
    tests, targets = set(), set()
    for path in root.rglob("*"):
        if "build" in path.relative_to(root).parts or "node_modules" in path.parts:
            continue
        if path.suffix in (".cc", ".h"):
            tests.update(".".join(m) for m in TEST.findall(path.read_text(encoding="utf-8", errors="replace")))
            targets.add(path.stem)
        elif path.name == "CMakeLists.txt":
            text = path.read_text(encoding="utf-8")
            targets.update(re.findall(r"argwright_test\(\s*(\w+)", text))
            targets.update(re.findall(r"NAME\s+([\w.-]+)", text))
            targets.update(name + "_test" for name in re.findall(r"argwright_module\(\s*(\w+)", text))
    return tests, targets


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    text = (root / "docs" / "requirements.md").read_text(encoding="utf-8")
    tests, targets = known_tests(root)
    suites = {name.split(".")[0] for name in tests}
    faults = []
    for line_number, line in enumerate(text.splitlines(), 1):
        for name in re.findall(r"`([^`]+)`", line):
            if NAMED_TEST.match(name) and name not in tests:
                faults.append(f"docs/requirements.md:{line_number}: there is no test {name}")
            elif NAMED_TARGET.match(name) and name not in targets:
                faults.append(f"docs/requirements.md:{line_number}: there is no target or test {name}")
        if line.startswith("| S") and line.rstrip().endswith("| |"):
            faults.append(f"docs/requirements.md:{line_number}: no proof is given")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith(("| S", "| C"))]
    seen = {}
    for row in rows:
        numbers = set()
        for first, last in re.findall(r"(S\d-\d+)(?: to (S\d-\d+))?", row):
            start = int(first.split("-")[1])
            stop = int(last.split("-")[1]) if last else start
            numbers.update(f"{first.split('-')[0]}-{n}" for n in range(start, stop + 1))
        for number in numbers:
            if number in seen:
                faults.append(f"docs/requirements.md: {number} stands in two rows")
            seen[number] = row
    contradictions = {number for row in rows for number in re.findall(r"\bC\d+\b", row)}
    for prefix, last in LAST.items():
        for number in (f"{prefix}{n}" for n in range(1, last + 1)):
            if number not in seen and number not in contradictions:
                faults.append(f"docs/requirements.md: {number} is missing")
    for fault in faults:
        print(fault)
    print(f"{len(seen)} requirements, {len(tests)} tests in {len(suites)} suites known, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
