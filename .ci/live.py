#!/usr/bin/env python3
"""The flight display on a real pseudo terminal: what it shows, and that it leaves no trace.

Usage: live.py FOLDER-OF-THE-BINARIES
"""
import fcntl
import json
import os
import random
import re
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time

RUNWAY = os.path.join(sys.argv[1], "runway")
LEAVE = b"\x1b[?1049l"
MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h", b"\x1b[?1000l"
PATIENCE = 30


def prepare():
    """In the child: the terminal becomes its own, and nothing that the gate ignores stays so."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTSTP):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Terminal:
    """A pseudo terminal with a program on it."""

    def __init__(self, arguments, columns=80, rows=24, environment=None):
        self.master, self.slave = os.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        self.bytes = b""
        self.program = subprocess.Popen(
            arguments, stdin=self.slave, stdout=self.slave, stderr=self.slave,
            start_new_session=True,
            preexec_fn=prepare,
            env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8",
                 **(environment or {})})

    def resize(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text):
        os.write(self.master, text)

    def read(self, seconds):
        """Takes what comes within a time; false once nothing did."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        try:
            chunk = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.bytes += chunk
        return bool(chunk)

    def wait_for(self, pattern, what):
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.bytes):
            if time.monotonic() > deadline:
                sys.exit(f"live: waited in vain for {what}; the end: {self.bytes[-2000:]!r}")
            self.read(0.5)

    def forget(self):
        self.bytes = b""

    def wait_for_end(self, what):
        deadline = time.monotonic() + PATIENCE
        while self.program.poll() is None:
            if time.monotonic() > deadline:
                self.program.kill()
                sys.exit(f"live: {what}: the program does not end")
            self.read(0.1)
        while self.read(0.1):
            pass
        return self.program.returncode

    def check_restored(self, what):
        after = termios.tcgetattr(self.slave)
        if after != self.before:
            sys.exit(f"live: {what}: the terminal is not as before:\n{self.before}\n{after}")
        if LEAVE not in self.bytes:
            sys.exit(f"live: {what}: the alternate screen was not left: {self.bytes[-300:]!r}")
        if self.bytes.rfind(MOUSE_OFF) < self.bytes.rfind(MOUSE_ON):
            sys.exit(f"live: {what}: the mouse is still reported: {self.bytes[-300:]!r}")

    def close(self):
        os.close(self.master)
        os.close(self.slave)


def display(*arguments, **options):
    """A flight display that shows a runner in mid-flight."""
    terminal = Terminal([RUNWAY, "live", "--embedded", "--seed", "7", *arguments], **options)
    terminal.wait_for(rb"LIVE", "a live link")
    return terminal


def check_signals():
    ends = [
        (signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129), (signal.SIGQUIT, -signal.SIGQUIT),
        (signal.SIGSEGV, -signal.SIGSEGV), (signal.SIGBUS, -signal.SIGBUS),
        (signal.SIGILL, -signal.SIGILL), (signal.SIGABRT, -signal.SIGABRT),
        (signal.SIGFPE, -signal.SIGFPE), (signal.SIGTRAP, -signal.SIGTRAP),
    ]
    for number, expected in ends:
        # The key that quits is no crash, also where backtraces are asked for at the terminal.
        plain = {} if number == signal.SIGQUIT else {"SWIFT_BACKTRACE": "enable=no"}
        terminal = display(environment=plain)
        os.kill(terminal.program.pid, number)
        code = terminal.wait_for_end(number.name)
        if code != expected:
            sys.exit(f"live: {number.name}: exit {code} instead of {expected}")
        terminal.check_restored(number.name)
        terminal.close()
    print("live: TERM, INT, HUP, QUIT, SEGV, BUS, ILL, ABRT, FPE, TRAP leave the terminal as it was")


