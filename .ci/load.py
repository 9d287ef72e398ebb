#!/usr/bin/env python3
"""Lets the load tester loose on the real daemon, whole, frozen, and behind a relay that spoils it.

Usage: load.py FOLDER-OF-THE-BINARIES

whole   A mix of all classes of subscribers finds no defect; every report can be read.
frozen  A daemon that is stopped for half a second shows in the largest latency, in p99.9 and in the
        second of the series in which it happened.
spoilt  A relay between the two drops, repeats, exchanges, garbles, delays and cuts lines on cue:
        each defect is found and counted exactly, and nothing else.
gone    A daemon that is killed, terminated, stopped or restarted within a run leaves no result that passes,
        and every line that was due and has not come is in the figures.
due     Sessions that pause, go on, end and start, on any grid and at any speed: nothing is waited for that
        is not due.
stages  Subscribers come and go as the stages say, and each stage has its figures; a search for a limit says
        what it asserted.
"""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree

from harness import daemon

DATA = re.compile(rb'"session":"[^"]*","n":\d+,')
ANCHOR = re.compile(rb'"anchor":"([^"]*)"')
CUE = 6
FREEZE_SECONDS = 0.5


class Load:
    """A run of the tester, and what it reports."""

    def __init__(self, binaries, folder, path, *flags):
        self.report = tempfile.mktemp(".json", dir=folder)
        self.process = subprocess.Popen(
            [os.path.join(binaries, "runway"), "load", "--socket", path, "--json", self.report,
             *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def result(self, code, valid=None):
        """The report, if the exit code is the one that should be."""
        out, err = self.process.communicate(timeout=90)
        assert self.process.returncode == code, (self.process.returncode, code, out, err)
        self.text = out
        with open(self.report) as file:
            report = json.load(
                file, parse_constant=lambda name: sys.exit(f"{name} in the report"))
        if code in (69, 70):
            assert "PASS" not in out and not report["passed"], out
        assert valid is None or report["valid"] == valid, report
        return report


def defects(report):
    return {name: count for name, count in report["violations"].items() if count}


def whole(binaries, folder):
    with daemon(binaries, folder, "--sessions", "20", "--rate", "5") as (_, path):
        names = {kind: os.path.join(folder, f"whole.{kind}") for kind in ("hdr", "series", "html")}
        load = Load(
            binaries, folder, path, "--subscribers", "200", "--mix",
            "steady=80,slow=5,stalled=5,churn=4,resume=4,hostile=2", "--cycle", "2s", "--stall",
            "2s", "--every", "200ms", "--warm-up", "1s", "--for", "8s", "--smooth", "ema:5s",
            "--truth", "--assert", "violations==0", "--assert", "p99<1s",
            *(word for kind, name in names.items() for word in (f"--{kind}", name)))
        report = load.result(0)
        figures = report["figures"]
        assert report["passed"] and not defects(report), report
        assert figures["lines_per_s"] > 160 * 20 * 5 * 0.9, figures
        assert figures["resumes"] > 4 and figures["resumes"] == figures["exact_resumes"], figures
        assert figures["garbage"] > 0 and figures["garbage"] == figures["garbage_answered"]
        assert figures["truth.pairs"] > 0 and figures["parsed_in_full"] > 0, figures
        check_files(names, figures)
        assert "coordinated omission" in load.text, load.text
    print(f"load: {figures['lines']:.0f} lines of 200 subscribers without a defect, "
          f"p99 {figures['p99']:.0f} us, {figures['resumes']:.0f} resumes exact")


def check_files(names, figures):
    """The spectrum rises to the maximum, the series has every second, the page is a whole one."""
    with open(names["hdr"]) as file:
        rows = [line.split() for line in file if re.match(r"\s*[0-9.]+\s+[0-9.]+\s", line)]
    values = [float(row[0]) for row in rows]
    assert values == sorted(values) and float(rows[-1][1]) == 1, rows[-3:]
    with open(names["series"]) as file:
        seconds = [json.loads(line)["second"] for line in file]
    assert [second for second in seconds if second >= 0] == list(range(8)), seconds
    with open(names["html"]) as file:
        page = file.read()
    assert "http://" not in page.replace("http://www.w3.org/", "") and "<script" not in page
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        xml.etree.ElementTree.fromstring(picture)
    assert page.count("<svg") >= 3, page.count("<svg")


def frozen(binaries, folder):
    with daemon(binaries, folder, "--sessions", "2", "--rate", "50") as (process, path):
        series = os.path.join(folder, "frozen.series")
        load = Load(
            binaries, folder, path, "--subscribers", "4", "--every", "20ms", "--warm-up", "1s",
            "--for", "6s", "--series", series, "--quiet")
        time.sleep(4)
        process.send_signal(signal.SIGSTOP)
        time.sleep(FREEZE_SECONDS)
        process.send_signal(signal.SIGCONT)
        report = load.result(0)
    figures = report["figures"]
    low, high = 0.95 * FREEZE_SECONDS * 1e6, 1.6 * FREEZE_SECONDS * 1e6
    assert low < figures["max"] < high, figures
    assert low < figures["p99.9"] < high, figures
    with open(series) as file:
        late = [line for line in map(json.loads, file) if line.get("max", 0) > low]
    assert len(late) == 1 and late[0]["second"] >= 0, late
    print(f"load: half a second of a frozen daemon shows as {figures['max'] / 1000:.0f} ms in "
          f"second {late[0]['second']}, p99.9 {figures['p99.9'] / 1000:.0f} ms")


class Relay:
    """Stands between the tester and the daemon, and spoils the data lines of the first stream."""

    def __init__(self, folder, name, upstream, spoil):
        self.path = os.path.join(folder, f"{name}.sock")
        self.upstream, self.spoil = upstream, spoil
        self.has_cut = False
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(8)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.upstream)
            threading.Thread(target=self.requests, args=(client, server), daemon=True).start()
            threading.Thread(target=self.lines, args=(client, server), daemon=True).start()

    @staticmethod
    def requests(client, server):
        with contextlib.suppress(OSError):
            while data := client.recv(1 << 16):
                server.sendall(data)
            server.shutdown(socket.SHUT_WR)

    def lines(self, client, server):
        """Passes lines on; `spoil` gets the data lines from the cue on, and gives what to send."""
        count, kept = 0, []
        with contextlib.suppress(OSError), server.makefile("rb") as source:
            for line in source:
                if not DATA.search(line):
                    client.sendall(line)
                    continue
                count += 1
                kept.append(line)
                sent = None if self.has_cut else self.spoil(count - CUE, kept)
                client.sendall(line if sent is None else sent)
                if sent and not sent.endswith(b"\n"):
                    self.has_cut = True
                    break
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)
            server.shutdown(socket.SHUT_RDWR)


