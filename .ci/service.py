#!/usr/bin/env python3
"""Starts the real daemon as systemd does, and holds what it does against what its unit allows.

Usage: service.py FOLDER-OF-THE-BINARIES
"""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile

from harness import Peer, listener_of

DAEMON = os.path.join(sys.argv[1], "runwayd")
UNIT = os.path.join(os.path.dirname(__file__), "..", "systemd", "runwayd.service")


@contextlib.contextmanager
def started(*command, **options):
    """A process, with whatever it starts, until the end of the check."""
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True, **options)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def check_activation(folder):
    """The first client starts the daemon, whose end leaves the socket to systemd."""
    path = os.path.join(folder, "runwayd.sock")
    with started(
            "systemd-socket-activate", "-l", path, "-E", "LD_LIBRARY_PATH", DAEMON,
            "--seed", "7") as process:
        for line in process.stderr:
            if line.startswith("Listening on"):
                break
        peer = Peer(path)
        peer.say({"op": "subscribe"})
        peer.follow(3)
        process.send_signal(signal.SIGTERM)
        log = process.stderr.read()
        assert process.wait(timeout=10) == 0, log
    assert f"listening on {path} (from the service manager" in log, log
    assert os.path.exists(path), "the socket file must stay"


def members(names):
    """The system calls that a list of calls and groups of calls stands for."""
    calls = set()
    for name in names:
        if not name.startswith("@"):
            calls.add(name)
            continue
        out = subprocess.run(
            ["systemd-analyze", "syscall-filter", "--no-pager", name], check=True,
            capture_output=True, text=True).stdout
        lines = [line.strip() for line in out.splitlines()[1:]]
        calls |= members([line for line in lines if line and not line.startswith("#")])
    return calls


def allowed_calls():
    """The calls that the unit's filters let pass: the first allows, the others take away."""
    with open(UNIT) as unit:
        filters = re.findall(r"^SystemCallFilter=(.*)$", unit.read(), re.MULTILINE)
    calls = set()
    for text in filters:
        if text.startswith("~"):
            calls -= members(text[1:].split())
        else:
            calls |= members(text.split())
    return calls


def trace(folder, allowed):
    """All system calls of a daemon's life under a manager, one a line; the others are refused."""
    path = os.path.join(folder, "runwayd.sock")
    calls = os.path.join(folder, "calls")
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.settimeout(30)
    manager.bind(os.path.join(folder, "notify"))
    with started(
            "strace", "-f", "-qq", "-e", "signal=none", "-o", calls,
            "-e", f"inject=!{','.join(f'?{name}' for name in allowed)}:error=EPERM",
            DAEMON, "--socket", path, "--sessions", "20", "--speed", "60",
            env={
                **os.environ, "NOTIFY_SOCKET": manager.getsockname(),
                "WATCHDOG_USEC": "100000", "JOURNAL_STREAM": "8:1"}) as process:
        told = [manager.recv(4096) for _ in range(4)]
        assert told[0].startswith(b"READY=1\nSTATUS=") and told[1:] == [b"WATCHDOG=1"] * 3, told
        for peer in [Peer(path) for _ in range(4)]:
            peer.say(
                {"op": "subscribe", "after": "start", "kinds": ["sample", "stat", "phase"]})
            peer.follow(2000)
        # Strace keeps signals from what it traces: the daemon itself is asked to end.
        os.kill(listener_of(path), signal.SIGTERM)
        log = process.stderr.read()
        assert process.wait(timeout=20) == 0, log
    with open(calls) as lines:
        return lines.read().splitlines()


def names(lines):
    """The calls that lines of a trace tell of; a call may be told in two."""
    matches = (re.match(r"\d+ +(?:<\.\.\. )?(\w+)(?:\(| resumed)", line) for line in lines)
    return {match[1] for match in matches if match}


def check_sandbox(folder):
    """The daemon lives well with what its unit allows."""
    lines = trace(folder, allowed_calls())
    called = names(lines)
    assert {"execve", "accept4", "epoll_wait", "sendto"} <= called, called
    refused = names(line for line in lines if line.endswith("(INJECTED)"))
    # Dispatch asks for a priority of its threads, and takes no for an answer.
    assert refused <= {"setpriority"}, f"SystemCallFilter= refuses {sorted(refused)}"
    print(f"calls: {' '.join(sorted(called))}")
    for line in lines:
        # MemoryDenyWriteExecute=
        assert not ("PROT_WRITE" in line and "PROT_EXEC" in line), line
        assert not ("mprotect(" in line and "PROT_EXEC" in line), line
        # ProcSubset=pid; the C library's malloc lives without the one other file that it looks for.
        elsewhere = re.search(r'"/proc/(?!self/|\d+/|sys/vm/overcommit_memory")', line)
        assert not elsewhere, line
        # RestrictAddressFamilies=AF_UNIX
        assert not re.search(r"\bsocket\((?!AF_UNIX)", line), line


for check in (check_activation, check_sandbox):
    with tempfile.TemporaryDirectory() as folder:
        check(folder)
        print(f"{check.__name__}: passed")