def check_keys():
    terminal = display(columns=160, rows=40)
    for key, pattern in [
        (b"?", rb"closes"), (b"x", rb""), (b"t", rb"FLEET"), (b"\x1b[B", rb""), (b"\r", rb"PACE"),
        (b"w", rb"10s"), (b"s", rb"ema2:3s"), (b"u", rb"mi"), (b"y", rb"block"),
        (b"n", rb""), (b" ", rb"FROZEN"), (b"\x0c", rb"FROZEN"),
    ]:
        terminal.forget()
        # A frame holds only what changes: with Ctrl-L everything, except that it closes the help.
        terminal.type(key if key == b"?" else key + b"\x0c")
        terminal.wait_for(pattern, f"the answer to {key!r}")
    terminal.type(b"q")
    if terminal.wait_for_end("q") != 0:
        sys.exit("live: q does not end with 0")
    terminal.check_restored("q")
    terminal.close()
    print("live: every key answers, q leaves the terminal as it was")


def check_resizes():
    random.seed(20)
    terminal = display("--speed", "60")
    for _ in range(200):
        terminal.resize(random.randint(1, 250), random.randint(1, 80))
        terminal.read(0.01)
    terminal.resize(100, 30)
    terminal.forget()
    terminal.type(b"\x0c")
    terminal.wait_for(rb"LIVE", "a picture after 200 resizes")
    terminal.type(b"q")
    if terminal.wait_for_end("resizes") != 0:
        sys.exit("live: it does not survive 200 resizes")
    terminal.check_restored("200 resizes")
    terminal.close()
    print("live: 200 random resizes leave the terminal as it was")


def check_suspension():
    """Under a shell with job control: Ctrl-Z, stty, fg, and the same by kill -TSTP."""
    shell = Terminal(
        ["bash", "--norc", "--noprofile", "-i"], environment={"PS1": "prompt> ", "HISTFILE": ""})
    shell.wait_for(rb"prompt> ", "the shell")

    def settings():
        shell.forget()
        shell.type(b"stty -a; echo ok$((1))\n")
        shell.wait_for(rb"ok1\r", "stty")
        return re.sub(rb".*?(speed.*)ok1.*", rb"\1", shell.bytes, flags=re.S)

    before = settings()
    shell.forget()
    shell.type(f"{RUNWAY} live --embedded --seed 7\n".encode())
    shell.wait_for(rb"LIVE", "a live link under the shell")
    for stop in (b"\x1a", None):
        shell.forget()
        if stop:
            shell.type(stop)
        else:
            children = subprocess.run(
                ["pgrep", "-P", str(shell.program.pid)], capture_output=True, text=True)
            os.kill(int(children.stdout.split()[0]), signal.SIGTSTP)
        shell.wait_for(rb"Stopped", "the shell's word that it is stopped")
        if LEAVE not in shell.bytes:
            sys.exit("live: suspended, it does not leave the alternate screen")
        if settings() != before:
            sys.exit("live: suspended, the terminal is not as before")
        shell.forget()
        shell.type(b"fg\n")
        shell.wait_for(rb"LIVE", "the picture after fg")
    shell.forget()
    shell.type(b"q")
    shell.wait_for(rb"prompt> ", "the prompt after q")
    if settings() != before:
        sys.exit("live: after q the terminal is not as before")
    shell.type(b"exit\n")
    shell.wait_for_end("exit")
    shell.close()
    print("live: suspended and continued twice, the terminal is as before each time")


def check_background():
    """Stopped, then ended in the background, where the terminal is the shell's."""
    shell = Terminal(
        ["bash", "--norc", "--noprofile", "-i"], environment={"PS1": "prompt> ", "HISTFILE": ""})
    shell.wait_for(rb"prompt> ", "the shell")
    for stop, end in [("TSTP", "TERM"), ("STOP", "HUP"), ("TSTP", "INT"), ("STOP", "KILL")]:
        shell.forget()
        shell.type(f"{RUNWAY} live --embedded --seed 7\n".encode())
        shell.wait_for(rb"LIVE", "a live link under the shell")
        children = subprocess.run(
            ["pgrep", "-P", str(shell.program.pid)], capture_output=True, text=True)
        program = int(children.stdout.split()[0])
        os.kill(program, getattr(signal, f"SIG{stop}"))
        shell.wait_for(rb"Stopped", "the shell's word that it is stopped")
        shell.forget()
        shell.type(f"kill -{end} %1; bg %1; wait %1; echo ended$((1))\n".encode())
        shell.wait_for(rb"ended1\r", f"the end in the background by {end} after {stop}")
        shell.type(b"stty sane\n")
    shell.type(b"exit\n")
    shell.wait_for_end("exit")
    shell.close()
    print("live: stopped, it can be ended in the background")


