#!/usr/bin/env python3
"""argwright serve beside nginx and gateways on node, in one run on this machine; tables in Markdown.

Called by bench/gateway.sh. The contenders take turns, several rounds of them; the figures are medians, and ratios are
medians of the ratios of each round, so that what else the machine does meets all of them."""

import argparse
import os
import pathlib
import resource
import signal
import statistics
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

import measure  # noqa: E402
import texts  # noqa: E402
from contenders import ARGWRIGHT, CONTENDERS, LLMS, NGINX, NODE, PORTKEY, WITHOUT_CALL_LOG  # noqa: E402
from processes import Broken, Child  # noqa: E402
from tables import table, times  # noqa: E402

LEAST_OF_NGINX = 0.8
LEAST_TIMES_NODE = 20
MOST_DELAY_US = 1000
MOST_IDLE_BYTES = 32 * 1024
MOST_START_MS = 100

PACED_STREAMS = 50
IDLE_STREAMS = 8000
SPARE_DESCRIPTORS = 256

LOADS = (
    ("body", "A reply of 1 KB with a call", "request", 1),
    ("burst", f"Streams of {texts.EVENTS} events, each written at once", "event", texts.EVENTS),
    ("single", f"Streams of {texts.EVENTS} events, each event written by itself", "event", texts.EVENTS),
)


def say(text):
    print(text, file=sys.stderr, flush=True)


