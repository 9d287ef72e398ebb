#!/usr/bin/env python3
"""Completes command lines in real shells, with a daemon, without one, with a stopped and a false one.

Usage: completions.py FOLDER-OF-THE-BINARIES

Each shell has a terminal and reads the script that `runway completions` prints. A line is typed up
to the tab; what the shell makes of it is printed by the line itself, which echoes its arguments.
"""

import concurrent.futures
import contextlib
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from harness import daemon

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             "PS1='> '; bind 'set enable-bracketed-paste off'; source <(runway completions bash)"),
    "zsh": (["zsh", "-f", "-i"],
            "PS1='> '; unsetopt zle_bracketed_paste prompt_sp; autoload -U compinit; compinit -D -u;"
            " source <(runway completions zsh)"),
    "fish": (["fish", "--no-config", "-i"],
             "function fish_prompt; echo '> '; end; runway completions fish | source"),
}
CONTROLS = re.compile(r"\x1b(\[[0-9;?<>=]*[a-zA-Z]|\][^\x07\x1b]*(\x07|\x1b\\\\)|[()].|.)|\r")
# What is typed in front of a tab, and what the line must have become.
LINES = [
    ("runway comple", "runway completions "),
    ("runway tail --kinds stat,pha", "runway tail --kinds stat,phase"),
    ("runway tail --sin", "runway tail --since "),
    ("runway sessions --phase tou", "runway sessions --phase touchdown"),
    ("runwayd --device opt", "runwayd --device optical"),
    ("runwayd --config run", "runwayd --config runs.json5"),
    ("runwayd --config=run", "runwayd --config=runs.json5"),
    ("runwayd --config ~/run", "runwayd --config ~/runs.json5"),
    ("runway export --out fol", "runway export --out folder"),
]
NAMES = [
    ("runway tail s1", "runway tail s1"),
    ("runway tail s1.", "runway tail s1.0"),
    ("runway tail --metrics heart", "runway tail --metrics heart_rate_bpm"),
    ("runway add s1 body", "runway add s1 body_mass_kg"),
]


class Terminal:
    """A shell at a terminal."""

    def __init__(self, name, environment, folder):
        argv, setup = SHELLS[name]
        self.name = name
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(argv[0], argv, environment)
        self.say(setup + "\n")
        self.say("echo rea''dy\n")
        self.until("ready", 20)

    def say(self, text):
        os.write(self.master, text.encode())

    def until(self, mark, seconds):
        """What the terminal shows up to and with the mark."""
        shown, end = "", time.monotonic() + seconds
        while mark not in shown:
            left = end - time.monotonic()
            assert left > 0 and select.select([self.master], [], [], left)[0], \
                f"{self.name}: no {mark!r} in {shown!r}"
            shown += os.read(self.master, 65536).decode(errors="replace")
        return shown

    def completed(self, line):
        """The words of the line after a tab, which `echo` shows."""
        self.say(line)
        self.say("\t")
        self.say(" \x01echo '<''<' \x05 '>''>'\n")
        shown = CONTROLS.sub("", self.until(">>", 20)).replace("\n", "")
        return re.findall("<<(.*?)>>", shown)[-1].strip(" /")

    def end(self):
        os.close(self.master)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def candidates(binaries, environment, *words):
    """What a script gets, and how long it takes."""
    began = time.monotonic()
    said = subprocess.run(
        [os.path.join(binaries, "runway"), "completions", "zsh", "--", *words],
        env=environment, capture_output=True, timeout=10)
    assert said.returncode == 0 and not said.stderr, said
    return said.stdout.decode().split("\n"), time.monotonic() - began


def hostile(path, stop):
    """A server that greets as a daemon, and has names that a shell would run."""
    names = ["s1;touch x", "$(touch x)", "`touch x`", "s1 s2", "s1\\nx", "-rf", "s1.7"]
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        listening.settimeout(0.1)
        while not stop.is_set():
            with contextlib.suppress(socket.timeout, OSError):
                peer, _ = listening.accept()
                with peer:
                    peer.sendall(b'{"type":"hello","proto":"1.3"}\n')
                    peer.recv(65536)
                    rows = [{"session": name, "plan": "easy\ns1;touch\tx;\r"} for name in names]
                    peer.sendall(json.dumps({"type": "sessions", "sessions": rows}).encode() + b"\n")


def main():
    binaries = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "runwayd.sock")
        environment = {
            "PATH": f"{binaries}:{os.environ['PATH']}", "HOME": folder, "TERM": "xterm",
            "LC_ALL": "C.UTF-8", "RUNWAY_SOCKET": path, "XDG_RUNTIME_DIR": folder,
        }
        os.mkdir(os.path.join(folder, "folder"))
        open(os.path.join(folder, "runs.json5"), "w").close()
        shells = [name for name in SHELLS if shutil.which(name)]
        assert len(shells) == len(SHELLS), f"of {list(SHELLS)} only {shells} are here"

        def hold(lines):
            with concurrent.futures.ThreadPoolExecutor() as pool:
                list(pool.map(lambda name: hold_shell(name, lines), shells))

        def hold_shell(name, lines):
            terminal = Terminal(name, environment, folder)
            for line, expected in lines:
                # A daemon that a busy machine keeps from answering in time has no names.
                # The shell shows its home in the place of ~.
                expected = expected.replace("~", folder)
                for _ in range(5 if lines is NAMES else 1):
                    found = terminal.completed(line)
                    if found == expected.strip():
                        break
                assert found == expected.strip(), f"{name}: {line!r} became {found!r}"
            terminal.end()

        hold(LINES)
        assert candidates(binaries, environment, "runway", "tail", "s")[0] == ["list", ""]
        with daemon(binaries, folder, "--sessions", "2") as (process, path):
            hold(NAMES)
            found, took = candidates(binaries, environment, "runway", "tail", "s")
            assert [row.split(" ")[0] for row in found] == ["list", "s0", "s1", ""], found
            process.send_signal(signal.SIGSTOP)
            found, stopped = candidates(binaries, environment, "runway", "tail", "s")
            process.send_signal(signal.SIGCONT)
            assert not "".join(found).startswith("s"), found
        os.path.exists(path) and os.remove(path)
        stop = threading.Event()
        server = threading.Thread(target=hostile, args=(path, stop))
        server.start()
        found, _ = candidates(binaries, environment, "runway", "tail", "")
        assert {row.split(" ")[0] for row in found} <= {"list", "s1", ""}, found
        stop.set()
        server.join()
        assert not os.path.exists(os.path.join(folder, "x"))
        print(f"completions: passed in {', '.join(shells)}; names of a daemon in "
              f"{took * 1000:.0f} ms, given up after {stopped * 1000:.0f} ms of a stopped one")


if __name__ == "__main__":
    main()
