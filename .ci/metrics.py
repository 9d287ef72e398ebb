#!/usr/bin/env python3
"""What `runway metrics` prints: promtool has nothing to say about it, and the counters move.

Usage: metrics.py FOLDER-OF-THE-BINARIES
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

BINARIES = sys.argv[1]
DAEMON = os.path.join(BINARIES, "runwayd")
CLIENT = os.path.join(BINARIES, "runway")
# What a subscription and its lines must move.
GROWING = (
    "runway_lines_sent_total", "runway_sent_bytes_total", "runway_requests_total",
    "runway_connections_accepted_total", "runway_tick_lateness_seconds_count")


def metrics(path):
    """The samples by name with labels, of a text that promtool accepts without a word."""
    out = subprocess.run(
        [CLIENT, "metrics", "--socket", path], capture_output=True, text=True, timeout=30)
    assert out.returncode == 0 and out.stderr == "", out
    check = subprocess.run(
        ["promtool", "check", "metrics"], input=out.stdout, capture_output=True, text=True)
    assert check.returncode == 0 and check.stdout == check.stderr == "", check
    samples = [line.rsplit(" ", 1) for line in out.stdout.splitlines() if line[0] != "#"]
    assert all(re.fullmatch(r"runway_[a-z_]+({.*})?", name) for name, _ in samples), samples
    return {name: float(value) for name, value in samples}


def check_histogram(samples, name):
    counts = [value for key, value in samples.items() if key.startswith(name + "_bucket")]
    assert counts == sorted(counts) and len(counts) > 10, counts
    assert counts[-1] == samples[name + "_count"]


def main(folder):
    path = os.path.join(folder, "runwayd.sock")
    daemon = subprocess.Popen(
        [DAEMON, "--socket", path, "--seed", "7", "--speed", "10"], stderr=subprocess.PIPE,
        text=True)
    try:
        while "listening on" not in daemon.stderr.readline():
            assert daemon.poll() is None, "runwayd did not start"
        before = metrics(path)
        subprocess.run(
            [CLIENT, "tail", "--socket", path, "--json", "-n", "30"], check=True,
            stdout=subprocess.DEVNULL, timeout=60)
        after = metrics(path)
        for name in GROWING:
            assert after[name] > before[name], (name, before[name], after[name])
        assert after["runway_lines_sent_total"] >= 30
        assert after['runway_lines_lost_total{reason="slow_consumer"}'] == 0
        assert after["runway_resident_memory_bytes"] < after["runway_memory_bound_bytes"]
        check_histogram(after, "runway_tick_lateness_seconds")
        check_histogram(after, "runway_send_lateness_seconds")
    finally:
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(timeout=10) == 0, "runwayd must end with 0"


with tempfile.TemporaryDirectory() as folder:
    main(folder)
    print("metrics: passed")
