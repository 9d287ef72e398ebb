#!/usr/bin/env python3
"""Relays lines through the engines that people run while relay, engine and daemon are killed.

Usage: relay.py BINARIES [--long] [--seed N] [--batch LINES] [--cost] [ENGINE…]

Asks the engine afterwards for what it holds: every line of a tail of another daemon, byte for byte
but for the clock fields; of each session in the order of its numbers, by the first that came of each;
exactly once where the engine knows what it has. The kills come where a random share of the lines is
acknowledged; the seed is printed. Also spoils what an engine holds, and a command that acknowledges
too early, to see that the check finds it. With --cost it measures processor time instead.
"""

import argparse
import collections
import glob
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import relay_engines  # noqa: E402

HEAD = re.compile(rb'"session":"([^"]*)","n":(\d+),')
CLOCK = re.compile(rb',"due_us":-?\d+(?:,"late_us":-?\d+)?')
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
START = 1772344800  # 2026-03-01T06:00:00Z
FLEET = ["--seed", "7", "--epoch", "2026-03-01T00:00:00Z"]


def moment(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(START + seconds))


class Place:
    """A folder with a daemon and a relay that can be killed and started again."""

    def __init__(self, binaries, folder, sessions):
        self.binaries, self.folder, self.sessions = binaries, folder, sessions
        self.anchor = os.path.join(folder, "anchor")
        self.socket = os.path.join(folder, "d.sock")
        self.daemon = self.relay = None
        self.log = open(os.path.join(folder, "relay.log"), "ab")

    def start_daemon(self):
        self.daemon = subprocess.Popen(
            [os.path.join(self.binaries, "runwayd"), "--socket", self.socket, *FLEET,
             "--sessions", str(self.sessions), "--state", os.path.join(self.folder, "state")],
            stderr=subprocess.DEVNULL)

    def start_relay(self, seconds, flags, environment):
        self.relay = subprocess.Popen(
            [os.path.join(self.binaries, "runway"), "relay", "--socket", self.socket,
             "--anchor-file", self.anchor, "--metrics-file", self.anchor + ".prom",
             "--from", moment(0), "--until", moment(seconds), *flags],
            env=dict(os.environ, **environment), stdout=self.log, stderr=self.log)

    def share(self, seconds):
        """How much of the fleet time is acknowledged, from the position in the anchor."""
        try:
            text = open(self.anchor).read().strip()
        except FileNotFoundError:
            return 0
        if not text:
            return 0
        bits = 0
        for digit in text[10:23]:
            bits = bits << 5 | DIGITS.index(digit)
        return ((bits >> 24) / 50 - START) / seconds


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.wait()


def end(relay):
    """Ends a relay with its command, which might wait for an engine for ever."""
    relay.terminate()
    time.sleep(1)
    relay.terminate()
    try:
        relay.wait(10)
    except subprocess.TimeoutExpired:
        kill(relay)


def truth(place, seconds, path):
    """The lines of an undisturbed tail: of each session its first number, and a hash for each line."""
    place.start_daemon()
    time.sleep(1)
    with open(path, "wb") as out:
        subprocess.run(
            [os.path.join(place.binaries, "runway"), "tail", "--json", "--socket", place.socket,
             "--from", moment(0), "--until", moment(seconds), "--queue", "close"],
            stdout=out, check=True)
    kill(place.daemon)
    lines = {}
    with open(path, "rb") as file:
        for line in file:
            head = HEAD.search(line[:120])
            if not head or line.startswith(b'{"type":"snapshot"'):
                continue
            first, hashes = lines.setdefault(head[1], (int(head[2]), []))
            assert int(head[2]) == first + len(hashes), line
            hashes.append(hash(CLOCK.sub(b"", line.rstrip(b"\n"), count=1)))
    return lines


class Findings:
    """What an engine holds, line by line, against the truth."""

    def __init__(self, lines):
        self.lines = lines
        self.next = {session: first for session, (first, _) in lines.items()}
        self.counts = collections.Counter()

    def take(self, line):
        head = HEAD.search(line[:120])
        first, hashes = self.lines.get(head[1], (0, [])) if head else (0, [])
        index = int(head[2]) - first if head else -1
        if not 0 <= index < len(hashes) or hashes[index] != hash(line):
            self.counts["wrong"] += 1
            self.example = line
            return
        expected = self.next[head[1]]
        number = int(head[2])
        if number < expected:
            self.counts["repeated"] += 1
        else:
            self.counts["passed over"] += number - expected
            self.next[head[1]] = number + 1
            self.counts["right"] += 1

    def end(self):
        for session, (first, hashes) in self.lines.items():
            self.counts["missing at the end"] += first + len(hashes) - self.next[session]
        return self.counts

    def problems(self, exactly_once):
        """What is not as it must be."""
        names = ["wrong", "passed over", "missing at the end"] + ["repeated"] * exactly_once
        return {name: self.counts[name] for name in names if self.counts[name]}


