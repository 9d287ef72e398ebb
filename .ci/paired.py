#!/usr/bin/env python3
"""Measures what one demanding client costs the others: pairs of windows without it and with it.

Usage: paired.py FOLDER-OF-THE-BINARIES [--pairs N] [--seconds S] [--patience S] [--only resume|stall]

A measurement, and no part of the gate: it wants a quiet machine, waits up to its patience before
each pair until the processors are idle, and prints how busy they were. Both windows of a pair lie in
one daemon's life, with the same live subscribers, each to one session at 1 Hz. Their latency is a
line's `due_us` against the monotonic clock when its bytes have been read.

resume  Beside 100 subscribers one to all 100 sessions resumes 55 minutes back, again and again. It
        must have its 330,000 lines within 3 s, and the median over the pairs of what p99.9 of the
        others changes must be at most 2 ms.
stall   Beside 1000 subscribers one to all their sessions is live and stops reading. The same
        change must be at most 2 ms, the daemon's memory within its bound, and who has stalled is
        told when it reads again: a gap, and at the end the goodbye.
"""

import argparse
import contextlib
import datetime
import json
import multiprocessing
import os
import re
import resource
import select
import socket
import statistics
import tempfile
import time

from harness import daemon

DUE = re.compile(rb'"due_us":(-?\d+),"late_us"')
CHANGE_MILLISECONDS = 2
RESUME_SECONDS = 3
RESUMED_LINES = 330_000
RESUMED_MINUTES = 55
STALL_SECONDS = 33
BUSY_PERCENT = 15


