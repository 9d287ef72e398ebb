#!/usr/bin/env python3
"""Kills the real daemon again and again under load, and holds what its clients got together.

Usage: survive.py FOLDER-OF-THE-BINARIES [--kills N] [--seed S]

Twenty subscribers with different requests keep the anchor of the last whole line and come back with
it; live commands go on all the while; the daemon is killed at random moments, some of them with
commands on their way to the disk, and started on its state directory again; now and then it ends
well in between. At the end every stream, its clock fields apart, must be the one that a single
subscription gets for the same span: nothing missing, nothing repeated, nothing different; and every
command that was acknowledged told at its instant. The last flight has its clock set back whenever
the daemon is dead.
"""

import argparse
import datetime
import json
import os
import random
import re
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zlib

CLOCK_FIELDS = re.compile(rb',"(?:due_us|late_us)":-?\d+')
DATA = re.compile(rb'^\{(?:"sub":"[^"]*",)?"type":"[^"]*","session":"[^"]*","n":\d+,')
ANCHOR = re.compile(rb'"anchor":"([^"]*)"')
KIND = re.compile(rb'^\{(?:"sub":"[^"]*",)?"type":"([^"]*)"')
STARTED_LANE = 600000
PLANS = ("easy", "long", "mission", "intervals", "repetitions", "fartlek", "tempo", "progression")
REFUSALS = ("wrong_state", "unknown_session", "bad_field")
# Where the clock is set back each time, the fleet may lie too far behind for a command to wait.
SET_BACK = ("clock_behind",)
RECORD = 88
SUBSCRIBERS = 20
SESSIONS = 12


def requests(chance):
    """What the subscribers ask for: all and some, one lane and several, every kind, windows."""
    lanes = [f"s{lane}" for lane in range(SESSIONS)]
    fixed = [
        {},
        {"sub": "all", "kinds": ["stat", "phase", "event"]},
        {"sub": "raw", "kinds": ["sample", "event"], "metrics": ["heart_rate_bpm", "distance_m"]},
        {"kinds": ["event"]},
        {"select": {"session": "s0"}, "kinds": ["sample", "truth", "stat", "phase", "event"]},
        {"kinds": ["advisory", "phase", "event"]},
    ]
    for number in range(SUBSCRIBERS - len(fixed)):
        request = {
            "select": {"session": chance.sample(lanes, chance.randint(1, 4))},
            "kinds": chance.choice((["stat"], ["stat", "phase", "event"], ["sample", "stat"])),
            "window": chance.choice(("5s", "30s", "5m", "session")),
            "every": chance.choice(("1s", "2s", "10s")),
            "stats": chance.choice((["average"], ["min", "max", "sd"], ["latest", "coverage"])),
        }
        if chance.random() < 0.5:
            request["sub"] = f"named{number}"
        if chance.random() < 0.3:
            request["smooth"] = {"kind": "ema", "half_life": "5s"}
        if chance.random() < 0.3:
            request["align"] = "clock"
        fixed.append(request)
    return fixed


class Daemon:
    """A runwayd on a state directory, killed and started again."""

    def __init__(self, binaries, folder, seed, speed):
        self.path = os.path.join(folder, "runwayd.sock")
        self.state = os.path.join(folder, "state")
        self.log = os.path.join(folder, "log")
        self.command = [
            os.path.join(binaries, "runwayd"), "--socket", self.path, "--state", self.state,
            "--sessions", str(SESSIONS), "--speed", str(speed), "--seed", str(seed)]
        self.process = None
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command, stderr=log)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                peer = self.connect()
                if peer.recv(1):
                    peer.close()
                    return
            except OSError:
                time.sleep(0.002)
        with open(self.log) as log:
            raise AssertionError(f"runwayd did not start:\n{log.read()}")

    def connect(self):
        peer = socket.socket(socket.AF_UNIX)
        peer.connect(self.path)
        return peer

    def signal(self, number):
        assert self.process.poll() is None, f"runwayd has ended: {self.process.returncode}"
        self.process.send_signal(number)

    def wait(self, number):
        """Waits for the end that a signal brings."""
        code = self.process.wait(timeout=10)
        assert code == (0 if number == signal.SIGTERM else -number), f"runwayd has ended: {code}"

    def set_clock_back(self, seconds):
        """The machine's clock stays as it is; the state is moved, which comes to the same."""
        path = os.path.join(self.state, "identity")
        with open(path, "rb") as file:
            lines = [line[:78].decode().rstrip() for line in file]
        with open(path, "wb") as file:
            for number, line in enumerate(lines, 1):
                name, value = line.split(" ", 1)
                if name == "wall_us":
                    line = f"{name} {int(value) + int(seconds * 1e6)}"
                file.write(record(line, number))


