#!/usr/bin/env python3
"""Measures what sessions, shards and readers cost, and holds the formulas of Deployment.md against it.

Usage: sizes.py FOLDER-OF-THE-BINARIES [--seconds S] [--rows N ...] [--known JSON]

A measurement, and no part of the gate: it wants a quiet machine with 8 GB of memory. Each row flies a
fleet in so many shards on this machine, in real time, whose readers each take all lines of a shard:
processors and memory of all daemons together, lines and bytes of all readers. The coefficients come
from the first three rows, with one shard, each measured twice; the others are predicted by them, and a
prediction that is off by more than a fifth fails.
"""

import argparse
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

# Shards, sessions of all, readers of each shard. The first three make the formulas.
ROWS = [
    (1, 20_000, 1), (1, 80_000, 1), (1, 20_000, 4),
    (1, 40_000, 2), (2, 80_000, 1), (4, 40_000, 4), (4, 200_000, 1), (4, 400_000, 1),
]
TICK = os.sysconf("SC_CLK_TCK")
# How many rows make the formulas.
FORMED = 3
# A machine that does not carry a fleet does not bring its readers to the present in this time.
PATIENCE = 1800


class Reader(threading.Thread):
    """Takes all lines of a shard and throws them away."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.bytes = self.lines = 0
        self.is_live = threading.Event()
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.sendall(b'{"op":"subscribe"}\n')
        self.start()

    def run(self):
        buffer = bytearray(1 << 20)
        with contextlib.suppress(OSError):
            while count := self.socket.recv_into(buffer):
                self.bytes += count
                self.lines += buffer.count(b"\n", 0, count)
                if not self.is_live.is_set() and buffer.find(b'"type":"live"', 0, count) >= 0:
                    self.is_live.set()


class Daemon:
    def __init__(self, binaries, folder, shard, sessions):
        self.path = os.path.join(folder, f"{shard.replace('/', '-')}.sock")
        epoch = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 7200))
        self.process = subprocess.Popen(
            [os.path.join(binaries, "runwayd"), "--socket", self.path, "--shard", shard, "--seed",
             "7", "--epoch", epoch, "--sessions", str(sessions), "--log-level", "error"])

    def wait_until_there(self):
        while True:
            assert self.process.poll() is None, "a daemon has ended by itself"
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as peer:
                peer.connect(self.path)
                return
            time.sleep(0.01)

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024

    def lateness(self):
        """How late the latest tick was, and the 99th percentile, microseconds."""
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(self.path)
            peer.sendall(b'{"op":"status"}\n')
            for line in peer.makefile("rb"):
                status = json.loads(line)
                if status["type"] == "status":
                    return status["tick_late_us"]["p99"]


def measure(binaries, shards, sessions, readers, seconds):
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        daemons = [
            Daemon(binaries, folder, f"{index}/{shards}", sessions) for index in range(shards)]
        for daemon in daemons:
            stack.callback(daemon.process.wait)
            stack.callback(daemon.process.terminate)
        for daemon in daemons:
            daemon.wait_until_there()
        began = time.monotonic()
        streams = [Reader(daemon.path) for daemon in daemons for _ in range(readers)]
        for stream in streams:
            assert stream.is_live.wait(PATIENCE), "a reader does not get to the present"
        ready = time.monotonic() - began
        # The whole fleet is under way, and memory that the start took is there again.
        time.sleep(5)
        first = time.monotonic()
        before = sum(daemon.processor_seconds() for daemon in daemons)
        counts = sum(s.lines for s in streams), sum(s.bytes for s in streams)
        time.sleep(seconds)
        span = time.monotonic() - first
        used = sum(daemon.processor_seconds() for daemon in daemons) - before
        return {
            "processors": used / span,
            "memory": sum(daemon.memory() for daemon in daemons),
            "lines": (sum(s.lines for s in streams) - counts[0]) / span,
            "bytes": (sum(s.bytes for s in streams) - counts[1]) / span,
            "late_p99_us": max(daemon.lateness() for daemon in daemons),
            "ready_s": ready,
        }


def formulas(rows):
    """Coefficients from one shard with few sessions, with many, and with more readers."""
    few, many, read = rows
    (sessions, more, readers) = ROWS[0][1], ROWS[1][1], ROWS[2][2]
    processor = (many["processors"] - few["processors"]) / (more - sessions)
    sent = (read["processors"] - few["processors"]) / sessions / (readers - 1)
    memory = (many["memory"] - few["memory"]) / (more - sessions)
    reading = (read["memory"] - few["memory"]) / sessions / (readers - 1)
    return {
        "daemon": few["processors"] - processor * sessions,
        "session": processor - sent,
        "reader": sent,
        "memory_daemon": few["memory"] - memory * sessions,
        "memory_session": memory - reading,
        "memory_reader": reading,
        "lines": few["lines"] / sessions,
        "bytes": few["bytes"] / sessions,
    }


def predict(known, shards, sessions, readers):
    each = known["session"] + known["reader"] * readers
    memory = known["memory_session"] + known["memory_reader"] * readers
    return {
        "processors": shards * known["daemon"] + sessions * each,
        "memory": shards * known["memory_daemon"] + sessions * memory,
        "lines": known["lines"] * sessions * readers,
        "bytes": known["bytes"] * sessions * readers,
    }


def tell(row, shards, sessions, readers):
    print(f"{shards} x {sessions // shards} sessions, {readers} readers each: "
          f"{row['processors']:.3f} processors, {row['memory'] / 1e6:.0f} MB, "
          f"{row['lines']:.0f} lines/s, {row['bytes'] / 1e6:.1f} MB/s, tick p99 "
          f"{row['late_p99_us']} us late, live after {row['ready_s']:.1f} s", flush=True)


def judge(known, row, *what):
    """How far the formulas are off; returns the largest share."""
    expected = predict(known, *what)
    errors = {name: expected[name] / row[name] - 1 for name in expected}
    print("    predicted " + ", ".join(
        f"{name} {expected[name]:.4g} ({error * 100:+.0f} %)" for name, error in errors.items()),
        flush=True)
    return max(map(abs, errors.values()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rows", type=int, nargs="*", default=range(FORMED, len(ROWS)))
    parser.add_argument("--known", help="coefficients that an earlier run has printed, as JSON")
    arguments = parser.parse_args()

    def row(number):
        result = measure(arguments.binaries, *ROWS[number], arguments.seconds)
        tell(result, *ROWS[number])
        return result

    known = json.loads(arguments.known) if arguments.known else None
    if known is None:
        # So little of a processor is a matter of moments: the mean of two.
        twice = [[row(number) for number in range(FORMED)] for _ in range(2)]
        known = formulas([
            {name: (one[name] + other[name]) / 2 for name in one} for one, other in zip(*twice)])
        print(json.dumps(known), flush=True)
    worst = max((judge(known, row(number), *ROWS[number]) for number in arguments.rows), default=0)
    assert worst <= 0.2, f"a prediction is off by {worst * 100:.0f} %"


if __name__ == "__main__":
    main()
