"""One measurement each: a load by wrk, the delay of paced events, the memory of idle streams, the time to start."""

import http.client
import json
import os
import pathlib
import re
import socket
import subprocess
import time

import texts
from processes import Broken, Child

FOLDER = pathlib.Path(__file__).resolve().parent
CONNECTIONS = 64


def ask(port, path, headers, request):
    """(status, body) of one request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("POST", path, request, headers)
        reply = connection.getresponse()
        return reply.status, reply.read().decode()
    finally:
        connection.close()


def check(contender, kind):
    """A gateway that answers wrongly is fast: it must give the call whole before it is measured."""
    stream = kind != "body"
    request = texts.request(contender.model.format(f"bench-{kind}"), stream)
    status, reply = ask(contender.site.port, contender.path(stream), contender.all_headers(), request)
    wrong = Broken(f"{contender.name} answers bench-{kind} wrongly, with status {status}: {reply[:1000]}")
    if status != 200:
        raise wrong
    if stream:
        chunks = [json.loads(data) for data in re.findall(r"^data: ?(\{.*)$", reply, re.MULTILINE)]
        deltas = [choice["delta"] for chunk in chunks for choice in chunk["choices"]]
        calls = [call for delta in deltas for call in delta.get("tool_calls") or []]
        if not any("word100" in (delta.get("content") or "") for delta in deltas):
            raise wrong
    else:
        calls = json.loads(reply)["choices"][0]["message"]["tool_calls"]
    # llms tells the name twice.
    names = {call["function"]["name"] for call in calls if call["function"].get("name")}
    arguments = "".join(call["function"].get("arguments") or "" for call in calls)
    if names != {"edit_file"} or json.loads(arguments) != texts.ARGUMENTS:
        raise wrong


def wrk(url, headers, request, seconds, work):
    """What wrk saw: {"requests", "seconds", "failed", "p50_us", "p99_us"}."""
    request_file, headers_file = work / "wrk-request", work / "wrk-headers"
    request_file.write_text(request)
    headers_file.write_text("".join(f"{name}: {value}\n" for name, value in headers.items()))
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "20s", "--latency",
               "-s", str(FOLDER / "post.lua"), url]
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          env={**os.environ, "BENCH_REQUEST": str(request_file), "BENCH_HEADERS": str(headers_file)})
    found = re.search(r"^RESULT (.*)$", done.stdout, re.MULTILINE)
    if not found:
        raise Broken(f"wrk failed on {url}: {done.stdout}{done.stderr}")
    return json.loads(found[1])


def load(contender, kind, seconds, work):
    """What wrk saw, and what it cost the gateway: {"rate", "cpu_us", "p50_us", "p99_us"}; of streams, too, one reply is
    one request."""
    stream = kind != "body"
    request = texts.request(contender.model.format(f"bench-{kind}"), stream)
    before = contender.child.cpu_seconds()
    url = f"http://127.0.0.1:{contender.site.port}{contender.path(stream)}"
    seen = wrk(url, contender.all_headers(), request, seconds, work)
    spent = contender.child.cpu_seconds() - before
    if seen["failed"] > 0 or seen["requests"] == 0:
        raise Broken(f"{contender.name} failed {seen['failed']} of {seen['requests']} requests of bench-{kind}")
    return {"rate": seen["requests"] / seen["seconds"], "cpu_us": 1e6 * spent / seen["requests"],
            "p50_us": seen["p50_us"], "p99_us": seen["p99_us"]}


def whole_request(path, headers, body, work, name):
    """A file with the bytes of a request."""
    file = work / name
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body.encode())}"]
    lines += [f"{key}: {value}" for key, value in headers.items()]
    file.write_text("\r\n".join(lines) + "\r\n\r\n" + body, newline="")
    return file


def paced(client, port, path, headers, streams, events, work):
    """How long events are on their way: {"events", "p50_us", "p99_us", "max_us"}."""
    request = whole_request(path, headers, texts.request(f"bench-paced-{events}", True), work, "paced-request")
    done = subprocess.run([client, "paced", str(port), request, str(streams)], capture_output=True, text=True,
                          check=False, timeout=60 + events / 50)
    if done.returncode != 0:
        raise Broken(f"the paced client failed: {done.stderr}")
    seen = json.loads(done.stdout)
    if seen["events"] != streams * events:
        raise Broken(f"{seen['events']} of {streams * events} paced events arrived")
    return seen


def idle(client, contender, streams, work):
    """Bytes that each of so many open, silent streams takes of the gateway's memory."""
    request = whole_request(contender.path(True), contender.all_headers(), texts.request("bench-silent", True), work,
                            "silent-request")
    before = contender.child.resident_bytes()
    holder = Child("the idle client", [client, "idle", str(contender.site.port), str(request), str(streams)],
                   work / "idle-client.log", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        if holder.process.stdout.readline() != b"open\n":
            raise holder.broken(f"could not open {streams} streams of {contender.name}")
        time.sleep(1)
        return (contender.child.resident_bytes() - before) / streams
    finally:
        holder.stop()


def start(contender, work, argwright, upstream_port):
    """Milliseconds from starting the program to its first good answer."""
    request = texts.request(contender.model.format("bench-body"), False)
    began = time.monotonic()
    try:
        contender.start(work, argwright, upstream_port)
        status, _ = ask(contender.site.port, contender.path(False), contender.all_headers(), request)
        took = 1000 * (time.monotonic() - began)
        if status != 200:
            raise contender.child.broken(f"answers with status {status}")
        return took
    finally:
        if contender.child:
            contender.child.stop()


def metric(port, name):
    """The sum of a metric of argwright's over its labels."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
    except (OSError, socket.timeout) as fault:
        raise Broken(f"argwright's metrics cannot be read: {fault}") from fault
    finally:
        connection.close()
    return sum(float(value) for value in re.findall(rf"^{name}(?:\{{[^}}]*\}})? ([0-9.e+]+)$", text, re.MULTILINE))
