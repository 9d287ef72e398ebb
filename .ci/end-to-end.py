#!/usr/bin/env python3
"""Flies the real binaries end to end: a stream, a recording, garbage, the same bytes, the end.

Usage: end-to-end.py FOLDER-OF-THE-BINARIES
"""

import contextlib
import decimal
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile

BINARIES = sys.argv[1]
DAEMON = os.path.join(BINARIES, "runwayd")
CLIENT = os.path.join(BINARIES, "runway")
EPOCH = "2026-01-01T00:00:00Z"
PAGE = os.path.join(
    os.path.dirname(__file__), "../Sources/WireProtocol/WireProtocol.docc/Protocol.md")
PLACES = {"heart_rate_bpm": 0, "speed_mps": 3, "cadence_spm": 1, "stride_m": 3, "contact_ms": 1}
COLUMNS = "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms"


class Daemon:
    """One runwayd, ready once it says that it listens."""

    def __init__(self, folder, *flags):
        self.path = os.path.join(folder, "runwayd.sock")
        self.process = subprocess.Popen(
            [DAEMON, "--socket", self.path, *flags], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "listening on" in line:
                return
        raise SystemExit("runwayd did not start")

    def connect(self):
        return Peer(self.path)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        assert self.process.wait(timeout=10) == 0, "runwayd must end with 0"
        assert not os.path.exists(self.path), "the socket file must be gone"


class Peer:
    """A connection past the greeting."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")
        self.hello = self.read()
        assert self.hello["type"] == "hello"

    def send(self, request):
        data = request if isinstance(request, bytes) else json.dumps(request).encode()
        self.socket.sendall(data + b"\n")

    def read(self):
        line = self.file.readline()
        assert line.endswith(b"\n"), "the connection ended"
        return json.loads(line)

    def subscribe(self, **fields):
        self.send({"op": "subscribe", **fields})

    def lines_until_end(self, sessions):
        """The numbered lines, without the clock fields, until so many sessions have ended."""
        lines = []
        while sessions:
            line = self.read()
            assert line["type"] not in ("gap", "error"), line
            if "n" not in line:
                continue
            lines.append({k: v for k, v in line.items() if k not in ("due_us", "late_us")})
            sessions -= line["type"] == "end"
        return lines


def check_stream(folder):
    """The first README command, as a pipe sees it, and nc by hand."""
    out = subprocess.run(
        [CLIENT, "tail", "--embedded", "--json", "-n", "5"], capture_output=True, text=True,
        timeout=30)
    assert out.returncode == 0 and out.stderr == "", out
    numbered = [line for line in map(json.loads, out.stdout.splitlines()) if "n" in line]
    assert len(numbered) == 5
    daemon = Daemon(folder, "--seed", "7")
    by_hand = subprocess.run(
        ["nc", "-N", "-U", daemon.path], input=b"help\nstatus\nquit\n", capture_output=True,
        timeout=30)
    types = [json.loads(line)["type"] for line in by_hand.stdout.splitlines()]
    assert types == ["hello", "help", "status", "bye"], types
    for command in ("sessions", "describe"):
        out = subprocess.run([CLIENT, command, "--socket", daemon.path], capture_output=True)
        assert out.returncode == 0 and out.stdout, out
    daemon.stop()


def make_recording(path, seed):
    """A run with absent cells, drop-outs and pauses; returns the cells by metric."""
    chance = random.Random(seed)
    cells = {name: [] for name in PLACES}
    with open(path, "w") as file:
        file.write(COLUMNS + "\n")
        time = 0
        for _ in range(900):
            row = []
            for name, places in PLACES.items():
                centre = {0: 150, 3: 3 if name == "speed_mps" else 1.1, 1: 170}[places]
                value = decimal.Decimal(f"{centre * chance.uniform(0.8, 1.2):.{places}f}")
                is_absent = chance.random() < 0.05
                row.append("" if is_absent else str(value))
                if not is_absent:
                    cells[name].append(value)
            file.write(f"{time},{','.join(row)}\n")
            time += chance.choices((1, 2, 3, 20), (95, 3, 1, 1))[0]
    return cells


def check_recording(folder):
    """Every cell is streamed, and the last statistics are those of the file."""
    path = os.path.join(folder, "run.csv")
    cells = make_recording(path, seed=11)
    daemon = Daemon(folder, "--replay", path, "--speed", "600", "--epoch", EPOCH)
    peer = daemon.connect()
    peer.subscribe(
        sub="all", after="start", kinds=["sample", "stat"], window="session", every="1m",
        stats=["count", "average", "min", "max"])
    lines = peer.lines_until_end(1)
    assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
    last = [line for line in lines if line["type"] == "stat"][-1]
    assert lines[-2] == last and last["phase"] == "touchdown"
    for name, values in cells.items():
        sent = sum(name in line for line in lines if line["type"] == "sample")
        assert sent == len(values) == last[name]["count"], name
        mean = (sum(values) / len(values)).quantize(
            decimal.Decimal(1).scaleb(-PLACES[name] - 2), decimal.ROUND_HALF_EVEN)
        assert last[name]["average"] == float(mean), (name, last[name], mean)
        assert last[name]["min"] == float(min(values))
        assert last[name]["max"] == float(max(values))
    daemon.stop()


def check_garbage(folder):
    """Each hostile line gets one typed error, and the neighbour's stream goes on."""
    daemon = Daemon(folder, "--seed", "7", "--speed", "10")
    neighbour = daemon.connect()
    neighbour.subscribe()
    hostile = {
        b"": "bad_json", b"not json": "bad_json", b'{"op":"fly"}': "unknown_op",
        b'{"op":"subscribe","kinds":7}': "bad_field",
        b'{"op":"subscribe","metrics":["wings"]}': "unknown_metric",
        b'{"op":"subscribe","window":"banana"}': "bad_window",
        b'{"op":"describe","op":"status"}': "bad_json", b'{"op":"\xff"}': "bad_json",
        b'{"op":"a\x00"}': "bad_json", b'{"op":' + b"[" * 1000: "bad_json",
        b"x" * (1 << 20): "line_too_long",
    }
    peer = daemon.connect()
    for line, code in hostile.items():
        peer.send(line)
        answer = peer.read()
        assert answer["type"] == "error" and answer["code"] == code, (line[:40], answer)
        assert code != "bad_json" or {"line", "column"} <= answer.keys(), answer
    endless = daemon.connect()
    # The daemon ends the connection past its limit, long before these are sent.
    with contextlib.suppress(BrokenPipeError):
        for _ in range(64):
            endless.socket.sendall(b"x" * (1 << 20))
        raise SystemExit("a line without end is listened to for ever")
    assert [endless.read()["type"], endless.read()["type"]] == ["error", "bye"]
    # The daemon may end the connection before it has read the line: it does not read on.
    with contextlib.suppress(BrokenPipeError):
        peer.send(b"x" * (1 << 20))
    assert peer.read()["code"] == "line_too_long"
    assert peer.read()["type"] == "bye"
    numbered = 0
    while numbered < 20:
        numbered += "n" in neighbour.read()
    daemon.stop(signal.SIGINT)
    while neighbour.read()["type"] != "bye":
        pass


def check_stopped_daemon(folder):
    """A daemon that stops between two pages is given up; a listing ends with its reader."""
    daemon = Daemon(folder, "--seed", "7", "--sessions", "20000")
    listing = [CLIENT, "sessions", "--json", "--timeout", "2s", "--socket", daemon.path]
    # It is longer than a pipe holds, so that neither has ended when its first page is read.
    with subprocess.Popen(listing, stdout=subprocess.PIPE) as left:
        assert json.loads(left.stdout.readline())["next"] == 64
        left.stdout.close()
        assert left.wait(timeout=60) == 0
    client = subprocess.Popen(listing, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    page = client.stdout.readline()
    daemon.process.send_signal(signal.SIGSTOP)
    output, errors = client.communicate(timeout=60)
    daemon.process.send_signal(signal.SIGCONT)
    assert client.returncode == 69 and "has not answered sessions in 2" in errors, errors
    pages = (page + output).splitlines()
    assert len(pages) < 20000 // 64 and all(json.loads(line) for line in pages)
    peer = daemon.connect()
    peer.send({"op": "status"})
    assert peer.read()["requests"] < 20000 // 64
    daemon.stop()


def check_same_bytes(folder):
    """What is exported is what was streamed, from the start and from an anchor in the middle."""
    flags = ["--seed", "42", "--sessions", "1", "--epoch", EPOCH]
    shape = ["--kinds", "stat,sample,phase,event", "--smooth", "ema:5s", "--every", "5s"]
    variants = []
    for tunables in ("", "glibc.cpu.hwcaps=-AVX2,-AVX,-FMA,-AVX512F,-SSE4_2"):
        out = os.path.join(folder, f"export{len(variants)}")
        subprocess.run(
            [CLIENT, "export", "--format", "ndjson", "--out", out, *flags, *shape], check=True,
            stderr=subprocess.DEVNULL, env={**os.environ, "GLIBC_TUNABLES": tunables})
        with open(os.path.join(out, "s0.0.ndjson"), "rb") as file:
            variants.append(file.read())
    assert variants[0] == variants[1], "other vector variants, other bytes"
    exported = [json.loads(line) for line in variants[0].splitlines()]
    daemon = Daemon(folder, "--speed", "600", *flags)
    request = {
        "select": {"session": "s0.0"}, "kinds": ["stat", "sample", "phase", "event"],
        "smooth": {"kind": "ema", "half_life": "5s"}, "every": "5s"}
    peer = daemon.connect()
    peer.subscribe(after="start", **request)
    assert peer.lines_until_end(1) == exported, "the stream differs from the export"
    middle = len(exported) // 2
    peer = daemon.connect()
    peer.subscribe(after=exported[middle]["anchor"], **request)
    assert peer.lines_until_end(1) == exported[middle + 1:], "the resumed stream differs"
    daemon.stop()


def proof_program():
    """The program of the protocol's page that proves a stream to be gapless."""
    with open(PAGE) as page:
        program = page.read().split("```python\n")[1].split("```")[0]
    assert program.count("\n") <= 10
    return program


def stream_with_gap(folder):
    """The whole lines of a tail that was not read for a while; four lanes early in their runs."""
    config = os.path.join(folder, "config.json5")
    with open(config, "w") as file:
        file.write("{limits: {outbox_lines: 1024}}")
    daemon = Daemon(
        folder, "--config", config, "--seed", "7", "--sessions", "35", "--speed", "100",
        "--epoch", EPOCH)
    tail = subprocess.Popen(
        [CLIENT, "tail", "--json", "--socket", daemon.path, "--session", "s0,s5,s13,s34",
         "--kinds", "stat,sample,truth,phase,event"], stdout=subprocess.PIPE)
    # Every session has been heard of before lines are lost.
    lines = [tail.stdout.readline() for _ in range(50)]
    peer = daemon.connect()
    lost = 0
    while not lost:
        peer.send({"op": "status"})
        lost = peer.read()["lines_lost"]
    while json.loads(lines[-1])["type"] != "gap":
        lines.append(tail.stdout.readline())
    lines += [tail.stdout.readline() for _ in range(200)]
    tail.kill()
    tail.wait()
    daemon.stop()
    return lines


def check_proof(folder):
    """The page's program accepts a stream with an announced gap, and none that lacks a line."""
    program = proof_program()

    def proves(lines):
        out = subprocess.run(
            [sys.executable, "-c", program], input=b"".join(lines), capture_output=True)
        assert out.returncode == 0 or out.stderr.endswith(b"lines are missing\n"), out
        return out.returncode == 0

    lines = stream_with_gap(folder)
    values = [json.loads(line) for line in lines]
    gap = [value["type"] for value in values].index("gap")
    assert proves(lines), "a stream with an announced gap"
    assert not proves(lines[:gap] + lines[gap + 1:]), "without the gap's line"
    # A session's first line that came, and its last, are its ends and not missing.
    spoken = [value.get("session") if "n" in value else None for value in values]
    inner = [
        i for i, name in enumerate(spoken)
        if name and name in spoken[:i] and name in spoken[i + 1:]]
    assert len(inner) > 200
    beside = [max(i for i in inner if i < gap), min(i for i in inner if i > gap)]
    for cut in beside + random.Random(11).sample(inner, 20):
        assert not proves(lines[:cut] + lines[cut + 1:]), f"without line {cut}: {lines[cut]}"


for check in (
        check_stream, check_recording, check_garbage, check_stopped_daemon, check_same_bytes,
        check_proof):
    with tempfile.TemporaryDirectory() as folder:
        check(folder)
        print(f"{check.__name__}: passed")