@contextlib.contextmanager
def bounded_daemon(binaries, sessions):
    """The path of a daemon's socket. What waits is bounded so that a stall meets it in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "config.json5")
        with open(config, "w") as file:
            file.write("{limits: {outbox_lines: 4096}}")
        flags = ("--config", config, "--sessions", str(sessions))
        with daemon(binaries, folder, *flags) as (_, path):
            yield path


class Peer:
    """A connection that has sent one request."""

    def __init__(self, path, request):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        self.rest = b""

    def lines(self):
        """The lines that have come; nothing at the end."""
        data = self.socket.recv(1 << 20)
        if not data:
            return []
        *lines, self.rest = (self.rest + data).split(b"\n")
        return lines or self.lines()

    def answer(self, kind):
        """The first line of a type."""
        while True:
            for line in self.lines():
                value = json.loads(line)
                if value["type"] == kind:
                    return value


def status(path):
    peer = Peer(path, {"op": "status"})
    answer = peer.answer("status")
    peer.socket.close()
    return answer


class Crowd:
    """Live subscribers, each to one session."""

    def __init__(self, path, count):
        self.poll = select.epoll()
        self.peers = {}
        for lane in range(count):
            request = {"op": "subscribe", "select": {"session": f"s{lane}"}}
            peer = Peer(path, request)
            self.peers[peer.socket.fileno()] = peer
            self.poll.register(peer.socket.fileno(), select.EPOLLIN)
        self.listen(5)

    def listen(self, seconds):
        """How late each live line of a window was, in microseconds, sorted."""
        late = []
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for number, _ in self.poll.poll(left):
                data = self.peers[number].socket.recv(1 << 16)
                now = time.monotonic_ns() // 1000
                assert data, "the daemon closed a connection"
                late += [now - int(due) for due in DUE.findall(data)]
        return sorted(late)

    def wait_for_quiet(self, patience):
        """Listens until the processors have been idle for two seconds."""
        until = time.monotonic() + patience
        while True:
            before = jiffies()
            self.listen(2)
            after = jiffies()
            busy = 100 * (1 - (after[1] - before[1]) / (after[0] - before[0]))
            if busy < BUSY_PERCENT or time.monotonic() > until:
                print(f"  {busy:.0f} % busy before", end="", flush=True)
                return


def jiffies():
    """All time of the processors, and the idle part of it."""
    with open("/proc/stat") as file:
        fields = [int(field) for field in file.readline().split()[1:9]]
    return sum(fields), fields[3] + fields[4]


def percentile(values, share):
    return values[min(len(values) - 1, int(len(values) * share))] / 1000


def old_anchor(path):
    """An anchor of 55 minutes ago; the sessions that fly began up to 70 minutes ago."""
    peer = Peer(path, {"op": "subscribe", "after": "start"})
    now = datetime.datetime.now(datetime.timezone.utc)
    wanted = now - datetime.timedelta(minutes=RESUMED_MINUTES)
    while True:
        for line in map(json.loads, peer.lines()):
            if "n" not in line:
                continue
            if datetime.datetime.fromisoformat(line["t"].replace("Z", "+00:00")) >= wanted:
                peer.socket.close()
                return line["anchor"]


def resume(path, anchor):
    """Seconds until a resumed subscription is live, and the lines that it has got by then."""
    began = time.monotonic()
    peer = Peer(path, {"op": "subscribe", "after": anchor})
    lines, tail = 0, b""
    while b'"type":"live"' not in tail:
        data = peer.socket.recv(1 << 20)
        assert data, "the daemon closed the connection"
        lines += data.count(b'","n":')
        tail = tail[-20:] + data
    peer.socket.close()
    return time.monotonic() - began, lines


def resume_until(path, anchor, until, results):
    """Resumes again and again.

    On what the others leave of the processors: a slice of the kernel's that their reader waits for
    is 2 ms already, and none of the daemon's.
    """
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    while time.monotonic() < until:
        results.put(resume(path, anchor))


def print_pair(number, without, other):
    print(
        f" pair {number}: p50 {percentile(without, 0.5):.2f} -> {percentile(other, 0.5):.2f} ms, "
        f"p99 {percentile(without, 0.99):.2f} -> {percentile(other, 0.99):.2f} ms, "
        f"p99.9 {percentile(without, 0.999):.2f} -> {percentile(other, 0.999):.2f} ms "
        f"({len(without)} and {len(other)} lines)", flush=True)
    return percentile(other, 0.999) - percentile(without, 0.999)


def judge(name, changes):
    """Prints the median change, and says whether it is allowed."""
    median = statistics.median(changes)
    print(f"{name}: median change of p99.9 {median:+.2f} ms, at most {CHANGE_MILLISECONDS}")
    return median <= CHANGE_MILLISECONDS


def measure_resume(binaries, pairs, seconds, patience):
    with bounded_daemon(binaries, 100) as path:
        anchor = old_anchor(path)
        crowd = Crowd(path, 100)
        results = multiprocessing.Queue()
        changes, resumes = [], []
        for number in range(pairs):
            crowd.wait_for_quiet(patience)
            without = crowd.listen(seconds)
            worker = multiprocessing.Process(
                target=resume_until, args=(path, anchor, time.monotonic() + seconds, results))
            worker.start()
            other = crowd.listen(seconds)
            while worker.is_alive() or not results.empty():
                crowd.listen(0.1)
                while not results.empty():
                    resumes.append(results.get())
            worker.join()
            changes.append(print_pair(number + 1, without, other))
    times = [time for time, _ in resumes]
    least = min(lines for _, lines in resumes)
    print(
        f"resume: {len(resumes)} times at least {least} lines, in {min(times):.2f} to "
        f"{max(times):.2f} s, median {statistics.median(times):.2f}, at most {RESUME_SECONDS}")
    is_fast = statistics.median(times) <= RESUME_SECONDS
    return judge("resume", changes) and is_fast and least >= RESUMED_LINES * 0.98


def stall(path):
    """A subscriber that reads until it is live, and then no more."""
    peer = Peer(path, {"op": "subscribe", "sub": "stalled"})
    while not any(b'"type":"live"' in line for line in peer.lines()):
        pass
    return peer


def rest_of(peer):
    """What a stalled reader finds when it reads again: how often each type of line."""
    types = {}
    peer.socket.settimeout(10)
    while lines := peer.lines():
        for line in lines:
            value = json.loads(line)
            kind = value.get("code", value["type"]) if value["type"] == "bye" else value["type"]
            types[kind] = types.get(kind, 0) + 1
    return types


def measure_stall(binaries, pairs, seconds, patience):
    with bounded_daemon(binaries, 1000) as path:
        crowd = Crowd(path, 1000)
        changes, memory = [], 0
        for number in range(pairs):
            crowd.wait_for_quiet(patience)
            without = crowd.listen(seconds)
            peer = stall(path)
            crowd.listen(1)
            other = crowd.listen(seconds)
            if number == pairs - 1:
                crowd.listen(STALL_SECONDS - seconds)
                types = rest_of(peer)
            state = status(path)
            memory = max(memory, state["memory_resident_bytes"])
            peer.socket.close()
            crowd.listen(1)
            changes.append(print_pair(number + 1, without, other))
    bound = state["memory_bound_bytes"]
    print(f"stall: memory {memory / 1e6:.0f} MB, at most {bound / 1e6:.0f} MB")
    print(f"stall: read at the end {types}; lines lost {state['lines_lost']}")
    is_told = types.get("stalled") == 1 and types.get("gap", 0) > 0
    return judge("stall", changes) and memory <= bound and is_told


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--patience", type=int, default=60)
    parser.add_argument("--only", choices=("resume", "stall"))
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"load {os.getloadavg()[0]:.2f}, {os.cpu_count()} processors", flush=True)
    measures = {"resume": measure_resume, "stall": measure_stall}
    good = [
        measure(arguments.binaries, arguments.pairs, arguments.seconds, arguments.patience)
        for name, measure in measures.items() if arguments.only in (None, name)]
    raise SystemExit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