def check_hang_up():
    terminal = display()
    terminal.close()
    try:
        terminal.program.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        terminal.program.kill()
        sys.exit("live: it does not end when its terminal goes")
    print("live: it ends when its terminal goes")


def check_plain():
    ended = subprocess.run(
        [RUNWAY, "live", "--embedded", "--seed", "7", "--for", "3s"], capture_output=True,
        text=True, timeout=PATIENCE)
    if ended.returncode != 0 or "\x1b" in ended.stdout or "bpm" not in ended.stdout:
        sys.exit(f"live: without a terminal: {ended.returncode} {ended.stdout[:400]!r}")
    print("live: plain lines where no terminal is")


def check_colors():
    terminal = display(environment={"NO_COLOR": "1"})
    terminal.type(b"q")
    terminal.wait_for_end("NO_COLOR")
    if re.search(rb"\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7]|10[0-7])\b[0-9;]*m", terminal.bytes):
        sys.exit("live: NO_COLOR is set, and there are colours")
    terminal.close()
    print("live: NO_COLOR is heeded")


HOSTILE = "run\x1b]0;owned\x07\x9b31m\u202e\x7f.csv"
COLUMNS = "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms"


def hostile_recording(folder):
    """A recording whose name was made to do something to a terminal."""
    path = os.path.join(folder, HOSTILE)
    with open(path, "w") as file:
        rows = [f"{second},150,2.5,160,0.9,240" for second in range(600)]
        file.write("\n".join([COLUMNS, *rows, ""]))
    return path


def check_is_plain(text, what):
    """No control sequence but those of a display, and nothing that turns the direction."""
    rest = re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|\(B|[=>78])", "", text)
    bad = [c for c in rest if c not in "\r\n\b" and (not c.isprintable() or c in "\u202e\x7f\x9b")]
    if bad:
        sys.exit(f"live: {what}: {bad[:5]!r} in {rest[:500]!r}")


def check_hostile_names():
    with tempfile.TemporaryDirectory() as folder:
        path = hostile_recording(folder)
        terminal = Terminal(
            [RUNWAY, "live", "--embedded", "--sessions", "0", "--replay", path])
        terminal.wait_for(rb"LIVE", "a live link")
        terminal.type(b"t")
        terminal.wait_for(rb"150", "the recording's heart rate")
        terminal.type(b"q")
        if terminal.wait_for_end("q") != 0:
            sys.exit("live: a recording with a hostile name does not end with 0")
        check_is_plain(terminal.bytes.decode(), "a hostile name on the display")
        terminal.close()
        # A terminal gets escapes of JSON where a pipe gets the bytes.
        terminal = Terminal(
            [RUNWAY, "tail", "--embedded", "--sessions", "0", "--replay", path, "--json",
             "-n", "3", "--kinds", "sample"])
        terminal.wait_for_end("tail --json")
        lines = terminal.bytes.decode().splitlines()
        for line in lines:
            check_is_plain(line, "tail --json on a terminal")
            json.loads(line)
        if not any(json.loads(line).get("recording") == HOSTILE for line in lines):
            sys.exit(f"live: the name is not told as it is: {lines[:2]!r}")
        terminal.close()
    print("live: names from outside do nothing to the terminal")


def check_endless_line():
    """A server whose line has no end breaks the protocol; the terminal is as before."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.sock")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path)
            listener.listen()
            terminal = Terminal([RUNWAY, "live", "--socket", path])
            peer, _ = listener.accept()
            peer.sendall(b'{"type":"hello","proto":"1.0","sessions":1,"beat_s":5}\n')
            terminal.wait_for(rb"\x1b\[\?1049h", "the alternate screen")
            peer.sendall(b"x" * 65537)
            code = terminal.wait_for_end("an endless line")
            if code != 70 or b"a line of more than 65536 bytes" not in terminal.bytes:
                sys.exit(f"live: an endless line: exit {code}, {terminal.bytes[-300:]!r}")
            terminal.check_restored("an endless line")
            terminal.close()
            peer.close()
    print("live: a line without end breaks the protocol")


check_plain()
check_keys()
check_colors()
check_resizes()
check_suspension()
check_background()
check_hang_up()
check_signals()
check_hostile_names()
check_endless_line()