def record(text, line):
    """A line of a file of the state directory."""
    padded = text.encode().ljust(78)
    return padded + b" %08x\n" % zlib.crc32(line.to_bytes(8, "little") + padded)


def journal(daemon):
    """The commands of the journal, each line of which must be sound."""
    with open(os.path.join(daemon.state, "journal"), "rb") as file:
        data = file.read()
    assert len(data) % RECORD == 0, "the journal ends within a line"
    lines = [data[start:start + RECORD] for start in range(0, len(data), RECORD)]
    texts = [line[:78].decode().rstrip() for line in lines]
    for number, (line, text) in enumerate(zip(lines, texts), 1):
        assert line == record(text, number), f"line {number} of the journal is damaged: {text}"
    return texts[1:]


class Link:
    """A connection that may be cut at any byte."""

    def __init__(self, daemon):
        self.socket = daemon.connect()
        self.rest = b""

    def send(self, request):
        try:
            self.socket.sendall(json.dumps(request).encode() + b"\n")
        except BrokenPipeError:
            pass

    def receive(self):
        """The whole lines that have come; nil at the end, where half a line is thrown away."""
        try:
            data = self.socket.recv(1 << 18)
        except ConnectionResetError:
            data = b""
        if not data:
            return None
        *lines, self.rest = (self.rest + data).split(b"\n")
        return lines


class Subscriber:
    """One stream over many connections."""

    def __init__(self, number, request):
        self.number = number
        self.request = request
        self.first = None
        self.anchor = None
        self.lines = []
        self.link = None
        self.again_at = 0
        self.ahead = 0

    def open(self, daemon):
        self.link = Link(daemon)
        after = {"after": self.anchor} if self.anchor else {}
        self.link.send({"op": "subscribe", **self.request, **after})

    def take(self, line):
        kind = KIND.match(line)[1]
        if DATA.match(line):
            self.lines.append(CLOCK_FIELDS.sub(b"", line))
        elif kind == b"error":
            assert json.loads(line)["code"] == "anchor_ahead", (self.number, line)
            self.ahead += 1
            self.again_at = time.monotonic() + 0.1
        else:
            is_bad = kind == b"gap" or kind == b"bye" and json.loads(line)["code"] != "shutdown"
            assert not is_bad, (self.number, line)
        anchor = ANCHOR.search(line)
        if anchor:
            self.anchor = anchor[1].decode()
            self.first = self.first or self.anchor


class Pilot:
    """Gives live commands, and notes what is acknowledged."""

    def __init__(self, chance, speed, refusals):
        self.refusals = refusals
        self.chance = chance
        self.speed = speed
        self.link = None
        self.number = 0
        self.asked = {}
        self.acknowledged = []
        self.cut = 0
        self.latest = None
        self.started = []
        self.paused = []

    def open(self, daemon):
        self.link = Link(daemon)
        self.cut += len(self.asked)
        self.asked = {}

    def command(self):
        """Lets sessions pause for a moment, and others come and go."""
        chance = self.chance
        self.number += 1
        request = {"op": self.choose(), "id": self.number}
        if request["op"] == "start":
            request["plan"] = chance.choice(PLANS)
            if self.latest and chance.random() < 0.2:
                ahead = datetime.timedelta(seconds=self.speed * chance.randint(1, 2))
                request["at"] = f"{(self.latest + ahead):%Y-%m-%dT%H:%M:%SZ}"
        else:
            request["session"] = self.lane(request["op"])
        self.asked[self.number] = request["op"]
        self.link.send(request)

    def choose(self):
        chance = self.chance
        if len(self.started) < 8 and chance.random() < 0.1:
            return "start"
        if chance.random() < 0.05:
            return "stop"
        return "resume" if chance.random() < 0.25 * len(self.paused) else "pause"

    def lane(self, op):
        lanes = [f"s{lane}" for lane in range(SESSIONS)] + self.started
        if op == "resume" and self.paused and self.chance.random() < 0.9:
            lanes = self.paused
        if op == "stop" and self.chance.random() < 0.9:
            lanes = self.started or lanes
        return self.chance.choice(lanes)

    def take(self, line):
        answer = json.loads(line)
        if answer["type"] not in ("ok", "error"):
            return
        op = self.asked.pop(answer["id"])
        if answer["type"] == "error":
            assert answer["code"] in self.refusals, answer
            return
        assert answer["durable"], answer
        session = answer["session"]
        lane = session.split(".")[0]
        self.acknowledged.append((op, session, answer["at"]))
        at = datetime.datetime.fromisoformat(answer["at"].replace("Z", "+00:00"))
        self.latest = max(self.latest or at, at)
        if op == "start":
            self.started.append(lane)
        if op == "stop" and lane in self.started:
            self.started.remove(lane)
        if op == "pause":
            self.paused.append(lane)
        elif lane in self.paused:
            self.paused.remove(lane)