def garble(line):
    """The line with one character of its anchor changed."""
    at = ANCHOR.search(line).start(1) + 15
    return line[:at] + (b"1" if line[at:at + 1] != b"1" else b"2") + line[at + 1:]


def gap(before, lost):
    """The announcement of one line that does not come."""
    after, through = (ANCHOR.search(line).group(1).decode() for line in (before, lost))
    return json.dumps(
        {"type": "gap", "after": after, "through": through, "lines": 1,
         "reason": "slow_consumer"}, separators=(",", ":")).encode() + b"\n"


def delay(place, kept):
    time.sleep(0.1)


SPOILT = {
    "untouched": (lambda place, kept: None, {}),
    "dropped": (lambda place, kept: b"" if place in (0, 3) else None, {"unaccounted": 2}),
    "announced": (
        lambda place, kept: gap(kept[-2], kept[-1]) if place == 0 else None, {}),
    "repeated": (
        lambda place, kept: kept[-1] * 2 if place in (0, 4) else None, {"duplicates": 2}),
    "exchanged": (
        lambda place, kept: b"" if place == 0 else kept[-1] + kept[-2] if place == 1 else None,
        {"out_of_order": 1}),
    "garbled": (lambda place, kept: garble(kept[-1]) if place == 0 else None, {"wrong_anchors": 1}),
    "no JSON": (
        lambda place, kept: kept[-1] + b"{\"type\":\n" if place == 0 else None, {"malformed": 1}),
    "cut": (lambda place, kept: kept[-1][:100] if place == 0 else None, {"cut_lines": 1}),
    "delayed": (delay, {}),
}


