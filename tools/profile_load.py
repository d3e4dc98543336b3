#!/usr/bin/env python3
"""What the program is recorded with (tools/profile.sh): whole replies and streams through the gateway, for clients of each
protocol, loops of clients that drop reasoning, the demo model's broken calls in every protocol, replays of recordings, the corpus of repairs."""

import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench/gateway"), str(ROOT / "bench/vault")]

import measure  # noqa: E402
import texts  # noqa: E402
from contenders import ARGWRIGHT, WITHOUT_CALL_LOG  # noqa: E402
from processes import Broken, Child, free_port  # noqa: E402

SECONDS = 3
PROTOCOLS = {"chat": "/v1/chat/completions", "responses": "/v1/responses", "messages": "/v1/messages"}
PARAMETERS = {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
              "required": ["city"]}


def say(text):
    print(text, file=sys.stderr, flush=True)


def load_module(path):
    spec = importlib.util.spec_from_file_location(path.parent.name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def loads(build, work):
    body, events = work / "body.json", work / "events.sse"
    body.write_text(texts.body())
    events.write_text(texts.events())
    upstream = Child("the upstream", [build / "bench/gateway/bench_gateway_upstream", body, events],
                     work / "upstream.log", stdout=subprocess.PIPE)
    try:
        port = int(upstream.process.stdout.readline())
        for contender in (ARGWRIGHT, WITHOUT_CALL_LOG):
            contender.start(work, build / "argwright", port)
            for kind in ("body", "burst", "single"):
                say(f"{contender.name}: {kind}")
                measure.check(contender, kind)
                measure.load(contender, kind, SECONDS, work)
            conversions(contender, work)
            contender.child.stop()
    finally:
        upstream.stop()


def conversions(contender, work):
    """Clients of the other protocols, of the same upstream."""
    for protocol in ("messages", "responses"):
        for kind in ("body", "burst"):
            say(f"{contender.name}: {kind}, {protocol}")
            request = json.dumps(request_of(protocol, f"bench-{kind}", kind == "burst"))
            seen = measure.wrk(f"http://127.0.0.1:{contender.site.port}{PROTOCOLS[protocol]}",
                               contender.all_headers(), request, SECONDS, work)
            if seen["failed"] > 0 or seen["requests"] == 0:
                raise Broken(f"{contender.name} failed {seen['failed']} of {seen['requests']} {protocol} requests")


def loops(build, work):
    vault = load_module(ROOT / "bench/vault/run.py")
    bench = vault.Bench(build, work)
    try:
        for stream in (False, True):
            for remembers in (True, False):
                gateway = vault.Gateway(bench, remembers, stream)
                say(f"loops, {gateway.name}, {'streams' if stream else 'bodies'}")
                gateway.load(vault.CONNECTIONS, SECONDS)
                gateway.child.stop()
    finally:
        bench.stop()


def request_of(protocol, model, stream):
    tool = {"name": "get_weather", "description": "The weather of a city"}
    asked = [{"role": "user", "content": "What is the weather in Oslo?"}]
    if protocol == "chat":
        return {"model": model, "stream": stream, "messages": asked,
                "tools": [{"type": "function", "function": {**tool, "parameters": PARAMETERS}}]}
    if protocol == "responses":
        return {"model": model, "stream": stream, "input": asked,
                "tools": [{"type": "function", **tool, "parameters": PARAMETERS}]}
    return {"model": model, "stream": stream, "max_tokens": 1000, "messages": asked,
            "tools": [{**tool, "input_schema": PARAMETERS}]}


def demo(build, work):
    """Each client protocol; the demo model takes whatever comes."""
    port = free_port()
    child = Child("the demo", [build / "argwright", "serve", "--demo", "--listen", f"127.0.0.1:{port}"],
                  work / "demo.log", cwd=work)
    try:
        child.wait_for(port)
        for protocol, path in PROTOCOLS.items():
            say(f"demo, {protocol}")
            for turn in range(20):
                request = json.dumps(request_of(protocol, "demo", turn % 2 == 0))
                status, reply = measure.ask(port, path, {"Content-Type": "application/json"}, request)
                if status != 200:
                    raise child.broken(f"answers with status {status}: {reply[:500]}")
    finally:
        child.stop()


def quietly(command, text=None):
    subprocess.run([str(word) for word in command], input=text, text=True, check=False, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def commands(build):
    """Replays and repairs; that some of them end with a refusal is as it should be."""
    say("recordings")
    for recording in sorted((ROOT / "tests/recordings/own").glob("*.sse")):
        request = recording.with_suffix(".req.json")
        for protocol in PROTOCOLS:
            more = ["--request", request] if request.exists() else []
            quietly([build / "argwright", "replay", recording, "--to", protocol, *more])
    say("repairs")
    for corpus in sorted((ROOT / "tests/corpus").rglob("*.jsonl")):
        quietly([build / "argwright", "repair", "--batch"], corpus.read_text(errors="replace"))


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="argwright-profile-") as folder:
        work = pathlib.Path(folder)
        loads(build, work)
        loops(build, work)
        demo(build, work)
    commands(build)


if __name__ == "__main__":
    main()