class Flight:
    """One daemon's life of many deaths."""

    def __init__(self, binaries, folder, seed, speed, clock_steps):
        self.chance = random.Random(f"{seed} {speed} {clock_steps}")
        self.clock_steps = clock_steps
        self.daemon = Daemon(binaries, folder, seed, speed)
        self.pilot = Pilot(self.chance, speed, REFUSALS + (SET_BACK if clock_steps else ()))
        self.subscribers = [
            Subscriber(number, request) for number, request in enumerate(requests(self.chance))]
        # Its statistics come every second, so that its last line is behind every command.
        self.watcher = self.subscribers[1]
        self.selector = selectors.DefaultSelector()
        self.open_all()

    def open_all(self):
        for peer in [self.pilot, *self.subscribers]:
            self.open(peer)

    def open(self, peer):
        peer.open(self.daemon)
        self.selector.register(peer.link.socket, selectors.EVENT_READ, peer)

    def close(self, peer):
        self.selector.unregister(peer.link.socket)
        peer.link.socket.close()
        peer.link = None

    def take(self, peer):
        """Takes what has come; false at the end of the connection."""
        lines = peer.link.receive()
        for line in lines or []:
            peer.take(line)
        return lines is not None

    def read(self, seconds, commands=True):
        """Reads what comes for a while, and lets commands be given meanwhile."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for key, _ in self.selector.select(min(left, 0.01)):
                assert self.take(key.data), "the daemon closed a connection"
            for subscriber in self.subscribers:
                if 0 < subscriber.again_at <= time.monotonic():
                    subscriber.again_at = 0
                    self.close(subscriber)
                    self.open(subscriber)
            if commands and self.chance.random() < 0.3:
                self.pilot.command()
            if self.chance.random() < 0.005:
                subscriber = self.chance.choice(self.subscribers)
                self.close(subscriber)
                self.open(subscriber)

    def kill(self):
        chance = self.chance
        # After a clean end commands take effect at once: the kill meets them where the fleet is.
        if chance.random() < 0.5:
            self.restart(signal.SIGTERM)
        span = chance.choices(((0, 0.1), (0.1, 0.5), (0.5, 1.5), (2, 4)), (2, 4, 4, 1))[0]
        self.read(chance.uniform(*span))
        if chance.random() < 0.6:
            for _ in range(chance.randint(1, 5)):
                self.pilot.command()
            time.sleep(chance.choice((0, 0.0005, 0.002, 0.005)))
        self.restart(signal.SIGKILL)

    def restart(self, number):
        """Ends the daemon, and reads what it has sent before its end."""
        self.daemon.signal(number)
        for peer in [self.pilot, *self.subscribers]:
            while self.take(peer):
                pass
            self.close(peer)
            peer.again_at = 0
        self.daemon.wait(number)
        if self.clock_steps:
            self.daemon.set_clock_back(self.chance.uniform(0, 2))
        time.sleep(self.chance.choice((0, 0, 0.2)))
        self.daemon.start()
        self.open_all()

    def follow(self, request, after, through):
        """The data lines of a single subscription up to and including the one with an anchor."""
        link = Link(self.daemon)
        link.send({"op": "subscribe", **request, "after": after})
        mark = b'"anchor":"%s"' % through.encode()
        got = []
        while True:
            lines = link.receive()
            assert lines is not None, "the daemon closed the connection"
            for line in lines:
                kind = KIND.match(line)[1]
                assert kind not in (b"error", b"gap", b"bye"), line
                if DATA.match(line):
                    got.append(CLOCK_FIELDS.sub(b"", line))
                    if mark in line:
                        link.socket.close()
                        return got

    def compare(self):
        """Every stream against a single subscription; returns the number of lines."""
        total = 0
        for subscriber in self.subscribers:
            if not subscriber.lines:
                continue
            last = ANCHOR.search(subscriber.lines[-1])[1].decode()
            expected = self.follow(subscriber.request, subscriber.first, last)
            check_equal(subscriber, expected)
            total += len(expected)
        return total

    def check_commands(self):
        """Every acknowledged command is in the journal, and told at its instant."""
        texts = journal(self.daemon)
        kept = {tuple(text.split()[:3]) for text in texts}
        assert len(kept) == len(texts), "a command stands in the journal twice"
        watcher = self.watcher
        last = ANCHOR.search(watcher.lines[-1])[1].decode()
        told = set()
        for line in self.follow(watcher.request, watcher.first, last):
            if KIND.match(line)[1] not in (b"stat", b"phase"):
                value = json.loads(line)
                told.add((value.get("event", "stop"), value["session"], value["t"]))
        for command in self.pilot.acknowledged:
            assert command in kept, f"{command} was acknowledged and is not in the journal"
            assert command in told, f"{command} was acknowledged and is not told"
        return len(texts)

    def land(self):
        """Waits until every command has taken effect and all have read it."""
        latest = self.pilot.latest + datetime.timedelta(seconds=2)
        for _ in range(600):
            self.read(0.2, commands=False)
            lines = self.watcher.lines
            if not lines or any(subscriber.again_at for subscriber in self.subscribers):
                continue
            now = json.loads(lines[-1])["t"].replace("Z", "+00:00")
            if datetime.datetime.fromisoformat(now) > latest:
                return
        raise AssertionError("the fleet does not get to its last command")


def check_equal(subscriber, expected):
    """Says the first line that is not as it must be."""
    for index, (line, other) in enumerate(zip(subscriber.lines, expected)):
        assert line == other, (
            f"subscriber {subscriber.number} {subscriber.request}: line {index} is\n"
            f"{line.decode()}\nand must be\n{other.decode()}\nbehind\n"
            f"{subscriber.lines[index - 1].decode()}")
    assert len(subscriber.lines) == len(expected), (
        f"subscriber {subscriber.number}: {len(subscriber.lines)} lines, not {len(expected)}")
    last = {}
    for value in map(json.loads, expected):
        session = value["session"]
        assert value["n"] == last.get(session, value["n"] - 1) + 1, f"a jump before {value}"
        last[session] = value["n"]


def fly(binaries, seed, kills, speed, clock_steps):
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        flight = Flight(binaries, folder, seed, speed, clock_steps)
        try:
            for _ in range(kills):
                flight.kill()
            flight.land()
            lines = flight.compare()
            kept = flight.check_commands()
        except BaseException:
            with open(flight.daemon.log) as log:
                sys.stderr.write("".join(log.readlines()[-10:]))
            raise
        finally:
            flight.daemon.process.kill()
            flight.daemon.process.wait()
    pilot = flight.pilot
    steps = ", clock set back each time" if clock_steps else ""
    print(
        f"speed {speed}{steps}: {kills} kills, {lines} lines compared, "
        f"{len(pilot.acknowledged)} commands acknowledged and 0 lost, {pilot.cut} cut off "
        f"({kept - len(pilot.acknowledged)} of them count), "
        f"{sum(peer.ahead for peer in flight.subscribers)} anchors ahead, "
        f"{time.monotonic() - began:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    seed, kills = arguments.seed, arguments.kills
    print(f"seed {seed}", flush=True)
    few = kills // 7
    flights = ((kills - 2 * few, 60, False), (few, 1, False), (few, 5, True))
    for count, speed, clock_steps in flights:
        try:
            fly(arguments.binaries, seed, count, speed, clock_steps)
        except BaseException:
            print(f"failed: speed {speed}, seed {seed}, {kills} kills", file=sys.stderr)
            raise


if __name__ == "__main__":
    main()