def disturb(place, engine, seconds, kills, flags, environment, dice, last):
    """Relays the span to its end, and kills each of the three so often on the way, as long as no more
    than a share is acknowledged."""
    victims = ["relay", "daemon", "engine"] * kills
    dice.shuffle(victims)
    shares = sorted(dice.uniform(0.01, last) for _ in victims)
    place.start_daemon()
    place.start_relay(seconds, flags, environment)
    done = collections.Counter()
    while True:
        code = place.relay.poll()
        if code == 0:
            break
        assert code is None, f"the relay ended with {code}: {tail(place)}"
        if done.total() < len(victims) and place.share(seconds) >= shares[done.total()]:
            time.sleep(dice.uniform(0, 0.05))
            victim = victims[done.total()]
            done[victim] += 1
            if victim == "relay":
                if place.relay.poll() == 0:
                    break
                kill(place.relay)
                place.start_relay(seconds, flags, environment)
            elif victim == "daemon":
                kill(place.daemon)
                time.sleep(dice.uniform(0, 0.3))
                place.start_daemon()
            else:
                engine.kill()
                time.sleep(dice.uniform(0, 0.3))
                engine.start()
        time.sleep(0.01)
    kill(place.daemon)
    return done


def tail(place):
    place.log.flush()
    return open(place.log.name, errors="replace").read()[-2000:]


def check(binaries, name, lines, seconds, sessions, kills, batch, seed):
    """One engine; returns whether all is as it must be."""
    dice = random.Random(f"{seed} {name}")
    folder = tempfile.mkdtemp(prefix="runway-relay-")
    engine = relay_engines.ENGINES[name](folder)
    place = Place(binaries, folder, sessions)
    try:
        engine.start()
        engine.prepare()
        began = time.monotonic()
        flags = engine.relay_flags()
        flags += [] if "--batch-lines" in flags else batch
        environment = engine.environment()
        total = sum(len(hashes) for _, hashes in lines.values())
        # The share of lines delivered stands still during the last batch: a kill planned for a higher
        # share would come too late.
        last = 0.97 - (int(batch[1]) / total if batch else 0)
        done = disturb(place, engine, seconds, kills, flags, environment, dice, last)
        took = time.monotonic() - began
        findings = Findings(lines)
        for line in engine.lines():
            findings.take(line)
        counts = findings.end()
        problems = findings.problems(engine.exactly_once)
        said = subprocess.run(
            ["promtool", "check", "metrics"], stdin=open(place.anchor + ".prom"),
            capture_output=True, text=True)
        if said.stdout or said.stderr:
            problems["metrics"] = said.stdout + said.stderr
        if engine.unread:
            problems["thrown away by the engine before the check read them"] = engine.unread
        if done.total() < 3 * kills:
            problems["kills"] = dict(done)
        print(
            f"{name}: {counts['right']} of {total} lines in {took:.1f} s, "
            f"{counts['repeated']} repeated, kills: {dict(done)}"
            + (f"; NOT AS IT MUST BE: {problems}" if problems else ""), flush=True)
        if problems:
            print(tail(place), getattr(findings, "example", ""))
        return not problems
    finally:
        if place.relay and place.relay.poll() is None:
            end(place.relay)
        if place.daemon and place.daemon.poll() is None:
            kill(place.daemon)
        engine.close()
        shutil.rmtree(folder, ignore_errors=True)


