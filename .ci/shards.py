#!/usr/bin/env python3
"""Flies a fleet whole and in shards, and holds what consumers of the shards got together.

Usage: shards.py FOLDER-OF-THE-BINARIES [--long] [--seed S]

One daemon flies a fleet whole. Four daemons, with the same seed and epoch and folders of their own,
fly shards 0/4 to 3/4 of it in real time; runway tail --json reads each. Daemons and readers are
killed at random moments; daemons are started on their folders again, readers come back with the
anchor of the last whole line. In the middle shards 0/8 to 7/8 start, with new folders; their readers
begin after the anchors of the shards that they come from; a little later the four old ones end.

All lines that have come, each name (session and number) once, in the order of their instants and
lanes, must be the lines of the whole fleet, byte for byte but for due_us and late_us, the two clocks
of the daemon that has sent them: nothing missing, nothing different, nothing twice but what both an
old and a new shard have sent. Each stream must have lines of its own shard's lanes only: a lane that
two shards of a time flew would not show in the union. The check ends by taking a line away, changing
one, repeating one and giving one to another shard too: it must see each.

Then the same with commands, by which no daemon of the whole fleet can fly beside: sessions of four
shards are started, paused, resumed, stopped and written in by hand while daemons are killed. The four
end; shards 0/8 to 7/8 are made of their folders (--merge-state), and later shards 0/3 to 2/3 of those,
commanded on. At the end the folder of the whole fleet is made of the last ones: its lines, from the
beginning on, must be those that came from all the shards.
"""

import argparse
import collections
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

CLOCK_FIELDS = re.compile(rb',"(?:due_us|late_us)":-?\d+')
NAME = re.compile(rb'"session":"([sd])(\d+)\.(-?\d+)","n":(\d+),"t":"([^"]*)"')
ANCHOR = re.compile(rb'"anchor":"([^"]*)"')
KIND = re.compile(rb'"type":"([^"]*)"')
# What a stream says of itself, and not of the fleet.
OF_THE_STREAM = {b"hello", b"ok", b"snapshot", b"live", b"beat"}


def wall(seconds):
    """Now and so many seconds, as lines write it."""
    now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return f"{now:%Y-%m-%dT%H:%M:%S.%fZ}".encode()


class Daemon:
    """A runwayd that flies a shard, on a state folder of its own."""

    def __init__(self, course, shard, sources=()):
        self.shard = shard
        place = os.path.join(course.folder, shard.replace("/", "-"))
        os.mkdir(place)
        self.state = os.path.join(place, "state")
        self.path = os.path.join(place, "runwayd.sock")
        self.log = os.path.join(place, "log")
        self.command = [
            os.path.join(course.binaries, "runwayd"), "--socket", self.path, "--shard", shard,
            "--state", self.state, *course.fleet]
        if sources:
            merge = [word for source in sources for word in ("--merge-state", source.state)]
            subprocess.run(
                [*self.command, *merge], check=True, stdout=subprocess.DEVNULL, timeout=60)
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command, stderr=log)

    def ask(self, request):
        """The answer to one request."""
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(self.path)
            peer.sendall(json.dumps(request).encode() + b"\n")
            for line in peer.makefile("rb"):
                if KIND.search(line)[1] in {b"ok", b"error"}:
                    return json.loads(line)

    def wait_until_there(self):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            with socket.socket(socket.AF_UNIX) as peer:
                try:
                    peer.connect(self.path)
                    if peer.recv(1):
                        return
                except OSError:
                    time.sleep(0.005)
        with open(self.log) as log:
            raise AssertionError(f"{' '.join(self.command)} is not there:\n{log.read()}")

    def kill(self):
        assert self.process.poll() is None, f"{self.command} has ended by itself"
        self.process.kill()
        self.process.wait()
        self.start()

    def end(self):
        self.process.terminate()
        assert self.process.wait(timeout=20) == 0, "an end by SIGTERM that is none"


