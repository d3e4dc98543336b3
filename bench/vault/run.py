#!/usr/bin/env python3
"""What it costs to remember what models thought and to put it back: `argwright serve` with its vault and without, under
the same load at the same time. Called by bench/vault.sh."""

import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parent), str(FOLDER.parent / "gateway")]

import dialogue  # noqa: E402
import measure  # noqa: E402
from processes import Broken, Child, free_port  # noqa: E402
from tables import table  # noqa: E402

MOST = 1.05
CONNECTIONS = 16  # to each gateway
ROUNDS = 5  # of a loop, as loops.lua has it
HEADERS = {"Content-Type": "application/json", "Authorization": "Bearer sk-bench"}
COUNTED = (16, 80)  # conversations, under valgrind
SETTLE = 0.5  # seconds: the store's last batch is written


def say(text):
    print(text, file=sys.stderr, flush=True)


class Gateway:
    def __init__(self, bench, vault, stream, under=()):
        self.name = "with the vault" if vault else "vault = false"
        self.port, self.vault, self.stream = free_port(), vault, stream
        self.first = 0  # conversation that was not played yet
        slug = f"{'on' if vault else 'off'}-{'stream' if stream else 'body'}{'-counted' if under else ''}"
        self.pieces = bench.work / f"{slug}.pieces"
        config = bench.work / f"{slug}.toml"
        config.write_text(f"""
threads = {1 if under else 2}
[[listener]]
address = "127.0.0.1:{self.port}"
[[upstream]]
name = "bench"
provider = "deepseek"
base_url = "http://127.0.0.1:{bench.upstream_port}/v1"
[store]
url = "sqlite:{bench.work}/{slug}.db"
vault = {json.dumps(vault)}
[log]
access = "off"
""")
        self.child = Child(f"argwright, {self.name}", [*under, str(bench.argwright), "serve", "--config", str(config)],
                           bench.work / f"{slug}.log")
        self.child.wait_for(self.port)
        self.check()

    def check(self):
        """The turn that all conversations share is made, and the reply is right."""
        status, reply = measure.ask(self.port, "/v1/chat/completions",
                                    HEADERS, dialogue.first_request(self.stream))
        if status != 200 or f"call_00_{dialogue.WARM}" not in reply or dialogue.NOTE[:6] not in reply:
            raise self.child.broken(f"answers wrongly, with status {status}: {reply[:1000]}")

    def counts(self):
        return {name: measure.metric(self.port, f"argwright_reasoning_{name}_total")
                for name in ("remembered", "restored", "missing", "lookups_failed")}

    def load(self, connections, seconds):
        """Requests, and processor time for each in microseconds."""
        pieces = self.pieces
        pieces.write_text(dialogue.pieces(self.stream))
        before, spent = self.counts(), self.child.cpu_seconds()
        done = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "--latency",
             "-s", str(FOLDER / "loops.lua"), f"http://127.0.0.1:{self.port}/v1/chat/completions"],
            capture_output=True, text=True, check=False,
            env={**os.environ, "BENCH_PIECES": str(pieces), "BENCH_FIRST": str(self.first)})
        found = re.search(r"^RESULT (.*)$", done.stdout, re.MULTILINE)
        if not found:
            raise Broken(f"wrk failed: {done.stdout}{done.stderr}")
        seen = json.loads(found[1])
        time.sleep(SETTLE)
        spent = self.child.cpu_seconds() - spent
        if seen["failed"] > 0 or seen["requests"] == 0:
            raise self.child.broken(f"failed {seen['failed']} of {seen['requests']} requests")
        self.first += seen["requests"]
        after = self.counts()
        self.judge({name: after[name] - before[name] for name in after}, seen["requests"], connections)
        return seen["requests"], 1e6 * spent / seen["requests"], seen["requests"] / seen["seconds"]

    def play(self, conversations):
        """So many loops, a request after the other; how many that were."""
        before, requests = self.counts(), 0
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        for turn in range(ROUNDS):
            for conversation in range(conversations):
                client.request("POST", "/v1/chat/completions", dialogue.request(self.stream, conversation, turn), HEADERS)
                reply = client.getresponse()
                text = reply.read().decode()
                requests += 1
                if reply.status != 200 or f"call_00_{dialogue.mark(conversation, turn + 1)}" not in text:
                    raise self.child.broken(f"answers wrongly, with status {reply.status}: {text[:1000]}")
        client.close()
        after = self.counts()
        self.judge({name: after[name] - before[name] for name in after}, requests, 0)
        return requests

    def judge(self, counts, requests, connections):
        """What is measured must be what is meant: every request with something to put back, every reply remembered."""
        if not self.vault:
            if any(counts.values()):
                raise Broken(f"without a vault it remembers: {counts}")
            return
        # Those that were under way when wrk ended are not counted by it; the first that it makes it does not send.
        if not requests <= counts["remembered"] <= requests + connections or counts["restored"] < requests:
            raise Broken(f"of {requests} requests: {counts}")
        if counts["missing"] > connections or counts["lookups_failed"] > 0:
            raise Broken(f"turns were not found: {counts}")
        self.restored = counts["restored"] / requests


