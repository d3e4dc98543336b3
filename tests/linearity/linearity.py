#!/usr/bin/env python3
"""linearity.py DRIVER [SHAPE...]: law L5, time is linear in the input on every shape.

Counts, with valgrind, the instructions that the repair of a small and of a large text takes, for every shape that
the driver knows, and fails where the instructions per byte grow by more than the bound. Instructions, not seconds:
the count is the same on a busy machine. The promised shapes are counted at 64 KB and 1 MB, the others at 32 KB and
256 KB; with ARGWRIGHT_LONG=1, all at 64 KB, 256 KB and 1 MB. Exit status 77: valgrind is not installed.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MOST_GROWTH = 1.3
KB = 1024
# A shape that is not linear at all would run for hours.
MOST_SECONDS = 600


def count(driver, shape, sizes):
    """Instructions per byte of one repair at each size, and the outcome of the last; None for what takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        # Counts inside the function only, and writes the count out (to out.1, out.2 ...) each time it returns.
        command = ["valgrind", "--tool=callgrind", "--toggle-collect=linearity_measured",
                   "--dump-after=linearity_measured", f"--callgrind-out-file={out}", driver, shape, *map(str, sizes)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None
        if run.returncode != 0:
            raise RuntimeError(f"{shape}: {run.stderr[-2000:]}")
        costs = []
        outcome = ""
        for number, line in enumerate(run.stdout.splitlines(), 1):
            length, outcome = line.split()
            profile = out.with_name(f"out.{number}").read_text()
            costs.append(int(re.search(r"^(?:summary|totals): (\d+)", profile, re.M).group(1)) / int(length))
        return costs, outcome


def names(driver, *which):
    return subprocess.run([driver, "--list", *which], capture_output=True, text=True, check=True).stdout.split()


def main():
    driver, chosen = sys.argv[1], sys.argv[2:]
    if shutil.which("valgrind") is None:
        print("linearity: valgrind is not installed; skipped")
        return 77
    promised = names(driver, "promised")
    shapes = [name for name in names(driver) if not chosen or name in chosen]

    def sizes(shape):
        if os.environ.get("ARGWRIGHT_LONG"):
            return [64 * KB, 256 * KB, 1024 * KB]
        return [64 * KB, 1024 * KB] if shape in promised else [32 * KB, 256 * KB]

    steep = []
    print("instructions per byte, and by what factor they grow")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {shape: pool.submit(count, driver, shape, sizes(shape)) for shape in shapes}
        for shape, job in jobs.items():
            answer = job.result()
            if answer is None:
                steep.append(shape)
                print(f"{shape:28} takes longer than {MOST_SECONDS} s  <- not linear", flush=True)
                continue
            costs, outcome = answer
            growth = costs[-1] / costs[0]
            mark = ""
            if growth > MOST_GROWTH:
                steep.append(shape)
                mark = "  <- not linear"
            columns = "".join(f"{cost:9.1f} ({size // KB} KB)" for cost, size in zip(costs, sizes(shape)))
            print(f"{shape:28}{columns}{growth:8.2f}  {outcome}{mark}", flush=True)
    if steep:
        print(f"not linear: {' '.join(steep)}")
        return 1
    print(f"all {len(shapes)} shapes are linear")
    return 0


if __name__ == "__main__":
    sys.exit(main())