class Reader:
    """A runway tail that follows a shard, and what it has read, over all its lives."""

    def __init__(self, course, daemon, anchor):
        self.course = course
        self.daemon = daemon
        self.anchor = anchor
        self.lines = []
        self.latest = b""
        self.start()

    def start(self):
        self.rest = b""
        self.is_connected = False
        self.process = subprocess.Popen(
            [os.path.join(self.course.binaries, "runway"), "tail", "--json", "--socket",
             self.daemon.path, "--from", self.anchor, *self.course.request],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.course.selector.register(self.process.stdout, selectors.EVENT_READ, self)

    def take(self):
        """Takes what has come; false at the end."""
        data = os.read(self.process.stdout.fileno(), 1 << 20)
        *lines, self.rest = (self.rest + data).split(b"\n")
        self.is_connected |= bool(lines)
        for line in lines:
            kind = KIND.search(line)[1]
            anchor = ANCHOR.search(line)
            self.anchor = anchor[1].decode() if anchor else self.anchor
            name = NAME.search(line)
            if name:
                self.lines.append(CLOCK_FIELDS.sub(b"", line))
                self.latest = name[5]
            else:
                assert kind in OF_THE_STREAM or kind == b"bye", line
        return bool(data)

    def stop(self):
        """Ends it at once; half a line is thrown away, and what came before it counts."""
        self.course.selector.unregister(self.process.stdout)
        self.process.kill()
        os.set_blocking(self.process.stdout.fileno(), True)
        while self.take():
            pass
        self.process.stdout.close()
        self.process.wait()

    def kill(self):
        self.stop()
        # A tail that finds no daemon at its first attempt ends, as it says.
        self.daemon.wait_until_there()
        self.start()


class Course:
    """One fleet, flown whole and in shards at once."""

    def __init__(self, binaries, folder, chance, *, sessions, more, request):
        self.binaries = binaries
        self.folder = folder
        self.chance = chance
        self.request = request
        # The runs are in all their phases.
        epoch = wall(-7200)[:19].decode() + "Z"
        self.fleet = [
            "--seed", str(chance.randrange(1 << 32)), "--epoch", epoch, "--sessions",
            str(sessions), *more]
        self.selector = selectors.DefaultSelector()
        self.daemons = []
        self.readers = []
        self.retired = []
        self.sessions = sessions
        self.killed = [0, 0]
        self.taken = collections.Counter()
        self.started, self.paused, self.entries = [], [], []

    def add(self, shards, sources=()):
        """Starts shards, on the merged states of others if there are any."""
        daemons = [Daemon(self, shard, sources) for shard in shards]
        self.daemons += daemons
        for daemon in daemons:
            daemon.wait_until_there()

    def follow(self, anchor, old=()):
        """Starts a reader of each shard that has none, after an anchor or, in turn, those of others."""
        for number, daemon in enumerate(self.daemons[len(self.readers):]):
            after = old[number % len(old)].anchor if old else anchor
            self.readers.append(Reader(self, daemon, after))

    def read(self, seconds, kills=0, commands=0):
        """Reads for a while, with so many kills and commands on the way."""
        began = time.monotonic()
        moments = sorted(
            (began + self.chance.uniform(0, seconds), action)
            for action in [self.kill] * kills + [self.command] * commands)
        while (now := time.monotonic()) < began + seconds:
            for key, _ in self.selector.select(0.02):
                assert key.data.take(), "a reader has ended by itself"
            # For the same reason no daemon is killed while a reader is on its way to it.
            while moments and moments[0][0] <= now and self.is_ready(moments[0][1]):
                moments.pop(0)[1]()

    def is_ready(self, action):
        return action != self.kill or all(reader.is_connected for reader in self.readers)

    def kill(self):
        which = self.chance.randrange(2)
        self.chance.choice((self.daemons, self.readers)[which]).kill()
        self.killed[which] += 1

    def command(self):
        """Gives a command to the daemon that has its lane; it may be refused."""
        daemon = self.chance.choice(self.daemons)
        op = self.chance.choice(["start", "pause", "pause", "resume", "stop", "add", "remove"])

        def own(lanes):
            return [lane for lane in lanes if flies(daemon.shard, lane)]

        lanes = own(range(self.sessions))
        choices = [lanes, own(self.paused) if op == "resume" else own(self.started)]
        lane = self.chance.choice(self.chance.choice(choices) or lanes)
        entries = [name for name in self.entries if flies(daemon.shard, lane_of(name))]
        request = {"id": 1, "op": op, "session": f"s{lane}"}
        if op == "start":
            request = {"id": 1, "op": op}
        elif op == "add":
            request |= {"metric": "body_mass_kg", "value": 71.3, "at": wall(-60).decode()}
        elif op == "remove":
            request = {"id": 1, "op": op, "entry": self.chance.choice(entries or ["e0.1"])}
        try:
            answer = daemon.ask(request)
        except OSError:
            # It has just been killed.
            return
        if answer and answer["type"] == "ok":
            self.taken[op] += 1
            if op == "start":
                self.started.append(lane_of(answer["session"]))
            elif op == "pause":
                self.paused.append(lane)
            elif op == "add":
                self.entries.append(answer["entry"])

    def first_anchor(self, daemon):
        """An anchor of the present, the same for all shards."""
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(daemon.path)
            peer.sendall(b'{"op":"subscribe","kinds":["event"]}\n')
            for line in peer.makefile("rb"):
                if KIND.search(line)[1] == b"ok":
                    return ANCHOR.search(line)[1].decode()

    def retire(self, count):
        """Ends the oldest shards and their readers."""
        for reader in self.readers[:count]:
            reader.stop()
        for daemon in self.daemons[:count]:
            daemon.end()
        self.retired += self.readers[:count]
        del self.readers[:count], self.daemons[:count]

    def read_until(self, moment):
        """Reads until every stream is past an instant."""
        for _ in range(600):
            self.read(0.1)
            if all(reader.latest > moment for reader in self.readers):
                return
        raise AssertionError("a shard does not get to the end")

    def read_whole(self, daemon, begin, end):
        """A reader that has read what a daemon sends between two moments."""
        reader = Reader(self, daemon, begin)
        self.readers.append(reader)
        self.read_until(end)
        self.readers.remove(reader)
        reader.stop()
        return reader

    def fly(self, seconds, kills):
        whole = Daemon(self, "0/1")
        self.daemons.append(whole)
        whole.wait_until_there()
        begin = self.first_anchor(whole)
        self.daemons.clear()
        try:
            self.add([f"{index}/4" for index in range(4)])
            self.follow(begin)
            self.read(seconds, kills // 2)
            self.add([f"{index}/8" for index in range(8)])
            self.follow(None, list(self.readers))
            self.read(max(1.5, seconds / 4), kills // 8)
            self.retire(4)
            self.read(seconds, kills - kills // 2 - kills // 8)
            end = wall(0)
            self.read_until(end)
            reference = self.read_whole(whole, begin, end)
        finally:
            for reader in self.readers:
                reader.process.kill()
            for daemon in [*self.daemons, whole]:
                daemon.process.kill()
                daemon.process.wait()
        return self.retired + self.readers, reference, end

    def fly_commanded(self, seconds, kills):
        """Four shards, then eight, then three, commanded all the time; then the whole fleet."""
        counts = [4, 8, 3]
        try:
            old, sources, begin = [], [], None
            for count in counts:
                shards = [f"{index}/{count}" for index in range(count)]
                self.add(shards, sources)
                begin = begin or self.first_anchor(self.daemons[0])
                self.follow(min((reader.anchor for reader in old), default=begin))
                self.read(seconds, kills // len(counts), commands=int(10 * seconds))
                # What was commanded takes effect a little later.
                end = wall(1)
                self.read_until(end)
                old, sources = list(self.readers), list(self.daemons)
                self.retire(count)
            whole = Daemon(self, "0/1", sources)
            self.daemons.append(whole)
            whole.wait_until_there()
            reference = self.read_whole(whole, begin, end)
        finally:
            for reader in self.readers:
                reader.process.kill()
            for daemon in self.daemons:
                daemon.process.kill()
                daemon.process.wait()
        return self.retired, reference, end


def place(line):
    """The instant and the lane of a line: where it stands among those of other shards."""
    name = NAME.search(line)
    return name[5], int(name[2])


def identifier(line):
    name = NAME.search(line)
    return name[1], name[2], name[3], name[4]


def flies(shard, lane):
    index, count = map(int, shard.split("/"))
    return lane % count == index


def lane_of(name):
    """The lane of a session or of an entry: of s7.0, d7.0 and e7.123."""
    return int(name[1:].split(".")[0])


def check(streams, reference, end):
    """Holds each stream, a shard and its lines, against the lanes of the shard, and the union of
    the lines against those of the whole; returns how many were repeated, and how many there are."""
    union = {}
    repeated = 0
    for shard, stream in streams:
        names = [identifier(line) for line in stream]
        assert len(set(names)) == len(names), "a stream has a line twice"
        places = [place(line) for line in stream]
        assert places == sorted(places), "a stream is out of order"
        for line, (_, lane) in zip(stream, places):
            assert flies(shard, lane), f"{line} is not of shard {shard}"
        for name, line in zip(names, stream):
            assert union.setdefault(name, line) == line, f"{line} and {union[name]} are not one"
        repeated += len(names)
    repeated -= len(union)
    # Of one instant and lane the lines came from one shard, in their order.
    got = sorted((line for line in union.values() if place(line)[0] <= end), key=place)
    expected = [line for line in reference if place(line)[0] <= end]
    for index, (line, other) in enumerate(zip(got, expected)):
        assert line == other, f"line {index} is\n{line}\nand must be\n{other}"
    assert len(got) == len(expected), f"{len(got)} lines, not {len(expected)}"
    return repeated, len(expected)


def must_fail(streams, reference, end, what, words):
    try:
        check(streams, reference, end)
    except AssertionError as failure:
        assert words in str(failure), f"the check takes {what} for something else: {failure}"
        return
    raise AssertionError(f"the check does not see {what}")


def check_check(streams, reference, end):
    """Takes a line away, changes one, repeats one, gives one to another shard too."""
    longest = max(range(len(streams)), key=lambda index: len(streams[index][1]))
    shard, stream = streams[longest]
    # In the middle of a stream that nobody else has sent too.
    counts = {}
    for line in (line for _, each in streams for line in each):
        counts[identifier(line)] = counts.get(identifier(line), 0) + 1
    at = next(
        index for index in range(len(stream) // 4, len(stream))
        if counts[identifier(stream[index])] == 1 and place(stream[index])[0] <= end)
    line = stream[at]
    others = streams[:longest] + streams[longest + 1:]

    def with_lines(*instead):
        return [*others, (shard, [*stream[:at], *instead, *stream[at + 1:]])]

    must_fail(with_lines(), reference, end, "a missing line", "and must be")
    must_fail(with_lines(line, line), reference, end, "a line twice", "a stream has a line twice")
    changed = re.sub(rb'"anchor":"(.)', rb'"anchor":"_', line, count=1)
    must_fail(with_lines(changed), reference, end, "a change", "and must be")
    # In its order, so that nothing but its lane is wrong there.
    lane = place(line)[1]
    wrong = next(index for index, (other, _) in enumerate(streams) if not flies(other, lane))
    other, lines = streams[wrong]
    twofold = [*streams]
    twofold[wrong] = (other, sorted([*lines, line], key=place))
    must_fail(
        twofold, reference, end, "a line of another shard", f"is not of shard {other}")


def run(binaries, chance, name, *, seconds, kills, sessions, more=(), request, commanded=False):
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        course = Course(
            binaries, folder, chance, sessions=sessions, more=more, request=request)
        fly = course.fly_commanded if commanded else course.fly
        readers, whole, end = fly(seconds, kills)
    streams = [(reader.daemon.shard, reader.lines) for reader in readers]
    repeated, lines = check(streams, whole.lines, end)
    assert lines > 20 * seconds and repeated > 0, (lines, repeated)
    check_check(streams, whole.lines, end)
    way = "0/4 to 3/4, then 0/8 to 7/8"
    if commanded:
        way += ", then 0/3 to 2/3, by merged folders"
        assert len(course.taken) == 6, f"no command of each kind was taken: {course.taken}"
    print(
        f"{name}: {way}: {lines} lines are those of the whole fleet, "
        f"{repeated} sent by old and new shards, {course.killed[0]} daemons and "
        f"{course.killed[1]} readers killed, {course.taken.total()} commands, "
        f"{time.monotonic() - began:.0f} s", flush=True)


def evening():
    """A time zone where it is about six in the evening, when athletes run."""
    ahead = (18 - time.gmtime().tm_hour + 11) % 24 - 11
    return f"Etc/GMT{-ahead:+d}" if ahead else "Etc/UTC"


ALL = ("--kinds", "stat,sample,phase,advisory,event,truth", "--window", "30s")
WITH_ENTRIES = ("--kinds", "stat,sample,phase,advisory,event,truth,entry", "--window", "30s")
DAYS = ("--kinds", "stat,phase,event,entry", "--every", "1s")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    chance = random.Random(arguments.seed)
    try:
        if arguments.long:
            run(arguments.binaries, chance, "laps", seconds=120, kills=120, sessions=400,
                request=ALL)
            run(arguments.binaries, chance, "days", seconds=120, kills=120, sessions=4000,
                more=("--schedule", "days", "--time-zone", evening()), request=DAYS)
            run(arguments.binaries, chance, "laps, commanded", seconds=60, kills=90, sessions=400,
                request=WITH_ENTRIES, commanded=True)
            run(arguments.binaries, chance, "days, commanded", seconds=60, kills=90, sessions=4000,
                more=("--schedule", "days", "--time-zone", evening()), request=DAYS, commanded=True)
        else:
            with tempfile.NamedTemporaryFile("w", suffix=".json5") as athletes:
                athletes.write('[{name: "Ada", age: 61}, {}, {best: "10 km in 41:00"}, {mass_kg: 81}]')
                athletes.flush()
                run(arguments.binaries, chance, "laps, ordered", seconds=6, kills=16, sessions=60,
                    more=("--athletes", athletes.name), request=ALL)
            run(arguments.binaries, chance, "laps, commanded", seconds=4, kills=9, sessions=60,
                request=WITH_ENTRIES, commanded=True)
    except BaseException:
        print(f"failed: seed {arguments.seed}", file=sys.stderr)
        raise


if __name__ == "__main__":
    main()
