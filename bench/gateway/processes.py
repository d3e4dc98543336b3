"""Servers as child processes: started, looked at, and ended by their id, whatever happens to us."""

import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 20  # seconds
PR_SET_PDEATHSIG = 1


class Broken(Exception):
    """Something did not work, so nothing can be measured."""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Child:
    def __init__(self, name, command, log, environment=None, **more):
        self.name = name
        self.log = pathlib.Path(log)
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(command, stdin=more.pop("stdin", subprocess.DEVNULL),
                                            stdout=more.pop("stdout", out), stderr=out,
                                            env={**os.environ, **(environment or {})},
                                            preexec_fn=die_with_parent, **more)

    def broken(self, what):
        tail = self.log.read_text(errors="replace")[-2000:]
        return Broken(f"{self.name} {what}" + (f"; its log ends with:\n{tail}" if tail else ""))

    def wait_for(self, port):
        """Until it takes connections."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise self.broken(f"ended with status {self.process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.001)
        raise self.broken(f"does not listen on port {port}")

    def ids(self):
        """Its own process and those that it started."""
        found = [self.process.pid]
        for each in found:
            for task in pathlib.Path(f"/proc/{each}/task").glob("*"):
                found += [int(child) for child in (task / "children").read_text().split()]
        return found

    def cpu_seconds(self):
        total = 0
        for each in self.ids():
            fields = pathlib.Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def resident_bytes(self):
        total = 0
        for each in self.ids():
            for line in pathlib.Path(f"/proc/{each}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    total += int(line.split()[1]) * 1024
        return total

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                pipe.close()
