#!/usr/bin/env python3
"""Holds what the real daemon does while the disk of its state directory is full, or slow.

Usage: disk.py FOLDER-OF-THE-BINARIES
"""

import contextlib
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from harness import Peer, listener_of

DAEMON = os.path.join(sys.argv[1], "runwayd")
FLOOD = 20_000


@contextlib.contextmanager
def daemon(folder, *inject):
    """A daemon whose calls on its journal are tampered with, and the path of its log."""
    path, log = os.path.join(folder, "runwayd.sock"), os.path.join(folder, "log")
    state = os.path.join(folder, "state")
    subprocess.run(
        ["timeout", "-s", "TERM", "1", DAEMON, "--socket", path, "--state", state, "--seed", "7",
         "--sessions", "10"], stderr=subprocess.DEVNULL, check=False)
    with open(log, "wb") as errors:
        process = subprocess.Popen(
            ["strace", "-f", "-qq", "-e", "signal=none", "-o", "/dev/null",
             "-P", os.path.join(state, "journal"), *inject,
             DAEMON, "--socket", path, "--state", state, "--sessions", "10"],
            stderr=errors, start_new_session=True)
    try:
        deadline = time.monotonic() + 20
        while "listening on" not in open(log).read():
            assert process.poll() is None and time.monotonic() < deadline, open(log).read()
            time.sleep(0.01)
        yield path, log
        os.kill(listener_of(path), signal.SIGTERM)
        assert process.wait(timeout=20) == 0, open(log).read()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def check_full(folder):
    """Each command is refused as disk_full, lines go on, and the log stays short."""
    with daemon(folder, "-e", "inject=write,pwrite64,writev:error=ENOSPC") as (path, log):
        peer = Peer(path)
        reader = Peer(path)
        reader.say({"op": "subscribe"})
        for _ in range(FLOOD // 100):
            peer.say(*[{"op": "start"}] * 100)
            for _ in range(100):
                error = peer.answer("ok", "error")
                assert (error.get("code"), error.get("retryable")) == ("disk_full", True), error
        reader.follow(20)
        peer.say({"op": "status"})
        status = peer.answer("status")
        assert status["requests_refused"] == FLOOD, status
    text = open(log).read()
    refusals = [line for line in text.splitlines() if "could not be kept" in line]
    assert 1 <= len(refusals) <= 8, text
    assert "No space left on device" in refusals[0], refusals
    assert re.search(r"\d+ times within 10 s, the last time: ", text), text
    print(f"full disk: {FLOOD} commands refused, {len(refusals)} lines in the log")


def check_slow(folder):
    """What waits for a command on its way to the disk goes on with it, and not with a tick."""
    waits = []
    with daemon(folder, "-e", "inject=fsync,fdatasync:delay_enter=450000") as (path, _):
        peer = Peer(path)
        peer.say({"op": "subscribe", "kinds": ["sample", "event"]})
        peer.answer("live")
        for _ in range(15):
            time.sleep(random.uniform(0.05, 0.15))
            peer.say({"op": "start"})
            answer = peer.answer("ok", "error")
            came = time.monotonic()
            assert answer["type"] == "ok" and answer["durable"], answer
            while True:
                line = peer.next()
                if "n" in line and line["t"] >= answer["at"]:
                    break
            waits.append(time.monotonic() - came)
    median = statistics.median(waits) * 1000
    assert median < 20, f"lines came {median:.0f} ms after the command was on the disk"
    print(f"slow disk: lines came {median:.1f} ms after the command was on the disk")


for check in (check_full, check_slow):
    with tempfile.TemporaryDirectory() as place:
        check(place)
print("disk: passed")