class Bench:
    def __init__(self, build, work, quick):
        self.build, self.work, self.quick = build, work, quick
        self.argwright = build / "argwright"
        self.client = build / "bench/gateway/bench_gateway_client"
        self.rounds, self.seconds = (1, 2) if quick else (3, 5)
        self.bars = []  # (what, measured, bound, is it kept)
        body, events = work / "body.json", work / "events.sse"
        body.write_text(texts.body())
        events.write_text(texts.events())
        self.upstream = Child("the upstream", [build / "bench/gateway/bench_gateway_upstream", body, events],
                              work / "upstream.log", stdout=subprocess.PIPE)
        line = self.upstream.process.stdout.readline()
        if not line:
            raise self.upstream.broken("does not start")
        self.upstream_port = int(line)

    def stop(self):
        for each in CONTENDERS:
            if each.child:
                each.child.stop()
        self.upstream.stop()

    def bar(self, what, measured, bound, kept):
        """kept None: this run cannot tell."""
        verdict = "not decided: the machine is too busy" if kept is None else "kept" if kept else "**missed**"
        self.bars.append([what, measured, bound, verdict])

    # --- loads

    def loads(self):
        for each in CONTENDERS:
            each.start(self.work, self.argwright, self.upstream_port)
        for kind, title, unit, units in LOADS:
            able = [each for each in CONTENDERS if self.is_right(each, kind)]
            seen = {each.name: [] for each in able}
            for turn in range(self.rounds):
                for each in able:
                    say(f"{kind}, round {turn + 1} of {self.rounds}: {each.name}")
                    seen[each.name].append(measure.load(each, kind, self.seconds, self.work))
            self.tell_load(kind, title, unit, units, seen)
        if not measure.metric(ARGWRIGHT.site.port, "argwright_calls_total") > 0:
            raise Broken("argwright's metrics count no calls")
        for each in CONTENDERS:
            each.child.stop()
            each.child = None

    @staticmethod
    def is_right(contender, kind):
        """A peer that answers wrongly is left out; where nginx or argwright does, nothing can be measured."""
        try:
            measure.check(contender, kind)
            return True
        except Broken as fault:
            if not contender.is_node:
                raise
            say(str(fault))
            return False

    def tell_load(self, kind, title, unit, units, seen):
        def median(contender, key):
            return statistics.median(each[key] for each in seen[contender.name])

        def ratio(a, b):
            return statistics.median(x["rate"] / y["rate"] for x, y in zip(seen[a.name], seen[b.name]))

        rows = []
        for each in CONTENDERS:
            if each.name not in seen:
                rows.append([each.name, "answers wrongly", "", "", "", "", ""])
                continue
            rows.append([each.name, f"{units * median(each, 'rate'):,.0f}", times(ratio(each, NGINX)),
                         f"{median(each, 'cpu_us') / units:,.2f} µs",
                         times(median(each, 'cpu_us') / median(NGINX, 'cpu_us')),
                         f"{median(each, 'p50_us') / 1000:,.2f} ms", f"{median(each, 'p99_us') / 1000:,.2f} ms"])
        print(f"**{title}**, {measure.CONNECTIONS} connections\n")
        table(["", f"{unit}s/s", "of nginx", f"CPU per {unit}", "of nginx", "p50", "p99"], rows)
        for each in (ARGWRIGHT, WITHOUT_CALL_LOG):
            share = ratio(each, NGINX)
            self.bar(f"{kind}: {each.name}, rate of nginx's", times(share), f"at least {LEAST_OF_NGINX}",
                     share >= LEAST_OF_NGINX)
        if kind == "body":
            for peer in (LLMS, PORTKEY):
                if peer.name not in seen:
                    continue
                factor = ratio(ARGWRIGHT, peer)
                self.bar(f"{kind}: argwright, times {peer.name}", times(factor), f"at least {LEAST_TIMES_NODE}",
                         factor >= LEAST_TIMES_NODE)

    # --- single figures

    def delays(self):
        events = 100 if self.quick else 400
        for each in (NGINX, ARGWRIGHT):
            each.start(self.work, self.argwright, self.upstream_port)
        ways = {"direct": (self.upstream_port, "/v1/chat/completions", ARGWRIGHT.all_headers())}
        for each in (NGINX, ARGWRIGHT):
            ways[each.name] = (each.site.port, each.path(True), each.all_headers())
        seen = {name: [] for name in ways}
        for turn in range(self.rounds):
            for name, (port, path, headers) in ways.items():
                say(f"paced, round {turn + 1} of {self.rounds}: {name}")
                seen[name].append(measure.paced(self.client, port, path, headers, PACED_STREAMS, events, self.work))
        rows = []
        for name, runs in seen.items():
            def median(key, runs=runs):
                return statistics.median(run[key] for run in runs)

            added = statistics.median(run["p99_us"] - base["p99_us"] for run, base in zip(runs, seen["direct"]))
            middle = statistics.median(run["p50_us"] - base["p50_us"] for run, base in zip(runs, seen["direct"]))
            rows.append([name] + [f"{median(key):,.0f} µs" for key in ("p50_us", "p99_us", "max_us")] +
                        (["", ""] if name == "direct" else [f"{middle:,.0f} µs", f"{added:,.0f} µs"]))
            if name == ARGWRIGHT.name:
                # Where events are as late without any gateway, the difference is that of two accidents.
                noise = statistics.median(run["p99_us"] for run in seen["direct"])
                self.bar("delay that argwright adds to an event, p99", f"{added:,.0f} µs",
                         f"under {MOST_DELAY_US:,} µs", added < MOST_DELAY_US if noise < MOST_DELAY_US else None)
        print(f"**The delay of an event**, {PACED_STREAMS} streams of 100 events/s\n")
        table(["", "p50", "p99", "max", "added, p50", "added, p99"], rows)
        for each in (NGINX, ARGWRIGHT):
            each.child.stop()
            each.child = None

    def idle(self):
        # A gateway needs two descriptors for each.
        descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        streams = min(1000 if self.quick else IDLE_STREAMS, (descriptors - SPARE_DESCRIPTORS) // 2)
        if streams < IDLE_STREAMS and not self.quick:
            say(f"this system lets a process have {descriptors:,} descriptors: only {streams:,} idle streams are held")
        rows = []
        for each in (NGINX, ARGWRIGHT):
            say(f"idle: {each.name}")
            each.start(self.work, self.argwright, self.upstream_port)
            size = measure.idle(self.client, each, streams, self.work)
            each.child.stop()
            each.child = None
            rows.append([each.name, f"{streams:,}", f"{size / 1024:,.1f} KiB"])
            if each is ARGWRIGHT:
                self.bar(f"memory of an idle stream, {streams:,} held at once", f"{size / 1024:,.1f} KiB",
                         "at most 32 KiB", size <= MOST_IDLE_BYTES)
        print("**Idle streams**\n")
        table(["", "held at once", "memory of each"], rows)

    def starts(self):
        rows = []
        for each in CONTENDERS:
            if each is WITHOUT_CALL_LOG:
                continue
            say(f"start: {each.name}")
            runs = 3 if self.quick or each.is_node else 10
            took = statistics.median(
                measure.start(each, self.work, self.argwright, self.upstream_port) for _ in range(runs))
            each.child = None
            rows.append([each.name, f"{took:,.0f} ms"])
            if each is ARGWRIGHT:
                self.bar("from start to the first answer", f"{took:,.0f} ms", f"under {MOST_START_MS} ms",
                         took < MOST_START_MS)
        print("**From start to the first answer**\n")
        table(["", "time"], rows)

    def run(self):
        load = os.getloadavg()[0]
        self.loads()
        self.delays()
        self.idle()
        self.starts()
        print("**Bars**\n")
        table(["", "measured", "bar", ""], self.bars)
        shape = "a quick run: one round" if self.quick else f"medians of {self.rounds} rounds of {self.seconds} s"
        print(f"{os.cpu_count()} cores for load, gateway and upstream together; load average {load:.1f} when the run began; "
              f"{shape}; {versions()}.")


def versions():
    def told(*command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return (done.stdout + done.stderr).split("\n")[0].strip()

    return f"{told('nginx', '-v').replace('nginx version: ', '')}, node {told(str(NODE), '--version')}"


def main():
    parser = argparse.ArgumentParser(prog="./dev bench gateway")
    parser.add_argument("--quick", action="store_true", help="one short round, fewer idle streams")
    parser.add_argument("--build", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    bench = None
    with tempfile.TemporaryDirectory(prefix="argwright-bench-") as work:
        try:
            bench = Bench(arguments.build.resolve(), pathlib.Path(work), arguments.quick)
            bench.run()
        except Broken as fault:
            say(f"bench gateway: {fault}")
            return 1
        except KeyboardInterrupt:
            return 130
        finally:
            if bench:
                bench.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