def spoilt(binaries, folder):
    with daemon(binaries, folder, "--sessions", "1", "--rate", "5") as (_, path):
        runs = {}
        for name, (spoil, _) in SPOILT.items():
            relay = Relay(folder, name.replace(" ", "-"), path, spoil)
            runs[name] = Load(
                binaries, folder, relay.path, "--subscribers", "1", "--every", "200ms",
                "--warm-up", "1s", "--for", "4s", "--quiet")
        for name, (_, expected) in SPOILT.items():
            report = runs[name].result(70 if expected else 0)
            assert defects(report) == expected, (name, defects(report), expected)
            figures = report["figures"]
            if name == "announced":
                assert figures["announced_lost"] == 1 and figures["gaps"] == 1, figures
            if name == "delayed":
                assert 100_000 <= figures["min"] and figures["p50"] < 140_000, figures
    print(f"load: {len(SPOILT)} streams, each defect found and counted, and nothing else")


def at_three_seconds(binaries, folder, name, act, *flags, daemon_flags=()):
    """A run of eight seconds of which `act` gets the daemon's process after three."""
    place = os.path.join(folder, name)
    os.mkdir(place)
    with daemon(binaries, place, "--sessions", "3", *daemon_flags) as (process, path):
        load = Load(
            binaries, place, path, "--subscribers", "20", "--warm-up", "0s", "--for", "8s",
            "--quiet", *flags)
        time.sleep(3)
        again = act(process, path)
        yield load
        if again:
            again.terminate()
            again.wait()
        process.send_signal(signal.SIGCONT)


def gone(binaries, folder):
    epoch = ("--epoch", "2026-01-01T00:00:00Z")

    def restart(process, path):
        process.kill()
        process.wait()
        return subprocess.Popen(
            [os.path.join(binaries, "runwayd"), "--socket", path, "--seed", "7", "--sessions",
             "3", *epoch], stderr=subprocess.DEVNULL)

    def send(number):
        return lambda process, path: process.send_signal(number)

    tight = ("--assert", "p99<50ms")
    cases = {
        "killed": (send(signal.SIGKILL), tight, "link_lost"),
        "terminated": (send(signal.SIGTERM), tight, "bye"),
        "stopped": (send(signal.SIGSTOP), tight, "status_unanswered"),
        "stopped, nothing asserted": (send(signal.SIGSTOP), (), "status_unanswered"),
        "stopped, held": (
            send(signal.SIGSTOP), ("--assert", "violations==0"), "status_unanswered"),
        "killed, churn": (
            send(signal.SIGKILL), ("--mix", "churn=100", "--cycle", "2s"), "control_link_lost"),
        "stopped, resume": (
            send(signal.SIGSTOP), ("--mix", "steady=50,resume=50", "--cycle", "2s"),
            "status_unanswered"),
        "restarted": (restart, ("--assert", "violations==0"), "link_lost"),
    }
    with contextlib.ExitStack() as stack:
        runs = {}
        threads = []
        for name, (act, flags, _) in cases.items():
            run = at_three_seconds(
                binaries, folder, name, act, *flags,
                daemon_flags=epoch if act is restart else ())
            threads.append(threading.Thread(target=lambda n=name, r=run: runs.update({n: next(r)})))
            threads[-1].start()
            stack.callback(lambda r=run: next(r, None))
        for thread in threads:
            thread.join()
        for name, (_, flags, cause) in cases.items():
            report = runs[name].result(69, valid=False)
            assert report["verdict"] == "incomplete", (name, report)
            assert cause in [loss["cause"] for loss in report["losses"]], (name, report["losses"])
            missing = report["figures"]["not_received"]
            if flags == tight:
                assert 280 <= missing <= 380, (name, missing)
                assert report["figures"]["p99"] > 4e6, (name, report["figures"]["p99"])
                assert "FAIL p99<50ms" in runs[name].text, runs[name].text
    print(f"load: {len(cases)} daemons gone within a run, each result incomplete, exit 69")