def spoilt(binaries, lines, seconds, sessions, seed):
    """Whether the check finds lines that are missing, repeated, exchanged or changed, and a command
    that acknowledges before it has stored."""
    whole = [(session, first + index) for session, (first, hashes) in lines.items()
             for index in range(len(hashes))]
    dice = random.Random(seed)
    found = {}
    with tempfile.TemporaryDirectory(prefix="runway-relay-") as folder:
        text = [line.rstrip(b"\n") for line in open(os.path.join(TRUTH, "lines"), "rb")]
        text = [CLOCK.sub(b"", line, count=1) for line in text
                if HEAD.search(line[:120]) and not line.startswith(b'{"type":"snapshot"')]
        assert len(text) == len(whole)
        place = dice.randrange(len(text) // 4, len(text) // 2)
        session = HEAD.search(text[place])[1]
        other = next(i for i in range(place + 1, len(text)) if HEAD.search(text[i])[1] == session)
        # Another character than the one that stands there.
        changed = text[place][:-3] + (b"8}}" if text[place].endswith(b"9}}") else b"9}}")
        exchanged = list(text)
        exchanged[place], exchanged[other] = text[other], text[place]
        for name, spoilt_text in [
                ("removed", text[:place] + text[place + 1:]), ("last removed", text[:-1]),
                ("repeated", text[:place] + text[place:place + 1] + text[place:]),
                ("exchanged", exchanged),
                ("changed", text[:place] + [changed] + text[place + 1:])]:
            findings = Findings(lines)
            for line in spoilt_text:
                findings.take(line)
            findings.end()
            found[name] = bool(findings.problems(True))
        findings = Findings(lines)
        for line in text:
            findings.take(line)
        findings.end()
        assert not findings.problems(True), findings.problems(True)
        found["acknowledged too early"] = not early(binaries, folder, lines, seconds, sessions, dice)
    print(f"spoilt: {', '.join(name for name, is_found in found.items() if is_found)} found")
    missed = [name for name, is_found in found.items() if not is_found]
    if missed:
        print(f"NOT FOUND: {missed}")
    return not missed


def hostile(name):
    """Whether an adapter refuses the lines that no daemon writes, and nothing of them has an effect."""
    with tempfile.TemporaryDirectory(prefix="runway-relay-") as folder:
        os.chmod(folder, 0o755)
        engine = relay_engines.ENGINES[name](folder)
        engine.start()
        try:
            engine.prepare()
            command = engine.relay_flags()[-1]
            failed = [line for line in engine.hostile if feed(engine, command, line) == 0]
            lines = list(engine.lines())
        finally:
            engine.close()
        ran = [path for path in glob.glob(f"{folder}/**/ran*", recursive=True)]
    print(f"{name}: {len(engine.hostile)} hostile lines refused", flush=True)
    if failed or lines or ran:
        print(f"TAKEN: {failed} {lines} {ran}")
    return not (failed or lines or ran)


def feed(engine, command, line):
    """The exit code of an adapter that reads a line, from a pipe where it acknowledges by line."""
    environment = dict(os.environ, **engine.environment())
    with tempfile.TemporaryFile() as batch:
        batch.write(line + b"\n")
        batch.seek(0)
        source = {"input": line + b"\n"} if "--ack" in engine.relay_flags() else {"stdin": batch}
        return subprocess.run(
            ["sh", "-c", command], cwd=engine.folder, env=environment, stdout=engine.log,
            stderr=engine.log, timeout=60, **source).returncode


def early(binaries, folder, lines, seconds, sessions, dice):
    """Whether all is right with a command that has acknowledged one batch and is killed before it
    has stored it."""
    place = Place(binaries, folder, sessions)
    victim = dice.randrange(2, 40)
    command = f"echo >> runs; test $(wc -l < runs) = {victim} || cat >> stored"
    place.start_daemon()
    place.start_relay(seconds, ["--exec", f"cd {folder} && {command}", "--batch-lines", "1000"], {})
    assert place.relay.wait() == 0
    kill(place.daemon)
    findings = Findings(lines)
    for line in open(os.path.join(folder, "stored"), "rb"):
        findings.take(line.rstrip(b"\n"))
    findings.end()
    return not findings.problems(False)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("engines", nargs="*", default=[])
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--cost", action="store_true")
    parser.add_argument("--batch", type=int)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    arguments = parser.parse_intermixed_args()
    names = arguments.engines or (list(relay_engines.ENGINES) if arguments.long else ["file", "redis"])
    sessions, seconds, kills = (2000, 1000, 10) if arguments.long else (200, 500, 2)
    batch = [] if arguments.long else ["--batch-lines", "500"]
    if arguments.batch:
        batch = ["--batch-lines", str(arguments.batch), "--batch-bytes", "1G"]
    print(f"seed {arguments.seed}", flush=True)
    # Whoever is told to end cleans up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    global TRUTH
    TRUTH = tempfile.mkdtemp(prefix="runway-truth-")
    try:
        binaries = os.path.abspath(arguments.binaries)
        path = os.path.join(TRUTH, "lines")
        lines = truth(Place(binaries, TRUTH, sessions), seconds, path)
        if arguments.cost:
            import relay_cost
            count = sum(len(hashes) for _, hashes in lines.values())
            relay_cost.measure(binaries, names, sessions, seconds, arguments.batch or 100000, count)
            return
        is_right = [
            check(binaries, name, lines, seconds, sessions, kills, batch, arguments.seed)
            for name in names]
        is_right += [hostile(name) for name in names if relay_engines.ENGINES[name].hostile]
        if not arguments.long:
            is_right.append(spoilt(binaries, lines, seconds, sessions, arguments.seed))
        sys.exit(0 if all(is_right) else f"relay: failed, seed {arguments.seed}")
    finally:
        shutil.rmtree(TRUTH, ignore_errors=True)


if __name__ == "__main__":
    main()