class Bench:
    def __init__(self, build, work):
        self.work, self.argwright = work, build / "argwright"
        body, events = work / "body.json", work / "events.sse"
        body.write_text(dialogue.body())
        events.write_text(dialogue.events())
        self.upstream = Child("the upstream", [build / "bench/gateway/bench_gateway_upstream", body, events],
                              work / "upstream.log", stdout=subprocess.PIPE)
        line = self.upstream.process.stdout.readline()
        if not line:
            raise self.upstream.broken("does not start")
        self.upstream_port = int(line)

    def stop(self):
        self.upstream.stop()

    def times(self, stream, rounds, seconds):
        """A row: processor time for a request, and how much more it is with the vault."""
        pair = [Gateway(self, True, stream), Gateway(self, False, stream)]
        try:
            on, off = [], []
            with concurrent.futures.ThreadPoolExecutor(len(pair)) as both:
                for turn in range(rounds):
                    say(f"{'streams' if stream else 'bodies'}, round {turn + 1} of {rounds}")
                    # Both at once: one after the other they meet two machines, which differ by more than the vault costs.
                    loads = [both.submit(each.load, CONNECTIONS, seconds) for each in pair]
                    for runs, load in zip((on, off), loads):
                        runs.append(load.result())
            ratios = [a[1] / b[1] for a, b in zip(on, off)]
            ratio = statistics.median(ratios)
            cpu = [statistics.median(run[1] for run in runs) for runs in (off, on)]
            return [title(stream), f"{cpu[0]:,.1f} µs", f"{cpu[1]:,.1f} µs", f"{100 * (ratio - 1):+.1f} %",
                    f"{100 * (min(ratios) - 1):+.1f} .. {100 * (max(ratios) - 1):+.1f} %",
                    "kept" if ratio <= MOST else "**missed**"], pair[0].restored
        finally:
            for each in pair:
                each.child.stop()

    def instructions(self, stream):
        """A row: instructions of the program for a request; what the kernel does for it is not counted."""
        counted = [self.count(vault, stream) for vault in (False, True)]
        return [title(stream), f"{counted[0]:,.0f}", f"{counted[1]:,.0f}",
                f"{100 * (counted[1] / counted[0] - 1):+.1f} %"]

    def count(self, vault, stream):
        """The difference of a long and a short run, so that the start does not count."""
        totals = []
        for conversations in COUNTED:
            say(f"{'streams' if stream else 'bodies'}, instructions: {'with' if vault else 'without'} the vault")
            file = self.work / "callgrind"
            gateway = Gateway(self, vault, stream, ("valgrind", "--tool=callgrind", f"--callgrind-out-file={file}"))
            try:
                requests = gateway.play(conversations)
                time.sleep(SETTLE)
            finally:
                gateway.child.stop()
            totals.append((requests, int(re.search(r"^totals: (\d+)", file.read_text(), re.MULTILINE)[1])))
        (few, less), (many, more) = totals
        return (more - less) / (many - few)


def title(stream):
    return "streamed replies" if stream else "whole replies"


def main():
    parser = argparse.ArgumentParser(prog="./dev bench vault")
    parser.add_argument("--quick", action="store_true", help="few short rounds")
    parser.add_argument("--instructions", action="store_true", help="count instructions with valgrind instead")
    parser.add_argument("--build", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    rounds, seconds = (3, 2) if arguments.quick else (15, 4)
    bench = None
    with tempfile.TemporaryDirectory(prefix="argwright-bench-") as work:
        try:
            load = os.getloadavg()[0]
            bench = Bench(arguments.build.resolve(), pathlib.Path(work))
            if arguments.instructions:
                table(["", "vault = false", "with the vault", "more"],
                      [bench.instructions(stream) for stream in (False, True)])
                return 0
            rows = [bench.times(stream, rounds, seconds) for stream in (False, True)]
            table(["CPU per request", "vault = false", "with the vault", "more", "rounds", f"at most {MOST - 1:.0%}"],
                  [row for row, _ in rows])
            size = len(dialogue.pieces(False)) + 2 * len(dialogue.texts(dialogue.one_round("", "")))
            print(f"Requests of about {size / 1000:.0f} KB with {statistics.mean(each for _, each in rows):.1f} turns to put "
                  f"back, each reply with {len(dialogue.NOTE) * 6} letters of reasoning and a call to remember; SQLite in a "
                  f"file; {rounds} rounds of {seconds} s, {CONNECTIONS} connections to each gateway; {os.cpu_count()} cores for all, load "
                  f"average {load:.1f} when the run began.")
        except Broken as fault:
            say(f"bench vault: {fault}")
            return 1
        except KeyboardInterrupt:
            return 130
        finally:
            if bench:
                bench.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