def due(binaries, folder):
    def command(path, *words):
        done = subprocess.run(
            [os.path.join(binaries, "runway"), *words, "--socket", path],
            capture_output=True, text=True, timeout=20)
        # At a high speed the lane's next session has begun.
        assert done.returncode == 0 or "in no state" in done.stderr, done

    def commands(path):
        for words in (("pause", "s1"), ("stop", "s2"), ("start",), ("resume", "s1"), ("pause", "s0")):
            time.sleep(0.8)
            command(path, *words)

    cases = {
        "statistics": ((), ()),
        "slow grid": ((), ("--every", "3s")),
        "clock": (("--rate", "5"), ("--align", "clock", "--every", "400ms")),
        "samples": (("--rate", "10"), ("--kinds", "sample,stat", "--every", "500ms")),
        "fast": (("--speed", "60"), ("--every", "1s", "--kinds", "stat,sample")),
        "faster": (("--speed", "600"), ("--every", "10s",)),
        "newest": ((), ("--queue", "newest")),
        "resume": ((), ("--mix", "steady=50,resume=25,churn=25", "--cycle", "1s")),
    }
    with contextlib.ExitStack() as stack:
        loads, threads = {}, []
        for name, (flags, asked) in cases.items():
            place = os.path.join(folder, name)
            os.mkdir(place)
            _, path = stack.enter_context(daemon(binaries, place, "--sessions", "4", *flags))
            loads[name] = Load(
                binaries, place, path, "--subscribers", "8", "--warm-up", "1s", "--for", "5s",
                "--quiet", "--assert", "not_received==0", *asked)
            threads.append(threading.Thread(target=commands, args=(path,)))
            threads[-1].start()
        for thread in threads:
            thread.join()
        for name, load in loads.items():
            report = load.result(0, valid=True)
            assert report["losses"] == [] and not defects(report), (name, report)
    print(f"load: {len(cases)} runs with commands, nothing waited for that was not due")


def stages(binaries, folder):
    with daemon(binaries, folder, "--sessions", "2") as (_, path):
        load = Load(
            binaries, folder, path, "--stages", "0-10/3s,10/2s,10-2/2s,2/2s", "--quiet",
            "--assert", "not_received==0")
        search = subprocess.run(
            [os.path.join(binaries, "runway"), "load", "--socket", path, "--subscribers", "1",
             "--find-limit", "subscribers<3", "--warm-up", "0s", "--for", "1s", "--quiet"],
            capture_output=True, text=True, timeout=60)
        assert search.returncode == 0, search
        assert "PASS (subscribers<3 holds up to 2 subscribers)" in search.stdout, search.stdout
        report = load.result(0, valid=True)
        told = report["stages"]
        # The tenth comes as the first stage ends.
        assert told[0]["connected"] in (9, 10), told
        assert [stage["connected"] for stage in told[1:]] == [10, 2, 2], told
        assert abs(told[1]["lines"] - 40) <= 4 and abs(told[3]["lines"] - 8) <= 2, told
        assert all(stage["errors"] == 0 and stage["p99"] > 0 for stage in told), told
        assert "stage 1" in load.text and "0-10/3s" in load.text, load.text
    print("load: four stages with their figures, and a limit that says what was asserted")


def main():
    binaries = sys.argv[1]
    for part in (whole, frozen, spoilt, gone, due, stages):
        with tempfile.TemporaryDirectory() as folder:
            part(binaries, folder)


if __name__ == "__main__":
    main()
